"""How the expert of Nein Danke! looks ahead: what comes of the auction if everybody goes on as hard does.

Nothing in an auction is left to chance, and whoever counts the chips along knows everything that matters in it: for
each thing that can be done now it has one outcome, so one imagined position tells it. What comes then is judged as hard
judges it: playing two more cards on in 25 orders of the pile took fifty times as long and won no more games.

Among hard ones it won 60 % +- 7 of 200 games at three (parity 33 %), 37 % +- 4 of 600 at four (25 %), 47 % +- 7 of 200
there with special cards, and 30 % +- 6 of 200 at five (20 %).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from game.games.nein_danke import auction
from game.games.nein_danke.judgement import chip_factor, freedom, outlook_of, shape
from game.games.nein_danke.rules import AUCTION, DECLINE, PAY, TAKE, Action, Phase, State, View, view
from game.thinking.expert import Foresight, share_by

#: how many points may still be won or lost: these, and so many for the root of each card left in the pile
APART, APART_EACH = 3.0, 2.0


class Ahead(Foresight[State, Action, View]):
    """Nein Danke!, looked ahead."""

    worlds = (1,)

    def tried(self, view: View) -> Sequence[Action]:
        """What hard weighs too."""
        values = auction.prospects(view)
        return sorted(values, key=values.__getitem__, reverse=True)

    def far(self, start: State, state: State) -> bool:
        """When the card that is auctioned now has gone to somebody."""
        return state.card != start.card or state.phase not in AUCTION

    def waiting(self, state: State) -> tuple[Action, Action] | None:
        """Whether to end the auction at its turn or to pay once more: it knows when somebody else would."""
        if not state.chips[state.turn]:
            return None
        return (TAKE if state.phase == Phase.PINK else DECLINE), PAY

    def chance(self, state: State, seat: int) -> float:
        """By the points of every seat as hard judges them."""
        outlook = outlook_of(view(state, seat))
        points = [
            total + shape(display, outlook) + chip_factor(display) * chips + freedom(chips, outlook)
            for total, display, chips in zip(state.store.totals, state.store.displays, state.chips, strict=True)
        ]
        if not state.card:
            # the round has been scored
            points = [float(total) for total in state.store.totals]
        rounds = state.store.options.rounds - state.store.round
        return share_by(points, APART + APART_EACH * sqrt(outlook.left + 20 * rounds), seat)
