"""What several small numbers of a view are packed into, and how a bot reads them: plain functions for both worlds."""

from __future__ import annotations

__all__ = [
    "bidder_of",
    "bids_by",
    "bids_made",
    "bids_sans",
    "called_of",
    "card_layout_of",
    "card_of",
    "contract_of",
    "is_sans",
    "level_of",
    "pack_bid",
    "pack_of",
    "pack_setting",
    "partners_of",
    "seats_of",
]

_CONTRACT, _LEVEL, _SEATS, _PARTNERS, _PACK, _CARD_LAYOUT, _CALLED = 0, 5, 9, 12, 15, 21, 34
_BIDS = 28
"""Contract numbers that a bid has, 1 to 28."""


def pack_setting(contract: int, level: int, seats: int, partners: int, pack: int, layout: int, called: int) -> int:
    """Pack a view's ``setting``.

    Parameters
    ----------
    contract, level
        Contract number, and the tricks that it needs; 0 while calls are made.
    seats, partners
        Seats at the table, and how many partners a contractor has.
    pack, layout
        Numbers of the pack (see ``packs.py``) and of how its cards are numbered (see ``masks.py``).
    called
        The number of the card that the contractor called, plus one; 0 for none.
    """
    hand = contract << _CONTRACT | level << _LEVEL | called << _CALLED
    return hand | seats << _SEATS | partners << _PARTNERS | pack << _PACK | layout << _CARD_LAYOUT


def contract_of(setting: int) -> int:
    """Contract number.

    >>> contract_of(pack_setting(4, 6, 4, 1, 0, 0, 0)), seats_of(pack_setting(4, 6, 4, 1, 0, 0, 0))
    (4, 4)
    """
    return setting >> _CONTRACT & 31


def level_of(setting: int) -> int:
    """Tricks that the contract needs; 0 in a misere."""
    return setting >> _LEVEL & 15


def seats_of(setting: int) -> int:
    """Seats at the table."""
    return setting >> _SEATS & 7


def partners_of(setting: int) -> int:
    """How many partners a contractor has, or may call."""
    return setting >> _PARTNERS & 7


def pack_of(setting: int) -> int:
    """Number of the pack."""
    return setting >> _PACK & 63


def card_layout_of(setting: int) -> int:
    """How cards are numbered: what the functions of ``masks.py`` ask for."""
    return setting >> _CARD_LAYOUT & 8191


def called_of(setting: int) -> int:
    """Number of the card whose holder is the contractor's partner; -1 when none was called."""
    return (setting >> _CALLED & 127) - 1


def pack_bid(bids: int, more: int, bid: int, seat: int, sans_kitty: int) -> tuple[int, int]:
    """Enter a bid into a view's ``bids`` and ``bids_more``; ``bid`` is its contract number, from 1.

    >>> bids, more = pack_bid(0, 0, 7, 3, 1)
    >>> bidder_of(bids, more, 7), bidder_of(bids, more, 8), is_sans(more, 7)
    (3, -1, True)
    """
    code, at = seat + 1, bid - 1
    bids |= (code & 1) << at | (code >> 1 & 1) << (at + _BIDS)
    return bids, more | (code >> 2) << at | sans_kitty << (at + _BIDS)


def bidder_of(bids: int, more: int, bid: int) -> int:
    """Seat that made the bid with this contract number; -1 when nobody did."""
    at = bid - 1
    return (bids >> at & 1 | (bids >> (at + _BIDS) & 1) << 1 | (more >> at & 1) << 2) - 1


def bids_by(bids: int, more: int, seat: int) -> int:
    """Mask of the bids that a seat has made, by contract number.

    >>> bids_by(*pack_bid(0, 0, 7, 3, 0), 3)
    128
    """
    code, every = seat + 1, (1 << _BIDS) - 1
    made = every & (bids if code & 1 else ~bids) & (bids >> _BIDS if code & 2 else ~(bids >> _BIDS))
    return (made & (more if code & 4 else ~more)) << 1


def bids_made(bids: int, more: int) -> int:
    """Mask of all bids that have been made, by contract number."""
    return ((bids | bids >> _BIDS | more) & (1 << _BIDS) - 1) << 1


def bids_sans(more: int) -> int:
    """Mask of the bids that were made without the kitty, by contract number."""
    return more >> _BIDS << 1


def is_sans(more: int, bid: int) -> bool:
    """Whether that bid was made without the kitty."""
    return more >> (bid - 1 + _BIDS) & 1 != 0


def card_of(trick: int, seat: int) -> int:
    """Number of the card that a seat has played to the trick; -1 when it has not played."""
    return (trick >> 8 * seat & 127) - 1
