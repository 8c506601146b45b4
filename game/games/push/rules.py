"""The rules of Push as pure functions on an immutable state.

Section numbers and rulings (P1 to P14) are those of the rule text. The left neighbour is seat + 1, the right one
seat - 1. ``pile`` has its top card last. A row that somebody took stays behind empty until the turn ends, so that
the others keep their places.
"""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import NamedTuple

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
    """The places of the rows that a number or dice card may join, a new one among them (section 3)."""
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
    """Who takes rows, in order: ``active`` first unless busted, then to the left, or to the right after an odd
    number of direction cards (section 3, P5, P12)."""
    step = -1 if directions % 2 else 1
    others = tuple((active + step * place) % seats for place in range(1, seats))
    return others if bust else (active, *others)


class Verb(IntEnum):
    """What a player can do."""

    DRAW = 0
    SECURE = 1
    PLACE = 2
    STOP = 3
    TAKE = 4


class Action(NamedTuple):
    """One decision. ``target`` is a row (0 to 2) or a colour (0 to 4), or -1 where none is chosen."""

    verb: Verb
    target: int = -1


DRAW = Action(Verb.DRAW)
STOP = Action(Verb.STOP)


class Phase(IntEnum):
    """Where a turn stands (section 3)."""

    CHOOSE = 0
    PLACE = 1
    DECIDE = 2
    TAKE = 3
    OVER = 4
    #: an action is being carried out, and nobody decides: only between its events
    AMID = 5


class Options(NamedTuple):
    """The house rules of one match (sections 2 and 4)."""

    #: a star costs the whole open display
    thrill: bool
    #: aids of the table, which change no rule: the sums of rows and displays, and the risk of a bust
    sums: bool
    risk: bool
    #: everybody sees everybody's secured cards
    open_secured: bool
    #: seat 0 has the first turn
    host_starts: bool
    #: direction cards take part at two seats too, where they have no effect
    keep_directions: bool


class Roll(NamedTuple):
    """The last throw of the die: who, which face, and what it cost."""

    seat: int
    face: int
    lost: tuple[int, ...]


class Store(NamedTuple):
    """What most actions leave as it is: kept apart so that the commonest ones copy little."""

    #: seat -> open number cards, in the order in which they came
    displays: tuple[tuple[int, ...], ...]
    #: seat -> number cards that lie face down
    secured: tuple[tuple[int, ...], ...]
    discard: tuple[int, ...]
    roll: Roll | None
    options: Options


class State(NamedTuple):
    """Everything there is to know: the turn, and the store of all else."""

    #: who decides now, and whose turn it is
    turn: int
    active: int
    phase: Phase
    #: the drawn card that is to be placed, or 0, and the rows that it may join
    card: int
    targets: tuple[int, ...]
    rows: Rows
    #: direction cards of this turn
    directions: tuple[int, ...]
    #: who takes a row after ``turn``, in order
    waiting: tuple[int, ...]
    pile: tuple[int, ...]
    store: Store


class View(NamedTuple):
    """What one seat may know. Others' secured cards are absent unless the house rule opens them (section 2)."""

    seat: int
    turn: int
    active: int
    phase: Phase
    card: int
    rows: Rows
    directions: tuple[int, ...]
    #: while rows are taken: who takes one after ``turn``, or next between two of them; before: the order after a
    #: stop, ``active`` first
    waiting: tuple[int, ...]
    displays: tuple[tuple[int, ...], ...]
    #: seat -> secured cards, empty where this seat does not see them
    secured: tuple[tuple[int, ...], ...]
    secured_counts: tuple[int, ...]
    discard: tuple[int, ...]
    pile_count: int
    #: the cards that nobody has seen yet, in order of their ids: whoever has watched knows them (section 2, P7)
    unseen: tuple[int, ...]
    roll: Roll | None
    options: Options
    #: what this seat can do now
    legal: tuple[Action, ...]
    #: everybody's secured cards, which have all lain open: for computer players that count along, not for a picture
    counted: tuple[tuple[int, ...], ...]

    @property
    def drawing(self) -> bool:
        """Whether cards are being drawn, so that there is a risk."""
        return self.phase < Phase.TAKE

    @property
    def order(self) -> tuple[int, ...]:
        """Who takes a row, in order; before a stop the active player first."""
        return (self.turn, *self.waiting) if self.phase == Phase.TAKE else self.waiting


_state, _card_drawn, _card_placed = (
    tuple_constructor(State),
    tuple_constructor(ev.CardDrawn),
    tuple_constructor(ev.CardPlaced),
)


# ---- set-up ---------------------------------------------------------------------------------------


def setup(options: Mapping[str, Json], seats: int, rng: Rng) -> State:
    """Shuffle for ``seats`` players (section 2); raise BadOptions for what is not known."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise InvalidOptions("bad_seats", given=seats, least=MIN_SEATS, most=MAX_SEATS)
    chosen = validated_options(Options, OPTIONS, options)
    pile = tuple(rng.shuffled(cards_of(chosen, seats)))
    starter = 0 if chosen.host_starts else rng.below(seats)
    nothing: tuple[tuple[int, ...], ...] = ((),) * seats
    return State(starter, starter, Phase.CHOOSE, 0, (), (), (), (), pile, Store(nothing, nothing, (), None, chosen))


def offers(options: Mapping[str, Json], seats: int) -> dict[str, tuple[Json, ...]]:
    """The house rules that make a difference at so many seats, and their values."""
    del options
    return {option.name: option.values for option in OPTIONS if seats == 2 or option.name != "keep_directions"}


def cards_of(options: Options, seats: int) -> tuple[int, ...]:
    """The cards that take part: at two seats without direction cards unless the house rule keeps them."""
    return deck.CARDS if seats > 2 or options.keep_directions else deck.CARDS[: -len(deck.DIRECTIONS)]


# ---- what can be done -----------------------------------------------------------------------------

_PLACES = tuple(Action(Verb.PLACE, row) for row in range(deck.MOST_ROWS))
_TAKES = tuple(Action(Verb.TAKE, row) for row in range(deck.MOST_ROWS))
_SECURES = tuple(Action(Verb.SECURE, colour) for colour in range(len(deck.COLOURS)))
_DRAW = (DRAW,)
_DRAW_STOP = (DRAW, STOP)


def to_move(state: State) -> int:
    """The seat that decides now, or -1 when the game is over."""
    return -1 if state.phase == Phase.OVER else state.turn


def is_over(state: State) -> bool:
    """Whether the pile is used up and its last rows are gone (section 4)."""
    return state.phase == Phase.OVER


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every action open to the seat that is to move (section 3)."""
    return _OPEN[state.phase](state)


def _securing(state: State) -> tuple[Action, ...]:
    """At the beginning of a turn: draw, or secure a colour of which cards lie open."""
    shown = {deck.COLOUR_OF[card] for card in state.store.displays[state.turn]}
    return (DRAW, *[_SECURES[colour] for colour in sorted(shown)])


def _taking(state: State) -> tuple[Action, ...]:
    """After a stop or a bust: one of the rows that are left."""
    return tuple([_TAKES[place] for place, row in enumerate(state.rows) if row])


def _placing(state: State) -> tuple[Action, ...]:
    """With a drawn card: the rows that it may join."""
    return tuple([_PLACES[row] for row in state.targets])


#: what can be done in each phase
_OPEN: dict[Phase, Callable[[State], tuple[Action, ...]]] = {
    Phase.CHOOSE: _securing,
    Phase.PLACE: _placing,
    Phase.DECIDE: lambda state: _DRAW_STOP if state.rows else _DRAW,
    Phase.TAKE: _taking,
    Phase.OVER: lambda _: (),
    Phase.AMID: lambda _: (),
}


# ---- doing it -------------------------------------------------------------------------------------

#: where the events of an action are to be recorded with the states that they leave behind; and what comes of one
Recording = EventRecorder[ev.Event, State] | None
Outcome = tuple[State, tuple[ev.Event, ...]]


def apply(state: State, action: Action, rng: Rng, reel: Recording = None) -> Outcome:
    """Carry out ``action`` for the seat that is to move; raise IllegalAction if it is not allowed."""
    verb, target = action
    way = _WAYS.get((state.phase, verb))
    outcome = way(state, target, rng, reel) if way else None
    if outcome is None:
        raise game.IllegalAction(_why_not(state, verb, target))
    return outcome


def steps(state: State, action: Action, rng: Rng) -> tuple[State, tuple[tuple[ev.Event, State], ...]]:
    """As ``apply``, with every event and the state that it leaves behind: what a table shows, one after the other."""
    return recorded_steps(apply, state, action, rng)


def _why_not(state: State, verb: int, target: int) -> str:
    """The text key of the reason why ``verb`` cannot be done now."""
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
    """The events of a fresh deal: shown when a match starts."""
    return (ev.GameStarted(state.active),)


def _draw(state: State, target: int, rng: Rng, reel: Recording) -> Outcome | None:
    """Turn up the top card: a direction card beside the pile, any other to be placed, or a bust (section 3)."""
    if target != -1:
        return None
    turn, active, rows, waiting, store = state.turn, state.active, state.rows, state.waiting, state.store
    card, pile, directions = state.pile[-1], state.pile[:-1], state.directions
    drawn = _card_drawn((turn, card))
    targets = targets_of(rows, card) if card < deck.FIRST_DIRECTION else ()
    held = _state((turn, active, Phase.PLACE, card, targets, rows, directions, waiting, pile, store))
    if targets:
        return held, (drawn,)
    draft = _Draft(held, reel, drawn)
    return draft.bust(rng) if card < deck.FIRST_DIRECTION else draft.change_direction()


def _place(state: State, place: int, _: Rng, reel: Recording) -> Outcome | None:
    """Lay the drawn card at the end of a row, or begin one; the last card of the pile forces a stop (P1)."""
    if place not in state.targets:
        return None
    card, pile, rows = state.card, state.pile, list(state.rows)
    if place < len(rows):
        rows[place] += (card,)
    else:
        rows.append((card,))
    turn, active, directions, waiting = state.turn, state.active, state.directions, state.waiting
    after = _state((turn, active, Phase.DECIDE, 0, (), tuple(rows), directions, waiting, pile, state.store))
    placed = _card_placed((turn, card, place))
    return (after, (placed,)) if pile else _Draft(after, reel, placed).pile_empty()


class _Draft:
    """A turn while an action is carried out: where the cards lie by now, and what has happened on the way there."""

    __slots__ = (*State._fields[:-1], *Store._fields, "events")

    def __init__(self, state: State, reel: Recording, *events: ev.Event) -> None:
        self.turn, self.active, self.phase, self.card, self.targets, rows, *rest, store = state
        self.rows, (self.directions, self.waiting, self.pile) = list(rows), rest
        displays, secured, self.discard, self.roll, self.options = store
        self.displays, self.secured = list(displays), list(secured)
        self.events: list[ev.Event] = [] if reel is None else reel.of(self.state)
        for event in events:
            self.events.append(event)

    def state(self) -> State:
        """How things lie now."""
        store = Store(tuple(self.displays), tuple(self.secured), self.discard, self.roll, self.options)
        drawn, rows = (self.card, self.targets), tuple(self.rows)
        return _state(
            (self.turn, self.active, self.phase, *drawn, rows, self.directions, self.waiting, self.pile, store)
        )

    def done(self, phase: Phase) -> Outcome:
        """The state that has come of it, and what has happened."""
        self.phase = phase
        return self.state(), tuple(self.events)

    def change_direction(self) -> Outcome:
        """A direction card lies beside the pile; drawing goes on, if it can (section 3)."""
        card, self.card = self.card, 0
        self.directions += (card,)
        self.phase = Phase.DECIDE
        self.events.append(ev.DirectionChanged(self.turn, card, len(self.directions) % 2 == 1))
        return self.done(Phase.DECIDE) if self.pile else self.pile_empty()

    def bust(self, rng: Rng) -> Outcome:
        """The drawn card fits nowhere: it is discarded, the die is rolled, then the others take rows (section 3)."""
        card, self.card = self.card, 0
        self.discard += (card,)
        self.phase = Phase.AMID
        self.waiting = picking_order(self.active, len(self.displays), len(self.directions), True)
        self.events.append(ev.Busted(self.turn, card))
        self.roll_die(rng)
        return self.next_picker()

    def pile_empty(self) -> Outcome:
        """Nothing is left to draw: stop, or end the turn if there is no row (P1, P3)."""
        return self.stop(True) if self.rows else self.end_turn()

    def stop(self, forced: bool) -> Outcome:
        """Draw no more: the rows are taken, the active player first (section 3)."""
        self.phase = Phase.AMID
        self.waiting = picking_order(self.active, len(self.displays), len(self.directions), False)
        self.events.append(ev.DrawingStopped(self.active, forced))
        return self.next_picker()

    def next_picker(self) -> Outcome:
        """The next one takes a row while there are rows; rows that nobody is left for are discarded (P9, P13)."""
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
        """Open cards of the die's colour are lost, to a star none or, with the thrill variant, all (section 3)."""
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
        """Discard the direction cards; the left neighbour goes on, or the game is over (sections 3, 4, P5)."""
        directions = self.directions
        self.discard += directions
        self.rows, self.directions, self.waiting = [], (), ()
        self.events.append(ev.TurnEnded(self.active, directions))
        if self.pile:
            self.turn = self.active = (self.active + 1) % len(self.displays)
            self.phase = Phase.CHOOSE
            self.events.append(ev.TurnStarted(self.turn))
        else:
            self.turn, self.phase = self.active, Phase.OVER
            after = self.state()
            self.events.append(ev.GameEnded(results(after), winners(after)))
        return self.done(self.phase)


def _secure(state: State, colour: int, _: Rng, reel: Recording) -> Outcome | None:
    """Secure a colour of which cards lie open: that is the whole turn (section 3)."""
    draft = _Draft(state, reel)
    return draft.end_turn() if draft.secure(colour) else None


def _stop(state: State, target: int, _: Rng, reel: Recording) -> Outcome | None:
    """Draw no more, if there is a row (section 3)."""
    return _Draft(state, reel).stop(False) if target == -1 and state.rows else None


def _take(state: State, place: int, rng: Rng, reel: Recording) -> Outcome | None:
    """Take a row that is left (section 3)."""
    if not (0 <= place < len(state.rows) and state.rows[place]):
        return None
    draft = _Draft(state, reel)
    draft.take(place, rng)
    return draft.next_picker()


#: how each verb is carried out in the phases that have it; nothing comes of a target that the rules forbid
_WAYS: dict[tuple[Phase, Verb], Callable[[State, int, Rng, Recording], Outcome | None]] = {
    (Phase.CHOOSE, Verb.DRAW): _draw,
    (Phase.CHOOSE, Verb.SECURE): _secure,
    (Phase.PLACE, Verb.PLACE): _place,
    (Phase.DECIDE, Verb.DRAW): _draw,
    (Phase.DECIDE, Verb.STOP): _stop,
    (Phase.TAKE, Verb.TAKE): _take,
}


def _split(cards: tuple[int, ...], colour: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards of a colour, and all others."""
    alike = tuple([card for card in cards if deck.COLOUR_OF[card] == colour])
    return alike, tuple([card for card in cards if deck.COLOUR_OF[card] != colour])


# ---- looking at it --------------------------------------------------------------------------------


def results(state: State) -> tuple[Score, ...]:
    """Every seat's score as things lie, in its parts."""
    return tuple(score(shown, safe) for shown, safe in zip(state.store.displays, state.store.secured, strict=True))


def scores(state: State) -> tuple[int, ...]:
    """Open and secured points of every seat so far."""
    return tuple(result.total for result in results(state))


def winners(state: State) -> tuple[int, ...]:
    """The seats with most points, of those the ones with most cards (section 4); nothing while the game runs."""
    return winners_of(results(state)) if state.phase == Phase.OVER else ()


def view(state: State, seat: int) -> View:
    """What ``seat`` may know (section 2): not the order of the pile, nor what others have secured."""
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
        active=active,
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
        counted=store.secured,
    )


def sample_state(view: View, rng: Rng) -> State:
    """One position, by chance, that no seat can tell from the true one (section 2): the pile in another order.

    Secured cards lie face down, but have lain open before: they are no secret for who has watched.
    """
    pile, rows, phase = tuple(rng.shuffled(view.unseen)), view.rows, view.phase
    targets = targets_of(rows, view.card) if phase == Phase.PLACE else ()
    waiting = view.waiting if phase == Phase.TAKE else ()
    store = Store(view.displays, view.counted, view.discard, view.roll, view.options)
    return State(view.turn, view.active, phase, view.card, targets, rows, view.directions, waiting, pile, store)
