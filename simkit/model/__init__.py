"""The nouns that all else stands on: games, columns, bots, statistics, cells, parts and stop rules, as plain data."""
