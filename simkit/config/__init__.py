"""The config: TOML to strict models to cells, with every error at its line and column."""

from simkit.config.cells import resolve
from simkit.config.load import load_config, number_of_games
from simkit.config.models import Config, Run, Seat
from simkit.config.variants import Variant, load_variant

__all__ = [
    "Config",
    "Run",
    "Seat",
    "Variant",
    "load_config",
    "load_variant",
    "number_of_games",
    "resolve",
]
