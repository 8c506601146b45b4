"""Scenes and their stack. A scene returns its transitions; only the stack carries them out."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.engine.canvas import Canvas
from game.engine.input import FocusItem, Input, Key, Pointer, PointerCancelled, UseItem
from game.engine.items import Drag, DragStart, Item, ItemList
from game.engine.layout import Box
from game.engine.match_texts import LogLine
from game.engine.services import UsesContext
from game.engine.transitions import Pop, Push, Quit, Replace, Reset, Transition
from game.engine.widgets import Widget

if TYPE_CHECKING:
    from game.services.context import Context


#: distance from which a pressed item is dragged, logical
CARRY_FROM = 16.0
#: how long a confirmation is asked for, in milliseconds: a tap much later means something else
ASKS_MS = 5000.0
#: how long it ignores input at first, in milliseconds: nobody has read it by then
DEAF_MS = 400.0


class LogFeed(NamedTuple):
    """The log of a scene's table, for screen readers."""

    #: identity of the log: a new one is read from its start
    of: object
    #: something had already happened when it came into sight
    begun: bool
    log: Sequence[LogLine]


class Scene(UsesContext):
    """One screen. Subclasses lay out widgets, react to items and draw."""

    #: drawn over the scene below instead of over nothing
    transparent = False
    #: receives fingers one by one (real-time play)
    fingers = False
    #: takes every key as it is: a name is being typed or a key being chosen
    captures_keys = False
    #: kind of screen for screen effects: title, menu, table, result, or "" for no effect
    stage = ""
    #: a game is running: the screen must stay on while somebody thinks
    awake = False
    #: its address does not lead back to what is shown here
    shown_once = False
    #: the text being typed, or None: a phone needs a text box of the page for it
    typed: str | None = None
    #: id of the item in whose place it is typed, or ""
    typing = ""

    def __init__(self, context: "Context") -> None:
        self.context = context
        self.items = ItemList()
        self.widgets: list[Widget] = []
        #: the current drag
        self.dragged: Drag | None = None
        #: id of the destructive item that asks, in its place, to be used again; see ``confirmed``
        self.confirming = ""
        self._confirm_ms = 0.0
        #: messages about this scene alone, which end with it; see ``say``
        self.scene_messages: list[str] = []
        #: a message covers its place over this scene, where nothing is to be written
        self.under_message = False
        #: texts that names of buttons do not cover while there is other room
        self.kept_clear: list[Box] = []
        #: a message fills its box, so that nothing of what it covers looks out
        self.message_fills = False
        #: set whenever the picture has to be redrawn
        self.dirty = True
        #: laid out for another window or other settings
        self.outdated = False

    @property
    def address(self) -> str:
        """The words by which a new page finds this screen (``scenes/navigation/addresses.py``), or ""."""
        return ""

    # ---- life ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out the widgets for the current window; called again when its size or the settings change."""

    def resume(self) -> None:
        """Become the topmost scene."""

    def pause(self) -> None:
        """Pause under another scene, or without the window's focus."""
        self.let_go()
        self.end_confirmation()

    def advance(self, ms: float) -> Transition:
        """Advance by ``ms`` milliseconds, and end a confirmation in time."""
        if self.confirming:
            self._confirm_ms -= ms
            if self._confirm_ms <= 0:
                self.end_confirmation()
        return self.update(ms)

    def update(self, ms: float) -> Transition:
        """Advance by ``ms`` milliseconds."""

    def draw(self, canvas: Canvas) -> None:
        """Draw everything; change nothing."""
        for widget in self.widgets:
            widget.draw(canvas, self.items)

    def work(self) -> bool:
        """Continue long work for a slice between two frames; return True if there was any."""
        return False

    def make_ahead(self, enough: Callable[[], bool]) -> bool:
        """Prepare pictures needed soon until ``enough``; return True if there are more."""
        return False

    def message_box(self) -> Box | None:
        """Return where a message covers nothing important, logical; None for the upper edge."""
        return None

    def spoken(self) -> str:
        """Return the scene's text for screen readers; the items have their own."""
        return ""

    def question(self) -> tuple[str, bool] | None:
        """Return the prompt or text to read, and whether it addresses the player here.

        None while events are being shown: what is known then is ahead of the picture.
        """
        item = self.items.find(self.confirming)
        text = item.label if item else self.spoken()
        return text, bool(text)

    def log_feed(self) -> LogFeed | None:
        """Return the log of this scene's table, if it has one."""
        return None

    def take_announcement(self) -> str | None:
        """Return and clear the text to be read out once, or None."""
        return None

    def back(self) -> Transition:
        """React to the back key."""
        return Pop()

    def say(self, *messages: str) -> None:
        """Show messages for this scene alone, until withdrawn; others are for ``Context.tell``."""
        self.scene_messages += messages
        self.context.notices += messages

    def withdraw_messages(self) -> None:
        """Take back this scene's messages: it is left, or their subject is gone."""
        messages, self.scene_messages = self.scene_messages, []
        self.context.withdraw(messages)

    # ---- confirmations -------------------------------------------------------------------------------

    def confirmed(self, id_: str) -> bool:
        """Return True if the destructive item ``id_`` is being used for the second time.

        The first use starts the question in the item's place: ``confirming`` is its id from then on, and it is laid out
        anew. Any other input ends the question, and so do ``ASKS_MS``. It ignores uses before ``DEAF_MS``: the second
        press of a double click has not read the question.
        """
        if self.confirming == id_:
            if self._confirm_ms > ASKS_MS - DEAF_MS:
                return False
            self.confirming = ""
            return True
        self.confirming, self._confirm_ms = id_, ASKS_MS
        self.lay_out_question()
        return False

    def end_confirmation(self) -> None:
        """End the question of a destructive item."""
        if self.confirming:
            self.confirming = ""
            self.lay_out_question()

    def lay_out_question(self) -> None:
        """Lay out the item that asks, or that no longer does."""
        self.build()

    # ---- widgets and items ----------------------------------------------------------------------

    def show(self, widgets: list[Widget], handles: Sequence[Item] = ()) -> None:
        """Show these widgets; their items are focused in the order of the list.

        ``handles`` are for a pointer alone, see ``ItemList``.
        """
        self.widgets = widgets
        self.items.replace([item for widget in widgets for item in widget.items], handles)
        if self.dragged and not self.items.pressed:
            # the item that it was taken from has been removed
            self.let_go()
        self.dirty = True

    def use(self, item: Item) -> Transition:
        """Use an item; every kind of input ends here."""
        if not item.enabled:
            return None
        if item.id != self.confirming:
            self.end_confirmation()
        self.touched(item)
        self.dirty = True
        self.context.audio.play("click")
        return item.use()

    def touched(self, item: Item) -> None:
        """React to an item being used or dragged."""

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
        over = items.at(event.x, event.y, event.touch)
        before = (items.hover, items.pressed, items.ring)
        hover = over.id if over and not event.touch else ""
        outcome: Transition = None
        if event.kind == "down":
            self.let_go()
            items.ring = False
            if not over or over.id != self.confirming:
                self.end_confirmation()
            items.pressed, items.pressed_at = over.id if over else "", (event.x, event.y)
            if over:
                items.focus = "" if over in items.drag_handles else over.id
                if over.on_slide:
                    over.on_slide((event.x - over.box.x) / over.box.w)
        elif event.kind == "move":
            held = items.find(items.pressed)
            if held and held.on_slide:
                held.on_slide((event.x - held.box.x) / held.box.w)
                self.dirty = True
            else:
                self._take_along(event, held)
        elif event.kind == "up":
            drag, self.dragged = self.dragged, None
            held, items.pressed = items.find(items.pressed), ""
            if drag:
                self.end_confirmation()
                drag.move(event.x, event.y)
                outcome = drag.drop()
            elif held and over is held and not held.on_slide:
                outcome = self.use(held)
        if self.dragged:
            hover = self.dragged.aim
        items.hover = hover if items.find(hover) else ""
        if before != (items.hover, items.pressed, items.ring) or event.kind != "move":
            self.dirty = True
        return outcome

    def _take_along(self, event: Pointer, held: Item | None) -> None:
        """Move the drag with the pointer, or start one once it has moved far enough from its press."""
        down_x, down_y = self.items.pressed_at
        far = max(abs(event.x - down_x), abs(event.y - down_y)) > CARRY_FROM
        if held and held.start_drag and far and not self.dragged:
            self.touched(held)
            self.dragged = held.start_drag(DragStart(down_x, down_y, event.touch))
            if self.dragged is None:
                # it has said that it cannot be moved: this press uses nothing
                self.items.pressed = ""
        if self.dragged:
            self.dragged.move(event.x, event.y)
            self.dirty = True

    def let_go(self) -> None:
        """Cancel a drag."""
        drag, self.dragged = self.dragged, None
        if drag:
            self.items.pressed = self.items.hover = ""
            drag.cancel()
            self.dirty = True

    def broken_off(self, event: Input) -> bool:
        """Cancel a drag if ``event`` is not of its pointer; return True if that was all."""
        if self.dragged is None or not isinstance(event, PointerCancelled | Key | UseItem | FocusItem):
            return False
        self.let_go()
        return isinstance(event, Key) and event.meaning in ("pause", "back")

    def _key(self, event: Key) -> Transition:
        self.dirty = True
        if self.confirming and event.meaning in ("pause", "back"):
            # the question is left first
            self.end_confirmation()
            return None
        for item in self.items.items:
            if event.meaning and event.meaning in item.keys and item.enabled:
                return self.use(item)
        focused = self.items.focused()
        if event.meaning in ("left", "right", "up", "down", "next", "previous"):
            # the focus counts now, until the pointer moves again
            self.items.hover = ""
        steps = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
        if event.meaning in steps:
            across, down = steps[event.meaning]
            if across and focused and focused.adjust:
                focused.adjust(across)
            elif across and focused and focused.on_shift and event.shift:
                focused.on_shift(across)
            else:
                self.items.move(across, down)
        elif event.meaning in ("next", "previous"):
            self.items.step(1 if event.meaning == "next" else -1)
        elif event.meaning == "act" and focused:
            self.items.ring = True
            return self.use(focused)
        elif event.meaning in ("pause", "back"):
            return self.back()
        if self.items.focus != self.confirming:
            self.end_confirmation()
        return None


class Stack:
    """The open scenes; the last one has the input."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []
        self.running = True

    @property
    def top(self) -> Scene:
        """The topmost scene."""
        return self.scenes[-1]

    def carry_out(self, transition: Transition) -> None:
        """Carry out a scene's transition."""
        match transition:
            case None:
                return
            case Quit():
                self.running = False
                return
        if self.scenes:
            self.top.withdraw_messages()
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
        """Lay out every scene anew once it is visible: the window or the settings have changed."""
        for scene in self.scenes:
            scene.outdated = True
        self._lay_out()

    def _lay_out(self) -> None:
        """Lay out the visible outdated scenes, bottom first."""
        for scene in self.visible():
            if scene.outdated:
                scene.outdated = False
                scene.build()
                scene.dirty = True

    def visible(self) -> list[Scene]:
        """Return the scenes to draw, bottom first: the top one and those that show through it."""
        first = len(self.scenes) - 1
        while first > 0 and self.scenes[first].transparent:
            first -= 1
        return self.scenes[first:]
