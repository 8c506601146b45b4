"""What every game offers, whatever its kind.

A game's ``rules`` module satisfies :class:`Rules`; its states, actions, events and views are small
immutable values of its own. Nothing here knows how a game is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from game.core.rng import Rng

Json = Any
State = Any
Action = Any
Event = Any
View = Any


class IllegalAction(Exception):
    """An action that the rules do not allow now. ``reason`` is a text key, ``details`` its blanks."""

    def __init__(self, reason: str, **details: Json) -> None:
        super().__init__(reason if not details else f"{reason} {details}")
        self.reason = reason
        self.details = details


class BadOptions(Exception):
    """House rules or a seat count that the game does not know. ``reason`` is a text key."""

    def __init__(self, reason: str, **details: Json) -> None:
        super().__init__(reason if not details else f"{reason} {details}")
        self.reason = reason
        self.details = details


class Option(NamedTuple):
    """One house rule, as the set-up screen offers it."""

    name: str
    values: tuple[Json, ...]
    default: Json
    #: "one" of the values, "some": any subset of them, "each": a list of one for every seat, the first value for
    #: those it does not reach. As "one", but shown in their own way: "mode" for what makes another game of it,
    #: "seat" for the number of a seat, or -1
    pick: str = "one"


def _is_one_of(value: Json, values: Sequence[Json]) -> bool:
    """Whether a value is known. True is no number here, and 1 is no truth."""
    return any(value == one and type(value) is type(one) for one in values)


def chosen_values(options: Sequence[Option], given: Mapping[str, Json]) -> dict[str, Json]:
    """A value for every option, the default where none is given; raise BadOptions for what is not known."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadOptions("bad_option", option=name, known=sorted(known))
    values: dict[str, Json] = {}
    for name, option in known.items():
        value = given.get(name, option.default)
        if option.pick == "each":
            if not isinstance(value, (list, tuple)) or not all(_is_one_of(item, option.values) for item in value):
                raise BadOptions("bad_option_value", option=name, value=value)
            value = tuple(value)
        elif option.pick == "some":
            if not isinstance(value, (list, tuple)) or any(item not in option.values for item in value):
                raise BadOptions("bad_option_value", option=name, value=value)
            value = tuple(item for item in option.values if item in value)
        elif not _is_one_of(value, option.values):
            raise BadOptions("bad_option_value", option=name, value=value)
        values[name] = value
    return values


class Rules(Protocol):
    """The verbs every game's ``rules`` module offers."""

    NAME: str
    MIN_SEATS: int
    MAX_SEATS: int
    OPTIONS: tuple[Option, ...]

    def setup(self, options: Mapping[str, Json], seats: int, rng: Rng) -> State:
        """Deal a new game; raise BadOptions for an unknown option or seat count."""

    def legal_actions(self, state: State) -> Sequence[Action]:
        """Every action open to the seat that is to move; empty when the game is over."""

    def to_move(self, state: State) -> int:
        """The seat that decides now, or -1 when the game is over."""

    def apply(self, state: State, action: Action, rng: Rng) -> tuple[State, tuple[Event, ...]]:
        """Carry out ``action``; raise IllegalAction and change nothing if the rules forbid it."""

    def view(self, state: State, seat: int) -> View:
        """What ``seat`` may know. Hidden cards are absent."""

    def is_over(self, state: State) -> bool:
        """Whether the game has ended."""

    def scores(self, state: State) -> tuple[int, ...]:
        """The total of every seat so far."""

    def winners(self, state: State) -> tuple[int, ...]:
        """The seats that won, or nothing while the game runs."""

    def opening(self, state: State) -> tuple[Event, ...]:
        """The events of a fresh deal, for a state that ``setup`` gave."""

    def reveals(self, event: Event) -> bool:
        """Whether ``event`` tells anybody something that was hidden before: it cannot be taken back."""

    def visible(self, event: Event, seat: int) -> Event | None:
        """``event`` as ``seat`` sees it, or None if it sees nothing of it."""

    def encode(self, action: Action) -> Json:
        """``action`` as JSON."""

    def decode(self, data: Json) -> Action:
        """The action ``encode`` wrote; raise ValueError for anything else."""


def seat_range(rules: Rules, options: Mapping[str, Json]) -> tuple[int, int]:
    """Least and most seats under these house rules; raise BadOptions for some that the game does not know.

    A game whose number of seats depends on its house rules has a ``seat_range`` of its own; ``MIN_SEATS`` and
    ``MAX_SEATS`` then span all of them.
    """
    own = getattr(rules, "seat_range", None)
    least, most = own(options) if own else (rules.MIN_SEATS, rules.MAX_SEATS)
    return least, most


def offers(rules: Rules, options: Mapping[str, Json], seats: int) -> dict[str, tuple[Json, ...]]:
    """The house rules that make a difference beside ``options``, the most important first, and their values.

    A game whose house rules do not all go together says so by ``offers`` of its own.
    """
    own = getattr(rules, "offers", None)
    found: dict[str, tuple[Json, ...]] = (
        own(options, seats) if own else {option.name: option.values for option in rules.OPTIONS}
    )
    return found


def settled(rules: Rules, options: Mapping[str, Json], seats: int, people: int) -> dict[str, Json]:
    """The house rules as a table of ``seats`` has to have them, ``people`` of whom share the device.

    A game that can leave no choice there says so by ``settled`` of its own.
    """
    own = getattr(rules, "settled", None)
    found: dict[str, Json] = own(options, seats, people) if own else dict(options)
    return found


def sides(rules: Rules, options: Mapping[str, Json], seats: int) -> tuple[int, ...]:
    """The team of each seat, or nothing where everybody plays for himself."""
    own = getattr(rules, "sides", None)
    found: tuple[int, ...] = own(options, seats) if own else ()
    return found


def is_real_time(rules: Rules) -> bool:
    """Whether everybody acts at once and by the clock; such a game has ``REAL_TIME`` in its ``rules``."""
    return bool(getattr(rules, "REAL_TIME", False))


#: A bot thinks in slices: it yields None while it wants more time and at last an action.
Thinking = Iterator[Action | None]


class Advice(NamedTuple):
    """What the strongest level would do, and the figures behind it as (text key, number)."""

    action: Action
    figures: tuple[tuple[str, float], ...]


class Bots(Protocol):
    """What a game's ``bots`` module offers. A bot sees a View, never a State."""

    LEVELS: tuple[str, ...]

    def think(self, view: View, rng: Rng, level: str) -> Thinking:
        """Yield None while thinking, then one legal action."""

    def explain(self, view: View) -> Advice:
        """What the strongest level would do now, and why."""


def rising(bots: Bots) -> tuple[str, ...]:
    """A game's levels from weak to strong; where not all of them rise, ``RISING`` of its bots says which ones do."""
    return tuple(getattr(bots, "RISING", bots.LEVELS))
