"""Statistics of the small game."""

from simkit.model.statistic import Statistic

_STATISTICS = (
    Statistic("win_rate", "share of wins", "", "proportion", lambda seat: None, by="seat", margin=0.01),
    Statistic("turns", "length", "turns", "mean", lambda: None),
)


def statistics() -> tuple[Statistic, ...]:
    return _STATISTICS
