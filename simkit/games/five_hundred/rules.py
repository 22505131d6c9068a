"""Options of Five Hundred: those of the Australian game, and what is played elsewhere or at other tables."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from simkit.games.five_hundred.rules_australian import AustralianRules, Points

__all__ = ["FURTHER", "Rules"]

_SUIT_BIDS = 25

_OF_SEATS = {"two_player": 2, "pack": 4, "five_partner": 5, "six_teams": 6}
"""Options that say how one number of seats plays."""


class Rules(AustralianRules):
    """Every option, with the value that the Australian game has."""

    misere_rank: Literal["above_sevens", "by_value"] = Field(
        "above_sevens",
        description="where a misere ranks: above the highest seven and below the eights, or above all bids that count "
        "fewer points than it does; then a seven that has been overbid opens the way to it as well",
    )
    misere_value: Points = Field(250, description="what a misere wins or loses")
    open_misere_rank: Literal["below_10h", "top"] = Field(
        "below_10h", description="whether an open misere, and a blind one, ranks just below 10H or above all bids"
    )
    open_misere_requires: int = Field(
        0,
        ge=0,
        le=8,
        description="least level of a bid that somebody must have made before an open misere: 7 or 8; 0 for none",
    )
    open_misere_expose: Literal["after_first_trick", "before_lead"] = Field(
        "after_first_trick", description="when the contractor of an open misere lays its hand open"
    )
    bid_after_pass: Literal["never", "always", "if_suit_changed"] = Field(
        "never",
        description="whether a seat that has passed may call again: never; after any bid; or after a bid in another "
        "suit than the bid before it. Miseres count as one suit",
    )
    lone_six_resign: bool = Field(
        False, description="whether a six that is the only bid may be given up, and the hand thrown in"
    )
    joker_nomination: Literal["contractor", "none"] = Field(
        "contractor", description="whether a contractor without a trump suit may nominate a suit for the joker it holds"
    )
    joker_first_round: bool = Field(
        False,
        description="whether a joker without a suit may be played to the first trick in which a suit is led although "
        "that suit is held",
    )
    joker_first_or_last: bool = Field(
        False,
        description="whether a joker without a suit may be played as the first card that its holder plays to a suit, "
        "although the suit is held, and not only as the last",
    )
    joker_name_shown_void: bool = Field(
        True, description="whether a joker may be led naming a suit that its holder has shown to be void in"
    )
    joker_nt_compulsory: bool = Field(
        False, description="whether in no trump, as in a misere, a joker without a suit must be played when void"
    )
    joker_low_in_misere: bool = Field(
        False, description="whether in a misere the joker loses to every card; it is not nominated there then"
    )
    jokers: int = Field(
        1, ge=0, le=2, description="jokers in the pack: 1; none, the kitty being one card less; or 2 with pack = us46"
    )
    pack: Literal["au43", "us45", "us46", "alt43"] = Field(
        "au43",
        description="pack of four seats: 43 cards; 45 with all fours, the kitty being five; 46 with a second joker and "
        "a kitty of six; or 43 with one black four and one red one, each a trump with the suit of its colour",
    )
    inkle: bool = Field(
        False, description="whether a six is only a signal: one that nobody overbids counts as if all had passed"
    )
    all_pass: Literal["redeal", "play_nt", "dealer_stuck"] = Field(
        "redeal",
        description="when all pass: the hand is thrown in; it is played in no trump without the kitty, 10 points a "
        "trick for every side; or the dealer may not pass",
    )
    first_lead: Literal["contractor", "left_of_dealer"] = Field(
        "contractor", description="who leads to the first trick; a seat that sits out is passed over"
    )
    slam_min: Points = Field(250, description="least worth of a suit or no-trump contract in which all ten are taken")
    schedule: Literal["avondale", "original", "custom"] = Field(
        "avondale",
        description="points of the suit and no-trump bids: Avondale's; the original ones of 1904, 40 to 120 for a six "
        "and as much again for each level more; or the table in schedule_points. But for Avondale's bids rank by "
        "points, and of equal ones the one of more tricks is higher",
    )
    schedule_points: tuple[Points, ...] = Field(
        (),
        description="with schedule = custom the points of 6S, 6C, 6D, 6H, 6NT, 7S and so on to 10NT: 25 numbers",
    )
    bar_after_big_set: int = Field(
        0,
        ge=0,
        le=9,
        description="a contractor set by more tricks than this may not call in the next hand; 0 for no such rule",
        json_schema_extra={"unit": "tricks"},
    )
    redeal_no_court: bool = Field(
        False, description="whether a hand is thrown in when a seat was dealt neither king, queen nor jack"
    )
    two_player: Literal["dead_hand33", "24", "25"] = Field(
        "dead_hand33",
        description="pack of two seats: 33 cards, ten of them dead; 24 without a joker, the kitty being four; or 25, "
        "two of which are dead",
    )
    five_partner: Literal["call_card", "call_player", "alone"] = Field(
        "call_card",
        description="whether the contractor of five seats calls a card whose holder is its partner, calls a player, or "
        "plays alone",
    )
    six_teams: Literal["two_of_three", "three_of_two"] = Field(
        "two_of_three", description="sides of six seats: two of three, sitting alternately, or three of two, opposite"
    )

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        problem = self._problem()
        if problem:
            raise ValueError(problem)
        return self

    def idle_at(self, seats: int) -> tuple[str, str] | None:
        """Name an option of another number of seats whose value is not the usual one."""
        for option, its_seats in _OF_SEATS.items():
            if seats != its_seats and getattr(self, option) != type(self).model_fields[option].default:
                return option, f"does nothing at a table of {seats} seats; it is a rule for {its_seats}"
        return None

    def _problem(self) -> str:
        """What contradicts what, both named; empty where nothing does."""
        points = len(self.schedule_points)
        if self.open_misere_requires not in (0, 7, 8):
            return f"open_misere_requires = {self.open_misere_requires}: must be 0, 7 or 8"
        if (self.jokers == 2) != (self.pack == "us46"):
            why = "two jokers are in the pack of 46, us46, and in no other"
            return _contradiction(f"jokers = {self.jokers}", f'pack = "{self.pack}"', why)
        if self.jokers == 0 and self.two_player == "25":
            return _contradiction("jokers = 0", 'two_player = "25"', "the 25th card is the joker; 24 has none")
        if self.auction == "one_round" and self.bid_after_pass != "never":
            later = f'bid_after_pass = "{self.bid_after_pass}"'
            return _contradiction('auction = "one_round"', later, "in one round each seat calls once")
        if self.inkle and self.lone_six_resign:
            return _contradiction("inkle = true", "lone_six_resign = true", "a six that is a signal is never played")
        if self.inkle and self.all_pass == "dealer_stuck":
            why = "a dealer who must bid could bid a six that does not count"
            return _contradiction("inkle = true", 'all_pass = "dealer_stuck"', why)
        if self.schedule != "custom" and points > 0:
            why = 'a table of one\'s own needs schedule = "custom"'
            return _contradiction(f'schedule = "{self.schedule}"', "schedule_points", why)
        if self.schedule == "custom" and points != _SUIT_BIDS:
            why = "it takes 25, the points of 6S to 10NT"
            return _contradiction('schedule = "custom"', f"schedule_points with {points} numbers", why)
        return ""


def _contradiction(option: str, other: str, why: str) -> str:
    return f"{option} and {other} contradict each other: {why}"


FURTHER = tuple(name for name in Rules.model_fields if name not in AustralianRules.model_fields)
"""Options that the rule sheet does not name itself, and those of other numbers of seats."""
