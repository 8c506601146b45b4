"""Contents of an explaining page, as data: papers with words and drawings. A scene draws them.

Drawings have an area of their own beside a paper's words, ``AREA`` logical pixels large.
"""

from typing import NamedTuple, TypeAlias

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


#: anything that a paper shows beside its words
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


class Book(NamedTuple):
    """Makes the pages of one game; text keys are made of its name and those of the page and paper."""

    game: str

    def paper(self, name: str, *drawings: Drawing) -> PagePaper:
        """Return a paper by its name."""
        return PagePaper(f"{self.game}.howto.{name}", f"{self.game}.howto.{name}.text", drawings)

    def page(self, name: str, *papers: PagePaper, gallery: tuple[GalleryEntry, ...] = ()) -> HelpPage:
        """Return a page by its name: papers, or a gallery."""
        return HelpPage(f"{self.game}.howto.{name}", f"{self.game}.howto.{name}.tip", papers, gallery)

    def caption(self, paper: str, name: str) -> str:
        """Return the text key of a caption on a paper."""
        return f"{self.game}.howto.{paper}.{name}"
