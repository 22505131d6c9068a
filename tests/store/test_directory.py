import json

import pytest

from simkit.errors import StoreError, UsageError
from simkit.store.directory import open_directory
from simkit.store.manifest import (
    CONFIG,
    JOURNAL,
    MANIFEST,
    Manifest,
    PartRecord,
    TableRecord,
    read_manifest,
    read_run_record,
)
from tests.engine import draws


def part(index, deals=10):
    table = TableRecord(rows=deals, digest="d", bytes=1, sha256="s")
    return PartRecord(cell="c", index=index, first=10 * index, deals=deals, tables={"games": table})


@pytest.fixture
def cells():
    return [draws.cell(), draws.cell("other", seed=2)]


def test_finished_parts_are_journaled_at_once_and_folded_in_order(tmp_path, cells):
    with open_directory(tmp_path, cells, "games") as directory:
        directory.begin(Manifest(games=100))
        for index in (2, 0, 1):
            directory.add(part(index))
        assert [p.index for p in json_lines(tmp_path)] == [2, 0, 1]
        assert [p.index for p in read_manifest(tmp_path).parts] == [0, 1, 2]
        directory.fold()
    assert not (tmp_path / JOURNAL).exists()
    assert [p.index for p in read_manifest(tmp_path).parts] == [0, 1, 2]


def json_lines(root):
    lines = [json.loads(line) for line in (root / JOURNAL).read_text().splitlines()]
    assert all(line.pop("checksum") for line in lines)
    return [PartRecord.model_validate(line) for line in lines]


def test_a_torn_last_journal_line_does_not_count(tmp_path, cells):
    with open_directory(tmp_path, cells, "games") as directory:
        directory.begin(Manifest(games=100))
        directory.add(part(0))
        directory.add(part(1))
    journal = tmp_path / JOURNAL
    whole = journal.read_bytes()
    for cut in range(1, whole.index(b"\n") + 1):
        journal.write_bytes(whole[:-cut])
        assert [p.index for p in read_manifest(tmp_path).parts] == [0]


def test_a_line_that_was_written_before_an_interrupt_is_folded(tmp_path, cells, monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    with open_directory(tmp_path, cells, "games") as directory:
        directory.begin(Manifest(games=100))
        with monkeypatch.context() as patch:
            patch.setattr("os.fsync", interrupted)
            with pytest.raises(KeyboardInterrupt):
                directory.add(part(0))
        directory.fold()
    assert [p.index for p in read_manifest(tmp_path).parts] == [0]


def test_a_line_that_cannot_be_written_whole_leaves_the_journal_as_it_was(tmp_path, cells, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    with open_directory(tmp_path, cells, "games") as directory:
        directory.begin(Manifest(games=100))
        directory.add(part(0))
        with monkeypatch.context() as patch:
            patch.setattr("os.fsync", full)
            with pytest.raises(StoreError) as caught:
                directory.add(part(1))
        assert str(caught.value) == f"{tmp_path / JOURNAL}: cannot be written: No space left on device"
        directory.add(part(2))
    assert [p.index for p in read_manifest(tmp_path).parts] == [0, 2]


def test_a_damaged_journal_line_is_named(tmp_path, cells):
    with open_directory(tmp_path, cells, "games") as directory:
        directory.begin(Manifest(games=100))
        directory.add(part(0))
    with (tmp_path / JOURNAL).open("a") as journal:
        journal.write('{"cell": 5}\n')
    with pytest.raises(StoreError, match=r"journal.jsonl line 2: damaged: cell: "):
        read_manifest(tmp_path)


def test_a_part_replaces_the_shorter_one_of_its_place(tmp_path, cells):
    with open_directory(tmp_path, cells, "games") as directory:
        directory.begin(Manifest(games=100, parts=(part(0), part(1, deals=3))))
        directory.add(part(1))
        directory.fold()
    assert [p.deals for p in read_manifest(tmp_path).parts] == [10, 10]


def test_a_second_run_is_kept_out(tmp_path, cells):
    with open_directory(tmp_path, cells, "games"), pytest.raises(StoreError) as caught:  # noqa: SIM117
        with open_directory(tmp_path, cells, "games"):
            pass
    assert str(caught.value) == (f"{tmp_path}: another simkit run is using it; wait for it, or choose another --out")
    with open_directory(tmp_path, cells, "games"):
        pass


def test_a_directory_of_something_else_is_refused(tmp_path, cells):
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(UsageError) as caught, open_directory(tmp_path, cells, "games"):
        pass
    assert str(caught.value) == (
        f"{tmp_path}: not a run directory and not empty (it holds thesis.tex); choose another --out"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_file_is_refused(tmp_path, cells):
    (tmp_path / "out").write_text("x")
    with pytest.raises(UsageError, match="out: not a directory; choose another --out"):  # noqa: SIM117
        with open_directory(tmp_path / "out", cells, "games"):
            pass


def test_a_directory_that_cannot_be_made_is_one_message(tmp_path, cells):
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError) as caught, open_directory(tmp_path / "file" / "run", cells, "games"):
        pass
    assert str(caught.value) == f"{tmp_path / 'file' / 'run'}: cannot be written: Not a directory"


def test_the_same_cells_in_another_order_are_accepted(tmp_path, cells):
    with open_directory(tmp_path, cells, "games"):
        pass
    with open_directory(tmp_path, cells[::-1], "games"):
        pass


def part_of(cell):
    return part(0).model_copy(update={"cell": cell.id})


def names(root):
    record = read_run_record(root)
    return [[(cell.name, cell.id) for cell in cells] for cells in (record.cells, record.others)]


def named(*cells):
    return [(cell.name, cell.id) for cell in cells]


def test_a_directory_is_of_the_cells_last_asked_for_and_knows_those_whose_games_it_keeps(tmp_path, cells):
    third = draws.cell("third", bonus=3)
    with open_directory(tmp_path, cells, "games") as directory:
        directory.begin(Manifest(games=100, parts=tuple(map(part_of, cells))))
    renamed = draws.cell("first")
    with open_directory(tmp_path, [third, renamed], "turns") as directory:
        assert directory.manifest.parts == tuple(map(part_of, cells))
    assert names(tmp_path) == [named(third, renamed), named(cells[1])]
    with open_directory(tmp_path, cells[1:], "turns") as directory:
        assert directory.manifest.parts == tuple(map(part_of, cells))
    assert names(tmp_path) == [named(cells[1]), named(renamed)]  # nothing was played of the third


def test_games_of_other_cells_are_removed_when_asked(tmp_path, cells):
    with open_directory(tmp_path, cells, "games") as directory:
        directory.begin(Manifest(games=100, parts=tuple(map(part_of, cells))))
    with open_directory(tmp_path, cells[1:], "games", "others") as directory:
        assert directory.manifest.parts == read_manifest(tmp_path).parts == (part_of(cells[1]),)
    assert names(tmp_path) == [named(cells[1]), []]
    assert [folder.name for folder in (tmp_path / "cells").iterdir()] == [cells[1].id]


def test_everything_is_removed_when_asked_even_of_a_damaged_directory(tmp_path, cells):
    with open_directory(tmp_path, cells, "games") as directory:
        directory.begin(Manifest(games=100, parts=tuple(map(part_of, cells))))
        directory.add(part(7))
    (tmp_path / MANIFEST).write_text("x")
    with open_directory(tmp_path, cells[1:], "games", "all") as directory:
        assert directory.manifest.parts == ()
    assert names(tmp_path) == [named(cells[1]), []]
    assert not (tmp_path / MANIFEST).exists()
    assert not (tmp_path / JOURNAL).exists()
    assert [folder.name for folder in (tmp_path / "cells").iterdir()] == [cells[1].id]


@pytest.mark.parametrize("clear", ["others", "all"])
def test_nothing_is_removed_where_something_else_is(tmp_path, cells, clear):
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(UsageError), open_directory(tmp_path, cells, "games", clear):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize("version", [0, 2])
def test_another_format_is_refused(tmp_path, cells, version):
    with open_directory(tmp_path, cells, "games") as directory:
        directory.begin(Manifest(games=100))
    content = json.loads((tmp_path / MANIFEST).read_text()) | {"format": version}
    (tmp_path / MANIFEST).write_text(json.dumps(content))
    with pytest.raises(StoreError) as caught:
        read_manifest(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path / MANIFEST}: run directory of format {version}; this simkit reads and writes format 1: "
        "use the simkit that wrote it, or another --out"
    )


@pytest.mark.parametrize("text", ["", "[]", "{", '{"games": "many"}', '{"games": 1, "extra": 2}', "\x00"])
def test_a_damaged_manifest_is_named(tmp_path, cells, text):
    with open_directory(tmp_path, cells, "games") as directory:
        directory.begin(Manifest(games=100))
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(StoreError, match=r"manifest.json: damaged: "):
        read_manifest(tmp_path)


def test_a_changed_character_is_noticed(tmp_path, cells):
    with open_directory(tmp_path, cells, "games") as directory:
        directory.begin(Manifest(games=100, parts=(part(0),)))
        directory.add(part(1))
    for path, read in ((CONFIG, read_run_record), (MANIFEST, read_manifest), (JOURNAL, read_manifest)):
        file, whole = tmp_path / path, (tmp_path / path).read_bytes()
        for place in range(0, len(whole) - 1, 5):
            file.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1 :])
            with pytest.raises(StoreError, match=f"{path}.*: damaged: |run directory of format"):
                read(tmp_path)
        file.write_bytes(whole)
        read(tmp_path)


def test_records_without_a_checksum_are_read(tmp_path, cells):
    with open_directory(tmp_path, cells, "games") as directory:
        directory.begin(Manifest(games=100, parts=(part(0),)))
    for path, read in ((CONFIG, read_run_record), (MANIFEST, read_manifest)):
        file, found = tmp_path / path, read(tmp_path)
        content = json.loads(file.read_text())
        del content["checksum"]
        file.write_text(json.dumps(content))
        assert read(tmp_path) == found


def test_what_is_left_of_a_killed_writer_is_swept(tmp_path, cells):
    with open_directory(tmp_path, cells, "games"):
        pass
    (tmp_path / ".partial").mkdir()
    (tmp_path / ".partial" / "half").write_text("x")
    with open_directory(tmp_path, cells, "games"):
        assert not (tmp_path / ".partial").exists()
