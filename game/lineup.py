"""Who plays what: the choices of the set-up screen, remembered for each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.core.match import HUMAN, Match, Seat
from game.core.protocol import BadOptions
from game.core.rng import Rng
from game.engine.figures import FIGURES
from game.engine.texts import Texts
from game.registry import GAMES

LONGEST_NAME = 10
#: game numbers have up to this many digits
DIGITS = 5


@dataclass
class Lineup:
    """The seats, house rules and game number of one game to be."""

    game: str
    seats: list[Seat]
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 1

    def match(self) -> Match:
        """Deal; raise BadOptions if the house rules do not go together."""
        return Match(GAMES[self.game].rules, self.options, self.seats, self.seed)

    @property
    def humans(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, row in enumerate(self.seats) if row.kind == HUMAN]

    def as_json(self) -> dict[str, Any]:
        """What is remembered: all but the game number."""
        return {
            "seats": [list(seat) for seat in self.seats],
            "options": {k: list(v) if isinstance(v, tuple) else v for k, v in self.options.items()},
        }


def fresh_seed(now_ms: float) -> int:
    """A game number nobody has chosen: from the clock, never 0."""
    return 1 + Rng(int(now_ms * 1000)).below(10**DIGITS - 1)


def standard(game: str, texts: Texts, count: int = 4) -> Lineup:
    """The choices of a first visit: one person and middling opponents, the printed rules."""
    rules, bots = GAMES[game].rules, GAMES[game].bots
    count = min(max(count, rules.MIN_SEATS), rules.MAX_SEATS)
    level = bots.LEVELS[len(bots.LEVELS) // 2]
    kinds = [HUMAN, *[level] * (count - 1)]
    return Lineup(game, named(kinds, texts), {option.name: option.default for option in rules.OPTIONS})


def named(kinds: Sequence[str], texts: Texts) -> list[Seat]:
    """Seats of these kinds with the figures' own names."""
    return [Seat(texts(f"figure.{figure}"), kind, figure) for kind, figure in zip(kinds, FIGURES, strict=False)]


def remembered(game: str, data: Any, texts: Texts) -> Lineup:
    """The last choices for ``game``; what is missing or makes no sense is the standard."""
    lineup = standard(game, texts)
    stored = data.get(game) if isinstance(data, Mapping) else None
    if not isinstance(stored, Mapping):
        return lineup
    rules, levels = GAMES[game].rules, (HUMAN, *GAMES[game].bots.LEVELS)
    rows = stored.get("seats")
    if isinstance(rows, list) and rules.MIN_SEATS <= len(rows) <= rules.MAX_SEATS:
        seats = [Seat(*row) for row in rows if _is_seat(row, levels)]
        if len(seats) == len(rows):
            lineup.seats = seats
    options = stored.get("options")
    if isinstance(options, Mapping):
        chosen = lineup.options | {name: options[name] for name in lineup.options if name in options}
        try:
            rules.setup(chosen, len(lineup.seats), Rng(1))
        except BadOptions:
            return lineup
        lineup.options = {name: tuple(v) if isinstance(v, list) else v for name, v in chosen.items()}
    return lineup


def _is_seat(row: Any, levels: Sequence[str]) -> bool:
    return (
        isinstance(row, list)
        and len(row) == 3
        and all(isinstance(part, str) for part in row)
        and 0 < len(row[0]) <= LONGEST_NAME
        and row[1] in levels
        and row[2] in FIGURES
    )
