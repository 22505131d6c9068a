"""The story of a game: the reference's events, what bots saw, and as text and as data."""

import json

import pytest

from simkit.engine import trace
from simkit.engine.trace import as_data, headline, told_lines, trace_game
from simkit.errors import ContractError, UsageError
from simkit.model.game import Event
from simkit.registry import find_game
from tests.engine.bot_files import cell_with
from tests.twins import make_cell, play_kernel

ZILCH = find_game("zilch")
RULES = ZILCH.rules(target=1000, bank_min=300, final_round="others_once", tie="roll", start="random")
LINE = [("never-lone-five", {}), ("bank-at", {"bank_at": 400})]
CELL = make_cell(ZILCH, RULES, LINE, seed=11, seatings="rotate")


@pytest.mark.parametrize("seating", [1, 2])
def test_the_story_ends_with_the_rows_that_the_kernel_logs(tmp_path, seating):
    told = as_data(CELL, 3, seating, trace_game(CELL, 3, seating, tmp_path))
    games, turns = play_kernel(ZILCH, RULES, CELL, 3, 1)
    row, story = games[seating - 1], told["outcome"]["game"]
    assert {name: row[name] for name in ("winners", "turns", "score_1", "score_2")} == {
        name: story[name] for name in ("winners", "turns", "score_1", "score_2")
    }
    rolls = [turn["rolls"] for turn in turns if turn["seating"] == seating]
    assert [turn["rolls"] for turn in told["outcome"]["turns"]] == rolls
    banks = [event for event in told["events"] if event["kind"] == "bank"]
    assert len(banks) == sum(turn["ended"] == "banked" for turn in told["outcome"]["turns"])


def test_asked_events_have_what_the_bot_saw_and_scored(tmp_path):
    events = list(trace_game(CELL, 3, 1, tmp_path))
    asked = [event for event in events if event.kind == "asked" and event.data["decision"] == "set_aside"]
    assert asked
    for event in asked:
        lone_fives = [option.lone_fives for option in event.data["options"]]
        points = [option.points for option in event.data["options"]]
        assert event.data["scores"] == [0 if fives else worth for fives, worth in zip(lone_fives, points, strict=True)]
    banking = next(event for event in events if event.kind == "asked" and event.data["decision"] == "roll_again")
    assert banking.data["scores"] is None
    assert banking.data["view"].turn_total >= 300


def test_data_is_json_with_labels_and_seats_from_1(tmp_path):
    told = json.loads(json.dumps(as_data(CELL, 3, 2, trace_game(CELL, 3, 2, tmp_path))))
    assert told["seats"][0].startswith("bank-at(bank_at=400")
    assert {event["seat"] for event in told["events"]} <= {1, 2, None}
    assert {turn["ended"] for turn in told["outcome"]["turns"]} <= {"banked", "bust", "short"}
    assert told["outcome"]["game"]["cut_short"] is False
    assert (told["deal"], told["seating"], told["cell"]["seed"]) == (3, 2, 11)


def test_missing_values_are_none(tmp_path):
    cell = make_cell(ZILCH, ZILCH.rules(), [("bank-at", {})] * 2, max_turns=0)
    told = as_data(cell, 0, 1, trace_game(cell, 0, 1, tmp_path))
    assert told["outcome"]["game"]["half_leader"] is None
    assert told["outcome"]["game"]["cut_short"] is True


def test_lines_of_a_story():
    events = [
        Event("start", "Seat 2 begins.", 1),
        Event("turn", "Seat 2, turn 1: 0 points", 1),
        Event("roll", "rolls one die: 1", 1),
        Event("end", "Seat 2 wins.", 1),
    ]
    lines = ["", "Seat 2 begins.", "", "Seat 2, turn 1: 0 points", "  rolls one die: 1", "", "Seat 2 wins."]
    assert list(told_lines(events)) == lines


def test_who_sits_where_stands_above():
    lines = headline(CELL, 3, 2).splitlines()
    assert lines[0] == "Zilch, cell base: deal 3 of seed 11, seating 2 of 2"
    assert lines[1].startswith("  seat 1: bank-at(")
    assert lines[2].startswith("  seat 2: never-lone-five")


def test_a_seating_that_there_is_not(tmp_path):
    with pytest.raises(UsageError, match="seating 3: cell base has 2, numbered from 1"):
        next(trace_game(CELL, 0, 3, tmp_path))


def test_a_cell_of_another_version_is_not_told(tmp_path, monkeypatch):
    monkeypatch.setattr(trace, "STREAM_VERSION", 99)
    with pytest.raises(UsageError, match="would play another game"):
        next(trace_game(CELL, 0, 1, tmp_path))


def test_a_bot_that_breaks_its_contract_is_told_up_to_there(tmp_path):
    cell = cell_with(tmp_path, "def bot(view, params):\n    while view.dice >= 0:\n        pass\n", seatings="fixed")
    story, seen = trace_game(cell, 0, 1, tmp_path), []
    with pytest.raises(ContractError, match=r"cell base, deal 0, seating 1 \(seed 7\): bot bot does not end"):
        seen.extend(event.kind for event in story)
    assert seen[:3] == ["start", "turn", "roll"]
