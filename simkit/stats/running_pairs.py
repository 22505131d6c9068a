"""Differences between two cells with confidence sequences, as their deals come in."""

from __future__ import annotations

from dataclasses import dataclass, replace

from simkit.errors import StoreError
from simkit.stats import intervals
from simkit.stats.differences import Bounds, Difference, is_share
from simkit.stats.effects import NO_EFFECT
from simkit.stats.intervals import Interval
from simkit.stats.moments import Distribution, Moments
from simkit.stats.pairs import PairSums, Side, collect_pairs_to
from simkit.stats.running import NO_QUANTILES, ends_after, share_after
from simkit.stats.sequences import FIRST_LOOK, TOO_FEW, Bernstein, asymptotic_p, widened

__all__ = ["Compared", "DifferencePath", "sequential"]


@dataclass(frozen=True)
class Compared:
    """Sums of a difference so far, with the sequence of the deals' differences, or those of both cells' shares."""

    sums: PairSums
    shares: Bernstein | tuple[Bernstein, Bernstein] | None


class DifferencePath:
    """Every difference between two cells as their deals come in; those that only one has are left out.

    Parameters
    ----------
    ours, theirs
        The cell of interest and the one it is compared with; as many statistics each, of equal kinds.
    paired
        Whether deal n of one is deal n of the other.
    """

    def __init__(self, ours: Side, theirs: Side, *, paired: bool) -> None:
        self.sides = (ours, theirs)
        self.paired = paired
        self.deals = 0
        """Deals read so far."""
        self.found: list[Compared] = []
        """Differences so far, in the order of ``simkit.stats.pairs.collect_pairs``."""

    def advance(self, deals: int, sides: tuple[Side, Side] | None = None) -> None:
        """Read on, up to this number of deals, of both cells' tables; errors as ``EstimatePath`` has them.

        ``sides`` are the cells once more, where their tables have grown since.
        """
        ends = ends_after(self.deals, deals)
        if not ends:
            return
        self.sides = sides or self.sides
        read = collect_pairs_to(*self.sides, self.deals, ends, paired=self.paired)
        for end, new in zip(ends, read, strict=False):
            before: list[Compared | None] = [*self.found] or [None] * len(new)
            self.found = [_compared(old, one, end - self.deals) for old, one in zip(before, new, strict=True)]
            self.deals = end
        if self.deals < deals:
            names = " and ".join(side.cell.name for side in self.sides)
            raise StoreError(f"cells {names}: fewer than {deals:,} common deals")


def _compared(old: Compared | None, block: PairSums, deals: int) -> Compared:
    """Add the sums of the next deals."""
    shares = _first_shares(block) if old is None else old.shares
    sums = block if old is None else old.sums + block
    if isinstance(shares, Bernstein):
        assert block.joint is not None
        is_share_of_each = block.joint.deals == deals and is_share(block.statistic, sums.joint or block.joint)
        shares = _difference_after(shares, block.joint) if is_share_of_each else None
    elif shares is not None:
        both = [
            share_after(one, side, deals, None if old is None else _games(before))
            for one, side, before in zip(
                shares, _moments(block), _moments(block if old is None else old.sums), strict=True
            )
        ]
        shares = None if both[0] is None or both[1] is None else (both[0], both[1])
    return Compared(sums, shares)


def _first_shares(block: PairSums) -> Bernstein | tuple[Bernstein, Bernstein] | None:
    if block.statistic.kind != "proportion" or block.statistic.denominator is not None:
        return None
    return (Bernstein(0, 1), Bernstein(0, 1)) if block.joint is None else Bernstein(-1, 1)


def _moments(sums: PairSums) -> tuple[Moments, Moments]:
    assert isinstance(sums.ours, Moments)
    assert isinstance(sums.theirs, Moments)
    return sums.ours, sums.theirs


def _games(moments: Moments) -> float | None:
    return float(moments.mean[1]) if moments.deals else None


def _difference_after(shares: Bernstein, joint: Moments) -> Bernstein:
    """Add a block of differences by deal: rises, the last total but one, less falls, the last."""
    co = joint.co
    spread = float(co[-2, -2] + co[-1, -1] - 2 * co[-2, -1])
    return shares.after(joint.deals, float(joint.mean[-2] - joint.mean[-1]), spread)


def sequential(found: Difference, sums: PairSums, shares: Bernstein | tuple[Bernstein, Bernstein] | None) -> Difference:
    """Put a confidence sequence and an always-valid p-value in the place of a difference's fixed-n ones."""
    found = replace(found, effect_bounds=NO_EFFECT)
    if isinstance(sums.ours, Distribution):
        return replace(found, bounds=lambda _: Bounds(None, None, NO_QUANTILES))
    if found.value is None:
        return found
    if isinstance(shares, Bernstein):
        return replace(found, bounds=lambda level: _bounds(shares.interval(level)), p=shares.p())
    if shares is not None:
        ours, theirs = shares
        return replace(found, bounds=lambda level: _bounds(ours.less(theirs, level)), p=ours.p_less(theirs))
    return _asymptotic(found, sums)


def _bounds(interval: Interval) -> Bounds:
    return Bounds(interval.low, interval.high, interval.kind)


def _asymptotic(found: Difference, sums: PairSums) -> Difference:
    low, _, kind = found.bounds(0.95)
    ours, theirs = _moments(sums)
    deals = max(ours.deals, theirs.deals) if sums.joint is None else sums.joint.deals
    if low is None or found.se is None or found.value is None:
        return replace(found, bounds=lambda _: Bounds(None, None, kind if low is None else intervals.CONSTANT), p=None)
    if deals < FIRST_LOOK:
        return replace(found, bounds=lambda _: Bounds(None, None, TOO_FEW), p=None)
    value, se = found.value, found.se
    return replace(
        found,
        bounds=lambda level: _bounds(widened(Interval(value, value, value, se, kind), deals, level)),
        p=asymptotic_p(value / se, deals),
    )
