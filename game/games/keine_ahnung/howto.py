"""The help pages of Keine Ahnung, illustrated with its own cards."""

from game.engine.kit import Kit
from game.engine.pages import Book, Drawing, PageCard, PageIcon, PageLabel, PagePaper
from game.engine.sprites import Look
from game.engine.texts import Texts
from game.games.keine_ahnung.deck import PLUS, REFILL, REMOVE, card_of
from game.games.keine_ahnung.faces import KeineAhnungFaces, face_of

BOOK = Book("keine_ahnung")
BLUE, GREY, GREEN, YELLOW, RED, PURPLE = range(1, 7)
SMALL, LARGE = 58.0, 92.0


def look(kit: Kit, texts: Texts, grey: bool) -> Look:
    """Return the pictures that drawings name; every colour also has its own shape and edge."""
    return KeineAhnungFaces(kit)


def _function(name: str, *drawings: Drawing) -> PagePaper:
    return PagePaper(f"keine_ahnung.function.{name}", f"keine_ahnung.card.{name}.text", drawings)


def _card(
    x: float, y: float, w: float, colour: int, number: int, *, function: int = 0, state: str = "rest"
) -> PageCard:
    return PageCard(face_of(card_of(colour, number, function)), x, y, w, state)


def _grid(x: float, y: float, w: float, *faces: str) -> tuple[PageCard, ...]:
    """Build cards in two rows of three; an empty name leaves its place free."""
    return tuple(
        PageCard(face, x + place % 3 * (w + 8), y + place // 3 * (w * 1.4 + 8), w)
        for place, face in enumerate(faces)
        if face
    )


GAME = BOOK.page(
    "game",
    BOOK.paper(
        "aim", *_grid(44, 46, 54, *("back",) * 6), PageIcon("arrow_right", 220, 88), PageCard("trophy5", 304, 84, 96)
    ),
    BOOK.paper(
        "draw",
        PageCard("back", 46, 84, 82),
        PageIcon("arrow_right", 114, 84, 36),
        _card(184, 84, 82, RED, 5),
        PageIcon("arrow_right", 252, 84, 36),
        _card(316, 84, 82, RED, 2),
    ),
    BOOK.paper(
        "fits",
        _card(50, 78, LARGE, GREEN, 5),
        PageIcon("arrow_right", 126, 78, 36),
        _card(208, 78, LARGE, RED, 5, state="legal"),
        _card(310, 78, LARGE, GREEN, 2, state="legal"),
        PageLabel(208, 158, BOOK.caption("fits", "number"), most=100),
        PageLabel(312, 158, BOOK.caption("fits", "colour"), most=100),
    ),
    BOOK.paper(
        "own",
        *_grid(50, 42, 54, "back", face_of(card_of(YELLOW, 2)), "", "", "back", "back"),
        PageIcon("arrow_right", 222, 84),
        _card(310, 84, LARGE, YELLOW, 6),
    ),
)

CALLED = BOOK.page(
    "called",
    BOOK.paper("call", *(PageCard("back", 70 + place * 110, 84, LARGE, "legal") for place in range(3))),
    BOOK.paper(
        "won",
        *(
            _card(42 + place * 66, 84, SMALL + 2, colour, number)
            for place, (colour, number) in enumerate(((GREEN, 1), (RED, 3), (GREY, 6)))
        ),
        PageIcon("arrow_right", 236, 84, 40),
        PageCard("trophy4", 312, 84, 88),
    ),
    BOOK.paper(
        "lost",
        *(
            _card(42 + place * 66, 84, SMALL + 2, colour, number)
            for place, (colour, number) in enumerate(((GREEN, 1), (RED, 3), (PURPLE, 2)))
        ),
        PageIcon("close", 236, 84, 40),
        _card(312, 84, 88, PURPLE, 5, state="legal"),
    ),
    BOOK.paper("again", *_grid(132, 46, 56, *("back",) * 6)),
)

SPECIAL = BOOK.page(
    "special",
    _function(
        "plus",
        _card(84, 84, LARGE, RED, 5, function=PLUS),
        PageIcon("arrow_right", 174, 84),
        PageCard("back", 250, 80, 72),
        _card(304, 92, 72, YELLOW, 2),
    ),
    _function(
        "remove",
        _card(84, 84, LARGE, BLUE, 3, function=REMOVE),
        PageIcon("arrow_right", 174, 84),
        _card(244, 84, SMALL + 6, RED, 1, state="dim"),
        _card(316, 84, SMALL + 6, GREEN, 6, state="dim"),
    ),
    _function(
        "refill",
        _card(84, 84, LARGE, PURPLE, 4, function=REFILL),
        PageIcon("arrow_right", 174, 84),
        *(PageCard("back", 224 + place * 50, 84, SMALL) for place in range(3)),
    ),
    BOOK.paper("prize", *(PageCard(f"prize{stars}", 70 + stars * 110, 84, LARGE) for stars in range(3))),
)

PAGES = (GAME, CALLED, SPECIAL)
