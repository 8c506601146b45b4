"""Push as it is played: its rules and its computer players in one object."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.capabilities import Bots, Hints, Modes, PlayOuts, Records, Redaction
from game.core.game import Bound, Game
from game.core.match import Match
from game.core.records import Moment
from game.games.push import deck, expert, rules, scoring
from game.games.push.bots import LEVELS, explain, explained, think
from game.games.push.events import CardsLost, ColourSecured, Event, RowTaken
from game.games.push.lesson import LESSON
from game.games.push.rules import Action, Phase, State, Verb, View
from game.thinking.expert import looking_ahead, with_expert

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
            elif isinstance(event, RowTaken) and scoring.points_of(event.cards) >= LEAST:
                yield _of("row", event.seat, length, event.cards, TAKEN)
            elif isinstance(event, CardsLost) and event.seat not in people and scoring.points_of(event.cards) >= LEAST:
                yield _of("lost", event.seat, length, event.cards, LOST)


def _of(key: str, seat: int, length: int, cards: tuple[int, ...], share: float) -> Moment:
    points = scoring.points_of(cards)
    told = (("count", float(points)),)
    return Moment(key, seat, length, points * share, cards, told)


#: its quick levels, and how its expert looks ahead
QUICK, AHEAD = Bots(LEVELS, think), expert.Ahead()
EXPERT = looking_ahead(rules, QUICK, AHEAD)


def for_people(view: View) -> View:
    """``view`` without what only somebody knows who remembers each secured card."""
    return view._replace(counted=())


def supposed(view: View) -> View:
    """As if nothing was secured that this seat does not see."""
    return view if view.counted else view._replace(counted=view.secured)


def same_turn(start: State, state: State) -> bool:
    """Whether whoever drew or was to draw at ``start`` still has not handed the turn on."""
    return state.active == start.active and state.phase != Phase.CHOOSE


def level_from(start: State) -> str:
    """Whether securing is worth a turn is for all later turns to say, of which normal makes too little.

    From elsewhere hard would take five times as long.
    """
    return "hard" if start.phase == Phase.CHOOSE else "normal"


class Push(Game[State, Action, Event, View]):
    """Push, the half that plays."""

    name = rules.NAME
    min_seats, max_seats = rules.MIN_SEATS, rules.MAX_SEATS
    options = rules.OPTIONS
    # every card is drawn, placed, taken and secured once at most, and stopped at
    most_actions = Bound(5 * len(deck.CARDS))
    rules = rules
    bots = with_expert(QUICK, EXPERT)
    hints = Hints(explain, explained)
    # normal draws on past every good stop
    play_outs = PlayOuts(level_from, AHEAD.tried, turn_level="hard", same_turn=same_turn)
    redaction = Redaction(for_people, supposed)
    records = Records(moments=moments)
    modes = Modes(offers=rules.offers)
    lesson = LESSON

    steps = staticmethod(rules.steps)

    def costs(self, action: Action, view: View) -> bool:
        """Whether a card is placed, a row taken or a colour secured by a touch of it."""
        del view
        return action.verb in (Verb.PLACE, Verb.TAKE, Verb.SECURE)
