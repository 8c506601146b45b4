"""What is kept and told of a finished match beyond its points: its record, and its best moment."""

from collections.abc import Container, Iterable, Sequence
from typing import Annotated, NamedTuple, TypeAlias

from game.core.codec import within

#: longer names than this come from no set-up screen
LONGEST_LABEL = 100
#: larger scores come from no game
MOST_POINTS = 10**6
Label: TypeAlias = Annotated[str, within(0, LONGEST_LABEL)]
Count: TypeAlias = Annotated[int, within(0, MOST_POINTS)]
#: a reaction in milliseconds; longer ones come from no game either
Reaction: TypeAlias = Annotated[int, within(0, 3_600_000)]
#: so many are kept of a game at most
FEW = within(0, 100)


class MatchRecord(NamedTuple):
    """What the statistics keep of a match played against the clock beyond its points. Times in milliseconds.

    A time is 0 where there is none; without a clock there are no times at all.
    """

    #: which of its modes was played
    mode: Label = ""
    #: what a group has reached together, 0 to 3 for nothing to gold; -1 where nobody plays together
    medal: Annotated[int, within(-1, 3)] = -1
    best_ms: Reaction = 0
    median_ms: Reaction = 0
    #: the median of the opponents
    rival_ms: Reaction = 0
    times: Annotated[tuple[Reaction, ...], FEW] = ()
    #: how many matches were seen by nobody in time
    overlooked: Count = 0
    errors: Count = 0
    #: how quick the person seemed in the end, and with what it played: what the next table goes by
    pace_ms: Reaction = 0
    hand: Label = ""
    #: what was taken for alike and only nearly is, each time once: families of faces as the game numbers them
    confused: Annotated[tuple[Count, ...], FEW] = ()


def median(times: Sequence[int]) -> int:
    """The middle of some whole numbers, sorted or not; the browser's Python has no module for it."""
    line = sorted(times)
    return (line[(len(line) - 1) // 2] + line[len(line) // 2]) // 2


#: a person's own moment is told before a bot's that is worth at most so many times as much
OWN = 1.5
#: and the moment of a person who has won before another's worth so many times as much
WON = 2.5


class Moment(NamedTuple):
    """Something that happened in a match, worth telling when it is over."""

    #: its text is ``GAME.moment.KEY``
    key: str
    seat: int
    #: so many actions had been made once it had happened: a replay shows it there
    length: int
    #: how much it impresses, to be compared within one game alone
    weight: float
    #: the cards that it is about, as the game numbers them
    cards: tuple[int, ...] = ()
    #: what its text says beside the name: the words of blanks and their numbers
    numbers: tuple[tuple[str, float], ...] = ()
    #: whom it happened to, for the blank ``to``, or -1
    other: int = -1
    #: the cards of ``other`` that these got the better of, told apart from them
    beaten: tuple[int, ...] = ()


def best_moment_of(found: Iterable[Moment], people: Container[int], winners: Container[int] = ()) -> Moment | None:
    """The moment that impresses most, the first of several; None if there is none.

    People's own ones count more, most of all when they have won: nobody wants to see a loser be glad then.
    """

    def impresses(moment: Moment) -> float:
        if moment.seat not in people:
            return moment.weight
        return moment.weight * (WON if moment.seat in winners else OWN)

    return max(found, key=impresses, default=None)
