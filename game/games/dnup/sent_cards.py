"""Own cards of dnuP that are on their way before the event that plays them."""

from collections.abc import Callable, Sequence

from game.engine import transitions, turn_table
from game.games.dnup import layout
from game.games.dnup.deck import number_of
from game.games.dnup.events import CardAdded, Event, SetDiscarded, SetPlayed, SetReturned
from game.games.dnup.rules import Action, Verb, View, own_place


class Sending:
    """The cards in flight from the own hand, or waiting at their place for their event."""

    def __init__(self) -> None:
        self._action: Action | None = None
        #: card number -> place, for own cards already sent that the shown view still has in the hand
        self.spots: dict[int, layout.Spot] = {}
        #: the place that those are added to, or -1
        self._joins = -1

    def noting(self, choose: turn_table.ChooseAction[Action]) -> turn_table.ChooseAction[Action]:
        """Wrap ``choose`` to remember the chosen action."""

        def noted(action: Action) -> transitions.Transition:
            self._action = action
            return choose(action)

        return noted

    def joining(self, place: int) -> list[int]:
        """Return the numbers of own cards that have been sent to the set at a place, whose event comes later."""
        return list(self.spots) if place == self._joins else []

    def forget(self) -> None:
        """Forget all cards in flight, when a view is shown as it is."""
        self._action, self.spots, self._joins = None, {}, -1

    def follow(self, event: Event, shown: View, set_spots: Callable[[int, int], Sequence[layout.Spot]]) -> bool:
        """Send cards off with the first event of the chosen action; they arrive with its last one.

        ``set_spots`` gives the places of a number of cards at a place. Return True if cards set out.
        """
        action = self._action
        if not isinstance(event, SetDiscarded | SetReturned):
            self._action = None
            if not isinstance(event, SetPlayed | CardAdded):
                self.spots, self._joins = {}, -1
            return False
        if action is None or action.verb not in (Verb.PLAY, Verb.ADD) or self.spots or shown.turn != shown.seat:
            return False
        if not set(action.cards) <= set(shown.hand):
            return False
        adds = action.verb == Verb.ADD
        place = action.place if adds else own_place(shown.turn, shown.area, len(shown.hand_counts))
        lying = len(shown.sets[place]) if adds else 0
        spots = set_spots(place, lying + len(action.cards))[lying:]
        self.spots = dict(zip(map(number_of, action.cards), spots, strict=True))
        self._joins = place if adds else -1
        return True
