"""The cards that a bot seems to look at in calm mode; they reveal nothing, because its find is not known yet."""

from game.games.twin_it.view import View

#: time that a bot looks at one card
EACH_MS = 180.0
#: time that a look at a card stays visible: it overlaps with the looks after it
TRAIL_MS = 1100.0
#: a prime that mixes the cards
MIXER = 7919


class Gaze:
    """The wandering look of one bot."""

    def __init__(self) -> None:
        #: the key of the thing looked at, or -1
        self.card = -1
        #: the cards that have been looked at lately, each with the seat and the milliseconds left to see it
        self.trail: dict[int, tuple[int, float]] = {}
        #: the look: seat and stamp, and its age in milliseconds
        self._look = (-1, -1)
        self._ms = 0.0
        #: the cards in the order in which they are looked at
        self._order: list[int] = []

    def update(self, ms: float, view: View, looks: bool) -> bool:
        """Advance the look of ``view.say`` if it ``looks``; return True if what is seen of looks changes."""
        look, before = (view.looker, view.now) if looks else (-1, -1), (self.card, self._marks())
        lying = {face.card for face in view.faces} if self.trail else set()
        left = ((card, seat, time - ms) for card, (seat, time) in self.trail.items() if card in lying)
        self.trail = {card: (seat, time) for card, seat, time in left if time > 0}
        if look != self._look:
            self._look, self._ms, self.card = look, 0.0, -1
            cards = [face.card for face in view.faces] if looks else []
            self._order = sorted(cards, key=lambda card: (card + view.now) * MIXER % 257)
        if self._order:
            self.card = self._order[int(self._ms / EACH_MS) % len(self._order)]
            self.trail[self.card] = (view.looker, TRAIL_MS)
        self._ms += ms
        return (self.card, self._marks()) != before

    def _marks(self) -> list[tuple[int, int]]:
        return [(card, seat) for card, (seat, _left) in self.trail.items()]
