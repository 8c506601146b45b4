"""Interface of games in real time, and the scheduler that orders their actions.

Everybody acts at once. An action has a stamp: the milliseconds on the game's own clock at which it was done. The clock
stops in a pause, and no code here reads a real clock: the time is always passed in.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, TypeAlias

from game.core.game import A, Action, E, Event, Game, S, State, V, View
from game.core.options import Json
from game.core.records import MatchRecord

if TYPE_CHECKING:
    from game.core.match import Match

#: a stamp that never comes
NEVER = 10**12


class ActionResult(NamedTuple, Generic[A, E]):
    """An action that was carried out, with its events, or refused for ``reason``, a text key."""

    action: A
    events: tuple[E, ...]
    reason: str = ""


class LiveScheduler(ABC, Generic[A, E]):
    """Scheduler of one match: people's actions, bots and due events, in the order of their stamps.

    The result does not depend on how often it is called.
    """

    #: milliseconds for which decisions wait, as an action may be submitted a little after its stamp
    settle: int = 0
    #: resolution of people's stamps in milliseconds, for clocks with coarse steps: differences below it are not judged
    grain: int = 0
    #: delay in milliseconds after which every action counts, of people and bots alike; 0 on one device. On several,
    #: every action reaches everybody within it, so a longer network path is no disadvantage
    lag: int = 0

    @abstractmethod
    def submit(self, action: A, since: int = 0) -> None:
        """Submit a person's action with the stamp of its input; ``step`` carries it out.

        It counts no earlier than ``since``, for late actions after others have learned what happened.
        """

    @abstractmethod
    def hold(self, lag: int, since: int) -> None:
        """Set the lag to ``lag`` milliseconds for actions from the stamp ``since`` on; it never shrinks."""

    @abstractmethod
    def step(self, now: int) -> ActionResult[A, E] | None:
        """Carry out the next event and return its result; None if nothing is due up to ``now``."""

    @abstractmethod
    def next_at(self) -> int:
        """Return the stamp of the next event that happens by itself, or NEVER."""

    @abstractmethod
    def note(self, now: int) -> None:
        """Record that the time is ``now``, so that an abandoned game resumes here, not at its last action."""

    @abstractmethod
    def uncover(self, now: int) -> None:
        """Uncover the cards at ``now``, after a pause."""

    def advance(self, now: int) -> list[ActionResult[A, E]]:
        """Carry out everything due up to ``now``, less ``settle``, and return the results."""
        done: list[ActionResult[A, E]] = []
        while (outcome := self.step(now)) is not None:
            done.append(outcome)
        return done


class LiveGame(Game[S, A, E, V], ABC):
    """A game that everybody plays at once, by the clock."""

    real_time: ClassVar[bool] = True

    @abstractmethod
    def scheduler(self, match: "Match[S, A, E, V]") -> LiveScheduler[A, E]:
        """Return the scheduler of ``match``, with a mind for each of its bots.

        The bots' speed and randomness follow from the match's house rules, seed and log. Without a clock there are no
        minds: see ``bot_to_look``.
        """

    @abstractmethod
    def tuned_options(self, records: Sequence[MatchRecord], hand: str) -> Mapping[str, Json]:
        """Return the house rules that suit a person who sits down to play with ``hand``.

        ``hand`` is "mouse", "touch" or "keyboard"; ``records`` are earlier games on this device, newest last.
        """

    @abstractmethod
    def run(self, match: "Match[S, A, E, V]") -> Iterator[ActionResult[A, E]]:
        """Play a match of bots to its end at full speed; raise RuntimeError if it never ends."""

    @abstractmethod
    def has_clock(self, state: S) -> bool:
        """Return True if time passes in this game; a calm one may have no clock."""

    @abstractmethod
    def now(self, state: S) -> int:
        """Return the stamp of the last event."""

    @abstractmethod
    def actor(self, action: A) -> int:
        """Return the seat that does ``action``, or -1 for what happens by itself."""

    @abstractmethod
    def without_stamp(self, action: A) -> A:
        """Return ``action`` without its stamp and other details that do not affect whether it is legal."""

    @abstractmethod
    def stamp(self, action: A) -> int:
        """Return the stamp of an action."""

    @abstractmethod
    def view_stamp(self, view: V) -> int:
        """Return the stamp of the last event as a view tells it; remote devices show it then."""

    def with_pending(self, view: V, actions: Sequence[A]) -> V:
        """Return ``view`` with the seat's own pending ``actions`` applied, so that it sees its own hands at once."""
        return view

    def covered(self, view: V) -> V:
        """Return ``view`` as devices get it before the first cards are uncovered: without their faces."""
        return view

    @abstractmethod
    def stamped(self, action: A, at_ms: int) -> A:
        """Return the action with the stamp ``at_ms``."""

    def reaction(self, event: E) -> tuple[int, int] | None:
        """Return the seat that reacted in this event and its reaction time in milliseconds, or None."""
        return None

    def overtaken_by(self, view: V, event: E, actions: Sequence[A]) -> tuple[int, int] | None:
        """Return the seat that beat one of the viewer's pending actions by ``event``, and the stamp of that action.

        None if nothing came too late. ``view`` is what the viewer knows at that time.
        """
        return None

    def is_void(self, action: A, event: E) -> bool:
        """Return True if a pending action has become void by this event."""
        return False

    @abstractmethod
    def bot_to_look(self, match: "Match[S, A, E, V]") -> int:
        """Return the bot whose turn it is to look in a game without a clock, or -1."""

    @abstractmethod
    def forced_action(self, match: "Match[S, A, E, V]") -> A | None:
        """Return the move that is made unasked in a game without a clock, or None."""

    @abstractmethod
    def is_look(self, state: S, action: A) -> bool:
        """Return True if a bot takes its time for this action in a game without a clock."""

    @abstractmethod
    def waits_for(self, state: S) -> bool:
        """Return True if the game waits for the seat to move; only without a clock."""


#: any game in real time
AnyLiveGame: TypeAlias = LiveGame[State, Action, Event, View]


def actor_of(game: Game[S, A, E, V], state: S, action: A) -> int:
    """Return the seat that does ``action`` in this position, or -1 for what happens by itself."""
    return game.actor(action) if isinstance(game, LiveGame) else game.to_move(state)


def without_stamp_of(game: Game[S, A, E, V], action: A) -> A:
    """Return ``action`` without its stamp, if any: equal results are the same move."""
    return game.without_stamp(action) if isinstance(game, LiveGame) else action


def as_live_game(game: Game[S, A, E, V]) -> LiveGame[S, A, E, V]:
    """Return ``game`` as a LiveGame; raise TypeError for a game of turns."""
    if not isinstance(game, LiveGame):
        raise TypeError(f"expected a game in real time, got {game.name}")
    return game
