"""Where the files of the game lie: pictures, sounds, fonts and texts. Whoever only reads texts needs no pygame."""

from pathlib import Path


class MissingAsset(Exception):
    """A file of the game is missing or cannot be read; the message names it."""


def assets_of(package: Path) -> Path:
    """Where the pictures, sounds, fonts and texts of the program in the folder ``package`` lie.

    In an installed package they are inside it; in the repository, and so in pygbag's package, beside it.
    """
    inside = package / "assets"
    return inside if inside.is_dir() else package.parent / "assets"


PACKAGE = Path(__file__).resolve().parent.parent
ASSETS = assets_of(PACKAGE)
#: by pip or pipx, with a command of its own
INSTALLED = ASSETS.parent == PACKAGE
