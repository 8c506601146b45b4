"""Intensity of the events of Nein Danke!, see ``game.engine.impact``."""

from collections.abc import Sequence

from game.games.nein_danke.deck import NUMBER_OF
from game.games.nein_danke.events import CardTaken, Event
from game.games.nein_danke.rules import View
from game.games.nein_danke.scoring import score

#: chips that make the greatest pot, and points that make the greatest card
MOST_CHIPS, MOST_POINTS = 15, 35
#: shares of pot and card in the intensity of a card taken
POT, CARD = 0.7, 0.3
#: intensity of a gap closed, before the points that it saves; and least one of a long run and a great pot
GAP = 0.6
#: numbers of a long run, and chips of a great pot
LONG, GREAT = 5, 10


def closes_gap(display: Sequence[int], card: int) -> bool:
    """Return True if a display has the numbers on both sides of a card."""
    numbers, number = {NUMBER_OF.get(own, 0) for own in display}, NUMBER_OF.get(card, -9)
    return {number - 1, number + 1} <= numbers


def great_run(display: Sequence[int], card: int) -> list[int]:
    """Return the cards of the run that a card just taken has joined, if that is a feat: a gap closed, a long run."""
    number = NUMBER_OF.get(card, 0)
    run = next((run for run in score(display, 0).runs if number in run), ())
    cards = [own for own in display if NUMBER_OF.get(own, 0) in run]
    feat = len(cards) >= LONG or closes_gap(display, card)
    return sorted(cards, key=lambda own: NUMBER_OF[own]) if feat else []


def intensity(event: Event, view: View) -> float:
    """Return the signed intensity of an event; ``view`` is the one after it."""
    if not isinstance(event, CardTaken) or event.card not in NUMBER_OF:
        return 0.0
    display = view.displays[event.seat]
    before = score([card for card in display if card != event.card], 0).total
    cost = before - score(display, 0).total
    if cost <= 0 and closes_gap(display, event.card):
        return min(1.0, GAP - cost / MOST_POINTS + event.chips / MOST_CHIPS / 2)
    size = POT * min(1.0, event.chips / MOST_CHIPS) + CARD * max(1, cost) / MOST_POINTS
    if event.chips >= GREAT or (cost <= 0 and great_run(display, event.card)):
        size = max(size, GAP)
    return size if cost <= 0 or event.chips > max(3, cost // 3) else -size
