"""The card that a bot seems to look at in calm mode, one after the other: no hint, as its find is not known yet."""

from game.games.twin_it.view import View

#: time that a bot looks at one card
EACH_MS = 260.0
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

    def update(self, ms: float, view: View, looks: bool) -> bool:
        """Advance the look of ``view.say`` if it ``looks``; return True if another card is looked at."""
        look, before = (view.say, view.now) if looks else (-1, -1), self.card
        self._ms = self._ms + ms if look == self._look else 0.0
        self._look = look
        faces = sorted((face.card for face in view.faces), key=lambda card: (card + view.now) * MIXER % 257)
        self.card = faces[int(self._ms / EACH_MS) % len(faces)] if looks and faces else -1
        return self.card != before
