"""Computer opponents of Push. A bot sees a View, never a State.

Easy and normal go by a rule of thumb and differ in how much they dare and overlook; hard thinks the turn through.
What the hint says is what hard would do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.core.capabilities import Advice, Thinking
from game.core.rng import Rng
from game.games.push import deck, judgement, lookahead, reasons, scoring
from game.games.push.judgement import bust_risk, rows_of, shown_points, toll, worth
from game.games.push.rules import DRAW, STOP, Action, Phase, View
from game.thinking.levels import Way, as_good, at_once, best_of, figures_of, hint_numbers

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


WAYS: dict[str, Way[View, Action]] = {
    "easy": lambda view, rng: by_thumb(view, rng, EASY),
    "normal": lambda view, rng: by_thumb(view, rng, NORMAL),
    "hard": lambda view, _rng: lookahead.decide(view),
}


def think(view: View, rng: Rng, level: str) -> Thinking[Action]:
    """Yield None once, so that the table can breathe, then one legal action."""
    return at_once(view, view.legal, rng, level, WAYS)


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
    action = best_of(values)
    return explained(view, action)._replace(alike=as_good(values, action))


def explained(view: View, action: Action) -> Advice[Action]:
    """What there is to say for ``action``."""
    numbers = _numbers(view, action, lookahead.prospects(view))
    return Advice(action, numbers, reasons.reason(view, action, figures_of(numbers)))


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
