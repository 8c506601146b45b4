"""Bots of Keine Ahnung. A bot sees a View, never a State, and forgets some of what it has seen.

Easy and normal play by a rule of thumb and differ in memory and judgement; hard forgets nothing and searches its turn.
The hint says what hard would do; without the house rule of reminders it has no memory either.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from game.ai.levels import best_action, numbers_by_name, reason_for, tied_actions
from game.core.capabilities import Advice, Reason, Thinking
from game.core.rng import Rng
from game.games.keine_ahnung.deck import EMPTY, MOST_TO_CALL, PLACES, REMOVE, function_of
from game.games.keine_ahnung.odds import (
    BIT,
    NOTABLE,
    Memory,
    Odds,
    covered,
    fitting_places,
    fresh_cards,
    mask_of,
    memory_of,
    own_cards,
)
from game.games.keine_ahnung.planning import Plan
from game.games.keine_ahnung.rules import CALL, DRAW, END, PHASE_DRAW, Action, Phase, Verb, View

#: chances in per cent from which an unknown card fits sometimes, and often
SOME, MUCH = 35, 60
#: the chance from which it nearly always fits
SURELY = 75
#: the chances of a call that is certain, that is more likely than not, and that is not worth offering
CERTAIN, EVEN, HARDLY = 100, 50, 10


def reason(plan: Plan, action: Action, numbers: Mapping[str, float]) -> Reason:
    """Return the reason for ``action``; ``numbers`` are the figures behind it, see ``bots.explain``."""
    view = plan.view
    match action.verb:
        case Verb.LAY:
            return _why_laid(plan, action)
        case Verb.DECLINE:
            return reason_for("decline")
        case Verb.CALL:
            return _why_called(plan, numbers)
        case Verb.END:
            little = not fitting_places(plan.mine, mask_of(plan.tops)) and numbers.get("chance", 0) < SOME
            return reason_for("stop" if little else "stop.here")
    if known := plan.mine.get(action.which):
        return _showing(plan, action.which, known)
    # with some own cards known, say that it is none of those
    if END in view.legal:
        if numbers.get("chance", 0) >= SURELY:
            return reason_for("go_on_likely.unknown" if plan.mine else "go_on_likely")
        return reason_for("go_on.unknown" if plan.mine else "go_on", chance=int(numbers["chance"]), count=_left(view))
    if CALL in view.legal:
        return _why_no_call(plan, numbers)
    chance = numbers["chance"]
    # with reminders the known cards have been named already
    if "unknown" not in numbers:
        return reason_for("unknown_much" if chance >= MUCH else "unknown_some" if chance >= SOME else "unknown_little")
    key = "chance_much" if chance >= MUCH else "chance_some" if chance >= SOME else "chance_little"
    return reason_for(key, chance=int(chance))


def _left(view: View) -> int:
    """Return the number of own cards after one more is played."""
    return PLACES - view.grids[view.seat].count(EMPTY) - 1


def _why_called(plan: Plan, numbers: Mapping[str, float]) -> Reason:
    """Return what speaks for a call, or that it hardly ever succeeds."""
    chance = numbers["call"]
    if fitting_places(plan.mine, mask_of(plan.tops)):
        return reason_for("call.lost")
    if chance >= EVEN and numbers.get("chance", 0) < SOME:
        return reason_for("call_sure" if chance == CERTAIN else "call")
    if chance < HARDLY:
        return reason_for("call.hardly")
    return reason_for("call.likely" if chance >= SOME else "call.try", chance=int(chance))


def _why_no_call(plan: Plan, numbers: Mapping[str, float]) -> Reason:
    """Return what speaks for turning up an unknown card where the other choice is a call."""
    left, chance = _left(plan.view), numbers["chance"]
    if not left or fitting_places(plan.mine, mask_of(plan.tops)):
        # the last card, or a call that is lost anyway
        return reason_for("go_on.unknown" if plan.mine else "go_on", chance=int(chance), count=left)
    if chance >= SOME > numbers["call"]:
        return reason_for("too_early.unknown" if plan.mine else "too_early")
    return reason_for("flip_safe.unknown" if plan.mine else "flip_safe")


def offers(view: View, action: Action) -> bool:
    """Return False for a call that hardly ever succeeds, or for which too much fits: it is not called as good."""
    if action != CALL:
        return True
    numbers = numbers_by_name(explain_action(view, action).numbers)
    return numbers["call"] >= (SOME if numbers.get("chance", 0) >= SOME else HARDLY)


def _showing(plan: Plan, place: int, card: int) -> Reason:
    """Return the reason for turning up a card that has been seen."""
    mask = mask_of(plan.tops)
    if BIT[card] & mask:
        return reason_for("seen", place=place, card=card)
    hopeless = not plan.unknown and not fitting_places(plan.mine, mask) and not {CALL, END} & {*plan.view.legal}
    return reason_for("seen_not" if hopeless else "seen_not.rather", place=place)


def _why_laid(plan: Plan, action: Action) -> Reason:
    """Return the reason for playing a card on that pile: the cards that fit afterwards."""
    view, tops = plan.view, plan.tops
    if function_of(view.card) == REMOVE:
        return reason_for("lay_clear")
    chances = {
        other.which: round(100 * plan.odds.fit(mask_of(covered(tops, other.which, view.card))))
        for other in view.legal
        if other.verb == Verb.LAY
    }
    here = chances[action.which]
    if len(chances) == 1:
        return reason_for("lay_only")

    def compared(key: str, other: int) -> Reason:
        return reason_for(key, top=tops[action.which], chance=here, other=tops[other], less=chances[other])

    least = min(chances, key=chances.__getitem__)
    if here - chances[least] >= NOTABLE:
        return compared("lay_open", least)
    held = PLACES - view.grids[view.seat].count(0)
    closes = max(chances.values()) - here >= NOTABLE and held <= MOST_TO_CALL
    if closes:
        return reason_for("lay_closed", top=tops[action.which])
    return compared("lay_same", max(chances, key=lambda pile: abs(chances[pile] - here)))


LEVELS: tuple[str, ...] = ("easy", "normal", "hard")

# ---- the rule of thumb: play a card remembered to fit, call if that looks good, else try an unknown card -----------


class Manner(NamedTuple):
    """The parameters of a level that plays by the rule of thumb."""

    #: chance to remember a card for one more turn
    retention: float
    #: estimated chance from which it calls
    dares: float
    #: largest error of that estimate, up or down
    mood: float
    #: chance to choose a pile at random, regardless of the other cards
    overlooks: float


def by_thumb(view: View, rng: Rng, manner: Manner) -> Action:
    """Return the action of a level with these parameters."""
    overlooks = rng.fraction() < manner.overlooks
    mood = manner.mood * (2 * rng.fraction() - 1)
    known = memory_of(view, manner.retention)
    mine, unknown = own_cards(view, known)
    if view.phase == Phase.PLACE:
        return rng.choice(_laying(view)) if overlooks else most_fitting(view, mine)
    if view.phase == Phase.CALL:
        return view.legal[0]
    mask = mask_of(pile[-1] for pile in view.piles)
    fitting = fitting_places(mine, mask)
    if fitting:
        return Action(Verb.REVEAL, rng.choice(fitting))
    if CALL in view.legal and Odds(view, known.values()).call(mask, len(unknown)) + mood >= manner.dares:
        return CALL
    return Action(Verb.REVEAL, rng.choice(unknown or list(mine)))


def most_fitting(view: View, mine: Mapping[int, int]) -> Action:
    """Play the card where most of the known own cards (place -> card) still fit afterwards."""
    tops = [pile[-1] for pile in view.piles]

    def still_fitting(action: Action) -> int:
        return len(fitting_places(mine, mask_of(covered(tops, action.which, view.card))))

    return max(_laying(view), key=still_fitting)


def _laying(view: View) -> list[Action]:
    """Return the actions that play a fitting card, without declining it."""
    return [action for action in view.legal if action.verb == Verb.LAY]


MANNERS = {
    "easy": Manner(retention=0.35, dares=0.3, mood=0.3, overlooks=1.0),
    "normal": Manner(retention=0.8, dares=0.5, mood=0.1, overlooks=0.3),
}
#: hard's chance to remember a card for one more turn
HARD_RETENTION = 1.0


def think(view: View, rng: Rng, level: str) -> Thinking[Action]:
    """Yield None while thinking, then one legal action; raise ValueError for an unknown level."""
    yield None
    if level not in LEVELS:
        raise ValueError(f"no such level: {level}")
    if view.phase == PHASE_DRAW:
        # bots never forget to draw, even if a house rule allows it
        yield DRAW
    elif len(view.legal) == 1:
        yield view.legal[0]
    elif level in MANNERS:
        yield by_thumb(view, rng, MANNERS[level])
    else:
        plan, values = Plan(view, memory_of(view, HARD_RETENTION)), {}
        for action in view.legal:
            values[action] = plan.prospect(action)
            yield None
        yield best_action(values)


# ---- the hint -------------------------------------------------------------------------------------


def explain(view: View) -> Advice[Action]:
    """Return hard's action and the numbers behind it, using public knowledge only.

    Without the house rule of reminders the hint must not serve as a memory (section 3): it is what hard would do if it
    had never seen a card that is now face down. Only in the chances those count that others have just turned back.

    Before an own card: ``hint.chance``, per cent that an unseen card fits; ``hint.call``, per cent that a call is won,
    where one is allowed. Then with reminders ``hint.seen``, own face-down cards that have been seen, and
    ``hint.fitting``, those of them that fit now; otherwise ``hint.unknown``, all own face-down cards. With a card to
    play: these as after playing it on hard's pile.
    """
    known = memory_of(view, HARD_RETENTION) if view.options.reminders else {}
    return next(advice for advice in _advised(view, known, view.options.reminders) if advice is not None)


def advise(view: View) -> Iterator[Advice[Action] | None]:
    """Yield None while thinking, then hard's advice with a perfect memory."""
    yield from _advised(view, memory_of(view, HARD_RETENTION), True)


def _advised(view: View, known: Memory, tells: bool) -> Iterator[Advice[Action] | None]:
    """Yield None while thinking, then hard's advice given the known cards; ``tells`` if it may name them."""
    if view.phase == Phase.DRAW:
        yield Advice(DRAW, (), reason_for("draw"))
        return
    plan, values = Plan(view, known, fresh_cards(view)), {}
    for action in view.legal:
        values[action] = plan.prospect(action)
        yield None
    action = best_action(values)
    yield _explained(plan, action, tells)._replace(ties=tied_actions(values, action))


def explain_action(view: View, action: Action) -> Advice[Action]:
    """Return the reason and numbers of ``action``, like :func:`explain`."""
    if view.phase == Phase.DRAW:
        return Advice(action, (), reason_for("draw"))
    return (
        advise_action(view, action)
        if view.options.reminders
        else _explained(Plan(view, {}, fresh_cards(view)), action, False)
    )


def advise_action(view: View, action: Action) -> Advice[Action]:
    """Return the reason and numbers of ``action``, like :func:`advise`."""
    return _explained(Plan(view, memory_of(view, HARD_RETENTION)), action, True)


def _explained(plan: Plan, action: Action, tells: bool) -> Advice[Action]:
    """Return the reason and numbers of an action; ``tells`` if they may say which own cards are known."""
    view, mine, unknown = plan.view, plan.mine, plan.unknown
    if view.phase == Phase.CALL:
        is_lost = action.which not in mine and fitting_places(mine, mask_of(plan.tops))
        return Advice(action, (), reason_for("called.unknown" if is_lost else "called"))
    tops = plan.tops
    if action.verb == Verb.LAY:
        tops = covered(tops, action.which, plan.view.card)
    mask = mask_of(tops)
    fitting = fitting_places(mine, mask)
    numbers: list[tuple[str, float]] = []
    if unknown:
        numbers.append(("hint.chance", round(100 * plan.odds.fit(mask))))
    if CALL in plan.view.legal:
        numbers.append(("hint.call", 0 if fitting else round(100 * plan.odds.call(mask, len(unknown)))))
    # last what the table shows as well: where the chances to win are told, there is no room for it
    if not tells:
        numbers.append(("hint.unknown", len(unknown)))
    elif mine:
        numbers += [("hint.seen", len(mine)), ("hint.fitting", len(fitting))]
    why = reason(plan, action, numbers_by_name(numbers))
    # people may remember which of these cards they have seen; in the first turn nobody has seen any
    if not tells and action.verb == Verb.REVEAL and len(unknown) > 1 and view.turns > len(view.grids):
        why = why._replace(blanks=(*why.blanks, ("recall", 1)))
    return Advice(action, tuple(numbers), why)
