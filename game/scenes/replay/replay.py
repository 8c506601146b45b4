"""A match watched again: the game's own table above, a time line with its controls below.

What is alike for a match of turns and for one by the clock; see ``replay_turns`` and ``replay_time``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from copy import copy

from game.app.context import Context
from game.core.game import Event, State, View
from game.core.match import AnyMatch
from game.engine import surfaces, text
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.layout import Box
from game.engine.palette import CREAM, SHADE, SOFT
from game.engine.transitions import Pop, Push, Reset, Transition
from game.engine.widgets import Button, RoundButton, Segment, Use, Widget
from game.engine.words import name_of
from game.player import saves
from game.scenes.navigation import routes
from game.scenes.replay.time_line import TRACK, TimeLine, mark, place_words
from game.scenes.shared.common import ARRANGE_MS, AtTable, back_button
from game.scenes.shared.days import clock, day

#: so much of the table's height belongs to the time line, wide and tall, logical
LOW_WIDE, LOW_TALL = 176, 108
SPEEDS = {"half": 0.5, "one": 1.0, "two": 2.0}
#: dots closer than this are left out
LEAST_STEP = 9.0


class Replay(AtTable, ABC):
    """Forward and back through a match."""

    speeds = SPEEDS
    #: height of the time line's panel in portrait
    high_tall = 232.0
    #: how large the button for the log is
    log_side = 56.0
    match: AnyMatch

    def __init__(
        self, context: Context, match: AnyMatch, ended_ms: float = 0, place: int = 0, viewer: int = -1
    ) -> None:
        super().__init__(context)
        self.match, self.ended_ms = match, ended_ms
        #: the review led here: back goes there again
        self.from_review = viewer >= 0
        self.viewer = viewer if self.from_review else (match.humans or [0])[0]
        self._remember()
        #: so many actions have been made at the point that is shown
        self.place = min(max(place, 0), self.last)
        # who comes for one moment looks at it in peace
        self.playing = not self.place
        self.speed = "one"
        self._lay_table()
        # the game is over: nothing is secret any more
        self.table.alone = True
        self.items.focus = "line"

    @property
    def address(self) -> str:
        """The place that is shown of a finished match that is kept."""
        viewer = (self.viewer,) if self.from_review else ()
        return saves.address_of("replay", self.context, self.match, self.place, *viewer)

    @abstractmethod
    def _lay_table(self) -> None:
        """Make the table as it was at the start."""

    @property
    def awake(self) -> bool:  # type: ignore[override]
        """Nobody touches the screen while a match is played back."""
        return self.playing

    def _remember(self) -> None:
        """Every state of the match: they are small, share what they have in common, and never change."""
        past_match = self.match.at(0)
        self._states = [past_match.state]
        #: the events of the deal and of every action, each with the state that it leaves behind
        self._steps = [tuple((event, past_match.state) for event in past_match.game.opening(past_match.state))]
        for action in self.match.actions:
            self._steps.append(past_match.advance(action))
            self._states.append(past_match.state)

    @property
    def last(self) -> int:
        """How many actions the match has."""
        return len(self._states) - 1

    @property
    def progress(self) -> float:
        """How far along the line the point lies that is shown, from 0 to 1."""
        return self.place / max(1, self.last)

    def label(self, name: str) -> str:
        """What a button of the line does."""
        return self.context.texts(f"replay.{name}")

    def where(self) -> str:
        """The point that is shown, in words."""
        return place_words(self.context.texts, self.place, self.last)

    def _view(self, place: int) -> View:
        return self.match.game.view(self._states[place], self.viewer)

    def _seen(self, place: int) -> Iterator[tuple[Event, State]]:
        """What the viewer saw of the action that led to ``place``, step by step; of the deal for 0."""
        for event, state in self._steps[place]:
            seen = self.match.game.visible(event, self.viewer)
            if seen is not None:
                yield seen, state

    # ---- moving along ---------------------------------------------------------------------------

    @abstractmethod
    def show_at(self, place: int) -> None:
        """Show the match after ``place`` actions, without what led there."""

    @abstractmethod
    def step(self, by: int) -> None:
        """Go one step on or back."""

    @abstractmethod
    def toggle(self) -> None:
        """Play, or stand still."""

    @abstractmethod
    def drag(self, share: float) -> None:
        """Go to a point of the line, from 0 to 1."""

    def _put(self, place: int) -> None:
        """Set picture, log and controls to the match after ``place`` actions."""
        self._moved(place)
        self.table.log = [line for at in range(self.place + 1) for line in self._lines[at]]
        self.table.last = None
        self.table.hush()
        self.table.sync(self._view(self.place), self.table.ms(ARRANGE_MS))
        self._offer()

    def _moved(self, place: int) -> None:
        self.place = place
        self.asking = ""
        self.dirty = True

    def _jump(self, place: int) -> None:
        self.playing = False
        self.show_at(place)

    def _set_speed(self, number: int) -> None:
        self.speed = list(self.speeds)[number]
        self._offer()

    def _play_on(self) -> Transition:
        """Play this match on from the point that is shown."""
        if saves.is_in_progress(self.context, self.match.game.name):
            self.playing = False
            if not self.sure("play_on"):
                return None
        saves.put_away(self.context, self.match.game.name)
        return Reset(routes.table(self.context, self.match.at(self.place)))

    def _help(self) -> Transition:
        return Push(routes.howto(self.context, self.match.game.name))

    def pause(self) -> None:
        """Stand still behind another scene or while the window is away."""
        self.playing = False
        super().pause()
        self._offer()

    def lay_out_question(self) -> None:
        """The controls alone: the table takes longer to lay out."""
        self._offer()

    def resume(self) -> None:
        """Show the controls as they are now."""
        self._offer()

    def question(self) -> tuple[str, bool] | None:
        """What the table says of its end, for nobody is asked any more; or what asks to be used again."""
        if self.asking:
            return super().question()
        return self.table.prompt(self.match.view(self.viewer)), False

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
            [line for event, _ in self._seen(place) for line in table.log_lines(event)]
            for place in range(len(self._steps))
        ]
        low = frame.height - 20.0 - self.high_tall
        self._panel = Box(24, low, 672, self.high_tall) if frame.tall else Box(28, 552, 1224, 144)
        self._line = Box(60, low + 56, 600, TRACK) if frame.tall else Box(60, 599, 1160, TRACK)
        self._bake(self._panel)
        self.show_at(self.place)

    def _bake(self, panel: Box) -> None:
        frame, kit = self.context.frame, self.context.kit
        plate = Backdrop(kit, self.table.backdrop.surface)
        self.table.backdrop.surface = plate.surface
        plate.panel(panel, 20, 0.5)
        self._bake_title(plate, panel)
        track = self._line.grown(3)
        plate.surface.blit(
            surfaces.rounded((kit.px(track.w), kit.px(track.h)), kit.px(track.h / 2), SHADE, 150),
            frame.to_real(track.x, track.y),
        )
        self._bake_legend(plate, panel)

    def _bake_title(self, plate: Backdrop, panel: Box) -> None:
        """Which game it was, and when; a tall table says the first itself."""
        kit, when = self.context.kit, self._when()
        if self.context.frame.tall:
            plate.put(kit.line_plain(when, 15, SOFT, text.BLACK, 480), 112, 93)
        else:
            game = self.context.texts(f"game.{self.match.game.name}")
            title = f"{game} · {when}" if when else game
            plate.put(kit.line_plain(title, 19, CREAM, text.BLACK, 760), panel.x + 24, panel.y + 20)

    def _when(self) -> str:
        """Day and time at which the match ended, if they are known."""
        if not self.ended_ms:
            return ""
        texts = self.context.texts
        name = day(texts, self.ended_ms, self.context.clock.wall_ms())
        return texts("replay.when", day=name, time=clock(self.ended_ms))

    def _bake_legend(self, plate: Backdrop, panel: Box) -> None:
        frame, kit = self.context.frame, self.context.kit
        x, y = (panel.x + panel.w - 22, panel.y + 26) if frame.tall else (panel.x + 36, panel.y + 109)
        for kind, words in self._legend():
            line = kit.line_plain(words, 17, SOFT, text.STRONG, 300)
            wide = line.get_width() / kit.scale + 14
            if frame.tall:
                x -= wide
            plate.put(mark(kit, kind), x, y, "centre")
            plate.put(line, x + 14, y)
            x += -26 if frame.tall else wide + 30

    def _legend(self) -> list[tuple[str, str]]:
        """The kinds of marks that need an explanation, and what it says."""
        if not self._own_dots():
            return []
        return [("own", self.context.texts("replay.own", name=name_of(self.match.seats, self.viewer)))]

    def _own_dots(self) -> bool:
        """Whether there is room to mark the viewer's moves."""
        return self._line.w / max(1, self.last) * len(self.match.seats) >= LEAST_STEP

    def _offer(self) -> None:
        """Offer the controls in their present state."""
        context, frame, panel = self.context, self.context.frame, self._panel
        kit, texts = context.kit, context.texts
        first, last = self.progress == 0, self.progress == 1
        row = panel.y + (118.0 if frame.tall else 109.0)
        middle, pitch = (360.0, 100.0) if frame.tall else (640.0, 76.0)
        uses: tuple[tuple[str, str, Use, bool, tuple[str, ...]], ...] = (
            ("start", "step_back", lambda: self._jump(0), not first, ("home",)),
            ("back", "arrow_left", lambda: self.step(-1), not first, ()),
            ("pause" if self.playing else "play", "pause" if self.playing else "play", self.toggle, True, ("first",)),
            ("forward", "arrow_right", lambda: self.step(1), not last, ()),
            ("end", "step_forward", lambda: self._jump(self.last), not last, ("end",)),
        )
        back, help_ = self._corners()
        widgets: list[Widget] = [back, TimeLine(self, self._line)]
        for place, (name, icon, use, can, keys) in enumerate(uses):
            x = middle + (place - 2) * pitch
            id_ = "toggle" if place == 2 else name if name != "back" else "backward"
            side = 60 if place == 2 else 52
            widgets.append(
                RoundButton(kit, id_, x, row, self.label(name), use, icon=icon, side=side, keys=keys, enabled=can)
            )
        low = self._line.y + 138
        wide = min(200.0, 60.0 * len(self.speeds))
        seg = Box(44, low - 30, 280, 60) if frame.tall else Box(1026 - wide, row - 27, wide, 54)
        names = [texts(f"replay.speed.{name}") for name in self.speeds]
        chosen = list(self.speeds).index(self.speed)
        widgets.append(Segment(kit, "speed", seg, names, chosen, self._set_speed, name=texts("replay.speed"), size=20))
        on = Box(340, low - 32, 336, 64) if frame.tall else Box(1044, row - 30, 188, 60)
        key, kind = ("replay.play_on_sure", "danger") if self.asking else ("replay.play_on", "primary")
        can = not self.match.game.is_over(self._states[self.place])
        button = Button(kit, "play_on", on, texts(key), self._play_on, kind=kind, size=21, enabled=can)
        button.item.box = on.at_least(72)
        log: list[Widget] = []
        if at := self._log_at():
            label, large = texts("button.log"), self.log_side
            log.append(RoundButton(kit, "log", *at, label, self._log, icon="log", side=large, keys=("log",)))
        self.show([*widgets, button, help_, *log, *self._ways_on()])

    def _ways_on(self) -> list[Widget]:
        """Ways to what else there is of the match."""
        return []

    def _review(self) -> Transition:
        """See what the match was like, or what the decisions in it were worth."""
        return Push(routes.review(self.context, self.match, self.ended_ms))

    def _log_at(self) -> tuple[float, float] | None:
        """The middle of the button for the log, or None where it has no room."""
        frame = self.context.frame
        return (frame.width - 142.0, 60.0) if frame.tall else (58.0, 134.0)

    def _log(self) -> Transition:
        """The log of the whole match: each line of it leads to its place."""
        places = [place for place, lines in enumerate(self._lines) for _line in lines]
        lines = [line for lines in self._lines for line in lines]
        return Push(routes.log(self.context, self.table, lines, lambda number: self._jump(places[number])))

    def _corners(self) -> tuple[RoundButton, RoundButton]:
        """The ways back and to the rules, in the upper corners of the table."""
        context = self.context
        label, x = context.texts("button.help"), context.frame.width - 58.0
        help_ = RoundButton(context.kit, "help", x, 60, label, self._help, icon="help", keys=("help",))
        return back_button(context, Pop), help_

    # ---- picture --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, the number of the move, and the controls."""
        self._draw_table(canvas)
        frame, panel, kit = self.context.frame, self._panel, self.context.kit
        line = kit.line(self.where(), 19, CREAM, text.BLACK, 320)
        if frame.tall:
            canvas.put_left(line, panel.x + 22, panel.y + 26)
        else:
            canvas.put_right(line, panel.x + panel.w - 24, panel.y + 20)
        super().draw(canvas)

    @abstractmethod
    def _draw_table(self, canvas: Canvas) -> None:
        """Draw the table above the line."""

    def marks(self) -> tuple[tuple[float, str], ...]:
        """Where marks lie on the line, from 0 to 1, and of what kind each is; see ``mark``."""
        every = self._line.w / max(1, self.last) >= LEAST_STEP
        return tuple(
            ((place + 1) / self.last, "own" if mover == self.viewer else "")
            for place, mover in enumerate(self.match.movers)
            if every or (mover == self.viewer and self._own_dots())
        )

    def handle_figure(self) -> tuple[str, str]:
        """The figure that shows where the match stands, and its mood: who is to move, or a winner."""
        game, state = self.match.game, self._states[self.place]
        mover = game.to_move(state)
        if mover >= 0:
            return self.match.seats[mover].figure, "calm"
        winners = game.winners(state) or (0,)
        return self.match.seats[winners[0]].figure, "glad"
