"""As a plugin of pytest, ``-p sixth.bare``: the sixth game without anything that a game may leave out."""

from sixth import BARE, put_in

_there = put_in(parts=BARE)


def pytest_configure() -> None:
    """Put the game in before any test is collected."""
    _there.__enter__()


def pytest_unconfigure() -> None:
    """And take it out again."""
    _there.__exit__(None, None, None)
