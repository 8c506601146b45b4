"""The page on itch.io: its pictures equal those that the program draws, its texts fit their fields."""

from __future__ import annotations

import re
from itertools import pairwise

import pygame
import pytest
import store

from game.catalogue.registry import GAMES
from game.engine.texts import Texts

PAGES = ("page.en.md", "page.de.md")
#: the limits of the page's fields
MOST_TAGLINE, MOST_TAGS = 120, 10
#: bytes: of all files together, and of the film
MOST, MOST_FILM = 3_000_000, 3_000_000


def fields(page: str) -> dict[str, str]:
    """Return the text of each field of the page, by its heading."""
    text = (store.STORE / page).read_text(encoding="utf-8")
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return {name: body.strip() for name, body in zip(parts[1::2], parts[2::2], strict=True)}


def difference(one: pygame.Surface, other: pygame.Surface) -> int:
    """Return the largest difference of two pictures, of 255, each scaled down to a stamp.

    That hides the losses of a format and the rounding of a processor; a card that has moved a little still shows.
    """
    assert one.get_size() == other.get_size()
    small = [pygame.transform.smoothscale(picture.convert(24), (63, 50)) for picture in (one, other)]
    pairs = zip(*(pygame.image.tobytes(picture, "RGB") for picture in small), strict=True)
    return max(abs(first - second) for first, second in pairs)


def test_the_committed_cover_equals_the_drawn_one(monkeypatch):
    kept, drawn = pygame.image.load(store.STORE / store.COVER), store.cover()
    assert drawn.get_size() == (630, 500)
    assert difference(kept, drawn) <= 6
    monkeypatch.setattr(store, "BOX_STEP", store.BOX_STEP + 4)
    assert difference(kept, store.cover()) > 6


def test_the_committed_title_equals_the_drawn_one():
    name, picture = next(store.screenshots())
    assert difference(pygame.image.load(store.STORE / f"{name}.jpg"), picture) <= 6


def test_the_page_has_five_screenshots_of_one_size_and_a_film_within_their_limits():
    shots = sorted(store.STORE.glob("*.jpg"))
    assert [path.stem.partition("_")[0] for path in shots] == ["1", "2", "3", "4", "5"]
    assert {pygame.image.load(path).get_size() for path in shots} == {store.WIDE}
    film = store.STORE / store.FILM
    assert pygame.image.load(film).get_size() == store.FILM_SIZE
    assert film.stat().st_size <= MOST_FILM
    expected = {store.COVER, store.FILM, *PAGES, *(path.name for path in shots)}
    assert {path.name for path in store.STORE.iterdir()} == expected
    assert sum(path.stat().st_size for path in store.STORE.iterdir()) <= MOST


def test_the_film_lasts_eight_seconds():
    # each picture begins with a block that gives its time in hundredths of a second
    blocks = re.findall(rb"\x21\xf9\x04.(..).\x00\x2c", (store.STORE / store.FILM).read_bytes(), flags=re.DOTALL)
    assert sum(int.from_bytes(block, "little") for block in blocks) == store.FRAMES * store.FRAME_MS // 10 == 800


def test_the_pictures_of_the_film_change_and_are_the_same_in_each_run():
    first = [pygame.image.tobytes(picture, "RGB") for picture, _ in zip(store.film(), range(3), strict=False)]
    again = [pygame.image.tobytes(picture, "RGB") for picture, _ in zip(store.film(), range(3), strict=False)]
    assert first == again
    assert all(one != other for one, other in pairwise(first))


def test_a_differing_or_missing_picture_is_named(tmp_path):
    fresh, kept = tmp_path / "fresh", tmp_path / "kept"
    for folder in (fresh, kept):
        folder.mkdir()
        for name in ("a.jpg", "b.jpg"):
            (folder / name).write_bytes(name.encode())
    (kept / "page.en.md").touch()
    assert store.differing(fresh, kept) == []
    (kept / "a.jpg").write_bytes(b"other")
    (kept / "b.jpg").unlink()
    assert store.differing(fresh, kept) == ["a.jpg", "b.jpg"]


@pytest.mark.parametrize("page", PAGES)
def test_the_texts_of_the_page_fit_their_fields(page):
    texts = fields(page)
    assert list(texts) == ["Tagline", "Description", "What you need", "Controls", "Tags"]
    assert all(texts.values())
    assert len(texts["Tagline"]) <= MOST_TAGLINE
    assert "\n" not in texts["Tagline"]
    tags = texts["Tags"].split(", ")
    assert len(set(tags)) == len(tags) <= MOST_TAGS
    assert tags == fields(PAGES[0])["Tags"].split(", ")


@pytest.mark.parametrize("page", PAGES)
def test_the_page_names_every_game_with_its_players(page):
    description, to = fields(page)["Description"], {"en": "to", "de": "bis"}[page[5:7]]
    for game, rules in GAMES.items():
        name = Texts("en")(f"game.{game}")
        assert f"**{name}** ({rules.min_seats} {to} {rules.max_seats}" in description
