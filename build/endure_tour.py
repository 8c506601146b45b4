"""Runs inside the game, natively or in a page: a tour through its screens, and what is held when it is over.

Every lap leads over the title, a set-up, a table of each game with bots, a guided first game, a replay and, where there
is one, a table with other devices. Somebody presses whatever moves there are. At the end of a lap everything that
should be gone is: :func:`held` counts what is left at the title.
"""

from __future__ import annotations

import gc
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import _lru_cache_wrapper
from typing import Any, TypeVar

import pygame

from game.app.app import App
from game.catalogue.registry import GAMES
from game.core.rng import Rng
from game.engine.audio import EFFECTS
from game.engine.transitions import Push, Reset
from game.host.page_input import PAGE_USE
from game.player import puzzles, saves
from game.scenes.navigation import first_scene, routes
from game.services import launch_request as wishes

T = TypeVar("T")
#: items that are pressed at tables: moves, and those that go on
MOVES = ("do-", "card-")
ONWARD = ("sit", "start", "go", "again", "skip", "next", "lesson-on")
#: a press after so many frames
PRESS_EVERY = 20
#: frames of a screen without a table, as a share of a table's
BESIDE = 0.4


class Guest:
    """A device that stays where it is, and presses some move after every so many frames.

    :meth:`frame` is called once a frame.
    """

    def __init__(self, app: App, every: int) -> None:
        self.app, self.every = app, every
        self.frames = self.pressed = 0
        self._rng = Rng(1)

    def frame(self) -> None:
        """Count another frame."""
        self.frames += 1
        if self.frames % self.every:
            return
        items = self.app.scene.items.items
        usable = [item.id for item in items if item.enabled]
        found = [id_ for id_ in usable if id_.startswith(MOVES) or id_ in ONWARD]
        if found:
            self.pressed += 1
            id_ = found[self._rng.below(len(found))]
            self.app.feed([pygame.event.Event(PAGE_USE, id=id_, at_ms=self.app.clock.now_ms())])


class Tour(Guest):
    """Take the ``length`` of a table in frames, and a link to a ``party``, such as "join=KLMNP"."""

    def __init__(self, app: App, length: int, party: str = "") -> None:
        """``length``: of a table, in frames; ``party``: the link to one with other devices, such as "join=KLMNP"."""
        super().__init__(app, PRESS_EVERY)
        self.length, self.party = length, party
        self.laps = 0
        self.is_resting = False
        self._left = 0
        self._places = self._lap()

    def go_on(self) -> None:
        """Begin another lap."""
        self.is_resting = False

    def frame(self) -> None:
        """Go on to the next place when it is time, and press something now and then."""
        if self.is_resting:
            return
        self._left -= 1
        if self._left <= 0:
            place = next(self._places, None)
            if place is None:
                self.laps += 1
                self.is_resting = True
                self._places = self._lap()
                return
            self._left = place
        super().frame()

    def _to(self, make: Callable[[], Any]) -> None:
        """Leave everything for another screen."""
        context, stack = self.app.context, self.app.stack
        self.app.scene.pause()
        if context.session:
            context.session.rest()
        stack.carry_out(Reset(routes.title(context)))
        step = make()
        if step is not None:
            stack.carry_out(step)
        # as the program does at every change of the screen
        gc.collect()

    def _lap(self) -> Iterator[int]:
        """Go to each place, and yield the number of frames to stay there."""
        context, long, short = self.app.context, self.length, int(self.length * BESIDE)
        settings = context.settings
        settings.met, settings.name, settings.figure = True, "Ada", "bear"
        settings.effects = settings.music = 1
        if not self.laps:
            # each is read when it is first heard or offered, whenever that is, and kept
            for effect in EFFECTS:
                context.audio.play(effect)
            for name in GAMES:
                puzzles.puzzles_of(name)
        names = list(GAMES)
        game = names[self.laps % len(names)]
        self._to(lambda: None)
        yield short
        self._to(lambda: Push(routes.setup(context, game)))
        yield short
        for name in names:
            asked = {"game": name, "seats": "human,easy,normal", "speed": "fast", "seed": str(self.laps + 1)}
            self._to(lambda asked=asked: first_scene.first_scene(context, wishes.from_link(asked)))  # type: ignore[misc]
            yield long
        self._to(lambda: Push(routes.lesson(context, game)))
        yield short
        if rows := saves.finished_matches(context):
            match = saves.match_of(rows[0])
            self._to(lambda: Push(routes.replay(context, match)))
            yield short
        if self.party:
            join_link = wishes.from_link(dict([self.party.split("=")])).join_link
            assert join_link is not None, self.party
            self._to(lambda: Reset(routes.party_entry(context, join_link)))
            yield long
        self._to(lambda: None)
        # matches in progress are offered there: the stored ones must not depend on how far they got
        for name in (saves.SHELVED.name, *map(saves.save_key, names)):
            context.forget(name)
        self._to(lambda: None)
        yield short


def _kept(holders: Iterable[object], kind: type[T] | tuple[type[T], ...]) -> dict[int, T]:
    """Return the objects of a kind that gc does not list, each once: those that these hold, directly or indirectly.

    Nor does gc list objects that hold only texts and numbers: a tuple of a surface and its place, a dict of sounds by
    name.
    """
    near = gc.get_referents(*holders)
    beyond = gc.get_referents(*(one for one in near if not gc.is_tracked(one)))
    return {id(one): one for one in (*near, *beyond) if isinstance(one, kind)}


def _bytes(pictures: Iterable[pygame.Surface]) -> int:
    """Return the bytes of their pixels, without those of subsurfaces."""
    return sum(one.get_pitch() * one.get_height() for one in pictures if one.get_parent() is None)


def held() -> dict[str, Any]:
    """Return Python's objects after everything possible was freed: objects by type, caches, pictures, sounds.

    Of each cache its entries, its limit, and the bytes of the pictures in it.
    """
    gc.unfreeze()
    gc.collect()
    objects = gc.get_objects()
    types: Counter[str] = Counter()
    for kind, count in Counter(map(type, objects)).items():
        types[f"{kind.__module__}.{kind.__qualname__}"] += count
    caches: dict[str, list[int]] = {}
    for one in objects:
        if isinstance(one, _lru_cache_wrapper):
            info = one.cache_info()
            row = caches.setdefault(f"{one.__wrapped__.__module__}.{one.__wrapped__.__qualname__}", [0, 0, 0])
            row[0] += info.currsize
            row[1] += info.maxsize or 0
            row[2] += _bytes(_kept([one], pygame.Surface).values())
    shown_or_heard = _kept(objects, (pygame.Surface, pygame.mixer.Sound)).values()
    pictures = [one for one in shown_or_heard if isinstance(one, pygame.Surface)]
    found = {
        "objects": len(objects),
        "types": dict(types),
        "caches": caches,
        "surfaces": len(pictures),
        "pixels": _bytes(pictures),
        "sounds": len(shown_or_heard) - len(pictures),
    }
    gc.freeze()
    return found


def as_json() -> str:
    """Return :func:`held` as text, for a page."""
    return json.dumps(held())
