"""The rules of dnuP as pure functions on an immutable state.

Section numbers and rulings (R1 to R12) are those of the rule text. The left neighbour is seat + 1. The compulsory
discard at the beginning of a turn is applied together with the action, which is tested against the table after that
discard.
"""

from collections.abc import Callable, Mapping
from enum import IntEnum
from itertools import combinations
from typing import NamedTuple, NewType

from game.core.cache import cached
from game.core.game import IllegalAction, own_part
from game.core.options import InvalidOptions, Json, Option, validated_options
from game.core.rng import Rng
from game.core.steps import EventRecorder, recorded_steps
from game.core.tuples import tuple_constructor
from game.games.dnup import deck, scoring
from game.games.dnup import events as ev

NAME = "dnup"
MIN_SEATS = 2
MAX_SEATS = 5

OPTIONS: tuple[Option, ...] = (
    # number of turns without anybody going out before the cards are dealt again, or 0 for never (R7)
    Option("redeal_after", (0, 100, 300), 300),
)


# Places of sets: their owners, and the sets that an action is tested against (sections 5 and 6).


def areas_of(seats: int) -> int:
    """Return the number of sets a player can have on the table: two between two players, else one (section 6)."""
    return 2 if seats == 2 else 1


def owner_of(place: int, seats: int) -> int:
    """Return the seat that owns ``place``."""
    return place // 2 if seats == 2 else place


def own_place(turn: int, area: int, seats: int) -> int:
    """Return the place whose turn it is; its set is discarded before the action (sections 5 and 6)."""
    return 2 * turn + area if seats == 2 else turn


@cached(32)
def places_of_others(seat: int, seats: int) -> tuple[int, ...]:
    """Return the places of all seats but ``seat``."""
    return tuple(place for place in range(seats * areas_of(seats)) if owner_of(place, seats) != seat)


def heights_of(sets: tuple[tuple[int, ...], ...], place: int) -> list[int]:
    """Return size -> value of every set on the table except at ``place``, 0 for none; sizes are unique."""
    heights = [0] * (deck.MOST_ALIKE + 2)
    for other, cards in enumerate(sets):
        if cards and other != place:
            heights[len(cards)] = deck.ACTIVE[cards[0]]
    return heights


class Verb(IntEnum):
    """The kinds of actions: A to D of section 5, and the start of the next round."""

    PLAY = 0
    ADD = 1
    TAKE = 2
    TURN = 3
    NEXT_ROUND = 4


class Action(NamedTuple):
    """One decision. ``cards`` are played, in ascending order, or added; ``place`` is that of another seat's set."""

    verb: Verb
    cards: tuple[int, ...] = ()
    place: int = -1


#: the verbs as globals, for speed: members of an enumeration are slow to look up
VERB_PLAY, VERB_ADD, VERB_TAKE, VERB_TURN, VERB_NEXT_ROUND = Verb

TURN = Action(Verb.TURN)
NEXT_ROUND = Action(Verb.NEXT_ROUND)


class Phase(IntEnum):
    """The phases of the game."""

    PLAY = 0
    ROUND_OVER = 1
    OVER = 2


class Options(NamedTuple):
    """The house rules of one match."""

    redeal_after: int


class Store(NamedTuple):
    """The parts of the state that most actions leave unchanged, kept apart so that they copy little."""

    round: int
    #: the seat that held the star card at the deal
    starter: int
    #: seat -> markers, or rounds won between two players
    totals: tuple[int, ...]
    #: for every finished round, the awards of each seat
    history: tuple[tuple[int, ...], ...]
    options: Options


Cards = tuple[int, ...]
Sets = tuple[Cards, ...]


class State(NamedTuple):
    """The full state: the turn, and the store of all else."""

    turn: int
    #: between two players the area whose turn it is, 0 or 1; otherwise 0
    area: int
    phase: Phase
    #: seat -> the hand in the order of its cards' arrival
    hands: tuple[Cards, ...]
    #: place -> the set there, in the order of its cards' arrival
    sets: tuple[Cards, ...]
    #: seat -> cards of its hand that all have seen going there, in their present orientation
    known_cards: tuple[frozenset[int], ...]
    #: the seats that have gone out in this round, in order
    out: tuple[int, ...]
    #: turns since the deal, or since a seat went out
    quiet_turns: int
    discard: Cards
    store: Store


class View(NamedTuple):
    """The information of one seat: no hand but its own (section 4)."""

    seat: int
    turn: int
    area: int
    phase: Phase
    #: the own hand in the order of its cards' arrival
    hand: Cards
    hand_counts: tuple[int, ...]
    sets: tuple[Cards, ...]
    out: tuple[int, ...]
    quiet_turns: int
    discard_count: int
    #: knowledge of a watcher with a perfect memory: for each seat the cards of its hand that came from the table, in
    #: their present orientation, and the numbers of the discarded cards; for bots, never to be drawn, as the discard
    #: pile is face down
    known_cards: tuple[frozenset[int], ...]
    known_discards: tuple[int, ...]
    round: int
    starter: int
    totals: tuple[int, ...]
    history: tuple[tuple[int, ...], ...]
    options: Options
    #: the actions open to this seat now
    legal: tuple[Action, ...]


NOTHING: Cards = ()
NONE_KNOWN: frozenset[int] = frozenset()
#: the phases as globals, for speed
PHASE_PLAY, PHASE_ROUND_OVER, PHASE_OVER = Phase
#: fast constructors for what nearly every action makes
_state = tuple_constructor(State)
_set_discarded = tuple_constructor(ev.SetDiscarded)
_set_played = tuple_constructor(ev.SetPlayed)


# ---- set-up ---------------------------------------------------------------------------------------


def setup(options: Mapping[str, Json], seats: int, rng: Rng) -> State:
    """Deal a new match for ``seats`` players (section 3); raise InvalidOptions for bad options or numbers of seats."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise InvalidOptions("bad_seats", given=seats, least=MIN_SEATS, most=MAX_SEATS)
    chosen = validated_options(Options, OPTIONS, options)
    return _deal(Store(1, 0, (0,) * seats, (), chosen), rng)


def _deal(store: Store, rng: Rng) -> State:
    """Shuffle with random ends up and deal all cards; the star card's holder starts (section 3, R11)."""
    seats = len(store.totals)
    cards = [2 * number + rng.below(2) for number in rng.shuffled(deck.numbers_for(seats))]
    each = len(cards) // seats
    hands = tuple(tuple(cards[seat * each : (seat + 1) * each]) for seat in range(seats))
    starter = next(seat for seat, hand in enumerate(hands) if deck.STAR in map(deck.number_of, hand))
    # between two players the starter's first turn has one action only, with the second area (section 6)
    area = 1 if seats == 2 else 0
    places = seats * areas_of(seats)
    store = store._replace(starter=starter)
    return State(starter, area, Phase.PLAY, hands, (NOTHING,) * places, (NONE_KNOWN,) * seats, (), 0, (), store)


def opening(state: State) -> tuple[ev.Event, ...]:
    """Return the events of a fresh deal, shown when a match or a round starts."""
    return ev.RoundStarted(state.store.round, state.store.starter), ev.HandsDealt(state.hands)


# ---- legal actions --------------------------------------------------------------------------------


def to_move(state: State) -> int:
    """Return the seat that decides now, or -1 when the game is over."""
    return -1 if is_over(state) else state.turn


def is_over(state: State) -> bool:
    """Return True once a player has reached the goal."""
    return state.phase == PHASE_OVER


@cached(4096)
def play_of(cards: Cards) -> Action:
    """Return the action that plays ``cards``, given in any order."""
    return Action(Verb.PLAY, tuple(sorted(cards)))


@cached(4096)
def _plays_of(alike: int) -> tuple[tuple[int, int, tuple[Action, ...]], ...]:
    """Return size, value and plays of all sets from cards of one value, given as bits; small ones first."""
    cards = deck.cards_in(alike)
    value, sizes = deck.ACTIVE[cards[0]], range(1, len(cards) + 1)
    return tuple((size, value, tuple(map(play_of, combinations(cards, size)))) for size in sizes)


@cached(4096)
def _adds_of(alike: int, place: int) -> tuple[Action, ...]:
    """Return the actions that add any one of some cards, given as bits, to the set at ``place``."""
    return tuple(Action(Verb.ADD, (card,), place) for card in deck.cards_in(alike))


#: place -> the action that takes its set
TAKES = tuple(Action(Verb.TAKE, NOTHING, place) for place in range(MAX_SEATS))


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return every action open to the seat to move (sections 5 and 6)."""
    seat, area, phase, hands, sets = state[:5]
    if phase != PHASE_PLAY:
        return (NEXT_ROUND,) if phase == PHASE_ROUND_OVER else ()
    seats = len(hands)
    heights = heights_of(sets, own_place(seat, area, seats))
    groups = deck.bits_by_value(hands[seat])
    found: list[Action] = []
    for alike in filter(None, groups):
        for size, value, plays in _plays_of(alike):
            if heights[size] < value:
                found += plays
    takes: list[Action] = []
    for place in places_of_others(seat, seats):
        if lying := sets[place]:
            value = deck.ACTIVE[lying[0]]
            if groups[value] and heights[len(lying) + 1] < value:
                found += _adds_of(groups[value], place)
            takes.append(TAKES[place])
    return (*found, *takes, TURN)


# ---- carrying out an action -----------------------------------------------------------------------


class _Draft:
    """The mutable cards while a turn is carried out, with the events so far."""

    __slots__ = (*State._fields, "events", "own")

    def __init__(self, state: State, reel: "Recording") -> None:
        self.turn, self.area, self.phase, hands, sets, known, self.out, turns, self.discard, self.store = state
        self.hands, self.sets, self.known_cards, self.quiet_turns = [*hands], [*sets], [*known], turns
        self.own = own_place(self.turn, self.area, len(hands))
        self.events: list[ev.Event] = [] if reel is None else reel.of(self.state)

    def state(self) -> State:
        """Return the present position as a state."""
        hands, sets, known, turns = tuple(self.hands), tuple(self.sets), tuple(self.known_cards), self.quiet_turns
        return _state((self.turn, self.area, self.phase, hands, sets, known, self.out, turns, self.discard, self.store))

    def clear(self, place: int, owner: int, is_beaten: bool = False) -> None:
        """Discard the owner's set at ``place``."""
        cards, self.sets[place] = self.sets[place], NOTHING
        self.discard += cards
        self.events.append(_set_discarded((owner, place, cards, is_beaten)))

    def give(self, seat: int, place: int) -> None:
        """Put the set at ``place`` into a hand, each card turned and known to all (the golden rule)."""
        got, self.sets[place] = deck.turned(self.sets[place]), NOTHING
        self.hands[seat] += got
        self.known_cards[seat] = self.known_cards[seat].union(got)

    def check(self, cards: Cards) -> None:
        """Raise IllegalAction for a card that the own hand does not hold in that orientation."""
        hand = self.hands[self.turn]
        for card in cards:
            if card not in hand:
                raise IllegalAction("not_in_hand")

    def lay(self, cards: Cards, place: int) -> int:
        """Put cards from the own hand at a place; return the number of those not known to the others."""
        seat, known, hand = self.turn, self.known_cards[self.turn], [*self.hands[self.turn]]
        for card in cards:
            hand.remove(card)
        self.hands[seat] = tuple(hand)
        self.known_cards[seat] = left = known.difference(cards)
        self.sets[place] += cards
        return len(cards) - len(known) + len(left)

    def beat(self, size: int, value: int) -> None:
        """Remove a lower set of equal size from the table (section 5, R1); raise IllegalAction if it is not lower.

        The set of a seat that is out is discarded (R3).
        """
        for place, cards in enumerate(self.sets):
            if len(cards) == size:
                if deck.ACTIVE[cards[0]] >= value:
                    raise IllegalAction("must_be_higher", size=size, value=deck.ACTIVE[cards[0]])
                owner = owner_of(place, len(self.hands))
                if owner in self.out:
                    self.clear(place, owner, is_beaten=True)
                else:
                    self.give(owner, place)
                    self.events.append(ev.SetReturned(owner, place, cards, self.turn))
                return


#: the optional recorder of events with the states after them; and the result of an action
Recording = EventRecorder[ev.Event, State] | None
After = tuple[State, tuple[ev.Event, ...]]


def apply(state: State, action: Action, rng: Rng, reel: Recording = None) -> After:
    """Carry out ``action`` for the seat to move; raise IllegalAction if it is not allowed."""
    if state.phase != PHASE_PLAY:
        return _next_round(state, action, rng)
    carry_out = _WAYS.get(action.verb)
    if not carry_out:
        raise IllegalAction("not_now")
    draft = _Draft(state, reel)
    if draft.sets[draft.own]:
        # the discard is compulsory and comes first, even if the set would be needed (section 5)
        draft.clear(draft.own, draft.turn)
    carry_out(state, action, draft)
    return _go_on(draft)


def steps(state: State, action: Action, rng: Rng) -> tuple[State, tuple[tuple[ev.Event, State], ...]]:
    """Apply ``action`` like ``apply``, and return every event with the state after it."""
    return recorded_steps(apply, state, action, rng)


def _play(state: State, action: Action, draft: _Draft) -> None:
    """Play a set of equal cards from the hand (section 5, A)."""
    _, cards, place = action
    if not cards:
        raise IllegalAction("no_card_chosen")
    if place != -1 or (len(cards) > 1 and list(cards) != sorted(set(cards))):
        raise IllegalAction("not_an_action")
    draft.check(cards)
    value = deck.ACTIVE[cards[0]]
    for card in cards:
        if deck.ACTIVE[card] != value:
            raise IllegalAction("values_differ")
    draft.beat(len(cards), value)
    fresh = draft.lay(cards, draft.own)
    draft.events.append(_set_played((draft.turn, draft.own, cards, fresh)))


def _add(state: State, action: Action, draft: _Draft) -> None:
    """Add one card of the same value to another seat's set (section 5, B)."""
    _, cards, place = action
    if len(cards) != 1:
        raise IllegalAction("not_an_action")
    draft.check(cards)
    there = _others_set(state, place)
    value = deck.ACTIVE[there[0]]
    if deck.ACTIVE[cards[0]] != value:
        raise IllegalAction("value_must_fit", value=value)
    size = len(there) + 1
    draft.beat(size, value)
    fresh = draft.lay(cards, place)
    draft.events.append(ev.CardAdded(draft.turn, place, owner_of(place, len(draft.hands)), cards[0], size, fresh))


def _take(state: State, action: Action, draft: _Draft) -> None:
    """Take another seat's set into the hand (section 5, C)."""
    _, cards, place = action
    if cards:
        raise IllegalAction("not_an_action")
    there = _others_set(state, place)
    draft.give(draft.turn, place)
    draft.events.append(ev.SetTaken(draft.turn, place, owner_of(place, len(draft.hands)), there))


def _turn_hand(state: State, action: Action, draft: _Draft) -> None:
    """Turn the whole hand (section 5, D)."""
    if action != TURN:
        raise IllegalAction("not_an_action")
    seat = draft.turn
    draft.hands[seat] = hand = deck.turned(draft.hands[seat])
    draft.known_cards[seat] = frozenset(deck.turned(draft.known_cards[seat]))
    draft.events.append(ev.HandTurned(seat, hand))


#: the functions of the actions A to D; they raise IllegalAction if the rules forbid the action
_WAYS: dict[Verb, Callable[[State, Action, _Draft], None]] = {
    Verb.PLAY: _play,
    Verb.ADD: _add,
    Verb.TAKE: _take,
    Verb.TURN: _turn_hand,
}


def _others_set(state: State, place: int) -> Cards:
    """Return another seat's set at ``place``; raise IllegalAction if there is none."""
    if not 0 <= place < len(state.sets) or not state.sets[place]:
        raise IllegalAction("no_set_there")
    if owner_of(place, len(state.hands)) == state.turn:
        raise IllegalAction("own_set")
    return state.sets[place]


def _go_on(draft: _Draft) -> After:
    """Check whether the seat is out; then go on to the next turn, the next round or the end (sections 5.1 and 6)."""
    seat, seats, store = draft.turn, len(draft.hands), draft.store
    draft.quiet_turns += 1
    is_round_over = False
    if not draft.hands[seat]:
        rank, award = len(draft.out), scoring.award_of(len(draft.out), seats)
        totals = tuple([total + award * (other == seat) for other, total in enumerate(store.totals)])
        draft.out, draft.quiet_turns, draft.store = (*draft.out, seat), 0, store._replace(totals=totals)
        draft.events.append(ev.WentOut(seat, rank, award))
        is_round_over = totals[seat] >= scoring.goal_of(seats) or len(draft.out) == scoring.outs_of(seats)
    elif 0 < store.options.redeal_after <= draft.quiet_turns:
        draft.events.append(ev.RoundBroken(draft.quiet_turns))
        is_round_over = True
    if is_round_over:
        _end_round(draft)
    elif seats == 2:
        draft.turn, draft.area = (seat, 1) if draft.area == 0 else (1 - seat, 0)
    else:
        turn = (seat + 1) % seats
        if turn in draft.out:
            # all others have had a turn: the set of the seat that is out is discarded (section 5.1)
            if draft.sets[turn]:
                draft.clear(turn, turn)
            turn = (turn + 1) % seats
        draft.turn = turn
    return draft.state(), tuple(draft.events)


def _end_round(draft: _Draft) -> None:
    """Record the awards of the round; the game ends as soon as the goal is reached (section 5.1, R4)."""
    out, store = draft.out, draft.store
    seats, winners = len(store.totals), scoring.winners_of(store.totals)
    awards = tuple(scoring.award_of(out.index(seat), seats) if seat in out else 0 for seat in range(seats))
    draft.phase = PHASE_OVER if winners else PHASE_ROUND_OVER
    draft.store = store._replace(history=(*store.history, awards))
    draft.events.append(ev.RoundEnded(awards, store.totals))
    if winners:
        draft.events.append(ev.GameEnded(winners))


def _next_round(state: State, action: Action, rng: Rng) -> After:
    """Deal again after a round; raise IllegalAction for any other action, and when the game is over."""
    if state.phase == Phase.OVER:
        raise IllegalAction("game_over")
    if action != NEXT_ROUND:
        raise IllegalAction("round_is_over")
    fresh = _deal(state.store._replace(round=state.store.round + 1), rng)
    return fresh, opening(fresh)


# ---- queries --------------------------------------------------------------------------------------


def scores(state: State) -> tuple[int, ...]:
    """Return the markers of every seat, or the rounds won between two players."""
    return state.store.totals


def winners(state: State) -> tuple[int, ...]:
    """Return the seat that has reached the goal, if any."""
    return scoring.winners_of(state.store.totals)


def view(state: State, seat: int) -> View:
    """Return the information of ``seat`` (section 4): all that is or was open, and its own hand."""
    store = state.store
    turn = to_move(state)
    return View(
        seat=seat,
        turn=turn,
        area=state.area,
        phase=state.phase,
        hand=own_part(state.hands, seat),
        hand_counts=tuple(map(len, state.hands)),
        sets=state.sets,
        out=state.out,
        quiet_turns=state.quiet_turns,
        discard_count=len(state.discard),
        known_cards=state.known_cards,
        known_discards=tuple(sorted(map(deck.number_of, state.discard))),
        round=store.round,
        starter=store.starter,
        totals=store.totals,
        history=store.history,
        options=store.options,
        legal=legal_actions(state) if turn == seat else (),
    )


#: a state built from a view alone; only ``imagined`` makes one
World = NewType("World", State)


def imagined(view: View, hands: tuple[Cards, ...]) -> World:
    """Return the position of ``view`` with ``hands`` sampled for the others; it knows no more than the view."""
    store = Store(view.round, view.starter, view.totals, view.history, view.options)
    # the orientation of discarded cards no longer matters
    rest = (view.quiet_turns, tuple([2 * number for number in view.known_discards]), store)
    return World(State(view.turn, view.area, view.phase, hands, view.sets, view.known_cards, view.out, *rest))


def imagined_after(world: World, action: Action, rng: Rng) -> World:
    """Return the imagined position after ``action``."""
    return World(apply(world, action, rng)[0])


def visible(event: ev.Event, seat: int) -> ev.Event | None:
    """Return ``event`` as ``seat`` sees it: others' hands are hidden, also when dealt or turned."""
    if isinstance(event, ev.HandsDealt):
        hands = event.hands
        return ev.HandsDealt(
            tuple(hand if owner == seat else (deck.HIDDEN,) * len(hand) for owner, hand in enumerate(hands))
        )
    if isinstance(event, ev.HandTurned) and event.seat != seat:
        return ev.HandTurned(event.seat, (deck.HIDDEN,) * len(event.hand))
    return event


def reveals(event: ev.Event) -> bool:
    """Return True if ``event`` dealt cards or showed any not known to be in that hand, so undo must stop there."""
    if isinstance(event, (ev.SetPlayed, ev.CardAdded)):
        return event.fresh > 0
    return isinstance(event, (ev.RoundStarted, ev.HandsDealt))


# ---- encoding ------------------------------------------------------------------------------------


def encode(action: Action) -> Json:
    """Return ``action`` as a JSON list: the verb, then the cards, the card and the place, or the place."""
    verb, cards, place = action
    if verb == Verb.PLAY:
        return [int(verb), list(cards)]
    if verb == Verb.ADD:
        return [int(verb), cards[0], place]
    return [int(verb), place] if verb == Verb.TAKE else [int(verb)]


def decode(data: Json) -> Action:
    """Return the action that ``encode`` wrote; raise ValueError for anything else."""
    match data:
        case [0, list(cards)] if cards and all(map(deck.is_card, cards)) and cards == sorted(set(cards)):
            action = play_of(tuple(cards))
        case [1, card, int(place)] if deck.is_card(card):
            action = Action(Verb.ADD, (card,), place)
        case [2, int(place)]:
            action = Action(Verb.TAKE, NOTHING, place)
        case [3]:
            action = TURN
        case [4]:
            action = NEXT_ROUND
        case _:
            raise ValueError(f"not an action: {data!r}")
    # bools and floats are no numbers here
    if not isinstance(data, list) or any(type(part) not in (int, list) for part in data):
        raise ValueError(f"not an action: {data!r}")
    return action


# The effect of an action as far as the player to move may know it: which set goes where.


class SetOutcome(NamedTuple):
    """The effect of a set made by playing or adding on the set of equal size."""

    #: the place of a lower set of equal size, or -1
    beaten: int
    #: the value of a set of equal size that is not lower, which forbids the action; or 0
    blocked: int
    #: True if the last cards leave the hand
    goes_out: bool


def outcome_of(view: View, action: Action) -> SetOutcome:
    """Return the effect of playing a set or adding a card (rule text, sections 5 and 6); for these two verbs only."""
    seats = len(view.hand_counts)
    own = own_place(view.turn, view.area, seats)
    size, value = len(action.cards), deck.ACTIVE[action.cards[0]]
    if action.verb == Verb.ADD:
        size = len(view.sets[action.place]) + 1
    beaten, blocked = -1, 0
    for place, cards in enumerate(view.sets):
        if len(cards) == size and place != own:
            if deck.ACTIVE[cards[0]] < value:
                beaten = place
            else:
                blocked = deck.ACTIVE[cards[0]]
    comes_back = beaten >= 0 and owner_of(beaten, seats) == view.seat
    goes_out = len(action.cards) == len(view.hand) and not comes_back
    return SetOutcome(beaten, blocked, goes_out and not blocked)


# The others' possible hands: deals consistent with what a seat has seen. Cards picked up from the table are known, in
# their orientation. Of all other unseen cards neither the holder nor the orientation is known; only the star card is
# still with the starter if it has not been seen. So between two players the other hand is known except for its ends
# (section 4).


def unseen(view: View) -> list[int]:
    """Return the numbers of the cards that this seat has not seen since the deal, in order."""
    seen = {deck.number_of(card) for cards in (view.hand, *view.sets, *view.known_cards) for card in cards}
    seen.update(view.known_discards)
    return [number for number in deck.numbers_for(len(view.totals)) if number not in seen]


def sample_state(view: View, rng: Rng) -> World:
    """Sample a state that this seat cannot tell from the true one."""
    hidden = unseen(view)
    cards = [2 * number + rng.below(2) for number in rng.shuffled(hidden)]
    first: Cards = ()
    if deck.STAR in hidden:
        star = next(card for card in cards if deck.number_of(card) == deck.STAR)
        cards.remove(star)
        first = (star,)
    hands: list[Cards] = []
    for seat, count in enumerate(view.hand_counts):
        if seat == view.seat:
            hands.append(view.hand)
            continue
        hand = tuple(sorted(view.known_cards[seat])) + (first if seat == view.starter else ())
        missing = count - len(hand)
        hands.append(hand + tuple(cards[:missing]))
        del cards[:missing]
    return imagined(view, tuple(hands))
