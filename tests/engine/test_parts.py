import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.errors import UsageError
from simkit.model.columns import Table
from simkit.model.game import GameSpec
from simkit.model.parts import Part, deals_of, games_of, group_deals, parts_of, tables_of
from tests.engine import draws

BASE = draws.cell()


@pytest.mark.parametrize(("games", "deals"), [(0, 0), (1, 1), (2, 1), (3, 2), (10**15 + 1, 5 * 10**14 + 1)])
def test_games_are_rounded_up_to_whole_deals(games, deals):
    assert deals_of(BASE, games) == deals
    assert games_of(BASE, games) == 2 * deals


@given(games=st.integers(1, 10**6), log=st.sampled_from(["none", "games", "turns"]))
def test_parts_cover_every_deal_once_and_only_the_last_is_short(games, log):
    parts = list(parts_of(BASE, draws.GAME, log, games))
    size = 1024 if log == "turns" else 4096
    assert [part.first for part in parts] == [size * index for index in range(len(parts))]
    assert all(part.deals == size for part in parts[:-1])
    assert sum(part.deals for part in parts) == deals_of(BASE, games)
    assert 1 <= parts[-1].deals <= size


def test_more_games_change_the_last_short_part_only():
    fewer, more = (list(parts_of(BASE, draws.GAME, "games", games)) for games in (20_000, 40_000))
    assert fewer[:-1] == more[: len(fewer) - 1]
    assert fewer[-1] == Part(BASE.id, 2, 8192, 1808)


@pytest.mark.parametrize(("log", "names"), [("none", ["games"]), ("games", ["games"]), ("turns", ["games", "turns"])])
def test_tables_of_a_log(log, names):
    assert [table.name for table in tables_of(draws.GAME, log)] == names


def test_a_log_that_the_game_does_not_have_is_refused():
    short = GameSpec(**{**vars(draws.GAME), "tables": draws.GAME.tables[:1]})
    with pytest.raises(UsageError, match='log = "turns": draws has no such table; it has games'):
        tables_of(short, "turns")


@pytest.mark.parametrize(
    ("table", "seats", "deals"),
    [
        (Table("games", (), 2**18), 1, 2**17),
        (Table("games", (), 2**18), 2, 2**16),
        (Table("games", (), 2**18), 3, 2**15),  # 3 rows a deal: 98,304 rows
        (Table("turns", (), 2**14), 1, 2**11),  # 64 rows a game
        (Table("turns", (), 2**14), 4, 2**9),
        (Table("turns", (), 2), 8, 1),
    ],
)
def test_a_row_group_has_about_131072_rows(table, seats, deals):
    assert group_deals(draws.cell(seats=seats), table) == deals
