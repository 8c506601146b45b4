"""The parts of the table of Twin It!, and what each of them needs to know of it."""

from typing import TYPE_CHECKING, Protocol

from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.kit import Kit
from game.engine.layout import Frame, TextPlace
from game.games.twin_it.announcements import Announcements
from game.games.twin_it.hands import VisibleInput
from game.games.twin_it.places import Places
from game.games.twin_it.texts import TwinItTexts
from game.games.twin_it.view import View

if TYPE_CHECKING:
    from game.services.context import Context


class Shown(Protocol):
    """A table as its parts see it: its present state, and its own ways to tell of it."""

    context: "Context"
    places: Places
    announcements: Announcements
    visible_input: VisibleInput
    match_texts: TwinItTexts
    backdrop: Backdrop
    #: the game's time shown, and the delay until an action counts, in milliseconds
    now: int
    lag: int
    #: see ``LiveTable``
    covered: bool
    shows_clock: bool
    has_buttons: bool
    tries_out: bool
    is_puzzle: bool
    best: int | None
    plays_forced_moves: bool

    @property
    def has_caps(self) -> bool:
        """True if key caps are shown."""

    def cap(self, meaning: str) -> str:
        """Return the text on a key's cap, or "" without a keyboard."""

    def level(self, seat: int) -> str:
        """Return the level that a bot really plays at, or "" for a person."""

    def draw_figure(self, canvas: Canvas, seat: int, place: tuple[float, float, float], *, active: bool) -> None:
        """Draw a seat's figure in its present mood."""

    def draw_prompt(self, canvas: Canvas, text: str, place: TextPlace) -> None:
        """Draw the prompt in its pill."""


class Part:
    """One part of a table: it has the places of everything, and asks the table for the rest."""

    def __init__(self, table: Shown) -> None:
        self.table, self.places = table, table.places

    @property
    def context(self) -> "Context":
        """The services of the table, which a film gives others."""
        return self.table.context

    @property
    def kit(self) -> Kit:
        """The kit of pictures for the table's window."""
        return self.context.kit

    @property
    def frame(self) -> Frame:
        """The frame of the table's window."""
        return self.context.frame

    @property
    def view(self) -> View:
        """The present view."""
        return self.places.view

    def text(self, key: str, **blanks: object) -> str:
        """Return a text of this game."""
        return self.table.match_texts(key, **blanks)

    def name(self, seat: int) -> str:
        """Return the name of a seat; texts may say "you" instead."""
        return self.table.match_texts.name(seat)
