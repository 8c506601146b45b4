"""The help pages of Twin It!, illustrated with its own cards: the game, special cases, the modes, one device, several.

Drawings name a pattern by its family, with ``.1`` for its twin and ``:9`` for a tilt, or ``stack/``, ``pair/`` and
``triple/`` of it; ``key/q`` is a sign on a card, ``buzzer/ready`` or ``pressed``, ``team/0`` a team's sign, ``medal/1``
bronze to gold.
"""

from collections.abc import Callable

from pygame import Surface

from game.engine.kit import Kit
from game.engine.pages import read_pages
from game.engine.sprites import Look
from game.engine.texts import Texts
from game.games.twin_it import deck, faces, medals, pieces

#: pages about other modes, buzzers and devices of one's own
FURTHER = 3
_ALL = read_pages("twin_it")
PAGES = (*_ALL[:-FURTHER], *(page._replace(is_further=True) for page in _ALL[-FURTHER:]))


def look(kit: Kit, texts: Texts, grey: bool) -> Look:
    """Return the pictures that drawings name; the patterns in greys if ``grey``."""
    cards = faces.TwinItFaces(kit, grey)

    makers: dict[str, Callable[[float, str], Surface]] = {
        "key": lambda _w, mark: kit.scene_image(pieces.sign_plain, mark),
        "buzzer": lambda w, state: kit.scene_image(pieces.buzzer_plain, w / 2, state),
        "team": lambda _w, team: kit.scene_image(pieces.team_badge, int(team)),
        "medal": lambda w, level: kit.scene_image(medals.medal, w / 2, int(level)),
    }

    def picture(face: str, w: float, state: str = "rest") -> Surface:
        kind, _, rest = face.rpartition("/")
        return makers[kind](w, rest) if kind in makers else cards(_face(kind, rest), w, state)

    return picture


def _face(kind: str, name: str) -> str:
    """Return the picture of a card, or of several of a ``kind``, by the name in a drawing."""
    pattern, _, tilt = name.partition(":")
    family, _, twin = pattern.partition(".")
    if family not in deck.FAMILIES:
        return name
    number = deck.FAMILY_OF.index(list(deck.FAMILIES).index(family)) + int(twin or 0)
    if kind == "stack":
        return faces.stack(number, 24)
    return faces.won(number, 3 if kind == "triple" else 2) if kind else faces.single(number, int(tilt or 0))
