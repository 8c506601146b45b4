"""Base of all drivers: a match at a table, the ways to leave it, and what is said about it.

A driver has no window and measures nothing in pixels. It returns what can be used and read as values, and its news one
at a time: the scene shows each before it asks for the next.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, TypeVar

from game.core.game import Action, View
from game.core.match import TableMatch
from game.engine.transitions import Pop, Push, Transition
from game.scenes.navigation import routes
from game.services.context import Context

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable


#: the news of a driver
N = TypeVar("N")


class CornerButton(Enum):
    """Round button at the table's edge."""

    #: opens the pause menu, or goes straight back
    PAUSE, BACK = "pause", "back"
    HELP, LOG, SPEED, HINT = "help", "log", "speed", "hint"
    #: shows a puzzle's hint, and its solution
    CLUE, ANSWER = "clue", "answer"
    #: shows the expert's review of a finished match
    REVIEW = "review"
    #: opens the calls across the table
    CALL = "call"
    #: opens the orders for one's own next decisions
    PLAN = "plan"


class Driver(ABC, Generic[N]):
    """One match at one table. Methods with a body here suit a match that is not stored."""

    #: whether the match is stored
    is_stored: ClassVar[bool] = False
    #: whether the help pages lead to the lesson
    offers_lesson: ClassVar[bool] = False
    #: speed of time, 1 for normal
    pace = 1.0

    def __init__(self, context: Context, match: TableMatch, viewer: int) -> None:
        self.context, self.match, self.viewer = context, match, viewer

    @property
    def address(self) -> str:
        """The URL words by which a restarted page finds this table, or ""."""
        return ""

    @property
    def view(self) -> View:
        """The viewer's view, with its own pending actions."""
        return self.match.view(self.viewer)

    @property
    def covered(self) -> bool:
        """True while the table is hidden until somebody confirms who they are, or that play may go on."""
        return False

    @property
    @abstractmethod
    def corners(self) -> tuple[CornerButton, ...]:
        """The round buttons, as far as the table has room for them."""

    def asked(self, prompt: str) -> str:
        """Return the prompt to show in place of the table's own ``prompt``."""
        return prompt

    # ---- actions --------------------------------------------------------------------------------

    @abstractmethod
    def submit(self, action: Action) -> Iterable[N]:
        """Submit a person's action."""

    def read(self, picture: "AnyTable") -> Iterable[N]:
        """Continue after the panel's text; ``picture`` is passed to the next screen."""
        return ()

    def skip(self) -> Iterable[N]:
        """Make the requested move for the player."""
        return ()

    def give_up(self) -> Iterable[N]:
        """Show the solution, or a hint before it."""
        return ()

    def choose(self, choice: int) -> Iterable[N]:
        """Answer the panel's question with a number."""
        return ()

    def leave(self, picture: "AnyTable") -> Transition:
        """Leave the table or pause; ``picture`` is passed to the next screen."""
        return Pop()

    def help(self) -> Transition:
        """Open the help pages of the game."""
        return Push(routes.howto(self.context, self.match.game.name, teaches=self.offers_lesson))


class SoundPlayed(NamedTuple):
    """A sound to play."""

    name: str
    #: haptic feedback with it, see ``Context.pulse``; "" for none
    felt: str = ""


class FocusSet(NamedTuple):
    """The new focus: the id of the item that confirming uses."""

    id: str


class ScreenLeft(NamedTuple):
    """A change to another screen."""

    transition: Transition
