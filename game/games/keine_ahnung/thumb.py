"""The rule of thumb: lay what is remembered to fit, call if that looks good, else try an unknown card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.core.rng import Rng
from game.games.keine_ahnung.actions import CALL, Action, Verb
from game.games.keine_ahnung.memory import own_cards, remembered
from game.games.keine_ahnung.odds import Odds, covered, fitting_places, mask_of
from game.games.keine_ahnung.state import Phase
from game.games.keine_ahnung.view import View


class Manner(NamedTuple):
    """How a level plays that goes by the rule of thumb."""

    #: chance to remember a card from one turn to the next
    retention: float
    #: calls when the chance of it seems at least this
    dares: float
    #: how far it misjudges that chance at most, up or down
    mood: float
    #: how often it lays a card on any pile, without a thought for its others
    overlooks: float


def decide(view: View, rng: Rng, manner: Manner) -> Action:
    """What somebody of this manner does."""
    overlooks = rng.fraction() < manner.overlooks
    mood = manner.mood * (2 * rng.fraction() - 1)
    known = remembered(view, manner.retention)
    mine, unknown = own_cards(view, known)
    if view.phase == Phase.PLACE:
        return rng.choice(_laying(view)) if overlooks else most_fitting(view, mine)
    if view.phase == Phase.CALL:
        return view.legal[0]
    mask = mask_of(pile[-1] for pile in view.piles)
    fitting = fitting_places(mine, mask)
    if fitting:
        return Action(Verb.REVEAL, rng.choice(fitting))
    if CALL in view.legal and Odds(view, known.values()).call(mask, len(unknown)) + mood >= manner.dares:
        return CALL
    return Action(Verb.REVEAL, rng.choice(unknown or list(mine)))


def most_fitting(view: View, mine: Mapping[int, int]) -> Action:
    """Lay the card where it leaves most of the known own cards (place -> card) fitting."""
    tops = [pile[-1] for pile in view.piles]

    def still_fitting(action: Action) -> int:
        return len(fitting_places(mine, mask_of(covered(tops, action.which, view.card))))

    return max(_laying(view), key=still_fitting)


def _laying(view: View) -> list[Action]:
    """What can be done with a card that fits, declining it left aside."""
    return [action for action in view.legal if action.verb == Verb.LAY]
