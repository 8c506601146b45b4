"""The rules of dnuP as pure functions on an immutable state.

Section numbers and rulings (R1 to R12) are those of the rule text. The left neighbour is seat + 1. The compulsory
discard of a turn's beginning is applied together with the action; whatever an action is tested against lies on
the table after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from itertools import combinations
from typing import Any, NamedTuple

from game.core.protocol import BadOptions, IllegalAction, Json, Option, chosen_values
from game.core.rng import Rng
from game.games.dnup.deck import ACTIVE, END_OF_CARDS, FIRST_CARD, HIDDEN, STAR, number_of, numbers_for, turned
from game.games.dnup.events import (
    CardAdded,
    Event,
    GameEnded,
    HandsDealt,
    HandTurned,
    RoundBroken,
    RoundEnded,
    RoundStarted,
    SetDiscarded,
    SetPlayed,
    SetReturned,
    SetTaken,
    WentOut,
)
from game.games.dnup.scoring import award_of, goal_of, outs_of, winners_of

NAME = "dnup"
MIN_SEATS = 2
MAX_SEATS = 5

OPTIONS: tuple[Option, ...] = (
    # turns without anybody going out after which the cards are dealt anew, or 0 for never (R7)
    Option("redeal_after", (0, 100, 300), 300),
)


class Verb(IntEnum):
    """What a player can do: the actions A to D of section 5, and going on to the next round."""

    PLAY = 0
    ADD = 1
    TAKE = 2
    TURN = 3
    NEXT_ROUND = 4


class Action(NamedTuple):
    """One decision. ``cards`` are those played, in ascending order, or the one added; ``place`` is whose set is
    added to or taken."""

    verb: Verb
    cards: tuple[int, ...] = ()
    place: int = -1


TURN = Action(Verb.TURN)
NEXT_ROUND = Action(Verb.NEXT_ROUND)


class Phase(IntEnum):
    """Where the game stands."""

    PLAY = 0
    ROUND_OVER = 1
    OVER = 2


class Options(NamedTuple):
    """The house rules of one match."""

    redeal_after: int


class Table(NamedTuple):
    """What most actions leave as it is: kept apart so that they copy little."""

    round: int
    #: who held the star card at the deal
    starter: int
    #: seat -> markers, or rounds won between two players
    totals: tuple[int, ...]
    #: for every round that is over, what each seat got in it
    history: tuple[tuple[int, ...], ...]
    options: Options


Cards = tuple[int, ...]


class State(NamedTuple):
    """Everything there is to know: the turn, and the table around it."""

    turn: int
    #: between two players the area whose turn it is, 0 or 1; else 0
    area: int
    phase: Phase
    #: seat -> the hand in the order in which its cards came
    hands: tuple[Cards, ...]
    #: place -> the set that lies there, in the order in which its cards came
    sets: tuple[Cards, ...]
    #: seat -> cards of its hand that everybody has seen going there, the way up they are now
    known: tuple[frozenset[int], ...]
    #: who has gone out in this round, in that order
    out: tuple[int, ...]
    #: turns since the deal, or since somebody went out
    quiet: int
    discard: Cards
    table: Table


class View(NamedTuple):
    """What one seat may know: no hand but its own (section 4)."""

    seat: int
    turn: int
    area: int
    phase: Phase
    #: the own hand in the order in which its cards came
    hand: Cards
    hand_counts: tuple[int, ...]
    sets: tuple[Cards, ...]
    out: tuple[int, ...]
    quiet: int
    discard_count: int
    #: what an onlooker with a perfect memory would remember: for each seat cards of its hand that went there from
    #: the table, the way up they are now, and the numbers of the cards that have been discarded. Both are there
    #: for computer players; the discard pile lies face down and a picture must not show it
    known: tuple[frozenset[int], ...]
    gone: tuple[int, ...]
    round: int
    starter: int
    totals: tuple[int, ...]
    history: tuple[tuple[int, ...], ...]
    options: Options
    #: what this seat can do now
    legal: tuple[Action, ...]


NOTHING: Cards = ()
NONE_KNOWN: frozenset[int] = frozenset()
#: the constructor of NamedTuples without its keyword handling: states are made often
_state: Any = tuple.__new__


# ---- set-up ---------------------------------------------------------------------------------------


def setup(options: Mapping[str, Json], seats: int, rng: Rng) -> State:
    """Deal a new match for ``seats`` players (section 3); raise BadOptions for what is not known."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise BadOptions("bad_seats", given=seats, least=MIN_SEATS, most=MAX_SEATS)
    chosen = Options(**chosen_values(OPTIONS, options))
    return _deal(Table(1, 0, (0,) * seats, (), chosen), rng)


def _deal(table: Table, rng: Rng) -> State:
    """Shuffle with random ends up and deal everything; the star card's holder starts (section 3, R11)."""
    seats = len(table.totals)
    cards = [2 * number + rng.below(2) for number in rng.shuffled(numbers_for(seats))]
    each = len(cards) // seats
    hands = tuple(tuple(cards[seat * each : (seat + 1) * each]) for seat in range(seats))
    starter = next(seat for seat, hand in enumerate(hands) if any(number_of(card) == STAR for card in hand))
    # between two players the starter's first go is one turn only, that of the second area (section 6)
    area = 1 if seats == 2 else 0
    places = seats * areas_of(seats)
    table = table._replace(starter=starter)
    return State(starter, area, Phase.PLAY, hands, (NOTHING,) * places, (NONE_KNOWN,) * seats, (), 0, (), table)


def areas_of(seats: int) -> int:
    """How many sets a player can have on the table: two between two players, else one (section 6)."""
    return 2 if seats == 2 else 1


def owner_of(place: int, seats: int) -> int:
    """The seat before which ``place`` lies."""
    return place // areas_of(seats)


def opening(state: State) -> tuple[Event, ...]:
    """The events of a fresh deal: shown when a match or a round starts."""
    return RoundStarted(state.table.round, state.table.starter), HandsDealt(state.hands)


# ---- what can be done -----------------------------------------------------------------------------


def to_move(state: State) -> int:
    """The seat that decides now, or -1 when the game is over."""
    return -1 if state[2] == 2 else state[0]


def is_over(state: State) -> bool:
    """Whether somebody has reached the goal."""
    return state[2] == 2


def play_of(cards: Cards) -> Action:
    """The action that plays ``cards``, given in any order."""
    return Action(Verb.PLAY, tuple(sorted(cards)))


def own_place(turn: int, area: int, seats: int) -> int:
    """The place whose turn it is: what lies there is discarded before the action (sections 5 and 6)."""
    return turn * areas_of(seats) + area


def heights_of(sets: tuple[Cards, ...], place: int) -> dict[int, int]:
    """Size -> value of every set on the table but the one at ``place``; no two have the same size."""
    return {len(cards): ACTIVE[cards[0]] for other, cards in enumerate(sets) if cards and other != place}


def groups_of(hand: Cards) -> dict[int, list[int]]:
    """Active value -> the cards of the hand that have it."""
    groups: dict[int, list[int]] = {}
    for card in hand:
        groups.setdefault(ACTIVE[card], []).append(card)
    return groups


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every action open to the seat that is to move (sections 5 and 6)."""
    if state.phase:
        return (NEXT_ROUND,) if state.phase == Phase.ROUND_OVER else ()
    seat, sets = state.turn, state.sets
    seats = len(state.hands)
    heights = heights_of(sets, own_place(seat, state.area, seats))
    groups = groups_of(state.hands[seat])
    found: list[Action] = []
    for value, cards in sorted(groups.items()):
        cards.sort()
        for size in range(1, len(cards) + 1):
            if heights.get(size, 0) < value:
                found += [Action(Verb.PLAY, chosen) for chosen in combinations(cards, size)]
    takes: list[Action] = []
    for place, cards_there in enumerate(sets):
        if cards_there and owner_of(place, seats) != seat:
            value = ACTIVE[cards_there[0]]
            if value in groups and heights.get(len(cards_there) + 1, 0) < value:
                found += [Action(Verb.ADD, (card,), place) for card in groups[value]]
            takes.append(Action(Verb.TAKE, NOTHING, place))
    return (*found, *takes, TURN)


# ---- doing it -------------------------------------------------------------------------------------


def apply(state: State, action: Action, rng: Rng) -> tuple[State, tuple[Event, ...]]:
    """Carry out ``action`` for the seat that is to move; raise IllegalAction if it is not allowed."""
    verb, cards, place = action
    if state.phase or verb == Verb.NEXT_ROUND:
        return _next_round(state, action, rng)
    _check_form(action)
    seat = state.turn
    own = own_place(seat, state.area, len(state.hands))
    sets, hands, known = list(state.sets), list(state.hands), list(state.known)
    discard = state.discard
    events: list[Event] = []
    if mine := sets[own]:
        # the discard is compulsory and comes first, also if the set is then missed (section 5)
        events.append(SetDiscarded(seat, own, mine, False))
        discard += mine
        sets[own] = NOTHING
    if verb == Verb.TURN:
        hands[seat] = turned(hands[seat])
        known[seat] = frozenset(turned(known[seat]))
        events.append(HandTurned(seat, hands[seat]))
    elif verb == Verb.TAKE:
        taken = _others_set(state, place)
        events.append(SetTaken(seat, place, owner_of(place, len(hands)), taken))
        sets[place] = NOTHING
        _give(seat, taken, hands, known)
    else:
        hand = hands[seat]
        if not all(card in hand for card in cards):
            raise IllegalAction("not_in_hand")
        value = ACTIVE[cards[0]]
        if verb == Verb.PLAY:
            if any(ACTIVE[card] != value for card in cards):
                raise IllegalAction("values_differ")
            place, size = own, len(cards)
        else:
            there = _others_set(state, place)
            if ACTIVE[there[0]] != value:
                raise IllegalAction("value_must_fit", value=ACTIVE[there[0]])
            size = len(there) + 1
        discard = _beat(state, size, value, sets, hands, known, discard, events)
        fresh = sum(card not in known[seat] for card in cards)
        hands[seat] = tuple([card for card in hands[seat] if card not in cards])
        known[seat] = known[seat].difference(cards)
        sets[place] += cards
        if verb == Verb.PLAY:
            events.append(SetPlayed(seat, place, cards, fresh))
        else:
            events.append(CardAdded(seat, place, owner_of(place, len(hands)), cards[0], size, fresh))
    now = tuple(hands), tuple(sets), tuple(known), state.out, state.quiet, discard, state.table
    after = _state(State, (seat, state.area, Phase.PLAY, *now))
    return _go_on(after, events)


def _check_form(action: Action) -> None:
    """Raise IllegalAction for what is no action at all: cards in disorder, a place without need of one."""
    verb, cards, place = action
    if verb == Verb.PLAY:
        if not cards:
            raise IllegalAction("no_card_chosen")
        is_sound = place == -1 and list(cards) == sorted(set(cards))
    elif verb == Verb.ADD:
        is_sound = len(cards) == 1
    else:
        is_sound = not cards and (verb == Verb.TAKE or place == -1)
    if not is_sound:
        raise IllegalAction("not_an_action")


def _others_set(state: State, place: int) -> Cards:
    """The set of somebody else at ``place``; raise IllegalAction if there is none."""
    if not 0 <= place < len(state.sets) or not state.sets[place]:
        raise IllegalAction("no_set_there")
    if owner_of(place, len(state.hands)) == state.turn:
        raise IllegalAction("own_set")
    return state.sets[place]


def _give(seat: int, cards: Cards, hands: list[Cards], known: list[frozenset[int]]) -> None:
    """Cards go from the table to a hand, each turned, and everybody sees it (the golden rule)."""
    got = turned(cards)
    hands[seat] += got
    known[seat] = known[seat].union(got)


def _beat(
    state: State,
    size: int,
    value: int,
    sets: list[Cards],
    hands: list[Cards],
    known: list[frozenset[int]],
    discard: Cards,
    events: list[Event],
) -> Cards:
    """Clear the table of a lower set of equal size and return the discard pile; raise IllegalAction if it is not
    lower (section 5, R1). The set of somebody who is out is not taken back (R3)."""
    for place, cards in enumerate(sets):
        if len(cards) != size:
            continue
        if ACTIVE[cards[0]] >= value:
            raise IllegalAction("must_be_higher", size=size, value=ACTIVE[cards[0]])
        owner = owner_of(place, len(hands))
        sets[place] = NOTHING
        if owner in state.out:
            events.append(SetDiscarded(owner, place, cards, True))
            return discard + cards
        events.append(SetReturned(owner, place, cards, state.turn))
        _give(owner, cards, hands, known)
        break
    return discard


def _go_on(state: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """Look whether the seat is out; then the next turn, the next round or the end (sections 5.1 and 6)."""
    seat, area, _, hands, sets, known, out, quiet, discard, table = state
    seats = len(hands)
    quiet += 1
    if not hands[seat]:
        award = award_of(len(out), seats)
        events.append(WentOut(seat, len(out), award))
        totals = tuple([total + award * (other == seat) for other, total in enumerate(table.totals)])
        state = state._replace(out=(*out, seat), quiet=0, table=table._replace(totals=totals))
        if totals[seat] >= goal_of(seats) or len(state.out) == outs_of(seats):
            return _end_round(state, events)
        out, quiet, table = state.out, 0, state.table
    elif 0 < table.options.redeal_after <= quiet:
        events.append(RoundBroken(quiet))
        return _end_round(state._replace(quiet=quiet), events)
    if seats == 2:
        turn, area = (seat, 1) if area == 0 else (1 - seat, 0)
    else:
        turn = (seat + 1) % seats
        if turn in out:
            # everybody else has had a turn: what still lies before the one who is out goes (section 5.1)
            if lingering := sets[turn]:
                events.append(SetDiscarded(turn, turn, lingering, False))
                discard += lingering
                sets = (*sets[:turn], NOTHING, *sets[turn + 1 :])
            turn = (turn + 1) % seats
    return _state(State, (turn, area, Phase.PLAY, hands, sets, known, out, quiet, discard, table)), tuple(events)


def _end_round(state: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """Write down what the round brought; the game is over as soon as the goal is reached (section 5.1, R4)."""
    table, seats = state.table, len(state.hands)
    awards = tuple(award_of(state.out.index(seat), seats) if seat in state.out else 0 for seat in range(seats))
    events.append(RoundEnded(awards, table.totals))
    winners = winners_of(table.totals)
    if winners:
        events.append(GameEnded(winners))
    phase = Phase.OVER if winners else Phase.ROUND_OVER
    return state._replace(phase=phase, table=table._replace(history=(*table.history, awards))), tuple(events)


def _next_round(state: State, action: Action, rng: Rng) -> tuple[State, tuple[Event, ...]]:
    """Deal again after a round; raise IllegalAction at any other time and for anything else after a round."""
    if state.phase == Phase.OVER:
        raise IllegalAction("game_over")
    if state.phase == Phase.PLAY:
        raise IllegalAction("not_now")
    if action != NEXT_ROUND:
        raise IllegalAction("round_is_over")
    fresh = _deal(state.table._replace(round=state.table.round + 1), rng)
    return fresh, opening(fresh)


# ---- looking at it --------------------------------------------------------------------------------


def scores(state: State) -> tuple[int, ...]:
    """Markers of every seat, or rounds won between two players."""
    return state.table.totals


def winners(state: State) -> tuple[int, ...]:
    """The seat that has reached the goal, or nobody while the game runs."""
    return winners_of(state.table.totals)


def view(state: State, seat: int) -> View:
    """What ``seat`` may know (section 4): everything that lies or lay open, and the own hand."""
    table = state.table
    turn = to_move(state)
    return View(
        seat=seat,
        turn=turn,
        area=state.area,
        phase=state.phase,
        hand=state.hands[seat],
        hand_counts=tuple(map(len, state.hands)),
        sets=state.sets,
        out=state.out,
        quiet=state.quiet,
        discard_count=len(state.discard),
        known=state.known,
        gone=tuple(sorted(map(number_of, state.discard))),
        round=table.round,
        starter=table.starter,
        totals=table.totals,
        history=table.history,
        options=table.options,
        legal=legal_actions(state) if turn == seat else (),
    )


#: a position that somebody imagines: it is of the same kind as the true one, and made by ``imagined`` alone
World = State


def imagined(view: View, hands: tuple[Cards, ...]) -> World:
    """The position that ``view`` shows, with ``hands`` made up for the others: what a computer player plays on in
    its mind. It needs nothing but the view, so it cannot tell more than the view does."""
    table = Table(view.round, view.starter, view.totals, view.history, view.options)
    # the ends of discarded cards matter no more
    discard = tuple([2 * number for number in view.gone])
    return State(view.turn, view.area, view.phase, hands, view.sets, view.known, view.out, view.quiet, discard, table)


def visible(event: Event, seat: int) -> Event | None:
    """``event`` as ``seat`` sees it: others' hands are hidden, also when they are dealt or turned."""
    if isinstance(event, HandsDealt):
        hands = event.hands
        return HandsDealt(tuple(hand if owner == seat else (HIDDEN,) * len(hand) for owner, hand in enumerate(hands)))
    if isinstance(event, HandTurned) and event.seat != seat:
        return HandTurned(event.seat, (HIDDEN,) * len(event.hand))
    return event


def reveals(event: Event) -> bool:
    """Whether ``event`` dealt cards or showed any that nobody else knew in that hand: it cannot be taken back."""
    if isinstance(event, (SetPlayed, CardAdded)):
        return event.fresh > 0
    return isinstance(event, (RoundStarted, HandsDealt))


# ---- written down ---------------------------------------------------------------------------------


def encode(action: Action) -> Json:
    """``action`` as a JSON list: the verb, then the cards, the card and the place, or the place."""
    verb, cards, place = action
    if verb == Verb.PLAY:
        return [int(verb), list(cards)]
    if verb == Verb.ADD:
        return [int(verb), cards[0], place]
    return [int(verb), place] if verb == Verb.TAKE else [int(verb)]


def decode(data: Json) -> Action:
    """The action ``encode`` wrote; raise ValueError for anything else."""
    match data:
        case [0, list(cards)] if cards and all(map(_is_card, cards)) and cards == sorted(set(cards)):
            action = play_of(tuple(cards))
        case [1, card, int(place)] if _is_card(card):
            action = Action(Verb.ADD, (card,), place)
        case [2, int(place)]:
            action = Action(Verb.TAKE, NOTHING, place)
        case [3]:
            action = TURN
        case [4]:
            action = NEXT_ROUND
        case _:
            raise ValueError(f"not an action: {data!r}")
    # True is no number here, nor is 1.0
    if not isinstance(data, list) or any(type(part) not in (int, list) for part in data):
        raise ValueError(f"not an action: {data!r}")
    return action


def _is_card(card: Json) -> bool:
    return type(card) is int and FIRST_CARD <= card < END_OF_CARDS
