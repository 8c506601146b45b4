"""A tiny sixth game, registered for tests alone: ``put_in`` does all that a new game needs.

``PYTHONPATH=tests python -m pytest -p sixth tests/match/test_contract.py`` runs the tests that cover every game over it
as well. Its folder is here instead of in ``game/games``, its texts are beside it instead of among the others, and its
box is painted when it is registered.
"""

import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from unittest import mock

import pygame

import game.games
from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.capabilities import Modes
from game.core.game import as_any_game
from game.engine import fonts, surfaces, texts
from game.engine.presentation import as_any_presentation
from game.engine.texts import LANGUAGES

HERE = Path(__file__).resolve().parent
FOLDER = HERE / "hoch_tief"
NAME = "hoch_tief"
TEXTS = {language: json.loads((HERE / "texts" / f"{language}.json").read_text("utf-8")) for language in LANGUAGES}


def names(count: int) -> list[str]:
    """Return the names of ``count`` sixth games: several are copies of the same game."""
    return [NAME, *(f"{NAME}_{number}" for number in range(2, count + 1))]


def assets(folder: Path, count: int) -> Path:
    """Return all assets with those of ``count`` sixth games, in ``folder``."""
    everything = folder / "assets"
    shutil.copytree(surfaces.ASSETS, everything)
    for language, own in TEXTS.items():
        path = everything / "texts" / f"{language}.json"
        more = {key.replace(NAME, name, 1): text for name in names(count) for key, text in own.items()}
        path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | more), "utf-8")
    for name in names(count):
        pygame.image.save(box(206, 324), everything / "art" / "title" / f"box_{name}.png")
    return everything


def box(w: int, h: int) -> pygame.Surface:
    """Return the box of the sixth game at twice its size: one card above another, an arrow on each."""
    whole = pygame.Surface((2 * w, 2 * h), pygame.SRCALPHA)
    pygame.draw.rect(whole, "#5A3320", (0, 0, 2 * w, 2 * h + 40), border_radius=24)
    pygame.draw.rect(whole, "#B08A68", (0, 0, 2 * w, 2 * h + 40), width=4, border_radius=24)
    for top, fill, up in ((190, "#D9486A", True), (412, "#3B86C9", False)):
        pygame.draw.rect(whole, "#FFF6E4", (w - 100, top, 200, 200), border_radius=24)
        pygame.draw.rect(whole, fill, (w - 88, top + 12, 176, 176), border_radius=18)
        tip, foot = (top + 40, top + 150) if up else (top + 160, top + 50)
        pygame.draw.polygon(whole, "#FFF6E4", ((w, tip), (w + 60, foot), (w - 60, foot)))
    return whole


#: a game without any capability beside its rules and its bots
BARE = {"hints": None, "play_outs": None, "modes": Modes()}


@contextmanager
def put_in(count: int = 1, parts: Mapping[str, object] = MappingProxyType({})) -> Iterator[None]:
    """Register the sixth game; with a ``count`` so many copies, with ``parts`` other parts than its own."""
    own = str(HERE)
    game.games.__path__.append(own)
    from game.games.hoch_tief.game import HochTief
    from game.games.hoch_tief.presentation import HochTiefPresentation

    plays, shows = {}, {}
    for name in names(count):
        played = type("Played", (HochTief,), {"name": name, **parts})()
        plays[name] = as_any_game(played)
        shows[name] = as_any_presentation(type("Shown", (HochTiefPresentation,), {"game": played})())
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.dict(GAMES, plays),
        mock.patch.dict(PRESENTATIONS, shows),
    ):
        everything = assets(Path(folder), count)
        # pictures and texts of the sixth game are there; sounds and fonts are the same anywhere
        with mock.patch.object(surfaces, "ASSETS", everything), mock.patch.object(texts, "ASSETS", everything):
            forget()
            try:
                yield
            finally:
                forget()
                game.games.__path__.remove(own)


def forget() -> None:
    """Clear the caches of pictures."""
    surfaces.forget()
    fonts.forget()


_there = put_in()


def pytest_configure() -> None:
    """Register the game before any test is collected: pytest's hook for a plugin."""
    _there.__enter__()


def pytest_unconfigure() -> None:
    """Unregister the game."""
    _there.__exit__(None, None, None)
