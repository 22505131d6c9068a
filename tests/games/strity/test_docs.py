"""The page about Strity names everything that there is."""

from simkit.games.strity.rules import StrityRules
from simkit.games.strity.strategies import BOTS
from tests.games.strity.known import GAME, ROOT

PAGE = (ROOT / "docs" / "games" / "strity.md").read_text(encoding="utf-8")


def listed(heading):
    table = PAGE.split(f"## {heading}")[1].split("##")[0]
    return [line.split("`")[1] for line in table.splitlines() if line.startswith("| `")]


def test_every_option_is_explained():
    assert [name for name in StrityRules.model_fields if f"`{name}" not in PAGE] == []


def test_every_variant_and_every_bot_is_listed_and_none_besides():
    assert sorted(listed("Variants")) == sorted(GAME.variants())
    assert sorted(listed("Bots")) == sorted(bot.name for bot in BOTS)
