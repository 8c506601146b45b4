"""Actions that a player might try in a position of any game, drawn without asking the rules what is legal."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import combinations, product
from typing import Any

from game.core.game import Action, AnyGame, IllegalAction, State
from game.core.rng import Rng
from game.games.dnup.deck import ACTIVE
from game.games.dnup.rules import Action as Turn
from game.games.dnup.rules import Verb as TurnVerb
from game.games.twin_it.events import SetStolen, SetWon
from game.games.twin_it.state import BLANKS
from game.games.twin_it.state import Action as Hand
from game.games.twin_it.state import Verb as HandVerb

#: dnuP: any cards of a hand up to this number are tried together, and all that are alike
MOST_MIXED = 2
#: two touches are tried on all faces that are alike and on so many others
OTHERS = 12
#: so many actions are tried with any values of their fields
MOST_GENERIC = 500


def values_of(actions: Iterable[Any]) -> list[list[Any]]:
    """Return the values that each field of actions may take.

    These are all verbs, the numbers met and those beside them, no card and each card met.
    """
    columns: list[list[Any]] = []
    for met in zip(*actions, strict=True):
        first = met[0]
        if isinstance(first, IntEnum):
            columns.append(list(type(first)))
        elif isinstance(first, int):
            columns.append(sorted({number + by for number in met for by in (-1, 0, 1)}))
        else:
            columns.append([(), *((card,) for card in sorted({card for cards in met for card in cards}))])
    return columns


def candidates(game: AnyGame, state: State, columns: Sequence[Sequence[Any]], kind: Any, rng: Rng) -> Iterator[Any]:
    """Yield actions of the class ``kind``, legal or not.

    They have any values of their fields; games add combinations of their own.
    """
    if game.real_time:
        yield from _hands(game, state, rng)
        return
    every = [kind(*fields) for fields in product(*columns)]
    yield from every if len(every) <= MOST_GENERIC else rng.shuffled(every)[:MOST_GENERIC]
    yield from BESIDE.get(game.name, lambda _state: ())(state)


def applied(game: AnyGame, state: State, action: Action) -> tuple[State, tuple[Any, ...]] | None:
    """Return the result of ``apply``, or None if it refuses."""
    try:
        return game.apply(state, action, Rng(1))
    except IllegalAction:
        return None


# ---- actions with cards ------------------------------------------------------------------------------


def _sets(state: Any) -> Iterator[Any]:
    """Yield actions of dnuP: any cards of the hand together, and each of them or none with every place."""
    hand = sorted(state.hands[state.turn])
    for cards in (cards for size in range(1, MOST_MIXED + 1) for cards in combinations(hand, size)):
        yield Turn(TurnVerb.PLAY, cards)
    for value in {ACTIVE[card] for card in hand}:
        alike = [card for card in hand if ACTIVE[card] == value]
        for size in range(MOST_MIXED + 1, len(alike) + 1):
            yield from (Turn(TurnVerb.PLAY, cards) for cards in combinations(alike, size))
    for place in range(-1, len(state.sets) + 1):
        yield Turn(TurnVerb.TAKE, (), place)
        yield from (Turn(TurnVerb.ADD, (card,), place) for card in hand)


#: further actions of a game, with several cards in a field
BESIDE: dict[str, Callable[[Any], Iterable[Any]]] = {"dnup": _sets}


# ---- touches in real time ------------------------------------------------------------------------------


def stamp_of(game: AnyGame, state: Any) -> int:
    """Return the stamp that all legal actions of this position have."""
    (stamp,) = {action.at_ms for action in game.legal_actions(state)}
    return stamp


def _hands(game: AnyGame, state: Any, rng: Rng) -> Iterator[Hand]:
    """Yield every verb by every seat on every card in play.

    Two touches are tried on all cards that look alike and on some that do not.
    """
    at, things, deck = stamp_of(game, state), state.lying(), state.deck
    pairs = list(combinations(things, 2))
    alike = [pair for pair in pairs if deck[things[pair[0]].face] == deck[things[pair[1]].face]]
    unlike = [pair for pair in pairs if pair not in alike]
    chosen: list[tuple[int, ...]] = [*alike, *rng.shuffled(unlike)[:OTHERS]]
    chosen += list(combinations(sorted({card for pair in alike for card in pair}), 3))[:OTHERS]
    chosen += [(card,) for card in things]
    chosen.append(())
    for verb, (least, most) in BLANKS.items():
        if verb == HandVerb.TICK:
            yield Hand(verb, at)
        elif verb == HandVerb.MOVE:
            yield from (Hand(verb, at, 0, (card, spot)) for card in list(things)[:2] for spot in range(-1, 20, 3))
        else:
            fitting = [cards for cards in chosen if least <= len(cards) <= most]
            yield from (Hand(verb, at, seat, cards) for seat in range(state.seats) for cards in fitting)


def is_omitted(game: AnyGame, state: Any, action: Hand, after: Any, events: Sequence[Any]) -> bool:
    """Return whether the rules accept ``action`` although Twin It!'s ``legal_actions`` leaves it out on purpose."""
    verb, at, seat, cards = action
    things, deck = state.lying(), state.deck
    faces = [things[card].face for card in cards if card in things]
    if verb in (HandVerb.TICK, HandVerb.MOVE):
        return True
    if verb in (HandVerb.TURN, HandVerb.PASS) and not state.stacks[1:]:
        return seat != state.turn
    if verb == HandVerb.COLLECT:
        return len(cards) > 2 or len({deck[face] for face in faces}) > 1
    if verb == HandVerb.BUZZ:
        pairs = combinations(things, 2)
        alike = [pair for pair in pairs if deck[things[pair[0]].face] == deck[things[pair[1]].face]]
        return not _wins(game, after, seat, at + 1000, alike)
    if verb == HandVerb.TOUCH:
        if {touch.card for touch in state.touches} & {*cards}:
            return True
        if any(isinstance(event, SetWon | SetStolen) for event in events):
            return False
        answers = [(key,) for key, thing in things.items() if key not in cards and deck[thing.face] == deck[faces[0]]]
        return not (state.options.in_teams and _wins(game, after, seat, at + 1, answers))
    return False


def _wins(game: AnyGame, state: Any, seat: int, at: int, hands: Iterable[tuple[int, ...]]) -> bool:
    """Return whether the side of ``seat`` wins a set by such touches at ``at``; in teams two players touch one each."""
    side = state.members(state.side_of(seat))
    for cards in hands:
        if len(cards) > 1 and state.options.in_teams:
            first = applied(game, state, Hand(HandVerb.TOUCH, at, side[0], cards[:1]))
            if first and _wins(game, first[0], seat, at + 1, [cards[1:]]):
                return True
        for member in side:
            done = applied(game, state, Hand(HandVerb.TOUCH, at, member, cards))
            if done and any(isinstance(event, SetWon | SetStolen) for event in done[1]):
                return True
    return False
