"""What time does by itself: touches expire, cards are flipped, counts, choices, buzzes and looks run out.

Time enters as the stamp of an action. Everything due before it has happened by then; what is due at the very
stamp has happened for a tick and has not yet happened for anything else, so that a hand at the last
millisecond still counts.
"""

from __future__ import annotations

from game.core.live import NEVER
from game.games.twin_it import buzzers, claims, minute
from game.games.twin_it.events import CardFlipped, Event, TouchExpired
from game.games.twin_it.state import (
    PHASE_LAST_LOOK,
    PHASE_OPEN,
    STACK,
    Lying,
    Phase,
    State,
    in_teams,
    lay,
    lift,
    lying,
    seats_of,
    show,
    without_touches,
)


def window(state: State) -> int:
    """How long a hand waits for a second one, in milliseconds (sections 2 and 4)."""
    return state.options.team_window if in_teams(state) else state.options.touch_window


def next_due(state: State) -> int:
    """When something happens by itself next, or NEVER."""
    if state.touches and state.phase in (PHASE_OPEN, PHASE_LAST_LOOK):
        return min(state.due, state.touches[0].at + window(state))
    return state.due


def advance(state: State, at: int, inclusive: bool, events: list[Event]) -> State:
    """Let everything happen that is due before ``at``, or with ``inclusive`` up to it."""
    while True:
        due = next_due(state)
        if due >= NEVER or due > at or (due == at and not inclusive):
            return state
        state = _happen(state, due, events)


def _happen(state: State, at: int, events: list[Event]) -> State:
    """The one thing that is due now. A touch that runs out does so before anything else."""
    if at < state.due or (state.touches and state.touches[0].at + window(state) == at):
        return _expire(state, at, events)
    if state.phase == PHASE_OPEN:
        return flip(state, at, events)
    if state.phase == Phase.COUNT:
        return claims.end_contest(state, at, events)
    if state.phase == Phase.CHOOSE:
        return claims.lose(state, state.turn, at, events)
    if state.phase == Phase.BUZZED:
        return buzzers.resolve(state, at, events)
    return minute.finish(state, events) if state.phase == Phase.MINUTE else claims.finish(state, events)


def _expire(state: State, at: int, events: list[Event]) -> State:
    """The oldest hand leaves its card; a triple over which several hold one copy each goes to nobody (section 2)."""
    oldest = state.touches[0]
    things = lying(state)
    pattern = state.deck[things[oldest.card].face]
    if len(claims.rivals(state, things, pattern)) > 1:
        return claims.contest(state, things, pattern, at, events)
    events.append(TouchExpired(oldest.seat, oldest.card))
    return state._replace(touches=state.touches[1:])


def flip(state: State, at: int, events: list[Event]) -> State:
    """The seat in turn turns its top card over onto a free spot: two new faces (section 2)."""
    seat = state.turn
    face = state.stacks[seat][-1]
    card = face // 2
    state = lift(state, Lying(card, face, STACK, seat, (card,)))
    state, spot = lay(state, face ^ 1)
    events.append(CardFlipped(seat, card, state.deck[face ^ 1], spot))
    state = show(state, card, at)._replace(flipper=seat, earned=False, touches=without_touches(state.touches, (card,)))
    state = claims.uncover(state, seat, at, events)
    return claims.reopen(state, (seat + 1) % seats_of(state), at, events)
