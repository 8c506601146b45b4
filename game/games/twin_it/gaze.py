"""The cards that a bot seems to look at in calm mode; they reveal nothing, because its find is not known yet."""

from game.games.twin_it.view import View

#: time that a bot looks at one card
EACH_MS = 180.0
#: a prime that mixes the cards
MIXER = 7919


class Gaze:
    """The wandering look of one bot."""

    def __init__(self) -> None:
        #: the key of the thing looked at, or -1
        self.card = -1
        #: the look: seat and stamp, and its age in milliseconds
        self._look = (-1, -1)
        self._ms = 0.0
        #: the cards in the order in which they are looked at
        self._order: list[int] = []

    def update(self, ms: float, view: View, looks: bool) -> bool:
        """Advance the look of ``view.say`` if it ``looks``; return True if another card is looked at."""
        look, before = (view.looker, view.now) if looks else (-1, -1), self.card
        if look != self._look:
            self._look, self._ms, self.card = look, 0.0, -1
            cards = [face.card for face in view.faces] if looks else []
            self._order = sorted(cards, key=lambda card: (card + view.now) * MIXER % 257)
        if self._order:
            self.card = self._order[int(self._ms / EACH_MS) % len(self._order)]
        self._ms += ms
        return self.card != before
