"""What each further option of the Farkle family costs: its kernel against that of the same game without it."""

from __future__ import annotations

import statistics
from typing import Any

from simkit.games.farkle.rules import Rules
from tests.bench.kernel import counting_rolls
from tests.bench.setting import SeatBots, Setting, bank_at, variant_rules
from tests.bench.timing import interleave, table

__all__ = ["report"]

_ROUNDS = 7
_DEALS = 20_000
_BASE = variant_rules("zilch", "zilch-10000").model_dump()

_OPTIONS: tuple[dict[str, Any], ...] = (
    {"set_aside": "all"},
    {"none_first": 500},
    {"hot_dice": "end"},
    {"hot_scope": "roll"},
    {"final_min": False},
    {"streak_busts": 3, "streak_penalty": 500},
    {"topping": "strict"},
    {"piggyback": True},
    {"challenge": "on"},
    {"pyramiding": "kinds"},
    {"pyramiding": "full"},
    {"exact_target": True, "target_strict": False},
    {"rounds": 10},
    {"endgame": "single_roll", "endgame_tries": 3},
    {"tie": "turn"},
    {"dice": 5, "straight6": 0, "three_pairs": 0, "two_triplets": 0, "four_pair": 0},
)

_BOTS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"piggyback": True}, "piggyback"),
    ({"challenge": "on"}, "challenger"),
    ({"pyramiding": "kinds"}, "pyramid"),
    ({"pyramiding": "full"}, "pyramid"),
)


def report() -> None:
    """Print a line for each option."""
    lines = [_line(options, bank_at(500, 350), "bank-at") for options in _OPTIONS]
    lines += [_line(options, ((bot, {}),) * 2, bot) for options, bot in _BOTS]
    title = "Zilch to 10,000, two seats: CPU time with an option, as a multiple of that without; median of rounds"
    print(table(title, ("", "bots", "a roll", "a game"), lines))


def _line(options: dict[str, Any], line: SeatBots, bot: str) -> list[str]:
    ours, plain = (Setting("", "zilch", Rules(**(_BASE | more)), line) for more in (options, {}))
    works = {
        "ours": counting_rolls(ours, ours.kernel(), _DEALS),
        "plain": counting_rolls(plain, plain.kernel(), _DEALS),
    }
    longer = works["ours"]() / works["plain"]()
    speeds = interleave(works, _ROUNDS)
    pairs = zip(speeds["ours"].rounds, speeds["plain"].rounds, strict=True)
    ratio = statistics.median(with_it / without for with_it, without in pairs)
    name = ", ".join(f"{key} = {str(value).lower()}" for key, value in options.items())
    return [name, bot, f"{ratio:.2f}", f"{ratio * longer:.2f}"]
