"""Toasts: short messages over whatever is shown, one after the other, gone by themselves.

A scene says where they cover nothing that counts (``Scene.message_box``); else they come from the upper edge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.canvas import Canvas
from game.engine.layout import Box, Frame
from game.engine.tweens import out_cubic

if TYPE_CHECKING:
    from game.app.context import Context

IN_MS, HOLD_MS, OUT_MS = 180.0, 2400.0, 160.0
#: how far a message comes up at its place, logical
RISE = 14.0
#: longer texts stay longer: what a slow reader needs for a character
MS_PER_LETTER = 55.0


def upper_edge(frame: Frame) -> Box:
    """Where messages stand that have no other place."""
    return Box(100, 0, frame.width - 200, 0)


class Toasts:
    """Shows messages for a while at the upper edge."""

    def __init__(self) -> None:
        self.waiting: list[str] = []
        self.shown = ""
        self._age = 0.0

    def take(self, context: Context) -> bool:
        """Take over new messages, the same one not twice in a row; return whether one that is shown was taken back."""
        gone = self.shown in context.taken_back
        self.waiting = [notice for notice in self.waiting if notice not in context.taken_back]
        if gone:
            self.shown = ""
        for notice in context.notices:
            if notice != self.shown and notice not in self.waiting:
                self.waiting.append(notice)
        context.taken_back.clear()
        context.notices.clear()
        return gone

    def _hold(self) -> float:
        return max(HOLD_MS, len(self.shown) * MS_PER_LETTER)

    def update(self, ms: float) -> bool:
        """Let time pass; return whether the picture changes."""
        if not self.shown:
            if not self.waiting:
                return False
            self.shown, self._age = self.waiting.pop(0), 0.0
            return True
        before, self._age = self._age, self._age + ms
        if self._age > IN_MS + self._hold() + OUT_MS:
            self.shown = ""
            return True
        return before < IN_MS or self._age > IN_MS + self._hold()

    def draw(self, canvas: Canvas, context: Context, box: Box | None = None) -> None:
        """Draw the message that is shown: in the middle of a ``box``, or at the upper edge."""
        if not self.shown:
            return
        frame = canvas.frame
        room = box or upper_edge(frame)
        picture = context.kit.notice(self.shown, room.w)
        out = self._age - IN_MS - self._hold()
        share = out_cubic(min(1.0, self._age / IN_MS)) if out < 0 else 1 - out_cubic(min(1.0, out / OUT_MS))
        if context.settings.reduced_motion:
            share = 1.0
        x, y = room.centre
        high = picture.get_height() / frame.scale
        if box is None:
            y = -high / 2 + (high + 16) * share
        elif share > 0:
            # there it is at once: it only comes up a little
            y = min(max(y, high / 2 + 8), frame.height - high / 2 - 8) + RISE * (1 - share)
        canvas.put_centred(picture, x, y)
