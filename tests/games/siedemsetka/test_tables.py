"""The kernel's tables offer what ``scoring.py`` finds, for all dice on the table and all rolls beside them."""

import pytest

from simkit.games.dice.rolls import FACES, code, multisets
from simkit.games.siedemsetka.exact import lying
from simkit.games.siedemsetka.rules import Rules
from simkit.games.siedemsetka.scoring import options
from simkit.games.siedemsetka.tables import MOST_OPTIONS, build


@pytest.mark.parametrize("needs_new_die", [False, True])
@pytest.mark.parametrize("subset", ["any", "best_only"])
@pytest.mark.parametrize("combos_per_roll", ["one", "many"])
def test_every_roll(combos_per_roll, subset, needs_new_die):
    rules = Rules(combos_per_roll=combos_per_roll, subset=subset, needs_new_die=needs_new_die)
    tables, by_code = build(rules), {table: place for place, table in enumerate(sorted(map(code, lying())))}
    for table in lying():
        for roll, _ in multisets(6 - len(table)):
            index = sum((face - 1) * FACES**power for power, face in enumerate(reversed(roll)))
            first, number = divmod(int(tables.of_roll[tables.begins[by_code[code(table)]] + index]), MOST_OPTIONS)
            rows = [tuple(map(int, row)) for row in tables.options[first : first + number]]
            assert rows == [
                (o.points, o.dice, o.faces, o.lying, by_code[o.lying], o.runs, o.equals)
                for o in options(rules, table, roll)
            ]
