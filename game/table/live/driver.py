"""Base of the drivers of tables in real time."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias

from game.core.capabilities import Advice, require
from game.core.game import Action, Event, View
from game.core.live import as_live_game
from game.core.match import TableMatch
from game.engine.panel import DriverPanel
from game.engine.transitions import Transition
from game.services.context import Context
from game.table.driver import Driver, FocusSet, ScreenLeft, SoundPlayed
from game.table.film import PositionChanged

if TYPE_CHECKING:
    from game.engine.input import Input
    from game.engine.match_texts import LogLine


class LiveStep(NamedTuple):
    """An event, with the view after it."""

    event: Event
    view: View


class InputRefused(NamedTuple):
    """A person's action that could not be carried out; ``reason`` is a text key."""

    action: Action
    reason: str


class Notice(NamedTuple):
    """A text shown briefly in place of the prompt."""

    text: str


class LiveCue(Enum):
    """Cue for the scene without an event in the game."""

    #: rebuild the controls and texts
    REFRESH_CONTROLS = "refresh controls"
    #: update the table as well, animated or at once
    SHOW, SHOW_AT_ONCE = "show", "show at once"
    #: end all gestures on the table
    CANCEL_GESTURES = "cancel gestures"


LiveNews: TypeAlias = LiveStep | PositionChanged | InputRefused | Notice | SoundPlayed | FocusSet | ScreenLeft | LiveCue


class AllowedInput(Enum):
    """Controls of the table that input at this device may use."""

    ALL = "all"
    #: cards, but no large buttons
    CARDS = "cards"
    #: nothing yet: the large buttons are shown disabled
    NOTHING_YET = "nothing yet"
    #: nothing at all, for spectators
    NOTHING = "nothing"


class StartButton(NamedTuple):
    """The large button that uncovers the cards."""

    label: str
    #: the text below; None for the table's own
    note: str | None = None
    enabled: bool = True


class LiveDriver(Driver[LiveNews]):
    """One match in real time at one table."""

    #: the clock waits for input without limit
    waits_for_input: ClassVar[bool] = False
    #: forced moves of the only person are made automatically
    plays_forced_moves: ClassVar[bool] = False
    #: the table shows the cards alone, without a clock, seats and a score
    is_puzzle: ClassVar[bool] = False
    #: the cards uncover by themselves once they are rendered
    uncovers_when_rendered: ClassVar[bool] = False
    #: confirming uses the large button, if there is one
    confirms: ClassVar[bool] = True
    #: the reason for a refusal stays for its full time, even if the prompt changes
    keeps_refusals: ClassVar[bool] = False
    #: the prompt is drawn apart from the table's own place for it
    prompt_is_apart: ClassVar[bool] = False
    #: reserves room for the dock at all times; and draws its marks above everything else
    reserves_dock: ClassVar[bool] = False
    rings_above: ClassVar[bool] = False

    def __init__(self, context: Context, match: TableMatch, viewer: int) -> None:
        super().__init__(context, match, viewer)
        self.game = as_live_game(match.game)
        #: the seats of the people at this device
        self.humans: Sequence[int] = match.humans
        #: the best score of earlier matches like this one, if the table is to show it
        self.best: int | None = None
        #: device of the next input: "mouse", "touch" or "keyboard"
        self.input_device = "touch" if context.uses_touch else "mouse"

    # ---- the match ----------------------------------------------------------------------------------

    @property
    def known(self) -> View:
        """The view without pending actions."""
        return self.view

    @property
    def is_over(self) -> bool:
        """True once the end has been shown: the result follows."""
        return False

    @property
    def takes_one(self) -> bool:
        """True if a single card is an answer."""
        return False

    def meet(self, log: "Sequence[LogLine]") -> None:
        """Receive the table's log, which grows with every event shown; called first."""

    # ---- time ---------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def running(self) -> bool:
        """True while input on cards counts."""

    @property
    def awake(self) -> bool:
        """True while the screen must stay on."""
        return self.running

    @property
    def shown_at(self) -> int | None:
        """The stamp to display, in milliseconds; None while the clock is stopped."""
        return None

    @property
    def lag(self) -> int:
        """The delay in milliseconds with which actions count."""
        return 0

    @property
    def is_new(self) -> bool:
        """True before the first card of a match of this device's own."""
        return False

    @property
    def shows_clock(self) -> bool:
        """True if the remaining time is shown."""
        return True

    @property
    @abstractmethod
    def input_at(self) -> int:
        """The stamp of the last input, in milliseconds."""

    def heed(self, event: "Input", at_ms: float) -> bool:
        """Note an input and its machine time before it is used; return True if a text disappears with it."""
        return False

    def advance(self, ms: float) -> Iterator[LiveNews]:
        """Advance by a frame's milliseconds and yield the news."""
        return iter(())

    def rest(self, hurried: bool) -> Sequence[LiveNews]:
        """Rest while another scene covers the table or the window is hidden; ``hurried`` if time counts here."""
        return ()

    # ---- actions ------------------------------------------------------------------------------------

    def go(self) -> Iterable[LiveNews]:
        """Uncover the cards, on request or because they are rendered."""
        return ()

    def shown(self, matters: bool) -> None:
        """Note that an event has been shown; if it ``matters``, the match is worth storing."""

    def hurry(self) -> bool:
        """End a bot's look if everybody waits only for that; return True if so."""
        return False

    def advise(self, seat: int) -> Advice[Action]:
        """Return the hint for ``seat``, or for the viewer if it is -1."""
        return require(self.game.hints).explain(self.match.view(seat if seat >= 0 else self.viewer))

    # ---- controls -----------------------------------------------------------------------------------

    @property
    def may(self) -> AllowedInput:
        """The controls that input may use."""
        return AllowedInput.ALL

    @property
    def go_button(self) -> StartButton | None:
        """The button that uncovers the cards, or None."""
        return None

    @property
    def away(self) -> tuple[int, ...]:
        """The seats of absent people."""
        return ()

    def panel(self) -> DriverPanel | None:
        """Return the dock's panel, or None."""
        return None

    @property
    def is_showing(self) -> bool:
        """True while events are still being shown: nothing is asked before that ends."""
        return False

    def result(self) -> Transition:
        """Return the next screen after the end; None until it is known."""
        return None
