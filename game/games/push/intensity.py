"""Intensity of the events of Push, see ``game.engine.impact``."""

from game.games.push.events import Busted, CardsLost, ColourSecured, Event, RowTaken
from game.games.push.rules import View
from game.games.push.scoring import points_of

#: cards on the table, and points, that make the greatest event
MOST_CARDS, MOST_POINTS = 7, 24


def intensity(event: Event, view: View) -> float:
    """Return the signed intensity of an event; ``view`` is the one after it."""
    match event:
        case Busted():
            return -min(1.0, sum(map(len, view.rows)) / MOST_CARDS)
        case CardsLost(cards=cards):
            return -min(1.0, points_of(cards) / MOST_POINTS)
        case RowTaken(cards=cards) | ColourSecured(cards=cards):
            return min(1.0, points_of(cards) / MOST_POINTS)
        case _:
            return 0.0
