"""One game of Five Hundred in plain Python, in the order and words of the rule sheet.

It plays with cards as they are printed and never reads the kernel's tables. It is slow, and meant to be read beside the
rules; ``simkit trace`` prints what it tells.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from simkit.bots import Player
from simkit.games.five_hundred.calls import CONTRACTS
from simkit.games.five_hundred.columns import BACK_DOOR, CUT_SHORT, MADE
from simkit.games.five_hundred.hand import Hand
from simkit.games.five_hundred.record import Record
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.scoring import HandScore, ending, score_hand, score_sides
from simkit.games.five_hundred.sides import Table, table_for
from simkit.model.game import Event, Outcome
from simkit.streams import Deal, Purpose

__all__ = ["play"]


def play(rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> Generator[Event, None, Outcome]:
    """Play one game; see ``GameSpec.reference``. Of four seats 1 and 3 are partners, and 2 and 4.

    Events: for each hand ``turn`` (the deal), ``auction``, ``discard``, ``nominate``, ``call`` (a card), ten times
    ``trick``, ``score``; at last ``end``.
    """
    table = table_for(rules, len(players))
    record = Record(table)
    first_dealer = deal.stream(Purpose.FIRST_DEALER).below(table.seats)
    winners: list[int] = []
    ended = CUT_SHORT
    barred: frozenset[int] = frozenset()
    for number in range(max_turns):
        before = list(record.scores)
        hand = Hand(rules, players, deal, table, number, (first_dealer + number) % table.seats, before, barred)
        yield from hand.play()
        result = None
        if hand.contractor is not None:
            result = score_hand(rules, hand.auction.standing, hand.side_tricks, sans_kitty=hand.auction.sans_kitty)
        barred = _barred(rules, hand, result)
        sides = {seat % table.sides for seat in hand.contractors}
        if hand.is_played:
            tricks = [sum(hand.tricks[side :: table.sides]) for side in range(table.sides)]
            record.scores = score_sides(rules, before, sides, tricks, result)
        record.end_hand(hand, result, before)
        if not hand.is_played:
            continue
        yield _scored(hand, result, record.scores, table)
        over = ending(rules, result is not None and result.made, record.scores, sides)
        if over is not None:
            winning_sides, ended = over
            winners = [seat for seat in range(table.seats) if seat % table.sides in winning_sides]
            break
    yield _ending(winners, ended, record)
    return Outcome(record.game_row((first_dealer + 1) % table.seats, winners, ended), record.rows)


def _barred(rules: Rules, hand: Hand, result: HandScore | None) -> frozenset[int]:
    """Who may not call in the next hand: a contractor who was set by too many tricks."""
    missing = CONTRACTS[hand.auction.standing].level - hand.side_tricks
    if hand.contractor is None or result is None or not 0 < rules.bar_after_big_set < missing:
        return frozenset()
    return frozenset({hand.contractor})


def _seats(seats: Sequence[int]) -> str:
    """Seats in words.

    >>> _seats([0, 2]), _seats([4])
    ('seats 1 and 3', 'seat 5')
    """
    names = [str(seat + 1) for seat in seats]
    return f"seat {names[0]}" if len(names) == 1 else f"seats {', '.join(names[:-1])} and {names[-1]}"


def _scored(hand: Hand, result: HandScore | None, scores: Sequence[int], table: Table) -> Event:
    """What the hand was worth, and the scores of all sides."""
    verb = "have" if table.sides < table.seats else "has"
    totals = ", ".join(
        f"{_seats(range(side, table.seats, table.sides))} {'' if side else verb + ' '}{score}"
        for side, score in enumerate(scores)
    )
    by_seat = [scores[seat % table.sides] for seat in range(table.seats)]
    totals = f"{totals[0].upper()}{totals[1:]}."
    if result is None:
        return Event("score", f"10 points a trick. {totals}", None, {"scores": by_seat})
    what = "a slam" if result.slam else "made" if result.made else "set"
    tricks = f"{hand.side_tricks} {'trick' if hand.side_tricks == 1 else 'tricks'}"
    text = (
        f"{tricks}, {what}: {result.contractors:+} for the contractor's side, {result.defenders:+} for the defenders. "
        f"{totals}"
    )
    return Event("score", text, hand.contractor, {**result._asdict(), "scores": by_seat})


def _ending(winners: Sequence[int], ended: int, record: Record) -> Event:
    hands = len(record.rows)
    played = f"{hands} {'hand' if hands == 1 else 'hands'}"
    if not winners:
        return Event("end", f"Cut short after {played}: nobody wins.", None, {"winners": []})
    others = "another" if record.table.sides > 2 else "the others"
    how = {MADE: "by a contract", BACK_DOOR: f"{others} being out the back door"}.get(ended, "by points")
    names = _seats(winners)
    verb = "win" if len(winners) > 1 else "wins"
    told = f"{names[0].upper()}{names[1:]} {verb} after {played}, {how}."
    return Event("end", told, None, {"winners": [seat + 1 for seat in winners]})
