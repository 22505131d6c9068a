import json

import pytest
from click.testing import CliRunner

from simkit.cli import cli
from simkit.cli._facts import field_docs
from simkit.cli._page import Row, Section, as_text
from simkit.errors import UsageError
from simkit.model.bot import Bot
from simkit.registry import every_game
from tests.config.pig import RECKLESS, View, pig

TEXT = """\
Świnka (pig): pig

Roll until you hold.
2 to 4 seats. Version 3.

VARIANTS
  plain    Pig; sure; the default
           Source: a rule sheet
  big-pig  Big pig; a reading
           Source: Kości

RULES OF BIG-PIG
  target   500 points; by default 100 points; 10 to 1_000_000
           score to reach
  doubles  true; by default false; true or false
           whether two equal dice count twice
  ending   "at_once"; one of "at_once", "last_round"
           what happens at the target
  worths   [1, 6]; 2 of 0 to 60
           worth of the lowest and the highest face

BOTS

  hold-at
    Holds at a turn total.
    Source: common knowledge
    Decides roll_again.
    hold_at  20 points; 1 to 200
             turn total to hold at
    share    0.5; 0 to 1
             share of the lead
    careful  true; true or false
             whether to hold near the target
    mood     "calm"; one of "calm", "very-bold"
             how bold

  reckless
    Never holds.
    Weakness: never scores
    Source: nobody
    Leaves every decision to its default.

DECISIONS

  roll_again
    after each roll
    Answers: hold, roll.

    What the seat sees
      coin   A fresh number in [0, 1).
      total  Points of the turn.

COLUMNS OF GAMES
  turns  turns
         turns of the game

STATISTICS
  A margin is the difference that matters: comparisons and checks take it unless
  told otherwise.
  win_rate  proportion; by seat; margin 0.01
            share of wins
  turns     mean; by game; turns
            length
"""


def test_the_whole_page(simkit):
    assert simkit("describe", "pig", "--variant", "big-pig", "--all") == TEXT


def test_markdown(simkit):
    text = simkit("describe", "pig", "--format", "markdown")
    assert text.startswith("# Świnka (pig): pig\n\nRoll until you hold.\n")
    assert '| `ending` | "at_once" |  | one of "at_once", "last_round" | what happens at the target |\n' in text
    widths = {}
    for block in text.split("\n\n"):
        if block.startswith("|"):
            widths[block] = {line.count(" | ") for line in block.splitlines()}
    assert len(widths) == 6
    assert all(len(counts) == 1 for counts in widths.values())


def test_json_has_it_all(simkit):
    facts = json.loads(simkit("describe", "pig", "--format", "json", "--variant", "big-pig"))
    assert facts["rules"][0] == {
        "name": "target", "type": "integer", "length": None, "values": None, "low": 10, "high": 1_000_000,
        "unit": "points", "meaning": "score to reach", "value": 500, "default": 100,
    }  # fmt: skip
    assert [rule["type"] for rule in facts["rules"]] == ["integer", "boolean", "label", "list"]
    assert [one["default"] for one in facts["bots"][0]["parameters"]] == [20, 0.5, True, "calm"]
    assert facts["decisions"][0]["view"][1] == {"name": "total", "meaning": "Points of the turn."}
    assert facts["statistics"][0]["margin"] == 0.01
    assert facts["tables"][0]["columns"][0]["unit"] == "turns"


def test_a_bot_that_carries_a_table_says_so(simkit, monkeypatch):
    bot = Bot("reader", "Reads.", "", {"roll_again": lambda view, params, table: table[0]})
    monkeypatch.setattr("simkit.registry.every_game", lambda: {"pig": pig(bots=(bot, RECKLESS))})
    assert 'Carries a table: a .npy file, as table = "FILE.npy".' in simkit("describe", "pig", "bots", "reader")
    facts = json.loads(simkit("describe", "pig", "--format", "json"))
    assert [one["table"] for one in facts["bots"]] == [True, False]


def test_against_shows_only_what_differs(simkit):
    assert simkit("describe", "pig", "--variant", "big-pig", "--against", "plain") == (
        "Świnka (pig): big-pig against plain\n\n"
        "target   500 points -> 100 points\n         score to reach\n"
        "doubles  true -> false\n         whether two equal dice count twice\n"
    )
    assert simkit("describe", "pig", "--against", "plain").endswith("\nNo rule differs.\n")
    facts = json.loads(simkit("describe", "pig", "--against", "big-pig", "--format", "json"))
    assert [(rule["name"], rule["value"], rule["against"]) for rule in facts["rules"]] == [
        ("target", 100, 500),
        ("doubles", False, True),
    ]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["pigg"], "pigg: there is no such game; did you mean pig?; there is pig"),
        (
            ["pig", "--variant", "big"],
            "big: there is no such variant of pig; did you mean big-pig?; there are big-pig, plain",
        ),
        (
            ["pig", "bot"],
            (
                "bot: there is no such topic; did you mean bots?; "
                "there are variants, rules, bots, decisions, columns, statistics"
            ),
        ),
        (["pig", "bots", "hold"], "hold: there is no such bot; did you mean hold-at?; there are hold-at, reckless"),
        (["pig", "--against", "x"], "x: there is no such variant of pig; there are big-pig, plain"),
    ],
)
def test_names_that_do_not_exist(simkit, args, message):
    with pytest.raises(UsageError) as caught:
        simkit("describe", *args)
    assert str(caught.value) == message


def test_the_overview_says_what_there_is_to_ask(simkit):
    assert simkit("describe", "pig") == (
        "Świnka (pig): pig\n"
        "Roll until you hold. 2 to 4 seats. Version 3.\n"
        "\n"
        "variants    2: plain, big-pig\n"
        "rules       4: target, doubles, ending, worths\n"
        "bots        2: hold-at, reckless\n"
        "decisions   1: roll_again\n"
        "columns     1: turns\n"
        "statistics  2: win_rate, turns\n"
        "\n"
        "`simkit describe pig TOPIC` lists a topic, `... TOPIC NAME` tells one thing,\n"
        "`--all` everything.\n"
    )


def test_a_topic_is_a_list_and_one_thing_is_told_in_full(simkit):
    assert simkit("describe", "pig", "rules", "--variant", "big-pig") == (
        "target   500 points: score to reach\n"
        "doubles  true: whether two equal dice count twice\n"
        'ending   "at_once": what happens at the target\n'
        "worths   [1, 6]: worth of the lowest and the highest face\n"
        "\n"
        "`simkit describe pig rules NAME` tells all of one.\n"
    )
    assert simkit("describe", "pig", "--variant", "big-pig").startswith("target   500 points: ")
    assert simkit("describe", "pig", "rules", "doubles") == (
        "Świnka (pig): rules\n\n\nRULES OF PLAIN\n"
        "  doubles  false; true or false\n           whether two equal dice count twice\n"
    )
    assert "hold_at  20 points; 1 to 200" in simkit("describe", "pig", "bots", "hold-at")
    (column,) = json.loads(simkit("describe", "pig", "columns", "turns", "--format", "json"))["columns"]
    assert (column["table"], column["unit"]) == ("games", "turns")
    assert simkit("describe", "pig", "bots", "--format", "markdown").startswith("# Świnka (pig): bots\n\n## Bots\n")


@pytest.mark.parametrize("name", list(every_game()))
@pytest.mark.parametrize("topic", [None, "statistics"])
def test_every_overview_fits_on_a_screen_and_every_list_its_width(name, topic):
    ended = CliRunner().invoke(cli, ["describe", name, *([topic] if topic else [])], catch_exceptions=False)
    lines = ended.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert topic or len(lines) <= 24


@pytest.mark.parametrize("columns", [20, 60, 80, 120, 300])
def test_no_line_is_wider_than_the_terminal(simkit, columns):
    lines = simkit("describe", "pig", "--all", columns=columns).splitlines()
    assert max(map(len, lines)) <= min(max(columns, 60), 120)


def test_a_name_that_is_too_long_for_its_column_stands_alone():
    page = Section("t", rows=(Row("a" * 30, (), "long"), Row("b", ("fact",), "short")))
    assert as_text(page, 60).splitlines()[2:] == [
        "a" * 30,
        " " * 26 + "long",
        "b" + " " * 25 + "fact",
        " " * 26 + "short",
    ]


def test_the_text_below_a_field_is_read_from_the_source():
    assert field_docs(View) == {"coin": "A fresh number in [0, 1).", "total": "Points of the turn."}


@pytest.mark.parametrize("name", list(every_game()))
def test_every_game_says_what_each_thing_means(name):
    from simkit.cli._facts import game_facts
    from simkit.config import load_variant

    game = every_game()[name]
    facts = game_facts(game, load_variant(game, game.variant))
    things = [*facts["rules"], *facts["bots"], *facts["decisions"], *facts["statistics"]]
    things += [parameter for bot in facts["bots"] for parameter in bot["parameters"]]
    things += [field for one in facts["decisions"] for field in [*one["view"], *(one["option"] or [])]]
    things += [column for table in facts["tables"] for column in table["columns"]]
    assert [thing["name"] for thing in things if not thing["meaning"]] == []
    assert [bot["name"] for bot in facts["bots"] if not bot["source"]] == []
