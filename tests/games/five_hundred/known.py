"""The game and its variants, for tests."""

from simkit.registry import find_game
from tests.games.kit import variant

GAME = find_game("five-hundred")
RULES = {name: variant(GAME, name) for name in GAME.variants()}
"""Rules by variant."""
