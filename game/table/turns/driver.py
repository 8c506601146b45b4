"""What plays at a table of turns: what is done about a match there, and what comes next."""

from abc import abstractmethod
from collections.abc import Callable, Iterable
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol, TypeAlias

from game.app.context import Context
from game.app.party_session import PartySession
from game.core.game import Action, Event, IllegalAction, View
from game.core.match import HUMAN, TableMatch
from game.engine.panel import DriverPanel
from game.engine.transitions import Transition
from game.table.driver import Driver, FocusSet, ScreenLeft, SoundPlayed
from game.table.film import PositionChanged
from game.wire.commands import React

if TYPE_CHECKING:
    from game.engine.input import Input
    from game.engine.match_texts import LogLine


class Steps(NamedTuple):
    """Somebody has acted: events, each with what the viewer knows once it has happened, to be shown in order."""

    steps: tuple[tuple[Event, View], ...]
    #: the viewer did it
    own: bool = False


class DealShown(NamedTuple):
    """As :class:`Steps`, for the deal that a match begins with."""

    steps: tuple[tuple[Event, View], ...]


class DecisionAsked(NamedTuple):
    """A person at this device is asked for a decision."""

    seat: int


class OtherThinks(NamedTuple):
    """Somebody else decides."""

    seat: int


class ViewerChanged(NamedTuple):
    """The table is seen with the eyes of this seat from now on, and laid anew."""

    seat: int
    #: what was in sight goes to its new place
    moves: bool = False


class Cover(NamedTuple):
    """Nothing may be seen until the person of this seat has taken the device."""

    seat: int


class Wait(NamedTuple):
    """The table stays as it is for so many milliseconds at normal speed."""

    ms: float


class MoveRefused(NamedTuple):
    """An action was not carried out, and why."""

    error: IllegalAction


class TurnCue(Enum):
    """What the scene has to do, though nothing has happened in the game."""

    #: offer anew what can be used and what is to be read
    OFFER = "offer"
    #: what the pointer takes along goes back
    LET_GO = "let go"
    #: an action is on its way: what was dropped lies where it is
    SENT = "sent"
    #: what was on its way has come back, or cannot be done
    RETURNED = "returned"
    #: an action was tried that changes nothing: all goes back to where it was
    TRIED = "tried"
    #: a round is over: nothing is asked any longer
    CLEAR = "clear"
    #: what is being shown comes to its end at once
    SKIP = "skip"


TurnNews: TypeAlias = (
    Steps
    | DealShown
    | PositionChanged
    | DecisionAsked
    | OtherThinks
    | ViewerChanged
    | Cover
    | Wait
    | MoveRefused
    | SoundPlayed
    | FocusSet
    | ScreenLeft
    | TurnCue
)


class ReactionMenu:
    """The calls of one device, which lie there to choose from while they are ``open``."""

    def __init__(self, session: PartySession) -> None:
        self.session = session
        self.open = False

    def toggle(self) -> None:
        """Show what can be called, or no longer."""
        self.open = not self.open

    def call(self, sign: int) -> None:
        """Call something."""
        self.open = False
        self.session.do(React(sign))

    @property
    def is_mute(self) -> bool:
        """Whether nothing is heard that others call."""
        return self.session.is_mute

    def mute(self) -> None:
        """Hear nothing that is called, or hear it again."""
        self.session.is_mute, self.open = not self.session.is_mute, False

    def put_away(self) -> bool:
        """Close them; return whether they were open."""
        was_open, self.open = self.open, False
        return was_open


class TablePacing(Protocol):
    """What a driver asks of the game's table: how long things are thought about, and which moves are no choice."""

    @property
    def log(self) -> "list[LogLine]":
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
        return ()

    @abstractmethod
    def go_on(self, ms: float) -> Iterable[TurnNews]:
        """All that has happened is shown: tell what comes next, as the milliseconds of a frame pass."""

    def hand_over(self, seat: int, open_hands: bool) -> Iterable[TurnNews]:
        """The person of ``seat`` has taken the device."""
        return ()

    def heed(self, event: "Input") -> bool:
        """Take note of an input before it is used; return whether words give way to it."""
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
        """The move that is made unasked: one without a choice, unless moves are always confirmed; or None."""
        return None if self.context.settings.confirm == "always" else self.habits.forced_move(self.view)

    def is_harmless(self, action: Action) -> bool:
        """Whether an action that costs can be taken back in peace."""
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

    def panel(self, showing: bool, asking: str) -> DriverPanel | None:
        """What the panel of words says, or None if there is nothing to say.

        ``showing``: something is being shown; ``asking`` is the id of the button that asks to be used again.
        """
        return None

    def play_on(self, sure: Callable[[str], bool]) -> Transition:
        """Play a match of one's own on from here, if that is ``sure`` where it throws something away."""
        return None

    def taken_elsewhere(self) -> Transition:
        """Another tab has stored this match."""
        return None
