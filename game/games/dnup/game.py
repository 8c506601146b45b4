"""dnuP as it is played: its rules and its computer players in one object."""

from __future__ import annotations

from game.core.expert import EXPERT
from game.core.game import Game
from game.games.dnup import audit, bots, moments, rules, worlds
from game.games.dnup.events import Event
from game.games.dnup.lesson import LESSON
from game.games.dnup.rules import NEXT_ROUND, Action, Phase, State, Verb, View


class Dnup(Game[State, Action, Event, View]):
    """dnuP, the half that plays."""

    name = rules.NAME
    min_seats, max_seats = rules.MIN_SEATS, rules.MAX_SEATS
    options = rules.OPTIONS
    # nothing ends it but going out: by chance alone 1,620 were the most in thousands of games, where every round was
    # broken after 100 turns; people and bots need 500
    most_actions = 20_000
    levels, yardsticks = (*bots.LEVELS, EXPERT), bots.YARDSTICKS
    playing_on = "normal"
    lesson = LESSON

    setup = staticmethod(rules.setup)
    legal_actions = staticmethod(rules.legal_actions)
    to_move = staticmethod(rules.to_move)
    apply = staticmethod(rules.apply)
    view = staticmethod(rules.view)
    is_over = staticmethod(rules.is_over)
    scores = staticmethod(rules.scores)
    winners = staticmethod(rules.winners)
    opening = staticmethod(rules.opening)
    reveals = staticmethod(rules.reveals)
    visible = staticmethod(rules.visible)
    encode = staticmethod(rules.encode)
    decode = staticmethod(rules.decode)
    moments = staticmethod(moments.moments)
    think = staticmethod(bots.think)
    explain = staticmethod(bots.explain)
    explained = staticmethod(bots.explained)
    tried = staticmethod(bots.tried)
    advise = staticmethod(bots.advise)
    audit = staticmethod(audit.audit)
    world = staticmethod(worlds.world_of)

    def for_people(self, view: View) -> View:
        """``view`` without the perfect memory of what went to which hand and what lies in the discard (section 4).

        Between two rounds there is nothing to be remembered any more.
        """
        return view if view.phase == Phase.ROUND_OVER else view._replace(known=(), gone=())

    def supposed(self, view: View) -> View:
        """As somebody would play who remembers nothing."""
        return view if view.known else view._replace(known=(frozenset(),) * len(view.hand_counts))

    def costs(self, action: Action, view: View) -> bool:
        """Whether the whole hand is turned. Cards and sets are chosen first and then played: that asks by itself."""
        del view
        return action.verb == Verb.TURN

    def next_round(self) -> Action:
        """A round ends before the game does."""
        return NEXT_ROUND
