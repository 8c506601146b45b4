"""What a game is to everything around it: one object with the verbs of its rules and what else it has to offer.

``Game`` is the half of a game that plays. It knows nothing of windows, so a server, the simulator and the tests list
all games without one; the half that shows is ``game.engine.presentation``. Four types run through both: the State
that holds every secret, the Action that changes it, the Events that tell what happened, and the View that holds what
one seat may know.

Whoever handles *some* game, whichever it is (scenes, saves, ladders), has it as ``AnyGame``. What its verbs hand out
then are the opaque types below: nothing can be done with them but pass them back to a game, and the type checker says
so. That it is the game which they came from is for whoever holds them to see to: a match keeps both together.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Generic, Protocol, TypeAlias, TypeVar, cast, get_args, get_origin

from game.core import events
from game.core.capabilities import Bots, Hints, Modes, PlayOuts, Records, Redaction
from game.core.codec import Codec, Shape, codec_of
from game.core.options import Json, Option
from game.core.rng import Rng
from game.tutorial.lesson import Lesson

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
E_co = TypeVar("E_co", covariant=True)


class Bound(int):
    """A number of actions after which the rules have ended every match."""


class Rules(Protocol[S, A, E_co, V]):
    """The rules of a game as pure functions: mostly a module."""

    def setup(self, options: Mapping[str, Json], seats: int, rng: Rng, /) -> S:
        """Deal a new game; raise BadOptions for an unknown option or seat count."""

    def opening(self, state: S, /) -> tuple[E_co, ...]:
        """The events of a fresh deal, for a state that ``setup`` gave."""

    def legal_actions(self, state: S, /) -> Sequence[A]:
        """Every action that ``apply`` accepts from the seat that is to move; empty when the game is over.

        In real time anybody may act at any moment: there it is a finite choice, and says what it leaves out.
        """

    def to_move(self, state: S, /) -> int:
        """The seat that decides now, or -1 when the game is over."""

    def apply(self, state: S, action: A, rng: Rng, /) -> tuple[S, tuple[E_co, ...]]:
        """Carry out ``action``; raise IllegalAction and change nothing if the rules forbid it."""

    def view(self, state: S, seat: int, /) -> V:
        """What ``seat`` may know, or a WATCHER. Hidden cards are absent."""

    def sample_state(self, view: V, rng: Rng, /) -> S:
        """A position, by chance, that who has ``view`` and has watched all along cannot tell from the true one.

        Its view is the same. What is hidden cannot play a part in it: it is made of the view alone. What a seat decided
        is judged in such positions, the expert plays on in them, and another device tries in one what is allowed.
        """

    def is_over(self, state: S, /) -> bool:
        """Whether the game has ended."""

    def scores(self, state: S, /) -> tuple[int, ...]:
        """The total of every seat so far."""

    def winners(self, state: S, /) -> tuple[int, ...]:
        """The seats that won, or nothing while the game runs."""


class Game(Generic[S, A, E, V]):
    """One game as it is played. What has a body here is so in most games.

    A game's own class names its rules and what else it has to offer, and says what is different::

        class NeinDanke(Game[State, Action, Event, View]):
            name = "nein_danke"
            rules = rules
            bots = Bots(bots.LEVELS, bots.think)
    """

    #: the name in saves, links and folders; its texts begin with it: ``NAME.*`` and ``game.NAME``
    name: ClassVar[str]
    #: least and most seats, whatever the house rules
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    #: the house rules, as the set-up offers them
    options: ClassVar[tuple[Option, ...]]
    #: a save with a longer log is refused unread, so that nobody waits for its replay: a ``Bound`` where the rules end
    #: every match by then; where luck alone ends one, a number that leaves room beyond the longest game by chance
    max_actions: ClassVar[int]
    #: its rules, whose functions are verbs of the game as well
    rules: Rules[S, A, E, V]

    # ---- what it has to offer, or has not -------------------------------------------------------

    #: its computer players
    bots: Bots[A, V]
    #: what to advise somebody who asks
    hints: Hints[A, V] | None = None
    #: how decisions are compared: with hints, that is also what a review needs
    play_outs: PlayOuts[S, A, V] | None = None
    #: what stays on a server, where its views hold more than a person may know
    redaction: Redaction[V] | None = None
    #: what is kept and told of a finished match beyond its points
    records: Records[S, A, E, V] = Records()
    #: house rules that make several games of it
    modes: Modes = Modes()
    #: the guided first game
    lesson: ClassVar[Lesson | None] = None
    #: everything goes on at once and by the clock; see :class:`game.core.live.LiveGame`
    real_time: ClassVar[bool] = False

    # ---- the rules ------------------------------------------------------------------------------

    def __init__(self) -> None:
        rules = self.rules
        self.setup, self.opening = rules.setup, rules.opening
        self.legal_actions, self.to_move, self.apply = rules.legal_actions, rules.to_move, rules.apply
        self.view, self.sample_state = rules.view, rules.sample_state
        self.is_over, self.scores, self.winners = rules.is_over, rules.scores, rules.winners

    def steps(self, state: S, action: A, rng: Rng) -> tuple[S, tuple[tuple[E, S], ...]]:
        """As ``apply``, with the state that each event leaves behind: a table shows one after the other.

        A game that does not say how things lie between two events gives all of them the state after the last.
        """
        after, happened = self.apply(state, action, rng)
        return after, tuple((event, after) for event in happened)

    def reveals(self, event: E) -> bool:
        """Whether ``event`` tells anybody something that was hidden before: it cannot be taken back."""
        return events.is_revealing(event)

    def visible(self, event: E, seat: int) -> E | None:
        """``event`` as ``seat`` sees it, or a WATCHER; None if it sees nothing of it.

        What a seat does itself it sees as it is, and never a card that its view shows neither before nor after.
        """
        return events.seen_by(event, seat)

    def seat_range(self, options: Mapping[str, Json]) -> tuple[int, int]:
        """Least and most seats under these house rules; raise BadOptions for some that the game does not know."""
        del options
        return self.min_seats, self.max_seats

    def needs_confirmation(self, action: A, view: V) -> bool:
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

    # ---- written down ---------------------------------------------------------------------------

    @cached_property
    def _actions(self) -> Codec[A]:
        return codec_of(cast("type[A]", self._types()[1]), Shape.SHORT)

    def encode(self, action: A) -> Json:
        """``action`` as JSON, but no text alone: its fields in order, without what is as by default at the end."""
        return self._actions.write(action)

    def decode(self, data: Json) -> A:
        """The action ``encode`` wrote; raise ValueError for anything else."""
        return self._actions.read(data)

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


def redact(game: Game[S, A, E, V], view: V) -> V:
    """``view`` as it may go to a person's device."""
    return game.redaction.redact(view) if game.redaction else view


def own_part(rows: Sequence[tuple[S, ...]], seat: int) -> tuple[S, ...]:
    """What is the seat's own of ``rows``, one for every seat; nothing for a WATCHER."""
    return () if seat == WATCHER else rows[seat]


#: a game, whichever it is
AnyGame: TypeAlias = Game[State, Action, Event, View]


def as_any_game(game: Game[S, A, E, V]) -> AnyGame:
    """``game`` for whoever handles any game.

    Its types are hidden by this one cast. It is sound as long as what a game hands out goes back to the same game.
    """
    return cast("AnyGame", game)
