"""A match: the one owner of a game's state, seats, seed and action log.

Resume, replay and undo are all a replay of the log: the same seed and actions give the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, cast

from game.core.protocol import Action, BadOptions, Event, IllegalAction, Json, Rules, State, View
from game.core.rng import Rng

SAVE_VERSION = 1


class Seat(NamedTuple):
    """Who sits where: a person, or a bot of a level."""

    name: str
    #: "human" or a bot level
    kind: str
    figure: str = "bear"


class BadSave(Exception):
    """A save that cannot be read. ``reason`` is a text key."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail


class Match:
    """One game in progress. Scenes change a game only through :meth:`apply`, :meth:`undo` and the like."""

    def __init__(self, rules: Rules, options: Mapping[str, Json], seats: Sequence[Seat], seed: int) -> None:
        self.rules = rules
        self.options = dict(options)
        self.seats = tuple(seats)
        self.seed = seed
        self._restart()

    def _restart(self) -> None:
        self._rng = Rng(self.seed)
        self.state: State = self.rules.setup(self.options, len(self.seats), self._rng)
        self.actions: list[Action] = []

    def apply(self, action: Action) -> tuple[Event, ...]:
        """Carry out ``action`` and return its events; an illegal one raises and changes nothing."""
        self.state, events = self.rules.apply(self.state, action, self._rng)
        self.actions.append(action)
        return events

    def view(self, seat: int) -> View:
        """What ``seat`` may know now."""
        return self.rules.view(self.state, seat)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.is_over(self.state)

    def at(self, length: int) -> Match:
        """A new match: this one after its first ``length`` actions."""
        past = Match(self.rules, self.options, self.seats, self.seed)
        for action in self.actions[:length]:
            past.apply(action)
        return past

    def undo_length(self, may_undo: Callable[[int], bool]) -> int | None:
        """How many actions remain after undoing to the last point for which ``may_undo(length)`` holds."""
        for length in range(len(self.actions) - 1, -1, -1):
            if may_undo(length):
                return length
        return None

    def rewind(self, length: int) -> None:
        """Go back to the state after the first ``length`` actions."""
        past = self.at(length)
        self.state, self.actions, self._rng = past.state, past.actions, past._rng

    def save(self) -> dict[str, Json]:
        """The match as JSON."""
        return {
            "version": SAVE_VERSION,
            "game": self.rules.NAME,
            "options": {k: list(v) if isinstance(v, tuple) else v for k, v in self.options.items()},
            "seats": [list(seat) for seat in self.seats],
            "seed": self.seed,
            "actions": [self.rules.encode(action) for action in self.actions],
        }


def load(data: Json, games: Mapping[str, Rules]) -> Match:
    """The match that ``Match.save`` wrote, replayed to where it stood; raise BadSave if it cannot be."""
    if not isinstance(data, dict):
        raise BadSave("save_not_a_match")
    if data.get("version") != SAVE_VERSION:
        raise BadSave("save_version", str(data.get("version")))
    rules = games.get(str(data.get("game")))
    if rules is None:
        raise BadSave("save_unknown_game", str(data.get("game")))
    options, rows, seed, log = (data.get(key) for key in ("options", "seats", "seed", "actions"))
    shapes_fit = isinstance(options, dict) and type(seed) is int
    if not shapes_fit or not isinstance(rows, list) or not isinstance(log, list):
        raise BadSave("save_damaged", "fields")
    if any(not isinstance(r, list) or len(r) != 3 or any(not isinstance(x, str) for x in r) for r in rows):
        raise BadSave("save_damaged", "seats")
    try:
        match = Match(rules, cast("dict[str, Json]", options), [Seat(*row) for row in rows], cast("int", seed))
        for number, entry in enumerate(log):
            try:
                match.apply(rules.decode(entry))
            except (IllegalAction, ValueError) as error:
                raise BadSave("save_damaged", f"action {number}: {error}") from error
    except BadOptions as error:
        raise BadSave("save_damaged", str(error)) from error
    return match
