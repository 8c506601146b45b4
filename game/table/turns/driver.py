"""Base of the drivers of tables of turns."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol, TypeAlias

from game.core.game import Action, Event, IllegalAction, View
from game.core.match import HUMAN, TableMatch
from game.engine.panel import DriverPanel, SeatMark
from game.engine.transitions import Transition
from game.services.context import Context
from game.services.party_session import PartySession
from game.table.driver import Driver, FocusSet, ScreenLeft, SoundPlayed
from game.table.film import PositionChanged
from game.wire.commands import React

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable
    from game.engine.history import AnyHistory
    from game.engine.input import Input
    from game.engine.match_texts import LogLine


class Steps(NamedTuple):
    """Events of an action to be shown in order, each with the viewer's view after it."""

    steps: tuple[tuple[Event, View], ...]


class DealShown(NamedTuple):
    """Like :class:`Steps`, for the deal."""

    steps: tuple[tuple[Event, View], ...]


class DecisionAsked(NamedTuple):
    """A request for a decision by a person at this device."""

    seat: int


class OtherThinks(NamedTuple):
    """Another seat's turn."""

    seat: int


class ViewerChanged(NamedTuple):
    """A change of the seat from whose perspective the table is shown."""

    seat: int
    #: cards move to their new places
    moves: bool = False


class Cover(NamedTuple):
    """A curtain until the person of this seat has the device."""

    seat: int


class Wait(NamedTuple):
    """A pause in milliseconds, at normal speed."""

    ms: float


class MoveRefused(NamedTuple):
    """An action that was not carried out, with the reason."""

    error: IllegalAction


class TurnCue(Enum):
    """Cue for the scene without an event in the game."""

    #: rebuild the controls and texts
    REFRESH_CONTROLS = "refresh controls"
    #: return what is being dragged
    CANCEL_DRAG = "cancel drag"
    #: an action was sent: the dropped card stays where it is
    SENT = "sent"
    #: a sent action has come back or been refused
    ACTION_RETURNED = "action returned"
    #: an action was tried without effect: everything returns to its place
    ACTION_WITHOUT_EFFECT = "action without effect"
    #: a round is over: clear the prompt
    ROUND_CLEARED = "round cleared"
    #: finish the running animations at once
    FINISH_ANIMATIONS = "finish animations"


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
    """Menu of the calls across the table; shown while ``open``."""

    def __init__(self, session: PartySession) -> None:
        self.session = session
        self.open = False

    def toggle(self) -> None:
        """Open or close the menu."""
        self.open = not self.open

    def call(self, sign: int) -> None:
        """Call something, by its index in REACTIONS."""
        self.open = False
        self.session.do(React(sign))

    @property
    def is_mute(self) -> bool:
        """True if the calls of others are muted."""
        return self.session.reactions_muted

    def mute(self) -> None:
        """Mute the calls of others, or unmute them."""
        self.session.reactions_muted, self.open = not self.session.reactions_muted, False

    def put_away(self) -> bool:
        """Close the menu; return True if it was open."""
        was_open, self.open = self.open, False
        return was_open


class TablePacing(Protocol):
    """The part of a game's table that drivers use: thinking times and forced moves."""

    @property
    def log(self) -> "list[LogLine]":
        """The lines of what has been shown so far."""

    @property
    def history(self) -> "AnyHistory":
        """The rows of what has been shown so far."""

    def forced_move(self, view: View) -> Action | None:
        """Return the viewer's forced move, or None."""

    def pause_before(self, action: Action) -> float:
        """Return the pause before a forced move, as a factor of the usual time."""

    def thinking_time(self, view: View, action: Action) -> float:
        """Return another player's apparent thinking time before ``action``, as a factor of the usual time."""


class UndoOffer(NamedTuple):
    """Availability of undo; ``why_not`` is the text key of the reason if it is unavailable."""

    allowed: bool
    why_not: str = "notice.undo_none"


class DockRoom(Enum):
    """Room that the table reserves for a permanent text."""

    NONE, LESSON, PUZZLE = "none", "lesson", "puzzle"


class TurnDriver(Driver[TurnNews]):
    """One match of turns at one table."""

    #: the name it is stored under; "" for the game's match in progress
    storage_name: ClassVar[str] = ""
    #: room for a permanent text
    room: ClassVar[DockRoom] = DockRoom.NONE
    #: matches stored by other tabs do not concern this table
    ignores_other_tabs: ClassVar[bool] = False
    #: undo needs the others' consent
    undo_needs_consent: ClassVar[bool] = False
    #: the table hides chances that help with a decision
    conceals_odds: bool = False
    pacing: TablePacing
    #: a match in progress may be replayed: everything in it is on this device, for one pair of eyes
    can_look_back: ClassVar[bool] = False

    def __init__(self, context: Context, match: TableMatch, viewer: int) -> None:
        super().__init__(context, match, viewer)
        self.game = match.game
        #: people have agreed to play without the curtain
        self.open_hands = False
        #: the calls across the table; None if everybody sits at this device
        self.calls: ReactionMenu | None = None

    @property
    def next_holder(self) -> int:
        """The seat of the person whom the device is about to go to, so that the own cards are covered; or -1."""
        return -1

    @property
    def deals(self) -> bool:
        """True if the deal is yet to be shown."""
        return False

    def begin(self) -> Iterable[TurnNews]:
        """Begin, after the table has been set up for the first time."""
        return ()

    # ---- events ---------------------------------------------------------------------------------

    def pass_time(self, ms: float) -> Iterable[TurnNews]:
        """Advance by a frame's milliseconds, even while events are shown."""
        return ()

    @abstractmethod
    def go_on(self, ms: float) -> Iterable[TurnNews]:
        """Return the next news after all events have been shown, given a frame's milliseconds."""

    def hand_over(self, seat: int, open_hands: bool) -> Iterable[TurnNews]:
        """Continue after the person of ``seat`` has taken the device."""
        return ()

    def heed(self, event: "Input") -> bool:
        """Note an input before it is used; return True if a text disappears with it."""
        return False

    def consider(self, action: Action, becomes: Callable[[Action], bool]) -> Iterable[TurnNews]:
        """Note a choice begun: the action that it makes now, and whether it can become another one."""
        return ()

    def hinted(self) -> Iterable[TurnNews]:
        """Note that a hint has been opened."""
        return ()

    @property
    def bots_alone(self) -> bool:
        """True if nobody but bots acts before the next decision of a person here."""
        return False

    # ---- controls -------------------------------------------------------------------------------

    @property
    def is_own(self) -> bool:
        """True if the person here is to decide."""
        return self.match.mover == self.viewer and self.match.seats[self.viewer].kind == HUMAN

    @property
    def forced(self) -> Action | None:
        """The forced move to make automatically, unless moves are always confirmed; or None."""
        return None if self.context.settings.confirm == "always" else self.pacing.forced_move(self.view)

    def is_harmless(self, action: Action) -> bool:
        """Return True if an action can be undone in spite of its cost."""
        return False

    @property
    def undo(self) -> UndoOffer | None:
        """The state of the undo button; None at tables without one."""
        return None

    def take_back(self) -> Iterable[TurnNews]:
        """Undo the last choice."""
        return ()

    @property
    def marks(self) -> Mapping[int, SeatMark]:
        """The words at players' figures, such as absent or vacant, by seat."""
        return {}

    def panel(self, showing: bool, asking: str) -> DriverPanel | None:
        """Return the dock's panel, or None; ``asking`` is the id of a button that awaits a second press."""
        return None

    def plan(self, picture: "AnyTable") -> Transition:
        """Open the sheet for planning ahead; ``picture`` is the table behind it."""
        return None

    def play_on(self, confirmed: Callable[[str], bool]) -> Transition:
        """Continue as a match of one's own from here; ``confirmed`` confirms the loss of another."""
        return None

    def taken_elsewhere(self) -> Transition:
        """React to another tab storing this match."""
        return None
