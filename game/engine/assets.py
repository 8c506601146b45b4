"""Paths of the game's files: pictures, sounds, fonts and texts. Reading texts needs no pygame."""

from pathlib import Path


class MissingAsset(Exception):
    """A missing or unreadable file of the game; the message names it."""


def assets_of(package: Path) -> Path:
    """Return the folder of the pictures, sounds, fonts and texts of the program in the folder ``package``.

    It is inside an installed package, and beside it in the repository and in pygbag's package.
    """
    inside = package / "assets"
    return inside if inside.is_dir() else package.parent / "assets"


PACKAGE = Path(__file__).resolve().parent.parent
ASSETS = assets_of(PACKAGE)
#: installed by pip or pipx, with a command of its own
INSTALLED = ASSETS.parent == PACKAGE
