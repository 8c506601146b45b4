"""What plays at a table, whatever is played: the match as it is shown, the ways from it, and what is said.

A driver has no window and measures nothing in pixels. It says by values what may be used and what is to be read, and
hands out its news, one thing after the other: the scene shows each before it asks for the next.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from game.app.context import Context
from game.core.game import Action, View
from game.core.match import TableMatch
from game.engine.transitions import Pop, Push, Transition
from game.scenes.navigation import routes

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable

#: what a table is told
N = TypeVar("N")


class CornerButton(Enum):
    """A round button at the table's edge."""

    #: the way to the pause, or straight back
    PAUSE, BACK = "pause", "back"
    HELP, LOG, SPEED, HINT = "help", "log", "speed", "hint"
    #: the answer to a puzzle
    ANSWER = "answer"
    #: what the expert saw in a finished match
    REVIEW = "review"
    #: what can be called across the table
    CALL = "call"


class Driver(ABC, Generic[N]):
    """One match at one table, and whose match it is; what has a body here is as in a match that is not stored."""

    #: the match is stored
    keeps: ClassVar[bool] = False
    #: the pages that explain the game lead to its lesson
    offers_lesson: ClassVar[bool] = False
    #: how many times as fast as usual time passes
    pace = 1.0

    def __init__(self, context: Context, match: TableMatch, viewer: int) -> None:
        self.context, self.match, self.viewer = context, match, viewer

    @property
    def address(self) -> str:
        """By which words a page that starts anew finds this table, "" if by none."""
        return ""

    @property
    def view(self) -> View:
        """What the table shows: what the viewer knows, and one's own hands that are still on their way."""
        return self.match.view(self.viewer)

    @property
    def covered(self) -> bool:
        """Whether nothing may be seen: somebody has to say who they are, or that it may go on."""
        return False

    @property
    @abstractmethod
    def corners(self) -> tuple[CornerButton, ...]:
        """The round buttons, as far as the table has room for them."""

    def asked(self, prompt: str) -> str:
        """What is waited for, where the table itself would say ``prompt``."""
        return prompt

    # ---- what is done ---------------------------------------------------------------------------

    @abstractmethod
    def submit(self, action: Action) -> Iterable[N]:
        """Hand in what a person has chosen."""

    def read(self, picture: AnyTable) -> Iterable[N]:
        """What the panel said has been read; ``picture`` is handed on to the next screen."""
        del picture
        return ()

    def skip(self) -> Iterable[N]:
        """Let the move be made that is asked for."""
        return ()

    def give_up(self) -> Iterable[N]:
        """Somebody wants to see the answer."""
        return ()

    # ---- ways to other screens ------------------------------------------------------------------

    def leave(self, picture: AnyTable) -> Transition:
        """Leave the table, or pause; ``picture`` is handed on to the next screen."""
        del picture
        return Pop()

    def help(self) -> Transition:
        """The pages that explain the game."""
        return Push(routes.howto(self.context, self.match.game.name, teaches=self.offers_lesson))
