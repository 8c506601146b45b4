"""A party's standing over its finished matches: points by place for its people, and an evening of several games.

A place is worth one point for everybody behind it, bots included, and a win one more. Equals share a place, and a team
has beaten the members of the others alone. Bots take places and earn nothing. All of it follows from the log and from
finished matches, so nothing here tells of a match in progress.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from game.core.match import AnyMatch
from game.core.options import validated_values
from game.server.chairs import Chair
from game.server.evening import Evening
from game.wire.commands import ChooseGame
from game.wire.messages import BestMoment, EveningState, PlayedMatch, StandingRow

#: number of finished matches that are told, and of people: of those who have left the weakest are dropped first
TOLD, MOST = 3, 24


class Standing(NamedTuple):
    """The standing of one party; members by the hash of their token, so that a name may change."""

    members: Mapping[str, StandingRow] = MappingProxyType({})
    #: the last matches, oldest first
    matches: tuple[PlayedMatch, ...] = ()
    evening: Evening | None = None

    # ---- the evening ----------------------------------------------------------------------------

    @property
    def upcoming(self) -> ChooseGame | None:
        """The next game of the evening, or None."""
        return self.evening.upcoming if self.evening else None

    def planned(self, games: Sequence[ChooseGame]) -> "Standing":
        """Return the standing with these games as a new evening, or as the rest of the one in progress."""
        before = self if self.upcoming else self.without_evening()
        evening = before.evening.chosen(games[before.evening.played :]) if before.evening else Evening(tuple(games))
        return before._replace(evening=evening)

    def chosen(self, game: ChooseGame) -> "Standing":
        """Return the standing with another next game of its evening, if there is one."""
        return self._replace(evening=self.evening.chosen([game])) if self.evening and self.upcoming else self

    def ended(self) -> "Standing":
        """Return the standing after an early end of the evening, which has a winner once a match was finished."""
        evening = self.evening and self.evening.ended()
        return self._replace(evening=evening) if evening else self.without_evening()

    def dealt(self) -> "Standing":
        """Return the standing at the start of a match: an evening that is over is put away."""
        return self.without_evening() if self.evening and self.evening.is_over else self

    def without_evening(self) -> "Standing":
        """Return the standing without an evening and its points."""
        if self.evening is None:
            return self
        members = {token: member._replace(evening=0) for token, member in self.members.items()}
        return self._replace(members=members, evening=None)

    # ---- people and matches -----------------------------------------------------------------------

    def called(self, chair: Chair) -> "Standing":
        """Return the standing with the present name and figure of a person who has one."""
        member = self.members.get(chair.token)
        if member is None:
            return self
        return self._replace(members={**self.members, chair.token: member._replace(player=chair.player)})

    def after(self, match: AnyMatch, number: int, chairs: Sequence[Chair]) -> "Standing":
        """Return the standing after match ``number`` has been finished by the people in these chairs."""
        counts = self.upcoming is not None
        members = {token: member._replace(last=-1) for token, member in self.members.items()}
        winners, points = match.game.winners(match.state), points_of(match)
        for seat, chair in enumerate(chairs[: len(points)]):
            if chair.token:
                before = members.get(chair.token, StandingRow(chair.player))
                won = seat in winners
                members[chair.token] = row_after(before, match.game.name, points[seat], won=won, counts=counts)
        there = {chair.token for chair in chairs}
        gone = sorted((token for token in members if token not in there), key=lambda token: members[token].points)
        for token in gone[: max(0, len(members) - MOST)]:
            del members[token]
        first = tuple(chairs[seat].player for seat in winners)
        told = PlayedMatch(number, match.game.name, first, best_moment_of(match, chairs))
        evening = self.evening.finished() if self.evening else None
        return Standing(members, (*self.matches, told)[-TOLD:], evening)

    def rows(self, chairs: Sequence[Chair]) -> tuple[StandingRow, ...]:
        """Return the rows of all members with their present seats, the first first."""
        seats = {chair.token: seat for seat, chair in enumerate(chairs)}
        rows = [member._replace(seat=seats.get(token, -1)) for token, member in self.members.items()]
        return tuple(sorted(rows, key=lambda row: (-row.evening, -row.points, -row.wins)))

    @property
    def evening_state(self) -> EveningState | None:
        """The part of the evening that everybody may know."""
        return self.evening and self.evening.state


def row_after(row: StandingRow, game: str, points: int, *, won: bool, counts: bool) -> StandingRow:
    """Return a person's row after a match; ``counts`` if it belongs to an evening."""
    return row._replace(
        points=row.points + points,
        evening=row.evening + points * counts,
        last=points,
        wins=row.wins + won,
        run=row.run + 1 if won else 0,
        games={**row.games, game: row.games.get(game, 0) + points},
    )


def points_of(match: AnyMatch) -> tuple[int, ...]:
    """Return the points of each seat of a finished match, bots' seats included."""
    game, seats = match.game, range(len(match.seats))
    winners = game.winners(match.state)
    options = validated_values(game.options, match.options)
    teams = game.modes.teams(options, len(seats)) or tuple(seats)
    # winners are ahead whatever the others have
    ranks = [(seat in winners, rank) for seat, rank in enumerate(match.ranks)]
    behind = [sum(ranks[seat] > ranks[other] for other in seats if teams[other] != teams[seat]) for seat in seats]
    return tuple(count + (seat in winners) for seat, count in enumerate(behind))


def best_moment_of(match: AnyMatch, chairs: Sequence[Chair]) -> BestMoment | None:
    """Return the best moment of a finished match, or None if it has none."""
    # a party's match has forgotten its events
    whole = match.at(len(match.actions))
    found = match.game.records.best_moment(whole)
    if found is None:
        return None
    other = chairs[found.other].player if found.other >= 0 else None
    return BestMoment(found.key, chairs[found.seat].player, other, found.numbers)
