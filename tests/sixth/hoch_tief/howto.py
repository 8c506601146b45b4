"""The page that explains Hoch oder tief, shown with its own cards."""

from game.engine.kit import Kit
from game.engine.pages import HelpPage, PageCard, PageIcon, PageLabel, PagePaper
from game.engine.sprites import Look
from game.engine.texts import Texts
from game.games.hoch_tief.faces import BACK, Faces

KEY = "hoch_tief.howto"
POINTS = PageLabel(230, 156, value=2, look="pill", size=20)
AIM = (PageCard("7", 80, 80, 80), PageIcon("arrow_right", 150, 80), PageCard("11", 230, 80, 80), POINTS)
TURN = (PageCard(BACK, 90, 84, 84), PageIcon("arrow_right", 170, 84), PageCard("4", 250, 84, 84))
PAPERS = tuple(
    PagePaper(f"{KEY}.{name}", f"{KEY}.{name}.text", drawn) for name, drawn in (("aim", AIM), ("turn", TURN))
)
PAGES = (HelpPage(f"{KEY}.game", f"{KEY}.game.tip", PAPERS),)


def look(kit: Kit, texts: Texts, grey: bool) -> Look:
    """Return the pictures of the cards that the drawings name."""
    del texts, grey
    return Faces(kit)
