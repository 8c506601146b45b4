"""Exact play of the end of a game, with few cards left: nothing is unknown there but their order and the die.

Points decide nothing there but who wins. So every seat plays for its own share of the win and, of equal shares, for its
lead over the best opponent. To keep the search small, a seat that secures takes the colour with most open points, and
positions that differ only in the order of cards count as one.
"""

from collections.abc import Generator, Sequence
from typing import NamedTuple, TypeAlias, TypeVar, cast

from game.ai.rollouts import SeatResult, seat_results
from game.core.capabilities import Thinking
from game.core.rng import Rng
from game.games.push import rules
from game.games.push.deck import DICE_MARK, FACES, MARKS
from game.games.push.judgement import rows_of
from game.games.push.rules import DRAW, Action, Phase, View, World
from game.games.push.scoring import colour_sums

T = TypeVar("T")


class Limits(NamedTuple):
    """Limits of an exact search."""

    #: most cards in the pile
    cards: int
    #: most actions carried out; beyond that there is no result
    actions: int
    #: most dice cards in the rows once the pile is empty: with more there are usually too many ends to go through
    dice: int = 1


#: the limits of hard, which also plays thousands of games in play-outs; of a hint; of the expert and of a review, which
#: think in slices: up to a second, as long as for other decisions
LAST_ROWS, SHORT, LONG = Limits(0, 20_000), Limits(2, 2_000), Limits(2, 20_000)


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


class TooLarge(Exception):
    """The search has reached its limit."""


def is_near(view: View, limits: Limits = LAST_ROWS) -> bool:
    """Return True if there is a choice, the pile is small enough, and all secured cards are known.

    A device at a table on several devices does not know the others' secured cards.
    """
    known = tuple(map(len, view.counted_secured)) == view.secured_counts
    dice = sum(row.dice for row in rows_of(view)) + (MARKS[view.card] == DICE_MARK)
    few = view.pile_count <= limits.cards and (view.pile_count > 0 or dice <= limits.dice)
    return few and len(view.legal) > 1 and known


def solve(view: View, limits: Limits = LAST_ROWS) -> Work[dict[Action, SeatResult]]:
    """Find every legal action with its result for the seat to move; nothing beyond the limits."""
    found = dict[Action, SeatResult]()
    if not is_near(view, limits):
        return found
    search, world = Search(limits.actions), _plain(rules.sample_state(view, Rng(0)))
    try:
        for action in view.legal:
            found[action] = (yield from search.after(world, action))[view.seat]
    except TooLarge:
        return {}
    return found


def exact(view: View) -> Work[dict[Action, SeatResult]]:
    """Find the results that a review gives, in slices."""
    return solve(view, LONG)


def think(view: View) -> Thinking[Action]:
    """Yield None while thinking, then the action with the best result; the end must be near."""
    yield None
    found = yield from solve(view)
    yield max(found, key=found.__getitem__)


def results(view: View, limits: Limits = LAST_ROWS) -> dict[Action, SeatResult]:
    """Return what :func:`solve` finds, at once."""
    work = solve(view, limits)
    while True:
        try:
            next(work)
        except StopIteration as end:
            return cast("dict[Action, SeatResult]", end.value)


class Search:
    """One exact search, with the positions solved so far."""

    def __init__(self, most: int) -> None:
        self._left = most
        self._known: dict[World, Results] = {}

    def after(self, world: World, action: Action) -> Work[Results]:
        """Find the results after an action: the mean over all cards that may be drawn and all faces of the die."""
        if action != DRAW or len(world.pile) < 2:
            return (yield from self._rolled(world, action))
        ends: list[Results] = []
        for card in world.pile:
            rest = [other for other in world.pile if other != card]
            ends.append((yield from self._rolled(World(world._replace(pile=(*rest, card))), action)))
        return _means(ends)

    def _rolled(self, world: World, action: Action) -> Work[Results]:
        """Find the results after an action with the pile in this order, the mean over the die if it is rolled."""
        ends: list[Results] = []
        for face in range(FACES):
            die = Face(face)
            after = _plain(rules.imagined_after(world, action, die))
            self._left -= 1
            if self._left < 0:
                raise TooLarge
            yield
            if after not in self._known:
                self._known[after] = yield from self._played_out(after)
            ends.append(self._known[after])
            if not die.rolled:
                break
        return _means(ends)

    def _played_out(self, world: World) -> Work[Results]:
        """Find the result of every seat if all play on at their best."""
        if world.phase == Phase.OVER:
            return seat_results(rules, world)
        first, *others = _choices(world)
        best = yield from self.after(world, first)
        for action in others:
            found = yield from self.after(world, action)
            if found[world.turn] > best[world.turn]:
                best = found
        return best


def _choices(world: World) -> Sequence[Action]:
    """Return the actions searched: of several colours, the one with most open points is secured."""
    legal = rules.legal_actions(world)
    if world.phase != Phase.CHOOSE or len(legal) < 3:
        return legal
    sums = colour_sums(world.store.displays[world.turn])
    return legal[0], max(legal[1:], key=lambda action: sums[action.target])


def _plain(world: World) -> World:
    """Return the position without what no longer matters, so that equal ones are solved once."""
    store = world.store
    shown, safe = (tuple([tuple(sorted(cards)) for cards in row]) for row in (store.displays, store.secured))
    plain = store._replace(discard=(), roll=None, displays=shown, secured=safe)
    directions = world.directions[: len(world.directions) % 2]
    return World(world._replace(pile=tuple(sorted(world.pile)), directions=directions, store=plain))


def _means(ends: Sequence[Results]) -> Results:
    """Return the mean result of every seat."""
    if len(ends) == 1:
        return ends[0]
    seats = zip(*ends, strict=True)
    return tuple(SeatResult(_mean([end.share for end in seat]), _mean([end.lead for end in seat])) for seat in seats)


def _mean(row: Sequence[float]) -> float:
    return sum(row) / len(row)
