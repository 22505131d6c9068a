"""Shares of a batch, and runs of several machines, merged: the same bytes as a batch played whole."""

import random
import shutil
from contextlib import suppress

import pytest

from simkit.engine.play import play_batch
from simkit.engine.progress import Quiet
from simkit.errors import StoreError, UsageError
from simkit.model.parts import Part, Shard
from simkit.store.manifest import read_manifest, write_manifest
from simkit.store.merge import Merged, merge_runs
from simkit.store.read import open_run
from simkit.store.status import run_status, together
from simkit.store.verify import verify_run
from tests.engine import draws
from tests.engine.test_play import Stopping, content

pytestmark = pytest.mark.usefixtures("draws_game")

CELLS = [draws.cell(), draws.cell("three", seats=3), draws.cell("other", bonus=5)]
GAMES = 9_999
"""4096 and 904 deals a part for two seats, 3333 for three, with log = "games"; a part has 1024 with turns."""


def play(out, games=GAMES, log="games", cells=CELLS, **options):
    return play_batch(cells, games, out, log=log, **{"jobs": 1, "progress": Quiet(), **options})


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        draws.install(patch.setattr)
        for log in ("none", "games", "turns"):
            play(tmp_path_factory.getbasetemp() / "merge" / log, log=log)
            found[log] = tmp_path_factory.getbasetemp() / "merge" / log
    return found


def shares(folder, count, **options):
    roots = [folder / f"{number}-of-{count}" for number in range(1, count + 1)]
    for number, root in enumerate(roots, 1):
        play(root, shard=Shard(number, count), **options)
    return roots


@pytest.mark.parametrize("log", ["none", "games", "turns"])
@pytest.mark.parametrize("count", [1, 2, 3, 7, 40])
def test_shares_merged_are_the_whole(tmp_path, whole, log, count):
    roots = shares(tmp_path, count, log=log)
    parts = [len(read_manifest(root).parts) for root in roots]
    assert max(parts) - min(parts) <= len(CELLS)
    merged = merge_runs(roots, tmp_path / "all")
    assert merged == Merged(sum(parts), sum(parts), 0)
    assert content(tmp_path / "all") == content(whole[log])


def test_a_share_played_again_is_not_touched(tmp_path):
    roots = shares(tmp_path, 2)
    before = [content(root) for root in roots]
    shares(tmp_path, 2)
    assert [content(root) for root in roots] == before


def test_parts_of_equal_cells_are_spread_evenly():
    shards = [Shard(number, 4) for number in range(1, 5)]
    parts = [(place, Part("c", index, 0, 1)) for place in range(3) for index in range(8)]
    counts = [sum(shard.includes(place, part) for place, part in parts) for shard in shards]
    assert counts == [6, 6, 6, 6]


def test_a_share_played_on_without_shard_is_the_whole(tmp_path, whole):
    (root, _) = shares(tmp_path, 2)
    play(root)
    assert content(root) == content(whole["games"])


def test_a_share_has_no_cells_to_read(tmp_path):
    assert play(tmp_path / "one", shard=Shard(1, 2)).cells == ()
    with pytest.raises(StoreError, match="incomplete"):
        open_run(tmp_path / "one")


def test_runs_that_overlap_are_compared(tmp_path, whole):
    halves = shares(tmp_path, 2)
    merged = merge_runs([whole["games"], *halves], tmp_path / "all")
    parts = len(read_manifest(whole["games"]).parts)
    assert merged == Merged(parts, parts, parts)
    assert content(tmp_path / "all") == content(whole["games"])


def test_other_outcomes_in_one_of_the_runs_are_refused(tmp_path, whole):
    shutil.copytree(whole["games"], tmp_path / "lying")
    manifest = read_manifest(tmp_path / "lying")
    part = manifest.parts[0]
    table = part.tables["games"].model_copy(update={"digest": "0" * 64})
    write_manifest(tmp_path / "lying", manifest.with_parts([part.model_copy(update={"tables": {"games": table}})]))
    with pytest.raises(StoreError) as caught:
        merge_runs([whole["games"], tmp_path / "lying"], tmp_path / "all")
    assert str(caught.value) == (
        f"part 0 of cell {part.cell} has other outcomes in {whole['games']} than in {tmp_path / 'lying'}; "
        "`simkit verify RUN --replay 100%` shows which of them is wrong"
    )
    assert not (tmp_path / "all").exists()


def test_a_damaged_part_is_taken_from_another_run(tmp_path, whole):
    shutil.copytree(whole["games"], tmp_path / "damaged")
    path = min((tmp_path / "damaged").rglob("*.parquet"))
    path.write_bytes(b"")
    with pytest.raises(StoreError) as caught:
        merge_runs([tmp_path / "damaged"], tmp_path / "all")
    assert str(caught.value).startswith(f"{path}: damaged: 0 bytes instead of ")
    assert str(caught.value).endswith(f"; `simkit verify {tmp_path / 'damaged'} --repair` plays it again")
    merge_runs([tmp_path / "damaged", whole["games"]], tmp_path / "all")
    assert content(tmp_path / "all") == content(whole["games"])
    merge_runs([whole["games"]], tmp_path / "damaged")
    assert content(tmp_path / "damaged") == content(whole["games"])


def test_of_a_short_and_a_long_part_the_long_one_counts(tmp_path, whole):
    play(tmp_path / "short", 2_000)
    merge_runs([tmp_path / "short", whole["games"]], tmp_path / "all")
    assert content(tmp_path / "all") == content(whole["games"])


def test_cells_of_several_machines_come_together(tmp_path):
    play(tmp_path / "a", cells=CELLS[:2])
    play(tmp_path / "b", cells=[draws.cell("renamed"), CELLS[2]])
    merge_runs([tmp_path / "a", tmp_path / "b"], tmp_path / "all")
    play(tmp_path / "whole")
    assert content(tmp_path / "all") == content(tmp_path / "whole")


def test_what_does_not_go_together_is_told_key_by_key(tmp_path):
    play(tmp_path / "a")
    play(tmp_path / "b", log="none", cells=[draws.cell(seed=2), *CELLS[1:]])
    with pytest.raises(UsageError) as caught:
        merge_runs([tmp_path / "a", tmp_path / "b"], tmp_path / "all")
    assert str(caught.value).splitlines() == [
        "these are not shares of the same run:",
        f"  log: games in {tmp_path / 'a'}, none in {tmp_path / 'b'}",
        f"  cell base: seed: 1 in {tmp_path / 'a'}, 2 in {tmp_path / 'b'}",
    ]
    with pytest.raises(StoreError, match="not a run directory"):
        merge_runs([tmp_path / "a", tmp_path / "nothing"], tmp_path / "all")
    with pytest.raises(UsageError, match="nothing to merge"):
        merge_runs([], tmp_path / "all")


def test_a_merge_that_is_killed_goes_on(tmp_path, whole, monkeypatch):
    roots = shares(tmp_path, 3, log="turns")
    copies = []

    def interrupted(target):
        copies.append(target)
        if len(copies) == 4:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("simkit.store.merge.sync_folder", interrupted)
        with pytest.raises(KeyboardInterrupt):
            merge_runs(roots, tmp_path / "all")
    with suppress(StoreError):
        open_run(tmp_path / "all")
    merged = merge_runs(roots, tmp_path / "all")
    assert 0 < merged.copied < merged.parts
    assert content(tmp_path / "all") == content(whole["turns"])


def assert_same_bytes(number, whole, folder):
    """Play a batch as chance has it: shares, interrupts, back and forth between directories; merge all in the end."""
    chance = random.Random(number)
    log = chance.choice(["none", "games", "turns"])
    count = chance.randint(1, 5)
    for _ in range(chance.randint(1, 6)):
        with suppress(KeyboardInterrupt):
            play(
                folder / f"run{chance.randint(0, 2)}",
                chance.choice([GAMES, GAMES, chance.randint(1, GAMES)]),
                log,
                shard=Shard(chance.randint(1, count), count),
                jobs=chance.randint(1, 2),
                chunk_deals=chance.randint(100, 3_000),
                progress=Stopping(chance.randint(100, 40_000)),
            )
    roots = sorted(folder.glob("run*"))
    for number in range(1, count + 1):
        play(folder / f"last{number}", log=log, shard=Shard(number, count))
        roots.append(folder / f"last{number}")
    chance.shuffle(roots)
    merge_runs(roots, folder / "all")
    assert content(folder / "all") == content(whole[log])
    assert verify_run(folder / "all").faults == ()


@pytest.mark.parametrize("number", range(5))
def test_any_schedule_ends_in_the_same_bytes(number, whole, tmp_path):
    assert_same_bytes(number, whole, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(5, 105))
def test_a_hundred_schedules_end_in_the_same_bytes(number, whole, tmp_path):
    assert_same_bytes(number, whole, tmp_path)


def test_status_tells_what_is_there_and_what_is_missing(tmp_path):
    roots = shares(tmp_path, 2)
    one, other = statuses = [run_status(root) for root in roots]
    both = together(statuses)
    assert (one.name, one.worker) == (str(roots[0]), "")
    assert one.parts + other.parts == both.parts == 5
    assert one.asked == both.asked == both.games == one.games + other.games == 10_000 + 9_999 + 10_000
    assert [cell.missing for cell in one.cells] == [[(4096, 4999)], [(0, 3332)], [(4096, 4999)]]
    assert [cell.missing for cell in other.cells] == [[(0, 4095)], [], [(0, 4095)]]
    assert [cell.missing for cell in both.cells] == [[], [], []]
    assert [cell.finished for cell in one.cells] == [4096, 0, 4096]


def test_a_killed_worker_is_told(tmp_path):
    play(tmp_path)
    (tmp_path / ".worker").write_text("there, process 7")
    assert run_status(tmp_path).worker == "there, process 7 (killed)"
    play(tmp_path, GAMES + 1)
    assert run_status(tmp_path).worker == ""


def test_cells_of_earlier_configs_stay_in_a_directory_that_is_merged_into(tmp_path):
    edited = tmp_path / "edited"
    play(edited, cells=CELLS[1:2])
    play(edited, cells=CELLS[:1])
    play(tmp_path / "more", cells=CELLS[2:])
    merge_runs([edited, tmp_path / "more"], edited)
    assert [cell.name for cell in open_run(edited).cells] == ["base", "other"]
    assert verify_run(edited).faults == ()
    play(edited, progress=Stopping(0))  # nothing is played again


def test_parts_of_another_log_are_refused(tmp_path):
    play(tmp_path / "a", log="turns")
    play(tmp_path / "a", log="games")
    with pytest.raises(UsageError, match='holds parts with another log than "games"'):
        merge_runs([tmp_path / "a"], tmp_path / "all")
