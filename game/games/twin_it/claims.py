"""Hands on cards: claims, contests, errors, stealing, the visible triple (rule text, section 2).

Every function takes a position and the list of events so far and returns the position after it. ``at`` is the
stamp of what happens.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.protocol import IllegalAction
from game.games.twin_it.events import (
    CardTouched,
    CardTurned,
    ContestStarted,
    ErrorMade,
    Event,
    GameEnded,
    LastLookStarted,
    PatternFreed,
    SetLost,
    SetStolen,
    SetWon,
    TopUncovered,
)
from game.games.twin_it.position import (
    BESIDE,
    CHOICE_MS,
    COUNT_MS,
    LAST_LOOK_MS,
    NEVER,
    SET,
    SETS_TO_WIN,
    SPOT,
    STACK,
    Lying,
    Phase,
    Position,
    Touch,
    WonSet,
    copies_in,
    faces_of,
    forbidden_patterns,
    in_teams,
    is_bound,
    key_of,
    lay,
    lift,
    lying,
    may_use,
    members,
    next_with_cards,
    put,
    say_of,
    seats_of,
    sets_of_side,
    show,
    side_of,
    without_touches,
)
from game.games.twin_it.scoring import winners

Things = dict[int, Lying]


# ---- what goes on ---------------------------------------------------------------------------------------


def reopen(
    pos: Position, turn: int, at: int, events: list[Event], passed: int = 0, look_ms: int = LAST_LOOK_MS
) -> Position:
    """Everybody may claim again; ``turn``, or the next one who has cards, flips next. A last look takes ``look_ms``."""
    calm = pos.options.calm
    turn = next_with_cards(pos, turn)
    if any(pos.stacks):
        pos = pos._replace(phase=Phase.OPEN, flip_from=at if calm else at + pos.options.flip_gap)
        due = at + pos.options.flip_after
    else:
        due = at + look_ms
        pos = pos._replace(phase=Phase.LAST_LOOK, flip_from=NEVER)
        events.append(LastLookStarted(-1 if calm else due))
    return pos._replace(turn=turn, due=NEVER if calm else due, contested=(), buzzes=(), passed=passed, look_left=0)


def finish(pos: Position, events: list[Event]) -> Position:
    """The game is over."""
    pos = pos._replace(phase=Phase.OVER, due=NEVER, flip_from=NEVER, touches=(), buzzes=(), contested=())
    events.append(GameEnded(winners(pos)))
    return pos


def uncover(pos: Position, seat: int, at: int, events: list[Event]) -> Position:
    """The top of a stack was taken: the next one is seen, if there is one."""
    if not pos.stacks[seat]:
        return pos
    face = pos.stacks[seat][-1]
    events.append(TopUncovered(seat, face // 2, pos.deck[face]))
    return show(pos, face // 2, at)


def turn_over(pos: Position, thing: Lying, at: int, events: list[Event]) -> Position:
    """Turn a card over: in place, or from a stack onto the table. A won set is never turned (section 2)."""
    if thing.where == SET:
        return pos
    face, spot, stack = thing.face ^ 1, -1, -1
    if thing.where == SPOT:
        spot = thing.place
        pos = pos._replace(spots=put(pos.spots, spot, face))
    elif thing.where == STACK:
        stack = thing.place
        pos, spot = lay(lift(pos, thing), face)
    else:
        pos = pos._replace(beside=tuple(face if old == thing.face else old for old in pos.beside))
    events.append(CardTurned(thing.card, pos.deck[face], spot, stack))
    pos = show(pos, thing.card, at)._replace(touches=without_touches(pos.touches, (thing.card,)))
    return uncover(pos, stack, at, events) if stack >= 0 else pos


# ---- touching -------------------------------------------------------------------------------------------


def targets(pos: Position, things: Things, seat: int, cards: Sequence[int]) -> tuple[int, ...]:
    """The keys of what ``seat`` wants to touch; raise IllegalAction for what it cannot."""
    keys = tuple(key_of(things, card) for card in cards)
    if -1 in keys:
        raise IllegalAction("not_in_play")
    if len(set(keys)) < len(keys):
        # a second hand on the same card or on the same set (T2)
        raise IllegalAction("one_card")
    for key in keys:
        if len(things[key].cards) > 2:
            raise IllegalAction("triple_is_safe")
        if things[key].where == BESIDE and is_bound(pos, seat):
            raise IllegalAction("beside_is_for_others")
    return keys


def touch(pos: Position, seat: int, cards: Sequence[int], at: int, events: list[Event]) -> Position:
    """``seat`` lays a hand, or both, on cards. The first hand on a card owns it (section 2)."""
    things = lying(pos)
    keys = targets(pos, things, seat, cards)
    owners = {t.card: t.seat for t in pos.touches}
    if len({*keys, *(key for key, owner in owners.items() if owner == seat)}) > 2:
        raise IllegalAction("two_hands")
    for key in keys:
        owner = owners.get(key, -1)
        if owner == seat and len(keys) == 1:
            raise IllegalAction("touched_already")
        if owner >= 0 and owner != seat and may_use(pos, owner, things[key]) and len(keys) == 1:
            raise IllegalAction("touched_first")
    # a hand that may make no set of the card does not keep others from it (section 3)
    mine = [k for k in keys if k not in owners or (owners[k] != seat and not may_use(pos, owners[k], things[k]))]
    if mine:
        kept = without_touches(pos.touches, mine)
        pos = pos._replace(touches=kept + tuple(Touch(seat, key, at) for key in mine))
        events += [CardTouched(seat, key) for key in mine]
    return judge(pos, things, seat, keys, at, events)


def judge(pos: Position, things: Things, seat: int, keys: tuple[int, ...], at: int, events: list[Event]) -> Position:
    """See what the hands on the table come to now that ``seat`` has touched ``keys``."""
    hands = list(dict.fromkeys([t.card for t in pos.touches if t.seat == seat] + list(keys)))
    mate = -1
    if in_teams(pos):
        if len(hands) > 1:
            return error(pos, seat, hands, "alone", at, events)
        partner = next((t for t in pos.touches if t.seat != seat and side_of(pos, t.seat) == side_of(pos, seat)), None)
        if partner:
            hands, mate = [partner.card, hands[0]], partner.seat
    if len(hands) > 1:
        why = what_is_wrong(pos, things, seat, hands)
        if why:
            return error(pos, seat, hands, why, at, events)
        owners = {side_of(pos, t.seat) for t in pos.touches if t.card in hands}
        if owners == {side_of(pos, seat)}:
            return win(pos, things, seat, mate, hands, at, events)
    pattern = pos.deck[things[hands[0]].face]
    if len(rivals(pos, things, pattern)) > 1 and not free_copies(pos, things, pattern):
        return contest(pos, things, pattern, at, events)
    return pos


def what_is_wrong(pos: Position, things: Things, seat: int, keys: Sequence[int]) -> str:
    """Why ``seat`` cannot make a set of these two, or nothing."""
    one, other = (things[key] for key in keys)
    if pos.deck[one.face] != pos.deck[other.face]:
        return "unequal"
    return "" if may_use(pos, seat, one) else "forbidden"


def rivals(pos: Position, things: Things, pattern: int) -> set[int]:
    """The sides that have a hand on a face with ``pattern`` and may use it."""
    return {
        side_of(pos, t.seat)
        for t in pos.touches
        if pos.deck[things[t.card].face] == pattern and may_use(pos, t.seat, things[t.card])
    }


def free_copies(pos: Position, things: Things, pattern: int) -> bool:
    """Whether there is still a copy that nobody touches: it can decide who owns two (visible triple)."""
    touched = {t.card for t in pos.touches}
    return any(thing.card not in touched for thing in copies_in(pos, things, pattern))


# ---- what comes of it -------------------------------------------------------------------------------------


def win(
    pos: Position, things: Things, seat: int, mate: int, keys: Sequence[int], at: int, events: list[Event]
) -> Position:
    """``seat`` gets both things as one set; a third copy in sight is turned over (section 2).

    A third that came into sight after the first hand was down stays, and can steal the pair (T5).
    """
    pattern = pos.deck[things[keys[0]].face]
    start = min((t.at for t in pos.touches if t.card in keys), default=at)
    chosen = sorted((things[key] for key in keys), key=lambda thing: thing.where != SET)
    copies = [thing for thing in copies_in(pos, things, pattern) if thing.card not in keys]
    third = [thing for thing in copies if pos.shown[thing.card] <= start]
    owner = chosen[0].place if chosen[0].where == SET else -1
    faces = tuple(face for thing in chosen for face in faces_of(pos, thing))
    since = max(pos.shown[thing.card] for thing in chosen if thing.where != SET)
    for thing in chosen:
        pos = lift(pos, thing)
    pos = pos._replace(
        sets=put(pos.sets, seat, (*pos.sets[seat], WonSet(faces, at))),
        touches=tuple(t for t in without_touches(pos.touches, keys) if t.seat not in (seat, mate)),
    )
    cards = tuple(face // 2 for face in faces)
    if owner >= 0:
        events.append(SetStolen(seat, owner, cards, pattern, at - since, mate))
    else:
        events.append(SetWon(seat, cards, pattern, at - since, mate))
    if any(thing.where == BESIDE for thing in chosen) and pattern not in forbidden_patterns(pos):
        events.append(PatternFreed(pos.options.forbidden, pattern))
    for thing in chosen:
        if thing.where == STACK:
            pos = uncover(pos, thing.place, at, events)
    if sets_of_side(pos, side_of(pos, seat)) >= SETS_TO_WIN:
        return finish(pos, events)
    for thing in third:
        pos = turn_over(pos, thing, at, events)
    return reopen(pos, seat, at, events)


def contest(pos: Position, things: Things, pattern: int, at: int, events: list[Event]) -> Position:
    """Several own a part of the same pair: count to three, then turn it over (section 2, T8, T14)."""
    copies = copies_in(pos, things, pattern)
    cards = tuple(thing.card for thing in copies)
    seats = tuple(sorted({t.seat for t in pos.touches if t.card in cards}))
    events.append(ContestStarted(seats, cards))
    # the hands of everybody are off the table while all count
    return pos._replace(phase=Phase.COUNT, due=at + COUNT_MS, contested=cards, touches=(), buzzes=())


def end_contest(pos: Position, at: int, events: list[Event]) -> Position:
    """Three: the cards are turned over; a won set stays with its owner. Who flips next: T6."""
    for card in pos.contested:
        pos = turn_over(pos, lying(pos)[card], at, events)
    turn = pos.turn
    if pos.flipper >= 0:
        turn = pos.flipper if pos.options.after_contest == "same" else (pos.flipper + 1) % seats_of(pos)
    return reopen(pos, turn, at, events)


def error(pos: Position, seat: int, keys: Sequence[int], why: str, at: int, events: list[Event]) -> Position:
    """``seat`` was wrong: its side loses a set, if it has any, and it flips next (section 2)."""
    side = side_of(pos, seat)
    events.append(ErrorMade(seat, tuple(keys), why))
    pos = pos._replace(touches=tuple(t for t in pos.touches if side_of(pos, t.seat) != side))
    if sets_of_side(pos, side) > 1:
        due = NEVER if pos.options.calm else at + CHOICE_MS
        return pos._replace(phase=Phase.CHOOSE, turn=seat, due=due, buzzes=())
    return lose(pos, seat, at, events)


def losable(pos: Position, seat: int) -> list[int]:
    """The sets that an error of ``seat`` can cost, by their first card: pairs before triples, newest first."""
    sets = [won for member in members(pos, side_of(pos, seat)) for won in pos.sets[member]]
    return [won.faces[0] // 2 for won in sorted(sets, key=lambda won: (len(won.faces), -won.won_at))]


def lose(pos: Position, seat: int, at: int, events: list[Event], card: int = -1) -> Position:
    """The set with ``card``, or the one that costs least, goes turned over under the stack of ``seat`` (T10, T11)."""
    sets = losable(pos, seat)
    if not sets and pos.phase == Phase.LAST_LOOK:
        # nothing has changed, and the last look does not begin anew
        pos = pos._replace(passed=pos.passed + pos.options.calm)
        return finish(pos, events) if pos.options.calm and say_of(pos) < 0 else pos
    if pos.phase == Phase.CHOOSE and pos.due < NEVER:
        # nobody could lay a second hand down meanwhile: the first ones wait as much longer
        waited = at - (pos.due - CHOICE_MS)
        pos = pos._replace(touches=tuple(t._replace(at=t.at + waited) for t in pos.touches))
    if sets:
        thing = lying(pos)[card if card >= 0 else sets[0]]
        under = tuple(face ^ 1 for face in faces_of(pos, thing))
        was_empty = not pos.stacks[seat]
        pos = lift(pos, thing)
        pos = pos._replace(
            stacks=put(pos.stacks, seat, under + pos.stacks[seat]),
            touches=without_touches(pos.touches, (thing.card,)),
        )
        events.append(SetLost(seat, thing.place, thing.cards))
        for lost in thing.cards:
            pos = show(pos, lost, -1)
        if was_empty:
            pos = uncover(pos, seat, at, events)
    flip_from, due = pos.flip_from, pos.due if pos.phase == Phase.OPEN else NEVER
    # in calm mode a wrong claim was this seat's look
    look_ms = LAST_LOOK_MS if sets else pos.look_left or LAST_LOOK_MS
    pos = reopen(pos, seat, at, events, pos.passed + 1 if pos.options.calm else 0, look_ms)
    if pos.phase == Phase.OPEN and not pos.options.calm:
        # no new face, no new wait: errors that cost nothing must not keep the next card back
        due = max(min(due, pos.due), at + pos.options.flip_gap)
        pos = pos._replace(flip_from=min(flip_from, pos.flip_from), due=due)
    looked = pos.options.calm and pos.phase == Phase.LAST_LOOK and say_of(pos) < 0
    return finish(pos, events) if looked else pos
