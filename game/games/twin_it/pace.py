"""The speed of the person at the table, which adaptive opponents follow.

Every won set is evidence. A person's claim took that time; a bot's shows that the person would have taken longer,
without which the quick claims alone would make everybody look faster than they are. The estimate starts with
``Options.pace`` and otherwise follows from the record, so that a resumed game has the same opponents.
"""

from collections.abc import Container, Iterable, Sequence
from math import erfc, exp, log, pi, sqrt

from game.core.records import MatchRecord, median
from game.games.twin_it.events import Event, SetStolen, SetWon

#: possible medians of a person, in milliseconds, in steps of 7 %
PACES = tuple(round(700 * 1.07**step / 10) * 10 for step in range(39))
#: logarithms of the medians compared, from far below the least to far above the greatest
LOGS = tuple(log(150) + log(1.07) * step for step in range(80))
#: input devices, and the time to place both hands once the pair is seen, in milliseconds
HANDS = ("mouse", "touch", "keyboard")
MOVES_MS = {"mouse": 600, "touch": 250, "keyboard": 1300}
#: median of an unknown person with a mouse, in milliseconds: new players are slower than the model person
NEW_MS = 2600
#: shortest time in which a person can see a pair and place both hands; less is luck, as with hands already on their way
CREDIBLE_MS = 400
#: spread of the logarithms of a person's times, and of the medians of persons, which is larger: a few claims outweigh
#: the prior
SPREAD, DOUBT = 0.42, 0.7
#: share of the pairs a person does not see at first, and the likelihood of the time they are then found
LAPSE, LATE = 0.1, 0.3
#: number of claims of older records, which have only times, that make a pace
LAST = 40
#: number of own finds in the co-operative minute whose median is the pace that partners follow
OWN_FINDS = 3


def nearest(ms: float) -> int:
    """Return the one of ``PACES`` nearest to ``ms``."""
    return min(PACES, key=lambda known: abs(log(known / max(1.0, ms))))


class Pace:
    """The estimate of a person's median: the likelihood of each of ``LOGS``."""

    def __init__(self, before: float) -> None:
        self._likelihoods = [exp(-(((one - log(before)) / DOUBT) ** 2) / 2) for one in LOGS]

    def _weigh(self, ms: int, won: bool) -> None:
        at = log(max(1, ms))
        for number, middle in enumerate(LOGS):
            off = (at - middle) / SPREAD
            likely = exp(-off * off / 2) / (SPREAD * sqrt(2 * pi)) if won else erfc(off / sqrt(2)) / 2
            self._likelihoods[number] *= (1 - LAPSE) * likely + LAPSE * (LATE if won else 1.0)
        most = max(self._likelihoods)
        self._likelihoods = [chance / most for chance in self._likelihoods]

    def learn(self, events: Iterable[Event], people: Container[int]) -> None:
        """Update with events: claims of ``people``, and quicker claims of others."""
        for event in events:
            if isinstance(event, SetWon | SetStolen):
                self._weigh(event.ms, event.seat in people or event.mate in people)

    @property
    def ms(self) -> float:
        """The person's estimated median, in milliseconds."""
        return exp(sum(map(float.__mul__, self._likelihoods, LOGS)) / sum(self._likelihoods))


def expected(records: Sequence[MatchRecord], hand: str) -> int:
    """Return the pace, one of ``PACES``, of a person who now plays with ``hand`` and has these ``records``.

    Taken from the last match with that hand, otherwise from the last with another, corrected by the difference between
    the hands. Records without either have reaction times at best.
    """
    known = [record for record in records if record.pace_ms]
    alike = [record for record in known if record.hand == hand]
    if alike:
        return nearest(alike[-1].pace_ms)
    if known:
        return nearest(known[-1].pace_ms + MOVES_MS[hand] - MOVES_MS.get(known[-1].hand, MOVES_MS[hand]))
    times = [ms for record in records for ms in record.times][-LAST:]
    return nearest(median(times) if times else NEW_MS + MOVES_MS[hand] - MOVES_MS["mouse"])
