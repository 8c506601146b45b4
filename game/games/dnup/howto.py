"""The help pages of dnuP, illustrated with its own cards; drawings name a card by its values, the upper one first."""

from pygame import Surface

from game.engine.kit import Kit
from game.engine.pages import read_pages
from game.engine.sprites import Look
from game.engine.texts import Texts
from game.games.dnup import deck, faces

PAGES = read_pages("dnup")


def look(kit: Kit, texts: Texts, grey: bool) -> Look:
    """Return the pictures that drawings name; the ``grey`` setting does not change them."""
    cards = faces.DnupFaces(kit)

    def picture(face: str, w: float, state: str = "rest") -> Surface:
        up, _, down = face.partition("/")
        if down:
            number = 1 + deck.PAIRS.index((min(int(up), int(down)), max(int(up), int(down))))
            face = faces.face_of(2 * number + (int(up) > int(down)))
        return cards(face, w, state)

    return picture
