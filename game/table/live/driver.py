"""What plays at a live table: what is done about a match there, and how time passes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from game.app.context import Context
from game.core.capabilities import Advice, require
from game.core.game import Action, View
from game.core.live import as_live_game
from game.core.match import TableMatch
from game.engine.panel import DriverPanel
from game.engine.transitions import Transition
from game.table.driver import Driver
from game.table.live.news import LiveNews

if TYPE_CHECKING:
    from game.engine.input import Input
    from game.engine.match_texts import LogLine


# ---- what is offered --------------------------------------------------------------------------------


class AllowedInput(Enum):
    """What the hands at this device may use of what the table offers them."""

    ALL = "all"
    #: cards, and none of the large buttons
    CARDS = "cards"
    #: nothing yet: the large buttons stand there and cannot be used
    NOTHING_YET = "nothing yet"
    #: nothing at all: whoever looks on has no hands
    NOTHING = "nothing"


class StartButton(NamedTuple):
    """The large button that uncovers the faces."""

    label: str
    #: what stands below; None for what the table says there
    note: str | None = None
    enabled: bool = True


# ---- the driver -------------------------------------------------------------------------------------


class LiveDriver(Driver[LiveNews]):
    """One match that is played by everybody at once, at one table."""

    #: the clock waits for hands as long as they like
    patient: ClassVar[bool] = False
    #: the only person's moves without a choice are made unasked
    does_unasked: ClassVar[bool] = False
    #: the faces come up by themselves as soon as they are made
    opens_when_made: ClassVar[bool] = False
    #: confirming uses the large button that there is
    confirms: ClassVar[bool] = True
    #: why something cannot be is said to its end, even if something else is asked meanwhile
    says_to_the_end: ClassVar[bool] = False
    #: what is asked stands apart from where the table asks
    asks_apart: ClassVar[bool] = False
    #: it has something to say all along: the table keeps room for that; and what it marks is above all else
    has_words: ClassVar[bool] = False
    rings_above: ClassVar[bool] = False

    def __init__(self, context: Context, match: TableMatch, viewer: int) -> None:
        super().__init__(context, match, viewer)
        self.game = as_live_game(match.game)
        #: the seats of the people at this device
        self.humans: Sequence[int] = match.humans
        #: what the next input is made with: "mouse", "touch" or "keyboard"
        self.hand = "touch" if context.touched else "mouse"

    # ---- the match ----------------------------------------------------------------------------------

    @property
    def known(self) -> View:
        """What is known of the match as it is shown."""
        return self.view

    @property
    def is_over(self) -> bool:
        """Whether the end has been shown: the result follows."""
        return False

    def meet(self, log: Sequence[LogLine]) -> None:
        """Before anything else: the table's log, which grows with every step that is shown."""
        del log

    # ---- time ---------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def running(self) -> bool:
        """Whether a hand may come down."""

    @property
    def awake(self) -> bool:
        """Whether the screen shall not go off."""
        return self.running

    @property
    def shown_at(self) -> int | None:
        """The game's time to be shown, in milliseconds; None where it stands still."""
        return None

    @property
    def lag(self) -> int:
        """How much later than it is done everything counts, in milliseconds."""
        return 0

    @property
    @abstractmethod
    def input_at(self) -> int:
        """The game's time, in milliseconds, of the input that was heeded last."""

    def heed(self, event: Input, at_ms: float) -> bool:
        """Take note of an input before it is used, done at a moment of the machine's clock; whether words give way."""
        del event, at_ms
        return False

    def advance(self, ms: float) -> Iterator[LiveNews]:
        """Let the milliseconds of a frame pass and tell what happens, as it happens."""
        del ms
        return iter(())

    def rest(self, hurried: bool) -> Sequence[LiveNews]:
        """Something lies over the table, or the window is away; ``hurried`` if time counts here."""
        del hurried
        return ()

    # ---- what is done -------------------------------------------------------------------------------

    def go(self) -> Iterable[LiveNews]:
        """Somebody wants the faces to be uncovered, or they are made."""
        return ()

    def shown(self, matters: bool) -> None:
        """A step has been shown; whether it ``matters``: the match is worth storing then."""
        del matters

    def hurry(self) -> bool:
        """Let the look of a bot end at once if everybody only waits for that; return whether it was so."""
        return False

    def advise(self, seat: int) -> Advice[Action]:
        """The hint for a seat, or for the viewer where that is -1."""
        return require(self.game.hints).explain(self.match.view(seat if seat >= 0 else self.viewer))

    # ---- what is offered ----------------------------------------------------------------------------

    @property
    def may(self) -> AllowedInput:
        """What hands may use."""
        return AllowedInput.ALL

    @property
    def go_button(self) -> StartButton | None:
        """The button that uncovers the faces, or None if there is none now."""
        return None

    @property
    def away(self) -> tuple[int, ...]:
        """The seats whose people are not there."""
        return ()

    # ---- what is said -------------------------------------------------------------------------------

    def panel(self) -> DriverPanel | None:
        """What the panel of words says, or None if there is nothing to say."""
        return None

    @property
    def is_showing(self) -> bool:
        """Whether what happens is still being shown: nothing is asked before that is done."""
        return False

    # ---- ways to other screens ----------------------------------------------------------------------

    def result(self) -> Transition:
        """Where it goes on once the end has been looked at; None as long as that is not known."""
        return None
