"""House rules: the options a game offers, the chosen values, and their validation."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeAlias, TypeVar

#: decoded JSON of unknown shape, to be checked before use: see ``validated_values`` and ``Game.decode``
Json: TypeAlias = object
#: the game's NamedTuple of house rules
R = TypeVar("R")


class InvalidOptions(Exception):
    """Raised for house rules or a seat count that the game does not know: the text ``reason.REASON``.

    ``details`` fill its blanks; those of ``bad_seats`` are ``least``, ``most`` and ``given``.
    """

    def __init__(self, reason: str, **details: Json) -> None:
        super().__init__(reason if not details else f"{reason} {details}")
        self.reason = reason
        self.details = details


class Pick(StrEnum):
    """Kind of choice among an option's values."""

    #: one of them
    ONE = "one"
    #: one, that makes another game of it
    MODE = "mode"
    #: a seat number, or -1
    SEAT = "seat"
    #: one that the table works out itself and never shows
    FOUND = "found"
    #: any subset
    SOME = "some"
    #: a list with one value per seat, the first value for seats beyond it
    EACH = "each"


class Option(NamedTuple):
    """One house rule, as the set-up screen offers it.

    Its texts are ``GAME.option.RULE`` with ``.note`` and, for values that are words, ``.VALUE``. A rule of False and
    True is a switch, as is one of two words without texts: its own text then describes the second one.
    """

    name: str
    values: tuple[Json, ...]
    default: Json
    pick: Pick = Pick.ONE
    #: the unit in which its milliseconds are shown, "s"; usually ""
    unit: str = ""


def _is_one_of(value: Json, values: Sequence[Json]) -> bool:
    """Return True if the value is allowed. Bools and numbers are kept apart (True is not 1)."""
    return any(value == one and type(value) is type(one) for one in values)


def validated_values(options: Sequence[Option], given: Mapping[str, Json]) -> dict[str, Json]:
    """Return a value for every option, by default its own; raise InvalidOptions for unknown names or values."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise InvalidOptions("bad_option", option=name, known=sorted(known))
    values: dict[str, Json] = {}
    for name, option in known.items():
        value = given.get(name, option.default)
        if option.pick == Pick.EACH:
            if not isinstance(value, (list, tuple)) or not all(_is_one_of(item, option.values) for item in value):
                raise InvalidOptions("bad_option_value", option=name, value=value)
            value = tuple(value)
        elif option.pick == Pick.SOME:
            if not isinstance(value, (list, tuple)) or any(item not in option.values for item in value):
                raise InvalidOptions("bad_option_value", option=name, value=value)
            value = tuple(item for item in option.values if item in value)
        elif not _is_one_of(value, option.values):
            raise InvalidOptions("bad_option_value", option=name, value=value)
        values[name] = value
    return values


def validated_options(make: type[R], options: Sequence[Option], given: Mapping[str, Json]) -> R:
    """Return the house rules as ``make``, the game's own NamedTuple; raise InvalidOptions as above.

    ``make`` has a field for every option, of the type of its values.
    """
    return make(**validated_values(options, given))


def as_values(value: Json) -> tuple[Json, ...]:
    """Return the values of a multi-valued house rule, from a file or a choice; empty for anything else."""
    return tuple(value) if isinstance(value, (list, tuple)) else ()
