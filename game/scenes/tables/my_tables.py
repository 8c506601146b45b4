"""All tables of this device on one page: friends' tables, matches against bots, and the deal of the day."""

from game.catalogue.registry import GAMES
from game.engine import backdrop, fonts, layout
from game.engine import containers as ui
from game.engine.palette import CREAM, SOFT
from game.engine.transitions import Push, Reset, Transition
from game.engine.widgets import Widget
from game.scenes.navigation import routes
from game.scenes.shared import common, empty_page
from game.scenes.tables import entries
from game.scenes.tables.row import TableRow, row_height
from game.services.context import Context

#: gap between rows and between columns, height of a line with notices, and of the pages' arrows
GAP, LINE, ARROWS = 12.0, 30.0, 76.0
#: interval at which times are written anew, in milliseconds
RENEWED_MS = 30_000.0


class MyTables(common.Baked, common.Paged):
    """The list of tables: those that wait for the player first."""

    stage, address = "menu", "tables"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._shown = -1
        self._renewed_ms = 0.0
        self._read()
        context.tables.look(context.clock.now_ms(), opens=True)
        self.items.focus = self.rows[0].id if self.rows else "together"

    def _read(self) -> None:
        self._shown = self.context.tables.version
        self._renewed_ms = RENEWED_MS
        self.rows = entries.entries(self.context)
        self.notices = entries.notices(self.context)

    # ---- time -------------------------------------------------------------------------------------

    def update(self, ms: float) -> Transition:
        """Show news of the servers, and the time that has passed."""
        self.context.tables.look(self.context.clock.now_ms())
        self._renewed_ms -= ms
        if self.context.tables.version != self._shown or self._renewed_ms <= 0:
            before = self.rows, self.notices
            self._read()
            # ways are made anew each time
            if [row._replace(use=self.back) for row in before[0]] != [
                row._replace(use=self.back) for row in self.rows
            ] or before[1] != self.notices:
                self.page = min(self.page, self.page_count() - 1)
                self.build()
        return None

    def resume(self) -> None:
        self._read()
        self.build()

    def back(self) -> Transition:
        """Return to the title."""
        return Reset(routes.title(self.context))

    # ---- layout -------------------------------------------------------------------------------------

    @property
    def _columns(self) -> int:
        return 1 if self.frame.tall else 2

    @property
    def _line(self) -> float:
        """The height of the notices, logical; in portrait they take two lines."""
        return LINE * bool(self.notices) * (2 if self.frame.tall else 1) * self.kit.text_growth

    @property
    def _room(self) -> layout.Box:
        """The box of the rows."""
        frame, top = self.frame, 116.0 + self._line
        box = layout.Box(28, top, frame.width - 56, frame.height - top - 20)
        # a wide table has the arrows beside the heading
        return box if self._fits(box) or not frame.tall else box._replace(h=box.h - ARROWS)

    def _on_page(self, box: layout.Box) -> int:
        high = row_height(self.kit)
        return max(1, int((box.h + GAP) // (high + GAP))) * self._columns

    def _fits(self, box: layout.Box) -> bool:
        return self._on_page(box) >= len(self.rows)

    def page_count(self) -> int:
        return max(1, -(-len(self.rows) // self._on_page(self._room)))

    def spoken(self) -> str:
        """Return how many tables wait, to be read out."""
        texts, waiting = self.texts, self.context.tables.waiting
        head = texts("tables.waiting", count=waiting) if waiting else texts("tables.none_waits")
        return texts.sentences([texts("tables.title"), *([head] if self.rows else []), *self.notices])

    def build(self) -> None:
        context, frame = self.context, self.frame
        kit, texts = context.kit, context.texts
        plate = self.plate = backdrop.Backdrop(kit, backdrop.wood(frame))
        count = texts("page", number=self.page + 1, count=self.page_count()) if self.page_count() > 1 else ""
        common.heading(context, plate, texts("tables.title"), "" if frame.tall else count)
        if self.notices:
            words = kit.paragraph_plain(" ".join(self.notices), 19, frame.width - 80, SOFT, fonts.BLACK, self._line)
            plate.put(words, 40, 106, "corner")
        rows = self._rows()
        widgets: list[Widget] = [common.back_button(context, self.back), *rows]
        if not any(row.is_begun for row in self.rows):
            top = max([116.0, *(row.box.y + row.box.h + GAP for row in rows)])
            widgets += self._empty().lay(plate, layout.Box(28, top, frame.width - 56, frame.height - 24 - top))
        if self.page_count() > 1:
            widgets += self._arrows(count)
        self.show(widgets)

    def _rows(self) -> list[TableRow]:
        room, columns, high = self._room, self._columns, row_height(self.kit)
        wide = (room.w - GAP * (columns - 1)) / columns
        each = self._on_page(room)
        found = []
        for number, row in enumerate(self.rows[self.page * each : (self.page + 1) * each]):
            x, y = room.x + number % columns * (wide + GAP), room.y + number // columns * (high + GAP)
            found.append(TableRow(self.context, row, layout.Box(x, y, wide, high)))
        return found

    def _arrows(self, count: str) -> list[Widget]:
        wide = self.frame.width
        if not self.frame.tall:
            return self.page_arrows(60, {"tables.previous": wide - 148, "tables.next": wide - 60})
        y = self.frame.height - 20 - ARROWS / 2 + 8
        self.plate.put(self.kit.line_plain(count, 20, CREAM, fonts.BLACK), wide / 2, y, "centre")
        return self.page_arrows(y, {"tables.previous": wide / 2 - 150, "tables.next": wide / 2 + 150})

    def _empty(self) -> ui.Part:
        """Return the note that there is no table yet, with a way to one."""
        texts = self.texts
        go = ui.ButtonPart("together", texts("party.title"), self._together, "primary", icon="pawn", size=28, h=84)
        picture = empty_page.TablePicture(empty_page.fan([*GAMES]))
        # a daily deal may be listed above
        head = texts("tables.none_begun" if self.rows else "tables.none")
        return empty_page.empty_page(self.context, picture, head, texts("tables.none_note"), go)

    def _together(self) -> Transition:
        return Push(routes.together(self.context))
