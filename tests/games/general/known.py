"""What Generał's tests share: rules by variant, and published values."""

from simkit.registry import find_game
from tests.games import kit

GAME = find_game("general")
EXACT = kit.known("general")
RULES = {name: kit.variant(GAME, name) for name in GAME.variants()}
BOOKLET, FREE = RULES["booklet"], RULES["free-choice"]
