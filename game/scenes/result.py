"""The result: every player's sum is added up before the eyes, piece by piece, the winner last.

A game may add pages of its own beside the sums, and a standing of its own in place of the ranking.
"""

from __future__ import annotations

from collections.abc import Callable

from game.context import Context
from game.core.match import AnyMatch
from game.engine import text
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.controls import bright_row_plain, gold_row_plain
from game.engine.figures import figure, figure_plain
from game.engine.input import Input, Pointer
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, INK, SOFT, SOFT_ON_PAPER
from game.engine.scene import Scene
from game.engine.tally import Part, Reckoning, Tally
from game.engine.transitions import Pop, Push, Reset, Transition
from game.engine.widgets import Button, Segment, Widget
from game.presentations import PRESENTATIONS
from game.scenes import routes
from game.scenes.common import back_button, heading

#: milliseconds for a piece of the cards, for another part of the sum, and for the total
PIECE_MS, PART_MS, TOTAL_MS = 240.0, 420.0, 520.0
#: room for the name at the left of a row
LABEL = 92
#: in portrait a row is at most so high, and its figure, name and numbers take so much of it, its cards the rest
TALL_ROW, TALL_HEAD = 300.0, 104.0
#: the lines of a row do not move further apart than in a row of this height
HIGH = 132.0


class Result(Scene):
    """The sums of a round or of the whole match."""

    def __init__(self, context: Context, match: AnyMatch, go_on: Callable[[], None] | None = None) -> None:
        super().__init__(context)
        self.match = match
        #: deals the next round; None at the end of the match
        self._go_on = go_on
        self.reckoning: Reckoning = PRESENTATIONS[match.game.name].reckoning(context, match)
        self.winners = match.game.winners(match.state)
        self._crowned = self.reckoning.crowned(self.winners)
        self.rows: list[Tally] = sorted(
            self.reckoning.tallies, key=lambda tally: (tally.total, tally.seat in self.winners, tally.seat)
        )
        #: texts of the sums: what earlier rounds brought is the last part
        self._parts = {tally.seat: self._with_before(tally) for tally in self.rows}
        #: 0 for the sums, then the game's own pages
        self.page = 0
        self._ms = 0.0
        self._done = False
        self._told = 0
        self.items.focus = "skip"

    @staticmethod
    def _with_before(tally: Tally) -> tuple[Part, ...]:
        before = tally.total - tally.points
        return (*tally.parts, Part("result.before", before)) if before else tally.parts

    # ---- time -----------------------------------------------------------------------------------

    def _length(self, tally: Tally) -> float:
        return float(self.reckoning.pieces(tally.seat)) * PIECE_MS + len(self._parts[tally.seat]) * PART_MS + TOTAL_MS

    def _progress(self, row: int) -> tuple[int, int, bool]:
        """How far a row is added up: pieces of its cards, further parts, and whether its total stands."""
        left = self._ms - sum(self._length(tally) for tally in self.rows[:row])
        tally = self.rows[row]
        pieces = self.reckoning.pieces(tally.seat)
        if self._done or left >= self._length(tally):
            return pieces, len(self._parts[tally.seat]), True
        if left < 0:
            return 0, -1, False
        shown = min(pieces, int(left / PIECE_MS))
        parts = int((left - pieces * PIECE_MS) / PART_MS) if left >= pieces * PIECE_MS else 0
        return shown, min(len(self._parts[tally.seat]), max(0, parts)), False

    @property
    def current(self) -> int:
        """The row that is being added up, or the number of rows."""
        return next((row for row in range(len(self.rows)) if not self._progress(row)[2]), len(self.rows))

    def update(self, ms: float) -> Transition:
        """Add up."""
        if self._done:
            return None
        pace = self.context.settings.pace
        before = self._stage()
        self._ms += ms / pace if pace else 1e9
        if self._stage() != before:
            self.dirty = True
            self._sound()
        if self.current >= len(self.rows):
            self._finish()
        return None

    def _stage(self) -> tuple[tuple[int, int, bool], ...]:
        return tuple(self._progress(row) for row in range(len(self.rows)))

    def _sound(self) -> None:
        self._told += 1
        self.context.audio.play(f"count_{1 + self._told % 3}")

    def _finish(self) -> None:
        self._done = True
        if self.match.is_over:
            people = set(self.match.humans)
            lost = people and not people & set(self.winners)
            self.context.audio.play("lose" if lost else "win")
        self.items.focus = ""
        self.build()
        self.items.focus = "again" if self._go_on is None else "next"

    # ---- choices --------------------------------------------------------------------------------

    def _again(self) -> Transition:
        return Reset(routes.setup(self.context, self.match.game.name))

    def _next(self) -> Transition:
        assert self._go_on is not None
        self._go_on()
        return Pop()

    def back(self) -> Transition:
        """Leave; a match between rounds stays saved."""
        return Reset(routes.title(self.context, self.match.game.name))

    def spoken(self) -> str:
        """The places with their points, once they are added up."""
        if not self._done:
            return ""
        if self.page:
            return self.reckoning.spoken_page(self.page)
        texts = self.context.texts
        rows = [f"{self._names(row)}: {texts.number(row.total)}" for row in self.rows]
        return f"{texts('result.title')}. {'. '.join(rows)}"

    def handle(self, event: Input) -> Transition:
        """A tap anywhere finishes the adding up."""
        tap = isinstance(event, Pointer) and event.kind == "down" and not self.items.at(event.x, event.y)
        if tap and not self._done:
            self._finish()
            return None
        return super().handle(event)

    def _skip(self) -> None:
        self._finish()

    def _turn(self, page: int) -> None:
        """Show a page; the sums are added up by then."""
        if not self._done:
            self._finish()
        self.page = page
        self.build()

    # ---- layout ---------------------------------------------------------------------------------

    def _names(self, tally: Tally) -> str:
        seats = self.match.seats
        return self.context.texts.listed([seats[seat].name for seat in self.reckoning.members(tally.seat)])

    def _top(self) -> float:
        """Where the rows or the page begin."""
        if not self.context.frame.tall:
            return 132.0
        return 196.0 if self.reckoning.pages else 176.0

    def _row_box(self, row: int) -> Box:
        count, frame, top = len(self.rows), self.context.frame, self._top()
        if frame.tall:
            if self.reckoning.standing_height:
                top += self.reckoning.standing_height + 12
            room = frame.height - 240.0 - top
            step = min(TALL_ROW, room / count)
            top += (room - step * count) * 0.4
            return Box(24, top + row * step, 672, step - 8)
        step = min(self.reckoning.row_height, 560.0 / count)
        return Box(32, top + row * step, 900, step - 6)

    def _head(self, row: Box) -> Box:
        """The part of a row with the figure, the name and the numbers: above the cards in portrait, else all of it."""
        if not self.context.frame.tall:
            return row
        return row._replace(y=row.y + 4, h=min(TALL_HEAD, row.h * 0.54))

    def _cards(self, row: Box, tally: Tally) -> Box:
        """The part of a row with the cards: below its head in portrait, else between the name and the numbers."""
        head = self._head(row)
        if self.context.frame.tall:
            return Box(row.x + 18, head.y + head.h + 4, row.w - 36, row.y + row.h - head.y - head.h - 14)
        return Box(row.x + 108, row.y + 8, self._columns(tally)[0] - 154, row.h - 16)

    def _columns(self, tally: Tally) -> tuple[float, float]:
        """How far right in a row its first number stands, and how far apart the numbers are."""
        gaps = len(self._parts[tally.seat]) - 1
        if self.context.frame.tall:
            apart = min(138.0, 356 / max(1, gaps))
            return 500 - gaps * apart, apart
        first = self.reckoning.first_column if gaps < 4 else 462.0
        return first, min(110.0, (752 - first) / max(1, gaps))

    def _standing_box(self) -> Box:
        if self.context.frame.tall:
            return Box(24, self._top(), 672, self.reckoning.standing_height)
        return Box(952, 132, 296, 370)

    def _page_boxes(self) -> tuple[Box, ...]:
        """Room for a page of the game's own: one large box, one at its side, one below."""
        frame, top, gap = self.context.frame, self._top(), 14.0
        if not frame.tall:
            return Box(32, top, 900, 352), self._standing_box(), Box(32, top + 352 + gap, 900, 194)
        high = frame.height - 240.0 - top - 2 * gap
        large, side = high * 0.4, high * 0.29
        return (
            Box(24, top, 672, large),
            Box(24, top + large + gap, 672, side),
            Box(24, top + large + side + 2 * gap, 672, high - large - side),
        )

    def build(self) -> None:
        """Bake the panels and names, or a page of the game's own."""
        context, frame = self.context, self.context.frame
        kit, texts = context.kit, context.texts
        self.reckoning.build()
        game = self.match.game.name
        plate = self.plate = Backdrop(kit, felt(frame, PRESENTATIONS[game].felt, (0.42, 0.42)))
        heading(context, plate, texts("result.title"), "" if frame.tall else texts(self.reckoning.rule))
        if frame.tall and not self.reckoning.pages:
            played, of = self.reckoning.rounds
            under = texts("result.round", number=played, count=of) if of > 1 else texts(self.reckoning.rule)
            words = kit.paragraph_plain(under, 19, 660, SOFT, text.STRONG, 92)
            plate.put(words, 30, 136)
        if self.page:
            self.reckoning.bake_page(plate, self.page, self._page_boxes())
        else:
            for row, tally in enumerate(self.rows):
                box = self._row_box(row)
                plate.panel(box, 18, 0.46)
                self._bake_people(plate, self._head(box), tally)
            if not frame.tall or self.reckoning.standing_height:
                self._bake_standing(plate)
        self.show(self._buttons())

    def _figures(self, tally: Tally, box: Box) -> list[tuple[str, float, float, float]]:
        """The figures at the left of a row: name, radius and place."""
        names = [self.match.seats[seat].figure for seat in self.reckoning.members(tally.seat)]
        radius = min(30.0 if len(names) == 1 else 19.0, box.h * 0.26)
        first, y = box.x + 52 - (len(names) - 1) * radius * 0.75, self._at(box, 0.4)
        return [(name, radius, first + number * radius * 1.5 - 2, y) for number, name in enumerate(names)]

    def _label_size(self, tally: Tally) -> float:
        return 20 if len(self.reckoning.members(tally.seat)) == 1 else 17

    def _at(self, box: Box, share: float) -> float:
        """A height within a row's head; the lines of a high one keep together around its middle."""
        high = min(box.h, HIGH)
        return box.y + box.h / 2 + (share - 0.5) * high

    def _bake_people(self, plate: Backdrop, box: Box, tally: Tally) -> None:
        kit = self.context.kit
        for name, radius, x, y in self._figures(tally, box):
            plate.put(figure_plain(kit, name, radius), x, y, "centre")
        words = kit.line_plain(self.reckoning.label(tally.seat), self._label_size(tally), CREAM, text.BLACK, LABEL)
        plate.put(words, box.x + 50, self._at(box, 0.82), "centre")

    def _bake_standing(self, plate: Backdrop) -> None:
        kit, texts, box = self.context.kit, self.context.texts, self._standing_box()
        plate.panel(box, 18, 0.46)
        plate.put(kit.line_plain(texts("result.standing"), 22, CREAM, text.BLACK), box.x + 24, box.y + 30)
        plate.put(kit.line_plain(self.reckoning.note(), 17, SOFT), box.x + box.w - 22, box.y + 30, "right")

    def _buttons(self) -> list[Widget]:
        context, frame = self.context, self.context.frame
        kit, texts = context.kit, context.texts
        if frame.tall:
            big = Box(24, frame.height - 220, 672, 96)
            small = [Box(24 + n * 342, frame.height - 110, 330, 76) for n in range(2)]
        else:
            big = Box(952, 516, 296, 80)
            small = [Box(952 + n * 154, 612, 142, 72) for n in range(2)]
        widgets: list[Widget] = [back_button(context, self.back, "home", "home")]
        if self.reckoning.pages:
            tabs = Box(24, 112, 672, 68) if frame.tall else Box(820, 32, 428, 58)
            names = [texts(key) for key in ("result.sums", *self.reckoning.pages)]
            widgets.append(
                Segment(kit, "page", tabs, names, self.page, self._turn, name=texts("result.title"), size=21)
            )
        if not self._done:
            widgets.append(
                Button(
                    kit, "skip", big, texts("result.skip"), self._skip, kind="primary", sub="", icon="speed", size=28
                )
            )
        elif self._go_on is not None:
            widgets.append(
                Button(kit, "next", big, texts("result.next"), self._next, kind="primary", sub="", icon="play", size=28)
            )
        else:
            widgets.append(
                Button(
                    kit, "again", big, texts("result.again"), self._again, kind="primary", sub="", icon="play", size=28
                )
            )
        if self._go_on is None:
            watch = Button(
                kit,
                "watch",
                small[0],
                texts("result.watch"),
                lambda: Push(routes.replay(context, self.match, context.clock.wall_ms())),
                kind="dark",
                size=22,
            )
            home = Button(kit, "home-button", small[1], texts("button.home"), self.back, kind="dark", size=22)
            widgets += [watch, home]
        return widgets

    # ---- picture --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the rows as far as they are added up."""
        canvas.background(self.plate.surface)
        if not self.page:
            for row, tally in enumerate(self.rows):
                self._draw_row(canvas, row, tally)
            counted = [tally for row, tally in enumerate(self.rows) if self._progress(row)[2]]
            if self.reckoning.standing_height:
                total = sum(tally.total for tally in counted)
                self.reckoning.draw_standing(canvas, self._standing_box(), total, self._done)
            elif not self.context.frame.tall:
                self._draw_standing(canvas, counted)
        super().draw(canvas)

    def _draw_row(self, canvas: Canvas, row: int, tally: Tally) -> None:
        kit, texts, tall = self.context.kit, self.context.texts, self.context.frame.tall
        box = self._row_box(row)
        head = self._head(box)
        pieces, parts, done = self._progress(row)
        won = done and tally.seat in self._crowned
        bright = row == self.current or won
        ink, soft = (INK, SOFT_ON_PAPER) if bright else (CREAM, SOFT)
        if bright:
            paper = kit.ready(bright_row_plain, box.w, box.h)
            canvas.put(paper, box.x, box.y)
            for face, radius, x, y in self._figures(tally, head):
                canvas.put_centred(figure(kit, face, radius, "glad" if won else "calm"), x, y)
            name = kit.line(self.reckoning.label(tally.seat), self._label_size(tally), INK, text.BLACK, LABEL)
            canvas.put_centred(name, box.x + 50, self._at(head, 0.82))
        cards = self._cards(box, tally)
        self.reckoning.draw_cards(canvas, tally.seat, cards, pieces if parts >= 0 else 0, bright)
        if parts < 0:
            return
        values = [self.reckoning.counted(tally.seat, pieces), *(part.value for part in self._parts[tally.seat][1:])]
        columns = len(self._parts[tally.seat])
        shown = columns if done else max(1, parts)
        total = sum(values[:shown])
        first, apart = self._columns(tally)
        room = apart - 6 if tall else 104 if columns < 3 else 78
        for number, part in enumerate(self._parts[tally.seat][:shown]):
            value = texts.signed(values[number]) if number else texts.number(values[number])
            x = box.x + first + number * apart
            canvas.put_centred(kit.line(texts(part.key), 17, soft, text.STRONG, room), x, self._at(head, 0.24))
            size = min(26.0 if tall else 29.0, head.h * 0.28)
            canvas.put_centred(kit.line(value, size, ink, text.DISPLAY, max(82, room)), x, self._at(head, 0.6))
        size = min((44.0 if tall else 48.0) + 6 * won, head.h * 0.6)
        sum_ = kit.sticker(texts.number(total), size, GOLD if won else CREAM, 116 if tall else 112)
        canvas.put_centred(sum_, box.x + (606 if tall else 840), head.y + head.h / 2)

    def _draw_standing(self, canvas: Canvas, counted: list[Tally]) -> None:
        kit, texts = self.context.kit, self.context.texts
        best = sorted(counted, key=lambda tally: (-tally.total, tally.seat not in self.winners, tally.seat))
        step = min(76.0, 312.0 / len(self.rows))
        for place, tally in enumerate(best):
            y = 184 + step * (place + 0.5)
            first = self._done and tally.total == best[0].total if not self.winners else tally.seat in self.winners
            if first and self._done:
                canvas.put(kit.ready(gold_row_plain, 272, step - 8), 964, y - step / 2 + 4)
            ink = INK if first and self._done else CREAM
            canvas.put_centred(kit.line(str(self._rank(tally, counted)), 30, ink, text.DISPLAY), 990, y)
            members = self.reckoning.members(tally.seat)
            for number, seat in enumerate(members):
                name = self.match.seats[seat].figure
                canvas.put_centred(figure(kit, name, min(24.0, step * 0.36)), 1040 + 44 * number, y)
            if len(members) == 1:
                canvas.put_left(kit.line(self.reckoning.label(tally.seat), 22, ink, text.BLACK, 86), 1076, y)
            canvas.put_right(kit.line(texts.number(tally.total), 25, ink, text.DISPLAY, 76), 1224, y)

    def _rank(self, tally: Tally, counted: list[Tally]) -> int:
        """The place so far; where a tie is broken by what no sum shows, only winners are first."""
        rank = 1 + sum(other.total > tally.total for other in counted)
        beaten = rank == 1 and any(row.seat in self.winners for row in counted) and tally.seat not in self.winners
        return 2 if beaten else rank
