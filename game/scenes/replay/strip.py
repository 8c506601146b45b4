"""The controls of a replay: the time line, its buttons, and the match's title.

A wide table keeps its size: the panel is in the place of the buttons, which a replay does not need, and the line is
below the own cards. In portrait the panel covers the place of the buttons.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import ClassVar
from weakref import ref

from game.core.capabilities import Advice
from game.engine import (
    backdrop,
    figures,
    fonts,
    layout,
    live_table,
    palette,
    surfaces,
    transitions,
    turn_table,
    widgets,
)
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.cards import CORNER
from game.engine.dates import moment
from game.engine.dock import Rings
from game.engine.items import ItemList
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.log_panel import panel_line
from game.engine.match_texts import name_of
from game.engine.scene import Scene
from game.engine.services import UsesContext
from game.engine.widgets import Button, RoundButton, Segment, UseAction, Widget
from game.scenes.navigation import routes
from game.scenes.replay.time_line import TRACK, TimeLine, mark
from game.scenes.shared.common import back_button
from game.services.context import Context
from game.table.film import Playback, PositionChanged

#: height taken from a tall table for the time line, logical
LOW_TALL = 108
#: the panel of a wide window, in place of the table's buttons, its lower edge, and the middle of the time line
PANEL_LEFT, PANEL_RIGHT, PANEL_LOW, LINE_Y = 964.0, 1252.0, 708.0, 706.0
#: text size and height of a line of a note about a mistake, wide and tall, and half the distance of the two lines
NOTE_SIZE, NOTE_APART = ((17.0, 22.0), (20.0, 25.0)), 19.0
#: in a wide panel: height of the present position, distance of the lines of a date, height of the keys of a player,
#: and least height of a button
WHERE_HIGH, WHEN_APART, KEYS_HIGH, LEAST_HIGH = 21.0, 17.0, 72.0, 48.0
#: in portrait the distance of the title from the panel's upper edge: clear of the handle
TITLE = 22.0
#: dots closer than this are left out
LEAST_STEP = 9.0


#: a wide table with people all around it: its scale beside the panel, and its distance from the left
SMALLER, TABLE_LEFT = 0.735, 12.0
#: size of the buttons for the log and the review in the head of the log, and the distance of one below another
SIDE, UNDER = 44.0, 62.0


class NoteWidget(Widget):
    """A mistake of a review: both moves in words at ``places``, and frames around the things of the better one."""

    def __init__(
        self, table: turn_table.AnyTurnTable, note: routes.MistakeNote, places: Sequence[layout.TextPlace]
    ) -> None:
        super().__init__(table.kit)
        self.note, self.places, self.size = note, places, NOTE_SIZE[table.frame.tall]
        box = table.place_of(table.item_of(note.move))
        marks = [*table.marked(Advice(note.move, ())), *([(box, box.w * CORNER)] if box else [])]
        self.rings = Rings(table.kit, list(dict.fromkeys(marks)), table.draw_labels)

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        self.rings.draw(canvas, items)
        looks = (self.note.played, palette.CREAM), (self.note.best, palette.GOOD)
        for (text, fill), (x, y, most) in zip(looks, self.places, strict=True):
            size = self.kit.fitting(*self.size)
            pill = self.kit.pill(text, size, fill, palette.INK, fonts.BLACK, max_width=most)
            canvas.put_centred(pill, x, y)


class Strip(UsesContext):
    """The time line and its controls; ``handle_news`` shows news, ``refresh_controls`` the usable widgets."""

    #: in portrait: height of the panel, and distance of its legend from its upper edge
    high_tall, legend_tall = 232.0, TITLE
    #: in a wide window: upper edge of the panel, and distance of its legend from there and from its left edge
    top_wide, legend_wide, legend_left = 508.0, 80.0, 26.0
    #: the item that has the focus at first
    focus: ClassVar[str] = "line"

    def __init__(
        self,
        scene: Scene,
        driver: Playback,
        handle_news: Callable[[Iterable[PositionChanged]], transitions.Transition],
        refresh_controls: UseAction,
    ) -> None:
        self.scene, self.driver, self._handle_news, self._refresh_controls = (
            scene,
            driver,
            handle_news,
            refresh_controls,
        )
        self.context = scene.context
        self.table: turn_table.AnyTurnTable | live_table.AnyLiveTable
        #: the mistake told now
        self._note: routes.MistakeNote | None = None
        scene.items.focus = self.focus

    # ---- layout ---------------------------------------------------------------------------------

    def _own_speed(self) -> Context:
        """Return a copy of the context without the speed of tables: a replay has its own."""
        framed = copy(self.context)
        framed.settings = replace(self.context.settings, speed="normal")
        return framed

    def framed(self) -> Context:
        """Return a context for the table: as in play in a wide window, above the time line in portrait."""
        frame, framed = self.frame, self._own_speed()
        framed.frame = frame._replace(height=frame.height - LOW_TALL) if frame.tall else frame
        return framed

    @property
    def panel(self) -> Box:
        """The panel's box."""
        frame = self.frame
        if frame.tall:
            return Box(24, frame.height - 20.0 - self.high_tall, 672, self.high_tall)
        wide = Box(PANEL_LEFT, self.top_wide, PANEL_RIGHT - PANEL_LEFT, PANEL_LOW - self.top_wide)
        return wide.wider(layout.COLUMN * frame.side, frame.side)

    @property
    def line(self) -> Box:
        """The track of the time line."""
        panel, left = self.panel, 48.0 - self.frame.side
        if self.frame.tall:
            return Box(60, panel.y + 56, 600, TRACK)
        return Box(left, LINE_Y - TRACK / 2, panel.x - 32 - left, TRACK)

    @property
    def room(self) -> float:
        """Maximum number of marks along it."""
        return self.line.w / LEAST_STEP

    def lay(self, table: turn_table.AnyTurnTable | live_table.AnyLiveTable) -> None:
        """Lay out the table above it, and bake the panel into its picture."""
        self.table = table
        table.context = self.framed()
        # in portrait the last event is in the prompt's pill
        table.log_panel.hidden, table.has_buttons = self.frame.tall, False
        table.build()
        # nobody present has secrets to keep
        table.alone, table.held_by = True, ()
        frame, kit, panel = self.frame, self.kit, self.panel
        plate = Backdrop(kit, table.backdrop.surface)
        table.backdrop.surface = plate.surface
        plate.panel(panel, 20, 0.5)
        self._bake_heading(plate, panel)
        track = self.line.grown(3)
        shade = surfaces.rounded((kit.px(track.w), kit.px(track.h)), kit.px(track.h / 2), palette.SHADE, 150)
        plate.surface.blit(shade, frame.to_real(track.x, track.y))
        self._bake_legend(plate, panel)

    def _bake_heading(self, plate: Backdrop, panel: Box) -> None:
        """Bake the date into a tall table, or into the panel, where day and time are below each other."""
        if self.frame.tall:
            plate.put(self.kit.line_plain(self._when(), 15, palette.SOFT, fonts.BLACK, 480), 112, 93)
            return
        parts, most = self._when().split(", "), self._aside.x - panel.x - 24
        for place, part in enumerate(parts):
            line = self.kit.line_plain(part, 14, palette.SOFT, fonts.STRONG, most)
            plate.put(line, panel.x + 18, panel.y + 23 + WHEN_APART * (place - (len(parts) - 1) / 2), "left")

    def _when(self) -> str:
        """Return day and time at which the match ended, or "" if unknown."""
        return moment(self.texts, self.driver.ended_ms, self.context.clock.wall_ms())

    def _bake_legend(self, plate: Backdrop, panel: Box) -> None:
        kit, tall = self.kit, self.frame.tall
        x, y = panel.x + self.legend_left, panel.y + self.legend_wide
        if tall:
            x, y = panel.x + panel.w - 22, panel.y + self.legend_tall
        name = name_of(self.driver.match.seats, self.driver.match.viewer)
        for kind, key in self.driver.legend(self.room):
            most = 300 if tall else panel.w / 2 - 40
            line = kit.line_plain(self.texts(key, name=name), 17 if tall else 16, palette.SOFT, fonts.STRONG, most)
            wide = line.get_width() / kit.scale + 14
            if tall:
                x -= wide
            plate.put(mark(kit, kind), x, y, "centre")
            plate.put(line, x + 14, y)
            x += -26 if tall else wide + 30

    def tell(self, news: Iterable[PositionChanged]) -> transitions.Transition:
        """Show what the driver yields, and refresh the controls."""
        away = self._handle_news(news)
        self._refresh_controls()
        return away

    # ---- what can be used -----------------------------------------------------------------------

    def widgets(self, busy: bool = False) -> list[Widget]:
        """Return the line and its controls in their present state, and a mistake unless a move is being shown."""
        return [*self._noted(busy), *self._controls()]

    def _noted(self, busy: bool) -> list[Widget]:
        """Return the note about a mistake here, in the place of the prompt above the own cards."""
        note, table = self.driver.notes.get(self.driver.match.place), self.table
        if busy or note is None or not isinstance(table, turn_table.TurnTable):
            self._note = None
            return []
        if note != self._note:
            table.announcement = self.texts.sentences([note.played, note.best])
        self._note = note
        x, y, wide = table.spots.prompt
        if self.frame.tall:
            wide = self.frame.width - 60
        places = [layout.TextPlace(x, y + down, wide) for down in (-NOTE_APART, NOTE_APART)]
        return [NoteWidget(table, note, places)]

    def _controls(self) -> list[Widget]:
        driver, frame, kit, panel = self.driver, self.frame, self.kit, self.panel
        row, pitch, sides = panel.y + 118.0, 100.0, (52, 60)
        if not frame.tall:
            row, pitch, sides = PANEL_LOW - 78.0, (panel.w - 12) / 5, (46, 48)
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
            label, side = driver.label(name), sides[id_ == "toggle"]
            x, made = panel.centre[0] + (place - 2) * pitch, self._passing_on(use)
            button = RoundButton(kit, id_, x, row, label, made, icon=icon, side=side, keys=keys, enabled=can)
            if not frame.tall:
                button.item.box = Box(x - pitch / 2, self._target(self._foot).y - KEYS_HIGH, pitch, KEYS_HIGH)
            found.append(button)
        if driver.moment_is_over:
            return [*found, *self._after_moment()]
        # a match in progress goes on at its table
        onward = [self._play_on()] if driver.match.full_match.is_over else []
        return [*found, self._speed(), *onward]

    @property
    def _aside(self) -> Box:
        """A wide panel's upper right corner."""
        panel, wide = self.panel, 0.53 * self.panel.w
        return Box(panel.x + panel.w - wide - 6, panel.y + 5, wide, 34)

    @property
    def _foot(self) -> Box:
        """A wide panel's lower edge."""
        panel = self.panel
        return Box(panel.x + 8, PANEL_LOW - 44, panel.w - 16, 40)

    def _target(self, box: Box) -> Box:
        """Return what of the window belongs to a button, of which a wide panel shows no more than ``box``."""
        return box.at_least(widgets.TARGET) if self.frame.tall else box.inset(0, min(0.0, (box.h - LEAST_HIGH) / 2))

    def _after_moment(self) -> list[Widget]:
        """Return the ways on from the end of a moment, in place of the speed and of playing on from here."""
        kit, texts, tall = self.kit, self.texts, self.frame.tall
        again, back = (
            (Box(44, self.line.y + 106, 308, 64), Box(368, self.line.y + 106, 308, 64))
            if tall
            else (self._aside, self._foot)
        )
        label, use = texts("replay.moment_again"), self._passing_on(self.driver.play_moment)
        made = [
            Button(kit, "moment_again", again, label, use, size=20 if tall else 16),
            Button(kit, "moment_back", back, texts("button.back"), transitions.Pop, kind="primary", size=20),
        ]
        for button, box in zip(made, (again, back), strict=True):
            button.item.box = self._target(box)
        return list[Widget](made)

    def _passing_on(self, tell: Callable[[], Iterable[PositionChanged]]) -> UseAction:
        return lambda: self.tell(tell())

    def _speed(self) -> Widget:
        texts, speeds, tall = self.texts, list(self.driver.speeds), self.frame.tall
        box = Box(38, self.line.y + 108, 294, 60) if tall else self._aside
        names, name = [texts(f"replay.speed.{speed}") for speed in speeds], texts("replay.speed")
        at = speeds.index(self.driver.speed)
        return Segment(self.kit, "speed", box, names, at, self._set_speed, name=name, size=20 if tall else 16)

    def _set_speed(self, number: int) -> None:
        self.driver.run_at(list(self.driver.speeds)[number])
        self._refresh_controls()

    def _play_on(self) -> Widget:
        """Return the button to play on from here; it asks if that discards something."""
        kit, driver, scene, tall = self.kit, self.driver, self.scene, self.frame.tall
        box = Box(340, self.line.y + 106, 336, 64) if tall else self._foot
        key, kind = ("replay.play_on_sure", "danger") if scene.confirming else ("replay.play_on", "primary")
        text, use = self.texts(key), lambda: driver.play_on(scene.confirmed)
        size = 21 if tall else 19
        button = Button(kit, "play_on", box, text, use, kind=kind, size=size, enabled=not driver.match.is_over)
        button.item.box = self._target(box)
        return button

    def question(self) -> tuple[str, bool]:
        """Return the table's text about the match's end; it is no prompt."""
        return self.table.prompt(self.driver.match.full_match.view(self.driver.match.viewer)), False

    def open_log(self) -> transitions.Transition:
        """Open the log of the whole match, each move of which jumps to its position."""
        film, history, places = self.driver.match, self.table.history.empty(), list[int]()
        for place in range(film.last + 1):
            for event, _view in film.seen(place):
                history.add(event)
                places.append(place)

        def jump(number: int) -> transitions.Transition:
            self.tell(self.driver.jump(places[number]))
            return transitions.Pop()

        return transitions.Push(routes.log(self.context, self.table, history, jump))

    # ---- picture --------------------------------------------------------------------------------

    def draw_table(self, canvas: Canvas) -> None:
        """Draw the table; in portrait with the last event."""
        self.table.draw(canvas)
        if self.frame.tall and self.table.history.headline and not self._note:
            self._draw_last(canvas)

    def _draw_last(self, canvas: Canvas) -> None:
        wider = self.table.spots.prompt._replace(w=self.frame.width - 60)
        headline = self.table.history.headline
        self.table.draw_prompt(canvas, headline.text if headline else "", wider)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table and the description of the displayed position."""
        self.draw_table(canvas)
        panel, tall = self.panel, self.frame.tall
        x, y, room = (22, TITLE, 320) if tall else self._where_wide
        size = 19 if tall else self.kit.fitting(19, WHERE_HIGH)
        line = self.kit.line(self.driver.where, size, palette.CREAM, fonts.BLACK, room)
        canvas.put_left(line, panel.x + x, panel.y + y)

    @property
    def _where_wide(self) -> tuple[float, float, float]:
        """The place of the present position in a wide panel, and its greatest width."""
        return 18, 55, self.panel.w - 36


class LiveStrip(Strip):
    """The controls of a real-time replay, with its corners, and a log beside a table with people all around."""

    high_tall, legend_tall = 268.0, 248.0
    top_wide, legend_wide, legend_left = 548.0, 45.0, 196.0
    table: live_table.AnyLiveTable
    #: people sit all around the table; set once it is made
    around = False

    def framed(self) -> Context:
        """Return a context for the table; it is smaller if people sit all around it, where others have buttons."""
        if not self.around:
            return super().framed()
        framed = self._own_speed()
        share = (self.frame.height - self.high_tall - 32) / self.frame.height if self.frame.tall else SMALLER
        left = self.frame.width * (1 - share) / 2 if self.frame.tall else TABLE_LEFT - self.frame.side
        framed.frame = self.frame._replace(scale=self.frame.scale * share, left=self.frame.left + self.frame.px(left))
        framed.kit = Kit(framed.frame, self.context.settings.scale)
        return framed

    def lay(self, table: turn_table.AnyTurnTable | live_table.AnyLiveTable) -> None:
        super().lay(table)
        self.table.has_buttons = self.frame.tall or self.around

    def _bake_heading(self, plate: backdrop.Backdrop, panel: layout.Box) -> None:
        """Bake the date into the panel in portrait, where the table fills the window; else the log's own panel."""
        if self.frame.tall:
            line = self.kit.line_plain(self._when(), 15, palette.SOFT, fonts.STRONG, 360)
            plate.put(line, panel.x + panel.w - 22, panel.y + TITLE, "right")
        elif self.around:
            log = self._log
            plate.panel(log, 18, 0.42)
            heading = self.kit.line_plain(self.texts("log.title"), 18, palette.CREAM, fonts.BLACK)
            plate.put(heading, log.x + 18, log.y + 24)

    @property
    def _where_wide(self) -> tuple[float, float, float]:
        return 18, 45, self.legend_left - 36

    @property
    def _aside(self) -> Box:
        """A wide panel's upper edge: here are more speeds."""
        panel = self.panel
        return Box(panel.x + 8, panel.y + 4, panel.w - 16, 30)

    @property
    def _log(self) -> Box:
        """The log beside a wide table with people all around."""
        panel = self.panel
        return Box(panel.x, 18, panel.w, panel.y - 30)

    def corners(self, help_: widgets.UseAction) -> list[widgets.Widget]:
        """Return the buttons back, to the rules, to the log and to the review."""
        context, frame = self.context, self.frame
        kit, texts, around = context.kit, context.texts, self.around
        x, y = frame.width - 58.0, 60.0
        back, log = back_button(context, transitions.Pop), self._log
        if not around and not frame.tall:
            return [*self._usual_corners(back, help_)]
        if around:
            # seats are in the corners: both buttons replace the table's pause button
            x, y = self._place(*self.table.spots.pause)
            across, down = (42, 0) if frame.tall else (0, 40)
            back.move(x - across, y - down)
            x, y = x + across, y + down
        found: list[widgets.Widget] = [
            back,
            widgets.RoundButton(kit, "help", x, y, texts("button.help"), help_, icon="help", keys=("help",)),
        ]
        if frame.tall and around:
            # no room for more if people sit in every corner
            return found
        x, y, pitch = (frame.width - 142.0, 60.0, 84.0) if frame.tall else (log.x + log.w - 32, log.y + 30, 52.0)
        return [*found, *self._log_buttons((x, y), (x - pitch, y), SIDE)]

    def _log_buttons(self, log: tuple[float, float], review: tuple[float, float], side: float) -> Iterator[Widget]:
        """Yield the buttons to the log and, of a match that is over, to the review."""
        kit, texts = self.kit, self.texts
        label, use = texts("button.log"), self.open_log
        yield RoundButton(kit, "log", *log, label, use, icon="log", side=side, keys=("log",))
        if self.driver.match.full_match.is_over:
            label = texts("look_back.open")
            yield RoundButton(kit, "review", *review, label, self.driver.review, icon="eye", side=side)

    def _usual_corners(self, back: RoundButton, help_: UseAction) -> Iterator[Widget]:
        """Yield the buttons of a wide table in their places in play, and one to the review below the first."""
        places = self.table.corners()
        back.move(*places.pause)
        yield back
        right, high = places.help or (self.frame.width - places.pause[0], places.pause[1])
        yield RoundButton(self.kit, "help", right, high, self.texts("button.help"), help_, icon="help", keys=("help",))
        low = high + UNDER
        yield from self._log_buttons((right, low), (places.pause[0], low), 56)

    def _place(self, x: float, y: float) -> tuple[float, float]:
        """Convert a place of the table to the window's logical pixels."""
        return self.frame.to_logical(*self.table.context.frame.to_real(x, y))

    def draw_table(self, canvas: Canvas) -> None:
        if not self.frame.tall or self.around:
            self.table.draw(Canvas(canvas.screen, self.table.context.frame))
            if self.around and not self.frame.tall:
                self._draw_log(canvas)
            return
        # the panel hides what the table has below its last row
        canvas.background(self.table.backdrop.surface)
        whole = canvas.screen.get_clip()
        canvas.screen.set_clip((0, 0, whole.w, self.frame.to_real(0, self.panel.y)[1]))
        self.table.draw(canvas)
        if self.table.says_last and self.table.history.headline:
            self._draw_last(canvas)
        canvas.screen.set_clip(whole)

    def _draw_log(self, canvas: Canvas) -> None:
        """Draw the last lines of the log, newest first, each in as many lines as it takes."""
        kit, log = self.kit, self._log
        y = log.y + 56
        for number, row in enumerate(self.table.history.newest()):
            line, newest = row.line, number == 0
            colour, text_face = (palette.CREAM, fonts.BLACK) if newest else (palette.SOFT, fonts.STRONG)
            name = self.table.name(line.seat) if line.seat >= 0 else ""
            faces = ref(self.table.faces)
            picture = kit.scene_image(
                panel_line, line, name, faces, size=16, colour=colour, face=text_face, max_width=log.w - 62
            )
            high = picture.get_height() / kit.scale
            if y + high > log.y + log.h - 4:
                return
            if line.seat >= 0:
                figure = figures.figure(kit, self.driver.match.seats[line.seat].figure, 12)
                canvas.put_centred(figure, log.x + 28, y + high / 2)
            canvas.put_left(picture, log.x + 50, y + high / 2)
            y += high + 6
