"""``simkit tournament`` from the command line, with games that are played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.console import run_command

CONFIG = 'game = "ten-thousand"\n[rules]\ntarget = 2_000\n[run]\ngames = 2_000\n' + "".join(
    f'[[tournament.bots]]\nname = "{name}"\nstrategy = "bank-at"\nbank_at = {points}\n'
    for name, points in (("late", 900), ("early", 300), ("steady", 500))
)


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("cup.toml").write_text(CONFIG)
    return Path("cup.toml")


def test_a_config_is_played_and_rated_and_a_run_rated_again(capsys, config) -> None:
    played = run_command(capsys, "tournament", config, "--quiet", "--format", "json")
    assert played.code == 0, played.err
    content = json.loads(played.out)
    # A turn makes 406 points at T = 300, 349 at 500 and fewer at 900. Each next bot loses about 60 % of 2,000 games,
    # nine standard errors from half: that the order comes out another has a chance below 1e-6.
    assert [one["name"] for one in content["field"]] == ["early", "steady", "late"]
    again = run_command(capsys, "tournament", "runs/cup", "--format", "json")
    assert again.out == played.out
    answer = run_command(capsys, "tournament", "runs/cup").out.splitlines()
    assert answer[0].startswith("early is rated highest: ")
    assert answer[0].endswith(", above steady")
    text = run_command(capsys, "tournament", "runs/cup", "--all")
    assert text.out.startswith("10000: 3 bots, each pair on the same 1,000 deals\n")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["plain.toml"], 2, "plain.toml: not a tournament: it has no [[tournament.bots]]"),
        (["cup.toml", "--set", "run.log=none"], 2, 'log = "none" keeps no games'),
        (["cup.toml", "--level", "95"], 2, "must lie between 0 and 1"),
        (["empty", "--games", "5"], 2, "empty: a run directory is read as it was played"),
        (["empty"], 4, "empty: not a run directory"),
    ],
)
def test_wrong_usage_is_one_clear_message(capsys, config, arguments, code, message) -> None:
    Path("empty").mkdir()
    Path("plain.toml").write_text(CONFIG.partition("[[")[0] + '[[seats]]\nstrategy = "bank-at"\n' * 2)
    ended = run_command(capsys, "tournament", *arguments)
    assert (ended.code, ended.out) == (code, "")
    assert message in ended.err
    assert "Traceback" not in ended.err
