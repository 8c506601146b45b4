"""Statistics: one entry for every finished match with a person, their summary, and achievements."""

from collections.abc import Collection, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeAlias

from game.catalogue.registry import GAMES
from game.core.codec import Shape, codec_of, within
from game.core.match import AnyMatch
from game.core.records import MOST_POINTS, Goal, Label, MatchRecord
from game.player.stored_value import StoredValue

if TYPE_CHECKING:
    from game.engine.texts import Texts
    from game.services.context import Context

#: most entries kept, newest last
KEPT = 500
#: number of games in the chart, and in the list
CHART, LIST = 20, 3
#: the year 5138: a later end is invalid
LATEST_MS = 1e14
#: matches before one that can be the best
ENOUGH = 2
#: number of reaction times in their chart
CHART_TIMES = 120


Few: TypeAlias = Annotated[int, within(1, 99)]


class StatsEntry(NamedTuple):
    """One finished match, from the view of its best person."""

    game: str
    ended_ms: Annotated[float, within(0, LATEST_MS)]
    #: number of players
    seats: Few
    #: the strongest bot, or "" if only people played
    level: str
    place: Few
    score: Annotated[int, within(-MOST_POINTS, MOST_POINTS)]
    #: a person won against at least one bot
    won: bool
    #: number of people
    humans: Few
    #: all names, in playing order
    names: tuple[Label, ...]
    #: the game's own record of the match
    own: Annotated[MatchRecord, Shape.KNOWN] = MatchRecord()

    @property
    def is_among_people(self) -> bool:
        """Return True for a match of several people against each other, which only the family table counts."""
        return self.humans > 1 and not self.level and self.own.medal < 0


ENTRY = codec_of(StatsEntry, Shape.SPARSE)
#: newest last
STORED: StoredValue[tuple[StatsEntry, ...]] = StoredValue(
    "statistics", "file.statistics", codec_of(tuple[Annotated[StatsEntry, ENTRY], ...]), ()
)


class StatsSummary(NamedTuple):
    """Summary of one game's entries. Best and mean mean nothing without entries, nor the times without any."""

    games: int
    wins: int
    #: level -> (matches won, matches played)
    by_level: Mapping[str, tuple[int, int]]
    best: int
    mean: float
    #: the last matches, newest last
    chart: tuple[StatsEntry, ...]
    #: the last few, newest first
    latest: tuple[StatsEntry, ...]
    #: the last reaction times in milliseconds, newest last, and their mean
    times: tuple[int, ...] = ()
    mean_ms: int = 0
    best_ms: int = 0
    #: the mean of the opponents' medians in the matches of these times, and the errors in them
    rival_ms: int = 0
    errors: int = 0
    #: the last matches with times, newest last
    timed: tuple[StatsEntry, ...] = ()
    #: the modes of the matches with their seat counts; "" for games without modes
    modes: frozenset[tuple[str, int]] = frozenset()


def entry_of(match: AnyMatch, ended_ms: float, hand: str = "") -> StatsEntry | None:
    """Return the entry of a finished match, or None if only bots played; ``hand`` is the input device, if known."""
    people = match.humans
    if not people:
        return None
    scores, places, winners = match.shown_scores, match.places, match.game.winners(match.state)
    best = min(people, key=lambda seat: (places[seat], -scores[seat]))
    levels = match.game.bots.levels
    own = match.game.records.record(match, best)
    own = own._replace(
        mode=own.mode or match.game.modes.variant_apart(match.options), hand=own.hand and (hand or own.hand)
    )
    together = own.medal >= 0
    # a cooperative group has no opponents: it wins by its result
    opponents = [] if together else [levels.index(row.kind) for row in match.seats if row.kind in levels]
    return StatsEntry(
        match.game.name,
        ended_ms,
        len(match.seats),
        levels[max(opponents)] if opponents else "",
        places[best],
        scores[best],
        best in winners and (bool(opponents) or together),
        len(people),
        tuple(seat.name for seat in match.seats),
        own,
    )


def entries(context: "Context") -> list[StatsEntry]:
    """Return all readable entries, newest last."""
    return [*STORED.read(context)]


def own_entries(context: "Context") -> list[StatsEntry]:
    """Return the entries of the player's own results, newest last, without matches among people."""
    return [row for row in entries(context) if not row.is_among_people]


def last_game(context: "Context", games: Collection[str]) -> str:
    """Return the one of these games that was played last, or the first of them."""
    return next((row.game for row in reversed(entries(context)) if row.game in games), next(iter(games)))


def comparison_key(row: StatsEntry) -> tuple[int, str, bool, str]:
    """Return the key of comparable results: seats, mode and limit; and whether the opponents were only the weakest."""
    levels = GAMES[row.game].bots.levels if row.game in GAMES else ()
    return row.seats, row.own.mode, row.level in levels[:1], row.own.apart


def best_before(match: AnyMatch, rows: Sequence[StatsEntry]) -> int | None:
    """Return a cooperative group's best score in earlier matches like this one, in ``rows``, or None."""
    now = entry_of(match, 0.0)
    if now is None or now.own.medal < 0:
        return None
    key = comparison_key(now)
    return max((row.score for row in rows if row.game == now.game and comparison_key(row) == key), default=None)


def best_entries(rows: Sequence[StatsEntry]) -> dict[str, StatsEntry]:
    """Return, for each game played, the entry of its best score in the mode played last.

    Results against only the weakest bots, as in the game after a lesson, count while there are no others. There is no
    best score before a win or ``ENOUGH`` more matches.
    """
    found: dict[str, StatsEntry] = {}
    for row in reversed(rows):
        best = found.setdefault(row.game, row)
        if best.own.mode != row.own.mode:
            continue
        easy, easiest = comparison_key(row)[2], comparison_key(best)[2]
        if (not easy, row.score) > (not easiest, best.score):
            found[row.game] = row
    played = [(row.game, row.own.mode) for row in rows]
    return {name: row for name, row in found.items() if row.won or played.count((name, row.own.mode)) > ENOUGH}


def mode_of(row: StatsEntry) -> tuple[str, int]:
    """Return what decides the scoring of a match: its mode and number of seats."""
    return row.own.mode, row.seats


def score_text(texts: "Texts", game: str, score: float, modes: Set[tuple[str, int]], digits: int = 0) -> str:
    """Return a score with its unit, or the number alone if the unit differs between these ``modes``."""
    written = texts.number(score, digits)
    found = set()
    for mode, seats in modes:
        own = (f"{game}.scored.{mode}", f"{game}.scored.{seats}", f"{game}.scored")
        key = next((key for key in own if texts.has(key)), "")
        if key:
            found.add(texts(f"{key}.one") if score == 1 and not digits else texts(key, count=written))
    return found.pop() if len(found) == 1 else written


def modes_of(rows: Sequence[StatsEntry], game: str) -> list[str]:
    """Return the modes with statistics of their own: "" for the printed rules, and those played besides."""
    played = {row.own.mode for row in rows if row.game == game}
    return ["", *(mode for mode in GAMES[game].modes.apart if mode in played)]


def summary(rows: Sequence[StatsEntry], game: str, mode: str = "") -> StatsSummary:
    """Return the summary of the entries of ``game``; of a game with modes apart, that of one mode."""
    apart = game in GAMES and bool(GAMES[game].modes.apart)
    own = [row for row in rows if row.game == game and (not apart or row.own.mode == mode)]
    levels = GAMES[game].bots.levels if game in GAMES else ()
    by_level = {}
    for level in levels:
        played = [row.won for row in own if row.level == level]
        by_level[level] = (sum(played), len(played))
    scores = [row.score for row in own]
    timed = [row for row in own if row.own.times]
    times = [ms for row in timed for ms in row.own.times][-CHART_TIMES:]
    recent = _with_times(timed, len(times))
    rivals = [row.own.rival_ms for row in recent if row.own.rival_ms]
    return StatsSummary(
        len(own),
        sum(row.won for row in own),
        by_level,
        max(scores, default=0),
        sum(scores) / max(1, len(scores)),
        tuple(own[-CHART:]),
        tuple(own[: -1 - LIST : -1]),
        tuple(times),
        round(sum(times) / max(1, len(times))),
        min((row.own.best_ms for row in timed), default=0),
        round(sum(rivals) / max(1, len(rivals))),
        sum(row.own.errors for row in recent),
        tuple(timed[-CHART:]),
        frozenset(map(mode_of, own)),
    )


def _with_times(rows: Sequence[StatsEntry], count: int) -> Sequence[StatsEntry]:
    """Return the last entries that together have ``count`` reaction times."""
    first = len(rows)
    while first and count > 0:
        first -= 1
        count -= len(rows[first].own.times)
    return rows[first:]


def records_of(rows: Sequence[StatsEntry], game: str) -> list[MatchRecord]:
    """Return the games' own records of ``game``, newest last."""
    return [row.own for row in rows if row.game == game]


#: shortest streak of wins that is reported
STREAK = 2
#: numbers of matches that are reported
ROUND = (10, 25, 50, 100, 200, 300, 400, 500)
#: most achievements reported for one match
MOST = 3


class News(NamedTuple):
    """One achievement; its text is ``news.KEY``."""

    key: str
    blanks: tuple[tuple[str, int | str], ...] = ()


def news_of(
    match: AnyMatch, now: StatsEntry, earlier: Sequence[StatsEntry], reached: Sequence[Goal] = ()
) -> tuple[News, ...]:
    """Return the achievements of ``match``, whose entry is ``now``, most important first.

    ``earlier`` are the entries before it, newest last, and ``reached`` the goals that it was the first to reach.
    """
    before = [row for row in earlier if row.game == now.game]
    found: list[News] = []
    # with another number of players or mode, points are not comparable
    alike = [row for row in before if comparison_key(row) == comparison_key(now)]
    # the headline of a cooperative group tells its best score
    if now.own.medal < 0 and len(alike) >= ENOUGH and now.score > max(row.score for row in alike):
        found.append(News("best"))
    found += [_of_a_goal(match, goal) for goal in reached]
    if now.own.medal > max((row.own.medal for row in alike), default=0):
        found.append(News(f"medal.{now.own.medal}"))
    if now.won and now.own.medal < 0:
        found += _of_a_win(now, before)
    quickest = min((row.own.best_ms for row in before if row.own.best_ms), default=0)
    if 0 < now.own.best_ms < quickest:
        found.append(News("quickest"))
    if len(before) + 1 in ROUND:
        found.append(News("count", (("count", len(before) + 1),)))
    return tuple(found[:MOST])


def _of_a_goal(match: AnyMatch, goal: Goal) -> News:
    """Return the news of a goal, with the name of the one among several people who has reached it."""
    told, people = News("goal", (("goal", f"{match.game.name}.goal.{goal.key}"),)), match.humans
    if len(people) > 1 and not goal.adds:
        by = [seat for seat in people if match.game.records.reached(match, seat)[goal.key] >= goal.target]
        if len(by) == 1:
            return News("goal_of", (*told.blanks, ("name", match.seats[by[0]].name)))
    return told


def _of_a_win(now: StatsEntry, before: Sequence[StatsEntry]) -> list[News]:
    wins = 1
    for row in reversed(before):
        if not row.won:
            break
        wins += 1
    found = []
    if not any(row.won for row in before):
        found.append(News("first_win"))
    elif not any(row.won and row.level == now.level for row in before):
        found.append(News("first_against", (("level", now.level),)))
    if wins >= STREAK:
        found.append(News("streak", (("count", wins),)))
    return found
