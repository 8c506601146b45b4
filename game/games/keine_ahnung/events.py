"""What happens in Keine Ahnung, as facts in the past tense. No durations and no pixels.

``place`` is a place of a seat's grid, 0 to 5, row by row; ``pile`` counts piles from the left, 0 first.
"""

from typing import NamedTuple

from game.core.events import private, reveals
from game.games.keine_ahnung.scoring import Score


class GameStarted(NamedTuple):
    """Everybody was dealt a grid of six cards, face down; ``starter`` begins."""

    starter: int


class TurnStarted(NamedTuple):
    """``seat`` is up."""

    seat: int


@reveals
class CardDrawn(NamedTuple):
    """``seat`` turned up the top ``card`` of the draw pile: as the first thing in a turn, or for a PLUS."""

    seat: int
    card: int


class DrawSkipped(NamedTuple):
    """``seat`` should have drawn, and there is no card left anywhere."""

    seat: int


class DrawPileShuffled(NamedTuple):
    """A new draw pile of so many ``cards``: those of removed piles, or those under the tops if ``from_piles``."""

    cards: int
    from_piles: bool


@reveals
class CardRevealed(NamedTuple):
    """``seat`` turned up the ``card`` at ``place`` of its own grid."""

    seat: int
    place: int
    card: int


class CardLaid(NamedTuple):
    """``seat`` laid ``card`` on ``pile``, which it started if ``is_new``.

    ``place`` is where the card lay in the grid, or -1 if it came from the draw pile.
    """

    seat: int
    card: int
    pile: int
    place: int
    is_new: bool


class FunctionTriggered(NamedTuple):
    """``card``, just laid by ``seat``, does its work; what that is follows."""

    seat: int
    card: int


class PilesRemoved(NamedTuple):
    """All piles but ``kept`` were removed, ``removed`` of them; ``kept`` is pile 0 from now on."""

    seat: int
    kept: int
    removed: int


class CardsDealt(NamedTuple):
    """``seat`` got face-down cards at ``places``."""

    seat: int
    places: tuple[int, ...]


class PrizeFound(NamedTuple):
    """``seat`` found the consolation prize ``card`` and keeps it; ``place`` is -1 for one from the draw pile."""

    seat: int
    card: int
    place: int


@reveals
class CardsTurnedBack(NamedTuple):
    """The revealed cards at ``places`` of ``seat``'s grid lie face down again, each where it lay.

    To take that back would show them once more.
    """

    seat: int
    places: tuple[int, ...]


class CardDeclined(NamedTuple):
    """``seat`` did not lay the fitting card at ``place``; it is about to be turned back."""

    seat: int
    place: int


class TurnStopped(NamedTuple):
    """``seat`` stopped of its own will."""

    seat: int


@reveals
class TurnForfeited(NamedTuple):
    """``seat`` touched its card at ``place`` before it had drawn and lost the turn. Nothing was revealed.

    A turn lost by the strict house rule stays lost.
    """

    seat: int
    place: int


class CallMade(NamedTuple):
    """``seat`` called that nothing fits any more, with ``cards`` cards left."""

    seat: int
    cards: int


class CallWon(NamedTuple):
    """None of ``seat``'s cards fitted."""

    seat: int


class CallLost(NamedTuple):
    """The card at ``place``, revealed last, fits or is a consolation prize: ``seat``'s call fails."""

    seat: int
    place: int


@reveals
@private(stars=0)
class TrophyWon(NamedTuple):
    """``seat`` took the top trophy; ``left`` remain. ``stars`` is 0 for everybody else: they stay secret."""

    seat: int
    stars: int
    left: int


class GameEnded(NamedTuple):
    """The last trophy is gone: everybody's score, and who has won."""

    scores: tuple[Score, ...]
    winners: tuple[int, ...]


Event = (
    GameStarted
    | TurnStarted
    | CardDrawn
    | DrawSkipped
    | DrawPileShuffled
    | CardRevealed
    | CardLaid
    | FunctionTriggered
    | PilesRemoved
    | CardsDealt
    | PrizeFound
    | CardsTurnedBack
    | CardDeclined
    | TurnStopped
    | TurnForfeited
    | CallMade
    | CallWon
    | CallLost
    | TrophyWon
    | GameEnded
)
