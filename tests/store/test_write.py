import io

import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest

from simkit.errors import ContractError, StoreError
from simkit.model.columns import MISSING
from simkit.store.digest import TableDigest
from simkit.store.schema import stored_columns
from simkit.store.write import PartWriter, TableWriter
from tests.engine import draws


def block(rows, seed=1):
    """Random rows of the games table within its columns' ranges, some of them missing where that is allowed."""
    chance = np.random.default_rng(seed)
    out = np.zeros((draws.GAMES.height(), rows), np.int64)
    out[0] = np.arange(rows)
    out[1] = chance.integers(1, 3, rows)
    out[2] = chance.integers(0, 256, rows)
    out[3] = chance.integers(0, 2**31, rows)
    out[4] = chance.integers(0, 2, rows)
    out[5] = chance.integers(0, 3, rows)
    out[6] = np.where(chance.random(rows) < 0.5, MISSING, chance.integers(1, 9, rows))
    out[7] = chance.integers(-(2**63) + 1, 2**63, rows)
    out[8:10] = chance.integers(0, 2**31, (2, rows))
    return out


def written(blocks, *, ends=()):
    """Write blocks, with a row group's end after those whose numbers stand in ``ends``."""
    file = io.BytesIO()
    writer = TableWriter(draws.cell(), draws.GAMES, file)
    for number, rows in enumerate(blocks):
        writer.append(rows)
        if number in ends:
            writer.end_group()
    return writer.finish(), file.getvalue()


def test_what_is_read_back_is_what_was_written():
    rows = block(1000)
    _, content = written([rows])
    frame = pl.read_parquet(io.BytesIO(content))
    for stored in stored_columns(draws.GAMES, 2):
        expected = [None if value == MISSING else value for value in rows[stored.row].tolist()]
        if stored.column.kind == "enum":
            expected = [draws.SHAPES[code] for code in expected]
        if stored.column.kind == "flag":
            expected = [bool(value) for value in expected]
        assert frame[stored.name].to_list() == expected, stored.name


def test_blocks_leave_no_trace_but_row_groups_do_in_the_bytes_only():
    rows = block(1000)
    pieces = [rows[:, :1], rows[:, 1:700], rows[:, 700:]]
    whole, parts, groups = written([rows]), written(pieces), written(pieces, ends={1})
    assert parts == whole
    assert groups[1] != whole[1]
    assert pq.ParquetFile(io.BytesIO(groups[1])).metadata.num_row_groups == 2
    assert groups[0].digest == whole[0].digest


def test_the_digest_follows_from_the_decoded_values():
    record, content = written([block(1000)])
    frame = pl.read_parquet(io.BytesIO(content))
    columns = stored_columns(draws.GAMES, 2)
    digest = TableDigest(columns)
    for place, stored in enumerate(columns):
        series = frame[stored.name]
        if stored.column.kind == "enum":
            series = series.cast(pl.String).replace_strict(list(draws.SHAPES), [0, 1, 2], return_dtype=pl.Int64)
        digest.update(place, series.cast(pl.Int64).fill_null(MISSING).to_numpy())
    assert digest.hexdigest() == record.digest


@pytest.mark.parametrize(("row", "value"), [(4, 0), (5, 2), (6, MISSING), (7, 5), (9, 3)])
def test_the_digest_notices_one_value(row, value):
    rows = block(100)
    rows[row, 50] = 1
    changed = rows.copy()
    changed[row, 50] = value
    assert written([rows])[0].digest != written([changed])[0].digest


def test_without_a_file_rows_are_counted_and_digested_all_the_same():
    rows = block(100)
    writer = TableWriter(draws.cell(), draws.GAMES, None)
    writer.append(rows)
    record = writer.finish()
    assert (record.bytes, record.sha256) == (None, None)
    assert (record.rows, record.digest) == (100, written([rows])[0].digest)


@pytest.mark.parametrize(
    ("row", "value", "message"),
    [
        (2, 256, "winners = 256, outside its declared range 0 to 255"),
        (2, MISSING, f"winners = {MISSING}, outside its declared range 0 to 255"),
        (4, 2, "cut_short = 2, outside its declared range 0 to 1"),
        (5, 3, "shape = 3, outside its declared range 0 to 2"),
        (6, 0, "half_leader = 0, outside its declared range 1 to 8"),
        (9, 2**31, "score_2 = 2147483648, outside its declared range 0 to 2147483647"),
    ],
)
def test_a_value_out_of_range_is_an_error_that_names_the_deal(row, value, message):
    rows = block(100)
    rows[row, 42] = value
    writer = TableWriter(draws.cell(), draws.GAMES, io.BytesIO())
    with pytest.raises(ContractError) as caught:
        writer.append(rows)
    writer.abandon()
    assert caught.value.lines == (f"cell base, deal 42, seating {rows[1, 42]} (seed 1): draws gave {message}",)


def open_part(root):
    (root / "cells" / draws.cell().id).mkdir(parents=True)
    return PartWriter(root, draws.cell(), 3, [draws.GAMES], stored=True)


def files(root):
    return sorted(path.name for path in root.rglob("*") if path.is_file())


def test_a_part_is_absent_until_it_is_committed(tmp_path):
    with open_part(tmp_path) as part:
        part.tables["games"].append(block(10))
        assert "games-000003.parquet" not in files(tmp_path)
        record = part.commit()["games"]
    assert files(tmp_path) == ["games-000003.parquet"]
    content = next(tmp_path.rglob("*.parquet")).read_bytes()
    assert (record.rows, record.bytes) == (10, len(content))


def test_nothing_remains_of_a_part_that_was_not_committed(tmp_path):
    def interrupted():
        with open_part(tmp_path) as part:
            part.tables["games"].append(block(10))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert files(tmp_path) == []


def test_a_full_disk_is_one_message_and_nothing_remains(tmp_path):
    class Full(io.BytesIO):
        def write(self, data):
            raise OSError(28, "No space left on device")

    def full():
        with open_part(tmp_path) as part:
            part.tables["games"]._sink._file = Full()
            part.tables["games"].append(block(10))
            part.commit()

    with pytest.raises(StoreError) as caught:
        full()
    assert str(caught.value) == f"{tmp_path}: cannot be written: No space left on device"
    assert files(tmp_path) == []
