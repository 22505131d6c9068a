"""The cache of compiled code: found again by the next process, never stale, never in the way.

The kernel here is of two lines, in a copy of the package; ``engine/test_lineup.py`` has a game's own. That nothing
was compiled and no file written is what shows that the cache was used; nothing here looks at the clock.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from numba import types
from numba.core.types import FunctionType

from simkit import jit, kernel, remarks
from simkit.registry import every_game
from tests.processes import COMPILING, ROOT, files, finish, run, start

TOY = {
    "__init__.py": "",
    "helpers.py": """
from simkit.jit import helper

@helper
def worth(face):
    return 100 * face
""",
    "kernel.py": """
import numpy as np
from numba import types
from simkit.games.dice.rolls import FACES
from simkit.games.toy.helpers import worth
from simkit.jit import kernel
from simkit.streams import next_word

@kernel(types.int64())
def play():
    return worth(FACES) + (next_word(np.uint64(0)) > np.uint64(9))
""",
}

TOY_PLAY = "from simkit.games.toy.kernel import play; print(play())"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Where a copy of the package lies that has one game more, ``toy``."""
    place = tmp_path / "package"
    shutil.copytree(ROOT / "simkit", place / "simkit", ignore=shutil.ignore_patterns("__pycache__"))
    (place / "simkit/games/toy").mkdir()
    for name, text in TOY.items():
        (place / "simkit/games/toy" / name).write_text(text)
    return place


def edit(file: Path, old: str, new: str) -> None:
    """Replace a text that is there once; the file keeps size and time, so that only its content tells."""
    text = file.read_text()
    assert text.count(old) == 1
    assert len(old) == len(new)
    stat = file.stat()
    file.write_text(text.replace(old, new))
    os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def test_a_change_in_any_helper_is_noticed(package, tmp_path):
    def play() -> tuple[int, bool]:
        result, err = run(TOY_PLAY, cache=tmp_path / "cache", cwd=tmp_path, package=package)
        return result, COMPILING in err

    assert play() == (601, True)
    assert play() == (601, False)
    edit(package / "simkit/games/toy/helpers.py", "100 * face", "200 * face")
    assert play() == (1201, True)
    edit(package / "simkit/games/dice/rolls.py", "FACES = 6", "FACES = 8")
    assert play() == (1601, True)
    edit(package / "simkit/streams.py", "return word + _U_STEP", "return word * _U_STEP")
    assert play() == (1600, True)


def without_rights() -> list[str]:
    """Prefix of a command that must obey the rights of files, also when root starts it."""
    if os.geteuid() != 0:
        return []
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("root obeys no rights of files, and there is no setpriv to take that away")
    rights = "-dac_override,-dac_read_search"
    return [setpriv, f"--bounding-set={rights}", f"--inh-caps={rights}"]


def lock(folder: Path) -> None:
    """Let nobody write in ``folder`` or below it."""
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)


def unlock(folder: Path) -> None:
    """Undo ``lock``, so that pytest can tidy up."""
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)


@pytest.fixture
def locked(package: Path, tmp_path: Path) -> Iterator[dict[str, Any]]:
    """Arguments for a process that may write neither in the package nor at home, only in the folder ``tmp``."""
    home, tmp = tmp_path / "home", tmp_path / "tmp"
    home.mkdir()
    tmp.mkdir()
    lock(package)
    lock(home)
    places = {"HOME": str(home), "XDG_CACHE_HOME": str(home / ".cache"), "TMPDIR": str(tmp)}
    yield {"cache": None, "cwd": tmp_path, "package": package, "prefix": without_rights(), **places}
    for folder in (package, home, tmp):
        unlock(folder)


def test_a_read_only_install_and_home_use_a_temporary_folder(locked, package, tmp_path):
    before = files(package)
    for is_first in (True, False):
        result, err = run(TOY_PLAY, **locked)
        assert result == 601
        assert (COMPILING in err) is is_first
    assert list((tmp_path / "tmp").glob("simkit-*/kernel-toy/*/*/*.nbi"))
    assert files(package) == before
    assert files(tmp_path / "home") == {}


def test_where_nothing_can_be_written_code_is_compiled_in_memory(locked, tmp_path):
    nowhere = f"import tempfile; tempfile.tempdir = {str(tmp_path / 'home')!r}; "
    result, err = run(nowhere + TOY_PLAY, **locked)
    assert result == 601
    assert f"{COMPILING} toy.kernel.play (no folder to keep it in can be written)" in err


def test_two_processes_may_compile_a_kernel_at_once(package, tmp_path):
    cache = tmp_path / "cache"
    both = [start(TOY_PLAY, cache=cache, cwd=tmp_path, package=package) for _ in range(2)]
    assert [finish(process)[0] for process in both] == [601, 601]
    before = files(cache)
    result, err = run(TOY_PLAY, cache=cache, cwd=tmp_path, package=package)
    assert result == 601
    assert COMPILING not in err
    assert files(cache) == before


def test_a_damaged_file_is_replaced(package, tmp_path):
    cache = tmp_path / "cache"

    def play() -> tuple[int, bool]:
        result, err = run(TOY_PLAY, cache=cache, cwd=tmp_path, package=package)
        return result, COMPILING in err

    assert play() == (601, True)
    for suffix, length in (("nbc", 200), ("nbi", 0)):
        (file,) = cache.rglob(f"*.{suffix}")
        file.write_bytes(file.read_bytes()[:length])
        assert play() == (601, True)
    assert play() == (601, False)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of this process's own."""
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    jit.cache_root.cache_clear()
    yield tmp_path / "cache"
    jit.cache_root.cache_clear()


def test_only_the_folders_used_last_are_kept_beside_a_new_one(root):
    for age, digest in enumerate("abcde"):
        folder = jit.cache_folder("kernel-x", digest, keep=9)
        assert folder == root / "kernel-x" / digest
        os.utime(folder, (1000 - age, 1000 - age))
    jit.cache_folder("kernel-x", "e", keep=2)  # the oldest, used again, now is the youngest
    assert len(list((root / "kernel-x").iterdir())) == 5
    jit.cache_folder("kernel-y", "n", keep=2)
    assert len(list((root / "kernel-x").iterdir())) == 5
    jit.cache_folder("kernel-x", "n", keep=2)
    assert sorted(path.name for path in (root / "kernel-x").iterdir()) == ["a", "e", "n"]


@pytest.fixture
def foreign(root, monkeypatch):
    """A cache that somebody else made."""
    root.mkdir()
    owner = root.stat()
    monkeypatch.setattr(os, "getuid", lambda: owner.st_uid + 1)
    monkeypatch.setattr(os, "getegid", lambda: owner.st_gid)
    monkeypatch.setattr(remarks, "_told", set())
    return root


@pytest.mark.parametrize("mode", [0o700, 0o755, 0o777, 0o1777])
def test_a_folder_that_belongs_to_somebody_else_is_not_trusted(foreign, capsys, mode):
    """It could hold any code: neither the named one nor, where all have their temporary files, the one named for us."""
    foreign.chmod(mode)
    assert jit.cache_root() is None
    assert jit.cache_folder("kernel-x", "a", keep=1) is None
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"simkit: warning: SIMKIT_CACHE_DIR={foreign} is not used: it belongs to another user, who")
    assert "set SIMKIT_CACHE_TRUST=1 if you" in line


def test_a_folder_of_our_group_alone_is_trusted_and_shared(foreign, capsys, tmp_path):
    foreign.chmod(0o2775)
    folder = jit.cache_folder("kernel-x", "a", keep=1)
    assert folder == foreign / "kernel-x" / "a"
    (folder / "numba").mkdir(mode=0o755)
    jit._share(folder)
    assert [path.stat().st_mode & 0o2070 for path in (folder.parent, folder, folder / "numba")] == [0o2070] * 3
    assert capsys.readouterr().err == ""


def test_a_folder_of_another_group_is_not_trusted(foreign, monkeypatch, capsys):
    foreign.chmod(0o2775)
    monkeypatch.setattr(os, "getegid", lambda: foreign.stat().st_gid + 1)
    monkeypatch.setattr(os, "getgroups", list)
    assert jit.cache_root() is None
    assert "is not used: it belongs to another user" in capsys.readouterr().err


def test_a_folder_that_is_declared_trusted_is_used(foreign, monkeypatch, capsys):
    foreign.chmod(0o777)
    monkeypatch.setenv("SIMKIT_CACHE_TRUST", "1")
    assert jit.cache_root() == foreign
    assert capsys.readouterr().err == ""


def test_a_named_folder_that_cannot_be_written_is_told(root, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(remarks, "_told", set())
    root.touch()
    assert jit.cache_root() == tmp_path / f"simkit-{os.getuid()}"
    assert capsys.readouterr().err == (
        f"simkit: warning: SIMKIT_CACHE_DIR={root} is not used: it cannot be written (File exists)\n"
    )


def test_compiled_code_that_cannot_be_kept_is_told_and_plays(root, monkeypatch, capsys):
    def fail(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", fail)
    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile.save", fail)
    folder = jit.cache_folder("kernel-x", "a", keep=1)
    doubled = jit.compile_cached(_double, types.int64(types.int64), folder, "double")
    assert doubled(21) == 42
    assert capsys.readouterr().err.splitlines() == [
        "simkit: compiling double (its folder has no room for it)",
        f"simkit: warning: {folder}: cannot keep double: No space left on device",
    ]


def _double(number):
    return 2 * number


def test_bots_of_different_decisions_are_of_different_types():
    # Kernels of several games are compiled in one process, and several have a View with as many fields.
    decisions = {(one.view, one.option): one for game in every_game().values() for one in game.decisions}
    found = [FunctionType(kernel.entry_signature(decision)) for decision in decisions.values()]
    assert len(set(found)) == len(found) > 1
    assert len({(len(one.view._fields), one.view.__name__) for one in decisions.values()}) < len(decisions)
