"""A match in real time watched again at its true pace: the line is the game's own clock."""

from __future__ import annotations

from bisect import bisect_right
from copy import copy
from typing import NamedTuple

from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.core.events import seat_of
from game.core.live import live
from game.core.match import AnyMatch
from game.engine import text
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.figures import figure
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.live_table import AnyLiveTable
from game.engine.palette import CREAM, SOFT
from game.engine.presentation import Weight
from game.engine.presentation import live as live_presentation
from game.engine.transitions import Transition
from game.engine.widgets import RoundButton, Widget
from game.engine.words import name_of
from game.scenes.replay.replay import SPEEDS, Replay
from game.scenes.shared.common import SLIDE_MS

#: in a wide window: the table's scale, how far it stands from the left, and the log beside it
SMALLER, TABLE_LEFT, LOG = 0.755, 12.0, Box(986, 18, 266, 524)


class Moment(NamedTuple):
    """An action that one can jump to: so many had been made then, what kind it is, and whose."""

    place: int
    kind: Weight
    seat: int


class TimedReplay(Replay):
    """Plays a match by its clock; the buttons jump from one gain, error or turn to the next."""

    table: AnyLiveTable
    speeds = SPEEDS | {"four": 4.0}
    log_side = 44.0
    high_tall = 268.0

    def __init__(self, context: Context, match: AnyMatch, ended_ms: float = 0, place: int = 0) -> None:
        game, shown = live(match.game), live_presentation(PRESENTATIONS[match.game.name])
        self._stamps: list[int] = [0, *(game.stamp(action) for action in match.actions)]
        #: the game's time that is shown, in milliseconds
        self.now = 0.0
        self._shown = ""
        #: people sit all around the table; before it is made, nobody has to know
        self._around = False
        super().__init__(context, match, ended_ms, place)
        self.now = float(self._stamps[self.place])
        weigh = shown.weight
        self.moments = [
            Moment(place, weigh(event), seat_of(event))
            for place, events in enumerate(match.events, 1)
            for event in events
            if weigh(event)
        ]

    def _lay_table(self) -> None:
        shown = live_presentation(PRESENTATIONS[self.match.game.name])
        self.table = shown.table(self._framed(), self.match.seats, self.viewer, self._view(0))
        self._around = self.table.around

    # ---- where it stands ------------------------------------------------------------------------

    @property
    def length(self) -> int:
        """How long the match took, in milliseconds."""
        return max(1, self._stamps[-1])

    @property
    def progress(self) -> float:
        """How much of the time has passed, from 0 to 1."""
        return min(1.0, self.now / self.length)

    def label(self, name: str) -> str:
        """What a button of the line does."""
        return self.context.texts(f"replay.time.{name}")

    def where(self) -> str:
        """The time that has passed, and the whole."""
        return self.context.texts("replay.time.of", now=_clock(self.now), whole=_clock(self.length))

    # ---- moving along ---------------------------------------------------------------------------

    def show_at(self, place: int) -> None:
        """Show the match right after ``place`` actions."""
        place = min(max(place, 0), self.last)
        self.seek(self._stamps[place])

    def seek(self, now: float) -> None:
        """Show the match as it stood at a time, without what led there."""
        self.now = min(max(0.0, now), float(self.length))
        self.table.now = int(self.now)
        self._put(self._place_at(self.now))

    def _place_at(self, now: float) -> int:
        return bisect_right(self._stamps, now) - 1

    def _run_to(self, now: float) -> None:
        """Let time pass up to ``now``: what happens is heard and seen."""
        self.now = min(now, float(self.length))
        place = self._place_at(self.now)
        for at in range(self.place + 1, place + 1):
            for event, _ in self._seen(at):
                self.table.happened(event)
        self.table.now = int(self.now)
        if place != self.place:
            self._moved(place)
            self.table.sync(self._view(place), self.table.ms(SLIDE_MS))
        if self.now >= self.length:
            self.playing = False
        shown = f"{self.where()}{self.playing}"
        if shown != self._shown:
            self._shown = shown
            self._offer()

    def step(self, by: int) -> None:
        """Go to the next or the previous moment of weight."""
        self.playing = False
        now, stamps = round(self.now), [self._stamps[moment.place] for moment in self.moments]
        if by > 0:
            self.seek(next((stamp for stamp in stamps if stamp > now), self.length))
        else:
            self.seek(next((stamp for stamp in reversed(stamps) if stamp < now), 0))

    def toggle(self) -> None:
        """Play, from the start if the end is reached, or stand still."""
        self.playing = not self.playing
        if self.playing and self.progress >= 1:
            self.seek(0)
        self._offer()

    def drag(self, share: float) -> None:
        """Go to the time that a point of the line stands for, from 0 to 1."""
        self.playing = False
        self.seek(share * self.length)

    def update(self, ms: float) -> Transition:
        """Let time pass at the chosen speed."""
        ms *= self.speeds[self.speed]
        if self.table.update(ms):
            self.dirty = True
        if self.playing:
            before = self._picture()
            self._run_to(self.now + ms)
            if self._picture() != before:
                self.dirty = True
        return None

    def _picture(self) -> tuple[int, int]:
        """What moves by itself: the handle on the line and the bar of the time that is left."""
        return round(self.progress * self._line.w * self.context.kit.scale), round(self.table.bar_length() / 2)

    # ---- layout ---------------------------------------------------------------------------------

    def _framed(self) -> Context:
        """In a wide window the whole table is smaller, and the log has room beside it.

        In portrait the line covers the buttons of the table; where people sit below them, it is smaller there too.
        """
        frame = self.context.frame
        if frame.tall and not self._around:
            return super()._framed()
        framed = copy(self.context)
        share, left = SMALLER, TABLE_LEFT
        if frame.tall:
            share = (frame.height - self.high_tall - 32) / frame.height
            left = frame.width * (1 - share) / 2
        framed.frame = frame._replace(scale=frame.scale * share, left=frame.left + frame.px(left))
        framed.kit = Kit(framed.frame, self.context.settings.scale)
        return framed

    def build(self) -> None:
        """Lay out the table anew at the time that is shown."""
        now = self.now
        super().build()
        self.seek(now)

    def _bake(self, panel: Box) -> None:
        """The panel of the line, and in a wide window that of the log."""
        super()._bake(panel)
        if not self.context.frame.tall:
            plate = Backdrop(self.context.kit, self.table.backdrop.surface)
            plate.panel(LOG, 18, 0.42)
            heading = self.context.kit.line_plain(self.context.texts("log.title"), 18, CREAM, text.BLACK)
            plate.put(heading, LOG.x + 18, LOG.y + 24)
            self.table.backdrop.surface = plate.surface

    def _bake_title(self, plate: Backdrop, panel: Box) -> None:
        """In portrait the table fills the window: the day goes into the panel."""
        if not self.context.frame.tall:
            super()._bake_title(plate, panel)
            return
        line = self.context.kit.line_plain(self._when(), 15, SOFT, text.STRONG, 360)
        plate.put(line, panel.x + panel.w - 22, panel.y + 26, "right")

    def _bake_legend(self, plate: Backdrop, panel: Box) -> None:
        low = panel._replace(y=panel.y + panel.h - 46) if self.context.frame.tall else panel
        super()._bake_legend(plate, low)

    def _corners(self) -> tuple[RoundButton, RoundButton]:
        back, help_ = super()._corners()
        if self._around:
            # seats are in the corners: both buttons stand where the table has its pause
            x, y = self._place(*self.table.spots.pause)
            across, down = (42, 0) if self.context.frame.tall else (0, 40)
            back.move(x - across, y - down)
            help_.move(x + across, y + down)
        elif not self.context.frame.tall:
            help_.move(self._place(help_.x, help_.y)[0], help_.y)
        return back, help_

    def _log_at(self) -> tuple[float, float] | None:
        """At the last lines of the log that a wide window has room for; none where people sit in every corner."""
        if not self.context.frame.tall:
            return LOG.x + LOG.w - 32, LOG.y + 30
        return None if self._around else super()._log_at()

    def _ways_on(self) -> list[Widget]:
        """How quick everybody was, and what was missed; where people sit in every corner there is no room for it."""
        context = self.context
        if not self.match.is_over or (context.frame.tall and self._around):
            return []
        wide = not context.frame.tall
        x, y = (LOG.x + LOG.w - 84, LOG.y + 30) if wide else (context.frame.width - 226.0, 60.0)
        label, side = context.texts("look_back.open"), self.log_side
        return [RoundButton(context.kit, "review", x, y, label, self._review, icon="eye", side=side)]

    def _place(self, x: float, y: float) -> tuple[float, float]:
        """A place of the table in the measures of the window."""
        return self.context.frame.to_logical(*self.table.context.frame.to_real(x, y))

    # ---- picture --------------------------------------------------------------------------------

    def _draw_table(self, canvas: Canvas) -> None:
        if not self.context.frame.tall:
            self.table.draw(Canvas(canvas.screen, self.table.context.frame))
            self._draw_log(canvas)
            return
        if self._around:
            self.table.draw(Canvas(canvas.screen, self.table.context.frame))
            return
        # what the table has below its last row is hidden by the panel
        canvas.background(self.table.backdrop.surface)
        whole = canvas.screen.get_clip()
        canvas.screen.set_clip((0, 0, whole.w, self.context.frame.to_real(0, self._panel.y)[1]))
        self.table.draw(canvas)
        if self.table.says_last and self.table.log:
            spots, wide = self.table.spots, self.context.frame.width - 60
            self.table.draw_prompt(canvas, self.table.log[-1].words, *spots.prompt, wide)
        canvas.screen.set_clip(whole)

    def _draw_log(self, canvas: Canvas) -> None:
        """The last lines of the log, the newest first, each in as many lines as it takes."""
        kit, y = self.context.kit, LOG.y + 56
        for number, line in enumerate(reversed(self.table.log)):
            newest = number == 0
            colour, face = (CREAM, text.BLACK) if newest else (SOFT, text.STRONG)
            picture = kit.paragraph(line.words, 16, LOG.w - 62, colour, face)
            high = picture.get_height() / kit.scale
            if y + high > LOG.y + LOG.h - 4:
                return
            if line.seat >= 0:
                name = self.match.seats[line.seat].figure
                canvas.put_centred(figure(kit, name, 12), LOG.x + 28, y + 11 * kit.text_scale / kit.scale)
            canvas.put(picture, LOG.x + 50, y)
            y += high + 6

    def marks(self) -> tuple[tuple[float, str], ...]:
        """The gains, the viewer's own larger, and the errors."""
        return tuple(
            (self._stamps[place] / self.length, kind if kind == "error" else "own" if seat == self.viewer else "")
            for place, kind, seat in self.moments
            if kind in ("gain", "error")
        )

    def _legend(self) -> list[tuple[str, str]]:
        found, name = {kind for _, kind in self.marks()}, name_of(self.match.seats, self.viewer)
        words = {"own": self.table.words("replay.own", name=name), "error": self.table.words("replay.error")}
        return [(kind, words[kind]) for kind in words if kind in found]

    def handle_figure(self) -> tuple[str, str]:
        """Who did the last thing of weight, glad or beaten; the winner at the end."""
        winners = self.match.game.winners(self._states[self.place])
        if winners:
            return self.match.seats[self.viewer if self.viewer in winners else winners[0]].figure, "glad"
        past = [moment for moment in self.moments if moment.place <= self.place and moment.seat >= 0]
        if not past:
            return self.match.seats[self.viewer].figure, "calm"
        moods = {"gain": "glad", "error": "beaten"}
        return self.match.seats[past[-1].seat].figure, moods.get(past[-1].kind, "calm")


def _clock(ms: float) -> str:
    """A time of the game as minutes and seconds."""
    return f"{int(ms) // 60_000}:{int(ms) // 1000 % 60:02d}"
