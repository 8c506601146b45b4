"""What may lie hidden: positions that a seat of Nein Danke! cannot tell from the true one.

Chips are hidden from a glance, but everybody sees each one paid and taken: they are no secret for who has watched.
"""

from __future__ import annotations

from game.core.game import own
from game.core.rng import Rng
from game.games.nein_danke.deck import GREEN_IDS, SPECIALS, TACTICAL_ASIDE
from game.games.nein_danke.rules import State


def world(state: State, seat: int, rng: Rng) -> State:
    """One position, by chance, that ``seat`` cannot tell from ``state`` (section 2): the pile is in another order, and
    other cards are set aside, unless it has looked at those (Peek). The back of the pile's top card is public.
    """
    store = state.store
    aside = store.aside
    if not own(store.seen, seat):
        options = store.options
        fixed = {*TACTICAL_ASIDE} if options.tactical else set()
        never = GREEN_IDS if options.aside_from == "pink" else SPECIALS.keys()
        lying = fixed.intersection(aside)
        free = rng.shuffled([card for card in sorted((*aside, *store.pile)) if card not in lying and card not in never])
        aside = tuple(rng.shuffled([*sorted(lying), *free[: len(aside) - len(lying)]]))
    pile = rng.shuffled([card for card in sorted((*store.aside, *store.pile)) if card not in aside])
    if pile:
        green = store.pile[-1] in GREEN_IDS
        top = rng.choice([place for place, card in enumerate(pile) if (card in GREEN_IDS) == green])
        pile[-1], pile[top] = pile[top], pile[-1]
    seen = tuple(aside if looked else () for looked in store.seen)
    if looked := own(store.seen, seat):
        seen = (*seen[:seat], looked, *seen[seat + 1 :])
    return state._replace(store=store._replace(pile=tuple(pile), aside=aside, seen=seen))
