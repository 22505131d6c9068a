"""Which cell is held against which, what is refused, and what is told and judged; and one deal among many."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from simkit.check.cell import CellCheck
from simkit.check.match import match_cells
from simkit.check.metrics import NO_MARGINS, metrics_of
from simkit.check.record import record_run
from simkit.check.records import FORMAT, BaselineRecord, CellRecord
from simkit.errors import UsageError
from simkit.model.cell import TableFile
from tests.check.error_rates import InMemory, play, small_cell
from tests.check.setting import baseline_of, batch_of
from tests.report.runs import zilch_cell


@pytest.fixture(scope="module")
def batch(tmp_path_factory):
    return batch_of(tmp_path_factory.mktemp("match"), games=1_000)


@pytest.fixture(scope="module")
def record(batch):
    return baseline_of(batch).record


def matched(cell, record, **options):
    (found,) = match_cells("b.toml", [cell], record, **options)
    return found


def test_the_same_is_paired_without_remarks(batch, record) -> None:
    found = matched(batch.cells[0], record)
    assert (found.paired, found.notes) == (True, ())
    assert [judged.metric.key for judged in found.metrics] == [line.key for line in record.cells[0].statistics]


def test_versions_are_told_and_judged(batch, record) -> None:
    (cell,) = batch.cells
    newer = replace(cell, version=cell.version + 1, lineup=(replace(cell.lineup[0], source="00"), cell.lineup[1]))
    found = matched(newer, record)
    assert found.paired
    assert found.notes == (
        f"version {cell.version + 1} of sto-dwadziescia, recorded with {cell.version}",
        "seat 1: the source of roller has changed",
    )


def test_a_table_that_changed_is_told_and_judged(batch) -> None:
    (cell,) = batch.cells
    tables = [TableFile(*one) for one in (("a.npy", "00"), ("moved/a.npy", "00"), ("a.npy", "11"))]
    cells = [replace(cell, lineup=(replace(cell.lineup[0], table=table), cell.lineup[1])) for table in tables]
    recorded = record_run(InMemory((cells[0],), play(cell, 2_560), 2_560)).record  # type: ignore[arg-type]
    assert [matched(one, recorded).notes for one in cells] == [(), (), ("seat 1: the table of roller has changed",)]


def test_another_version_of_the_streams_is_unpaired(batch, record) -> None:
    found = matched(replace(batch.cells[0], streams=2), record)
    assert not found.paired
    assert found.columns is None
    assert found.notes == (
        "version of the random streams 2, recorded with 1: other deals, so the comparison is unpaired",
    )


def test_rules_that_are_new_are_told(batch, record) -> None:
    (cell,) = record.cells
    rules = {key: value for key, value in cell.rules.items() if key != "tie"}
    older = record.model_copy(update={"cells": (cell.model_copy(update={"rules": rules}),)})
    assert matched(batch.cells[0], older).notes == ("rules that are new since: tie",)


def test_columns_that_are_gone_leave_the_statistics(batch, record) -> None:
    (cell,) = record.cells
    older = record.model_copy(update={"cells": (cell.model_copy(update={"columns": (*cell.columns, "sevens")}),)})
    found = matched(batch.cells[0], older)
    assert found.paired
    assert found.columns is None
    assert found.notes == ("columns sevens are gone: digests cannot be compared",)


def test_everything_that_does_not_match_is_told_at_once(batch, record) -> None:
    (cell,) = batch.cells
    other = replace(
        cell, rules=tuple((key, 31 if key == "target" else value) for key, value in cell.rules), max_turns=9
    )
    with pytest.raises(UsageError) as caught:
        match_cells("b.toml", [other, replace(cell, name="more")], record)
    assert [line.split(";")[0] for line in caught.value.lines] == [
        "b.toml: has no cell more",
        "b.toml: cell base: run.max_turns = 10000 there, 9 in the config",
        "b.toml: cell base: rules.target = 30 there, 31 in the config",
    ]
    with pytest.raises(UsageError) as caught:
        match_cells("b.toml", [other], record, allow_changes=True)
    assert len(caught.value.lines) == 1


@pytest.mark.parametrize("seats", [True, False])
def test_exact_values_are_those_of_their_rules(batch, record, seats) -> None:
    # whether or not they say for which bots they hold
    (cell,) = record.cells
    known = CellRecord(
        name="base",
        game=cell.game,
        games=1_000,
        rules={"target": 31},
        seats=cell.seats if seats else (),
        statistics=cell.statistics[:1],
    )
    exact = BaselineRecord(format=FORMAT, kind="exact", cells=(known,))
    with pytest.raises(UsageError, match=r"^b.toml: cell base: rules.target = 31 there, 30 in the config"):
        matched(batch.cells[0], exact)
    assert matched(batch.cells[0], exact, allow_changes=True).notes == ("rules.target = 30, recorded with 31",)


def test_units_that_changed_are_refused(batch, record) -> None:
    (cell,) = record.cells
    lines = tuple(
        line.model_copy(update={"unit": "rounds"}) if line.statistic == "turns" else line for line in cell.statistics
    )
    older = record.model_copy(update={"cells": (cell.model_copy(update={"statistics": lines}),)})
    with pytest.raises(UsageError, match="turns is in turns now, not rounds"):
        matched(batch.cells[0], older)


def test_a_statistic_that_is_gone_is_told(batch, record) -> None:
    (cell,) = record.cells
    lines = tuple(
        line.model_copy(update={"statistic": "turns_played"}) if line.statistic == "turns" else line
        for line in cell.statistics
    )
    older = record.model_copy(update={"cells": (cell.model_copy(update={"statistics": lines}),)})
    with pytest.raises(
        UsageError, match=r"^b.toml: cell base: statistic turns_played no longer exists in sto-dwadziescia"
    ):
        matched(batch.cells[0], older)


@pytest.mark.parametrize("each", [True, False])
def test_one_deal_of_many_is_named_and_judged_same(tmp_path, each) -> None:
    cell, deals = small_cell(tmp_path), 25_600
    now = play(cell, deals)
    # as it was, deal 12,345 took a turn less and the other seat won it
    changed = (pl.col("deal") == 12_345).cast(pl.Int16)
    before = now.with_columns(
        pl.col("turns") - changed, (pl.col("winners") + changed * (3 - 2 * pl.col("winners"))).alias("winners")
    )
    baseline = record_run(InMemory((cell,), before, deals), each=each)
    (found,) = match_cells("b", [cell], baseline.record)
    check = CellCheck(found, baseline.counted["base"], 1 - 0.001 / len(found.metrics), None, "simkit trace a.toml")
    check.look(now)
    verdict = check.verdict()
    assert verdict.word == "same"
    assert {line.word for line in verdict.verdicts} == {"same"}
    assert verdict.blocks_changed == 1
    assert [(block.first, block.last) for block in verdict.changed_blocks] == [(12_300, 12_399)]
    assert verdict.changed_deals == ((12_345,) if each else ())
    assert not verdict.identical
    differing = {line.statistic for line in verdict.verdicts if line.changed}
    assert differing >= {"win_rate", "turns"}


def test_lines_of_rules_that_are_off_are_neither_recorded_nor_counted() -> None:
    # lines of these rules are left out of the plain game, and come back with the rule
    plain = zilch_cell()
    names = {metric.name for metric in metrics_of(plain, NO_MARGINS)}
    off = {"topping_missed", "take_overs", "challenges_1", "overshot", "streak_penalties"}
    assert not names & off
    on = replace(plain, rules=tuple((dict(plain.rules) | {"topping": "strict", "challenge": "on"}).items()))
    more = {metric.name for metric in metrics_of(on, NO_MARGINS)} - names
    assert {"topping_missed", "challenges_1", "challenge_paid_2"} <= more
    assert not more & (off - {"topping_missed", "challenges_1"})


def test_a_recorded_line_of_a_rule_that_is_off_is_not_judged_but_one_that_was_on_is(batch, record) -> None:
    (cell,) = batch.cells
    (was,) = record.cells
    breaks = was.statistics[0].model_copy(update={"statistic": "tie_breaks", "seat": None, "place": None, "unit": ""})
    there = record.model_copy(update={"cells": (was.model_copy(update={"statistics": (*was.statistics, breaks)}),)})
    assert [metric.record.statistic for metric in matched(cell, there).metrics].count("tie_breaks") == 0
    rolled = replace(cell, rules=tuple((dict(cell.rules) | {"tie": "roll"}).items()))
    assert [metric.record.statistic for metric in matched(rolled, there, allow_changes=True).metrics].count(
        "tie_breaks"
    ) == 1
    on = there.cells[0].model_copy(update={"rules": was.rules | {"tie": "roll"}})
    judged = matched(cell, there.model_copy(update={"cells": (on,)}), allow_changes=True).metrics
    assert [metric.record.statistic for metric in judged].count("tie_breaks") == 1
