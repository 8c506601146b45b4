"""The rules of Nein Danke! as pure functions on an immutable state.

Section numbers and rulings (N1 to N12) are those of the rule text. The next bidder is the left
neighbour (seat + 1); the right neighbour is seat - 1. ``pile`` and ``aside`` have their top card last.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, NamedTuple, TypeVar

from game.core.protocol import BadOptions, IllegalAction, Json, Option, chosen_values
from game.core.rng import Rng
from game.games.nein_danke import deck
from game.games.nein_danke.deck import GREEN_IDS, IMMEDIATE_IDS, SKIP_IDS, kind_of
from game.games.nein_danke.events import (
    AsideSeen,
    CardDeclined,
    CardDiscarded,
    CardGiven,
    CardRevealed,
    CardTaken,
    ChipPaid,
    Event,
    GameEnded,
    PinkDrawn,
    RoundEnded,
    RoundStarted,
    SkipUsed,
)
from game.games.nein_danke.scoring import Score, score

NAME = "nein_danke"
MIN_SEATS = 3
MAX_SEATS = 7

OPTIONS: tuple[Option, ...] = (
    Option("specials", (False, True), False),
    Option("kinds", deck.KINDS, deck.KINDS, pick="some"),
    Option("open_chips", (False, True), False),
    Option("rounds", (1, 2, 3, 4), 1),
    Option("tie_break", ("shared", "chips"), "shared"),
    Option("aside_from", ("numbers", "pink"), "numbers"),
    Option("tactical", (False, True), False),
    Option("keep_immediate", (False, True), False),
)


class Verb(IntEnum):
    """What a player can do."""

    PAY = 0
    TAKE = 1
    DECLINE = 2
    SKIP = 3
    CHOOSE = 4
    LOOKED = 5
    NEXT_ROUND = 6


class Action(NamedTuple):
    """One decision. ``card`` is the chosen display card, or 0 where none is chosen."""

    verb: Verb
    card: int = 0


PAY = Action(Verb.PAY)
TAKE = Action(Verb.TAKE)
DECLINE = Action(Verb.DECLINE)
SKIP = Action(Verb.SKIP)
LOOKED = Action(Verb.LOOKED)
NEXT_ROUND = Action(Verb.NEXT_ROUND)


class Phase(IntEnum):
    """Where the game stands (section 4)."""

    PINK = 0
    GREEN = 1
    GIVE = 2
    REMOVE = 3
    PEEK = 4
    ROUND_OVER = 5
    OVER = 6


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


class Table(NamedTuple):
    """What a paid chip leaves as it is: kept apart so that the commonest action copies little."""

    pile: tuple[int, ...]
    aside: tuple[int, ...]
    displays: tuple[tuple[int, ...], ...]
    discard: tuple[int, ...]
    #: seat -> the set-aside cards it has looked at, if it has
    seen: tuple[tuple[int, ...], ...]
    round: int
    totals: tuple[int, ...]
    round_scores: tuple[Score, ...]
    options: Options


class State(NamedTuple):
    """Everything there is to know: the auction, and the table around it."""

    turn: int
    chips: tuple[int, ...]
    pot: int
    last_bidder: int
    phase: Phase
    card: int
    out: frozenset[int]
    #: who turns up the next card once a choice of GIVE, REMOVE or PEEK is made, else -1
    reveals_next: int
    table: Table


class View(NamedTuple):
    """What one seat may know. Others' chips are -1 unless they are open (section 3, N10)."""

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
    aside_count: int
    #: the set-aside cards if this seat has looked at them
    seen: tuple[int, ...]
    round: int
    totals: tuple[int, ...]
    round_scores: tuple[Score, ...]
    options: Options
    #: what this seat can do now
    legal: tuple[Action, ...]


NOBODY: frozenset[int] = frozenset()
#: the constructors of NamedTuples without their keyword handling: for the two commonest actions
_state: Any = tuple.__new__
_event: Any = tuple.__new__

T = TypeVar("T")


# ---- set-up ---------------------------------------------------------------------------------------


def setup(options: Mapping[str, Json], seats: int, rng: Rng) -> State:
    """Deal a new match for ``seats`` players (section 2); raise BadOptions for what is not known."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise BadOptions("bad_seats", given=seats, least=MIN_SEATS, most=MAX_SEATS)
    return _deal(Options(**chosen_values(OPTIONS, options)), seats, 1, (0,) * seats, rng)


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
    table = Table(
        pile=tuple(pile),
        aside=tuple(aside),
        displays=((),) * seats,
        discard=(),
        seen=((),) * seats,
        round=number,
        totals=totals,
        round_scores=(),
        options=options,
    )
    return State(rng.below(seats), (chips,) * seats, 0, -1, _phase_of(card), card, NOBODY, -1, table)


def _phase_of(card: int) -> Phase:
    return Phase.GREEN if card in GREEN_IDS else Phase.PINK


# ---- what can be done -----------------------------------------------------------------------------

_TAKE = (TAKE,)
_DECLINE = (DECLINE,)
_PAY_TAKE = (PAY, TAKE)
_PAY_DECLINE = (PAY, DECLINE)
_LOOKED = (LOOKED,)
_NEXT_ROUND = (NEXT_ROUND,)


def to_move(state: State) -> int:
    """The seat that decides now, or -1 when the game is over."""
    return -1 if state[4] == 6 else state[0]


def is_over(state: State) -> bool:
    """Whether the last round has been scored."""
    return state[4] == 6


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every action open to the seat that is to move (section 4)."""
    turn, chips, _, _, phase, _, out, _, table = state
    if phase <= 1:
        actions: tuple[Action, ...]
        if chips[turn]:
            actions = _PAY_DECLINE if phase else _PAY_TAKE
        else:
            actions = _DECLINE if phase else _TAKE
        # the last one in an auction has to pay or to end it (N9)
        if not SKIP_IDS.isdisjoint(table[2][turn]) and len(out) < len(chips) - 1:
            return (*actions, SKIP)
        return actions
    if phase == Phase.GIVE or phase == Phase.REMOVE:
        return tuple(Action(Verb.CHOOSE, card) for card in table.displays[turn])
    if phase == Phase.PEEK:
        return _LOOKED
    return _NEXT_ROUND if phase == Phase.ROUND_OVER else ()


# ---- doing it -------------------------------------------------------------------------------------


def apply(state: State, action: Action, rng: Rng) -> tuple[State, tuple[Event, ...]]:
    """Carry out ``action`` for the seat that is to move; raise IllegalAction if it is not allowed."""
    verb, chosen = action
    turn, chips, pot, _, phase, card, out, _, table = state
    if verb == 0 and phase <= 1 and not chosen:
        own = chips[turn]
        if not own:
            raise IllegalAction("no_chip")
        paid = (*chips[:turn], own - 1, *chips[turn + 1 :])
        count = len(chips)
        bidder = (turn + 1) % count
        while bidder in out:
            bidder = (bidder + 1) % count
        pot += 1
        return _state(State, (bidder, paid, pot, turn, phase, card, out, -1, table)), (_event(ChipPaid, (turn, pot)),)
    if verb == 1 and phase == 0 and not chosen:
        return _take(state)
    if action not in legal_actions(state):
        raise IllegalAction(_why_not(state, verb))
    if verb == Verb.DECLINE:
        return _decline(state)
    if verb == Verb.SKIP:
        return _use_skip(state)
    if verb == Verb.NEXT_ROUND:
        fresh = _deal(table.options, len(chips), table.round + 1, table.totals, rng)
        return fresh, opening(fresh)
    if verb == Verb.LOOKED:
        return _go_on(state, state.reveals_next, [])
    return _choose(state, chosen)


def _why_not(state: State, verb: int) -> str:
    """The text key of the reason why ``verb`` cannot be done now."""
    if state.phase == Phase.OVER:
        return "game_over"
    if state.phase > Phase.GREEN:
        return "choose_first"
    if verb == Verb.TAKE:
        return "green_not_taken"
    if verb == Verb.DECLINE:
        return "pink_not_declined"
    return "no_skip" if verb == Verb.SKIP else "not_now"


def opening(state: State) -> tuple[Event, ...]:
    """The events of a fresh deal: shown when a match or a round starts."""
    return RoundStarted(state.table.round, state.turn), CardRevealed(state.turn, state.card)


def _next_bidder(state: State, step: int = 1) -> int:
    """The nearest seat in direction ``step`` that is still in the auction; the same seat if no other is."""
    count = len(state.chips)
    seat = (state.turn + step) % count
    while seat in state.out and seat != state.turn:
        seat = (seat + step) % count
    return seat


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _change(state: State, **fields: Any) -> State:
    """``state`` with some fields of its table changed."""
    return state._replace(table=state.table._replace(**fields))


def _use_skip(state: State) -> tuple[State, tuple[Event, ...]]:
    """Discard the Skip card: out until this card is gone, also with 0 chips (section 4.1)."""
    turn, table = state.turn, state.table
    card = next(c for c in table.displays[turn] if c in SKIP_IDS)
    kept = tuple(c for c in table.displays[turn] if c != card)
    after = _change(state, displays=_with(table.displays, turn, kept), discard=(*table.discard, card))
    after = after._replace(out=state.out | {turn})
    return after._replace(turn=_next_bidder(after)), (SkipUsed(turn, card),)


def _take(state: State) -> tuple[State, tuple[Event, ...]]:
    """Take the pink card with its pot; the taker faces the next card."""
    turn, chips, pot, _, phase, card, out, _, table = state
    taken = _event(CardTaken, (turn, card, pot))
    paid = (*chips[:turn], chips[turn] + pot, *chips[turn + 1 :])
    if card in IMMEDIATE_IDS or not table[0]:
        events: list[Event] = [taken]
        after = _state(State, (turn, paid, 0, -1, phase, card, out, -1, table))
        return _go_on(_receive_pink(after, turn, card, events), turn, events)
    pile, aside, displays, *rest = table
    shown = (*displays[:turn], (*displays[turn], card), *displays[turn + 1 :])
    revealed = pile[-1]
    phase = Phase.GREEN if revealed in GREEN_IDS else Phase.PINK
    after = _state(
        State, (turn, paid, 0, -1, phase, revealed, NOBODY, -1, _state(Table, (pile[:-1], aside, shown, *rest)))
    )
    return after, (taken, _event(CardRevealed, (turn, revealed)))


def _receive_pink(state: State, seat: int, card: int, events: list[Event]) -> State:
    """Put a pink card before ``seat``, or resolve Take first pink (section 4.1)."""
    if card not in IMMEDIATE_IDS:
        return _show(state, seat, card)
    state = _resolved(state, seat, card, events)
    pile, aside = state.table.pile, state.table.aside
    for place in range(len(pile) - 1, -1, -1):
        if pile[place] not in GREEN_IDS:
            drawn = pile[place]
            events.append(PinkDrawn(seat, drawn, False))
            return _receive_pink(_change(state, pile=pile[:place] + pile[place + 1 :]), seat, drawn, events)
    if not aside:
        return state
    events.append(PinkDrawn(seat, aside[-1], True))
    # a card drawn from the nine is not triggered again
    return _show(_change(state, aside=aside[:-1]), seat, aside[-1])


def _show(state: State, seat: int, card: int) -> State:
    displays = state.table.displays
    return _change(state, displays=_with(displays, seat, (*displays[seat], card)))


def _resolved(state: State, seat: int, card: int, events: list[Event]) -> State:
    """An immediate card has done its work: it is discarded, or kept where the house rule says so (N4)."""
    if state.table.options.keep_immediate:
        return _show(state, seat, card)
    events.append(CardDiscarded(seat, card))
    return _change(state, discard=(*state.table.discard, card))


def _decline(state: State) -> tuple[State, tuple[Event, ...]]:
    """Decline the green card: pot to the decliner, card to the last bidder, else to the right (N2, N9)."""
    turn, card, table = state.turn, state.card, state.table
    to = state.last_bidder if state.last_bidder >= 0 else _next_bidder(state, -1)
    events: list[Event] = [CardDeclined(turn, card, state.pot, to)]
    after = state._replace(chips=_with(state.chips, turn, state.chips[turn] + state.pot), pot=0)
    kind = kind_of(card)
    if card not in IMMEDIATE_IDS:
        return _go_on(_show(after, to, card), turn, events)
    asks = after._replace(turn=to, reveals_next=turn)
    if kind == "peek_nine":
        events.append(AsideSeen(to, table.aside))
        return _change(asks._replace(phase=Phase.PEEK), seen=_with(table.seen, to, table.aside)), tuple(events)
    if not table.displays[to]:
        return _go_on(_resolved(after, to, card, events), turn, events)
    return asks._replace(phase=Phase.GIVE if kind == "give_left" else Phase.REMOVE), tuple(events)


def _choose(state: State, chosen: int) -> tuple[State, tuple[Event, ...]]:
    """Give the chosen card to the left or remove it (section 4.1, N12)."""
    seat, displays = state.turn, state.table.displays
    after = _change(state, displays=_with(displays, seat, tuple(c for c in displays[seat] if c != chosen)))
    events: list[Event] = []
    if state.phase == Phase.GIVE:
        to = (seat + 1) % len(state.chips)
        events.append(CardGiven(seat, chosen, to))
        after = _show(after, to, chosen)
    else:
        events.append(CardDiscarded(seat, chosen))
        after = _change(after, discard=(*after.table.discard, chosen))
    return _go_on(_resolved(after, seat, state.card, events), state.reveals_next, events)


def _go_on(state: State, reveals: int, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """Turn up the next card for ``reveals``, or score the round if the pile is empty (section 5)."""
    if state.phase == Phase.PEEK:
        state = _resolved(state, state.turn, state.card, events)
    table = state.table
    if not table.pile:
        return _end_round(state, events)
    card = table.pile[-1]
    events.append(CardRevealed(reveals, card))
    rest = table._replace(pile=table.pile[:-1])
    return State(reveals, state.chips, 0, -1, _phase_of(card), card, NOBODY, -1, rest), tuple(events)


def _end_round(state: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    table = state.table
    results = tuple(score(cards, chips) for cards, chips in zip(table.displays, state.chips, strict=True))
    totals = tuple(total + result.total for total, result in zip(table.totals, results, strict=True))
    over = table.round >= table.options.rounds
    scored = table._replace(totals=totals, round_scores=results)
    phase = Phase.OVER if over else Phase.ROUND_OVER
    after = State(state.turn, state.chips, 0, -1, phase, 0, NOBODY, -1, scored)
    events.append(RoundEnded(results, totals))
    if over:
        events.append(GameEnded(winners(after)))
    return after, tuple(events)


# ---- looking at it --------------------------------------------------------------------------------


def scores(state: State) -> tuple[int, ...]:
    """Totals of the finished rounds."""
    return state.table.totals


def winners(state: State) -> tuple[int, ...]:
    """The seats with the highest total; of those, with the house rule, the ones with most chips."""
    if state.phase != Phase.OVER:
        return ()
    keys = [
        (total, chips if state.table.options.tie_break == "chips" else 0)
        for total, chips in zip(state.table.totals, state.chips, strict=True)
    ]
    best = max(keys)
    return tuple(seat for seat, key in enumerate(keys) if key == best)


def view(state: State, seat: int) -> View:
    """What ``seat`` may know (section 3): neither the pile's order nor the nine, nor others' secret chips."""
    secret = not state.table.options.open_chips and state.phase < Phase.ROUND_OVER
    chips = tuple(c if s == seat or not secret else -1 for s, c in enumerate(state.chips))
    back = ("green" if state.table.pile[-1] in GREEN_IDS else "pink") if state.table.pile else ""
    seen = tuple(card for card in state.table.seen[seat] if card in state.table.aside)
    return View(
        seat=seat,
        turn=to_move(state),
        phase=state.phase,
        card=state.card,
        pot=state.pot,
        last_bidder=state.last_bidder,
        out=state.out,
        chips=chips,
        displays=state.table.displays,
        discard=state.table.discard,
        pile_count=len(state.table.pile),
        next_back=back,
        aside_count=len(state.table.aside),
        seen=seen,
        round=state.table.round,
        totals=state.table.totals,
        round_scores=state.table.round_scores,
        options=state.table.options,
        legal=legal_actions(state) if to_move(state) == seat else (),
    )


def visible(event: Event, seat: int) -> Event | None:
    """``event`` as ``seat`` sees it: only the owner of Peek sees the nine cards."""
    if isinstance(event, AsideSeen) and event.seat != seat:
        return AsideSeen(event.seat, ())
    return event


def reveals(event: Event) -> bool:
    """Whether ``event`` turned up a card or let somebody look at the nine: it cannot be taken back."""
    return isinstance(event, (RoundStarted, CardRevealed, PinkDrawn, AsideSeen))


def encode(action: Action) -> Json:
    """``action`` as a JSON list: the verb, and the chosen card if there is one."""
    return [int(action.verb), action.card] if action.card else [int(action.verb)]


def decode(data: Json) -> Action:
    """The action ``encode`` wrote; raise ValueError for anything else."""
    if not isinstance(data, list) or not 1 <= len(data) <= 2 or any(type(part) is not int for part in data):
        raise ValueError(f"not an action: {data!r}")
    return Action(Verb(data[0]), *data[1:])
