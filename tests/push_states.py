"""Hand-built states of Push for rule tests, one line each. Cards go by short names: ``y2``, ``die``, ``dir``."""

from collections.abc import Iterable
from typing import Any

from game.core.rng import Rng
from game.games.push import rules
from game.games.push.deck import COLOUR_OF, COLOURS, DICE, DIRECTIONS, FIRST_DICE, VALUE_OF, number_card
from game.games.push.events import Event
from game.games.push.rules import Action, Phase, State, Verb

RED, BLUE, GREEN, YELLOW, PURPLE = range(len(COLOURS))
LETTERS = "rbgyp"


class Rigged(Rng):
    """A random generator whose die shows the given faces in turn."""

    def __init__(self, *faces: int) -> None:
        super().__init__(1)
        self.faces = list(faces)

    def below(self, limit: int) -> int:
        return self.faces.pop(0)


def copies_of(name: str) -> tuple[int, ...]:
    """Return every card of a name."""
    if name == "die":
        return DICE
    if name == "dir":
        return DIRECTIONS
    return tuple(number_card(LETTERS.index(name[0]), int(name[1]), copy) for copy in range(3))


def name_of(card: int) -> str:
    """Return the short name of a card."""
    if card in DICE:
        return "die"
    return f"{LETTERS[COLOUR_OF[card]]}{VALUE_OF[card]}" if card < FIRST_DICE else "dir"


def names(cards: Iterable[int]) -> str:
    """Return cards as their names, in order."""
    return " ".join(map(name_of, cards))


def state_of(
    *,
    seats: int = 3,
    rows: Iterable[str] = (),
    displays: Iterable[str] = (),
    secured: Iterable[str] = (),
    directions: int = 0,
    pile: str = "r1 b1",
    options: dict[str, Any] | None = None,
    phase: Phase | None = None,
    **fields: Any,
) -> State:
    """Return a state on seat 0's turn; the last name of ``pile`` is its top. All other cards are in the discard."""
    base = rules.setup({"keep_directions": True} | (options or {}), seats, Rng(1))
    unused = list(base.pile)

    def cards(line: str) -> tuple[int, ...]:
        found = []
        for name in line.split():
            found.append(next(card for card in copies_of(name) if card in unused))
            unused.remove(found[-1])
        return tuple(found)

    def seat_by_seat(lines: Iterable[str]) -> tuple[tuple[int, ...], ...]:
        held = tuple(map(cards, lines))
        return held + ((),) * (seats - len(held))

    lying, beside = tuple(map(cards, rows)), cards("dir " * directions)
    shown, hidden, left = seat_by_seat(displays), seat_by_seat(secured), cards(pile)
    if phase is None:
        phase = Phase.DECIDE if lying or beside else Phase.CHOOSE
    table = base.store._replace(displays=shown, secured=hidden, discard=tuple(unused))
    around = {"turn": 0, "active_seat": 0, "phase": phase, "rows": lying, "directions": beside, "pile": left}
    return base._replace(**around, store=table)._replace(**fields)


def play(state: State, *actions: Action, faces: Iterable[int] = ()) -> tuple[State, list[Event]]:
    """Apply actions in turn, the die showing ``faces``; return the state and all events."""
    rng, happened = Rigged(*faces), []
    for action in actions:
        state, events = rules.apply(state, action, rng)
        happened += events
    assert not rng.faces, "the die was rolled less often than thought"
    return state, happened


def place(row: int) -> Action:
    """Return the action that places the drawn card in a row."""
    return Action(Verb.PLACE, row)


def take(row: int) -> Action:
    """Return the action that takes a row."""
    return Action(Verb.TAKE, row)


def secure(colour: int) -> Action:
    """Return the action that secures a colour."""
    return Action(Verb.SECURE, colour)
