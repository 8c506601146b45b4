"""Several people at one device: the first buzz owns the table for three seconds (rule text, section 2.1).

Two buzzes within the tie margin both count: they are a contest if they name the same pair. In teams a buzz
is for the whole team, and two of its members point.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.game import IllegalAction
from game.games.twin_it import claims
from game.games.twin_it.claims import Things
from game.games.twin_it.events import Buzzed, CardTouched, Event
from game.games.twin_it.state import (
    BUZZ_MS,
    Buzz,
    Phase,
    State,
    Touch,
    in_teams,
    lying,
    side_of,
)


def buzz(state: State, seat: int, at: int, events: list[Event]) -> State:
    """``seat`` buzzes: first, or within the tie margin of the first."""
    if state.phase != Phase.BUZZED:
        # a buzz for nothing must not make the last look longer
        left = state.due - at if state.phase == Phase.LAST_LOOK else 0
        state = state._replace(phase=Phase.BUZZED, touches=(), look_left=left)
    elif at - state.buzzes[0].at > state.options.tie_margin:
        raise IllegalAction("buzzed_first")
    elif any(side_of(state, other.seat) == side_of(state, seat) for other in state.buzzes):
        raise IllegalAction("buzzed_already")
    events.append(Buzzed(seat))
    # who has named two already waits for this one as well, see ``point``
    buzzes = (*state.buzzes, Buzz(seat, at))
    return state._replace(buzzes=buzzes, due=buzzes[0].at + BUZZ_MS)


def point(state: State, seat: int, cards: Sequence[int], at: int, events: list[Event]) -> State:
    """A side that has buzzed points at cards; once every such side has named two, it is decided."""
    things = lying(state)
    keys = claims.targets(things, cards)
    place = next((n for n, b in enumerate(state.buzzes) if side_of(state, b.seat) == side_of(state, seat)), -1)
    if place < 0:
        raise IllegalAction("buzz_first")
    own = state.buzzes[place]
    if len(own.touches) + len(keys) > 2 or any(touch.card in keys for touch in own.touches):
        raise IllegalAction("touched_already")
    own = own._replace(touches=own.touches + tuple(Touch(seat, key, at) for key in keys))
    events += [CardTouched(seat, key) for key in keys]
    state = state._replace(buzzes=(*state.buzzes[:place], own, *state.buzzes[place + 1 :]))
    if any(len(b.touches) < 2 for b in state.buzzes):
        return state
    # nobody is that fast; but until the margin is over somebody else can still have buzzed at the same time
    until = state.buzzes[0].at + state.options.tie_margin
    return state._replace(due=until) if at < until else resolve(state, at, events)


def _wrong(state: State, things: Things, buzzed: Buzz) -> str:
    """What is wrong with what a side has named, or nothing."""
    if len(buzzed.touches) < 2:
        return "late"
    if in_teams(state) and buzzed.touches[0].seat == buzzed.touches[1].seat:
        return "alone"
    return claims.what_is_wrong(state, things, buzzed.seat, _named(buzzed))


def _named(buzzed: Buzz) -> tuple[int, ...]:
    return tuple(sorted(touch.card for touch in buzzed.touches))


def resolve(state: State, at: int, events: list[Event]) -> State:
    """Decide between the buzzes: valid claims in their order, then errors (T7), and last what several named."""
    things, buzzes = lying(state), state.buzzes
    wrong = {buzzed.seat: _wrong(state, things, buzzed) for buzzed in buzzes}
    right = [buzzed for buzzed in buzzes if not wrong[buzzed.seat]]
    pattern = _contested(state, things, right)
    rivals = [buzzed for buzzed in right if pattern == _pattern(state, things, buzzed)]
    state = state._replace(buzzes=())
    for buzzed in right:
        if buzzed in rivals:
            continue
        things = lying(state)
        # what an earlier claim took or turned is no longer there to be named, and nobody was wrong
        if all(key in things for key in _named(buzzed)) and not claims.what_is_wrong(
            state, things, buzzed.seat, _named(buzzed)
        ):
            mate = buzzed.touches[0].seat if in_teams(state) else -1
            state = claims.win(state, things, buzzed.touches[1].seat, _named(buzzed), at, events, mate=mate)
        if state.phase == Phase.OVER:
            return state
    errors = [buzzed for buzzed in buzzes if wrong[buzzed.seat]]
    for buzzed in errors:
        offender = buzzed.touches[-1].seat if buzzed.touches else buzzed.seat
        state = _chosen(state, at, events)
        state = claims.error(state, offender, _named(buzzed), wrong[buzzed.seat], at, events)
    if not rivals:
        return state
    state = _chosen(state, at, events)._replace(touches=tuple(touch for rival in rivals for touch in rival.touches))
    return claims.contest(state, lying(state), pattern, at, events)


def _pattern(state: State, things: Things, buzzed: Buzz) -> int:
    return state.deck[things[_named(buzzed)[0]].face]


def _contested(state: State, things: Things, right: Sequence[Buzz]) -> int:
    """The pattern of a pair that several have named, or -1."""
    named = [_named(buzzed) for buzzed in right]
    return next((_pattern(state, things, buzzed) for buzzed in right if named.count(_named(buzzed)) > 1), -1)


def _chosen(state: State, at: int, events: list[Event]) -> State:
    """Where something else follows at once, whoever was wrong has the set that costs least chosen for them."""
    return claims.lose(state, state.turn, at, events) if state.phase == Phase.CHOOSE else state
