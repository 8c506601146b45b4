"""The way of a chip to the pot: around the card that is auctioned, whose number everybody has to see."""

from __future__ import annotations

from math import pi, sin

from game.engine.sprites import Layer, Place, Sprite

#: whoever sits so far above the pot sits beyond the card
ABOVE = 80.0
#: how far the way bends to the card's side where it comes down, between the card and what says how many there are
BEND = 32.0


class Chip(Sprite):
    """Flies along above the card first and comes down beside it, where it comes from beyond."""

    __slots__ = ()

    def move(self, share: float) -> None:
        """Be ``share`` of the way from where it started to where it belongs."""
        super().move(share)
        start, end = self.start, self.place
        if end.y - start.y < ABOVE or not 0 < share < 1:
            return
        across, down = 1 - (1 - share) ** 4, share**4
        self.x = start.x + (end.x - start.x) * across - BEND * sin(pi * down)
        self.y = start.y + (end.y - start.y) * down


class Sprites(Layer):
    """The sprites of a table of Nein Danke!."""

    #: what sets out goes to the pot
    _pays = False

    def new(self, place: Place) -> Sprite:
        """A sprite that goes around the card if it goes to the pot."""
        return Chip(place) if self._pays else Sprite(place)

    def pay(self, start: Place, pot: Place, ms: float) -> None:
        """Let a chip fly to the pot."""
        self._pays = True
        self.fly(start, pot, ms)
        self._pays = False
