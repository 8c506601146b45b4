"""The picture of one match for one viewer, as all games share it.

A scene owns the match and asks the table to show it: ``sync`` rebuilds the picture from a view at any moment.
``turn_table`` adds turns, ``live_table`` real time.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from math import inf, sin, tau
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeAlias

from pygame import Surface

from game.core.capabilities import Advice
from game.core.events import seat_of
from game.core.game import A, Action, E, Event, V, View
from game.core.match import HUMAN, PEOPLE, Seat
from game.engine import cards, controls, fonts, layout, panel, sprites, widgets
from game.engine.backdrop import Backdrop
from game.engine.burst import Bursts
from game.engine.canvas import Canvas
from game.engine.figures import AWAY, MOODS, figure
from game.engine.history import History
from game.engine.items import Item, ItemList
from game.engine.kit import Kit
from game.engine.last_moves import LastMoves
from game.engine.log_line import CARD
from game.engine.log_panel import LOG_LOOKS, LogPanel
from game.engine.match_texts import LogLine, MatchTexts, name_of
from game.engine.palette import CREAM, GOLD, INK, WARNING, Colour
from game.engine.services import UsesContext

if TYPE_CHECKING:
    from game.services.context import Context

#: makes a picture that is cached
Preparation: TypeAlias = Callable[[], object]
#: how long a glad or beaten face lasts
MOOD_MS = 1200.0
#: a new mood moves the figure for so long: a glad one hops, a beaten one shakes its head, by these shares of its radius
GESTURE_MS, HOP, SHAKE = 640.0, 0.3, 0.2
#: smallest radius of a figure that is marked, logical
MARKED = 18.0
POPUP_MS = 1000.0
POPUP_RISE, POPUP_SIZE = 24.0, 46.0
#: usual text sizes of the last move and of the prompt
PILL_SIZE, PROMPT_SIZE = 16.0, 22.0


class DockedLayout(Protocol):
    """A layout with a dock."""

    @property
    def dock(self) -> layout.Box:
        """The box of the dock."""


class CardSpot(widgets.Widget):
    """The target of a card that can be chosen or explained; the card itself is a sprite.

    A card that ``lifts`` when pointed at shows its own ring; for others the ring is drawn here.
    """

    def __init__(self, kit: Kit, item: Item, lifts: bool) -> None:
        super().__init__(kit)
        self.items = [item]
        self.lifts = lifts

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the focus ring of a card that does not lift."""
        item = self.items[0]
        if items.ring and items.focus == item.id and not self.lifts:
            box = item.card
            assert box is not None
            ring = self.kit.widget_image(controls.focus_plain, box.w, box.h, box.w * cards.CORNER)
            canvas.put(ring, box.x - 8, box.y - 8)


def popup_box(x: float, y: float) -> layout.Box:
    """Return the box in which a change of a few digits rises from a place."""
    return layout.Box(x - POPUP_SIZE, y - POPUP_RISE - POPUP_SIZE / 2, 2 * POPUP_SIZE, POPUP_RISE + POPUP_SIZE)


class Popups:
    """Changes of chips or points at a table, which rise and vanish, and the sparks of great events."""

    def __init__(self, context: "Context") -> None:
        self.context = context
        self.bursts = Bursts(context)
        #: text, position, whether it is good, age in milliseconds
        self._shown: list[tuple[str, float, float, bool, float]] = []

    def add(self, text: str, x: float, y: float, good: bool) -> None:
        """Show a change for a moment; it replaces an earlier one at its place, which fast play would pile up."""
        self._shown = [popup for popup in self._shown if popup[1:3] != (x, y)]
        self._shown.append((text, x, y, good, 0.0))

    def rises_at(self, place: tuple[float, float]) -> bool:
        """Return True while a change rises from a place."""
        return any(popup[1:3] == place for popup in self._shown)

    @property
    def left(self) -> float:
        """The milliseconds until the last change vanishes."""
        return max((POPUP_MS - popup[-1] for popup in self._shown), default=0.0)

    def update(self, ms: float) -> bool:
        """Advance time; return True if the picture changes."""
        rising = self.bursts.update(ms) or bool(self._shown)
        aged = ((*popup[:-1], popup[-1] + ms) for popup in self._shown)
        self._shown = [popup for popup in aged if popup[-1] < POPUP_MS]
        return rising

    def clear(self) -> None:
        """Remove all popups."""
        self._shown.clear()
        self.bursts.clear()

    def draw(self, canvas: Canvas) -> None:
        """Draw the popups; with reduced motion they stand still."""
        kit = self.context.kit
        self.bursts.draw(canvas)
        for text, x, y, good, age in self._shown:
            rise = 0.0 if self.context.settings.reduced_motion else POPUP_RISE * age / POPUP_MS
            canvas.put_centred(kit.sticker(text, POPUP_SIZE, GOLD if good else WARNING), x, y - rise)


class GameTable(UsesContext, ABC, Generic[A, E, V]):
    """A game's table: a backdrop, sprites, faces with moods, the last move, the log.

    A game's own ``__init__`` ends with ``build``, so that a new table can be drawn.
    """

    #: a hint compares moves, which tells of nothing that is hidden
    compares = True
    #: the game's name, the prefix of its text keys
    game: ClassVar[str]
    #: the colour of its felt
    felt: ClassVar[Colour]
    #: the kind of its sprites' layer
    layer_type: ClassVar[type[sprites.SpriteLayer]] = sprites.SpriteLayer
    #: made by ``build`` for the window
    match_texts: MatchTexts[A, E, V]
    faces: cards.CardFaces
    backdrop: Backdrop
    spots: DockedLayout

    def __init__(self, context: "Context", seats: Sequence[Seat], viewer: int, view: V) -> None:
        self.context = context
        self.seats = seats
        self.viewer = viewer
        #: the number of people who share this device
        self.people = sum(seat.kind == HUMAN for seat in seats)
        #: the viewer's secrets are safe: there is one person, or all have agreed
        self.alone = self.people <= 1
        #: the viewer's view
        self.view = view
        # the faces are remade with the layout
        self.layer = self.layer_type(self._face, source=lambda: self.faces)
        #: the log: its rows, its single lines, and its short form on the table
        self.history = History(self.log_lines, lambda: self.match_texts)
        self.log: list[LogLine] = self.history.lines
        self.log_panel = LogPanel(self)
        self.moves = LastMoves()
        #: the viewer has to decide now, so that what others did last is told as past; only in games of turns
        self.viewer_decides = False
        #: the seat that is thinking, or -1
        self.thinking = -1
        #: words at the figures of players who are away or have a bot in their place, by seat
        self.marks: Mapping[int, panel.SeatMark] = {}
        #: seats of the people at the device, who feel its pulses; none in a replay
        self.held_by: Sequence[int] = ()
        #: moods by seat, with the time of their beginning and of their end
        self._moods: dict[int, tuple[str, float, float]] = {}
        #: a figure was moving in the last frame
        self._gesturing = False
        #: the figures drawn so far: seat and radius
        self._radii: set[tuple[int, float]] = set()
        self.popups = Popups(context)
        #: read out once to screen readers and not kept; None afterwards
        self.announcement: str | None = None
        #: the dock shows a text instead of the log
        self.dock_has_text = False
        #: height that the dock's paper covers of its box
        self.dock_covers = inf
        #: the place of an event in progress that a film cuts to, or None
        self.close_up: layout.Box | None = None
        #: a tall table leaves room for the dock; see ``make_room``
        self.docked = False
        #: the large buttons and what belongs to them are in their place; in a replay its controls are there
        self.has_buttons = True
        #: the seat whose figure has the ring of the player to move in the present picture, or -1
        self.ringed = -1
        self._take_up_fonts()

    def _face(self, face: str, w: float, state: str, flip: float, of: float) -> Surface:
        """Return the picture of a face in the current window; see ``MovingLook``."""
        return self.faces.on_its_way(face, w, state, flip, of) if of else self.faces(face, w, state)

    # ---- defined by each game ---------------------------------------------------------------------

    @abstractmethod
    def build(self) -> None:
        """Lay out and bake for ``context.frame``, the current window.

        In a replay in portrait the table is lower by 108 and ``frame.whole`` is False: the time line is below. The
        scene's round buttons are in the upper corners: on a wide table within 104 of the sides and 172 of the upper
        edge, on a tall one within the uppermost 104, beside the game's name (``bake_title``) if the frame is whole.
        """

    @abstractmethod
    def sync(self, view: V, ms: float = 0) -> None:
        """Show ``view``, moving what differs within ``ms``."""

    @abstractmethod
    def prompt(self, view: V) -> str:
        """Return the prompt: what is to be decided, or who decides."""

    def spoken(self, view: V) -> str:
        """Return a description of the table for screen readers."""
        return self.match_texts.table(view)

    @abstractmethod
    def item_of(self, action: A) -> str:
        """Return the id of the item that performs or begins an action."""

    def log_lines(self, event: E) -> list[LogLine]:
        """Return the log's lines for an event, in order."""
        return self.match_texts.log(event)

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw everything but the widgets."""

    def draw_labels(self, canvas: Canvas) -> None:
        """Draw the labels on the table; repeated over the rings of a hint or a lesson."""

    def take_note(self, event: E) -> None:
        """Mark an event as the last move, if it is one, and add it to the log."""
        self.mark(event)
        self._write(event)

    def _write(self, event: E) -> None:
        self.history.add(event)

    def mark(self, event: E) -> None:
        """Mark an event as the last move, if it is one."""
        text = self.match_texts.move(event)
        if text:
            self.moves.note(seat_of(event), text, self.match_texts.move(event, past=True))

    def hint_row(self, key: str, value: float, advice: Advice[A]) -> tuple[str, str] | None:
        """Return the name and value of a hint's number in words, or None if the table shows it anyway.

        A text may end with how the number is written, behind a stroke: "Chance of winning|{number}%".
        """
        name, _stroke, written = self.text(key, number=self._number(value)).partition("|")
        return name, written or self._about(value)

    def _number(self, value: float) -> str:
        """Return a number in whole points, as the reasons tell it: no game has others."""
        return self.texts.number(round(value))

    def _about(self, value: float, sign: str = "") -> str:
        """Return a number behind its ``sign``, called rough if it has been rounded."""
        written = f"{sign}{self._number(value)}"
        return written if float(value).is_integer() else self.texts("hint.about", number=written)

    # ---- shared by all games ----------------------------------------------------------------------

    def text(self, key: str, **blanks: object) -> str:
        """Return a text of this game."""
        return self.texts(f"{self.game}.{key}", **blanks)

    def name(self, seat: int) -> str:
        """Return the name of a seat; texts may say "you" instead."""
        return name_of(self.seats, seat)

    def level(self, seat: int) -> str:
        """Return a bot's level, or "" for a person."""
        kind = self.seats[seat].kind
        return "" if kind in PEOPLE else self.texts(f"level.{kind}")

    @property
    def _sheet(self) -> float:
        """Height that a tall table gives up for the dock, logical: more for larger texts."""
        return layout.sheet_for(self.kit.player_scale) if self.docked and self.frame.tall else 0.0

    def ms(self, milliseconds: float) -> float:
        """Return a duration at the player's pace; 0 with reduced motion, where everything cuts."""
        return self.context.settings.lasting(milliseconds)

    def order(self) -> list[int]:
        """Return the seats in playing order, the viewer first."""
        count = len(self.seats)
        return [(self.viewer + step) % count for step in range(count)]

    def feel(self, seat: int, mood: str, ms: float = MOOD_MS) -> None:
        """Show a glad or beaten face for a moment, and pulse the device if the seat's player holds it."""
        if seat in self.held_by:
            self.context.pulse(mood)
        now = self.context.clock.now_ms()
        self._moods[seat] = mood, now, now + ms

    def update(self, ms: float) -> bool:
        """Advance time; return True if the picture changes."""
        busy = self.layer.busy
        self.layer.update(ms)
        now = self.context.clock.now_ms()
        past = [seat for seat, (_mood, _since, until) in self._moods.items() if until <= now]
        for seat in past:
            del self._moods[seat]
        moves = any(map(self._gesture, self._moods))
        changed = moves or self._gesturing or bool(past)
        self._gesturing = moves
        return self.popups.update(ms) | self.log_panel.update() or busy or changed

    def hush(self) -> None:
        """Drop popups and last moves: another moment of the match is shown."""
        self.popups.clear()
        self.moves.clear()

    def upcoming_faces(self) -> Iterable[tuple[str, float]]:
        """Return faces that may come into play, each with the logical width at which it would first be seen."""
        return ()

    def ahead(self) -> Iterator[Preparation]:
        """Yield pictures that may be needed soon, roughly in that order, to be made ahead of time."""
        # the window may have changed since ``__init__``
        yield self._take_up_fonts
        yield partial(self.kit.sticker, "+1", POPUP_SIZE, GOLD)
        yield from self._faces_ahead("think")
        yield from self._prompts_ahead()
        for text in self.match_texts.moves():
            yield partial(self.kit.pill, text, PILL_SIZE, GOLD, INK)
        for face, w in self.upcoming_faces():
            yield partial(self.faces.make_ahead, face, w)
        for mood in MOODS:
            yield from self._faces_ahead(mood)
        # rows of the log have small cards
        for face in dict.fromkeys(face for face, _w in self.upcoming_faces()):
            yield partial(self.faces.small, face, CARD)

    def _take_up_fonts(self) -> None:
        """Open the fonts that every move uses; their other glyphs are drawn little by little."""
        for size, colour, face in ((PROMPT_SIZE, CREAM, fonts.BLACK), *LOG_LOOKS):
            self.kit.line_plain("0", size, colour, face)

    def _prompts_ahead(self) -> Iterator[Preparation]:
        """Yield the prompts that the others' decisions need."""
        yield from ()

    def _faces_ahead(self, mood: str) -> Iterator[Preparation]:
        for (seat, radius), active in product(sorted(self._radii), (True, False)):
            yield partial(figure, self.kit, self.seats[seat].figure, radius, mood, active)

    def draw_figure(self, canvas: Canvas, seat: int, place: tuple[float, float, float], *, active: bool) -> None:
        """Draw a seat's figure around (x, y) with a radius, and its mark at the upper edge if there is room.

        What a seat has just done is told below the figure.
        """
        x, y, radius = place
        if active:
            self.ringed = seat
        aside, up = self._gesture(seat) or (0.0, 0.0)
        canvas.put_centred(self._figure(seat, radius, active), x + aside * radius, y - up * radius)
        if seat in self.marks and radius >= MARKED:
            size = self.kit.fitting(radius * 0.66, radius * 0.62)
            mark = self.kit.pill(self.marks[seat].text, size, CREAM, INK, max_width=2 * radius + 10)
            canvas.put_centred(mark, x, y - radius * 0.72)

    def _gesture(self, seat: int) -> tuple[float, float] | None:
        """Return how far a new mood moves a figure aside and up, in shares of its radius; None if it stands still."""
        mood, since, _until = self._moods.get(seat, ("calm", 0.0, 0.0))
        share = (self.context.clock.now_ms() - since) / GESTURE_MS
        if mood not in ("glad", "beaten") or share >= 1 or self.context.settings.reduced_motion:
            return None
        less = 1 - share
        return (
            (0.0, HOP * abs(sin(tau * share)) * less) if mood == "glad" else (SHAKE * sin(3 * tau * share) * less, 0.0)
        )

    def _figure(self, seat: int, radius: float, active: bool) -> Surface:
        """Return the seat's figure in its present mood, or pale while its player is away."""
        self._radii.add((seat, radius))
        mood = self._moods[seat][0] if seat in self._moods else "think" if seat == self.thinking else "calm"
        if seat in self.marks and self.marks[seat].is_away:
            mood = AWAY
        return figure(self.kit, self.seats[seat].figure, radius, mood, active)

    @property
    def has_caps(self) -> bool:
        """True if key caps are shown: on wide tables without touch."""
        return not (self.frame.tall or self.context.uses_touch)

    def cap(self, meaning: str) -> str:
        """Return the text on a key's cap, or "" without a keyboard."""
        return self.context.settings.keys.get(meaning, "").upper() if self.has_caps else ""

    def panel_text(self, advice: Advice[A], numbers: bool) -> panel.PanelText:
        """Return a hint's text: the reason, and its ``numbers``; these at once if there is no reason."""
        texts = self.texts
        numbered = (self.hint_row(key, value, advice) for key, value in advice.numbers)
        rows = tuple(row for row in numbered if row is not None)
        move, why = (
            self.match_texts.action(advice.action, self.view),
            self.match_texts.why(advice.why) if advice.why else "",
        )
        turn = texts("hint.less" if numbers else "hint.more") if why and rows else ""
        return panel.PanelText(texts("hint.title"), why, title=move, rows=rows if numbers or not why else (), turn=turn)

    def draw_prompt(self, canvas: Canvas, text: str, place: layout.TextPlace) -> None:
        """Draw the prompt in its gold-lined pill."""
        canvas.put_centred(self._prompt_picture(text, place.w), place.x, place.y)

    def _prompt_picture(self, text: str, max_width: float) -> Surface:
        return self.kit.prompt(text, PROMPT_SIZE, max_width)

    def bake_name(self, seat: int, place: layout.TextPlace, size: float, anchor: str = "left") -> float:
        """Bake the name of a seat; return its width."""
        name = self.kit.line_plain(self.name(seat), size, CREAM, fonts.BLACK, place.w)
        self.backdrop.put(name, place.x, place.y, anchor)
        return name.get_width() / self.kit.scale

    def bake_title(self) -> None:
        """Bake the game's name beside the round button in the corner of a tall table."""
        title = self.texts(f"game.{self.game}")
        self.backdrop.put(self.kit.sticker_plain(title, 40 * self.kit.title_growth, CREAM, 300), 112, 58)

    def last_pill(
        self, canvas: Canvas, seat: int, place: layout.TextPlace, *, anchor: str = "left", size: float = PILL_SIZE
    ) -> bool:
        """Draw the gold pill of the last move if it was this seat's; return True if it was.

        It replaces the level beside the figure or the name, to show whose move it was.
        """
        words = self.moves.newest_of(seat, self.viewer_decides and seat != self.viewer)
        if not words:
            return False
        put = {"left": canvas.put_left, "right": canvas.put_right, "centre": canvas.put_centred}[anchor]
        put(self.kit.pill(words, size, GOLD, INK, max_width=place.w), place.x, place.y)
        return True


#: a table of any game
AnyTable: TypeAlias = GameTable[Action, Event, View]
