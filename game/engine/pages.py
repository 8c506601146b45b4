"""Contents of an explaining page, as data: papers with texts and drawings. A scene draws them.

Drawings have an area of their own beside a paper's text, ``AREA`` logical pixels large.
"""

import json
from typing import NamedTuple, TypeAlias

from game.engine.assets import ASSETS, MissingAsset

#: width and height of a paper's area for drawings
AREA = (360.0, 176.0)


class PageCard(NamedTuple):
    """A card by the name of its face: its centre, its width, and its state as for sprites."""

    face: str
    x: float
    y: float
    w: float
    state: str = "rest"


class PageIcon(NamedTuple):
    """An icon in ink."""

    icon: str
    x: float
    y: float
    side: float = 44.0


class PageLabel(NamedTuple):
    """A short text, or a number with its sign; ``look`` is caption, pill or sticker."""

    x: float
    y: float
    key: str = ""
    value: int = 0
    look: str = "caption"
    size: float = 19.0
    most: float = 0.0


#: anything that a paper shows beside its text
Drawing: TypeAlias = PageCard | PageIcon | PageLabel


class PagePaper(NamedTuple):
    """One topic: a heading, a few sentences, and drawings, bottom first."""

    title: str
    body: str
    drawings: tuple[Drawing, ...]


class GalleryEntry(NamedTuple):
    """One line of a gallery: a card, or up to four that belong together, with name and meaning."""

    faces: tuple[str, ...]
    title: str
    body: str


class HelpPage(NamedTuple):
    """Up to four papers, or a gallery of up to eight entries, and one sentence below."""

    title: str
    tip: str
    papers: tuple[PagePaper, ...] = ()
    gallery: tuple[GalleryEntry, ...] = ()
    #: the house rule that the page is about, or ""
    about: str = ""
    #: a first match does without the page, as without those that follow
    is_further: bool = False


def help_page(
    game: str, name: str, papers: tuple[PagePaper, ...] = (), gallery: tuple[GalleryEntry, ...] = ()
) -> HelpPage:
    """Return a page of a game by its name, the stem of its text keys."""
    return HelpPage(f"{game}.howto.{name}", f"{game}.howto.{name}.tip", papers, gallery)


def read_pages(game: str) -> tuple[HelpPage, ...]:
    """Return the pages of papers in ``assets/help/GAME.json``: by page and paper the drawings, bottom first.

    Drawings are separated by commas: a card as ``FACE x y w [state]``, ``@ICON x y [side]``, ``'CAPTION x y most`` with
    the end of its text key, ``#NUMBER x y`` in a pill, ``*NUMBER x y size`` as a sticker. A paper's name is the stem of
    its text keys, or both of these in full.
    """
    path = ASSETS / "help" / f"{game}.json"
    try:
        found: dict[str, dict[str, list[str]]] = json.loads(path.read_text(encoding="utf-8"))
        return tuple(
            help_page(game, name, tuple(_paper(game, *paper) for paper in papers.items()))
            for name, papers in found.items()
        )
    except (OSError, ValueError) as error:
        raise MissingAsset(f"help/{game}.json: {error}") from error


def _paper(game: str, name: str, lines: list[str]) -> PagePaper:
    title, _, body = name.partition(" ")
    if not body:
        title, body = f"{game}.howto.{name}", f"{game}.howto.{name}.text"
    return PagePaper(title, body, tuple(_drawing(title, *one.split()) for one in ", ".join(lines).split(", ")))


def _drawing(paper: str, what: str, x: str, y: str, *more: str) -> Drawing:
    """Return a drawing of a paper by its texts."""
    at, rest = (float(x), float(y)), what[1:]
    match what[0]:
        case "@":
            return PageIcon(rest, *at, *map(float, more))
        case "'":
            return PageLabel(*at, f"{paper}.{rest}", most=float(more[0]))
        case "#":
            return PageLabel(*at, value=int(rest), look="pill", size=20)
        case "*":
            return PageLabel(*at, value=int(rest), look="sticker", size=float(more[0]))
    return PageCard(what, *at, float(more[0]), *more[1:])
