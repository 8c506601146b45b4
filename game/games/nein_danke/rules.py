"""The rules of Nein Danke! as pure functions on an immutable state.

Section numbers and rulings (N1 to N12) are those of the rule text. The next bidder is the left
neighbour (seat + 1); the right neighbour is seat - 1. ``pile`` and ``aside`` have their top card last.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple, NewType

from game.core.game import WATCHER, IllegalAction, own_part
from game.core.options import InvalidOptions, Json, Option, Pick, validated_options
from game.core.rng import Rng
from game.core.steps import EventRecorder, recorded_steps
from game.core.tuples import tuple_constructor
from game.games.nein_danke import deck, scoring
from game.games.nein_danke import events as ev

NAME = "nein_danke"
MIN_SEATS = 3
MAX_SEATS = 7

OPTIONS: tuple[Option, ...] = (
    Option("specials", (False, True), False),
    Option("kinds", deck.KINDS, deck.KINDS, pick=Pick.SOME),
    Option("open_chips", (False, True), False),
    Option("rounds", (1, 2, 3, 4), 1),
    Option("tie_break", ("shared", "chips"), "shared"),
    Option("aside_from", ("numbers", "pink"), "numbers"),
    Option("tactical", (False, True), False),
    Option("keep_immediate", (False, True), False),
)


#: the house rules that matter only with special cards
ABOUT_SPECIALS = ("kinds", "aside_from", "keep_immediate")


def offers(options: Mapping[str, Json], _seats: int) -> dict[str, tuple[Json, ...]]:
    """Return the house rules that matter with or without special cards, and their values."""
    return {one.name: one.values for one in OPTIONS if options["specials"] or one.name not in ABOUT_SPECIALS}


class Verb(IntEnum):
    """The kinds of actions."""

    PAY = 0
    TAKE = 1
    DECLINE = 2
    SKIP = 3
    CHOOSE = 4
    LOOKED = 5
    NEXT_ROUND = 6


class Action(NamedTuple):
    """One decision. ``card`` is the chosen display card, or 0 if the verb needs none."""

    verb: Verb
    card: int = 0


#: the commonest verbs as globals, for speed
VERB_PAY, VERB_TAKE, VERB_DECLINE = Verb.PAY, Verb.TAKE, Verb.DECLINE

PAY = Action(Verb.PAY)
TAKE = Action(Verb.TAKE)
DECLINE = Action(Verb.DECLINE)
SKIP = Action(Verb.SKIP)
LOOKED = Action(Verb.LOOKED)
NEXT_ROUND = Action(Verb.NEXT_ROUND)


class Phase(IntEnum):
    """The phases of the game (section 4)."""

    PINK = 0
    GREEN = 1
    GIVE = 2
    REMOVE = 3
    PEEK = 4
    ROUND_OVER = 5
    OVER = 6
    #: an action is being carried out; only between its events
    AMID = 7


#: the commonest phases as globals, for speed, and the phases in which a card is auctioned
PHASE_PINK, PHASE_GREEN, PHASE_OVER, PHASE_AMID = Phase.PINK, Phase.GREEN, Phase.OVER, Phase.AMID
AUCTION = (PHASE_PINK, PHASE_GREEN)


class Options(NamedTuple):
    """The house rules of one match (sections 2 and 6)."""

    specials: bool
    kinds: tuple[str, ...]
    open_chips: bool
    rounds: int
    tie_break: str
    aside_from: str
    tactical: bool
    keep_immediate: bool


class Store(NamedTuple):
    """The parts of the state that a paid chip leaves unchanged, separate so that the commonest action copies little."""

    pile: tuple[int, ...]
    set_aside: tuple[int, ...]
    displays: tuple[tuple[int, ...], ...]
    discard: tuple[int, ...]
    #: seat -> the set-aside cards it has looked at, else empty
    seen: tuple[tuple[int, ...], ...]
    round: int
    totals: tuple[int, ...]
    round_scores: tuple[scoring.Score, ...]
    options: Options


class State(NamedTuple):
    """The full state: the auction, and the store of all else."""

    turn: int
    chips: tuple[int, ...]
    pot: int
    last_bidder: int
    phase: Phase
    card: int
    out: frozenset[int]
    #: the seat that turns up the next card after a choice of GIVE, REMOVE or PEEK, else -1
    reveals_next: int
    store: Store


class View(NamedTuple):
    """The information of one seat. Others' chips are -1 unless they are open (section 3, N10)."""

    seat: int
    turn: int
    phase: Phase
    card: int
    pot: int
    last_bidder: int
    out: frozenset[int]
    chips: tuple[int, ...]
    displays: tuple[tuple[int, ...], ...]
    discard: tuple[int, ...]
    pile_count: int
    #: back of the pile's top card, which is public: "pink", "green", or "" for an empty pile
    next_back: str
    set_aside_count: int
    #: the set-aside cards if this seat has looked at them
    seen: tuple[int, ...]
    round: int
    totals: tuple[int, ...]
    round_scores: tuple[scoring.Score, ...]
    options: Options
    #: the actions open to this seat now
    legal: tuple[Action, ...]
    #: the knowledge of a watcher with a perfect memory: everybody's chips, who has looked at the set-aside cards, and
    #: who turns up the next card; for bots that keep count, never to be drawn, and empty on other devices
    counted_chips: tuple[int, ...]
    have_looked: tuple[bool, ...]
    reveals_next: int


NOBODY: frozenset[int] = frozenset()
#: fast constructors for what nearly every action makes
_state = tuple_constructor(State)
_store = tuple_constructor(Store)
_chip_paid = tuple_constructor(ev.ChipPaid)
_card_taken = tuple_constructor(ev.CardTaken)
_card_revealed = tuple_constructor(ev.CardRevealed)


# ---- set-up ---------------------------------------------------------------------------------------


def setup(options: Mapping[str, Json], seats: int, rng: Rng) -> State:
    """Deal a new match for ``seats`` players (section 2); raise InvalidOptions for bad options or numbers of seats."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise InvalidOptions("bad_seats", given=seats, least=MIN_SEATS, most=MAX_SEATS)
    return _deal(validated_options(Options, OPTIONS, options), seats, 1, (0,) * seats, rng)


def _deal(options: Options, seats: int, number: int, totals: tuple[int, ...], rng: Rng) -> State:
    """Shuffle, set nine aside, deal the chips and turn up the first card (section 2, N1)."""
    green, red = deck.specials_of(options.kinds) if options.specials else ([], [])
    pink = list(deck.NUMBERS)
    late_red = red
    if options.aside_from == "pink":
        pink, late_red = pink + red, []
    fixed = list(deck.TACTICAL_ASIDE) if options.tactical else []
    pink = rng.shuffled([card for card in pink if card not in fixed] if fixed else pink)
    missing = deck.ASIDE - len(fixed)
    aside, pile = pink[:missing], pink[missing:]
    if fixed:
        aside = rng.shuffled(fixed + aside)
    if green or late_red:
        pile = rng.shuffled(pile + green + late_red)
    card = pile.pop()
    chips = deck.TACTICAL_CHIPS if options.tactical else deck.CHIPS[seats]
    nothing: deck.Displays = ((),) * seats
    store = Store(tuple(pile), tuple(aside), nothing, (), nothing, number, totals, (), options)
    return State(rng.below(seats), (chips,) * seats, 0, -1, _phase_of(card), card, NOBODY, -1, store)


def _phase_of(card: int) -> Phase:
    return PHASE_GREEN if card in deck.GREEN_IDS else PHASE_PINK


# ---- legal actions --------------------------------------------------------------------------------

_TAKE = (TAKE,)
_DECLINE = (DECLINE,)
_PAY_TAKE = (PAY, TAKE)
_PAY_DECLINE = (PAY, DECLINE)
_LOOKED = (LOOKED,)
_NEXT_ROUND = (NEXT_ROUND,)


def to_move(state: State) -> int:
    """Return the seat that decides now, or -1 when the game is over."""
    return -1 if state.phase == PHASE_OVER else state.turn


def is_over(state: State) -> bool:
    """Return True once the last round has been scored."""
    return state.phase == PHASE_OVER


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return every action open to the seat to move (section 4)."""
    phase, turn, chips = state.phase, state.turn, state.chips
    if phase in AUCTION:
        actions: tuple[Action, ...]
        if chips[turn]:
            actions = _PAY_DECLINE if phase == PHASE_GREEN else _PAY_TAKE
        else:
            actions = _DECLINE if phase == PHASE_GREEN else _TAKE
        # the last seat in an auction has to pay or end it (N9)
        if not deck.SKIP_IDS.isdisjoint(state.store.displays[turn]) and len(state.out) < len(chips) - 1:
            return (*actions, SKIP)
        return actions
    if phase in (Phase.GIVE, Phase.REMOVE):
        return tuple(Action(Verb.CHOOSE, card) for card in state.store.displays[turn])
    if phase == Phase.PEEK:
        return _LOOKED
    return _NEXT_ROUND if phase == Phase.ROUND_OVER else ()


# ---- carrying out an action -----------------------------------------------------------------------


#: the optional recorder of events with the states after them; and the result of an action
Recording = EventRecorder[ev.Event, State] | None
Outcome = tuple[State, tuple[ev.Event, ...]]


def apply(state: State, action: Action, rng: Rng, reel: Recording = None) -> Outcome:
    """Carry out ``action`` for the seat to move; raise IllegalAction if it is not allowed."""
    verb, chosen = action
    phase = state.phase
    if verb == VERB_PAY and phase in AUCTION and not chosen:
        return _pay(state)
    if verb == VERB_TAKE and phase == PHASE_PINK and not chosen:
        return _take(state, reel)
    if action not in legal_actions(state):
        raise IllegalAction(_why_not(state, verb))
    if verb == VERB_DECLINE:
        return _decline(state, reel)
    if verb == Verb.SKIP:
        return _use_skip(state, reel)
    if verb == Verb.NEXT_ROUND:
        store = state.store
        fresh = _deal(store.options, len(state.chips), store.round + 1, store.totals, rng)
        return fresh, opening(fresh)
    if verb == Verb.LOOKED:
        draft = _Draft(state, reel)
        draft.resolve(state.turn)
        return draft.go_on(state.reveals_next)
    return _choose(state, chosen, reel)


def steps(state: State, action: Action, rng: Rng) -> tuple[State, tuple[tuple[ev.Event, State], ...]]:
    """Apply ``action`` like ``apply``, and return every event with the state after it."""
    return recorded_steps(apply, state, action, rng)


def _why_not(state: State, verb: int) -> str:
    """Return the text key of the reason why ``verb`` is illegal now."""
    if state.phase == Phase.OVER:
        return "game_over"
    if state.phase > Phase.GREEN:
        return "choose_first"
    if verb == Verb.TAKE:
        return "green_not_taken"
    if verb == Verb.DECLINE:
        return "pink_not_declined"
    return "no_skip" if verb == Verb.SKIP else "not_now"


def opening(state: State) -> tuple[ev.Event, ...]:
    """Return the events of a fresh deal, shown when a match or a round starts."""
    return ev.RoundStarted(state.store.round, state.turn), ev.CardRevealed(state.turn, state.card)


def recipient(table: State | View) -> int:
    """Return the seat that gets a green card declined now: the last bidder, else the next to the right (N2, N9)."""
    return table.last_bidder if table.last_bidder >= 0 else _next_bidder(table, -1)


def _next_bidder(state: "State | View | _Draft", step: int = 1) -> int:
    """Return the nearest seat in direction ``step`` still in the auction; the same seat if no other is."""
    count = len(state.chips)
    seat = (state.turn + step) % count
    while seat in state.out and seat != state.turn:
        seat = (seat + step) % count
    return seat


def _pay(state: State) -> Outcome:
    """Add one chip to the pot; the next seat still in the auction decides."""
    turn, purses, pot, _, phase, card, out, _, store = state
    if not purses[turn]:
        raise IllegalAction("no_chip")
    chips = list(purses)
    chips[turn] -= 1
    bidder = (turn + 1) % len(chips)
    while bidder in out:
        bidder = (bidder + 1) % len(chips)
    after = _state((bidder, tuple(chips), pot + 1, turn, phase, card, out, -1, store))
    return after, (_chip_paid((turn, pot + 1)),)


def _take(state: State, reel: Recording) -> Outcome:
    """Take the pink card with its pot; the taker faces the next card."""
    turn, card, pot = state.turn, state.card, state.pot
    pile, aside, displays, discard, seen, number, totals, results, options = state.store
    taken = _card_taken((turn, card, pot))
    if reel is not None or card in deck.IMMEDIATE_IDS or not pile:
        draft = _Draft(state, reel)
        draft.award(turn, turn, taken)
        draft.take_first_pink(turn)
        return draft.go_on(turn)
    # by far the commonest case, without the cost of a draft
    chips, shown = list(state.chips), list(displays)
    chips[turn] += pot
    shown[turn] += (card,)
    revealed = pile[-1]
    store = _store((pile[:-1], aside, tuple(shown), discard, seen, number, totals, results, options))
    after = _state((turn, tuple(chips), 0, -1, _phase_of(revealed), revealed, NOBODY, -1, store))
    return after, (taken, _card_revealed((turn, revealed)))


def _use_skip(state: State, reel: Recording) -> Outcome:
    """Discard the Skip card: the seat is out of this auction, also with 0 chips (section 4.1)."""
    turn = state.turn
    card = next(c for c in state.store.displays[turn] if c in deck.SKIP_IDS)
    draft = _Draft(state, reel)
    draft.remove(turn, card)
    draft.discard += (card,)
    draft.phase, draft.out = state.phase, state.out | {turn}
    draft.turn = _next_bidder(draft)
    draft.events.append(ev.SkipUsed(turn, card))
    return draft.done()


def _decline(state: State, reel: Recording) -> Outcome:
    """Decline the green card: the decliner gets the pot, the last bidder or the right neighbour the card (N2, N9)."""
    turn, card, to = state.turn, state.card, recipient(state)
    draft = _Draft(state, reel)
    draft.award(turn, to, ev.CardDeclined(turn, card, state.pot, to))
    if not draft.card:
        return draft.go_on(turn)
    kind = deck.kind_of(card)
    if kind == "peek_nine":
        draft.seen[to] = draft.set_aside
        draft.ask(Phase.PEEK, turn)
        draft.events.append(ev.AsideSeen(to, draft.set_aside))
        return draft.done()
    if draft.displays[to]:
        draft.ask(Phase.GIVE if kind == "give_left" else Phase.REMOVE, turn)
        return draft.done()
    draft.resolve(to)
    draft.turn = turn
    return draft.go_on(turn)


def _choose(state: State, chosen: int, reel: Recording) -> Outcome:
    """Give the chosen card to the left or remove it (section 4.1, N12)."""
    seat, draft = state.turn, _Draft(state, reel)
    draft.remove(seat, chosen)
    if state.phase == Phase.GIVE:
        to = (seat + 1) % len(state.chips)
        draft.displays[to] += (chosen,)
        draft.events.append(ev.CardGiven(seat, chosen, to))
    else:
        draft.put_away(seat, chosen)
    draft.resolve(seat)
    return draft.go_on(state.reveals_next)


class _Draft:
    """The mutable table while an action is carried out, with the events so far."""

    __slots__ = (*State._fields[:-1], *Store._fields[:-1], "events", "options")

    def __init__(self, before: State, reel: Recording) -> None:
        self.turn, chips, self.pot, self.last_bidder, _, self.card, self.out, self.reveals_next, store = before
        self.chips, self.phase = list(chips), PHASE_AMID
        self.pile, self.set_aside, displays, self.discard, seen, self.round, self.totals, self.round_scores, _ = store
        self.displays, self.seen, self.options = list(displays), list(seen), store.options
        self.events: list[ev.Event] = [] if reel is None else reel.of(self.state)

    def state(self) -> State:
        """Return the present position as a state."""
        displays, seen, totals = tuple(self.displays), tuple(self.seen), (self.round, self.totals, self.round_scores)
        store = _store((self.pile, self.set_aside, displays, self.discard, seen, *totals, self.options))
        auction = (self.last_bidder, self.phase, self.card, self.out, self.reveals_next)
        return _state((self.turn, tuple(self.chips), self.pot, *auction, store))

    def done(self) -> Outcome:
        """Return the new state and the events."""
        return self.state(), tuple(self.events)

    def award(self, seat: int, to: int, event: ev.CardTaken | ev.CardDeclined) -> None:
        """Give ``seat`` the pot and ``to`` the card; an immediate card stays in the centre until resolved."""
        self.chips[seat] += self.pot
        self.pot = 0
        if self.card in deck.IMMEDIATE_IDS:
            self.turn = to
        else:
            self.displays[to] += (self.card,)
            self.card = 0
        self.events.append(event)

    def remove(self, seat: int, card: int) -> None:
        """Take a card out of a display."""
        self.displays[seat] = tuple([other for other in self.displays[seat] if other != card])

    def put_away(self, seat: int, card: int) -> None:
        """Discard a card of a seat."""
        self.discard += (card,)
        self.events.append(ev.CardDiscarded(seat, card))

    def resolve(self, seat: int) -> None:
        """Discard a resolved immediate card, or keep it under the house rule (N4).

        A kept card counts as a card for points per card, and can be given and removed like any other. It is never
        resolved again: a seat that is given a Peek does not see the nine.
        """
        card, self.card = self.card, 0
        if self.options.keep_immediate:
            self.displays[seat] += (card,)
        else:
            self.put_away(seat, card)

    def take_first_pink(self, seat: int) -> None:
        """Resolve Take first pink, again for each further one it turns up (section 4.1)."""
        while self.card:
            self.resolve(seat)
            pinks = [place for place, other in enumerate(self.pile) if other not in deck.GREEN_IDS]
            if pinks:
                place = pinks[-1]
                drawn, self.pile = self.pile[place], self.pile[:place] + self.pile[place + 1 :]
            elif self.set_aside:
                drawn, self.set_aside = self.set_aside[-1], self.set_aside[:-1]
            else:
                return
            # a card drawn from the nine is not triggered again
            if pinks and drawn in deck.IMMEDIATE_IDS:
                self.card = drawn
            else:
                self.displays[seat] += (drawn,)
            self.events.append(ev.PinkDrawn(seat, drawn, not pinks))

    def ask(self, phase: Phase, declined_by: int) -> None:
        """Ask the receiver of the green card for its choice; ``declined_by`` then turns up the next card."""
        self.phase, self.reveals_next = phase, declined_by

    def go_on(self, reveals: int) -> Outcome:
        """Turn up the next card for ``reveals``, or score the round if the pile is empty (section 5)."""
        self.last_bidder, self.out, self.reveals_next = -1, NOBODY, -1
        if not self.pile:
            return self.end_round()
        self.turn, self.card, self.pile = reveals, self.pile[-1], self.pile[:-1]
        self.phase = _phase_of(self.card)
        self.events.append(_card_revealed((reveals, self.card)))
        return self.done()

    def end_round(self) -> Outcome:
        """Score the round; the last one ends the game (section 5)."""
        results = tuple(map(scoring.score, self.displays, self.chips))
        self.totals = tuple([total + result.total for total, result in zip(self.totals, results, strict=True)])
        self.round_scores = results
        over = self.round >= self.options.rounds
        self.phase = PHASE_OVER if over else Phase.ROUND_OVER
        self.events.append(ev.RoundEnded(results, self.totals))
        if over:
            self.events.append(ev.GameEnded(winners(self.state())))
        return self.done()


# ---- queries --------------------------------------------------------------------------------------


def scores(state: State) -> tuple[int, ...]:
    """Return the totals of the finished rounds."""
    return state.store.totals


def ties(state: State) -> tuple[int, ...]:
    """Return what breaks ties: with the house rule the chips of each seat, else nothing."""
    return state.chips if state.store.options.tie_break == "chips" else (0,) * len(state.chips)


def winners(state: State) -> tuple[int, ...]:
    """Return the seats with the highest total; with the house rule, those of them with most chips in the last round."""
    if state.phase != Phase.OVER:
        return ()
    keys = [*zip(state.store.totals, ties(state), strict=True)]
    best = max(keys)
    return tuple(seat for seat, key in enumerate(keys) if key == best)


def view(state: State, seat: int) -> View:
    """Return the information of ``seat`` (section 3), without the pile's order, the nine and others' secret chips."""
    secret = not state.store.options.open_chips and state.phase not in (Phase.ROUND_OVER, Phase.OVER)
    chips = tuple(c if s == seat or not secret else -1 for s, c in enumerate(state.chips))
    back = ("green" if state.store.pile[-1] in deck.GREEN_IDS else "pink") if state.store.pile else ""
    seen = tuple(card for card in own_part(state.store.seen, seat) if card in state.store.set_aside)
    return View(
        seat=seat,
        turn=to_move(state),
        phase=state.phase,
        card=state.card,
        pot=state.pot,
        last_bidder=state.last_bidder,
        out=state.out,
        chips=chips,
        displays=state.store.displays,
        discard=state.store.discard,
        pile_count=len(state.store.pile),
        next_back=back,
        set_aside_count=len(state.store.set_aside),
        seen=seen,
        round=state.store.round,
        totals=state.store.totals,
        round_scores=state.store.round_scores,
        options=state.store.options,
        legal=legal_actions(state) if to_move(state) == seat else (),
        counted_chips=state.chips,
        have_looked=tuple(map(bool, state.store.seen)),
        reveals_next=state.reveals_next,
    )


#: a state built from a view alone; only ``sample_state`` makes one
World = NewType("World", State)


def imagined_after(world: World, action: Action) -> World:
    """Return the imagined position after ``action``, which involves no chance."""
    return World(apply(world, action, Rng(0))[0])


def sample_state(view: View, rng: Rng) -> World:
    """Sample a state that the seat of ``view`` cannot tell from the true one (section 2).

    The pile's order changes, and so do the set-aside cards unless the seat has looked at them (Peek). The back of the
    pile's top card is public. Without a count of the chips, opponents whose chips are hidden get equal numbers of them.
    """
    options, aside = view.options, view.seen
    hidden = _hidden(view)
    all_looked = view.have_looked or tuple(seat == view.seat and bool(view.seen) for seat in range(len(view.chips)))
    if view.seat == WATCHER or not all_looked[view.seat]:
        fixed = {*deck.TACTICAL_ASIDE} if options.tactical else set()
        never = deck.GREEN_IDS if options.aside_from == "pink" else deck.SPECIALS.keys()
        lying = fixed.intersection(hidden)
        free = rng.shuffled([card for card in hidden if card not in lying and card not in never])
        aside = tuple(rng.shuffled([*sorted(lying), *free[: view.set_aside_count - len(lying)]]))
    pile = rng.shuffled([card for card in hidden if card not in aside])
    if pile:
        green = view.next_back == "green"
        top = rng.choice([place for place, card in enumerate(pile) if (card in deck.GREEN_IDS) == green])
        pile[-1], pile[top] = pile[top], pile[-1]
    seen = tuple(aside if looked else () for looked in all_looked)
    known = (view.displays, view.discard, seen, view.round, view.totals, view.round_scores, options)
    store = Store(tuple(pile), aside, *known)
    auction = (
        view.counted_chips or _shared_chips(view),
        view.pot,
        view.last_bidder,
        view.phase,
        view.card,
        view.out,
        view.reveals_next,
    )
    return World(State(view.turn, *auction, store))


def _shared_chips(view: View) -> tuple[int, ...]:
    """Return everybody's chips, with equal numbers for the seats whose chips are hidden."""
    seats = len(view.chips)
    dealt = deck.TACTICAL_CHIPS if view.options.tactical else deck.CHIPS[seats]
    left = dealt * seats - view.pot - sum(count for count in view.chips if count > 0)
    share = max(1, left // max(1, view.chips.count(-1)))
    return tuple(count if count >= 0 else share for count in view.chips)


def _hidden(view: View) -> list[int]:
    """Return the cards of the pile and the set-aside ones, in order of their ids."""
    seen = {view.card, *view.discard}
    seen.update(*view.displays)
    kinds = view.options.kinds if view.options.specials else ()
    specials = (card for card, kind in deck.SPECIALS.items() if kind in kinds)
    return [card for card in (*deck.NUMBERS, *specials) if card not in seen]
