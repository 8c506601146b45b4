"""Push as it is played: its rules and its computer players in one object."""

from collections.abc import Iterator, Sequence
from math import exp, sqrt

from game.ai.expert import RolloutPolicy, expert_think, win_chance, with_expert
from game.core.capabilities import Bots, Hints, Modes, PlayOuts, Records, Redaction
from game.core.game import Bound, Game
from game.core.match import Match
from game.core.records import Moment
from game.games.push import deck, lookahead, rules, scoring
from game.games.push.bots import LEVELS, explain, explain_action, think
from game.games.push.events import CardsLost, ColourSecured, Event, RowTaken
from game.games.push.lesson import LESSON
from game.games.push.rules import Action, Phase, State, Verb, View

#: share of what rolls would cost open points that are never secured: some are in time
NEVER_SECURED = 0.5
#: how many points may still be won or lost: these, and so many for the root of each card left in the pile
APART, APART_EACH = 2.0, 1.3


class Lookahead(RolloutPolicy[State, Action, View]):
    """Push, looked ahead."""

    # a turn goes on for many cards: with lower levels playing on, which place and stop badly, drawing on seems bad
    sample_counts = (8, 12, 20)

    def candidates(self, view: View) -> Sequence[Action]:
        """Everything that can be done: hard weighs it too."""
        values = lookahead.prospects(view)
        return sorted(values, key=values.__getitem__, reverse=True)

    def is_horizon(self, start: State, state: State) -> bool:
        """When everybody has had a turn after this one."""
        return state.phase == Phase.CHOOSE and state.active == start.active

    def chance(self, state: State, seat: int) -> float:
        """By the points of every seat: the secured ones, and what rolls will leave of the open ones."""
        left = len(state.pile)
        stays = 1 - NEVER_SECURED * (1 - exp(-left / lookahead.WEIGHTS.reach))
        both = zip(state.store.displays, state.store.secured, strict=True)
        points = [scoring.points_of(safe) + stays * scoring.points_of(shown) for shown, safe in both]
        return win_chance(points, APART + APART_EACH * sqrt(left), seat)


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
QUICK, AHEAD = Bots(LEVELS, think), Lookahead()
EXPERT = expert_think(rules, QUICK, AHEAD)


def redact(view: View) -> View:
    """``view`` without what only somebody knows who remembers each secured card."""
    return view._replace(counted=())


def complete(view: View) -> View:
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
    max_actions = Bound(5 * len(deck.CARDS))
    rules = rules
    bots = with_expert(QUICK, EXPERT)
    hints = Hints(explain, explain_action)
    # normal draws on past every good stop
    play_outs = PlayOuts(level_from, AHEAD.candidates, turn_level="hard", same_turn=same_turn)
    redaction = Redaction(redact, complete)
    records = Records(moments=moments)
    modes = Modes(available_options=rules.offers)
    lesson = LESSON

    steps = staticmethod(rules.steps)

    def needs_confirmation(self, action: Action, view: View) -> bool:
        """Whether a card is placed, a row taken or a colour secured by a touch of it."""
        del view
        return action.verb in (Verb.PLACE, Verb.TAKE, Verb.SECURE)
