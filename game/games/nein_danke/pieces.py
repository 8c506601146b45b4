"""The sprites on the table of Nein Danke!: a paid chip has a way of its own."""

from math import pi, sin

from game.engine.sprites import Sprite, SpriteLayer, SpritePlace

#: from this far above the pot, a chip starts beyond the card
ABOVE = 80.0
#: sideways bend of its path where it comes down, between the card and the pot's counter
BEND = 32.0


class PaidChip(Sprite):
    """A paid chip: flies above the card and comes down beside it if it starts beyond the card."""

    __slots__ = ()

    def move(self, share: float) -> None:
        super().move(share)
        start, end = self.start, self.place
        if end.y - start.y < ABOVE or not 0 < share < 1:
            return
        across, down = 1 - (1 - share) ** 4, share**4
        self.x = start.x + (end.x - start.x) * across - BEND * sin(pi * down)
        self.y = start.y + (end.y - start.y) * down


class Sprites(SpriteLayer):
    """The sprites of the table."""

    #: True while a new sprite flies to the pot
    _pays = False

    def new(self, place: SpritePlace) -> Sprite:
        """Create a sprite; one that flies to the pot avoids the card."""
        return PaidChip(place) if self._pays else Sprite(place)

    def pay(self, start: SpritePlace, pot: SpritePlace, ms: float) -> None:
        """Animate a chip flying to the pot."""
        self._pays = True
        self.fly(start, pot, ms)
        self._pays = False
