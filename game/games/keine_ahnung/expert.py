"""How the expert of Keine Ahnung looks ahead: to its own next turn, past what the others know and may win.

Against hard it won 49 % +- 7 of 214 games at two seats (parity 50 %) and 32 % +- 13 of 53 at three (33 %): that is
no more than parity, and hardly more is to be had this way. Every ninth decision of hard, 110 at two seats
and 86 at three, was tried in 400 worlds, nearly eight times as many as here, and what seemed better proven in 400
others. In a whole game that came to 4.5 % +- 4.7 more of chance to win at two seats, and 0.5 % +- 1.0 at three.
Hard's own numbers are no worse than these others: half as much again for what is known won 31.9 % +- 2.4 of 1500
games at three seats, 51.8 % +- 2.5 at two, a dearer prize 34.2 % +- 2.4 at three, where hard itself came to 34.1 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from game.games.keine_ahnung import deck, odds, planning
from game.games.keine_ahnung.rules import Action, Phase, State, Verb, View, results_of
from game.thinking.expert import Foresight, share_by

#: stars that a trophy brings on the whole
STARS = 3.8
#: how many stars may still be won or lost: these, and so many for the root of each trophy left
APART, APART_EACH = 0.6, 1.2


class Ahead(Foresight[State, Action, View]):
    """Keine Ahnung, looked ahead."""

    worlds = (12, 16, 24)

    def tried(self, view: View) -> Sequence[Action]:
        """What hard weighs too; of the own cards that nobody knows one, as they are all alike."""
        if view.phase not in (Phase.OWN, Phase.PLACE):
            return view.legal[:1]
        plan = planning.Plan(view, odds.remembered(view, 1))
        values = {action: plan.prospect(action) for action in view.legal}
        ranked = sorted(values, key=values.__getitem__, reverse=True)
        unknown = [action for action in ranked if action.verb == Verb.REVEAL and action.which not in plan.mine]
        return [action for action in ranked if action not in unknown[1:]]

    def far(self, start: State, state: State) -> bool:
        """When everybody has had a turn after this one."""
        return state.turns - start.turns >= len(state.grids)

    def chance(self, state: State, seat: int) -> float:
        """By everybody's stars, and the trophies that the cards before each promise."""
        left = len(state.store.stack)
        stars = []
        for result, grid, shown in zip(results_of(state), state.grids, state.shown, strict=True):
            held = len(grid) - grid.count(deck.EMPTY)
            stars.append(result.total + STARS * planning.worth(held, len(shown) - shown.count(0)))
        return share_by(stars, APART + APART_EACH * sqrt(left), seat)
