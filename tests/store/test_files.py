"""File systems that cannot do all: a warning, and on."""

import errno
import os
import stat

import pytest

from simkit import remarks
from simkit.errors import StoreError
from simkit.store.files import alone, commit, partial_file, write_whole
from tests.engine.test_play import content, play

fcntl = pytest.importorskip("fcntl")
pytestmark = pytest.mark.usefixtures("draws_game")


@pytest.fixture(autouse=True)
def _nothing_told(monkeypatch):
    monkeypatch.setattr(remarks, "_told", set())


def failing(number):
    def fail(*_):
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOTSUP, errno.ENOSYS])
def test_folders_that_cannot_be_synced(tmp_path, monkeypatch, capsys, number):
    play(tmp_path / "sound", games=2000)
    real = os.fsync
    fail = failing(number)
    monkeypatch.setattr(os, "fsync", lambda file: fail() if stat.S_ISDIR(os.fstat(file).st_mode) else real(file))
    play(tmp_path / "share", games=2000)
    assert content(tmp_path / "share") == content(tmp_path / "sound")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("simkit: warning: this file system cannot sync folders: a power failure may lose")
    assert line.endswith(f": {os.strerror(number)})")


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.ENOLCK, errno.ENOTSUP])
def test_file_systems_without_locks(tmp_path, monkeypatch, capsys, number):
    play(tmp_path / "sound", games=2000)
    monkeypatch.setattr(fcntl, "flock", failing(number))
    play(tmp_path / "share", games=2000)
    play(tmp_path / "share", games=3000)
    assert (content(tmp_path / "share").keys()) == content(tmp_path / "sound").keys()
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("simkit: warning: this file system has no locks: let no two processes write there at once (")


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC])
def test_a_failing_disk_is_an_error(tmp_path, monkeypatch, number):
    monkeypatch.setattr(os, "fsync", failing(number))
    with pytest.raises(StoreError, match=os.strerror(number)):
        write_whole(tmp_path, tmp_path / "a", "text")
    assert not (tmp_path / "a").exists()
    monkeypatch.setattr(fcntl, "flock", failing(number))
    with pytest.raises(OSError, match=os.strerror(number)), alone(tmp_path / "lock", 0):
        pass


def test_files_that_cannot_be_synced(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(os, "fsync", failing(errno.EINVAL))
    with partial_file(tmp_path) as (path, file):
        file.write(b"text")
        commit(path, file, tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == b"text"
    assert "cannot sync files" in capsys.readouterr().err
