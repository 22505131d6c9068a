"""Fixtures that tests of several packages share; kernels compiled once for all workers."""

import subprocess
import sys

import pytest
from hypothesis import HealthCheck, settings

from tests.engine import draws

# no test depends on the clock, nor on how busy the machine is
settings.register_profile("untimed", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


WARM_UP = (
    "import simkit.games.farkle.kernel, simkit.games.strity.kernel, simkit.games.siedemsetka.kernel, "
    "simkit.games.skreslanka.kernel, simkit.games.skreslanka_2.kernel",
    "import simkit.games.five_hundred.kernel as cards; cards.compiled(True); cards.compiled(False); "
    "import simkit.games.general.kernel, simkit.games.bazy.kernel, simkit.games.piatka.kernel, "
    "simkit.games.sto_dwadziescia.kernel",
)
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
