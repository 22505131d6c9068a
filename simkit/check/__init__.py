"""Regression checks: a baseline records what is right now, a check tells whether it still is, a history how it went."""
