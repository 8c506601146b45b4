"""The family scores: which people at this device have beaten which others, and everybody's best moments.

It is counted by names, and stays on the device unless the player exports everything.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeAlias

from game.core.codec import Shape, codec_of, within
from game.core.match import AnyMatch
from game.core.options import validated_values
from game.core.records import Count, Moment
from game.player.settings import LONGEST_NAME
from game.player.stored_value import StoredValue

if TYPE_CHECKING:
    from game.services.context import Context

#: most counts, moments and people kept; the oldest go first
MOST_WINS, MOST_MOMENTS, MOST_PEOPLE = 200, 60, 40
#: the end of the year 9999
LATEST_MS = 253_402_300_799_000

Name: TypeAlias = Annotated[str, within(1, LONGEST_NAME)]
GameName: TypeAlias = Annotated[str, within(1, 24)]


class Wins(NamedTuple):
    """The count of one person's better results than another's in a game."""

    game: GameName
    winner: Name
    loser: Name
    times: Count


class FamilyMoment(NamedTuple):
    """The best moment of a person in a game, as in ``Moment``."""

    game: GameName
    name: Name
    key: Annotated[str, within(1, 24)]
    weight: Annotated[float, within(0, 10**6)]
    numbers: Annotated[tuple[tuple[Annotated[str, within(1, 24)], float], ...], within(0, 8)] = ()
    #: the name of whom it happened to
    to: Annotated[str, within(0, 100)] = ""
    #: when its match ended, in milliseconds since 1970; 0 if unknown
    ended_ms: Annotated[float, within(0, LATEST_MS)] = 0.0


class FamilyMember(NamedTuple):
    """The matches of one person against others at this device, bots or not."""

    name: Name
    matches: Count = 0
    wins: Count = 0
    #: wins in a row up to the last match
    streak: Count = 0


class Family(NamedTuple):
    """Everything that is kept, the oldest first."""

    wins: tuple[Annotated[Wins, Shape.ROW], ...] = ()
    moments: tuple[Annotated[FamilyMoment, Shape.SPARSE], ...] = ()
    people: tuple[Annotated[FamilyMember, Shape.ROW], ...] = ()


STORED: StoredValue[Family] = StoredValue("family", "file.family", codec_of(Family, Shape.SPARSE), Family())


class Pair(NamedTuple):
    """Two people, the one with more wins first."""

    names: tuple[str, str]
    #: how often each of them has done better, in all games and in each
    wins: tuple[int, int]
    by_game: dict[str, tuple[int, int]]


def counted(kept: Family, match: AnyMatch, ended_ms: float = 0.0) -> Family:
    """Return the table with a match that several people at this device finished at ``ended_ms``, or 0."""
    people = match.humans
    if len(people) < 2:
        return kept
    wins = {(row.game, row.winner, row.loser): row for row in kept.wins}
    for winner, loser in _beaten(match):
        key = (match.game.name, match.seats[winner].name, match.seats[loser].name)
        before = wins.pop(key, Wins(*key, 0))
        wins[key] = before._replace(times=before.times + 1)
    moments = {(row.game, row.name): row for row in kept.moments}
    for moment in match.game.records.moments(match):
        if moment.seat not in people:
            continue
        found = _moment(match, moment, ended_ms)
        key_of = (found.game, found.name)
        if key_of not in moments or found.weight > moments[key_of].weight:
            moments.pop(key_of, None)
            moments[key_of] = found
    people_now = tuple(_people_with(kept.people, match))[-MOST_PEOPLE:]
    return Family(tuple(wins.values())[-MOST_WINS:], tuple(moments.values())[-MOST_MOMENTS:], people_now)


def _people_with(known: Iterable[FamilyMember], match: AnyMatch) -> Iterable[FamilyMember]:
    """Return the people with this match counted; a cooperative one is nobody's win."""
    rows = {row.name: row for row in known}
    if match.game.records.medal(match.state) < 0:
        winners = match.game.winners(match.state)
        for seat in match.humans:
            name, won = match.seats[seat].name, seat in winners
            _, matches, wins, streak = rows.pop(name, FamilyMember(name))
            rows[name] = FamilyMember(name, matches + 1, wins + won, streak + 1 if won else 0)
    return rows.values()


def _beaten(match: AnyMatch) -> Iterable[tuple[int, int]]:
    """Yield each pair of people of whom the first did better; nobody does in a team or all together."""
    if match.game.records.medal(match.state) >= 0:
        return
    options = validated_values(match.game.options, {}) | match.options
    teams = match.game.modes.teams(options, len(match.seats)) or range(len(match.seats))
    places = match.places
    for one in match.humans:
        for other in match.humans:
            if places[one] < places[other] and teams[one] != teams[other]:
                yield one, other


def _moment(match: AnyMatch, moment: Moment, ended_ms: float = 0.0) -> FamilyMoment:
    to = match.seats[moment.other].name if moment.other >= 0 else ""
    name = match.seats[moment.seat].name
    return FamilyMoment(match.game.name, name, moment.key, moment.weight, moment.numbers, to, ended_ms)


def pairs(family: Family) -> list[Pair]:
    """Return who has beaten whom, those first who have met most often."""
    met: dict[tuple[str, str], dict[str, tuple[int, int]]] = {}
    for row in family.wins:
        names = (row.winner, row.loser) if row.winner < row.loser else (row.loser, row.winner)
        games = met.setdefault(names, {})
        one, other = games.get(row.game, (0, 0))
        games[row.game] = (one + row.times, other) if row.winner == names[0] else (one, other + row.times)
    found = []
    for names, games in met.items():
        wins = sum(one for one, _ in games.values()), sum(other for _, other in games.values())
        if wins[0] < wins[1]:
            names, wins = names[::-1], wins[::-1]  # noqa: PLW2901
            games = {game: count[::-1] for game, count in games.items()}  # noqa: PLW2901
        found.append(Pair(names, wins, games))
    return sorted(found, key=lambda pair: (-sum(pair.wins), pair.names))


def standing(family: Family) -> list[FamilyMember]:
    """Return the people by their wins, of equal ones first who needed fewer matches."""
    return sorted(family.people, key=lambda row: (-row.wins, row.matches, row.name))


def best_moments(family: Family) -> list[FamilyMoment]:
    """Return the best moment of each game, then the second best and so on; what several have done is told once."""
    told, turns, found = set[tuple[object, ...]](), dict[str, int](), list[tuple[int, FamilyMoment]]()
    newest_first = family.moments[::-1]
    for moment in sorted(newest_first, key=lambda row: -row.weight):
        about = moment.game, moment.key, moment.numbers
        if about not in told:
            told.add(about)
            turns[moment.game] = turns.get(moment.game, 0) + 1
            found.append((turns[moment.game], moment))
    games = list(turns)
    return [moment for _, moment in sorted(found, key=lambda row: (row[0], games.index(row[1].game)))]


def clear(context: "Context") -> bool:
    """Forget the whole table; return True if that succeeded."""
    return STORED.write(context, Family())
