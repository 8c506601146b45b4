"""What a game is to everything around it: one object with the verbs of its rules and its computer players.

``Game`` is the half of a game that plays. It knows nothing of windows, so a server, the simulator and the tests list
all games without one; the half that shows is ``game.engine.presentation``. Four types run through both: the State
that holds every secret, the Action that changes it, the Events that tell what happened, and the View that holds what
one seat may know.

Whoever handles *some* game, whichever it is (scenes, saves, ladders), has it as ``AnyGame``. What its verbs hand out
then are the opaque types below: nothing can be done with them but pass them back to a game, and the type checker says
so. That it is the game which they came from is for whoever holds them to see to: a match keeps both together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar, cast, get_args, get_origin

from game.core.codec import Codec, Shape, codec_of
from game.core.moments import Moment, best_of
from game.core.options import Json, Option
from game.core.records import MatchRecord
from game.core.rng import Rng
from game.teaching.lesson import Lesson

if TYPE_CHECKING:
    from game.core.match import Match


#: as a seat: somebody who looks on and plays for nobody, and so may know what everybody knows
WATCHER = -1


class IllegalAction(Exception):
    """An action that the rules do not allow now. ``reason`` is a text key, ``details`` its blanks."""

    def __init__(self, reason: str, **details: Json) -> None:
        super().__init__(reason if not details else f"{reason} {details}")
        self.reason = reason
        self.details = details


class State:
    """A state of a game that is not known here."""


class Action:
    """An action of a game that is not known here."""


class Event:
    """An event of a game that is not known here."""


class View:
    """A view of a game that is not known here."""


S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

#: A bot thinks in slices: it yields None while it wants more time and at last an action.
Thinking: TypeAlias = Iterator[A | None]


class Why(NamedTuple):
    """The sentence that gives the reason for an action: its key, and what its blanks are, as the game counts them."""

    key: str
    blanks: tuple[tuple[str, int], ...] = ()


class Advice(NamedTuple, Generic[A]):
    """What the strongest quick level would do, the numbers behind it as (text key, number), and why in words.

    Without a reason the action speaks for itself, as that two cards are alike does.
    """

    action: A
    numbers: tuple[tuple[str, float], ...]
    why: Why | None = None
    #: what promises just as much, such as another of several cards that nobody knows
    alike: tuple[A, ...] = ()


class Game(ABC, Generic[S, A, E, V]):
    """One game as it is played: its rules and its computer players. What has a body here is so in most games.

    A game's own class mostly names functions of its modules, which stay plain functions of plain values::

        class NeinDanke(Game[State, Action, Event, View]):
            name = "nein_danke"
            apply = staticmethod(rules.apply)
    """

    #: the name in saves, links and folders; its texts begin with it: ``NAME.*`` and ``game.NAME``
    name: ClassVar[str]
    #: least and most seats, whatever the house rules
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    #: the house rules, as the set-up offers them
    options: ClassVar[tuple[Option, ...]]
    #: the levels of its bots
    levels: ClassVar[tuple[str, ...]]
    #: no match has more actions: a save with a longer log is none, and nobody waits for its replay
    most_actions: ClassVar[int]
    #: the level that plays imagined positions to their end, where the strongest would take too long; "" for that one
    playing_on: ClassVar[str] = ""
    #: the level that plays on as long as the turn lasts in which they begin (``same_turn``); "" for the same one
    ending_turns: ClassVar[str] = ""
    #: house rules that make another game of it, by the name that speed and ladders are told under; printed rules first
    decks: ClassVar[Mapping[str, Mapping[str, Json]]] = MappingProxyType({"base": {}})
    #: how many sit at the table of a first visit, as far as the printed rules have them
    first_seats: ClassVar[int] = 4
    #: the guided first game, where there is one
    lesson: ClassVar[Lesson | None] = None
    #: everything goes on at once and by the clock; see :class:`game.core.live.LiveGame`
    real_time: ClassVar[bool] = False

    # ---- the rules ------------------------------------------------------------------------------

    @abstractmethod
    def setup(self, options: Mapping[str, Json], seats: int, rng: Rng) -> S:
        """Deal a new game; raise BadOptions for an unknown option or seat count."""

    @abstractmethod
    def legal_actions(self, state: S) -> Sequence[A]:
        """Every action that :meth:`apply` accepts from the seat that is to move; empty when the game is over.

        In real time anybody may act at any moment: there it is a finite choice, and says what it leaves out.
        """

    @abstractmethod
    def to_move(self, state: S) -> int:
        """The seat that decides now, or -1 when the game is over."""

    @abstractmethod
    def apply(self, state: S, action: A, rng: Rng) -> tuple[S, tuple[E, ...]]:
        """Carry out ``action``; raise IllegalAction and change nothing if the rules forbid it."""

    def steps(self, state: S, action: A, rng: Rng) -> tuple[S, tuple[tuple[E, S], ...]]:
        """As :meth:`apply`, with the state that each event leaves behind: a table shows one after the other.

        A game that does not say how things lie between two events gives all of them the state after the last.
        """
        after, events = self.apply(state, action, rng)
        return after, tuple((event, after) for event in events)

    @abstractmethod
    def view(self, state: S, seat: int) -> V:
        """What ``seat`` may know, or a WATCHER. Hidden cards are absent."""

    @abstractmethod
    def is_over(self, state: S) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """The total of every seat so far."""

    @abstractmethod
    def winners(self, state: S) -> tuple[int, ...]:
        """The seats that won, or nothing while the game runs."""

    @abstractmethod
    def opening(self, state: S) -> tuple[E, ...]:
        """The events of a fresh deal, for a state that ``setup`` gave."""

    @abstractmethod
    def reveals(self, event: E) -> bool:
        """Whether ``event`` tells anybody something that was hidden before: it cannot be taken back."""

    @abstractmethod
    def visible(self, event: E, seat: int) -> E | None:
        """``event`` as ``seat`` sees it, or a WATCHER; None if it sees nothing of it.

        What a seat does itself it sees as it is, and never a card that its view shows neither before nor after.
        """

    @cached_property
    def _actions(self) -> Codec[A]:
        return codec_of(cast("type[A]", self._types()[1]), Shape.SHORT)

    def encode(self, action: A) -> Json:
        """``action`` as JSON, but no text alone: its fields in order, without what is as by default at the end."""
        return self._actions.write(action)

    def decode(self, data: Json) -> A:
        """The action ``encode`` wrote; raise ValueError for anything else."""
        return self._actions.read(data)

    @abstractmethod
    def world(self, view: V, rng: Rng) -> S:
        """A position, by chance, that who has ``view`` and has watched all along cannot tell from the true one.

        Its view is the same. What is hidden cannot play a part in it: it is made of the view alone. What a seat decided
        is judged in such positions, and the expert plays on in them.
        """

    # ---- on other devices -----------------------------------------------------------------------

    def for_people(self, view: V) -> V:
        """``view`` as it may go to a person's device: without what is in it for computer players alone."""
        return view

    def supposed(self, view: V) -> V:
        """A view that came by :meth:`for_people` with guesses in place of what was left out: a ``world`` can be made of
        it in which the seat may do the same.
        """
        return view

    def same_turn(self, start: S, state: S) -> bool:
        """Whether the turn that was begun or due at ``start`` still goes on at ``state``, if it has all the way."""
        del start, state
        return False

    def going_on_as(self, start: S) -> str:
        """The level that plays on to the end from ``start``, where a decision is imagined."""
        del start
        return self.playing_on or self.rising[-1]

    def view_codec(self) -> Codec[V]:
        """A View's way to JSON and back, by its type."""
        return codec_of(cast("type[V]", self._types()[3]))

    def event_codec(self) -> Codec[E]:
        """An Event's way to JSON and back, by its type."""
        return codec_of(cast("type[E]", self._types()[2]))

    def _types(self) -> tuple[object, ...]:
        """State, Action, Event and View, as the game's class names them."""
        for kind in type(self).__mro__:
            for base in vars(kind).get("__orig_bases__", ()):
                types = get_args(base)
                if len(types) == 4 and issubclass(get_origin(base), Game):
                    return types
        raise TypeError(f"{self.name} does not say what its View is")

    # ---- house rules and seats ------------------------------------------------------------------

    def seat_range(self, options: Mapping[str, Json]) -> tuple[int, int]:
        """Least and most seats under these house rules; raise BadOptions for some that the game does not know."""
        del options
        return self.min_seats, self.max_seats

    def offers(self, options: Mapping[str, Json], seats: int) -> dict[str, tuple[Json, ...]]:
        """The house rules that make a difference beside ``options``, the most important first, and their values."""
        del options, seats
        return {option.name: option.values for option in self.options}

    def settled(self, options: Mapping[str, Json], seats: int, people: int) -> dict[str, Json]:
        """The house rules as a table of ``seats`` has to have them, ``people`` of whom share the device."""
        del seats, people
        return dict(options)

    def sides(self, options: Mapping[str, Json], seats: int) -> tuple[int, ...]:
        """The team of each seat, or nothing where everybody plays for himself."""
        del options, seats
        return ()

    # ---- what a move needs ----------------------------------------------------------------------

    def doer(self, state: S, action: A) -> int:
        """The seat that does ``action`` in this position, or -1 for what happens by itself."""
        del action
        return self.to_move(state)

    def bare(self, action: A) -> A:
        """``action`` without what makes no difference where it is asked for, such as the moment at which it is done."""
        return action

    def costs(self, action: A, view: V) -> bool:
        """Whether a slip of the finger would cost: a single touch of something on the table carries ``action`` out.

        ``view`` is that of whoever acts: what a move before has settled anyway costs nothing any more.

        Where a touch has to be confirmed, these are asked for once more. What a labelled button does, or what is
        chosen first and then carried out, asks for itself.
        """
        del action, view
        return False

    def next_round(self) -> A | None:
        """The action that deals the next round after its sums were shown; None where one round is the game."""
        return None

    def medal(self, state: S) -> int:
        """What a group that plays together has reached, 0 to 3 for nothing to gold; -1 where nobody plays together."""
        del state
        return -1

    def record(self, match: Match[S, A, E, V], seat: int) -> MatchRecord:
        """What the statistics keep of a finished match, beyond its points, as ``seat`` played it."""
        del match, seat
        return MatchRecord()

    def moments(self, match: Match[S, A, E, V]) -> Iterable[Moment]:
        """What of a finished match is worth telling once more; of two that impress alike the first is told."""
        del match
        return ()

    def best_moment(self, match: Match[S, A, E, V]) -> Moment | None:
        """The one of its moments that impresses most, or None where there is none."""
        return best_of(self.moments(match), match.humans, self.winners(match.state))

    # ---- the computer players -------------------------------------------------------------------

    @abstractmethod
    def think(self, view: V, rng: Rng, level: str) -> Thinking[A]:
        """Yield None while thinking, then one legal action. A bot sees a View, never a State."""

    @abstractmethod
    def explain(self, view: V) -> Advice[A]:
        """What the strongest quick level would do now, and why."""

    def advise(self, view: V) -> Iterator[Advice[A] | None]:
        """As :meth:`explain` in slices, None while more is to be thought about, for a seat that forgets nothing.

        So a decision is judged when the game is over: by all that its seat could know.
        """
        yield None
        yield self.explain(view)

    def tried(self, view: V) -> Sequence[A]:
        """The actions worth a second look, those that promise most at a first one in front; mostly none."""
        del view
        return ()

    def hint_view(self, view: V) -> V:
        """What a hint may go by: all that the view tells, unless nothing may remember for the player."""
        return view

    def explained(self, view: V, action: A) -> Advice[A]:
        """As :meth:`explain` if ``action`` is what is advised, whether or not the strongest quick level would do it."""
        advice = self.explain(view)
        if action == advice.action:
            return advice
        return Advice(action, (), advice.why if action in advice.alike else None)

    def argued(self, view: V, action: A) -> Advice[A]:
        """As :meth:`explained`, for a seat that forgets nothing: what a review says, see :meth:`advise`."""
        return self.explained(view, action)

    @property
    def rising(self) -> tuple[str, ...]:
        """The levels from weak to strong, without those that do not rise with the others."""
        return self.levels

    @property
    def first_level(self) -> str:
        """The level of the opponents of a first visit: the middle one of those that rise, of two the lower one."""
        return self.rising[(len(self.rising) - 1) // 2]


def own(rows: Sequence[tuple[S, ...]], seat: int) -> tuple[S, ...]:
    """What is the seat's own of ``rows``, one for every seat; nothing for a WATCHER."""
    return () if seat == WATCHER else rows[seat]


#: a game, whichever it is
AnyGame: TypeAlias = Game[State, Action, Event, View]


def some_game(game: Game[S, A, E, V]) -> AnyGame:
    """``game`` for whoever handles any game.

    Its types are hidden by this one cast. It is sound as long as what a game hands out goes back to the same game.
    """
    return cast("AnyGame", game)
