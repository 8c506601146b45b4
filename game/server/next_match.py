"""The next match of a party: its game, its seats, and the time at which the server deals it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.core.game import AnyGame
from game.core.match import HUMAN, AnyMatch, Match, Seat
from game.core.options import InvalidOptions, Json, validated_values
from game.server.chairs import Chair, CommandRefused
from game.wire.commands import FREE, ChooseGame
from game.wire.refusal import Refusal

#: time for which somebody who has gone away without having read the result delays the next match, in milliseconds
READING_MS = 10_000


class GameChoice(NamedTuple):
    """A game with all of its house rules."""

    game: AnyGame
    options: dict[str, Json]

    @property
    def command(self) -> ChooseGame:
        """The command that chooses it."""
        return ChooseGame(self.game.name, self.options)


class PlannedMatch(NamedTuple):
    """A game that can be dealt for the people and bots in these chairs."""

    choice: GameChoice
    chairs: list[Chair]

    def dealt(self, seed: int) -> AnyMatch:
        """Return the match; raise CommandRefused if the house rules do not allow it."""
        (game, options), rows = self.choice, [Seat(one.name, one.kind, one.figure) for one in self.chairs]
        try:
            return Match(game, game.modes.normalized_options(options, len(rows), 1), rows, seed)
        except InvalidOptions as error:
            raise CommandRefused(Refusal.OPTIONS) from error


def choice_of(games: Mapping[str, AnyGame], command: ChooseGame) -> GameChoice:
    """Return the chosen game with all its house rules; raise CommandRefused for an unknown one."""
    game = games.get(command.game)
    if game is None:
        raise CommandRefused(Refusal.NO_GAME)
    try:
        values = validated_values(game.options, command.options)
        game.seat_range(values)
    except InvalidOptions as error:
        raise CommandRefused(Refusal.OPTIONS) from error
    return GameChoice(game, {name: [*v] if isinstance(v, tuple) else v for name, v in values.items()})


def moved_round(chairs: Sequence[Chair]) -> list[Chair]:
    """Return the chairs, each moved by one seat, so that another one begins."""
    return [*chairs[1:], *chairs[:1]]


def kept(game: AnyGame, chairs: Sequence[Chair]) -> list[Chair]:
    """Return all chairs for a game with those who stay: bots leave before people, who keep their order.

    Raise CommandRefused if there are too many people.
    """
    stay = [one for one in chairs if one.kind == HUMAN or (one.kind != FREE and not one.vacant)]
    while len(stay) > game.max_seats:
        bots = [n for n, one in enumerate(stay) if one.kind != HUMAN]
        if not bots:
            raise CommandRefused(Refusal.TOO_MANY)
        del stay[bots[-1]]
    return [chair.at(game) for chair in stay] + [Chair()] * (game.max_seats - len(stay))


def with_seats(choice: GameChoice, chairs: Sequence[Chair]) -> PlannedMatch:
    """Return the match for those who sit in these chairs; raise CommandRefused if they are too few or too many."""
    taken = [chair._replace(left=0, acted=0, own=0, by_bot=0) for chair in chairs if chair.kind != FREE]
    least, most = choice.game.seat_range(choice.options)
    if not least <= len(taken) <= most:
        raise CommandRefused(Refusal.SEATS)
    return PlannedMatch(choice, taken)


def read_ms(chairs: Sequence[Chair], at_ms: int, *, by_all: bool) -> int:
    """Return the time from which nobody has to be waited for any more, or 0 while somebody reads the result.

    Those present are waited for, and those who have just gone away for a little; ``by_all``: everybody is.
    """
    people = [chair for chair in chairs if chair.kind == HUMAN]
    needed = [chair for chair in people if by_all or chair.is_there]
    if not needed or not all(chair.ready for chair in needed):
        return 0
    gone = (chair.away_ms + READING_MS for chair in people if chair.away_ms and not chair.ready)
    return max([at_ms, *gone])
