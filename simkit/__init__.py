"""Monte Carlo batches of table games, from a TOML config to Parquet logs and summaries with honest intervals."""

__version__ = "0.1.0"
