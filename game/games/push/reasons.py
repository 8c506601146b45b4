"""Why the hint of Push advises what it does, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.capabilities import Why
from game.games.push import deck, lookahead, scoring
from game.games.push.judgement import Row, bust_risk, rows_of, shown_points, toll, worth
from game.games.push.rules import Action, Phase, Verb, View
from game.thinking.levels import why

#: a risk in per cent that is large
LARGE_RISK = 12
#: so few cards in the pile are few, and a row worth so much is a good one
FEW_LEFT, GOOD_ROW = 30, 12
#: a row that brings so many points less brings almost as much
ALMOST = 3


def reason(view: View, action: Action, numbers: Mapping[str, float]) -> Why:
    """Why ``action`` is advised; ``numbers`` are those behind it, see ``bots.explain``."""
    match action.verb:
        case Verb.SECURE:
            points = scoring.colour_sums(view.displays[view.seat])[action.target]
            return why("secure", colour=action.target, count=points)
        case Verb.PLACE:
            return _placing(view, action)
        case Verb.TAKE:
            return _taking(view, action)
        case Verb.STOP:
            large = numbers["risk"] >= LARGE_RISK
            return _by_row("stop_risk" if large else "stop_row", numbers["row"])
    if view.phase == Phase.CHOOSE:
        if "colour" not in numbers:
            return why("nothing_open")
        count = round(numbers["colour"])
        if numbers["colour"] <= lookahead.turn_worth(len(view.displays)):
            return why("too_little", count=count)
        return why("too_late" if view.pile_count <= FEW_LEFT else "too_late.new", count=count)
    if "row" not in numbers:
        return why("no_row")
    if not numbers["risk"]:
        return why("no_risk")
    good = round(numbers["row"]) >= GOOD_ROW
    if numbers["risk"] >= LARGE_RISK:
        return _by_row("dare.more" if good else "dare", numbers["row"])
    return _by_row("small_risk.more" if good else "small_risk", numbers["row"])


def _by_row(key: str, points: float) -> Why:
    """A reason that names what a row brings: with the die in it, that may be nothing, or less."""
    count = round(points)
    return why(key, count=count) if count > 0 else why(f"{key}.none")


def _placing(view: View, action: Action) -> Why:
    """Why the drawn card goes to that row."""
    if len(view.legal) == 1:
        return why("place_only")
    rows, points, marks = rows_of(view), deck.VALUE_OF[view.card], deck.MARKS[view.card]
    after = {other.target: lookahead.joined(rows, other.target, points, marks) for other in view.legal}
    shown, part = shown_points(view)[view.seat], toll(view.options.thrill)

    def value(row: Row) -> float:
        return worth(row, shown, part)

    lying = after[action.target]
    best = max(range(len(lying)), key=lambda row: value(lying[row]))
    if not points and best != action.target:
        return why("place_dice")
    if action.target == len(rows):
        return why("place_new")
    risks = {target: bust_risk(there, view.unseen) for target, there in after.items()}
    if risks[action.target] == min(risks.values()) < max(risks.values()):
        return why("place_risk")
    if best == action.target and points:
        return _by_row("place_best", value(lying[best]))
    return why("place_beside" if best != action.target and best in after else "place_beside.least")


def _taking(view: View, action: Action) -> Why:
    """Why that row is taken."""
    if len(view.legal) == 1:
        return why("take_only")
    rows, shown, part = rows_of(view), shown_points(view)[view.seat], toll(view.options.thrill)
    values = {other.target: worth(rows[other.target], shown, part) for other in view.legal}
    here = values[action.target]
    if here < max(values.values()):
        return why("take_away" if here >= max(values.values()) - ALMOST else "take_away.less")
    return _by_row("take_dice" if rows[action.target].dice else "take_best", here)
