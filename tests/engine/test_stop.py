"""Runs that a judge stops: the same bytes whatever the way there, and exactly as many deals as it says."""

import json

import pytest

from simkit.engine.play import play_batch
from simkit.engine.progress import Quiet
from simkit.engine.stop import Found, StopRule, ahead
from simkit.errors import UsageError
from simkit.store.manifest import MANIFEST, read_manifest
from tests.engine import draws
from tests.engine.test_play import content

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


@pytest.mark.parametrize("log", ["games", "turns"])
@pytest.mark.parametrize("deals", [500, 501, 4_096, 4_097, 9_000])
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


def test_cells_added_later_are_judged_with_the_others(tmp_path):
    play(tmp_path, 700, cells=CELLS[:1])
    judge = Enough(5_000)
    run = play(tmp_path, 0, judge=judge)
    assert judge.asked
    assert [run.deals(cell) for cell in run.cells] == [5_000, 5_000]


@pytest.mark.parametrize(
    ("there", "asked", "message"),
    [
        (Enough(700), None, 'stop: {"half_width":{"turns":0.5}} there, no [stop] asked for'),
        (None, Enough(700), 'stop: no [stop] there, {"half_width":{"turns":0.5}} asked for'),
        (Enough(700), Enough(700, StopRule(decided=("turns",))), '{"decided":["turns"]} asked for'),
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
