"""How long a search takes: the levels of the computer players and their reaction times (rule text, section 8).

A reaction is drawn per visible match, from a skewed distribution that grows with the number of faces, as
human visual search does: ``base + slope * faces / 2 * U(0.3, 1.7) + Exp(tau)`` and the way of the hand.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

from game.core.rng import Rng

#: those that are to win the more often the higher they are; the adaptive one follows its player
RISING: tuple[str, ...] = ("easy", "normal", "hard")
LEVELS: tuple[str, ...] = (*RISING, "adaptive")
#: no hand comes sooner after a face is shown, at any level, in milliseconds
FLOOR_MS = 350
#: the way of the hands to the cards, and from the first card to the second
MOVE_MS = 250
TAP_MS = 180
#: the faces at which ``Manner.median`` is worth its name: a usual table
USUAL_FACES = 26
#: how much the adaptive level changes its pace after each set that somebody wins
ADAPT = 0.06
#: it aims at this share of the player's median: missing some matches and losing ties costs it the rest
EDGE = 0.81
#: what a player needs whose history is not known
USUAL_PACE_MS = 2200


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
    def median(self) -> float:
        """About the time of a whole claim at a usual table."""
        return self.base + self.slope * USUAL_FACES / 2 + self.tau * log(2) + MOVE_MS


MANNERS = {
    "easy": Manner(640, 57, 580, 0.17, 0.03, 0.4),
    "normal": Manner(570, 53, 500, 0.12, 0.015, 0.5),
    "hard": Manner(530, 47, 400, 0.07, 0.005, 0.7),
    "adaptive": Manner(570, 53, 500, 0.1, 0.01, 0.6),
}


def scale_to(manner: Manner, median: float) -> float:
    """How a manner's search is to be stretched for a whole claim to take about ``median``."""
    return max(0.0, median - MOVE_MS) / (manner.median - MOVE_MS)


def reaction(manner: Manner, faces: int, rng: Rng, scale: float = 1.0) -> int:
    """Milliseconds from the moment a face is shown to the end of the claim; ``scale`` stretches the search."""
    search = manner.base + manner.slope * faces / 2 * (0.3 + 1.4 * rng.fraction())
    skew = -manner.tau * log(1 - rng.fraction())
    return max(FLOOR_MS + TAP_MS, round(scale * (search + skew) + MOVE_MS))
