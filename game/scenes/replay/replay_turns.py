"""A match of turns watched again, move by move."""

from __future__ import annotations

from game.catalogue.presentations import PRESENTATIONS
from game.engine.canvas import Canvas
from game.engine.director import Director
from game.engine.presentation import turns
from game.engine.transitions import Transition
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import RoundButton, Widget
from game.scenes.replay.replay import Replay
from game.scenes.shared.common import ARRANGE_MS

#: between two moves that are played one after the other, in milliseconds at normal speed
REST_MS = 420.0


class TurnReplay(Replay):
    """Forward and back through a match, move by move or along the line."""

    table: AnyTurnTable

    def _lay_table(self) -> None:
        shown = turns(PRESENTATIONS[self.match.game.name])
        self.table = shown.table(self._framed(), self.match.seats, self.viewer, self._view(0))
        self.director = Director(self._finish)
        self._rest = REST_MS

    def _finish(self) -> None:
        """Let everything that moves be where it belongs."""
        self.table.layer.finish()

    # ---- moving along ---------------------------------------------------------------------------

    def show_at(self, place: int) -> None:
        """Show the match after ``place`` actions, without what led there."""
        if self.director.busy:
            self.director.skip()
        self._put(min(max(place, 0), self.last))

    def forward(self) -> None:
        """Show the next action."""
        if self.director.busy:
            self.director.skip()
            self.table.sync(self._view(self.place))
        if self.place == self.last:
            self.playing = False
        else:
            self._moved(self.place + 1)
            for event, state in self._seen(self.place):
                self.director.play(self.table.play(event, self.match.game.view(state, self.viewer)))
        self._offer()

    def _moved(self, place: int) -> None:
        super()._moved(place)
        self._rest = REST_MS

    def step(self, by: int) -> None:
        """Go one move on or back."""
        self.playing = False
        if by > 0:
            self.forward()
        else:
            self.show_at(self.place - 1)

    def toggle(self) -> None:
        """Play, or stand still."""
        self.playing = not self.playing
        if self.playing and self.place == self.last:
            self.show_at(0)
        self._offer()

    def drag(self, share: float) -> None:
        """Go to a point of the line, from 0 to 1."""
        place = round(share * self.last)
        if place != self.place:
            self._jump(place)

    def update(self, ms: float) -> Transition:
        """Let time pass at the chosen speed."""
        ms *= self.speeds[self.speed]
        if self.table.update(ms):
            self.dirty = True
        if self.director.busy:
            self.director.pace = self.context.settings.pace
            self.director.update(ms)
            self.dirty = True
            if not self.director.busy:
                self.table.sync(self._view(self.place), self.table.ms(ARRANGE_MS))
        elif self.playing:
            self._rest -= ms
            if self._rest <= 0:
                self.forward()
        return None

    def question(self) -> tuple[str, bool] | None:
        """What the table says of its end, once nothing is being shown."""
        return None if self.director.busy else super().question()

    def _ways_on(self) -> list[Widget]:
        """What the expert saw, unless that has led here."""
        if self.from_review or not self.match.is_over:
            return []
        frame, texts = self.context.frame, self.context.texts
        x, y = (frame.width - 226.0, 60.0) if frame.tall else (frame.width - 58.0, 134.0)
        return [RoundButton(self.context.kit, "review", x, y, texts("review.open_spoken"), self._review, icon="eye")]

    # ---- picture --------------------------------------------------------------------------------

    def _draw_table(self, canvas: Canvas) -> None:
        """Draw the table; in portrait it says what has just happened."""
        table = self.table
        table.draw(canvas)
        if self.context.frame.tall and table.log:
            table.draw_prompt(canvas, table.log[-1].words, *table.spots.prompt, self.context.frame.width - 60)
