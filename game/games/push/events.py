"""The events of Push, as facts in the past tense, without durations or pixels."""

from typing import NamedTuple

from game.core.events import begins_turn, reveals
from game.games.push.scoring import Score


class GameStarted(NamedTuple):
    """The pile was shuffled; ``starter`` has the first turn."""

    starter: int


@reveals
class CardDrawn(NamedTuple):
    """``seat`` turned up the top ``card`` of the pile."""

    seat: int
    card: int


class CardPlaced(NamedTuple):
    """``seat`` placed ``card`` at the end of ``row`` (0 to 2)."""

    seat: int
    card: int
    row: int


class DirectionChanged(NamedTuple):
    """The direction ``card`` was put beside the pile; if ``reversed_now``, rows are now taken in turn to the right."""

    seat: int
    card: int
    reversed_now: bool


class Busted(NamedTuple):
    """The drawn ``card`` fitted no row and was discarded: ``seat`` gets no row."""

    seat: int
    card: int


class DrawingStopped(NamedTuple):
    """``seat`` stopped drawing; ``forced`` if the pile was empty."""

    seat: int
    forced: bool


class RowTaken(NamedTuple):
    """``seat`` took ``row``: its number ``cards`` to the display, its ``dice`` card (or 0) to the discard."""

    seat: int
    row: int
    cards: tuple[int, ...]
    dice: int


@reveals
class DieRolled(NamedTuple):
    """``seat`` rolled ``face``, a colour or STAR."""

    seat: int
    face: int


class CardsLost(NamedTuple):
    """The roll cost ``seat`` these open ``cards``; they were discarded."""

    seat: int
    cards: tuple[int, ...]


class RowDiscarded(NamedTuple):
    """No seat was left to take ``row``: its ``cards`` were discarded."""

    row: int
    cards: tuple[int, ...]


class ColourSecured(NamedTuple):
    """``seat`` turned all its open ``cards`` of ``colour`` face down; all seats had seen them."""

    seat: int
    colour: int
    cards: tuple[int, ...]


class TurnEnded(NamedTuple):
    """The turn of ``seat`` is over; its direction ``cards`` were discarded."""

    seat: int
    cards: tuple[int, ...]


@begins_turn
class TurnStarted(NamedTuple):
    """``seat`` may now draw or secure."""

    seat: int


class GameEnded(NamedTuple):
    """The pile is empty and every row is gone."""

    scores: tuple[Score, ...]
    winners: tuple[int, ...]


Event = (
    GameStarted
    | CardDrawn
    | CardPlaced
    | DirectionChanged
    | Busted
    | DrawingStopped
    | RowTaken
    | DieRolled
    | CardsLost
    | RowDiscarded
    | ColourSecured
    | TurnEnded
    | TurnStarted
    | GameEnded
)
