"""Cards that turn by 180 degrees on their way: what makes dnuP dnuP."""

from __future__ import annotations

from game.engine.sprites import Layer, Place, Sprite
from game.games.dnup.faces import is_card, other_way, turning


class Spinning(Sprite):
    """A sprite that rotates in the plane instead of flipping where its face is the same card the other way up."""

    __slots__ = ()

    def move(self, share: float) -> None:
        """Be ``share`` of the way from where it started to where it belongs."""
        super().move(share)
        name, _, degrees = self.start.face.partition("@")
        if 0 < share < 1 and is_card(name) and self.place.face == other_way(name):
            begun = int(degrees or 0)
            self.face, self.flip = turning(name, begun + (180 - begun) * share), 1.0
        elif degrees and 0 < share < 1:
            # taken back on its way: it is at once what it will be
            self.face, self.flip = self.place.face, 1.0


class Spin(Layer):
    """The sprites of a table of dnuP."""

    def new(self, place: Place) -> Sprite:
        """A sprite that can rotate."""
        return Spinning(place)
