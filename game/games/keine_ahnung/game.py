"""Keine Ahnung as it is played: its rules and its computer players in one object."""

from __future__ import annotations

from game.core.game import Game, Thinking
from game.core.rng import Rng
from game.games.keine_ahnung import audit, bots, moments, rules
from game.games.keine_ahnung.events import Event
from game.games.keine_ahnung.expert import Ahead
from game.games.keine_ahnung.lesson import LESSON
from game.games.keine_ahnung.rules import Action, Phase, State, Verb, View
from game.thinking.expert import EXPERT, thinking

#: how its expert looks ahead
AHEAD = Ahead()


class KeineAhnung(Game[State, Action, Event, View]):
    """Keine Ahnung, the half that plays."""

    name = rules.NAME
    min_seats, max_seats = rules.MIN_SEATS, rules.MAX_SEATS
    options = rules.OPTIONS
    # nothing ends it but luck: by chance alone 9,800 were the most in a thousand games under the slowest house rules;
    # people and bots need 2,000
    most_actions = 40_000
    levels, yardsticks = (*bots.LEVELS, EXPERT), bots.YARDSTICKS
    playing_on = "hard"
    ladder_seats = bots.LADDER_SEATS
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
    encode = staticmethod(rules.encode)
    decode = staticmethod(rules.decode)
    moments = staticmethod(moments.moments)
    explain = staticmethod(bots.explain)
    explained = staticmethod(bots.explained)
    tried = staticmethod(AHEAD.tried)
    advise = staticmethod(bots.advise)
    argued = staticmethod(bots.argued)
    audit = staticmethod(audit.audit)
    world = staticmethod(rules.world)

    def for_people(self, view: View) -> View:
        """``view`` without the perfect memory, but where the house rule of reminders shows it (section 3)."""
        return view._replace(sightings=view.sightings if view.options.reminders else (), found=())

    def supposed(self, view: View) -> View:
        """As if nobody else had found a prize."""
        found = tuple(view.prizes if seat == view.seat else () for seat in range(len(view.grids)))
        return view if view.found else view._replace(found=found)

    def think(self, view: View, rng: Rng, level: str) -> Thinking[Action]:
        """As the level does: the quick ones by rules of thumb or one look, the expert in imagined positions."""
        if level == EXPERT:
            return thinking(self, AHEAD, view, rng)
        return bots.think(view, rng, level)

    def hint_view(self, view: View) -> View:
        """Without the house rule of reminders the hint is that of somebody who has seen no card that lies face down."""
        return view if view.options.reminders else view._replace(sightings=())

    def costs(self, action: Action, view: View) -> bool:
        """Whether a card is turned up by a touch of it: what has been seen cannot be unseen.

        In a call all of them are turned up in any case.
        """
        return action.verb == Verb.REVEAL and view.phase != Phase.CALL
