import pytest

from tests.config.pig import pig


@pytest.fixture
def _pig(monkeypatch):
    """Only the game ``pig`` is there."""
    monkeypatch.setattr("simkit.config.cells.every_game", lambda: {"pig": pig()})


@pytest.fixture
def config_file(tmp_path, monkeypatch):
    """Write a config into an empty working directory; its name is ``c.toml``."""
    from pathlib import Path

    monkeypatch.chdir(tmp_path)

    def write(text: str) -> Path:
        Path("c.toml").write_text(text, encoding="utf-8")
        return Path("c.toml")

    return write
