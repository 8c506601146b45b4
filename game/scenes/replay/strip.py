"""What lies below the table of a replay: the time line with its controls, which match it is, the way on from here."""

from collections.abc import Callable, Iterable
from copy import copy

from game.app.context import Context
from game.engine import live_table, palette, surfaces, text, transitions, turn_table
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.layout import Box
from game.engine.match_texts import LogLine, name_of
from game.engine.scene import Scene
from game.engine.widgets import Button, RoundButton, Segment, UseAction, Widget
from game.scenes.navigation import routes
from game.scenes.replay.time_line import TRACK, TimeLine, mark
from game.scenes.shared.dates import clock, day
from game.table.film import Playback, PositionChanged

#: so much of the table's height belongs to the time line, wide and tall, logical
LOW_WIDE, LOW_TALL = 176, 108
#: dots closer than this are left out
LEAST_STEP = 9.0


class Strip:
    """The time line and its controls; ``take`` shows what the driver tells, ``offer`` what can be used then."""

    #: height of the panel in portrait, and how far its legend is from its upper edge there
    high_tall, legend_tall = 232.0, 26.0

    def __init__(
        self,
        scene: Scene,
        driver: Playback,
        take: Callable[[Iterable[PositionChanged]], transitions.Transition],
        offer: UseAction,
    ) -> None:
        self.scene, self.driver, self._take, self._offer = scene, driver, take, offer
        self.context = scene.context
        self.table: turn_table.AnyTurnTable | live_table.AnyLiveTable
        scene.items.focus = "line"

    # ---- layout ---------------------------------------------------------------------------------

    def framed(self) -> Context:
        """The services for a table that ends above the time line."""
        frame = self.context.frame
        framed = copy(self.context)
        framed.frame = frame._replace(height=frame.height - (LOW_TALL if frame.tall else LOW_WIDE))
        return framed

    @property
    def panel(self) -> Box:
        """Where it lies."""
        frame = self.context.frame
        low = frame.height - 20.0 - self.high_tall
        return Box(24, low, 672, self.high_tall) if frame.tall else Box(28, 552, 1224, 144)

    @property
    def line(self) -> Box:
        """The track of the time line."""
        return Box(60, self.panel.y + 56, 600, TRACK) if self.context.frame.tall else Box(60, 599, 1160, TRACK)

    @property
    def room(self) -> float:
        """How many marks have room along it."""
        return self.line.w / LEAST_STEP

    def lay(self, table: turn_table.AnyTurnTable | live_table.AnyLiveTable) -> None:
        """Lay out the table above it, and bake the panel into its picture."""
        self.table = table
        table.context = self.framed()
        table.build()
        # nobody is looking on from whom anything is to be kept
        table.alone, table.held_by = True, ()
        frame, kit, panel = self.context.frame, self.context.kit, self.panel
        plate = Backdrop(kit, table.backdrop.surface)
        table.backdrop.surface = plate.surface
        plate.panel(panel, 20, 0.5)
        self._bake_title(plate, panel)
        track = self.line.grown(3)
        shade = surfaces.rounded((kit.px(track.w), kit.px(track.h)), kit.px(track.h / 2), palette.SHADE, 150)
        plate.surface.blit(shade, frame.to_real(track.x, track.y))
        self._bake_legend(plate, panel)

    def _bake_title(self, plate: Backdrop, panel: Box) -> None:
        """Which game it was, and when; a tall table says the first itself."""
        kit, when = self.context.kit, self._when()
        if self.context.frame.tall:
            plate.put(kit.line_plain(when, 15, palette.SOFT, text.BLACK, 480), 112, 93)
        else:
            title = " · ".join(filter(None, (self.context.texts(f"game.{self.driver.match.game.name}"), when)))
            plate.put(kit.line_plain(title, 19, palette.CREAM, text.BLACK, 760), panel.x + 24, panel.y + 20)

    def _when(self) -> str:
        """Day and time at which the match ended, if they are known."""
        texts, ended_ms = self.context.texts, self.driver.ended_ms
        if not ended_ms:
            return ""
        return texts("replay.when", day=day(texts, ended_ms, self.context.clock.wall_ms()), time=clock(ended_ms))

    def _bake_legend(self, plate: Backdrop, panel: Box) -> None:
        kit, tall = self.context.kit, self.context.frame.tall
        x, y = (panel.x + panel.w - 22, panel.y + self.legend_tall) if tall else (panel.x + 36, panel.y + 109)
        name = name_of(self.driver.match.seats, self.driver.match.viewer)
        for kind, key in self.driver.legend(self.room):
            line = kit.line_plain(self.context.texts(key, name=name), 17, palette.SOFT, text.STRONG, 300)
            wide = line.get_width() / kit.scale + 14
            if tall:
                x -= wide
            plate.put(mark(kit, kind), x, y, "centre")
            plate.put(line, x + 14, y)
            x += -26 if tall else wide + 30

    def tell(self, told: Iterable[PositionChanged]) -> transitions.Transition:
        """Show what the driver tells, and the controls as they are then."""
        away = self._take(told)
        self._offer()
        return away

    # ---- what can be used -----------------------------------------------------------------------

    def widgets(self) -> list[Widget]:
        """The line and its controls in their present state."""
        driver, frame, kit, panel = self.driver, self.context.frame, self.context.kit, self.panel
        row = panel.y + (118.0 if frame.tall else 109.0)
        middle, pitch = (360.0, 100.0) if frame.tall else (640.0, 76.0)
        first, last, play = driver.progress == 0, driver.progress == 1, "pause" if driver.playing else "play"
        uses: tuple[tuple[str, str, str, Callable[[], Iterable[PositionChanged]], bool, tuple[str, ...]], ...] = (
            ("start", "start", "step_back", lambda: driver.jump(0), not first, ("home",)),
            ("backward", "back", "arrow_left", lambda: driver.step(-1), not first, ()),
            ("toggle", play, play, driver.toggle, True, ("first",)),
            ("forward", "forward", "arrow_right", lambda: driver.step(1), not last, ()),
            ("end", "end", "step_forward", lambda: driver.jump(driver.match.last), not last, ("end",)),
        )
        found: list[Widget] = [TimeLine(kit, self.line, self.room, driver, self.tell)]
        for place, (id_, name, icon, use, can, keys) in enumerate(uses):
            label, side = driver.label(name), 60 if id_ == "toggle" else 52
            x = middle + (place - 2) * pitch
            made = self._told(use)
            found.append(RoundButton(kit, id_, x, row, label, made, icon=icon, side=side, keys=keys, enabled=can))
        return [*found, self._speed(row), self._play_on(row)]

    def _told(self, tell: Callable[[], Iterable[PositionChanged]]) -> UseAction:
        return lambda: self.tell(tell())

    def _speed(self, row: float) -> Widget:
        texts, speeds = self.context.texts, list(self.driver.speeds)
        wide = min(200.0, 60.0 * len(speeds))
        tall = self.context.frame.tall
        box = Box(44, self.line.y + 108, 280, 60) if tall else Box(1026 - wide, row - 27, wide, 54)
        names, name = [texts(f"replay.speed.{speed}") for speed in speeds], texts("replay.speed")
        at = speeds.index(self.driver.speed)
        return Segment(self.context.kit, "speed", box, names, at, self._set_speed, name=name, size=20)

    def _set_speed(self, number: int) -> None:
        self.driver.run_at(list(self.driver.speeds)[number])
        self._offer()

    def _play_on(self, row: float) -> Widget:
        """The way to play on from here; it asks where it throws something away."""
        kit, driver, scene, tall = self.context.kit, self.driver, self.scene, self.context.frame.tall
        box = Box(340, self.line.y + 106, 336, 64) if tall else Box(1044, row - 30, 188, 60)
        key, kind = ("replay.play_on_sure", "danger") if scene.asking else ("replay.play_on", "primary")
        words, use = self.context.texts(key), lambda: driver.play_on(scene.sure)
        button = Button(kit, "play_on", box, words, use, kind=kind, size=21, enabled=not driver.match.is_over)
        button.item.box = box.at_least(72)
        return button

    def question(self) -> tuple[str, bool]:
        """What the table says of the match's end, for nobody is asked any more."""
        return self.table.prompt(self.driver.match.whole.view(self.driver.match.viewer)), False

    # ---- the log --------------------------------------------------------------------------------

    @property
    def lines(self) -> list[list[LogLine]]:
        """The log of the deal, and of every action."""
        film = self.driver.match
        return [
            [line for event, _view in film.seen(place) for line in self.table.log_lines(event)]
            for place in range(film.last + 1)
        ]

    def open_log(self) -> transitions.Transition:
        """Open the log of the whole match: each line of it leads to its place."""
        rows = [(place, line) for place, lines in enumerate(self.lines) for line in lines]

        def jump(number: int) -> None:
            self.tell(self.driver.jump(rows[number][0]))

        return transitions.Push(routes.log(self.context, self.table, [line for _place, line in rows], jump))

    # ---- picture --------------------------------------------------------------------------------

    def draw_table(self, canvas: Canvas) -> None:
        """Draw the table; in portrait it says what has just happened."""
        self.table.draw(canvas)
        if self.context.frame.tall and self.table.log:
            self._draw_last(canvas)

    def _draw_last(self, canvas: Canvas) -> None:
        spots, wide = self.table.spots, self.context.frame.width - 60
        self.table.draw_prompt(canvas, self.table.log[-1].words, *spots.prompt, wide)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, and what is said of the place that is shown."""
        self.draw_table(canvas)
        panel = self.panel
        line = self.context.kit.line(self.driver.where, 19, palette.CREAM, text.BLACK, 320)
        if self.context.frame.tall:
            canvas.put_left(line, panel.x + 22, panel.y + 26)
        else:
            canvas.put_right(line, panel.x + panel.w - 24, panel.y + 20)
