"""Push as it is played: its rules and its computer players in one object."""

from __future__ import annotations

from game.core.game import Game, Thinking
from game.core.rng import Rng
from game.games.push import bots, deck, moments, rules
from game.games.push.events import Event
from game.games.push.expert import Ahead
from game.games.push.lesson import LESSON
from game.games.push.rules import Action, Phase, State, Verb, View
from game.thinking.expert import EXPERT, thinking

#: how its expert looks ahead
AHEAD = Ahead()


class Push(Game[State, Action, Event, View]):
    """Push, the half that plays."""

    name = rules.NAME
    min_seats, max_seats = rules.MIN_SEATS, rules.MAX_SEATS
    options = rules.OPTIONS
    # every card is drawn, placed, taken and secured once at most, and stopped at
    most_actions = 5 * len(deck.CARDS)
    levels = (*bots.LEVELS, EXPERT)
    # hard would take five times as long for the whole of it; normal draws on past every good stop
    playing_on, ending_turns = "normal", "hard"
    lesson = LESSON

    setup = staticmethod(rules.setup)
    legal_actions = staticmethod(rules.legal_actions)
    to_move = staticmethod(rules.to_move)
    apply = staticmethod(rules.apply)
    steps = staticmethod(rules.steps)
    view = staticmethod(rules.view)
    is_over = staticmethod(rules.is_over)
    scores = staticmethod(rules.scores)
    winners = staticmethod(rules.winners)
    opening = staticmethod(rules.opening)
    reveals = staticmethod(rules.reveals)
    visible = staticmethod(rules.visible)
    offers = staticmethod(rules.offers)
    moments = staticmethod(moments.moments)
    explain = staticmethod(bots.explain)
    explained = staticmethod(bots.explained)
    tried = staticmethod(AHEAD.tried)
    world = staticmethod(rules.world)

    def for_people(self, view: View) -> View:
        """``view`` without what only somebody knows who remembers each secured card."""
        return view._replace(counted=())

    def supposed(self, view: View) -> View:
        """As if nothing was secured that this seat does not see."""
        return view if view.counted else view._replace(counted=view.secured)

    def same_turn(self, start: State, state: State) -> bool:
        """Whether whoever drew or was to draw at ``start`` still has not handed the turn on."""
        return state.active == start.active and state.phase != Phase.CHOOSE

    def going_on_as(self, start: State) -> str:
        """Whether securing is worth a turn is for all later turns to say, of which normal makes too little."""
        return "hard" if start.phase == Phase.CHOOSE else self.playing_on

    def think(self, view: View, rng: Rng, level: str) -> Thinking[Action]:
        """As the level does: the quick ones by rules of thumb or one look, the expert in imagined positions."""
        if level == EXPERT:
            return thinking(self, AHEAD, view, rng)
        return bots.think(view, rng, level)

    def costs(self, action: Action, view: View) -> bool:
        """Whether a card is placed, a row taken or a colour secured by a touch of it."""
        del view
        return action.verb in (Verb.PLACE, Verb.TAKE, Verb.SECURE)
