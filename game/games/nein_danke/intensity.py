"""Intensity of the events of Nein Danke!, see ``game.engine.impact``."""

from game.games.nein_danke.deck import NUMBER_OF
from game.games.nein_danke.events import CardTaken, Event
from game.games.nein_danke.rules import View
from game.games.nein_danke.scoring import score

#: chips that make the greatest pot, and points that make the greatest card
MOST_CHIPS, MOST_POINTS = 15, 35
#: shares of pot and card in the intensity of a card taken
POT, CARD = 0.7, 0.3
#: intensity of a gap closed, before the points that it saves
GAP = 0.6


def intensity(event: Event, view: View) -> float:
    """Return the signed intensity of an event; ``view`` is the one after it."""
    if not isinstance(event, CardTaken) or event.card not in NUMBER_OF:
        return 0.0
    display = view.displays[event.seat]
    before = score([card for card in display if card != event.card], 0).total
    cost = before - score(display, 0).total
    neighbours = {NUMBER_OF[card] for card in display if card in NUMBER_OF}
    if cost <= 0 and {NUMBER_OF[event.card] - 1, NUMBER_OF[event.card] + 1} <= neighbours:
        return min(1.0, GAP - cost / MOST_POINTS + event.chips / MOST_CHIPS / 2)
    size = POT * min(1.0, event.chips / MOST_CHIPS) + CARD * max(1, cost) / MOST_POINTS
    return size if cost <= 0 or event.chips > max(3, cost // 3) else -size
