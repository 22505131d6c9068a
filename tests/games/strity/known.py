"""What Strity's tests share: rules by name, and published values."""

import tomllib
from pathlib import Path

from simkit.games import find_game
from simkit.games.strity.rules import StrityRules

ROOT = Path(__file__).parents[3]
EXACT = tomllib.loads((ROOT / "data" / "strity_exact.toml").read_text(encoding="utf-8"))
GAME = find_game("strity")
RULES = {
    name: StrityRules(**tomllib.loads(path.read_text(encoding="utf-8"))["rules"])
    for name, path in GAME.variants().items()
}
BOOKLET, SUPERSET, SINGLE = RULES["booklet"], RULES["equal-groups"], RULES["no-double"]
