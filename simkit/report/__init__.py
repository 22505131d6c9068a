"""Summaries: a model that can be tested, and its forms as text, JSON, CSV and Markdown."""
