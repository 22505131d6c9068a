"""The group itself: how commands are found, and the exit code and output of every ending."""

import errno
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from simkit import errors
from simkit.cli import Commands, cli, main
from simkit.version import __version__

COMMANDS = cli.list_commands(click.Context(cli))
HEAVY = {"numba", "numpy", "polars", "pyarrow", "joblib", "pydantic", "tqdm"}


@pytest.fixture(autouse=True)
def _same_handler_afterwards():
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def ending(capsys, *args):
    """Exit code, stdout and stderr of a run in this process."""
    with pytest.raises(SystemExit) as caught:
        main(list(args))
    said = capsys.readouterr()
    return caught.value.code, said.out, said.err


def command_that(monkeypatch, action):
    """Make ``simkit do`` a command that calls ``action``."""
    command = click.Command("do", callback=action)
    monkeypatch.setattr(Commands, "list_commands", lambda self, ctx: ["do"])
    monkeypatch.setattr(Commands, "get_command", lambda self, ctx, name: command if name == "do" else None)


def raising(error):
    def action():
        raise error

    return action


def process(*args, **options):
    return subprocess.run([sys.executable, *args], check=False, capture_output=True, text=True, **options)


def test_version(capsys):
    assert ending(capsys, "--version") == (0, f"simkit {__version__}\n", "")


def test_python_m_simkit_is_the_same_command():
    done = process("-m", "simkit", "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"simkit {__version__}\n", "")


def test_every_file_is_a_command_and_nothing_else():
    files = {path.name for path in Commands.folder.glob("*.py")}
    assert {f"{name.replace('-', '_')}.py" for name in COMMANDS} == {name for name in files if name[0] != "_"}
    assert {"validate", "games", "describe"} <= set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_an_example(name):
    command = cli.get_command(click.Context(cli), name)
    assert command.get_short_help_str()
    assert f"simkit {name}" in command.help
    assert "\\b" not in command.help  # Click's mark of lines that stay as they are is the character, not two
    assert all(option.help for option in command.params if isinstance(option, click.Option))


def test_help_lists_the_commands_and_loads_nothing_heavy():
    code = """
import sys
from simkit.cli import main
try:
    main(["--help"])
finally:
    print("loaded", *sorted({name.split(".")[0] for name in sys.modules}))
"""
    done = process("-c", code)
    *lines, loaded = done.stdout.splitlines()
    assert all(any(line.startswith(f"  {name} ") for line in lines) for name in COMMANDS)
    assert HEAVY.isdisjoint(loaded.split())


def test_wrong_usage_is_2_with_the_nearest_command(capsys):
    code, out, err = ending(capsys, "gmes")
    assert (code, out) == (2, "")
    assert err.endswith("Error: No such command 'gmes'; did you mean 'games'?\n")
    assert ending(capsys, "qqqq")[2].endswith("Error: No such command 'qqqq'.\n")
    assert ending(capsys, "games", "--nothing")[0] == 2
    code, out, err = ending(capsys)
    assert (code, out) == (2, "")
    assert "Commands:" in err


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.UsageError("a", "b"), 2),
        (errors.ConfigError("a", "b"), 2),
        (errors.UndecidedError("a", "b"), 3),
        (errors.StoreError("a", "b"), 4),
        (errors.ContractError("a", "b"), 5),
    ],
)
def test_our_errors_are_their_lines_and_their_code(monkeypatch, capsys, error, code):
    command_that(monkeypatch, raising(error))
    assert ending(capsys, "do") == (code, "", "a\nb\n")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (click.UsageError("u"), 2),
        (click.ClickException("c"), 2),
        (click.FileError("f"), 4),
        (click.Abort(), 130),
        (KeyboardInterrupt(), 130),
        (click.exceptions.Exit(1), 1),
    ],
)
def test_click_s_endings_are_mapped_to_ours(monkeypatch, capsys, error, code):
    command_that(monkeypatch, raising(error))
    found, out, err = ending(capsys, "do")
    assert (found, out) == (code, "")
    assert "Traceback" not in err


def test_a_fault_is_70_with_its_traceback_and_where_to_turn(monkeypatch, capsys):
    command_that(monkeypatch, raising(ZeroDivisionError("ours")))
    code, out, err = ending(capsys, "do")
    assert (code, out) == (70, "")
    assert err.startswith("Traceback (most recent call last):\n")
    *_, error, last = err.splitlines()
    assert error == "ZeroDivisionError: ours"
    assert last == "This is an error in simkit, not in your input. Please report it with the lines above."


def test_a_command_that_ends_itself_keeps_its_code(monkeypatch, capsys):
    command_that(monkeypatch, lambda: sys.exit(3))
    assert ending(capsys, "do") == (3, "", "")


def test_a_full_disk_is_4_without_a_traceback(monkeypatch, capsys):
    command_that(monkeypatch, raising(OSError(errno.ENOSPC, "No space left on device", "x.parquet")))
    assert ending(capsys, "do") == (4, "", "x.parquet: cannot be written: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_stdout_is_4():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "simkit", "--help"], check=False, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (done.returncode, done.stderr) == (4, "output: cannot be written: No space left on device\n")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_ends_a_command_that_may_tidy_up(number, code):
    program = """
import os, threading, click
from simkit import cli
@click.command()
def wait():
    try:
        os.write(1, b"ready\\n")  # the signal may come in the middle of a flush, which would write it twice
        threading.Event().wait(60)
    except KeyboardInterrupt:
        print("tidied up", flush=True)
        raise
cli.Commands.list_commands = lambda self, ctx: ["wait"]
cli.Commands.get_command = lambda self, ctx, name: wait
cli.main(["wait"])
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout.readline() == "ready\n"
        running.send_signal(number)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (code, "tidied up\n", "")
