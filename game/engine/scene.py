"""Scenes and their stack. A scene returns its transitions; only the stack carries them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.engine.canvas import Canvas
from game.engine.input import FocusItem, Input, Key, Pointer, PointerCancelled, UseItem
from game.engine.items import Drag, DragStart, Item, ItemList
from game.engine.layout import Box
from game.engine.match_texts import LogLine
from game.engine.transitions import Pop, Push, Quit, Replace, Reset, Transition
from game.engine.widgets import Widget

if TYPE_CHECKING:
    from game.app.context import Context


#: a pressed item is taken along once the pointer has gone so far, logical
CARRY_FROM = 16.0
#: what throws something away asks so long, in milliseconds, and no longer: a tap much later means something else
ASKS_MS = 5000.0
#: and hears nothing for so long, in milliseconds: nobody has read it by then
DEAF_MS = 400.0


class LogFeed(NamedTuple):
    """The log of a scene's table, for whoever cannot see it."""

    #: what it is the log of: another one is not read on from where this one stood
    of: object
    #: something had happened already when it came into sight
    begun: bool
    log: Sequence[LogLine]


class Scene:
    """One screen. Subclasses lay out widgets, react to items and draw."""

    #: drawn over the scene below instead of over nothing
    transparent = False
    #: wants fingers one by one (real-time play)
    fingers = False
    #: takes every key as it is: a name is being typed or a key being chosen
    captures_keys = False
    #: what it stands for where one screen passes into another: title, menu, table, result, or "" for what comes at once
    stage = ""
    #: a game is going on: the screen shall not go off while somebody thinks
    awake = False
    #: what is seen here is not found again at its address
    shown_once = False
    #: the text that is being typed, or None: a phone needs a box of the page for it
    typed: str | None = None
    #: the id of the item in whose place it is typed, or ""
    typing = ""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.items = ItemList()
        self.widgets: list[Widget] = []
        #: what the pointer takes along
        self.dragged: Drag | None = None
        #: id of the item that would throw something away and asks, in its place, to be used again; see ``sure``
        self.asking = ""
        self._asks_ms = 0.0
        #: messages that speak of this scene alone and go with it; see ``say``
        self.said: list[str] = []
        #: a message stands in its place over this scene; what is written there is left out
        self.under_message = False
        #: set whenever the picture has to be drawn again
        self.dirty = True
        #: laid out for another window or by other settings than there are now
        self.outdated = False

    @property
    def address(self) -> str:
        """By which words a new page finds this screen (``scenes/navigation/addresses.py``), "" if by none."""
        return ""

    # ---- life ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out the widgets for the window as it is now, and whenever its size or the settings change."""

    def resume(self) -> None:
        """This scene has become the uppermost one."""

    def pause(self) -> None:
        """Another scene covers this one, or the window lost the focus."""
        self.let_go()
        self.ask_no_more()

    def advance(self, ms: float) -> Transition:
        """Let ``ms`` milliseconds pass, whatever this scene does with them."""
        if self.asking:
            self._asks_ms -= ms
            if self._asks_ms <= 0:
                self.ask_no_more()
        return self.update(ms)

    def update(self, ms: float) -> Transition:
        """Let ``ms`` milliseconds pass."""

    def draw(self, canvas: Canvas) -> None:
        """Draw everything; change nothing."""
        for widget in self.widgets:
            widget.draw(canvas, self.items)

    def work(self) -> bool:
        """Go on with what takes long, for a slice between two frames; return whether there was anything to do."""
        return False

    def make_ahead(self, enough: Callable[[], bool], calm: bool) -> bool:
        """Make some of what may have to be shown soon, until it is ``enough``; return whether there is more of it.

        Unless the frame is a ``calm`` one it is only what takes very little time.
        """
        del enough, calm
        return False

    def message_box(self) -> Box | None:
        """Where a message covers nothing that counts, logical; None for the upper edge."""
        return None

    def spoken(self) -> str:
        """What there is to read, for whoever cannot see it; the items speak for themselves."""
        return ""

    def question(self) -> tuple[str, bool] | None:
        """What is asked or to be read, and whether it is the one who sits here who is asked.

        None while events are still being shown: what is known then is ahead of the picture.
        """
        item = self.items.find(self.asking)
        words = item.label if item else self.spoken()
        return words, bool(words)

    def log_feed(self) -> LogFeed | None:
        """The log of this scene's table, if it has one."""
        return None

    def take_aside(self) -> str | None:
        """What is to be read out once and kept nowhere, if there is anything; it is gone then."""
        return None

    def back(self) -> Transition:
        """What the back key does."""
        return Pop()

    # ---- messages about itself ------------------------------------------------------------------------

    def say(self, *messages: str) -> None:
        """Show messages that make sense only here, and only until ``unsay``; others are for ``Context.tell``."""
        self.said += messages
        self.context.notices += messages

    def unsay(self) -> None:
        """Take back what was said: this scene is left, or what it was about is no more."""
        said, self.said = self.said, []
        self.context.take_back(said)

    # ---- what throws something away -----------------------------------------------------------------

    def sure(self, id_: str) -> bool:
        """Whether the item ``id_``, which throws something away, is being used for the second time.

        The first time it begins to ask, in its own place: ``asking`` is its id from then on, and it is laid out anew.
        It asks no more as soon as anything else is touched or used, and after ``ASKS_MS``; nor does it hear before
        ``DEAF_MS``, for the second press of a double click has not read what is asked.
        """
        if self.asking == id_:
            if self._asks_ms > ASKS_MS - DEAF_MS:
                return False
            self.asking = ""
            return True
        self.asking, self._asks_ms = id_, ASKS_MS
        self.lay_out_question()
        return False

    def ask_no_more(self) -> None:
        """Nothing that throws something away waits to be used again."""
        if self.asking:
            self.asking = ""
            self.lay_out_question()

    def lay_out_question(self) -> None:
        """Show the item that asks, or does so no more."""
        self.build()

    # ---- widgets and items ----------------------------------------------------------------------

    def show(self, widgets: list[Widget], handles: Sequence[Item] = ()) -> None:
        """Lay out these widgets; their items take part in the focus order as they stand in the list.

        ``drag_handles`` are what only a pointer uses, see ``ItemList``.
        """
        self.widgets = widgets
        self.items.replace([item for widget in widgets for item in widget.items], handles)
        if self.dragged and not self.items.pressed:
            # what it was taken from is gone
            self.let_go()
        self.dirty = True

    def use(self, item: Item) -> Transition:
        """Use an item, as every kind of input does in the end."""
        if not item.enabled:
            return None
        if item.id != self.asking:
            self.ask_no_more()
        self.touched(item)
        self.dirty = True
        self.context.audio.play("click")
        return item.use()

    def touched(self, item: Item) -> None:
        """An item is being used, or taken along."""

    def on_input(self, event: Input) -> Transition:
        """React to an input: pointers and keys act on the items."""
        if self.broken_off(event):
            return None
        match event:
            case Pointer():
                return self._pointer(event)
            case Key():
                return self._key(event)
            case UseItem(id_) if item := self.items.find(id_):
                self.items.focus = id_
                return self.use(item)
            case FocusItem(id_) if self.items.find(id_):
                self.items.focus, self.items.ring, self.dirty = id_, True, True
        return None

    def _pointer(self, event: Pointer) -> Transition:
        items = self.items
        over = items.at(event.x, event.y)
        before = (items.hover, items.pressed, items.ring)
        hover = over.id if over and not event.touch else ""
        outcome: Transition = None
        if event.kind == "down":
            self.let_go()
            items.ring = False
            if not over or over.id != self.asking:
                self.ask_no_more()
            items.pressed, items.pressed_at = over.id if over else "", (event.x, event.y)
            if over:
                items.focus = "" if over in items.drag_handles else over.id
                if over.drag:
                    over.drag((event.x - over.box.x) / over.box.w)
        elif event.kind == "move":
            held = items.find(items.pressed)
            if held and held.drag:
                held.drag((event.x - held.box.x) / held.box.w)
                self.dirty = True
            else:
                self._take_along(event, held)
        elif event.kind == "up":
            drag, self.dragged = self.dragged, None
            held, items.pressed = items.find(items.pressed), ""
            if drag:
                self.ask_no_more()
                drag.move(event.x, event.y)
                outcome = drag.drop()
            elif held and over is held and not held.drag:
                outcome = self.use(held)
        if self.dragged:
            hover = self.dragged.aim
        items.hover = hover if items.find(hover) else ""
        if before != (items.hover, items.pressed, items.ring) or event.kind != "move":
            self.dirty = True
        return outcome

    def _take_along(self, event: Pointer, held: Item | None) -> None:
        """Let what is carried follow the pointer; what it has pressed is taken once it has gone far enough."""
        down_x, down_y = self.items.pressed_at
        far = max(abs(event.x - down_x), abs(event.y - down_y)) > CARRY_FROM
        if held and held.take and far and not self.dragged:
            self.touched(held)
            self.dragged = held.take(DragStart(down_x, down_y, event.touch))
            if self.dragged is None:
                # it has said that it stays where it is: nothing is used by this press
                self.items.pressed = ""
        if self.dragged:
            self.dragged.move(event.x, event.y)
            self.dirty = True

    def let_go(self) -> None:
        """Break off a drag: what the pointer takes along goes back to where it was."""
        drag, self.dragged = self.dragged, None
        if drag:
            self.items.pressed = self.items.hover = ""
            drag.cancel()
            self.dirty = True

    def broken_off(self, event: Input) -> bool:
        """Break off a drag where ``event`` is not of its pointer; return whether that is all that it does."""
        if self.dragged is None or not isinstance(event, PointerCancelled | Key | UseItem | FocusItem):
            return False
        self.let_go()
        return isinstance(event, Key) and event.meaning in ("pause", "back")

    def _key(self, event: Key) -> Transition:
        self.dirty = True
        if self.asking and event.meaning in ("pause", "back"):
            # the question is left first
            self.ask_no_more()
            return None
        for item in self.items.items:
            if event.meaning and event.meaning in item.keys and item.enabled:
                return self.use(item)
        focused = self.items.focused()
        if event.meaning in ("left", "right", "up", "down", "next", "previous"):
            # the focus is what counts now, until the pointer moves again
            self.items.hover = ""
        steps = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
        if event.meaning in steps:
            across, down = steps[event.meaning]
            if across and focused and focused.adjust:
                focused.adjust(across)
            elif across and focused and focused.shift and event.shift:
                focused.shift(across)
            else:
                self.items.move(across, down)
        elif event.meaning in ("next", "previous"):
            self.items.step(1 if event.meaning == "next" else -1)
        elif event.meaning == "act" and focused:
            self.items.ring = True
            return self.use(focused)
        elif event.meaning in ("pause", "back"):
            return self.back()
        if self.items.focus != self.asking:
            self.ask_no_more()
        return None


class Stack:
    """The open scenes; the last one has the input."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []
        self.running = True

    @property
    def top(self) -> Scene:
        """The uppermost scene."""
        return self.scenes[-1]

    def carry_out(self, transition: Transition) -> None:
        """Do what a scene returned."""
        match transition:
            case None:
                return
            case Quit():
                self.running = False
                return
        if self.scenes:
            self.top.unsay()
        match transition:
            case Push(scene):
                self.top.pause()
                self.scenes.append(scene)
            case Pop():
                self.scenes.pop()
            case Replace(scene):
                self.scenes[-1] = scene
            case Reset(scene):
                self.scenes = [scene]
        if not self.scenes:
            self.running = False
            return
        self.top.outdated = True
        self._lay_out()
        self.top.resume()
        self.top.dirty = True

    def rebuild(self) -> None:
        """Lay out every scene anew, as soon as it is seen: the window or the settings have changed."""
        for scene in self.scenes:
            scene.outdated = True
        self._lay_out()

    def _lay_out(self) -> None:
        """Lay out what is seen and outdated, the lowest first."""
        for scene in self.visible():
            if scene.outdated:
                scene.outdated = False
                scene.build()
                scene.dirty = True

    def visible(self) -> list[Scene]:
        """The scenes to draw, lowest first: the top one and what shows through it."""
        first = len(self.scenes) - 1
        while first > 0 and self.scenes[first].transparent:
            first -= 1
        return self.scenes[first:]
