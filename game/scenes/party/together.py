"""Play together: open a table for others, or come to one by its code or its address."""

from __future__ import annotations

from functools import partial

from game.app.context import Context
from game.app.visits import Visit
from game.catalogue.registry import GAMES
from game.engine import text
from game.engine.backdrop import Backdrop, wood
from game.engine.layout import Box
from game.engine.palette import CREAM, INK, LIP, SOFT_ON_PAPER, WHITE
from game.engine.text_field import TextField
from game.engine.transitions import Push, Reset, Transition
from game.engine.widgets import Button, Widget
from game.host import device
from game.player.last_parties import came_before, server_before
from game.player.lineup import remembered
from game.scenes.navigation import routes
from game.scenes.shared.common import Baked, back_button, heading
from game.scenes.shared.typing import TypingScene
from game.wire.deeds import Choose
from game.wire.way import BadWay, Way, is_code, to_party, to_server

#: an address is no longer
LONGEST = 80
#: so many ways back are offered; how high one alone is, and one of several, and what is free between them, logical
MOST_BACK, BACK_ALONE, BACK, BACK_GAP = 6, 86.0, 62.0, 10.0


class Together(TypingScene, Baked):
    """The way to other devices. Nothing is asked of a network before something here is used."""

    stage = "menu"

    def __init__(self, context: Context, server: str = "") -> None:
        super().__init__(context)
        self.typed_way = ""
        self.before = came_before(context)[:MOST_BACK]
        #: where tables are: the page's own server, or the one of last time
        self.server = server or context.server or server_before(context)
        self.items.focus = "back_to" if self.before else "way"

    @property
    def address(self) -> str:
        """The one page from which tables with other devices are reached."""
        return "together"

    # ---- choices --------------------------------------------------------------------------------

    def _come(self, way: Way, opens: Choose | None = None) -> Transition:
        if not device.can_connect():
            self.say(self.context.texts("party.no_library"))
            return None
        self.context.visit = Visit(self.context, way, opens)
        return Push(routes.lobby(self.context, self.context.visit))

    def _open(self, game: str) -> Transition:
        rows = remembered(game, self.context.stored("setup", "file.setup"), self.context.texts)
        options = {name: list(value) if isinstance(value, tuple) else value for name, value in rows.options.items()}
        return self._come(Way(self.server), Choose(game, options))

    def _type(self) -> None:
        self.items.focus = "way"
        self.type_into("way", self.typed_way, LONGEST, text.can_write, self._take)

    def _take(self, words: str) -> None:
        self.unsay()
        self.typed_way = words

    def _join(self) -> Transition:
        self.stop_typing(True)
        words = self.typed_way.strip()
        if not words:
            self._type()
            return None
        try:
            way = to_party(words)._replace(server=self.server) if is_code(words) else to_server(words)
        except BadWay:
            self.say(self.context.texts("party.bad_way"))
            return None
        if not way.server:
            self.say(self.context.texts("party.needs_address"))
            return None
        if not (way.code or way.party):
            # a server by itself: from now on tables are opened there
            self.server, self.typed_way = way.server, ""
            self.say(self.context.texts("party.server_known"))
            self.build()
            return None
        return self._come(way)

    def back(self) -> Transition:
        """Back to the box."""
        return Reset(routes.title(self.context))

    # ---- layout ---------------------------------------------------------------------------------

    def spoken(self) -> str:
        """What this is."""
        return self.context.texts("party.about")

    def build(self) -> None:
        """Bake the papers."""
        context, frame = self.context, self.context.frame
        kit, texts = context.kit, context.texts
        plate = self.plate = Backdrop(kit, wood(frame))
        heading(context, plate, texts("party.title"))
        widgets: list[Widget] = [back_button(context, self.back)]
        wide = 672.0 if frame.tall else 596.0
        left, right = (24.0, 24.0) if frame.tall else (34.0, 650.0)
        top = 116.0
        join = Box(left, top, wide, 330)
        opened = Box(right, top + 350 if frame.tall else top, wide, 560 if not frame.tall else 640)
        foot = frame.height - 24.0
        widgets += self._joining(plate, join)
        if self.before:
            columns = 1 if len(self.before) <= 2 else 2
            rows = -(-len(self.before) // columns)
            high = rows * (BACK + BACK_GAP) - BACK_GAP if rows > 1 else BACK_ALONE
            start = foot - high if frame.tall else join.y + join.h + 24
            widgets += self._back_to(Box(left, start, wide, high), columns)
            if frame.tall:
                foot = start - 16
        opened = opened._replace(h=min(opened.h, foot - opened.y))
        widgets += self._opening(plate, opened)
        self.show(widgets)

    def _back_to(self, box: Box, columns: int) -> list[Widget]:
        """A button for each table that one has not left."""
        kit, texts = self.context.kit, self.context.texts
        wide = (box.w - (columns - 1) * BACK_GAP) / columns
        high = BACK if len(self.before) > 1 else BACK_ALONE
        widgets: list[Widget] = []
        for number, way in enumerate(self.before):
            row, column = divmod(number, columns)
            place = Box(box.x + column * (wide + BACK_GAP), box.y + row * (BACK + BACK_GAP), wide, high)
            spoken = texts("party.back_to", code=way.code)
            label = spoken if columns == 1 else texts("party.table", code=way.code)
            use = partial(self._come, way)
            id_ = f"back_to-{number}" if number else "back_to"
            widgets.append(Button(kit, id_, place, label, use, kind="good", icon="play", size=26, spoken=spoken))
        return widgets

    def _joining(self, plate: Backdrop, box: Box) -> list[Widget]:
        """A field for a code or an address, and the way there."""
        kit, texts = plate.kit, self.context.texts
        plate.paper(box, 20)
        x, w = box.x + 28, box.w - 56
        plate.put(kit.line_plain(texts("party.join"), 30, INK, text.DISPLAY, w), x, box.y + 42)
        note = kit.paragraph_plain(texts("party.join_note"), 19, w, SOFT_ON_PAPER, text.STRONG, 76)
        plate.put(note, x, box.y + 66, "corner")
        field = Box(x, box.y + 150, w, 64)
        plate.inset(field, 14, WHITE)
        plate.frame_line(field, 14, LIP, 2)
        words = self.typed_way or texts("party.way_empty")
        entry, ink = self.entry_of("way"), INK if self.typed_way else SOFT_ON_PAPER
        typed = TextField(
            kit, "way", field, words, texts("party.way"), self._type, entry=entry, size=28, ink=ink, pen=False
        )
        use = Button(
            kit, "join", Box(x, box.y + 236, w, 72), texts("party.join_go"), self._join, kind="primary", size=26
        )
        return [typed, use]

    def _opening(self, plate: Backdrop, box: Box) -> list[Widget]:
        """A button for each game that can be played with other devices."""
        kit, texts = plate.kit, self.context.texts
        plate.panel(box, 20)
        x, w = box.x + 28, box.w - 56
        plate.put(kit.line_plain(texts("party.open"), 30, CREAM, text.DISPLAY, w), x, box.y + 42)
        able = bool(self.server)
        note = texts("party.open_note" if able else "party.open_needs")
        plate.put(kit.paragraph_plain(note, 19, w, CREAM, text.STRONG, 76), x, box.y + 66, "corner")
        step = min(84.0, (box.h - 148 - 16) / len(GAMES))
        widgets: list[Widget] = []
        for number, game in enumerate(GAMES):
            place = Box(x, box.y + 148 + number * step, w, step - 12)
            widgets.append(
                Button(
                    kit,
                    f"open-{game}",
                    place,
                    texts(f"game.{game}"),
                    lambda game=game: self._open(game),  # type: ignore[misc]
                    size=26,
                    enabled=able,
                )
            )
        return widgets
