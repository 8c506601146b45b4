"""The rules of Push as pure functions on an immutable state.

Section numbers and rulings (P1 to P14) are those of the rule text. The left neighbour is seat + 1, the right one seat -
1. ``pile`` has its top card last. A taken row stays as an empty one until the turn ends, so that the other rows keep
their places.
"""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import NamedTuple, NewType

from game.core import cache, game
from game.core.options import InvalidOptions, Json, Option, validated_options
from game.core.rng import Rng
from game.core.steps import EventRecorder, recorded_steps
from game.core.tuples import tuple_constructor
from game.games.push import deck
from game.games.push import events as ev
from game.games.push.scoring import Score, score, winners_of

NAME = "push"
MIN_SEATS = 2
MAX_SEATS = 6

OPTIONS: tuple[Option, ...] = (
    Option("thrill", (False, True), False),
    Option("sums", (False, True), True),
    Option("risk", (False, True), True),
    Option("open_secured", (False, True), False),
    Option("host_starts", (False, True), False),
    Option("keep_directions", (False, True), False),
)

Cards = tuple[int, ...]
#: the cards of each row, in order; a row that was taken is empty until the turn ends
Rows = tuple[Cards, ...]


def targets_of(rows: Rows, card: int) -> tuple[int, ...]:
    """Return the places of the rows that a number or dice card may join, including a new one (section 3)."""
    mark = deck.MARKS[card]
    found = []
    for place, row in enumerate(rows):
        for other in row:
            if deck.MARKS[other] & mark:
                break
        else:
            found.append(place)
    if len(rows) < deck.MOST_ROWS:
        found.append(len(rows))
    return tuple(found)


@cache.cached(1024)
def picking_order(active: int, seats: int, directions: int, bust: bool) -> tuple[int, ...]:
    """Return the seats that take rows, in order (section 3, P5, P12).

    ``active`` is first unless busted; then to the left, or to the right after an odd number of direction cards.
    """
    step = -1 if directions % 2 else 1
    others = tuple((active + step * place) % seats for place in range(1, seats))
    return others if bust else (active, *others)


class Verb(IntEnum):
    """The kinds of actions."""

    DRAW = 0
    SECURE = 1
    PLACE = 2
    STOP = 3
    TAKE = 4


class Action(NamedTuple):
    """One decision. ``target`` is a row (0 to 2) or a colour (0 to 4), or -1 if the verb needs none."""

    verb: Verb
    target: int = -1


DRAW = Action(Verb.DRAW)
STOP = Action(Verb.STOP)


class Phase(IntEnum):
    """The phases of a turn (section 3)."""

    CHOOSE = 0
    PLACE = 1
    DECIDE = 2
    TAKE = 3
    OVER = 4
    #: an action is being carried out; only between its events
    AMID = 5


class Options(NamedTuple):
    """The house rules of one match (sections 2 and 4)."""

    #: a star costs the whole open display
    thrill: bool
    #: aids that change no rule: the sums of rows and displays, and the risk of a bust
    sums: bool
    risk: bool
    #: secured cards are visible to all
    open_secured: bool
    #: seat 0 has the first turn
    host_starts: bool
    #: direction cards are used at two seats too, where they have no effect
    keep_directions: bool


class Roll(NamedTuple):
    """The last roll of the die: seat, face and cards lost."""

    seat: int
    face: int
    lost: tuple[int, ...]


class Store(NamedTuple):
    """The parts of the state that most actions leave unchanged, kept apart so that the commonest ones copy little."""

    #: seat -> open number cards, in the order of their arrival
    displays: tuple[tuple[int, ...], ...]
    #: seat -> number cards face down
    secured: tuple[tuple[int, ...], ...]
    discard: tuple[int, ...]
    roll: Roll | None
    options: Options


class State(NamedTuple):
    """The full state: the turn, and the store of all else."""

    #: the seat that decides now, and the seat whose turn it is
    turn: int
    active_seat: int
    phase: Phase
    #: the drawn card to be placed, or 0, and the rows that it may join
    card: int
    targets: tuple[int, ...]
    rows: Rows
    #: direction cards of this turn
    directions: tuple[int, ...]
    #: the seats that take a row after ``turn``, in order
    waiting: tuple[int, ...]
    pile: tuple[int, ...]
    store: Store


class View(NamedTuple):
    """The information of one seat. Others' secured cards are absent unless the house rule opens them (section 2)."""

    seat: int
    turn: int
    active_seat: int
    phase: Phase
    card: int
    rows: Rows
    directions: tuple[int, ...]
    #: while rows are taken: the seats to take one after ``turn``; before: the order after a stop, ``active`` first
    waiting: tuple[int, ...]
    displays: tuple[tuple[int, ...], ...]
    #: seat -> secured cards, empty if hidden from this seat
    secured: tuple[tuple[int, ...], ...]
    secured_counts: tuple[int, ...]
    discard: tuple[int, ...]
    pile_count: int
    #: the cards of the pile, in order of their ids: known to all who have kept track (section 2, P7)
    unseen: tuple[int, ...]
    roll: Roll | None
    options: Options
    #: the actions open to this seat now
    legal: tuple[Action, ...]
    #: everybody's secured cards, which have all been open: for bots that keep count, never to be drawn
    counted_secured: tuple[tuple[int, ...], ...]

    @property
    def drawing(self) -> bool:
        """True while cards are drawn, so that there is a risk."""
        return self.phase < Phase.TAKE

    @property
    def order(self) -> tuple[int, ...]:
        """The seats that take rows, in order; before a stop the active player is first."""
        return (self.turn, *self.waiting) if self.phase == Phase.TAKE else self.waiting


_state, _card_drawn, _card_placed = (
    tuple_constructor(State),
    tuple_constructor(ev.CardDrawn),
    tuple_constructor(ev.CardPlaced),
)


# ---- set-up ---------------------------------------------------------------------------------------


def setup(options: Mapping[str, Json], seats: int, rng: Rng) -> State:
    """Shuffle for ``seats`` players (section 2); raise InvalidOptions for bad options or numbers of seats."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise InvalidOptions("bad_seats", given=seats, least=MIN_SEATS, most=MAX_SEATS)
    chosen = validated_options(Options, OPTIONS, options)
    pile = tuple(rng.shuffled(cards_of(chosen, seats)))
    starter = 0 if chosen.host_starts else rng.below(seats)
    nothing: tuple[tuple[int, ...], ...] = ((),) * seats
    return State(starter, starter, Phase.CHOOSE, 0, (), (), (), (), pile, Store(nothing, nothing, (), None, chosen))


def offers(options: Mapping[str, Json], seats: int) -> dict[str, tuple[Json, ...]]:
    """Return the house rules that matter at that number of seats, and their values."""
    return {option.name: option.values for option in OPTIONS if seats == 2 or option.name != "keep_directions"}


def cards_of(options: Options, seats: int) -> tuple[int, ...]:
    """Return the cards in play: at two seats without direction cards unless the house rule keeps them."""
    return deck.CARDS if seats > 2 or options.keep_directions else deck.CARDS[: -len(deck.DIRECTIONS)]


# ---- legal actions --------------------------------------------------------------------------------

_PLACES = tuple(Action(Verb.PLACE, row) for row in range(deck.MOST_ROWS))
_TAKES = tuple(Action(Verb.TAKE, row) for row in range(deck.MOST_ROWS))
_SECURES = tuple(Action(Verb.SECURE, colour) for colour in range(len(deck.COLOURS)))
_DRAW = (DRAW,)
_DRAW_STOP = (DRAW, STOP)


def to_move(state: State) -> int:
    """Return the seat that decides now, or -1 when the game is over."""
    return -1 if state.phase == Phase.OVER else state.turn


def is_over(state: State) -> bool:
    """Return True once the pile is empty and its last rows are gone (section 4)."""
    return state.phase == Phase.OVER


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return every action open to the seat to move (section 3)."""
    return _OPEN[state.phase](state)


def _securing(state: State) -> tuple[Action, ...]:
    """Return the actions at the beginning of a turn: draw, or secure a colour with open cards."""
    shown = {deck.COLOUR_OF[card] for card in state.store.displays[state.turn]}
    return (DRAW, *[_SECURES[colour] for colour in sorted(shown)])


def _taking(state: State) -> tuple[Action, ...]:
    """Return the actions after a stop or a bust: take one of the remaining rows."""
    return tuple([_TAKES[place] for place, row in enumerate(state.rows) if row])


def _placing(state: State) -> tuple[Action, ...]:
    """Return the actions with a drawn card: place it in a row that it may join."""
    return tuple([_PLACES[row] for row in state.targets])


#: the legal actions by phase
_OPEN: dict[Phase, Callable[[State], tuple[Action, ...]]] = {
    Phase.CHOOSE: _securing,
    Phase.PLACE: _placing,
    Phase.DECIDE: lambda state: _DRAW_STOP if state.rows else _DRAW,
    Phase.TAKE: _taking,
    Phase.OVER: lambda _: (),
    Phase.AMID: lambda _: (),
}


# ---- carrying out an action -----------------------------------------------------------------------

#: the optional recorder of events with the states after them; and the result of an action
Recording = EventRecorder[ev.Event, State] | None
Outcome = tuple[State, tuple[ev.Event, ...]]


def apply(state: State, action: Action, rng: Rng, reel: Recording = None) -> Outcome:
    """Carry out ``action`` for the seat to move; raise IllegalAction if it is not allowed."""
    verb, target = action
    way = _WAYS.get((state.phase, verb))
    outcome = way(state, target, rng, reel) if way else None
    if outcome is None:
        raise game.IllegalAction(_why_not(state, verb, target))
    return outcome


def steps(state: State, action: Action, rng: Rng) -> tuple[State, tuple[tuple[ev.Event, State], ...]]:
    """Apply ``action`` like ``apply``, and return every event with the state after it."""
    return recorded_steps(apply, state, action, rng)


def _why_not(state: State, verb: int, target: int) -> str:
    """Return the text key of the reason why ``verb`` is illegal now."""
    phase = state.phase
    if phase == Phase.OVER:
        return "game_over"
    if phase == Phase.PLACE:
        known = verb == Verb.PLACE and 0 <= target <= min(len(state.rows), deck.MOST_ROWS - 1)
        return "row_clash" if known else "place_first"
    if phase == Phase.TAKE:
        return "row_gone" if verb == Verb.TAKE and 0 <= target < deck.MOST_ROWS else "take_row_first"
    if verb == Verb.STOP and target == -1:
        return "no_row_yet"
    if verb == Verb.SECURE and 0 <= target < len(deck.COLOURS):
        return "nothing_to_secure" if phase == Phase.CHOOSE else "secure_instead"
    return "not_now"


def opening(state: State) -> tuple[ev.Event, ...]:
    """Return the events of a fresh deal, shown when a match starts."""
    return (ev.GameStarted(state.active_seat),)


def _draw(state: State, target: int, rng: Rng, reel: Recording) -> Outcome | None:
    """Turn up the top card: a direction card, a card to place, or a bust (section 3)."""
    if target != -1:
        return None
    turn, active, rows, waiting, store = state.turn, state.active_seat, state.rows, state.waiting, state.store
    card, pile, directions = state.pile[-1], state.pile[:-1], state.directions
    drawn = _card_drawn((turn, card))
    targets = targets_of(rows, card) if card < deck.FIRST_DIRECTION else ()
    held = _state((turn, active, Phase.PLACE, card, targets, rows, directions, waiting, pile, store))
    if targets:
        return held, (drawn,)
    draft = _Draft(held, reel, drawn)
    return draft.bust(rng) if card < deck.FIRST_DIRECTION else draft.change_direction()


def _place(state: State, place: int, _: Rng, reel: Recording) -> Outcome | None:
    """Add the drawn card to a row, or begin one; the last card of the pile forces a stop (P1)."""
    if place not in state.targets:
        return None
    card, pile, rows = state.card, state.pile, list(state.rows)
    if place < len(rows):
        rows[place] += (card,)
    else:
        rows.append((card,))
    turn, active, directions, waiting = state.turn, state.active_seat, state.directions, state.waiting
    after = _state((turn, active, Phase.DECIDE, 0, (), tuple(rows), directions, waiting, pile, state.store))
    placed = _card_placed((turn, card, place))
    return (after, (placed,)) if pile else _Draft(after, reel, placed).pile_empty()


class _Draft:
    """The mutable turn while an action is carried out, with the events so far."""

    __slots__ = (*State._fields[:-1], *Store._fields, "events")

    def __init__(self, state: State, reel: Recording, *events: ev.Event) -> None:
        self.turn, self.active_seat, self.phase, self.card, self.targets, rows, *rest, store = state
        self.rows, (self.directions, self.waiting, self.pile) = list(rows), rest
        displays, secured, self.discard, self.roll, self.options = store
        self.displays, self.secured = list(displays), list(secured)
        self.events: list[ev.Event] = [] if reel is None else reel.of(self.state)
        for event in events:
            self.events.append(event)

    def state(self) -> State:
        """Return the present position as a state."""
        store = Store(tuple(self.displays), tuple(self.secured), self.discard, self.roll, self.options)
        drawn, rows = (self.card, self.targets), tuple(self.rows)
        return _state(
            (self.turn, self.active_seat, self.phase, *drawn, rows, self.directions, self.waiting, self.pile, store)
        )

    def done(self, phase: Phase) -> Outcome:
        """Return the new state and the events."""
        self.phase = phase
        return self.state(), tuple(self.events)

    def change_direction(self) -> Outcome:
        """Put a direction card beside the pile; drawing continues if the pile allows (section 3)."""
        card, self.card = self.card, 0
        self.directions += (card,)
        self.phase = Phase.DECIDE
        self.events.append(ev.DirectionChanged(self.turn, card, len(self.directions) % 2 == 1))
        return self.done(Phase.DECIDE) if self.pile else self.pile_empty()

    def bust(self, rng: Rng) -> Outcome:
        """Discard a card that fits no row and roll the die; then the others take rows (section 3)."""
        card, self.card = self.card, 0
        self.discard += (card,)
        self.phase = Phase.AMID
        self.waiting = picking_order(self.active_seat, len(self.displays), len(self.directions), True)
        self.events.append(ev.Busted(self.turn, card))
        self.roll_die(rng)
        return self.next_picker()

    def pile_empty(self) -> Outcome:
        """Stop because the pile is empty, or end the turn if there is no row (P1, P3)."""
        return self.stop(True) if self.rows else self.end_turn()

    def stop(self, forced: bool) -> Outcome:
        """Stop drawing: the rows are taken, the active player first (section 3)."""
        self.phase = Phase.AMID
        self.waiting = picking_order(self.active_seat, len(self.displays), len(self.directions), False)
        self.events.append(ev.DrawingStopped(self.active_seat, forced))
        return self.next_picker()

    def next_picker(self) -> Outcome:
        """Pass the choice of a row to the next seat; discard rows left over (P9, P13)."""
        if self.waiting and any(self.rows):
            self.turn, self.waiting = self.waiting[0], self.waiting[1:]
            return self.done(Phase.TAKE)
        for place, row in enumerate(self.rows):
            if row:
                self.rows[place] = ()
                self.discard += row
                self.events.append(ev.RowDiscarded(place, row))
        return self.end_turn()

    def take(self, place: int, rng: Rng) -> None:
        """Take a row: number cards to the display first, then the dice card and its roll (section 3, P4, P14)."""
        row, self.rows[place] = self.rows[place], ()
        cards = tuple([card for card in row if card < deck.FIRST_DICE])
        dice = tuple([card for card in row if card >= deck.FIRST_DICE])
        self.phase = Phase.AMID
        self.displays[self.turn] += cards
        self.discard += dice
        self.events.append(ev.RowTaken(self.turn, place, cards, dice[0] if dice else 0))
        if dice:
            self.roll_die(rng)

    def roll_die(self, rng: Rng) -> None:
        """Discard the open cards of the die's colour; a star takes none, or all with the thrill variant (section 3)."""
        seat, face = self.turn, rng.below(deck.FACES)
        display = self.displays[seat]
        if face == deck.STAR:
            lost, kept = (display, ()) if self.options.thrill else ((), display)
        else:
            lost, kept = _split(display, face)
        self.roll = Roll(seat, face, lost)
        self.events.append(ev.DieRolled(seat, face))
        if lost:
            self.displays[seat] = kept
            self.discard += lost
            self.events.append(ev.CardsLost(seat, lost))

    def secure(self, colour: int) -> bool:
        """Turn all own open cards of a colour face down; return whether there were any."""
        cards, self.displays[self.turn] = _split(self.displays[self.turn], colour)
        self.secured[self.turn] += cards
        self.events.append(ev.ColourSecured(self.turn, colour, cards))
        return bool(cards)

    def end_turn(self) -> Outcome:
        """Discard the direction cards; the left neighbour is next, or the game ends (sections 3, 4, P5)."""
        directions = self.directions
        self.discard += directions
        self.rows, self.directions, self.waiting = [], (), ()
        self.events.append(ev.TurnEnded(self.active_seat, directions))
        if self.pile:
            self.turn = self.active_seat = (self.active_seat + 1) % len(self.displays)
            self.phase = Phase.CHOOSE
            self.events.append(ev.TurnStarted(self.turn))
        else:
            self.turn, self.phase = self.active_seat, Phase.OVER
            after = self.state()
            self.events.append(ev.GameEnded(results(after), winners(after)))
        return self.done(self.phase)


def _secure(state: State, colour: int, _: Rng, reel: Recording) -> Outcome | None:
    """Secure a colour with open cards as the whole turn (section 3)."""
    draft = _Draft(state, reel)
    return draft.end_turn() if draft.secure(colour) else None


def _stop(state: State, target: int, _: Rng, reel: Recording) -> Outcome | None:
    """Stop drawing if there is a row (section 3)."""
    return _Draft(state, reel).stop(False) if target == -1 and state.rows else None


def _take(state: State, place: int, rng: Rng, reel: Recording) -> Outcome | None:
    """Take a remaining row (section 3)."""
    if not (0 <= place < len(state.rows) and state.rows[place]):
        return None
    draft = _Draft(state, reel)
    draft.take(place, rng)
    return draft.next_picker()


#: the function of each verb by phase; it returns None for an illegal target
_WAYS: dict[tuple[Phase, Verb], Callable[[State, int, Rng, Recording], Outcome | None]] = {
    (Phase.CHOOSE, Verb.DRAW): _draw,
    (Phase.CHOOSE, Verb.SECURE): _secure,
    (Phase.PLACE, Verb.PLACE): _place,
    (Phase.DECIDE, Verb.DRAW): _draw,
    (Phase.DECIDE, Verb.STOP): _stop,
    (Phase.TAKE, Verb.TAKE): _take,
}


def _split(cards: tuple[int, ...], colour: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cards of a colour, and all others."""
    alike = tuple([card for card in cards if deck.COLOUR_OF[card] == colour])
    return alike, tuple([card for card in cards if deck.COLOUR_OF[card] != colour])


# ---- queries --------------------------------------------------------------------------------------


def results(state: State) -> tuple[Score, ...]:
    """Return every seat's present score in its parts."""
    return tuple(score(shown, safe) for shown, safe in zip(state.store.displays, state.store.secured, strict=True))


def scores(state: State) -> tuple[int, ...]:
    """Return the open and secured points of every seat so far."""
    return tuple(result.total for result in results(state))


def ties(state: State) -> tuple[int, ...]:
    """Return the number of cards of every seat, which breaks ties (section 4)."""
    return tuple(result.cards for result in results(state))


def winners(state: State) -> tuple[int, ...]:
    """Return the seats with most points, then most cards (section 4); none while the game runs."""
    return winners_of(results(state)) if state.phase == Phase.OVER else ()


def view(state: State, seat: int) -> View:
    """Return the information of ``seat`` (section 2), without the pile's order and others' secured cards."""
    _, active, phase, card, _, rows, directions, waiting, pile, store = state
    secured = store.secured
    if phase != Phase.OVER and not store.options.open_secured:
        secured = tuple([cards if owner == seat else () for owner, cards in enumerate(secured)])
    if phase < Phase.TAKE:
        waiting = picking_order(active, len(secured), len(directions), False)
    mover = to_move(state)
    return View(
        seat=seat,
        turn=mover,
        active_seat=active,
        phase=phase,
        card=card,
        rows=rows,
        directions=directions,
        waiting=waiting,
        displays=store.displays,
        secured=secured,
        secured_counts=tuple(map(len, store.secured)),
        discard=store.discard,
        pile_count=len(pile),
        unseen=tuple(sorted(pile)),
        roll=store.roll,
        options=store.options,
        legal=legal_actions(state) if mover == seat else (),
        counted_secured=store.secured,
    )


#: a state built from a view alone; only ``sample_state`` makes one
World = NewType("World", State)


def imagined_after(world: World, action: Action, rng: Rng) -> World:
    """Return the imagined position after ``action``."""
    return World(apply(world, action, rng)[0])


def sample_state(view: View, rng: Rng) -> World:
    """Sample a state that no seat can tell from the true one (section 2): the pile is reshuffled.

    Secured cards are face down, but have been open before, so a seat that keeps track knows them.
    """
    pile, rows, phase = tuple(rng.shuffled(view.unseen)), view.rows, view.phase
    targets = targets_of(rows, view.card) if phase == Phase.PLACE else ()
    waiting = view.waiting if phase == Phase.TAKE else ()
    store = Store(view.displays, view.counted_secured, view.discard, view.roll, view.options)
    turn = (view.turn, view.active_seat, phase, view.card, targets)
    return World(State(*turn, rows, view.directions, waiting, pile, store))
