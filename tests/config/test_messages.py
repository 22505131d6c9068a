"""Every kind of wrong config has one whole message, and all of them come at once."""

import pytest

from tests.config.common import BOTS, GOOD, KEYS, PARAMETERS, RULES, RUN, problems
from tests.config.pig import pig

pytestmark = pytest.mark.usefixtures("_pig")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'game = "pig"',
            'game = "pigs"',
            'c.toml:1:8: game = "pigs": there is no such game; did you mean pig?; there is pig',
        ),
        ('game = "pig"', "", "c.toml:1:1: game is missing; there is pig"),
        ('game = "pig"', "game = 5", "c.toml:1:8: game = 5: must be text in quotes"),
        (
            'game = "pig"',
            'game = "pig"\nvariant = "big"',
            'c.toml:2:11: variant = "big": there is no such variant; did you mean big-pig?; there are big-pig, plain',
        ),
        (
            'game = "pig"',
            'game = "pig"\nruns = 1',
            f"c.toml:2:1: runs: there is no such key; did you mean run?; {KEYS}",
        ),
        ('game = "pig"', 'game = "pig"\nrules = 3', "c.toml:2:9: rules = 3: must be a table"),
        (
            'game = "pig"',
            'game = "pig"\nrules.taget = 3',
            f"c.toml:2:7: rules.taget: there is no such rule; did you mean target?; {RULES}",
        ),
        ('game = "pig"', 'game = "pig"\nrules.target = 3', "c.toml:2:16: rules.target = 3: must be at least 10"),
        (
            'game = "pig"',
            'game = "pig"\nrules.target = 2_000_000',
            "c.toml:2:16: rules.target = 2000000: must be at most 1_000_000",
        ),
        (
            'game = "pig"',
            'game = "pig"\nrules.target = true',
            "c.toml:2:16: rules.target = true: must be a whole number",
        ),
        (
            'game = "pig"',
            'game = "pig"\nrules.doubles = 1',
            "c.toml:2:17: rules.doubles = 1: must be true or false; write true",
        ),
        (
            'game = "pig"',
            'game = "pig"\nrules.ending = "at-once"',
            'c.toml:2:16: rules.ending = "at-once": must be one of "at_once", "last_round"; did you mean "at_once"?',
        ),
        ('game = "pig"', 'game = "pig"\nrules.worths = 3', "c.toml:2:16: rules.worths = 3: must be a list"),
        ('game = "pig"', 'game = "pig"\nrules.worths = []', "c.toml:2:16: rules.worths = []: must have 2 entries"),
        (
            'game = "pig"',
            'game = "pig"\nrules.worths = [1, 2, 3]',
            "c.toml:2:16: rules.worths = [1, 2, 3]: must have 2 entries",
        ),
        (
            'game = "pig"',
            'game = "pig"\nrules.worths = [1, 99]',
            "c.toml:2:20: rules.worths.2 = 99: must be at most 60",
        ),
        ('game = "pig"', 'game = "pig"\nrules.worths = [0, 0]', "c.toml:2:1: rules: no face is worth anything"),
        (
            '"hold-at"',
            '"holdat"',
            f'c.toml:4:12: seats.1.strategy = "holdat": there is no such bot; did you mean hold-at?; {BOTS}',
        ),
        ('strategy = "hold-at"\n', "", f"c.toml:3:3: seats.1: strategy is missing; {BOTS}"),
        ('"hold-at"', "7", "c.toml:4:12: seats.1.strategy = 7: must be text in quotes"),
        ("hold_at = 25", "hold_at = -5", "c.toml:5:11: seats.1.hold_at = -5: must be at least 1"),
        ("hold_at = 25", "hold_at = 25.0", "c.toml:5:11: seats.1.hold_at = 25.0: must be a whole number, written 25"),
        ("hold_at = 25", "hold_at = true", "c.toml:5:11: seats.1.hold_at = true: must be a whole number"),
        ("hold_at = 25", "share = nan", "c.toml:5:9: seats.1.share = nan: must be at least 0"),
        ("hold_at = 25", "share = 2", "c.toml:5:9: seats.1.share = 2: must be at most 1"),
        ("hold_at = 25", "share = '1'", 'c.toml:5:9: seats.1.share = "1": must be a number'),
        ("hold_at = 25", "careful = 1", "c.toml:5:11: seats.1.careful = 1: must be true or false; write true"),
        (
            "hold_at = 25",
            'mood = "bold"',
            'c.toml:5:8: seats.1.mood = "bold": must be one of "calm", "very-bold"; did you mean "very-bold"?',
        ),
        ("hold_at = 25", "name = ''", 'c.toml:5:8: seats.1.name = "": must not be empty'),
        (
            "hold_at = 25",
            "hold-at = 25",
            f"c.toml:5:1: seats.1.hold-at: there is no such parameter of hold-at; did you mean hold_at?; {PARAMETERS}",
        ),
        ("games = 1_000", "games = 0", "c.toml:11:9: run.games = 0: must be at least 1"),
        ("games = 1_000", "games = -1", "c.toml:11:9: run.games = -1: must be at least 1"),
        ("games = 1_000", "games = true", "c.toml:11:9: run.games = true: must be a whole number"),
        (
            "games = 1_000",
            "games = 1e6",
            "c.toml:11:9: run.games = 1000000.0: must be a whole number, written 1_000_000",
        ),
        ("games = 1_000", "seed = -1", "c.toml:11:8: run.seed = -1: must be at least 0"),
        (
            "games = 1_000",
            "seed = 9223372036854775808",
            "c.toml:11:8: run.seed = 9223372036854775808: must be at most 9_223_372_036_854_775_807",
        ),
        (
            "games = 1_000",
            'log = "game"',
            'c.toml:11:7: run.log = "game": must be one of "none", "games", "turns"; did you mean "games"?',
        ),
        (
            "games = 1_000",
            "game = 5",
            f"c.toml:11:1: run.game: there is no such key; did you mean games?; {RUN}",
        ),
        (
            "games = 1_000",
            "games = 9\n[grid]",
            f"c.toml:12:2: grid: there is no such key; {KEYS}",
        ),
        (
            "games = 1_000",
            "[variants.x]\nrules.target = 3",
            "c.toml:12:16: variants.x.rules.target = 3: must be at least 10",
        ),
        (
            "games = 1_000",
            "[variants.x]\nrules.tagret = 3",
            f"c.toml:12:7: variants.x.rules.tagret: there is no such rule; did you mean target?; {RULES}",
        ),
        (
            "games = 1_000",
            "[variants.x]\nvariant = 'plane'",
            (
                'c.toml:12:11: variants.x.variant = "plane": there is no such variant; did you mean plain?; '
                "there are big-pig, plain"
            ),
        ),
        (
            "games = 1_000",
            "[variants.x]\nseats.3.hold_at = 3",
            "c.toml:12:7: variants.x.seats.3: there is no such seat; they are numbered from 1 to 2",
        ),
        (
            "games = 1_000",
            "[variants.x]\nseats.1.hold_at = 0",
            "c.toml:12:19: variants.x.seats.1.hold_at = 0: must be at least 1",
        ),
        ("games = 1_000", "[variants.x]", "c.toml:11:11: variants.x: changes nothing: it is the same cell as base"),
        (
            "games = 1_000",
            "[variants.base]\nrules.target = 20",
            (
                "c.toml:11:11: variants.base: must be a name of letters, digits, '-', '_' and '.', and not base, "
                "which is the config itself"
            ),
        ),
        (
            "games = 1_000",
            "[variants.x]\nrule.target = 20",
            "c.toml:12:1: variants.x.rule: there is no such key; did you mean rules?; there are variant, rules, seats",
        ),
    ],
)
def test_one_error_one_message(config_file, old, new, message):
    assert old in GOOD
    assert problems(config_file(GOOD.replace(old, new, 1))) == [message]


def test_all_errors_at_once_in_the_order_of_the_file(config_file):
    text = GOOD.replace("1_000", "0").replace("25", "-5").replace("reckless", "wreckless") + "\n[rules]\ntarget = 'x'\n"
    assert problems(config_file(text), ["run.seed=x"]) == [
        "--set run.seed=x: must be a whole number",
        "c.toml:5:11: seats.1.hold_at = -5: must be at least 1",
        f'c.toml:8:12: seats.2.strategy = "wreckless": there is no such bot; did you mean reckless?; {BOTS}',
        "c.toml:11:9: run.games = 0: must be at least 1",
        'c.toml:14:10: rules.target = "x": must be a whole number',
    ]


def test_an_error_of_the_base_is_told_once_for_all_its_variants(config_file):
    text = GOOD.replace("25", "-5") + "[variants.a]\nrules.target = 20\n[variants.b]\nrules.target = 30\n"
    assert problems(config_file(text)) == ["c.toml:5:11: seats.1.hold_at = -5: must be at least 1"]


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        (0, "c.toml:1:1: seats: there is no [[seats]]; pig is played with 2 to 4 seats"),
        (1, "c.toml:2:3: seats: there is one [[seats]]; pig is played with 2 to 4 seats"),
        (5, "c.toml:2:3: seats: there are 5 [[seats]]; pig is played with 2 to 4 seats"),
    ],
)
def test_the_game_says_how_many_seats(config_file, seats, message):
    assert problems(config_file('game = "pig"\n' + '[[seats]]\nstrategy = "reckless"\n' * seats)) == [message]


def test_seats_that_are_no_tables(config_file):
    assert problems(config_file('game = "pig"\nseats = [1, {strategy = "reckless"}]\n')) == [
        "c.toml:2:10: seats.1 = 1: must be a table"
    ]


def test_too_many_arrangements(config_file, monkeypatch):
    monkeypatch.setattr("simkit.config.cells.every_game", lambda: {"pig": pig(seats=(1, 8))})
    seats = "".join(f'[[seats]]\nstrategy = "hold-at"\nhold_at = {number}\n' for number in range(1, 9))
    assert problems(config_file(f'game = "pig"\nrun.seatings = "all"\n{seats}')) == [
        'c.toml:2:16: run.seatings = "all": 40320 distinct arrangements; at most 120 are played, use "rotate"'
    ]
