"""The help pages of dnuP, illustrated with its own cards."""

from game.engine.kit import Kit
from game.engine.pages import Book, PageCard, PageIcon
from game.engine.sprites import Look
from game.engine.texts import Texts
from game.games.dnup import deck, faces

BOOK = Book("dnup")
SMALL, LARGE = 60.0, 84.0


def look(kit: Kit, texts: Texts, grey: bool) -> Look:
    """Return the pictures that drawings name; the ``grey`` setting does not change them."""
    return faces.DnupFaces(kit)


def _face(up: int, down: int) -> str:
    """Return the picture of the first card with these values, that way up."""
    number = 1 + deck.PAIRS.index((min(up, down), max(up, down)))
    return faces.face_of(2 * number + (up > down))


def _card(x: float, up: int, down: int, *, w: float = SMALL, state: str = "rest", y: float = 84.0) -> PageCard:
    return PageCard(_face(up, down), x, y, w, state)


def _set(
    x: float, pairs: tuple[tuple[int, int], ...], *, state: str = "rest", w: float = SMALL
) -> tuple[PageCard, ...]:
    """Build overlapping cards, the middle of the first one at ``x``."""
    return tuple(_card(x + place * w * 0.72, up, down, w=w, state=state) for place, (up, down) in enumerate(pairs))


GAME = BOOK.page(
    "game",
    BOOK.paper("aim", _card(90, 7, 1, w=LARGE), _card(180, 7, 3, w=LARGE), _card(270, 7, 5, w=LARGE)),
    BOOK.paper("golden", _card(90, 1, 9, w=LARGE), PageIcon("turn", 180, 84, 60), _card(270, 9, 1, w=LARGE)),
    BOOK.paper(
        "discard",
        *_set(60, ((4, 2), (4, 7)), state="dim", w=72),
        PageIcon("arrow_right", 204, 84),
        PageCard("back", 296, 84, 72),
    ),
    BOOK.paper(
        "order",
        *(_card(56 + place * 62, up, down) for place, (up, down) in enumerate(((2, 9), (3, 8), (5, 7)))),
        _card(242, 7, 1, state="hover", y=70),
        PageIcon("arrow_left", 318, 70, 40),
    ),
)

TURN = BOOK.page(
    "turn",
    BOOK.paper(
        "play",
        *_set(38, ((7, 3), (7, 5))),
        PageIcon("arrow_right", 154, 84, 40),
        *_set(222, ((4, 2), (4, 7)), state="dim"),
        PageIcon("turn", 330, 84, 44),
    ),
    BOOK.paper(
        "add",
        _card(50, 5, 8, state="legal"),
        PageIcon("arrow_right", 126, 84, 40),
        *_set(196, ((5, 2), (5, 7), (5, 8))),
    ),
    BOOK.paper("take", _card(90, 2, 9, w=LARGE), PageIcon("turn", 180, 84, 60), _card(270, 9, 2, w=LARGE)),
    BOOK.paper(
        "spin",
        *_set(36, ((1, 6), (3, 8), (5, 7)), w=56),
        PageIcon("turn", 180, 84, 44),
        *_set(244, ((6, 1), (7, 5), (8, 3)), w=56),
    ),
)

ROUND = BOOK.page(
    "round",
    BOOK.paper("star", _card(180, 5, 1, w=LARGE, state="legal")),
    BOOK.paper("out", *(PageCard(f"letter{place}", 130 + place * 100, 84, 78) for place in range(2))),
    BOOK.paper("lingers", *_set(110, ((8, 1), (8, 3), (8, 5)), w=LARGE)),
    BOOK.paper("word", *(PageCard(f"letter{place}", 60 + place * 80, 84, 66) for place in range(4))),
)

TWO = BOOK.page(
    "two",
    BOOK.paper("areas", *_set(50, ((4, 2), (4, 7)), w=72), *_set(230, ((9, 2), (9, 3)), w=72)),
    BOOK.paper("first", _card(180, 1, 5, w=LARGE, state="legal")),
    BOOK.paper(
        "own",
        _card(70, 6, 4, w=LARGE),
        PageIcon("arrow_right", 154, 84, 40),
        _card(230, 4, 2, w=LARGE, state="dim"),
        PageIcon("turn", 320, 84, 48),
    ),
    BOOK.paper("win", PageCard("cup", 130, 84, 78), PageCard("cup", 230, 84, 78)),
)

FINER = BOOK.page(
    "finer",
    BOOK.paper(
        "single",
        _card(100, 6, 2, w=LARGE),
        PageIcon("arrow_right", 180, 84, 40),
        _card(260, 4, 2, w=LARGE, state="dim"),
    ),
    BOOK.paper("some", *_set(70, ((6, 3), (6, 4)), state="legal", w=72), _card(268, 6, 7, w=72)),
    BOOK.paper(
        "no_add", _card(46, 3, 8), PageIcon("close", 112, 84, 40), _card(180, 3, 6), *_set(266, ((5, 2), (5, 7)))
    ),
    BOOK.paper("must", PageIcon("turn", 180, 84, 76)),
)

PAGES = (GAME, TURN, FINER, ROUND, TWO)
