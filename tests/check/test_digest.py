"""Digests: any change of any value shows, in the deal and the block that it is in; nothing else does."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from simkit.check.digest import BlockDigests, deal_digests
from simkit.model.columns import Column
from simkit.store.schema import StoredColumn

LABELS = ("low", "middle", "high")
COLUMNS = [
    StoredColumn("score_1", Column("score", "", per_seat=True), 0),
    StoredColumn("score_2", Column("score", "", per_seat=True), 1),
    StoredColumn("cut", Column("cut", "", kind="flag"), 2),
    StoredColumn("grade", Column("grade", "", kind="enum", labels=LABELS, nullable=True), 3),
]


def frame() -> pl.DataFrame:
    return pl.DataFrame(
        {
            "score_1": pl.Series([1, 2, 3, 4], dtype=pl.Int16),
            "score_2": pl.Series([5, 6, 7, 8], dtype=pl.Int32),
            "cut": [True, False, True, False],
            "grade": pl.Series(["low", None, "high", "middle"], dtype=pl.Categorical),
        }
    )


def test_known_digests() -> None:
    # computed once by hand-written Python integers (see `reference` below)
    assert deal_digests(frame(), COLUMNS, 2).tolist() == [reference(rows) for rows in (rows_of(0), rows_of(2))]


def mixed(into: int, value: int) -> int:
    x = (into ^ value) % 2**64
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        x = (x ^ x >> 33) * factor % 2**64
    return x ^ x >> 33


def rows_of(first: int) -> list[list[int]]:
    missing = -(2**63)
    scores = [[1, 5, 1, 0], [2, 6, 0, missing], [3, 7, 1, 2], [4, 8, 0, 1]]
    return scores[first : first + 2]


def reference(games: list[list[int]]) -> int:
    import hashlib

    salts = []
    for stored in COLUMNS:
        text = "\0".join((stored.name, stored.column.kind, *stored.column.labels))
        salts.append(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little"))
    deal = 0
    for game in games:
        found = 0
        for salt, value in zip(salts, game, strict=True):
            found = mixed((found + salt) % 2**64, value)
        deal = mixed(deal + 1, found)
    return deal


@pytest.mark.parametrize(
    ("column", "value"),
    [("score_1", 9), ("score_2", 1), ("cut", True), ("grade", "low"), ("grade", "middle")],
)
@pytest.mark.parametrize("row", [1, 3])
def test_a_changed_value_changes_its_deal_only(column, value, row) -> None:
    there = frame()
    values = there[column].to_list()
    if values[row] == value:
        return
    values[row] = value
    changed = there.with_columns(pl.Series(column, values, dtype=there.schema[column]))
    differs = deal_digests(changed, COLUMNS, 2) != deal_digests(there, COLUMNS, 2)
    assert differs.tolist() == [row < 2, row >= 2]


def test_missing_is_not_zero_and_order_counts() -> None:
    there = frame()
    zero = there.with_columns(pl.Series("grade", ["low", "low", "high", "middle"], dtype=pl.Categorical))
    swapped = there[[1, 0, 2, 3]]
    for other in (zero, swapped):
        assert (deal_digests(other, COLUMNS, 2) != deal_digests(there, COLUMNS, 2)).tolist() == [True, False]


def test_columns_that_change_places_show() -> None:
    there = frame()
    other = there.rename({"score_1": "score_2", "score_2": "score_1"})
    assert (deal_digests(other, COLUMNS, 2) != deal_digests(there, COLUMNS, 2)).all()


def test_widths_and_categories_do_not_count() -> None:
    there = frame()
    other = there.with_columns(pl.col("score_1").cast(pl.Int64), pl.col("grade").cast(pl.Enum(LABELS)))
    assert (deal_digests(other, COLUMNS, 2) == deal_digests(there, COLUMNS, 2)).all()


def test_blocks_do_not_depend_on_how_deals_come() -> None:
    deals = np.arange(1_000, dtype=np.uint64)
    whole, pieces = BlockDigests(64), BlockDigests(64)
    whole.add(deals)
    for part in np.split(deals, [1, 63, 64, 500, 500, 777]):
        pieces.add(part)
    assert whole.found().tolist() == pieces.found().tolist()
    assert len(whole.found()) == 16  # the last is short
    changed = deals.copy()
    changed[200] += np.uint64(1)
    other = BlockDigests(64)
    other.add(changed)
    assert np.flatnonzero(other.found() != whole.found()).tolist() == [3]
