"""Other data take the place of what is stored here: what is on either side, and whether that is wanted."""

from __future__ import annotations

from collections.abc import Mapping

from game.app.context import Context
from game.engine import surfaces, text
from game.engine.backdrop import Backdrop, wood
from game.engine.layout import Box
from game.engine.palette import INK, SOFT_ON_PAPER
from game.engine.transitions import Pop, Reset, Transition
from game.engine.widgets import Button
from game.host import transfer
from game.host.storage import StorageRefused
from game.player import saves
from game.scenes.navigation import routes
from game.scenes.shared.common import RULE_ON_PAPER, VEIL, Baked
from game.scenes.shared.days import day


def stored_texts(context: Context) -> dict[str, str]:
    """What is stored here now, by name; nothing where the storage does not tell."""
    try:
        return transfer.stored(context.storage)
    except StorageRefused:
        return {}


class TakeIn(Baked):
    """Shows what is here and what would come, and asks; what was here can be had back afterwards."""

    def __init__(self, context: Context, texts: Mapping[str, str], key: str) -> None:
        """Ask about ``texts``; ``key`` begins the keys of the words: "take_in" or "bring_back"."""
        super().__init__(context)
        self.texts, self.key = texts, key
        self.sides = saves.contents(stored_texts(context)), saves.contents(texts)
        self.items.focus = "leave"

    def _take(self) -> Transition:
        try:
            transfer.take_in(self.context.storage, self.texts)
        except StorageRefused:
            self.context.tell("settings.import_refused")
            return Pop()
        self.context.reread()
        self.context.tell(f"{self.key}.done")
        return Reset(routes.title(self.context))

    def _rows(self) -> list[tuple[str, str, str]]:
        """What is compared: its name, what is here and what would come."""
        texts, now = self.context.texts, self.context.clock.wall_ms()
        here, there = self.sides
        counts = [
            (texts(f"take_in.{name}"), texts.number(getattr(here, name)), texts.number(getattr(there, name)))
            for name in ("open", "finished", "counted")
        ]
        times = [day(texts, side.latest_ms, now) if side.latest_ms else "–" for side in self.sides]
        return [*counts, (texts("take_in.latest"), times[0], times[1])]

    def spoken(self) -> str:
        """The paper."""
        texts = self.context.texts
        here, there = texts("take_in.here"), texts(f"{self.key}.there")
        rows = [f"{name}: {here} {one}, {there} {other}" for name, one, other in self._rows()]
        return texts.sentences([texts(f"{self.key}.title"), *rows, texts(f"{self.key}.note")])

    def build(self) -> None:
        """Bake the veiled wood and the paper."""
        context, frame = self.context, self.context.frame
        kit, texts = context.kit, context.texts
        plate = self.plate = Backdrop(kit, surfaces.dimmed(surfaces.softened(wood(frame), 6), VEIL, 0.62))
        wide = 672.0
        left, room = (frame.width - wide) / 2 + 36, wide - 72
        head = kit.paragraph_plain(texts(f"{self.key}.title"), 30, room, INK, text.DISPLAY, 84)
        note = kit.paragraph_plain(texts(f"{self.key}.note"), 20, room, SOFT_ON_PAPER, text.STRONG, 90)
        step = 48.0
        table = 30 + head.get_height() / kit.scale + 14
        below = table + step * 5 + 12
        high = below + note.get_height() / kit.scale + 22 + 80 + 34
        paper = Box(left - 36, (frame.height - high) / 2, wide, high)
        plate.paper(paper, 24)
        plate.put(head, left, paper.y + 30, "corner")
        columns = (left + room * 0.66, left + room)
        y = paper.y + table + step / 2
        for name, x in zip(("take_in.here", f"{self.key}.there"), columns, strict=True):
            plate.put(kit.line_plain(texts(name), 19, SOFT_ON_PAPER, text.BLACK, room * 0.31), x, y, "right")
        for name, *values in self._rows():
            y += step
            plate.rule(left, y - step / 2, room, RULE_ON_PAPER)
            told = [kit.line_plain(value, 20, INK, text.BLACK, room * 0.31) for value in values]
            for value, x in zip(told, columns, strict=True):
                plate.put(value, x, y, "right")
            free = columns[0] - told[0].get_width() / kit.scale - 16 - left
            plate.put(kit.line_plain(name, 20, INK, text.STRONG, free), left, y)
        plate.put(note, left, paper.y + below, "corner")
        foot = paper.y + high - 80 - 32
        half = (room - 16) / 2
        places = Box(left, foot, half, 76), Box(left + half + 16, foot, half, 76)
        leave = Button(kit, "leave", places[0], texts("take_in.leave"), Pop, kind="dark", size=24, keys=("pause",))
        take = Button(kit, "take", places[1], texts(f"{self.key}.do"), self._take, kind="danger", size=24)
        self.show([leave, take])
