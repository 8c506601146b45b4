"""Bots of Push. A bot sees a View, never a State.

Easy and normal play by a rule of thumb and differ in how much they dare and overlook; hard searches the turn. The hint
says what hard would do.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from game.ai.levels import (
    ChooseAction,
    best_action,
    hint_numbers,
    numbers_by_name,
    reason_for,
    think_at_once,
    tied_actions,
)
from game.core.capabilities import Advice, Reason, Thinking
from game.core.rng import Rng
from game.games.push import deck, ending, judgement, lookahead, scoring
from game.games.push.judgement import Row, bust_risk, rows_of, shown_points, toll, worth
from game.games.push.rules import DRAW, STOP, Action, Phase, Verb, View

#: a large risk, in per cent
LARGE_RISK = 12
#: a pile of at most this many cards is small; a row of at least this worth is good
FEW_LEFT, GOOD_ROW = 30, 12
#: a row worth at most this much less brings almost as much
ALMOST = 3


def reason(view: View, action: Action, numbers: Mapping[str, float]) -> Reason:
    """Return the reason for ``action``; ``numbers`` are the figures behind it, see ``bots.explain``."""
    match action.verb:
        case Verb.SECURE:
            points = scoring.colour_sums(view.displays[view.seat])[action.target]
            return reason_for("secure", colour=action.target, count=points)
        case Verb.PLACE:
            return _placing(view, action)
        case Verb.TAKE:
            return _taking(view, action)
        case Verb.STOP:
            key = "stop_risk" if numbers["risk"] >= LARGE_RISK else "stop_row"
            shown, part = shown_points(view)[view.seat], toll(view.options.thrill)
            best = max(rows_of(view), key=lambda row: worth(row, shown, part))
            # the worth of a row with a roll is less than the sum beside it
            rolls = best.dice and round(numbers["row"]) > 0
            return _by_row(f"{key}.roll" if rolls else key, numbers["row"])
    if view.phase == Phase.CHOOSE:
        if "colour" not in numbers:
            return reason_for("nothing_open")
        count = round(numbers["colour"])
        if numbers["colour"] <= lookahead.turn_worth(len(view.displays)):
            return reason_for("too_little", count=count)
        return reason_for("too_late" if view.pile_count <= FEW_LEFT else "too_late.new", count=count)
    if "row" not in numbers:
        return reason_for("no_row")
    if not numbers["risk"]:
        return reason_for("no_risk")
    good = round(numbers["row"]) >= GOOD_ROW
    if numbers["risk"] >= LARGE_RISK:
        return _by_row("dare.more" if good else "dare", numbers["row"])
    return _by_row("small_risk.more" if good else "small_risk", numbers["row"])


def _by_row(key: str, points: float) -> Reason:
    """Return a reason that names a row's worth, which a roll may reduce to zero or less."""
    count = round(points)
    return reason_for(key, count=count) if count > 0 else reason_for(f"{key}.none")


def _placing(view: View, action: Action) -> Reason:
    if len(view.legal) == 1:
        return reason_for("place_only")
    rows, points, marks = rows_of(view), deck.VALUE_OF[view.card], deck.MARKS[view.card]
    after = {other.target: lookahead.joined(rows, other.target, points, marks) for other in view.legal}
    shown, part = shown_points(view)[view.seat], toll(view.options.thrill)

    def value(row: Row) -> float:
        return worth(row, shown, part)

    lying = after[action.target]
    best = max(range(len(lying)), key=lambda row: value(lying[row]))
    if not points and best != action.target:
        return reason_for("place_dice")
    # after the last card no row needs room
    if action.target == len(rows) and view.pile_count:
        return reason_for("place_new")
    # as the hint shows them, to one decimal of a per cent
    risks = {target: round(100 * bust_risk(there, view.unseen), 1) for target, there in after.items()}
    if all(risks[action.target] < risk for target, risk in risks.items() if target != action.target):
        return reason_for("place_risk")
    if best == action.target and points:
        return _by_row("place_best", value(lying[best]))
    frees = best != action.target and best in after and view.pile_count
    return reason_for("place_beside" if frees else "place_beside.least")


def _taking(view: View, action: Action) -> Reason:
    if len(view.legal) == 1:
        return reason_for("take_only")
    rows, shown, part = rows_of(view), shown_points(view)[view.seat], toll(view.options.thrill)
    values = {other.target: worth(rows[other.target], shown, part) for other in view.legal}
    here = values[action.target]
    if here < max(values.values()):
        return reason_for("take_away" if here >= max(values.values()) - ALMOST else "take_away.less")
    return _by_row("take_dice" if rows[action.target].dice else "take_best", here)


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
    is secured. With rows: ``hint.risk``, the chance that one more card is a bust, ``hint.row``, the worth of the best
    row with its own roll, and ``hint.stop`` and ``hint.draw``, the points of either less those of the others. Placing a
    card: ``hint.row``, that row's worth with it, and ``hint.risk`` after it. Taking a row: ``hint.row``, its worth, and
    ``hint.roll``, the expected cost of its dice card.
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
        return hint_numbers(colour=colour, secure=lookahead.least_to_secure(view))
    if view.phase == Phase.DECIDE:
        risk = 100 * bust_risk(rows, view.unseen)
        if not rows:
            return hint_numbers(risk=risk)
        best = max(worth(row, shown, part) for row in rows)
        return hint_numbers(risk=risk, row=best, stop=values[STOP], draw=values[DRAW])
    if view.phase == Phase.PLACE:
        after = lookahead.joined(rows, action.target, deck.VALUE_OF[view.card], deck.MARKS[view.card])
        brings = worth(after[action.target], shown, part)
        return hint_numbers(row=brings, risk=100 * bust_risk(after, view.unseen))
    row = rows[action.target]
    brings = worth(row, shown, part)
    return hint_numbers(row=brings, roll=row.points - brings if row.dice else None)
