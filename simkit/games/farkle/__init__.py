"""The core of the Farkle family: dice set aside for points, a roll that scores nothing loses the turn."""
