"""The answer on one screen of a terminal: what is asked first, in words; everything else is in the tables."""
