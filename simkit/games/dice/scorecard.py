"""Cards of numbers to be crossed off: columns and statistics of when each number fell, and which was the last.

A set of numbers is a bit mask with the card's first number lowest.
"""

from __future__ import annotations

from collections.abc import Sequence

from simkit.games.dice.columns import MANY
from simkit.model.columns import MISSING, Column
from simkit.model.statistic import Statistic

__all__ = ["Card", "card_columns", "card_statistics", "numbers_text"]


def numbers_text(numbers: Sequence[int]) -> str:
    """Write numbers as a player would.

    >>> numbers_text([3]), numbers_text([3, 5]), numbers_text([1, 2, 3])
    ('3', '3 and 5', '1, 2 and 3')
    """
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last


class Card:
    """A seat's card: what is still to be crossed off, and the seat's turn in which each other number fell."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = numbers
        self.fell: dict[int, int] = {}
        self.last_number: int | None = None

    def open_numbers(self) -> list[int]:
        """Numbers not crossed off yet, in ascending order."""
        return [number for number in self.numbers if number not in self.fell]

    def open_mask(self) -> int:
        """The same as a bit mask."""
        return self.mask(self.open_numbers())

    def mask(self, numbers: Sequence[int]) -> int:
        """Bit mask of numbers of the card."""
        return sum(1 << number - self.numbers[0] for number in numbers)

    def cross(self, numbers: Sequence[int], turn: int) -> None:
        """Cross numbers off in that turn of the seat; the highest of those that complete the card is the last."""
        self.fell |= dict.fromkeys(numbers, turn)
        if numbers and not self.open_numbers():
            self.last_number = max(numbers)

    def columns(self, place: int) -> dict[str, int]:
        """The columns of ``card_columns`` for the seat in that place, from 1."""
        row = {f"fell_{number}_{place}": self.fell.get(number, MISSING) for number in self.numbers}
        return row | {f"last_number_{place}": MISSING if self.last_number is None else self.last_number}


def card_columns(numbers: Sequence[int]) -> tuple[Column, ...]:
    """Make the columns of a card with these consecutive numbers: one for each, in order, and the last to fall."""
    fell = [
        Column(
            f"fell_{number}",
            f"turn of the seat in which it crossed off {number}",
            unit="turns",
            low=1,
            high=MANY,
            per_seat=True,
            nullable=True,
        )
        for number in numbers
    ]
    last = Column(
        "last_number",
        "number that completed the card, the higher of two; NULL when it is not complete",
        low=numbers[0],
        high=numbers[-1],
        per_seat=True,
        nullable=True,
    )
    return (*fell, last)


def card_statistics(numbers: Sequence[int]) -> tuple[Statistic, ...]:
    """Make the statistics of ``card_columns``: mean turns until each number fell, and how often each was the last."""
    import polars as pl

    fell = [
        Statistic(
            f"turns_to_{number}",
            f"turn of the seat in which it crossed off {number}, where it did",
            "turns",
            "mean",
            lambda seat, number=number: pl.col(f"fell_{number}_{seat + 1}"),  # type: ignore[misc]
            by="seat",
            margin=0.5,
        )
        for number in numbers
    ]
    last = [
        Statistic(
            f"last_is_{number}",
            f"how often {number} completes the card, of the cards completed",
            "share of cards",
            "proportion",
            lambda seat, number=number: (pl.col(f"last_number_{seat + 1}") == number).cast(pl.Float64),  # type: ignore[misc]
            by="seat",
            margin=0.005,
        )
        for number in numbers
    ]
    return (*fell, *last)
