"""Worker processes, and what is left of a run whose process was killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simkit.bots import find_bot
from simkit.engine.play import play_batch
from simkit.engine.progress import Quiet
from simkit.errors import ContractError, UsageError
from simkit.games.farkle.rules import Rules
from simkit.model.cell import Cell, SeatBot
from simkit.registry import find_game
from simkit.store.manifest import JOURNAL, MANIFEST, read_manifest
from tests.engine import draws
from tests.engine.test_play import content

ROOT = Path(__file__).parents[2]
IN_PROC = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
GAMES = 40_000
"""Parts of 16,384, 16,384 and 7,232 deals, turns being logged."""

# What breaks its contract does so where the check before a run does not come: on a long turn, or late in a game.
BOTS = """
from simkit.games.farkle.decisions import BANK, ROLL, Option, View

def timid(view, params):
    return BANK if view.turn_total >= limit() else ROLL

def limit():
    return 300

def broken(view, params):
    return ROLL + 0 // max(6000 - view.turn_total, 0)

def wild(view, params):
    return 7 if view.turn > 250 else ROLL
"""


def seat_bot(strategy, folder, **params):
    return SeatBot(strategy, tuple(params.items()), find_bot(find_game("ten-thousand"), strategy, folder).hash)


def cell_of(*lineup):
    rules = tuple(Rules(target=3000).model_dump().items())
    return Cell("base", "ten-thousand", find_game("ten-thousand").version, rules, lineup, "fixed", 10_000, 1, 1)


@pytest.fixture
def bots(tmp_path):
    (tmp_path / "my_bots.py").write_text(BOTS)
    return tmp_path


def play(cell, out, games=GAMES, **options):
    options = {"jobs": 2, "log": "turns", "progress": Quiet(), **options}
    return play_batch([cell], games, out, **options)


def test_processes_and_threads_write_the_same_bytes_for_bots_of_every_origin(bots):
    cell = cell_of(seat_bot("bank-at", bots, bank_at=500), seat_bot("my_bots.py:timid", bots))
    play(cell, bots / "threads", folder=bots)
    play(cell, bots / "processes", folder=bots, backend="processes")
    assert content(bots / "threads") == content(bots / "processes")
    assert len(content(bots / "threads")) == 2 + 2 * 3 + 1  # two records, a file a table and part, a copy of the bot


def test_a_bot_that_breaks_its_contract_in_a_process_is_told_as_ever(bots):
    cell = cell_of(seat_bot("my_bots.py:wild", bots))
    with pytest.raises(ContractError, match=r"my_bots.py:wild answered 7 to roll_again; allowed: 0 to 1") as caught:
        play(cell, bots / "run", folder=bots, backend="processes")
    assert "replay it with: simkit trace CONFIG --deal " in str(caught.value)


def test_a_bot_that_raises_is_told_with_the_deal(bots):
    cell = cell_of(seat_bot("my_bots.py:timid", bots), seat_bot("my_bots.py:broken", bots))
    with pytest.raises(
        ContractError, match=r"deal \d+, seating 1, seat 2 \(seed 1\): a bot raised ZeroDivisionError: "
    ):
        play(cell, bots / "run", folder=bots)


def test_a_bot_whose_source_has_changed_is_not_played(bots):
    cell = cell_of(SeatBot("my_bots.py:timid", (), "0" * 16))
    with pytest.raises(UsageError, match="its source has changed"):
        play(cell, bots / "run", folder=bots)


def start(*arguments):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen([sys.executable, "-m", *arguments], cwd=ROOT, env=environment, stderr=subprocess.PIPE)


def wait_for(condition, process=None):
    """Wait until something holds; it is never a matter of how long."""
    for _ in range(6000):
        if condition():
            return
        assert process is None or process.poll() is None, process.stderr.read().decode()
        time.sleep(0.01)
    raise AssertionError("in a minute it did not come about")


def lines(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_a_killed_run_goes_on_with_what_was_finished(tmp_path, draws_game):
    process = start("tests.engine.draws_process", str(tmp_path / "run"), "300000")
    wait_for(lambda: lines(tmp_path / "run" / JOURNAL) >= 3, process)
    process.kill()
    process.communicate()
    finished = read_manifest(tmp_path / "run").parts
    assert 3 <= len(finished) < 37
    before = {part.index: path_time(tmp_path / "run", part.index) for part in finished}
    for out in ("run", "whole"):
        play_batch([draws.cell()], 300_000, tmp_path / out, jobs=2, progress=Quiet())
    assert content(tmp_path / "run") == content(tmp_path / "whole")
    assert {index: path_time(tmp_path / "run", index) for index in before} == before


def path_time(root, index):
    return next(root.rglob(f"games-{index:06d}.parquet")).stat().st_mtime_ns


def start_processes(bots):
    """Play a long batch in worker processes; the parent and its children, once a part is finished."""
    script = bots / "play.py"
    script.write_text(
        "from pathlib import Path\n"
        "from tests.engine.test_processes import cell_of, play, seat_bot\n"
        "if __name__ == '__main__':\n"
        f"    cell = cell_of(seat_bot('bank-at', Path({str(bots)!r}), bank_at=500))\n"
        f"    play(cell, Path({str(bots / 'run')!r}), games=10**7, backend='processes')\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, str(script)], cwd=ROOT, env=environment, stderr=subprocess.PIPE)
    wait_for(lambda: lines(bots / "run" / JOURNAL) >= 1, process)
    workers = children(process.pid)
    assert len(workers) >= 2
    return process, workers


@IN_PROC
def test_no_worker_process_outlives_a_parent_that_was_killed(bots):
    process, workers = start_processes(bots)
    process.kill()
    process.communicate()  # ends only when no worker holds its stderr any more
    wait_for(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
    assert (bots / "run" / MANIFEST).exists()


@IN_PROC
def test_a_worker_process_that_was_killed_is_one_message(bots):
    process, workers = start_processes(bots)
    playing = [pid for pid in workers if b"popen_loky" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    os.kill(playing[0], signal.SIGKILL)
    error = process.communicate()[1].decode()
    assert (
        "StoreError: a worker process was killed, perhaps because memory ran out; run the same `simkit run` again to "
        f"repair {bots / 'run'}"
    ) in error
    assert len(read_manifest(bots / "run").parts) >= 1


def children(parent):
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(stat.parent.name))
    return found
