"""Daily deal: the game, cards and opponents of a date, and the results.

The deal follows from the date alone, as the device shows it, so everybody has the same one, natively and in the
browser. Its game number is the date as digits, 20261122, which no set-up deals by itself; the printed rules apply, and
the player has the first seat.

The games of turns rotate. Twin It! is left out: in real time the result depends on mouse, finger or keyboard and on the
resolution of the clock, the opponents adapt to the player, and a level's result in the same seat would only show its
speed. Nobody would have the same deal.
"""

import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date, timedelta
from typing import Annotated, NamedTuple, TypeAlias

from game.catalogue.registry import GAMES
from game.core import options, records
from game.core.codec import BadData, Codec, Constraint, Shape, within
from game.core.game import Action
from game.core.match import HUMAN, AnyMatch, Match, Seat
from game.core.options import validated_values
from game.core.rng import Rng
from game.engine.texts import Texts


class DailyGame(NamedTuple):
    """A game in the rotation."""

    game: str
    #: the possible numbers of seats
    seats: tuple[int, ...]
    #: the unit of its score; ``unit.NAME`` is its text
    unit: str = "points"


#: one game a day, another one on the same weekday a week later. Changes here affect future days
ROTATION = (
    DailyGame("nein_danke", (3, 4, 5)),
    DailyGame("push", (3, 4)),
    DailyGame("dnup", (3, 4), "letters"),
    DailyGame("keine_ahnung", (3, 4), "stars"),
)
#: the levels of opponents, fixed even if a game gains more
OPPONENTS = ("easy", "normal", "hard")
#: the player's seat
OWN = 0
#: most hints that are counted
MOST_HINTS = 9999
ONE_DAY = timedelta(1)
#: first date with a deal on a device with a plausible clock
FIRST_DAY = date(2026, 1, 1)
#: marks of the shared line: better than a level in the same seat, equal, worse
BETTER, ALIKE, WORSE = "\U0001f7e9", "\U0001f7e8", "\u2b1c"


class Deal(NamedTuple):
    """The deal of a date."""

    day: date
    game: str
    seed: int
    #: kinds of the seats: a person on ``OWN``, bot levels on the others
    kinds: tuple[str, ...]

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that play the same seat for comparison, weakest first."""
        return GAMES[self.game].bots.levels

    @property
    def unit(self) -> str:
        """The name of what its game counts."""
        return next(turn.unit for turn in ROTATION if turn.game == self.game)

    def match(self, seats: list[Seat]) -> AnyMatch:
        """Return the match with these seats, whose names do not affect the deal."""
        game = GAMES[self.game]
        return Match(game, validated_values(game.options, {}), seats, self.seed)

    def is_of(self, match: AnyMatch) -> bool:
        """Return True if a match is of this deal."""
        found = (match.game.name, match.seed, tuple(seat.kind for seat in match.seats))
        return found == (self.game, self.seed, self.kinds)


class DailyResult(NamedTuple):
    """Result of a seat: its place and score."""

    place: int
    #: the number of seats
    among: Annotated[int, within(1, 99)]
    score: Annotated[int, within(-records.MOST_POINTS, records.MOST_POINTS)]


def _date(text: options.Json) -> date:
    """Return the date of a text in this very form (YYYY-MM-DD); raise BadData for anything else."""
    try:
        found = date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        found = None
    if found is None or found.isoformat() != text:
        raise BadData(f"expected a date such as 2026-01-31, got {str(text)[:20]!r}")
    return found


DATE = Codec(date.isoformat, _date)


def is_date(text: options.Json) -> bool:
    """Return True if a text is such a date."""
    try:
        return bool(_date(text))
    except BadData:
        return False


StoredResult: TypeAlias = Annotated[
    DailyResult, Shape.ROW, Constraint[DailyResult](lambda standing: 1 <= standing.place <= standing.among)
]


class DailyEntry(NamedTuple):
    """Result of a day."""

    day: Annotated[date, DATE]
    #: None if given up
    result: StoredResult | None = None
    hints: Annotated[int, within(0, MOST_HINTS)] = 0
    #: begun on another date
    later: bool = False
    #: the results of levels in the same seat, as far as they have played
    level_results: Mapping[Annotated[str, within(1, 24)], StoredResult] = {}


# ---- dates ------------------------------------------------------------------------------------------


def date_of(wall_ms: float) -> date:
    """Return the date that the device shows at a time in milliseconds since 1970."""
    return date(*time.localtime(wall_ms / 1000)[:3])


def deal_of(day: date) -> Deal:
    """Return the deal of a date."""
    turn = ROTATION[day.toordinal() % len(ROTATION)]
    seed = day.year * 10_000 + day.month * 100 + day.day
    rng = Rng(seed)
    others = rng.choice(turn.seats) - 1
    return Deal(day, turn.game, seed, (HUMAN, *(rng.choice(OPPONENTS) for _ in range(others))))


def streak(days: Collection[date], today: date) -> int:
    """Return the number of consecutive dates played up to today, or to yesterday if today is still open."""
    at = today if today in days else today - ONE_DAY
    count = 0
    while at in days:
        count, at = count + 1, at - ONE_DAY
    return count


def longest_streak(days: Collection[date]) -> int:
    """Return the longest run of consecutive dates ever played."""
    return max((streak(days, day) for day in days if day + ONE_DAY not in days), default=0)


# ---- results in the same seat -----------------------------------------------------------------------


def result_of(match: AnyMatch) -> DailyResult:
    """Return the result of the own seat in a finished match."""
    return DailyResult(match.places[OWN], len(match.seats), match.shown_scores[OWN])


def compare(one: DailyResult, other: DailyResult) -> int:
    """Return > 0 if ``one`` is better, 0 if equal, else < 0: by place, then by score."""
    ours, theirs = (-one.place, one.score), (-other.place, other.score)
    return (ours > theirs) - (ours < theirs)


def best_entries(entries: Iterable[DailyEntry]) -> dict[str, DailyEntry]:
    """Return the entry with the highest score of each game that has been finished; the better place among equals."""
    best: dict[str, DailyEntry] = {}
    for entry in entries:
        before = best.get(deal_of(entry.day).game)
        if entry.result and (before is None or _worth(entry) > _worth(before)):
            best[deal_of(entry.day).game] = entry
    return best


def _worth(entry: DailyEntry) -> tuple[int, int]:
    return (entry.result.score, -entry.result.place) if entry.result else (0, 0)


def times_better(entries: Iterable[DailyEntry]) -> list[tuple[str, int]]:
    """Return how many results are better than each level's in the same seat, weakest level first, without zeros."""
    pairs = [(entry.result, deal_of(entry.day).levels, entry.level_results) for entry in entries]
    counts = Counter(
        level
        for own, levels, made in pairs
        for level in levels
        if own and level in made and compare(own, made[level]) > 0
    )
    order = dict.fromkeys(level for _own, levels, _made in pairs for level in levels)
    return [(level, counts[level]) for level in order if counts[level]]


def play_as(deal: Deal, level: str) -> Iterator[tuple[int, DailyResult | None]]:
    """Play the player's seat of a deal at a level, against the same opponents.

    Yield the number of actions and None while it goes on, then with the result. The opponents decide as at the table:
    playing like the level gives the same match.
    """
    seats = [Seat(str(place), level if kind == HUMAN else kind) for place, kind in enumerate(deal.kinds)]
    match = deal.match(seats)
    while not match.is_over:
        seat = match.game.to_move(match.state)
        action: Action | None = None
        luck = match.bot_rng()
        # at the table, the apparent thinking time is drawn first
        luck.fraction()
        for action in match.game.bots.think(match.view(seat), luck, seats[seat].kind):
            if action is not None:
                break
            yield len(match.actions), None
        if action is None:
            raise RuntimeError(f"{seats[seat].kind} gave up without an action")
        match.apply(action)
    yield len(match.actions), result_of(match)


# ---- texts ------------------------------------------------------------------------------------------


def comparison_mark(result: DailyResult, other: DailyResult) -> str:
    """Return the square that compares a result with a level's in the same seat."""
    return (ALIKE, BETTER, WORSE)[compare(result, other)]


def result_text(texts: Texts, deal: Deal, result: DailyResult) -> str:
    """Return a seat's score with its unit."""
    score = texts.number(result.score)
    return texts(f"unit.{deal.unit}.one") if result.score == 1 else texts(f"unit.{deal.unit}", count=score)


def share_line(texts: Texts, entry: DailyEntry) -> str:
    """Return the line to share: the result, without spoilers."""
    deal = deal_of(entry.day)
    parts = [f"Kartenkiste {entry.day.isoformat()}", texts(f"game.{deal.game}")]
    own = entry.result
    if own is None:
        parts.append(texts("daily.given_up"))
    else:
        parts.append(texts("daily.place_of", place=own.place, count=own.among))
        made = [(level, entry.level_results[level]) for level in deal.levels if level in entry.level_results]
        if made:
            squares = "".join(comparison_mark(own, other) for _level, other in made)
            parts.append(f"{squares} ({', '.join(texts(f'level.{level}') for level, _other in made)})")
    if entry.hints:
        parts.append(texts("daily.hints", count=entry.hints))
    if entry.later:
        parts.append(texts("daily.later"))
    return " · ".join(parts)
