"""A match watched again: every position of it, and what the replays of all games have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from game.app.context import Context
from game.core.game import Action, Event, IllegalAction, View
from game.core.match import AnyMatch
from game.engine.transitions import Push, Reset, Transition
from game.player import saves
from game.scenes.navigation import routes

if TYPE_CHECKING:
    from game.engine.texts import Texts

#: the speeds of a replay, by their names
SPEEDS: Mapping[str, float] = MappingProxyType({"half": 0.5, "one": 1.0, "two": 2.0})


def place_words(texts: Texts, place: int, count: int) -> str:
    """The point of a match after ``place`` of its ``count`` actions, as every screen calls it."""
    return texts("replay.move", number=place, count=count) if place else texts("replay.before")


class PositionChanged(NamedTuple):
    """Another place of a match is shown, without what led there."""

    #: what the viewer has seen up to there
    past: tuple[Event, ...]


class ReplayedMatch:
    """A match as it stood after so many actions, its ``place``: as a table shows it, nobody decides any more."""

    has_begun, has_choice, mover = True, False, -1

    def __init__(self, match: AnyMatch, viewer: int) -> None:
        self.whole, self.viewer, self.place = match, viewer, 0
        self.game, self.seats = match.game, match.seats
        #: nobody decides on this device
        self.humans: list[int] = []
        past = match.at(0)
        #: every state: they are small, share what they have in common, and never change
        self.states = [past.state]
        #: the events of the deal and of every action, each with the state that it leaves behind
        self._steps = [tuple((event, past.state) for event in past.game.opening(past.state))]
        for action in match.actions:
            self._steps.append(past.advance(action))
            self.states.append(past.state)

    @property
    def last(self) -> int:
        """How many actions the match has."""
        return len(self.states) - 1

    def go_to(self, place: int) -> None:
        """Stand after so many actions."""
        self.place = place

    @property
    def is_over(self) -> bool:
        """Whether the match was over by then."""
        return self.game.is_over(self.states[self.place])

    def view(self, seat: int) -> View:
        """What ``seat`` knew then."""
        return self.game.view(self.states[self.place], seat)

    def seen(self, place: int) -> tuple[tuple[Event, View], ...]:
        """What the viewer saw of the action that led to ``place``, with what it knew then; of the deal for 0."""
        shown = ((self.game.visible(event, self.viewer), state) for event, state in self._steps[place])
        return tuple((event, self.game.view(state, self.viewer)) for event, state in shown if event is not None)

    def past(self, seat: int) -> tuple[Event, ...]:
        """All that ``seat`` had seen by then."""
        steps = (step for at in range(self.place + 1) for step in self._steps[at])
        seen = (self.game.visible(event, seat) for event, _state in steps)
        return tuple(event for event in seen if event is not None)

    def objection(self, action: Action) -> IllegalAction | None:
        """Nothing is forbidden where nothing is done."""
        del action
        return None


class Playback(ABC):
    """What drivers of replays have in common: a film that is played, stopped and jumped in, along a line.

    The line is as long as the last of the ``stamps``: an action is shown from its own stamp on.
    """

    context: Context
    match: ReplayedMatch
    offers_lesson: ClassVar[bool] = True
    speeds: ClassVar[Mapping[str, float]] = SPEEDS
    #: the name of its speed, and how many times as fast as usual time passes
    speed, pace = "one", 1.0
    #: the stamp at which the match begins, and those of its actions
    stamps: Sequence[int]
    #: the stamps that the buttons for one step go to
    stops: Sequence[int]

    def load(
        self, match: AnyMatch, stamps: Sequence[int], ended_ms: float, place: int, viewer: int = -1
    ) -> ReplayedMatch:
        """Make the film of ``match``; it begins to play unless it is looked at from a ``place`` on."""
        self.stamps, self.ended_ms = stamps, ended_ms
        #: the review led here: back goes there again
        self.from_review = viewer >= 0
        film = ReplayedMatch(match, viewer if self.from_review else (match.humans or [0])[0])
        #: the point of the line that is shown
        self.now = float(stamps[min(max(place, 0), film.last)])
        film.go_to(self.place_at(self.now))
        # who comes for one moment looks at it in peace
        self.playing = not place
        return film

    @property
    def address(self) -> str:
        """The place that is shown of a finished match that is kept."""
        viewer = (self.match.viewer,) if self.from_review else ()
        return saves.finished_address("replay", self.context, self.match.whole, self.match.place, *viewer)

    def run_at(self, speed: str) -> None:
        """Let time pass at a speed from now on."""
        self.speed, self.pace = speed, self.speeds[speed]

    def label(self, name: str) -> str:
        """What a control of the line does."""
        return self.context.texts(f"replay.{name}")

    # ---- where it stands ------------------------------------------------------------------------

    @property
    def length(self) -> int:
        """How long the line is."""
        return max(1, self.stamps[-1])

    @property
    def progress(self) -> float:
        """How far along the line the point lies that is shown, from 0 to 1."""
        return min(1.0, self.now / self.length)

    def place_at(self, now: float) -> int:
        """How many actions have been made at a point of the line."""
        return bisect_right(self.stamps, now) - 1

    @property
    @abstractmethod
    def where(self) -> str:
        """The point that is shown, in words."""

    @abstractmethod
    def dots(self, room: float) -> tuple[tuple[float, str], ...]:
        """Where dots lie on a line with ``room`` for so many, from 0 to 1: "own", "error" or "" for the others."""

    @abstractmethod
    def legend(self, room: float) -> list[tuple[str, str]]:
        """The kinds of dots that need an explanation, and the text keys of that."""

    @property
    @abstractmethod
    def figure(self) -> tuple[str, str]:
        """The figure that shows where the match stands, and its mood."""

    # ---- moving along ---------------------------------------------------------------------------

    def seek(self, now: float) -> Iterator[PositionChanged]:
        """Show the match as it stood at a point of the line, without what led there."""
        self.now = min(max(0.0, now), float(self.length))
        self.match.go_to(self.place_at(self.now))
        yield PositionChanged(self.match.past(self.match.viewer))

    def jump(self, place: int) -> Iterator[PositionChanged]:
        """Show the match after ``place`` actions, and stand still."""
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
        """Go to a point of the line, from 0 to 1."""
        self.playing = False
        yield from self.seek(share * self.length)

    def toggle(self) -> Iterator[PositionChanged]:
        """Play, from the start if the end is reached, or stand still."""
        self.playing = not self.playing
        if self.playing and self.progress == 1:
            yield from self.seek(0)

    # ---- ways to other screens ------------------------------------------------------------------

    def play_on(self, sure: Callable[[str], bool]) -> Transition:
        """Play this match on from the place that is shown; what is being played is put away for it."""
        context, name = self.context, self.match.game.name
        if saves.is_in_progress(context, name):
            self.playing = False
            if not sure("play_on"):
                return None
        saves.shelve(context, name)
        return Reset(routes.table(context, self.match.whole.at(self.match.place)))

    def review(self) -> Transition:
        """See what the match was like, or what the decisions in it were worth."""
        return Push(routes.review(self.context, self.match.whole, self.ended_ms))
