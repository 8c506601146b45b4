"""The plan of an evening: several games one after the other, and how many of them have been played."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.core.game import AnyGame
from game.server.chairs import CommandRefused
from game.server.next_match import GameChoice, choice_of
from game.wire.commands import ChooseGame
from game.wire.messages import EveningState
from game.wire.refusal import Refusal

#: number of games of an evening
EVENING = 3


class Evening(NamedTuple):
    """Several games one after the other, with a winner of their own."""

    games: tuple[ChooseGame, ...]
    #: number of finished ones
    played: int = 0
    is_over: bool = False

    @property
    def upcoming(self) -> ChooseGame | None:
        """The next game, or None once all have been played."""
        return None if self.is_over else self.games[self.played]

    @property
    def state(self) -> EveningState:
        """The part that everybody may know."""
        return EveningState(tuple(game.game for game in self.games), self.played, self.is_over)

    def finished(self) -> "Evening":
        """Return the evening after another match."""
        if self.is_over:
            return self
        played = self.played + 1
        return self._replace(played=played, is_over=played == len(self.games))

    def chosen(self, games: Sequence[ChooseGame]) -> "Evening":
        """Return the evening with these games from the next one on."""
        after = self.games[self.played + len(games) :]
        return self._replace(games=(*self.games[: self.played], *games, *after))

    def ended(self) -> "Evening | None":
        """Return the evening after an early end, which has a winner once a match was finished; else None."""
        return self._replace(is_over=True) if self.played else None


def plan_of(games: Mapping[str, AnyGame], chosen: Sequence[ChooseGame]) -> list[GameChoice]:
    """Return the games of a plan; raise CommandRefused if there are too few or too many, or for an unknown one."""
    if len(chosen) != EVENING:
        raise CommandRefused(Refusal.EVENING)
    return [choice_of(games, one) for one in chosen]
