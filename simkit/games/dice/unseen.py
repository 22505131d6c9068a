"""What a view holds in place of what an exact answer leaves out: a bot that looks at it cannot be evaluated."""

from __future__ import annotations

from typing import Any

from simkit.bots import Player, extras
from simkit.model.bot import Bot
from simkit.model.solution import NotEvaluatedError

__all__ = ["UNSEEN_COIN", "LooksError", "Unseen", "plain_bot"]

_OPERATORS = (
    "lt le gt ge eq ne add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod and rand or ror rshift "
    "lshift bool int float index abs neg hash"
)


class LooksError(NotEvaluatedError):
    """The bot looks at a field that is not told."""

    def __init__(self, field: str) -> None:
        super().__init__(f"it looks at {field}")
        self.field = field


class Unseen:
    """A field that is not told; whatever a bot does with it raises a ``LooksError``."""

    def __init__(self, field: str) -> None:
        self.field = field

    def refuse(self, *_: object) -> None:
        """Stand for every operator."""
        raise LooksError(self.field)


for _name in _OPERATORS.split():
    setattr(Unseen, f"__{_name}__", Unseen.refuse)

UNSEEN_COIN: Any = Unseen("its coin")


def plain_bot(player: Player) -> Bot:
    """The player's bot, where its functions take nothing but view, option and parameters."""
    if any(map(extras, player.bot.decide.values())):
        raise NotEvaluatedError("it carries a table or asks for scratch memory")
    return player.bot
