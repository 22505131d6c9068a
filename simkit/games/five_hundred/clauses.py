"""Clauses of the rules that the tables of Five Hundred tell of."""

from __future__ import annotations

from simkit.model.statistic import Clause

__all__ = ["CLAUSES"]

CLAUSES = (
    Clause("misere", "a misere of any kind was played", "miseres", holds=lambda rules: rules["misere"] == "on"),
    Clause(
        "misere_made",
        "the contractor of a misere took no trick",
        "miseres_made",
        holds=lambda rules: rules["misere"] == "on",
    ),
    Clause(
        "misere_lost",
        "the contractor of a misere took a trick",
        "miseres - miseres_made",
        holds=lambda rules: rules["misere"] == "on",
    ),
    Clause("slam", "all ten tricks of a suit or no-trump contract were taken", "slams"),
    Clause("thrown_in", "a hand was thrown in, as when all pass", "thrown_in"),
    Clause(
        "back_door", "a side lost out the back door", "ended = 'back door'", holds=lambda rules: rules["lose_at"] != 0
    ),
    Clause(
        "by_points",
        "the target was reached by tricks, without making a contract",
        "ended = 'points'",
        holds=lambda rules: rules["win_by"] == "any_points",
    ),
    Clause(
        "sans_kitty",
        "a contract was played without the kitty",
        "sans_kitty",
        table="turns",
        holds=lambda rules: rules["sans_kitty"] != "off",
    ),
)
