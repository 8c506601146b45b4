"""What a game may offer beside its rules: computer players, hints, play-outs, redaction, records, modes.

Each is an object that a game has or has not; whoever uses one asks the game for it. They are made of plain functions
of the game's modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar

from game.core import records, rng
from game.core.options import Json

if TYPE_CHECKING:
    from game.core.match import Match

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")
T = TypeVar("T")

#: A bot thinks in slices: it yields None while it wants more time and at last an action.
Thinking: TypeAlias = Iterator[A | None]


class Reason(NamedTuple):
    """The sentence that gives the reason for an action: its key, and what its blanks are, as the game counts them."""

    key: str
    blanks: tuple[tuple[str, int], ...] = ()


class Advice(NamedTuple, Generic[A]):
    """What the strongest quick level would do, the numbers behind it as (text key, number), and why in words.

    Without a reason the action speaks for itself, as that two cards are alike does.
    """

    action: A
    numbers: tuple[tuple[str, float], ...]
    why: Reason | None = None
    #: what promises just as much, such as another of several cards that nobody knows
    ties: tuple[A, ...] = ()


class Bots(Generic[A, V]):
    """The computer players of a game. A bot sees a View, never a State."""

    def __init__(
        self,
        levels: tuple[str, ...],
        think: Callable[[V, rng.Rng, str], Thinking[A]],
        ranked_levels: tuple[str, ...] = (),
        first_level: str = "",
    ) -> None:
        self.levels = levels
        #: what a level does by chance: None while it thinks, then one legal action
        self.think = think
        #: the levels from weak to strong, without those that do not rise with the others
        self.ranked_levels = ranked_levels or levels
        #: the level of the opponents of a first visit: the middle one of those that rise, of two the lower one
        self.first_level = first_level or self.ranked_levels[(len(self.ranked_levels) - 1) // 2]


class Hints(Generic[A, V]):
    """What the strongest quick level would do, and why."""

    def __init__(
        self,
        explain: Callable[[V], Advice[A]],
        explain_action: Callable[[V, A], Advice[A]] | None = None,
        advise: Callable[[V], Iterator[Advice[A] | None]] | None = None,
        advise_action: Callable[[V, A], Advice[A]] | None = None,
        permitted_view: Callable[[V], V] | None = None,
    ) -> None:
        #: what the strongest quick level would do now
        self.explain = explain
        #: the same if the action is what is advised, whether or not the strongest quick level would do it
        self.explain_action = explain_action or self._explained
        #: as ``explain`` in slices, None while more is to be thought about, for a seat that forgets nothing: so a
        #: decision is judged when the game is over, by all that its seat could know
        self.advise = advise or self._advise
        #: as ``explain_action``, for a seat that forgets nothing
        self.advise_action = advise_action or self.explain_action
        #: what of a view a hint may go by, where nothing may remember for the player
        self.permitted_view = permitted_view or _whole

    def _explained(self, view: V, action: A) -> Advice[A]:
        advice = self.explain(view)
        if action == advice.action:
            return advice
        return Advice(action, (), advice.why if action in advice.ties else None)

    def _advise(self, view: V) -> Iterator[Advice[A] | None]:
        yield None
        yield self.explain(view)


class PlayOuts(Generic[S, A, V]):
    """How imagined positions are played to their end: by that a hint compares actions, and a review judges them."""

    def __init__(
        self,
        level: str | Callable[[S], str],
        candidates: Callable[[V], Sequence[A]] | None = None,
        turn_level: str = "",
        same_turn: Callable[[S, S], bool] | None = None,
    ) -> None:
        #: the actions worth a second look, those that promise most at a first one in front
        self.candidates = candidates or _nothing
        self._level = level
        #: the level that plays on for as long as the turn lasts that was begun or due at the start; "" for the same one
        self.turn_level = turn_level
        #: whether the turn of the first position still goes on at the second, if it has all the way
        self.same_turn = same_turn or (lambda _start, _state: False)

    def level_from(self, start: S) -> str:
        """The level that plays on from a position."""
        return self._level if isinstance(self._level, str) else self._level(start)


class Redaction(Generic[V]):
    """What another device is told of a view."""

    def __init__(self, redact: Callable[[V], V], complete: Callable[[V], V]) -> None:
        #: a view without what is in it for computer players alone
        self.redact = redact
        #: such a view with guesses in place of what was left out: of it a world can be made in which the seat may do
        #: the same
        self.complete = complete


class Records(Generic[S, A, E, V]):
    """What is kept and told of a finished match beyond its points."""

    def __init__(
        self,
        record: Callable[[Match[S, A, E, V], int], records.MatchRecord] | None = None,
        moments: Callable[[Match[S, A, E, V]], Iterable[records.Moment]] | None = None,
        medal: Callable[[S], int] | None = None,
    ) -> None:
        #: what the statistics keep of a match as a seat played it
        self.record = record or (lambda _match, _seat: records.MatchRecord())
        #: what of a match is worth telling once more; of two that impress alike the first is told
        self.moments = moments or (lambda _match: ())
        #: what a group that plays together has reached, 0 to 3 for nothing to gold; -1 where nobody plays together
        self.medal = medal or (lambda _state: -1)

    def best_moment(self, match: Match[S, A, E, V]) -> records.Moment | None:
        """The one of its moments that impresses most, or None where there is none."""
        return records.best_moment_of(self.moments(match), match.humans, match.game.winners(match.state))


class Modes:
    """How house rules make several games of one: what is offered, what goes together, who plays with whom."""

    def __init__(
        self,
        variants: Mapping[str, Mapping[str, Json]] = MappingProxyType({"base": {}}),
        first_seats: int = 4,
        available_options: Callable[[Mapping[str, Json], int], dict[str, tuple[Json, ...]]] | None = None,
        normalized_options: Callable[[Mapping[str, Json], int, int], dict[str, Json]] | None = None,
        teams: Callable[[Mapping[str, Json], int], tuple[int, ...]] | None = None,
    ) -> None:
        #: house rules that make another game of it, by the name that speed and ladders are told under; printed first
        self.variants = variants
        #: how many sit at the table of a first visit, as far as the printed rules have them
        self.first_seats = first_seats
        #: the house rules that make a difference beside others at so many seats, the most important first, with their
        #: values; None where all of them do
        self.available_options = available_options
        #: the house rules as a table of so many seats has to have them, so many of whom share the device
        self.normalized_options = normalized_options or (lambda options, _seats, _people: dict(options))
        #: the team of each seat, or nothing where everybody plays for himself
        self.teams = teams or (lambda _options, _seats: ())


def require(capability: T | None) -> T:
    """What a game has to offer, for whoever has seen to it that it has; raise LookupError if it has not."""
    if capability is None:
        raise LookupError("this game does not offer that")
    return capability


def _whole(view: V) -> V:
    return view


def _nothing(view: object) -> tuple[()]:
    del view
    return ()
