import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.engine.chunk import Buffers, Pace, play_part
from simkit.errors import ContractError
from simkit.model.contract_errors import BrokenContractError, replayable
from simkit.model.parts import Part, group_deals, tables_of
from tests.engine import draws


class Collector:
    """What a part's rows are, and where its row groups end."""

    def __init__(self):
        self.blocks, self.groups, self.rows = [], [], 0

    def append(self, block):
        self.blocks.append(block.copy())
        self.rows += block.shape[1]

    def end_group(self):
        self.groups.append(self.rows)

    def content(self):
        return np.concatenate(self.blocks, axis=1)


def played(part, log="turns", pace=None, cell=None):
    cell = draws.cell() if cell is None else cell
    tables = tables_of(draws.GAME, log)
    writers = {table.name: Collector() for table in tables}
    kernel = draws.load(cell, draws.GAME, Path())
    chunks = list(play_part(kernel, tables, part, writers, pace or Pace()))
    assert sum(chunks) == part.deals
    return writers, chunks


def part(first, deals):
    return Part(draws.cell().id, first // 1024, first, deals)


WHOLE = played(part(0, 1024))[0]


@given(sizes=st.integers(1, 2000))
def test_chunk_sizes_leave_no_trace(sizes):
    writers, _ = played(part(0, 1024), pace=Pace(sizes))
    for name, writer in writers.items():
        assert np.array_equal(writer.content(), WHOLE[name].content())
        assert writer.groups == WHOLE[name].groups


@given(first=st.integers(0, 900), deals=st.integers(1, 124))
def test_a_deal_is_the_same_wherever_play_begins(first, deals):
    rows = played(part(first, deals), log="games")[0]["games"].content()
    assert np.array_equal(rows, WHOLE["games"].content()[:, 2 * first : 2 * (first + deals)])


def test_row_groups_end_at_fixed_deals():
    groups = {table.name: group_deals(draws.cell(), table) for table in draws.GAME.tables}
    assert groups == {"games": 65_536, "turns": 64}
    writers, chunks = played(part(0, 1000), pace=Pace(50))
    turns = writers["turns"]
    deals = turns.content()[0]
    ends = [int(np.searchsorted(deals, end)) for end in [*range(64, 1000, 64), 1000]]
    assert turns.groups == ends
    assert writers["games"].groups == [2000]
    assert chunks[:4] == [50, 14, 50, 14]


def test_turns_that_do_not_fit_are_played_in_another_call(monkeypatch):
    monkeypatch.setattr("simkit.engine.chunk._FIRST_TURNS", 30)
    monkeypatch.setattr("simkit.engine.chunk._PAD", 0)
    writers, chunks = played(part(0, 1024), pace=Pace(64))
    assert min(chunks) < 10
    assert np.array_equal(writers["turns"].content(), WHOLE["turns"].content())


def test_the_buffer_doubles_when_one_deal_does_not_fit(monkeypatch):
    monkeypatch.setattr("simkit.engine.chunk._FIRST_TURNS", 1)
    monkeypatch.setattr("simkit.engine.chunk._PAD", 0)
    writers, _ = played(part(0, 1024))
    assert np.array_equal(writers["turns"].content(), WHOLE["turns"].content())


def test_buffers_have_room_for_a_deal_of_any_number_of_seatings():
    buffers = Buffers(draws.GAME, tables_of(draws.GAME, "games"), 120)
    assert buffers.most_deals >= 1
    assert buffers.games.shape[1] >= 120 * buffers.most_deals
    assert buffers.turns.shape[1] == 0
    assert not buffers.grow()


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (2, "the game does not come to an end"),
        (3, "a bot raised ZeroDivisionError: division by zero"),
    ],
)
def test_a_broken_contract_names_the_deal_and_carries_it(fault, message):
    cell = draws.cell(max_turns=fault)
    with pytest.raises(BrokenContractError) as caught:
        played(part(4096, 1024), cell=cell)
    assert caught.value.lines == (f"cell base, deal 5000, seating 2, seat 2 (seed 1): {message}",)
    for error in (caught.value, pickle.loads(pickle.dumps(caught.value))):
        assert (error.cell, error.deal, error.seating, error.seat, error.decision) == (cell, 5000, 1, 1, None)
        with pytest.raises(ContractError) as told, replayable(lambda cell: f"simkit trace {cell.name}.toml"):
            raise error
        assert told.value.lines == (*error.lines, "replay it with: simkit trace base.toml --deal 5000 --seating 2")


def test_pace_doubles_while_calls_are_short_and_halves_when_they_are_long():
    pace = Pace()
    pace.took(64, 0.1)
    assert pace.deals == 128
    pace.took(64, 0.1)  # a short rest of a row group says nothing
    assert pace.deals == 128
    pace.took(128, 0.5)
    assert pace.deals == 128
    pace.took(128, 1.5)
    assert pace.deals == 64


def test_a_fixed_pace_stays():
    pace = Pace(10)
    pace.took(10, 0.01)
    assert pace.deals == 10
