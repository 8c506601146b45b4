"""How long a search takes: the levels of the computer players and their reaction times (rule text, section 8).

A reaction is drawn per visible match, from a skewed distribution that grows with the number of faces, as
human visual search does: ``base + slope * faces / 2 * U(0.3, 1.7) + Exp(tau)`` and the way of the hands, which is
that of what the person at the table plays with: against a mouse no bot has fingers.

There is no expert as in the games of turns: here nothing is to be weighed, and whoever sees all cards at once has seen
every match. A bot could only be quicker than hard, which hardly misses any and is beaten now and then by the quickest
persons alone; the adaptive level is what challenges everybody.

Without a clock it is what a level overlooks that makes it weaker. How often models of persons win against each level
is measured for both ways of playing.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

from game.core.rng import Rng
from game.games.twin_it.pace import MOVES_MS

#: those that are to win the more often the higher they are; the adaptive one follows its player
RISING: tuple[str, ...] = ("easy", "normal", "hard")
LEVELS: tuple[str, ...] = (*RISING, "adaptive")
#: no hand comes sooner after a face is shown, at any level, in milliseconds
FLOOR_MS = 350
#: of the way of the hands to both cards, the part from the first to the second
TAP_MS = 180
#: the faces at which ``Manner.search`` is worth its name: a usual table
USUAL_FACES = 26
#: the adaptive level aims at this share of the player's median, by the sides at the table: missing some matches
#: costs it the rest, and several take from each other what they should take from him
EDGES = (0.85, 0.85, 0.78, 0.70)
#: where several of them follow one player, each aims at another multiple of that, by its seat: hands of equal quickness
#: come down together so often that the count to three becomes the game, and take from each other what is the player's
SPREADS = (1.12, 1.3, 1.03)


class Manner(NamedTuple):
    """How a level searches; times in milliseconds."""

    base: float
    #: per face on the table
    slope: float
    #: mean of the skewed part
    tau: float
    #: share of the matches that it does not see at first
    miss: float
    #: share of the new faces beside a near-twin that it takes for a match
    false: float
    #: share of the missed matches that it sees at each later flip
    again: float

    @property
    def search(self) -> float:
        """About the time until a pair is seen at a usual table, half of the times."""
        return self.base + self.slope * USUAL_FACES / 2 + self.tau * log(2)


MANNERS = {
    "easy": Manner(800, 74, 700, 0.2, 0.02, 0.4),
    "normal": Manner(430, 40, 375, 0.12, 0.012, 0.5),
    "hard": Manner(315, 29, 275, 0.07, 0.005, 0.7),
    "adaptive": Manner(430, 40, 375, 0.1, 0.01, 0.6),
}

#: without a clock: the share of the matches that a level does not see when it looks. There nobody has a time of his own
#: that another could go with: the adaptive level looks as the normal one does
OVERLOOKS = {"easy": 0.75, "normal": 0.5, "hard": 0.2, "adaptive": 0.5}


def scale_to(manner: Manner, median: float, hand: str) -> float:
    """How a manner's search is to be stretched for a whole claim with ``hand`` to take about ``median``."""
    return max(0.0, median - MOVES_MS[hand]) / manner.search


def reaction(manner: Manner, faces: int, rng: Rng, hand: str, scale: float = 1.0) -> int:
    """Milliseconds from the moment a face is shown to the end of the claim; ``scale`` stretches the search."""
    search = manner.base + manner.slope * faces / 2 * (0.3 + 1.4 * rng.fraction())
    skew = -manner.tau * log(1 - rng.fraction())
    return max(FLOOR_MS + TAP_MS, round(scale * (search + skew) + MOVES_MS[hand]))
