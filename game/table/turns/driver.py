"""What plays at a table of turns: what is done about a match there, and what comes next."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

from game.app.context import Context
from game.core.game import Action, View
from game.core.match import HUMAN, TableMatch
from game.engine.panel import DriverPanel
from game.engine.transitions import Transition
from game.table.driver import Driver
from game.table.turns.calls import ReactionMenu
from game.table.turns.news import TurnNews

if TYPE_CHECKING:
    from game.engine.input import Input
    from game.engine.match_texts import LogLine


class TablePacing(Protocol):
    """What a driver asks of the game's table: how long things are thought about, and which moves are no choice."""

    @property
    def log(self) -> list[LogLine]:
        """What has been shown so far, in lines."""

    def forced_move(self, view: View) -> Action | None:
        """The move about which the viewer has no choice and need not be asked, or None."""

    def pause_before(self, action: Action) -> float:
        """How long the table stays as it is before such a move is made, as a share of the usual time."""

    def thinking_time(self, view: View) -> float:
        """How long somebody else seems to think now, as a share of the usual time."""


class UndoOffer(NamedTuple):
    """Whether the last choice can be taken back now; if not, the text key of the reason."""

    can: bool
    why_not: str = "notice.undo_none"


class SeatMark(NamedTuple):
    """A word at somebody's panel: who is away, or a seat that is free; with what can be done about it."""

    seat: int
    words: str
    id: str = ""
    label: str = ""
    use: Callable[[], None] | None = None


class DockRoom(Enum):
    """Whether the table keeps room for words that lie there all the time."""

    NONE, LESSON, PUZZLE = "none", "lesson", "puzzle"


class TurnDriver(Driver[TurnNews]):
    """One match of turns at one table."""

    #: under which name it is stored: "" for that of its game's match in progress
    kept_as: ClassVar[str] = ""
    #: room for words, and whether what led to the position counts as seen
    room: ClassVar[DockRoom] = DockRoom.NONE
    knows_past: ClassVar[bool] = False
    #: what another tab stores is no concern of this table
    is_apart: ClassVar[bool] = False
    #: others are asked before something is taken back
    asks_others: ClassVar[bool] = False
    habits: TablePacing

    def __init__(self, context: Context, match: TableMatch, viewer: int) -> None:
        super().__init__(context, match, viewer)
        self.game = match.game
        #: people have agreed to do without the curtain
        self.open_hands = False
        #: what can be called across the table; None where nobody is far enough away for that
        self.calls: ReactionMenu | None = None

    # ---- the match ------------------------------------------------------------------------------

    @property
    def deals(self) -> bool:
        """Whether the deal has yet to be seen."""
        return False

    def begin(self) -> Iterable[TurnNews]:
        """The table has been laid for the first time."""
        return ()

    # ---- what happens ---------------------------------------------------------------------------

    def pass_time(self, ms: float) -> Iterable[TurnNews]:
        """Let the milliseconds of a frame pass, whatever is being shown."""
        del ms
        return ()

    @abstractmethod
    def go_on(self, ms: float) -> Iterable[TurnNews]:
        """All that has happened is shown: tell what comes next, as the milliseconds of a frame pass."""

    def hand_over(self, seat: int, open_hands: bool) -> Iterable[TurnNews]:
        """The person of ``seat`` has taken the device."""
        del seat, open_hands
        return ()

    def heed(self, event: Input) -> bool:
        """Take note of an input before it is used; return whether words give way to it."""
        del event
        return False

    def hinted(self) -> Iterable[TurnNews]:
        """A hint has been opened."""
        return ()

    # ---- what is offered ------------------------------------------------------------------------

    @property
    def is_own(self) -> bool:
        """Whether it is for the one who sits here to decide."""
        return self.match.mover == self.viewer and self.match.seats[self.viewer].kind == HUMAN

    @property
    def forced(self) -> Action | None:
        """The move that is made unasked, because there is no choice about it, or None."""
        return None

    def is_harmless(self, action: Action) -> bool:
        """Whether an action that costs can be taken back in peace."""
        del action
        return False

    @property
    def undo(self) -> UndoOffer | None:
        """Whether something can be taken back now; None at tables where nothing ever is."""
        return None

    def take_back(self) -> Iterable[TurnNews]:
        """Take the last choice back."""
        return ()

    @property
    def marks(self) -> tuple[SeatMark, ...]:
        """Words at the panels of others."""
        return ()

    # ---- what is said ---------------------------------------------------------------------------

    def panel(self, showing: bool, asking: str) -> DriverPanel | None:
        """What the panel of words says, or None if there is nothing to say.

        ``showing``: something is being shown; ``asking`` is the id of the button that asks to be used again.
        """
        del showing, asking
        return None

    # ---- ways to other screens ------------------------------------------------------------------

    def play_on(self, sure: Callable[[str], bool]) -> Transition:
        """Play a match of one's own on from here, if that is ``sure`` where it throws something away."""
        del sure
        return None

    def taken_elsewhere(self) -> Transition:
        """Another tab has stored this match."""
        return None
