"""A scene with text fields, which receive keys and pointer while in use."""

from collections.abc import Callable

from game.engine.input import Input, Key, Pointer, UseItem
from game.engine.scene import Scene
from game.engine.text_field import TextEntry, TextField
from game.engine.transitions import Transition
from game.services.context import Context

#: a second press this soon in the same field selects everything
TWICE_MS = 400.0


class TextEntryScene(Scene):
    """A scene with text fields. ``entry_of`` returns the entry in progress whenever a field is laid out."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._entry: TextEntry | None = None
        self._done: Callable[[str], None] = lambda text: None
        self._pressed_ms = -TWICE_MS
        #: the pointer is down in the field and selects
        self._selects = False

    def type_into(
        self, id_: str, text: str, most: int, fits: Callable[[str], bool], done: Callable[[str], None]
    ) -> None:
        """Start an entry of up to ``most`` characters that ``fits`` allows; ``done`` gets the text to keep."""
        self.stop_typing(True)
        self._entry, self.typing, self._done = TextEntry(text, most, fits), id_, done
        self.captures_keys, self._selects = True, False
        self.typed = text
        self.build()

    def entry_of(self, id_: str) -> TextEntry | None:
        """Return the entry in progress in a field, or None."""
        return self._entry if self.typing == id_ else None

    def stop_typing(self, keep: bool) -> None:
        """End the entry; keep the text if ``keep`` and if there is any."""
        if self._entry is None:
            return
        text = self._entry.text.strip()
        self._entry, self.typing, self.typed = None, "", None
        self.captures_keys = False
        if keep and text:
            self._done(text)
        self.build()

    def on_input(self, event: Input) -> Transition:
        """Give keys to the entry in progress; anything else that is used ends it."""
        if self._entry is None:
            return super().on_input(event)
        if isinstance(event, Key):
            ended = self._entry.press(event)
            if ended is not None:
                self.stop_typing(ended)
            self._show_typed()
            return None
        if isinstance(event, Pointer) and self._select(self._entry, event):
            return None
        if isinstance(event, UseItem) or (isinstance(event, Pointer) and event.kind == "down"):
            own = isinstance(event, UseItem) and event.id == self.typing
            self.stop_typing(True)
            if own:
                return None
        return super().on_input(event)

    def _show_typed(self) -> None:
        self.typed = self._entry.text if self._entry else None
        self.dirty = True

    def _select(self, entry: TextEntry, event: Pointer) -> bool:
        """Place the caret or select by a pointer in the field; return True if it was one."""
        field = next(
            (one for one in self.widgets if isinstance(one, TextField) and one.items[0].id == self.typing), None
        )
        if field is None or (not self._selects and not field.items[0].box.holds(event.x, event.y)):
            return False
        if event.kind == "down":
            self._selects = True
            entry.place(field.place_at(event.x))
            if event.at_ms - self._pressed_ms < TWICE_MS:
                entry.select_all()
                self._selects = False
            self._pressed_ms = event.at_ms
        elif event.kind == "up":
            self._selects = False
        elif event.kind == "move" and self._selects:
            entry.place(field.place_at(event.x), extend=True)
        self._show_typed()
        return True
