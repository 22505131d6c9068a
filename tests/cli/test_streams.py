"""stdout and stderr that are closed, go away, are full or know few signs: no reason to fail, and data stays data."""

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from simkit.cli import _streams, cli

ROOT = Path(__file__).parents[2]
COMMANDS = cli.list_commands(click.Context(cli))

WORK = """
import pathlib, sys, time, click
from simkit import cli
from simkit.remarks import remark

def work():
    for step in range(20):
        click.echo(f"line {step}")
        remark("at work")
        sys.stdout.flush()
        time.sleep(0.01 if step else 0.2)
    pathlib.Path("done").touch()
    click.get_current_context().exit(3)

cli.Commands.get_command = lambda *args: click.Command("x", callback=work)
cli.main(["x"])
"""
"""A command that says much, then makes the file ``done`` and ends with 3."""

ECHO = """
import click
from simkit import cli
from simkit.cli._options import format_option

@click.command()
@format_option("text", "json")
def echo(output_format):
    click.echo("ś♠≥█Ж" if output_format == "text" else '"ś♠Ж"')

cli.Commands.get_command = lambda *args: echo
cli.main(["x", "--format", FORM])
"""


def shell(line, program, cwd, **variables):
    """Exit code, stdout and stderr of a shell's line in which ``$PY`` runs the program."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PY": sys.executable, "PROGRAM": program, **variables}
    done = subprocess.run(["bash", "-c", line], cwd=cwd, env=environment, check=False, capture_output=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("where", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", "2>/dev/full"])
def test_closed_streams_change_nothing(tmp_path, where, unbuffered):
    code, out, err = shell(f'"$PY" -c "$PROGRAM" {where}', WORK, tmp_path, PYTHONUNBUFFERED=unbuffered)
    assert code == 3
    assert (tmp_path / "done").exists()
    assert out.count(b"line") == (0 if " >&-" in f" {where}" else 20)
    assert err.count(b"simkit: at work\n") == (0 if "2>" in where else 20)
    assert b"rror" not in err


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("pipe", ["", "2>&1"])
def test_a_reader_that_goes_away_changes_nothing(tmp_path, pipe, unbuffered):
    line = f'"$PY" -c "$PROGRAM" {pipe} | head -1; exit ${{PIPESTATUS[0]}}'
    code, out, err = shell(line, WORK, tmp_path, PYTHONUNBUFFERED=unbuffered)
    assert (code, out) == (3, b"line 0\n")
    assert (tmp_path / "done").exists()
    assert b"rror" not in err


@pytest.mark.parametrize("arguments", [["--nothing"], ["validate", "nowhere.toml"]])
def test_a_closed_pipe_keeps_the_code_of_an_error(arguments):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([sys.executable, "-m", "simkit", *arguments], check=False, stdout=writing, stderr=writing)
    os.close(writing)
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("utf-8", "ś♠≥█Ж"),
        ("cp1250", "śS>=#\\u0416"),
        ("latin-1", "sS>=#\\u0416"),
        ("koi8-r", "sS≥█Ж"),
    ],
)
def test_text_falls_back_sign_by_sign_and_data_is_utf_8(tmp_path, encoding, text):
    line = '"$PY" -c "$PROGRAM"'
    _, out, err = shell(line, ECHO.replace("FORM", '"text"'), tmp_path, PYTHONIOENCODING=encoding)
    assert (out.decode(encoding), err) == (f"{text}\n", b"")
    _, out, err = shell(line, ECHO.replace("FORM", '"json"'), tmp_path, PYTHONIOENCODING=encoding)
    assert (json.loads(out.decode("utf-8")), err) == ("ś♠Ж", b"")


def test_a_name_that_is_no_utf_8_stays_valid_json(tmp_path):
    program = ECHO.replace("FORM", '"json"').replace('"ś♠Ж"', '"a\\udcffb"')
    code, out, _ = shell('"$PY" -c "$PROGRAM"', program, tmp_path)
    assert (code, json.loads(out.decode("utf-8"))) == (0, "a\udcffb")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_that_prints_data_prints_it_as_utf_8(name):
    command = cli.get_command(click.Context(cli), name)
    formats = [option for option in command.params if "--format" in option.opts]
    assert all(option.callback is _streams.print_data for option in formats)


def test_every_sign_that_is_printed_has_a_stand_in():
    signs = "♠♣♦♥±×·–—−≈≥≤→…√α▁▂▃▄▅▆▇█▏śłążóŁ²"
    assert all("\\" not in _streams._plain(sign) for sign in signs)


WARN = """
import logging, warnings
from simkit import cli
from simkit.cli._options import playing_options
from simkit.remarks import remark

@click.command()
@playing_options()
def warn(playing):
    remark("compiling")
    warnings.warn("deprecated\\nmore", FutureWarning)
    logging.getLogger("matplotlib.font").warning("no %s", "font")
    playing["progress"].say("resumed")

cli.Commands.get_command = lambda *args: warn
cli.main(["x", *OPTIONS])
"""


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ([], ["compiling", "a library warns: deprecated", "matplotlib warns: no font", "resumed"]),
        (["-q"], []),
    ],
)
def test_quiet_silences_remarks_and_warnings_of_libraries(tmp_path, options, told):
    program = "import click" + WARN.replace("OPTIONS", repr(options))
    code, _, err = shell('"$PY" -c "$PROGRAM"', program, tmp_path)
    assert (code, err.decode().splitlines()) == (0, [f"simkit: {line}" for line in told])
