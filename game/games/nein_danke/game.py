"""Nein Danke! as it is played: its rules and its computer players in one object."""

from __future__ import annotations

from types import MappingProxyType

from game.core.capabilities import Bots, Hints, Modes, PlayOuts, Records, Redaction
from game.core.game import Bound, Game
from game.games.nein_danke import deck, expert, moments, rules
from game.games.nein_danke.bots import LEVELS, explain, explained, think
from game.games.nein_danke.events import Event
from game.games.nein_danke.lesson import LESSON
from game.games.nein_danke.rules import NEXT_ROUND, Action, Phase, State, Verb, View
from game.thinking.expert import with_expert


def for_people(view: View) -> View:
    """``view`` without what only somebody knows who has counted the chips along, which are open between rounds."""
    return view if view.phase == Phase.ROUND_OVER else view._replace(counted=(), looked=())


def supposed(view: View) -> View:
    """As if the others had alike many chips."""
    if view.counted:
        return view
    seats = len(view.chips)
    begun = deck.TACTICAL_CHIPS if view.options.tactical else deck.CHIPS[seats]
    left = begun * seats - view.pot - sum(count for count in view.chips if count > 0)
    share = max(1, left // max(1, view.chips.count(-1)))
    counted = tuple(count if count >= 0 else share for count in view.chips)
    looked = tuple(seat == view.seat and bool(view.seen) for seat in range(len(counted)))
    return view._replace(counted=counted, looked=looked)


class NeinDanke(Game[State, Action, Event, View]):
    """Nein Danke!, the half that plays."""

    name = rules.NAME
    min_seats, max_seats = rules.MIN_SEATS, rules.MAX_SEATS
    options = rules.OPTIONS
    # four rounds of 55 cards, each of which lies for no more actions than there are chips, at most 70, seats and 3
    most_actions = Bound(4 * 55 * (70 + 7 + 3))
    rules = rules
    bots = with_expert(Bots(LEVELS, think), expert.think)
    hints = Hints(explain, explained)
    play_outs = PlayOuts("hard", expert.tried)
    redaction = Redaction(for_people, supposed)
    records = Records(moments=moments.moments)
    modes = Modes(MappingProxyType({"base": {}, "specials": {"specials": True}}))
    lesson = LESSON

    steps = staticmethod(rules.steps)

    def costs(self, action: Action, view: View) -> bool:
        """Whether an own card is given away or removed by a touch of it."""
        del view
        return action.verb == Verb.CHOOSE

    def next_round(self) -> Action:
        """A round ends before the game does."""
        return NEXT_ROUND
