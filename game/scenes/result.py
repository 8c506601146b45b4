"""The result: every player's sum is added up before the eyes, piece by piece, the winner last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.context import Context
from game.core.match import HUMAN, Match
from game.engine import text
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.figures import figure, figure_plain
from game.engine.input import Input, Pointer
from game.engine.layout import Box
from game.engine.palette import CREAM, FELT, GOLD, INK, SOFT, SOFT_ON_PAPER
from game.engine.scene import Pop, Push, Reset, Scene, Transition
from game.engine.tally import Part, Tally
from game.engine.widgets import Button, Widget
from game.registry import GAMES
from game.scenes import routes
from game.scenes.common import back_button, heading

#: milliseconds for a piece of the cards, for another part of the sum, and for the total
PIECE_MS, PART_MS, TOTAL_MS = 240.0, 420.0, 520.0


class Result(Scene):
    """The sums of a round or of the whole match."""

    def __init__(self, context: Context, match: Match, go_on: Callable[[], None] | None = None) -> None:
        super().__init__(context)
        self.match = match
        #: deals the next round; None at the end of the match
        self._go_on = go_on
        self.summary: Any = GAMES[match.rules.NAME].result.Summary(context, match)
        self.rows: list[Tally] = sorted(self.summary.tallies, key=lambda tally: (tally.total, tally.seat))
        #: texts of the sums: what earlier rounds brought is the last part
        self._parts = {tally.seat: self._with_before(tally) for tally in self.rows}
        self.winners = match.rules.winners(match.state)
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
        return float(self.summary.pieces(tally.seat)) * PIECE_MS + len(self._parts[tally.seat]) * PART_MS + TOTAL_MS

    def _progress(self, row: int) -> tuple[int, int, bool]:
        """How far a row is added up: pieces of its cards, further parts, and whether its total stands."""
        left = self._ms - sum(self._length(tally) for tally in self.rows[:row])
        tally = self.rows[row]
        pieces = self.summary.pieces(tally.seat)
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

    def _stage(self) -> tuple[Any, ...]:
        return tuple(self._progress(row) for row in range(len(self.rows)))

    def _sound(self) -> None:
        self._told += 1
        self.context.audio.play(f"count_{1 + self._told % 3}")

    def _finish(self) -> None:
        self._done = True
        people = [seat for seat, row in enumerate(self.match.seats) if row.kind == HUMAN]
        if self.winners:
            lost = people and not set(people) & set(self.winners)
            self.context.audio.play("lose" if lost else "win")
        self.items.focus = ""
        self.build()
        self.items.focus = "again" if self._go_on is None else "next"

    # ---- choices --------------------------------------------------------------------------------

    def _again(self) -> Transition:
        return Reset(routes.setup(self.context, self.match.rules.NAME))

    def _next(self) -> Transition:
        assert self._go_on is not None
        self._go_on()
        return Pop()

    def back(self) -> Transition:
        """Leave; a match between rounds stays saved."""
        return Reset(routes.title(self.context))

    def spoken(self) -> str:
        """The places with their points, once they are added up."""
        if not self._done:
            return ""
        texts, seats = self.context.texts, self.match.seats
        rows = [f"{seats[row.seat].name}: {texts.number(row.total)}" for row in self.rows]
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

    # ---- layout ---------------------------------------------------------------------------------

    def _row_box(self, row: int) -> Box:
        count, frame = len(self.rows), self.context.frame
        if frame.tall:
            top, bottom = 176.0, frame.height - 240.0
            step = min(230.0, (bottom - top) / count)
            return Box(24, top + row * step, 672, step - 8)
        step = min(138.0, 560.0 / count)
        return Box(32, 132 + row * step, 900, step - 6)

    def build(self) -> None:
        """Bake the panels and names."""
        context, frame = self.context, self.context.frame
        kit, texts = context.kit, context.texts
        self.summary.build()
        game = self.match.rules.NAME
        plate = self.plate = Backdrop(kit, felt(frame, FELT[game], (0.42, 0.42)))
        heading(context, plate, texts("result.title"), "" if frame.tall else texts(self.summary.rule))
        if frame.tall:
            played, of = self.summary.rounds
            under = texts("result.round", number=played, count=of) if of > 1 else texts(self.summary.rule)
            plate.put(kit.line_plain(under, 19, SOFT, most=660), 30, 136)
        for row, tally in enumerate(self.rows):
            box = self._row_box(row)
            seat = self.match.seats[tally.seat]
            plate.panel(box, 18, 0.46)
            radius = min(30.0, box.h * 0.26)
            plate.put(figure_plain(kit, seat.figure, radius), box.x + 50, box.y + box.h * 0.4, "centre")
            plate.put(
                kit.line_plain(seat.name, 20, CREAM, text.BLACK, 92), box.x + 50, box.y + box.h * 0.82, "centre"
            )
        if not frame.tall:
            self._bake_standing(plate)
        self.show(self._buttons())

    def _bake_standing(self, plate: Backdrop) -> None:
        kit, texts = self.context.kit, self.context.texts
        plate.panel(Box(952, 132, 296, 370), 18, 0.46)
        plate.put(kit.line_plain(texts("result.standing"), 22, CREAM, text.BLACK), 976, 162)
        played, of = self.summary.rounds
        line = kit.line_plain(texts("result.round", number=played, count=of), 17, SOFT)
        plate.put(line, 1226, 162, "right")

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
        if not self._done:
            widgets.append(Button(kit, "skip", big, texts("result.skip"), self._skip, "primary", "", "speed", 28))
        elif self._go_on is not None:
            widgets.append(Button(kit, "next", big, texts("result.next"), self._next, "primary", "", "play", 28))
        else:
            widgets.append(Button(kit, "again", big, texts("result.again"), self._again, "primary", "", "play", 28))
        if self._go_on is None:
            watch = Button(
                kit,
                "watch",
                small[0],
                texts("result.watch"),
                lambda: Push(routes.replay(context, self.match, context.clock.wall_ms())),
                "dark",
                size=22,
            )
            home = Button(kit, "home-button", small[1], texts("button.home"), self.back, "dark", size=22)
            widgets += [watch, home]
        return widgets

    # ---- picture --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the rows as far as they are added up."""
        canvas.background(self.plate.surface)
        for row, tally in enumerate(self.rows):
            self._draw_row(canvas, row, tally)
        if not self.context.frame.tall:
            self._draw_standing(canvas)
        super().draw(canvas)

    def _draw_row(self, canvas: Canvas, row: int, tally: Tally) -> None:
        kit, texts, tall = self.context.kit, self.context.texts, self.context.frame.tall
        box = self._row_box(row)
        pieces, parts, done = self._progress(row)
        won = done and (tally.seat in self.winners)
        bright = row == self.current or won
        ink, soft = (INK, SOFT_ON_PAPER) if bright else (CREAM, SOFT)
        if bright:
            paper = kit.ready("bright_row_plain", box.w, box.h)
            canvas.put(paper, box.x, box.y)
            seat = self.match.seats[tally.seat]
            mood = "glad" if won else "calm"
            radius = min(30.0, box.h * 0.26)
            canvas.put_centred(figure(kit, seat.figure, radius, mood), box.x + 50, box.y + box.h * 0.4)
            name = kit.line(seat.name, 20, INK, text.BLACK, 92)
            canvas.put_centred(name, box.x + 50, box.y + box.h * 0.82)
        columns = len(self._parts[tally.seat])
        first = 506.0 if columns < 5 else 462.0
        cards = Box(box.x + 108, box.y + 8, 292 if tall else first - 154, box.h - 16)
        self.summary.draw_cards(canvas, tally.seat, cards, pieces if parts >= 0 else 0, bright)
        if parts < 0:
            return
        values = [self.summary.counted(tally.seat, pieces), *(part.value for part in self._parts[tally.seat][1:])]
        shown = len(self._parts[tally.seat]) if done else max(1, parts)
        total = sum(values[:shown])
        for number, part in enumerate(self._parts[tally.seat][:shown]):
            value = texts.signed(values[number]) if number else texts.number(values[number])
            label = texts(part.key)
            if tall:
                y = box.y + box.h * (number + 0.5) / max(3, len(self._parts[tally.seat]))
                canvas.put_left(kit.line(label, 16, soft, text.STRONG, 86), box.x + 408, y)
                canvas.put_right(kit.line(value, 18, ink, text.DISPLAY, 60), box.x + 558, y)
                continue
            x = box.x + first + number * min(110.0, (752 - first) / max(1, columns - 1))
            canvas.put_centred(kit.line(label, 17, soft, text.STRONG, 78), x, box.y + box.h * 0.24)
            canvas.put_centred(kit.line(value, min(29, box.h * 0.28), ink, text.DISPLAY, 82), x, box.y + box.h * 0.6)
        words = texts.number(total)
        size = min(44.0 if tall else 54.0 if won else 48.0, box.h * 0.6)
        colour = GOLD if won else CREAM
        x = box.x + (622 if tall else 840)
        sum_ = kit.sticker(words, size, colour, 96 if tall else 112)
        canvas.put_centred(sum_, x, box.y + box.h / 2)

    def _draw_standing(self, canvas: Canvas) -> None:
        kit, texts = self.context.kit, self.context.texts
        counted = [tally for row, tally in enumerate(self.rows) if self._progress(row)[2]]
        best = sorted(counted, key=lambda tally: (-tally.total, tally.seat))
        step = min(76.0, 312.0 / len(self.rows))
        for place, tally in enumerate(best):
            y = 184 + step * (place + 0.5)
            first = self._done and tally.total == best[0].total if not self.winners else tally.seat in self.winners
            if first and self._done:
                canvas.put(kit.ready("gold_row_plain", 272, step - 8), 964, y - step / 2 + 4)
            ink = INK if first and self._done else CREAM
            rank = 1 + sum(other.total > tally.total for other in counted)
            canvas.put_centred(kit.line(str(rank), 30, ink, text.DISPLAY), 990, y)
            seat = self.match.seats[tally.seat]
            canvas.put_centred(figure(kit, seat.figure, min(24.0, step * 0.36)), 1040, y)
            canvas.put_left(kit.line(seat.name, 22, ink, text.BLACK, 86), 1076, y)
            canvas.put_right(kit.line(texts.number(tally.total), 25, ink, text.DISPLAY, 76), 1224, y)
