"""Effects of an event by its intensity from 0 to 1: pause, sparks, reach and volume.

Each game gives the intensity of its own events, signed: above 0 if the event is good for the seat that acts, below if
it is bad. A chip paid is 0; the greatest event of a match is 1 or -1.
"""

from typing import NamedTuple

#: lesser events are shown as usual
LEAST = 0.35
#: from here on the others react as well
FELT_BY_ALL = 0.75
#: pause after the greatest event in ms at normal speed; it grows with the square, so that only few are felt as one
PAUSE_MS = 800.0
#: least values and what the greatest event adds: number of sparks, their reach in logical pixels, their size, and the
#: volume as a share of the player's
SPARKS, REACH, SIDE, VOLUME = (8, 16), (56.0, 120.0), (13.0, 15.0), (0.4, 0.6)


class Impact(NamedTuple):
    """The effects of one event."""

    pause_ms: float
    sparks: int
    reach: float
    side: float
    volume: float


def impact_of(intensity: float) -> Impact | None:
    """Return the effects of an event of this intensity, or None if it is too small; the sign does not matter."""
    size = min(1.0, abs(intensity))
    if size < LEAST:
        return None
    more = (size - LEAST) / (1 - LEAST)
    sparks, reach, side, volume = (least + added * more for least, added in (SPARKS, REACH, SIDE, VOLUME))
    return Impact(PAUSE_MS * more**2, round(sparks), reach, side, volume)


def volume_of(intensity: float) -> float:
    """Return the share of the player's volume for an event that has a sound of its own, however small it is."""
    impact = impact_of(intensity)
    return impact.volume if impact else VOLUME[0]
