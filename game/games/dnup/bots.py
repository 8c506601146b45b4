"""Bots of dnuP. A bot sees a View, never a State.

Easy grabs the largest set and now and then acts at random; normal weighs the rest of the hand at one look, with some
noise; hard searches the round with rollouts, the expert with many more. The hint says what hard would do.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from game.ai import expert, levels
from game.ai.levels import reason_for
from game.core.capabilities import Advice, Reason, Thinking
from game.core.rng import Rng
from game.games.dnup import deck, search
from game.games.dnup.deck import ACTIVE, turned
from game.games.dnup.odds import HARDLY, chance_beaten, nobody_beats, nobody_ever_beats
from game.games.dnup.planning import candidates, outlook_of, sets_in, value_of
from game.games.dnup.rules import TURN, Action, Cards, Verb, View, outcome_of, owner_of, play_of

#: at most this many sets are few
FEW = 3
#: reasons that count the sets left
FEWER = ("fewer", "fewer.step")
#: reasons that count the cards played at once
MORE = ("more", "more.many")
#: a rival with at most this many cards is nearly out; a value up to this, as much below the other end, is worth little
NEARLY_OUT, LITTLE = 2, 3


def reason(view: View, action: Action) -> Reason:
    """Return the reason for ``action``."""
    match action.verb:
        case Verb.PLAY:
            return _playing(view, action)
        case Verb.ADD:
            return _adding(view, action)
        case Verb.TAKE:
            return _taking(view, action)
        case Verb.TURN:
            return _turning(view)
    return reason_for("next_round")


def _turning(view: View) -> Reason:
    if len(view.legal) == 1:
        return reason_for("turn_only")
    after = turned(view.hand)
    fewer, more = sets_in(after), sets_in(view.hand)
    if fewer < more:
        return reason_for("turn_fewer", count=fewer, other=more)
    (value, now), (_, before) = _largest(after), _largest(view.hand)
    if now > before:
        return reason_for("turn.set", number=now, value=value)
    if all(action.verb in (Verb.TAKE, Verb.TURN) for action in view.legal):
        return reason_for("turn.no_take")
    high, other = (max(ACTIVE[card] for card in hand) for hand in (after, view.hand))
    if high > other:
        return reason_for("turn.high", value=high, other=other, count=len(after))
    return reason_for("turn", count=len(after), value=high)


def _largest(hand: Sequence[int]) -> tuple[int, int]:
    """Return the value and the size of the largest set of a hand, of several the highest."""
    sizes = Counter(ACTIVE[card] for card in hand)
    value = max(sizes, key=lambda value: (sizes[value], value))
    return value, sizes[value]


def _playing(view: View, action: Action) -> Reason:
    cards, outcome = action.cards, outcome_of(view, action)
    value, count = ACTIVE[cards[0]], len(cards)
    if outcome.goes_out:
        return reason_for("out", count=count)
    if outcome.beaten >= 0:
        owner = owner_of(outcome.beaten, len(view.hand_counts))
        if owner == view.seat:
            return reason_for("beats_own")
        return _beating(view, owner, view.sets[outcome.beaten])
    if holds := _holding(view, cards):
        return holds
    left = tuple(card for card in view.hand if card not in cards)
    partly = [ACTIVE[card] for card in left].count(value)
    if baits(cards) and not (partly and count > 1):
        return _baiting(cards, left)
    if partly:
        return reason_for("fewer.part", value=value, count=partly)
    return _single(view, action, left) if count == 1 else _fewer(view, action, left)


def _beating(view: View, owner: int, beaten: Sequence[int]) -> Reason:
    """Return the reason for beating a rival's set."""
    if owner in view.out:
        return reason_for("beats_last", seat=owner)
    if view.hand_counts[owner] <= NEARLY_OUT:
        return reason_for("beats_near", seat=owner)
    values = [ACTIVE[card] for card in turned(beaten)]
    if sum(values) >= sum(map(ACTIVE.__getitem__, beaten)):
        return reason_for("beats", seat=owner)
    return reason_for("beats_worse" if len({*values}) == 1 else "beats_splits", seat=owner)


def _holding(view: View, cards: Cards) -> Reason | None:
    """Return the reason for playing cards that nobody can beat, or hardly anybody; None for any others."""
    value, count = ACTIVE[cards[0]], len(cards)
    if value == deck.HIGHEST:
        return reason_for("nobody.top", value=value)
    if nobody_ever_beats(view, cards):
        return reason_for("nobody.ever", number=count)
    if nobody_beats(view, cards):
        return reason_for("nobody")
    if chance_beaten(view, cards) >= HARDLY:
        return None
    # with two there is one rival to name
    rival = {"seat": 1 - view.seat} if len(view.hand_counts) == 2 else {}
    if count > 1:
        return reason_for("many.two" if rival else "many", number=count, **rival)
    return reason_for("high.two" if rival else "high", value=value, **rival)


def baits(cards: Sequence[int]) -> bool:
    """Return True for low cards that all come back higher if they are beaten."""
    return all(ACTIVE[card ^ 1] > ACTIVE[card] for card in cards)


def _baiting(cards: Sequence[int], left: Sequence[int]) -> Reason:
    """Return the reason for playing cards that come back higher, to the rest of the hand."""
    if len(cards) > 1:
        return reason_for("bait_set")
    value, other = ACTIVE[cards[0]], ACTIVE[cards[0] ^ 1]
    joins = any(ACTIVE[card] == other for card in left)
    return reason_for("bait_joins" if joins else "comes_back", value=value, other=other)


def _single(view: View, action: Action, left: Cards) -> Reason:
    """Return the reason for playing a single card, the only one of its value."""
    card = action.cards[0]
    value, below = ACTIVE[card], ACTIVE[card ^ 1]
    held = Counter(ACTIVE[other] for other in view.hand)
    others = [action.cards[0] for action in view.legal if len(action.cards) == 1 and action.cards[0] != card]
    if others and all(held[ACTIVE[other]] > 1 for other in others):
        return reason_for("keeps")
    if other := _lower_single(view, value):
        return reason_for("higher", value=value, other=other)
    if below <= LITTLE and value >= below + LITTLE:
        return reason_for("sheds", value=value, below=below)
    return _fewer(view, action, left)


def _fewer(view: View, action: Action, left: Cards) -> Reason:
    """Return the reason for playing all cards of a value: sets left, or what tells it from plays that leave as few."""
    cards, count = action.cards, sets_in(left)
    value, size = ACTIVE[cards[0]], len(cards)
    plays = [play.cards for play in view.legal if play.verb == Verb.PLAY and ACTIVE[play.cards[0]] != value]
    others = [other for other in plays if leaves_as_few(view, play_of(other), count)]
    fewer = reason_for(FEWER[count > FEW], count=count)
    if not others:
        return fewer
    if size > max(map(len, others)):
        return reason_for("more") if size == 2 else reason_for("more.many", number=size)
    if size > 1 and _drop(cards) > max(1.0, *map(_drop, others)):
        return reason_for("sheds.set", value=value)
    if all(ACTIVE[other[0]] > value for other in plays):
        return reason_for("saves")
    chance, chances = chance_beaten(view, cards), [chance_beaten(view, other) for other in others]
    if max(chances) < chance:
        return reason_for("saves.set")
    if min(chances) > chance and size > 1:
        highest = max(ACTIVE[other[0]] for other in others if len(other) > 1)
        return reason_for("higher.set", value=value, other=highest)
    return fewer


def _drop(cards: Sequence[int]) -> float:
    """Return by how much the cards of a set are worth less after turning, on average; 0 unless all of them are."""
    drops = [ACTIVE[card] - ACTIVE[card ^ 1] for card in cards]
    return sum(drops) / len(drops) if min(drops) > 0 else 0.0


def leaves_as_few(view: View, action: Action, count: int) -> bool:
    """Return True for playing a set that beats none and leaves at most ``count`` sets in the hand."""
    left = tuple(card for card in view.hand if card not in action.cards)
    return action.verb == Verb.PLAY and outcome_of(view, action).beaten < 0 and sets_in(left) <= count


def _lower_single(view: View, value: int) -> int:
    """Return the highest value below ``value`` that the hand has once and could play instead, or 0."""
    singles = (action.cards[0] for action in view.legal if action.verb == Verb.PLAY and len(action.cards) == 1)
    held = Counter(ACTIVE[card] for card in view.hand)
    return max((ACTIVE[card] for card in singles if held[ACTIVE[card]] == 1 and ACTIVE[card] < value), default=0)


def _adding(view: View, action: Action) -> Reason:
    outcome = outcome_of(view, action)
    if outcome.goes_out:
        return reason_for("out", count=1)
    if outcome.beaten < 0:
        return reason_for("add")
    owner = owner_of(outcome.beaten, len(view.hand_counts))
    return reason_for("beats_own") if owner == view.seat else reason_for("add_beats", seat=owner)


def _taking(view: View, action: Action) -> Reason:
    """Return the reason for taking a set, which depends on its other ends."""
    cards = view.sets[action.place]
    ends = [ACTIVE[card ^ 1] for card in cards]
    if not {ACTIVE[card] for card in view.hand}.isdisjoint(ends):
        return reason_for("take_joins", count=len(cards))
    worth_more = sum(ends) > sum(ACTIVE[card] for card in cards)
    return reason_for("take", count=len(cards)) if worth_more else reason_for("take_away")


LEVELS: tuple[str, ...] = ("easy", "normal", "hard")

#: chance of a random action of easy
WHIM = 0.25
#: noise of normal's judgement, in plays
MOOD = 1.0


def think(view: View, rng: Rng, level: str) -> Thinking[Action]:
    """Yield None while thinking, so that frames can be drawn, then one legal action."""
    yield None
    if len(view.legal) == 1:
        yield view.legal[0]
    elif level == "easy":
        yield rng.choice(view.legal) if rng.fraction() < WHIM else greedy(view)
    elif level == "normal":
        yield quick_choice(view, rng)
    elif level in ("hard", expert.EXPERT):
        for values in search.prospects(view, search.EXPERT_WEIGHTS if level == expert.EXPERT else search.WEIGHTS):
            yield None if values is None else levels.best_action(values)
    else:
        raise ValueError(f"no such level: {level}")


def quick_choice(view: View, rng: Rng) -> Action:
    """Return the action with the best one-look value, with normal's noise."""
    outlook = outlook_of(view)
    return levels.best_action(
        {action: value_of(outlook, action) + MOOD * (2 * rng.fraction() - 1) for action in candidates(outlook)}
    )


# ---- the hint -------------------------------------------------------------------------------------


def explain(view: View) -> Advice[Action]:
    """Return hard's action and the numbers behind it.

    ``hint.sets``: sets in the hand after the action. The chances to win are those of the play-outs, which a hint
    compares for every game.
    """
    return next(advice for advice in advise(view) if advice is not None)


def advise(view: View) -> Iterator[Advice[Action] | None]:
    """Yield None while thinking, then the advice of :func:`explain`."""
    if len(view.legal) == 1:
        yield Advice(view.legal[0], (), reason(view, view.legal[0]))
        return
    for values in search.prospects(view, search.WEIGHTS):
        yield None if values is None else _advised(view, values)


def _advised(view: View, values: Mapping[Action, float]) -> Advice[Action]:
    action = levels.best_action(values)
    return Advice(action, _hands(view, action), reason(view, action), levels.tied_actions(values, action))


def _hands(view: View, action: Action) -> tuple[tuple[str, float], ...]:
    """Return the number of sets in the hand after an action."""
    return () if action.verb == Verb.NEXT_ROUND else (("hint.sets", float(sets_in(hand_after(view, action)))),)


def hand_after(view: View, action: Action) -> Cards:
    """Return the own hand after an action, with the set that it sends back there."""
    match action.verb:
        case Verb.TURN:
            return turned(view.hand)
        case Verb.TAKE:
            return (*view.hand, *turned(view.sets[action.place]))
    left = tuple(card for card in view.hand if card not in action.cards)
    beaten = outcome_of(view, action).beaten
    is_own = beaten >= 0 and owner_of(beaten, len(view.hand_counts)) == view.seat
    return (*left, *turned(view.sets[beaten])) if is_own else left


def explain_action(view: View, action: Action) -> Advice[Action]:
    """Return the reason for ``action``, and its numbers."""
    return Advice(action, _hands(view, action), reason(view, action))


def speaks_for(view: View, action: Action, why: Reason) -> bool:
    """Return True if the reason for another action is one for ``action``, too."""
    if why.key in FEWER:
        return leaves_as_few(view, action, dict(why.blanks)["count"])
    if why.key in MORE:
        return action.verb == Verb.PLAY and len(action.cards) >= dict(why.blanks).get("number", 2)
    return reason(view, action).key == why.key


def rollout_candidates(view: View) -> list[Action]:
    """Return the actions worth considering, best one-look value first."""
    if len(view.legal) == 1:
        return list(view.legal)
    outlook = outlook_of(view)
    return sorted(candidates(outlook), key=lambda action: -value_of(outlook, action))


def greedy(view: View) -> Action:
    """Play the largest set, of equals the highest, regardless of later needs: the baseline bot."""
    plays = [action for action in view.legal if action.verb == Verb.PLAY]
    if plays:
        return max(plays, key=lambda action: (len(action.cards), deck.ACTIVE[action.cards[0]]))
    adds = [action for action in view.legal if action.verb == Verb.ADD]
    if adds:
        return adds[0]
    return TURN if TURN in view.legal else view.legal[0]
