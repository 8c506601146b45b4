"""A finite choice of what can happen next in Twin It!, enough to play every game to its end.

The rules allow far more: any hand on any card at any millisecond. This is for playouts, not for players.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from game.games.twin_it import claims, minute, timing
from game.games.twin_it.actions import Action, Verb
from game.games.twin_it.options import CONTEST
from game.games.twin_it.position import (
    BESIDE,
    NEVER,
    SET,
    SPOT,
    Lying,
    Phase,
    Position,
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


def legal_actions(pos: Position) -> tuple[Action, ...]:
    """A finite choice of what can happen next, enough to play every game to its end.

    All stamps are the same: one step ahead, or where something is due if that is earlier. So none of these
    can still be done once another has been. There are every true pair for every seat and one false pair for
    the seat that the table waits for.
    """
    if pos.phase == Phase.OVER:
        return ()
    due = timing.next_due(pos)
    at = pos.now + 1 if due <= pos.now else min(pos.now + STEP_MS, due)
    found = [] if due < at else list(_possible(pos, at))
    # who has buzzed and can point at something does so
    if due < NEVER and (pos.phase != Phase.BUZZED or not found):
        found.append(Action(Verb.TICK, at))
    return tuple(found)


def _possible(pos: Position, at: int) -> Iterator[Action]:
    """What can be done at ``at``, before which nothing happens by itself."""
    if pos.phase == Phase.MINUTE:
        yield from _possible_gathering(pos, at)
    elif pos.phase == Phase.CHOOSE:
        for key in claims.losable(pos, pos.turn):
            yield Action(Verb.CHOOSE, at, pos.turn, (key,))
    elif pos.phase == Phase.BUZZED:
        for buzzed in pos.buzzes:
            if len(buzzed.touches) == 2:
                continue
            yield from _pointing(
                pos, buzzed.seat, tuple(t.card for t in buzzed.touches), at, not _pairs(pos, buzzed.seat)[0]
            )
    elif pos.phase != Phase.COUNT:
        if pos.phase == Phase.OPEN and at >= pos.flip_from and (not pos.options.calm or say_of(pos) < 0):
            yield Action(Verb.FLIP, at, pos.turn)
        yield from _possible_claims(pos, at)


def _pairs(pos: Position, seat: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """All true pairs that ``seat`` could touch, and one false one."""
    things = [thing for thing in lying(pos).values() if len(thing.cards) < 3 and not _is_closed(pos, seat, thing)]
    true = [
        (one.card, other.card)
        for number, one in enumerate(things)
        for other in things[:number]
        if pos.deck[one.face] == pos.deck[other.face] and may_use(pos, seat, one)
    ]
    false = [(a.card, b.card) for a, b in pairwise(things) if pos.deck[a.face] != pos.deck[b.face]]
    return true, false[:1]


def _is_closed(pos: Position, seat: int, thing: Lying) -> bool:
    """Whether ``seat`` cannot lay a hand on ``thing`` now."""
    return (thing.where == BESIDE and is_bound(pos, seat)) or any(touch.card == thing.card for touch in pos.touches)


def _possible_claims(pos: Position, at: int) -> Iterator[Action]:
    """Claims, buzzes and passes while the table is open."""
    if pos.options.calm:
        seat = say_of(pos)
        if seat >= 0:
            yield Action(Verb.PASS, at, seat)
            true, false = _pairs(pos, seat)
            # a wrong claim uses a look up: once a round is enough, or a playout would hardly ever end
            pairs = true + (false if pos.passed == 0 else [])
            yield from (Action(Verb.TOUCH, at, seat, pair) for pair in pairs)
        return
    for seat in range(seats_of(pos)):
        if pos.options.buzzers:
            # the seat in turn may buzz for nothing, but not so often that nobody ever flips
            if _pairs(pos, seat)[0] or (seat == pos.turn and at >= pos.flip_from):
                yield Action(Verb.BUZZ, at, seat)
        else:
            hands = tuple(t.card for t in pos.touches if side_of(pos, t.seat) == side_of(pos, seat))
            yield from _pointing(pos, seat, hands, at, seat == pos.turn and at >= pos.flip_from)


def _pointing(pos: Position, seat: int, hands: tuple[int, ...], at: int, errs: bool = True) -> Iterator[Action]:
    """The ways in which ``seat`` can make a claim, given what its side has a hand on already."""
    true, false = _pairs(pos, seat)
    pairs = true + (false if errs else [])
    if in_teams(pos):
        side = [s for s in range(seats_of(pos)) if side_of(pos, s) == side_of(pos, seat)]
        if hands:
            copies = [card for card, thing in lying(pos).items() if _answers(pos, seat, hands[0], card, thing)]
            yield from (Action(Verb.TOUCH, at, member, (card,)) for card in copies for member in side)
        else:
            yield from (Action(Verb.TOUCH, at, seat, (card,)) for card in sorted({c for pair in pairs for c in pair}))
    elif len(hands) == 1:
        things = lying(pos)
        copies = [card for card, thing in things.items() if _answers(pos, seat, hands[0], card, thing)]
        yield from (Action(Verb.TOUCH, at, seat, (card,)) for card in copies)
    else:
        yield from (Action(Verb.TOUCH, at, seat, pair) for pair in pairs)


def _answers(pos: Position, seat: int, hand: int, card: int, thing: Lying) -> bool:
    """Whether a hand on ``card`` makes a true pair with ``hand``."""
    first = lying(pos)[hand]
    return (
        card != hand
        and len(thing.cards) < 3
        and pos.deck[thing.face] == pos.deck[first.face]
        and not _is_closed(pos, seat, thing)
    )


def _possible_gathering(pos: Position, at: int) -> Iterator[Action]:
    """Dealing, turning and gathering, by everybody."""
    looks = minute.looks_left(pos) > 0
    things = lying(pos)
    waiting = [seat for seat in range(seats_of(pos)) if at >= pos.locks[seat]]
    for seat in range(seats_of(pos)):
        if pos.stacks[0] and looks:
            yield Action(Verb.DEAL, at, seat)
    if looks:
        yield from (Action(Verb.TURN, at, pos.turn, (t.card,)) for t in things.values() if t.where == SPOT)
    else:
        yield Action(Verb.PASS, at, pos.turn)
    for seat in waiting:
        true, false = _pairs(pos, seat)
        for pair in true + (false if seat == pos.turn else []):
            sets = [things[key] for key in pair if things[key].where == SET]
            if len(sets) < 2 and (pos.options.mode != CONTEST or all(thing.place == seat for thing in sets)):
                yield Action(Verb.COLLECT, at, seat, pair)
