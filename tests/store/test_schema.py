import numpy as np
import pyarrow as pa
import pytest

from simkit.model.columns import MAX_SEATS, Column
from simkit.store.schema import FORMAT, narrow_dtype, schema, stored_columns
from tests.engine import draws


@pytest.mark.parametrize(
    ("low", "high", "width"),
    [
        (0, 127, np.int8),
        (-128, 127, np.int8),
        (-129, 0, np.int16),
        (0, 128, np.int16),
        (0, 2**15 - 1, np.int16),
        (0, 2**15, np.int32),
        (0, 2**31 - 1, np.int32),
        (0, 2**31, np.int64),
        (-(2**31) - 1, 0, np.int64),
    ],
)
def test_an_int_takes_the_smallest_width_that_holds_its_range(low, high, width):
    assert narrow_dtype(Column("x", "x", low=low, high=high)) == width


def test_a_card_set_is_an_int64():
    assert narrow_dtype(Column("hand", "cards", kind="cards")) == np.int64


def test_per_seat_columns_skip_the_buffer_rows_of_seats_that_are_not_taken():
    columns = stored_columns(draws.GAMES, 3)
    assert [(stored.name, stored.row) for stored in columns[-3:]] == [("score_1", 8), ("score_2", 9), ("score_3", 10)]
    assert draws.GAMES.height() == 8 + MAX_SEATS


def test_the_schema_carries_units_meanings_and_whose_outcomes_they_are():
    cell = draws.cell()
    found = schema(stored_columns(draws.GAMES, 2), cell)
    assert found.field("score_2").metadata == {b"meaning": b"points at the end", b"unit": b"points"}
    assert found.field("cut_short").type == pa.bool_()
    assert found.field("shape").type == pa.dictionary(pa.int8(), pa.string())
    assert [field.name for field in found if field.nullable] == ["half_leader"]
    assert found.metadata == {
        b"simkit.format": str(FORMAT).encode(),
        b"simkit.game": b"draws",
        b"simkit.version": b"1",
        b"simkit.cell": cell.id.encode(),
    }
