"""Interface of a game: its rules and its optional capabilities.

``Game`` is the half without windows, so a server, the simulator and the tests can use all games; the visible half is
``game.engine.presentation``. Four types run through both: the State with all secrets, the Action that changes it, the
Events that it causes, and the View of what one seat may know.

Code for any game (scenes, saves, ladders) uses ``AnyGame``, whose types are opaque: values can only be passed back to a
game. The caller must pass them to the game that made them; a match keeps both together.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Generic, Protocol, TypeAlias, TypeVar, cast, get_args, get_origin

from game.core import events
from game.core.capabilities import Bots, Hints, Modes, Orders, PlayOuts, Records, Redaction
from game.core.codec import Codec, Shape, codec_of
from game.core.options import Json, Option
from game.core.rng import Rng
from game.tutorial.lesson import Lesson

#: a spectator in place of a seat: sees what everybody may know
WATCHER = -1


class IllegalAction(Exception):
    """Raised for an action that the rules forbid now: the text ``reason.REASON``, ``details`` fill its blanks."""

    def __init__(self, reason: str, **details: Json) -> None:
        super().__init__(reason if not details else f"{reason} {details}")
        self.reason = reason
        self.details = details


class State:
    """Opaque state of an unknown game."""


class Action:
    """Opaque action of an unknown game."""


class Event:
    """Opaque event of an unknown game."""


class View:
    """Opaque view of an unknown game."""


S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")
E_co = TypeVar("E_co", covariant=True)


class Bound(int):
    """Number of actions after which the rules have ended every match."""


class Rules(Protocol[S, A, E_co, V]):
    """Rules of a game as pure functions, usually a module."""

    def setup(self, options: Mapping[str, Json], seats: int, rng: Rng, /) -> S:
        """Deal a new game; raise InvalidOptions for an unknown option or seat count."""

    def opening(self, state: S, /) -> tuple[E_co, ...]:
        """Return the events of a fresh deal, given the state from ``setup``."""

    def legal_actions(self, state: S, /) -> Sequence[A]:
        """Return all actions that ``apply`` accepts from the seat to move; empty when the game is over.

        In real time anybody may act at any moment; a game then returns a finite selection and documents what it omits.
        """

    def to_move(self, state: S, /) -> int:
        """Return the seat that decides now, or -1 when the game is over."""

    def apply(self, state: S, action: A, rng: Rng, /) -> tuple[S, tuple[E_co, ...]]:
        """Carry out ``action``; raise IllegalAction and change nothing if the rules forbid it."""

    def view(self, state: S, seat: int, /) -> V:
        """Return what ``seat`` (or WATCHER) may know. Hidden cards are absent."""

    def sample_state(self, view: V, rng: Rng, /) -> S:
        """Sample a state that is consistent with ``view`` and all that its owner has watched (determinization).

        The state has the same view and is made from the view alone, so hidden information cannot leak into it. Reviews
        and the expert play on from such states, and remote devices check in them what is legal.
        """

    def is_over(self, state: S, /) -> bool:
        """Return True when the game has ended."""

    def scores(self, state: S, /) -> tuple[int, ...]:
        """Return the current total of every seat, the higher the better: minus points are negative."""

    def winners(self, state: S, /) -> tuple[int, ...]:
        """Return the winning seats; empty while the game runs."""


class Game(Generic[S, A, E, V]):
    """A game, without its display. Methods with a body here are defaults that suit most games.

    A game's own class names its rules and capabilities, and overrides the defaults that do not suit it::

        class NeinDanke(Game[State, Action, Event, View]):
            name = "nein_danke"
            rules = rules
            bots = Bots(bots.LEVELS, bots.think)
    """

    #: the name in saves, links and folders, and the prefix of its texts: ``NAME.*`` and ``game.NAME``
    name: ClassVar[str]
    #: least and most seats under any house rules
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    #: the house rules, as the set-up screen offers them
    options: ClassVar[tuple[Option, ...]]
    #: longest log of a save that is replayed, as a limit on loading time: a ``Bound`` if the rules end every match by
    #: then; if only luck ends a match, a number well above the longest likely game
    max_actions: ClassVar[int]
    #: the rules, whose functions become methods of the game
    rules: Rules[S, A, E, V]

    # ---- capabilities ---------------------------------------------------------------------------

    #: the computer players
    bots: Bots[A, V]
    #: the hints
    hints: Hints[A, V] | None = None
    #: comparison of decisions; a review needs this and hints
    play_outs: PlayOuts[S, A, V] | None = None
    #: standing orders for one's own next decisions, at tables on several devices
    orders: Orders[A, V] | None = None
    #: limits the views for other devices where they hold more than a person may know
    redaction: Redaction[V] | None = None
    #: statistics and highlights of a finished match
    records: Records[S, A, E, V] = Records()
    #: house rules that make several games of one
    modes: Modes = Modes()
    #: the guided first game
    lesson: ClassVar[Lesson | None] = None  # type: ignore[explicit-any]
    #: True if everybody acts at once, by the clock; see :class:`game.core.live.LiveGame`
    real_time: ClassVar[bool] = False

    # ---- the rules ------------------------------------------------------------------------------

    def __init__(self) -> None:
        rules = self.rules
        self.setup, self.opening = rules.setup, rules.opening
        self.legal_actions, self.to_move, self.apply = rules.legal_actions, rules.to_move, rules.apply
        self.view, self.sample_state = rules.view, rules.sample_state
        self.is_over, self.scores, self.winners = rules.is_over, rules.scores, rules.winners

    def steps(self, state: S, action: A, rng: Rng) -> tuple[S, tuple[tuple[E, S], ...]]:
        """Like ``apply``, with the state after each event, for animation; by default the final one for all."""
        after, events = self.apply(state, action, rng)
        return after, tuple((event, after) for event in events)

    def reveals(self, event: E) -> bool:
        """Return True if ``event`` reveals hidden information: it cannot be undone."""
        return events.is_revealing(event)

    def visible(self, event: E, seat: int) -> E | None:
        """Return ``event`` as ``seat`` (or WATCHER) sees it, or None if it sees nothing of it.

        A seat sees its own actions in full, but never a card that its view shows neither before nor after.
        """
        return events.seen_by(event, seat)

    def seat_range(self, options: Mapping[str, Json]) -> tuple[int, int]:
        """Return least and most seats under these house rules; raise InvalidOptions for unknown ones."""
        return self.min_seats, self.max_seats

    def needs_confirmation(self, action: A, view: V) -> bool:
        """Return True if a single accidental touch would carry out ``action`` at a cost.

        ``view`` is that of the acting seat: an action whose outcome is already settled costs nothing. Labelled buttons
        and two-step choices need no confirmation.
        """
        return False

    def next_round(self) -> A | None:
        """Return the action that deals the next round after the score sheet; None if a game is one round."""
        return None

    # ---- encoding -------------------------------------------------------------------------------

    @cached_property
    def _actions(self) -> Codec[A]:
        return codec_of(cast("type[A]", types_of(type(self))[1]), Shape.SHORT)

    def encode(self, action: A) -> Json:
        """Return ``action`` as JSON, never a bare string: its fields in order, without defaults at the end."""
        return self._actions.write(action)

    def decode(self, data: Json) -> A:
        """Return the action that ``encode`` wrote; raise ValueError for anything else."""
        action = self._actions.read(data)
        if self._actions.write(action) != data:
            # defaults at the end: one action, two forms
            raise ValueError(f"not an action: {data!r}")
        return action

    def view_codec(self) -> Codec[V]:
        """Return the codec of the View type."""
        return codec_of(cast("type[V]", types_of(type(self))[3]))

    def event_codec(self) -> Codec[E]:
        """Return the codec of the Event type."""
        return codec_of(cast("type[E]", types_of(type(self))[2]))


def types_of(game: type[Game[S, A, E, V]]) -> tuple[object, ...]:
    """Return the four types that a game names in its base; raise TypeError if it names none."""
    for kind in game.__mro__:
        for base in vars(kind).get("__orig_bases__", ()):
            types = get_args(base)
            if len(types) == 4 and issubclass(get_origin(base), Game):
                return types
    raise TypeError(f"{game.name} does not name its types: expected Game[State, Action, Event, View] as its base")


def has_turns(game: Game[S, A, E, V]) -> bool:
    """Return True if the game marks its turns, which may take several actions; else every action is a turn."""
    return events.begin_turns(get_args(types_of(type(game))[2]))


def redact(game: Game[S, A, E, V], view: V) -> V:
    """Return ``view`` as it may be sent to a person's device."""
    return game.redaction.redact(view) if game.redaction else view


def own_part(rows: Sequence[tuple[S, ...]], seat: int) -> tuple[S, ...]:
    """Return the row of ``seat`` from ``rows``, one per seat; empty for a WATCHER."""
    return () if seat == WATCHER else rows[seat]


#: any game
AnyGame: TypeAlias = Game[State, Action, Event, View]


def as_any_game(game: Game[S, A, E, V]) -> AnyGame:
    """Return ``game`` with its types hidden; sound as long as its values are passed back to the same game."""
    return cast("AnyGame", game)
