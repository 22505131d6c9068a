"""The deals in which two cells differ most: those that show what a change does."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simkit.stats.pairs import Side, blocks_in_step

__all__ = ["ChangedDeal", "most_changed"]


class ChangedDeal(NamedTuple):
    """A deal, and the mean over its games in our cell and in the other."""

    deal: int
    ours: float
    theirs: float


def most_changed(ours: Side, theirs: Side, count: int) -> list[ChangedDeal]:
    """Find the common deals whose means over games differ most, the first deals among equals.

    Parameters
    ----------
    ours, theirs
        Cells with the same deals, and one statistic each: a mean by game. Deals without a value are left out.
    count
        How many at the most; those that do not differ are not listed.

    Raises
    ------
    StoreError
        The rows are not whole deals in order, or not the same deals.
    """
    found: list[ChangedDeal] = []
    for deals, *sides in blocks_in_step(ours, theirs, paired=True):
        means = []
        for side, block in zip((ours, theirs), sides, strict=True):
            (values,), (trials,) = block[0]
            shape = (-1, len(side.cell.arrangements))
            games = trials.reshape(shape).sum(axis=1)
            total = values.reshape(shape).sum(axis=1)
            means.append(np.divide(total, games, out=np.full_like(total, np.nan), where=games > 0))
        off = np.nan_to_num(np.abs(means[0] - means[1]))
        most = np.argsort(-off, kind="stable")[:count]
        found += [ChangedDeal(int(deals[int(i)]), float(means[0][i]), float(means[1][i])) for i in most if off[i] > 0]
        found = sorted(found, key=lambda one: (-abs(one.ours - one.theirs), one.deal))[:count]
    return found
