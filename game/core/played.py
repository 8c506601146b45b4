"""A match as a table shows it: this device's own, or one at the other end of a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from game.core.game import Action, AnyGame, Event, IllegalAction, View
from game.core.match import Seat


class Played(Protocol):
    """What a table needs to know of a match; a seat that is played here may be asked about, others need not be."""

    @property
    def game(self) -> AnyGame:
        """What is played."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""

    @property
    def humans(self) -> list[int]:
        """The seats of people who decide on this device."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def has_begun(self) -> bool:
        """Whether somebody has acted."""

    @property
    def mover(self) -> int:
        """The seat that decides now, or -1."""

    @property
    def has_choice(self) -> bool:
        """Whether there is more than one thing to do."""

    def view(self, seat: int) -> View:
        """What ``seat`` may know now."""

    def past(self, seat: int) -> Sequence[Event]:
        """All that has happened, as ``seat`` has seen it."""

    def objection(self, action: Action) -> IllegalAction | None:
        """Why ``action`` is forbidden now, or None if it is not."""
