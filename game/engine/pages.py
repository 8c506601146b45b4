"""What an explaining page is made of, as data: papers with words and drawings. A scene draws them.

Drawings lie in an area of their own beside a paper's words, ``AREA`` logical pixels large.
"""

from typing import NamedTuple, TypeAlias

#: width and height of the part of a paper that drawings lie in
AREA = (360.0, 176.0)


class PageCard(NamedTuple):
    """A card by the name of its face: its middle, its width, and its state as sprites have it."""

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


#: what a paper shows beside its words
Drawing: TypeAlias = PageCard | PageIcon | PageLabel


class PagePaper(NamedTuple):
    """One thought: a heading, a few sentences, and drawings, the lowest first."""

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
