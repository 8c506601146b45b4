"""A finite choice of what can happen next in Twin It!, enough to play every game to its end.

The rules allow far more: any hand on any card at any millisecond. This is for playouts, not for players.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from game.games.twin_it import claims, minute, timing
from game.games.twin_it.actions import Action, Verb
from game.games.twin_it.options import CONTEST
from game.games.twin_it.state import (
    BESIDE,
    NEVER,
    SET,
    SPOT,
    Lying,
    Phase,
    State,
    in_teams,
    is_bound,
    lying,
    may_use,
    say_of,
    seats_of,
    side_of,
)

#: how far ahead the stamps lie
STEP_MS = 500


def legal_actions(state: State) -> tuple[Action, ...]:
    """A finite choice of what can happen next, enough to play every game to its end.

    All stamps are the same: one step ahead, or where something is due if that is earlier. So none of these
    can still be done once another has been. There are every true pair for every seat and one false pair for
    the seat that the table waits for.
    """
    if state.phase == Phase.OVER:
        return ()
    due = timing.next_due(state)
    at = state.now + 1 if due <= state.now else min(state.now + STEP_MS, due)
    found = [] if due < at else list(_possible(state, at))
    # who has buzzed and can point at something does so
    if due < NEVER and (state.phase != Phase.BUZZED or not found):
        found.append(Action(Verb.TICK, at))
    return tuple(found)


def _possible(state: State, at: int) -> Iterator[Action]:
    """What can be done at ``at``, before which nothing happens by itself."""
    if state.phase == Phase.MINUTE:
        yield from _possible_gathering(state, at)
    elif state.phase == Phase.CHOOSE:
        for key in claims.losable(state, state.turn):
            yield Action(Verb.CHOOSE, at, state.turn, (key,))
    elif state.phase == Phase.BUZZED:
        for buzzed in state.buzzes:
            if len(buzzed.touches) == 2:
                continue
            yield from _pointing(
                state, buzzed.seat, tuple(t.card for t in buzzed.touches), at, not _pairs(state, buzzed.seat)[0]
            )
    elif state.phase != Phase.COUNT:
        if state.phase == Phase.OPEN and at >= state.flip_from and (not state.options.calm or say_of(state) < 0):
            yield Action(Verb.FLIP, at, state.turn)
        yield from _possible_claims(state, at)


def _pairs(state: State, seat: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """All true pairs that ``seat`` could touch, and one false one."""
    things = [thing for thing in lying(state).values() if len(thing.cards) < 3 and not _is_closed(state, seat, thing)]
    true = [
        (one.card, other.card)
        for number, one in enumerate(things)
        for other in things[:number]
        if state.deck[one.face] == state.deck[other.face] and may_use(state, seat, one)
    ]
    false = [(a.card, b.card) for a, b in pairwise(things) if state.deck[a.face] != state.deck[b.face]]
    return true, false[:1]


def _is_closed(state: State, seat: int, thing: Lying) -> bool:
    """Whether ``seat`` cannot lay a hand on ``thing`` now."""
    return (thing.where == BESIDE and is_bound(state, seat)) or any(touch.card == thing.card for touch in state.touches)


def _possible_claims(state: State, at: int) -> Iterator[Action]:
    """Claims, buzzes and passes while the table is open."""
    if state.options.calm:
        seat = say_of(state)
        if seat >= 0:
            yield Action(Verb.PASS, at, seat)
            true, false = _pairs(state, seat)
            # a wrong claim uses a look up: once a round is enough, or a playout would hardly ever end
            pairs = true + (false if state.passed == 0 else [])
            yield from (Action(Verb.TOUCH, at, seat, pair) for pair in pairs)
        return
    for seat in range(seats_of(state)):
        if state.options.buzzers:
            # the seat in turn may buzz for nothing, but not so often that nobody ever flips
            if _pairs(state, seat)[0] or (seat == state.turn and at >= state.flip_from):
                yield Action(Verb.BUZZ, at, seat)
        else:
            hands = tuple(t.card for t in state.touches if side_of(state, t.seat) == side_of(state, seat))
            yield from _pointing(state, seat, hands, at, seat == state.turn and at >= state.flip_from)


def _pointing(state: State, seat: int, hands: tuple[int, ...], at: int, errs: bool = True) -> Iterator[Action]:
    """The ways in which ``seat`` can make a claim, given what its side has a hand on already."""
    true, false = _pairs(state, seat)
    pairs = true + (false if errs else [])
    if in_teams(state):
        side = [s for s in range(seats_of(state)) if side_of(state, s) == side_of(state, seat)]
        if hands:
            copies = [card for card, thing in lying(state).items() if _answers(state, seat, hands[0], card, thing)]
            yield from (Action(Verb.TOUCH, at, member, (card,)) for card in copies for member in side)
        else:
            yield from (Action(Verb.TOUCH, at, seat, (card,)) for card in sorted({c for pair in pairs for c in pair}))
    elif len(hands) == 1:
        things = lying(state)
        copies = [card for card, thing in things.items() if _answers(state, seat, hands[0], card, thing)]
        yield from (Action(Verb.TOUCH, at, seat, (card,)) for card in copies)
    else:
        yield from (Action(Verb.TOUCH, at, seat, pair) for pair in pairs)


def _answers(state: State, seat: int, hand: int, card: int, thing: Lying) -> bool:
    """Whether a hand on ``card`` makes a true pair with ``hand``."""
    first = lying(state)[hand]
    return (
        card != hand
        and len(thing.cards) < 3
        and state.deck[thing.face] == state.deck[first.face]
        and not _is_closed(state, seat, thing)
    )


def _possible_gathering(state: State, at: int) -> Iterator[Action]:
    """Dealing, turning and gathering, by everybody."""
    looks = minute.looks_left(state) > 0
    things = lying(state)
    waiting = [seat for seat in range(seats_of(state)) if at >= state.locks[seat]]
    for seat in range(seats_of(state)):
        if state.stacks[0] and looks:
            yield Action(Verb.DEAL, at, seat)
    if looks:
        yield from (Action(Verb.TURN, at, state.turn, (t.card,)) for t in things.values() if t.where == SPOT)
    else:
        yield Action(Verb.PASS, at, state.turn)
    for seat in waiting:
        true, false = _pairs(state, seat)
        for pair in true + (false if seat == state.turn else []):
            sets = [things[key] for key in pair if things[key].where == SET]
            if len(sets) < 2 and (state.options.mode != CONTEST or all(thing.place == seat for thing in sets)):
                yield Action(Verb.COLLECT, at, seat, pair)
