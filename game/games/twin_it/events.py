"""The events of Twin It!, as facts in the past tense, without durations of animations or pixels.

A card is its number in this game, a pattern the number of its picture; ``spot`` is a place in the middle of the table,
-1 for a card elsewhere. Stamps are milliseconds since the game began.
"""

from typing import NamedTuple


class GameStarted(NamedTuple):
    """The cards were dealt; ``seat`` flips first, or -1 if all start at once."""

    mode: str
    seat: int


class PatternsForbidden(NamedTuple):
    """``seat`` put ``cards`` beside its stack and may not make sets of their ``patterns`` (section 3)."""

    seat: int
    cards: tuple[int, ...]
    patterns: tuple[int, ...]


class CardFlipped(NamedTuple):
    """``seat`` turned its top card over onto ``spot``: from now on ``pattern`` is visible."""

    seat: int
    card: int
    pattern: int
    spot: int


class TopUncovered(NamedTuple):
    """A card left the stack of ``seat``: its top is now ``card`` with ``pattern``."""

    seat: int
    card: int
    pattern: int


class CardTouched(NamedTuple):
    """``seat`` has a hand on ``card``; for a won set, this is its first card."""

    seat: int
    card: int


class TouchExpired(NamedTuple):
    """``seat``'s hand left ``card``, because no second one came in time."""

    seat: int
    card: int


class SetWon(NamedTuple):
    """``seat`` won ``cards`` as a set, ``ms`` after the later face was shown; ``mate``'s was the other hand, or -1."""

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
    """Hands of several ``seats`` are on equal ``cards``, which are turned over after a countdown."""

    seats: tuple[int, ...]
    cards: tuple[int, ...]


class CardTurned(NamedTuple):
    """``card`` was turned over and shows ``pattern`` on ``spot``; it came from the stack ``stack``, or -1."""

    card: int
    pattern: int
    spot: int
    stack: int = -1


class ErrorMade(NamedTuple):
    """``seat`` made an error: ``why`` is "unequal", "forbidden", "alone" (both hands in a team) or "late" (buzzer)."""

    seat: int
    cards: tuple[int, ...]
    why: str


class SetLost(NamedTuple):
    """The set of ``owner`` was put face down under the stack of ``seat``."""

    seat: int
    owner: int
    cards: tuple[int, ...]


class PatternFreed(NamedTuple):
    """The card with ``pattern`` beside the stack is gone: ``seat`` may use the pattern again."""

    seat: int
    pattern: int


class Buzzed(NamedTuple):
    """``seat`` buzzed and now points at two faces."""

    seat: int


class SeatPassed(NamedTuple):
    """``seat`` passed its look (calm mode)."""

    seat: int


class LastLookStarted(NamedTuple):
    """Every stack is empty: a last look lasts until ``until``."""

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
    """``seat`` gathered ``cards``; in the honest mode they may be unequal."""

    seat: int
    cards: tuple[int, ...]


class SetExtended(NamedTuple):
    """``seat`` added a third card: the set of ``owner`` is now ``cards``."""

    seat: int
    owner: int
    cards: tuple[int, ...]


class CollectRefused(NamedTuple):
    """``cards`` are not equal: ``seat`` may not gather before ``until``."""

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
