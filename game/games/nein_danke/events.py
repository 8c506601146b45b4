"""The events of Nein Danke!, as facts in the past tense, without durations or pixels."""

from typing import NamedTuple

from game.core.events import private, reveals
from game.games.nein_danke.scoring import Score


@reveals
class RoundStarted(NamedTuple):
    """The pile was shuffled and the chips were dealt."""

    round: int
    starter: int


@reveals
class CardRevealed(NamedTuple):
    """``seat`` turned up the top card of the pile; it is auctioned now."""

    seat: int
    card: int


class ChipPaid(NamedTuple):
    """``seat`` paid one chip; the pot now has ``pot`` chips."""

    seat: int
    pot: int


class SkipUsed(NamedTuple):
    """``seat`` discarded the Skip ``card`` and is out of this auction."""

    seat: int
    card: int


class CardTaken(NamedTuple):
    """``seat`` took the pink ``card`` and ``chips`` from the pot."""

    seat: int
    card: int
    chips: int


class CardDeclined(NamedTuple):
    """``seat`` declined the green ``card`` and got ``chips``; ``to`` gets the card."""

    seat: int
    card: int
    chips: int
    to: int


class CardDiscarded(NamedTuple):
    """``card`` of ``seat`` left the game."""

    seat: int
    card: int


@reveals
class PinkDrawn(NamedTuple):
    """Take first pink gave ``seat`` the ``card``, from the set-aside nine or from the pile."""

    seat: int
    card: int
    from_aside: bool


@reveals
@private(cards=())
class AsideSeen(NamedTuple):
    """``seat`` looked at the set-aside cards; ``cards`` is empty for other seats."""

    seat: int
    cards: tuple[int, ...]


class CardGiven(NamedTuple):
    """``seat`` gave ``card`` from the display to the left neighbour ``to``."""

    seat: int
    card: int
    to: int


class RoundEnded(NamedTuple):
    """The last card is gone: the round's scores, seat by seat, and the totals so far."""

    scores: tuple[Score, ...]
    totals: tuple[int, ...]


class GameEnded(NamedTuple):
    """The last round is over."""

    winners: tuple[int, ...]


Event = (
    RoundStarted
    | CardRevealed
    | ChipPaid
    | SkipUsed
    | CardTaken
    | CardDeclined
    | CardDiscarded
    | PinkDrawn
    | AsideSeen
    | CardGiven
    | RoundEnded
    | GameEnded
)
