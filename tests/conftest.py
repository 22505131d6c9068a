"""Fixtures that tests of several packages share."""

import pytest
from hypothesis import HealthCheck, settings

from tests.engine import draws

# no test depends on the clock, nor on how busy the machine is
settings.register_profile("untimed", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


@pytest.fixture
def draws_game(monkeypatch):
    """Let the engine of this process find the game ``draws`` and load its kernel, which asks no bots."""
    draws.install(monkeypatch.setattr)
    return draws.GAME
