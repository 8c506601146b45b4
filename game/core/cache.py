"""A cache that the type checker sees through, and work that can be interrupted because what it has made is kept.

As far as types go ``functools.lru_cache`` takes whatever it is given. This is the same one, and says what it takes.
"""

from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import ParamSpec, Protocol, TypeVar, cast
from weakref import WeakSet

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class CachedFunction(Protocol[P, R_co]):
    """A function that remembers what it has returned."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """What the function returns, or has returned to the same arguments."""

    def cache_clear(self) -> None:
        """Forget it all."""

    @property
    def __wrapped__(self) -> Callable[P, R_co]:
        """The function itself."""


class Clearable(Protocol):
    """Something that remembers."""

    def cache_clear(self) -> None:
        """Forget it all."""


#: all that can forget what they remember, for as long as somebody has them: tables come and go with caches of their own
_ALL: WeakSet[Clearable] = WeakSet()


def cached(max_size: int, permanent: bool = False) -> Callable[[Callable[P, R_co]], CachedFunction[P, R_co]]:
    """Let a function of things that can be hashed remember the ``max_size`` results that were asked for last.

    Those are kept for good, or until :func:`clear_caches`.
    """

    def kept(make: Callable[P, R_co]) -> CachedFunction[P, R_co]:
        found = cast("CachedFunction[P, R_co]", lru_cache(maxsize=max_size)(make))
        if not permanent:
            _ALL.add(found)
        return found

    return kept


def clear_caches() -> None:
    """Forget all that is remembered anywhere, but for good: it is made again when it is asked for."""
    for one in [*_ALL]:
        one.cache_clear()


class OutOfTime(Exception):
    """The time for this work is over, and a piece of it is still missing."""


class _Work:
    """What is being done piece by piece, if anything is."""

    #: whether its time is over; None: it is done in one go
    enough: Callable[[], bool] | None = None
    #: how many pieces of it have been made this time
    made = 0


def checkpoint() -> None:
    """Work that is done piece by piece may end here for now: what has been made of it so far is kept."""
    # at least one piece is made each time, so that it comes to an end
    if _Work.enough and _Work.made and _Work.enough():
        raise OutOfTime


def cached_part(max_size: int) -> Callable[[Callable[P, R]], CachedFunction[P, R]]:
    """As ``cached``, for what takes long and what much else is made of: between two of these work can end."""

    def kept(make: Callable[P, R]) -> CachedFunction[P, R]:
        def piece(*args: P.args, **kwargs: P.kwargs) -> R:
            checkpoint()
            result = make(*args, **kwargs)
            _Work.made += 1
            return result

        found = cached(max_size)(piece)
        # who calls the function itself gets nothing that is kept, and so no piece
        update_wrapper(found, make)
        return found

    return kept


def incremental(work: Callable[[], object], enough: Callable[[], bool], made: int = 0) -> bool:
    """Go on with ``work`` until it is done, which is returned, or until it is ``enough`` for now.

    What is called again does all anew but for its ``cached_part``: those that have been made are there. One is made in
    any
    case, unless so many have been ``made`` already of what shares its time.
    """
    _Work.enough, _Work.made = enough, made
    try:
        work()
    except OutOfTime:
        return False
    finally:
        _Work.enough = None
    return True
