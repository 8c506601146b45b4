"""What rows and risks are worth to a seat, in points, judged from a View.

A row brings the sum of its numbers. A dice card in it costs a sixth of all that will lie open then, as the die
hits each colour alike; with the thrill variant the star costs as much again (rule text, sections 3, 4 and 6).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.core.remembering import remembered
from game.games.push.deck import DICE_MARK, FACES, MARKS, MOST_ROWS
from game.games.push.rules import View
from game.games.push.scoring import points_of


class Row(NamedTuple):
    """What counts about a row."""

    #: the marks of its cards: what shares one of them does not fit
    marks: int
    points: int
    dice: bool


@remembered(4096)
def row_of(cards: tuple[int, ...]) -> Row:
    """A row on the table in short: most rows stay as they are from one action to the next."""
    marks = 0
    for card in cards:
        marks |= MARKS[card]
    return Row(marks, points_of(cards), marks & DICE_MARK > 0)


def rows_of(view: View) -> list[Row]:
    """Every row in its place; a row that is gone has neither marks nor points."""
    return [row_of(cards) for cards in view.rows]


def toll(thrill: bool) -> float:
    """The part of an open display that a roll costs on average (section 6)."""
    return (2 if thrill else 1) / FACES


def worth(row: Row, shown: float, part: float) -> float:
    """Points that a row brings a seat with ``shown`` open points; ``part`` of the display is lost to a roll."""
    _, points, dice = row
    return points - part * (shown + points) if dice else points


def shown_points(view: View) -> list[int]:
    """Open points of every seat."""
    return [points_of(display) for display in view.displays]


def bust_risk(rows: Sequence[Row], unseen: Sequence[int]) -> float:
    """Chance that the next card fits into no row: exact, as every card not seen yet is equally likely to be next.

    Nobody busts before the third row is begun; direction cards never bust (section 6).
    """
    if len(rows) < MOST_ROWS or not unseen:
        return 0.0
    one, two, three = (row.marks for row in rows)
    stuck = [card for card in unseen if MARKS[card] & one and MARKS[card] & two and MARKS[card] & three]
    return len(stuck) / len(unseen)
