"""``simkit run --shard``, ``status`` and ``merge`` with a real game, as a person uses them."""

import json
import os
from pathlib import Path

import pytest

from simkit import merge, run
from simkit.engine.progress import Quiet
from simkit.errors import StoreError, UsageError
from simkit.model.parts import Shard
from simkit.store.directory import open_directory
from simkit.store.manifest import read_run_record
from tests.cli.console import run_command
from tests.engine.test_play import content

CONFIG = """
game = "sto-dwadziescia"

[[seats]]
strategy = "roller"

[[seats]]
strategy = "roller"

[run]
games = 3000

[variants.low]
rules.target = 60

[variants.high]
rules.target = 200
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("race.toml").write_text(CONFIG)
    return tmp_path


def test_shares_are_played_told_and_merged(here, capsys):
    code, out, err = run_command(capsys, "run", "race.toml", "--shard", "1/2", "-q")
    assert (code, err) == (0, "")
    first, _, *table, _, last = out.splitlines()
    assert first == "share 1/2 in runs/race-1-of-2"
    assert [line.split()[0::2] for line in table] == [
        ["cell", "parts", "games"],
        ["base", "1", "3,000"],
        ["low", "0", "0"],
        ["high", "1", "3,000"],
    ]
    assert last == "when all shares are played: simkit merge runs/race-*-of-2 --out runs/race"
    code, out, err = run_command(capsys, "merge", "runs/race-1-of-2", "--out", "runs/race")
    assert (code, out) == (4, "runs/race: 2 parts, 2 copied\n")
    assert err.startswith("runs/race: incomplete: 0 of 3,000 deals of cell low; ")
    run_command(capsys, "run", "race.toml", "--shard", "2/2", "-q")
    code, out, err = run_command(capsys, "merge", "runs/race-1-of-2", "runs/race-2-of-2", "--out", "runs/race")
    assert (code, out, err) == (0, "runs/race: 3 parts, 1 copied, 2 found twice and equal\n", "")
    run_command(capsys, "run", "race.toml", "--out", "whole", "-q")
    assert content(here / "runs" / "race") == content(here / "whole")


def test_status_tells_runs_and_all_together(here, capsys):
    for shard in ("1/3", "2/3"):
        run_command(capsys, "run", "race.toml", "--shard", shard, "-q")
    code, out, err = run_command(capsys, "status", "runs/race-1-of-3", "runs/race-2-of-3")
    assert (code, err) == (0, "")
    assert [line.split() for line in out.splitlines()] == [
        ["run", "cells", "parts", "games", "asked", "for", "done", "worker"],
        ["runs/race-1-of-3", "3", "1", "3,000", "9,000", "33.3", "%"],
        ["runs/race-2-of-3", "3", "1", "3,000", "9,000", "33.3", "%"],
        ["together", "3", "2", "6,000", "9,000", "66.6", "%"],
        [],
        ["cell", "high:", "deals", "0", "to", "2,999", "are", "missing"],
    ]
    told = json.loads(run_command(capsys, "status", "runs/race-1-of-3", "--format", "json")[1])
    assert [(cell["cell"], cell["deals"]) for cell in told["missing"]] == [
        ("low", [[0, 2999]]),
        ("high", [[0, 2999]]),
    ]


def test_status_tells_who_is_playing(here, capsys):
    run_command(capsys, "run", "race.toml", "-q", "--out", "out")
    record = read_run_record(here / "out")
    with open_directory(here / "out", record.restore(), record.log):
        (row,) = json.loads(run_command(capsys, "status", "out", "--format", "json")[1])["rows"]
    assert row["worker"].endswith(f", process {os.getpid()}")
    assert row["done"] == 1
    assert run_command(capsys, "status", "race.toml") == (
        4,
        "",
        "race.toml: not a run directory (it has no config.json)\n",
    )


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "1/2/3", "a/b", "-1/2", "", "1/", "²/3"])
def test_a_share_that_is_none_is_refused(here, capsys, text):
    assert run_command(capsys, "run", "race.toml", "--shard", text) == (
        2,
        "",
        f"--shard {text}: must be I/N, share I of N from 1/N to N/N, such as 2/8\n",
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--dry-run"], "--dry-run: tells of a whole batch; leave out --shard"),
        (["--report", "x.md"], "--report: tells of a whole batch; leave out --shard"),
        (
            ["--set", "stop.half_width.turns=0.1"],
            "--shard: no share sees all the games that [stop] judges by; leave out [stop] or --shard",
        ),
    ],
)
def test_what_needs_the_whole_batch_is_refused(here, capsys, options, message):
    assert run_command(capsys, "run", "race.toml", "--shard", "1/2", *options)[::2] == (2, f"{message}\n")


def test_shares_from_python(here):
    halves = [run("race.toml", shard=Shard(n, 2), out=f"half{n}", progress=Quiet()) for n in (1, 2)]
    with pytest.raises(UsageError, match="half1: a share of a batch; merge all of them to read the games"):
        halves[0].games()
    with pytest.raises(UsageError, match="half1: a share of a batch; merge all of them to read the games"):
        halves[0].estimates()
    with pytest.raises(StoreError, match="incomplete"):
        merge(halves[0], out="all")
    whole = merge(*halves, out="all")
    assert whole.games("high").collect().height == 3000
