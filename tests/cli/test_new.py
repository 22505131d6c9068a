"""What simkit writes to begin with: configs that explain themselves, bots that play, schemas, and examples."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import jsonschema
import pytest

from simkit.cli import COMPLETION, main
from simkit.config import load_config, resolve
from simkit.config.schema import config_schema
from simkit.engine.trace import trace_game
from simkit.registry import every_game
from tests.cli.console import run_command

ROOT = Path(__file__).parents[2]
CONFIGS = sorted((ROOT / "configs").glob("*.toml"))
GAMES = sorted(every_game())


def validator(game: str) -> jsonschema.Draft202012Validator:
    schema = config_schema(every_game()[game])
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("game", GAMES)
def test_a_new_config_holds_as_it_is_and_with_every_comment_taken_in(here, capsys, game):
    assert run_command(capsys, "new", game).code == 0
    text = Path(f"{game}.toml").read_text()
    assert text.startswith(f"#:schema {game}.schema.json\n")
    assert json.loads(Path(f"{game}.schema.json").read_text()) == config_schema(every_game()[game])
    rules = every_game()[game].rules.model_fields
    explicit = re.sub(rf"^# ((?:{'|'.join(rules)}) = )", r"\1", text, flags=re.MULTILINE)
    assert set(tomllib.loads(explicit)["rules"]) == set(rules)
    Path("explicit.toml").write_text(explicit)
    plain, taken_in = (resolve(load_config(Path(name))) for name in (f"{game}.toml", "explicit.toml"))
    assert plain == taken_in
    assert len({place.strategy for place in plain[0].lineup}) > 1 or len(every_game()[game].bots) < 3
    for config in (text, explicit):
        validator(game).validate(tomllib.loads(config))


@pytest.mark.parametrize("game", [game for game in GAMES if every_game()[game].decisions])
def test_a_new_bot_plays_as_it_is(here, capsys, game):
    spec = every_game()[game]
    ended = run_command(capsys, "new", "bot", game, "--out", "mine.py")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.endswith('strategy = "mine.py:bot"\n')
    assert max(map(len, Path("mine.py").read_text().splitlines())) <= 120
    seats = max(2, spec.seats[0])
    config = (
        f'game = "{game}"\n' + seats * '[[seats]]\nstrategy = "mine.py:bot"\nnumber = 7\n' + "[run]\nmax_turns = 5\n"
    )
    Path("c.toml").write_text(config)
    (cell,) = resolve(load_config(Path("c.toml"), games=1))
    assert any(event.kind == "asked" for event in trace_game(cell, 0, 1, here))


def test_nothing_that_is_there_is_overwritten(here, capsys):
    Path("zilch.toml").write_text("mine")
    ended = run_command(capsys, "new", "zilch")
    assert (ended.code, ended.err) == (2, "zilch.toml: is there already; choose another --out\n")
    assert Path("zilch.toml").read_text() == "mine"
    assert run_command(capsys, "new", "zilch", "--variant", "zilch-5000", "--out", "z.toml").code == 0
    assert load_config(Path("z.toml")).variant == "zilch-5000"
    assert run_command(capsys, "new", "zilch", "--out", "no/z.toml").code == 4
    assert "did you mean zilch?" in run_command(capsys, "new", "zilhc").err
    assert run_command(capsys, "new", "bot", "sto-dwadziescia").err == "sto-dwadziescia has nothing to decide\n"


@pytest.mark.parametrize("file", CONFIGS, ids=lambda file: file.stem)
def test_configs_that_come_with_simkit_hold_by_the_schema_that_they_name(file):
    config = tomllib.loads(file.read_text(encoding="utf-8"))
    assert file.read_text(encoding="utf-8").startswith(f"#:schema {config['game']}.schema.json\n")
    validator(config["game"]).validate(config)


@pytest.mark.parametrize("game", GAMES)
def test_the_schemas_beside_them_are_those_of_the_games(capsys, game):
    """`make schemas` writes them anew."""
    ended = run_command(capsys, "schema", game)
    assert ended.out == (ROOT / "configs" / f"{game}.schema.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "change",
    [
        "variant = 'zilch-1500'",
        "rules.targett = 1",
        "rules.target = -1",
        "rules.hot_dice = 'maybe'",
        "seats = [{ strategy = 'bank-at', bank_att = 3 }]",
        "seats = [{ strategy = 'bank-at', bank_at = -3 }]",
        "seats = [{ bank_at = 3 }]",
        "run.games = 0",
        "run.gamez = 3",
        "variants.a.rules.targett = 1",
    ],
)
def test_a_schema_refuses_what_validate_refuses(change):
    config = {"game": "zilch", "seats": [{"strategy": "bank-at"}], "run": {"games": 1}}
    validator("zilch").validate(config)
    with pytest.raises(jsonschema.ValidationError):
        validator("zilch").validate(config | tomllib.loads(change))


def test_a_schema_lets_bots_of_ones_own_have_any_parameters():
    seats = [{"strategy": "mine.py:bold", "x": 1}, {"strategy": "installed-one", "y": "z"}]
    validator("zilch").validate({"game": "zilch", "seats": seats})


def test_examples_are_listed_and_copied(here, capsys):
    listed = run_command(capsys, "examples").out.splitlines()
    assert [line.split()[0] for line in listed] == [file.stem for file in CONFIGS]
    assert all(len(line.split()) > 3 for line in listed)
    assert run_command(capsys, "examples", "topping", "strity").code == 0
    assert load_config(Path("topping.toml")).game == "zilch"
    assert {file.name for file in here.iterdir()} == {
        "topping.toml", "zilch.schema.json", "strity.toml", "strity.schema.json",
    }  # fmt: skip
    assert run_command(capsys, "examples", "topping").code == 2
    assert "did you mean topping?" in run_command(capsys, "examples", "toping").err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_are_given_what_they_need(capsys, shell):
    ended = run_command(capsys, "completion", shell)
    assert ended.code == 0
    assert COMPLETION in ended.out


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("simkit descr", {"describe"}),
        ("simkit describe ten", {"ten-thousand"}),
        ("simkit new zilch --variant zilch-5", {"zilch-5000"}),
    ],
)
def test_shells_complete_commands_games_and_variants(capsys, monkeypatch, words, completed):
    monkeypatch.setenv(COMPLETION, "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    with pytest.raises(SystemExit):
        main([])
    assert {line.split(",")[1] for line in capsys.readouterr().out.splitlines()} == completed
