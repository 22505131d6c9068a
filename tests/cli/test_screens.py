"""The ten commonest commands on the repository's own configs: each prints one screen when piped."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.console import run_command

ROOT = Path(__file__).parents[2]

COMMANDS = [
    "run configs/ten-thousand.toml --games 200 --out {out} --quiet",
    "run configs/when-to-bank.toml --games 40 --out {out} --quiet",
    "compare configs/endgame.toml --games 200 --out {out} --quiet",
    "compare configs/when-to-bank.toml --games 40 --out {out} --quiet",
    "tournament configs/tournament.toml --games 200 --out {out} --quiet",
    "check configs/zilch.toml --baseline data/baselines/zilch.toml --max-games 200 --quiet",
    "run configs/ten-thousand.toml --games 200 --dry-run",
    "validate configs/when-to-bank.toml",
    "describe farkle",
    "games",
    "score zilch 1 1 5 5 5 5",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_prints_one_screen(capsys, monkeypatch, tmp_path, command) -> None:
    monkeypatch.chdir(ROOT)
    ended = run_command(capsys, *command.format(out=tmp_path / "run").split())
    assert ended.code in (0, 3), ended.err
    lines = ended.out.splitlines()
    assert 0 < len(lines) <= 24
    assert [line for line in lines if len(line) > 80] == []
    assert "\x1b" not in ended.out


def test_summarize_prints_one_screen_and_everything_on_demand(capsys, monkeypatch, tmp_path) -> None:
    monkeypatch.chdir(ROOT)
    run = run_command(
        capsys, "run", "configs/ten-thousand.toml", "--games", "200", "--out", tmp_path / "run", "--quiet"
    )
    assert run_command(capsys, "summarize", tmp_path / "run").out == run.out
    everything = run_command(capsys, "summarize", tmp_path / "run", "--all").out
    assert len(everything.splitlines()) > 24
