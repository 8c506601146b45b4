"""Several people at one device: the first buzz owns the table for three seconds (rule text, section 2.1).

Two buzzes within the tie margin both count: they are a contest if they name the same pair. In teams a buzz
is for the whole team, and two of its members point.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.protocol import IllegalAction
from game.games.twin_it import claims
from game.games.twin_it.claims import Things
from game.games.twin_it.events import Buzzed, CardTouched, Event
from game.games.twin_it.position import (
    BUZZ_MS,
    Buzz,
    Phase,
    Position,
    Touch,
    in_teams,
    lying,
    side_of,
)


def buzz(pos: Position, seat: int, at: int, events: list[Event]) -> Position:
    """``seat`` buzzes: first, or within the tie margin of the first."""
    if pos.phase != Phase.BUZZED:
        # a buzz for nothing must not make the last look longer
        left = pos.due - at if pos.phase == Phase.LAST_LOOK else 0
        pos = pos._replace(phase=Phase.BUZZED, touches=(), look_left=left)
    elif at - pos.buzzes[0].at > pos.options.tie_margin:
        raise IllegalAction("buzzed_first")
    elif any(side_of(pos, other.seat) == side_of(pos, seat) for other in pos.buzzes):
        raise IllegalAction("buzzed_already")
    events.append(Buzzed(seat))
    # who has named two already waits for this one as well, see ``point``
    buzzes = (*pos.buzzes, Buzz(seat, at))
    return pos._replace(buzzes=buzzes, due=buzzes[0].at + BUZZ_MS)


def point(pos: Position, seat: int, cards: Sequence[int], at: int, events: list[Event]) -> Position:
    """A side that has buzzed points at cards; once every such side has named two, it is decided."""
    things = lying(pos)
    keys = claims.targets(pos, things, seat, cards)
    place = next((n for n, b in enumerate(pos.buzzes) if side_of(pos, b.seat) == side_of(pos, seat)), -1)
    if place < 0:
        raise IllegalAction("buzz_first")
    own = pos.buzzes[place]
    if len(own.touches) + len(keys) > 2 or any(touch.card in keys for touch in own.touches):
        raise IllegalAction("touched_already")
    own = own._replace(touches=own.touches + tuple(Touch(seat, key, at) for key in keys))
    events += [CardTouched(seat, key) for key in keys]
    pos = pos._replace(buzzes=(*pos.buzzes[:place], own, *pos.buzzes[place + 1 :]))
    if any(len(b.touches) < 2 for b in pos.buzzes):
        return pos
    # nobody is that fast; but until the margin is over somebody else can still have buzzed at the same time
    until = pos.buzzes[0].at + pos.options.tie_margin
    return pos._replace(due=until) if at < until else resolve(pos, at, events)


def _wrong(pos: Position, things: Things, buzzed: Buzz) -> str:
    """What is wrong with what a side has named, or nothing."""
    if len(buzzed.touches) < 2:
        return "late"
    if in_teams(pos) and buzzed.touches[0].seat == buzzed.touches[1].seat:
        return "alone"
    return claims.what_is_wrong(pos, things, buzzed.seat, _named(buzzed))


def _named(buzzed: Buzz) -> tuple[int, ...]:
    return tuple(sorted(touch.card for touch in buzzed.touches))


def resolve(pos: Position, at: int, events: list[Event]) -> Position:
    """Decide between the buzzes: valid claims in their order, then errors (T7), and last what several named."""
    things, buzzes = lying(pos), pos.buzzes
    wrong = {buzzed.seat: _wrong(pos, things, buzzed) for buzzed in buzzes}
    right = [buzzed for buzzed in buzzes if not wrong[buzzed.seat]]
    pattern = _contested(pos, things, right)
    rivals = [buzzed for buzzed in right if pattern == _pattern(pos, things, buzzed)]
    pos = pos._replace(buzzes=())
    for buzzed in right:
        if buzzed in rivals:
            continue
        things = lying(pos)
        # what an earlier claim took or turned is no longer there to be named, and nobody was wrong
        if all(key in things for key in _named(buzzed)) and not claims.what_is_wrong(
            pos, things, buzzed.seat, _named(buzzed)
        ):
            mate = buzzed.touches[0].seat if in_teams(pos) else -1
            pos = claims.win(pos, things, buzzed.touches[1].seat, mate, _named(buzzed), at, events)
        if pos.phase == Phase.OVER:
            return pos
    errors = [buzzed for buzzed in buzzes if wrong[buzzed.seat]]
    for buzzed in errors:
        offender = buzzed.touches[-1].seat if buzzed.touches else buzzed.seat
        pos = _chosen(pos, at, events)
        pos = claims.error(pos, offender, _named(buzzed), wrong[buzzed.seat], at, events)
    if not rivals:
        return pos
    pos = _chosen(pos, at, events)._replace(touches=tuple(touch for rival in rivals for touch in rival.touches))
    return claims.contest(pos, lying(pos), pattern, at, events)


def _pattern(pos: Position, things: Things, buzzed: Buzz) -> int:
    return pos.deck[things[_named(buzzed)[0]].face]


def _contested(pos: Position, things: Things, right: Sequence[Buzz]) -> int:
    """The pattern of a pair that several have named, or -1."""
    named = [_named(buzzed) for buzzed in right]
    return next((_pattern(pos, things, buzzed) for buzzed in right if named.count(_named(buzzed)) > 1), -1)


def _chosen(pos: Position, at: int, events: list[Event]) -> Position:
    """Where something else follows at once, whoever was wrong has the set that costs least chosen for them."""
    return claims.lose(pos, pos.turn, at, events) if pos.phase == Phase.CHOOSE else pos
