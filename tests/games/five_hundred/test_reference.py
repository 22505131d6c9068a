"""Whole hands of the reference: a public deal, misere with three in play, open misere, the joker."""

from simkit.games.five_hundred.cards import parse
from simkit.games.five_hundred.columns import BACK_DOOR, CUT_SHORT, MADE
from simkit.games.five_hundred.packs import PACK, word
from simkit.games.five_hundred.rules import Rules
from tests.games.five_hundred.table import IDLE, Script, cards, play_out, told

RULES = Rules()

PUBLIC = (
    "JS JH 8H 4H KD TD 9D 4D QC JC",  # N, seat 0
    "QS 8S 6S TH 5H 8D 7D 6D 6C JK",  # E, the dealer
    "TS 9S 7S AH KH 6H QD JD 9C 5C",  # S
    "AS KS 9H 7H AD 5D AC KC TC 7C",  # W
    "8C QH 5S",
)
"""A deal from a public record of an Australian game: E deals, S passes, W bids 6C, N and E pass."""

PLAYED = """
W: 7C QC JK 5C
E: 8C 4H 5H AH
W: TC JC 6C 9C
N: AD 4D 6D JD
W: KC JS TH QD
N: 5D KD 7D 9S
N: AC TD 8D 7S
W: AS 8H 6S TS
W: KS JH 8S 6H
W: 5S 9D QS KH
"""
"""Its ten tricks: the leader, and the cards of W, N, E, S."""


def public_table():
    columns = list(zip(*(line.split()[1:] for line in PLAYED.strip().splitlines()), strict=True))
    west, north, east, south = columns
    return [
        told(["pass"], plays=north),
        told(["pass"], plays=east),
        told(["pass"], plays=south),
        told(["6C"], ["7H", "9H", "QH"], plays=west),
    ]


def tricks_of(events):
    return [event.data for event in events if event.kind == "trick"]


def test_the_public_deal():
    events, outcome = play_out(RULES, public_table(), Script([PUBLIC], dealer=1))
    leaders = ["NESW".index(line[0]) for line in PLAYED.strip().splitlines()]
    tricks = tricks_of(events)
    assert [trick["cards"][0][0] - 1 for trick in tricks] == leaders
    order = [3, 0, 1, 2]
    for line, trick in zip(PLAYED.strip().splitlines(), tricks, strict=True):
        by_seat = {seat - 1: card for seat, card in trick["cards"]}
        assert [by_seat[seat] for seat in order] == line.replace("T", "10").split()[1:]
    assert [trick["winner"] - 1 for trick in tricks] == [1, 3, 0, 3, 0, 0, 3, 3, 3, 1]
    row = outcome.turns[0]
    assert [row[f"tricks_{seat}"] for seat in (4, 2, 1, 3)] == [5, 2, 3, 0]
    assert [row[f"change_{seat}"] for seat in (1, 2, 3, 4)] == [30, 60, 30, 60]
    assert (row["contractor"], row["side_tricks"], row["made"], row["trumps"]) == (4, 7, 1, 5)
    assert (row["joker_dealt"], row["joker_holder"]) == (2, 2)
    assert row["kitty"] == word(cards("8C QH 5S"))
    assert row["discards"] == word(cards("7H 9H QH"))
    assert [row[f"calls_{seat}"] for seat in (1, 2, 3, 4)] == [1, 1, 1, 1 << 2]


def test_the_public_deal_continues_the_record():
    # E and W had 450, N and S 310; "must bid to win": 510 and 340, and E and W have won.
    rules = RULES.model_copy(update={"target": 60})
    _, outcome = play_out(rules, public_table(), Script([PUBLIC], dealer=1), max_turns=5)
    assert (outcome.game["winners"], outcome.game["ended"], outcome.game["hands"]) == (0b1010, MADE, 1)


def test_a_seat_that_is_left_to_itself_follows_suit():
    # Trick 5: KC is led, trumps clubs; N's jack of spades is a club, so that N must play it, and wins.
    seen = []
    players = public_table()
    players[0] = told(["pass"], plays=[line.split()[2] for line in PLAYED.strip().splitlines()], seen=seen)
    events, _ = play_out(RULES, players, Script([PUBLIC], dealer=1))
    assert tricks_of(events)[4]["winner"] == 1
    assert [
        view
        for view in seen
        if hasattr(view, "led") and (view.played_1 & ~view.played_2 & ~view.played_4).bit_count() == 4
    ] == []  # not asked


LOWS = ["5S", "6S", "7S", "5C", "6C", "7C", "4D", "5D", "4H", "5H"]
HIGHS = ["8S", "9S", "TS", "8C", "9C", "TC", "8D", "9D", "8H", "9H"]
MISERE_HANDS = (
    "5S 6S 7S 5C 6C 7C 4D 5D 4H 5H",
    "8S 9S TS 8C 9C TC 8D 9D 8H 9H",
    "JS QS JC QC JD QD JH QH TD TH",
    "KS AS KC AC KD AD KH AH 6D 6H",
    "7D 7H JK",
)


def test_misere_with_the_partner_sitting_out():
    # A16: seat 0 opens, its partner, seat 2, bids a misere; seat 2 leads, then 3 and 1; seat 0 sits out.
    hands = (MISERE_HANDS[2], MISERE_HANDS[1], MISERE_HANDS[0], MISERE_HANDS[3], MISERE_HANDS[4])
    players = [told(["7S", "pass"]), IDLE, told(["M"], ["JK", "7D", "7H"], LOWS), IDLE]
    events, outcome = play_out(RULES, players, Script([hands], dealer=3))
    tricks = tricks_of(events)
    assert [seat for seat, _ in tricks[0]["cards"]] == [3, 4, 2]
    assert len(tricks) == 10
    assert all(len(trick["cards"]) == 3 and trick["winner"] != 3 for trick in tricks)
    row = outcome.turns[0]
    assert (row["contract"], row["contractor"], row["made"], row["side_tricks"]) == (11, 3, 1, 0)
    assert [row[f"change_{seat}"] for seat in (1, 2, 3, 4)] == [250, 0, 250, 0]
    assert (outcome.game["miseres"], outcome.game["miseres_made"]) == (1, 1)
    # 30 cards were played, 10 lie idle, 3 were discarded.
    played = [card for trick in tricks for _, card in trick["cards"]]
    assert len(set(played)) == 30
    assert not set(played) & {str(card) for card in cards(hands[0] + " " + "JK 7D 7H")}


def test_a_misere_is_lost_at_the_first_trick_won():
    # The contractor leads the ace of spades, which nobody can beat.
    hands = (MISERE_HANDS[3], MISERE_HANDS[1], MISERE_HANDS[2], MISERE_HANDS[0], MISERE_HANDS[4])
    players = [told(["OM"], ["JK", "7D", "7H"], ["AS"]), IDLE, IDLE, IDLE]
    events, outcome = play_out(RULES, players, Script([hands], dealer=3))
    assert len(tricks_of(events)) == 1
    assert (outcome.turns[0]["change_1"], outcome.turns[0]["change_2"]) == (-500, 0)
    assert (outcome.game["winners"], outcome.game["ended"]) == (0b1010, BACK_DOOR)  # G8


def test_an_open_misere_is_exposed_after_the_first_trick():
    seen = []
    hands = MISERE_HANDS
    players = [told(["OM"], ["JK", "7D", "7H"], LOWS), told(["pass"], plays=HIGHS, seen=seen), IDLE, IDLE]
    play_out(RULES, players, Script([hands], dealer=3))
    plays = [view for view in seen if hasattr(view, "led")]
    assert plays[0].exposed == 0
    assert len(plays) > 3
    # The contractor is seat 0: what it has played and what lies open are its ten cards.
    played = [view.played_1 & ~view.played_2 & ~view.played_4 for view in plays]
    assert all(
        view.exposed | theirs == word(cards(hands[0])) for view, theirs in zip(plays[1:], played[1:], strict=True)
    )


def test_an_unnominated_joker_always_loses_a_misere():
    # 1.6: it beats everything, and once void it must be played.
    players = [told(["OM"], ["7D", "7H", "4H"], LOWS), IDLE, IDLE, IDLE]
    _, outcome = play_out(RULES, players, Script([MISERE_HANDS], dealer=3))
    assert outcome.turns[0]["made"] == 0


def test_a_nominated_joker_may_be_thrown_off_in_a_misere():
    events, outcome = play_out(
        RULES,
        [told(["OM"], ["7D", "7H", "7S"], ["5S", "6S", "JK", *LOWS], nominate="H"), IDLE, IDLE, IDLE],
        Script([MISERE_HANDS], dealer=3),
    )
    joker_tricks = [trick for trick in tricks_of(events) if any(card == "JK" for _, card in trick["cards"])]
    assert len(joker_tricks) == 1
    assert joker_tricks[0]["winner"] != 1
    assert outcome.turns[0]["joker_nominated"] == 3


def test_a_joker_led_names_a_suit_that_others_follow():
    hands = (
        "AS KS QS JS TS 9S 8S 7S 6S JK",
        "5S 5C 6C 7C 8C 4D 5D 6D 7D 8D",
        "9C TC JC QC KC AC 9D TD JD QD",
        "KD AD 4H 5H 6H 7H 8H 9H TH JH",
        "QH KH AH",
    )
    players = [told(["10NT"], ["QH", "KH", "AH"], ["JK(C)", "AS"]), told(["pass"], plays=["8C"]), IDLE, IDLE]
    events, outcome = play_out(RULES, players, Script([hands], dealer=3))
    first = tricks_of(events)[0]
    assert [card for _, card in first["cards"]] == ["JK", "8C", "9C", "KD"]  # seat 4 has no club
    assert first["winner"] == 1
    assert outcome.turns[0]["side_tricks"] == 10
    assert outcome.turns[0]["joker_nominated"] < 0  # missing


def test_all_pass_and_the_deal_moves_on():
    _, outcome = play_out(RULES, [IDLE] * 4, Script([PUBLIC, PUBLIC], dealer=3), max_turns=2)
    assert [row["dealer"] for row in outcome.turns] == [4, 1]  # A2: next dealer 0
    assert [row["contract"] for row in outcome.turns] == [0, 0]
    assert all(row["score_1"] == row["change_1"] == 0 for row in outcome.turns)
    game = outcome.game
    assert (game["hands"], game["thrown_in"], game["winners"], game["ended"]) == (2, 2, 0, CUT_SHORT)
    assert game["start"] == 1


def test_without_the_kitty_nothing_is_exchanged():
    rules = Rules(sans_kitty="same_value")
    players = [IDLE, IDLE, IDLE, told(["6C sans kitty"], plays=PUBLIC[3].split())]
    events, outcome = play_out(
        rules,
        players,
        Script([PUBLIC], dealer=1),
    )
    row = outcome.turns[0]
    assert row["sans_kitty"] == 1
    assert row["discards"] < 0  # missing
    played = {parse(card) for trick in tricks_of(events) for _, card in trick["cards"]}
    assert played == set(PACK) - set(cards(PUBLIC[4]))


def test_a_blind_misere_is_bid_before_the_cards_are_seen():
    seen = []
    rules = Rules(blind_misere="on", blind_misere_value=1000)
    players = [told(discards=["JK", "7D", "7H"], plays=LOWS, blind=[1], seen=seen), IDLE, IDLE, IDLE]
    _, outcome = play_out(rules, players, Script([MISERE_HANDS], dealer=3))
    assert seen[0].hand == 0
    assert seen[0].legal == 0b11
    row = outcome.turns[0]
    assert (row["contract"], row["made"], row["change_1"], row["calls_1"]) == (28, 1, 1000, 1 << 55)
