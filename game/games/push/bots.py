"""Computer opponents of Push. A bot sees a View, never a State.

Easy and normal go by a rule of thumb and differ in how much they dare and overlook; hard thinks the turn through.
What the hint says is what hard would do.
"""

from collections.abc import Mapping
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
from game.games.push import deck, judgement, lookahead, scoring
from game.games.push.judgement import Row, bust_risk, rows_of, shown_points, toll, worth
from game.games.push.rules import DRAW, STOP, Action, Phase, Verb, View

#: a risk in per cent that is large
LARGE_RISK = 12
#: so few cards in the pile are few, and a row worth so much is a good one
FEW_LEFT, GOOD_ROW = 30, 12
#: a row that brings so many points less brings almost as much
ALMOST = 3


def reason(view: View, action: Action, numbers: Mapping[str, float]) -> Reason:
    """Why ``action`` is advised; ``numbers`` are those behind it, see ``bots.explain``."""
    match action.verb:
        case Verb.SECURE:
            points = scoring.colour_sums(view.displays[view.seat])[action.target]
            return reason_for("secure", colour=action.target, count=points)
        case Verb.PLACE:
            return _placing(view, action)
        case Verb.TAKE:
            return _taking(view, action)
        case Verb.STOP:
            large = numbers["risk"] >= LARGE_RISK
            return _by_row("stop_risk" if large else "stop_row", numbers["row"])
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
    """A reason that names what a row brings: with the die in it, that may be nothing, or less."""
    count = round(points)
    return reason_for(key, count=count) if count > 0 else reason_for(f"{key}.none")


def _placing(view: View, action: Action) -> Reason:
    """Why the drawn card goes to that row."""
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
    if action.target == len(rows):
        return reason_for("place_new")
    risks = {target: bust_risk(there, view.unseen) for target, there in after.items()}
    if risks[action.target] == min(risks.values()) < max(risks.values()):
        return reason_for("place_risk")
    if best == action.target and points:
        return _by_row("place_best", value(lying[best]))
    return reason_for("place_beside" if best != action.target and best in after else "place_beside.least")


def _taking(view: View, action: Action) -> Reason:
    """Why that row is taken."""
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
    """How a level plays that goes by the rule of thumb."""

    #: highest bust risk that is run
    risk: float
    #: open points of a colour that are secured, and the cards in the pile without which nothing is any more
    secure: float
    least_pile: int
    #: how far these go up and down from decision to decision, as a part of themselves
    mood: float
    #: how often a card is placed, or a row taken, by chance
    overlooks: float


#: with a risk of 25 % easy would lose to chance at two to four seats; securing late costs normal more than it saves
EASY = Manner(0.15, 12, 0, 0.3, 0.3)
NORMAL = Manner(0.1, 8, 50, 0.1, 0.1)


def by_thumb(view: View, rng: Rng, manner: Manner) -> Action:
    """Follow the rule of thumb, more or less carefully."""
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
    """Yield None once, so that the table can breathe, then one legal action."""
    return think_at_once(view, view.legal, rng, level, WAYS)


# ---- the hint -------------------------------------------------------------------------------------


def explain(view: View) -> Advice[Action]:
    """What hard would do now and the numbers behind it, in points of this seat and the risk in per cent.

    Before drawing: ``hint.colour``, the most that one colour has open, and ``hint.secure``, from how many points on
    it is secured. With rows: ``hint.risk``, the chance that one more card is a bust, ``hint.row``, what the best row
    brings with its own roll counted, and ``hint.stop`` and ``hint.draw``, what either brings less what it brings the
    others. Placing a card: ``hint.row``, that row's worth with it, and ``hint.risk`` after it. Taking a row:
    ``hint.row``, its worth, and ``hint.roll``, what its dice card costs of that.
    """
    values = lookahead.prospects(view)
    action = best_action(values)
    return explain_action(view, action)._replace(ties=tied_actions(values, action))


def explain_action(view: View, action: Action) -> Advice[Action]:
    """What there is to say for ``action``."""
    numbers = _numbers(view, action, lookahead.prospects(view))
    return Advice(action, numbers, reason(view, action, numbers_by_name(numbers)))


def _numbers(view: View, action: Action, values: Mapping[Action, float]) -> tuple[tuple[str, float], ...]:
    """The numbers behind an action, of what everything promises."""
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
