"""What a computer player remembers of cards that lie face down: it has seen them as everybody has, and it forgets.

A view lists what has been seen. How long one sighting stays with one player is drawn once, from the sighting
itself, so that nothing forgotten comes back and the same view always leads to the same choice.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.core.rng import Rng
from game.games.keine_ahnung.deck import HIDDEN, PLACES
from game.games.keine_ahnung.rules import Sighting, View

#: (seat, place) -> card
Remembered = dict[tuple[int, int], int]


def remembered(view: View, retention: float) -> Remembered:
    """The face-down cards that the view's seat still knows; ``retention`` is the chance to keep one for a turn more.

    A turn of anybody counts. With a retention of 1 nothing is forgotten.
    """
    sightings: Iterable[Sighting] = view.sightings
    if retention < 1:
        sightings = [seen for seen in sightings if _stays(seen, view.seat) < retention ** (view.turns - seen.turn)]
    return {(seat, place): card for seat, place, card, _ in sightings}


def _stays(seen: Sighting, seat: int) -> float:
    """How firmly ``seat`` has taken in a sighting, from 0 (for good) to 1 (not at all)."""
    key = seen.turn
    for part, range_ in ((seen.seat, 8), (seen.place, PLACES), (seen.card, 1000), (seat, 8)):
        key = key * range_ + part
    return Rng(key).fraction()


def own_cards(view: View, known: Remembered) -> tuple[dict[int, int], list[int]]:
    """This seat's face-down cards: place -> card for what it knows, and the places of the others."""
    places = [place for place, card in enumerate(view.grids[view.seat]) if card == HIDDEN]
    mine = {place: known[view.seat, place] for place in places if (view.seat, place) in known}
    return mine, [place for place in places if place not in mine]
