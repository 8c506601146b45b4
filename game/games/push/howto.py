"""The help pages of Push, illustrated with its own cards.

Drawings name the faces of ``faces.py``, and ``figure/fox`` for a player at the table.
"""

from pygame import Surface

from game.engine import figures, sprites
from game.engine.kit import Kit
from game.engine.pages import Book, PageCard, PageIcon, PageLabel
from game.engine.texts import Texts
from game.games.push.faces import PushFaces

BOOK = Book("push")


def look(kit: Kit, texts: Texts, grey: bool) -> sprites.Look:
    """Return the pictures that drawings name; the ``grey`` setting does not change them."""
    cards = PushFaces(kit, texts)

    def picture(face: str, w: float, state: str = "rest") -> Surface:
        kind, _, name = face.partition("/")
        return kit.made(figures.figure_plain, name, w / 2) if kind == "figure" else cards(face, w, state)

    return picture


def _row(x: float, y: float, w: float, step: float, *faces: str) -> tuple[PageCard, ...]:
    """Build cards side by side, ``x`` being the middle of the first."""
    return tuple(PageCard(face, x + n * step, y, w) for n, face in enumerate(faces))


def _pill(x: float, y: float, points: int) -> PageLabel:
    return PageLabel(x, y, value=points, look="pill", size=20)


GAME = BOOK.page(
    "game",
    BOOK.paper(
        "aim",
        PageCard("back", 52, 76, 80),
        PageIcon("arrow_right", 122, 76),
        *_row(190, 76, 80, 56, "blue4", "green5", "red6"),
        _pill(246, 154, 15),
    ),
    BOOK.paper(
        "rows",
        *_row(44, 40, 48, 54, "red6", "blue4", "yellow2"),
        *_row(44, 114, 48, 54, "green5", "purple3"),
        PageCard("yellow4", 312, 76, 72, "legal"),
        PageIcon("arrow_left", 244, 114),
        PageIcon("close", 244, 40),
    ),
    BOOK.paper(
        "stop",
        *_row(44, 46, 62, 54, "red6", "yellow5", "blue2"),
        PageIcon("arrow_right", 222, 46),
        _pill(296, 46, 13),
        *_row(44, 136, 46, 40, "green3", "purple1"),
    ),
    BOOK.paper(
        "bust",
        *_row(40, 36, 44, 26, "red6", "blue4"),
        *_row(130, 36, 44, 26, "red1", "green2"),
        *_row(220, 36, 44, 26, "yellow5", "red3"),
        PageCard("red4", 90, 124, 66),
        PageIcon("close", 90, 124, 52),
        PageIcon("arrow_right", 168, 124),
        PageCard("die-blue", 246, 126, 64),
    ),
)

CARDS = BOOK.page(
    "cards",
    BOOK.paper(
        "dice",
        PageCard("dice", 52, 76, 80),
        PageIcon("arrow_right", 122, 76),
        PageCard("die-purple", 188, 76, 66),
        PageIcon("arrow_right", 252, 76),
        *_row(302, 76, 52, 22, "purple2", "purple5"),
        PageIcon("close", 313, 76, 56),
    ),
    BOOK.paper(
        "secure",
        *_row(48, 76, 72, 26, "green3", "green6"),
        PageIcon("arrow_right", 156, 76),
        PageCard("back", 238, 70, 72, "flat"),
        PageCard("back", 232, 76, 72),
        PageIcon("lock", 312, 76, 56),
    ),
    BOOK.paper(
        "direction", PageCard("direction", 60, 76, 80), PageIcon("arrow_right", 134, 76), PageIcon("undo", 236, 76, 96)
    ),
    BOOK.paper(
        "thrill",
        PageCard("die-star", 56, 76, 72),
        PageIcon("arrow_right", 124, 76),
        *_row(182, 76, 56, 40, "red4", "blue1", "green5", "purple6"),
        PageIcon("close", 242, 76, 72),
    ),
)

FINER = BOOK.page(
    "finer",
    BOOK.paper(
        "one",
        *_row(44, 42, 50, 44, "red6", "yellow5", "blue2"),
        PageIcon("arrow_right", 204, 42),
        PageCard("figure/fox", 274, 42, 68),
        *_row(44, 126, 50, 44, "green1", "purple2"),
        PageIcon("arrow_right", 204, 126),
        PageCard("figure/owl", 274, 126, 68),
    ),
    BOOK.paper("left", *_row(84, 80, 72, 62, "green3", "purple1"), PageIcon("close", 116, 80, 72)),
    BOOK.paper("two", PageCard("direction", 180, 80, 92), PageIcon("close", 180, 80, 80)),
    BOOK.paper(
        "tie",
        PageCard("figure/fox", 36, 32, 56),
        _pill(92, 32, 42),
        PageIcon("cup", 146, 32, 44),
        *_row(44, 112, 62, 46, "red6", "yellow5", "blue2"),
        PageCard("figure/owl", 256, 32, 56),
        _pill(312, 32, 42),
        *_row(262, 112, 62, 46, "green6", "purple5"),
    ),
)

PAGES = (GAME, CARDS, FINER)
