"""The rules of Nein Danke! as pure functions on an immutable state.

Section numbers and rulings (N1 to N12) are those of the rule text. The next bidder is the left
neighbour (seat + 1); the right neighbour is seat - 1. ``pile`` and ``aside`` have their top card last.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, NamedTuple

from game.core.protocol import BadOptions, IllegalAction, Json, Option
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


class State(NamedTuple):
    """Everything there is to know. The last twelve fields change rarely, the first few at every chip."""

    turn: int
    chips: tuple[int, ...]
    pot: int
    last_bidder: int
    phase: Phase
    card: int
    out: frozenset[int]
    pile: tuple[int, ...]
    aside: tuple[int, ...]
    displays: tuple[tuple[int, ...], ...]
    discard: tuple[int, ...]
    #: who turns up the next card once a choice of GIVE, REMOVE or PEEK is made
    reveals_next: int
    #: seat -> the set-aside cards it has looked at, if it has
    seen: tuple[tuple[int, ...], ...]
    round: int
    totals: tuple[int, ...]
    round_scores: tuple[Score, ...]
    options: Options


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
_new = tuple.__new__


# ---- set-up ---------------------------------------------------------------------------------------


def setup(options: Mapping[str, Json], seats: int, rng: Rng) -> State:
    """Deal a new match for ``seats`` players (section 2); raise BadOptions for what is not known."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise BadOptions("bad_seats", given=seats, least=MIN_SEATS, most=MAX_SEATS)
    return _deal(_read_options(options), seats, 1, (0,) * seats, rng)


def _read_options(given: Mapping[str, Json]) -> Options:
    known = {option.name: option for option in OPTIONS}
    for name in given:
        if name not in known:
            raise BadOptions("bad_option", option=name, known=sorted(known))
    values: dict[str, Any] = {}
    for name, option in known.items():
        value = given.get(name, option.default)
        if option.pick == "some":
            if not isinstance(value, (list, tuple)) or any(item not in option.values for item in value):
                raise BadOptions("bad_option_value", option=name, value=value)
            value = tuple(item for item in option.values if item in value)
        elif not any(value is known or (value == known and type(value) is type(known)) for known in option.values):
            raise BadOptions("bad_option_value", option=name, value=value)
        values[name] = value
    return Options(**values)


def _deal(options: Options, seats: int, number: int, totals: tuple[int, ...], rng: Rng) -> State:
    """Shuffle, set nine aside, deal the chips and turn up the first card (section 2, N1)."""
    green, red = deck.specials_of(options.kinds) if options.specials else ([], [])
    pink = list(deck.NUMBERS)
    late_red = red
    if options.aside_from == "pink":
        pink, late_red = pink + red, []
    fixed = list(deck.TACTICAL_ASIDE) if options.tactical else []
    rest = rng.shuffled([card for card in pink if card not in fixed])
    missing = deck.ASIDE - len(fixed)
    aside = rng.shuffled(fixed + rest[:missing])
    pile = rng.shuffled(rest[missing:] + green + late_red)
    chips = deck.TACTICAL_CHIPS if options.tactical else deck.CHIPS[seats]
    return State(
        turn=rng.below(seats),
        chips=(chips,) * seats,
        pot=0,
        last_bidder=-1,
        phase=Phase.PINK,
        card=0,
        out=NOBODY,
        pile=tuple(pile),
        aside=tuple(aside),
        displays=((),) * seats,
        discard=(),
        reveals_next=-1,
        seen=((),) * seats,
        round=number,
        totals=totals,
        round_scores=(),
        options=options,
    )._replace(**_revealed(pile))


def _revealed(pile: list[int]) -> dict[str, Any]:
    card = pile[-1]
    return {"card": card, "pile": tuple(pile[:-1]), "phase": Phase.GREEN if card in GREEN_IDS else Phase.PINK}


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
    phase = state[4]
    if phase <= 1:
        turn = state[0]
        actions: tuple[Action, ...]
        if state[1][turn]:
            actions = _PAY_DECLINE if phase else _PAY_TAKE
        else:
            actions = _DECLINE if phase else _TAKE
        if not SKIP_IDS.isdisjoint(state[9][turn]) and _may_skip(state):
            return (*actions, SKIP)
        return actions
    if phase == Phase.GIVE or phase == Phase.REMOVE:
        return tuple(Action(Verb.CHOOSE, card) for card in state.displays[state.turn])
    if phase == Phase.PEEK:
        return _LOOKED
    return _NEXT_ROUND if phase == Phase.ROUND_OVER else ()


def _may_skip(state: State) -> bool:
    """The last one in an auction has to pay or to end it (N9)."""
    return len(state.out) < len(state.chips) - 1


# ---- doing it -------------------------------------------------------------------------------------


def apply(state: State, action: Action, rng: Rng) -> tuple[State, tuple[Event, ...]]:
    """Carry out ``action`` for the seat that is to move; raise IllegalAction if it is not allowed."""
    verb, chosen = action
    turn, chips, pot, _, phase, card, out, *rest = state
    if verb == 0 and phase <= 1:
        own = chips[turn]
        if not own or chosen:
            raise IllegalAction("no_chip")
        paid = (*chips[:turn], own - 1, *chips[turn + 1 :])
        count = len(chips)
        bidder = (turn + 1) % count
        while bidder in out:
            bidder = (bidder + 1) % count
        pot += 1
        after = _new(State, (bidder, paid, pot, turn, phase, card, out, *rest))
        return after, (_new(ChipPaid, (turn, pot)),)
    if action not in legal_actions(state):
        raise IllegalAction(_why_not(state, verb))
    if verb == Verb.TAKE:
        return _take(state, rng)
    if verb == Verb.DECLINE:
        return _decline(state, rng)
    if verb == Verb.SKIP:
        return _use_skip(state)
    if verb == Verb.NEXT_ROUND:
        fresh = _deal(state.options, len(state.chips), state.round + 1, state.totals, rng)
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
    return RoundStarted(state.round, state.turn), CardRevealed(state.turn, state.card)


def _next_bidder(state: State, step: int = 1) -> int:
    """The nearest seat in direction ``step`` that is still in the auction; the same seat if no other is."""
    count = len(state.chips)
    seat = (state.turn + step) % count
    while seat in state.out and seat != state.turn:
        seat = (seat + step) % count
    return seat


def _with(values: tuple[Any, ...], seat: int, value: object) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _use_skip(state: State) -> tuple[State, tuple[Event, ...]]:
    """Discard the Skip card: out until this card is gone, also with 0 chips (section 4.1)."""
    turn = state.turn
    card = next(c for c in state.displays[turn] if c in SKIP_IDS)
    after = state._replace(
        displays=_with(state.displays, turn, tuple(c for c in state.displays[turn] if c != card)),
        discard=(*state.discard, card),
        out=state.out | {turn},
    )
    return after._replace(turn=_next_bidder(after)), (SkipUsed(turn, card),)


def _take(state: State, rng: Rng) -> tuple[State, tuple[Event, ...]]:
    """Take the pink card with its pot; the taker faces the next card."""
    turn = state.turn
    events: list[Event] = [CardTaken(turn, state.card, state.pot)]
    after = state._replace(chips=_with(state.chips, turn, state.chips[turn] + state.pot), pot=0)
    after = _receive_pink(after, turn, state.card, events)
    return _go_on(after, turn, events)


def _receive_pink(state: State, seat: int, card: int, events: list[Event]) -> State:
    """Put a pink card before ``seat``, or resolve Take first pink (section 4.1)."""
    if card not in IMMEDIATE_IDS:
        return _show(state, seat, card)
    state = _resolved(state, seat, card, events)
    pile = state.pile
    for place in range(len(pile) - 1, -1, -1):
        if pile[place] not in GREEN_IDS:
            drawn = pile[place]
            events.append(PinkDrawn(seat, drawn, False))
            state = state._replace(pile=pile[:place] + pile[place + 1 :])
            return _receive_pink(state, seat, drawn, events)
    if not state.aside:
        return state
    drawn = state.aside[-1]
    events.append(PinkDrawn(seat, drawn, True))
    # a card drawn from the nine is not triggered again
    return _show(state._replace(aside=state.aside[:-1]), seat, drawn)


def _show(state: State, seat: int, card: int) -> State:
    return state._replace(displays=_with(state.displays, seat, (*state.displays[seat], card)))


def _resolved(state: State, seat: int, card: int, events: list[Event]) -> State:
    """An immediate card has done its work: it is discarded, or kept where the house rule says so (N4)."""
    if state.options.keep_immediate:
        return _show(state, seat, card)
    events.append(CardDiscarded(seat, card))
    return state._replace(discard=(*state.discard, card))


def _decline(state: State, rng: Rng) -> tuple[State, tuple[Event, ...]]:
    """Decline the green card: pot to the decliner, card to the last bidder, else to the right (N2, N9)."""
    turn, card = state.turn, state.card
    to = state.last_bidder if state.last_bidder >= 0 else _next_bidder(state, -1)
    events: list[Event] = [CardDeclined(turn, card, state.pot, to)]
    after = state._replace(chips=_with(state.chips, turn, state.chips[turn] + state.pot), pot=0)
    kind = kind_of(card)
    if card not in IMMEDIATE_IDS:
        return _go_on(_show(after, to, card), turn, events)
    if kind == "peek_nine":
        after = after._replace(phase=Phase.PEEK, turn=to, reveals_next=turn, seen=_with(after.seen, to, after.aside))
        events.append(AsideSeen(to, after.aside))
        return after, tuple(events)
    if not after.displays[to]:
        return _go_on(_resolved(after, to, card, events), turn, events)
    phase = Phase.GIVE if kind == "give_left" else Phase.REMOVE
    return after._replace(phase=phase, turn=to, reveals_next=turn), tuple(events)


def _choose(state: State, chosen: int) -> tuple[State, tuple[Event, ...]]:
    """Give the chosen card to the left or remove it (section 4.1, N12)."""
    seat = state.turn
    after = state._replace(displays=_with(state.displays, seat, tuple(c for c in state.displays[seat] if c != chosen)))
    events: list[Event] = []
    if state.phase == Phase.GIVE:
        to = (seat + 1) % len(state.chips)
        events.append(CardGiven(seat, chosen, to))
        after = _show(after, to, chosen)
    else:
        events.append(CardDiscarded(seat, chosen))
        after = after._replace(discard=(*after.discard, chosen))
    return _go_on(_resolved(after, seat, state.card, events), state.reveals_next, events)


def _go_on(state: State, reveals: int, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """Turn up the next card for ``reveals``, or score the round if the pile is empty (section 5)."""
    if state.phase == Phase.PEEK:
        state = _resolved(state, state.turn, state.card, events)
    if not state.pile:
        return _end_round(state, events)
    card = state.pile[-1]
    events.append(CardRevealed(reveals, card))
    after = state._replace(
        turn=reveals,
        card=card,
        pile=state.pile[:-1],
        phase=Phase.GREEN if card in GREEN_IDS else Phase.PINK,
        out=NOBODY,
        pot=0,
        last_bidder=-1,
        reveals_next=-1,
    )
    return after, tuple(events)


def _end_round(state: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    results = tuple(score(cards, chips) for cards, chips in zip(state.displays, state.chips, strict=True))
    totals = tuple(total + result.total for total, result in zip(state.totals, results, strict=True))
    over = state.round >= state.options.rounds
    after = state._replace(
        phase=Phase.OVER if over else Phase.ROUND_OVER,
        card=0,
        out=NOBODY,
        pot=0,
        last_bidder=-1,
        reveals_next=-1,
        totals=totals,
        round_scores=results,
    )
    events.append(RoundEnded(results, totals))
    if over:
        events.append(GameEnded(winners(after)))
    return after, tuple(events)


# ---- looking at it --------------------------------------------------------------------------------


def scores(state: State) -> tuple[int, ...]:
    """Totals of the finished rounds."""
    return state.totals


def winners(state: State) -> tuple[int, ...]:
    """The seats with the highest total; of those, with the house rule, the ones with most chips."""
    if state.phase != Phase.OVER:
        return ()
    keys = [
        (total, chips if state.options.tie_break == "chips" else 0)
        for total, chips in zip(state.totals, state.chips, strict=True)
    ]
    best = max(keys)
    return tuple(seat for seat, key in enumerate(keys) if key == best)


def view(state: State, seat: int) -> View:
    """What ``seat`` may know (section 3): neither the pile's order nor the nine, nor others' secret chips."""
    secret = not state.options.open_chips and state.phase < Phase.ROUND_OVER
    chips = tuple(c if s == seat or not secret else -1 for s, c in enumerate(state.chips))
    back = ("green" if state.pile[-1] in GREEN_IDS else "pink") if state.pile else ""
    seen = tuple(card for card in state.seen[seat] if card in state.aside)
    return View(
        seat=seat,
        turn=to_move(state),
        phase=state.phase,
        card=state.card,
        pot=state.pot,
        last_bidder=state.last_bidder,
        out=state.out,
        chips=chips,
        displays=state.displays,
        discard=state.discard,
        pile_count=len(state.pile),
        next_back=back,
        aside_count=len(state.aside),
        seen=seen,
        round=state.round,
        totals=state.totals,
        round_scores=state.round_scores,
        options=state.options,
        legal=legal_actions(state) if to_move(state) == seat else (),
    )


def visible(event: Event, seat: int) -> Event | None:
    """``event`` as ``seat`` sees it: only the owner of Peek sees the nine cards."""
    if isinstance(event, AsideSeen) and event.seat != seat:
        return AsideSeen(event.seat, ())
    return event


def encode(action: Action) -> Json:
    """``action`` as a JSON list: the verb, and the chosen card if there is one."""
    return [int(action.verb), action.card] if action.card else [int(action.verb)]


def decode(data: Json) -> Action:
    """The action ``encode`` wrote; raise ValueError for anything else."""
    if not isinstance(data, list) or not 1 <= len(data) <= 2 or any(type(part) is not int for part in data):
        raise ValueError(f"not an action: {data!r}")
    return Action(Verb(data[0]), *data[1:])
