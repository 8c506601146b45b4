"""Hands on cards: claims, contests, errors, stealing, the visible triple (rule text, section 2).

Every function takes a state and the list of events so far and returns the state after it. ``at`` is the
stamp of what happens.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.game import IllegalAction
from game.core.live import NEVER
from game.games.twin_it import events as ev
from game.games.twin_it import minute
from game.games.twin_it.scoring import winners
from game.games.twin_it.state import (
    BESIDE,
    BUZZ_MS,
    CHOICE_MS,
    COUNT_MS,
    LAST_LOOK_MS,
    PHASE_CHOOSE,
    PHASE_LAST_LOOK,
    PHASE_OPEN,
    SET,
    SETS_TO_WIN,
    SPOT,
    STACK,
    Buzz,
    Lying,
    Phase,
    State,
    Touch,
    WonSet,
    copies_in,
    faces_of,
    forbidden_patterns,
    in_teams,
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

Things = dict[int, Lying]


# ---- what goes on ---------------------------------------------------------------------------------------


def reopen(
    state: State, turn: int, at: int, events: list[ev.Event], *, passed: int = 0, look_ms: int = LAST_LOOK_MS
) -> State:
    """Everybody may claim again; ``turn``, or the next one who has cards, flips next. A last look takes ``look_ms``."""
    calm = state.options.calm
    turn = next_with_cards(state, turn)
    if any(state.stacks):
        phase, due = PHASE_OPEN, at + state.options.flip_after
        flip_from = at if calm else at + state.options.flip_gap
    else:
        phase, due, flip_from = PHASE_LAST_LOOK, at + look_ms, NEVER
        events.append(ev.LastLookStarted(-1 if calm else due))
    return state._replace(
        phase=phase,
        turn=turn,
        flip_from=flip_from,
        due=NEVER if calm else due,
        buzzes=(),
        contested=(),
        contest=(),
        passed=passed,
        look_left=0,
    )


def finish(state: State, events: list[ev.Event]) -> State:
    """The game is over."""
    state = state._replace(phase=Phase.OVER, due=NEVER, flip_from=NEVER, touches=(), buzzes=())
    state = state._replace(contested=(), contest=())
    events.append(ev.GameEnded(winners(state)))
    return state


def uncover(state: State, seat: int, at: int, events: list[ev.Event]) -> State:
    """The top of a stack was taken: the next one is seen, if there is one."""
    if not state.stacks[seat]:
        return state
    face = state.stacks[seat][-1]
    events.append(ev.TopUncovered(seat, face // 2, state.deck[face]))
    return show(state, face // 2, at)


def turn_over(state: State, thing: Lying, at: int, events: list[ev.Event]) -> State:
    """Turn a card over: in place, or from a stack onto the table. A won set is never turned (section 2)."""
    if thing.where == SET:
        return state
    face, spot, stack = thing.face ^ 1, -1, -1
    if thing.where == SPOT:
        spot = thing.place
        state = state._replace(spots=put(state.spots, spot, face))
    elif thing.where == STACK:
        stack = thing.place
        state, spot = lay(lift(state, thing), face)
    else:
        state = state._replace(beside=tuple(face if old == thing.face else old for old in state.beside))
    events.append(ev.CardTurned(thing.card, state.deck[face], spot, stack))
    state = show(state, thing.card, at)._replace(touches=without_touches(state.touches, (thing.card,)))
    return uncover(state, stack, at, events) if stack >= 0 else state


# ---- touching -------------------------------------------------------------------------------------------


def targets(things: Things, cards: Sequence[int]) -> tuple[int, ...]:
    """The keys of what a hand is to lie on; raise IllegalAction for what it cannot.

    A hand may lie on a triple, and on a card beside the own stack: with the other hand elsewhere it is an error.
    """
    keys = tuple(key_of(things, card) for card in cards)
    if -1 in keys:
        raise IllegalAction("not_in_play")
    if len(set(keys)) < len(keys):
        # a second hand on the same card or on the same set (T2)
        raise IllegalAction("one_card")
    return keys


def touch(state: State, seat: int, cards: Sequence[int], at: int, events: list[ev.Event]) -> State:
    """``seat`` lays a hand, or both, on cards. The first hand on a card owns it (section 2)."""
    things = lying(state)
    keys = targets(things, cards)
    owners = {t.card: t.seat for t in state.touches}
    if len({*keys, *(key for key, owner in owners.items() if owner == seat)}) > 2:
        raise IllegalAction("two_hands")
    for key in keys:
        owner = owners.get(key, -1)
        if owner == seat and len(keys) == 1:
            raise IllegalAction("touched_already")
        if owner >= 0 and owner != seat and may_use(state, owner, things[key]) and len(keys) == 1:
            raise IllegalAction("touched_first")
    # a hand that may make no set of the card does not keep others from it (section 3)
    mine = [k for k in keys if k not in owners or (owners[k] != seat and not may_use(state, owners[k], things[k]))]
    if mine:
        kept = without_touches(state.touches, mine)
        state = state._replace(touches=kept + tuple(Touch(seat, key, at) for key in mine))
        events += [ev.CardTouched(seat, key) for key in mine]
    return judge(state, things, seat, keys, at, events)


def judge(state: State, things: Things, seat: int, keys: tuple[int, ...], at: int, events: list[ev.Event]) -> State:
    """See what the hands on the table come to now that ``seat`` has touched ``keys``."""
    hands = list(dict.fromkeys([t.card for t in state.touches if t.seat == seat] + list(keys)))
    mate = -1
    if in_teams(state):
        if len(hands) > 1:
            return error(state, seat, hands, "alone", at, events)
        partner = next(
            (t for t in state.touches if t.seat != seat and side_of(state, t.seat) == side_of(state, seat)), None
        )
        if partner:
            hands, mate = [partner.card, hands[0]], partner.seat
    if len(hands) > 1:
        why = what_is_wrong(state, things, seat, hands)
        if why:
            return error(state, seat, hands, why, at, events)
        owners = {side_of(state, t.seat) for t in state.touches if t.card in hands}
        if owners == {side_of(state, seat)}:
            return win(state, things, seat, hands, at, events, mate=mate)
    pattern = state.deck[things[hands[0]].face]
    if len(rivals(state, things, pattern)) > 1 and not free_copies(state, things, pattern):
        return contest(state, things, pattern, at, events)
    return state


def what_is_wrong(state: State, things: Things, seat: int, keys: Sequence[int]) -> str:
    """Why ``seat`` cannot make a set of these two, or nothing."""
    one, other = (things[key] for key in keys)
    if state.deck[one.face] != state.deck[other.face]:
        return "unequal"
    return "" if may_use(state, seat, one) else "forbidden"


def rivals(state: State, things: Things, pattern: int) -> set[int]:
    """The sides that have a hand on a face with ``pattern`` and may use it."""
    return {
        side_of(state, t.seat)
        for t in state.touches
        if state.deck[things[t.card].face] == pattern and may_use(state, t.seat, things[t.card])
    }


def free_copies(state: State, things: Things, pattern: int) -> bool:
    """Whether there is still a copy that nobody touches: it can decide who owns two (visible triple)."""
    touched = {t.card for t in state.touches}
    return any(thing.card not in touched for thing in copies_in(state, things, pattern))


# ---- what comes of it -------------------------------------------------------------------------------------


def win(
    state: State, things: Things, seat: int, keys: Sequence[int], at: int, events: list[ev.Event], *, mate: int
) -> State:
    """``seat`` gets both things as one set; a third copy in sight is turned over (section 2).

    In a team both lay a hand: the other one's is that of its ``mate``, which is -1 elsewhere.
    A third that came into sight after the first hand was down stays, and can steal the pair (T5).
    """
    pattern = state.deck[things[keys[0]].face]
    start = min((t.at for t in state.touches if t.card in keys), default=at)
    chosen = sorted((things[key] for key in keys), key=lambda thing: thing.where != SET)
    copies = [thing for thing in copies_in(state, things, pattern) if thing.card not in keys]
    third = [thing for thing in copies if state.shown[thing.card] <= start]
    owner = chosen[0].place if chosen[0].where == SET else -1
    faces = tuple(face for thing in chosen for face in faces_of(state, thing))
    since = max(state.shown[thing.card] for thing in chosen if thing.where != SET)
    for thing in chosen:
        state = lift(state, thing)
    state = state._replace(
        sets=put(state.sets, seat, (*state.sets[seat], WonSet(faces, at))),
        touches=tuple(t for t in without_touches(state.touches, keys) if t.seat not in (seat, mate)),
        earned=True,
    )
    cards = tuple(face // 2 for face in faces)
    if owner >= 0:
        events.append(ev.SetStolen(seat, owner, cards, pattern, at - since, mate))
    else:
        events.append(ev.SetWon(seat, cards, pattern, at - since, mate))
    if any(thing.where == BESIDE for thing in chosen) and pattern not in forbidden_patterns(state):
        events.append(ev.PatternFreed(state.options.forbidden, pattern))
    for thing in chosen:
        if thing.where == STACK:
            state = uncover(state, thing.place, at, events)
    if sets_of_side(state, side_of(state, seat)) >= SETS_TO_WIN:
        return finish(state, events)
    for thing in third:
        state = turn_over(state, thing, at, events)
    return reopen(state, seat, at, events)


def contest(state: State, things: Things, pattern: int, at: int, events: list[ev.Event]) -> State:
    """Several own a part of the same pair: count to three, then turn it over (section 2, T8, T14)."""
    copies = copies_in(state, things, pattern)
    cards = tuple(thing.card for thing in copies)
    seats = tuple(sorted({t.seat for t in state.touches if t.card in cards}))
    events.append(ev.ContestStarted(seats, cards))
    # the hands of everybody are off the table while all count
    due = at + COUNT_MS
    return state._replace(phase=Phase.COUNT, due=due, contested=cards, contest=seats, touches=(), buzzes=())


def end_contest(state: State, at: int, events: list[ev.Event]) -> State:
    """Three: the cards are turned over; a won set stays with its owner.

    Who won a set since the last flip, or was wrong, flips next as before; only where nobody did, T6 says who.
    """
    for card in state.contested:
        state = turn_over(state, lying(state)[card], at, events)
    turn = state.turn
    if state.flipper >= 0 and not state.earned:
        turn = state.flipper if state.options.after_contest == "same" else (state.flipper + 1) % seats_of(state)
    return reopen(state, turn, at, events)


def error(state: State, seat: int, keys: Sequence[int], why: str, at: int, events: list[ev.Event]) -> State:
    """``seat`` was wrong: its side loses a set, if it has any, and it flips next (section 2)."""
    side = side_of(state, seat)
    events.append(ev.ErrorMade(seat, tuple(keys), why))
    state = state._replace(touches=tuple(t for t in state.touches if side_of(state, t.seat) != side))
    if sets_of_side(state, side) > 1:
        due = NEVER if state.options.calm else at + CHOICE_MS
        return state._replace(phase=Phase.CHOOSE, turn=seat, due=due, buzzes=())
    return lose(state, seat, at, events)


def losable(state: State, seat: int) -> list[int]:
    """The sets that an error of ``seat`` can cost, by their first card: pairs before triples, newest first."""
    sets = [won for member in members(state, side_of(state, seat)) for won in state.sets[member]]
    return [won.faces[0] // 2 for won in sorted(sets, key=lambda won: (len(won.faces), -won.won_at))]


def lose(state: State, seat: int, at: int, events: list[ev.Event], card: int = -1) -> State:
    """The set with ``card``, or the one that costs least, goes turned over under the stack of ``seat`` (T10, T11)."""
    sets = losable(state, seat)
    if not sets and state.phase == PHASE_LAST_LOOK:
        # nothing has changed, and the last look does not begin anew
        state = state._replace(passed=state.passed + state.options.calm)
        return finish(state, events) if state.options.calm and say_of(state) < 0 else state
    if state.phase == PHASE_CHOOSE and state.due < NEVER:
        # nobody could lay a second hand down meanwhile: the first ones wait as much longer
        waited = at - (state.due - CHOICE_MS)
        state = state._replace(touches=tuple(t._replace(at=t.at + waited) for t in state.touches))
    if sets:
        thing = lying(state)[card if card >= 0 else sets[0]]
        under = tuple(face ^ 1 for face in faces_of(state, thing))
        was_empty = not state.stacks[seat]
        state = lift(state, thing)
        state = state._replace(
            stacks=put(state.stacks, seat, under + state.stacks[seat]),
            touches=without_touches(state.touches, (thing.card,)),
        )
        events.append(ev.SetLost(seat, thing.place, thing.cards))
        for lost in thing.cards:
            state = show(state, lost, -1)
        if was_empty:
            state = uncover(state, seat, at, events)
    flip_from, due = state.flip_from, state.due if state.phase == PHASE_OPEN else NEVER
    state = state._replace(earned=True)
    # in calm mode a wrong claim was this seat's look
    look_ms = LAST_LOOK_MS if sets else state.look_left or LAST_LOOK_MS
    passed = state.passed + 1 if state.options.calm else 0
    state = reopen(state, seat, at, events, passed=passed, look_ms=look_ms)
    if state.phase == PHASE_OPEN and not state.options.calm:
        # no new face, no new wait: errors that cost nothing must not keep the next card back
        due = max(min(due, state.due), at + state.options.flip_gap)
        state = state._replace(flip_from=min(flip_from, state.flip_from), due=due)
    looked = state.options.calm and state.phase == PHASE_LAST_LOOK and say_of(state) < 0
    return finish(state, events) if looked else state


def buzz(state: State, seat: int, at: int, events: list[ev.Event]) -> State:
    """``seat`` buzzes: first, or within the tie margin of the first."""
    if state.phase != Phase.BUZZED:
        # a buzz for nothing must not make the last look longer
        left = state.due - at if state.phase == Phase.LAST_LOOK else 0
        state = state._replace(phase=Phase.BUZZED, touches=(), look_left=left)
    elif at - state.buzzes[0].at > state.options.tie_margin:
        raise IllegalAction("buzzed_first")
    elif any(side_of(state, other.seat) == side_of(state, seat) for other in state.buzzes):
        raise IllegalAction("buzzed_already")
    events.append(ev.Buzzed(seat))
    # who has named two already waits for this one as well, see ``point``
    buzzes = (*state.buzzes, Buzz(seat, at))
    return state._replace(buzzes=buzzes, due=buzzes[0].at + BUZZ_MS)


def point(state: State, seat: int, cards: Sequence[int], at: int, events: list[ev.Event]) -> State:
    """A side that has buzzed points at cards; once every such side has named two, it is decided."""
    things = lying(state)
    keys = targets(things, cards)
    place = next((n for n, b in enumerate(state.buzzes) if side_of(state, b.seat) == side_of(state, seat)), -1)
    if place < 0:
        raise IllegalAction("buzz_first")
    own = state.buzzes[place]
    if len(own.touches) + len(keys) > 2 or any(touch.card in keys for touch in own.touches):
        raise IllegalAction("touched_already")
    own = own._replace(touches=own.touches + tuple(Touch(seat, key, at) for key in keys))
    events += [ev.CardTouched(seat, key) for key in keys]
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
    return what_is_wrong(state, things, buzzed.seat, _named(buzzed))


def _named(buzzed: Buzz) -> tuple[int, ...]:
    return tuple(sorted(touch.card for touch in buzzed.touches))


def resolve(state: State, at: int, events: list[ev.Event]) -> State:
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
        if all(key in things for key in _named(buzzed)) and not what_is_wrong(
            state, things, buzzed.seat, _named(buzzed)
        ):
            mate = buzzed.touches[0].seat if in_teams(state) else -1
            state = win(state, things, buzzed.touches[1].seat, _named(buzzed), at, events, mate=mate)
        if state.phase == Phase.OVER:
            return state
    errors = [buzzed for buzzed in buzzes if wrong[buzzed.seat]]
    for buzzed in errors:
        offender = buzzed.touches[-1].seat if buzzed.touches else buzzed.seat
        state = _chosen(state, at, events)
        state = error(state, offender, _named(buzzed), wrong[buzzed.seat], at, events)
    if not rivals:
        return state
    state = _chosen(state, at, events)._replace(touches=tuple(touch for rival in rivals for touch in rival.touches))
    return contest(state, lying(state), pattern, at, events)


def _pattern(state: State, things: Things, buzzed: Buzz) -> int:
    return state.deck[things[_named(buzzed)[0]].face]


def _contested(state: State, things: Things, right: Sequence[Buzz]) -> int:
    """The pattern of a pair that several have named, or -1."""
    named = [_named(buzzed) for buzzed in right]
    return next((_pattern(state, things, buzzed) for buzzed in right if named.count(_named(buzzed)) > 1), -1)


def _chosen(state: State, at: int, events: list[ev.Event]) -> State:
    """Where something else follows at once, whoever was wrong has the set that costs least chosen for them."""
    return lose(state, state.turn, at, events) if state.phase == Phase.CHOOSE else state


def window(state: State) -> int:
    """How long a hand waits for a second one, in milliseconds (sections 2 and 4)."""
    return state.options.team_window if in_teams(state) else state.options.touch_window


def next_due(state: State) -> int:
    """When something happens by itself next, or NEVER."""
    if state.touches and state.phase in (PHASE_OPEN, PHASE_LAST_LOOK):
        return min(state.due, state.touches[0].at + window(state))
    return state.due


def advance(state: State, at: int, inclusive: bool, events: list[ev.Event]) -> State:
    """Let everything happen that is due before ``at``, or with ``inclusive`` up to it."""
    while True:
        due = next_due(state)
        if due >= NEVER or due > at or (due == at and not inclusive):
            return state
        state = _happen(state, due, events)


def _happen(state: State, at: int, events: list[ev.Event]) -> State:
    """The one thing that is due now. A touch that runs out does so before anything else."""
    if at < state.due or (state.touches and state.touches[0].at + window(state) == at):
        return _expire(state, at, events)
    if state.phase == PHASE_OPEN:
        return flip(state, at, events)
    if state.phase == Phase.COUNT:
        return end_contest(state, at, events)
    if state.phase == Phase.CHOOSE:
        return lose(state, state.turn, at, events)
    if state.phase == Phase.BUZZED:
        return resolve(state, at, events)
    return minute.finish(state, events) if state.phase == Phase.MINUTE else finish(state, events)


def _expire(state: State, at: int, events: list[ev.Event]) -> State:
    """The oldest hand leaves its card; a triple over which several hold one copy each goes to nobody (section 2)."""
    oldest = state.touches[0]
    things = lying(state)
    pattern = state.deck[things[oldest.card].face]
    if len(rivals(state, things, pattern)) > 1:
        return contest(state, things, pattern, at, events)
    events.append(ev.TouchExpired(oldest.seat, oldest.card))
    return state._replace(touches=state.touches[1:])


def flip(state: State, at: int, events: list[ev.Event]) -> State:
    """The seat in turn turns its top card over onto a free spot: two new faces (section 2)."""
    seat = state.turn
    face = state.stacks[seat][-1]
    card = face // 2
    state = lift(state, Lying(card, face, STACK, seat, (card,)))
    state, spot = lay(state, face ^ 1)
    events.append(ev.CardFlipped(seat, card, state.deck[face ^ 1], spot))
    state = show(state, card, at)._replace(flipper=seat, earned=False, touches=without_touches(state.touches, (card,)))
    state = uncover(state, seat, at, events)
    return reopen(state, (seat + 1) % seats_of(state), at, events)
