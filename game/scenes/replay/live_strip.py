"""The strip of a replay by the clock: its table is smaller, with the log beside it in a wide window."""

from copy import copy

from game.app.context import Context
from game.engine import backdrop, figures, layout, live_table, palette, text, transitions, widgets
from game.engine.canvas import Canvas
from game.engine.kit import Kit
from game.scenes.replay.strip import Strip
from game.scenes.shared.common import back_button

#: in a wide window: the table's scale, how far it stands from the left, and the log beside it
SMALLER, TABLE_LEFT, LOG = 0.755, 12.0, layout.Box(986, 18, 266, 524)
#: how large the buttons for the log and what the match was like are
SIDE = 44.0


class LiveStrip(Strip):
    """The time line by the clock, with the corners and the log of its smaller table."""

    high_tall, legend_tall = 268.0, 248.0
    table: live_table.AnyLiveTable
    #: people sit all around the table; before it is made, nobody has to know
    around = False

    def framed(self) -> Context:
        """In a wide window the whole table is smaller, and the log has room beside it.

        In portrait the line covers the buttons of the table; where people sit below them, it is smaller there too.
        """
        frame = self.context.frame
        if frame.tall and not self.around:
            return super().framed()
        framed = copy(self.context)
        share, left = SMALLER, TABLE_LEFT
        if frame.tall:
            share = (frame.height - self.high_tall - 32) / frame.height
            left = frame.width * (1 - share) / 2
        framed.frame = frame._replace(scale=frame.scale * share, left=frame.left + frame.px(left))
        framed.kit = Kit(framed.frame, self.context.settings.scale)
        return framed

    def _bake_title(self, plate: backdrop.Backdrop, panel: layout.Box) -> None:
        """In portrait the table fills the window: the day goes into the panel. In a wide window the log has its own."""
        kit = self.context.kit
        if self.context.frame.tall:
            line = kit.line_plain(self._when(), 15, palette.SOFT, text.STRONG, 360)
            plate.put(line, panel.x + panel.w - 22, panel.y + 26, "right")
            return
        super()._bake_title(plate, panel)
        plate.panel(LOG, 18, 0.42)
        heading = kit.line_plain(self.context.texts("log.title"), 18, palette.CREAM, text.BLACK)
        plate.put(heading, LOG.x + 18, LOG.y + 24)

    def corners(self, help_: widgets.UseAction) -> list[widgets.Widget]:
        """The ways back, to the rules, to the log and to what the match was like."""
        context, frame = self.context, self.context.frame
        kit, texts, around = context.kit, context.texts, self.around
        x, y = frame.width - 58.0, 60.0
        back = back_button(context, transitions.Pop)
        if around:
            # seats are in the corners: both buttons stand where the table has its pause
            x, y = self._place(*self.table.spots.pause)
            across, down = (42, 0) if frame.tall else (0, 40)
            back.move(x - across, y - down)
            x, y = x + across, y + down
        elif not frame.tall:
            x = self._place(x, y)[0]
        found: list[widgets.Widget] = [
            back,
            widgets.RoundButton(kit, "help", x, y, texts("button.help"), help_, icon="help", keys=("help",)),
        ]
        if frame.tall and around:
            # there is no room for more where people sit in every corner
            return found
        x, y, pitch = (frame.width - 142.0, 60.0, 84.0) if frame.tall else (LOG.x + LOG.w - 32, LOG.y + 30, 52.0)
        log, label = texts("button.log"), texts("look_back.open")
        found.append(widgets.RoundButton(kit, "log", x, y, log, self.open_log, icon="log", side=SIDE, keys=("log",)))
        if self.driver.match.whole.is_over:
            review = self.driver.review
            found.append(widgets.RoundButton(kit, "review", x - pitch, y, label, review, icon="eye", side=SIDE))
        return found

    def _place(self, x: float, y: float) -> tuple[float, float]:
        """A place of the table in the measures of the window."""
        return self.context.frame.to_logical(*self.table.context.frame.to_real(x, y))

    # ---- picture --------------------------------------------------------------------------------

    def draw_table(self, canvas: Canvas) -> None:
        frame = self.context.frame
        if not frame.tall or self.around:
            self.table.draw(Canvas(canvas.screen, self.table.context.frame))
            if not frame.tall:
                self._draw_log(canvas)
            return
        # what the table has below its last row is hidden by the panel
        canvas.background(self.table.backdrop.surface)
        whole = canvas.screen.get_clip()
        canvas.screen.set_clip((0, 0, whole.w, frame.to_real(0, self.panel.y)[1]))
        self.table.draw(canvas)
        if self.table.says_last and self.table.log:
            self._draw_last(canvas)
        canvas.screen.set_clip(whole)

    def _draw_log(self, canvas: Canvas) -> None:
        """The last lines of the log, the newest first, each in as many lines as it takes."""
        kit, y = self.context.kit, LOG.y + 56
        for number, line in enumerate(reversed(self.table.log)):
            newest = number == 0
            colour, face = (palette.CREAM, text.BLACK) if newest else (palette.SOFT, text.STRONG)
            picture = kit.paragraph(line.words, 16, LOG.w - 62, colour, face)
            high = picture.get_height() / kit.scale
            if y + high > LOG.y + LOG.h - 4:
                return
            if line.seat >= 0:
                name = self.driver.match.seats[line.seat].figure
                canvas.put_centred(figures.figure(kit, name, 12), LOG.x + 28, y + 11 * kit.text_scale / kit.scale)
            canvas.put(picture, LOG.x + 50, y)
            y += high + 6
