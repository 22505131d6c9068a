"""The fifteen boxes of Generał's card, numbered in its order; a set of boxes is a bit mask with row 1 lowest."""

from __future__ import annotations

__all__ = [
    "ALL_BOXES",
    "BOXES",
    "COMBINATIONS",
    "DUZY_STRIT",
    "DWIE_PARY",
    "FULL",
    "GENERAL",
    "KARETA",
    "MALY_STRIT",
    "PARA",
    "RATUNEK",
    "ROWS",
    "TITLES",
    "TROJKA",
]

BOXES = (
    "ones", "twos", "threes", "fours", "fives", "sixes",
    "para", "dwie_pary", "trojka", "maly_strit", "duzy_strit", "full", "kareta", "general", "ratunek",
)  # fmt: skip
"""Names of the boxes: columns of the log, and labels."""

TITLES = (
    "row 1", "row 2", "row 3", "row 4", "row 5", "row 6",
    "Para", "Dwie Pary", "Trójka", "Mały Strit", "Duży Strit", "Full", "Kareta", "Generał", "Ratunek",
)  # fmt: skip
"""The boxes as a player calls them."""

PARA, DWIE_PARY, TROJKA, MALY_STRIT, DUZY_STRIT, FULL, KARETA, GENERAL, RATUNEK = range(6, 15)

ROWS = 0b111111
COMBINATIONS = 0b11111111 << PARA
"""Para to Generał."""
ALL_BOXES = (1 << len(BOXES)) - 1
