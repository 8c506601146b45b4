"""Intensity of the events of Keine Ahnung, see ``game.engine.impact``."""

from game.games.keine_ahnung.deck import EMPTY
from game.games.keine_ahnung.events import CallLost, CallWon, CardLaid, Event, TrophyWon
from game.games.keine_ahnung.rules import View

#: intensity of a call with no card, and for each card it was made with
CALL, EACH = 0.45, 0.1
#: intensity of a call that failed, of a trophy, of the last trophy, and of the last own card laid
LOST, TROPHY, LAST_TROPHY, LAST_CARD = -0.6, 0.4, 1.0, 0.8


def intensity(event: Event, view: View) -> float:
    """Return the signed intensity of an event; ``view`` is the one after it."""
    match event:
        case CallWon(seat):
            left = sum(card != EMPTY for card in view.grids[seat])
            return min(1.0, CALL + EACH * left)
        case CallLost():
            return LOST
        case TrophyWon(left=left):
            return TROPHY if left else LAST_TROPHY
        case CardLaid(seat=seat) if all(card == EMPTY for card in view.grids[seat]):
            return LAST_CARD
        case _:
            return 0.0
