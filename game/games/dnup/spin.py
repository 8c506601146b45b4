"""The sprites of dnuP: a card that turns upside down rotates in its place."""

from game.engine import sprites
from game.games.dnup import faces


class Spinning(sprites.Sprite):
    """A sprite that rotates in the plane, instead of flipping, when its new face is the same card upside down."""

    __slots__ = ()

    def move(self, share: float) -> None:
        super().move(share)
        name, _, degrees = self.start.face.partition("@")
        if 0 < share < 1 and faces.is_card(name) and self.place.face == faces.other_way(name):
            begun = int(degrees or 0)
            self.face, self.flip = faces.turning(name, begun + (180 - begun) * share), 1.0
        elif degrees and 0 < share < 1:
            # taken back halfway: show the final face at once
            self.face, self.flip = self.place.face, 1.0


class Spin(sprites.SpriteLayer):
    """The sprites of the table."""

    def new(self, place: sprites.SpritePlace) -> sprites.Sprite:
        return Spinning(place)
