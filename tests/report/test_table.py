"""The one table writer: aligned, as wide as asked, whole in Markdown and CSV."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.report.layout import Commands, Facts, Heading, Lines, Paragraph, lay_out
from simkit.report.table import Column, Table, csv_text, markdown_lines, numbers, text_lines

TABLE = Table(
    (Column("statistic"), Column("of"), *numbers("value"), *numbers("fewer", rank=2), *numbers("deals", rank=1)),
    (
        ("turns", "seat 1", "12.5", "2.1", "1,000"),
        ("turns", "seat 2", "8", "-", "20"),
        ("points", "bot A, start = 2", "-3", "4", "7"),
    ),
    is_grouped=True,
)


def test_words_stand_left_and_numbers_right_and_a_name_once() -> None:
    assert text_lines(TABLE) == [
        "statistic  of                value  fewer  deals",
        "turns      seat 1             12.5    2.1  1,000",
        "           seat 2                8      -     20",
        "points     bot A, start = 2     -3      4      7",
    ]
    assert text_lines(TABLE, 48) == text_lines(TABLE)


def test_words_are_wrapped_first() -> None:
    assert text_lines(TABLE, 43) == [
        "statistic  of           value  fewer  deals",
        "turns      seat 1        12.5    2.1  1,000",
        "           seat 2           8      -     20",
        "points     bot A,          -3      4      7",
        "           start = 2",
    ]


def test_then_the_least_important_column_is_dropped_and_said() -> None:
    assert text_lines(TABLE, 34) == [
        "statistic  of         value  deals",
        "turns      seat 1      12.5  1,000",
        "           seat 2         8     20",
        "points     bot A,        -3      7",
        "           start = 2",
        "left out for want of room: fewer;",
        "a wider terminal or --format json",
        "shows all",
    ]
    narrow = text_lines(TABLE, 26)
    assert narrow[0] == "statistic  of        value"
    assert "left out for want of room: fewer, deals;" in " ".join(narrow)


WORDS = st.text(st.characters(codec="utf-8"), max_size=40)


@given(
    st.lists(st.tuples(WORDS, st.booleans(), st.integers(0, 3)), min_size=1, max_size=8).flatmap(
        lambda columns: st.tuples(
            st.just((Column("name"), *(Column(*column) for column in columns[1:]))),
            st.lists(st.tuples(*[WORDS for _ in columns]), max_size=5),
        )
    ),
    st.integers(20, 120),
)
def test_any_table_fits_its_width_unless_what_must_be_shown_is_wider(made, width) -> None:
    columns, rows = made
    table = Table(columns, tuple(rows))
    lines = text_lines(table, width)
    kept = [i for i, column in enumerate(columns) if column.rank == 0]
    texts = [(columns[i].heading, *(row[i] for row in rows)) for i in kept]
    needed = [max(map(len, some)) if columns[i].is_number else 8 for i, some in zip(kept, texts, strict=True)]
    assert max(map(len, lines)) <= max(width, sum(needed) + 2 * (len(needed) - 1))
    assert all(char.isprintable() for line in lines for char in line)


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1))
def test_markdown_keeps_every_cell_in_its_column(rows) -> None:
    lines = markdown_lines(Table((Column("a|b"), *numbers("c")), tuple(rows)))
    assert lines[:2] == ["| a\\|b | c |", "| --- | ---: |"]
    assert len(lines) == len(rows) + 2
    assert all(line.replace("\\\\", "").replace("\\|", "").count("|") == 3 for line in lines)


def test_csv_is_read_back() -> None:
    rows = [{"a": 'x,"y"\n', "b": "1"}, {"a": "", "b": "-2"}]
    assert list(csv.DictReader(io.StringIO(csv_text(rows)))) == rows
    assert csv_text([]) == ""


BLOCKS = (
    Heading("Zilch: a long title of a report"),
    Facts((("rules", "target = 5000"), ("rules", "dice = 6"), ("seed", "7"))),
    Paragraph("One sentence. Another one that is longer."),
    Table((Column("a"), *numbers("b")), (("x", "1"),)),
    Lines(()),
    Lines(("deal 3: \x1b[31mlonger *by* two turns",)),
    Commands(("simkit trace runs/zilch --deal 3",)),
)


def test_blocks_as_text_and_markdown() -> None:
    assert lay_out(BLOCKS, "text", 30).splitlines() == [
        "Zilch: a long title of a",
        "  report",
        "",
        "  rules    target = 5000",
        "           dice = 6",
        "  seed     7",
        "",
        "  One sentence. Another one",
        "  that is longer.",
        "",
        "  a  b",
        "  x  1",
        "",
        "  deal 3: ?[31mlonger *by* two",
        "    turns",
        "    simkit trace runs/zilch --deal 3",
    ]
    assert lay_out(BLOCKS, "markdown").splitlines() == [
        "## Zilch: a long title of a report",
        "",
        "* rules: target = 5000; dice = 6",
        "* seed: 7",
        "",
        "One sentence. Another one that is longer.",
        "",
        "| a | b |",
        "| --- | ---: |",
        "| x | 1 |",
        "",
        "* deal 3: ?\\[31mlonger \\*by\\* two turns",
        "",
        "```console",
        "simkit trace runs/zilch --deal 3",
        "```",
    ]


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_every_form_ends_with_one_line_end(form) -> None:
    text = lay_out(BLOCKS, form)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
