"""A config is read from its file, changed by options, and checked with its bots and variant files."""

from pathlib import Path

import pytest

from simkit.config import load_config, load_variant, number_of_games, resolve
from simkit.errors import ConfigError, StoreError
from tests.config.common import GOOD, KEYS, RULES, RUN, problems
from tests.config.pig import pig

pytestmark = pytest.mark.usefixtures("_pig")


def test_a_good_config(config_file):
    config = load_config(config_file(GOOD))
    assert config.run.games == number_of_games(config) == 1000
    assert (config.run.seed, config.run.seatings, config.run.log, config.run.max_turns) == (1, None, "games", 10_000)
    assert [seat.strategy for seat in config.seats] == ["hold-at", "reckless"]
    assert config.path == Path("c.toml")


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
        "c.toml:8:12: seats.2.strategy = \"bots.py:coward\": bots.py has no bot 'coward'; did you mean bots.py:brave?"
    ]
    Path("bots.py").write_text("def brave(view, params):\n    return 1\nx = 1 / 0\n", encoding="utf-8")
    assert problems(config_file(text.format("brave"))) == [
        (
            'c.toml:8:12: seats.2.strategy = "bots.py:brave": bots.py: the file of bots does not run: '
            "ZeroDivisionError: division by zero"
        )
    ]


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("bots:brave", "bots.py:brave"),
        ("brave", "bots.py:brave"),
        ("bots.py:bravo", "bots.py:brave"),
        ("bots.py", "bots.py:made"),
        ("bot.py:brave", "bots.py:brave"),
        ("Bots.py:made", "bots.py:made"),
    ],
)
def test_the_bot_that_was_meant_is_offered(config_file, given, meant):
    source = "def brave(view, params):\n    return 1\n\nmade = Bot('made', '', '', {})\n"
    Path("bots.py").write_text(f"from simkit.model.bot import Bot\n{source}", encoding="utf-8")
    (problem,) = problems(config_file(GOOD.replace('"reckless"', f'"{given}"')))
    assert problem.endswith(f"; did you mean {meant}?")


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


@pytest.mark.parametrize("name", ["strategy", "name", "table"])
def test_no_parameter_is_called_as_a_key_of_a_seat(config_file, name):
    source = f"""
from typing import Annotated, NamedTuple
from simkit.model.bot import Parameter

class Params(NamedTuple):
    {name}: Annotated[int, Parameter("taken")] = 3

def taken(view, params: Params):
    return 0
"""
    Path("bots.py").write_text(source)
    assert problems(config_file(GOOD.replace('"reckless"', '"bots.py:taken"'))) == [
        (
            'c.toml:8:12: seats.2.strategy = "bots.py:taken": '
            f"bot taken: no parameter can be called {name}, which is a key of [[seats]] itself"
        )
    ]
