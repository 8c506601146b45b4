"""Exact ends of Push: the faces of the die are counted, and the cards of the pile, of which each may be the next."""

from functools import lru_cache

from push_states import Rigged

from game.ai.rollouts import margin_of, win_share
from game.games.push import rules
from game.games.push.deck import FACES
from game.games.push.rules import Action, State

Results = tuple[tuple[float, float], ...]


def after(state: State, action: Action) -> Results:
    """Every seat's share of the win, and its lead, after an action: the mean over all that may be drawn and rolled."""
    if action == rules.DRAW:
        orders = [(*[card for card in state.pile if card != top], top) for top in state.pile]
        return mean_of([rolled(state._replace(pile=order), action) for order in orders])
    return rolled(state, action)


def rolled(state: State, action: Action) -> Results:
    """The same with the pile in this order."""
    outcomes = []
    for face in range(FACES):
        dice = Rigged(face)
        outcomes.append(ended(rules.apply(state, action, dice)[0]))
        if dice.faces:
            # nothing was rolled
            break
    return mean_of(outcomes)


def mean_of(outcomes: list[Results]) -> Results:
    """The mean result of every seat."""
    seats = zip(*outcomes, strict=True)
    return tuple((mean([share for share, _ in seat]), mean([lead for _, lead in seat])) for seat in seats)


def mean(row: list[float]) -> float:
    return sum(row) / len(row)


@lru_cache(maxsize=50_000)
def ended(state: State) -> Results:
    """The same if everybody plays on for their own share of the win, and of equal shares for their lead."""
    if rules.is_over(state):
        seats = range(len(state.store.displays))
        return tuple((win_share(rules, state, seat), float(margin_of(rules, state, seat))) for seat in seats)
    seat = state.turn
    return max((after(state, action) for action in rules.legal_actions(state)), key=lambda found: found[seat])
