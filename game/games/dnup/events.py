"""The events of dnuP, as facts in the past tense, without durations or pixels.

A place holds one set: it is the number of its owner, or with two players twice that, plus one for the second area.
``cards`` are as they were on the table; a player who picks them up holds them turned (the golden rule).
"""

from typing import NamedTuple, TypeGuard


class RoundStarted(NamedTuple):
    """The cards were shuffled; ``starter`` holds the star card."""

    round: int
    starter: int


class HandsDealt(NamedTuple):
    """All hands were dealt; HIDDEN stands for each card that a seat does not see."""

    hands: tuple[tuple[int, ...], ...]


class SetDiscarded(NamedTuple):
    """The set of ``seat`` was discarded, on its next turn, or ``is_beaten`` with its owner already out."""

    seat: int
    place: int
    cards: tuple[int, ...]
    is_beaten: bool


class SetReturned(NamedTuple):
    """``seat`` took its own set back, each card turned, because the set made by ``by`` is higher."""

    seat: int
    place: int
    cards: tuple[int, ...]
    by: int


class SetPlayed(NamedTuple):
    """``seat`` played a set; the others did not know ``fresh`` of its cards to be in the hand that way up."""

    seat: int
    place: int
    cards: tuple[int, ...]
    fresh: int


class CardAdded(NamedTuple):
    """``seat`` added ``card`` to the set of ``owner``, which now has ``size`` cards."""

    seat: int
    place: int
    owner: int
    card: int
    size: int
    fresh: int


class SetTaken(NamedTuple):
    """``seat`` took the set of ``owner`` into the hand, each card turned."""

    seat: int
    place: int
    owner: int
    cards: tuple[int, ...]


class HandTurned(NamedTuple):
    """``seat`` turned the whole hand to ``hand``; its cards are HIDDEN from other seats."""

    seat: int
    hand: tuple[int, ...]


class WentOut(NamedTuple):
    """``seat`` has no cards left, as number ``rank`` from 0, and gets ``award`` markers, or the round."""

    seat: int
    rank: int
    award: int


class RoundEnded(NamedTuple):
    """The round is over: the awards of each seat, and the totals so far."""

    awards: tuple[int, ...]
    totals: tuple[int, ...]


class RoundBroken(NamedTuple):
    """No player went out for ``turns`` turns: the round ends as it stands (R7)."""

    turns: int


class GameEnded(NamedTuple):
    """A player has reached the goal."""

    winners: tuple[int, ...]


Event = (
    RoundStarted
    | HandsDealt
    | SetDiscarded
    | SetReturned
    | SetPlayed
    | CardAdded
    | SetTaken
    | HandTurned
    | WentOut
    | RoundEnded
    | RoundBroken
    | GameEnded
)


def is_beaten(event: Event) -> TypeGuard[SetReturned | SetDiscarded]:
    """Return True if a set was beaten: by the rules it leaves before the set that beats it is laid (ruling R12)."""
    return isinstance(event, SetReturned) or (isinstance(event, SetDiscarded) and event.is_beaten)
