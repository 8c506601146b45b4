"""A line of text being typed: its letters, the caret and what is selected, as in any text field; no surfaces."""

from collections.abc import Callable

from game.engine.input import Key
from game.host import device

#: keys that end it: with what was typed, or with what was there before
KEEP, LEAVE = ("return", "keypad enter", "enter", "tab"), ("escape",)


class TextEntry:
    """What is being typed. It begins with everything selected: the first letter takes the place of the old words."""

    def __init__(self, words: str, most: int, fits: Callable[[str], bool]) -> None:
        self.words = words
        #: the caret stands before this letter; what lies between it and ``mark`` is selected
        self.caret, self.mark = len(words), 0
        #: the most letters, and which of them may be written
        self._most, self._fits = most, fits

    @property
    def selection(self) -> tuple[int, int]:
        """From which letter to before which one is selected; both alike if nothing is."""
        return min(self.caret, self.mark), max(self.caret, self.mark)

    def write(self, words: str) -> None:
        """Put ``words`` in the place of the selection: what may be written of them and has room."""
        start, end = self.selection
        room = self._most - len(self.words) + end - start
        fitting = "".join(letter for letter in words if letter.isprintable() and self._fits(letter))[:room]
        if fitting or not words:
            self.words = self.words[:start] + fitting + self.words[end:]
            self.caret = self.mark = start + len(fitting)

    def erase(self, by: int) -> None:
        """Take away the selection, or else the letter after the caret (1) or before it (-1)."""
        if self.caret == self.mark:
            self.mark = self._within(self.caret + by)
        self.write("")

    def place(self, to: int, extend: bool = False) -> None:
        """Put the caret before a letter; with ``extend`` all from where the selection began is selected."""
        self.caret = self._within(to)
        if not extend:
            self.mark = self.caret

    def select_all(self) -> None:
        """Select everything."""
        self.mark, self.caret = 0, len(self.words)

    def press(self, key: Key) -> bool | None:
        """React to a key: True or False if it ends the typing, and what was typed is to be kept, or not; else None."""
        if key.raw in KEEP or (key.pad and key.meaning == "act"):
            return True
        if key.raw in LEAVE or key.pad:
            return False
        if key.ctrl:
            self._command(key.raw, key.shift)
        elif key.raw in ("backspace", "delete"):
            self.erase(-1 if key.raw == "backspace" else 1)
        elif key.raw in ("home", "end"):
            self.place(0 if key.raw == "home" else len(self.words), key.shift)
        elif key.raw in ("left", "right"):
            self._step(-1 if key.raw == "left" else 1, key.shift)
        elif key.text:
            self.write(key.text)
        return None

    def _within(self, place: int) -> int:
        return min(max(place, 0), len(self.words))

    def _step(self, by: int, extend: bool) -> None:
        """The caret goes by one letter, or to the end of a selection that is not to be kept."""
        selected = self.caret != self.mark
        to = self.selection[by > 0] if selected and not extend else self.caret + by
        self.place(to, extend)

    def _command(self, raw: str, extend: bool) -> None:
        start, end = self.selection
        if raw == "a":
            self.select_all()
        elif raw in ("c", "x") and start < end:
            device.put_words(self.words[start:end])
            if raw == "x":
                self.write("")
        elif raw == "v" and (found := device.get_words()):
            self.write(found.replace("\n", " ").strip("\r "))
        elif raw in ("left", "right"):
            self.place(self._word(-1 if raw == "left" else 1), extend)
        elif raw in ("backspace", "delete"):
            if start == end:
                self.mark = self._word(-1 if raw == "backspace" else 1)
            self.write("")

    def _word(self, by: int) -> int:
        """Where the next word begins (1), or this or the one before it (-1)."""
        at = self.caret
        if by > 0:
            return next((n for n in range(at + 1, len(self.words)) if self.words[n - 1] == " "), len(self.words))
        return next((n for n in range(at - 1, 0, -1) if self.words[n - 1] == " " != self.words[n]), 0)
