"""Exact play of the last rows, once the pile is empty: nothing is unknown there but the die.

Points decide nothing there but who wins. So every seat plays for its own share of the win and, of equal shares, for its
lead over the best opponent.
"""

from collections.abc import Generator, Sequence
from typing import TypeAlias, TypeVar, cast

from game.ai.review import SeatResult, seat_results
from game.core.capabilities import Thinking
from game.core.rng import Rng
from game.games.push import rules
from game.games.push.deck import DICE_MARK, FACES, MARKS
from game.games.push.judgement import rows_of
from game.games.push.rules import Action, Phase, View, World

T = TypeVar("T")

#: with more dice cards in the rows there are too many ends to go through
MOST_DICE = 1


class Face(Rng):
    """A die that shows one face, and tells whether it was rolled."""

    def __init__(self, face: int) -> None:
        super().__init__(0)
        self.face, self.rolled = face, False

    def below(self, limit: int) -> int:
        self.rolled = True
        return self.face


#: the results of every seat, each the mean over all faces of the die
Results: TypeAlias = tuple[SeatResult, ...]
#: a computation in slices of one action each
Work: TypeAlias = Generator[None, None, T]


def is_near(view: View) -> bool:
    """Return True if there is a choice, the pile is empty, and all secured cards are known.

    A device at a table on several devices does not know the others' secured cards.
    """
    known = tuple(map(len, view.counted_secured)) == view.secured_counts
    dice = sum(row.dice for row in rows_of(view)) + (MARKS[view.card] == DICE_MARK)
    return not view.pile_count and len(view.legal) > 1 and known and dice <= MOST_DICE


def solve(view: View) -> Work[dict[Action, SeatResult]]:
    """Find every legal action with its result for the seat to move, which must be near the end."""
    world, found, known = rules.sample_state(view, Rng(0)), dict[Action, SeatResult](), dict[World, Results]()
    for action in view.legal:
        found[action] = (yield from _after(world, action, known))[view.seat]
    return found


def think(view: View) -> Thinking[Action]:
    """Yield None while thinking, then the action with the best result."""
    yield None
    found = yield from solve(view)
    yield max(found, key=found.__getitem__)


def results(view: View) -> dict[Action, SeatResult]:
    """Return what :func:`solve` finds, at once; empty if the end is not near."""
    if not is_near(view):
        return {}
    work = solve(view)
    while True:
        try:
            next(work)
        except StopIteration as end:
            return cast("dict[Action, SeatResult]", end.value)


def _after(world: World, action: Action, known: dict[World, Results]) -> Work[Results]:
    """Find the results after an action, the mean over all faces of the die if it is rolled."""
    ends: list[Results] = []
    for face in range(FACES):
        die = Face(face)
        after = rules.imagined_after(world, action, die)
        yield
        if after not in known:
            known[after] = yield from _played_out(after, known)
        ends.append(known[after])
        if not die.rolled:
            break
    seats = zip(*ends, strict=True)
    return tuple(SeatResult(_mean([end.share for end in seat]), _mean([end.lead for end in seat])) for seat in seats)


def _mean(row: Sequence[float]) -> float:
    return sum(row) / len(row)


def _played_out(world: World, known: dict[World, Results]) -> Work[Results]:
    """Find the result of every seat if all play on at their best."""
    if world.phase == Phase.OVER:
        return seat_results(rules, world)
    first, *others = rules.legal_actions(world)
    best = yield from _after(world, first, known)
    for action in others:
        found = yield from _after(world, action, known)
        if found[world.turn] > best[world.turn]:
            best = found
    return best
