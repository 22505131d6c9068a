"""One game of Five Hundred in plain Python, in the order and words of the rule sheet.

It plays with cards as they are printed and never reads the kernel's tables. It is slow, and meant to be read beside the
rules; ``simkit trace`` prints what it tells.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from simkit.bots import Player
from simkit.games.base import Event, Outcome
from simkit.games.five_hundred.auction import SEATS
from simkit.games.five_hundred.columns import BACK_DOOR, CUT_SHORT, MADE
from simkit.games.five_hundred.hand import Hand
from simkit.games.five_hundred.record import Record
from simkit.games.five_hundred.rules import FiveHundredRules
from simkit.games.five_hundred.scoring import HandScore, add_points, ending, score_hand
from simkit.streams import Deal, Purpose

__all__ = ["play", "score_sides"]


def play(
    rules: FiveHundredRules, players: Sequence[Player], deal: Deal, max_turns: int
) -> Generator[Event, None, Outcome]:
    """Play one game and tell it.

    Parameters
    ----------
    rules
        The rules.
    players
        The bots, by seat: four, of which seats 1 and 3 are partners, and 2 and 4.
    deal
        Where cards, the first dealer and coins come from.
    max_turns
        Hands after which the game is cut short.

    Yields
    ------
    Event
        For each hand ``turn`` (the deal), ``auction``, ``discard``, ``nominate``, ten times ``trick``, ``score``; at
        last ``end``. ``asked``, with no text, says what a bot saw and answered.

    Returns
    -------
    Outcome
        All columns of both tables but ``deal`` and ``seating``.

    Raises
    ------
    ContractError
        A bot gave an answer that is not allowed.
    """
    record = Record()
    first_dealer = deal.stream(Purpose.FIRST_DEALER).below(SEATS)
    winners: list[int] = []
    ended = CUT_SHORT
    for number in range(max_turns):
        before = list(record.scores)
        hand = Hand(rules, players, deal, number, (first_dealer + number) % SEATS, before)
        yield from hand.play()
        result = None
        if hand.contractor is not None:
            result = score_hand(rules, hand.auction.standing, hand.side_tricks, sans_kitty=hand.auction.sans_kitty)
            record.scores = score_sides(rules, before, hand.contractor, result)
        record.end_hand(hand, result, before)
        if hand.contractor is None or result is None:
            continue
        yield _scored(hand, result, record.scores)
        own, others = record.scores[hand.contractor], record.scores[(hand.contractor + 1) % SEATS]
        over = ending(rules, result.made, own, others)
        if over is not None:
            won, ended = over
            winners = sorted((hand.contractor + away) % SEATS for away in ((0, 2) if won else (1, 3)))
            break
    yield _ending(winners, ended, record)
    return Outcome(record.game_row((first_dealer + 1) % SEATS, winners, ended), record.rows)


def score_sides(rules: FiveHundredRules, scores: Sequence[int], contractor: int, result: HandScore) -> list[int]:
    """Scores of the seats' sides after a hand that ``contractor`` played."""
    return [
        score + result.contractors if (seat - contractor) % 2 == 0 else add_points(rules, score, result.defenders)
        for seat, score in enumerate(scores)
    ]


def _scored(hand: Hand, result: HandScore, scores: Sequence[int]) -> Event:
    what = "a slam" if result.slam else "made" if result.made else "set"
    tricks = f"{hand.side_tricks} {'trick' if hand.side_tricks == 1 else 'tricks'}"
    text = (
        f"{tricks}, {what}: {result.contractors:+} for the contractor's side, {result.defenders:+} for the defenders. "
        f"Seats 1 and 3 have {scores[0]}, seats 2 and 4 {scores[1]}."
    )
    return Event("score", text, hand.contractor, {**result._asdict(), "scores": list(scores)})


def _ending(winners: Sequence[int], ended: int, record: Record) -> Event:
    hands = len(record.rows)
    if not winners:
        return Event("end", f"Cut short after {hands} hands: nobody wins.", None, {"winners": []})
    how = {MADE: "by a contract", BACK_DOOR: "the others being out the back door"}.get(ended, "by points")
    names = " and ".join(str(seat + 1) for seat in winners)
    told = f"Seats {names} win after {hands} {'hand' if hands == 1 else 'hands'}, {how}."
    return Event("end", told, None, {"winners": [seat + 1 for seat in winners]})
