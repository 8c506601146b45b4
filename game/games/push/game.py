"""Push as it is played: its rules and its computer players in one object."""

from __future__ import annotations

from game.core.capabilities import Bots, Hints, Modes, PlayOuts, Records, Redaction
from game.core.game import Bound, Game
from game.games.push import deck, moments, rules
from game.games.push.bots import LEVELS, explain, explained, think
from game.games.push.events import Event
from game.games.push.expert import Ahead
from game.games.push.lesson import LESSON
from game.games.push.rules import Action, Phase, State, Verb, View
from game.thinking.expert import looking_ahead, with_expert

#: its quick levels, and how its expert looks ahead
QUICK, AHEAD = Bots(LEVELS, think), Ahead()
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
    records = Records(moments=moments.moments)
    modes = Modes(offers=rules.offers)
    lesson = LESSON

    steps = staticmethod(rules.steps)

    def costs(self, action: Action, view: View) -> bool:
        """Whether a card is placed, a row taken or a colour secured by a touch of it."""
        del view
        return action.verb in (Verb.PLACE, Verb.TAKE, Verb.SECURE)
