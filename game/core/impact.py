"""Effects of an event by its intensity from 0 to 1: pause, sparks, reach and volume.

Each game gives the intensity of its own events, signed: above 0 if the event is good for the seat that acts, below if
it is bad. A chip paid is 0; the greatest event of a match is 1 or -1.
"""

from typing import NamedTuple

#: lesser events are shown as usual
LEAST = 0.35
#: from here on the others react as well
FELT_BY_ALL = 0.75
#: least values and what the greatest event adds: pause in ms at normal speed, number of sparks, their reach in
#: logical pixels, their size, and the volume as a share of the player's
PAUSE_MS, SPARKS, REACH, SIDE, VOLUME = (150.0, 750.0), (8, 16), (56.0, 120.0), (13.0, 15.0), (0.4, 0.6)


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
    pause_ms, sparks, reach, side, volume = (
        least + added * more for least, added in (PAUSE_MS, SPARKS, REACH, SIDE, VOLUME)
    )
    return Impact(pause_ms, round(sparks), reach, side, volume)


def volume_of(intensity: float) -> float:
    """Return the share of the player's volume for an event that has a sound of its own, however small it is."""
    impact = impact_of(intensity)
    return impact.volume if impact else VOLUME[0]
