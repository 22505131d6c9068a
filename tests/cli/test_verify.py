"""``simkit verify`` with a real game: what it prints, how it ends, and parts played again."""

import json
import shutil

import pytest

from simkit.engine.progress import Quiet
from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.game import Outcome
from simkit.store.manifest import (
    MANIFEST,
    RunRecord,
    read_manifest,
    read_run_record,
    sealed,
    write_manifest,
    write_run_record,
)
from simkit.verifying import verify
from tests.cli.console import run_command
from tests.engine.test_play import content

CONFIG = """
game = "sto-dwadziescia"

[[seats]]
strategy = "roller"

[[seats]]
strategy = "roller"

[run]
games = 70_000
log = "games"
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A run with each log."""
    from simkit import run

    root = tmp_path_factory.mktemp("verify")
    (root / "race.toml").write_text(CONFIG)
    for log, games in (("none", 70_000), ("games", 70_000), ("turns", 200)):
        run(root / "race.toml", log=log, games=games, out=root / log, jobs=2, progress=Quiet())
    return root


@pytest.fixture
def run(played, tmp_path):
    shutil.copytree(played / "games", tmp_path / "run")
    return tmp_path / "run"


def faked(root):
    """Change the digest of the first part as if other outcomes had been written."""
    manifest = read_manifest(root)
    part = manifest.parts[0]
    tables = {"games": part.tables["games"].model_copy(update={"digest": "0" * 64})}
    write_manifest(root, manifest.with_parts([part.model_copy(update={"tables": tables})]))


def test_a_sound_run_ends_with_0(run, capsys):
    size = sum(path.stat().st_size for path in run.rglob("*.parquet"))
    told = f"{run}: 1 part in 1 file of {size / 1e3:.1f} kB checked: no faults\n"
    assert run_command(capsys, "verify", run, "-q") == (0, told, "")
    code, out, _ = run_command(capsys, "verify", run, "--format", "json")
    assert code == 0
    assert json.loads(out) == {
        "run": str(run),
        "parts": 1,
        "files": 1,
        "bytes": size,
        "replayed": 0,
        "repaired": 0,
        "faults": [],
        "remarks": [],
    }


def test_faults_are_told_and_mended(run, capsys):
    whole = content(run)
    path = min(run.rglob("*.parquet"))
    path.write_bytes(b"")
    code, out, err = run_command(capsys, "verify", run)
    assert code == 4
    assert f"\n  damaged: {path}: 0 bytes instead of " in out
    assert err == f"{run}: not sound; `simkit verify {run} --repair` plays damaged and missing files again\n"
    code, out, _ = run_command(capsys, "verify", run, "--repair", "-q")
    assert code == 0
    assert out.endswith(" checked, 1 repaired: no faults\n")
    assert content(run) == whole
    path.with_name("games-000099.parquet").touch()
    code, out, err = run_command(capsys, "verify", run, "--format", "json")
    assert code == 4
    assert [fault["kind"] for fault in json.loads(out)["faults"]] == ["superfluous"]
    assert err == f"{run}: not sound; remove what is foreign or superfluous, and play what differs into another --out\n"


def test_an_incomplete_run_ends_with_4(run, capsys):
    manifest = read_manifest(run)
    write_manifest(run, manifest.model_copy(update={"games": 10_000_000}))
    code, out, err = run_command(capsys, "verify", run)
    assert code == 4
    assert " are still to be played\n" in out
    assert err == f"{run}: incomplete; run the same `simkit run` again to finish it\n"


@pytest.mark.parametrize("log", ["none", "games", "turns"])
def test_sound_parts_are_the_same_when_played_again(played, capsys, log):
    code, out, err = run_command(capsys, "verify", played / log, "--replay", "100%", "-q")
    assert (code, err) == (0, "")
    assert out.endswith(f", {len(read_manifest(played / log).parts)} played again: no faults\n")


def test_what_differs_when_it_is_played_again_is_told(played, tmp_path):
    shutil.copytree(played / "none", tmp_path / "run")
    faked(tmp_path / "run")
    (fault,) = verify(tmp_path / "run", share=1, progress=Quiet()).faults
    assert (fault.kind, fault.what) == ("damaged", "other outcomes when it is played again")


def test_what_differs_from_the_reference_is_told(played, monkeypatch):
    def lying(*_):
        return Outcome({"winners": 77}, ())
        yield

    monkeypatch.setattr("simkit.verifying.trace_game", lying)
    faults = verify(played / "games", share=0.5, progress=Quiet()).faults
    assert {fault.kind for fault in faults} == {"damaged"}
    assert any("cell base, deal 0, seating 1 (seed 1): games.winners = " in fault.what for fault in faults)


def test_a_part_with_other_outcomes_than_were_written_is_not_put_in_its_place(run):
    faked(run)
    before = read_manifest(run)
    found = verify(run, repair=True, progress=Quiet())
    assert found.repaired == 0
    assert [fault.what for fault in found.faults] == ["the digest of its values is not the one in the manifest"]
    assert read_manifest(run) == before


@pytest.mark.parametrize("share", ["0", "101%", "-1%", "many", "", "nan"])
def test_a_share_that_is_none_is_refused(run, capsys, share):
    code, out, err = run_command(capsys, "verify", run, "--replay", share)
    assert (code, out) == (2, "")
    assert err == f"--replay {share}: must be a share above 0 and up to 100%, such as 1% or 0.01\n"


def test_a_bot_that_has_changed_since_is_told_and_not_played_again(played, tmp_path):
    run = tmp_path / "run"
    shutil.copytree(played / "none", run)
    content = read_run_record(run).cells[0].content
    content["lineup"][0]["source"] = "0123"
    cell = Cell.from_content("base", content)
    shutil.rmtree(run / "cells")
    write_run_record(run, RunRecord.of([cell], "none"))
    manifest = read_manifest(run)
    moved = tuple(part.model_copy(update={"cell": cell.id}) for part in manifest.parts)
    write_manifest(run, manifest.model_copy(update={"parts": moved}))
    found = verify(run)
    assert found.faults == ()
    assert any(remark.startswith("bot roller: its source has changed") for remark in found.remarks)
    with pytest.raises(UsageError, match="bot roller: its source has changed"):
        verify(run, share=1, progress=Quiet())


def test_a_directory_that_is_no_run_or_a_damaged_one_ends_with_4(run, tmp_path, capsys):
    assert run_command(capsys, "verify", tmp_path)[::2] == (
        4,
        f"{tmp_path}: not a run directory (it has no config.json)\n",
    )
    (run / MANIFEST).write_text(sealed('{"games": -1,\n "parts": 3}'))
    assert run_command(capsys, "verify", run)[2].startswith(f"{run / MANIFEST}: damaged: parts: ")
