"""The rules of Twin It! as pure functions on an immutable state: its verbs.

Section numbers and rulings (T1 to T14) are those of the rule text. The game is played in real time, and time
is data: every action carries ``at_ms``, milliseconds since the game began, and stamps only ever rise. What
comes first has the lower stamp; who orders inputs gives the later one of an exact tie the next millisecond.
An action first lets everything happen that was due before it, so the seed and the actions are the whole game,
however often the clock ticked in between.

Everybody can act at any time. ``to_move`` names the seat that the table waits for: whose flip is due, who
chooses the set an error costs, in calm mode whose look it is, and seat 0 in the minute.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.core.game import IllegalAction
from game.core.live import NEVER
from game.core.options import BadOptions, Json
from game.core.rng import Rng
from game.games.twin_it import claims, minute
from game.games.twin_it.deck import CARD_COUNT, shuffled
from game.games.twin_it.events import Event, GameStarted, PatternsForbidden, SeatPassed, TopUncovered
from game.games.twin_it.legal import legal_actions
from game.games.twin_it.scoring import level, scores, winners
from game.games.twin_it.state import (
    BLANKS,
    COMPETITIVE,
    CONTEST,
    FORBIDDEN_CARDS,
    MINUTE,
    OPTIONS,
    PHASE_BUZZED,
    PHASE_LAST_LOOK,
    PHASE_MINUTE,
    PHASE_OPEN,
    PHASE_OVER,
    SEATS_OF,
    VERB_FLIP,
    VERB_TICK,
    VERB_TOUCH,
    Action,
    Phase,
    State,
    Verb,
    decode,
    encode,
    is_timed,
    key_of,
    lying,
    offers,
    put,
    read_options,
    say_of,
    seats_of,
    settled,
    sides,
)
from game.games.twin_it.view import View, view_of

__all__ = [
    "MAX_SEATS",
    "MIN_SEATS",
    "NAME",
    "OPTIONS",
    "Action",
    "State",
    "Verb",
    "apply",
    "decode",
    "encode",
    "is_over",
    "legal_actions",
    "level",
    "next_due",
    "offers",
    "opening",
    "reveals",
    "scores",
    "seat_range",
    "settled",
    "setup",
    "sides",
    "to_move",
    "view",
    "winners",
    "world",
]

NAME = "twin_it"
MIN_SEATS = 1
MAX_SEATS = 6
next_due = claims.next_due


# ---- set-up -------------------------------------------------------------------------------------------


def setup(options: Mapping[str, Json], seats: int, rng: Rng) -> State:
    """Deal a new game (section 2): as evenly as possible, the seats after the first one short if it must be."""
    rules = read_options(options, seats)
    deck = shuffled(rng)
    # the sides are shuffled already; card c goes to seat c modulo seats, the last one on top
    faces = [2 * card for card in range(CARD_COUNT)]
    timed = rules.mode in (MINUTE, CONTEST)
    stacks = (tuple(faces),) if timed else tuple(tuple(faces[seat::seats]) for seat in range(seats))
    state = State(
        now=0,
        phase=Phase.MINUTE if timed else Phase.OPEN,
        turn=0 if timed else rng.below(seats),
        flipper=-1,
        earned=False,
        flip_from=NEVER if timed else 0 if rules.calm else rules.flip_gap,
        due=NEVER if rules.calm else 1000 * rules.minute if timed else rules.flip_after,
        deck=deck,
        shown=(-1,) * CARD_COUNT,
        stacks=stacks,
        spots=(),
        beside=(),
        sets=((),) * seats,
        touches=(),
        buzzes=(),
        contested=(),
        contest=(),
        passed=0,
        look_left=0,
        locks=(0,) * (seats if timed else 0),
        options=rules,
    )
    if rules.forbidden >= 0:
        state = _lay_beside(state, rules.forbidden)
    tops = [] if timed else [stack[-1] // 2 for stack in state.stacks]
    seen = {*tops, *(face // 2 for face in state.beside)}
    return state._replace(shown=tuple(0 if card in seen else -1 for card in range(CARD_COUNT)))


def _lay_beside(state: State, seat: int) -> State:
    """Three cards from the top with different patterns; equal ones go back under the stack (section 3)."""
    stack = list(state.stacks[seat])
    beside: list[int] = []
    while len(beside) < FORBIDDEN_CARDS:
        face = stack.pop()
        if state.deck[face] in [state.deck[other] for other in beside]:
            stack.insert(0, face)
        else:
            beside.append(face)
    return state._replace(stacks=put(state.stacks, seat, tuple(stack)), beside=tuple(beside))


def seat_range(options: Mapping[str, Json]) -> tuple[int, int]:
    """Least and most players of the mode that ``options`` ask for: ``MIN_SEATS`` and ``MAX_SEATS`` span all modes."""
    mode = options.get("mode", COMPETITIVE)
    if mode not in SEATS_OF:
        raise BadOptions("bad_option_value", option="mode", value=mode)
    return SEATS_OF[mode]


def opening(state: State) -> tuple[Event, ...]:
    """The events of a fresh deal: the tops of all stacks are in play from the start."""
    events: list[Event] = [GameStarted(state.options.mode, -1 if is_timed(state) else state.turn)]
    if is_timed(state):
        return tuple(events)
    if state.beside:
        cards = tuple(face // 2 for face in state.beside)
        patterns = tuple(state.deck[face] for face in state.beside)
        events.append(PatternsForbidden(state.options.forbidden, cards, patterns))
    events += [TopUncovered(seat, stack[-1] // 2, state.deck[stack[-1]]) for seat, stack in enumerate(state.stacks)]
    return tuple(events)


# ---- doing it -----------------------------------------------------------------------------------------


def apply(state: State, action: Action, rng: Rng) -> tuple[State, tuple[Event, ...]]:
    """Let time pass up to ``action`` and carry it out; raise IllegalAction and change nothing if it cannot be."""
    verb, at, seat, cards = action
    if state.phase == PHASE_OVER:
        raise IllegalAction("game_over")
    if at <= state.now:
        raise IllegalAction("stamp_passed", now=state.now)
    least, most = BLANKS[verb]
    if not least <= len(cards) <= most or (seat != -1 if verb == VERB_TICK else not 0 <= seat < seats_of(state)):
        raise IllegalAction("not_an_action")
    events: list[Event] = []
    state = claims.advance(state, at, verb == VERB_TICK, events)._replace(now=at)
    if verb != VERB_TICK:
        if state.phase == PHASE_OVER:
            raise IllegalAction("game_over")
        state = _do(state, verb, seat, cards, at, events)
    return state, tuple(events)


def _do(state: State, verb: Verb, seat: int, cards: tuple[int, ...], at: int, events: list[Event]) -> State:
    """Carry out what ``seat`` does."""
    phase = state.phase
    if phase == PHASE_MINUTE:
        return _gather(state, verb, seat, cards, at, events)
    if verb == Verb.CHOOSE:
        return _choose(state, seat, cards[0], at, events)
    if phase == PHASE_BUZZED and verb == VERB_TOUCH:
        return claims.point(state, seat, cards, at, events)
    if phase == PHASE_BUZZED and verb == Verb.BUZZ:
        return claims.buzz(state, seat, at, events)
    if phase not in (PHASE_OPEN, PHASE_LAST_LOOK):
        raise IllegalAction("wait")
    if verb == VERB_FLIP:
        return _flip(state, seat, at, events)
    if state.options.calm:
        return _look(state, verb, seat, cards, at, events)
    if verb == VERB_TOUCH:
        if state.options.buzzers:
            raise IllegalAction("buzz_first")
        return claims.touch(state, seat, cards, at, events)
    if verb == Verb.BUZZ and state.options.buzzers:
        return claims.buzz(state, seat, at, events)
    raise IllegalAction("not_now")


def _flip(state: State, seat: int, at: int, events: list[Event]) -> State:
    if state.phase != Phase.OPEN:
        raise IllegalAction("stacks_are_empty")
    if seat != state.turn:
        raise IllegalAction("not_your_flip")
    if at < state.flip_from:
        raise IllegalAction("flip_too_early", ms=state.flip_from - at)
    if state.options.calm and say_of(state) >= 0:
        raise IllegalAction("others_look")
    return claims.flip(state, at, events)


def _choose(state: State, seat: int, card: int, at: int, events: list[Event]) -> State:
    key = key_of(lying(state), card)
    if state.phase != Phase.CHOOSE or seat != state.turn or key not in claims.losable(state, seat):
        raise IllegalAction("not_to_choose")
    return claims.lose(state, seat, at, events, key)


def _look(state: State, verb: Verb, seat: int, cards: tuple[int, ...], at: int, events: list[Event]) -> State:
    """Calm mode: a look is one claim with both hands, or a pass (section 2.1)."""
    if seat != say_of(state):
        raise IllegalAction("not_your_look")
    if verb == Verb.TOUCH and len(cards) == 2:
        return claims.touch(state, seat, cards, at, events)
    if verb != Verb.PASS:
        raise IllegalAction("not_now")
    events.append(SeatPassed(seat))
    state = state._replace(passed=state.passed + 1)
    return claims.finish(state, events) if say_of(state) < 0 and state.phase == Phase.LAST_LOOK else state


def _gather(state: State, verb: Verb, seat: int, cards: tuple[int, ...], at: int, events: list[Event]) -> State:
    """The minute and the timed contest (sections 5 and 6)."""
    if verb == Verb.DEAL:
        return minute.deal(state, seat, at, events)
    if verb == Verb.TURN:
        return minute.turn(state, cards[0], at, events)
    if verb == Verb.MOVE:
        return minute.move(state, seat, cards[0], cards[1], events)
    if verb == Verb.COLLECT:
        return minute.collect(state, seat, cards, at, events)
    if verb == Verb.PASS and minute.looks_left(state) <= 0:
        return minute.finish(state, events)
    raise IllegalAction("not_now")


# ---- what can be done -----------------------------------------------------------------------------------


def to_move(state: State) -> int:
    """The seat that the table waits for, see above; -1 when the game is over."""
    if state.phase == Phase.OVER:
        return -1
    if state.phase == Phase.CHOOSE or not state.options.calm or is_timed(state):
        return state.turn
    say = say_of(state)
    return state.turn if say < 0 else say


def is_over(state: State) -> bool:
    """Whether the game has ended."""
    return state.phase == Phase.OVER


# ---- looking at it ----------------------------------------------------------------------------------------


def view(state: State, seat: int) -> View:
    """What ``seat`` may know: every face that is up, and nothing of what is under or behind it."""
    calm = state.options.calm and to_move(state) == seat
    return view_of(state, seat, legal_actions(state) if calm else ())


def world(view: View, rng: Rng) -> State:
    """There is none: where everything happens at once, nobody's decisions are played on in the mind."""
    del view, rng
    raise ValueError(f"{NAME} goes on by the clock")


def reveals(event: Event) -> bool:
    """Time cannot be taken back, so nothing can; only a pass in calm mode changes nothing for anybody."""
    return not isinstance(event, SeatPassed)
