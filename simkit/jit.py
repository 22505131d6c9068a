"""The one place that configures numba: flags and the disk cache.

numba's disk cache does not notice a change in a helper that lies in another file. So compiled code lies in folders
named by a hash of all that it is built from. Where nothing can be written, or what was written is damaged, code is
compiled in memory.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import inspect
import os
import pickle
import platform
import shutil
import stat
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core import event
from numba.core.registry import cpu_target

from simkit.remarks import remark, remark_once

__all__ = [
    "allocator",
    "cache_folder",
    "cache_root",
    "compile_cached",
    "helper",
    "inlined",
    "is_known",
    "kernel",
    "of_one_signature",
    "package_hash",
    "part",
]

# numba's annotations know neither all of its flags nor its types.
njit: Any = numba.njit

# numba calls functions as arguments experimental, at each call; this module's tests are what we rely on.
warnings.filterwarnings("ignore", category=numba.NumbaExperimentalFeatureWarning)

_FLAGS = {"nogil": True, "fastmath": False, "boundscheck": False}
_KEEP_KERNELS = 4
_NAMES, _TRUSTS = "SIMKIT_CACHE_DIR", "SIMKIT_CACHE_TRUST"
"""Variables: the folder of compiled code, and whether all who may write there are trusted."""
_LOCK = threading.Lock()  # the cache folder and the filters of warnings are set for the whole process
_SHARED = ("jit.py", "kernel.py", "streams.py", "model/columns.py", "model/bot.py", "model/game.py", "games/dice")


def helper(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that kernels call: compiled into each of them, never cached by itself."""
    compiled: Callable[..., Any] = njit(_nrt=False, **_FLAGS)(function)
    return compiled


def of_one_signature(compiled: Any) -> Any:
    """Let a constant argument mean no compilation of its own.

    A function that calls itself would call another version of itself, which numba forgets on its way to the disk.
    """
    template = compiled.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return template(tuple(map(_unliteral, args)), {name: _unliteral(kind) for name, kind in kws.items()})

    compiled.get_call_template = get_call_template
    return compiled


def is_known(function: Callable[..., Any]) -> bool:
    """Whether numba has been told what to compile a plain function to."""
    context: Any = cpu_target.typing_context
    context.refresh()
    return context._lookup_global(function) is not None  # noqa: SLF001 (numba has no other way to ask)


def _unliteral(kind: Any) -> Any:
    return numba.types.unliteral(kind)


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """A ``helper`` that becomes part of its caller: for one that takes much and is called in one place."""
    return part(function, is_inlined=True)


def part(function: Callable[..., Any], *, is_inlined: bool) -> Callable[..., Any]:
    """A ``helper`` of compiled code alone; perhaps ``inlined``.

    It has no entry for Python: unpacking named tuples for one took a fifth of a kernel's compile time.
    """
    compiled: Callable[..., Any] = njit(
        _nrt=False, forceinline=is_inlined, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_FLAGS
    )(function)
    return compiled


def allocator(function: Callable[..., Any]) -> Callable[..., Any]:
    """A ``helper`` that may allocate: for what a kernel does once a call."""
    compiled: Callable[..., Any] = njit(forceinline=True, **_FLAGS)(function)
    return compiled


def kernel(signature: Any, *, vectorizes: bool = True) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Compile a kernel under an explicit signature, or load it from the disk cache.

    The cache folder is named by a hash of the package that the kernel lies in and of what all kernels share, so that a
    change in any helper is noticed. ``vectorizes`` lets LLVM turn loops into vector instructions; where a kernel has
    many loops, and all of them are short, that takes long and gains nothing.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        package = Path(inspect.getfile(function)).parent
        folder = cache_folder(f"kernel-{package.name}", package_hash(package), keep=_KEEP_KERNELS)
        what = f"{function.__module__.removeprefix('simkit.games.')}.{function.__qualname__}"
        return compile_cached(function, signature, folder, what, vectorizes=vectorizes)

    return decorate


def compile_cached(
    function: Callable[..., Any], signature: Any, folder: Path | None, what: str, *, vectorizes: bool = True
) -> Callable[..., Any]:
    """Compile ``function`` under ``signature``, or load it from ``folder``; says so on stderr when it is compiled."""

    def compiled(*, is_cached: bool) -> Callable[..., Any]:
        dispatcher: Callable[..., Any] = njit(signature, cache=is_cached, **_FLAGS)(function)
        return dispatcher

    with (
        _LOCK,
        event.install_listener("numba:compile", _Announcer(what, folder)),
        warnings.catch_warnings(),
        _set(**({} if vectorizes else {"LOOP_VECTORIZE": 0})),
    ):
        warnings.simplefilter("ignore", numba.NumbaExperimentalFeatureWarning)
        if folder is not None:
            try:
                with _set(CACHE_DIR=str(folder)):
                    return _kept(compiled, folder, function.__qualname__)
            except OSError as error:  # such as a full disk
                remark(f"warning: {folder}: cannot keep {what}: {error.strerror or error}")
        return compiled(is_cached=False)


def _kept(compiled: Callable[..., Any], folder: Path, name: str) -> Callable[..., Any]:
    """Load a function from its folder or compile it into there, also where a damaged file lies in the way."""
    try:
        found: Callable[..., Any] = compiled(is_cached=True)
    except (EOFError, pickle.UnpicklingError):
        for file in folder.rglob(f"*.{name}-*.nb?"):
            file.unlink()
        found = compiled(is_cached=True)
    _share(folder)
    return found


def _share(folder: Path) -> None:
    """Where a group may write in the cache, let it write in a folder of it as well."""
    root = cache_root()
    if root is None or os.name == "nt" or not _is_of_our_group(root):
        return
    for path in (folder.parent, folder, *folder.iterdir()):
        with contextlib.suppress(OSError):  # it is another's, who has done so
            if path.is_dir():
                path.chmod(path.stat().st_mode | stat.S_IRWXG | stat.S_ISGID)


class _Announcer(event.Listener):
    """Says so on stderr when something is being compiled: once, however much is; of what cannot be kept, each time."""

    def __init__(self, what: str, folder: Path | None) -> None:
        self._what, self._folder = what, folder

    def on_start(self, _: event.Event) -> None:
        if not self._what:
            return
        if self._folder is not None and _has_room(self._folder):
            remark_once("compiling (first run only, up to a minute)")
        else:
            why = "no folder to keep it in can be written" if self._folder is None else "its folder has no room for it"
            remark(f"compiling {self._what} ({why})")
        self._what = ""

    def on_end(self, _: event.Event) -> None:
        pass


def _has_room(folder: Path) -> bool:
    """Whether a folder can take in a compiled kernel, the largest of which have 3 MB."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, 2**23)
    except OSError as error:
        return error.errno in (errno.EINVAL, errno.EOPNOTSUPP)  # this file system reserves no room beforehand
    return True


@contextlib.contextmanager
def _set(**values: object) -> Iterator[None]:
    """Set numba's configuration for what is compiled inside."""
    config: Any = numba.config
    before = {name: getattr(config, name) for name in values}
    vars(config).update(values)
    try:
        yield
    finally:
        vars(config).update(before)


@cache
def cache_root() -> Path | None:
    """Folder of compiled code: ``$SIMKIT_CACHE_DIR``, else the user's cache.

    Where that cannot be written or is not to be trusted, a temporary one; None if that is so of it as well.
    """
    return next((root for root, name in _possible_roots() if _is_usable(root, name)), None)


def _possible_roots() -> Iterator[tuple[Path, str]]:
    """Folders to be tried, each with the variable that names it, if any does."""
    named = os.environ.get(_NAMES)
    root = Path(named).absolute() if named else Path(platformdirs.user_cache_dir("simkit", appauthor=False))
    if root.is_absolute():  # not so for a user without a home
        yield root, _NAMES if named else ""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    try:
        yield Path(tempfile.gettempdir()) / f"simkit-{user}", ""
    except FileNotFoundError:  # there is none that can be written
        return


def _is_usable(root: Path, name: str) -> bool:
    """Whether compiled code may be kept in a folder; where a variable names it, a remark says why not."""
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        _probe(root)
        why = _why_foreign(root, is_named=bool(name))
    except OSError as error:
        why = f"it cannot be written ({error.strerror or error})"
    if why and name:
        remark_once(f"warning: {name}={root} is not used: {why}")
    return not why


def _probe(folder: Path) -> None:
    """Raise an OSError when no file can be made in a folder."""
    with tempfile.TemporaryFile(dir=folder):
        pass


def _why_foreign(root: Path, *, is_named: bool) -> str:
    """Why code in a folder is not to be trusted: whoever may write there could have put anything there."""
    if not hasattr(os, "getuid") or root.stat().st_uid == os.getuid():
        return ""
    if is_named and (_is_of_our_group(root) or os.environ.get(_TRUSTS) == "1"):
        return ""
    return (
        "it belongs to another user, who could put any code there; let only a group that you are in write there, or "
        f"set {_TRUSTS}=1 if you trust all who may"
    )


def _is_of_our_group(root: Path) -> bool:
    """Whether one group may write in a folder, all others may not, and this process is of that group."""
    found = root.stat()
    is_private = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) == stat.S_IWGRP
    return is_private and found.st_gid in (os.getegid(), *os.getgroups())


def cache_folder(kind: str, digest: str, keep: int) -> Path | None:
    """The cache folder ``kind/digest``, marked as just used; None if no cache can be written.

    When the folder is new, only the ``keep`` most recently used of its kind are kept beside it.
    """
    root = cache_root()
    if root is None:
        return None
    folder = root / kind / digest
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            others = [path for path in folder.parent.iterdir() if path != folder]
            for old in sorted(others, key=_last_used, reverse=True)[keep:]:
                shutil.rmtree(old, ignore_errors=True)
        with contextlib.suppress(OSError):  # another process, which keeps others, has removed it; or it is another's
            os.utime(folder)
    except OSError:  # one of its group has made this part of the cache for itself alone
        return None
    return folder


def _last_used(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:  # another process removed it
        return 0.0


@cache
def _tool_versions() -> str:
    return f"{numba.__version__} {llvmlite.__version__} {np.__version__} {platform.python_version()}"


def _hash_of_files(paths: Sequence[Path]) -> str:
    """Hash of the content of the Python files at or below ``paths`` and of the tools' versions: 16 hex digits."""
    digest = hashlib.sha256(_tool_versions().encode())
    for path in paths:
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(f"\0{file.relative_to(path.parent).as_posix()}\0".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


@cache
def package_hash(package: Path) -> str:
    """Hash of what kernels in ``package`` are built from: its files, and what all kernels share."""
    here = Path(__file__).parent
    return _hash_of_files([package, *(here / name for name in _SHARED)])
