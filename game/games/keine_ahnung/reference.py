"""The fixed yardstick that the levels are measured against; nobody is offered it as an opponent.

It forgets nothing, lays whatever fits as long as it can, and never calls. It is not to be improved: a ladder is
worth as much as its rungs stay where they are.
"""

from __future__ import annotations

from game.games.keine_ahnung.actions import Action, Verb
from game.games.keine_ahnung.memory import own_cards, remembered
from game.games.keine_ahnung.odds import fitting_places, mask_of
from game.games.keine_ahnung.state import Phase
from game.games.keine_ahnung.thumb import most_fitting
from game.games.keine_ahnung.view import View


def decide(view: View) -> Action:
    """The yardstick's one action for what it sees."""
    mine, unknown = own_cards(view, remembered(view, 1.0))
    if view.phase == Phase.PLACE:
        return most_fitting(view, mine)
    fitting = fitting_places(mine, mask_of(pile[-1] for pile in view.piles))
    places = fitting or unknown or list(mine)
    # a known card that does not fit ends the turn just as stopping does
    return Action(Verb.REVEAL, places[0]) if places else view.legal[0]
