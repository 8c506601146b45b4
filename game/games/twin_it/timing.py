"""What time does by itself: touches expire, cards are flipped, counts, choices, buzzes and looks run out.

Time enters as the stamp of an action. Everything due before it has happened by then; what is due at the very
stamp has happened for a tick and has not yet happened for anything else, so that a hand at the last
millisecond still counts.
"""

from __future__ import annotations

from game.games.twin_it import buzzers, claims, minute
from game.games.twin_it.events import CardFlipped, Event, TouchExpired
from game.games.twin_it.position import (
    NEVER,
    STACK,
    Lying,
    Phase,
    Position,
    in_teams,
    lay,
    lift,
    lying,
    seats_of,
    show,
    without_touches,
)


def window(pos: Position) -> int:
    """How long a hand waits for a second one, in milliseconds (sections 2 and 4)."""
    return pos.options.team_window if in_teams(pos) else pos.options.touch_window


def next_due(pos: Position) -> int:
    """When something happens by itself next, or NEVER."""
    if pos.phase in (Phase.OPEN, Phase.LAST_LOOK) and pos.touches:
        return min(pos.due, pos.touches[0].at + window(pos))
    return pos.due


def advance(pos: Position, at: int, inclusive: bool, events: list[Event]) -> Position:
    """Let everything happen that is due before ``at``, or with ``inclusive`` up to it."""
    while True:
        due = next_due(pos)
        if due >= NEVER or due > at or (due == at and not inclusive):
            return pos
        pos = _happen(pos, due, events)


def _happen(pos: Position, at: int, events: list[Event]) -> Position:
    """The one thing that is due now. A touch that runs out does so before anything else."""
    if at < pos.due or (pos.touches and pos.touches[0].at + window(pos) == at):
        return _expire(pos, at, events)
    if pos.phase == Phase.OPEN:
        return flip(pos, at, events)
    if pos.phase == Phase.COUNT:
        return claims.end_contest(pos, at, events)
    if pos.phase == Phase.CHOOSE:
        return claims.lose(pos, pos.turn, at, events)
    if pos.phase == Phase.BUZZED:
        return buzzers.resolve(pos, at, events)
    return minute.finish(pos, events) if pos.phase == Phase.MINUTE else claims.finish(pos, events)


def _expire(pos: Position, at: int, events: list[Event]) -> Position:
    """The oldest hand leaves its card; a triple over which several hold one copy each goes to nobody (section 2)."""
    oldest = pos.touches[0]
    things = lying(pos)
    pattern = pos.deck[things[oldest.card].face]
    if len(claims.rivals(pos, things, pattern)) > 1:
        return claims.contest(pos, things, pattern, at, events)
    events.append(TouchExpired(oldest.seat, oldest.card))
    return pos._replace(touches=pos.touches[1:])


def flip(pos: Position, at: int, events: list[Event]) -> Position:
    """The seat in turn turns its top card over onto a free spot: two new faces (section 2)."""
    seat = pos.turn
    face = pos.stacks[seat][-1]
    card = face // 2
    pos = lift(pos, Lying(card, face, STACK, seat, (card,)))
    pos, spot = lay(pos, face ^ 1)
    events.append(CardFlipped(seat, card, pos.deck[face ^ 1], spot))
    pos = show(pos, card, at)._replace(flipper=seat, touches=without_touches(pos.touches, (card,)))
    pos = claims.uncover(pos, seat, at, events)
    return claims.reopen(pos, (seat + 1) % seats_of(pos), at, events)
