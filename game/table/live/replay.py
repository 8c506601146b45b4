"""Replay of a match in real time at its true pace; the timeline is the game's clock."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import NamedTuple

from game.catalogue.presentations import PRESENTATIONS
from game.core.events import seat_of
from game.core.game import Action
from game.core.live import as_live_game
from game.core.match import AnyMatch
from game.engine.presentation import Weight
from game.engine.presentation import as_live_presentation as live_presentation
from game.scenes.navigation import routes
from game.services.context import Context
from game.table.driver import CornerButton
from game.table.film import LEAD_MS, SPEEDS, Cut, Playback, ReplayedMatch
from game.table.live.driver import AllowedInput, LiveCue, LiveDriver, LiveNews, LiveStep

#: time before its action in a film's shortest cut, and after it
BEFORE_MS, AFTER_MS = 600, 900


class ReplayStop(NamedTuple):
    """A notable action to jump to: its place, its kind, and the acting seat."""

    place: int
    kind: Weight
    seat: int


class LiveReplayDriver(Playback, LiveDriver):
    """Replays a match by its clock; the buttons jump between gains, errors and turns."""

    match: ReplayedMatch
    speeds = MappingProxyType({**SPEEDS, "four": 4.0})
    confirms, prompt_is_apart, running = False, True, False
    may = AllowedInput.NOTHING
    corners = (CornerButton.BACK, CornerButton.HELP, CornerButton.LOG)
    run_up = (3000, 1200)

    def __init__(
        self, context: Context, match: AnyMatch, start: routes.ReplayStart = routes.START, cuts: Sequence[Cut] = ()
    ) -> None:
        game, shown = as_live_game(match.game), live_presentation(PRESENTATIONS[match.game.name])
        stamps = [0, *map(game.stamp, match.actions)]
        film = self.load(match, stamps, start, cuts)
        super().__init__(context, film, film.viewer)
        self.moments = [
            ReplayStop(place, weight, seat_of(event))
            for place, events in enumerate(match.events, 1)
            for event in events
            if (weight := shown.weight(event))
        ]
        self.stops = [self.stamps[moment.place] for moment in self.moments]
        #: the state that the controls were last built from
        self._offered = ""

    def _around(self, number: int) -> tuple[int, int]:
        return max(BEFORE_MS, int(self.cuts[number].ms - LEAD_MS - AFTER_MS - self._caption_ms(number))), AFTER_MS

    def label(self, name: str) -> str:
        return self.context.texts(f"replay.time.{name}")

    # ---- seeking --------------------------------------------------------------------------------

    @property
    def awake(self) -> bool:
        """True during playback, when nobody touches the screen, and in all of a film."""
        return self.playing or bool(self.cuts)

    @property
    def shown_at(self) -> int:
        return int(self.now)

    input_at = shown_at

    def advance(self, ms: float) -> Iterator[LiveNews]:
        if self.cuts:
            yield from self.roll(ms)
        if not self.playing:
            return
        if self.cuts and self.place_at(self.now + ms) > self.match.place:
            self.lead.begin()
        if self.lead.holds:
            return
        self.now = min(self.now + ms, self.until)
        for place in range(self.match.place, self.place_at(self.now)):
            self.match.go_to(place + 1)
            for event, view in self.match.seen(place + 1):
                yield LiveStep(event, view)
        self.playing = self.now < self.until
        offered = f"{self.where}{self.playing}"
        if offered != self._offered:
            self._offered = offered
            yield LiveCue.REFRESH_CONTROLS

    def rest(self, hurried: bool) -> Sequence[LiveNews]:
        self.playing = False
        return (LiveCue.REFRESH_CONTROLS,)

    def submit(self, action: Action) -> Sequence[LiveNews]:
        return ()

    # ---- texts ----------------------------------------------------------------------------------

    def asked(self, prompt: str) -> str:
        return ""

    @property
    def where(self) -> str:
        return self.context.texts("replay.time.of", now=_clock(self.now), whole=_clock(self.length))

    def dots(self, room: float) -> tuple[tuple[float, str], ...]:
        """Return the gains, the viewer's own marked, and the errors."""
        return tuple(
            (self.stamps[place] / self.length, kind if kind == "error" else "own" if seat == self.viewer else "")
            for place, kind, seat in self.moments
            if kind in ("gain", "error")
        )

    def legend(self, room: float) -> list[tuple[str, str]]:
        found = {kind for _share, kind in self.dots(room)}
        return [(kind, f"{self.game.name}.replay.{kind}") for kind in ("own", "error") if kind in found]

    @property
    def figure(self) -> tuple[str, str]:
        """The winner at the end, else the seat of the last notable action."""
        film, viewer = self.match, self.match.viewer
        if winners := self.game.winners(film.states[film.place]):
            return film.seats[viewer if viewer in winners else winners[0]].figure, "glad"
        past = [moment for moment in self.moments if moment.place <= film.place and moment.seat >= 0]
        _place, kind, seat = past[-1] if past else ReplayStop(0, "", viewer)
        return film.seats[seat].figure, {"gain": "glad", "error": "beaten"}.get(kind, "calm")


def _clock(ms: float) -> str:
    return f"{int(ms) // 60_000}:{int(ms) // 1000 % 60:02d}"
