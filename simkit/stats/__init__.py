"""Estimates: sums by deal from the outcome log, and intervals from the sums."""
