"""Typed ``lru_cache`` wrappers, and incremental work that keeps its finished parts.

``functools.lru_cache`` hides the parameters from the type checker; :func:`cached` does not.
"""

from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import ParamSpec, Protocol, TypeVar, cast
from weakref import WeakSet

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class CachedFunction(Protocol[P, R_co]):
    """A function that caches its results."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Return the cached result for these arguments, or compute it."""

    def cache_clear(self) -> None:
        """Empty the cache."""

    @property
    def __wrapped__(self) -> Callable[P, R_co]:
        """The function without its cache."""


class Clearable(Protocol):
    """An object with a cache that can be emptied."""

    def cache_clear(self) -> None:
        """Empty the cache."""


#: all caches that can be emptied; weak, as tables come and go with caches of their own
_ALL: WeakSet[Clearable] = WeakSet()


def cached(max_size: int, permanent: bool = False) -> Callable[[Callable[P, R_co]], CachedFunction[P, R_co]]:
    """Cache the ``max_size`` most recently used results of a function with hashable arguments.

    A ``permanent`` cache is not emptied by :func:`clear_caches`.
    """

    def kept(make: Callable[P, R_co]) -> CachedFunction[P, R_co]:
        found = cast("CachedFunction[P, R_co]", lru_cache(maxsize=max_size)(make))
        if not permanent:
            _ALL.add(found)
        return found

    return kept


def clear_caches() -> None:
    """Empty all caches except the permanent ones."""
    for one in [*_ALL]:
        one.cache_clear()


class OutOfTime(Exception):
    """Raised when the time for incremental work is over and a part is still missing."""


class _Work:
    """State of the incremental work in progress."""

    #: returns True when its time is over; None: the work is not incremental
    enough: Callable[[], bool] | None = None
    #: the number of parts made in this slice
    made = 0


def checkpoint() -> None:
    """Suspend incremental work here if its time is over; cached parts are kept."""
    # at least one part is made in each slice, so that the work ends
    if _Work.enough and _Work.made and _Work.enough():
        raise OutOfTime


def cached_part(max_size: int) -> Callable[[Callable[P, R]], CachedFunction[P, R]]:
    """Like :func:`cached`, for expensive shared parts; incremental work may be suspended before each."""

    def kept(make: Callable[P, R]) -> CachedFunction[P, R]:
        def piece(*args: P.args, **kwargs: P.kwargs) -> R:
            checkpoint()
            result = make(*args, **kwargs)
            _Work.made += 1
            return result

        found = cached(max_size)(piece)
        # calling the function itself bypasses the cache and makes no part
        update_wrapper(found, make)
        return found

    return kept


def incremental(work: Callable[[], object], enough: Callable[[], bool], made: int = 0) -> bool:
    """Continue ``work`` until it is done or its time is up (``enough``); return True when it is done.

    The next call starts over, but finds the ``cached_part`` results made so far. At least one part is made in each
    call, unless ``made`` already counts parts from other work that shares the time.
    """
    _Work.enough, _Work.made = enough, made
    try:
        work()
    except OutOfTime:
        return False
    finally:
        _Work.enough = None
    return True
