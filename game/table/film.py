"""Replay of a match: all its positions, and the base of the replay drivers of all games."""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from game.core.events import is_turn
from game.core.game import Action, Event, IllegalAction, View, has_turns
from game.core.match import AnyMatch
from game.core.records import Moment
from game.engine.transitions import Pop, Push, Reset, Transition
from game.player import saves
from game.scenes.navigation import routes
from game.services.context import Context
from game.table.driver import ScreenLeft

if TYPE_CHECKING:
    from game.engine.texts import Texts

#: replay speeds by name
SPEEDS: Mapping[str, float] = MappingProxyType({"half": 0.5, "one": 1.0, "two": 2.0})


def turns_begun(match: AnyMatch) -> list[int]:
    """Return how many turns have begun at each position of ``match``; see ``has_turns``."""
    if not has_turns(match.game):
        return list(range(len(match.events) + 1))
    steps = (match.game.opening(match.at(0).state), *match.events)
    # what is decided before the first turn belongs to it
    return [max(1, number) for number in accumulate(sum(map(is_turn, events)) for events in steps)]


def place_text(texts: "Texts", place: int, turns: Sequence[int]) -> str:
    """Return the wording for the position after ``place`` actions, see ``turns_begun``."""
    return texts("replay.turn", number=turns[place], count=turns[-1]) if place else texts("replay.before")


#: duration of a film, in milliseconds of real time, whatever the speed of tables
FILM_MS = 12_000.0
#: time at the end of a cut for its caption, when nothing moves any more, and at the end of the film for the result
CAPTION_MS, RESULT_MS = 1400.0, 2000.0
#: time at the end of the film for which its caption is shown: the camera has begun to leave the last action
TOLD_MS = RESULT_MS - 200.0
#: real milliseconds before the move in of a cut's camera, of that move, and until the match goes on: it stands still
BEFORE_MS, IN_MS, SETTLED_MS = 140.0, 460.0, 480.0
#: all of these
LEAD_MS = BEFORE_MS + SETTLED_MS


class Cut(NamedTuple):
    """One part of a film: the position after its last action, its caption and its duration in real milliseconds."""

    place: int
    caption: str
    ms: float
    #: the seat of whom the caption tells, its mood, and the other seat concerned, or -1
    seat: int
    mood: str = "glad"
    other: int = -1
    #: the position before its first action
    first: int = 0
    #: what it shows; None for the end
    moment: Moment | None = None


class PositionChanged(NamedTuple):
    """A jump to another position of the match."""

    #: the viewer's events up to there
    past: tuple[Event, ...]


class ReplayedMatch:
    """A match after its first ``place`` actions; nobody decides any more."""

    has_begun, has_choice, mover = True, False, -1

    def __init__(self, match: AnyMatch, viewer: int) -> None:
        self.full_match, self.viewer, self.place = match, viewer, 0
        self.game, self.seats = match.game, match.seats
        #: no seat decides on this device
        self.humans: list[int] = []
        past = match.at(0)
        #: every state: states are small, share parts and are immutable
        self.states = [past.state]
        self.turns = turns_begun(match)
        #: the events of the deal and of each action, with the state after each
        self._steps = [tuple((event, past.state) for event in past.game.opening(past.state))]
        for action in match.actions:
            self._steps.append(past.advance(action))
            self.states.append(past.state)

    @property
    def last(self) -> int:
        """The number of actions in the match."""
        return len(self.states) - 1

    def go_to(self, place: int) -> None:
        """Go to the position after ``place`` actions."""
        self.place = place

    @property
    def is_over(self) -> bool:
        """True if the match is over at this position."""
        return self.game.is_over(self.states[self.place])

    def view(self, seat: int) -> View:
        """Return the view of ``seat`` at this position."""
        return self.view_at(self.place, seat)

    def view_at(self, place: int, seat: int) -> View:
        """Return the view of ``seat`` at the position after ``place`` actions."""
        return self.game.view(self.states[place], seat)

    def seen(self, place: int) -> tuple[tuple[Event, View], ...]:
        """Return the viewer's events of the action that led to ``place`` (the deal for 0), with its view after each."""
        shown = ((self.game.visible(event, self.viewer), state) for event, state in self._steps[place])
        return tuple((event, self.game.view(state, self.viewer)) for event, state in shown if event is not None)

    def past(self, seat: int) -> tuple[Event, ...]:
        """Return all events that ``seat`` has seen up to this position."""
        steps = (step for at in range(self.place + 1) for step in self._steps[at])
        seen = (self.game.visible(event, seat) for event, _state in steps)
        return tuple(event for event in seen if event is not None)

    def objection(self, action: Action) -> IllegalAction | None:
        """Return None, as nothing is submitted here."""
        return None


class Lead:
    """The move in of a film's camera on each cut, while the match stands still."""

    def __init__(self, film: "Playback") -> None:
        self._film = film
        #: the position from which the camera of each cut is close, or None
        self._places: Sequence[int | None] = [None] * len(film.cuts)
        #: the real milliseconds since the camera has begun to move in; negative just before, None long before
        self.ms: float | None = None

    def come_close(self, places: Sequence[int | None]) -> None:
        """Move in on each cut from a position on, or not at all (None)."""
        self._places = places
        self.restart()

    def restart(self) -> None:
        """Move in at once if the camera is close in all of the present cut."""
        film = self._film
        place = self._places[film.cut]
        at_once = place is not None and place <= film.positions(film.cut)[0]
        self.ms = film.cut_ages[0] - BEFORE_MS if at_once else None

    def begin(self) -> None:
        """Move in if it is time to: nothing moves, and the match is to go on from here."""
        film = self._film
        place = self._places[film.cut] if film.cut < len(film.cuts) else None
        if self.ms is None and place is not None and film.match.place >= place:
            self.ms = 0.0

    def roll(self, ms: float) -> None:
        """Advance real time."""
        if self.ms is not None:
            self.ms += ms

    @property
    def still_ms(self) -> float:
        """The real milliseconds for which the match will yet stand still in the present cut."""
        return SETTLED_MS if self.ms is None and self._places[self._film.cut] is not None else 0.0

    @property
    def opens(self) -> bool:
        """True at the start of a cut, before its first action; a camera that moves in later does so then."""
        return bool(self._places) and self._film.cut_ages[0] < (BEFORE_MS if self.still_ms else LEAD_MS)

    @property
    def holds(self) -> bool:
        """True while the match stands still."""
        return self.opens or (self.ms is not None and self.ms < SETTLED_MS)


class Playback(ABC):
    """Base of replay drivers: playing, stopping and seeking along a timeline.

    The timeline ends with the last of the ``stamps``: an action is shown from its stamp on. A film is played in
    ``cuts``, each with a run-up, and then closes.
    """

    context: Context
    match: ReplayedMatch
    offers_lesson: ClassVar[bool] = True
    speeds: ClassVar[Mapping[str, float]] = SPEEDS
    #: the name of the speed, and its factor
    speed, pace = "one", 1.0
    #: the mistakes of a review to tell of, each by the number of actions before it
    notes: Mapping[int, routes.MistakeNote]
    #: the stamp of the deal, and those of the actions
    stamps: Sequence[int]
    #: the stamps that the step buttons stop at
    stops: Sequence[int]
    #: how long before and after its last action a moment is played, in units of the timeline
    run_up: ClassVar[tuple[int, int]]
    #: the factor of a film's speed
    film_pace: ClassVar[float] = 1.0

    def load(
        self, match: AnyMatch, stamps: Sequence[int], start: routes.ReplayStart, cuts: Sequence[Cut]
    ) -> ReplayedMatch:
        """Load ``match``."""
        self.stamps, self.ended_ms, place, self.notes = stamps, start.ended_ms, start.place, start.notes
        #: the cuts of a film, the number of the current one, and its time left in real milliseconds
        self.cuts, self.cut, self._left_ms = cuts, 0, cuts[0].ms if cuts else 0.0
        #: when its camera moves in
        self.lead = Lead(self)
        #: opened from the review, so back returns there
        self.from_review = start.viewer >= 0
        film = ReplayedMatch(match, start.viewer if self.from_review else (match.humans or [0])[0])
        #: the current point of the timeline
        self.now = float(stamps[min(max(place, 0), film.last)])
        #: the point of the timeline at which playing stops
        self.until = float(self.length)
        #: the moment's place on the timeline, or 0
        self._moment = place if start.moment else 0
        if start.moment or cuts:
            self._run_up(cuts[0].place if cuts else place, self._around(0) if cuts else self.run_up)
        if cuts:
            self.pace = self.film_pace
        film.go_to(self.place_at(self.now))
        # a position that was asked for stands still
        self.playing = start.plays or start.moment or not place
        return film

    def _run_up(self, place: int, around: tuple[int, int]) -> None:
        """Go to the point from which the action before ``place`` is played, and stop after it."""
        stamp, (before, after) = self.stamps[place], around
        # a film never goes back in time
        earliest = self.until if self.cuts and self.cut else 0.0
        self.now, self.until = max(earliest, float(stamp - before)), float(stamp + after)
        if not self.cuts:
            self.until = min(float(self.length), self.until)

    @property
    def moment_is_over(self) -> bool:
        """True where a moment has been played to its end."""
        if not self._moment or self.playing:
            return False
        return self.now == min(self.length, self.stamps[self._moment] + self.run_up[1])

    def positions(self, number: int) -> range:
        """Return the positions that a film's cut shows, from its beginning to its end."""
        place = self.cuts[number].place
        before, after = self._around(number)
        first = self.place_at(max(0, self.stamps[place] - before))
        return range(first, self.place_at(self.stamps[place] + after) + 1)

    def play_moment(self) -> Iterator[PositionChanged]:
        """Play the moment again."""
        self._run_up(self._moment, self.run_up)
        self.playing = True
        yield from self.seek(self.now)

    def roll(self, ms: float) -> Iterator[PositionChanged | ScreenLeft]:
        """Advance a film by the milliseconds of a frame; go to its next cut, and close it after the last one."""
        self._left_ms -= ms / self.pace
        self.lead.roll(ms / self.pace)
        if self._left_ms > 0:
            if self._left_ms < self.caption_ms and self.match.place < (place := self.cuts[self.cut].place):
                # the moves before it have taken too long
                yield from self.seek(self.stamps[place])
            return
        self.cut += 1
        if self.cut >= len(self.cuts):
            yield ScreenLeft(Pop())
            return
        self._left_ms += self.cuts[self.cut].ms
        self._run_up(self.cuts[self.cut].place, self._around(self.cut))
        self.playing = True
        yield from self.seek(self.now)
        self.lead.restart()

    @abstractmethod
    def _around(self, number: int) -> tuple[int, int]:
        """Return the time before and after its last action that a film's cut shows, in units of the timeline."""

    def _caption_ms(self, number: int) -> float:
        return CAPTION_MS if number < len(self.cuts) - 1 else RESULT_MS

    @property
    def caption_ms(self) -> float:
        """The real milliseconds at the end of a film's present cut that its caption has at least."""
        return self._caption_ms(self.cut)

    @property
    def cut_ages(self) -> tuple[float, float]:
        """The real milliseconds of a film's present cut that have passed, and those that are left."""
        left = max(0.0, self._left_ms)
        return self.cuts[min(self.cut, len(self.cuts) - 1)].ms - left, left

    @property
    def address(self) -> str:
        """The current position of a stored finished match."""
        if self.cuts:
            # a reloaded page shows the result below
            return ""
        viewer = (self.match.viewer,) if self.from_review else ()
        return saves.finished_address("replay", self.context, self.match.full_match, self.match.place, *viewer)

    def run_at(self, speed: str) -> None:
        """Set the speed."""
        self.speed, self.pace = speed, self.speeds[speed]

    def label(self, name: str) -> str:
        """Return the label of a control."""
        return self.context.texts(f"replay.{name}")

    # ---- position -------------------------------------------------------------------------------

    @property
    def length(self) -> int:
        """The length of the timeline."""
        return max(1, self.stamps[-1])

    @property
    def progress(self) -> float:
        """The current point of the timeline, from 0 to 1."""
        return min(1.0, self.now / self.length)

    @property
    def caption(self) -> str:
        """The caption of a film's present cut, or "" until its last action has been seen.

        How the match ended is told once the camera leaves the last action: it is about the whole table.
        """
        number = min(self.cut, len(self.cuts) - 1)
        cut, is_seen = self.cuts[number], not self.playing and self.match.place >= self.cuts[number].place
        if number == len(self.cuts) - 1 and self.cut_ages[1] > TOLD_MS:
            is_seen = False
        return cut.caption if is_seen else ""

    def place_at(self, now: float) -> int:
        """Return the number of actions at a point of the timeline."""
        return bisect_right(self.stamps, now) - 1

    @property
    @abstractmethod
    def where(self) -> str:
        """The current point in words."""

    @abstractmethod
    def dots(self, room: float) -> tuple[tuple[float, str], ...]:
        """Return the marks of the timeline, with ``room`` for that many: (0 to 1, "own", "error" or "")."""

    @abstractmethod
    def legend(self, room: float) -> list[tuple[str, str]]:
        """Return the kinds of marks that need an explanation, with its text keys."""

    @property
    @abstractmethod
    def figure(self) -> tuple[str, str]:
        """The figure of the current position, and its mood."""

    # ---- seeking --------------------------------------------------------------------------------

    def seek(self, now: float) -> Iterator[PositionChanged]:
        """Go to a point of the timeline, without animation."""
        self.now = min(max(0.0, now), float(self.length))
        self.match.go_to(self.place_at(self.now))
        yield PositionChanged(self.match.past(self.match.viewer))

    def jump(self, place: int) -> Iterator[PositionChanged]:
        """Go to the position after ``place`` actions, and stop."""
        self.playing = False
        yield from self.seek(self.stamps[min(max(place, 0), self.match.last)])

    def step(self, by: int) -> Iterator[PositionChanged]:
        """Go to the next or the previous stop."""
        self.playing = False
        now = round(self.now)
        if by > 0:
            yield from self.seek(next((stop for stop in self.stops if stop > now), self.length))
        else:
            yield from self.seek(next((stop for stop in reversed(self.stops) if stop < now), 0))

    def drag(self, share: float) -> Iterator[PositionChanged]:
        """Go to a share of the timeline, from 0 to 1."""
        self.playing = False
        yield from self.seek(share * self.length)

    def toggle(self) -> Iterator[PositionChanged]:
        """Play (from the start at the end), or stop."""
        self.playing, self.until = not self.playing, float(self.length)
        if self.playing and self.progress == 1:
            yield from self.seek(0)

    def play_on(self, confirmed: Callable[[str], bool]) -> Transition:
        """Continue this match as a new game from here; the game in progress is shelved for it."""
        context, name = self.context, self.match.game.name
        if saves.is_in_progress(context, name):
            self.playing = False
            if not confirmed("play_on"):
                return None
        saves.shelve(context, name)
        return Reset(routes.table(context, self.match.full_match.at(self.match.place)))

    def review(self) -> Transition:
        """Open the review of the match."""
        return Push(routes.review(self.context, self.match.full_match, self.ended_ms))
