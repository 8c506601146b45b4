"""Hoch oder tief as it is played: its rules and its computer players in one object."""

from __future__ import annotations

from types import MappingProxyType

from game.core.game import Game
from game.games.hoch_tief import bots, rules
from game.games.hoch_tief.events import Event
from game.games.hoch_tief.rules import Action, State, View


class HochTief(Game[State, Action, Event, View]):
    """Hoch oder tief, the half that plays."""

    name = rules.NAME
    min_seats, max_seats = rules.MIN_SEATS, rules.MAX_SEATS
    options = rules.OPTIONS
    # a card is guessed at and turned up once
    most_actions = 100
    levels = bots.LEVELS
    decks = MappingProxyType({"base": {}, "forty": {"cards": 40}})

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
    think = staticmethod(bots.think)
    explain = staticmethod(bots.explain)
    world = staticmethod(rules.world)
