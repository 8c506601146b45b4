"""The rules of Twin It! as pure functions on an immutable state: its verbs.

Section numbers and rulings (T1 to T14) are those of the rule text. The game is played in real time, and time is data:
every action carries ``at_ms``, milliseconds since the game began, and stamps strictly rise. The earlier input has the
lower stamp; of an exact tie the later one gets the next millisecond. An action first lets everything happen that was
due before it, so that seed and actions determine the game, however often the clock ticked.

All seats can act at any time. ``to_move`` names the seat that the table waits for: the one to flip, the one to choose
the set that an error costs, in calm mode the one to look, and seat 0 in the minute.
"""

from collections.abc import Mapping

from game.core.game import IllegalAction
from game.core.live import NEVER
from game.core.options import InvalidOptions, Json
from game.core.rng import Rng
from game.games.twin_it import claims, legal, minute, scoring
from game.games.twin_it import events as ev
from game.games.twin_it import state as st
from game.games.twin_it.deck import CARD_COUNT, shuffled
from game.games.twin_it.state import Action, Phase, State
from game.games.twin_it.view import View, view_of

NAME = "twin_it"
MIN_SEATS = 1
MAX_SEATS = 6
OPTIONS = st.OPTIONS
encode, decode = st.encode, st.decode
offers, normalized_options, sides = st.offers, st.normalized_options, st.sides
legal_actions = legal.legal_actions
scores, winners = scoring.scores, scoring.winners


# ---- set-up -------------------------------------------------------------------------------------------


def setup(options: Mapping[str, Json], seats: int, rng: Rng) -> State:
    """Deal a new game (section 2) as evenly as possible, with fewer cards for the later seats if need be."""
    rules = st.read_options(options, seats)
    deck = shuffled(rng)
    # the sides are already shuffled; card c goes to seat c modulo seats, the last one on top
    faces = [2 * card for card in range(CARD_COUNT)]
    timed = rules.timed
    stacks = (tuple(faces),) if timed else tuple(tuple(faces[seat::seats]) for seat in range(seats))
    state = State(
        now=0,
        phase=Phase.MINUTE if timed else Phase.OPEN,
        turn=0 if timed else rng.below(seats),
        flipper=-1,
        owns_turn=False,
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
        contests=0,
        passes=0,
        look_left=0,
        locks=(0,) * (seats if timed else 0),
        flips=(0,) if rules.seen_first else (),
        options=rules,
    )
    if rules.forbidden >= 0:
        state = _lay_beside(state, rules.forbidden)
    tops = [] if timed else [stack[-1] // 2 for stack in state.stacks]
    seen = {*tops, *(face // 2 for face in state.beside)}
    state = state._replace(shown=tuple(0 if card in seen else -1 for card in range(CARD_COUNT)))
    return state._replace(passes=seats if rules.in_rounds and not state.asks_to_look else 0)


def _lay_beside(state: State, seat: int) -> State:
    """Put three cards with different patterns beside the stack; equal ones go back under it (section 3)."""
    stack = list(state.stacks[seat])
    beside: list[int] = []
    while len(beside) < st.FORBIDDEN_CARDS:
        face = stack.pop()
        if state.deck[face] in [state.deck[other] for other in beside]:
            stack.insert(0, face)
        else:
            beside.append(face)
    return state._replace(stacks=st.put(state.stacks, seat, tuple(stack)), beside=tuple(beside))


def seat_range(options: Mapping[str, Json]) -> tuple[int, int]:
    """Return the least and most players of the mode in ``options``; ``MIN_SEATS`` and ``MAX_SEATS`` span all modes."""
    mode = options.get("mode", st.COMPETITIVE)
    if mode not in st.SEATS_OF:
        raise InvalidOptions("bad_option_value", option="mode", value=mode)
    return st.SEATS_OF[mode]


def opening(state: State) -> tuple[ev.Event, ...]:
    """Return the events of a fresh deal: the tops of all stacks are in play from the start."""
    events: list[ev.Event] = [ev.GameStarted(state.options.mode, -1 if state.options.timed else state.turn)]
    if state.options.timed:
        return tuple(events)
    if state.beside:
        cards = tuple(face // 2 for face in state.beside)
        patterns = tuple(state.deck[face] for face in state.beside)
        events.append(ev.PatternsForbidden(state.options.forbidden, cards, patterns))
    events += [ev.TopUncovered(seat, stack[-1] // 2, state.deck[stack[-1]]) for seat, stack in enumerate(state.stacks)]
    return tuple(events)


# ---- carrying out an action -------------------------------------------------------------------------------


def apply(state: State, action: Action, rng: Rng) -> tuple[State, tuple[ev.Event, ...]]:
    """Advance the time to ``action`` and carry it out; raise IllegalAction if it is not allowed."""
    verb, at, seat, cards = action
    if state.phase == st.PHASE_OVER:
        raise IllegalAction("game_over")
    if at <= state.now:
        raise IllegalAction("stamp_passed", now=state.now)
    least, most = st.BLANKS[verb]
    if not least <= len(cards) <= most or (seat != -1 if verb == st.VERB_TICK else not 0 <= seat < state.seats):
        raise IllegalAction("not_an_action")
    play = minute.Minute(state) if state.options.timed else claims.Claims(state)
    play.advance(at, verb == st.VERB_TICK)
    if verb != st.VERB_TICK:
        if play.state.phase == st.PHASE_OVER:
            raise IllegalAction("game_over")
        play.do(verb, seat, cards)
    return play.state, tuple(play.events)


# ---- the seat to move -----------------------------------------------------------------------------------


def to_move(state: State) -> int:
    """Return the seat that the table waits for (see the module's text), or -1 when the game is over."""
    if state.phase == Phase.OVER:
        return -1
    if state.phase == Phase.CHOOSE or not state.options.calm or state.options.timed:
        return state.turn
    say = state.say
    return state.turn if say < 0 else say


def is_over(state: State) -> bool:
    """Return True once the game has ended."""
    return state.phase == Phase.OVER


# ---- queries ----------------------------------------------------------------------------------------------


def view(state: State, seat: int) -> View:
    """Return the information of ``seat``: every face that is up, and nothing under or behind it."""
    calm = state.options.calm and to_move(state) == seat
    return view_of(state, seat, legal_actions(state) if calm else ())


def sample_state(view: View, rng: Rng) -> State:
    """Raise ValueError: a game in real time has no rollouts."""
    raise ValueError(f"expected a game of turns, got {NAME}")


def reveals(event: ev.Event) -> bool:
    """Return True for all events but a pass in calm mode: time cannot be taken back."""
    return not isinstance(event, ev.SeatPassed)
