"""Positions in which a good player is sure: what is right there follows from the rules or from exact arithmetic.

``tests/sure/GAME.json`` lists them in the notation of the games' hand-built states: the position, actions that lead on
from it, the right answers as their game encodes them, and the reason. Seat 0 is to move.
"""

import json
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import dnup_states
import keine_ahnung_states
import nein_danke_states
import push_states
import twin_it_states

from game.ai.judgement import judge_decision
from game.ai.levels import chosen_by
from game.catalogue.registry import GAMES
from game.core.game import Action, AnyGame, State
from game.core.live import without_stamp_of
from game.core.options import Json
from game.core.rng import Rng
from game.games.keine_ahnung.deck import PLACES
from game.games.keine_ahnung.rules import Phase as KeineAhnungPhase
from game.games.nein_danke import rules as nein_danke_rules
from game.games.nein_danke.deck import GREEN_IDS, NUMBERS, SPECIALS
from game.games.push.rules import Phase as PushPhase
from game.games.twin_it import state as twin_it_rules

SURE = Path(__file__).parent / "sure"
#: who has to be right
ASKED = ("hard", "expert", "hint", "review")
#: Keine Ahnung's last trophy: who wins it wins the game
LAST_TROPHY = {
    "stack": (3,),
    "trophies": ((5, 5, 4, 4, 4), (5, 4, 3, 3, 3, 3)),
    "prizes": ((402, 401, 400), (401, 401, 401)),
}


class SurePosition(NamedTuple):
    """A position with its right answers, and the reason."""

    game: str
    number: int
    state: State
    right: tuple[Action, ...]
    why: str
    #: True if a whole match is still to come, so that a review takes seconds
    early: bool = False


def last_card(card: int, displays: list[list[int]], chips: list[int], pot: int) -> State:
    """The last card of Nein Danke!: the nine that lie nowhere are set aside."""
    there = {card}.union(*displays)
    aside = tuple(number for number in NUMBERS if number not in there)
    around = {"displays": tuple(map(tuple, displays)), "chips": tuple(chips), "pot": pot, "set_aside": aside}
    return nein_danke_states.state_of(card, seats=len(displays), pile=(), **around)


def first_card(first: int | str, seats: int, bids: int) -> State:
    """The first card of a match of Nein Danke! is this number or special card, and so many chips lie on it."""
    named = next((card for card, kind in SPECIALS.items() if kind == first), first)
    assert isinstance(named, int)
    state = nein_danke_rules.setup({"specials": True}, seats, Rng(0))
    cards = [*state.store.set_aside, *state.store.pile, state.card]
    cards.remove(named)
    # nine numbers are set aside
    numbers = [card for card in cards if card in NUMBERS][:9]
    store = state.store._replace(set_aside=tuple(numbers), pile=tuple(card for card in cards if card not in numbers))
    green = named in GREEN_IDS
    phase = nein_danke_rules.Phase.GREEN if green else nein_danke_rules.Phase.PINK
    state = state._replace(card=named, phase=phase, turn=-bids % seats, store=store)
    for _ in range(bids):
        state, _events = nein_danke_rules.apply(state, nein_danke_rules.PAY, Rng(0))
    return state


def nein_danke(**given: Any) -> State:
    """The first card of a match, or the last one."""
    return first_card(**given) if "first" in given else last_card(**given)


def keine_ahnung(piles: str, grid: str, rival: str) -> State:
    """The last trophy; all own cards have been seen, and the rival has one card left.

    The house rule of reminders shows them, or the hint would have to know nothing of them.
    """
    state = keine_ahnung_states.state_of(piles, (grid, rival), options={"reminders": True})
    own = len(grid.split())
    shown = tuple(3 * (place < own) for place in range(PLACES)), (2, *(0,) * (PLACES - 1))
    store = state.store._replace(**LAST_TROPHY)
    return state._replace(phase=KeineAhnungPhase.OWN, turns=4, laid_count=0, last_shown=shown, store=store)


def dnup(hands: list[str], sets: Mapping[str, str], totals: list[int]) -> State:
    """Two seats, each of which wins the match with this round."""
    return dnup_states.state_of(*hands, sets={int(place): lying for place, lying in sets.items()}, totals=totals)


def push(phase: int | None = None, waiting: tuple[int, ...] = (), **given: Any) -> State:
    """The end of a game."""
    around = {} if phase is None else {"phase": PushPhase(phase), "waiting": tuple(waiting)}
    return push_states.state_of(**given, **around)


def twin_it(seats: int, won: list[int] | None = None, **given: Any) -> State:
    """A table at which seat 0 is the first to look; ``won`` are further pairs whose third cards are nowhere."""
    mine, options = given.pop("sets", [[] for _ in range(seats)]), given.pop("options")
    hidden = iter(range(200, 300))
    for seat, count in enumerate(won or ()):
        mine[seat] += [[pattern, pattern] for pattern in islice(hidden, count)]
    around = {"flipper": seats - 1, "passes": 0, "flip_from": 0, **given}
    if around.get("passes") == "all":
        around["passes"] = twin_it_states.state_of(seats=seats, options=options).options.minute
    if "phase" in around:
        around["phase"] = twin_it_rules.Phase(around["phase"])
    return twin_it_states.state_of(seats=seats, sets=mine, options=options, **around)


def named(state: State, verb: str, *patterns: int) -> Action:
    """An action of seat 0 in Twin It!, without a stamp: what it does, and to the cards with which pattern."""
    kind = twin_it_rules.Verb[verb.upper()]
    cards = sorted(thing.card for pattern in patterns for thing in state.copies_in(state.lying(), pattern))
    if kind == twin_it_rules.Verb.CHOOSE:
        cards = [card for card in cards if card in state.losable(0)]
    return twin_it_rules.Action(kind, 0, -1 if kind == twin_it_rules.Verb.TICK else 0, tuple(cards))


BUILDERS: dict[str, Callable[..., State]] = {
    "nein_danke": nein_danke,
    "keine_ahnung": keine_ahnung,
    "dnup": dnup,
    "push": push,
    "twin_it": twin_it,
}


def sure_positions(name: str) -> list[SurePosition]:
    """All positions of a game."""
    rows = json.loads((SURE / f"{name}.json").read_text(encoding="utf-8"))
    return [_read(name, number, row) for number, row in enumerate(rows, 1)]


def _read(name: str, number: int, row: dict[str, Any]) -> SurePosition:
    game, state = GAMES[name], BUILDERS[name](**row["position"])
    for action in row.get("before", ()):
        state, _ = game.apply(state, game.decode(action), Rng(0))
    twins = name == "twin_it"
    right = tuple(named(state, *answer) if twins else game.decode(answer) for answer in row["right"])
    return SurePosition(name, number, state, right, row["why"], "first" in row["position"])


def asked_in(position: SurePosition) -> tuple[str, ...]:
    """Return who has to be right: Twin It! has neither expert nor review, and a hint only without a clock."""
    if position.game != "twin_it":
        return ASKED
    return ("hard", "hint") if position.state.options.calm else ("hard",)


class Attentive(Rng):
    """The luck of a level that sees all that it may overlook."""

    def fraction(self) -> float:
        return 0.5


def decisions_of(position: SurePosition, asked: str) -> Action:
    """Return the answer of a level, the hint or the review."""
    game = GAMES[position.game]
    view = game.view(position.state, 0)
    if asked == "hint":
        return without_stamp_of(game, game.hints.explain(view).action)
    if asked == "review":
        return reviewed(game, position)
    return without_stamp_of(game, chosen_by(game.bots.think(view, Attentive(1), asked)))


def reviewed(game: AnyGame, position: SurePosition) -> Action:
    """The action that a review calls best where another one was played: up to three others, until it says so."""
    others = [action for action in game.legal_actions(position.state) if action not in position.right]
    asked = dict.fromkeys((others[0], others[len(others) // 2], others[-1]))
    for played in asked:
        *_, found = judge_decision(game, position.state, 0, played, 1)
        if found.best != played:
            return found.best
    return others[0]


def encoded(game: str, action: Action) -> Json:
    """An action as its game encodes it."""
    return GAMES[game].encode(action)
