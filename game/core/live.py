"""What a game in real time has beyond the verbs of every game: a clock, and something that puts hands in order.

Everybody acts at once. An action bears a stamp: the milliseconds of the game's own clock at which it was done. That
clock stands still in a pause, and nothing here reads a real one: it is always told what time it is.
"""

from __future__ import annotations

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
    """An action that was carried out with its events, or was refused for ``reason``, a text key."""

    action: A
    events: tuple[E, ...]
    reason: str = ""


class LiveScheduler(ABC, Generic[A, E]):
    """Drives one match: people's hands, its bots and what is due, in the order of their stamps.

    How often it is asked changes nothing.
    """

    #: nothing is decided before so many milliseconds have passed: a hand may be handed in a little after its stamp
    settle: int = 0
    #: how far stamps of people may be off because the clock has no finer steps: nobody is judged by that
    grain: int = 0
    #: how much later than it was done everything counts, of people and bots alike: 0 at one device. Where several play,
    #: whatever is done reaches everybody within that time, so it makes no difference whose way is the longer one
    lag: int = 0

    @abstractmethod
    def submit(self, action: A, since: int = 0) -> None:
        """Hand in what a person did at its stamp, the input's own. ``step`` carries it out.

        Where it comes so late that others know by then what has happened, it counts no earlier than ``since``.
        """

    @abstractmethod
    def hold(self, lag: int, since: int) -> None:
        """Let whatever is done from the stamp ``since`` on count ``lag`` milliseconds later; it only grows."""

    @abstractmethod
    def step(self, now: int) -> ActionResult[A, E] | None:
        """Let the one next thing happen and tell what it was; nothing if it is not to happen up to ``now``."""

    @abstractmethod
    def next_at(self) -> int:
        """When something happens next without anybody's doing, or NEVER."""

    @abstractmethod
    def note(self, now: int) -> None:
        """Let the record know that it is ``now``: a game that is left goes on from here, not from its last action."""

    @abstractmethod
    def uncover(self, now: int) -> None:
        """Everything comes into sight again at ``now``, after a pause."""

    def advance(self, now: int) -> list[ActionResult[A, E]]:
        """Let everything happen up to ``now``, less what has to settle, and tell what it was."""
        done: list[ActionResult[A, E]] = []
        while (outcome := self.step(now)) is not None:
            done.append(outcome)
        return done


class LiveGame(Game[S, A, E, V], ABC):
    """A game that everybody plays at once and by the clock."""

    real_time: ClassVar[bool] = True

    @abstractmethod
    def scheduler(self, match: Match[S, A, E, V]) -> LiveScheduler[A, E]:
        """What drives ``match`` with a mind for each of its bots.

        How quick these are and what they draw by chance follows from the match's house rules, its seed and what has
        happened in it. Without a clock there are no minds: see ``bot_to_look``.
        """

    @abstractmethod
    def tuned_options(self, records: Sequence[MatchRecord], hand: str) -> Mapping[str, Json]:
        """The house rules that fit a table to the person who sits down at it to play with ``hand``.

        ``hand`` is "mouse", "touch" or "keyboard"; ``records`` are what is kept of earlier games on this device, the
        newest last.
        """

    @abstractmethod
    def run(self, match: Match[S, A, E, V]) -> Iterator[ActionResult[A, E]]:
        """Play a match of bots alone to its end, as fast as can be; raise RuntimeError if it has none."""

    @abstractmethod
    def has_clock(self, state: S) -> bool:
        """Whether time passes in this game; a calm one may have none."""

    @abstractmethod
    def now(self, state: S) -> int:
        """The stamp of what happened last."""

    @abstractmethod
    def actor(self, action: A) -> int:
        """The seat that does ``action``, whoever the table waits for; -1 for what happens by itself."""

    @abstractmethod
    def without_stamp(self, action: A) -> A:
        """``action`` without what makes no difference where it is asked for, such as the moment at which it is done."""

    @abstractmethod
    def stamp(self, action: A) -> int:
        """When an action was done."""

    @abstractmethod
    def view_stamp(self, view: V) -> int:
        """The stamp of what happened last, as a view tells it: another device shows it then."""

    def with_pending(self, view: V, actions: Sequence[A]) -> V:
        """``view`` as it would be if what the seat has done counted already: its own hands are seen at once."""
        del actions
        return view

    @abstractmethod
    def stamped(self, action: A, at_ms: int) -> A:
        """The same action, done at ``at_ms``."""

    def reaction(self, event: E) -> tuple[int, int] | None:
        """The seat that has reacted to something, and in how many milliseconds; None for what is no reaction."""
        del event
        return None

    def overtaken_by(self, view: V, event: E, actions: Sequence[A]) -> tuple[int, int] | None:
        """Who was quicker, by ``event``, than what the seat has done and what does not count yet, and when that was
        done; None where nothing came too late by it. ``view`` is what the seat knows then."""
        del view, event, actions
        return None

    def is_void(self, action: A, event: E) -> bool:
        """Whether what was done, and does not count yet, comes to nothing by what has happened meanwhile."""
        del action, event
        return False

    @abstractmethod
    def bot_to_look(self, match: Match[S, A, E, V]) -> int:
        """The bot whose turn it is to look where there is no clock, or -1."""

    @abstractmethod
    def forced_action(self, match: Match[S, A, E, V]) -> A | None:
        """What is done unasked where there is no clock: the only person at the table has no choice about it."""

    @abstractmethod
    def is_find(self, action: A) -> bool:
        """Whether a bot that does this without a clock has found something: such looks take longer to be seen."""

    @abstractmethod
    def waits_for(self, state: S) -> bool:
        """Whether nothing goes on before the seat that is to move has acted: only where there is no clock."""


#: a game in real time, whichever it is
AnyLiveGame: TypeAlias = LiveGame[State, Action, Event, View]


def actor_of(game: Game[S, A, E, V], state: S, action: A) -> int:
    """The seat that does ``action`` in this position, or -1 for what happens by itself."""
    return game.actor(action) if isinstance(game, LiveGame) else game.to_move(state)


def without_stamp_of(game: Game[S, A, E, V], action: A) -> A:
    """``action`` without its stamp, where it has one: two that are the same are the same move."""
    return game.without_stamp(action) if isinstance(game, LiveGame) else action


def as_live_game(game: Game[S, A, E, V]) -> LiveGame[S, A, E, V]:
    """``game`` as one in real time; raise TypeError for a game of turns."""
    if not isinstance(game, LiveGame):
        raise TypeError(f"{game.name} is played in turns")
    return game
