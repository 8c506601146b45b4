"""The reasons of Push for an action, and what is wrong with one, from the worth of rows and the risk."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from game.ai.levels import reason_for
from game.core.capabilities import Reason
from game.games.push import deck, lookahead, scoring
from game.games.push.judgement import Row, bust_risk, rows_of, shown_points, toll, worth, worths
from game.games.push.rules import Action, Phase, Verb, View

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
            return _stopping(view, numbers)
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
        return _building(view)
    good = round(numbers["row"]) >= GOOD_ROW
    key = "dare" if numbers["risk"] >= LARGE_RISK else "small_risk"
    return _by_row(f"{key}.more" if good else key, _best_row(view), numbers["row"])


def _stopping(view: View, numbers: Mapping[str, float]) -> Reason:
    """Return the reason to take a row; at a large risk it says what a bust would cost besides that row."""
    row, count = _best_row(view), round(numbers["row"])
    if numbers["risk"] < LARGE_RISK:
        return _by_row("stop_row", row, numbers["row"])
    if count > 0 and not row.dice and shown_points(view)[view.seat]:
        return reason_for("stop_risk", count=count, roll=1)
    return _by_row("stop_risk", row, numbers["row"])


def _building(view: View) -> Reason:
    """Return the reason for a draw without risk: what the best row is worth now and, on average, after it."""
    each = worths(view)
    most = max(each)
    points, count = round(most), round(most + _gain(view))
    if not 0 < points < count:
        return reason_for("no_risk")
    best = each.index(most)
    return reason_for("no_risk", row=best, points=points, count=count, roll=int(rows_of(view)[best].dice))


def _best_row(view: View) -> Row:
    values = worths(view)
    return rows_of(view)[values.index(max(values))]


def _gain(view: View) -> float:
    """Return by how much the best row's worth rises on average if the next card is placed for that.

    Every unseen card is equally likely; one without a place changes nothing.
    """
    rows, shown, part = rows_of(view), shown_points(view)[view.seat], toll(view.options.thrill)
    before, gain = max(worths(view)), 0.0
    kinds = Counter((deck.MARKS[card], deck.VALUE_OF[card]) for card in view.unseen)
    for (marks, points), count in kinds.items():
        new = [len(rows)] if len(rows) < deck.MOST_ROWS else []
        places = [place for place, row in enumerate(rows) if not marks & row.marks] + new if marks else []
        joined = (lookahead.joined(rows, place, points, marks) for place in places)
        best = [max(worth(row, shown, part) for row in after) for after in joined]
        gain += count * (max(best, default=before) - before)
    return gain / max(1, len(view.unseen))


def _by_row(key: str, row: Row, brings: float) -> Reason:
    """Return a reason that names a row's worth; with a roll, its sum and what is left on average, if anything is."""
    count = round(brings)
    if count <= 0:
        return reason_for(f"{key}.none")
    return reason_for(f"{key}.roll", points=row.points, count=count) if row.dice else reason_for(key, count=count)


class Placed(NamedTuple):
    """The rows after the drawn card has been placed somewhere, as the viewer sees them."""

    rows: list[Row]
    #: the worth of each row, and the place of the most valuable one
    values: list[float]
    best: int
    #: the chance of a bust, as the hint shows it: to one decimal of a per cent
    risk: float


def _placements(view: View) -> dict[int, Placed]:
    """Return the rows after each legal placing, by its target."""
    points, marks = deck.VALUE_OF[view.card], deck.MARKS[view.card]
    shown, part = shown_points(view)[view.seat], toll(view.options.thrill)
    found = {}
    for action in view.legal:
        after = lookahead.joined(rows_of(view), action.target, points, marks)
        values = [worth(row, shown, part) for row in after]
        best = values.index(max(values))
        found[action.target] = Placed(after, values, best, round(100 * bust_risk(after, view.unseen), 1))
    return found


def _placing(view: View, action: Action) -> Reason:
    if len(view.legal) == 1:
        return reason_for("place_only")
    after, target = _placements(view), action.target
    placed, points = after[target], deck.VALUE_OF[view.card]
    if not points and placed.best != target:
        return reason_for("place_dice")
    # after the last card no row needs room
    if target == len(view.rows) and view.pile_count:
        return reason_for("place_new")
    if all(placed.risk < other.risk for place, other in after.items() if place != target):
        return reason_for("place_risk" if placed.risk else "place_risk.zero")
    if placed.best == target and points:
        return _by_row("place_best", placed.rows[target], placed.values[target])
    if not view.pile_count:
        return reason_for("place_last")
    frees = placed.best != target and placed.best in after
    return reason_for("place_beside" if frees else "place_beside.least")


def _taking(view: View, action: Action) -> Reason:
    if len(view.legal) == 1:
        return reason_for("take_only")
    values = _row_values(view)
    here = values[action.target]
    if here < max(values.values()):
        return reason_for("take_away" if here >= max(values.values()) - ALMOST else "take_away.less")
    rows, count = rows_of(view), round(here)
    if list(values.values()).count(here) > 1:
        if count <= 0:
            return reason_for("take_equal.none")
        return reason_for("take_equal.roll" if rows[action.target].dice else "take_equal", count=count)
    if not rows[action.target].dice:
        return reason_for("take_best", count=count)
    return reason_for("take_dice", count=count) if count > 0 else reason_for("take_dice.none")


def _row_values(view: View) -> dict[int, float]:
    """Return the worth of each row that may be taken."""
    values = worths(view)
    return {action.target: values[action.target] for action in view.legal}


def flaw(view: View, action: Action, _best: Action) -> Reason | None:
    """Return what is wrong with an action, without the right one; None if no figure tells."""
    match action.verb:
        case Verb.TAKE:
            return _mistaken(view, action.target)
        case Verb.PLACE:
            return _misplaced(view, action.target)
        case Verb.SECURE:
            points = scoring.colour_sums(view.displays[view.seat])[action.target]
            return reason_for("flaw.secure", count=points)
        case Verb.STOP:
            return _stopped(view)
        case Verb.DRAW:
            return _drawn(view)
    return None


def _stopped(view: View) -> Reason:
    """Return what is wrong with stopping."""
    risk, count = round(100 * bust_risk(rows_of(view), view.unseen)), round(max(worths(view)))
    if not risk:
        return reason_for("flaw.stop_free")
    return reason_for("flaw.stop" if count > 0 else "flaw.stop.none", risk=risk, count=count)


def _drawn(view: View) -> Reason | None:
    """Return what is wrong with drawing on."""
    if view.phase == Phase.CHOOSE:
        return reason_for("flaw.draw_open", count=points) if (points := shown_points(view)[view.seat]) else None
    risk, count = round(100 * bust_risk(rows_of(view), view.unseen)), round(max(worths(view)))
    if not risk:
        return reason_for("flaw.draw_free")
    return reason_for("flaw.draw" if count > 0 else "flaw.draw.none", risk=risk, count=count)


def _mistaken(view: View, target: int) -> Reason:
    """Return what is wrong with taking that row."""
    values, points = _row_values(view), rows_of(view)[target].points
    cost = round(points - values[target])
    if values[target] == max(values.values()):
        return reason_for("flaw.leaves", row=target)
    if cost:
        return reason_for("flaw.roll" if points else "flaw.roll.none", row=target, count=points, cost=cost)
    return reason_for("flaw.less" if points else "flaw.less.none", row=target, count=points)


def _misplaced(view: View, target: int) -> Reason | None:
    """Return what is wrong with placing the drawn card there."""
    after, before = _placements(view), worths(view)
    placed, risks = after[target], {place: round(other.risk) for place, other in after.items()}
    brings = {place: round(max(other.values)) for place, other in after.items()}
    if deck.kind_of(view.card) == deck.Kind.DICE and target < len(before) and before[target] == max(before):
        return reason_for("flaw.dice", row=target)
    if risks[target] > min(risks.values()):
        return reason_for("flaw.risk", risk=risks[target])
    if brings[target] < max(brings.values()):
        return _by_row("flaw.best", placed.rows[placed.best], max(placed.values))
    if target < len(before) and len(before) in after and view.pile_count:
        return reason_for("flaw.room", row=target)
    return None if view.pile_count else reason_for("flaw.last", row=target)
