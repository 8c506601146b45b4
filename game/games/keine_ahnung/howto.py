"""The help pages of Keine Ahnung, illustrated with its own cards; drawings name these as ``red5`` or ``red5-plus``."""

from pygame import Surface

from game.engine.kit import Kit
from game.engine.pages import read_pages
from game.engine.sprites import Look
from game.engine.texts import Texts
from game.games.keine_ahnung.deck import COLOURS, FUNCTIONS, card_of
from game.games.keine_ahnung.faces import KeineAhnungFaces, face_of

PAGES = read_pages("keine_ahnung")


def look(kit: Kit, texts: Texts, grey: bool) -> Look:
    """Return the pictures that drawings name; every colour also has its own shape and edge."""
    cards = KeineAhnungFaces(kit)

    def picture(face: str, w: float, state: str = "rest") -> Surface:
        card, _, function = face.partition("-")
        if card[:-1] in COLOURS:
            colour, number = 1 + COLOURS.index(card[:-1]), int(card[-1])
            face = face_of(card_of(colour, number, FUNCTIONS.index(function or "plain")))
        return cards(face, w, state)

    return picture
