"""The best moment of a match of Push: the most points secured or taken at once, or what a die cost a rival."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.match import Match
from game.core.moments import Moment
from game.games.push.events import CardsLost, ColourSecured, Event, RowTaken
from game.games.push.rules import Action, State, View
from game.games.push.scoring import points_of

#: rows and losses of fewer points are nothing to tell
LEAST = 6
#: points in a row can still be lost, and a loss is another's: they impress less than what is safe
TAKEN, LOST = 0.7, 0.9


def moments(match: Match[State, Action, Event, View]) -> Iterator[Moment]:
    """What of a finished match is worth telling once more."""
    people = match.humans
    for length, events in enumerate(match.events, 1):
        for event in events:
            if isinstance(event, ColourSecured):
                yield _of("secured", event.seat, length, event.cards, 1.0)
            elif isinstance(event, RowTaken) and points_of(event.cards) >= LEAST:
                yield _of("row", event.seat, length, event.cards, TAKEN)
            elif isinstance(event, CardsLost) and event.seat not in people and points_of(event.cards) >= LEAST:
                yield _of("lost", event.seat, length, event.cards, LOST)


def _of(key: str, seat: int, length: int, cards: tuple[int, ...], share: float) -> Moment:
    points = points_of(cards)
    told = (("count", float(points)),)
    return Moment(key, seat, length, points * share, cards, told)
