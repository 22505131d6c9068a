"""Edit and run again, as a user does: a config and its file of bots change, the run directory stays."""

import random
from pathlib import Path

import pytest

import simkit
from simkit.engine.progress import Quiet
from simkit.report.summary import summarize
from simkit.report.sweep import summary_page
from tests.cli.console import run_command

BOTS = '''"""Bots of a test."""

{remark}


def mine(view, params):
    return int(view.turn_total < {limit})


def other(view, params):
    return int(view.turn_total < 400)
'''

CONFIG = """
game = "ten-thousand"
rules = {{ target = {target} }}
[[seats]]
strategy = "bots.py:mine"
[[seats]]
strategy = "{strategy}"
[run]
games = {games}
seed = {seed}
log = "{log}"
{variants}
"""

CHOICES = {
    "limit": (300, 500),
    "remark": ("# one", "# another", "UNUSED = 1"),
    "target": (1_000, 1_500),
    "strategy": ("bank-at", "bots.py:other"),
    "games": (60, 200),
    "seed": (1, 2),
    "log": ("games", "turns"),
    "variants": ("", "[variants.far]\nrules.target = 2_000", "[variants.long]\nrules.target = 2_000"),
}


def summary(config, out):
    run = simkit.run(config, out=out, jobs=1, progress=Quiet())
    return summary_page(summarize(run.stored), "text", 100)


def played_after_edits(count, seed):
    draw, fresh = random.Random(seed), {}
    state = {key: choices[0] for key, choices in CHOICES.items()}
    for _ in range(count):
        key = draw.choice(list(CHOICES))
        state[key] = draw.choice(CHOICES[key])
        Path("bots.py").write_text(BOTS.format(**state))
        Path("c.toml").write_text(CONFIG.format(**state))
        now = tuple(value for key, value in state.items() if key != "remark")
        if now not in fresh:
            fresh[now] = summary("c.toml", f"fresh-{len(fresh)}")
        assert summary("c.toml", "runs/edited") == fresh[now], state


@pytest.mark.parametrize("count", [30, pytest.param(200, marks=pytest.mark.slow)])
def test_edits_of_config_and_bots_give_the_summaries_of_fresh_runs(tmp_path, monkeypatch, count):
    monkeypatch.chdir(tmp_path)
    played_after_edits(count, seed=count)


PLAIN = """
game = "ten-thousand"
rules = { target = 1_000 }
[[seats]]
strategy = "bank-at"
[run]
games = 100
"""
FAR, LONG = "[variants.far]\nrules.target = 1_500\n", "[variants.long]\nrules.target = 2_000\n"


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run the config with these variants into runs/c; returns how the command ended."""
    monkeypatch.chdir(tmp_path)

    def ended(variants, *options, command="run"):
        Path("c.toml").write_text(PLAIN + variants)
        return run_command(capsys, command, "c.toml", *options)

    return ended


def remarks(ended):
    """Lines on stderr that are no progress."""
    assert ended.code == 0, ended.err
    return [line for line in ended.err.splitlines() if line.startswith("simkit: runs/c:")]


def test_what_is_kept_added_and_dropped_is_told_once(run):
    assert remarks(run(FAR)) == []
    assert remarks(run(FAR)) == []
    assert remarks(run(LONG)) == [
        "simkit: runs/c: keeps base; adds long; no longer in the config, but kept until --prune: far"
    ]
    assert remarks(run(LONG)) == []
    assert remarks(run(LONG + FAR)) == ["simkit: runs/c: keeps base, long, far"]
    assert remarks(run(LONG + FAR.replace("far", "wide"))) == []


def test_compare_keeps_and_prunes_as_run_does(run):
    run(FAR)
    assert remarks(run(LONG, "--prune", command="compare")) == ["simkit: runs/c: keeps base; adds long; removes far"]
    assert remarks(run(LONG, "--prune")) == []
    assert remarks(run(LONG, "--fresh", command="compare")) == ["simkit: runs/c: starts anew"]


def test_a_run_directory_by_itself_is_of_the_config_last_run(run, capsys):
    run(FAR)
    last = run(LONG)
    assert run_command(capsys, "summarize", "runs/c").out == last.out
    assert "far" not in run_command(capsys, "compare", "runs/c").out
    ended = run_command(capsys, "compare", "runs/c", "--prune")
    assert ended.code == 2
    assert ended.err == "runs/c: nothing is removed from a run directory given by itself: no --prune or --fresh\n"


def test_fewer_games_and_another_log_are_told(run):
    run("")
    assert remarks(run("", "--games", "50")) == [
        "simkit: runs/c: holds more games than asked for; they are kept, but not told about"
    ]
    assert remarks(run("", "--log", "turns")) == ['simkit: runs/c: plays again with log = "turns": base']
    assert remarks(run("", "--log", "games")) == []
