"""A match: the single owner of a game's state, seats, seed and action log.

Resuming, replaying and undoing all replay the log: the same seed and actions give the same game.
"""

from array import array
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Generic, NamedTuple, Protocol, TypeAlias

from game.core.game import A, Action, AnyGame, E, Event, Game, IllegalAction, S, State, V, View
from game.core.options import InvalidOptions, Json
from game.core.records import LONGEST_LABEL
from game.core.rng import PausingRng, Rng

SAVE_VERSION = 1
#: the kinds of seats of people, at this device or at another one; all other kinds are bot levels
HUMAN, ELSEWHERE = PEOPLE = "human", "elsewhere"
#: errors that the rules may raise for nonsense in a well-formed save
UNREADABLE = (InvalidOptions, IllegalAction, ValueError, TypeError, ArithmeticError, LookupError, RecursionError)
#: the animals that represent seats
FIGURES = ("bear", "fox", "owl", "frog", "cat", "hare", "penguin")


class Seat(NamedTuple):
    """A seat's player: a person, or a bot of a level."""

    name: str
    #: one of PEOPLE, or a bot level
    kind: str
    figure: str = "bear"


class InvalidSave(Exception):
    """Raised for an unreadable save. ``reason`` is a text key."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail


def violation_of(game: Game[S, A, E, V], state: S, action: A) -> IllegalAction | None:
    """Return the reason why the rules forbid ``action`` in this position, or None."""
    try:
        game.apply(state, action, Rng(0))
    except IllegalAction as error:
        return error
    return None


class Match(Generic[S, A, E, V]):
    """One game in progress. Scenes change it only through :meth:`apply`, :meth:`rewind` and the like."""

    def __init__(self, game: Game[S, A, E, V], options: Mapping[str, Json], seats: Sequence[Seat], seed: int) -> None:
        self.game = game
        self.options = dict(options)
        self.seats = tuple(seats)
        self.seed = seed
        self._restart()

    def _restart(self) -> None:
        self._rng = PausingRng(self.seed)
        self.state: S = self.game.setup(self.options, len(self.seats), self._rng)
        self.actions: list[A] = []
        #: the events of each action, and the seat that acted
        self.events: list[tuple[E, ...]] = []
        self.movers = array("b")
        #: the first actions as JSON, as far as they have been saved once
        self._written: list[Json] = []
        #: the number of actions when hidden information was last revealed: undo stops there
        self.revealed_at = 0

    def agree(self, options: Mapping[str, Json]) -> None:
        """Deal again with these house rules added, before the first action.

        Raise ValueError after the first action, and InvalidOptions for unknown options; the match is then unchanged.
        """
        if self.actions:
            raise ValueError(f"expected a match before its first action, got one with {len(self.actions)}")
        before, self.options = self.options, self.options | dict(options)
        try:
            self._restart()
        except InvalidOptions:
            self.options = before
            self._restart()
            raise

    @classmethod
    def at_position(
        cls, game: Game[S, A, E, V], options: Mapping[str, Json], seats: Sequence[Seat], state: S
    ) -> "Match[S, A, E, V]":
        """Return a match in this position, without a history."""
        match = cls(game, options, seats, 0)
        match.state = state
        return match

    def __copy__(self) -> "Match[S, A, E, V]":
        twin = object.__new__(type(self))
        lists = {name: getattr(self, name)[:] for name in ("actions", "events", "movers", "_written")}
        twin.__dict__ |= self.__dict__ | lists | {"_rng": self._rng.twin()}
        return twin

    def seated(self, seats: Sequence[Seat]) -> "Match[S, A, E, V]":
        """Return a copy of the match with other seats (names or kinds)."""
        match = copy(self)
        match.seats = tuple(seats)
        return match

    def apply(self, action: A) -> tuple[E, ...]:
        """Carry out ``action`` and return its events; raise IllegalAction and change nothing if it is forbidden."""
        mover = self.game.to_move(self.state)
        self.state, events = self.game.apply(self.state, action, self._rng)
        self._note(mover, action, events)
        return events

    def advance(self, action: A) -> tuple[tuple[E, S], ...]:
        """Like :meth:`apply`, with the state after each event, for animation."""
        mover = self.game.to_move(self.state)
        self.state, steps = self.game.steps(self.state, action, self._rng)
        self._note(mover, action, tuple(event for event, _ in steps))
        return steps

    def _note(self, mover: int, action: A, events: tuple[E, ...]) -> None:
        self.actions.append(action)
        self.events.append(events)
        self.movers.append(mover)
        if any(map(self.game.reveals, events)):
            self.revealed_at = len(self.actions)

    def forget(self) -> None:
        """Drop caches and the events of past actions to save memory; :meth:`past` fails afterwards."""
        self.events = []
        self._rng.pause()

    def objection(self, action: A) -> IllegalAction | None:
        """Return the reason why the rules forbid ``action`` now, or None; change nothing."""
        return violation_of(self.game, self.state, action)

    def can_take_back(self, action: A) -> bool:
        """Return True if a legal ``action`` can be undone: it reveals nothing, and the mover still has a choice."""
        state, events = self.game.apply(self.state, action, Rng(0))
        goes_on = self.game.to_move(state) == self.mover and len(self.game.legal_actions(state)) > 1
        return goes_on and not any(map(self.game.reveals, events))

    def preview_events(self, actions: Sequence[A]) -> list[E]:
        """Return the events of these actions in sequence, for actions without chance; change nothing.

        Raise IllegalAction for the first that the rules forbid.
        """
        state, found = self.state, list[E]()
        for action in actions:
            state, events = self.game.apply(state, action, Rng(0))
            found += events
        return found

    def bot_rng(self) -> Rng:
        """Return the bot's random source for this position; the same whenever the match is here again."""
        return Rng(self.seed * 1_000_003 + len(self.actions))

    def view(self, seat: int) -> V:
        """Return what ``seat`` may know now."""
        return self.game.view(self.state, seat)

    @property
    def humans(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, row in enumerate(self.seats) if row.kind == HUMAN]

    @property
    def is_over(self) -> bool:
        """True when the game has ended."""
        return self.game.is_over(self.state)

    @property
    def shown_scores(self) -> tuple[int, ...]:
        """The totals as they are shown and kept in records."""
        return self.game.records.shown(self.game.scores(self.state))

    @property
    def ranks(self) -> list[tuple[int, int]]:
        """The total of every seat with what tells equal ones apart: the higher, the better."""
        totals, ties = self.game.scores(self.state), self.game.records.ties(self.state)
        return [(total, ties[seat] if ties else 0) for seat, total in enumerate(totals)]

    @property
    def places(self) -> list[int]:
        """The place of every seat, from 1 on; equal seats share it, but only winners are first."""
        ranks, winners = self.ranks, self.game.winners(self.state)
        return [
            1 if seat in winners else max(2, 1 + sum(other > rank for other in ranks))
            for seat, rank in enumerate(ranks)
        ]

    @property
    def has_begun(self) -> bool:
        """True once somebody has acted."""
        return bool(self.actions)

    @property
    def mover(self) -> int:
        """The seat that decides now, or -1."""
        return self.game.to_move(self.state)

    @property
    def has_choice(self) -> bool:
        """True if there is more than one legal action."""
        return len(self.game.legal_actions(self.state)) > 1

    def past(self, seat: int) -> list[E]:
        """Return all events since the deal as ``seat`` has seen them."""
        all_events = (self.game.opening(self.at(0).state), *self.events)
        seen = (self.game.visible(event, seat) for events in all_events for event in events)
        return [event for event in seen if event is not None]

    def at(self, length: int) -> "Match[S, A, E, V]":
        """Return a new match with the first ``length`` actions of this one."""
        if length >= len(self.actions) == len(self.events) > 0:
            return copy(self)
        past = Match(self.game, self.options, self.seats, self.seed)
        for action in self.actions[:length]:
            past.apply(action)
        return past

    def undo_length(self, seat: int) -> int | None:
        """Return the number of actions that remain when ``seat`` undoes its last one, or None if it cannot.

        Nothing before the last reveal can be undone.
        """
        for length in range(len(self.actions) - 1, self.revealed_at - 1, -1):
            if self.movers[length] == seat:
                return length
        return None

    def rewind(self, length: int) -> None:
        """Go back to the state after the first ``length`` actions."""
        kept = self.actions[:length]
        self._restart()
        for action in kept:
            self.apply(action)

    def save(self) -> dict[str, Json]:
        """Return the match as JSON."""
        # it is saved after every action: what was written before does not change
        self._written += map(self.game.encode, self.actions[len(self._written) :])
        return {
            "version": SAVE_VERSION,
            "game": self.game.name,
            "options": {k: list(v) if isinstance(v, tuple) else v for k, v in self.options.items()},
            "seats": [list(seat) for seat in self.seats],
            "seed": self.seed,
            "actions": [*self._written],
        }


#: a match of any game
AnyMatch: TypeAlias = Match[State, Action, Event, View]


def _brief(value: Json) -> str:
    """Return a value of a save for an error message, shortened."""
    if isinstance(value, str):
        return value[:LONGEST_LABEL]
    return str(value) if type(value) is int and abs(value) < 10**9 else type(value).__name__


def _is_label(text: Json) -> bool:
    """Return True if ``text`` can be displayed: short, without control characters or lone surrogates."""
    return (
        isinstance(text, str)
        and len(text) <= LONGEST_LABEL
        and not any(sign < " " or "\x7f" <= sign <= "\x9f" or "\ud800" <= sign <= "\udfff" for sign in text)
    )


def load(data: Json, games: Mapping[str, AnyGame]) -> AnyMatch:
    """Return the match that ``Match.save`` wrote, replayed to its end; raise InvalidSave if that fails."""
    if not isinstance(data, dict):
        raise InvalidSave("save_not_a_match")
    version, name, options, rows, seed, log = (
        data.get(key) for key in ("version", "game", "options", "seats", "seed", "actions")
    )
    if type(version) is not int or version != SAVE_VERSION:
        raise InvalidSave("save_version", _brief(version))
    game = games.get(name) if isinstance(name, str) else None
    if game is None:
        raise InvalidSave("save_unknown_game", _brief(name))
    if not isinstance(options, dict) or not isinstance(rows, list) or not isinstance(log, list):
        raise InvalidSave("save_damaged", "fields")
    if type(seed) is not int:
        raise InvalidSave("save_damaged", "seed")
    if not all(isinstance(row, list) and len(row) == 3 and all(map(_is_label, row)) for row in rows):
        raise InvalidSave("save_damaged", "seats")
    if len(log) > game.max_actions:
        raise InvalidSave("save_too_long", str(len(log)))
    place = "options"
    try:
        match = Match(game, options, [Seat(*row) for row in rows], seed)
        for number, entry in enumerate(log):
            place = f"action {number}"
            match.apply(game.decode(entry))
    except IllegalAction as error:
        # the log is complete but breaks the rules: written by another version, or edited by hand
        raise InvalidSave("save_rules", f"{place}: {str(error)[:LONGEST_LABEL]}") from error
    except UNREADABLE as error:
        raise InvalidSave("save_damaged", f"{place}: {str(error)[:LONGEST_LABEL]}") from error
    return match


class TableMatch(Protocol):
    """The match as a table needs it; only seats played on this device are queried."""

    @property
    def game(self) -> AnyGame:
        """The game."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players by seat."""

    @property
    def humans(self) -> list[int]:
        """The seats of people who decide on this device."""

    @property
    def is_over(self) -> bool:
        """True when the game has ended."""

    @property
    def has_begun(self) -> bool:
        """True once somebody has acted."""

    @property
    def mover(self) -> int:
        """The seat that decides now, or -1."""

    @property
    def has_choice(self) -> bool:
        """True if there is more than one legal action."""

    def view(self, seat: int) -> View:
        """Return what ``seat`` may know now."""

    def past(self, seat: int) -> Sequence[Event]:
        """Return all events as ``seat`` has seen them."""

    def objection(self, action: Action) -> IllegalAction | None:
        """Return the reason why ``action`` is forbidden now, or None."""
