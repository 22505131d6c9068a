import json

from simkit.cli._facts import game_line
from simkit.registry import every_game

PIG = {
    "id": "pig",
    "title": "Świnka",
    "subtitle": "pig",
    "version": 3,
    "seats": {"low": 2, "high": 4},
    "default_variant": "plain",
    "variants": ["plain", "big-pig"],
}


def test_text_has_a_line_a_game(simkit):
    assert simkit("games") == "pig  Świnka; 2 to 4 seats; 2 variants\n\n`simkit describe GAME` tells more of one.\n"


def test_json(simkit):
    assert json.loads(simkit("games", "--format", "json")) == [PIG]


def test_the_games_of_the_family_are_there():
    lines = {name: game_line(game) for name, game in every_game().items()}
    assert lines["zilch"]["variants"][:3] == ["zilch-15000", "zilch-10000", "zilch-5000"]
    assert lines["ten-thousand"]["seats"] == {"low": 1, "high": 8}
