"""Replay of a match of turns, move by move or along the timeline."""

from collections.abc import Iterator, Sequence

from game.ai.review import can_review
from game.core.game import Action
from game.core.match import AnyMatch
from game.scenes.navigation import routes
from game.services.context import Context
from game.table.driver import CornerButton
from game.table.film import Cut, Playback, PositionChanged, ReplayedMatch, place_text
from game.table.turns.driver import Steps, TurnCue, TurnDriver, TurnNews

#: pause between two moves in playback, and at a mistake to read about it, in milliseconds at normal speed
REST_MS, READ_MS = 420.0, 3200.0
#: real milliseconds that a move of a film takes at its usual speed, and the factors of it for few and several moves
MOVE_MS, LEAST_PACE, MOST_PACE = 1300.0, 0.6, 3.0
#: real milliseconds before a caption that the last move needs, and in which it is hurried, and by what factor
LAST_MOVE_MS, HURRY_MS, HURRY = 450.0, 900.0, 2.5


class TurnReplayDriver(Playback, TurnDriver):
    """Replays a match; every action is a stop of the timeline."""

    match: ReplayedMatch
    is_own = False
    run_up, film_pace = (3, 0), 1.5

    def __init__(
        self, context: Context, match: AnyMatch, start: routes.ReplayStart = routes.START, cuts: Sequence[Cut] = ()
    ) -> None:
        self.stops = range(len(match.actions) + 1)
        film = self.load(match, self.stops, start, cuts)
        super().__init__(context, film, film.viewer)
        self._pause_ms = 0.0 if cuts else REST_MS
        #: the next move is due, even while another is shown
        self._next_is_due = False

    def _around(self, number: int) -> tuple[int, int]:
        """Return all actions that its caption tells of."""
        cut = self.cuts[number]
        return cut.place - cut.first, 0

    @property
    def _cut_pace(self) -> float:
        """The speed at which the actions left fill the time left of a film's present cut."""
        # the one that is shown is counted, too
        count = self.cuts[self.cut].place - self.match.place + 1
        left = self._left_ms - self.caption_ms - self.lead.still_ms
        return self.film_pace * max(LEAST_PACE, min(MOST_PACE, count * MOVE_MS / max(1.0, left)))

    # ---- seeking --------------------------------------------------------------------------------

    def seek(self, now: float) -> Iterator[PositionChanged]:
        self._pause_ms = 0.0 if self.cuts else REST_MS
        yield from super().seek(round(now))

    def step(self, by: int) -> Iterator[PositionChanged]:
        """Play the next move, or go back by one."""
        if by < 0:
            yield from super().step(by)
        else:
            self.playing, self._next_is_due, self.until = False, True, float(self.length)

    def drag(self, share: float) -> Iterator[PositionChanged]:
        if round(share * self.length) != self.now:
            yield from super().drag(share)

    def go_on(self, ms: float) -> Iterator[TurnNews]:
        """Play the next move after a pause."""
        if not self.playing:
            return
        if self.cuts and self.now < self.until:
            self.lead.begin()
        if self.lead.holds:
            return
        if self.cuts and self.now >= self.until:
            self.playing = False
            yield TurnCue.REFRESH_CONTROLS
            return
        self._pause_ms -= ms
        self._next_is_due = self._pause_ms <= 0

    def pass_time(self, ms: float) -> Iterator[TurnNews]:
        if self.cuts:
            yield from self.roll(ms)
            yield from self._keep_time()
        if not self._next_is_due:
            return
        self._next_is_due, self._pause_ms = False, REST_MS
        if self.match.place + 1 in self.notes:
            self._pause_ms = READ_MS
        yield TurnCue.FINISH_ANIMATIONS
        # a timeline has a length even where nobody has done anything yet
        if self.now >= self.until or self.match.place >= self.match.last:
            self.playing = False
            yield TurnCue.REFRESH_CONTROLS
            return
        self.now += 1
        self.match.go_to(self.match.place + 1)
        yield Steps(self.match.seen(self.match.place))

    def _keep_time(self) -> Iterator[TurnNews]:
        """End the action of a film's cut before its caption: leave out moves before it, hurry, and stop."""
        if self.cut >= len(self.cuts):
            return
        left = self._left_ms - self.caption_ms - self.lead.still_ms
        self.pace = max(self._cut_pace, self.film_pace * HURRY if left < HURRY_MS else 0.0)
        last = self.cuts[self.cut].place - 1
        if not self.playing:
            return
        if left < LAST_MOVE_MS and self.match.place < last:
            yield from self.seek(self.stamps[last])
        elif left <= 0:
            yield TurnCue.FINISH_ANIMATIONS

    def submit(self, action: Action) -> Iterator[TurnNews]:
        yield from ()

    # ---- controls and texts ---------------------------------------------------------------------

    @property
    def corners(self) -> tuple[CornerButton, ...]:
        """With the review button, unless the review led here; a film has none."""
        if self.cuts:
            return ()
        plain = (CornerButton.BACK, CornerButton.HELP, CornerButton.LOG)
        reviewed = self.match.full_match.is_over and can_review(self.game) and not self.from_review
        return (*plain, CornerButton.REVIEW) if reviewed else plain

    @property
    def where(self) -> str:
        return place_text(self.context.texts, self.match.place, self.match.turns)

    def _dots_own(self, room: float) -> bool:
        """Return True if there is room for the viewer's moves."""
        return self.match.last <= room * len(self.match.seats)

    def dots(self, room: float) -> tuple[tuple[float, str], ...]:
        """Return every move if there is room, else the viewer's."""
        film, every = self.match, self.match.last <= room
        return tuple(
            ((place + 1) / film.last, "own" if mover == self.viewer else "")
            for place, mover in enumerate(film.full_match.movers)
            if every or (mover == self.viewer and self._dots_own(room))
        )

    def legend(self, room: float) -> list[tuple[str, str]]:
        return [("own", "replay.own")] if self._dots_own(room) else []

    @property
    def figure(self) -> tuple[str, str]:
        """The seat to decide next, or a winner."""
        state = self.match.states[self.match.place]
        mover = self.game.to_move(state)
        seat = mover if mover >= 0 else (self.game.winners(state) or (0,))[0]
        return self.match.seats[seat].figure, "calm" if mover >= 0 else "glad"
