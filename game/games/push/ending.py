"""Exact play of the last rows, once the pile is empty: nothing is unknown there but the die.

Points decide nothing there but who wins. So every seat plays for its own share of the win and, of equal shares, for its
lead over the best opponent.
"""

from collections.abc import Sequence
from typing import NamedTuple

from game.ai import review
from game.core.cache import cached
from game.core.rng import Rng
from game.games.push import rules
from game.games.push.deck import DICE_MARK, FACES, MARKS
from game.games.push.judgement import rows_of
from game.games.push.rules import Action, Phase, View, World

#: what a point of the lead counts beside a share of the win: it tells equal shares apart, and nothing else
LEAD = 1e-6
#: with more dice cards in the rows there are too many ends to go through
MOST_DICE = 1


class Result(NamedTuple):
    """The end of a game for one seat: its share of the win, then its lead, each the mean over all faces of the die."""

    share: float
    lead: float

    @property
    def value(self) -> float:
        """The share of the win, with the lead to tell equal ones apart."""
        return self.share + LEAD * self.lead


class Face(Rng):
    """A die that shows one face, and tells whether it was rolled."""

    def __init__(self, face: int) -> None:
        super().__init__(0)
        self.face, self.rolled = face, False

    def below(self, limit: int) -> int:
        self.rolled = True
        return self.face


def results(view: View) -> dict[Action, Result]:
    """Return every legal action with its result for the seat to move.

    Empty unless the pile is empty, there is a choice, and all secured cards are known: a device at a table on several
    devices does not know the others'.
    """
    known = tuple(map(len, view.counted)) == view.secured_counts
    dice = sum(row.dice for row in rows_of(view)) + (MARKS[view.card] == DICE_MARK)
    if view.pile_count or len(view.legal) < 2 or not known or dice > MOST_DICE:
        return {}
    world = rules.sample_state(view, Rng(0))
    return {action: _after(world, action)[view.seat] for action in view.legal}


def _after(world: World, action: Action) -> tuple[Result, ...]:
    ends = []
    for face in range(FACES):
        die = Face(face)
        ends.append(_played_out(rules.imagined_after(world, action, die)))
        if not die.rolled:
            break
    seats = zip(*ends, strict=True)
    return tuple(Result(_mean([end.share for end in seat]), _mean([end.lead for end in seat])) for seat in seats)


def _mean(row: Sequence[float]) -> float:
    return sum(row) / len(row)


@cached(8192)
def _played_out(world: World) -> tuple[Result, ...]:
    """Return the result of every seat if all play on at their best."""
    if world.phase == Phase.OVER:
        return tuple(
            Result(review.win_share(rules, world, seat), review.margin_of(rules, world, seat))
            for seat in range(len(world.store.displays))
        )
    actions = rules.legal_actions(world)
    return max((_after(world, action) for action in actions), key=lambda found: found[world.turn])
