"""The house rules that a game offers: what can be chosen, what was, and what is refused."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

#: what a JSON file may hold: nothing can be done with it before somebody has looked what it is, see
#: ``validated_values``
#: and ``Game.decode``
Json: TypeAlias = object
#: what a game holds its house rules in
R = TypeVar("R")


class InvalidOptions(Exception):
    """House rules or a seat count that the game does not know. ``reason`` is a text key."""

    def __init__(self, reason: str, **details: Json) -> None:
        super().__init__(reason if not details else f"{reason} {details}")
        self.reason = reason
        self.details = details


class Option(NamedTuple):
    """One house rule, as the set-up screen offers it.

    Its texts are ``GAME.option.RULE`` with ``.note`` and, for values that are words, ``.VALUE``. A rule of False and
    True is a switch, as is one of two words without texts: its own text then says what the second one means.
    """

    name: str
    values: tuple[Json, ...]
    default: Json
    #: "one" of the values, "some": any subset of them, "each": a list of one for every seat, the first value for
    #: those it does not reach. As "one", but shown in their own way: "mode" for what makes another game of it,
    #: "seat" for the number of a seat, or -1, "rare" for what hardly ever matters and stands among all house rules
    #: alone, "found" for what the table finds out by itself and never shows
    pick: str = "one"


def _is_one_of(value: Json, values: Sequence[Json]) -> bool:
    """Whether a value is known. True is no number here, and 1 is no truth."""
    return any(value == one and type(value) is type(one) for one in values)


def validated_values(options: Sequence[Option], given: Mapping[str, Json]) -> dict[str, Json]:
    """A value for every option, the default where none is given; raise BadOptions for what is not known."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise InvalidOptions("bad_option", option=name, known=sorted(known))
    values: dict[str, Json] = {}
    for name, option in known.items():
        value = given.get(name, option.default)
        if option.pick == "each":
            if not isinstance(value, (list, tuple)) or not all(_is_one_of(item, option.values) for item in value):
                raise InvalidOptions("bad_option_value", option=name, value=value)
            value = tuple(value)
        elif option.pick == "some":
            if not isinstance(value, (list, tuple)) or any(item not in option.values for item in value):
                raise InvalidOptions("bad_option_value", option=name, value=value)
            value = tuple(item for item in option.values if item in value)
        elif not _is_one_of(value, option.values):
            raise InvalidOptions("bad_option_value", option=name, value=value)
        values[name] = value
    return values


def validated_options(make: type[R], options: Sequence[Option], given: Mapping[str, Json]) -> R:
    """The house rules as ``make``, the game's own NamedTuple of them, holds them; raise BadOptions as above.

    ``make`` has a field for every option, of the type that its values have: nothing else comes this far.
    """
    return make(**validated_values(options, given))


def as_values(value: Json) -> tuple[Json, ...]:
    """The values of a house rule that takes several, whether they come from a file or from a choice."""
    return tuple(value) if isinstance(value, (list, tuple)) else ()
