"""The ``[matrix]`` table: grids, ranges, include, exclude and zip; names; and each mistake at its place."""

import pytest

from simkit.config import load_config, resolve
from simkit.config.matrix import MOST_CELLS
from tests.config.common import GOOD, problems

pytestmark = pytest.mark.usefixtures("_pig")


def cells(config_file, matrix, text=GOOD):
    return {cell.name: cell for cell in resolve(load_config(config_file(f"{text}\n{matrix}\n")))}


def targets(found):
    return {name: dict(cell.rules)["target"] for name, cell in found.items()}


def holds(found, seat=0):
    return {name: dict(cell.lineup[seat].params)["hold_at"] for name, cell in found.items()}


def test_a_grid_of_lists_and_ranges(config_file):
    found = cells(
        config_file, '[matrix]\n"rules.target" = [100, 50]\nseats.1.hold_at = { from = 20, to = 30, step = 5 }'
    )
    assert list(found) == [f"target={target},hold_at={hold}" for target in (100, 50) for hold in (20, 25, 30)]
    assert list(targets(found).values()) == [100] * 3 + [50] * 3
    assert list(holds(found).values()) == [20, 25, 30] * 2
    assert len({cell.id for cell in found.values()}) == 6


def test_a_range_of_fractions_has_both_ends_and_no_rounding_dust(config_file):
    found = cells(config_file, "[matrix]\nseats.1.share = { from = 0.1, to = 0.3, step = 0.1 }")
    assert [dict(cell.lineup[0].params)["share"] for cell in found.values()] == [0.1, 0.2, 0.3]
    assert list(found) == ["share=0.1", "share=0.2", "share=0.3"]


def test_every_variant_at_every_point(config_file):
    text = GOOD + '\n[variants.calm]\nseats.1.hold_at = 15\n[variants.plain]\nvariant = "big-pig"\n'
    found = cells(config_file, '[matrix]\n"rules.target" = [100, 50]', text)
    assert list(found) == [
        f"{variant}target={target}" for variant in ("", "calm,", "plain,") for target in (100, 50)
    ]  # fmt: skip
    assert holds(found)["calm,target=50"] == 15
    assert dict(found["plain,target=50"].rules)["doubles"] is True


def test_exclude_drops_all_points_that_match(config_file):
    matrix = '[matrix]\n"rules.target" = [100, 50]\n"seats.1.hold_at" = [20, 25]\nexclude = [{ "rules.target" = 50 }]'
    assert list(cells(config_file, matrix)) == ["target=100,hold_at=20", "target=100,hold_at=25"]


def test_include_adds_keys_to_points_that_match_and_is_a_point_when_none_does(config_file):
    matrix = """[matrix]
"rules.target" = [100, 50]
include = [{ "rules.target" = 50, "seats.1.hold_at" = 33 }, { rules.target = 77 }, { rules.doubles = true }]"""
    found = cells(config_file, matrix)
    assert list(found) == ["target=100,doubles=true", "target=50,hold_at=33,doubles=true", "target=77"]
    assert holds(found) == dict(zip(found, (25, 33, 25), strict=True))
    assert [dict(cell.rules)["doubles"] for cell in found.values()] == [True, True, False]


def test_zipped_keys_move_together(config_file):
    matrix = """[matrix]
"rules.target" = [100, 50]
"rules.worths" = [[1, 6], [2, 5]]
"rules.doubles" = [true, false]
zip = ["rules.target", "rules.doubles"]"""
    assert list(cells(config_file, matrix)) == [
        "target=100,doubles=true,worths=1/6",
        "target=100,doubles=true,worths=2/5",
        "target=50,doubles=false,worths=1/6",
        "target=50,doubles=false,worths=2/5",
    ]


def test_names_have_as_much_of_a_key_as_tells_them_apart(config_file):
    text = GOOD.replace('"reckless"', '"hold-at"')
    matrix = '[matrix]\n"seats.1.hold_at" = [5]\n"seats.2.hold_at" = [6, 7]\n"variant" = ["big-pig"]'
    assert list(cells(config_file, matrix, text)) == [
        f"1.hold_at=5,2.hold_at={other},variant=big-pig" for other in (6, 7)
    ]


def test_a_strategy_may_be_an_axis(config_file):
    found = cells(config_file, '[matrix]\n"seats.2.strategy" = ["hold-at", "reckless"]')
    assert [cell.lineup[1].strategy for cell in found.values()] == ["hold-at", "reckless"]


def test_seeds_are_an_axis(config_file):
    found = cells(config_file, '[matrix]\n"run.seed" = [3, 1]\nrules.target = [50, 60]')
    assert {name: cell.seed for name, cell in found.items()} == {
        f"seed={seed},target={target}": seed for seed in (3, 1) for target in (50, 60)
    }
    ranged = cells(config_file, "[matrix]\nrun.seed = { from = 5, to = 7, step = 1 }")
    assert [cell.seed for cell in ranged.values()] == [5, 6, 7]


MORE = '[[seats]]\nstrategy = "reckless"\n'


def test_numbers_of_seats_are_an_axis_and_the_line_up_is_cut_or_repeated(config_file):
    found = cells(config_file, "[matrix]\nseats = [2, 3, 4]")
    assert {name: cell.seats for name, cell in found.items()} == {"seats=2": 2, "seats=3": 3, "seats=4": 4}
    (first, second) = found["seats=2"].lineup
    assert found["seats=3"].lineup == (first, second, first)
    assert found["seats=4"].lineup == (first, second, first, second)
    (fewer,) = cells(config_file, "[matrix]\nseats = [2]", GOOD + MORE).values()
    assert fewer.lineup == (first, second)
    varied = cells(config_file, '[matrix]\nseats = [2, 3]\n"seats.1.hold_at" = [11, 12]')
    assert holds(varied) == {f"seats={n},hold_at={at}": at for n in (2, 3) for at in (11, 12)}


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ("seats = [2, 9]", "matrix.seats.2 = 9: must be a whole number from 1 to 8"),
        ("seats = [0]", "matrix.seats.1 = 0: must be a whole number from 1 to 8"),
        ("seats = [2.0]", "matrix.seats.1 = 2.0: must be a whole number"),
        ('"seats" = [2, 3]\n"seats.3.hold_at" = [11]', "there is no such seat; they are numbered from 1 to 2"),
        ("run.seed = [1, -1]", "matrix.run.seed.2 = -1: must be a whole number from 0 to 2^63 - 1"),
        ('"run.seed" = [true]', "must be a whole number from 0 to 2^63 - 1"),
        ("run.games = [10]", "the number of seats or the seed"),
    ],
)
def test_a_wrong_seed_or_number_of_seats_is_told_where_it_stands(config_file, matrix, message):
    lines = problems(config_file(f"{GOOD}\n[matrix]\n{matrix}\n"))
    assert any(message in line for line in lines), lines


def test_too_many_seats_for_the_game_are_told_at_the_axis(config_file, monkeypatch):
    from dataclasses import replace

    from tests.config.pig import pig

    monkeypatch.setattr("simkit.config.cells.every_game", lambda: {"pig": replace(pig(), seats=(2, 3))})
    (line,) = problems(config_file(f"{GOOD}\n[matrix]\nseats = [2, 4]\n"))
    assert "matrix.seats.2 = 4: pig is played with 2 to 3 seats" in line


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ('"rules.target" = [100, 3]', "13:24: matrix.\"rules.target\".2 = 3: must be at least 10"),
        ('rules.target = [100, 3]', "13:22: matrix.rules.target.2 = 3: must be at least 10"),
        ('"rules.targt" = [1]', 'matrix."rules.targt".1: there is no such rule; did you mean target?'),
        ('"seats.1.hold" = [1]', 'matrix."seats.1.hold".1: there is no such parameter of hold-at'),
        ('"seats.3.hold_at" = [1]', 'matrix."seats.3.hold_at".1: there is no such seat'),
        ('"seats.1.hold_at" = { from = 190, to = 210, step = 20 }', "must be at most 200"),
        ('"variant" = ["pigg"]', "matrix.variant.1 = \"pigg\": there is no such variant"),
        ('"variant" = [3]', "matrix.variant.1 = 3: must be text in quotes"),
        ('"run.games" = [1, 2]', 'matrix."run.games": must be a rule, a bot\'s parameter, the variant, the number'),
        ('"rules.target" = 50', 'matrix."rules.target" = 50: must be a list of values, or a range'),
        ('"rules.target" = []', "must be a list of values, or a range"),
        ('"rules.target" = [50, 60, 50]', 'matrix."rules.target".3 = 50: is there twice'),
        ('"rules.target" = { from = 1, too = 2, step = 1 }', "too: there is no such key; there are from,"),
        ('"rules.target" = { from = 1, to = 2 }', 'matrix."rules.target": step is missing'),
        ('"rules.target" = { from = 1, to = 2, step = 0 }', 'matrix."rules.target".step = 0: must be above 0'),
        ('"rules.target" = { from = 3, to = 2, step = 1 }', "to = 2: must be at least from = 3"),
        ('"rules.target" = { from = 1, to = "x", step = 1 }', 'to = "x": must be a number'),
        ('"rules.target" = { from = 10, to = 99999, step = 1 }', f"has 99,990 values; at most {MOST_CELLS:,} cells"),
        ('"rules.target" = [50]\nexclude = [{ "rules.target" = 50 }]', "12:2: matrix: leaves no cell"),
        ('"rules.target" = [50]\nexclude = [{ "rules.target" = 51 }]', "excludes nothing: rules.target = 51"),
        ('"rules.target" = [50]\nexclude = [{ rules.doubles = true }]', "is not a key of [matrix]"),
        ('"rules.target" = [50]\nexclude = 5', "matrix.exclude = 5: must be a list of tables"),
        ('"rules.target" = [50]\ninclude = [5]', "matrix.include.1 = 5: must be a table"),
        ('"rules.target" = [50]\ninclude = [{ rules.target = 50 }]', "it is the same cell as target=50"),
        ('"rules.target" = [50]\nzip = ["rules.target", "rules.doubles"]', "must list two or more keys of [matrix]"),
        (
            '"rules.target" = [50]\n"rules.doubles" = [true, false]\nzip = [["rules.target", "rules.doubles"]]',
            "must have equally many values each: rules.target has 1, rules.doubles has 2",
        ),
    ],
)  # fmt: skip
def test_a_mistake_is_told_where_it_stands(config_file, matrix, message):
    (line,) = problems(config_file(f"{GOOD}[matrix]\n{matrix}\n"))
    assert message in line, line
    assert line.startswith("c.toml:")


def test_a_matrix_too_large_is_refused_before_it_is_made(config_file):
    matrix = "[matrix]\n" + "\n".join(
        f'"{key}" = {{ from = 10, to = 190, step = 1 }}' for key in ("rules.target", "seats.1.hold_at")
    )
    (line,) = problems(config_file(f"{GOOD}{matrix}\n"))
    assert "makes 32,761 cells; at most 10,000 are played" in line
