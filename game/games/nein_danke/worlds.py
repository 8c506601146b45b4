"""What may lie hidden: positions that a seat of Nein Danke! cannot tell from the true one.

Chips are hidden from a glance, but everybody sees each one paid and taken: they are no secret for who has watched.
"""

from __future__ import annotations

from game.core.game import WATCHER
from game.core.rng import Rng
from game.games.nein_danke.deck import GREEN_IDS, NUMBERS, SPECIALS, TACTICAL_ASIDE
from game.games.nein_danke.rules import Options, State, Store, View


def world(view: View, rng: Rng) -> State:
    """One position, by chance, that the seat of ``view`` cannot tell from the true one (section 2): the pile is in
    another order, and other cards are set aside, unless it has looked at those (Peek). The back of the pile's top card
    is public.
    """
    options, aside = view.options, view.seen
    hidden = _hidden(view)
    if view.seat == WATCHER or not view.looked[view.seat]:
        fixed = {*TACTICAL_ASIDE} if options.tactical else set()
        never = GREEN_IDS if options.aside_from == "pink" else SPECIALS.keys()
        lying = fixed.intersection(hidden)
        free = rng.shuffled([card for card in hidden if card not in lying and card not in never])
        aside = tuple(rng.shuffled([*sorted(lying), *free[: view.aside_count - len(lying)]]))
    pile = rng.shuffled([card for card in hidden if card not in aside])
    if pile:
        green = view.next_back == "green"
        top = rng.choice([place for place, card in enumerate(pile) if (card in GREEN_IDS) == green])
        pile[-1], pile[top] = pile[top], pile[-1]
    seen = tuple(aside if looked else () for looked in view.looked)
    known = (view.displays, view.discard, seen, view.round, view.totals, view.round_scores, options)
    store = Store(tuple(pile), aside, *known)
    auction = (view.counted, view.pot, view.last_bidder, view.phase, view.card, view.out, view.reveals_next)
    return State(view.turn, *auction, store)


def _hidden(view: View) -> list[int]:
    """The cards of the pile and the set-aside ones, in order of their ids."""
    seen = {view.card, *view.discard}
    seen.update(*view.displays)
    return [card for card in (*NUMBERS, *_specials_of(view.options)) if card not in seen]


def _specials_of(options: Options) -> list[int]:
    """The special cards that take part."""
    return [card for card, kind in SPECIALS.items() if options.specials and kind in options.kinds]
