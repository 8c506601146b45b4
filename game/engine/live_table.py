"""The table of a game in real time, the hands that play at it, and what these need of the scene that shows it.

The scene knows the clock and the match, the hands know what a touch means, the table knows where everything lies. The
scene is made first and then makes the other two: all that they see of it is ``LiveHost``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from game.core.capabilities import Advice
from game.core.game import A, Action, E, Event, V, View
from game.engine import game_table, layout
from game.engine.canvas import Canvas
from game.engine.input import Key, Pointer
from game.engine.items import ItemList
from game.engine.widgets import Widget

if TYPE_CHECKING:
    from game.app.context import Context

A_contra = TypeVar("A_contra", contravariant=True)


class LiveHost(Protocol[A_contra]):
    """The scene of a live table, as far as hands need it."""

    #: the services of the program
    context: Context
    #: the seats of the people at this device
    humans: Sequence[int]
    #: everything that can be used now
    items: ItemList
    #: set whenever the picture has to be drawn again
    dirty: bool

    @property
    def running(self) -> bool:
        """Whether the game's clock runs."""

    @property
    def patient(self) -> bool:
        """Whether the clock waits for hands: then both are laid on as one, one after the other and without hurry."""

    @property
    def input_at(self) -> int:
        """The game's time, in milliseconds, of the input that is being handled."""

    def submit(self, action: A_contra) -> None:
        """Hand in what a person did; it is carried out in the order of the stamps."""

    def tell(self, words: str) -> None:
        """Say for a moment why something cannot be, in the place of what the table waits for."""

    def offer(self) -> None:
        """Offer anew what can be used: something has been chosen."""


class LiveInput(ABC, Generic[A, E]):
    """What people do at a live table: mouse, fingers and keys, and whose hand it is."""

    @abstractmethod
    def widgets(self) -> list[Widget]:
        """What can be used now, as the table stands; nothing while its faces are covered or the game is over."""

    @abstractmethod
    def pointer(self, event: Pointer) -> bool:
        """React to a mouse or a finger; return whether that was all."""

    @abstractmethod
    def key(self, event: Key) -> bool:
        """React to a key; return whether that was all."""

    @abstractmethod
    def tick(self, now: int) -> None:
        """Let the game's time pass: it is ``now``."""

    @abstractmethod
    def let_go(self) -> None:
        """Every hand leaves the table: the game stands still."""

    @abstractmethod
    def break_off(self) -> None:
        """What is being dragged springs back."""

    @abstractmethod
    def refused(self, action: A, reason: str) -> None:
        """Say why a person's action could not be carried out, unless it is plain to see."""

    @abstractmethod
    def matters(self, events: tuple[E, ...]) -> bool:
        """Whether the match is worth storing now."""

    @abstractmethod
    def seat(self) -> int:
        """The seat whose hand the next touch is, or -1 if that is not known yet."""


class CornerPlaces(NamedTuple):
    """Where the round buttons of a live table stand; None for one that has no room."""

    pause: tuple[float, float]
    help: tuple[float, float] | None
    log: tuple[float, float] | None
    hint: tuple[float, float] | None


class LiveSpots(game_table.DockedLayout, Protocol):
    """What a scene needs to know of a live table's layout. All of it is logical."""

    @property
    def pause(self) -> tuple[float, float]:
        """The middle of the button for the pause."""

    @property
    def prompt(self) -> tuple[float, float]:
        """The middle of what says what the table waits for."""

    @property
    def prompt_width(self) -> float:
        """How wide that may be."""


class LiveTable(game_table.GameTable[A, E, V]):
    """What the scene of a game in real time asks of the game's table."""

    spots: LiveSpots
    #: the game's time that is shown, in milliseconds
    now: int
    #: the faces lie covered: the clock stands still
    covered: bool
    #: the scene does by itself what the only person has no choice about
    does_unasked: bool = False
    #: how much later than it is done everything counts: the time that is left ends so much sooner
    lag: int = 0

    @abstractmethod
    def live_input(self, host: LiveHost[A]) -> LiveInput[A, E]:
        """The hands of the people at this table."""

    @abstractmethod
    def happened(self, event: E) -> None:
        """Let an event be heard and seen; the cards follow the view."""

    @abstractmethod
    def prepare(self) -> bool:
        """While the faces are covered: make the picture of one of them; return whether there was one to make."""

    @abstractmethod
    def marked(self, advice: Advice[A]) -> list[tuple[layout.Box, float]]:
        """The cards that a hint speaks of: boxes with the radius of their corners."""

    @abstractmethod
    def corners(self) -> CornerPlaces:
        """Where the scene's round buttons stand."""

    @property
    @abstractmethod
    def middle(self) -> tuple[float, float]:
        """The middle of the field, where a covered table is uncovered."""

    @property
    @abstractmethod
    def around(self) -> bool:
        """Whether people sit all around the device: its corners are theirs."""

    @property
    def hurried(self) -> bool:
        """Whether time counts: whatever lies over the table stops it, and its faces are covered meanwhile."""
        return True

    @property
    @abstractmethod
    def says_last(self) -> bool:
        """Whether a replay may say what has just happened in the place of the prompt."""

    @property
    @abstractmethod
    def takes_letters(self) -> bool:
        """Whether typed letters are meant for the table now: no key is a shortcut then."""

    @abstractmethod
    def bar_length(self) -> float:
        """How long the bar of the time that is left is now, logical."""

    @property
    def go_note(self) -> str:
        """What is to be done once the faces are up: a line on the button that uncovers them."""
        return self.words("go_note")

    def place_of(self, name: str) -> layout.Box | None:
        """Where something lies that a guided first game speaks of: a card by the id of its item, or what has a name."""
        del name
        return None

    def make_room(self, docked: bool) -> None:
        """Let the cards lie beside the dock, or everywhere."""
        changed, self.docked = docked != self.docked, docked
        if changed:
            self.build()

    def figure_of(self, seat: int) -> tuple[float, float] | None:
        """The middle of a seat's figure: whoever is away is told there."""
        del seat
        return None

    @abstractmethod
    def button_words(self) -> str:
        """What the large buttons say now: they are made anew when it changes."""

    @abstractmethod
    def draw_asked(self, canvas: Canvas, words: str, refused: bool) -> None:
        """Draw what the table waits for, or why something was refused."""


#: hands and a live table, whatever is played
AnyLiveInput: TypeAlias = LiveInput[Action, Event]
AnyLiveTable: TypeAlias = LiveTable[Action, Event, View]
