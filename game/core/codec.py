"""What rules hand out as JSON and back, by its type: so a View or an Event reaches another device.

A codec is made from the types alone, so a game has nothing to write down for it, and a field that is added is on the
wire at once. What comes back is of exactly that type or is refused: a message from elsewhere cannot bring in anything
that the rules do not know.

    >>> class Taken(NamedTuple):
    ...     seat: int
    ...     cards: tuple[int, ...]
    >>> codec = codec_of(Taken)
    >>> codec.write(Taken(1, (4, 5)))
    {'seat': 1, 'cards': [4, 5]}
    >>> codec.read({"seat": 1, "cards": [4, 5]})
    Taken(seat=1, cards=(4, 5))
    >>> codec.read({"seat": True, "cards": [4, 5]})
    Traceback (most recent call last):
    ...
    game.core.codec.BadData: seat: no int: True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Generic, NamedTuple, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from game.core.options import Json
from game.core.remembering import remembered

T = TypeVar("T")

#: of several kinds the name of this one; no field can have it, for Python has it already
KIND = "is"
#: what every reader of JSON takes for the same number
LARGEST = 2**53 - 1

#: in a message: JSON of any shape, as it is; whoever knows the game looks what it is
AnyJson: TypeAlias = Annotated[Json, "any JSON"]

Write = Callable[[object], Json]
Read = Callable[[Json], object]


class BadData(ValueError):
    """Data that is not what its type says; the words name the place and what lies there."""


class Codec(NamedTuple, Generic[T]):
    """One type's way to JSON and back."""

    #: a value of the type as JSON; anything else raises some error of Python's
    write: Callable[[T], Json]
    #: the value that ``write`` wrote; raise BadData for anything else
    read: Callable[[Json], T]


def codec_of(kind: type[T]) -> Codec[T]:
    """The codec of a type: whole numbers, truths, words, enumerations, NamedTuples, tuples, sets, mappings
    from words, AnyJson, and one of several.

    Raise TypeError for a type that holds anything else. Of several types at most one may be none of NamedTuple and
    None, as nothing but these says what it is.
    """
    write, read = _pair(kind)
    return Codec(cast("Callable[[T], Json]", write), cast("Callable[[Json], T]", read))


# a view has a dozen fields, and is sent to every seat after every action
@remembered(1000, for_good=True)
def _pair(kind: object) -> tuple[Write, Read]:
    origin, inner = get_origin(kind), get_args(kind)
    if kind == AnyJson:
        return _as_it_is, _as_it_is
    if origin in (Union, UnionType):
        return _one_of(inner)
    if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
        return _row(_pair(inner[0]), tuple)
    if origin is tuple:
        return _fixed([_pair(one) for one in inner])
    if origin is Mapping and inner[0] is str:
        return _mapping(_pair(inner[1]))
    if origin is frozenset:
        return _set(_pair(inner[0]))
    if isinstance(kind, type):
        if kind in (int, bool, str):
            return _plain(kind)
        if issubclass(kind, Enum):
            return _enumeration(kind)
        if issubclass(kind, tuple) and hasattr(kind, "_fields"):
            return _fields(kind)
    raise TypeError(f"nothing that goes over a wire: {kind!r}")


def _as_it_is(data: Json) -> Json:
    return data


def _plain(kind: type) -> tuple[Write, Read]:
    def read(data: Json) -> object:
        # True is an int to Python, and 1.0 equal to 1
        if type(data) is not kind or (isinstance(data, int) and abs(data) > LARGEST):
            raise BadData(f"no {kind.__name__}: {_shown(data)}")
        return data

    return (lambda value: value), read


def _enumeration(kind: type[Enum]) -> tuple[Write, Read]:
    values = {member.value: member for member in kind}

    def read(data: Json) -> object:
        if not isinstance(data, (int, str)) or isinstance(data, bool) or data not in values:
            raise BadData(f"no {kind.__name__}: {_shown(data)}")
        return values[data]

    return (lambda value: cast("Enum", value).value), read


def _row(item: tuple[Write, Read], make: Callable[[Sequence[object]], object]) -> tuple[Write, Read]:
    write_one, read_one = item

    def write(value: object) -> Json:
        return [write_one(one) for one in cast("Sequence[object]", value)]

    def read(data: Json) -> object:
        if not isinstance(data, list):
            raise BadData(f"no list: {_shown(data)}")
        return make([_at(place, read_one, one) for place, one in enumerate(data)])

    return write, read


def _set(item: tuple[Write, Read]) -> tuple[Write, Read]:
    """A set as a list in rising order, so that equal sets are equal in writing, too."""

    def make(members: Sequence[object]) -> object:
        found = frozenset(members)
        if [*members] != sorted(found, key=_order):
            raise BadData(f"no set in order: {_shown([*members])}")
        return found

    write, read = _row(item, make)
    return (lambda value: write(sorted(cast("frozenset[object]", value), key=_order))), read


def _order(member: object) -> tuple[int, str]:
    return (member, "") if isinstance(member, int) else (0, str(member))


def _fixed(items: Sequence[tuple[Write, Read]]) -> tuple[Write, Read]:
    def write(value: object) -> Json:
        return [one[0](part) for one, part in zip(items, cast("Sequence[object]", value), strict=True)]

    def read(data: Json) -> object:
        if not isinstance(data, list) or len(data) != len(items):
            raise BadData(f"no list of {len(items)}: {_shown(data)}")
        return tuple([_at(place, one[1], part) for place, (one, part) in enumerate(zip(items, data, strict=True))])

    return write, read


def _mapping(item: tuple[Write, Read]) -> tuple[Write, Read]:
    write_one, read_one = item

    def write(value: object) -> Json:
        return {name: write_one(one) for name, one in cast("Mapping[str, object]", value).items()}

    def read(data: Json) -> object:
        if not isinstance(data, dict):
            raise BadData(f"no mapping: {_shown(data)}")
        return {name: _at(name, read_one, one) for name, one in data.items()}

    return write, read


def _fields(kind: type) -> tuple[Write, Read]:
    """A NamedTuple, with every field by its name."""
    fields = {name: _pair(of) for name, of in get_type_hints(kind, include_extras=True).items()}

    def write(value: object) -> Json:
        return {
            name: one[0](part)
            for (name, one), part in zip(fields.items(), cast("Sequence[object]", value), strict=True)
        }

    def read(data: Json) -> object:
        if not isinstance(data, dict) or data.keys() != fields.keys():
            raise BadData(f"not the fields of {kind.__name__}: {_shown(data)}")
        return kind(*[_at(name, one[1], data[name]) for name, one in fields.items()])

    return write, read


def _one_of(kinds: Sequence[object]) -> tuple[Write, Read]:
    """One of several types: None as such, NamedTuples by the name of their class."""
    named = {kind.__name__: kind for kind in kinds if isinstance(kind, type) and hasattr(kind, "_fields")}
    others = [kind for kind in kinds if kind is not NoneType and kind not in named.values()]
    if len(named) + len(others) + (NoneType in kinds) < len(kinds) or len(others) > 1:
        raise TypeError(f"nothing tells these apart: {kinds!r}")
    pairs = {name: _fields(kind) for name, kind in named.items()}
    other = _pair(others[0]) if others else None

    def write(value: object) -> Json:
        name = type(value).__name__
        if value is None and NoneType in kinds:
            return None
        if named.get(name) is type(value):
            return {KIND: name, **cast("Mapping[str, Json]", pairs[name][0](value))}
        if other is None:
            raise TypeError(f"none of {sorted(named)}: {value!r}")
        return other[0](value)

    def read(data: Json) -> object:
        if data is None and NoneType in kinds:
            return None
        if isinstance(data, dict) and isinstance(name := data.get(KIND), str) and name in pairs:
            return pairs[name][1]({key: part for key, part in data.items() if key != KIND})
        if other is None:
            raise BadData(f"none of {sorted(named)}: {_shown(data)}")
        return other[1](data)

    return write, read


def _at(place: object, read: Read, data: Json) -> object:
    """Read a part; what is wrong with it is told with its place."""
    try:
        return read(data)
    except BadData as error:
        raise BadData(f"{place}: {error}") from None


def _shown(data: Json) -> str:
    """Foreign data in an error: as much of it as may stand in a line."""
    text = repr(data)
    return text if len(text) <= 60 else f"{text[:57]}..."
