"""What happens in Twin It!, as facts in the past tense. No durations of pictures and no pixels.

A card is its number in this game, a pattern the number of its picture; ``spot`` is a place in the middle of
the table, -1 where the card lies elsewhere. Stamps are milliseconds since the game began.
"""

from typing import NamedTuple


class GameStarted(NamedTuple):
    """The cards are dealt; ``seat`` flips first, or -1 where everybody starts at once."""

    mode: str
    seat: int


class PatternsForbidden(NamedTuple):
    """``seat`` laid ``cards`` beside its stack and may not make sets of their ``patterns`` (section 3)."""

    seat: int
    cards: tuple[int, ...]
    patterns: tuple[int, ...]


class CardFlipped(NamedTuple):
    """``seat`` turned its top card over and laid it on ``spot``: everybody sees ``pattern`` from now on."""

    seat: int
    card: int
    pattern: int
    spot: int


class TopUncovered(NamedTuple):
    """A card left the stack of ``seat``: ``card`` with ``pattern`` is its top now."""

    seat: int
    card: int
    pattern: int


class CardTouched(NamedTuple):
    """``seat`` has a hand on ``card``; of a won set, this is its first card."""

    seat: int
    card: int


class TouchExpired(NamedTuple):
    """The hand of ``seat`` left ``card``: no second one came in time."""

    seat: int
    card: int


class SetWon(NamedTuple):
    """``seat`` won ``cards`` as a set, ``ms`` after the later face was shown. ``mate`` had the other hand, or -1."""

    seat: int
    cards: tuple[int, ...]
    pattern: int
    ms: int
    mate: int = -1


class SetStolen(NamedTuple):
    """``seat`` joined ``cards``, a won pair of ``owner`` and the third copy; the owner may be ``seat`` itself."""

    seat: int
    owner: int
    cards: tuple[int, ...]
    pattern: int
    ms: int
    mate: int = -1


class ContestStarted(NamedTuple):
    """Hands of several ``seats`` lie on equal ``cards``: these are turned over after the count."""

    seats: tuple[int, ...]
    cards: tuple[int, ...]


class CardTurned(NamedTuple):
    """``card`` was turned over and shows ``pattern`` on ``spot``; it came from the stack ``stack``, or -1."""

    card: int
    pattern: int
    spot: int
    stack: int = -1


class ErrorMade(NamedTuple):
    """``seat`` was wrong. ``why`` is "unequal", "forbidden", "alone" (both hands in a team) or "late" (buzzer)."""

    seat: int
    cards: tuple[int, ...]
    why: str


class SetLost(NamedTuple):
    """The set of ``owner`` went turned over under the stack of ``seat``."""

    seat: int
    owner: int
    cards: tuple[int, ...]


class PatternFreed(NamedTuple):
    """The card with ``pattern`` beside the stack is gone: ``seat`` may use the pattern again."""

    seat: int
    pattern: int


class Buzzed(NamedTuple):
    """``seat`` buzzed and points at two faces now."""

    seat: int


class SeatPassed(NamedTuple):
    """``seat`` let its look go by (calm mode)."""

    seat: int


class LastLookStarted(NamedTuple):
    """Every stack is empty: a last look until ``until``."""

    until: int


class CardDealt(NamedTuple):
    """``seat`` dealt ``card`` from the common stack to ``spot``, ``pattern`` up."""

    seat: int
    card: int
    pattern: int
    spot: int


class CardMoved(NamedTuple):
    """``seat`` moved ``card`` to ``spot``."""

    seat: int
    card: int
    spot: int


class SetCollected(NamedTuple):
    """``seat`` gathered ``cards``; in the honest mode nobody has looked whether they are equal."""

    seat: int
    cards: tuple[int, ...]


class SetExtended(NamedTuple):
    """``seat`` added a third card: the set of ``owner`` is ``cards`` now."""

    seat: int
    owner: int
    cards: tuple[int, ...]


class CollectRefused(NamedTuple):
    """``cards`` are not equal: ``seat`` may gather nothing before ``until``."""

    seat: int
    cards: tuple[int, ...]
    until: int


class GameEnded(NamedTuple):
    """The game is over. ``level`` is 0 to 3 in the co-operative minute, else -1."""

    winners: tuple[int, ...]
    level: int = -1


Event = (
    GameStarted
    | PatternsForbidden
    | CardFlipped
    | TopUncovered
    | CardTouched
    | TouchExpired
    | SetWon
    | SetStolen
    | ContestStarted
    | CardTurned
    | ErrorMade
    | SetLost
    | PatternFreed
    | Buzzed
    | SeatPassed
    | LastLookStarted
    | CardDealt
    | CardMoved
    | SetCollected
    | SetExtended
    | CollectRefused
    | GameEnded
)
