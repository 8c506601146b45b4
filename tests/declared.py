"""Checks that objects match the declarations of their classes, where a type checker cannot see it.

It cannot check a value that was built as a plain tuple or read from a file, nor an attribute that is declared and never
set.
"""

import inspect
import types
from collections.abc import Iterator
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints


def unset_attributes(thing: object) -> list[str]:
    """Return the attributes that the classes of ``thing`` declare and that are not set."""
    declared = {name for kind in type(thing).__mro__ for name in inspect.get_annotations(kind)}
    return sorted(name for name in declared if not hasattr(thing, name))


def type_mismatches(value: object, declared: Any = None, where: str = "") -> Iterator[str]:
    """Yield every place in ``value`` that does not match its declaration; by default this is its own class's."""
    declared = type(value) if declared is None else declared
    origin, parts = get_origin(declared), get_args(declared)
    if origin in (Union, types.UnionType):
        if all(any(True for _ in type_mismatches(value, part)) for part in parts):
            yield where
    elif origin in (tuple, frozenset):
        if type(value) is not origin:
            yield where
        elif origin is tuple and parts[1:] != (...,):
            if len(value) != len(parts):
                yield where
            for number, (one, part) in enumerate(zip(value, parts, strict=False)):
                yield from type_mismatches(one, part, f"{where}[{number}]")
        else:
            for number, one in enumerate(value):
                yield from type_mismatches(one, parts[0], f"{where}[{number}]")
    elif hasattr(declared, "_fields"):
        if type(value) is not declared:
            yield where
            return
        for name, one, part in zip(declared._fields, value, fields_of(declared), strict=True):
            yield from type_mismatches(one, part, f"{where}.{name}")
    elif not isinstance(value, declared) or (declared is int and isinstance(value, bool)):
        yield where


@cache
def fields_of(kind: type) -> tuple[Any, ...]:
    """Return the declared type of each field of a NamedTuple."""
    hints = get_type_hints(kind)
    return tuple(hints[name] for name in kind._fields)
