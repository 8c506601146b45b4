"""The help pages of Nein Danke!, illustrated with its own cards."""

from game.engine.kit import Kit
from game.engine.pages import Book, GalleryEntry, HelpPage, PageCard, PageIcon, PageLabel
from game.engine.sprites import Look
from game.engine.texts import Texts
from game.games.nein_danke import deck, faces

BOOK = Book("nein_danke")
CARD = "nein_danke.card"
CHIP = 40.0


def look(kit: Kit, texts: Texts, grey: bool) -> Look:
    """Return the pictures that drawings name; the ``grey`` setting does not change them."""
    return faces.NeinDankeFaces(kit, texts)


def _cost(x: float, y: float, points: int) -> PageLabel:
    return PageLabel(x, y, value=points, look="pill", size=20)


def _caption(x: float, y: float, paper: str, name: str, most: float = 150.0) -> PageLabel:
    return PageLabel(x, y, BOOK.caption(paper, name), most=most)


def _chips(x: float, y: float, *places: tuple[float, float]) -> tuple[PageCard, ...]:
    return tuple(PageCard("chip", x + across, y + down, CHIP) for across, down in places)


GAME = BOOK.page(
    "game",
    BOOK.paper(
        "aim",
        *(PageCard(f"n{number}", 66 + place * 114, 68, 92) for place, number in enumerate((8, 21, 33))),
        *(_cost(66 + place * 114, 154, -number) for place, number in enumerate((8, 21, 33))),
    ),
    BOOK.paper(
        "turn",
        PageCard("chip", 34, 70, CHIP + 6),
        PageIcon("arrow_right", 84, 70),
        PageCard("n27", 164, 66, 94),
        *_chips(170, 106, (-28, 4), (0, 16), (28, 2)),
        PageIcon("arrow_right", 246, 70),
        PageCard("n27", 314, 60, 72),
        *_chips(314, 98, (-24, 0), (0, 10), (24, -2)),
        _caption(46, 156, "turn", "pay", 96),
        _caption(308, 156, "turn", "take", 110),
    ),
    BOOK.paper(
        "runs",
        PageCard("n25", 128, 68, 92),
        PageCard("n24", 98, 68, 92),
        PageCard("n23", 68, 68, 92),
        _cost(68, 154, -23),
        PageCard("n27", 286, 68, 92),
        _cost(286, 154, -27),
    ),
    BOOK.paper(
        "chips",
        *_chips(50, 62, (0, 0), (34, 0), (68, 0), (102, 0), (136, 0)),
        PageLabel(286, 62, value=5, look="sticker", size=60),
        _caption(180, 140, "chips", "none", 330),
    ),
)

SPECIALS = BOOK.page(
    "specials",
    BOOK.paper(
        "green",
        *_chips(52, 72, (-18, 0), (14, -14), (12, 16)),
        PageIcon("arrow_left", 110, 70),
        PageCard("joker", 182, 68, 92),
        PageIcon("arrow_right", 254, 70),
        PageCard("joker", 314, 68, 68),
        _caption(70, 156, "green", "decline", 130),
        _caption(288, 156, "green", "bid", 140),
    ),
    BOOK.paper(
        "red",
        PageCard("chip", 54, 70, CHIP + 6),
        PageIcon("arrow_right", 106, 70),
        PageCard("halve_chips", 182, 68, 92),
        *_chips(268, 84, (-12, -6), (20, -20), (18, 12)),
        _caption(182, 156, "red", "same", 330),
    ),
    BOOK.paper(
        "now",
        *(
            PageCard(kind, 48 + place * 88, 70, 82)
            for place, kind in enumerate(("give_left", "peek_nine", "remove_one", "take_first_pink"))
        ),
        _caption(180, 152, "now", "once", 330),
    ),
    BOOK.paper(
        "backs",
        PageCard("back_pink", 88, 66, 88),
        PageCard("back_green", 268, 66, 88),
        _caption(88, 152, "backs", "pink", 172),
        _caption(268, 152, "backs", "green", 172),
    ),
)


def _gallery(name: str, kinds: dict[str, int]) -> HelpPage:
    """Build the page of all kinds of one colour; kinds that differ by their number alone share an entry."""
    bonus = tuple(kind for kind in kinds if kind in deck.BONUS)
    entries = [GalleryEntry(bonus, f"{CARD}.{bonus[0]}", BOOK.caption("bonus", "text"))] if bonus else []
    entries += [GalleryEntry((kind,), f"{CARD}.{kind}", f"{CARD}.{kind}.text") for kind in kinds if kind not in bonus]
    return BOOK.page(name, gallery=tuple(entries))


FINER = BOOK.page(
    "finer",
    BOOK.paper(
        "start",
        *_chips(60, 76, (-22, -14), (14, -22), (-4, 16), (30, 12)),
        PageLabel(142, 76, value=11, look="sticker", size=52),
        PageCard("back_pink", 266, 72, 80, "flat"),
        PageCard("back_pink", 274, 66, 80),
    ),
    BOOK.paper(
        "next",
        PageCard("n27", 66, 72, 80),
        *_chips(66, 108, (-22, 0), (4, 8), (26, -4)),
        PageIcon("arrow_right", 150, 72),
        PageCard("back_pink", 214, 72, 80),
        PageCard("n12", 292, 72, 92),
    ),
    BOOK.paper(
        "free",
        PageIcon("close", 84, 70, 60),
        PageIcon("arrow_right", 168, 70),
        PageCard("bonus20", 270, 66, 92),
        _caption(246, 154, "free", "right", 220),
    ),
    BOOK.paper("tie", _cost(96, 76, -23), _cost(264, 76, -23), PageCard("chip", 180, 76, CHIP + 10)),
)

PAGES = (GAME, FINER, SPECIALS, _gallery("all_green", deck.GREEN), _gallery("all_red", deck.RED))
