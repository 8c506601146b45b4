"""The worth of rows and risks to a seat, in points, judged from a View.

A row brings the sum of its numbers. A dice card in it costs a sixth of the open points after taking it, as the die hits
each colour alike; with the thrill variant the star costs the same again (rule text, sections 3, 4 and 6).
"""

from collections.abc import Sequence
from typing import NamedTuple

from game.core.cache import cached
from game.games.push.deck import DICE_MARK, FACES, MARKS, MOST_ROWS
from game.games.push.rules import DRAW, Action, Verb, View
from game.games.push.scoring import colour_sums, points_of


class Row(NamedTuple):
    """A row in summary."""

    #: the marks of its cards; a card that shares one does not fit
    marks: int
    points: int
    dice: bool


@cached(4096)
def row_of(cards: tuple[int, ...]) -> Row:
    """Return the summary of a row; cached, because most rows stay unchanged from one action to the next."""
    marks = 0
    for card in cards:
        marks |= MARKS[card]
    return Row(marks, points_of(cards), marks & DICE_MARK > 0)


def rows_of(view: View) -> list[Row]:
    """Return every row in its place; a taken row has neither marks nor points."""
    return [row_of(cards) for cards in view.rows]


def toll(thrill: bool) -> float:
    """Return the share of an open display that a roll costs on average (section 6)."""
    return (2 if thrill else 1) / FACES


def worth(row: Row, shown: float, part: float) -> float:
    """Return the points that a row brings a seat with ``shown`` open points; a roll costs the share ``part``."""
    _, points, dice = row
    return points - part * (shown + points) if dice else points


def stake(rows: Sequence[Row], shown: int, part: float) -> int:
    """Return the points of the best row: gained by stopping now, lost by a bust."""
    return max(rows, key=lambda row: worth(row, shown, part)).points if rows else 0


def shown_points(view: View) -> list[int]:
    """Return the open points of every seat."""
    return [points_of(display) for display in view.displays]


def bust_risk(rows: Sequence[Row], unseen: Sequence[int]) -> float:
    """Return the exact chance that the next card fits no row, every unseen card being equally likely.

    There is no bust before the third row is begun; direction cards never bust (section 6).
    """
    return len(stuck_cards(rows, unseen)) / len(unseen) if unseen else 0.0


def stuck_cards(rows: Sequence[Row], cards: Sequence[int]) -> list[int]:
    """Return those of ``cards`` that fit no row."""
    if len(rows) < MOST_ROWS:
        return []
    one, two, three = (row.marks for row in rows)
    return [card for card in cards if MARKS[card] & one and MARKS[card] & two and MARKS[card] & three]


# The rule of thumb (rule text, section 6): numbers go to one main row while they fit, dice cards to the row that brings
# least, and the best row is taken. The baseline bot follows it exactly, easy and normal with variations.


def worths(view: View) -> list[float]:
    """Return the worth of every row to the viewing seat, its own roll included."""
    shown, part = points_of(view.displays[view.seat]), toll(view.options.thrill)
    return [worth(row, shown, part) for row in rows_of(view)]


def tempting_row(view: View, row: int) -> int:
    """Return the row with a dice card that shows most points, if these are more than those of ``row``, else -1."""
    rows = rows_of(view)
    most = max(range(len(rows)), key=lambda place: rows[place].dice and rows[place].points)
    return most if rows[most].dice and rows[most].points > rows[row].points else -1


def best_row(view: View) -> Action:
    """Take the most valuable row; on a tie the first."""
    brings = worths(view)
    return max(view.legal, key=lambda action: brings[action.target])


def placing(view: View) -> Action:
    """Place a number in the most valuable fitting row, a dice card in the least valuable.

    A new row is begun only if nothing else fits, or to keep the first dice card away from a lone row.
    """
    brings = worths(view)
    joins = [action for action in view.legal if action.target < len(brings)]
    dice = MARKS[view.card] == DICE_MARK
    if not joins or (dice and len(brings) == 1 and len(view.legal) > 1):
        return view.legal[-1]
    return (min if dice else max)(joins, key=lambda action: brings[action.target])


def securing(view: View, least: float) -> Action:
    """Secure the colour with most open points if they reach ``least``, else draw."""
    sums = colour_sums(view.displays[view.seat])
    most = max(sums)
    return Action(Verb.SECURE, sums.index(most)) if most >= max(least, 1) else DRAW
