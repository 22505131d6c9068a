"""``simkit baseline`` and ``simkit check`` as a pipeline calls them."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from tests.check.setting import CONFIG
from tests.cli.console import run_command


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("small.toml").write_text(CONFIG)
    return tmp_path


def baseline(capsys, *arguments: object):
    return run_command(capsys, "baseline", "small.toml", "--out", "b.toml", "--quiet", *arguments)


def check(capsys, *arguments: object):
    return run_command(capsys, "check", "small.toml", "--baseline", "b.toml", "--quiet", *arguments)


def test_unchanged_is_identical(capsys, folder) -> None:
    ended = baseline(capsys)
    assert (ended.code, ended.out) == (0, "b.toml\nb.blocks.parquet\n")
    ended = check(capsys)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("identical: small.toml against b.toml\n")
    assert "every one of 20,224 deals came out as it was" in ended.out
    assert not Path("runs").exists()  # outcomes are not kept


def test_a_planted_change_is_different(capsys, folder) -> None:
    assert baseline(capsys, "--deals").code == 0
    ended = check(capsys, "--set", "rules.double_bonus=21", "--allow-changes")
    assert ended.code == 1
    assert ended.out.startswith("different in ")
    assert "note: rules.double_bonus = 21, recorded with 20" in ended.out
    command = next(line for line in ended.out.splitlines() if "--deal " in line).strip()
    told = run_command(capsys, *shlex.split(command)[1:])
    assert told.code == 0
    assert "rolls 1 1, a double: 23 points" in told.out
    assert check(capsys, "--set", "rules.double_bonus=21", "--allow-changes", "--exit-zero").code == 0


def test_other_deals_are_independent_and_play_on(capsys, folder) -> None:
    assert baseline(capsys).code == 0
    ended = check(capsys, "--seed", "6")
    assert ended.code == 3
    assert "seed 6, recorded with 5: other deals, so the comparison is unpaired" in ended.out
    assert "80,896 games in 80,896 deals, 20,224 games recorded; independent deals" in ended.out
    assert "a baseline of about" in ended.out
    assert check(capsys, "--seed", "6", "--strict").code == 1
    ended = check(capsys, "--seed", "6", "--margin", "win_rate=0.5", "--max-games", "20_224")
    assert "20,224 games in 20,224 deals" in ended.out


def test_wide_margins_are_same_on_other_deals(capsys, folder) -> None:
    text = CONFIG + "[check]\nmargins = { win_rate = 0.1, turns = 1 }\nalpha = 0.01\n"
    Path("small.toml").write_text(text)
    assert baseline(capsys).code == 0
    ended = check(capsys, "--seed", "6")
    assert ended.code == 0
    assert ended.out.startswith("same: ")
    assert "at most 0.01 in all 3 metrics together" in ended.out


def test_part_of_the_games_is_not_identical(capsys, folder) -> None:
    assert baseline(capsys).code == 0
    ended = check(capsys, "--max-games", "10_500")
    assert "no deal of 10,428 deals played differs; 20,224 games are recorded" in ended.out
    assert ended.out.startswith(("same", "cannot tell"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--set", "rules.target=31"],
            "b.toml: cell base: rules.target = 30 there, 31 in the config; if that is meant",
        ),
        (["--set", "run.seatings=rotate"], None),
        (["--set", "run.max_turns=9"], "run.max_turns = 10000 there, 9 in the config"),
        (["--set", "variants.x.rules.target=31"], "b.toml: has no cell x; if that is meant, record the baseline again"),
        (["--margin", "turns_sd=1"], "b.toml: has no turns_sd, which the margins name"),
        (["--margin", "turns_p50=1"], "b.toml: has no turns_p50"),
        (["--margin", "turns=x"], "--margin turns=x: must be NAME=VALUE"),
        (["--alpha", "2"], "alpha = 2.0: must lie between 0 and 1"),
        (["--set", "check.alpha=1"], "check.alpha=1: must be below 1"),
        (["--set", "check.margins.turns=-1"], "must be above 0"),
        (["--set", 'check.margins.turns="x"'], "must be a number"),
    ],
)
def test_what_does_not_match_is_refused(capsys, folder, arguments, message) -> None:
    assert baseline(capsys, "--games", "1_000").code == 0
    ended = check(capsys, *arguments)
    if message is None:  # two equal bots have one seating
        assert "run.seatings = fixed there, rotate in the config" in ended.err
    else:
        assert message in ended.err
    assert (ended.code, ended.out) == (2, "")
    assert "Traceback" not in ended.err


def test_a_statistic_or_rule_that_is_gone_is_told(capsys, folder) -> None:
    assert baseline(capsys, "--games", "1_000").code == 0
    text = Path("b.toml").read_text()
    for old, new, message in (
        ('statistic = "winning_margin"', 'statistic = "winning_margn"', None),
        ("double_bonus = 20", "doubles_bonus = 20", "rule doubles_bonus no longer exists (is it now double_bonus?)"),
        ('game = "sto-dwadziescia"', 'game = "piatka"', "game = piatka there, sto-dwadziescia in the config"),
        ('strategy = "roller"', 'strategy = "rolle"', "seats.1.strategy = rolle there, roller in the config"),
    ):
        Path("b.toml").write_text(text.replace(old, new, 1))
        ended = check(capsys)
        assert ended.code == (4 if message is None else 2)
        assert (message or "damaged") in ended.err


def test_numbers_that_somebody_changed_are_told(capsys, folder) -> None:
    assert baseline(capsys, "--games", "1_000").code == 0
    text = Path("b.toml").read_text()
    line = next(line for line in text.splitlines() if 'statistic = "turns"' in line)
    Path("b.toml").write_text(text.replace(line, line.replace("value = 5", "value = 6")))
    ended = check(capsys)
    assert (ended.code, ended.out) == (4, "")
    assert ended.err.startswith("b.toml: damaged: cell base: turns is not what its blocks say; restore it from version")


def test_a_cell_that_is_gone_is_told(capsys, folder) -> None:
    assert baseline(capsys, "--games", "1_000", "--set", "variants.x.rules.target=31").code == 0
    ended = check(capsys)
    assert (ended.code, ended.err) == (2, "b.toml: cell x is not in the config, which has base\n")


def test_updating_shows_what_moves(capsys, folder) -> None:
    assert baseline(capsys).code == 0
    before = Path("b.toml").read_text()
    ended = baseline(capsys)
    assert (ended.code, ended.out) == (0, "")
    changed = ("--set", "rules.double_bonus=25")
    ended = baseline(capsys, *changed)
    assert ended.code == 2
    assert "different in " in ended.out
    assert ended.err == "b.toml: is there and differs from what comes out now; --accept writes it anew\n"
    assert Path("b.toml").read_text() == before
    assert baseline(capsys, *changed, "--accept").code == 0
    assert check(capsys, *changed).code == 0
    Path("b.blocks.parquet").write_bytes(b"")
    assert baseline(capsys, *changed).code == 4
    assert baseline(capsys, *changed, "--accept").code == 0


def test_it_warns_of_what_is_hardly_known(capsys, folder) -> None:
    ended = run_command(capsys, "baseline", "small.toml", "--out", "b.toml", "--games", "1_000")
    assert "is wider than a third of the margin" in ended.err
    ended = run_command(capsys, "baseline", "small.toml", "--out", "b", "--games", "1_000", "-q")
    assert (ended.code, ended.err) == (2, "--out b: must end in .toml, such as b.toml\n")


BOT_CONFIG = """\
game = "ten-thousand"
[rules]
target = 2_000
[[seats]]
strategy = "bots.py:careful"
[[seats]]
strategy = "bots.py:careful"
[run]
games = 12_000
[check]
margins = { turns = 0.1, win_rate = 0.01 }
"""

BOT = "def careful(view, params):\n    return 1 if view.turn_total < %d else 0\n"


def test_a_changed_bot_is_told_and_judged(capsys, folder) -> None:
    Path("small.toml").write_text(BOT_CONFIG)
    Path("bots.py").write_text(BOT % 300)
    assert baseline(capsys).code == 0
    Path("bots.py").write_text("def unused():\n    return 1\n\n\n" + BOT % 300)
    ended = check(capsys)
    assert ended.code == 0
    assert ended.out.startswith("identical")
    assert "has changed" not in ended.out  # what it does not reach is not part of it
    Path("bots.py").write_text((BOT % 300).replace("300", "300 + 0"))
    ended = check(capsys)
    assert ended.code == 0
    assert ended.out.startswith("identical")
    assert "note: seat 1: the source of bots.py:careful has changed" in ended.out
    Path("bots.py").write_text(BOT % 350)
    ended = check(capsys)
    assert ended.code == 1
    assert "outcomes differ in 256 of 256 blocks: deals 0 to 46, 47 to 93," in ended.out


def test_the_rate_of_false_alarms_is_that_of_the_whole_file(capsys, folder) -> None:
    def half(*arguments: str) -> float:
        ended = check(capsys, *changed, "--format", "json", *arguments)
        lines = [line for cell in json.loads(ended.out)["cells"] for line in cell["metrics"]]
        (turns,) = (line for line in lines if line["statistic"] == "turns")
        return (turns["high"] - turns["low"]) / 2

    assert baseline(capsys).code == 0
    changed = ("--set", "rules.double_bonus=21", "--allow-changes")
    alone = ("--set", "check.margins.turns=0.1")
    # fourteen metrics, each at a fourteenth: ties are shared, so that tie_breaks is none
    assert half() == pytest.approx(half(*alone, "--alpha", repr(0.001 / 14)), rel=1e-9)
    assert half() > 1.1 * half(*alone)
