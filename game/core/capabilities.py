"""Optional capabilities of a game: bots, hints, play-outs, redaction, records, modes.

Each is an object that a game has or leaves out, made of plain functions of the game's modules.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from game.core import records, rng
from game.core.options import Json

if TYPE_CHECKING:
    from game.core.match import Match

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")
T = TypeVar("T")

#: a bot thinks in slices: it yields None while it needs more time, and finally an action
Thinking: TypeAlias = Iterator[A | None]


class Reason(NamedTuple):
    """Reason for an action: a text key and the numbers for the blanks of its sentence."""

    key: str
    blanks: tuple[tuple[str, int], ...] = ()


class Advice(NamedTuple, Generic[A]):
    """Action of the strongest quick level, with its numbers (text key, number) and, unless obvious, a reason."""

    action: A
    numbers: tuple[tuple[str, float], ...]
    why: Reason | None = None
    #: equally good actions, such as another of several unknown cards
    ties: tuple[A, ...] = ()


class Bots(Generic[A, V]):
    """Computer players of a game. A bot sees a View, never a State."""

    def __init__(
        self,
        levels: tuple[str, ...],
        think: Callable[[V, rng.Rng, str], Thinking[A]],
        ranked_levels: tuple[str, ...] = (),
        first_level: str = "",
        played_level: Callable[[str, Mapping[str, Json]], str] = lambda level, _options: level,
    ) -> None:
        self.levels = levels
        #: yields None while the level thinks, then one legal action
        self.think = think
        #: the levels from weak to strong, without those outside the ranking
        self.ranked_levels = ranked_levels or levels
        #: the opponents' level in a first game: the middle of the ranked levels, rounded down
        self.first_level = first_level or self.ranked_levels[(len(self.ranked_levels) - 1) // 2]
        #: the level that a bot plays at under these house rules, where not every level has a meaning
        self.played_level = played_level

    def levels_under(self, options: Mapping[str, Json]) -> tuple[str, ...]:
        """Return the levels that have a meaning under these house rules."""
        return tuple(level for level in self.levels if self.played_level(level, options) == level)


class Hints(Generic[A, V]):
    """Advice of the strongest quick level, with its reason."""

    #: ``explain`` takes no longer than a frame
    is_quick: ClassVar[bool] = True
    #: the numbers are an action's effects, which hold for any action, and not those of a judgement
    counts_effects: ClassVar[bool] = False
    #: ``explain_action`` limits a view to what a hint may use, as ``explain`` does
    limits_itself: ClassVar[bool] = False

    def __init__(
        self,
        explain: Callable[[V], Advice[A]],
        explain_action: Callable[[V, A], Advice[A]] | None = None,
        advise: Callable[[V], Iterator[Advice[A] | None]] | None = None,
        advise_action: Callable[[V, A], Advice[A]] | None = None,
        permitted_view: Callable[[V], V] | None = None,
        exact: Callable[[V], Generator[None, None, Mapping[A, tuple[float, float]]]] | None = None,
        speaks_for: Callable[[V, A, Reason], bool] | None = None,
        flaw: Callable[[V, A, A], Reason | None] | None = None,
    ) -> None:
        #: returns the advice of the strongest quick level for a view
        self.explain = explain
        #: explains a given action, even if the strongest quick level would choose another
        self.explain_action = explain_action or self._explained
        #: like ``explain``, in slices (None while thinking), with perfect memory: a review judges decisions by all that
        #: the seat could have known
        self.advise = advise or self._advise
        #: like ``explain_action``, with perfect memory
        self.advise_action = advise_action or self.explain_action
        #: limits a view to what a hint may use in games in which players have to remember
        self.permitted_view = permitted_view or _whole
        #: finds, in slices, the exact share of the win and lead after each action near the end of a game; else nothing
        self.exact = exact or _unsolved
        #: returns whether the reason for another action is one for this action, too, so that it tells no difference
        self.speaks_for = speaks_for or self._speaks_for
        #: returns what is wrong with an action where another one, the last, is right, without naming that one; or None
        self.flaw = flaw or _no_flaw

    def offers(self, _view: V, _action: A) -> bool:
        """Return False for an action that a hint does not even compare with its advice, as nobody would play it."""
        return True

    def first_thought(self, view: V) -> Iterator[Advice[A] | None]:
        """Yield None while thinking, then what ``explain`` returns."""
        yield self.explain(view)

    def _explained(self, view: V, action: A) -> Advice[A]:
        advice = self.explain(view)
        if action == advice.action:
            return advice
        return Advice(action, (), advice.why if action in advice.ties else None)

    def _speaks_for(self, view: V, action: A, why: Reason) -> bool:
        return self.advise_action(view, action).why == why

    def _advise(self, view: V) -> Iterator[Advice[A] | None]:
        yield None
        yield self.explain(view)


class SlowHints(Hints[A, V]):
    """Hints whose ``explain`` is ``advise`` on the permitted view, and takes longer than a frame."""

    is_quick = False

    def first_thought(self, view: V) -> Iterator[Advice[A] | None]:
        return self.advise(self.permitted_view(view))


def _whole(view: V) -> V:
    return view


def _unsolved(_view: V) -> Generator[None, None, Mapping[A, tuple[float, float]]]:
    yield from ()
    return {}


def _no_flaw(_view: V, _action: A, _best: A) -> None:
    return None


def _nothing(_given: object) -> tuple[()]:
    return ()


class PlayOuts(NamedTuple, Generic[S, A, V]):
    """Policy for playing sampled positions to the end, used by hints and reviews to compare actions."""

    level: str | Callable[[S], str]
    #: the actions worth comparing, most promising first
    candidates: Callable[[V], Sequence[A]] = _nothing
    #: the level for the rest of the turn that was in progress or due at the start; "" for the same level
    turn_level: str = ""
    #: returns True if the turn of the first position still goes on at the second
    same_turn: Callable[[S, S], bool] = lambda _start, _state: False
    #: the level that has to confirm what a decision cost, played by everybody to the end; "" if the level that plays on
    #: needs no confirmation
    proof_level: str = ""
    #: the longest rest of a game, in slices of the level that plays on, for which it is quick enough; 0 for any
    proof_length: int = 0
    #: the strongest level if it decides quickly: an action that it would have chosen itself is no mistake; "" for none
    strongest_level: str = ""
    #: returns every seat's expected share of the win and lead where play-outs end before the game does, as between two
    #: rounds that have nothing in common but the points; else nothing
    expected_end: Callable[[S], Sequence[tuple[float, float]]] = _nothing
    #: carries out an action and plays on to a horizon: yields None meanwhile, then the chance of a seat there
    outlook: Callable[[S, A, int, rng.Rng], Iterator[float | None]] | None = None
    #: the number of states in which another seat's action is compared with what was expected of it
    outlook_states: int = 16

    def proved_by(self, start: S) -> str:
        """Return the level that plays on for everybody behind what a review tells."""
        return self.proof_level or self.level_from(start)

    def expected_level(self, start: S) -> str:
        """Return the level by which a review measures the play of the other seats."""
        return self.turn_level or self.level_from(start)

    def level_from(self, start: S) -> str:
        """Return the level that plays on from a position."""
        return self.level if isinstance(self.level, str) else self.level(start)


class Order(NamedTuple):
    """A person's standing order for their own seat: how to decide until it ends."""

    #: which of the game's orders, the end of its text keys
    kind: str
    #: its number, such as one of chips, and what it is about, such as a card: it ends with that
    number: int = 0
    about: int = 0


class OrderChoice(NamedTuple):
    """An order that a person can give now, with the usual number, and the numbers to choose from, if there are any."""

    order: Order
    numbers: tuple[int, ...] = ()

    def allows(self, order: Order) -> bool:
        """Return True if ``order`` is this one, with one of its numbers."""
        return order in (self.order, *(self.order._replace(number=number) for number in self.numbers))


class Orders(NamedTuple, Generic[A, V]):
    """Standing orders, for games in which a person's next decisions can be told in a sentence.

    They see a View as it is sent to that person's device, so device and server come to the same result.
    """

    #: the orders that the seat of a view can give
    choices: Callable[[V], Sequence[OrderChoice]]
    #: the action that an order makes now for the seat to move; None if its person has to decide
    action: Callable[[V, Order], A | None]
    #: True while an order goes on
    holds: Callable[[V, Order], bool]


class Redaction(NamedTuple, Generic[V]):
    """Redaction of the views that are sent to other devices."""

    #: removes what is there for bots alone
    redact: Callable[[V], V]
    #: fills the redacted fields with guesses, so that a state with the same actions can be sampled, unless the rules
    #: can sample one from a redacted view
    complete: Callable[[V], V] = _whole


class Records(NamedTuple, Generic[S, A, E, V]):
    """Statistics and highlights of a finished match, and how far one in progress is."""

    #: the statistics of a match for one seat
    record: "Callable[[Match[S, A, E, V], int], records.MatchRecord]" = lambda _match, _seat: records.MatchRecord()
    #: the highlights of a match; the first of equally impressive ones is shown
    moments: "Callable[[Match[S, A, E, V]], Iterable[records.Moment]]" = _nothing
    #: the medal of a cooperative group, 0 to 3 for none to gold; -1 for other games
    medal: Callable[[S], int] = lambda _state: -1
    #: what to reach in the game, and how much of each a seat has reached in a finished match, by key
    goals: tuple[records.Goal, ...] = ()
    reached: "Callable[[Match[S, A, E, V], int], Mapping[str, int]]" = lambda _match, _seat: {}
    #: roughly how much of a match is played by what everybody sees, from 0 to 1; -1 if that is unknown
    progress: Callable[[V], float] = lambda _view: -1.0
    #: what is shown and kept of the rules' totals
    shown: Callable[[tuple[int, ...]], tuple[int, ...]] = tuple
    #: by seat, what tells equal totals apart by the rules, the higher the better; empty if nothing does
    ties: Callable[[S], Sequence[int]] = lambda _state: ()

    def percent(self, view: V) -> int:
        """Return roughly how much of a match is played in percent, or -1 if that is unknown."""
        share = self.progress(view)
        return -1 if share < 0 else round(100 * min(1.0, share))

    def best_moment(self, match: "Match[S, A, E, V]") -> records.Moment | None:
        """Return the most impressive moment, or None."""
        return records.best_moment_of(self.moments(match), match.humans, match.game.winners(match.state))


class Modes(NamedTuple):
    """House rules that change the game: variants, dependent options, teams."""

    #: the variants by name, the printed rules first; statistics and ladders are kept for each
    variants: Mapping[str, Mapping[str, Json]] = MappingProxyType({"base": {}})
    #: the number of seats in a first game by the printed rules
    first_seats: int = 4
    #: the options that matter at this seat count beside the others, most important first, with their values; None if
    #: all of them always do
    available_options: Callable[[Mapping[str, Json], int], dict[str, tuple[Json, ...]]] | None = None
    #: the options adjusted to the number of seats and of people at this device
    normalized_options: Callable[[Mapping[str, Json], int, int], dict[str, Json]] = lambda options, *_: dict(options)
    #: the team of each seat; empty if there are no teams
    teams: Callable[[Mapping[str, Json], int], tuple[int, ...]] = lambda _options, _seats: ()
    #: the variants whose matches are not comparable with those of the printed rules, if the match's own record does
    #: not tell its mode: they have statistics of their own
    apart: tuple[str, ...] = ()
    #: the house rules of a new table that differ from the defaults, which are those of older saves and tables
    newest: Mapping[str, Json] = MappingProxyType({})

    def variant_apart(self, options: Mapping[str, Json]) -> str:
        """Return the variant with statistics of its own that is played with these options, or ""."""
        return next((name for name in self.apart if self.variants[name].items() <= options.items()), "")


def require(capability: T | None) -> T:
    """Return a capability that the caller has checked for; raise LookupError if it is missing."""
    if capability is None:
        raise LookupError("expected a game with this capability, got one without")
    return capability
