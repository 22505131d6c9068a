"""A config that holds, what its messages list, and the errors of one that does not."""

import pytest

from simkit.config import load_config
from simkit.errors import ConfigError

GOOD = """\
game = "pig"

[[seats]]
strategy = "hold-at"
hold_at = 25

[[seats]]
strategy = "reckless"

[run]
games = 1_000
"""


KEYS = "there are game, variant, rules, seats, run, variants, matrix, check, tournament, tune, stop"
RULES = "there are target, doubles, ending, worths"
RUN = "there are games, seed, seatings, log, max_turns"
BOTS = "there are hold-at, reckless"
PARAMETERS = "there are hold_at, share, careful, mood, strategy, name"


def problems(path, *args, **options):
    with pytest.raises(ConfigError) as caught:
        load_config(path, *args, **options)
    return list(caught.value.lines)
