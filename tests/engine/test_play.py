"""Batches of the game ``draws`` in threads; the same with real games and processes stands in test_processes.py."""

import hashlib
import io
import json
import shutil
import threading

import polars as pl
import pytest

from simkit.engine import pool
from simkit.engine.play import play_batch
from simkit.engine.progress import Progress, Quiet
from simkit.errors import ContractError, StoreError, UsageError
from simkit.store.manifest import JOURNAL, MANIFEST, sealed
from simkit.store.read import open_run
from tests.engine import draws

pytestmark = pytest.mark.usefixtures("draws_game")

GAMES = 30_000
"""15,000 deals: parts of 4096, 4096, 4096 and 2712 deals, with log = "games"."""


def play(out, games=GAMES, cells=None, **options):
    return play_batch(cells or [draws.cell()], games, out, **{"jobs": 2, "progress": Quiet(), **options})


def content(root):
    """Digest of every file of a run directory by name; the lock has no content."""
    files = [path for path in root.rglob("*") if path.is_file() and path.name != ".lock"]
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def tables(found):
    """The files of ``content`` that are outcomes."""
    return {name: digest for name, digest in found.items() if name.endswith(".parquet")}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of an undisturbed run, by log."""
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        draws.install(patch.setattr)
        for log in ("none", "games", "turns"):
            root = tmp_path_factory.mktemp(log)
            play(root, log=log, jobs=1)
            found[log] = content(root)
    return found


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("log", ["none", "games", "turns"])
def test_the_number_of_jobs_leaves_no_trace(tmp_path, whole, log, jobs):
    play(tmp_path, log=log, jobs=jobs)
    assert content(tmp_path) == whole[log]


@pytest.mark.parametrize("chunk_deals", [1000, 100_000])
@pytest.mark.parametrize("log", ["games", "turns"])
def test_chunk_sizes_leave_no_trace(tmp_path, whole, log, chunk_deals):
    play(tmp_path, log=log, chunk_deals=chunk_deals)
    assert content(tmp_path) == whole[log]


@pytest.mark.parametrize("log", ["none", "games", "turns"])
@pytest.mark.parametrize("fewer", [1, 10_000, GAMES // 2])
def test_a_run_of_fewer_games_extended_is_a_run_of_all(tmp_path, whole, log, fewer):
    play(tmp_path, fewer, log=log)
    assert content(tmp_path) != whole[log]
    play(tmp_path, log=log)
    assert content(tmp_path) == whole[log]


def test_extending_plays_the_short_part_and_the_new_ones_only(tmp_path):
    play(tmp_path, 10_000)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")}
    counted = []
    play(tmp_path, progress=Counting(counted))
    after = {path.name: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")}
    assert [name for name in before if before[name] == after[name]] == ["games-000000.parquet"]
    assert sum(counted) == GAMES - 2 * 4096


class Counting(Quiet):
    def __init__(self, counted):
        self.counted = counted

    def played(self, games):
        self.counted.append(games)


def test_a_finished_run_is_not_touched(tmp_path):
    play(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file() and path.name != ".lock"}
    counted = []
    play(tmp_path, progress=Counting(counted))
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert counted == []


def test_asking_for_less_than_there_is_keeps_all_but_tells_of_those_asked_for(tmp_path, whole):
    play(tmp_path)
    said = io.StringIO()
    run = play(tmp_path, 10, progress=Progress(said))
    assert tables(content(tmp_path)) == tables(whole["games"])
    assert run.games_played(run.cells[0]) == 10
    few = play(tmp_path / "few", 10)
    assert run.table(run.cells[0], "games").collect().equals(few.table(few.cells[0], "games").collect())
    assert said.getvalue() == (
        f"simkit: {tmp_path}: holds more games than asked for; they are kept, but not told about\n"
    )
    shutil.rmtree(tmp_path / "few")
    play(tmp_path)
    assert content(tmp_path) == whole["games"]


def test_a_finished_run_whose_games_were_rounded_up_is_not_extended(tmp_path):
    cells = [draws.cell(), draws.cell("three", seats=3)]
    play(tmp_path, 10_000, cells=cells)
    before = content(tmp_path)
    run = play(tmp_path, 10_000, cells=cells)
    assert [run.deals(cell) for cell in cells] == [5000, 3334]
    assert content(tmp_path) == before


class Stopping(Quiet):
    """An interrupt in the middle: raises in the thread that plays after so many games."""

    def __init__(self, games):
        self.left = games
        self.lock = threading.Lock()

    def played(self, games):
        with self.lock:
            self.left -= games
            if self.left < 0:
                raise KeyboardInterrupt


@pytest.mark.parametrize("log", ["none", "games", "turns"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_run_goes_on_where_it_was(tmp_path, whole, log, jobs):
    for games in (18_000, 4_000):
        with pytest.raises(KeyboardInterrupt):
            play(tmp_path, log=log, jobs=jobs, chunk_deals=500, progress=Stopping(games))
        assert not (tmp_path / JOURNAL).exists()
        assert not (tmp_path / ".partial").exists()
    assert json.loads((tmp_path / MANIFEST).read_text())["parts"]
    with pytest.raises(
        StoreError, match=r"incomplete: .* of 15,000 deals of cell base; run the same `simkit run` again"
    ):
        open_run(tmp_path)
    play(tmp_path, log=log)
    assert content(tmp_path) == whole[log]


def test_an_interrupted_extension_given_up_keeps_what_was_finished(tmp_path):
    play(tmp_path, 10_000)
    with pytest.raises(KeyboardInterrupt):
        play(tmp_path, jobs=1, chunk_deals=500, progress=Stopping(20_000 - 4096 * 2))
    run = play(tmp_path, 10_000)
    assert run.deals(run.cells[0]) == 5_000
    assert sum(part.deals for part in run.manifest.parts) >= 8192


def test_two_cells_keep_in_step_and_do_not_mix(tmp_path):
    cells = [draws.cell(), draws.cell("other", bonus=5)]
    run = play(tmp_path, cells=cells)
    assert [cell.name for cell in run.cells] == ["base", "other"]
    frames = [run.table(cell, "games").collect() for cell in run.cells]
    assert frames[0].height == frames[1].height == GAMES
    assert (frames[1]["score_1"] - frames[0]["score_1"]).unique().to_list() == [5]
    alone = play(tmp_path / "alone", cells=cells[1:])
    assert alone.table(alone.cells[0], "games").collect().equals(frames[1])


def test_cells_of_equal_content_are_played_once(tmp_path):
    counted = []
    run = play(tmp_path, cells=[draws.cell(), draws.cell("again")], progress=Counting(counted))
    assert sum(counted) == GAMES
    assert [run.games_played(cell) for cell in run.cells] == [GAMES, GAMES]


def test_rows_are_in_order_of_deals_and_none_is_missing(tmp_path):
    run = play(tmp_path, log="turns")
    games = run.table(run.cells[0], "games").collect()
    assert games["deal"].to_list() == [deal for deal in range(GAMES // 2) for _ in range(2)]
    assert games["seating"].to_list() == [1, 2] * (GAMES // 2)
    turns = run.table(run.cells[0], "turns").collect()
    counted = turns.group_by("deal", "seating", maintain_order=True).agg(pl.len().cast(pl.Int32).alias("turns"))
    assert counted.equals(games.select("deal", "seating", "turns"))


def test_log_none_counts_and_digests_what_log_games_stores(tmp_path):
    counted, stored = play(tmp_path / "none", log="none"), play(tmp_path / "games")
    assert counted.games_played(counted.cells[0]) == GAMES
    digests = [[part.tables["games"].digest for part in run.parts(run.cells[0])] for run in (counted, stored)]
    assert digests[0] == digests[1]
    assert not list((tmp_path / "none").rglob("*.parquet"))
    with pytest.raises(UsageError) as caught:
        counted.table(counted.cells[0], "games")
    assert str(caught.value) == (
        f'{tmp_path / "none"}: played with log = "none", which keeps no games table; run it again with `--log games`'
    )


def test_turns_are_not_there_when_only_games_were_logged(tmp_path):
    run = play(tmp_path)
    with pytest.raises(UsageError, match='log = "games", which keeps no turns table'):
        run.table(run.cells[0], "turns")


@pytest.mark.parametrize("fault", [2, 3, 4])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_broken_contract_ends_the_batch_and_keeps_what_was_finished(tmp_path, jobs, fault):
    cell = draws.cell(max_turns=fault)
    with pytest.raises(ContractError, match="deal 5000"):
        play(tmp_path, cells=[cell], jobs=jobs)
    kept = [part["index"] for part in json.loads((tmp_path / MANIFEST).read_text())["parts"]]
    assert kept == ([0] if jobs == 1 else sorted({*kept} - {1}))
    assert [path.name for path in sorted(tmp_path.rglob("*.parquet"))] == [
        f"games-{index:06d}.parquet" for index in kept
    ]


def test_the_replay_command_is_that_of_the_cell(tmp_path):
    cells = [draws.cell(), draws.cell("odd", max_turns=2)]
    with pytest.raises(ContractError) as caught:
        play(tmp_path, cells=cells, replay=lambda cell: f"simkit trace x.toml --cell {cell.name}")
    assert caught.value.lines[1] == "replay it with: simkit trace x.toml --cell odd --deal 5000 --seating 2"


@pytest.mark.parametrize("fault", [2, 3, 4])
@pytest.mark.parametrize("jobs", [1, 2])
def test_with_keep_going_the_other_cells_are_finished(tmp_path, jobs, fault):
    cells = [draws.cell("odd", max_turns=fault), draws.cell(), draws.cell("more", bonus=1)]
    with pytest.raises(ContractError, match="deal 5000") as caught:
        play(tmp_path, cells=cells, jobs=jobs, keep_going=True)
    assert caught.value.lines[-1] == "1 of 3 cells could not be finished; the others are"
    with pytest.raises(StoreError, match=r"incomplete: .* deals of cell odd"):
        open_run(tmp_path)
    finished = open_run(tmp_path, finished_only=True)
    assert [cell.name for cell in finished.cells] == ["base", "more"]
    alone = play(tmp_path / "alone", cells=cells[1:])
    for cell in alone.cells:
        assert finished.table(cell, "games").collect().equals(alone.table(cell, "games").collect())


def test_keep_going_in_processes(tmp_path, monkeypatch):
    task, error = object(), ContractError("broken")
    monkeypatch.setattr(pool, "play_task", lambda _: (_ for _ in ()).throw(error))
    assert pool._play_in_process(task, keep_going=True) == (task, error)
    with pytest.raises(ContractError):
        pool._play_in_process(task, keep_going=False)


def test_cells_added_later_keep_the_old_ones(tmp_path):
    old, new = draws.cell(), draws.cell("more", bonus=5)
    play(tmp_path, cells=[old])
    before, played = content(tmp_path), []
    run = play(tmp_path, cells=[new, old], progress=Counting(played))
    assert sum(played) == GAMES
    assert [cell.name for cell in run.cells] == ["more", "base"]
    parts = [name for name in before if name.endswith(".parquet")]
    assert {name: content(tmp_path)[name] for name in parts} == {name: before[name] for name in parts}
    both = play(tmp_path / "both", cells=[new, old])
    assert content(both.root) == {name: digest for name, digest in content(tmp_path).items() if "both" not in name}


@pytest.mark.parametrize("at", ["write", "fsync", "replace"])
def test_a_full_disk_keeps_what_was_finished_and_can_go_on(tmp_path, whole, monkeypatch, at):
    full = threading.Event()
    with monkeypatch.context() as patch:
        _break(patch, at, full)
        with pytest.raises(StoreError) as caught:
            play(tmp_path, jobs=1, chunk_deals=500, progress=Filling(full, after=18_000))
    assert str(caught.value).endswith("cannot be written: No space left on device")
    assert not list(tmp_path.rglob("games-000002.parquet"))
    kept = [part["index"] for part in json.loads((tmp_path / MANIFEST).read_text())["parts"]]
    assert kept == [0, 1] or ((tmp_path / JOURNAL).exists() and kept == [])
    play(tmp_path)
    assert content(tmp_path) == whole["games"]


class Filling(Quiet):
    def __init__(self, full, after):
        self.full, self.left = full, after

    def played(self, games):
        self.left -= games
        if self.left < 0:
            self.full.set()


def _break(patch, at, full):
    def failing(real):
        def call(*arguments):
            if full.is_set():
                raise OSError(28, "No space left on device")
            return real(*arguments)

        return call

    import os
    from pathlib import Path

    from simkit.store import write

    if at == "write":
        patch.setattr(write._Sink, "write", failing(write._Sink.write))
    elif at == "fsync":
        patch.setattr(os, "fsync", failing(os.fsync))
    else:
        patch.setattr(Path, "replace", failing(Path.replace))


DAMAGES = {
    "missing": lambda path, data: path.unlink(),
    "damaged: 0 bytes instead of": lambda path, data: path.write_bytes(b""),
    "damaged: its checksum": lambda path, data: path.write_bytes(data[:999] + bytes([data[999] ^ 1]) + data[1000:]),
    "damaged: ": lambda path, data: path.write_bytes(data[:-1]),
}


@pytest.mark.parametrize("message", DAMAGES)
def test_a_damaged_part_is_named_on_reading_and_mended_by_running_again(tmp_path, whole, message):
    play(tmp_path)
    path = next(tmp_path.rglob("games-000001.parquet"))
    DAMAGES[message](path, path.read_bytes())
    run = open_run(tmp_path)
    with pytest.raises(StoreError) as caught:
        run.table(run.cells[0], "games")
    assert str(caught.value).startswith(f"{path}: {message}")
    assert str(caught.value).endswith(f"run the same `simkit run` again to repair {tmp_path}")
    said, counted = io.StringIO(), []
    progress = Progress(said)
    progress.played = counted.append
    play(tmp_path, progress=progress)
    assert content(tmp_path) == whole["games"]
    assert sum(counted) == 2 * 4096
    assert said.getvalue().startswith(f"simkit: {path}: {message}")


def test_files_that_the_manifest_does_not_list_are_not_read(tmp_path):
    run = play(tmp_path)
    first = next(tmp_path.rglob("games-000000.parquet"))
    first.with_name("games-000099.parquet").write_bytes(first.read_bytes())
    assert run.table(run.cells[0], "games").select(pl.len()).collect().item() == GAMES


def test_a_wrong_row_count_in_the_manifest_is_noticed(tmp_path):
    play(tmp_path)
    manifest = json.loads((tmp_path / MANIFEST).read_text())
    manifest["parts"][0]["tables"]["games"]["rows"] += 1
    del manifest["checksum"]
    (tmp_path / MANIFEST).write_text(sealed(json.dumps(manifest)))
    run = open_run(tmp_path)
    with pytest.raises(StoreError, match=r"30,000 rows of games, but the manifest lists 30,001"):
        run.table(run.cells[0], "games")


def test_a_changed_cell_is_noticed(tmp_path):
    play(tmp_path)
    path = tmp_path / "config.json"
    path.write_text(path.read_text().replace('"bonus":0', '"bonus":1').replace('"bonus": 0', '"bonus": 1'))
    with pytest.raises(StoreError, match=r"config.json: damaged: changed since it was written"):
        open_run(tmp_path)
    config = json.loads(path.read_text())
    del config["checksum"]
    path.write_text(sealed(json.dumps(config)))
    with pytest.raises(StoreError, match=r"config.json: cell base was changed"):
        open_run(tmp_path)


def test_a_directory_without_a_run_cannot_be_opened(tmp_path):
    with pytest.raises(StoreError) as caught:
        open_run(tmp_path)
    assert str(caught.value) == f"{tmp_path}: not a run directory (it has no config.json)"


@pytest.mark.parametrize("games", [0, -1])
def test_nothing_to_play_is_refused(tmp_path, games):
    with pytest.raises(UsageError):
        play(tmp_path / "run", games)
    assert not (tmp_path / "run").exists()


def test_no_worker_is_at_work_after_an_interrupt(tmp_path, monkeypatch):
    playing, most = threading.Event(), []
    real = pool.play_task

    def watched(task, control=None):
        playing.set()
        try:
            return real(task, control)
        finally:
            playing.clear()

    monkeypatch.setattr(pool, "play_task", watched)
    with pytest.raises(KeyboardInterrupt):
        play(tmp_path, jobs=1 + 1, chunk_deals=10, progress=Stopping(9_000))
    most.append(playing.is_set())
    assert most == [False]
