"""From a config to cells: layers of rules, line-ups, names and ids."""

from pathlib import Path

import pytest

from simkit.config import Config, load_config, resolve
from simkit.errors import ConfigError
from simkit.model.cell import Cell

pytestmark = pytest.mark.usefixtures("_pig")

TEXT = """\
game = "pig"
variant = "big-pig"
rules.target = 250

[[seats]]
strategy = "hold-at"
name = "careful"
hold_at = 25
share = 1

[[seats]]
strategy = "hold-at"
mood = "very-bold"

[run]
seed = 7
seatings = "rotate"
max_turns = 50

[variants.far]
rules.target = 999

[variants.plain]
variant = "plain"
rules.ending = "last_round"

[variants.bots]
seats.1 = { strategy = "reckless" }
seats.2.hold_at = 30
"""


def cells(config_file, text=TEXT):
    return {cell.name: cell for cell in resolve(load_config(config_file(text)))}


def test_the_base_comes_first_and_has_every_rule_and_parameter(config_file):
    found = cells(config_file)
    assert list(found) == ["base", "far", "plain", "bots"]
    base = found["base"]
    assert dict(base.rules) == {"target": 250, "doubles": True, "ending": "at_once", "worths": (1, 6)}
    first, second = base.lineup
    assert first.params == (("hold_at", 25), ("share", 1.0), ("careful", True), ("mood", "calm"))
    assert isinstance(dict(first.params)["share"], float)
    assert dict(second.params) == {"hold_at": 20, "share": 0.5, "careful": True, "mood": "very-bold"}
    assert first.source == second.source
    assert (base.game, base.version, base.seatings, base.max_turns, base.seed) == ("pig", 3, "rotate", 50, 7)
    assert Cell.from_content("base", base.content()) == base


def test_named_variants_change_only_what_they_say(config_file):
    found = cells(config_file)
    base, far, plain, bots = found.values()
    assert dict(far.rules) == {**dict(base.rules), "target": 999}
    assert far.lineup == base.lineup
    # another variant file below, the config's own rules still on top
    assert dict(plain.rules) == {"target": 250, "doubles": False, "ending": "last_round", "worths": (1, 6)}
    assert [bot.label() for bot in bots.lineup] == [
        "reckless",
        'hold-at(hold_at=30, share=0.5, careful=true, mood="very-bold")',
    ]
    assert len({cell.id for cell in found.values()}) == 4


def test_the_id_depends_on_what_is_played_and_not_on_how_it_is_written(config_file):
    base = cells(config_file)["base"]
    same = TEXT.replace("share = 1\n", "share = 1.0\ncareful = true\n").replace(
        "rules.target", "rules.doubles = true\nrules.target", 1
    )
    same = same.replace('name = "careful"', 'name = "x"').replace("[run]\n", '[run]\ngames = 9\nlog = "turns"\n')
    assert cells(config_file, same)["base"].id == base.id
    for old, new in [("share = 1", "share = 0.9"), ("seed = 7", "seed = 8"), ("= 250", "= 251"), ("= 50", "= 51")]:
        assert cells(config_file, TEXT.replace(old, new, 1))["base"].id != base.id


def test_a_config_made_in_python_needs_no_file(config_file):
    data = {"game": "pig", "seats": ({"strategy": "hold-at", "hold_at": 25}, {"strategy": "reckless"})}
    (cell,) = resolve(Config.model_validate(data))
    assert cell.lineup[0].params[0] == ("hold_at", 25)
    data["seats"][0]["hold_at"] = -5
    with pytest.raises(ConfigError, match=r"^seats\.1\.hold_at = -5: must be at least 1$"):
        resolve(Config.model_validate(data))


def test_a_minus_zero_is_a_zero(config_file):
    zero, minus = (cells(config_file, TEXT.replace("share = 1", f"share = {text}"))["base"] for text in ("0", "-0.0"))
    assert zero.id == minus.id


def test_a_changed_strategy_in_a_named_variant_has_its_own_parameters(config_file):
    text = TEXT.replace('seats.1 = { strategy = "reckless" }', 'seats.1 = { strategy = "hold-at", share = 0.1 }')
    bots = cells(config_file, text)["bots"]
    assert dict(bots.lineup[0].params) == {"hold_at": 20, "share": 0.1, "careful": True, "mood": "calm"}


def test_a_bot_file_lies_beside_the_config_and_not_in_the_working_directory(config_file):
    Path("sub").mkdir()
    Path("sub/bots.py").write_text("def brave(view, params):\n    return 1\n", encoding="utf-8")
    path = Path("sub/c.toml")
    path.write_text('game = "pig"\n' + '[[seats]]\nstrategy = "bots.py:brave"\n' * 2, encoding="utf-8")
    (cell,) = resolve(load_config(path))
    assert [bot.label() for bot in cell.lineup] == ["bots.py:brave"] * 2


TWO = 'game = "pig"\n[run]\ngames = 10\n' + '[[seats]]\nstrategy = "hold-at"\nhold_at = {}\n' * 2


@pytest.mark.parametrize(
    ("first", "second", "more", "seatings"),
    [
        (20, 20, "", "fixed"),
        (20, 25, "", "rotate"),
        (20, 20, "[variants.bold]\nseats.1.hold_at = 30\n", "rotate"),  # in both cells: they are compared bot by bot
        (20, 20, '[matrix]\n"seats.1.hold_at" = [20, 30]\n', "rotate"),
        (20, 20, "[variants.far]\nrules.target = 60\n", "fixed"),
    ],
)
def test_bots_change_seats_by_default_where_they_differ(config_file, first, second, more, seatings):
    text = TWO.format(first, second) + more
    assert {cell.seatings for cell in resolve(load_config(config_file(text)))} == {seatings}
    for said in ("fixed", "rotate"):
        written = load_config(config_file(text), [f"run.seatings={said}"])
        assert {cell.seatings for cell in resolve(written)} == {said}
