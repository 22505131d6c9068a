"""What Strity's tests share: rules by variant, and published values."""

from simkit.registry import find_game
from tests.games import kit

GAME = find_game("strity")
EXACT = kit.known("strity")
BOOKLET, SUPERSET, SINGLE = (kit.variant(GAME, name) for name in ("booklet", "equal-groups", "no-double"))
