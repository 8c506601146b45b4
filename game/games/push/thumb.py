"""The rule of thumb of the rule text's section 6, that easy and normal follow in their way and the yardstick exactly.

Numbers go to one main row while they fit, dice cards to the row that brings least, and the best row is taken.
"""

from __future__ import annotations

from game.games.push.deck import DICE_MARK, MARKS
from game.games.push.judgement import rows_of, toll, worth
from game.games.push.rules import DRAW, Action, Verb, View
from game.games.push.scoring import colour_sums, points_of


def worths(view: View) -> list[float]:
    """What every row brings the seat that looks, its own roll counted."""
    shown, part = points_of(view.displays[view.seat]), toll(view.options.thrill)
    return [worth(row, shown, part) for row in rows_of(view)]


def best_row(view: View) -> Action:
    """Take the row that brings most; of equal ones the first."""
    brings = worths(view)
    return max(view.legal, key=lambda action: brings[action.target])


def placing(view: View) -> Action:
    """A number goes to the fitting row that brings most, a dice card to the one that brings least.

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
