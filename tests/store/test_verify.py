"""Verifying runs of the game ``draws``: random damages are each found, and nothing is found in sound runs."""

import json
import random
import shutil
from contextlib import suppress

import pytest

from simkit.engine.play import play_batch
from simkit.engine.progress import Quiet
from simkit.errors import SimkitError, StoreError
from simkit.store.directory import open_directory
from simkit.store.manifest import CONFIG, JOURNAL, MANIFEST, read_manifest, sealed, write_manifest
from simkit.store.read import open_run
from simkit.store.verify import verify_run
from tests.engine import draws
from tests.engine.test_play import Stopping

pytestmark = pytest.mark.usefixtures("draws_game")

CELLS = [draws.cell(), draws.cell("other", bonus=5)]


def play(out, games, log="turns", cells=CELLS, **options):
    return play_batch(cells, games, out, log=log, **{"jobs": 2, "progress": Quiet(), **options})


@pytest.fixture(scope="module")
def stages(tmp_path_factory):
    """A run of 5 parts a cell, and what it was like before it was extended: with 3 parts, and killed on its way."""
    root = tmp_path_factory.mktemp("stages")
    with pytest.MonkeyPatch.context() as patch:
        draws.install(patch.setattr)
        play(root / "before", 5_000)
        shutil.copytree(root / "before", root / "whole")
        play(root / "whole", 10_000)
        play(root / "killed", 10_000, jobs=1)
        manifest = read_manifest(root / "killed")
        with open_directory(root / "killed", CELLS, "turns") as directory:
            directory.begin(manifest.model_copy(update={"parts": manifest.parts[:4]}))
            for part in manifest.parts[4:]:
                directory.add(part)
    return root


def test_a_sound_run_has_no_faults(stages):
    found = verify_run(stages / "whole")
    assert (found.faults, found.remarks) == ((), ())
    assert (found.parts, found.files) == (10, 20)
    assert found.bytes == sum(path.stat().st_size for path in (stages / "whole").rglob("*.parquet"))
    assert verify_run(stages / "killed").faults == ()


def flip(chance, root, files):
    path = chance.choice(files)
    content = bytearray(path.read_bytes())
    content[chance.randrange(len(content) - 1)] ^= 1 << chance.randrange(8)
    path.write_bytes(content)


def truncate(chance, root, files):
    path = chance.choice(files)
    content = path.read_bytes()
    path.write_bytes(content[: chance.randrange(len(content))])


def swap(chance, root, files):
    one, other = chance.sample([path for path in files if path.suffix == ".parquet"], 2)
    content = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(content)


def delete(chance, root, files):
    chance.choice(files).unlink()


def duplicate(chance, root, files):
    path = chance.choice([path for path in files if path.suffix == ".parquet"])
    table, cell = path.name.split("-")[0], chance.choice(CELLS)
    shutil.copy(path, root / "cells" / cell.id / f"{table}-{chance.randrange(5, 1_000_000):06d}.parquet")


def stale_manifest(chance, root, files):
    shutil.copy(root.parent / "stages" / "before" / MANIFEST, root / MANIFEST)
    (root / JOURNAL).unlink(missing_ok=True)


def edited_config(chance, root, files):
    """An edit that a checksum does not show: the record is sealed anew."""
    content = json.loads((root / CONFIG).read_text())
    del content["checksum"]
    if chance.random() < 0.5:
        content["log"] = chance.choice(["none", "games"])
    else:
        chance.choice(content["cells"])["content"]["seed"] += chance.randrange(1, 100)
    (root / CONFIG).write_text(sealed(json.dumps(content)))


DAMAGES = flip, truncate, swap, delete, duplicate, stale_manifest, edited_config


def files_of(root):
    return sorted(path for path in root.rglob("*") if path.is_file() and path.name != ".lock")


def frames(root):
    run = open_run(root)
    return [run.table(cell, table).collect() for cell in run.cells for table in ("games", "turns")]


def assert_found(number, stages, folder):
    """Damage a copy of a run; verifying finds it, and no reader gives a row that is not one of the run."""
    chance = random.Random(number)
    root = folder / "damaged"
    shutil.copytree(stages / chance.choice(["whole", "killed"]), root)
    (folder / "stages").symlink_to(stages)
    damage = DAMAGES[number % len(DAMAGES)]
    damage(chance, root, files_of(root))
    with suppress(StoreError):
        assert verify_run(root).faults, f"{damage.__name__} {number}"
    try:
        read = frames(root)
    except SimkitError:
        return
    assert damage in (duplicate, stale_manifest, edited_config)
    for frame, whole in zip(read, frames(stages / "whole"), strict=True):
        assert frame.equals(whole.head(frame.height))


@pytest.mark.parametrize("number", range(28))
def test_random_damages_are_found(number, stages, tmp_path):
    assert_found(number, stages, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(28, 328))
def test_three_hundred_more_are_found(number, stages, tmp_path):
    assert_found(number, stages, tmp_path)


def assert_sound(number, folder):
    """Play a run as chance has it: log, cells, games, interrupts and extensions."""
    chance = random.Random(number)
    log = chance.choice(["none", "games", "turns"])
    cells = [
        draws.cell(f"cell{place}", seats=chance.randint(1, 4), bonus=place, seatings=chance.choice(["fixed", "rotate"]))
        for place in range(chance.randint(1, 3))
    ]
    games, backend = chance.randint(1, 9_000), {"jobs": chance.randint(1, 3), "chunk_deals": chance.randint(50, 5_000)}
    play(folder / "run", chance.randint(1, 9_000), log, cells[:1], **backend)
    with suppress(KeyboardInterrupt):  # raised unless the first run was long
        play(folder / "run", games + 9_000, log, cells, **backend, progress=Stopping(chance.randint(1, 9_000)))
    kinds = {fault.kind for fault in verify_run(folder / "run").faults}
    assert kinds <= {"missing"}
    play(folder / "run", games + 9_000, log, cells, **backend)
    assert verify_run(folder / "run").faults == ()


@pytest.mark.parametrize("number", range(6))
def test_nothing_is_found_in_sound_runs(number, tmp_path):
    assert_sound(number, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6, 106))
def test_nothing_is_found_in_a_hundred_sound_runs(number, tmp_path):
    assert_sound(number, tmp_path)


def told(root):
    return [(fault.kind, fault.path.relative_to(root).as_posix(), fault.what) for fault in verify_run(root).faults]


@pytest.fixture
def run(tmp_path, stages):
    shutil.copytree(stages / "whole", tmp_path / "run")
    return tmp_path / "run"


def test_each_kind_of_fault_is_told_apart(run):
    here, there = (f"cells/{cell.id}" for cell in CELLS)
    (run / here / "games-000000.parquet").write_bytes(b"PAR1")
    (run / here / "turns-000001.parquet").unlink()
    shutil.copy(run / there / "games-000002.parquet", run / here / "games-000002.parquet")
    shutil.copy(run / there / "games-000002.parquet", run / here / "games-000077.parquet")
    (run / here / "notes.txt").touch()
    (run / "cells" / "0123").mkdir()
    size = next(part for part in read_manifest(run).parts if part.key == (CELLS[0].id, 0)).tables["games"].bytes
    foreign = [
        ("foreign", f"{here}/games-000002.parquet", f"holds the bytes of {there}/games-000002.parquet"),
        ("foreign", f"{here}/notes.txt", "no file of a run"),
        ("foreign", "cells/0123", "belongs to no cell in config.json"),
    ]
    assert sorted(told(run)) == sorted(
        [
            ("damaged", f"{here}/games-000000.parquet", f"4 bytes instead of {size:,}"),
            ("missing", f"{here}/turns-000001.parquet", "the file is not there"),
            (
                "superfluous",
                f"{here}/games-000077.parquet",
                "a part that the manifest does not list, so nothing reads it",
            ),
            *foreign,
        ]
    )


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"first": 7}, "part 1 of cell base: begins with deal 7 instead of 1,024"),
        ({"deals": 1025}, "part 1 of cell base: goes beyond the requested games"),
        ({"index": 9}, "part 9 of cell base: goes beyond the requested games"),
        ({"cell": "0123"}, "lists part 1 of cell 0123, not in config.json"),
        ({"tables": {}}, "part 1 of cell base: has the tables  instead of games, turns"),
    ],
)
def test_entries_that_do_not_fit_config_and_games_are_told(run, change, what):
    manifest = read_manifest(run)
    at = next(place for place, part in enumerate(manifest.parts) if part.key == (CELLS[0].id, 1))
    parts = [*manifest.parts[:at], manifest.parts[at].model_copy(update=change), *manifest.parts[at + 1 :]]
    write_manifest(run, manifest.model_copy(update={"parts": tuple(parts)}))
    assert what in [found for _, path, found in told(run) if path == MANIFEST]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"digest": "0" * 64}, "the digest of its values is not the one in the manifest"),
        ({"rows": 7}, "2,048 rows, but the manifest lists 7"),
        ({"bytes": None, "sha256": None}, 'part 0 of cell base: has files or none against log = "turns"'),
    ],
)
def test_entries_that_do_not_fit_their_file_are_told(run, change, what):
    manifest = read_manifest(run)
    part = next(part for part in manifest.parts if part.key == (CELLS[0].id, 0))
    tables = {**part.tables, "games": part.tables["games"].model_copy(update=change)}
    write_manifest(run, manifest.with_parts([part.model_copy(update={"tables": tables})]))
    assert what in [found for _, _, found in told(run)]


def test_parts_to_come_are_missing_unless_the_run_is_being_played(run):
    manifest = read_manifest(run)
    write_manifest(run, manifest.model_copy(update={"parts": manifest.parts[:-2]}))
    cell = manifest.parts[-1].cell
    missing, *unlisted = told(run)
    assert missing[:2] == ("missing", f"cells/{cell}")
    assert missing[2].endswith("2 of 5 parts, 1,928 deals, are still to be played")
    assert {kind for kind, _, _ in unlisted} == {"superfluous"}
    with open_directory(run, CELLS, "turns"):
        found = verify_run(run)
    assert found.faults == ()
    assert found.remarks == ("another simkit run is playing into it: only what it has finished is checked",)


def test_a_run_of_another_version_is_checked_as_far_as_that_goes(run, monkeypatch):
    monkeypatch.setattr("simkit.store.verify.every_game", dict)
    found = verify_run(run)
    assert found.faults == ()
    assert found.remarks[0] == (
        "cell base was played by version 1 of draws, which is not the one here: only sizes, checksums and rows are "
        "checked"
    )
    (run / "cells" / CELLS[0].id / "games-000000.parquet").unlink()
    assert [kind for kind, _, _ in told(run)] == ["missing"]
