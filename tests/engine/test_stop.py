"""Runs that a judge stops: the same bytes whatever the way there, and exactly as many deals as it says."""

import json

import pytest

from simkit.engine.play import play_batch
from simkit.engine.progress import Quiet
from simkit.errors import StoreError, UsageError
from simkit.model.stop import Found, StopRule, ahead
from simkit.store.directory import RunDirectory
from simkit.store.manifest import MANIFEST, read_manifest
from simkit.store.read import open_run
from tests.engine import draws
from tests.engine.test_play import Counting, Stopping, content

pytestmark = pytest.mark.usefixtures("draws_game")

GAMES = 30_000
"""15,000 deals of two games, of which parts have 4,096, and 10,000 of three."""
CELLS = (draws.cell(), draws.cell("three", seats=3))
RULE = StopRule(half_width={"turns": 0.5})


class Enough:
    """Has seen enough after so many deals; as a judge does, it looks at stored games up to where it is asked."""

    first = 500

    def __init__(self, deals, rule=RULE, late=0):
        self.deals, self.rule, self.late, self.asked = deals, rule, max(late, deals), []

    def ask(self, run, deals):
        for cell in run.cells:
            assert run.table(cell, "games").collect().height >= deals * len(cell.arrangements)
        self.asked.append(deals)
        return Found(self.deals, ("enough",)) if deals >= self.late else None

    def next(self, deals):
        return ahead(deals, 2.5)

    def unmet(self):
        return ("lacking",)


def play(out, deals, cells=CELLS, games=GAMES, **options):
    judge = options.pop("judge", None) or Enough(deals)
    return play_batch(cells, games, out, **{"jobs": 2, "progress": Quiet(), "judge": judge, **options})


def tables(found):
    return {name: digest for name, digest in found.items() if name.endswith(".parquet")}


@pytest.mark.parametrize(
    ("deals", "log"), [(500, "games"), (501, "turns"), (4_096, "games"), (4_097, "games"), (2_049, "turns")]
)
def test_a_stopped_run_holds_just_the_deals_up_to_the_stop(tmp_path, deals, log):
    run = play(tmp_path / "stopped", deals, log=log)
    assert [run.deals(cell) for cell in run.cells] == [deals, deals]
    assert [run.table(cell, "games").collect().height for cell in run.cells] == [2 * deals, 3 * deals]
    for cell in CELLS:
        games = deals * len(cell.arrangements)
        play_batch([cell], games, tmp_path / cell.name, jobs=1, log=log, progress=Quiet())
    alone = tables(content(tmp_path / CELLS[0].name)) | tables(content(tmp_path / CELLS[1].name))
    assert tables(content(tmp_path / "stopped")) == alone


def test_the_manifest_tells_rule_and_stop(tmp_path):
    run = play(tmp_path, 700)
    written = json.loads((tmp_path / MANIFEST).read_text())
    assert (written["games"], written["stop"]["deals"], written["stop"]["said"]) == (GAMES, 700, ["enough"])
    assert written["stop"]["rule"]["half_width"] == {"turns": 0.5}
    assert run.stop == read_manifest(tmp_path).stop
    assert run.stop.rule == RULE


@pytest.mark.parametrize("options", [{"jobs": 1}, {"jobs": 3}, {"chunk_deals": 77}, {"chunk_deals": 10**6}], ids=str)
def test_jobs_and_chunks_leave_no_trace(tmp_path, options):
    play(tmp_path / "one", 5_000)
    play(tmp_path / "other", 5_000, **options)
    assert content(tmp_path / "one") == content(tmp_path / "other")


@pytest.mark.parametrize("games", [200, 9_000, 31_000])
def test_an_interrupted_run_stops_where_it_would_have(tmp_path, games):
    whole = play(tmp_path / "whole", 5_000)
    with pytest.raises(KeyboardInterrupt):
        play(tmp_path / "run", 5_000, chunk_deals=100, progress=Stopping(games))
    with pytest.raises(StoreError, match="incomplete"):
        open_run(tmp_path / "run")
    assert play(tmp_path / "run", 5_000).deals(CELLS[0]) == whole.deals(CELLS[0])
    assert content(tmp_path / "run") == content(tmp_path / "whole")


def test_files_beyond_the_stop_go_even_after_a_crash_just_before(tmp_path, monkeypatch):
    def crash(_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(RunDirectory, "remove_unlisted", crash)
        with pytest.raises(KeyboardInterrupt):
            play(tmp_path, 0, judge=Enough(3_000, late=9_000))
    assert len(tables(content(tmp_path))) == 6
    play(tmp_path, 3_000)
    assert len(tables(content(tmp_path))) == 2


def test_a_stopped_run_is_not_played_on_nor_judged_again(tmp_path):
    play(tmp_path, 5_000)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file() and path.name != ".lock"}
    counted, judge = [], Enough(700)
    run = play(tmp_path, 0, judge=judge, progress=Counting(counted), games=100_000)
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert (counted, judge.asked, run.deals(CELLS[0])) == ([], [], 5_000)


def test_a_damaged_part_of_a_stopped_run_is_mended(tmp_path):
    play(tmp_path, 5_000)
    before = content(tmp_path)
    next(tmp_path.rglob("games-000001.parquet")).write_bytes(b"")
    play(tmp_path, 5_000)
    assert content(tmp_path) == before


def test_without_enough_all_games_are_played_and_more_may_follow(tmp_path):
    run = play(tmp_path, 10**6)
    assert [run.deals(cell) for cell in run.cells] == [15_000, 10_000]
    assert (run.stop.deals, run.stop.said) == (None, ("lacking",))
    before, judge = content(tmp_path), Enough(10**6)
    play(tmp_path, 0, judge=judge)
    assert (content(tmp_path), judge.asked) == (before, [])
    longer = play(tmp_path, 11_000, games=60_000)
    assert [longer.deals(cell) for cell in longer.cells] == [11_000, 11_000]


def test_what_is_finished_is_not_played_again_by_early_rounds(tmp_path):
    play(tmp_path, 10**6)
    before, counted = content(tmp_path), []
    next(tmp_path.rglob("games-000003.parquet")).unlink()
    judge = Enough(10**6)
    play(tmp_path, 0, judge=judge, progress=Counting(counted))
    assert judge.asked[0] == 500
    assert sum(counted) == 2 * (15_000 - 3 * 4_096)
    assert content(tmp_path) == before


def test_a_judge_is_asked_where_it_says_up_to_the_shorter_cell(tmp_path):
    judge = Enough(10**6)
    play(tmp_path, 0, judge=judge)
    # of the cells 10,000 deals are common
    assert judge.asked == [500, 1_250, 3_125, 7_813, 10_000]


def test_cells_added_later_are_judged_with_the_others(tmp_path):
    play(tmp_path, 700, cells=CELLS[:1])
    judge = Enough(5_000)
    run = play(tmp_path, 0, judge=judge)
    assert judge.asked
    assert [run.deals(cell) for cell in run.cells] == [5_000, 5_000]


@pytest.mark.parametrize(
    ("there", "asked", "message"),
    [
        (Enough(700), None, 'stop: {"half_width":{"turns":0.5}} stored, no [stop] requested'),
        (None, Enough(700), 'stop: no [stop] stored, {"half_width":{"turns":0.5}} requested'),
        (Enough(700), Enough(700, StopRule(decided=("turns",))), '{"decided":["turns"]} requested'),
    ],
)
def test_another_rule_is_another_run(tmp_path, there, asked, message):
    play_batch(CELLS, 4_000, tmp_path, progress=Quiet(), judge=there)
    before = content(tmp_path)
    with pytest.raises(UsageError) as error:
        play_batch(CELLS, 4_000, tmp_path, progress=Quiet(), judge=asked)
    assert message in str(error.value)
    assert str(tmp_path) in str(error.value)
    assert content(tmp_path) == before


def test_a_rule_needs_games_to_judge_by(tmp_path):
    with pytest.raises(UsageError, match='log = "none" keeps no games'):
        play(tmp_path, 700, log="none")
