"""Every screen in every size and language: it draws, its texts fit, its targets can be hit, it is fast to draw."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from math import inf

import ink
import pytest
from all_screens import (
    AFTERWARDS,
    PARTS,
    RECORDED,
    SCALES,
    SIDE,
    TALL,
    WIDE,
    is_a_picture,
    screens_file,
    show_at,
    shown,
    table,
)
from ink import Watcher
from make_golden import FOLDER
from player import Player

from game.engine import backdrop, fonts, surfaces
from game.engine import kit as kits
from game.engine.items import FINGER, Item, ItemList
from game.engine.kit import Kit
from game.engine.layout import Box, Frame
from game.engine.texts import LANGUAGES

#: least room for a finger, logical: 39 pixels of a narrow phone where others adjoin, and 44 elsewhere
LEAST_ROOM = 71.0


#: texts of this logical size at the player's scale may have shrunk to it, where the room is small
LARGE = 26.0


#: the level of six rivals on a phone on its side
STILL_SMALL = "'Normal' shrinks to"


@contextmanager
def kept_pictures(size: tuple[int, int]) -> Iterator[None]:
    """Keep the pictures of each window for when a visit returns to it; the program drops them, as memory is scarce.

    In the window of the visit the kit makes them anew: its inventory describes them as they are made.
    """
    kept = cache(Kit)

    def kit_for(frame: Frame, scale: float) -> Kit:
        return (Kit if (frame.window, scale) == (size, SCALES[1]) else kept)(frame, scale)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kits, "Kit", kit_for)
        for owner, name in ((surfaces, "forget_sizes"), (fonts, "forget"), (backdrop, "forget")):
            # pictures of other tests remember no texts
            getattr(owner, name)()
            patch.setattr(owner, name, lambda: None)
        yield
    surfaces.forget_sizes()
    fonts.forget()
    backdrop.forget()


def check_recorded(part: str, size: tuple[int, int], found: list[str]) -> None:
    """Compare with the recording; a game of the tests' own has none."""
    file = screens_file(part, size)
    assert not file.exists() or found == file.read_text(encoding="utf-8").splitlines()


def test_the_folder_holds_exactly_the_recorded_screens():
    files = {screens_file(part, size) for part in PARTS | AFTERWARDS for size, _ in RECORDED}
    assert {*(FOLDER / "screens").iterdir()} == files, "run python tests/make_golden.py --screens"


@pytest.mark.parametrize("part", PARTS | AFTERWARDS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [WIDE, TALL], ids="{0[0]}x{0[1]}".format)
def test_every_screen_is_as_recorded_and_every_text_and_target_fits(part, size, language, watched):
    faults: dict[str, None] = {}
    watcher = Watcher()

    def look(name: str, player: Player, window: tuple[int, int], scale: float) -> None:
        watched.clear()
        watcher.begin()
        show_at(player, window, scale)
        marks = watcher.shown(player)
        large = LARGE * scale * player.app.context.frame.scale if part in AFTERWARDS or window == SIDE else inf
        texts = [*ink.faults(marks), *watcher.shrunk(large)]
        # baked pictures shrank while everything was laid out
        seen = [*watched, *texts, *(small_targets(player) if window != SIDE else ())]
        seen = [fault for fault in seen if window != SIDE or not fault.startswith(STILL_SMALL)]
        faults.update({f"{name} at {scale} in {window}: {what}": None for what in seen})
        assert is_a_picture(player.app.screen), (name, window, scale)

    with watcher.watching(), kept_pictures(size):
        found = shown(part, size, language, look)
    assert not faults, "\n".join(["", *faults])
    if (size, language) in RECORDED:
        check_recorded(part, size, found)


def small_targets(player: Player) -> Iterator[str]:
    """Yield the targets without a label, off the screen, or too small to hit."""
    frame = player.app.context.frame
    for item in player.items:
        if not item.label:
            yield f"{item.id} has no label"
        if not Box(0, 0, frame.width, frame.height).holds(*item.box.centre):
            yield f"{item.id} is off the screen: {item.box}"
        # 72 logical pixels one way and 48 the other, or 72 both ways for round buttons
        if not item.card and (max(item.box.w, item.box.h) < 72 or min(item.box.w, item.box.h) < 48):
            yield f"{item.id} is too small: {item.box}"
        # a finger finds a slider by its length
        if frame.tall and not (item.card or item.on_press or item.on_slide):
            room = finger_room(player.scene.items, item)
            if min(room) < LEAST_ROOM:
                yield f"a finger hits {item.id} within {room} alone"


def finger_room(items: ItemList, item: Item) -> tuple[float, float]:
    """Return how far a finger may be off, from one side to the other across the middle of an item, and up and down."""
    (x, y), most = item.box.centre, FINGER / 2

    def way(dx: float, dy: float) -> float:
        steps = range(1, round(most))
        off = (far for far in steps if items.at(x + dx * far, y + dy * far, touch=True) is not item)
        return next(off, round(most)) - 0.5

    return way(-1, 0) + way(1, 0), way(0, -1) + way(0, 1)


def test_the_kit_makes_each_picture_once():
    player = table((1280, 720), "de")
    player.wait(600)
    player.draw()
    kit: Kit = player.app.context.kit
    before = kit._widget_images.cache_info().misses + kit._scene_images.cache_info().misses
    for scene in player.app.stack.scenes:
        scene.dirty = True
    player.draw()
    assert kit._widget_images.cache_info().misses + kit._scene_images.cache_info().misses == before
