"""Cards of dnuP on their way: they turn by 180 degrees, which makes dnuP dnuP, and own ones go to their place at once.

Whatever has to leave that place or turn before a played card lies there does so while it waits.
"""

from collections.abc import Callable, Sequence

from game.engine import layout, sprites, transitions, turn_table
from game.games.dnup import deck, faces
from game.games.dnup.events import CardAdded, Event, SetDiscarded, SetPlayed, SetReturned
from game.games.dnup.rules import Action, Verb, View, own_place


class Spinning(sprites.Sprite):
    """A sprite that rotates in the plane instead of flipping where its face is the same card the other way up."""

    __slots__ = ()

    def move(self, share: float) -> None:
        super().move(share)
        name, _, degrees = self.start.face.partition("@")
        if 0 < share < 1 and faces.is_card(name) and self.place.face == faces.other_way(name):
            begun = int(degrees or 0)
            self.face, self.flip = faces.turning(name, begun + (180 - begun) * share), 1.0
        elif degrees and 0 < share < 1:
            # taken back on its way: it is at once what it will be
            self.face, self.flip = self.place.face, 1.0


class Spin(sprites.SpriteLayer):
    """The sprites of a table of dnuP."""

    def new(self, place: sprites.SpritePlace) -> sprites.Sprite:
        """A sprite that can rotate."""
        return Spinning(place)


#: how long they are on their way, in milliseconds at normal speed
SEND_MS = 280.0


class Sending:
    """What is on its way from the own hand, or waits at its place for the event that it is about."""

    def __init__(self) -> None:
        self._action: Action | None = None
        #: where own cards lie that are still in the hand as far as events have been shown, by their numbers
        self.spots: dict[int, layout.Spot] = {}

    def noting(self, choose: turn_table.ChooseAction[Action]) -> turn_table.ChooseAction[Action]:
        """``choose``, which remembers what has been chosen."""

        def noted(action: Action) -> transitions.Transition:
            self._action = action
            return choose(action)

        return noted

    def forget(self) -> None:
        """The picture is that of a view: nothing is on its way."""
        self._action, self.spots = None, {}

    def follow(self, event: Event, shown: View, set_spots: Callable[[int, int], Sequence[layout.Spot]]) -> bool:
        """Send cards off with the first event of the action that was chosen; with its last one they have arrived.

        ``set_spots`` tells where so many cards lie at a place. Return whether cards set out.
        """
        action = self._action
        if not isinstance(event, SetDiscarded | SetReturned):
            self._action = None
            if not isinstance(event, SetPlayed | CardAdded):
                self.spots = {}
            return False
        if action is None or action.verb not in (Verb.PLAY, Verb.ADD) or self.spots or shown.turn != shown.seat:
            return False
        if not set(action.cards) <= set(shown.hand):
            return False
        adds = action.verb == Verb.ADD
        place = action.place if adds else own_place(shown.turn, shown.area, len(shown.hand_counts))
        lying = len(shown.sets[place]) if adds else 0
        spots = set_spots(place, lying + len(action.cards))[lying:]
        self.spots = dict(zip(map(deck.number_of, action.cards), spots, strict=True))
        return True
