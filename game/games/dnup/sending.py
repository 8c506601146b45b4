"""Own cards of dnuP that are played: they go to their place at once, whatever has to leave it or turn first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.layout import Spot
from game.engine.transitions import Transition
from game.engine.turn_table import Choose
from game.engine.tweens import out_cubic
from game.games.dnup.deck import number_of
from game.games.dnup.events import CardAdded, Event, SetDiscarded, SetPlayed, SetReturned
from game.games.dnup.places import own_place
from game.games.dnup.rules import Action, Verb

if TYPE_CHECKING:
    from game.games.dnup.picture import Picture

#: how long they are on their way, in milliseconds at normal speed
SEND_MS = 280.0


class Sending:
    """What is on its way from the own hand, or waits at its place for the event that it is about."""

    def __init__(self, table: Picture) -> None:
        self.table = table
        self._action: Action | None = None
        #: where own cards lie that are still in the hand as far as events have been shown, by their numbers
        self.spots: dict[int, Spot] = {}

    def noting(self, choose: Choose[Action]) -> Choose[Action]:
        """``choose``, which remembers what has been chosen."""

        def noted(action: Action) -> Transition:
            self._action = action
            return choose(action)

        return noted

    def forget(self) -> None:
        """The picture is that of a view: nothing is on its way."""
        self._action, self.spots = None, {}

    def follow(self, event: Event) -> None:
        """Send cards off with the first event of the action that was chosen; with its last one they have arrived."""
        action, table, shown = self._action, self.table, self.table.shown
        if not isinstance(event, SetDiscarded | SetReturned):
            self._action = None
            if not isinstance(event, SetPlayed | CardAdded):
                self.spots = {}
            return
        if action is None or action.verb not in (Verb.PLAY, Verb.ADD) or self.spots or shown.turn != table.viewer:
            return
        if not set(action.cards) <= set(shown.hand):
            return
        adds = action.verb == Verb.ADD
        place = action.place if adds else own_place(shown.turn, shown.area, len(table.seats))
        lying = len(shown.sets[place]) if adds else 0
        spots = table.set_spots(place, lying + len(action.cards))[lying:]
        self.spots = dict(zip(map(number_of, action.cards), spots, strict=True))
        table.resting.clear()
        table.context.audio.play("deal")
        table.arrange(table.ms(SEND_MS), curve=out_cubic)
