"""The best moment of a finished match: what a game finds worth telling once more."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import NamedTuple

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


def best_of(found: Iterable[Moment], people: Container[int], winners: Container[int] = ()) -> Moment | None:
    """The moment that impresses most, the first of several; None if there is none.

    People's own ones count more, most of all when they have won: nobody wants to see a loser be glad then.
    """

    def impresses(moment: Moment) -> float:
        if moment.seat not in people:
            return moment.weight
        return moment.weight * (WON if moment.seat in winners else OWN)

    return max(found, key=impresses, default=None)
