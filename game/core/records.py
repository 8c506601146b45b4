"""Statistics and highlights of a finished match: its record and its best moment."""

from collections.abc import Collection, Iterable, Sequence
from math import floor
from typing import Annotated, NamedTuple, TypeAlias

from game.core.codec import within

#: longest label of any set-up screen
LONGEST_LABEL = 100
#: larger than any score of a game
MOST_POINTS = 10**6
Label: TypeAlias = Annotated[str, within(0, LONGEST_LABEL)]
Count: TypeAlias = Annotated[int, within(0, MOST_POINTS)]
#: a reaction in milliseconds, at most an hour
Reaction: TypeAlias = Annotated[int, within(0, 3_600_000)]
#: longest list in a record
FEW = within(0, 100)


class MatchRecord(NamedTuple):
    """Statistics of a match played against the clock, beyond its points. Times in milliseconds.

    A time is 0 where there is none, as in games without a clock.
    """

    #: the mode that was played
    mode: Label = ""
    #: the medal of a cooperative group, 0 to 3 for none to gold; -1 for other games
    medal: Annotated[int, within(-1, 3)] = -1
    best_ms: Reaction = 0
    median_ms: Reaction = 0
    #: the median of the opponents
    rival_ms: Reaction = 0
    times: Annotated[tuple[Reaction, ...], FEW] = ()
    #: the number of matches on the table (pairs of cards) that nobody saw in time
    overlooked: Count = 0
    errors: Count = 0
    #: the person's estimated pace and input ("mouse", "touch" or "keyboard"), to tune the next table
    pace_ms: Reaction = 0
    hand: Label = ""
    #: families of faces that were mistaken for each other, as the game numbers them, one entry per mistake
    confused: Annotated[tuple[Count, ...], FEW] = ()
    #: house rules that make the points of one mode incomparable with those of its usual form, "" for that
    apart: Label = ""


def middle(values: Sequence[float]) -> float:
    """Return the median of numbers; the browser's Python lacks ``statistics``."""
    line = sorted(values)
    return (line[(len(line) - 1) // 2] + line[len(line) // 2]) / 2


def median(times: Sequence[int]) -> int:
    """Return the median of whole numbers, rounded down."""
    return floor(middle(times))


#: weight of a person's own moment against a bot's
OWN = 1.5
#: weight of a winner's own moment
WON = 2.5


class Moment(NamedTuple):
    """A highlight of a match."""

    #: its text is ``GAME.moment.KEY``
    key: str
    seat: int
    #: the number of actions after which it had happened; a replay starts there
    length: int
    #: its impressiveness, comparable within one game only
    weight: float
    #: the cards concerned, as the game numbers them
    cards: tuple[int, ...] = ()
    #: the blanks of its text beside the name, with their numbers
    numbers: tuple[tuple[str, float], ...] = ()
    #: the seat it happened to, for the blank ``to``, or -1
    other: int = -1
    #: the cards of ``other`` that were beaten
    beaten: tuple[int, ...] = ()
    #: False for a loss
    glad: bool = True


class Goal(NamedTuple):
    """Something to reach in one match, or over several."""

    #: its text is ``GAME.goal.KEY``
    key: str
    #: the count that reaches it
    target: int = 1
    #: the counts of all matches are added up; otherwise the best match counts
    adds: bool = False


def best_moment_of(found: Iterable[Moment], people: Collection[int], winners: Collection[int] = ()) -> Moment | None:
    """Return the most impressive moment, the first of equals, or None.

    People's own moments count more, and most if they won. If only others won, one of people is shown if any.
    """
    told = list(found)
    if winners and not any(seat in winners for seat in people):
        told = [moment for moment in told if moment.seat in people and moment.glad] or told
    return max(told, key=lambda moment: impressiveness(moment, people, winners), default=None)


def impressiveness(moment: Moment, people: Collection[int], winners: Collection[int]) -> float:
    """Return a moment's weight, increased for those of people, and most for those of winners among them."""
    if moment.seat not in people:
        return moment.weight
    return moment.weight * (WON if moment.seat in winners else OWN)
