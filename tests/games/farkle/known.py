"""Rule sets and published values that the family's tests share."""

import tomllib
from pathlib import Path

from simkit.config.variants import tuples
from simkit.games.farkle.rules import Rules

ROOT = Path(__file__).parents[3]
EXACT = tomllib.loads((ROOT / "data" / "farkle_exact.toml").read_text(encoding="utf-8"))


def _variant(game, name):
    text = (ROOT / "simkit" / "games" / game / "variants" / f"{name}.toml").read_text(encoding="utf-8")
    return Rules(**tuples(tomllib.loads(text)["rules"]))


def _changed(rules, **values):
    return Rules(**{**rules.model_dump(), **values})


_FARKLE = sorted(path.stem for path in (ROOT / "simkit" / "games" / "farkle" / "variants").glob("*.toml"))
RULES = {
    **{name: _variant("zilch", name) for name in ("zilch-15000", "zilch-10000", "zilch-5000", "zilch-playr")},
    **{name: _variant("ten_thousand", name) for name in ("no-endgame", "single-roll", "single-turn")},
    **{name: _variant("farkle", name) for name in _FARKLE},
    "plain": Rules(),
}
RULES |= {
    "farkle-fixed-300": _changed(RULES["farkle-fixed"], triples=(300, 200, 300, 400, 500, 600)),
    "zilch-playr-without-bonus": _changed(RULES["zilch-playr"], none_first=0),
    "zilch-all-variations": _changed(
        RULES["zilch-15000"],
        pyramiding="kinds",
        challenge="on",
        challenge_split=1_000,
        topping="at_least",
        piggyback=True,
    ),
    "zilch-playr-goes-on": _changed(RULES["zilch-playr"], streak_reset=False),
    "farkle-facebook-1000": _changed(RULES["farkle-facebook"], streak_penalty=1000),
}
"""By name in ``data/farkle_exact.toml``."""

ZILCH, TEN_THOUSAND = RULES["zilch-15000"], RULES["single-roll"]
