"""Markers for kinds of events: revealing hidden information, private to one seat, or the beginning of a turn."""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TypeVar, cast

#: the fields of events that name a seat
SEAT_FIELDS = ("seat", "owner", "to", "by", "mate")

T = TypeVar("T")
E = TypeVar("E")

_REVEALING: set[type] = set()
_TURNS: set[type] = set()
_SECRETS: dict[type, Mapping[str, object]] = {}


class _Fields(Protocol):
    def _replace(self, **fields: object) -> object: ...


def reveals(kind: type[T]) -> type[T]:
    """Mark a kind of event as revealing hidden information: it cannot be undone."""
    _REVEALING.add(kind)
    return kind


def private(**blanks: object) -> Callable[[type[T]], type[T]]:
    """Mark fields that only the event's ``seat`` sees; everybody else gets these ``blanks``."""

    def mark(kind: type[T]) -> type[T]:
        _SECRETS[kind] = blanks
        return kind

    return mark


def begins_turn(kind: type[T]) -> type[T]:
    """Mark a kind of event as the beginning of a turn, which may take several actions of several seats."""
    _TURNS.add(kind)
    return kind


def is_turn(event: object) -> bool:
    """Return True if the event's kind is marked with :func:`begins_turn`."""
    return type(event) in _TURNS


def begin_turns(kinds: Iterable[object]) -> bool:
    """Return True if one of these kinds of events is marked with :func:`begins_turn`."""
    return not _TURNS.isdisjoint(kinds)


def is_revealing(event: object) -> bool:
    """Return True if the event's kind is marked with :func:`reveals`."""
    return type(event) in _REVEALING


def seen_by(event: E, seat: int) -> E:
    """Return the event as ``seat`` sees it, with private fields blanked."""
    blanks = _SECRETS.get(type(event))
    if blanks is None or seat_of(event) == seat:
        return event
    return cast("E", cast("_Fields", event)._replace(**blanks))


def seats_in(event: object) -> list[int]:
    """Return the seats that an event is about, once each; the beginning of a turn is about none yet."""
    named = (getattr(event, field, -1) for field in SEAT_FIELDS)
    several = cast("tuple[int, ...]", getattr(event, "seats", ()))
    return [] if is_turn(event) else [seat for seat in dict.fromkeys([*named, *several]) if seat >= 0]


def seat_of(event: object) -> int:
    """Return the event's field ``seat``, or -1 if it has none."""
    return cast("int", getattr(event, "seat", -1))
