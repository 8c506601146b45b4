"""The deal of the day: which game a date has, with which cards and among whom, and what came of it.

A table follows from its date alone, so everybody has the same one, natively and in the browser, wherever the device is:
the date is the one that the device itself shows. The game number is the date as it is written, 20261122, which no
set-up deals by itself; the printed rules hold; the player sits on the first seat.

The games of turns go round. Twin It! takes no part: what comes of a game in real time depends on mouse, finger or
keyboard and on how fine the device's clock is, its opponents fit themselves to the hand that sits down, and the result
of a level in one's seat would only say how quick that level has been made. Nobody would have the same deal.
"""

import time
from collections.abc import Collection, Iterator, Mapping
from datetime import date, timedelta
from typing import Annotated, NamedTuple, TypeAlias

from game.catalogue.registry import GAMES
from game.core import options, records
from game.core.codec import BadData, Codec, Constraint, Shape, within
from game.core.game import Action
from game.core.match import HUMAN, AnyMatch, Match, Seat
from game.core.rng import Rng
from game.engine.texts import Texts
from game.player.stats import place_in


class DailyGame(NamedTuple):
    """A game in the round."""

    game: str
    #: how many may sit at its table
    seats: tuple[int, ...]
    #: what it counts: the text ``unit.NAME`` says so many of it
    unit: str = "points"


#: one game after the other, day by day; a week later it is another one. Whatever changes here changes the days that are
#: not played yet
ROTATION = (
    DailyGame("nein_danke", (3, 4, 5)),
    DailyGame("push", (3, 4)),
    DailyGame("dnup", (3, 4), "letters"),
    DailyGame("keine_ahnung", (3, 4), "stars"),
)
#: the levels that opponents have: these do not change when a game gets further ones
OPPONENTS = ("easy", "normal", "hard")
#: the player's seat
OWN = 0
#: nobody asks more often
MOST_HINTS = 9999
ONE_DAY = timedelta(1)
#: the first date with a deal, for a device that shows a usual one
FIRST_DAY = date(2026, 1, 1)
#: in the shared line: better than a level in the same seat, just as good, and not
BETTER, ALIKE, WORSE = "\U0001f7e9", "\U0001f7e8", "\u2b1c"


class Deal(NamedTuple):
    """The table of a date."""

    day: date
    game: str
    seed: int
    #: who sits where: a person on ``OWN``, bot levels on the other seats
    kinds: tuple[str, ...]

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that play the same seat, from weak to strong."""
        return GAMES[self.game].bots.levels

    @property
    def unit(self) -> str:
        """What its game counts."""
        return next(turn.unit for turn in ROTATION if turn.game == self.game)

    def match(self, seats: list[Seat]) -> AnyMatch:
        """Deal it to these seats; what they are called makes no difference."""
        game = GAMES[self.game]
        return Match(game, {option.name: option.default for option in game.options}, seats, self.seed)

    def is_of(self, match: AnyMatch) -> bool:
        """Whether a match is of this deal."""
        found = (match.game.name, match.seed, tuple(seat.kind for seat in match.seats))
        return found == (self.game, self.seed, self.kinds)


class DailyResult(NamedTuple):
    """How a seat came out: its place among so many, and what its game counts."""

    place: int
    #: there are no more seats
    among: Annotated[int, within(1, 99)]
    score: Annotated[int, within(-records.MOST_POINTS, records.MOST_POINTS)]


def _date(text: options.Json) -> date:
    """The date that a text names, as it is written here and in no other way; raise BadData for anything else."""
    try:
        found = date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        found = None
    if found is None or found.isoformat() != text:
        raise BadData("no date")
    return found


DATE = Codec(date.isoformat, _date)


def is_date(text: options.Json) -> bool:
    """Whether a text names a date."""
    try:
        return bool(_date(text))
    except BadData:
        return False


StoredResult: TypeAlias = Annotated[
    DailyResult, Shape.ROW, Constraint[DailyResult](lambda standing: 1 <= standing.place <= standing.among)
]


class DailyEntry(NamedTuple):
    """What came of a day."""

    day: Annotated[date, DATE]
    #: None where it was given up
    standing: StoredResult | None = None
    hints: Annotated[int, within(0, MOST_HINTS)] = 0
    #: it was begun on another date
    later: bool = False
    #: what levels have made of the same seat, as far as they have played
    made: Mapping[Annotated[str, within(1, 24)], StoredResult] = {}


# ---- dates ------------------------------------------------------------------------------------------


def date_of(wall_ms: float) -> date:
    """The date that the device shows at a moment, in milliseconds since 1970."""
    return date(*time.localtime(wall_ms / 1000)[:3])


def deal_of(day: date) -> Deal:
    """The table of a date."""
    turn = ROTATION[day.toordinal() % len(ROTATION)]
    seed = day.year * 10_000 + day.month * 100 + day.day
    rng = Rng(seed)
    others = rng.choice(turn.seats) - 1
    return Deal(day, turn.game, seed, (HUMAN, *(rng.choice(OPPONENTS) for _ in range(others))))


def streak(days: Collection[date], today: date) -> int:
    """So many dates in a row have been played, up to today, or to yesterday while today is still to come."""
    at = today if today in days else today - ONE_DAY
    count = 0
    while at in days:
        count, at = count + 1, at - ONE_DAY
    return count


def longest_streak(days: Collection[date]) -> int:
    """The most dates in a row that were ever played."""
    return max((streak(days, day) for day in days if day + ONE_DAY not in days), default=0)


# ---- the same seat ----------------------------------------------------------------------------------


def result_of(match: AnyMatch, seat: int = OWN) -> DailyResult:
    """How a seat has come out of a finished match."""
    scores = match.game.scores(match.state)
    return DailyResult(place_in(match.game.winners(match.state), scores, seat), len(scores), scores[seat])


def compare(one: DailyResult, other: DailyResult) -> int:
    """More than 0 if ``one`` is the better standing, 0 if they are alike: the place counts first, then the score."""
    ours, theirs = (-one.place, one.score), (-other.place, other.score)
    return (ours > theirs) - (ours < theirs)


def play_as(deal: Deal, level: str) -> Iterator[tuple[int, DailyResult | None]]:
    """Let a level play the player's seat of a deal against the same opponents.

    Yield how many actions have been made while it goes on, at last with how it came out. The opponents decide as they
    do at the table: whoever does the same as the level has the same match.
    """
    seats = [Seat(str(place), level if kind == HUMAN else kind) for place, kind in enumerate(deal.kinds)]
    match = deal.match(seats)
    while not match.is_over:
        seat = match.game.to_move(match.state)
        action: Action | None = None
        luck = match.bot_rng()
        # at the table it is drawn first how long a bot seems to think
        luck.fraction()
        for action in match.game.bots.think(match.view(seat), luck, seats[seat].kind):
            if action is not None:
                break
            yield len(match.actions), None
        if action is None:
            raise RuntimeError(f"{seats[seat].kind} gave up without an action")
        match.apply(action)
    yield len(match.actions), result_of(match)


# ---- in words ---------------------------------------------------------------------------------------


def comparison_mark(standing: DailyResult, other: DailyResult) -> str:
    """The square that says whether a standing is better than what a level has made of the same seat."""
    return (ALIKE, BETTER, WORSE)[compare(standing, other)]


def score_in_words(texts: Texts, deal: Deal, standing: DailyResult) -> str:
    """What a seat has scored, with what its game counts."""
    score = texts.number(standing.score)
    return texts(f"unit.{deal.unit}.one") if standing.score == 1 else texts(f"unit.{deal.unit}", count=score)


def share_line(texts: Texts, entry: DailyEntry) -> str:
    """The line to share: how it went, and nothing of what lay where."""
    deal = deal_of(entry.day)
    parts = [f"Kartenkiste {entry.day.isoformat()}", texts(f"game.{deal.game}")]
    own = entry.standing
    if own is None:
        parts.append(texts("daily.given_up"))
    else:
        parts.append(texts("daily.place_of", place=own.place, count=own.among))
        made = [(level, entry.made[level]) for level in deal.levels if level in entry.made]
        if made:
            squares = "".join(comparison_mark(own, other) for _level, other in made)
            parts.append(f"{squares} ({', '.join(texts(f'level.{level}') for level, _other in made)})")
    if entry.hints:
        parts.append(texts("daily.hints", count=entry.hints))
    if entry.later:
        parts.append(texts("daily.later"))
    return " · ".join(parts)
