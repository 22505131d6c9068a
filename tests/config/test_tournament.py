"""The ``[tournament]`` table: a cell for each pair, names, and each mistake at its place."""

import pytest

from simkit.config import load_config, resolve
from tests.config.common import problems

pytestmark = pytest.mark.usefixtures("_pig")

HEAD = 'game = "pig"\n[run]\ngames = 10\n'
BOT = '[[tournament.bots]]\nstrategy = "hold-at"\nhold_at = {}\n'
FIELD = HEAD + "".join(map(BOT.format, (20, 25, 30)))


def test_every_pair_is_a_cell_whose_bots_change_seats(config_file):
    found = resolve(load_config(config_file(FIELD)))
    assert [cell.name for cell in found] == [
        "hold-at-20:hold-at-25", "hold-at-20:hold-at-30", "hold-at-25:hold-at-30",
    ]  # fmt: skip
    assert [[dict(bot.params)["hold_at"] for bot in cell.lineup] for cell in found] == [[20, 25], [20, 30], [25, 30]]
    assert {(cell.seatings, cell.arrangements) for cell in found} == {("rotate", ((0, 1), (1, 0)))}
    assert len({cell.seed for cell in found}) == 1


def test_bots_may_have_names(config_file):
    text = FIELD.replace("hold_at = 25", 'hold_at = 25\nname = "bold"')
    assert next(cell.name for cell in resolve(load_config(config_file(text)))) == "hold-at-20:bold"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + BOT.format(20), "c.toml:4:3: tournament: must have two or more [[tournament.bots]]"),
        (HEAD + "[tournament]\n", "c.toml:4:2: tournament: must have two or more [[tournament.bots]]"),
        (FIELD.replace("= 30", "= 300"), "c.toml:12:11: tournament.bots.3.hold_at = 300: must be at most 200"),
        (FIELD.replace("hold_at = 30", "hold = 3"), "c.toml:12:1: tournament.bots.3.hold: there is no such parameter"),
        (FIELD.replace("= 30", "= 20"), "is called hold-at-20, as bot 1 is; give it a name"),
        (FIELD.replace("= 30", '= 30\nname = "a:b"'), 'name = "a:b": must be letters, digits'),
        (FIELD + "[variants.x]\nrules.target = 50\n", "variants: does not go with [tournament]"),
        (FIELD + '[matrix]\n"rules.target" = [50]\n', "matrix: does not go with [tournament]"),
        (FIELD + '[[seats]]\nstrategy = "hold-at"\n', "seats: does not go with [tournament]"),
        (FIELD.replace("[[tournament.bots]]", "[[tournament.bot]]"), "tournament.bot: there is no such key"),
    ],
)
def test_a_mistake_is_told_where_it_stands(config_file, text, message):
    lines = problems(config_file(text))
    assert any(message in line for line in lines), lines
    assert all(line.startswith("c.toml:") for line in lines)
