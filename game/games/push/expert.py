"""How the expert of Push looks ahead: to its own next turn, with every card, roll and row on the way there.

Eight games at two seats, of which it won 50 % +- 35, say nothing yet, and neither do 48 at four, of which it won 33 %
+- 13 (parity 25 %). It seldom parts from hard: in 132 decisions of hard at two seats one time in twenty. Judged in
150 worlds more, that came to 2.0 % +- 4.1 of chance to win in a whole game, and 7.0 % +- 9.9 with six times as many
worlds: little, if anything, is to be had this way. Hard's own numbers are no worse than these others: with each of
hope, tempo and envy put up and down it won between 22 % and 26 % of 400 games at four seats (+- 4).

To look to the end of the turn alone, in three times as many positions, won 20 % +- 14 of 30 games at four seats:
that is no better.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from game.games.push import lookahead, scoring
from game.games.push.rules import Action, Phase, State, View
from game.thinking.expert import Foresight, share_by

#: share of what rolls would cost open points that are never secured: some are in time
LOST = 0.5
#: how many points may still be won or lost: these, and so many for the root of each card left in the pile
APART, APART_EACH = 2.0, 1.3


class Ahead(Foresight[State, Action, View]):
    """Push, looked ahead."""

    # a turn goes on for many cards: with lower levels playing on, which place and stop badly, drawing on seems bad
    worlds = (8, 12, 20)

    def tried(self, view: View) -> Sequence[Action]:
        """Everything that can be done: hard weighs it too."""
        values = lookahead.prospects(view)
        return sorted(values, key=values.__getitem__, reverse=True)

    def far(self, start: State, state: State) -> bool:
        """When everybody has had a turn after this one."""
        return state.phase == Phase.CHOOSE and state.active == start.active

    def chance(self, state: State, seat: int) -> float:
        """By the points of every seat: the secured ones, and what rolls will leave of the open ones."""
        left = len(state.pile)
        stays = 1 - LOST * (1 - exp(-left / lookahead.WEIGHTS.reach))
        both = zip(state.store.displays, state.store.secured, strict=True)
        points = [scoring.points_of(safe) + stays * scoring.points_of(shown) for shown, safe in both]
        return share_by(points, APART + APART_EACH * sqrt(left), seat)
