"""How quick the person at the table is: what the opponents that adapt to it go by.

Every set that somebody wins tells something. If it was the person, a claim took so long; if it was a bot, the person's
would have taken longer than that, for the quick ones alone would make everybody look quicker than they are. What the
table was set up with (``Options.pace``) is where it begins, and everything else follows from the record: whoever goes
on with a stored game meets the same opponents.
"""

from collections.abc import Container, Iterable, Sequence
from math import erfc, exp, log, pi, sqrt

from game.core.records import MatchRecord, median
from game.games.twin_it.events import Event, SetStolen, SetWon

#: the medians, in milliseconds, that a person can be taken to have: each 7 % above the one before
PACES = tuple(round(700 * 1.07**step / 10) * 10 for step in range(39))
#: the logarithms of the medians that are weighed against each other: from far below the least to far above the most
LOGS = tuple(log(150) + log(1.07) * step for step in range(80))
#: what a person plays with, and what it takes until both hands are where they are to be, once the pair is seen
HANDS = ("mouse", "touch", "keyboard")
MOVES_MS = {"mouse": 600, "touch": 250, "keyboard": 1300}
#: what somebody needs with a mouse of whom nothing is known yet: new players are slower than the model person
NEW_MS = 2600
#: how far the logarithms of a person's times lie apart, and of the medians of persons: that is much more, so a few
#: claims count for more than what was known before
SPREAD, DOUBT = 0.42, 0.7
#: share of the matches that a person does not see at first: when they are found then, says little
LAPSE, LATE = 0.1, 0.3
#: so many claims of older records, which have times alone, make a pace
LAST = 40


def nearest(ms: float) -> int:
    """The one of ``PACES`` that comes nearest to ``ms``."""
    return min(PACES, key=lambda known: abs(log(known / max(1.0, ms))))


class Pace:
    """What is known of a person's median so far: how likely each of ``LOGS`` is."""

    def __init__(self, before: float) -> None:
        self._chances = [exp(-(((one - log(before)) / DOUBT) ** 2) / 2) for one in LOGS]

    def _weigh(self, ms: int, won: bool) -> None:
        at = log(max(1, ms))
        for number, middle in enumerate(LOGS):
            off = (at - middle) / SPREAD
            likely = exp(-off * off / 2) / (SPREAD * sqrt(2 * pi)) if won else erfc(off / sqrt(2)) / 2
            self._chances[number] *= (1 - LAPSE) * likely + LAPSE * (LATE if won else 1.0)
        most = max(self._chances)
        self._chances = [chance / most for chance in self._chances]

    def learn(self, events: Iterable[Event], people: Container[int]) -> None:
        """Take in what has happened: claims of ``people``, and those of others that were quicker than them."""
        for event in events:
            if isinstance(event, SetWon | SetStolen):
                self._weigh(event.ms, event.seat in people or event.mate in people)

    @property
    def ms(self) -> float:
        """The person's median as it seems now, in milliseconds."""
        return exp(sum(map(float.__mul__, self._chances, LOGS)) / sum(self._chances))


def expected(records: Sequence[MatchRecord], hand: str) -> int:
    """The pace, one of ``PACES``, of a person who now plays with ``hand`` and of whom there are ``records``.

    The last match with that hand says it; otherwise the last one with another, less what that hand takes longer.
    Records without either have reaction times at best.
    """
    known = [record for record in records if record.pace_ms]
    alike = [record for record in known if record.hand == hand]
    if alike:
        return nearest(alike[-1].pace_ms)
    if known:
        return nearest(known[-1].pace_ms + MOVES_MS[hand] - MOVES_MS.get(known[-1].hand, MOVES_MS[hand]))
    times = [ms for record in records for ms in record.times][-LAST:]
    return nearest(median(times) if times else NEW_MS + MOVES_MS[hand] - MOVES_MS["mouse"])
