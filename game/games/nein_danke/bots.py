"""Bots of Nein Danke!. A bot sees a View, never a State.

Easy and normal weigh a card against its pot by a rule of thumb and differ in how much they overlook; hard searches the
auction to its end. The hint says what hard would do, but weighs more kinds of rivals before declining.
"""

from collections.abc import Mapping
from typing import NamedTuple

from game.ai.levels import ChooseAction, best_action, hint_numbers, numbers_by_name, think_at_once, tied_actions
from game.core.capabilities import Advice, Thinking
from game.core.rng import Rng
from game.games.nein_danke import auction, deck, ending, judgement, reasons, scoring
from game.games.nein_danke.rules import DECLINE, PAY, SKIP, TAKE, Action, Phase, View

LEVELS: tuple[str, ...] = ("easy", "normal", "hard")


class Manner(NamedTuple):
    """The parameters of a level that plays by the rule of thumb."""

    #: takes a pink card when the pot reaches this share of what it costs
    share: float
    #: declines a green card when the pot reaches this share of what it is worth
    green_share: float
    #: variation of the shares from decision to decision, as a fraction of themselves
    mood: float
    #: chance to ignore the own display when judging a card
    overlooks: float


EASY = Manner(0.85, 0.6, 0.3, 0.3)
NORMAL = Manner(0.55, 0.45, 0.1, 0.05)
#: with fewer chips the rule of thumb takes a card earlier: the last chips are worth more than a point each
CHIPS_TO_KEEP = 4


# ---- easy and normal ------------------------------------------------------------------------------


def by_thumb(view: View, rng: Rng, manner: Manner) -> Action:
    """Weigh the card against the pot, more or less carefully."""
    overlooks = rng.fraction() < manner.overlooks
    mood = 1 + manner.mood * (2 * rng.fraction() - 1)
    if view.phase in (Phase.GIVE, Phase.REMOVE):
        return highest(view) if overlooks else judgement.cheapest(view)
    cost = judgement.cost_of(view, view.seat, view.card, () if overlooks else None)
    if view.phase == Phase.GREEN:
        return PAY if PAY in view.legal and view.pot < -cost * manner.green_share * mood else DECLINE
    if PAY not in view.legal:
        return SKIP if SKIP in view.legal and cost > view.pot else TAKE
    limit = cost * manner.share * mood + min(0, view.chips[view.seat] - CHIPS_TO_KEEP)
    return TAKE if view.pot >= limit else PAY


def highest(view: View) -> Action:
    """Give or remove the highest number regardless of runs, as a beginner does."""
    return max(view.legal, key=lambda action: deck.NUMBER_OF.get(action.card, 0))


WAYS: dict[str, ChooseAction[View, Action]] = {
    "easy": lambda view, rng: by_thumb(view, rng, EASY),
    "normal": lambda view, rng: by_thumb(view, rng, NORMAL),
    "hard": lambda view, _rng: auction.decide(view),
}


def think(view: View, rng: Rng, level: str) -> Thinking[Action]:
    """Yield None once, so that the frame can be drawn, then one legal action."""
    return think_at_once(view, view.legal, rng, level, WAYS)


# ---- the hint -------------------------------------------------------------------------------------


def explain(view: View) -> Advice[Action]:
    """Return hard's action and the numbers behind it, all in points of this seat.

    A pink card: ``hint.cost`` now, own runs counted; ``hint.pot``, the points of the chips; ``hint.net``, pot less
    cost; ``hint.later``, what paying comes to, to be compared with that; ``hint.limit``, the pot at which hard would
    take. A green card: ``hint.worth``, its expected points; ``hint.pot`` and ``hint.limit``; ``hint.won``, its worth
    less the chip, if nobody bids higher. Giving or removing a card: ``hint.gain``, and ``hint.gain_next`` for the
    second best. Without a chip there is neither limit nor ``hint.later``, nor for the last card, which hard goes
    through to the end, nor for an action against them.
    """
    values = auction.prospects(view)
    action = best_action(values)
    return explain_action(view, action)._replace(ties=tied_actions(values, action))


def explain_action(view: View, action: Action) -> Advice[Action]:
    """Return the reason for ``action``, also if hard would choose another one."""
    last = ending.ends(view)
    points = auction.expected_points(view) if len(view.legal) > 1 else {action: 0.0}
    numbers = _numbers(view, action, points, limited=not last)
    if last:
        return Advice(action, numbers, reasons.last_reason(view.seat, action, last))
    named = numbers_by_name(numbers)
    agrees = points[action] == max(points.values()) and ("limit" in named or auction.limit(view) is None)
    reason = reasons.reason if agrees else reasons.other_reason
    return Advice(action, numbers, reason(view, action, named))


def _numbers(
    view: View, action: Action, points: Mapping[Action, float], limited: bool
) -> tuple[tuple[str, float], ...]:
    """Return the numbers behind an action, from the points of all actions; ``limited`` if hard goes by a limit."""
    if view.phase in (Phase.GIVE, Phase.REMOVE):
        others = [value for other, value in points.items() if other != action]
        return hint_numbers(gain=points[action], gain_next=max(others, default=None))
    if view.phase not in (Phase.PINK, Phase.GREEN):
        return ()
    display, own = view.displays[view.seat], view.chips[view.seat]
    # a card taken may change the worth of chips, also of those in its pot
    takes = view.phase == Phase.PINK and view.card not in deck.IMMEDIATE_IDS
    after = (*display, view.card) if takes else display
    pays = scoring.score(after, own + view.pot).total - scoring.score(after, own).total
    limit, brings = auction.limit(view) if limited else None, gain_now(view)
    if limit is not None and (action in (TAKE, DECLINE)) != (view.pot >= limit):
        # play-outs advise against the limit
        limit = None
    if view.phase == Phase.PINK:
        later = _later(action, points, pays + brings) if limited else None
        return hint_numbers(cost=-brings, pot=pays, net=pays + brings, later=later, limit=limit)
    paid = scoring.score(display, own - 1).total - scoring.score(display, own).total
    won = brings + paid if PAY in view.legal else None
    return hint_numbers(worth=brings, won=won, pot=pays, limit=limit)


def _later(action: Action, points: Mapping[Action, float], net: float) -> float | None:
    """Return the points of paying where taking brings ``net``; None without a choice, or if they speak against it.

    What the judgement adds to the score, such as the freedom of chips, is left to the difference of the two: so the
    number can be compared with ``net``, which a player can check. It is whole unless that would make the two equal.
    """
    if PAY not in points or action == (PAY if points[TAKE] >= points[PAY] else TAKE):
        return None
    later = net + points[PAY] - points[TAKE]
    return later if round(later) == round(net) else round(later)


def gain_now(view: View) -> float:
    """Return the points that the auctioned card brings this seat, to one decimal.

    A number card is scored as the display stands, so that a player can check it; a special card is judged.
    """
    display, own = view.displays[view.seat], view.chips[view.seat]
    if view.card in deck.NUMBER_OF:
        return scoring.score((*display, view.card), own + view.pot).total - scoring.score(display, own + view.pot).total
    return round(judgement.gain(display, view.card, own, judgement.outlook_of(view)), 1)
