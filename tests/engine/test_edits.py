"""Edits in any order on one run directory: the run is always that of the cells last asked for, and of nothing else."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simkit.engine.play import play_batch
from simkit.engine.progress import Quiet
from simkit.errors import StoreError
from simkit.model.stop import StopRule
from simkit.store.manifest import write_manifest
from simkit.store.read import open_run
from tests.engine import draws
from tests.engine.test_play import Stopping, content
from tests.engine.test_stop import Enough

pytestmark = pytest.mark.usefixtures("draws_game")


@pytest.fixture(autouse=True)
def _no_waiting_for_the_disk(monkeypatch):
    monkeypatch.setattr("os.fsync", lambda _: None)


CELLS = [
    draws.cell(bonus=bonus, seats=seats, seed=seed) for bonus, seats, seed in itertools.product((0, 5), (2, 3), (1, 2))
]
GAMES = (7, 2_000, 9_000, 26_000)
"""Of two seats, 26,000 games are four parts of games and thirteen of turns."""
RULES = (StopRule(half_width={"turns": 0.5}), StopRule(decided=("turns",)))

lineups = st.lists(st.sampled_from(CELLS), min_size=1, max_size=3, unique_by=lambda cell: cell.id).map(
    lambda cells: [replace(cell, name="abc"[place]) for place, cell in enumerate(cells)]
)
judged = st.none() | st.builds(lambda deals, rule: (deals, rule), st.sampled_from((600, 4_096)), st.sampled_from(RULES))
requests = st.tuples(lineups, st.sampled_from(GAMES), st.sampled_from(("none", "games", "turns")), judged).map(
    lambda asked: asked if asked[3] is None or asked[2] != "none" else (*asked[:3], None)
)
disturbances = st.sampled_from((None, None, None, 0, 3_000, "others", "all"))
"""A run that is interrupted after so many games and then run again, or one that clears the directory before."""


def play(out, request, **options):
    cells, games, log, stop = request
    judge = None if stop is None else Enough(*stop)
    return play_batch(cells, games, out, log=log, judge=judge, **{"jobs": 1, "progress": Quiet(), **options})


def told(run):
    """Everything that a summary may be made of."""
    games = draws.GAME.table("games")
    rows = [run.table(cell, name).collect() for cell in run.cells for name in _tables(run.log)]
    cells = [(cell.name, cell.id, run.deals(cell), run.digests(cell, games)) for cell in run.cells]
    return cells, run.log, run.stop, [(frame.columns, frame.rows()) for frame in rows]


def _tables(log):
    return {"none": (), "games": ("games",), "turns": ("games", "turns")}[log]


def holds_after_edits(folder, edits):
    fresh = {}
    for number, (request, disturbed) in enumerate(edits):
        key = repr(request)
        if key not in fresh:
            fresh[key] = told(play(folder / f"fresh-{number}", request))
        clear = disturbed if isinstance(disturbed, str) else "nothing"
        if isinstance(disturbed, int):
            try:
                play(folder / "edited", request, chunk_deals=500, progress=Stopping(disturbed))
            except KeyboardInterrupt:
                _assert_fresh_or_incomplete(folder / "edited", fresh[key])
        assert told(play(folder / "edited", request, clear=clear)) == fresh[key]
        assert told(open_run(folder / "edited")) == fresh[key]


def _assert_fresh_or_incomplete(root, fresh):
    try:
        run = open_run(root)
    except StoreError as error:
        assert "incomplete" in str(error)  # noqa: PT017
    else:
        assert told(run) == fresh


def edits(most):
    return given(st.lists(st.tuples(requests, disturbances), min_size=2, max_size=most))


_SETTINGS = {"suppress_health_check": list(HealthCheck), "deadline": None, "derandomize": True}


@settings(max_examples=6, **_SETTINGS)
@edits(5)
def test_edits_in_any_order_give_what_a_fresh_run_gives(tmp_path_factory, edits):
    holds_after_edits(tmp_path_factory.mktemp("edits"), edits)


@pytest.mark.slow
@settings(max_examples=40, **_SETTINGS)
@edits(200)
def test_many_edits_in_any_order_give_what_a_fresh_run_gives(tmp_path_factory, edits):
    holds_after_edits(tmp_path_factory.mktemp("edits"), edits)


def test_a_run_that_is_killed_between_its_config_and_its_games_is_incomplete(tmp_path, monkeypatch):
    before, after = (CELLS[:2], 2_000, "games", None), (CELLS[:1], 2_000, "games", None)
    play(tmp_path, before)
    with monkeypatch.context() as patch:
        patch.setattr("simkit.engine.play.begin", _killed)
        with pytest.raises(KeyboardInterrupt):
            play(tmp_path, after)
    with pytest.raises(StoreError, match="incomplete: its config was edited and not played since"):
        open_run(tmp_path)
    run = play(tmp_path, after)
    assert [cell.id for cell in run.cells] == [CELLS[0].id]


def _killed(*_):
    raise KeyboardInterrupt


def test_a_cell_that_comes_back_is_not_played_again(tmp_path):
    play(tmp_path, (CELLS[:1], 9_000, "games", None))
    play(tmp_path, (CELLS[1:2], 9_000, "games", None))
    with pytest.raises(KeyboardInterrupt):
        play(tmp_path, (CELLS[2:3], 9_000, "games", None), progress=Stopping(0))
    play(tmp_path, (CELLS[:2], 9_000, "games", None), progress=Stopping(0))


def test_a_less_detailed_log_keeps_what_was_logged(tmp_path):
    play(tmp_path, (CELLS[:1], 9_000, "turns", None))
    before = content(tmp_path / "cells")
    for log in ("games", "none", "turns"):
        play(tmp_path, (CELLS[:1], 9_000, log, None), progress=Stopping(0))
        assert content(tmp_path / "cells") == before


def test_a_more_detailed_log_is_played_again_into_the_bytes_of_a_fresh_run(tmp_path):
    for log in ("none", "games", "turns"):
        play(tmp_path / "run", (CELLS[:1], 9_000, log, None))
        play(tmp_path / log, (CELLS[:1], 9_000, log, None))
        assert content(tmp_path / "run") == content(tmp_path / log)


def test_a_directory_that_an_earlier_simkit_wrote_is_read(tmp_path):
    run = play(tmp_path, (CELLS[:1], 2_000, "games", None))
    write_manifest(tmp_path, run.manifest.model_copy(update={"config": None}))
    assert told(open_run(tmp_path)) == told(run)
