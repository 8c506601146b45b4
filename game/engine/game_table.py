"""The picture of one match for one viewer, as far as it is alike in every game.

A scene owns the match and asks the table to show it: ``sync`` rebuilds the picture from a view at any moment. What a
table of turns has beyond that is in ``turn_table``, what one in real time has in ``live_table``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeAlias

from pygame import Surface

from game.core.capabilities import Advice
from game.core.events import seat_of
from game.core.game import A, Action, E, Event, V, View
from game.core.match import HUMAN, Seat
from game.engine import cards, controls, layout, panel, sprites, text, widgets
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.figures import MOODS, figure
from game.engine.items import Item, ItemList
from game.engine.kit import Kit
from game.engine.match_texts import LogLine, MatchTexts, name_of
from game.engine.palette import CREAM, GOLD, GOOD, INK, SOFT, WARNING, Colour

if TYPE_CHECKING:
    from game.app.context import Context

#: makes a picture that is kept
Preparation: TypeAlias = Callable[[], object]
#: how long a glad or beaten face lasts
MOOD_MS = 1200.0
POPUP_MS = 1000.0
POPUP_RISE, POPUP_SIZE = 24.0, 38.0
#: how large the last move mostly is written, and what is to be decided
PILL_SIZE, PROMPT_SIZE = 16.0, 22.0
#: so many lines of the log, and one, are looked at where there is little room
NEWEST = 4
#: how a line of the log is written: the newest one, and those before it
LOG_LOOKS = ((18.0, CREAM, text.BLACK), (18.0, SOFT, text.STRONG))


def shortened(kit: Kit, words: str, name: str, size: float, face: str, most: float) -> str:
    """``words`` about ``name`` for ``most`` logical pixels: a long name is cut before what happened gets small."""
    real = round(size * kit.text_scale * text.LEAST_SHRINK)
    short = words
    for length in range(len(name) - 1, 2, -1):
        if text.width(short, face, real) <= kit.px(most):
            break
        short = words.replace(name, f"{name[:length]}…", 1)
    return short


def log_line(kit: Kit, words: str, name: str, *, size: float, colour: Colour, face: str, most: float) -> Surface:
    """A line of the log about ``name``; plain."""
    return kit.line_plain(shortened(kit, words, name, size, face, most), size, colour, face, most)


class DockedLayout(Protocol):
    """What every layout has."""

    @property
    def dock(self) -> layout.Box:
        """Where all words lie."""


class CardSpot(widgets.Widget):
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
            box = item.card
            assert box is not None
            ring = self.kit.ready(controls.focus_plain, box.w, box.h, box.w * cards.CORNER)
            canvas.put(ring, box.x - 8, box.y - 8)


class GameTable(ABC, Generic[A, E, V]):
    """What every game's table has: a backdrop, sprites, faces with moods, the last move, the log.

    A game's own ``__init__`` ends with ``build``: whoever gets a table can draw it.
    """

    #: the game's name, as the keys of its texts begin
    game: ClassVar[str]
    #: the colour of its felt
    felt: ClassVar[Colour]
    #: what ``build`` makes for the window
    say: MatchTexts[A, E, V]
    faces: cards.CardFaces
    backdrop: Backdrop
    spots: DockedLayout

    def __init__(self, context: Context, seats: Sequence[Seat], viewer: int, view: V) -> None:
        self.context = context
        self.seats = seats
        self.viewer = viewer
        #: nobody is looking on from whom the viewer's secrets are to be kept: one person, or all have agreed
        self.alone = sum(seat.kind == HUMAN for seat in seats) <= 1
        #: what the viewer knows
        self.view = view
        # the faces are made anew with the layout
        self.layer = sprites.SpriteLayer(self._face)
        self.log: list[LogLine] = []
        #: seat and words of the last move, marked until the next one
        self.last: tuple[int, str] | None = None
        #: the seat that is thinking, or -1
        self.thinking = -1
        #: the seats of those who hold the device and feel what they feel; nobody in a replay
        self.held_by: Sequence[int] = ()
        self._moods: dict[int, tuple[str, float]] = {}
        #: how large everybody's figure has been drawn
        self._radii: set[tuple[int, float]] = set()
        #: numbers that rise and vanish: words, place, whether they are good, age in milliseconds
        self._popups: list[tuple[str, float, float, float, bool, float]] = []
        #: what is to be read out once and kept nowhere, for whoever cannot see the table; None once it has been
        self.aside: str | None = None
        #: something is said in the dock now, where the log lies else
        self.says = False
        #: a tall table gives up a sheet of its height for the dock; see ``make_room``
        self.docked = False
        #: where the log lies with a panel and a heading of its own, once that has been baked
        self.log_box: layout.Box | None = None
        self._take_up_fonts()

    def _face(self, face: str, w: float, state: str, flip: float, of: float) -> Surface:
        """The picture of a face, by what makes them for the window as it is now; see ``MovingLook``."""
        return self.faces.on_its_way(face, w, state, flip, of) if of else self.faces(face, w, state)

    # ---- what a game's table says -----------------------------------------------------------------

    @abstractmethod
    def build(self) -> None:
        """Lay out and bake for ``context.frame``, the window as it is now.

        In a replay the table is lower than usual (544 instead of 720 logical pixels wide, 108 less tall) and
        ``frame.whole`` is False: the time line lies below, and where it is wide nothing needs room for buttons. The
        scene's round buttons stand in the upper corners: on a wide table within 104 of the sides and 172 of the upper
        edge, on a tall one within the uppermost 104, where the game's name (``bake_title``) lies if it is whole.
        """

    @abstractmethod
    def sync(self, view: V, ms: float = 0) -> None:
        """Make the picture show ``view``, moving what differs within ``ms``."""

    @abstractmethod
    def prompt(self, view: V) -> str:
        """What is to be decided, or whose decision it is."""

    def spoken(self, view: V) -> str:
        """What lies on the table, for whoever cannot see it."""
        return self.say.table(view)

    @abstractmethod
    def item_of(self, action: A) -> str:
        """The id of the item that carries out an action, or begins to."""

    def log_lines(self, event: E) -> list[LogLine]:
        """The log's lines for an event, in order."""
        return self.say.log(event)

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw everything but the widgets."""

    def draw_labels(self, canvas: Canvas) -> None:
        """Draw the words on what lies on the table; once more over the rings that a hint or a lesson puts there."""

    def take_note(self, event: E) -> None:
        """Mark an event as the last move, if it is one, and add it to the log."""
        self.mark(event)
        self._write(event)

    def _write(self, event: E) -> None:
        """Add an event to the log."""
        self.log += self.log_lines(event)

    def mark(self, event: E) -> None:
        """Mark an event as the last move, if it is one."""
        words = self.say.move(event)
        if words:
            self.last = (seat_of(event), words)

    def hint_tells(self, key: str) -> bool:
        """Whether a number of the hint is told: not where the table shows it anyway."""
        del key
        return True

    def hint_name(self, key: str, advice: Advice[A]) -> str:
        """What a number of a hint is, by its key."""
        del advice
        return self.words(key)

    def hint_number(self, key: str, value: float) -> str:
        """A number of the hint as it is written, to one decimal if it is no whole number."""
        del key
        return self.context.texts.number(value, 0 if float(value).is_integer() else 1)

    # ---- what all share ---------------------------------------------------------------------------

    @property
    def kit(self) -> Kit:
        """The kit of pictures for the window as it is now."""
        return self.context.kit

    def words(self, key: str, **blanks: object) -> str:
        """A text of this game."""
        return self.context.texts(f"{self.game}.{key}", **blanks)

    def name(self, seat: int) -> str:
        """The name of a seat; texts may say "you" instead."""
        return name_of(self.seats, seat)

    def level(self, seat: int) -> str:
        """Who plays at a seat: a person, or a bot of which level."""
        return self.context.texts(f"level.{self.seats[seat].kind}")

    @property
    def _sheet(self) -> float:
        """How much of its height a tall table gives up for the dock now, logical: more for larger texts."""
        return layout.sheet_for(self.kit.player_scale) if self.docked and self.context.frame.tall else 0.0

    def make_room(self, docked: bool) -> None:
        """Let a tall table give up room for the dock, or take it back."""
        changed = docked != self.docked
        self.docked = docked
        if changed and self.context.frame.tall:
            self.build()

    def ms(self, milliseconds: float) -> float:
        """A duration at the player's pace; 0 with reduced motion, where everything cuts."""
        return self.context.settings.lasting(milliseconds)

    def order(self) -> list[int]:
        """The seats in playing order, the viewer first."""
        count = len(self.seats)
        return [(self.viewer + step) % count for step in range(count)]

    def feel(self, seat: int, mood: str) -> None:
        """Let a figure look glad or beaten for a moment; who holds the device feels it too."""
        if seat in self.held_by:
            self.context.pulse(mood)
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
        aged = [(*popup[:-1], popup[-1] + ms) for popup in self._popups]
        self._popups = [popup for popup in aged if popup[-1] < POPUP_MS]
        return busy or rising or bool(past)

    def hush(self) -> None:
        """Another moment of the match is shown: nothing of this one is told any more."""
        self._popups.clear()

    def pop_up(self, words: str, x: float, y: float, good: bool, most: float = 0.0) -> None:
        """Let a change of chips or points be read for a moment, at most ``most`` wide if that is given."""
        self._popups.append((words, x, y, most, good, 0.0))

    def draw_popups(self, canvas: Canvas) -> None:
        """Draw the changes; without motion they stand still."""
        for words, x, y, most, good, age in self._popups:
            rise = 0.0 if self.context.settings.reduced_motion else POPUP_RISE * age / POPUP_MS
            canvas.put_centred(self.kit.sticker(words, POPUP_SIZE, GOOD if good else WARNING, most), x, y - rise)

    def upcoming_faces(self) -> Iterable[tuple[str, float]]:
        """Faces that may come into play, and the width, logical, at which each would then be seen first."""
        return ()

    def ahead(self) -> Iterator[Preparation]:
        """What may have to be shown, to be made before it is, in about the order in which it will be."""
        # the window may be another one than at first
        yield self._take_up_fonts
        yield partial(self.kit.sticker, "+1", POPUP_SIZE, GOOD)
        yield from self._faces_ahead("think")
        for words in self.say.moves():
            yield partial(self.kit.pill, words, PILL_SIZE, GOLD, INK)
        for face, w in self.upcoming_faces():
            yield partial(self.faces.make_ahead, face, w)
        for mood in MOODS:
            yield from self._faces_ahead(mood)

    def _take_up_fonts(self) -> None:
        """Write something in the fonts of what is said at every move: the rest of their letters they draw by and by."""
        for size, colour, face in ((PROMPT_SIZE, CREAM, text.BLACK), *LOG_LOOKS):
            self.kit.line_plain("0", size, colour, face)

    def _faces_ahead(self, mood: str) -> Iterator[Preparation]:
        for (seat, radius), active in product(sorted(self._radii), (True, False)):
            yield partial(figure, self.kit, self.seats[seat].figure, radius, mood, active)

    def face(self, seat: int, radius: float, active: bool) -> Surface:
        """The seat's figure in its present mood."""
        self._radii.add((seat, radius))
        mood = self._moods[seat][0] if seat in self._moods else "think" if seat == self.thinking else "calm"
        return figure(self.kit, self.seats[seat].figure, radius, mood, active)

    @property
    def has_caps(self) -> bool:
        """Whether the caps of keys are shown: not where there is no keyboard."""
        return not (self.context.frame.tall or self.context.touched)

    def cap(self, meaning: str) -> str:
        """What stands on the cap of a key, or nothing where there is no keyboard."""
        return self.context.settings.keys.get(meaning, "").upper() if self.has_caps else ""

    def said(self, advice: Advice[A], numbers: bool) -> panel.PanelText:
        """What a hint says: the reason, and the ``numbers`` behind it; these at once where there is no reason."""
        texts = self.context.texts
        numbered = [row for row in advice.numbers if self.hint_tells(row[0])]
        rows = tuple((self.hint_name(key, advice), self.hint_number(key, value)) for key, value in numbered)
        move, why = self.say.action(advice.action, self.view), self.say.why(advice.why) if advice.why else ""
        turn = texts("hint.less" if numbers else "hint.more") if why and rows else ""
        return panel.PanelText(texts("hint.title"), why, title=move, rows=rows if numbers or not why else (), turn=turn)

    def draw_prompt(self, canvas: Canvas, words: str, x: float, y: float, most: float) -> None:
        """What is to be decided, in its gold-lined pill."""
        canvas.put_centred(self.kit.prompt(words, PROMPT_SIZE, most), x, y)

    def draw_log(self, canvas: Canvas, box: layout.Box) -> None:
        """The last lines of the log, the newest first, unless the dock says something; with a panel or a heading.

        Where the panel is not baked it is drawn here, and the heading makes room.
        """
        baked = box == self.log_box
        step, top, low = 40.0, box.y + (38 if baked else 6), box.y + box.h - 6
        if self.says:
            return
        if not baked:
            canvas.put(self.kit.ready(Kit.panel_plain, box.w, box.h, 18, 0.42), box.x, box.y)
        else:
            heading = self.kit.line(self.context.texts("log.title"), 18, CREAM, text.BLACK)
            canvas.put_left(heading, box.x + 18, box.y + 24)
        for number, line in enumerate(self.log[: -1 - max(0, int((low - top) // step)) : -1]):
            y = top + 20 + number * step
            size, colour, face = LOG_LOOKS[min(number, 1)]
            if line.seat >= 0:
                canvas.put_centred(figure(self.kit, self.seats[line.seat].figure, 14), box.x + 32, y)
            name = self.name(line.seat) if line.seat >= 0 else ""
            picture = self.kit.made(log_line, line.words, name, size=size, colour=colour, face=face, most=box.w - 66)
            canvas.put_left(picture, box.x + 56, y)

    def draw_newest(self, canvas: Canvas, box: layout.Box) -> None:
        """In a small box: the newest line of the log, all of it, and below it those before it that have room."""
        kit, top, low = self.kit, box.y + 12, box.y + box.h - 8
        for line in self.log[:-NEWEST:-1]:
            newest = line is self.log[-1]
            words = kit.paragraph(line.words, 18, box.w - 32, CREAM if newest else SOFT, text.STRONG, box.h - 20)
            high = words.get_height() / kit.scale
            if not newest and top + high > low:
                return
            canvas.put(words, box.x + 16, top)
            top += high + 3

    def bake_name(self, seat: int, place: tuple[float, float], size: float, most: float, anchor: str = "left") -> float:
        """Bake the name of a seat, which never changes, at most ``most`` wide; return how wide it is."""
        name = self.kit.line_plain(self.name(seat), size, CREAM, text.BLACK, most)
        self.backdrop.put(name, *place, anchor)
        return name.get_width() / self.kit.scale

    def bake_title(self) -> None:
        """The game's name beside the round button in the corner of a tall table."""
        title = self.context.texts(f"game.{self.game}")
        self.backdrop.put(self.kit.sticker_plain(title, 40, CREAM, 300), 112, 58)

    def bake_log(self, box: layout.Box) -> None:
        """The log's panel."""
        self.log_box = box
        self.backdrop.panel(box, 18, 0.42)

    def last_pill(
        self,
        canvas: Canvas,
        seat: int,
        x: float,
        y: float,
        *,
        anchor: str = "left",
        most: float = 0,
        size: float = PILL_SIZE,
    ) -> bool:
        """The gold pill that marks the last move, if it was this seat's; return whether it was.

        It stands beside the figure or the name, where else the level does, so that it is plain whose move it was.
        """
        if not self.last or self.last[0] != seat:
            return False
        put = {"left": canvas.put_left, "right": canvas.put_right, "centre": canvas.put_centred}[anchor]
        put(self.kit.pill(self.last[1], size, GOLD, INK, most=most), x, y)
        return True


#: a table, whatever is played
AnyTable: TypeAlias = GameTable[Action, Event, View]
