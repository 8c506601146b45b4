"""The cards of Hoch oder tief: every number once."""

from __future__ import annotations

#: how many cards there can be; the first is what is printed on the box
SIZES = (13, 40)


def cards(count: int) -> list[int]:
    """The numbers from 1 to ``count``."""
    return list(range(1, count + 1))
