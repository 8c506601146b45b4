"""The confirmation of a data import: both sides compared, before the stored data are replaced."""

from collections.abc import Mapping
from dataclasses import replace

from game.engine import backdrop, fonts, palette, surfaces, transitions
from game.engine.containers import Anchor, ButtonPart, Column, PaperBox, Paragraph, RowOfParts, RuledColumn, TextLine
from game.engine.dates import day
from game.host import storage, transfer
from game.player import saves
from game.scenes.navigation import routes
from game.scenes.shared.common import VEIL, Baked
from game.services.context import Context


def stored_texts(context: Context) -> dict[str, str]:
    """Return the stored texts by name; {} if the storage is unavailable."""
    try:
        return transfer.stored_texts(context.storage)
    except storage.StorageRefused:
        return {}


class DataImport(Baked):
    """Compares the stored data with the new ones and asks; the old ones can be restored afterwards."""

    def __init__(self, context: Context, texts: Mapping[str, str], key: str) -> None:
        """Ask about ``texts``; ``key`` is the prefix of the text keys: "take_in" or "bring_back"."""
        super().__init__(context)
        self.new_texts, self.key = texts, key
        self.sides = saves.contents_of(stored_texts(context)), saves.contents_of(texts)
        self.items.focus = "leave"

    def _take(self) -> transitions.Transition:
        try:
            transfer.import_texts(self.context.storage, self.new_texts)
        except storage.StorageRefused:
            self.context.tell("settings.import_refused")
            return transitions.Pop()
        self.context.reread()
        self.context.tell(f"{self.key}.done")
        return transitions.Reset(routes.title(self.context))

    def _rows(self) -> list[tuple[str, str, str]]:
        """Return the compared quantities: name, value here and value in the new data."""
        texts, now = self.texts, self.context.clock.wall_ms()
        here, there = self.sides
        counts = [
            (texts(f"take_in.{name}"), texts.number(getattr(here, name)), texts.number(getattr(there, name)))
            for name in ("open", "finished", "counted")
        ]
        times = [day(texts, side.latest_ms, now) if side.latest_ms else "–" for side in self.sides]
        return [*counts, (texts("take_in.latest"), times[0], times[1])]

    def spoken(self) -> str:
        here, there = self.texts("take_in.here"), self.texts(f"{self.key}.there")
        rows = [f"{name}: {here} {one}, {there} {other}" for name, one, other in self._rows()]
        return self.texts.sentences([self.texts(f"{self.key}.title"), *rows, self.texts(f"{self.key}.note")])

    def build(self) -> None:
        context, frame = self.context, self.frame
        kit, texts = context.kit, context.texts
        self.plate = backdrop.Backdrop(kit, surfaces.dimmed(surfaces.softened(backdrop.wood(frame), 6), VEIL, 0.62))

        def row(name: TextLine, here: TextLine, there: TextLine) -> RowOfParts:
            # the stored side gets its minimum width: the name has the rest
            sides = replace(here, side="right").tight(kit, 186), replace(there, side="right", w=190)
            return RowOfParts((name, *sides), 16, h=48)

        def head(key: str) -> TextLine:
            return TextLine(texts(key), 19, palette.SOFT_ON_PAPER, fonts.BLACK)

        compared = [row(TextLine("", 20), head("take_in.here"), head(f"{self.key}.there"))]
        for name, here, there in self._rows():
            compared += [
                row(TextLine(name, 20), TextLine(here, 20, face=fonts.BLACK), TextLine(there, 20, face=fonts.BLACK))
            ]
        buttons = (
            ButtonPart("leave", texts("take_in.leave"), transitions.Pop, "dark", size=24, keys=("pause",), h=76),
            ButtonPart("take", texts(f"{self.key}.do"), self._take, "danger", size=24),
        )
        parts = (
            Paragraph(texts(f"{self.key}.title"), 30, face=fonts.DISPLAY, limit=132),
            RuledColumn(compared),
            Paragraph(texts(f"{self.key}.note"), 20, palette.SOFT_ON_PAPER, limit=90),
            RowOfParts(buttons, 16),
        )
        self.show(Anchor(PaperBox(Column(parts, 16), 36, 32, radius=24), 672).lay(self.plate, frame.table))
