"""Writes outcome tables: blocks of the kernel's rows, row group by row group, into files that are whole or absent."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Any, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from simkit.model.cell import Cell
from simkit.model.columns import MISSING, Table
from simkit.model.contract_errors import BrokenContractError
from simkit.store.digest import TableDigest
from simkit.store.files import commit, partial_file, reported, sync_folder
from simkit.store.manifest import TableRecord, part_path
from simkit.store.schema import StoredColumn, narrow_dtype, schema, stored_columns, value_range

__all__ = ["PartWriter", "TableWriter"]


class _Sink:
    """A file for pyarrow to write to, which counts and hashes what goes by."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.size = 0
        self.sha256 = hashlib.sha256()
        self.closed = False
        self.discards = False
        """Nothing is to be written any more."""

    def write(self, data: bytes) -> int:
        if not self.discards:
            self.sha256.update(data)
            self._file.write(data)
            self.size += len(data)
        return len(data)

    def tell(self) -> int:
        return self.size

    def flush(self) -> None:
        self._file.flush()

    def close(self) -> None:
        """Leave the file open: it is still to be synced."""


class TableWriter:
    """One table of one part: blocks of rows in, row groups out.

    Parameters
    ----------
    cell, table
        Whose rows they are.
    file
        Where the Parquet goes; None to count and digest the rows only.
    """

    def __init__(self, cell: Cell, table: Table, file: IO[bytes] | None) -> None:
        self._cell = cell
        self._columns = stored_columns(table, cell.seats)
        self._rows_of = {stored.name: stored.row for stored in self._columns}
        self._digest = TableDigest(self._columns)
        self._rows = 0
        self._blocks: list[list[pa.Array[Any]]] = [[] for _ in self._columns]
        self._sink = None if file is None else _Sink(file)
        self._schema = schema(self._columns, cell)
        self._writer = None if self._sink is None else _parquet_writer(self._sink, self._schema)

    def append(self, block: npt.NDArray[np.int64]) -> None:
        """Take in ``int64[height, rows]``, the filled part of the kernel's buffer, which is free afterwards.

        Raises
        ------
        ContractError
            A value lies outside its column's declared range, or is missing where it may not be.
        """
        for place, stored in enumerate(self._columns):
            values = block[stored.row]
            missing = values == MISSING if stored.column.nullable else None
            self._check_range(stored, values, missing, block)
            self._digest.update(place, values)
            if self._writer is not None:
                self._blocks[place].append(_narrowed(stored, values, missing))
        self._rows += block.shape[1]

    def end_group(self) -> None:
        """Write what was appended since the last call as one row group; no rows, no group."""
        if self._writer is None or not self._blocks[0]:
            return
        arrays = [_encoded(stored, blocks) for stored, blocks in zip(self._columns, self._blocks, strict=True)]
        table = pa.Table.from_arrays(arrays, schema=self._schema)
        if table.num_rows:
            self._writer.write_table(table, row_group_size=table.num_rows)
        self._blocks = [[] for _ in self._columns]

    def finish(self) -> TableRecord:
        """Write the last row group and the footer."""
        self.end_group()
        if self._writer is None or self._sink is None:
            return TableRecord(rows=self._rows, digest=self._digest.hexdigest())
        self._writer.close()
        return TableRecord(
            rows=self._rows,
            digest=self._digest.hexdigest(),
            bytes=self._sink.size,
            sha256=self._sink.sha256.hexdigest(),
        )

    def abandon(self) -> None:
        """Let go of a file that is not going to be finished; nothing happens to one that is."""
        if self._writer is not None and self._sink is not None:
            # Closing writes a footer, and pyarrow would try it again and again; on a full disk it would complain.
            self._sink.discards = True
            with suppress(OSError):
                self._writer.close()

    def _check_range(
        self,
        stored: StoredColumn,
        values: npt.NDArray[np.int64],
        missing: npt.NDArray[np.bool_] | None,
        block: npt.NDArray[np.int64],
    ) -> None:
        low, high = value_range(stored.column)
        wrong = (values < low) | (values > high)
        if missing is not None:
            wrong &= ~missing
        if wrong.any():
            row = int(wrong.argmax())
            deal, seating = (int(block[self._rows_of[name], row]) for name in ("deal", "seating"))
            what = f"{self._cell.game} gave {stored.name} = {values[row]}, outside its declared range {low} to {high}"
            raise BrokenContractError(self._cell, what, deal=deal, seating=seating - 1)


def _parquet_writer(sink: _Sink, fields: pa.Schema) -> pq.ParquetWriter:
    # Deals only rise: stored as differences they take next to no room.
    packed = {name: "DELTA_BINARY_PACKED" for name in fields.names if name == "deal"}
    return pq.ParquetWriter(
        sink,  # type: ignore[arg-type]
        fields,
        compression="zstd",
        use_dictionary=[name for name in fields.names if name not in packed],  # type: ignore[arg-type]
        column_encoding=packed,
    )


def _narrowed(
    stored: StoredColumn, values: npt.NDArray[np.int64], missing: npt.NDArray[np.bool_] | None
) -> pa.Array[Any]:
    """Narrow the values to an Arrow array (bool for flags, codes for labels), missing ones being NULL."""
    narrow = values != 0 if stored.column.kind == "flag" else values.astype(narrow_dtype(stored.column))
    array: pa.Array[Any] = pa.array(narrow, mask=missing)
    return array


def _encoded(stored: StoredColumn, blocks: Sequence[pa.Array[Any]]) -> pa.Array[Any]:
    """Join the blocks of a row group; codes get their labels."""
    array: pa.Array[Any] = blocks[0] if len(blocks) == 1 else pa.concat_arrays(blocks)
    if stored.column.kind != "enum":
        return array
    return pa.DictionaryArray.from_arrays(array, pa.array(list(stored.column.labels), pa.string()))


class PartWriter:
    """All tables of one part: ``with`` it, append and end groups, then ``commit``; without that nothing remains.

    Parameters
    ----------
    root
        Run directory.
    cell, index
        Which part.
    tables
        Tables to digest.
    stored
        Whether they are also written to files.
    """

    def __init__(self, root: Path, cell: Cell, index: int, tables: Sequence[Table], *, stored: bool) -> None:
        self._root, self._cell, self._index, self._stored = root, cell, index, stored
        self._declared = tables
        self._stack = ExitStack()
        self._files: dict[str, tuple[Path, IO[bytes]]] = {}
        self.tables: Mapping[str, TableWriter] = {}

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(reported(self._root, "written"))
            if self._stored:
                self._files = {t.name: stack.enter_context(partial_file(self._root)) for t in self._declared}
            opened = {name: file for name, (_, file) in self._files.items()}
            self.tables = {t.name: TableWriter(self._cell, t, opened.get(t.name)) for t in self._declared}
            for writer in self.tables.values():
                stack.callback(writer.abandon)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: object) -> bool | None:
        return self._stack.__exit__(*error)  # type: ignore[arg-type]

    def commit(self) -> dict[str, TableRecord]:
        """Finish every table, make its file durable and rename it into place."""
        records = {name: writer.finish() for name, writer in self.tables.items()}
        for name, (path, file) in self._files.items():
            target = part_path(self._root, self._cell.id, name, self._index)
            commit(path, file, target)
            sync_folder(target.parent)
        return records
