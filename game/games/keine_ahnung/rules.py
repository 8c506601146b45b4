"""The rules of Keine Ahnung as pure functions on an immutable state.

Section numbers, steps (T0 to T9) and rulings (A1 to A9) are those of the rule text. The next player clockwise is seat +
1. ``draw`` and every pile have their top card last; piles are in the order in which they were started.
"""

from collections import Counter
from collections.abc import Mapping
from enum import IntEnum
from itertools import chain, compress
from typing import NamedTuple

from game.core.game import IllegalAction, own_part
from game.core.options import InvalidOptions, Json, Option, validated_options
from game.core.rng import Rng
from game.core.steps import EventRecorder, recorded_steps
from game.core.tuples import tuple_constructor
from game.games.keine_ahnung import deck, scoring
from game.games.keine_ahnung import events as ev
from game.games.keine_ahnung.deck import (
    EMPTY,
    FITTING,
    HIDDEN,
    MOST_PILES,
    MOST_TO_CALL,
    NUMBER_CARDS,
    PLACES,
    PLUS,
    PRIZE,
    PRIZES,
    REFILL_TO,
    REMOVE,
    TROPHIES,
)

NAME = "keine_ahnung"
MIN_SEATS = 2
MAX_SEATS = 5

OPTIONS: tuple[Option, ...] = (
    Option("reminders", (False, True), False),
    Option("decline", (False, True), False),
    Option("strict", (False, True), False),
    Option("deck", ("even", "skewed"), "even"),
)


# ---- state -------------------------------------------------------------------------------------------


class Phase(IntEnum):
    """The phases of a turn (section 4)."""

    #: the player turns up the top card of the draw pile (T0)
    DRAW = 0
    #: a card is face up, and its player chooses a pile for it (T1, T4)
    PLACE = 1
    #: the player reveals an own card, calls or stops (T3)
    OWN = 2
    #: after a call; the cards are turned up one by one (T6)
    CALL = 3
    OVER = 4
    #: an action outside a call is being carried out; only between its events
    AMID = 5


#: the phases as globals, for speed
PHASE_DRAW, PHASE_PLACE, PHASE_OWN, PHASE_CALL, PHASE_OVER, PHASE_AMID = Phase


class Options(NamedTuple):
    """The house rules of one match (sections 3 to 6)."""

    #: the table shows seen cards faintly; the rules do not change
    reminders: bool
    #: a fitting card may be declined (A2)
    decline: bool
    #: touching an own card before drawing loses the turn (T0)
    strict: bool
    deck: str


class Store(NamedTuple):
    """The parts of the state that most actions leave unchanged, kept apart so that they copy little."""

    #: cards of removed piles, face up
    removed: tuple[int, ...]
    #: stars of the remaining trophies, the top one last
    stack: tuple[int, ...]
    #: seat -> stars of its trophies
    trophies: tuple[tuple[int, ...], ...]
    #: seat -> its consolation prizes
    prizes: tuple[tuple[int, ...], ...]
    options: Options


class State(NamedTuple):
    """The full state: the turn, the cards, and the store of all else."""

    turn: int
    phase: Phase
    draw: tuple[int, ...]
    piles: tuple[tuple[int, ...], ...]
    #: seat -> the cards at its six places, EMPTY for none
    grids: tuple[tuple[int, ...], ...]
    #: seat -> for each place the turn in which its card was last face up, or 0
    last_shown: tuple[tuple[int, ...], ...]
    #: in PLACE and AMID: the card face up, and its place in the grid, or -1 if it was drawn
    card: int
    place: int
    #: own cards laid in this turn
    laid_count: int
    #: in CALL: the places turned up so far
    called_places: tuple[int, ...]
    #: turns begun, from 1 on
    turns: int
    store: Store


def fitting_piles(card: int, piles: tuple[tuple[int, ...], ...]) -> list[int]:
    """Return the piles on which a number card fits: same colour or number as the top (section 3)."""
    fitting = FITTING[card]
    return [pile for pile, cards in enumerate(piles) if cards[-1] in fitting]


def results_of(state: State) -> tuple[scoring.Score, ...]:
    """Return the present scores of all seats (section 5); secret before the end."""
    return tuple(map(scoring.score, state.store.trophies, state.store.prizes))


# ---- legal actions (section 4) -------------------------------------------------------------------


class Verb(IntEnum):
    """The kinds of actions."""

    DRAW = 0
    LAY = 1
    DECLINE = 2
    REVEAL = 3
    CALL = 4
    END = 5


class Action(NamedTuple):
    """One decision. ``which`` is the grid place of REVEAL and the pile of LAY, otherwise 0."""

    verb: Verb
    which: int = 0


#: the verbs as globals, for speed
VERB_DRAW, VERB_LAY, VERB_DECLINE, VERB_REVEAL, VERB_CALL, VERB_END = Verb

DRAW = Action(Verb.DRAW)
DECLINE = Action(Verb.DECLINE)
CALL = Action(Verb.CALL)
END = Action(Verb.END)
#: the verbs that use ``which``
INDEXED = (Verb.LAY, Verb.REVEAL)

_PLACES = range(PLACES)
#: the common actions, by place and by pile
_REVEALS = tuple(Action(Verb.REVEAL, place) for place in range(PLACES))
_LAYS = tuple(Action(Verb.LAY, pile) for pile in range(MOST_PILES))
_DRAW_ALONE = (DRAW,)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return every action open to the seat to move (section 4)."""
    phase, grid = state.phase, state.grids[state.turn]
    if phase == PHASE_DRAW:
        return (DRAW, *compress(_REVEALS, grid)) if state.store.options.strict else _DRAW_ALONE
    if phase == PHASE_OWN:
        actions = tuple(compress(_REVEALS, grid))
        if not actions:
            # no card could be dealt to this seat (section 4.5)
            return (END,)
        if len(actions) <= MOST_TO_CALL:
            actions = (*actions, CALL)
        return (*actions, END) if state.laid_count else actions
    if phase == PHASE_PLACE:
        piles = tuple([_LAYS[pile] for pile in fitting_piles(state.card, state.piles)])
        return (*piles, DECLINE) if state.store.options.decline and state.place >= 0 else piles
    if phase == PHASE_CALL:
        return tuple([reveal for reveal in compress(_REVEALS, grid) if reveal.which not in state.called_places])
    return ()


def is_legal(state: State, action: Action) -> bool:
    """Return True if ``action`` is legal; the commonest case is decided without listing all others."""
    if action.verb == VERB_REVEAL and state.phase == PHASE_OWN:
        return action.which in _PLACES and state.grids[state.turn][action.which] != EMPTY
    return action in legal_actions(state)


def why_not(state: State, action: Action) -> str:
    """Return the text key of the reason why ``action`` is illegal now."""
    verb, phase = action.verb, state.phase
    if phase == Phase.OVER:
        return "game_over"
    if phase == Phase.DRAW:
        return "draw_first"
    if verb == Verb.DRAW:
        return "drawn_already"
    if phase == Phase.PLACE:
        return "does_not_fit" if verb == Verb.LAY else "lay_first"
    if verb == Verb.REVEAL:
        return "no_card_there"
    if phase == Phase.CALL:
        return "call_first"
    if verb == Verb.CALL:
        return "too_many_to_call"
    return "lay_before_stopping" if verb == Verb.END else "not_now"


def encode(action: Action) -> Json:
    """Return ``action`` as a JSON list: the verb, and the place or pile if it needs one."""
    return [int(action.verb), action.which] if action.verb in INDEXED else [int(action.verb)]


def decode(data: Json) -> Action:
    """Return the action that ``encode`` wrote; raise ValueError for anything else."""
    if not isinstance(data, list) or not 1 <= len(data) <= 2 or any(type(part) is not int for part in data):
        raise ValueError(f"not an action: {data!r}")
    verb = Verb(data[0])
    if (verb in INDEXED) != (len(data) == 2):
        raise ValueError(f"not an action: {data!r}")
    return Action(verb, *data[1:])


# ---- views: in this memory game a view does not serve as its player's memory ---------------------


class Sighting(NamedTuple):
    """A card that all have seen and that has been face down since ``turn``."""

    seat: int
    place: int
    card: int
    turn: int


class View(NamedTuple):
    """The information of one seat. No field but ``sightings`` names a face-down card."""

    seat: int
    turn: int
    phase: Phase
    #: turns begun, from 1 on
    turns: int
    draw_count: int
    piles: tuple[tuple[int, ...], ...]
    removed: tuple[int, ...]
    #: EMPTY, HIDDEN, or a card that is face up now
    grids: tuple[tuple[int, ...], ...]
    card: int
    place: int
    laid_count: int
    called_places: tuple[int, ...]
    stack_count: int
    trophy_counts: tuple[int, ...]
    prize_counts: tuple[int, ...]
    #: this seat's own, secret from the others until the end
    trophies: tuple[int, ...]
    prizes: tuple[int, ...]
    #: all results once the game is over
    results: tuple[scoring.Score, ...]
    #: the knowledge of a watcher with a perfect memory of face-down cards; for bots, which forget as people do, and
    #: never to be drawn unless ``reminders`` is chosen
    sightings: tuple[Sighting, ...]
    options: Options
    #: the actions open to this seat now
    legal: tuple[Action, ...]
    #: the prizes that each seat has been seen to find, for the same purpose
    found_prizes: tuple[tuple[int, ...], ...]


#: fast constructor, as every view has many
_sighting = tuple_constructor(Sighting)


def view(state: State, seat: int) -> View:
    """Return the information of ``seat`` (section 3), without face-down cards and others' trophies and prizes."""
    store = state.store
    turn = -1 if state.phase == PHASE_OVER else state.turn
    open_places = [place for place in (*state.called_places, state.place) if place >= 0]
    grids, sightings = [], []
    for owner, (grid, shown) in enumerate(zip(state.grids, state.last_shown, strict=True)):
        if open_places and owner == state.turn:
            seen = tuple(
                [grid[place] if place in open_places else HIDDEN if grid[place] else EMPTY for place in _PLACES]
            )
        else:
            seen = tuple([HIDDEN if card else EMPTY for card in grid])
        grids.append(seen)
        if any(shown):
            sightings += [
                _sighting((owner, place, grid[place], when))
                for place, when in enumerate(shown)
                if when and seen[place] == HIDDEN
            ]
    return View(
        seat=seat,
        turn=turn,
        phase=state.phase,
        turns=state.turns,
        draw_count=len(state.draw),
        piles=state.piles,
        removed=store.removed,
        grids=tuple(grids),
        card=state.card,
        place=state.place,
        laid_count=state.laid_count,
        called_places=state.called_places,
        stack_count=len(store.stack),
        trophy_counts=tuple(map(len, store.trophies)),
        prize_counts=tuple(map(len, store.prizes)),
        trophies=own_part(store.trophies, seat),
        prizes=own_part(store.prizes, seat),
        results=results_of(state) if turn < 0 else (),
        sightings=tuple(sightings),
        options=store.options,
        legal=legal_actions(state) if turn == seat else (),
        found_prizes=store.prizes,
    )


# ---- carrying out an action: the steps T0 to T9 of a turn (section 4) ----------------------------

Cards = tuple[int, ...]
Piles = tuple[Cards, ...]
#: fast constructors for what nearly every action makes
_state = tuple_constructor(State)
_card_drawn = tuple_constructor(ev.CardDrawn)
_card_revealed = tuple_constructor(ev.CardRevealed)
_card_laid = tuple_constructor(ev.CardLaid)
_cards_turned_back = tuple_constructor(ev.CardsTurnedBack)
_function_triggered = tuple_constructor(ev.FunctionTriggered)
_turn_started = tuple_constructor(ev.TurnStarted)


class Turn:
    """The mutable state while an action is carried out, with the events so far."""

    __slots__ = (*State._fields, "events", "rng")

    def __init__(self, state: State, rng: Rng, reel: "Recording") -> None:
        (
            self.turn,
            _,
            self.draw,
            self.piles,
            self.grids,
            self.last_shown,
            self.card,
            self.place,
            self.laid_count,
            self.called_places,
            self.turns,
            self.store,
        ) = state
        self.phase = PHASE_CALL if state.phase == PHASE_CALL else PHASE_AMID
        self.rng = rng
        self.events: list[ev.Event] = [] if reel is None else reel.of(self.state)

    def state(self) -> State:
        """Return the present position as a state."""
        turn, draw, piles, grids, shown = self.turn, self.draw, self.piles, self.grids, self.last_shown
        card, place, laid, called, turns = self.card, self.place, self.laid_count, self.called_places, self.turns
        return _state((turn, self.phase, draw, piles, grids, shown, card, place, laid, called, turns, self.store))

    # -- decisions --

    def draw_and_lay(self) -> None:
        """Turn up the top card and lay it, then another for every PLUS (T0, T1 and section 4.1)."""
        while True:
            card = self.take()
            if not card:
                self.events.append(ev.DrawSkipped(self.turn))
                return self.go_on()
            self.card = card
            self.events.append(_card_drawn((self.turn, card)))
            if card >= PRIZE:
                return self.keep_prize(card, -1)
            piles = fitting_piles(card, self.piles)
            if len(piles) > 1:
                return self.ask_for_pile(card, -1)
            # a card starts a pile only if it fits on none
            if not self.lay(card, piles[0] if piles else len(self.piles), -1):
                return self.go_on()

    def reveal(self, place: int) -> None:
        """Turn up an own card: lay it if it fits, otherwise turn it back and end the turn (T3, T4, A2)."""
        card = self.grids[self.turn][place]
        self.card, self.place = card, place
        self.events.append(_card_revealed((self.turn, place, card)))
        if card >= PRIZE:
            return self.keep_prize(card, place)
        piles = fitting_piles(card, self.piles)
        if not piles:
            self.turn_back((place,))
            return self.next_turn()
        if len(piles) > 1 or self.store.options.decline:
            return self.ask_for_pile(card, place)
        return self.lay_and_go_on(card, piles[0], place)

    def ask_for_pile(self, card: int, place: int) -> None:
        """Ask the player for a pile for ``card``, which stays face up (T1, T4)."""
        self.phase, self.card, self.place = PHASE_PLACE, card, place

    def lay_and_go_on(self, card: int, pile: int, place: int) -> None:
        """Lay a card and complete its effects before anything else (T2, T5, A4)."""
        if self.lay(card, pile, place):
            self.draw_and_lay()
        else:
            self.go_on()

    def decline(self) -> None:
        """Turn the fitting card back instead of laying it, and end the turn (A2)."""
        self.events.append(ev.CardDeclined(self.turn, self.place))
        self.turn_back((self.place,))
        self.next_turn()

    def forfeit(self, place: int) -> None:
        """End the turn because an own card was touched before the draw; nothing is revealed (T0)."""
        self.events.append(ev.TurnForfeited(self.turn, place))
        self.next_turn()

    def stop(self) -> None:
        """End the turn by choice (A3)."""
        self.events.append(ev.TurnStopped(self.turn))
        self.next_turn()

    def call(self) -> None:
        """Call that no own card fits (section 4.3, A1)."""
        self.phase, self.card = PHASE_CALL, EMPTY
        self.events.append(ev.CallMade(self.turn, PLACES - self.grids[self.turn].count(EMPTY)))

    def reveal_for_call(self, place: int) -> None:
        """Turn up one more card of a call; the first fitting card or prize ends it (T6, T8, A5)."""
        grid = self.grids[self.turn]
        card = grid[place]
        self.called_places = (*self.called_places, place)
        self.events.append(_card_revealed((self.turn, place, card)))
        if card >= PRIZE:
            self.take_prize(card, place)
            self.events.append(ev.CallLost(self.turn, place))
        elif fitting_piles(card, self.piles):
            self.events.append(ev.CallLost(self.turn, place))
        elif len(self.called_places) < PLACES - grid.count(EMPTY):
            return
        else:
            self.events.append(ev.CallWon(self.turn))
            self.win_trophy()
            if self.phase == Phase.OVER:
                return
        self.turn_back(tuple(place for place in self.called_places if self.grids[self.turn][place]))
        self.deal(self.turn, PLACES)
        self.next_turn()

    # -- effects --

    def take(self) -> int:
        """Take the top card of the draw pile, renewed if necessary; EMPTY if no card is left (section 4.5, A6, A7)."""
        if not self.draw:
            if self.store.removed:
                self.draw = tuple(self.rng.shuffled(self.store.removed))
                self.store = self.store._replace(removed=())
                self.events.append(ev.DrawPileShuffled(len(self.draw), False))
            else:
                self.draw = tuple(self.rng.shuffled([card for pile in self.piles for card in pile[:-1]]))
                if not self.draw:
                    return EMPTY
                self.piles = tuple([pile[-1:] for pile in self.piles])
                self.events.append(ev.DrawPileShuffled(len(self.draw), True))
        card = self.draw[-1]
        self.draw = self.draw[:-1]
        return card

    def lay(self, card: int, pile: int, place: int) -> bool:
        """Lay a card on a pile, or as a new one, and apply its function; return True if a PLUS asks for another."""
        piles = list(self.piles)
        is_new = pile == len(piles)
        if is_new:
            piles.append((card,))
        else:
            piles[pile] += (card,)
        self.piles, self.card = tuple(piles), EMPTY
        if place >= 0:
            self.take_away(place)
            self.laid_count += 1
        self.events.append(_card_laid((self.turn, card, pile, place, is_new)))
        function = card // 100
        if not function:
            return False
        self.events.append(_function_triggered((self.turn, card)))
        if function == PLUS:
            return True
        if function == REMOVE:
            self.remove_piles(pile)
        else:
            self.refill_opponents()
        return False

    def take_away(self, place: int) -> None:
        """Remove the mover's card at ``place`` from its grid."""
        seat, self.place = self.turn, -1
        grid = list(self.grids[seat])
        grid[place] = EMPTY
        self.set_grid(seat, grid)
        if self.last_shown[seat][place]:
            self.mark((place,), 0)

    def set_grid(self, seat: int, grid: list[int]) -> None:
        """Replace a seat's grid."""
        grids = list(self.grids)
        grids[seat] = tuple(grid)
        self.grids = tuple(grids)

    def mark(self, places: tuple[int, ...], when: int) -> None:
        """Record the turn in which the mover's cards at ``places`` were last face up; 0 for a removed card."""
        rows = list(self.last_shown)
        row = list(rows[self.turn])
        for place in places:
            row[place] = when
        rows[self.turn] = tuple(row)
        self.last_shown = tuple(rows)

    def remove_piles(self, kept: int) -> None:
        """Set aside all piles but one (section 4.1)."""
        removed = [cards for pile, cards in enumerate(self.piles) if pile != kept]
        if removed:
            self.piles = (self.piles[kept],)
            self.store = self.store._replace(removed=(*self.store.removed, *chain.from_iterable(removed)))
            self.events.append(ev.PilesRemoved(self.turn, kept, len(removed)))

    def refill_opponents(self) -> None:
        """Deal cards to opponents with fewer than three, clockwise from the left (section 4.1)."""
        seats = len(self.grids)
        for step in range(1, seats):
            self.deal((self.turn + step) % seats, REFILL_TO)

    def deal(self, seat: int, up_to: int) -> None:
        """Fill a grid's lowest empty places up to ``up_to`` cards, as far as cards are left (section 2)."""
        grid = list(self.grids[seat])
        places = []
        for _ in range(up_to - PLACES + grid.count(EMPTY)):
            card = self.take()
            if not card:
                break
            place = grid.index(EMPTY)
            grid[place] = card
            places.append(place)
        if places:
            self.set_grid(seat, grid)
            self.events.append(ev.CardsDealt(seat, tuple(places)))

    def turn_back(self, places: tuple[int, ...]) -> None:
        """Turn revealed cards face down again in place."""
        if places:
            self.mark(places, self.turns)
            self.card, self.place, self.called_places = EMPTY, -1, ()
            self.events.append(_cards_turned_back((self.turn, places)))

    def take_prize(self, card: int, place: int) -> None:
        """Give a consolation prize to its finder (section 4.2)."""
        self.card = EMPTY
        if place >= 0:
            self.take_away(place)
        prizes = self.store.prizes
        mine = (*prizes[self.turn], card)
        self.store = self.store._replace(prizes=(*prizes[: self.turn], mine, *prizes[self.turn + 1 :]))
        self.events.append(ev.PrizeFound(self.turn, card, place))

    def keep_prize(self, card: int, place: int) -> None:
        """Keep a prize and end the turn, with a trophy if the grid is now empty (section 4.2, A8, A9)."""
        self.take_prize(card, place)
        if (place >= 0 or self.laid_count) and not any(self.grids[self.turn]):
            self.clear_grid()
        else:
            self.next_turn()

    def go_on(self) -> None:
        """Continue after a laid card's effects: the grid is empty, or an own card comes next (T3, T7)."""
        if self.laid_count and not any(self.grids[self.turn]):
            self.clear_grid()
        else:
            self.phase, self.card, self.place = PHASE_OWN, EMPTY, -1

    def clear_grid(self) -> None:
        """Win a trophy for the last card; unless the game is over, deal six cards and pass the turn (section 4.4)."""
        self.win_trophy()
        if self.phase != Phase.OVER:
            self.deal(self.turn, PLACES)
            self.next_turn()

    def win_trophy(self) -> None:
        """Take the top trophy; the last one ends the game at once (section 5)."""
        turn, (_, stack, trophies, prizes, _) = self.turn, self.store
        won, stack = stack[-1], stack[:-1]
        trophies = (*trophies[:turn], (*trophies[turn], won), *trophies[turn + 1 :])
        self.store = self.store._replace(stack=stack, trophies=trophies)
        self.events.append(ev.TrophyWon(turn, won, len(stack)))
        if not stack:
            self.phase, self.card, self.place = Phase.OVER, EMPTY, -1
            results = tuple(map(scoring.score, trophies, prizes))
            self.events.append(ev.GameEnded(results, scoring.best(results)))

    def next_turn(self) -> None:
        """Pass the turn to the next player clockwise (T9)."""
        self.turn = (self.turn + 1) % len(self.grids)
        self.phase, self.card, self.place, self.laid_count, self.called_places = PHASE_DRAW, EMPTY, -1, 0, ()
        self.turns += 1
        self.events.append(_turn_started((self.turn,)))


# ---- set-up ---------------------------------------------------------------------------------------


def setup(options: Mapping[str, Json], seats: int, rng: Rng) -> State:
    """Deal a new game for ``seats`` players (section 2); raise InvalidOptions for bad options or numbers of seats."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise InvalidOptions("bad_seats", given=seats, least=MIN_SEATS, most=MAX_SEATS)
    chosen = validated_options(Options, OPTIONS, options)
    stack = rng.shuffled(deck.TROPHIES)
    cards = rng.shuffled(deck.NUMBER_CARDS[chosen.deck] + deck.PRIZES)
    grids = tuple(tuple(cards.pop() for _ in range(PLACES)) for _ in range(seats))
    nothing: tuple[tuple[int, ...], ...] = ((),) * seats
    return State(
        turn=rng.below(seats),
        phase=Phase.DRAW,
        draw=tuple(cards),
        piles=(),
        grids=grids,
        last_shown=((0,) * PLACES,) * seats,
        card=EMPTY,
        place=-1,
        laid_count=0,
        called_places=(),
        turns=1,
        store=Store((), tuple(stack), nothing, nothing, chosen),
    )


def opening(state: State) -> tuple[ev.Event, ...]:
    """Return the events of a fresh deal, shown when a match starts."""
    return ev.GameStarted(state.turn), ev.TurnStarted(state.turn)


# ---- the seat to move ----------------------------------------------------------------------------


def to_move(state: State) -> int:
    """Return the seat that decides now, or -1 when the game is over."""
    return -1 if is_over(state) else state.turn


def is_over(state: State) -> bool:
    """Return True once the last trophy has been won."""
    return state.phase == PHASE_OVER


# ---- carrying out an action ----------------------------------------------------------------------


#: the optional recorder of events with the states after them
Recording = EventRecorder[ev.Event, State] | None


def apply(state: State, action: Action, rng: Rng, reel: Recording = None) -> tuple[State, tuple[ev.Event, ...]]:
    """Carry out ``action`` for the seat to move; raise IllegalAction if it is not allowed."""
    if not is_legal(state, action):
        raise IllegalAction(why_not(state, action))
    turn = Turn(state, rng, reel)
    verb, which = action
    if verb == VERB_REVEAL:
        if state.phase == PHASE_OWN:
            turn.reveal(which)
        elif state.phase == Phase.CALL:
            turn.reveal_for_call(which)
        else:
            turn.forfeit(which)
    elif verb == VERB_DRAW:
        turn.draw_and_lay()
    elif verb == VERB_LAY:
        turn.lay_and_go_on(turn.card, which, turn.place)
    elif verb == Verb.DECLINE:
        turn.decline()
    elif verb == Verb.CALL:
        turn.call()
    else:
        turn.stop()
    return turn.state(), tuple(turn.events)


def steps(state: State, action: Action, rng: Rng) -> tuple[State, tuple[tuple[ev.Event, State], ...]]:
    """Apply ``action`` like ``apply``, and return every event with the state after it."""
    return recorded_steps(apply, state, action, rng)


# ---- queries -------------------------------------------------------------------------------------


def scores(state: State) -> tuple[int, ...]:
    """Return all seats' stars on trophies and consolation prizes (section 5); secret before the end."""
    return tuple(result.total for result in results_of(state))


def ties(state: State) -> tuple[int, ...]:
    """Return all seats' numbers of trophies and prizes, which break ties (section 5)."""
    return tuple(result.cards for result in results_of(state))


def winners(state: State) -> tuple[int, ...]:
    """Return the seats with most stars, then most cards (section 5); none while the game runs."""
    return scoring.best(results_of(state)) if is_over(state) else ()


# ---- sampling ------------------------------------------------------------------------------------


def sample_state(view: View, rng: Rng) -> State:
    """Sample a state that the seat of ``view``, with a perfect memory, cannot tell from the true one (section 3).

    Unseen face-down cards change, the draw pile included, and so do the stars of trophies that other seats have won or
    that are still to be won. Cards that have been face up are kept.
    """
    grids, shown = [list(grid) for grid in view.grids], [[0] * PLACES for _ in view.grids]
    for seen in view.sightings:
        grids[seen.seat][seen.place] = seen.card
        shown[seen.seat][seen.place] = seen.turn
    cards = rng.shuffled(_hidden(view, grids))
    for grid in grids:
        for place, card in enumerate(grid):
            if card == HIDDEN:
                grid[place] = cards.pop()
    stars = rng.shuffled(sorted((Counter(TROPHIES) - Counter(view.trophies)).elements()))
    trophies = tuple(
        view.trophies if owner == view.seat else tuple([stars.pop() for _ in range(count)])
        for owner, count in enumerate(view.trophy_counts)
    )
    return State(
        turn=view.turn,
        phase=view.phase,
        draw=tuple(cards),
        piles=view.piles,
        grids=tuple(map(tuple, grids)),
        last_shown=tuple(map(tuple, shown)),
        card=view.card,
        place=view.place,
        laid_count=view.laid_count,
        called_places=view.called_places,
        turns=view.turns,
        store=Store(view.removed, tuple(stars), trophies, view.found_prizes, view.options),
    )


def _hidden(view: View, grids: list[list[int]]) -> list[int]:
    left = Counter(NUMBER_CARDS[view.options.deck] + PRIZES)
    for cards in (*view.piles, view.removed, *view.found_prizes, *grids):
        left.subtract([card for card in cards if card > 0])
    if view.card and view.place < 0:
        left[view.card] -= 1
    return sorted(left.elements())
