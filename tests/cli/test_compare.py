"""``simkit compare`` from the command line, with games that are played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.console import run_command
from tests.games.farkle.known import EXACT

BOT = '[[seats]]\nstrategy = "bank-at"\nbank_at = 300\nstop_at_target = false\n'
LEVEL = 1 - 1e-6

EARLY = f"""
game = "ten-thousand"
variant = "no-endgame"
{BOT}
{BOT}
[run]
games = 60_000
[variants.t350]
seats.1.bank_at = 350
[variants.t500]
seats.1.bank_at = 500
"""

BY_DICE = '[[seats]]\nstrategy = "bank-at-by-dice"\n' + "".join(f"bank_{dice} = 300\n" for dice in range(1, 7))

EARLY_BY_DICE = EARLY.replace(BOT, BY_DICE)
for _points in (350, 500):
    _changes = ", ".join(f"bank_{dice} = {_points}" for dice in range(3, 7))
    EARLY_BY_DICE = EARLY_BY_DICE.replace(f"seats.1.bank_at = {_points}", f"seats.1 = {{ {_changes} }}")

ENDGAMES = """
game = "ten-thousand"
variant = "no-endgame"
{seats}
[run]
games = 60_000
[variants.single_roll]
variant = "single-roll"
[variants.single_turn]
variant = "single-turn"
{stops}
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "early.toml"
    path.write_text(EARLY)
    return path


def compared(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[tuple[str, str, int | None], Any]:
    """Rows of ``simkit compare`` by cell, statistic and seat."""
    ended = run_command(capsys, "compare", *arguments, "--format", "json", "--quiet")
    assert ended.code == 0, ended.err
    rows = [row for contrast in json.loads(ended.out)["contrasts"] for row in contrast["rows"]]
    return {(row["cell"], row["statistic"], row["seat"]): row for row in rows}


@pytest.mark.parametrize(
    ("text", "least"),
    # Measured with 100,000 deals and more: 5.9 and 2.4, 20 and 5.1; with bots that bank at 300 with two dice or fewer
    # and stop at the target, 25 and 9.8, 121 and 27. The ratio of two variances of 60,000 deals has a relative standard
    # error of about 1.5 %, and the nearest bound is 11 % away: seven of them.
    [
        (EARLY, {"t350": (5, 18), "t500": (2, 4.5)}),
        (EARLY_BY_DICE, {"t350": (20, 100), "t500": (8, 23)}),
    ],
    ids=["bank-at", "bank-at-by-dice"],
)
def test_variance_reduction_of_common_deals(capsys, config, tmp_path, text, least) -> None:
    config.write_text(text)
    rows = compared(capsys, config, "--out", tmp_path / "run")
    for cell, (wins, turns) in least.items():
        assert rows[cell, "win_rate", 1]["reduction"] >= wins
        assert rows[cell, "turns", None]["reduction"] >= turns
    again = compared(capsys, tmp_path / "run")
    assert again == rows


@pytest.mark.parametrize("seats", [1, 2])
def test_exact_differences_lie_inside(capsys, tmp_path, seats) -> None:
    # Six intervals with one seat, three with two: a false alarm with chance 6e-6 at most. Differences that are wrong by
    # 0.1 turns or 0.011 in the chance to win (9.7 standard errors) are found but for a chance of 1e-6.
    path = tmp_path / "endgames.toml"
    # the published bot of single-turn stops at the target
    stops = "\n".join(f"seats.{seat + 1}.stop_at_target = true" for seat in range(seats))
    path.write_text(ENDGAMES.format(seats=BOT * seats, stops=stops))
    exact = {name.replace("-", "_"): EXACT["game"][name]["300"] for name in EXACT["game"]}
    for against in ("base", "single_roll"):
        rows = compared(capsys, path, "--out", tmp_path / "run", "--level", LEVEL, "--against", against)
        there = exact["no_endgame" if against == "base" else against]
        for cell in {"single_roll", "single_turn"} - {against}:
            expected = [here - other for here, other in zip(exact[cell], there, strict=True)]
            if seats == 1:
                found = [(rows[cell, "turns", None], expected[0]), (rows[cell, "turns_sd", None], expected[1])]
            else:
                found = [(rows[cell, "win_rate", 1], expected[2])]
            for row, value in found:
                assert row["low"] <= value <= row["high"]


def test_a_run_with_another_seed_is_independent(capsys, config, tmp_path) -> None:
    for seed in (1, 2):
        out = tmp_path / f"seed{seed}"
        done = run_command(capsys, "run", config, "--games", 2_000, "--seed", seed, "--out", out, "--quiet")
        assert done.code == 0, done.err
    rows = compared(capsys, tmp_path / "seed1", tmp_path / "seed2")
    assert not rows["seed2/base", "turns", None]["paired"]
    assert rows["seed1/t350", "turns", None]["paired"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["early.toml", "--set", "variants={}"], 2, "early.toml: nothing to compare: it has one cell"),
        (["early.toml", "early.toml"], 2, "early.toml: a config must be the only argument"),
        (["early.toml", "--set", "run.log=none"], 2, 'log = "none" keeps no games to analyse'),
        (["early.toml", "--against", "t35"], 2, "--against t35: there is no such cell; did you mean t350?"),
        (["early.toml", "--statistic", "win"], 2, "--statistic win: there is no such statistic"),
        (["early.toml", "--level", "95"], 2, "must lie between 0 and 1"),
        (["early.toml", "--margin", "turns"], 2, "--margin turns: must be NAME=VALUE"),
        (["empty", "--seed", "3"], 2, "empty: a run directory is read as it was played"),
        (["empty"], 4, "empty: not a run directory"),
        (["absent.toml"], 2, "absent.toml: there is no such file"),
    ],
)
def test_wrong_usage_is_one_clear_message(capsys, config, monkeypatch, arguments, code, message) -> None:
    monkeypatch.chdir(config.parent)
    Path("empty").mkdir()
    ended = (
        run_command(capsys, "compare", *arguments, "--games", "10", *(["--quiet"] if code == 2 else []))
        if ("empty" not in arguments)
        else run_command(capsys, "compare", *arguments)
    )
    assert (ended.code, ended.out) == (code, "")
    assert message in ended.err
    assert not Path("runs").exists()  # nothing was played first
    assert "Traceback" not in ended.err


BROKEN = "def wild(view, params):\n    return 7\n"


def test_a_matrix_is_played_extended_and_kept_going(capsys, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bots.py").write_text(BROKEN)
    text = f'game = "ten-thousand"\n[rules]\ntarget = 2_000\n{BOT}{BOT}[run]\ngames = 1_000\n[matrix]\n'
    path = Path("sweep.toml")
    path.write_text(text + '"seats.1.bank_at" = [300, 400]\n')
    assert run_command(capsys, "run", path, "--quiet").code == 0
    before = {one: one.read_bytes() for one in Path("runs").rglob("*.parquet")}
    path.write_text(text + '"seats.1.bank_at" = [300, 350, 400]\ninclude = [{ seats.2.strategy = "bots.py:wild" }]\n')
    # a key of no axis goes to every point: each cell is another one, and the bot breaks its contract in them
    ended = run_command(capsys, "run", path, "--quiet")
    assert ended.code == 5
    assert "bot wild answered 7 to roll_again" in ended.err
    path.write_text(text + '"seats.1.bank_at" = [300, 350, 400, 9_000]\n')
    ended = run_command(capsys, "run", path, "--quiet", "--format", "csv")
    assert ended.code == 0
    assert {line.split(",")[1] for line in ended.out.splitlines()[1:]} == {
        f"bank_at={points}" for points in (300, 350, 400, 9000)
    }
    assert all(one.read_bytes() == content for one, content in before.items())


def test_keep_going_prints_what_was_finished_and_fails(capsys, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bots.py").write_text(BROKEN)
    text = f'game = "ten-thousand"\n[rules]\ntarget = 2_000\n{BOT}{BOT}[run]\ngames = 1_000\n'
    Path("odd.toml").write_text(text + '[variants.odd]\nseats.2.strategy = "bots.py:wild"\n')
    fast = run_command(capsys, "run", "odd.toml", "--quiet", "--out", "fast")
    assert (fast.code, fast.out) == (5, "")
    going = run_command(capsys, "run", "odd.toml", "--quiet", "--keep-going")
    assert going.code == 5
    assert going.out.startswith("The starter wins ")
    assert "odd" not in going.out
    assert "bot wild answered 7 to roll_again" in going.err
    assert going.err.endswith("1 of 2 cells could not be finished; the others are\n")
