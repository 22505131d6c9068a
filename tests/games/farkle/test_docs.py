"""The pages about the games name everything that there is."""

from simkit.games.farkle.rules import Rules
from simkit.registry import every_game
from tests.games.farkle.known import ROOT

PAGES = {
    name: (ROOT / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("zilch", "ten-thousand", "farkle")
}


def test_every_option_is_explained():
    text = "\n".join(PAGES.values())
    assert [name for name in Rules.model_fields if f"`{name}" not in text] == []


def test_every_variant_is_listed_and_none_besides():
    for name, text in PAGES.items():
        table = text.split("## Variants")[1].split("##")[0]
        listed = [line.split("`")[1] for line in table.splitlines() if line.startswith("| `")]
        assert sorted(listed) == sorted(every_game()[name].variants())
