"""Every kind of wrong config has one whole message; a right one becomes the model that it says."""

from pathlib import Path

import pytest

from simkit.config import load_config, load_variant, number_of_games, resolve
from simkit.errors import ConfigError, StoreError
from tests.config.pig import pig

pytestmark = pytest.mark.usefixtures("_pig")

GOOD = """\
game = "pig"

[[seats]]
strategy = "hold-at"
hold_at = 25

[[seats]]
strategy = "reckless"

[run]
games = 1_000
"""


KEYS = "there are game, variant, rules, seats, run, variants"
RULES = "there are target, doubles, ending, worths"
RUN = "there are games, seed, seatings, log, max_turns"
BOTS = "there are hold-at, reckless"
PARAMETERS = "there are hold_at, share, careful, mood, strategy, name"


def problems(path, *args, **options):
    with pytest.raises(ConfigError) as caught:
        load_config(path, *args, **options)
    return list(caught.value.lines)


def test_a_good_config(config_file):
    config = load_config(config_file(GOOD))
    assert config.run.games == number_of_games(config) == 1000
    assert (config.run.seed, config.run.seatings, config.run.log, config.run.max_turns) == (1, "fixed", "games", 10_000)
    assert [seat.strategy for seat in config.seats] == ["hold-at", "reckless"]
    assert config.path == Path("c.toml")


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
        ('game = "pig"', 'game = "pig"\nrules.doubles = 1', "c.toml:2:17: rules.doubles = 1: must be true or false"),
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
        ("hold_at = 25", "careful = 1", "c.toml:5:11: seats.1.careful = 1: must be true or false"),
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
            "games = 9\n[matrix]",
            f"c.toml:12:2: matrix: there is no such key; {KEYS}",
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


def test_files_that_are_no_configs(tmp_path, monkeypatch, config_file):
    config_file("")
    assert problems(Path("c.toml")) == ["c.toml: is empty; a config has at least game and [[seats]]"]
    assert problems(Path("cc.toml")) == ["cc.toml: there is no such file; did you mean c.toml?"]
    assert problems(Path("elsewhere/x.toml")) == ["elsewhere/x.toml: there is no such file"]
    Path("d.toml").mkdir()
    assert problems(Path("d.toml")) == ["d.toml: is a directory, not a TOML file"]
    Path("c.toml").write_bytes(b"game = 'pig'\n# \xc5\xbc\nx = '\xe9'\n")
    assert problems(Path("c.toml")) == ["c.toml:3:6: not UTF-8 (byte 0xe9)"]
    Path("c.toml").write_bytes(b"\xef\xbb\xbfx = '\xe9'\n")
    assert problems(Path("c.toml")) == ["c.toml:1:6: not UTF-8 (byte 0xe9)"]
    assert problems(config_file("# only this\n")) == ["c.toml: is empty; a config has at least game and [[seats]]"]
    assert problems(config_file('game = "pig"\nrun games = 3\n')) == [
        "c.toml:2:5: not TOML: expected '=' after a key in a key/value pair"
    ]
    assert problems(config_file('game = "pig')) == ["c.toml:1:12: not TOML: unterminated string"]
    assert problems(config_file("x = " + "[" * 5000)) == ["c.toml: not a config: its values are nested too deeply"]
    assert problems(config_file("x = " + "1" * 5000))[0].startswith("c.toml:1:5005: not TOML: exceeds the limit")


def test_a_file_that_may_not_be_read(config_file, monkeypatch):
    def denied(self):
        raise PermissionError(13, "Permission denied")

    path = config_file(GOOD)
    monkeypatch.setattr(Path, "read_bytes", denied)
    with pytest.raises(StoreError, match=r"^c\.toml: cannot be read: Permission denied$"):
        load_config(path)


def test_a_byte_order_mark_and_windows_line_ends(config_file):
    path = config_file(GOOD)
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("25", "-5").replace("\n", "\r\n").encode())
    assert problems(path) == ["c.toml:5:11: seats.1.hold_at = -5: must be at least 1"]


def test_overrides_reach_every_key(config_file):
    config = load_config(
        config_file(GOOD + "[variants.x]\nrules.target = 20\n"),
        ["rules.target=50", "rules.ending=last_round", "seats.2.strategy=hold-at", "seats.2.hold_at = 7", "run.seed=2",
         "rules.worths=[2, 3]", "variants.x.rules.target=30"],
        games=5,
        seed=3,
    )  # fmt: skip
    base, changed = resolve(config)
    assert dict(base.rules) == {"target": 50, "doubles": False, "ending": "last_round", "worths": (2, 3)}
    assert dict(base.lineup[1].params)["hold_at"] == 7
    assert (config.run.games, config.run.seed) == (5, 3)
    assert dict(changed.rules)["target"] == 30


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("seats.1.hold_at=-5", "--set seats.1.hold_at=-5: must be at least 1"),
        ("run.games=1e6", "--set run.games=1e6: must be a whole number, written 1_000_000"),
        ("run.games=many", "--set run.games=many: must be a whole number"),
        ("rules.worths=[1, 99]", "--set rules.worths=[1, 99]: rules.worths.2 = 99: must be at most 60"),
        ("ruels.target=5", f"--set ruels.target=5: ruels: there is no such key; did you mean rules?; {KEYS}"),
        ("run.gams=5", f"--set run.gams=5: there is no such key; did you mean games?; {RUN}"),
        ("game=pog", "--set game=pog: there is no such game; did you mean pig?; there is pig"),
        ("seats.3.hold_at=5", "--set seats.3.hold_at=5: seats.3: seats has 2 entries, numbered from 1"),
        ("seats.0.hold_at=5", "--set seats.0.hold_at=5: seats.0: seats has 2 entries, numbered from 1"),
        ("game.x=5", '--set game.x=5: game = "pig" is not a table'),
        ("=5", "--set =5: expected KEY=VALUE with a key such as rules.target"),
        ("rules.target", "--set rules.target: expected KEY=VALUE with a key such as rules.target"),
        ("rules.target=", "--set rules.target=: must be a whole number"),
        ("a b=5", "--set a b=5: expected KEY=VALUE with a key such as rules.target"),
    ],
)  # fmt: skip
def test_an_error_in_an_override_names_the_option(config_file, override, message):
    assert problems(config_file(GOOD), [override]) == [message]


def test_the_last_of_several_overrides_of_a_key_counts(config_file):
    path = config_file(GOOD)
    assert problems(path, ["run.seed=-1", "run.seed=-2"]) == ["--set run.seed=-2: must be at least 0"]
    assert load_config(path, ["run.seed=-1", "run.seed=5"]).run.seed == 5


def test_games_and_seed_as_options(config_file):
    path = config_file(GOOD)
    assert problems(path, games=0, seed=2**63) == [
        "--games 0: must be at least 1",
        "--seed 9223372036854775808: must be at most 9_223_372_036_854_775_807",
    ]


def test_games_may_be_left_to_the_option(config_file):
    config = load_config(config_file(GOOD.replace("games = 1_000", "seed = 1")))
    with pytest.raises(ConfigError, match=r"^c\.toml:10:2: run: games is missing; give it, or --games$"):
        number_of_games(config)


def test_a_bot_in_a_file(config_file):
    Path("bots.py").write_text("def brave(view, params):\n    return 1\n", encoding="utf-8")
    text = GOOD.replace('"reckless"', '"bots.py:{}"')
    (cell,) = resolve(load_config(config_file(text.format("brave"))))
    assert cell.lineup[1].strategy == "bots.py:brave"
    assert problems(config_file(text.format("coward"))) == [
        "c.toml:8:12: seats.2.strategy = \"bots.py:coward\": bots.py has no bot 'coward'"
    ]
    Path("bots.py").write_text("def brave(view, params):\n    return 1\nx = 1 / 0\n", encoding="utf-8")
    assert problems(config_file(text.format("brave"))) == [
        (
            'c.toml:8:12: seats.2.strategy = "bots.py:brave": bots.py: the file of bots does not run: '
            "ZeroDivisionError: division by zero"
        )
    ]


def test_a_wrong_variant_file_is_named(config_file, monkeypatch):
    folder = Path("game/variants")
    folder.mkdir(parents=True)
    (folder / "plain.toml").write_text('title = "t"\ncertainty = 3\n[rules]\n', encoding="utf-8")
    game = pig(folder=Path("game").absolute())
    monkeypatch.setattr("simkit.config.cells.every_game", lambda: {"pig": game})
    assert problems(config_file(GOOD.replace("25", "-5"))) == [
        "c.toml:5:11: seats.1.hold_at = -5: must be at least 1",
        "game/variants/plain.toml:1:1: source is missing",
        "game/variants/plain.toml:2:13: certainty = 3: must be text in quotes",
    ]
    (folder / "plain.toml").write_text('title="t"\nsource="s"\ncertainty="c"\n[rules]\ntarget = 1\nx = 1\n')
    assert problems(config_file(GOOD)) == [
        "game/variants/plain.toml:5:10: rules.target = 1: must be at least 10",
        f"game/variants/plain.toml:6:1: rules.x: there is no such rule; {RULES}",
    ]


def test_a_variant_file_that_holds():
    variant = load_variant(pig(), "big-pig")
    assert (variant.title, variant.source, variant.certainty) == ("Big pig", "Kości", "a reading")
    assert variant.rules.model_dump() == {"target": 500, "doubles": True, "ending": "at_once", "worths": (1, 6)}
