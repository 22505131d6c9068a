"""Rule sets and published values that the family's tests share."""

import tomllib
from pathlib import Path

from simkit.games.farkle.rules import FarkleRules

ROOT = Path(__file__).parents[3]
EXACT = tomllib.loads((ROOT / "data" / "farkle_exact.toml").read_text(encoding="utf-8"))


def _variant(game, name):
    text = (ROOT / "simkit" / "games" / game / "variants" / f"{name}.toml").read_text(encoding="utf-8")
    return FarkleRules(**tomllib.loads(text)["rules"])


def _fixed(ones):
    return FarkleRules(
        triples=(ones, 200, 300, 400, 500, 600),
        kinds="fixed",
        four_kind=1000,
        five_kind=2000,
        six_kind=3000,
        straight6=1500,
        three_pairs=1500,
        two_triplets=2500,
    )


RULES = {
    **{name: _variant("zilch", name) for name in ("zilch-15000", "zilch-10000", "zilch-5000")},
    **{name: _variant("ten_thousand", name) for name in ("no-endgame", "single-roll", "single-turn")},
    "plain": FarkleRules(),
    "farkle-fixed": _fixed(1000),
    "farkle-fixed-300": _fixed(300),
}
"""By name in ``data/farkle_exact.toml``."""

ZILCH, TEN_THOUSAND = RULES["zilch-15000"], RULES["single-roll"]
