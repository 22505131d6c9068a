"""``simkit tune`` from the command line, with games that are played."""

from __future__ import annotations

import csv
import io
import json
import shlex
from pathlib import Path

import pytest

import simkit.tuning
from simkit.engine.progress import Quiet
from simkit.games.farkle.exact import turn_law
from tests.cli.console import run_command
from tests.games.farkle.known import RULES

BOT = '[[seats]]\nstrategy = "bank-at"\nbank_at = 300\nstop_at_target = false\n'
HEAD = 'game = "ten-thousand"\nvariant = "no-endgame"\n'
TUNE = """[tune]
vary = "rules.target"
from = 500
to = 4_500
step = 50
statistic = "turns"
target = 8
"""
CONFIG = f"{HEAD}{BOT}[run]\ngames = 2_000\n{TUNE}"
PAIR = HEAD + BOT * 2 + '[run]\ngames = 2_000\nseatings = "rotate"\n' + TUNE


def mean_turns(most: int) -> list[float]:
    """Turns that the bot of BOT needs on average, by the target in steps of 50.

    It does not look at the target, so the turns are a renewal process: m(t) = 1 + sum over a turn's points p of
    P(p) m(t - p), and a turn without points repeats.
    """
    law = turn_law(RULES["no-endgame"], 300)
    chances = {points // 50: chance for points, chance in law.points.items()}
    means = [0.0]
    for left in range(1, most // 50 + 1):
        after = sum(chance * means[max(left - points, 0)] for points, chance in chances.items() if points)
        means.append((1 + after) / (1 - chances[0]))
    return means


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("pair.toml").write_text(PAIR)
    Path("c.toml").write_text(CONFIG)
    return Path("c.toml")


def contents(root: str) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(Path(root).rglob("*")) if path.is_file()}


def crossing(target: float) -> tuple[int, int]:
    """The two targets of the game between which it takes so many turns on average."""
    means = mean_turns(4_500)
    above = next(place for place, mean in enumerate(means) if mean >= target)
    return 50 * (above - 1), 50 * above


def test_the_value_is_found_where_it_is_known_to_be(capsys, config) -> None:
    # At 1 - 1e-6 the interval holds the crossing that is known from the law of one turn; 2,000 games know a mean of 8
    # turns to 0.05, 0.24 at that level, which is 3 steps of 50 points.
    ended = run_command(capsys, "tune", config, "--quiet", "--format", "json", "--level", "0.999999")
    assert ended.code == 0, ended.err
    found = json.loads(ended.out)
    low, high = crossing(8)
    assert found["answer"] == "found"
    assert found["low"] <= low < high <= found["high"]
    assert found["high"] - found["low"] <= 700
    assert found["between"][0] <= found["crossing"] <= found["between"][1] == found["between"][0] + 50
    assert found["value"] in found["between"]
    assert [point["at"] for point in found["points"]] == sorted({point["at"] for point in found["points"]})
    assert len(found["points"]) < 16


@pytest.mark.slow
def test_coverage_of_a_known_value(config) -> None:
    # 100 seeds of 500 games; a bound of 5 standard errors, 11 %: half the width, which covers 67 %, is found.
    # The interval reaches to the next value, so it is wider than need be by about a sixth.
    low, high = crossing(8)
    held = 0
    for seed in range(100):
        found = simkit.tuning.tune(config, games=500, seed=seed, out=f"runs/{seed}", progress=Quiet())
        ends = found.interval
        assert found.found.answer == "found"
        held += (ends[0] or 0) <= low and high <= (ends[1] or 4_500)
    assert held / 100 > 0.95 - 0.11


def test_running_again_plays_nothing_and_a_new_target_only_what_is_new(capsys, config) -> None:
    first = run_command(capsys, "tune", config, "--quiet")
    before = contents("runs")
    assert run_command(capsys, "tune", config, "--quiet").out == first.out
    assert contents("runs") == before
    other = run_command(capsys, "tune", config, "--quiet", "--target", "9")
    assert other.code == 0
    after = contents("runs")
    parts = {name for name in before if name.endswith(".parquet")}
    assert {name: after[name] for name in parts} == {name: before[name] for name in parts}
    assert 0 < len(after) - len(before) < len(parts)  # the scouts are there already


def test_a_tune_that_was_killed_goes_on(capsys, config, monkeypatch) -> None:
    whole = run_command(capsys, "tune", config, "--quiet", "--out", "runs/whole")
    play, calls = simkit.tuning.play_batch, []

    def interrupted(cells, *args, **kwargs):
        calls.append(len(cells))
        if len(calls) == 3:
            raise KeyboardInterrupt
        return play(cells, *args, **kwargs)

    monkeypatch.setattr("simkit.tuning.play_batch", interrupted)
    ended = run_command(capsys, "tune", config, "--quiet", "--out", "runs/killed")
    assert (ended.code, ended.out) == (130, "")
    assert "interrupted" in ended.err
    kept = {name for name in contents("runs/killed") if name.endswith(".parquet")}
    assert len(kept) == calls[1] == 6  # five scouts and one more
    ended = run_command(capsys, "tune", config, "--quiet", "--out", "runs/killed")
    assert ended.out.replace("runs/killed", "runs/whole") == whole.out
    names = [{name.split("/", 2)[2] for name in contents(root)} for root in ("runs/whole", "runs/killed")]
    assert names[0] == names[1]


def test_several_keys_move_together_and_a_bot_may_be_asked_about(capsys, config) -> None:
    options = ["--vary", "seats.1.bank_at", "--from", "300", "--to", "1_000", "--statistic", "win_rate", "--bot", "1"]
    ended = run_command(capsys, "tune", "pair.toml", "-q", *options, "--target", "0.35", "--format", "json")
    found = json.loads(ended.out)
    assert (ended.code, found["answer"]) == (0, "found")
    # T = 300 ties with itself by symmetry; the bot banks less with a higher T
    assert found["points"][0]["value"] == 0.5
    assert {point["bot"].split(",")[0] for point in found["points"]} == {
        f"bank-at(bank_at={point['at']}" for point in found["points"]
    }
    both = ["--vary", "seats.1.bank_at", "--vary", "seats.2.bank_at", "--from", "600", "--to", "800"]
    ended = run_command(capsys, "tune", "pair.toml", "-q", *both, "--target", "53", "--set", "rules.target=10_000")
    assert ended.code == 0, ended.err
    assert ended.out.startswith("10000: seats.1.bank_at = seats.2.bank_at such that turns = 53\n")


ODD = """
from typing import Annotated, NamedTuple
from simkit.model.bot import Parameter

class Params(NamedTuple):
    bank_at: Annotated[int, Parameter("bank at this turn total", high=10_000)] = 300

def odd(view, params: Params):
    return 2 if params.bank_at > 600 and view.turn_total > 300 else int(view.turn_total < params.bank_at)
"""


def test_a_bot_that_breaks_its_contract_at_a_point_is_replayed_by_the_command_told(capsys, config) -> None:
    Path("odd.py").write_text(ODD)
    Path("odd.toml").write_text(CONFIG.replace('"bank-at"', '"odd.py:odd"').replace("stop_at_target = false\n", ""))
    options = ["--vary", "seats.1.bank_at", "--from", "200", "--to", "900", "--set", "rules.target=4_000"]
    ended = run_command(capsys, "tune", "odd.toml", "--quiet", *options, "--seed", "5")
    assert ended.code == 5
    told, replay = ended.err.splitlines()[-2:]
    begin, _, words = replay.partition("simkit ")
    assert begin == "replay it with: "
    assert "--set rules.target=4_000" in words
    again = run_command(capsys, *shlex.split(words))
    assert again.code == 5
    assert told.partition(", ")[2] in again.err  # all but the name of the cell
    assert "bot odd answered 2 to roll_again" in told


def test_forms(capsys, config) -> None:
    text, markdown, table = (
        run_command(capsys, "tune", config, "--quiet", "--format", form).out for form in ("text", "markdown", "csv")
    )
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [row["rules.target"] for row in rows] == sorted((row["rules.target"] for row in rows), key=float)
    assert {row["statistic"] for row in rows} == {"turns"}
    assert text.startswith("10000: rules.target such that turns = 8\n\n  rules.target = 2,")
    assert "95 % interval" in " ".join(text.split())
    assert "cells of runs/c-tune-rules.target" in text
    assert len([line for line in text.splitlines() if line.endswith("  2,000")]) == len(rows)
    lines = [line for line in markdown.splitlines() if line.startswith("|")]
    assert len(lines) == 2 + len(rows)
    assert {line.count("|") for line in lines} == {6}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--target", "80"], "no crossing: turns is below the target everywhere; nearest at rules.target = 4,500"),
        (["--games", "20", "--from", "2_400", "--to", "2_600"], "cannot tell with so few games"),
        (
            [
                "--vary",
                "seats.1.bank_at",
                "--to",
                "1_000",
                "--from",
                "50",
                "--target",
                "10",
                "--set",
                "rules.target=3000",
            ],
            "not monotone: turns rises over the range, but falls from",
        ),
    ],
)
def test_what_cannot_be_found_is_an_answer(capsys, config, options, said) -> None:
    ended = run_command(capsys, "tune", config, "--quiet", *options)
    assert ended.code == 3
    assert ended.err.startswith(f"c.toml: {said}")
    assert said in " ".join(ended.out.split())
    assert ended.out.count("\n") > 8  # the points that were seen


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["c.toml", "--statistic", "turn"], "there is no such statistic; did you mean turns?"),
        (["c.toml", "--statistic", "turns_"], "--statistic turns_: there is no such statistic"),
        (["c.toml", "--seat", "1"], "turns is reported for the game, not by seat: leave out --seat and --bot"),
        (["pair.toml", "--statistic", "win_rate"], "win_rate is reported by seat: give --seat or --bot, from 1 to 2"),
        (["c.toml", "--statistic", "win_rate", "--bot", "1"], 'bots keep their seats with seatings = "fixed"'),
        (["c.toml", "--set", "run.log=none"], 'log = "none" keeps no games'),
        (["c.toml", "--level", "1"], "--level 1.0: must lie between 0 and 1"),
        (["c.toml", "--vary", "rules.targt"], "there is no such rule; did you mean target?"),
        (["c.toml", "--to", "0"], "--set tune.to=0: leaves fewer than two values: 500 to 0 in steps of 50"),
        (["c.toml", "--to", "90_000", "--step", "1"], "has 89,501 values; at most 10,000 steps are searched"),
    ],
)
def test_wrong_usage_is_one_clear_message(capsys, config, arguments, message) -> None:
    ended = run_command(capsys, "tune", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert "Traceback" not in ended.err
    assert not Path("runs").exists()
