"""A cache that the type checker sees through.

As far as types go ``functools.lru_cache`` takes whatever it is given. This is the same one, and says what it takes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)


class Remembered(Protocol[P, R_co]):
    """A function that remembers what it has returned."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """What the function returns, or has returned to the same arguments."""

    def cache_clear(self) -> None:
        """Forget it all."""

    @property
    def __wrapped__(self) -> Callable[P, R_co]:
        """The function itself."""


def remembered(most: int) -> Callable[[Callable[P, R_co]], Remembered[P, R_co]]:
    """Let a function of things that can be hashed remember the ``most`` results that were asked for last."""
    return cast("Callable[[Callable[P, R_co]], Remembered[P, R_co]]", lru_cache(maxsize=most))
