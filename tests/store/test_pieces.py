"""Pieces of parts that are played slowly: only seconds are lost, and the bytes are those of an undisturbed run."""

import numpy as np
import pytest

from simkit.model.columns import MISSING
from simkit.model.parts import Part
from simkit.store import pieces as pieces_module
from simkit.store.pieces import PIECES, Pieces, kept_when_stopped, remove_pieces
from tests.engine import draws
from tests.engine.test_play import Stopping, content, play

pytestmark = pytest.mark.usefixtures("draws_game")
PART = Part("cell", 2, 1000, 100)
GAMES = 3 * 2 * 2**10


class Clock:
    """A clock that a test moves."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def rows(first, deals):
    games = np.arange(first, first + deals)
    wide = [games * 2**40, -games, games - 1004, np.full(deals, MISSING), np.full(deals, 2**63 - 1)]
    return {"games": np.stack(wide), "turns": np.full((3, deals - 1), first)}


def slow(root, seconds=1.0, until=1100):
    """Play the part in chunks of 10 deals, each of which takes so long; those played, not found."""
    clock = Clock()
    pieces, deal, played = Pieces(root, PART, ["games", "turns"], clock), 1000, []
    while deal < until:
        found = pieces.take(deal, 1100 - deal)
        if found is None:
            deals = min(10, pieces.room(deal))
            clock.now += seconds
            pieces.add(deal, deals, rows(deal, deals))
            played.append(deal)
        else:
            deals = found[0]
            assert all(np.array_equal(found[1][name], rows(deal, deals)[name]) for name in ("games", "turns"))
        deal += deals
    return played


def test_a_kill_loses_less_than_ten_seconds_of_play(tmp_path):
    assert slow(tmp_path, until=1080) == list(range(1000, 1080, 10))
    assert slow(tmp_path) == [1000, 1010, 1020, 1030, 1080, 1090]
    assert slow(tmp_path) == [1080, 1090]  # these were not yet on disk


def interrupted(root):
    with kept_when_stopped(root, PART, ["games", "turns"]) as pieces:
        pieces._keeps = True
        pieces.add(1000, 10, rows(1000, 10))
        raise KeyboardInterrupt


def test_an_end_that_is_noticed_keeps_all(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        interrupted(tmp_path)
    assert slow(tmp_path)[0] == 1010


def test_nothing_is_kept_of_what_is_soon_played_again(tmp_path):
    slow(tmp_path, seconds=0.8)
    assert list(tmp_path.iterdir()) == []


def test_damaged_pieces_are_played_again_and_fewer_deals_take_what_fits(tmp_path):
    slow(tmp_path)
    slow(tmp_path)
    first, last = sorted((tmp_path / PIECES / "cell" / "000002").iterdir())
    first.write_bytes(first.read_bytes()[:-1] + b"x")
    assert slow(tmp_path) == [1000, 1010, 1020, 1030, 1080, 1090]
    last.write_bytes(b"")
    assert slow(tmp_path)[0] == 1040
    pieces = Pieces(tmp_path, PART, ["games", "turns"])
    assert pieces.take(1000, 9) is None
    assert pieces.take(1010, 10)[0] == 10
    assert Pieces(tmp_path, PART, ["games"]).take(1010, 10) is None
    remove_pieces(tmp_path, PART.key)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def eager(monkeypatch):
    """Keep pieces from the first chunk on, and write each at once."""
    monkeypatch.setattr(pieces_module, "_EVERY", 0.0)
    monkeypatch.setattr(pieces_module, "_WORTH", 0.0)


@pytest.mark.parametrize("log", ["none", "games", "turns"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_again_and_again_a_run_comes_to_the_same_bytes(tmp_path, eager, log, jobs):
    play(tmp_path / "whole", GAMES, log=log)
    for chunk_deals in (70, 300, 90):
        with pytest.raises(KeyboardInterrupt):
            play(tmp_path / "cut", GAMES, log=log, jobs=jobs, chunk_deals=chunk_deals, progress=Stopping(1500))
        assert (tmp_path / "cut" / PIECES).is_dir()
    play(tmp_path / "cut", GAMES, log=log, jobs=jobs)
    assert content(tmp_path / "cut") == content(tmp_path / "whole")
    assert not (tmp_path / "cut" / PIECES).exists()


def test_what_is_kept_is_not_played_again(tmp_path, eager, monkeypatch):
    with pytest.raises(KeyboardInterrupt):
        play(tmp_path, GAMES, jobs=1, chunk_deals=100, progress=Stopping(3000))
    played = []
    load = draws.load

    def counting(*arguments):
        kernel = load(*arguments)
        call = kernel.call

        def count(first, deals, *more):
            played.append((first, deals))
            return call(first, deals, *more)

        object.__setattr__(kernel, "call", count)
        return kernel

    monkeypatch.setattr("simkit.engine.pool.load_kernel", counting)
    monkeypatch.setattr("simkit.engine.pool._kernels", {})
    play(tmp_path, GAMES, jobs=1, chunk_deals=100)
    again = sorted(deal for first, deals in played for deal in range(first, first + deals) if deal < 1500)
    assert again == list(range(100))  # the first chunk, after which the part is seen to take long
