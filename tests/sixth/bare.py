"""A plugin of pytest, ``-p sixth.bare``: the sixth game without any optional capability."""

from sixth import BARE, put_in

_there = put_in(parts=BARE)


def pytest_configure() -> None:
    """Register the game before any test is collected."""
    _there.__enter__()


def pytest_unconfigure() -> None:
    """Unregister the game."""
    _there.__exit__(None, None, None)
