"""The co-operative minute and the timed contest (rule text, sections 5 and 6).

One common stack, everybody at once: deal, turn over, move, gather. Without a clock (calm mode) a number of
looks takes the place of the seconds: each deal and each turn uses one up, and so does a wrong set.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.protocol import IllegalAction
from game.games.twin_it.events import (
    CardDealt,
    CardMoved,
    CardTurned,
    CollectRefused,
    Event,
    GameEnded,
    SetCollected,
    SetExtended,
)
from game.games.twin_it.options import CONTEST
from game.games.twin_it.position import (
    LOCK_MS,
    NEVER,
    SET,
    Phase,
    Position,
    WonSet,
    faces_of,
    key_of,
    lay,
    lift,
    lying,
    put,
    show,
)
from game.games.twin_it.scoring import level, winners

#: places in the middle that a card can be moved to
SPOTS = 135


def looks_left(pos: Position) -> int:
    """Calm mode: how many looks there are left; otherwise more than anybody needs."""
    return pos.options.minute - pos.passed if pos.options.calm else NEVER


def _look(pos: Position) -> Position:
    if looks_left(pos) <= 0:
        raise IllegalAction("no_looks_left")
    return pos._replace(passed=pos.passed + 1) if pos.options.calm else pos


def deal(pos: Position, seat: int, at: int, events: list[Event]) -> Position:
    """Lay the next card of the stack on the table, its side up by chance."""
    if not pos.stacks[0]:
        raise IllegalAction("stack_is_empty")
    pos = _look(pos)
    face = pos.stacks[0][-1]
    pos, spot = lay(pos._replace(stacks=put(pos.stacks, 0, pos.stacks[0][:-1])), face)
    events.append(CardDealt(seat, face // 2, pos.deck[face], spot))
    return show(pos, face // 2, at)


def _spot_of(pos: Position, card: int) -> int:
    for spot, face in enumerate(pos.spots):
        if face >= 0 and face // 2 == card:
            return spot
    raise IllegalAction("not_in_play")


def turn(pos: Position, card: int, at: int, events: list[Event]) -> Position:
    """Turn a card on the table over."""
    spot = _spot_of(pos, card)
    pos = _look(pos)
    face = pos.spots[spot] ^ 1
    events.append(CardTurned(card, pos.deck[face], spot))
    return show(pos._replace(spots=put(pos.spots, spot, face)), card, at)


def move(pos: Position, seat: int, card: int, spot: int, events: list[Event]) -> Position:
    """Move a card to a free place."""
    old = _spot_of(pos, card)
    if not 0 <= spot < SPOTS or (spot < len(pos.spots) and pos.spots[spot] >= 0):
        raise IllegalAction("spot_is_taken")
    face = pos.spots[old]
    spots = (*pos.spots, *(-1,) * (spot + 1 - len(pos.spots)))
    events.append(CardMoved(seat, card, spot))
    return pos._replace(spots=put(put(spots, old, -1), spot, face))


def collect(pos: Position, seat: int, cards: Sequence[int], at: int, events: list[Event]) -> Position:
    """Gather two or three cards, or add a third to a pair; a set is known by any of its cards."""
    if at < pos.locks[seat]:
        raise IllegalAction("locked", until=pos.locks[seat])
    things = lying(pos)
    keys = [key_of(things, card) for card in cards]
    if -1 in keys:
        raise IllegalAction("not_in_play")
    if len(set(keys)) < len(keys):
        raise IllegalAction("one_card")
    chosen = sorted((things[key] for key in keys), key=lambda thing: thing.where != SET)
    owner = -1
    if chosen[0].where == SET:
        owner = chosen[0].place
        if pos.options.mode == CONTEST and owner != seat:
            # no stealing, no adding to another's pair (section 6)
            raise IllegalAction("not_yours")
        if len(chosen) != 2 or chosen[1].where == SET or len(chosen[0].cards) > 2:
            raise IllegalAction("not_a_set")
    elif not 2 <= len(chosen) <= 3:
        raise IllegalAction("not_a_set")
    faces = tuple(face for thing in chosen for face in faces_of(pos, thing))
    if not pos.options.honest and len({pos.deck[face] for face in faces}) > 1:
        if pos.options.calm:
            events.append(CollectRefused(seat, tuple(cards), -1))
            return pos._replace(passed=min(pos.passed + 1, pos.options.minute))
        events.append(CollectRefused(seat, tuple(cards), at + LOCK_MS))
        return pos._replace(locks=put(pos.locks, seat, at + LOCK_MS))
    for thing in chosen:
        pos = lift(pos, thing)
    holder = owner if owner >= 0 else seat
    together = tuple(face // 2 for face in faces)
    events.append(SetExtended(seat, owner, together) if owner >= 0 else SetCollected(seat, together))
    return pos._replace(sets=put(pos.sets, holder, (*pos.sets[holder], WonSet(faces, at))))


def finish(pos: Position, events: list[Event]) -> Position:
    """The time, or the looks, are used up."""
    pos = pos._replace(phase=Phase.OVER, due=NEVER)
    events.append(GameEnded(winners(pos), level(pos)))
    return pos
