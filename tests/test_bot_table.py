"""Tables that bots carry: files that hold one and files that do not, their hash, look-ups."""

import gc
import io
import os
import weakref

import numpy as np
import pytest

from simkit.bot_table import load_table
from simkit.errors import UsageError

CELLS = np.arange(24, dtype=np.int16).reshape(4, 6)


@pytest.fixture
def saved(tmp_path):
    """Save an array; its table as it is read back."""

    def save(cells, name="table.npy"):
        np.save(tmp_path / name, cells)
        return load_table(tmp_path / name)

    return save


def test_a_look_up_gives_a_plain_number(saved):
    found = [saved(np.array([1, 0], kind))[0] for kind in ("uint8", "bool", "float32")]
    assert [type(one) for one in found] == [int, bool, float]
    assert found == [1, True, 1.0]


def test_indices_are_those_of_a_list(saved):
    table = saved(CELLS)
    assert [table[0, 0], table[3, 5], table[-1, -6]] == [0, 23, 18]
    assert saved(CELLS[0], "row.npy")[-1] == saved(CELLS[0], "row.npy")[(5,)] == 5
    for index in ((4, 0), (-5, 0), (0, 6), 0, (0, 0, 0)):
        with pytest.raises(IndexError):
            table[index]
    with pytest.raises(TypeError):
        table[0.5, 0]


def test_it_cannot_be_written(saved):
    with pytest.raises(TypeError, match="does not support item assignment"):
        saved(CELLS)[0, 0] = 1


def test_the_hash_is_that_of_kind_shape_and_numbers(saved):
    written = saved(CELLS).hash
    # Written down once; a cell's id depends on it.
    assert written == "0f7692151cc8f2a3"
    for number, same in enumerate((np.asfortranarray(CELLS), CELLS.astype(">i2"), np.repeat(CELLS, 2, axis=1)[:, ::2])):
        assert saved(same, f"same-{number}.npy").hash == written
    changed = CELLS.copy()
    changed[2, 2] += 1
    for number, other in enumerate((changed, CELLS.T, CELLS.reshape(6, 4), CELLS.astype(np.uint16))):
        assert saved(other, f"other-{number}.npy").hash != written


def test_it_is_read_once_until_its_file_changes(tmp_path):
    path = tmp_path / "table.npy"
    np.save(path, CELLS)
    before = load_table(path)
    assert load_table(path) is before
    np.save(path, np.zeros(9))
    assert load_table(path).shape == (9,)
    assert before[3, 5] == 23  # what is being played does not change


def test_those_that_were_read_long_ago_are_let_go(saved):
    first = weakref.ref(saved(np.zeros(1)))
    for size in range(2, 12):
        saved(np.zeros(size))
    gc.collect()
    assert first() is None


def npy(cells, **options):
    file = io.BytesIO()
    np.save(file, cells, **options)
    return file.getvalue()


def with_shape(text):
    """A file whose header, as long as ever, says so of its shape."""
    before, after = npy(CELLS).split(b"(4, 6), }")
    return before + (text + b", }").ljust(9) + after[max(0, len(text) - 6) :]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"", "must be a .npy file of numbers, whole"),
        (b"1,2,3\n", "must be a .npy file of numbers, whole"),
        (npy(CELLS)[:-1], "must be a .npy file of numbers, whole"),
        (npy(CELLS) + b"\0", "must be a .npy file of numbers, whole, as numpy.save writes it: more follows the array"),
        (npy(CELLS) + npy(CELLS), "must be a .npy file of numbers, whole"),
        (with_shape(b"(4, 6"), "must be a .npy file of numbers, whole"),  # a TokenError
        (with_shape(b"(%d, 6)" % 10**29), "must be a .npy file of numbers, whole"),  # an OverflowError
        (npy(np.array([{}]), allow_pickle=True), "must be a .npy file of numbers, whole"),
        (npy(np.array(["a"])), "holds str32; a table holds bool, int8, "),
        (npy(np.array([1j])), "holds complex128; a table holds "),
        (npy(np.array([2**63], np.uint64)), "holds uint64; a table holds "),
        (npy(np.array([1], np.float16)), "holds float16; a table holds "),
        (npy(np.array([(1, 2)], "i4,i4")), "holds void64; a table holds "),
        (npy(np.array(1)), "has the shape (); a table has 1 to 4 dimensions"),
        (npy(np.zeros((1, 1, 1, 1, 1))), "has the shape (1, 1, 1, 1, 1); a table has 1 to 4 dimensions"),
        (npy(np.zeros((3, 0))), "has the shape (3, 0); a table has 1 to 4 dimensions, none of them 0"),
    ],
)
def test_what_is_no_table_is_said_so(tmp_path, content, message):
    path = tmp_path / "table.npy"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UsageError) as caught:
        load_table(path)
    assert str(caught.value).startswith(message)


def test_what_is_no_file_is_no_table(tmp_path):
    os.mkfifo(tmp_path / "pipe")  # to be opened, it would wait for a writer
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(UsageError, match="cannot be read: not a file"):
            load_table(path)
    with pytest.raises(UsageError, match="cannot be read: embedded null"):
        load_table(tmp_path / "a\0b")


def test_an_archive_is_no_table(tmp_path):
    np.savez(tmp_path / "table.npz", CELLS)
    with pytest.raises(UsageError, match=r"must be a \.npy file"):
        load_table(tmp_path / "table.npz")
