"""The help pages of Push, illustrated with its own cards.

Drawings name the faces of ``faces.py``, and ``figure/fox`` for a player at the table.
"""

from pygame import Surface

from game.engine import figures, sprites
from game.engine.kit import Kit
from game.engine.pages import read_pages
from game.engine.texts import Texts
from game.games.push.faces import PushFaces

PAGES = read_pages("push")


def look(kit: Kit, texts: Texts, grey: bool) -> sprites.Look:
    """Return the pictures that drawings name; the ``grey`` setting does not change them."""
    cards = PushFaces(kit, texts)

    def picture(face: str, w: float, state: str = "rest") -> Surface:
        kind, _, name = face.partition("/")
        return kit.scene_image(figures.figure_plain, name, w / 2) if kind == "figure" else cards(face, w, state)

    return picture
