"""JSON codecs derived from types, for views on the wire and for stored data.

A codec is made from the types alone, so a game has nothing to write down for it, and a field that is added is on the
wire at once. What comes back is of exactly that type or is refused: a message from elsewhere cannot bring in anything
that the rules do not know. What a type does not say stands beside it: ``Annotated[int, within(1, 99)]``, a Shape, or a
Codec of its own.

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
    game.core.codec.BadData: seat: expected int, got True
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from enum import Enum
from functools import partial
from itertools import repeat
from math import isfinite
from types import NoneType, UnionType
from typing import Annotated, Generic, NamedTuple, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from game.core.cache import cached
from game.core.options import Json
from game.core.stored_words import class_word, field_word

T = TypeVar("T")

#: names the class of a value of a union; a Python keyword, so no field can have it
TYPE_KEY = "is"
#: the largest number that every JSON reader represents exactly
MAX_SAFE_INT = 2**53 - 1


class Shape(Enum):
    """The JSON layout of a NamedTuple."""

    #: an object with exactly these fields
    FIELDS = "fields"
    #: like FIELDS, but missing fields get their defaults
    KNOWN = "known"
    #: defaults are omitted, unknown fields ignored
    SPARSE = "sparse"
    #: like SPARSE; invalid fields get their defaults, too
    MENDED = "mended"
    #: a list of the fields in order
    ROW = "row"
    #: like ROW; defaults are omitted at the end
    SHORT = "short"


class Constraint(NamedTuple, Generic[T]):
    """A constraint on the values of a type."""

    fits: Callable[[T], bool]


def within(least: float, most: float) -> Constraint[float | Sized]:
    """Limit a number, or the length of a text or sequence, to this inclusive range."""
    return Constraint(lambda value: least <= (value if isinstance(value, int | float) else len(value)) <= most)


def one_of(*values: Json) -> Constraint[Json]:
    """Limit values to these."""
    return Constraint(lambda value: value in values)


Write = Callable[[object], Json]
Read = Callable[[Json], object]


class BadData(ValueError):
    """Raised for data that does not match its type; the message names the place and the value found."""


class Codec(NamedTuple, Generic[T]):
    """Reader and writer of one type as JSON."""

    #: converts a value to JSON; raises an ordinary Python error for a value of another type
    write: Callable[[T], Json]
    #: converts JSON back; raises BadData if ``write`` could not have written it
    read: Callable[[Json], T]


def _as_it_is(data: Json) -> Json:
    return data


#: JSON of any shape, to be validated by the game
AnyJson: TypeAlias = Annotated[Json, Codec(_as_it_is, _as_it_is)]


def codec_of(kind: type[T], shape: Shape | None = None) -> Codec[T]:
    """Return the codec of a type.

    Supported are numbers, bools, texts, enums, NamedTuples, tuples, frozensets, mappings from texts, AnyJson, and
    unions with at most one member that is neither a NamedTuple nor None. Raise TypeError for any other type.
    """
    write, read = SHAPES[shape](kind) if shape else _pair(kind)
    return Codec(cast("Callable[[T], Json]", write), cast("Callable[[Json], T]", read))


# a view has a dozen fields and is sent to every seat after every action
@cached(1000, permanent=True)
def _pair(kind: object) -> tuple[Write, Read]:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _marked(inner[0], inner[1:])
    if origin in (Union, UnionType):
        return _one_of(inner)
    if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
        return _row(_pair(inner[0]), tuple)
    if origin is tuple:
        return _fixed([_pair(one) for one in inner])
    if origin in (Mapping, dict) and str in (inner[0], *get_args(inner[0])):
        return _mapping(_pair(inner[0]), _pair(inner[1]))
    if origin is frozenset:
        return _set(_pair(inner[0]))
    if isinstance(kind, type):
        if kind in (bool, str):
            return _plain(kind)
        if kind is int:
            return _as_it_is, _whole_number
        if kind is float:
            return _as_it_is, _number
        if issubclass(kind, Enum):
            return _enumeration(kind)
        if issubclass(kind, tuple) and hasattr(kind, "_fields"):
            return _fields(kind)
    raise TypeError(f"expected a type that has a codec, got {kind!r}")


def _number(data: Json) -> object:
    """Accept any finite number; integers stay integers, so they are written as before."""
    if isinstance(data, bool) or not isinstance(data, int | float) or not isfinite(data):
        raise BadData(f"expected a number, got {_shown(data)}")
    return data


def _marked(kind: object, marks: Sequence[object]) -> tuple[Write, Read]:
    """Apply annotations: a codec or shape replaces the type's own, constraints are checked."""
    codecs = [cast("tuple[Write, Read]", mark) for mark in marks if isinstance(mark, Codec)]
    shaped = [SHAPES[mark](cast("type", kind)) for mark in marks if isinstance(mark, Shape)]
    rules = [cast("Constraint[object]", mark) for mark in marks if isinstance(mark, Constraint)]
    write, read_any = (codecs or shaped or [_pair(kind)])[0]

    def read(data: Json) -> object:
        value = read_any(data)
        for rule in rules:
            if not rule.fits(value):
                raise BadData(f"out of bounds: {_shown(data)}")
        return value

    return write, read


def _plain(kind: type) -> tuple[Write, Read]:
    def read(data: Json) -> object:
        # True is an int to Python, and 1.0 equals 1
        if type(data) is not kind:
            raise BadData(f"expected {kind.__name__}, got {_shown(data)}")
        return data

    return _as_it_is, read


def _whole_number(data: Json) -> object:
    if type(data) is not int or not -MAX_SAFE_INT <= data <= MAX_SAFE_INT:
        raise BadData(f"expected int, got {_shown(data)}")
    return data


def _enumeration(kind: type[Enum]) -> tuple[Write, Read]:
    values = {member.value: member for member in kind}

    def read(data: Json) -> object:
        if not isinstance(data, (int, str)) or isinstance(data, bool) or data not in values:
            raise BadData(f"expected {kind.__name__}, got {_shown(data)}")
        return values[data]

    return (lambda value: cast("Enum", value).value), read


def _row(item: tuple[Write, Read], make: Callable[[Sequence[object]], object]) -> tuple[Write, Read]:
    write_one, read_one = item

    def write(value: object) -> Json:
        return [write_one(one) for one in cast("Sequence[object]", value)]

    def read(data: Json) -> object:
        if not isinstance(data, list):
            raise BadData(f"expected a list, got {_shown(data)}")
        return make(_all(range(len(data)), repeat(read_one), data))

    return write, read


def _set(item: tuple[Write, Read]) -> tuple[Write, Read]:
    """Write a set as a sorted list, so that equal sets have equal JSON."""

    def make(members: Sequence[object]) -> object:
        found = frozenset(members)
        if [*members] != sorted(found, key=_order):
            raise BadData(f"expected a set in order, got {_shown([*members])}")
        return found

    write, read = _row(item, make)
    return (lambda value: write(sorted(cast("frozenset[object]", value), key=_order))), read


def _order(member: object) -> tuple[int, str]:
    return (member, "") if isinstance(member, int) else (0, str(member))


def _fixed(items: Sequence[tuple[Write, Read]]) -> tuple[Write, Read]:
    def write(value: object) -> Json:
        return [one[0](part) for one, part in zip(items, cast("Sequence[object]", value), strict=True)]

    reads = [one[1] for one in items]

    def read(data: Json) -> object:
        if not isinstance(data, list) or len(data) != len(items):
            raise BadData(f"expected a list of {len(items)}, got {_shown(data)}")
        return tuple(_all(range(len(data)), reads, data))

    return write, read


def _mapping(key: tuple[Write, Read], item: tuple[Write, Read]) -> tuple[Write, Read]:
    write_one, read_one = item

    def write(value: object) -> Json:
        return {name: write_one(one) for name, one in cast("Mapping[str, object]", value).items()}

    def read(data: Json) -> object:
        if not isinstance(data, dict):
            raise BadData(f"expected a mapping, got {_shown(data)}")
        names = _all(data, repeat(key[1]), data)
        return dict(zip(names, _all(data, repeat(read_one), data.values()), strict=True))

    return write, read


def _parts(kind: type) -> dict[str, tuple[Write, Read]]:
    return {name: _pair(of) for name, of in get_type_hints(kind, include_extras=True).items()}


def _defaults(kind: type) -> dict[str, object]:
    return cast("dict[str, object]", getattr(kind, "_field_defaults", {}))


def _fields(kind: type, shape: Shape = Shape.FIELDS) -> tuple[Write, Read]:
    fields, is_sparse = _parts(kind), shape in (Shape.SPARSE, Shape.MENDED)
    usual = {} if shape == Shape.FIELDS else _defaults(kind)
    reads = {name: one[1] for name, one in fields.items()}
    if shape == Shape.MENDED:
        reads |= {name: _mended(reads[name], value) for name, value in usual.items()}
    words = {name: field_word(kind, name) for name in fields}
    known, needed = {*words.values()}, {words[name] for name in fields.keys() - usual.keys()}

    def write(value: object) -> Json:
        return {
            words[name]: one[0](part)
            for (name, one), part in zip(fields.items(), cast("Sequence[object]", value), strict=True)
            if not (is_sparse and name in usual and part == usual[name])
        }

    def read(data: Json) -> object:
        if not isinstance(data, dict) or not needed <= data.keys():
            raise BadData(f"expected the fields of {kind.__name__}, got {_shown(data)}")
        if not is_sparse and not data.keys() <= known:
            raise BadData(f"expected the fields of {kind.__name__}, got {_shown(data)}")
        names = [name for name in fields if words[name] in data]
        places = [words[name] for name in names]
        found = _all(places, [reads[name] for name in names], [data[place] for place in places])
        return kind(**dict(zip(names, found, strict=True)))

    return write, read


def _in_order(kind: type, shape: Shape) -> tuple[Write, Read]:
    fields = _parts(kind)
    usual = _defaults(kind) if shape == Shape.SHORT else {}
    names, least = [*fields], len(fields) - len(usual)
    writes, reads = [pair[0] for pair in fields.values()], [pair[1] for pair in fields.values()]

    def write(value: object) -> Json:
        parts = cast("Sequence[object]", value)
        count = len(parts)
        while count > least and parts[count - 1] == usual[names[count - 1]]:
            count -= 1
        return [write_one(part) for write_one, part in zip(writes, parts[:count], strict=False)]

    def read(data: Json) -> object:
        if not isinstance(data, list) or not least <= len(data) <= len(reads):
            raise BadData(f"expected the fields of {kind.__name__} in order, got {_shown(data)}")
        return kind(*_all(names, reads, data))

    return write, read


SHAPES: Mapping[Shape, Callable[[type], tuple[Write, Read]]] = {
    **{shape: partial(_fields, shape=shape) for shape in (Shape.FIELDS, Shape.KNOWN, Shape.SPARSE, Shape.MENDED)},
    **{shape: partial(_in_order, shape=shape) for shape in (Shape.ROW, Shape.SHORT)},
}


def _one_of(kinds: Sequence[object]) -> tuple[Write, Read]:
    """Return the codec of a union: None as null, NamedTuples with the word of their class."""
    named = {class_word(kind): kind for kind in kinds if isinstance(kind, type) and hasattr(kind, "_fields")}
    others = [kind for kind in kinds if kind is not NoneType and kind not in named.values()]
    if len(named) + len(others) + (NoneType in kinds) < len(kinds) or len(others) > 1:
        raise TypeError(f"expected types that can be told apart, got {kinds!r}")
    pairs = {name: _fields(kind) for name, kind in named.items()}
    other = _pair(others[0]) if others else None

    def write(value: object) -> Json:
        name = class_word(type(value))
        if value is None and NoneType in kinds:
            return None
        if named.get(name) is type(value):
            return {TYPE_KEY: name, **cast("Mapping[str, Json]", pairs[name][0](value))}
        if other is None:
            raise TypeError(f"expected one of {sorted(named)}, got {value!r}")
        return other[0](value)

    def read(data: Json) -> object:
        if data is None and NoneType in kinds:
            return None
        if isinstance(data, dict) and isinstance(name := data.get(TYPE_KEY), str) and name in pairs:
            return pairs[name][1]({key: part for key, part in data.items() if key != TYPE_KEY})
        if other is None:
            raise BadData(f"expected one of {sorted(named)}, got {_shown(data)}")
        return other[1](data)

    return write, read


def _all(places: Iterable[object], reads: Iterable[Read], data: Iterable[Json]) -> list[object]:
    """Read parts; prefix errors with the place of the part."""
    found: list[object] = []
    try:
        # one by one, so that the faulty part is known
        for read, part in zip(reads, data, strict=False):
            found.append(read(part))
    except BadData as error:
        raise BadData(f"{[*places][len(found)]}: {error}") from None
    return found


def _mended(read: Read, usual: object) -> Read:
    def mended(data: Json) -> object:
        try:
            return read(data)
        except BadData:
            return usual

    return mended


def _shown(data: Json) -> str:
    """Return foreign data for an error message, shortened to 60 characters."""
    text = repr(data)
    return text if len(text) <= 60 else f"{text[:57]}..."
