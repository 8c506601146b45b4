"""A match watched again: the game's own table above, a time line with its controls below."""

from __future__ import annotations

from copy import copy
from typing import Any

from pygame import Surface

from game import saves
from game.context import Context
from game.core.match import HUMAN, Match
from game.core.protocol import View
from game.engine import surfaces, text
from game.engine.canvas import Canvas
from game.engine.director import Director
from game.engine.figures import figure
from game.engine.items import Item, ItemList
from game.engine.kit import centred
from game.engine.layout import Box
from game.engine.palette import AMBER, CREAM, GOLD, INK, SHADE, SOFT
from game.engine.scene import Pop, Push, Reset, Scene, Transition
from game.engine.widgets import Button, RoundButton, Segment, Widget, WidgetKit
from game.registry import GAMES
from game.scenes import routes
from game.scenes.common import back_button
from game.scenes.days import clock, day

#: so much of the table's height belongs to the time line, wide and tall, logical
LOW_WIDE, LOW_TALL = 176, 108
SPEEDS = {"half": 0.5, "one": 1.0, "two": 2.0}
#: between two moves that are played one after the other, in milliseconds at normal speed
REST_MS = 420.0
TRACK = 12.0
#: radius of the figure that is the line's handle
HANDLE = 14.0
#: dots closer than this are left out
LEAST_STEP = 9.0


class Replay(Scene):
    """Forward and back through a match, move by move or along the line."""

    def __init__(self, context: Context, match: Match, ended_ms: float = 0) -> None:
        super().__init__(context)
        self.match, self.ended_ms = match, ended_ms
        self.viewer = next((seat for seat, row in enumerate(match.seats) if row.kind == HUMAN), 0)
        self._remember()
        #: so many actions have been made at the point that is shown
        self.place = 0
        self.playing = True
        self.speed = "one"
        self._rest = REST_MS
        #: playing on has been tapped once although it gives up another game
        self._sure = False
        self.table: Any = GAMES[match.rules.NAME].table.Table(self._framed(), match.seats, self.viewer, self._view(0))
        self.director = Director(lambda: self.table.layer.finish())
        self.items.focus = "line"

    def _remember(self) -> None:
        """Every state of the match: they are small, share what they have in common, and never change."""
        past_match = self.match.at(0)
        self._states = [past_match.state]
        for action in self.match.actions:
            past_match.apply(action)
            self._states.append(past_match.state)

    @property
    def last(self) -> int:
        """How many actions the match has."""
        return len(self._states) - 1

    def _view(self, place: int) -> View:
        return self.match.rules.view(self._states[place], self.viewer)

    def _events(self, place: int) -> list[Any]:
        """What the viewer saw of the action that led to ``place``; of the deal for 0."""
        rules = self.match.rules
        events = self.match.events[place - 1] if place else rules.opening(self._states[0])
        seen = (rules.visible(event, self.viewer) for event in events)
        return [event for event in seen if event is not None]

    # ---- moving along ---------------------------------------------------------------------------

    def show_at(self, place: int) -> None:
        """Show the match after ``place`` actions, without what led there."""
        if self.director.busy:
            self.director.skip()
        self._moved(min(max(place, 0), self.last))
        self.table.log = [line for at in range(self.place + 1) for line in self._lines[at]]
        self.table.last = None
        self.table.sync(self._view(self.place), self.table.ms(120))
        self._offer()

    def forward(self) -> None:
        """Show the next action."""
        if self.director.busy:
            self.director.skip()
            self.table.sync(self._view(self.place))
        if self.place == self.last:
            self.playing = False
        else:
            self._moved(self.place + 1)
            view = self._view(self.place)
            for event in self._events(self.place):
                self.director.play(self.table.script(event, view))
        self._offer()

    def _moved(self, place: int) -> None:
        self.place = place
        self._rest = REST_MS
        self._sure = False
        self.dirty = True

    def _jump(self, place: int) -> None:
        self.playing = False
        self.show_at(place)

    def _step(self, by: int) -> None:
        self.playing = False
        if by > 0:
            self.forward()
        else:
            self.show_at(self.place - 1)

    def _toggle(self) -> None:
        self.playing = not self.playing
        if self.playing and self.place == self.last:
            self.show_at(0)
        self._offer()

    def _drag(self, share: float) -> None:
        line = self._line
        place = round(((share * (line.w + 34)) - 17) / line.w * self.last)
        if min(max(place, 0), self.last) != self.place:
            self._jump(place)

    def _set_speed(self, number: int) -> None:
        self.speed = list(SPEEDS)[number]
        self._offer()

    def _play_on(self) -> Transition:
        """Play this match on from the point that is shown."""
        if not self._sure and self.context.storage.read(saves.CURRENT) is not None:
            self._sure, self.playing = True, False
            self.context.notices.append(self.context.texts("replay.gives_up"))
            self._offer()
            return None
        return Reset(routes.table(self.context, self.match.at(self.place)))

    def _help(self) -> Transition:
        return Push(routes.howto(self.context, self.match.rules.NAME))

    def pause(self) -> None:
        """Stand still behind another scene or while the window is away."""
        self.playing = False
        self._offer()

    def resume(self) -> None:
        """Show the controls as they are now."""
        self._offer()

    def update(self, ms: float) -> Transition:
        """Let time pass at the chosen speed."""
        ms *= SPEEDS[self.speed]
        if self.table.update(ms):
            self.dirty = True
        if self.director.busy:
            self.director.pace = self.context.settings.pace
            self.director.update(ms)
            self.dirty = True
            if not self.director.busy:
                self.table.sync(self._view(self.place), self.table.ms(120))
        elif self.playing:
            self._rest -= ms
            if self._rest <= 0:
                self.forward()
        return None

    # ---- layout ---------------------------------------------------------------------------------

    def _framed(self) -> Context:
        """The services for a table that ends above the time line."""
        frame = self.context.frame
        framed = copy(self.context)
        framed.frame = frame._replace(height=frame.height - (LOW_TALL if frame.tall else LOW_WIDE))
        return framed

    def build(self) -> None:
        """Lay out the table, and bake the time line's panel into its picture."""
        frame = self.context.frame
        table = self.table
        table.context = self._framed()
        table.build()
        self._lines = [
            [line for event in self._events(place) for line in table.log_lines(event)] for place in range(self.last + 1)
        ]
        low = frame.height - 252.0
        self._panel = Box(24, low, 672, 232) if frame.tall else Box(28, 552, 1224, 144)
        self._line = Box(60, low + 56, 600, TRACK) if frame.tall else Box(60, 599, 1160, TRACK)
        self._bake(self._panel)
        self.show_at(self.place)

    def _bake(self, panel: Box) -> None:
        context, frame, plate = self.context, self.context.frame, self.table.backdrop
        kit, texts = context.kit, context.texts
        plate.panel(panel, 20, 0.5)
        game = texts(f"game.{self.match.rules.NAME}")
        when = ""
        if self.ended_ms:
            name = day(texts, self.ended_ms, context.clock.wall_ms())
            when = texts("replay.when", day=name, time=clock(self.ended_ms))
        if frame.tall:
            plate.put(kit.sticker_plain(game, 36, CREAM, 480), 360, 44 if when else 60, "centre")
            plate.put(kit.line_plain(when, 18, SOFT, text.BLACK, 480), 360, 84, "centre")
        else:
            title = f"{game} · {when}" if when else game
            plate.put(kit.line_plain(title, 19, CREAM, text.BLACK, 760), panel.x + 24, panel.y + 20)
        track = self._line.grown(3)
        plate.surface.blit(
            surfaces.rounded((kit.px(track.w), kit.px(track.h)), kit.px(track.h / 2), SHADE, 150),
            frame.to_real(track.x, track.y),
        )
        if self._own_dots():
            words = kit.line_plain(
                texts("replay.own", name=self.match.seats[self.viewer].name), 17, SOFT, text.STRONG, 300
            )
            x, y = panel.x + 50, panel.y + 109
            if frame.tall:
                x, y = panel.x + panel.w - 22 - words.get_width() / kit.scale, panel.y + 26
            plate.put(_dot(kit, True), x - 14, y, "centre")
            plate.put(words, x, y)

    def _own_dots(self) -> bool:
        """Whether there is room to mark the viewer's moves."""
        return self._line.w / max(1, self.last) * len(self.match.seats) >= LEAST_STEP

    def _offer(self) -> None:
        """Offer the controls in their present state."""
        context, frame, panel = self.context, self.context.frame, self._panel
        kit, texts = context.kit, context.texts
        first, last = self.place == 0, self.place == self.last
        row = panel.y + (118.0 if frame.tall else 109.0)
        middle, pitch = (360.0, 100.0) if frame.tall else (640.0, 76.0)
        uses: tuple[tuple[str, str, Any, bool, tuple[str, ...]], ...] = (
            ("start", "step_back", lambda: self._jump(0), not first, ("home",)),
            ("back", "arrow_left", lambda: self._step(-1), not first, ()),
            ("pause" if self.playing else "play", "pause" if self.playing else "play", self._toggle, True, ("first",)),
            ("forward", "arrow_right", lambda: self._step(1), not last, ()),
            ("end", "step_forward", lambda: self._jump(self.last), not last, ("end",)),
        )
        widgets: list[Widget] = [back_button(context, Pop), TimeLine(self)]
        for place, (name, icon, use, can, keys) in enumerate(uses):
            x = middle + (place - 2) * pitch
            id_ = "toggle" if place == 2 else name if name != "back" else "backward"
            side = 60 if place == 2 else 52
            widgets.append(RoundButton(kit, id_, x, row, icon, texts(f"replay.{name}"), use, side, keys, can))
        low = panel.y + 194
        seg = Box(44, low - 30, 280, 60) if frame.tall else Box(846, row - 27, 180, 54)
        names = [texts(f"replay.speed.{name}") for name in SPEEDS]
        chosen = list(SPEEDS).index(self.speed)
        widgets.append(Segment(kit, "speed", seg, names, chosen, self._set_speed, texts("replay.speed"), 20))
        on = Box(340, low - 32, 336, 64) if frame.tall else Box(1044, row - 30, 188, 60)
        key, kind = ("replay.play_on_sure", "danger") if self._sure else ("replay.play_on", "primary")
        can = not self.match.rules.is_over(self._states[self.place])
        button = Button(kit, "play_on", on, texts(key), self._play_on, kind, size=21, enabled=can)
        button.item.box = on.at_least(72)
        x = frame.width - 58.0
        help_ = RoundButton(kit, "help", x, 60, "help", texts("button.help"), self._help, keys=("help",))
        self.show([*widgets, button, help_])

    # ---- picture --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, the number of the move, and the controls."""
        self.table.draw(canvas)
        context, frame, panel = self.context, self.context.frame, self._panel
        kit, texts = context.kit, context.texts
        words = texts("replay.move", number=self.place, count=self.last) if self.place else texts("replay.before")
        line = kit.line(words, 19, CREAM, text.BLACK, 320)
        if frame.tall:
            canvas.put_left(line, panel.x + 22, panel.y + 26)
            if self.table.log:
                spots = self.table.spots
                self.table.draw_prompt(canvas, self.table.log[-1].words, *spots.prompt, frame.width - 60)
        else:
            canvas.put_right(line, panel.x + panel.w - 24, panel.y + 20)
        super().draw(canvas)

    def marks(self) -> tuple[tuple[float, bool], ...]:
        """Where dots lie on the line, from 0 to 1, and whether each is a move of the viewer."""
        every = self._line.w / max(1, self.last) >= LEAST_STEP
        return tuple(
            ((place + 1) / self.last, mover == self.viewer)
            for place, mover in enumerate(self.match.movers)
            if every or (mover == self.viewer and self._own_dots())
        )

    def handle_figure(self) -> tuple[str, str]:
        """The figure that shows where the match stands, and its mood: who is to move, or a winner."""
        rules, state = self.match.rules, self._states[self.place]
        mover = rules.to_move(state)
        if mover >= 0:
            return self.match.seats[mover].figure, "calm"
        winners = rules.winners(state) or (0,)
        return self.match.seats[winners[0]].figure, "glad"


class TimeLine(Widget):
    """The line from the deal to the end; its handle can be dragged or moved by keys."""

    def __init__(self, scene: Replay) -> None:
        super().__init__(scene.context.kit)
        self.scene, self.line = scene, scene._line
        texts = scene.context.texts
        label = f"{texts('replay.line')}: {texts('replay.move', number=scene.place, count=scene.last)}"
        box = Box(self.line.x - 17, self.line.y + self.line.h / 2 - 36, self.line.w + 34, 72)
        self.items = [Item("line", label, box, scene._toggle, adjust=scene._step, drag=scene._drag)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw what has been, the dots and the handle."""
        scene, line, kit = self.scene, self.line, self.kit
        y = line.y + line.h / 2
        gone = line.w * scene.place / max(1, scene.last)
        canvas.put_centred(kit.made(_end), line.x, y)
        canvas.fill(Box(line.x, line.y, gone, line.h), AMBER)
        canvas.put(kit.made(_dots, line.w, scene.marks()), line.x - 10, y - 10)
        name, mood = scene.handle_figure()
        if self.state(self.items[0], items) == "focus":
            canvas.put_centred(kit.ready("focus_plain", 40, 40, 20), line.x + gone, y)
        canvas.put_centred(figure(kit, name, HANDLE, mood, True), line.x + gone, y)


def _end(kit: WidgetKit) -> Surface:
    """The round beginning of the line."""
    return surfaces.disc(max(2, kit.px(TRACK / 2)), AMBER)


def _dot(kit: WidgetKit, own: bool) -> Surface:
    """A move on the line: large and gold if it is the viewer's own."""
    radius = 5.0 if own else 2.6
    whole = surfaces.blank((2 * kit.px(radius + 1.6), 2 * kit.px(radius + 1.6)))
    whole.fill((*INK, 0))
    middle = whole.get_width() // 2
    centred(whole, surfaces.disc(max(2, kit.px(radius + 1.6)), INK), middle, middle)
    centred(whole, surfaces.disc(max(1, kit.px(radius)), GOLD if own else CREAM), middle, middle)
    return whole


def _dots(kit: WidgetKit, w: float, marks: tuple[tuple[float, bool], ...]) -> Surface:
    """All dots of a line that is ``w`` long; the line starts at 10, 10."""
    whole = surfaces.blank((kit.px(w + 20), kit.px(20)))
    whole.fill((*INK, 0))
    for share, own in sorted(marks, key=lambda mark: mark[1]):
        centred(whole, _dot(kit, own), kit.px(10 + w * share), kit.px(10))
    return whole
