"""Computer opponents of dnuP. A bot sees a View, never a State.

Easy grabs the largest set and now and then does anything at all; normal weighs what is left in the hand at one
look, not quite exactly; hard plays the round on in its mind, and the expert does so in many more worlds. What the hint
says is what hard would do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.core.capabilities import Advice, Thinking
from game.core.rng import Rng
from game.games.dnup import deck, reasons, search
from game.games.dnup.planning import candidates, outlook_of, sets_in, value_of
from game.games.dnup.rules import TURN, Action, Verb, View
from game.thinking import expert, levels

LEVELS: tuple[str, ...] = ("easy", "normal", "hard")

#: how often easy does anything at all
WHIM = 0.25
#: how far off normal judges, in plays, up or down
MOOD = 1.0


def think(view: View, rng: Rng, level: str) -> Thinking[Action]:
    """Yield None while thinking, so that the table can breathe, then one legal action."""
    yield None
    if len(view.legal) == 1:
        yield view.legal[0]
    elif level == "easy":
        yield rng.choice(view.legal) if rng.fraction() < WHIM else greedy(view)
    elif level == "normal":
        yield at_a_glance(view, rng)
    elif level in ("hard", expert.EXPERT):
        for values in search.prospects(view, search.EXPERT_WEIGHTS if level == expert.EXPERT else search.WEIGHTS):
            yield None if values is None else levels.best_of(values)
    else:
        raise ValueError(f"no such level: {level}")


def at_a_glance(view: View, rng: Rng) -> Action:
    """The action that promises most at one look, judged more or less exactly."""
    outlook = outlook_of(view)
    return levels.best_of(
        {action: value_of(outlook, action) + MOOD * (2 * rng.fraction() - 1) for action in candidates(outlook)}
    )


# ---- the hint -------------------------------------------------------------------------------------


def explain(view: View) -> Advice[Action]:
    """What hard would do now and the numbers behind it.

    ``hint.plays``: sets that the hand makes as it is; ``hint.plays_turned``: those that it would make turned; both
    only where that is what is advised: of another move they say nothing.
    ``hint.chance`` and ``hint.chance_next``: chances in per cent to win the game, with this action and with the
    next best one. When a round is over there is nothing to say.
    """
    return next(advice for advice in advise(view) if advice is not None)


def advise(view: View) -> Iterator[Advice[Action] | None]:
    """What :func:`explain` says, in slices."""
    if len(view.legal) == 1:
        yield Advice(view.legal[0], (), reasons.reason(view, view.legal[0]))
        return
    for values in search.prospects(view, search.WEIGHTS):
        yield None if values is None else _advised(view, values)


def _advised(view: View, values: Mapping[Action, float]) -> Advice[Action]:
    chances = sorted(values.values(), reverse=True)
    action = levels.best_of(values)
    numbers = [*_hands(view, action), ("hint.chance", _per_cent(chances[0]))]
    numbers += [("hint.chance_next", _per_cent(chance)) for chance in chances[1:2]]
    return Advice(action, tuple(numbers), reasons.reason(view, action), levels.as_good(values, action))


def _hands(view: View, action: Action) -> list[tuple[str, float]]:
    """What speaks for turning the hand, or against it, where that is meant."""
    if action.verb != Verb.TURN:
        return []
    return [("hint.plays", float(sets_in(view.hand))), ("hint.plays_turned", float(sets_in(deck.turned(view.hand))))]


def explained(view: View, action: Action) -> Advice[Action]:
    """What there is to say for ``action``, without the chances: another one looked better at first."""
    return Advice(action, tuple(_hands(view, action)), reasons.reason(view, action))


def tried(view: View) -> list[Action]:
    """The actions worth a thought, those that promise most at one look first."""
    if len(view.legal) == 1:
        return list(view.legal)
    outlook = outlook_of(view)
    return sorted(candidates(outlook), key=lambda action: -value_of(outlook, action))


def _per_cent(chance: float) -> int:
    return round(100 * min(1.0, max(0.0, chance)))


def greedy(view: View) -> Action:
    """Plays the largest set, of equals the highest, whatever it will need later: a fixed yardstick of the levels."""
    plays = [action for action in view.legal if action.verb == Verb.PLAY]
    if plays:
        return max(plays, key=lambda action: (len(action.cards), deck.ACTIVE[action.cards[0]]))
    adds = [action for action in view.legal if action.verb == Verb.ADD]
    if adds:
        return adds[0]
    return TURN if TURN in view.legal else view.legal[0]
