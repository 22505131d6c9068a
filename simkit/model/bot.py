"""What decides for a seat, and what it may be asked: bots, their parameters, the decisions of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

__all__ = ["MAX_PARAMETERS", "MAX_SCRATCH", "Bot", "Decision", "NoParameters", "Parameter"]


MAX_PARAMETERS = 8
"""Raw parameters of a bot, among them the address of its table; kernels take so many floats a place."""


MAX_SCRATCH = 8_192
"""Most numbers of scratch memory, 64 KiB: they lie on the stack, of which a thread may have little."""


@dataclass(frozen=True)
class Parameter:
    """Range, unit and meaning of a bot's parameter; the annotation it stands in gives type and default.

    For an enum parameter (a ``Literal`` of strings) ``low`` and ``high`` are not used.
    """

    meaning: str
    low: float = 0
    high: float = 2**53 - 1
    unit: str = ""


class NoParameters(NamedTuple):
    """Parameters of a bot that has none."""


@dataclass(frozen=True)
class Bot:
    """What decides for a seat: one plain function per decision, with the parameters they share.

    Parameters
    ----------
    name
        Name used in configs, with hyphens.
    meaning
        What it does, in a sentence that a player understands.
    source
        Who described it, and where.
    decide
        Function for each decision name; a decision left out is taken by the decision's default. One that ends in the
        argument ``table`` is also given the table that the seat carries, one with ``scratch`` scratch memory (see
        ``docs/bots.md``).
    params
        NamedTuple class; each field annotated ``Annotated[type, Parameter(...)]`` with a default.
    weakness
        What it does badly, where that is worth a line.
    most_lines
        Lines of its file that it may run for one answer where it is tried in plain Python; one that searches needs more
        than others.
    scratch
        Numbers of scratch memory, for functions that ask for it.
    """

    name: str
    meaning: str
    source: str
    decide: Mapping[str, Callable[..., Any]]
    params: type[tuple[Any, ...]] = NoParameters
    weakness: str = ""
    most_lines: int = 1_000_000
    scratch: int = 0


@dataclass(frozen=True)
class Decision:
    """A choice that a seat has to make.

    Parameters
    ----------
    name
        Name, an identifier.
    meaning
        When it is asked and what the answer does.
    view
        NamedTuple class of what the seat may see: ints, but for ``coin``, a float in [0, 1), fresh for each decision.
    option
        NamedTuple class of ints for a choice from a list: the bot is called once per option,
        ``(view, option, params) -> float``, and the best score wins, the first among equals. None: one call,
        ``(view, params) -> int``, whose answer must lie in ``0 .. actions - 1``.
    actions
        Names of the answers by number, for a decision without options.
    mask
        Field of the view that holds the mask of the answers allowed this time, at most 63; empty: all are.
    default
        What happens for a bot that has no function for it, in words.
    """

    name: str
    meaning: str
    view: type[tuple[Any, ...]]
    option: type[tuple[Any, ...]] | None = None
    actions: tuple[str, ...] = ()
    mask: str = ""
    default: str = ""
