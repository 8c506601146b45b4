"""Texts in a table's dock, as values: a hint, a step of a lesson, a puzzle, the moves of others."""

from collections.abc import Callable
from typing import NamedTuple

from game.core.game import Action
from game.engine.history import ToldLine
from game.engine.transitions import Transition

#: ids of the dock's buttons: more or fewer numbers, close, continue, skip
MORE, CLOSE, ON, SKIP = "hint-more", "hint-close", "lesson-on", "skip"
#: ids of the choices of what a person has missed: the film, and to go on
MISSED = ("missed-watch", "missed-on")


class PanelButton(NamedTuple):
    """A button in the dock."""

    id: str
    label: str
    #: its effect, for screen readers
    note: str = ""
    #: its action; None if the scene knows it by the id
    use: Callable[[], Transition] | None = None
    #: its colours, see ``BUTTONS`` of the kit
    kind: str = "secondary"

    def press(self) -> Transition:
        """Carry out its own action, if it has one."""
        return self.use() if self.use else None


class PanelText(NamedTuple):
    """The text of the dock."""

    #: the small line above everything else, and whether it reports a mistake
    head: str
    body: str = ""
    wrong: bool = False
    #: the advice, in large letters
    title: str = ""
    #: numbers below the body: names and values
    rows: tuple[tuple[str, str], ...] = ()
    #: the last line, in small letters
    figure: str = ""
    #: shorter texts for the last line, each shorter than the one before, where there is too little room
    shorter: tuple[str, ...] = ()
    #: the last line tells more than the numbers, which make room for it
    says_more: bool = False
    #: the longest text that may take its place: all others have its room, so that nothing jumps
    longest: str = ""
    #: the text that takes the place of a provisional one, which has its size and its room
    later: "PanelText | None" = None
    #: labels for more or fewer numbers, for skipping a step, and for closing; "" if not available
    turn: str = ""
    skip: str = ""
    close: str = ""
    buttons: tuple[PanelButton, ...] = ()

    @property
    def sentences(self) -> list[str]:
        """All texts in order, for screen readers; of numbers only those that tell how wrong something was."""
        numbers = [f"{name}: {value}" for name, value in self.rows] if self.wrong else []
        return [self.head, self.title, self.body, *numbers, self.figure]


class DriverPanel(NamedTuple):
    """A driver's text, and what it refers to."""

    text: PanelText
    #: a message to the player; else a report of others' moves
    speaks: bool = True
    #: addressed to the player at this seat; else only to be read
    own: bool = True
    #: a move is requested: screen readers also describe the table
    requests_move: bool = False
    #: things to mark: MOVE for ``move``, or names that the table knows
    points: tuple[str, ...] = ()
    move: Action | None = None
    #: log lines below the head, as far as there is room, with the number of moves before them
    missed: tuple[ToldLine, ...] = ()
    left_out: int = 0


class SeatMark(NamedTuple):
    """A word at the figure of a player who is away, or whose seat a bot has."""

    text: str
    #: the figure is pale
    is_away: bool = False
