"""What pipelines take in: schemas hold, nothing is lost, and no text of a user breaks a form."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Barrier
from xml.etree import ElementTree as ET

import jsonschema
import pytest
import xmlschema

from simkit.check.data import FORMATS, as_data, as_json, as_metrics, json_schema
from simkit.check.files import write_file
from simkit.check.github import append_summary, is_github, line_number, workflow_commands
from simkit.check.junit import as_junit
from simkit.check.log import append_log, read_log
from simkit.check.screen import as_screen
from simkit.check.text import as_markdown, as_text
from tests.check.results import DIFFERENT, EVERY, IDENTICAL, OPEN, SAME, cell_of, result_of
from tests.check.setting import CONFIG
from tests.cli.console import run_command

XSD = xmlschema.XMLSchema(str(Path(__file__).parent / "junit.xsd"))


def test_json_keeps_to_its_schema() -> None:
    schema = json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    data = json.loads(as_json(EVERY))
    jsonschema.validate(data, schema)
    assert data == as_data(EVERY) | {"cells": data["cells"]}
    assert (data["verdict"], data["passed"], data["exit_code"]) == ("different", False, 1)
    assert as_data(result_of(cell_of(SAME, OPEN)))["passed"] is False
    words = [line["verdict"] for cell in data["cells"] for line in cell["metrics"]]
    assert words == ["same", "different", "cannot tell", "different", "identical"]
    assert data["cells"][0]["changed_deals"][2] == {"deal": 81, "trace": "simkit trace a.toml --deal 81"}


@pytest.mark.parametrize("key", ["verdict", "passed", "cells"])
def test_the_schema_misses_what_is_missing(key) -> None:
    data = as_data(EVERY)
    del data[key]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, json_schema())


def test_every_key_of_the_json_is_required() -> None:
    # or a key could go without anyone noticing
    def objects(node):
        if isinstance(node, dict):
            if "properties" in node:
                yield node
            for inner in node.values():
                yield from objects(inner)

    for node in objects(json_schema()):
        assert set(node["required"]) == set(node["properties"])
        assert node["additionalProperties"] is False


def test_junit_keeps_to_its_schema() -> None:
    text = as_junit(EVERY)
    XSD.validate(text)
    root = ET.fromstring(text)
    assert root.attrib == {"name": "simkit check b.toml", "tests": "5", "failures": "2", "errors": "0"}
    first, second = root.findall("testsuite")
    assert (first.attrib["skipped"], second.attrib["failures"]) == ("1", "0")
    failure = first.findall("testcase")[1].find("failure")
    assert failure.attrib["message"] == "27.000 turns was recorded, now it is 27.500 turns"
    assert "0.50 [0.40, 0.60] turns, margin 0.10" in failure.text
    assert "simkit trace a.toml --deal 4" in failure.text
    skipped = first.findall("testcase")[2].find("skipped")
    assert skipped.attrib["message"] == "cannot tell: win_rate of bot 2: a check of about 24,000 games would do"


def test_metrics_are_a_list_of_numbers() -> None:
    found = json.loads(as_metrics(EVERY))
    assert found[0] == {
        "name": "zilch base: win_rate of seat 1",
        "unit": "share of games",
        "value": 0.521,
        "range": "± 0.002",
        "extra": "same; margin 0.005; 20480 games",
    }
    assert all(isinstance(one["value"], float) for one in found)
    assert len({one["name"] for one in found}) == len(found) == 5


def test_text_says_everything() -> None:
    text = as_text(EVERY)
    assert text.startswith("different in 2 of 5 metrics: a.toml against b.toml\n")
    for part in (
        "note: rule <a> & b",
        "3 of 10,240 deals differ: 4, 5, 81\n",
        "simkit trace a.toml --deal 5",
        "bot 2: wild(x=1)",
        "win_rate of bot 2: a check of about 24,000 games would do",
        "every one of 10,240 deals came out as it was",
    ):
        assert part in text
    assert "\x07" not in text


def test_blocks_are_named_where_deals_are_not() -> None:
    text = as_text(result_of(cell_of(SAME, deals_changed=None, changed_deals=())))
    assert "outcomes differ in 2 of 256 blocks: deals 0 to 39, 80 to 119\n" in text


def test_markdown_is_whole_and_has_a_limit() -> None:
    text = as_markdown(EVERY)
    assert "| different | turns | game | 27.00 | 27.50 | 0.50 | 0.40 | 0.60 | 0.10 | 0.25 | turns |" in text
    assert "\\<a\\>" in text
    assert "x?\\|y" in text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) == 5 + 2 * 2
    short = as_markdown(EVERY, 600)
    assert len(short) < 700
    assert short.endswith("`simkit check --format text` prints all of it.\n")


BASELINE = """\
[[cells]]
name = "other"
    { statistic = "turns", value = 27.0 },
[[cells]]
name = "base"
    { statistic = "win_rate", seat = 1, value = 0.5 },
    { statistic = "turns", value = 27.0 },
    { statistic = "win_rate", bot = "x", place = 2, value = 0.5 },
"""


def test_annotations_point_at_the_lines() -> None:
    found = list(workflow_commands(result_of(cell_of(SAME, DIFFERENT, OPEN)), BASELINE))
    assert found == [
        (
            "::error file=b.toml,line=7,title=base%3A turns%3A different::27.000 turns was recorded, now 27.500 turns: "
            "0.50 [0.40, 0.60] turns, margin 0.10"
        ),
        (
            "::warning file=b.toml,line=8,title=base%3A win_rate of bot 2%3A cannot tell::win_rate of bot 2: a check "
            "of about 24,000 games would do"
        ),
    ]
    assert line_number(BASELINE, replace(SAME, seat=3)) == 1
    share = replace(SAME, word="different", difference=0.5)
    (line,) = workflow_commands(result_of(cell_of(share)), BASELINE)
    assert "%25 of games" in line


def test_ten_annotations_at_the_most_the_largest_first() -> None:
    lines = [replace(DIFFERENT, statistic=f"turns{i}", difference=0.4 + i / 100) for i in range(12)]
    found = list(workflow_commands(result_of(cell_of(*lines)), BASELINE))
    assert len(found) == 10
    assert "turns11" in found[0]
    assert found[-1] == "::error file=b.toml,title=simkit check%3A different::3 more metrics: different"


def test_github_is_told_when_run_there(tmp_path) -> None:
    assert is_github({"GITHUB_ACTIONS": "true"})
    assert not is_github({})
    append_summary(EVERY, {})
    path = tmp_path / "summary.md"
    path.write_text("before\n")
    append_summary(EVERY, {"GITHUB_STEP_SUMMARY": str(path)})
    assert path.read_text() == "before\n" + as_markdown(EVERY)


@pytest.mark.parametrize(
    ("words", "code", "strict"),
    [([SAME], 0, 0), ([IDENTICAL], 0, 0), ([SAME, OPEN], 3, 1), ([OPEN, DIFFERENT], 1, 1)],
)
def test_exit_codes(words, code, strict) -> None:
    result = result_of(cell_of(*words))
    assert (result.exit_code(), result.exit_code(strict=True)) == (code, strict)


def test_one_run_writes_every_form(capsys, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    Path("small.toml").write_text(CONFIG)
    assert run_command(capsys, "baseline", "small.toml", "--out", "b.toml", "-q").code == 0
    changed = ["small.toml", "--baseline", "b.toml", "-q", "--set", "rules.double_bonus=25", "--allow-changes"]
    files = ["--json", "v.json", "--junit", "out/v.xml", "--markdown", "v.md", "--metrics", "m.json"]
    ended = run_command(capsys, "check", *changed, *files, "--format", "json")
    assert ended.code == 1
    data = json.loads(ended.out)
    jsonschema.validate(data, json_schema())
    assert Path("v.json").read_text() == ended.out
    XSD.validate(Path("out/v.xml").read_text())
    assert Path("v.md").read_text() == Path("summary.md").read_text()
    assert len(json.loads(Path("m.json").read_text())) == len(data["cells"][0]["metrics"])
    lines = ended.err.splitlines()
    assert all(line.startswith(("::error file=b.toml,", "::warning file=b.toml,")) for line in lines)
    assert any(line.startswith("::error") for line in lines)
    assert run_command(capsys, "check", *changed, "--no-github").err == ""
    for form in FORMATS:
        assert run_command(capsys, "check", *changed, "--no-github", "--format", form).out


@pytest.fixture
def verdict(monkeypatch, tmp_path):
    """Let ``check`` find ``EVERY`` different, in a folder whose file ``file`` is in the way of folders."""
    monkeypatch.setattr("simkit.check.verbs.check_baseline", lambda *_, **__: EVERY)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    return as_screen(EVERY)


@pytest.mark.parametrize("option", ["--json", "--junit", "--markdown", "--metrics", "--append"])
def test_the_verdict_comes_before_an_output_that_is_impossible(capsys, verdict, option) -> None:
    others = ["--junit", "good.xml"] if option != "--junit" else []
    ended = run_command(capsys, "check", "a.toml", "--baseline", "b.toml", option, "file/x", *others)
    assert (ended.code, ended.out) == (4, verdict)
    assert "file: cannot be written" in ended.err
    assert not others or Path("good.xml").read_text() == as_junit(EVERY)


def test_a_job_summary_that_nobody_asked_for_changes_nothing(capsys, verdict, monkeypatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "file/x")
    ended = run_command(capsys, "check", "a.toml", "--baseline", "b.toml")
    assert (ended.code, ended.out) == (1, verdict)
    assert "simkit: warning: no job summary: file/x: cannot be written: Not a directory\n" in ended.err
    ended = run_command(capsys, "check", "a.toml", "--baseline", "b.toml", "--exit-zero")
    assert (ended.code, ended.out) == (0, verdict)
    ended = run_command(capsys, "check", "a.toml", "--baseline", "b.toml", "--github")
    assert (ended.code, ended.out) == (4, verdict)


def test_an_output_may_be_a_pipe(tmp_path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        read = pool.submit(pipe.read_bytes)
        write_file(pipe, b"verdict")
        assert read.result() == b"verdict"
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_checks_at_once_lose_no_row_of_the_log(tmp_path) -> None:
    # A lock is held by an open file, so threads stand in for processes.
    log = tmp_path / "deep" / "log.parquet"
    start = Barrier(10)

    def append(number: int) -> None:
        start.wait()
        append_log(log, EVERY, datetime(2026, 1, 1, 0, number, tzinfo=UTC))

    with ThreadPoolExecutor(10) as pool:
        list(pool.map(append, range(10)))
    assert read_log(log)["time"].dt.minute().to_list() == [number for number in range(10) for _ in range(5)]
    assert {path.name for path in log.parent.iterdir()} == {"log.parquet", ".log.parquet.lock"}
