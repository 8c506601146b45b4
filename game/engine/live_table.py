"""The table of a game in real time, the input of its players, and what both need of the scene.

The scene knows the clock and the match, the input knows what a touch means, the table knows the layout. The scene is
made first and makes the other two; they see it as ``LiveHost``.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from game.core.capabilities import Advice
from game.core.game import A, Action, E, Event, V, View
from game.engine import game_table, layout
from game.engine.canvas import Canvas
from game.engine.input import Key, Pointer
from game.engine.items import ItemList
from game.engine.widgets import Widget

if TYPE_CHECKING:
    from game.services.context import Context

A_contra = TypeVar("A_contra", contravariant=True)


class LiveHost(Protocol[A_contra]):
    """The scene of a live table, as its input sees it."""

    #: the services of the program
    context: "Context"
    #: the seats of the people at this device
    humans: Sequence[int]
    #: everything that can be used now
    items: ItemList
    #: set whenever the picture has to be redrawn
    dirty: bool

    @property
    def running(self) -> bool:
        """True while the game's clock runs."""

    @property
    def waits_for_input(self) -> bool:
        """True if the clock waits for players: two hands may then be laid on one after the other."""

    @property
    def input_at(self) -> int:
        """The game's time, in milliseconds, of the input being handled."""

    def submit(self, action: A_contra) -> None:
        """Submit a person's action; actions are carried out in the order of their stamps."""

    def tell(self, text: str) -> None:
        """Show briefly, in the prompt's place, why something is not possible."""

    def refresh_controls(self) -> None:
        """Refresh what can be used, after a choice."""


class LiveInput(ABC, Generic[A, E]):
    """Input of the people at a live table by mouse, fingers and keys, and whose hand it is."""

    @abstractmethod
    def widgets(self) -> list[Widget]:
        """Return the usable widgets; none while faces are covered or the game is over."""

    @abstractmethod
    def pointer(self, event: Pointer) -> bool:
        """React to a mouse or a finger; return True if that was all."""

    @abstractmethod
    def key(self, event: Key) -> bool:
        """React to a key; return True if that was all."""

    @abstractmethod
    def tick(self, now: int) -> None:
        """Advance the game's time to ``now``."""

    @abstractmethod
    def let_go(self) -> None:
        """Lift every hand from the table: the game is paused."""

    @abstractmethod
    def break_off(self) -> None:
        """Cancel a drag."""

    @abstractmethod
    def refused(self, action: A, reason: str) -> None:
        """Explain why a person's action was refused, unless it is obvious."""

    @abstractmethod
    def matters(self, events: tuple[E, ...]) -> bool:
        """Return True if the match is worth storing now."""

    @abstractmethod
    def seat(self) -> int:
        """Return the seat of the next touch, or -1 if that is not known yet."""

    @property
    def plans(self) -> bool:
        """True if a card can be chosen now for the own decision to come."""
        return False

    def try_out(self, event: Pointer | Key) -> bool:
        """React to a buzzer tried out before the first card; return True if it was one."""
        return False

    def tried_out(self, ms: float) -> bool:
        """Advance by milliseconds; return True a moment after every buzzer has been tried out."""
        return False


class CornerPlaces(NamedTuple):
    """Centres of a live table's round buttons; None if there is no room."""

    pause: tuple[float, float]
    help: tuple[float, float] | None
    log: tuple[float, float] | None
    hint: tuple[float, float] | None


class LiveSpots(game_table.DockedLayout, Protocol):
    """A live table's layout, as a scene needs it; logical."""

    @property
    def pause(self) -> tuple[float, float]:
        """The centre of the pause button."""

    @property
    def prompt(self) -> layout.TextPlace:
        """The prompt, by its centre."""


class PartialHint(NamedTuple):
    """A step of a hint that leaves something to be found: its text, and the box that it marks with its corners."""

    text: str
    mark: tuple[layout.Box, float]


class LiveTable(game_table.GameTable[A, E, V]):
    """A real-time game's table, as its scene needs it."""

    spots: LiveSpots
    #: the game's time shown, in milliseconds
    now: int
    #: the faces are covered and the clock stands still
    covered: bool
    #: the scene makes the only person's forced moves
    plays_forced_moves: bool = False
    #: the cards are a puzzle, without a clock, seats and a score
    is_puzzle: bool = False
    #: the best score of earlier matches like this one, or None if there is none to show
    best: int | None = None
    #: a single card is an answer, with nothing else to be chosen besides
    takes_one: bool = False
    #: the remaining time is shown
    shows_clock: bool = True
    #: the people at the device try out their buzzers before the first card
    tries_out: bool = False
    #: delay until an action counts, in milliseconds: the remaining time ends that much sooner
    lag: int = 0

    @abstractmethod
    def live_input(self, host: LiveHost[A]) -> LiveInput[A, E]:
        """Return the input of the people at this table."""

    @abstractmethod
    def happened(self, event: E) -> None:
        """Play the sounds and effects of an event; the cards follow the view."""

    @abstractmethod
    def standing(self, seat: int) -> str:
        """Return in words how much the side of ``seat`` has."""

    @abstractmethod
    def prepare(self) -> bool:
        """Make one picture of a face while the faces are covered; return True if there was one to make."""

    @abstractmethod
    def marked(self, advice: Advice[A]) -> list[tuple[layout.Box, float]]:
        """Return the cards that a hint marks: boxes with their corner radius."""

    def partial_hints(self, advice: Advice[A]) -> tuple[PartialHint, ...]:
        """Return what a hint says before the whole of it, step by step; nothing for most advice."""
        return ()

    @abstractmethod
    def corners(self) -> CornerPlaces:
        """Return the places of the scene's round buttons."""

    @property
    @abstractmethod
    def middle(self) -> tuple[float, float]:
        """The centre of the field, where a covered table is uncovered."""

    @property
    @abstractmethod
    def around(self) -> bool:
        """True if people sit all around the device and use its corners."""

    @property
    def hurried(self) -> bool:
        """True if time counts: scenes above the table stop the clock and cover the faces."""
        return True

    @property
    def waits_for_others(self) -> bool:
        """True while nobody at this device can do anything, so that a hint has nothing to say."""
        return False

    @property
    @abstractmethod
    def says_last(self) -> bool:
        """True if a replay may show the last event in the prompt's place."""

    @property
    @abstractmethod
    def takes_letters(self) -> bool:
        """True if typed letters are for the table now, not shortcuts."""

    @abstractmethod
    def bar_length(self) -> float:
        """Return the length of the bar of remaining time, logical."""

    @property
    def try_out_prompt(self) -> str:
        """The prompt while buzzers are tried out."""
        return ""

    @property
    def go_note(self) -> str:
        """The instruction on the button that uncovers the faces."""
        return self.text("go_note")

    def concerned(self, event: E) -> Iterator[layout.Box]:
        """Yield the boxes that a film's close shot of an event shows beside its seats and the cards that move.

        They are what else is told there, and where things rise or fly that are no cards.
        """
        yield from ()

    def place_of(self, name: str) -> layout.Box | None:
        """Return the box of something that a tutorial mentions, by an item's id or a name, or None."""
        return None

    def make_room(self, docked: bool) -> None:
        """Lay out the cards beside the dock, or everywhere."""
        changed, self.docked = docked != self.docked, docked
        if changed:
            self.build()

    def be_puzzle(self, takes_one: bool) -> None:
        """Show the cards alone, with the dock for the question."""
        self.is_puzzle, self.docked, self.takes_one = True, True, takes_one
        self.build()

    def figure_of(self, seat: int) -> tuple[float, float] | None:
        """Return the centre of a seat's figure, where an absence is shown, or None."""
        return None

    @abstractmethod
    def button_texts(self) -> str:
        """Return the texts on the large buttons; a change rebuilds them."""

    @abstractmethod
    def draw_asked(self, canvas: Canvas, text: str, refused: bool) -> None:
        """Draw the prompt, or why something was refused."""


#: input and table of any real-time game
AnyLiveInput: TypeAlias = LiveInput[Action, Event]
AnyLiveTable: TypeAlias = LiveTable[Action, Event, View]
