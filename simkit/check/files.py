"""Reads and writes a baseline: a TOML file for people and diffs, and beside it Parquet with sums and digests of blocks.

Nothing that is damaged, foreign or of another format is ever taken for a baseline.
"""

from __future__ import annotations

import hashlib
import tomllib
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pyarrow.parquet as pq
from pydantic import ValidationError

from simkit.check.counted import Counted
from simkit.check.digest import Digests
from simkit.check.records import FORMAT, BaselineRecord, CellRecord, FileRecord, MetricRecord
from simkit.config.toml import to_toml
from simkit.errors import StoreError
from simkit.stats.moments import Floats
from simkit.store.files import reported

__all__ = ["Baseline", "combined", "read_baseline", "write_baseline", "write_file"]

HEADER = """\
# Baseline of simkit {simkit}: what these cells gave when it was recorded. `simkit check CONFIG --baseline` reads it,
# `simkit baseline CONFIG --out` writes it anew. Sums and digests of blocks of deals lie beside it, in {beside}.
"""


@dataclass(frozen=True)
class Baseline:
    """A baseline in memory: its record, and by cell what was counted (nothing for exact values)."""

    record: BaselineRecord
    counted: Mapping[str, Counted]


def combined(digests: Digests) -> str:
    """Digest of all blocks together: 16 hex digits."""
    return hashlib.sha256(digests.astype("<u8").tobytes()).hexdigest()[:16]


def write_baseline(path: Path, baseline: Baseline) -> list[Path]:
    """Write a baseline, each file whole or not at all, the TOML file last; the paths written.

    Raises
    ------
    StoreError
        A file cannot be written.
    """
    tables = {"blocks": (f"{path.stem}.blocks.parquet", _blocks_table(baseline))}
    if any(one.each_digest is not None for one in baseline.counted.values()):
        tables["each_deal"] = f"{path.stem}.deals.parquet", _deals_table(baseline)
    files, written = {}, []
    for key, (name, table) in tables.items():
        content = _parquet(table)
        write_file(path.with_name(name), content)
        files[key] = FileRecord(name=name, sha256=hashlib.sha256(content).hexdigest())
        written.append(path.with_name(name))
    record = baseline.record.model_copy(update=files)
    header = HEADER.format(simkit=record.simkit, beside=files["blocks"].name)
    write_file(path, f"{header}\n{to_toml(_plain(record))}\n".encode())
    return [path, *written]


def _parquet(table: pl.DataFrame) -> bytes:
    """Pack a table as small as it gets: whole numbers as differences."""
    content = BytesIO()
    packed = {name: "DELTA_BINARY_PACKED" for name, kind in table.schema.items() if kind == pl.Int64}
    pq.write_table(
        table.to_arrow(),
        content,
        use_dictionary=["cell"],  # type: ignore[arg-type]
        column_encoding=packed,
        compression="zstd",
        compression_level=19,
        write_statistics=False,
        store_schema=False,
    )
    return content.getvalue()


def _plain(record: BaselineRecord) -> dict[str, Any]:
    """Data of the TOML file: what is empty is left out."""
    return record.model_dump(exclude_none=True, exclude_defaults=True) | {"alpha": record.alpha}


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all; its folder is made where there is none.

    What is no file, such as a pipe or ``/dev/stdout``, is written to.
    """
    beside = path.with_name(f".{path.name}.{uuid.uuid4().hex}.partial")
    with reported(path, "written"):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            with path.open("wb") as open_end:
                open_end.write(content)
            return
        try:
            beside.write_bytes(content)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)


def _column(metric: MetricRecord, part: str) -> str:
    who = f"seat {metric.seat}" if metric.seat else f"bot {metric.place}" if metric.place else "game"
    return f"{metric.statistic}, {who}: {part}"


def _parts(rows: int) -> tuple[str, ...]:
    return ("squares", "values", "trials")[-rows:]


def _compact(values: Floats) -> pl.Series:
    """Sums as whole numbers where they are."""
    whole = pl.Series(np.round(values), dtype=pl.Int64)
    return whole if np.array_equal(whole.to_numpy(), values) else pl.Series(values)


def _sum_columns(cell: CellRecord, sums: Sequence[Floats]) -> Iterator[pl.Series]:
    for metric, found in zip(cell.statistics, sums, strict=True):
        for part, row in zip(_parts(len(found)), found, strict=True):
            yield _compact(row).alias(_column(metric, part))


def _blocks_table(baseline: Baseline) -> pl.DataFrame:
    frames = []
    for cell in baseline.record.cells:
        counted = baseline.counted[cell.name]
        squares = [
            _compact(found).alias(_column(metric, "values squared"))
            for metric, found in zip(cell.statistics, counted.squares, strict=True)
            if found is not None
        ]
        frames.append(
            pl.DataFrame(
                [
                    pl.Series("cell", [cell.name] * counted.blocks),
                    pl.Series("first", np.arange(counted.blocks) * counted.block_deals),
                    pl.Series("digest", counted.digests),
                    *_sum_columns(cell, counted.sums),
                    *squares,
                ]
            )
        )
    return pl.concat(frames, how="diagonal_relaxed")


def _deals_table(baseline: Baseline) -> pl.DataFrame:
    frames = []
    for cell in baseline.record.cells:
        counted = baseline.counted[cell.name]
        assert counted.each_digest is not None
        assert counted.each_sums is not None
        columns = [pl.Series("cell", [cell.name] * counted.deals), pl.Series("digest", counted.each_digest)]
        frames.append(pl.DataFrame([*columns, *_sum_columns(cell, counted.each_sums)]))
    return pl.concat(frames, how="diagonal_relaxed")


def read_baseline(path: Path) -> Baseline:
    """Read a baseline.

    Raises
    ------
    StoreError
        It is missing, damaged, no baseline, or of another format; or a file beside it is.
    """
    record = _read_record(path)
    if record.is_exact:
        return Baseline(record, {})
    if record.blocks is None:
        raise _damaged(path, "it names no file with the sums of blocks")
    with _checked(path.with_name(record.blocks.name)):
        blocks = pl.read_parquet(BytesIO(_read_bytes(path, record.blocks)))
        deals = None if record.each_deal is None else pl.read_parquet(BytesIO(_read_bytes(path, record.each_deal)))
        counted = {cell.name: _restored(path, cell, blocks, deals) for cell in record.cells}
    return Baseline(record, counted)


def _damaged(path: Path, what: str) -> StoreError:
    return StoreError(f"{path}: damaged: {what}; restore it from version control, or record it again")


@contextmanager
def _checked(path: Path) -> Iterator[None]:
    """Turn what Polars says about a file whose content is not that of a baseline into one clear message."""
    try:
        yield
    except (pl.exceptions.PolarsError, KeyError, ValueError, IndexError) as error:
        raise _damaged(path, str(error).splitlines()[0]) from error


def _read_record(path: Path) -> BaselineRecord:
    if not path.exists():
        raise StoreError(f"{path}: there is no such baseline; `simkit baseline CONFIG --out {path}` records one")
    with reported(path, "read"):
        content = path.read_bytes()
    try:
        data = tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise _damaged(path, f"no TOML: {error}") from error
    found = data.get("format")
    if found is None or "cells" not in data:
        raise StoreError(f"{path}: not a baseline: it has no {'format' if found is None else 'cells'}")
    if found != FORMAT:
        raise StoreError(
            f"{path}: baseline of format {found}; this simkit reads format {FORMAT}: record it again, or use the "
            f"simkit that wrote it ({data.get('simkit', 'unknown version')})"
        )
    try:
        record = BaselineRecord.model_validate(_tuples(data))
    except ValidationError as error:
        first = error.errors()[0]
        raise _damaged(path, f"{'.'.join(str(step) for step in first['loc'])}: {first['msg']}") from error
    names = [cell.name for cell in record.cells]
    if len(set(names)) < len(names) or any(len(cell.metrics()) < len(cell.statistics) for cell in record.cells):
        raise _damaged(path, "a cell or a statistic is there twice")
    return record


def _tuples(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _tuples(inner) for key, inner in value.items()}
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _read_bytes(path: Path, file: FileRecord) -> bytes:
    beside = path.with_name(Path(file.name).name)
    if not beside.exists():
        raise StoreError(f"{beside}: missing; {path} needs it: restore it from version control, or record it again")
    with reported(beside, "read"):
        content = beside.read_bytes()
    if hashlib.sha256(content).hexdigest() != file.sha256:
        raise StoreError(
            f"{beside}: damaged: not the file that {path.name} was written with; restore both from version control, "
            "or record the baseline again"
        )
    return content


def _restored(path: Path, cell: CellRecord, blocks: pl.DataFrame, deals: pl.DataFrame | None) -> Counted:
    ours = blocks.filter(pl.col("cell") == cell.name)
    digests = ours["digest"].to_numpy()
    if not len(ours) or cell.deals is None or cell.deals % len(ours) or combined(digests) != cell.digest:
        raise _damaged(path, f"the blocks of cell {cell.name} are not those that it was recorded with")
    squares = [_column(metric, "values squared") for metric in cell.statistics]
    each = None if deals is None else deals.filter(pl.col("cell") == cell.name)
    return Counted(
        deals=cell.deals,
        block_deals=cell.deals // len(ours),
        digests=digests,
        sums=_sums_in(cell, ours),
        squares=tuple(ours[name].to_numpy().astype(float) if name in ours.columns else None for name in squares),
        moments=tuple(None for _ in cell.statistics),
        each_digest=None if each is None else each["digest"].to_numpy(),
        each_sums=None if each is None else _sums_in(cell, each),
    )


def _sums_in(cell: CellRecord, frame: pl.DataFrame) -> tuple[Floats, ...]:
    found = []
    for metric in cell.statistics:
        names = [name for part in _parts(3) if (name := _column(metric, part)) in frame.columns]
        found.append(np.stack([frame[name].to_numpy().astype(np.float64) for name in names]))
    return tuple(found)
