import pytest
from click.testing import CliRunner

from simkit.cli import cli
from tests.config.pig import pig


@pytest.fixture
def simkit(monkeypatch, tmp_path):
    """Run a command in an empty folder where ``pig`` is the only game; returns its stdout, errors are raised."""
    monkeypatch.setattr("simkit.config.cells.every_game", lambda: {"pig": pig()})
    monkeypatch.setattr("simkit.registry.every_game", lambda: {"pig": pig()})
    monkeypatch.chdir(tmp_path)

    def run(*args, columns=80):
        done = CliRunner(env={"COLUMNS": str(columns)}).invoke(cli, args, catch_exceptions=False, standalone_mode=False)
        if done.exception:
            raise done.exception
        assert done.stderr == ""
        return done.stdout

    return run
