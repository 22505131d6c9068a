"""Versions: of simkit, and of its random streams."""

from __future__ import annotations

__all__ = ["STREAM_VERSION", "__version__"]

__version__ = "0.1.0"

STREAM_VERSION = 1
"""Version of the random streams (``simkit.streams``), part of every cell's id: raised when any draw changes."""
