"""A turn of up to three rolls of a hand of dice, in plain Python, for references to tell."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from simkit.bots import Player
from simkit.games.dice.keep import MOST_ROLLS, dice_kept, keep_all
from simkit.games.dice.story import faces, number_of_dice
from simkit.model.bot import Decision
from simkit.model.game import Event
from simkit.streams import Stream

__all__ = ["roll_up_to_three_times"]

Hand = tuple[int, ...]
"""Dice in ascending order."""


def roll_up_to_three_times(
    dice: int,
    stream: Stream,
    seat: int,
    player: Player,
    decision: Decision,
    show: Callable[[Hand, int], tuple[Any, ...]],
) -> Generator[Event, None, tuple[Hand, int]]:
    """Roll all dice, then at most twice those that the seat does not keep.

    Parameters
    ----------
    dice
        Number of dice in the hand.
    stream
        Where they are rolled from.
    seat, player, decision
        Who decides, and as what; a bot that has no function for it stops after the first roll.
    show
        Makes what the seat sees of a hand and the number of rolls made; called once for each time it is asked.

    Yields
    ------
    Event
        ``roll`` and ``asked``.

    Returns
    -------
    The hand at the end, and the rolls made.
    """
    kept: Hand = ()
    for rolls in range(1, MOST_ROLLS + 1):
        roll = stream.roll(dice - len(kept))
        yield Event("roll", f"rolls {number_of_dice(len(roll))}: {faces(roll)}", seat, {"dice": roll})
        hand = tuple(sorted(kept + roll))
        if rolls == MOST_ROLLS or not player.decides(decision):
            break
        view = show(hand, rolls)
        answer = player.act(decision, view)
        kept = dice_kept(hand, answer)
        told = "stops" if answer == keep_all(dice) else f"keeps {faces(kept) or 'nothing'}"
        yield Event("asked", told, seat, {"decision": decision.name, "view": view, "answer": answer})
        if len(kept) == dice:
            break
    return hand, rolls
