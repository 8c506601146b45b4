"""The highlights of a finished match of Push."""

from collections.abc import Iterator, Sequence

from game.core.match import Match
from game.core.records import Moment
from game.games.push.events import (
    Busted,
    CardDrawn,
    CardPlaced,
    CardsLost,
    ColourSecured,
    Event,
    RowTaken,
    TurnStarted,
)
from game.games.push.judgement import bust_risk, row_of
from game.games.push.rules import Action, State, View, cards_of
from game.games.push.scoring import points_of

#: smaller rows and losses are no highlights
LEAST = 6
#: the least chance of a bust that makes a good draw a highlight
DARING = 0.15
#: weights of highlights, per point: points in a row can still be lost, and a loss is an opponent's, so both impress
#: less than safe points; a roll that costs nothing impresses more than a row without one, and the risk adds to a draw
TAKEN, ESCAPED, LOST, BUSTED, DARED = 0.7, 1.0, 0.9, 0.8, 0.8
#: points by which an overtaking in the last turn impresses more than the row that brings it
OVERTAKEN = 10.0
#: highlights that are somebody's loss
SAD = ("lost", "bust")


class Story:
    """The table while the events of a match are told again."""

    def __init__(self, cards: Sequence[int], seats: int) -> None:
        #: the cards not drawn yet, each row, and the points of each seat, now and at the beginning of the turn
        self.hidden = set(cards)
        self.rows: list[tuple[int, ...]] = []
        self.points = [0] * seats
        self.before = self.points[:]
        #: the chance that the last draw was a bust
        self.risk = 0.0

    def tell(self, event: Event) -> None:
        """Carry out an event."""
        match event:
            case TurnStarted():
                self.rows, self.before = [], self.points[:]
            case CardDrawn(card=card):
                self.risk = bust_risk([row_of(row) for row in self.rows], tuple(self.hidden))
                self.hidden.discard(card)
            case CardPlaced(card=card, row=row):
                self.rows += [()] * (row + 1 - len(self.rows))
                self.rows[row] += (card,)
            case RowTaken(seat=seat, cards=cards):
                self.points[seat] += points_of(cards)
            case CardsLost(seat=seat, cards=cards):
                self.points[seat] -= points_of(cards)

    @property
    def stake(self) -> tuple[int, ...]:
        """The row of most points."""
        return max(self.rows, key=points_of, default=())


def moments(match: Match[State, Action, Event, View]) -> Iterator[Moment]:
    """Yield the highlights of a finished match."""
    people, story = match.humans, Story(cards_of(match.state.store.options, len(match.seats)), len(match.seats))
    taken: dict[int, Moment] = {}
    for length, events in enumerate(match.events, 1):
        # a row whose roll costs something is no moment to be glad of
        losers = {event.seat for event in events if isinstance(event, CardsLost)}
        for event in events:
            stake = points_of(story.stake)
            match event:
                case TurnStarted():
                    taken = {}
                case ColourSecured(seat=seat, cards=cards):
                    yield _of("secured", seat, length, cards, points_of(cards), 1.0)
                case RowTaken(seat=seat, cards=cards, dice=dice) if seat not in losers:
                    key, share = ("escaped", ESCAPED) if dice else ("row", TAKEN)
                    taken[seat] = _of(key, seat, length, cards, points_of(cards), share)
                    if points_of(cards) >= LEAST:
                        yield taken[seat]
                case CardsLost(seat=seat, cards=cards) if seat not in people and points_of(cards) >= LEAST:
                    yield _of("lost", seat, length, cards, points_of(cards), LOST)
                case Busted(seat=seat) if seat not in people and stake >= LEAST:
                    yield _of("bust", seat, length, story.stake, stake, BUSTED)
                case CardPlaced(seat=seat, card=card) if story.risk >= DARING and stake >= LEAST:
                    yield _of("dared", seat, length, (card,), stake, DARED + story.risk)
            story.tell(event)
    winners = match.game.winners(match.state)
    # the lead at the beginning of the last turn was another's
    if len(winners) == 1 and winners[0] in taken and story.before[winners[0]] < max(story.before):
        row = taken[winners[0]]
        yield row._replace(key="overtaken", weight=row.weight + OVERTAKEN)


def _of(key: str, seat: int, length: int, cards: tuple[int, ...], points: int, share: float) -> Moment:
    return Moment(key, seat, length, points * share, cards, (("count", float(points)),), glad=key not in SAD)
