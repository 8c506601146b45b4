"""Every file the program names is there and can be read, and every asset is listed in the ledger."""

import re
from pathlib import Path

import pygame
import pytest

from game.catalogue.registry import GAMES
from game.core.match import FIGURES
from game.engine.audio import EFFECTS
from game.engine.figures import MOODS
from game.engine.music import PIECES
from game.engine.surfaces import ASSETS
from game.games.keine_ahnung.deck import COLOURS, FUNCTIONS
from game.games.nein_danke.deck import KINDS, NUMBERS
from game.games.push.deck import COLOURS as PUSH_COLOURS

ROOT = Path(__file__).resolve().parents[2]

NAMED = [
    "art/title/icon.png",
    "art/title/logo.png",
    "art/title/label.png",
    "art/title/crate_front.png",
    "art/title/crate_back.jpg",
    "art/title/wood.jpg",
    *(f"art/title/box_{name}.png" for name in GAMES),
    "art/table/noise.png",
    "art/table/rail_wood.jpg",
    "art/ui/chip.png",
    *(f"art/avatars/{figure}_{mood}.png" for figure in FIGURES for mood in MOODS),
    *(f"art/nein_danke/n{number}.png" for number in NUMBERS),
    *(f"art/nein_danke/{kind}{small}.png" for kind in KINDS for small in ("", "_small")),
    "art/nein_danke/back_pink.png",
    "art/nein_danke/back_green.png",
    *(f"art/keine_ahnung/{name}.png" for name in (*COLOURS, *FUNCTIONS[1:], "back", "trophy_back", "trophy", "prize")),
    *(f"art/dnup/{name}.png" for name in ("card", "upper", "lower", "back")),
    *(f"art/push/{name}.png" for name in (*PUSH_COLOURS, "dice", "direction", "back", "die", "star_body", "star_edge")),
    *(f"art/push/{colour}_{form}.png" for colour in PUSH_COLOURS for form in ("body", "edge", "hollow")),
    "art/twin_it/patterns.png",
    "art/twin_it/greys.png",
    "art/twin_it/back.png",
]


@pytest.mark.parametrize("name", NAMED)
def test_every_picture_can_be_read(name):
    assert min(pygame.image.load(ASSETS / name).get_size()) > 1


def test_every_icon_named_in_the_code_exists():
    icons = {path.stem for path in (ASSETS / "art/icons").iterdir()}
    for path in (ROOT / "game").rglob("*.py"):
        for name in re.findall(r'icon(?:_plain)?\("(\w+)"', path.read_text(encoding="utf-8")):
            assert name in icons, f"{path.name} names the icon {name}"


def test_every_sound_exists():
    files = {path.stem for path in (ASSETS / "sounds").iterdir()}
    assert files == {*EFFECTS, *PIECES}


def test_the_licence_list_has_every_asset():
    ledger = (ASSETS / "LICENSES.md").read_text(encoding="utf-8")
    for path in ASSETS.rglob("*"):
        if path.is_file() and path.name != "LICENSES.md" and path.parent.name != "texts":
            group = f"`{path.parent.name}/`" if "art" in path.parts else f"`{path.name}`"
            assert group in ledger, path


def test_file_names_and_formats_suit_every_system():
    for path in ASSETS.rglob("*"):
        if path.is_file():
            assert re.fullmatch(r"[A-Za-z0-9_.-]+", path.name), path
            assert path.suffix in {".png", ".jpg", ".ogg", ".ttf", ".json", ".txt", ".md"}, path
