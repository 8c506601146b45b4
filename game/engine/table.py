"""The picture of one match for one viewer, as far as it is alike in every game.

The table scene owns the match and asks the table for three things: ``sync`` rebuilds the picture from a
view at any moment, ``script`` shows one event, ``controls`` gives what the viewer can do now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pygame import Surface

from game.core.match import HUMAN, Seat
from game.core.protocol import Action, Event, View
from game.engine import text
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.director import Script
from game.engine.figures import figure
from game.engine.items import Item, ItemList
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, GOOD, INK, SOFT, WARNING, Colour
from game.engine.sprites import Layer, Look
from game.engine.widgets import Widget

if TYPE_CHECKING:
    from game.context import Context

#: how long a glad or beaten face lasts
MOOD_MS = 1200.0
POPUP_MS = 1000.0
POPUP_RISE = 24.0
Choose = Callable[[Action], Any]


class LogLine(NamedTuple):
    """A line of the log: who did it (or -1) and what, with names, never "you"."""

    seat: int
    words: str


class CardSpot(Widget):
    """A card that can be chosen or explained: the card itself is a sprite, this is its target.

    A card that ``lifts`` when it is pointed at shows its own ring; for others the ring is drawn here.
    """

    def __init__(self, kit: Kit, item: Item, lifts: bool) -> None:
        super().__init__(kit)
        self.items = [item]
        self.lifts = lifts

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the focus ring of a card that stays where it is."""
        item = self.items[0]
        if items.ring and items.focus == item.id and not self.lifts:
            box: Box = item.data["card"]
            ring = self.kit.ready("focus_plain", box.w, box.h, box.w * 0.115)
            canvas.put(ring, box.x - 8, box.y - 8)


class Table:
    """What every game's table has: a backdrop, sprites, faces with moods, the last move, the log."""

    #: text key of the game, set by the game's own table
    game = ""

    def __init__(self, context: Context, seats: Sequence[Seat], viewer: int, look: Look) -> None:
        self.context = context
        self.seats = seats
        self.viewer = viewer
        #: nobody is looking on from whom the viewer's secrets are to be kept: one person, or all have agreed
        self.alone = sum(seat.kind == HUMAN for seat in seats) <= 1
        self.layer = Layer(look)
        self.backdrop: Backdrop
        self.log: list[LogLine] = []
        #: seat and words of the last move, marked until the next one
        self.last: tuple[int, str] | None = None
        #: the seat that is thinking, or -1
        self.thinking = -1
        self._moods: dict[int, tuple[str, float]] = {}
        #: the viewer is asked for a decision now
        self.asked = False
        #: numbers that rise and vanish: words, place, whether they are good, age in milliseconds
        self._popups: list[tuple[str, float, float, bool, float]] = []
        #: id of the item under the pointer or the focus
        self.pointed = ""
        #: offers the controls anew: for a choice of several steps; set by the scene that shows them
        self.offer: Callable[[], None] = lambda: None
        #: what is to be read out once and kept nowhere, for whoever cannot see the table; None once it has been
        self.aside: str | None = None

    # ---- what a game's table says -----------------------------------------------------------------

    def build(self) -> None:
        """Lay out and bake for the window as it is now."""
        raise NotImplementedError

    def sync(self, view: View, ms: float = 0) -> None:
        """Make the picture show ``view``, moving what differs within ``ms``."""
        raise NotImplementedError

    def script(self, event: Event, view: View) -> Script:
        """Show one event; ``view`` is what the viewer knows after all events of the action."""
        raise NotImplementedError

    def controls(self, view: View, choose: Choose, selected: Action | None) -> list[Widget]:
        """What the viewer can do now; ``selected`` is the action that waits for its confirmation."""
        raise NotImplementedError

    def item_of(self, action: Action) -> str:
        """The id of the item that carries out an action."""
        raise NotImplementedError

    def unchoose(self) -> bool:
        """Give up a choice of several steps that has been begun; return whether there was one."""
        return False

    def explained(self) -> list[Widget]:
        """The cards that explain themselves when they are pointed at."""
        return []

    def prompt(self, view: View) -> str:
        """What is to be decided, or whose decision it is."""
        raise NotImplementedError

    def spoken(self, view: View) -> str:
        """What lies on the table, for whoever cannot see it."""
        del view
        return ""

    def log_lines(self, event: Event) -> list[LogLine]:
        """The log's lines for an event, in order."""
        raise NotImplementedError

    def draw(self, canvas: Canvas) -> None:
        """Draw everything but the widgets."""
        raise NotImplementedError

    def take_note(self, event: Event) -> None:
        """Add an event to the log and mark it as the last move, if it is one."""
        raise NotImplementedError

    def draw_advice(self, canvas: Canvas, advice: Any) -> None:
        """Draw the hint: what the hard bot would do, and why."""
        raise NotImplementedError

    def note(self, item: Item) -> Any:
        """The paper that explains an item's card, or None."""
        raise NotImplementedError

    # ---- what all share ---------------------------------------------------------------------------

    @property
    def kit(self) -> Any:
        """The kit of pictures for the window as it is now."""
        return self.context.kit

    def words(self, key: str, **blanks: Any) -> str:
        """A text of this game."""
        return self.context.texts(f"{self.game}.{key}", **blanks)

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self.seats[seat].name

    def ms(self, milliseconds: float) -> float:
        """A duration at the player's pace; 0 with reduced motion, where everything cuts."""
        settings = self.context.settings
        return 0.0 if settings.reduced_motion else milliseconds * settings.pace

    def order(self) -> list[int]:
        """The seats in playing order, the viewer first."""
        count = len(self.seats)
        return [(self.viewer + step) % count for step in range(count)]

    def feel(self, seat: int, mood: str) -> None:
        """Let a figure look glad or beaten for a moment."""
        self._moods[seat] = (mood, self.context.clock.now_ms() + MOOD_MS)

    def update(self, ms: float) -> bool:
        """Let time pass; return whether the picture changes."""
        busy = self.layer.busy
        self.layer.update(ms)
        now = self.context.clock.now_ms()
        past = [seat for seat, (_mood, until) in self._moods.items() if until <= now]
        for seat in past:
            del self._moods[seat]
        rising = bool(self._popups)
        aged = [(words, x, y, good, age + ms) for words, x, y, good, age in self._popups]
        self._popups = [popup for popup in aged if popup[4] < POPUP_MS]
        return busy or rising or bool(past)

    def pop_up(self, words: str, x: float, y: float, good: bool) -> None:
        """Let a change of chips or points be read for a moment."""
        self._popups.append((words, x, y, good, 0.0))

    def draw_popups(self, canvas: Canvas) -> None:
        """Draw the changes; without motion they stand still."""
        for words, x, y, good, age in self._popups:
            rise = 0.0 if self.context.settings.reduced_motion else POPUP_RISE * age / POPUP_MS
            canvas.put_centred(self.kit.sticker(words, 38, GOOD if good else WARNING), x, y - rise)

    def face(self, seat: int, radius: float, active: bool) -> Surface:
        """The seat's figure in its present mood."""
        mood = self._moods[seat][0] if seat in self._moods else "think" if seat == self.thinking else "calm"
        return figure(self.kit, self.seats[seat].figure, radius, mood, active)

    def draw_prompt(self, canvas: Canvas, words: str, x: float, y: float, most: float) -> None:
        """What is to be decided, in its gold-lined pill."""
        canvas.put_centred(self.kit.prompt(words, 22, most), x, y)

    def draw_log(self, canvas: Canvas, box: Box) -> None:
        """The last lines of the log, the newest first."""
        step = 40.0
        for number, line in enumerate(self.log[: -1 - int((box.h - 44) // step) : -1]):
            y = box.y + 58 + number * step
            colour: Colour = CREAM if number == 0 else SOFT
            if line.seat >= 0:
                canvas.put_centred(figure(self.kit, self.seats[line.seat].figure, 14), box.x + 32, y)
            face = text.BLACK if number == 0 else text.STRONG
            words = self.short_line(line, 18, face, box.w - 66)
            canvas.put_left(self.kit.line(words, 18, colour, face, box.w - 66), box.x + 56, y)

    def short_line(self, line: LogLine, size: float, face: str, most: float) -> str:
        """A line of the log for ``most`` logical pixels: a long name is cut before what happened gets small."""
        kit: Kit = self.kit
        real = round(size * kit.text_scale * text.LEAST_SHRINK)
        name = self.name(line.seat) if line.seat >= 0 else ""
        words = line.words
        for length in range(len(name) - 1, 2, -1):
            if text.width(words, face, real) <= kit.px(most):
                break
            words = line.words.replace(name, f"{name[:length]}…", 1)
        return words

    def bake_log(self, box: Box) -> None:
        """The log's panel and heading."""
        self.backdrop.panel(box, 18, 0.42)
        heading = self.kit.line_plain(self.context.texts("log.title"), 18, CREAM, text.BLACK)
        self.backdrop.put(heading, box.x + 18, box.y + 24)

    def last_pill(self, canvas: Canvas, seat: int, x: float, y: float, anchor: str = "right") -> None:
        """The gold pill that marks the last move."""
        if self.last and self.last[0] == seat:
            pill = self.kit.pill(self.last[1], 16, GOLD, INK)
            (canvas.put_right if anchor == "right" else canvas.put_centred)(pill, x, y)
