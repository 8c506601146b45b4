"""Computer opponents of Hoch oder tief. A bot sees a View, never a State.

Easy often guesses, normal counts the cards that are still to come, hard stakes two points where they are for it.
"""

from game.ai.levels import ChooseAction, hint_numbers, reason_for, think_at_once
from game.core.capabilities import Advice, Thinking
from game.core.rng import Rng
from game.games.hoch_tief.rules import HIGH, LOW, STAKE_1, STAKE_2, Action, View

LEVELS: tuple[str, ...] = ("easy", "normal", "hard")
#: how often easy thinks at all
WHIM = 0.5


def chance_of_high(view: View) -> float:
    """Return the chance that the next card is higher, 0 to 1, by the cards that are still to come."""
    return sum(card > view.open for card in view.upcoming) / len(view.upcoming)


def _best(view: View, least: float) -> Action:
    """Return the likelier call; with two points on it if it is right more often than ``least``."""
    high = chance_of_high(view)
    if view.stake:
        return HIGH if high >= 0.5 else LOW
    return STAKE_2 if max(high, 1 - high) > least else STAKE_1


WAYS: dict[str, ChooseAction[View, Action]] = {
    "easy": lambda view, rng: rng.choice(view.legal) if rng.fraction() < WHIM else _best(view, 1),
    "normal": lambda view, _rng: _best(view, 0.9),
    "hard": lambda view, _rng: _best(view, 0.5),
}


def think(view: View, rng: Rng, level: str) -> Thinking[Action]:
    """Yield None once, so that the table can breathe, then one legal action."""
    return think_at_once(view, view.legal, rng, level, WAYS)


def explain(view: View) -> Advice[Action]:
    """Return the move of the level hard, with its reasons."""
    return explained(view, _best(view, 0.5))


def explained(view: View, action: Action) -> Advice[Action]:
    """Return the reasons for ``action``: ``hint.high`` and ``hint.low``, the chances of either call in per cent."""
    high = 100 * chance_of_high(view)
    numbers = hint_numbers(high=high, low=100 - high)
    return Advice(action, numbers, reason_for("odds", count=round(max(high, 100 - high))))
