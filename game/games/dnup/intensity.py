"""Intensity of the events of dnuP, see ``game.engine.impact``."""

from game.games.dnup.events import Event, SetPlayed, SetReturned, WentOut
from game.games.dnup.rules import View

#: intensity of each card of a set beaten, and of a set played beyond the usual
BEATEN, PLAYED, USUAL = 0.2, 0.17, 1
#: intensity of being out first, and later
FIRST, LATER = 1.0, 0.5


def intensity(event: Event, view: View) -> float:
    """Return the signed intensity of an event; ``view`` is the one after it."""
    match event:
        case SetReturned(seat, _, cards, by) if by != seat:
            return -min(1.0, BEATEN * len(cards))
        case SetPlayed(cards=cards):
            return min(1.0, PLAYED * (len(cards) - USUAL))
        case WentOut(rank=rank):
            return LATER if rank else FIRST
        case _:
            return 0.0
