"""Fixtures that tests of several packages share; kernels compiled once for all workers."""

import subprocess
import sys

import pytest
from hypothesis import HealthCheck, settings

from tests.engine import draws

# no test depends on the clock, nor on how busy the machine is
settings.register_profile("untimed", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


_DICE = (
    ("farkle", "strity", "siedemsetka", "skreslanka", "skreslanka_2"),
    ("general", "bazy", "piatka", "sto_dwadziescia"),
)
_IMPORTS = ["import " + ", ".join(f"simkit.games.{game}.kernel" for game in games) for games in _DICE]
_CARDS = "from simkit.games.five_hundred.kernel import compiled; compiled(True); compiled(False)"
WARM_UP = _IMPORTS[0], f"{_CARDS}; {_IMPORTS[1]}"
"""Two processes compile the kernels before xdist's workers start, which would compile each of them once a worker."""


def pytest_configure(config):
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        for process in [subprocess.Popen([sys.executable, "-c", code], **options) for code in WARM_UP]:
            process.wait()


@pytest.fixture
def draws_game(monkeypatch):
    """Let the engine of this process find the game ``draws`` and load its kernel, which asks no bots."""
    draws.install(monkeypatch.setattr)
    return draws.GAME
