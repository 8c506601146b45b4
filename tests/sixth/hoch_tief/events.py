"""Events of Hoch oder tief, as facts in the past tense. No durations and no pixels."""

from typing import NamedTuple

from game.core.events import reveals


class GameStarted(NamedTuple):
    """The first ``card`` lies open; ``seat`` has the first turn."""

    seat: int
    card: int


class StakeSet(NamedTuple):
    """``seat`` plays for ``stake`` points this turn."""

    seat: int
    stake: int


@reveals
class CardTurned(NamedTuple):
    """``seat`` called ``high`` or low, ``card`` came, and that brought or cost ``points``."""

    seat: int
    high: bool
    card: int
    points: int


Event = GameStarted | StakeSet | CardTurned
