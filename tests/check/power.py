"""With how many games planted changes are found: `python -m tests.check.power` prints the table of docs/checking.md.

Three changes are made by `--set`, which is as good as a fault in the code. The fourth is a fault: a copy of the package
takes one card of every deal from the wrong end of the pack, and checks itself against a baseline of the sound one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]

_DRAW = "other, word = below(key, word, size - at)\n"
_TAKE = "            card = pack[at + other]\n"
_LAST = "            if seat == 0 and _ == _TRICKS - 1:\n                other = size - 1 - at\n"
DEALING = (_DRAW + _TAKE, _DRAW + _LAST + _TAKE)
"""The last card of seat 1 is the last of the pack, which is not shuffled yet."""


class Planted(NamedTuple):
    """A change: its name, the config, and options of the check or a text that is replaced in a file of the package."""

    name: str
    config: str
    options: tuple[str, ...] = ()
    patch: tuple[str, str, str] | None = None
    most_apart: int = 1_310_720


PLANTED = [
    Planted("a triple of twos worth 10 points less", "zilch", ("--set", "rules.triples=[1000,190,300,400,500,600]")),
    Planted("the least that may be banked off by 50", "zilch", ("--set", "rules.bank_min=400")),
    Planted("a bot's threshold moved by 50", "zilch", ("--set", "seats.1.bank_at=550")),
    Planted(
        "one seat dealt a card from the wrong end",
        "five-hundred",
        patch=("games/five_hundred/kernel_hand.py", *DEALING),
        most_apart=40_960,
    ),
]
FIRST = 20_480


class Place:
    """Where it happens: a folder for baselines, and the package that checks."""

    def __init__(self, folder: Path, planted: Planted) -> None:
        self.folder, self.planted = folder, planted
        self.package = ROOT
        if planted.patch is not None:
            self.package = folder / "faulty"
            shutil.copytree(ROOT / "simkit", self.package / "simkit")
            path = self.package / "simkit" / planted.patch[0]
            text = path.read_text()
            assert text.count(planted.patch[1]) == 1
            path.write_text(text.replace(*planted.patch[1:]))

    def baseline(self, games: int) -> None:
        _simkit(ROOT, "baseline", self.config, "--out", self.file(games), "--games", games, "-q")

    @property
    def config(self) -> Path:
        return ROOT / "configs" / f"{self.planted.config}.toml"

    def file(self, games: int) -> Path:
        return self.folder / f"{games}.toml"

    def check(self, recorded: int, *options: object) -> dict[str, Any]:
        done = _simkit(
            self.package, "check", self.config, "--baseline", self.file(recorded), "-q", "--format", "json",
            "--allow-changes", *self.planted.options, *options,
        )  # fmt: skip
        found: dict[str, Any] = json.loads(done)
        return found


def _simkit(package: Path, *arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "simkit", *map(str, arguments)],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(package)},
        cwd=package,
    )
    if done.returncode not in (0, 1, 3):
        raise RuntimeError(done.stderr)
    return done.stdout


def different(found: dict[str, Any]) -> list[str]:
    """Statistics that are called different, the furthest from their margin first."""
    metrics = [metric for cell in found["cells"] for metric in cell["metrics"] if metric["verdict"] == "different"]
    metrics.sort(key=lambda metric: -abs(metric["difference"]) / metric["margin"])
    return list(dict.fromkeys(metric["statistic"] for metric in metrics))


def games_needed(place: Place, most: int, *, common: bool) -> tuple[int | None, list[str]]:
    """Games of each side at which the first metric is called different, and which metrics are."""
    games = FIRST
    if common:
        place.baseline(most)
    while games <= most:
        if common:
            found = place.check(most, "--max-games", games)
        else:
            place.baseline(games)
            found = place.check(games, "--max-games", games, "--seed", 7)
        if found["verdict"] == "different":
            return games, different(found)
        games *= 2
    return None, []


def main() -> None:
    print("| planted | config | common deals | first found in | independent deals | first found in |")
    print("| --- | --- | ---: | --- | ---: | --- |")
    for planted in PLANTED:
        with tempfile.TemporaryDirectory() as folder:
            place = Place(Path(folder), planted)
            cells = []
            for common, most in ((True, 81_920), (False, planted.most_apart)):
                games, names = games_needed(place, most, common=common)
                cells += [f"{games:,}" if games else f"above {most:,}", ", ".join(names[:3])]
            print(f"| {planted.name} | `{planted.config}` | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
