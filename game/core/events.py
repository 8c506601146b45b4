"""What kinds of events say of themselves: whether they show something new, and what of them is for one seat alone."""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar, cast

T = TypeVar("T")
E = TypeVar("E")

_REVEALING: set[type] = set()
_SECRETS: dict[type, Mapping[str, object]] = {}


class _Fields(Protocol):
    def _replace(self, **fields: object) -> object: ...


def reveals(kind: type[T]) -> type[T]:
    """Mark a kind of event that tells somebody something that was hidden before: it cannot be taken back."""
    _REVEALING.add(kind)
    return kind


def private(**blanks: object) -> Callable[[type[T]], type[T]]:
    """Mark fields that only the ``seat`` of an event sees: to everybody else they are told as these ``blanks``."""

    def mark(kind: type[T]) -> type[T]:
        _SECRETS[kind] = blanks
        return kind

    return mark


def is_revealing(event: object) -> bool:
    """Whether an event is of a kind that is marked so."""
    return type(event) in _REVEALING


def seen_by(event: E, seat: int) -> E:
    """An event as ``seat`` sees it, by what its kind marks as private."""
    blanks = _SECRETS.get(type(event))
    if blanks is None or seat_of(event) == seat:
        return event
    return cast("E", cast("_Fields", event)._replace(**blanks))


def seat_of(event: object) -> int:
    """The seat that an event is about, its field ``seat``; -1 for one that is about nobody."""
    return cast("int", getattr(event, "seat", -1))
