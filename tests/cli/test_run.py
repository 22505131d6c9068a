"""``simkit run`` as a person starts it: real processes, real games, real signals."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

import simkit
from simkit.errors import UsageError
from tests.engine.test_play import content
from tests.engine.test_processes import lines, wait_for

ROOT = Path(__file__).parents[2]

CONFIG = """
game = "ten-thousand"

[rules]
target = 2000

[[seats]]
strategy = "bank-at"
bank_at = 350

[[seats]]
strategy = "bank-at"
bank_at = 500

[run]
games = 10_000
seatings = "rotate"

[variants.high]
rules.target = 3000
"""


@pytest.fixture
def here(tmp_path):
    (tmp_path / "race.toml").write_text(CONFIG)
    return tmp_path


def start(here, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-m", "simkit", *map(str, arguments)],
        cwd=here,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(here, *arguments):
    process = start(here, *arguments)
    out, err = process.communicate()
    return process.returncode, out, err


def test_a_run_is_played_summarized_and_kept_where_it_says(here):
    code, out, err = finish(here, "run", "race.toml")
    assert code == 0, err
    assert "10,000 games in 5,000 deals" in out
    assert out.startswith("Win rate of A bank-at(350): ")
    assert "20,000 games in" in err
    assert "\r" not in err
    assert (here / "runs" / "race" / "manifest.json").exists()


def test_quiet_says_nothing_when_all_is_well(here):
    finish(here, "run", "race.toml", "--games", "2")  # what has to be compiled is said, once
    assert finish(here, "run", "race.toml", "--games", "100", "--quiet")[2] == ""


def test_machines_get_machine_readable_summaries(here):
    code, out, _ = finish(here, "run", "race.toml", "--games", "1000", "--format", "json")
    assert code == 0
    assert json.loads(out)


@pytest.mark.parametrize(("kill", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_an_interrupt_keeps_what_is_finished_and_says_how_to_go_on(here, kill, code, backend):
    command = ["run", "race.toml", "--games", "200000", "--log", "turns", "--backend", backend, "--out", "kept"]
    process = start(here, *command, "--jobs", "2")
    wait_for(lambda: lines(here / "kept" / "journal.jsonl") >= 2, process)
    process.send_signal(kill)
    out, err = process.communicate()
    assert process.returncode == code
    assert out == ""
    *_, told, go_on = err.splitlines()
    assert told == "simkit: interrupted; kept keeps the games played. To continue:"
    assert shlex.split(go_on) == ["simkit", *command, "--jobs", "2"]
    assert len(json.loads((here / "kept" / "manifest.json").read_text())["parts"]) >= 2


def test_an_interrupted_run_goes_on_to_the_bytes_of_an_undisturbed_one(here):
    command = ["run", "race.toml", "--games", "100000", "--log", "turns"]
    process = start(here, *command, "--out", "kept", "--jobs", "1")
    wait_for(lambda: lines(here / "kept" / "journal.jsonl") >= 1, process)
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert finish(here, *command, "--out", "kept", "--jobs", "2")[0] == 0
    assert finish(here, *command, "--out", "whole", "--backend", "processes")[0] == 0
    assert content(here / "kept") == content(here / "whole")


def test_a_dry_run_plays_nothing(here):
    code, out, err = finish(here, "run", "race.toml", "--dry-run", "--games", "9999")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "9,999 games of each cell asked for, log = games, into runs/race"
    assert [line.split()[0] for line in out.splitlines()[2:]] == ["cell", "base", "high"]
    assert " 10,000  5,000      1" in out
    assert not (here / "runs").exists()


def test_without_a_log_games_are_counted_and_digested(here):
    code, out, _ = finish(here, "run", "race.toml", "--log", "none", "--games", "1000", "--format", "csv")
    assert code == 0
    rows = [line.split(",") for line in out.splitlines()]
    assert rows[0] == ["cell", "id", "games", "digest"]
    assert [(row[0], row[2]) for row in rows[1:]] == [("base", "1000"), ("high", "1000")]
    assert rows[1][3] != rows[2][3]


def test_no_games_given_is_an_error_of_the_config(here):
    (here / "race.toml").write_text(CONFIG.replace("games = 10_000", ""))
    code, out, err = finish(here, "run", "race.toml")
    assert (code, out) == (2, "")
    assert "games is missing; give it, or --games" in err


def test_an_edit_is_told_and_costs_only_what_is_new(here):
    edited = ["--games", "100", "--set", "rules.target=2500"]
    finish(here, "run", "race.toml", "--games", "100")
    code, out, err = finish(here, "run", "race.toml", *edited)
    assert code == 0
    assert err.splitlines()[0] == (
        "simkit: runs/race: keeps high; adds base; no longer in the config, but kept until --prune: base as it was"
    )
    assert "100 games in" in err
    assert out == finish(here, "run", "race.toml", *edited, "--out", "fresh")[1]
    assert out == finish(here, "summarize", "runs/race")[1]
    code, out, err = finish(here, "run", "race.toml", "--games", "100", "--prune")
    assert code == 0
    assert err == "simkit: runs/race: keeps base, high; removes base as it was\n"
    finish(here, "run", "race.toml", "--games", "100", "--out", "fresh", "--fresh")
    assert content(here / "runs" / "race") == content(here / "fresh")


def test_a_damaged_file_is_named_by_summarize_and_mended_by_run(here):
    finish(here, "run", "race.toml", "--games", "100")
    before = content(here / "runs" / "race")
    path = min((here / "runs" / "race").rglob("*.parquet"))
    path.write_bytes(b"")
    code, out, err = finish(here, "summarize", "runs/race")
    assert (code, out) == (4, "")
    assert err.startswith(f"{path.relative_to(here)}: damaged: 0 bytes instead of ")
    assert finish(here, "run", "race.toml", "--games", "100")[0] == 0
    assert content(here / "runs" / "race") == before


def test_the_python_api_plays_the_same(here, monkeypatch):
    monkeypatch.chdir(here)
    finish(here, "run", "race.toml", "--games", "1000", "--seed", "7")
    run = simkit.run("race.toml", games=1000, seed=7, out=here / "api")
    assert content(here / "api") == content(here / "runs" / "race")
    games = run.games().collect()
    assert games["cell"].to_list() == ["base"] * 1000 + ["high"] * 1000
    assert games.filter(pl.col("cell") == "high").drop("cell").equals(run.games("high").drop("cell").collect())
    estimates = run.estimates()
    assert set(estimates["cell"]) == {"base", "high"}
    assert "win_rate" in set(estimates["statistic"])
    with pytest.raises(UsageError, match="has no cell 'low'; it has base, high"):
        run.games("low")


def test_importing_simkit_is_light():
    code = "import sys, simkit; print(sorted({'numba', 'polars', 'pyarrow', 'pydantic'} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"
