"""The games, a folder each; ``simkit.registry`` finds them."""
