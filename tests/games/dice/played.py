"""A bot for tests of games that keep some dice of a hand and roll the others."""

from simkit.bots import Player
from simkit.model.bot import Bot


def keeps(*wanted):
    """A bot that keeps the dice as told, in order, such as ``2356``; all of them is to stop."""
    left = list(wanted)

    def keep(view, params):
        dice = [getattr(view, name) for name in view._fields if name.startswith("die_")]
        faces, answer = [int(face) for face in left.pop(0)], 0
        for place, die in enumerate(dice):
            if die in faces:
                faces.remove(die)
                answer |= 1 << place
        assert not faces, f"{faces} are to be kept, but are not there"
        return answer

    return Player(Bot("keeps", "", "", {"keep": keep}), {})
