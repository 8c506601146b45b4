"""Hoch oder tief without a picture: its rules and its computer players in one object."""

from game.core.capabilities import Bots, Hints, Modes, PlayOuts
from game.core.game import Bound, Game
from game.games.hoch_tief import rules
from game.games.hoch_tief.bots import LEVELS, explain, explained, think
from game.games.hoch_tief.events import Event
from game.games.hoch_tief.rules import Action, State, View


class HochTief(Game[State, Action, Event, View]):
    """The rules and bots of Hoch oder tief."""

    name = rules.NAME
    min_seats, max_seats = rules.MIN_SEATS, rules.MAX_SEATS
    options = rules.OPTIONS
    # each card is called and turned up once
    max_actions = Bound(100)
    rules = rules
    bots = Bots(LEVELS, think)
    hints = Hints(explain, explained)
    play_outs = PlayOuts("hard", lambda view: view.legal)
    modes = Modes({"base": {}, "forty": {"cards": 40}})
