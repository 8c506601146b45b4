"""What happens in dnuP, as facts in the past tense. No durations and no pixels.

A place is where one set can lie: the number of its owner, or with two players twice that and one more for the
second area. ``cards`` lie as they lay on the table; whoever gets them holds them turned (the golden rule).
"""

from typing import NamedTuple


class RoundStarted(NamedTuple):
    """The cards were shuffled; ``starter`` holds the star card."""

    round: int
    starter: int


class HandsDealt(NamedTuple):
    """Everybody got a hand; HIDDEN stands for each card that a seat does not see."""

    hands: tuple[tuple[int, ...], ...]


class SetDiscarded(NamedTuple):
    """The set of ``seat`` left the round: its next turn has come, or ``is_beaten`` and the owner is out."""

    seat: int
    place: int
    cards: tuple[int, ...]
    is_beaten: bool


class SetReturned(NamedTuple):
    """``seat`` got the own set back, each card turned: the one ``by`` made is higher."""

    seat: int
    place: int
    cards: tuple[int, ...]
    by: int


class SetPlayed(NamedTuple):
    """``seat`` played a set; ``fresh`` of its cards nobody else knew it to hold that way up."""

    seat: int
    place: int
    cards: tuple[int, ...]
    fresh: int


class CardAdded(NamedTuple):
    """``seat`` added ``card`` to the set of ``owner``, which has ``size`` cards now."""

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
    """``seat`` turned the whole hand; ``hand`` as it is now, HIDDEN cards for everybody else."""

    seat: int
    hand: tuple[int, ...]


class WentOut(NamedTuple):
    """``seat`` has no card left, as number ``rank`` from 0, and gets ``award`` markers, or the round."""

    seat: int
    rank: int
    award: int


class RoundEnded(NamedTuple):
    """The round is over: what each seat got in it, and the totals so far."""

    awards: tuple[int, ...]
    totals: tuple[int, ...]


class RoundBroken(NamedTuple):
    """Nobody went out for ``turns`` turns: the round ends as it stands (R7)."""

    turns: int


class GameEnded(NamedTuple):
    """Somebody has reached the goal."""

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
