"""The events of Keine Ahnung, as facts in the past tense, without durations or pixels.

``place`` is a place of a seat's grid, 0 to 5, row by row; ``pile`` counts piles from the left, 0 first.
"""

from typing import NamedTuple

from game.core.events import begins_turn, private, reveals
from game.games.keine_ahnung.scoring import Score


class GameStarted(NamedTuple):
    """All seats were dealt a grid of six face-down cards; ``starter`` has the first turn."""

    starter: int


@begins_turn
class TurnStarted(NamedTuple):
    """The turn of ``seat`` began."""

    seat: int


@reveals
class CardDrawn(NamedTuple):
    """``seat`` turned up the top ``card`` of the draw pile, at the beginning of its turn or for a PLUS."""

    seat: int
    card: int


class DrawSkipped(NamedTuple):
    """``seat`` could not draw, because no card is left anywhere."""

    seat: int


class DrawPileShuffled(NamedTuple):
    """A new draw pile of ``cards`` cards was made from removed piles, or from below the tops if ``from_piles``."""

    cards: int
    from_piles: bool


@reveals
class CardRevealed(NamedTuple):
    """``seat`` turned up the ``card`` at ``place`` of its own grid."""

    seat: int
    place: int
    card: int


class CardLaid(NamedTuple):
    """``seat`` put ``card`` on ``pile``, which it started if ``is_new``.

    ``place`` is the card's place in the grid, or -1 if it came from the draw pile.
    """

    seat: int
    card: int
    pile: int
    place: int
    is_new: bool


class FunctionTriggered(NamedTuple):
    """``card``, just played by ``seat``, triggered its function; the effects follow."""

    seat: int
    card: int


class PilesRemoved(NamedTuple):
    """All piles but ``kept`` were removed, ``removed`` in number; ``kept`` is now pile 0."""

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
    """The revealed cards at ``places`` of ``seat``'s grid were turned face down again in place.

    Marked as revealing because undo would show them once more.
    """

    seat: int
    places: tuple[int, ...]


class CardDeclined(NamedTuple):
    """``seat`` chose not to play the fitting card at ``place``; it will be turned back."""

    seat: int
    place: int


class TurnStopped(NamedTuple):
    """``seat`` ended its turn by choice."""

    seat: int


@reveals
class TurnForfeited(NamedTuple):
    """``seat`` touched its card at ``place`` before drawing and lost the turn; nothing was revealed.

    Marked as revealing so that undo cannot evade the strict house rule.
    """

    seat: int
    place: int


class CallMade(NamedTuple):
    """``seat`` called that none of its ``cards`` remaining cards fits."""

    seat: int
    cards: int


class CallWon(NamedTuple):
    """None of ``seat``'s cards fitted."""

    seat: int


class CallLost(NamedTuple):
    """The card at ``place``, revealed last, fits or is a consolation prize: ``seat``'s call failed."""

    seat: int
    place: int


@reveals
@private(stars=0)
class TrophyWon(NamedTuple):
    """``seat`` took the top trophy; ``left`` remain. ``stars`` is secret and 0 for other seats."""

    seat: int
    stars: int
    left: int


class GameEnded(NamedTuple):
    """The last trophy is gone: the final scores and the winners."""

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
