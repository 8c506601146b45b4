"""How a result adds up: what the result scene asks of a game."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from game.engine.canvas import Canvas
from game.engine.layout import Box


class Part(NamedTuple):
    """One number of a sum."""

    #: text key of what it is
    key: str
    value: int
    icon: str = ""


class Tally(NamedTuple):
    """What one seat gets in this round, part by part; ``total`` adds earlier rounds."""

    seat: int
    parts: tuple[Part, ...]
    points: int
    total: int


class Summary(Protocol):
    """A game's picture of its result."""

    #: text key of the line that explains how it is counted
    rule: str
    tallies: tuple[Tally, ...]
    #: rounds scored and rounds to play
    rounds: tuple[int, int]

    def build(self) -> None:
        """Make pictures for the window as it is now."""

    def pieces(self, seat: int) -> int:
        """How many pieces of a seat's cards are counted one by one."""

    def counted(self, seat: int, pieces: int) -> int:
        """The first part of the sum after so many pieces."""

    def draw_cards(self, canvas: Canvas, seat: int, box: Box, pieces: int, bright: bool) -> None:
        """Draw a seat's cards in a box with so many pieces counted."""
