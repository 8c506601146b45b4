"""The help pages of Nein Danke!, illustrated with its own cards."""

from game.engine.kit import Kit
from game.engine.pages import GalleryEntry, HelpPage, help_page, read_pages
from game.engine.sprites import Look
from game.engine.texts import Texts
from game.games.nein_danke import deck, faces

CARD = "nein_danke.card"


def look(kit: Kit, texts: Texts, grey: bool) -> Look:
    """Return the pictures that drawings name; the ``grey`` setting does not change them."""
    return faces.NeinDankeFaces(kit, texts)


def _gallery(name: str, kinds: dict[str, int]) -> HelpPage:
    """Build the page of all kinds of one colour; kinds that differ by their number alone share an entry."""
    bonus = tuple(kind for kind in kinds if kind in deck.BONUS)
    entries = [GalleryEntry(bonus, f"{CARD}.{bonus[0]}", "nein_danke.howto.bonus.text")] if bonus else []
    entries += [GalleryEntry((kind,), f"{CARD}.{kind}", f"{CARD}.{kind}.text") for kind in kinds if kind not in bonus]
    return help_page("nein_danke", name, gallery=tuple(entries))


def _pages() -> tuple[HelpPage, ...]:
    *base, specials = read_pages("nein_danke")
    about = (specials, _gallery("all_green", deck.GREEN), _gallery("all_red", deck.RED))
    return (*base, *(page._replace(about="specials", is_further=True) for page in about))


PAGES = _pages()
