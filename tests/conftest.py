"""Fixtures that tests of several packages share."""

import pytest

from tests.engine import draws


@pytest.fixture
def draws_game(monkeypatch):
    """Let the engine of this process find the game ``draws`` and load its kernel, which asks no bots."""
    draws.install(monkeypatch.setattr)
    return draws.GAME
