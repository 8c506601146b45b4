"""Pages of the rules as a window shows them: a phone held upright has half of a page's papers at a time, each large."""

from collections.abc import Sequence
from typing import NamedTuple

from game.engine.pages import HelpPage, PagePaper

#: papers on one page of a wide window, and of a tall one
WIDE_PAPERS, TALL_PAPERS = 4, 2


class Leaf(NamedTuple):
    """Some papers of a page, or its gallery."""

    page: HelpPage
    papers: tuple[PagePaper, ...] = ()
    #: place of the first of them among the page's papers
    first: int = 0

    @property
    def is_last(self) -> bool:
        """True for the end of the page, which has its tip."""
        return self.first + len(self.papers) == len(self.page.papers)


def leaves(pages: Sequence[HelpPage], tall: bool) -> list[Leaf]:
    """Return what the pages show in a window of that shape, in order."""
    most = TALL_PAPERS if tall else WIDE_PAPERS
    return [
        Leaf(page, page.papers[first : first + most], first)
        for page in pages
        for first in range(0, max(1, len(page.papers)), most)
    ]


def same_leaf(found: Sequence[Leaf], shown: Leaf) -> int:
    """Return the number of the leaf that has the first paper of another one, after the window was turned."""
    return max(at for at, leaf in enumerate(found) if leaf.page is shown.page and leaf.first <= shown.first)
