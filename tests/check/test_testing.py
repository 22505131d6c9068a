"""``simkit.testing`` as another project's tests use it."""

from __future__ import annotations

import pytest

from simkit.errors import UsageError
from simkit.testing import assert_baseline, assert_statistic
from tests.check.setting import baseline_of, batch_of, write_config

ALONE = 'game = "sto-dwadziescia"\n[[seats]]\nstrategy = "roller"\n'
TURNS = 12.3519855844
"""Exact mean number of turns to 120 alone: data/sto_dwadziescia_exact.toml."""


def test_a_baseline_holds_or_the_verdict_is_the_message(tmp_path) -> None:
    from simkit.check.files import write_baseline

    config = write_config(tmp_path)
    write_baseline(tmp_path / "b.toml", baseline_of(batch_of(tmp_path)))
    assert assert_baseline(config, tmp_path / "b.toml").word == "identical"
    changed = {"settings": ["rules.double_bonus=25"], "allow_changes": True}
    with pytest.raises(AssertionError, match="different in "):
        assert_baseline(config, tmp_path / "b.toml", **changed)
    with pytest.raises(AssertionError, match="cannot tell in "):
        assert_baseline(config, tmp_path / "b.toml", seed=9, max_games=20_000)
    assert assert_baseline(config, tmp_path / "b.toml", seed=9, undecided="pass").word == "cannot tell"


def test_a_known_value_is_held_to(tmp_path) -> None:
    # Right: fails with a chance of 0.001. Off by 0.2 with a margin of 0.1, 20 standard errors: is found.
    path = tmp_path / "alone.toml"
    path.write_text(ALONE)
    assert assert_statistic(path, "turns", TURNS, margin=0.1).word == "same"
    assert assert_statistic(path, "turns_sd", 2.58098109, margin=0.2).word == "same"
    with pytest.raises(AssertionError, match=r"against turns = 12\.552"):
        assert_statistic(path, "turns", TURNS + 0.2, margin=0.1)


def test_it_plays_on_until_it_can_tell(tmp_path) -> None:
    path = tmp_path / "alone.toml"
    path.write_text(ALONE)
    found = assert_statistic(path, "turns", TURNS, margin=0.05, games=10_240)
    assert found.cells[0].games > 10_240
    with pytest.raises(AssertionError, match="cannot tell: "):
        assert_statistic(path, "turns", TURNS, margin=0.01, games=10_240, max_games=10_240)


def test_shares_of_seats_and_bots(tmp_path) -> None:
    config = write_config(tmp_path)
    value = assert_statistic(config, "win_rate", 0.6, seat=1, margin=0.05).cells[0].verdicts[0]
    assert (value.seat, value.word) == (1, "same")
    for wrong in ({"seat": 3}, {"bot": 1}, {}):
        with pytest.raises(UsageError, match="win_rate"):
            assert_statistic(config, "win_rate", 0.5, margin=0.05, **wrong)
    with pytest.raises(UsageError, match="has no cell bas; it has base"):
        assert_statistic(config, "win_rate", 0.5, margin=0.05, cell="bas")
