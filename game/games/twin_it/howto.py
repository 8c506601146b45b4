"""The help pages of Twin It!, illustrated with its own cards: the game, special cases, the modes, one device, several.

Drawings name the faces of ``faces.py``, and others: ``key/q`` a sign on a card, ``buzzer/ready`` or ``pressed``,
``team/0`` a team's sign, ``medal/1`` bronze to gold.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from pygame import Surface

from game.engine.kit import Kit
from game.engine.pages import Book, Drawing, PageCard, PageIcon, PageLabel, PagePaper
from game.engine.sprites import Look
from game.engine.texts import Texts
from game.games.twin_it import deck, faces, medals, pieces

BOOK = Book("twin_it")
#: the width of a card in most drawings, logical
CARD = 82.0


def look(kit: Kit, texts: Texts, grey: bool) -> Look:
    """Return the pictures that drawings name; the patterns in greys if ``grey``."""
    cards = faces.TwinItFaces(kit, grey)

    makers: dict[str, Callable[[float, str], Surface]] = {
        "key": lambda _w, mark: kit.made(pieces.sign_plain, mark),
        "buzzer": lambda w, state: kit.made(pieces.buzzer_plain, w / 2, state),
        "team": lambda _w, team: kit.made(pieces.team_badge, int(team)),
        "medal": lambda w, level: kit.made(medals.medal, w / 2, int(level)),
    }

    def picture(face: str, w: float, state: str = "rest") -> Surface:
        kind, _, rest = face.partition("/")
        return makers[kind](w, rest) if kind in makers else cards(face, w, state)

    return picture


def _number(family: str, twin: int = 0) -> int:
    """Return the number of a pattern by its family."""
    return deck.FAMILY_OF.index(list(deck.FAMILIES).index(family)) + twin


def _one(
    family: str, x: float, y: float, *, tilt: int = 0, w: float = CARD, state: str = "rest", twin: int = 0
) -> PageCard:
    return PageCard(faces.single(_number(family, twin), tilt), x, y, w, state)


def _stack(family: str, x: float, y: float, *, w: float = CARD, state: str = "rest") -> PageCard:
    return PageCard(faces.stack(_number(family), 24), x, y, w, state)


def _set(family: str, x: float, y: float, *, cards: int = 2, w: float = CARD, state: str = "rest") -> PageCard:
    return PageCard(faces.won(_number(family), cards), x, y, w, state)


def _paper(
    name: str, *drawings: Drawing, captions: Mapping[str, tuple[float, float, float]] = MappingProxyType({})
) -> PagePaper:
    """Build a paper with drawings and ``captions``, each with its middle and greatest width."""
    labels = (PageLabel(x, y, BOOK.caption(name, key), most=most) for key, (x, y, most) in captions.items())
    return BOOK.paper(name, *drawings, *labels)


GAME = BOOK.page(
    "game",
    _paper(
        "aim",
        _set("hearts", 44, 46, w=66),
        _set("fish", 118, 46, w=66),
        _set("rose", 192, 46, cards=3, w=66),
        _set("burst", 82, 122, w=66),
        _set("swirl", 156, 122, w=66),
        PageIcon("arrow_right", 244, 84, 38),
        PageIcon("trophy", 310, 84, 72),
    ),
    _paper(
        "flip",
        _stack("tulips", 64, 70, w=92),
        PageIcon("arrow_right", 142, 70),
        _stack("birds", 218, 70, w=92),
        _one("moons", 312, 66, tilt=9),
        captions={"before": (64, 146, 120), "after": (262, 146, 190)},
    ),
    _paper(
        "claim",
        _one("eyes", 122, 46, tilt=7, w=66),
        _one("waves", 124, 130, tilt=-6, w=66),
        _one("mushrooms", 46, 92, tilt=-11, w=72, state="mine"),
        _one("mushrooms", 202, 84, tilt=6, w=72, state="mine"),
        PageIcon("arrow_right", 268, 88, 30),
        _set("mushrooms", 322, 88, w=66),
    ),
    _paper(
        "error",
        _one("fish", 76, 66, w=92, twin=0),
        PageIcon("close", 142, 66, 34),
        _one("fish", 208, 66, w=92, twin=1),
        _set("hearts", 314, 58, w=64),
        captions={"twins": (142, 144, 256), "cost": (314, 120, 96)},
    ),
)

MORE = BOOK.page(
    "more",
    _paper(
        "places",
        _one("houses", 60, 66, tilt=-7),
        _stack("sun", 172, 66),
        _set("cups", 288, 66, w=88),
        captions={"middle": (60, 146, 104), "stack": (172, 146, 104), "set": (288, 146, 130)},
    ),
    _paper(
        "chain",
        _one("moons", 46, 60, tilt=5, w=62, state="mine"),
        _stack("moons", 136, 60, w=66, state="mine"),
        PageIcon("arrow_right", 202, 60, 34),
        _one("pears", 254, 60, tilt=-5, w=64),
        _stack("pears", 326, 60, w=66),
        captions={"first": (100, 144, 170), "next": (290, 144, 140)},
    ),
    _paper(
        "steal",
        _set("butterfly", 54, 66, w=76, state="mine"),
        PageIcon("plus", 122, 66, 26),
        _one("butterfly", 184, 66, tilt=8, w=66, state="mine"),
        PageIcon("arrow_right", 248, 66, 32),
        _set("butterfly", 312, 66, cards=3, w=76),
        captions={"pair": (54, 146, 120), "triple": (312, 146, 100)},
    ),
    _paper(
        "contest",
        _one("star", 50, 60, tilt=-6, w=62, state="mine"),
        _one("star", 142, 60, tilt=5, w=62, state="mine"),
        PageIcon("restart", 208, 60, 36),
        _one("drops", 262, 60, tilt=-6, w=60),
        _one("maze", 328, 60, tilt=5, w=60),
        captions={"hands": (100, 144, 170), "turned": (296, 144, 130)},
    ),
)

FINER = BOOK.page(
    "finer",
    _paper(
        "three",
        _one("rainbows", 44, 66, tilt=-6, w=58, state="mine"),
        _one("rainbows", 130, 66, tilt=4, w=58, state="mine"),
        _one("rainbows", 214, 66, tilt=-3, w=62),
        PageIcon("restart", 270, 66, 32),
        _one("plaid", 326, 66, tilt=-3, w=62),
        captions={"won": (90, 142, 150), "turned": (270, 142, 170)},
    ),
    _paper(
        "forbidden",
        _stack("nest", 58, 66, w=88),
        _one("hexagons", 146, 62, w=66),
        _one("swirl", 222, 62, w=66),
        _one("bows", 298, 62, w=66),
        PageIcon("lock", 222, 114, 26),
        captions={"closed": (222, 150, 260)},
    ),
    _paper(
        "clock",
        PageIcon("clock", 66, 70, 76),
        PageIcon("arrow_right", 136, 70, 36),
        _one("corner", 206, 66, tilt=6),
        PageCard("back", 306, 66, CARD),
        captions={"flip": (136, 146, 200), "pause": (306, 146, 110)},
    ),
    _paper(
        "end",
        _set("dahlia", 48, 54, w=70),
        _set("leaves", 126, 54, w=70),
        _set("quarters", 204, 54, cards=3, w=70),
        PageIcon("star", 310, 60, 72),
        captions={"sets": (126, 128, 190), "cards": (310, 128, 100)},
    ),
)

MODES = BOOK.page(
    "modes",
    _paper(
        "teams",
        _one("arrows", 64, 78, tilt=-6, w=74, state="mine"),
        PageIcon("plus", 134, 78, 30),
        _one("arrows", 204, 78, tilt=6, w=74, state="mine"),
        PageCard("team/0", 32, 28, 24),
        PageCard("team/0", 238, 28, 24),
        PageIcon("arrow_right", 280, 78, 26),
        _set("arrows", 328, 78, w=56),
        captions={"one": (64, 146, 110), "other": (204, 146, 172)},
    ),
    _paper(
        "minute",
        PageIcon("clock", 50, 66, 64),
        PageCard("medal/1", 142, 70, 78),
        PageCard("medal/2", 228, 70, 78),
        PageCard("medal/3", 314, 70, 78),
        captions={"time": (50, 150, 90), "medals": (228, 150, 250)},
    ),
    _paper(
        "race",
        _set("plus", 62, 64, w=90),
        _set("sunset", 176, 64, cards=3, w=90),
        PageIcon("lock", 294, 64, 62),
        PageLabel(62, 142, value=1, look="pill", size=20),
        PageLabel(176, 142, value=2, look="pill", size=20),
        captions={"safe": (294, 142, 130)},
    ),
    _paper(
        "calm",
        PageIcon("eye", 62, 64, 76),
        PageIcon("arrow_right", 136, 64, 36),
        _one("yinyang", 204, 64, tilt=-5, w=64, state="mine"),
        _one("yinyang", 298, 64, tilt=6, w=64, state="mine"),
        captions={"look": (62, 142, 110), "claim": (251, 142, 190)},
    ),
)

TOGETHER = BOOK.page(
    "together",
    _paper(
        "buzz",
        PageCard("buzzer/pressed", 66, 66, 104),
        PageIcon("arrow_right", 144, 66, 36),
        _one("zigzag", 210, 66, tilt=-6, w=64, state="mine"),
        _one("zigzag", 304, 66, tilt=5, w=64, state="mine"),
        captions={"first": (66, 148, 130), "point": (255, 148, 190)},
    ),
    _paper(
        "corners",
        PageCard("buzzer/ready", 48, 38, 66),
        PageCard("buzzer/ready", 312, 38, 66),
        PageCard("buzzer/ready", 48, 138, 66),
        PageCard("buzzer/ready", 312, 138, 66),
        _one("weave", 134, 64, tilt=-9, w=58),
        _one("petals", 214, 60, tilt=8, w=58),
        _one("pills", 146, 126, tilt=5, w=58),
        _one("triangles", 222, 122, tilt=-7, w=58),
    ),
    _paper(
        "keys",
        *(PageCard(f"key/{key}", 44 + place * 54, 34, 30) for place, key in enumerate(("q", "p", "x", "m", "t", "b"))),
        _one("birds", 60, 112, tilt=-4, w=76),
        PageCard("key/d", 60, 112, 30),
        _one("birds", 150, 112, tilt=5, w=76),
        PageCard("key/k", 150, 112, 30),
        captions={"letters": (276, 112, 166)},
    ),
    _paper(
        "fingers",
        _one("spiral", 62, 66, tilt=-7, w=70, state="mine"),
        _one("spiral", 166, 66, tilt=6, w=70, state="mine"),
        PageIcon("clock", 298, 66, 68),
        captions={"both": (114, 146, 190), "handicap": (298, 146, 130)},
    ),
)

APART = BOOK.page(
    "apart",
    _paper(
        "equal",
        _one("star", 60, 62, tilt=-5, w=72),
        _one("star", 158, 62, tilt=5, w=72),
        PageIcon("plus", 226, 62, 26),
        PageIcon("clock", 300, 62, 68),
        captions={"turn": (109, 142, 190), "later": (300, 142, 130)},
    ),
    _paper(
        "first",
        _one("waves", 60, 62, tilt=6, w=72, state="mine"),
        PageIcon("arrow_right", 134, 62, 36),
        PageIcon("clock", 202, 62, 58),
        PageIcon("arrow_right", 258, 62, 30),
        _set("waves", 318, 62, w=66),
        captions={"own": (60, 142, 110), "then": (270, 142, 170)},
    ),
    _paper(
        "locked",
        PageIcon("pause", 60, 66, 66),
        PageIcon("arrow_right", 130, 66, 34),
        PageCard("back", 196, 66, 72),
        PageCard("back", 284, 66, 72),
        captions={"covered": (240, 146, 200)},
    ),
    _paper(
        "away",
        _stack("leaves", 60, 66, w=78),
        PageIcon("arrow_right", 134, 66, 34),
        _one("fish", 206, 62, tilt=6, w=70),
        PageIcon("play", 300, 66, 62),
        captions={"flip": (132, 146, 210), "on": (300, 146, 120)},
    ),
)

PAGES = (GAME, MORE, FINER, MODES, TOGETHER, APART)
