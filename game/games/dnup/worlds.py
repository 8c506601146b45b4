"""What the others may hold: deals that fit everything a seat has seen.

Cards that went to a hand from the table are known, the way up they are. Of all others that have not been seen, a
seat knows neither whose they are nor which end is up; only the star card is still with whoever started, if nobody
has seen it. Between two players the other hand is therefore known but for its ends (rule text, section 4).
"""

from __future__ import annotations

from game.core.rng import Rng
from game.games.dnup.deck import STAR, number_of, numbers_for
from game.games.dnup.rules import Cards, View, World, imagined


def unseen(view: View) -> list[int]:
    """The numbers of the cards that this seat has not seen since the deal, in their order."""
    seen = {number_of(card) for cards in (view.hand, *view.sets, *view.known) for card in cards}
    seen.update(view.gone)
    return [number for number in numbers_for(len(view.totals)) if number not in seen]


def world_of(view: View, rng: Rng) -> World:
    """One position, by chance, that this seat cannot tell from the true one."""
    hidden = unseen(view)
    cards = [2 * number + rng.below(2) for number in rng.shuffled(hidden)]
    first: Cards = ()
    if STAR in hidden:
        star = next(card for card in cards if number_of(card) == STAR)
        cards.remove(star)
        first = (star,)
    hands: list[Cards] = []
    for seat, count in enumerate(view.hand_counts):
        if seat == view.seat:
            hands.append(view.hand)
            continue
        hand = tuple(sorted(view.known[seat])) + (first if seat == view.starter else ())
        missing = count - len(hand)
        hands.append(hand + tuple(cards[:missing]))
        del cards[:missing]
    return imagined(view, tuple(hands))
