"""The game's variants, read for tests."""

import json
import tomllib
from pathlib import Path

from simkit.games import find_game

ROOT = Path(__file__).parents[3]

RULES = {
    name: find_game("five-hundred").rules.model_validate_json(
        json.dumps(tomllib.loads(path.read_text(encoding="utf-8")).get("rules", {}))
    )
    for name, path in find_game("five-hundred").variants().items()
}
"""Rules by variant."""
