"""Intensity of the events of Twin It!, see ``game.engine.impact``."""

from game.games.twin_it.events import ErrorMade, Event, SetCollected, SetExtended, SetLost, SetStolen, SetWon
from game.games.twin_it.view import View

#: intensity of a set, of one stolen, of the set before the last, of the last, and of errors with and without a loss
SET, STOLEN, FOURTH, FIFTH, ERROR, LOSS = 0.65, 0.75, 0.85, 1.0, -0.3, -0.5


def intensity(event: Event, view: View) -> float:
    """Return the signed intensity of an event; ``view`` is the one before it, because everything happens at once."""
    match event:
        case SetWon(seat=seat) | SetStolen(seat=seat) | SetCollected(seat=seat) | SetExtended(seat=seat):
            side, goal = view.sets_of_side(seat), view.options.sets
            adds = isinstance(event, SetWon) or (isinstance(event, SetStolen) and event.owner != seat)
            if adds and not view.options.timed and side >= goal - 2:
                return FIFTH if side == goal - 1 else FOURTH
            return STOLEN if isinstance(event, SetStolen | SetExtended) else SET
        case SetLost():
            return LOSS
        case ErrorMade():
            return ERROR
        case _:
            return 0.0
