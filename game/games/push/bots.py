"""Bots of Push. A bot sees a View, never a State.

Easy and normal play by a rule of thumb and differ in how much they dare and overlook; hard searches the turn. The hint
says what hard would do.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from game.ai.levels import ChooseAction, best_action, hint_numbers, numbers_by_name, think_at_once, tied_actions
from game.core.capabilities import Advice, Thinking
from game.core.rng import Rng
from game.games.push import deck, ending, judgement, lookahead, scoring
from game.games.push.judgement import bust_risk, rows_of, shown_points, toll, worth
from game.games.push.reasons import reason
from game.games.push.rules import DRAW, STOP, Action, Phase, View

LEVELS: tuple[str, ...] = ("easy", "normal", "hard")


class Manner(NamedTuple):
    """The parameters of a level that plays by the rule of thumb."""

    #: highest bust risk accepted
    risk: float
    #: open points of a colour worth securing, and the smallest pile at which it still secures
    secure: float
    least_pile: int
    #: variation of these from decision to decision, as a fraction of themselves
    mood: float
    #: chance to place a card or take a row at random
    overlooks: float


#: at a risk of 25 % easy would lose to random play at two to four seats; for normal late securing costs more than it
#: saves
EASY = Manner(0.15, 12, 0, 0.3, 0.3)
NORMAL = Manner(0.1, 8, 50, 0.1, 0.1)


def by_thumb(view: View, rng: Rng, manner: Manner) -> Action:
    """Follow the rule of thumb with the level's variation and errors."""
    overlooks = rng.fraction() < manner.overlooks
    mood = 1 + manner.mood * (2 * rng.fraction() - 1)
    phase = view.phase
    if phase in (Phase.PLACE, Phase.TAKE):
        if overlooks:
            return rng.choice(view.legal)
        return judgement.placing(view) if phase == Phase.PLACE else judgement.best_row(view)
    if phase == Phase.CHOOSE:
        return judgement.securing(view, manner.secure * mood) if view.pile_count >= manner.least_pile else DRAW
    return STOP if bust_risk(rows_of(view), view.unseen) > manner.risk * mood else DRAW


WAYS: dict[str, ChooseAction[View, Action]] = {
    "easy": lambda view, rng: by_thumb(view, rng, EASY),
    "normal": lambda view, rng: by_thumb(view, rng, NORMAL),
    "hard": lambda view, _rng: lookahead.decide(view),
}


def think(view: View, rng: Rng, level: str) -> Thinking[Action]:
    """Yield None while thinking, so that frames can be drawn, then one legal action."""
    if level == "hard" and ending.is_near(view):
        return ending.think(view)
    return think_at_once(view, view.legal, rng, level, WAYS)


# ---- the hint -------------------------------------------------------------------------------------


def explain(view: View) -> Advice[Action]:
    """Return hard's action and the numbers behind it, in points of this seat and the risk in per cent.

    With few cards left in the pile, the action is the one that wins most often.

    Before drawing: ``hint.colour``, the most open points of one colour, and ``hint.secure``, the points from which it
    is secured, but not near the end. With rows: ``hint.risk``, the chance that one more card is a bust, ``hint.bust``,
    what the roll after one costs, ``hint.row``, the worth of the best row with its own roll, and ``hint.stop`` and
    ``hint.draw``, the points of either less those of the others. Placing a card: ``hint.row``, that row's worth with
    it, and ``hint.risk`` after it. Taking a row: ``hint.row``, its worth, and ``hint.roll``, the expected cost of its
    dice card. With rows, ``hint.other`` is the worth of the row with a dice card that shows more points than the row
    named.
    """
    return _advised(view, lookahead.prospects(view, ending.SHORT))


def advise(view: View) -> Iterator[Advice[Action] | None]:
    """Yield None while thinking, then the advice of :func:`explain`, exact as far as the expert's play is."""
    found = yield from ending.solve(view, ending.LONG)
    exact = {action: result.value for action, result in found.items()}
    yield _advised(view, exact or lookahead.prospects(view))


def _advised(view: View, values: Mapping[Action, float]) -> Advice[Action]:
    action = best_action(values)
    return explain_action(view, action)._replace(ties=tied_actions(values, action))


def explain_action(view: View, action: Action) -> Advice[Action]:
    """Return the reason for ``action`` and its numbers."""
    numbers = _numbers(view, action, lookahead.expected_points(view))
    return Advice(action, numbers, reason(view, action, numbers_by_name(numbers)))


def _numbers(view: View, action: Action, values: Mapping[Action, float]) -> tuple[tuple[str, float], ...]:
    """Return the numbers behind an action, from the values of all actions."""
    rows, part = rows_of(view), toll(view.options.thrill)
    shown = shown_points(view)[view.seat]
    if view.phase == Phase.CHOOSE:
        if not shown:
            return ()
        colour = max(scoring.colour_sums(view.displays[view.seat]))
        least = lookahead.least_to_secure(view)
        # near the end no colour has so much: the cards left count more than the number of seats
        if least > 2 * lookahead.turn_worth(len(view.displays)):
            return hint_numbers(colour=colour)
        return hint_numbers(colour=colour, secure=ceil(least))
    if view.phase == Phase.DECIDE:
        risk = 100 * bust_risk(rows, view.unseen)
        if not rows:
            return hint_numbers(risk=risk)
        each = judgement.worths(view)
        best = each.index(max(each))
        return hint_numbers(
            risk=risk,
            bust=part * shown if risk else None,
            row=each[best],
            other=_tempting(view, best, each),
            stop=values[STOP],
            draw=values[DRAW],
        )
    if view.phase == Phase.PLACE:
        after = lookahead.joined(rows, action.target, deck.VALUE_OF[view.card], deck.MARKS[view.card])
        brings = worth(after[action.target], shown, part)
        return hint_numbers(row=brings, risk=100 * bust_risk(after, view.unseen))
    row, each = rows[action.target], judgement.worths(view)
    brings = each[action.target]
    roll = row.points - brings if row.dice else None
    return hint_numbers(row=brings, roll=roll, other=_tempting(view, action.target, each))


def _tempting(view: View, row: int, each: Sequence[float]) -> float | None:
    """Return of the worths of ``each`` row that of the one that only seems better than this one, if there is one."""
    other = judgement.tempting_row(view, row)
    return None if other < 0 else each[other]
