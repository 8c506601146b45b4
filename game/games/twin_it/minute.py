"""The co-operative minute and the timed contest (rule text, sections 5 and 6).

One common stack, everybody at once: deal, turn over, move, gather. Without a clock (calm mode) a number of
looks takes the place of the seconds: each deal and each turn uses one up, and so does a wrong set.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.game import IllegalAction
from game.core.live import NEVER
from game.games.twin_it import events as ev
from game.games.twin_it.scoring import level, winners
from game.games.twin_it.state import (
    CONTEST,
    LOCK_MS,
    SET,
    Phase,
    State,
    WonSet,
    faces_of,
    key_of,
    lay,
    lift,
    lying,
    put,
    show,
)

#: places in the middle that a card can be moved to
SPOTS = 135


def looks_left(state: State) -> int:
    """Calm mode: how many looks there are left; otherwise more than anybody needs."""
    return state.options.minute - state.passed if state.options.calm else NEVER


def _look(state: State) -> State:
    if looks_left(state) <= 0:
        raise IllegalAction("no_looks_left")
    return state._replace(passed=state.passed + 1) if state.options.calm else state


def deal(state: State, seat: int, at: int, events: list[ev.Event]) -> State:
    """Lay the next card of the stack on the table, its side up by chance."""
    if not state.stacks[0]:
        raise IllegalAction("stack_is_empty")
    state = _look(state)
    face = state.stacks[0][-1]
    state, spot = lay(state._replace(stacks=put(state.stacks, 0, state.stacks[0][:-1])), face)
    events.append(ev.CardDealt(seat, face // 2, state.deck[face], spot))
    return show(state, face // 2, at)


def _spot_of(state: State, card: int) -> int:
    for spot, face in enumerate(state.spots):
        if face >= 0 and face // 2 == card:
            return spot
    raise IllegalAction("not_in_play")


def turn(state: State, card: int, at: int, events: list[ev.Event]) -> State:
    """Turn a card on the table over."""
    spot = _spot_of(state, card)
    state = _look(state)
    face = state.spots[spot] ^ 1
    events.append(ev.CardTurned(card, state.deck[face], spot))
    return show(state._replace(spots=put(state.spots, spot, face)), card, at)


def move(state: State, seat: int, card: int, spot: int, events: list[ev.Event]) -> State:
    """Move a card to a free place."""
    old = _spot_of(state, card)
    if not 0 <= spot < SPOTS or (spot < len(state.spots) and state.spots[spot] >= 0):
        raise IllegalAction("spot_is_taken")
    face = state.spots[old]
    spots = (*state.spots, *(-1,) * (spot + 1 - len(state.spots)))
    events.append(ev.CardMoved(seat, card, spot))
    return state._replace(spots=put(put(spots, old, -1), spot, face))


def collect(state: State, seat: int, cards: Sequence[int], at: int, events: list[ev.Event]) -> State:
    """Gather two or three cards, or add a third to a pair; a set is known by any of its cards."""
    if at < state.locks[seat]:
        raise IllegalAction("locked", until=state.locks[seat])
    things = lying(state)
    keys = [key_of(things, card) for card in cards]
    if -1 in keys:
        raise IllegalAction("not_in_play")
    if len(set(keys)) < len(keys):
        raise IllegalAction("one_card")
    chosen = sorted((things[key] for key in keys), key=lambda thing: thing.where != SET)
    owner = -1
    if chosen[0].where == SET:
        owner = chosen[0].place
        if state.options.mode == CONTEST and owner != seat:
            # no stealing, no adding to another's pair (section 6)
            raise IllegalAction("not_yours")
        if len(chosen) != 2 or chosen[1].where == SET or len(chosen[0].cards) > 2:
            raise IllegalAction("not_a_set")
    elif not 2 <= len(chosen) <= 3:
        raise IllegalAction("not_a_set")
    faces = tuple(face for thing in chosen for face in faces_of(state, thing))
    if not state.options.honest and len({state.deck[face] for face in faces}) > 1:
        if state.options.calm:
            events.append(ev.CollectRefused(seat, tuple(cards), -1))
            return state._replace(passed=min(state.passed + 1, state.options.minute))
        events.append(ev.CollectRefused(seat, tuple(cards), at + LOCK_MS))
        return state._replace(locks=put(state.locks, seat, at + LOCK_MS))
    for thing in chosen:
        state = lift(state, thing)
    holder = owner if owner >= 0 else seat
    together = tuple(face // 2 for face in faces)
    events.append(ev.SetExtended(seat, owner, together) if owner >= 0 else ev.SetCollected(seat, together))
    return state._replace(sets=put(state.sets, holder, (*state.sets[holder], WonSet(faces, at))))


def finish(state: State, events: list[ev.Event]) -> State:
    """The time, or the looks, are used up."""
    state = state._replace(phase=Phase.OVER, due=NEVER)
    events.append(ev.GameEnded(winners(state), level(state)))
    return state
