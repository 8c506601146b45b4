"""Exact play of the last card, whose auction holds no chance for a player who has counted the chips.

Points decide nothing there but who wins. So every seat plays for its own share of the win and, of equal shares, for its
lead over the best opponent.
"""

from typing import NamedTuple

from game.ai.rollouts import SeatResult, seat_results
from game.core.cache import cached
from game.core.rng import Rng
from game.games.nein_danke import deck, rules
from game.games.nein_danke.rules import PAY, Action, View, World


class End(NamedTuple):
    """The end of a game: every seat's result and points."""

    results: tuple[SeatResult, ...]
    points: tuple[int, ...]


def results(view: View) -> dict[Action, SeatResult]:
    """Return every legal action with its result for the seat to move, where the end is certain (see ``ends``)."""
    return {action: end.results[view.seat] for action, end in ends(view).items()}


def ends(view: View) -> dict[Action, End]:
    """Return every legal action with the end it leads to.

    Empty unless there is a choice for the last card of the last round, and all chips are known: a device at a table on
    several devices has not counted them. Take first pink is left out: it draws from the hidden nine.
    """
    more = view.pile_count or view.round < view.options.rounds
    if more or len(view.legal) < 2 or deck.kind_of(view.card) == "take_first_pink":
        return {}
    if not view.counted_chips and min(view.chips) < 0:
        return {}
    world = rules.sample_state(view, Rng(0))
    # the cards that no longer matter would keep equal positions apart
    store = world.store._replace(pile=(), set_aside=(), discard=(), seen=((),) * len(world.chips))
    world = World(world._replace(store=store))
    return {action: _after(world, action) for action in _ordered(world)}


def _ordered(world: World) -> list[Action]:
    """Return the legal actions; of equal ones the first is played, which ends the auction."""
    return sorted(rules.legal_actions(world), key=lambda action: action == PAY)


def _after(world: World, action: Action) -> End:
    return _played_out(rules.imagined_after(world, action))


@cached(8192)
def _played_out(world: World) -> End:
    """Return the end if all play on at their best."""
    if rules.is_over(world):
        return End(seat_results(rules, world), tuple(rules.scores(world)))
    seat = world.turn
    return max((_after(world, action) for action in _ordered(world)), key=lambda end: end.results[seat])
