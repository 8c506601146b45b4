"""Places of drawn texts: each keeps its words and place while pictures are composed of each other.

Surfaces are replaced by ones that remember the texts and boxes drawn on them. What is hidden, cut off or covered in
part is found from the pixels of the pictures drawn later.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from itertools import combinations
from typing import Any, NamedTuple

import pygame
import pytest
from player import Player
from pygame import Rect, Surface

from game.engine import fonts, surfaces
from game.engine.banners import Banner
from game.engine.game_table import Popups
from game.engine.kit import Kit
from game.engine.overlays import Toasts, Tooltip
from game.engine.widgets import Button
from game.engine.window_surface import WindowSurface
from game.games.keine_ahnung.table import KeineAhnungTable

#: how far, in real pixels, letters may reach into a neighbour's descenders or beyond an edge
LEEWAY = 2
#: pixels of at least this alpha belong to a letter, or hide what is below them
INK, SOLID = 100, 170
#: shares of a text's box that may be covered: letters have air around them; and from which on it is hidden
TOUCHED, HIDDEN = 0.04, 0.9
#: the part of a long line that is looked at, as a multiple of its height
LETTERS = 3
#: what lies over a table for a moment, on purpose: it may cover texts, and is left out
OVER = (
    *((owner, "draw") for owner in (Banner, Popups, Toasts, Tooltip)),
    (KeineAhnungTable, "_draw_miss"),
)
#: the kit's pictures that a text is either inside or outside of
BOXES = ("pill", "button", "prompt", "notice", "panel", "paper")


class Mark(NamedTuple):
    """A text or a box on a picture."""

    #: the words, or the kind of box
    words: str
    #: the box of its ink
    rect: Rect
    #: the size of its letters in real pixels; 0 for a box
    size: int
    #: what is wrong with it: "" or a description
    fault: str = ""

    def moved(self, x: int, y: int) -> "Mark":
        return self._replace(rect=self.rect.move(x, y))


class Inked(Surface):
    """A surface that remembers the texts and boxes drawn on it, in drawing order."""

    @property
    def marks(self) -> list[Mark]:
        return self.__dict__.setdefault("_marks", [])

    def _same(self, copy: "Inked") -> "Inked":
        copy.marks.extend(self.marks)
        return copy

    def copy(self) -> "Inked":
        return self._same(super().copy())

    def convert(self, *given: Any) -> "Inked":
        return self._same(super().convert(*given))

    def convert_alpha(self) -> "Inked":
        return self._same(super().convert_alpha())

    def subsurface(self, *given: Any) -> "Inked":
        part, box = super().subsurface(*given), Rect(*given)
        part.marks.extend(drawn(self, box, (-box.x, -box.y)))
        return part

    def blit(self, source: Surface, dest: Any = (0, 0), area: Any = None, special_flags: int = 0) -> Rect:
        placed = super().blit(source, dest, area, special_flags)
        if special_flags == 0:
            left, top = (dest.x, dest.y) if isinstance(dest, Rect) else dest[:2]
            draw(self.marks, self.get_rect(), source, (int(left), int(top)), Rect(area or source.get_rect()))
        return placed


def drawn(source: Surface, area: Rect, by: tuple[int, int]) -> Iterator[Mark]:
    """Yield the marks of a part of a picture, moved; one that is not whole in it is cut."""
    for mark in getattr(source, "marks", ()):
        if mark.rect.colliderect(area):
            cut = not area.inflate(2 * LEEWAY, 2 * LEEWAY).contains(mark.rect)
            yield mark._replace(fault="is cut at an edge" if cut and mark.size else mark.fault).moved(*by)


def draw(
    marks: list[Mark], onto: Rect, source: Surface, at: tuple[int, int], area: Rect, *, over: bool = False
) -> None:
    """Add the marks of a picture drawn onto a surface; what it hides is removed, what it covers in part is marked.

    If it lies ``over`` others on purpose, what it covers in part is removed as well.
    """
    place = Rect(at, area.size)
    kept = []
    for mark in marks:
        both = mark.rect.clip(place)
        share = 0.0
        if both.w > LEEWAY and both.h > LEEWAY:
            below = both.move(area.x - at[0], area.y - at[1]).clip(source.get_rect())
            share = solid(source, below) / max(1, min(mark.rect.w, LETTERS * mark.rect.h) * mark.rect.h)
            if mark.rect.w > LETTERS * mark.rect.h and place.w < mark.rect.w:
                # the end of a long line may be hidden
                share = min(share, HIDDEN / 2)
        if share < (TOUCHED / 4 if over else HIDDEN):
            # cards lie on each other, on purpose: their numbers may be covered
            covered = share > TOUCHED and mark.size and not mark.words.isdigit()
            kept.append(mark._replace(fault="is partly covered") if covered else mark)
    marks[:] = kept
    marks.extend(
        mark._replace(fault="leaves the picture")
        if mark.size and not onto.inflate(2 * LEEWAY, 2 * LEEWAY).contains(mark.rect)
        else mark
        for mark in drawn(source, area, (at[0] - area.x, at[1] - area.y))
    )


def solid(source: Surface, part: Rect) -> int:
    """Return how many pixels of a part hide what is below them."""
    if part.w <= 0 or part.h <= 0:
        return 0
    if not source.get_flags() & pygame.SRCALPHA:
        return part.w * part.h if source.get_alpha() in (None, 255) else 0
    return pygame.mask.from_surface(Surface.subsurface(source, part), SOLID).count()


def inked(picture: Surface, words: str, size: int) -> Inked:
    """Return a text's picture as one that knows its words."""
    own = Inked(picture.get_size(), pygame.SRCALPHA, picture)
    Surface.blit(own, picture, (0, 0))
    if words.strip():
        own.marks.append(Mark(words, picture.get_bounding_rect(INK), size))
    return own


def over_a_table(button: Button) -> str:
    """Return "menu" for a button of the open menu of calls."""
    return "menu" if button.items[0].id.startswith("call-") else ""


class Watcher:
    """Watches what is drawn; it knows the strokes that lie over others on purpose."""

    def __init__(self) -> None:
        #: how what is being drawn lies over others on purpose: "", "vanishes" or "menu"
        self._over = ""
        #: texts with the size that was asked for and the one that fits, in real pixels
        self._sizes: list[tuple[str, int, int]] = []
        self._over_others: dict[tuple[int, int, int], str] = {}

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Make every new surface remember the texts and boxes drawn on it."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(surfaces, "Surface", Inked)
            for name in ("plain", "sticker"):
                patch.setattr(fonts, name, _written(getattr(fonts, name), name == "plain"))
            for name in BOXES:
                patch.setattr(Kit, f"{name}_plain", _boxed(getattr(Kit, f"{name}_plain"), name))
            for name in ("fitted", "fitted_lines"):
                patch.setattr(fonts, name, self._fitting(getattr(fonts, name)))
            for owner, name in OVER:
                patch.setattr(owner, name, self._lying_over(getattr(owner, name), lambda _owner: "vanishes"))
            patch.setattr(Button, "draw", self._lying_over(Button.draw, over_a_table))
            patch.setattr(WindowSurface, "blit", self._noted(WindowSurface.blit))
            yield

    def _fitting(self, fit: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(fit)
        def fitted(words: str, face: str, size: int, *given: Any, **named: Any) -> Any:
            found = fit(words, face, size, *given, **named)
            self._sizes.append((words, size, found[0] if isinstance(found, tuple) else found))
            return found

        return fitted

    def begin(self) -> None:
        """Forget earlier texts."""
        self._sizes.clear()

    def shrunk(self, large: float) -> Iterator[str]:
        """Yield the texts that are drawn much smaller than meant since ``begin``, unless they are still large."""
        for words, size, real in self._sizes:
            if real < size * fonts.LEAST_SHRINK - 1 and real < large:
                yield f"{words!r} shrinks to {real / size:.0%}"

    def _lying_over(self, draw: Callable[..., Any], how: Callable[[Any], str]) -> Callable[..., Any]:
        @wraps(draw)
        def drawn(owner: Any, *given: Any, **named: Any) -> Any:
            before, self._over = self._over, how(owner) or self._over
            try:
                return draw(owner, *given, **named)
            finally:
                self._over = before

        return drawn

    def _noted(self, blit: Callable[..., None]) -> Callable[..., None]:
        def noted(window: WindowSurface, *given: Any) -> None:
            before = len(window.strokes)
            blit(window, *given)
            if self._over and len(window.strokes) > before:
                self._over_others[_key(window.strokes[-1])] = self._over

        return noted

    def shown(self, player: Player) -> list[Mark]:
        """Draw a frame, and return what it shows, in drawing order."""
        self._over_others.clear()
        player.app.window_surface.forget()
        player.draw()
        marks: list[Mark] = []
        window = Rect(0, 0, *player.app.context.frame.window)
        for stroke in player.app.window_surface._before or ():
            what, x, y, from_x, from_y, w, h = stroke
            lies = self._over_others.get(_key(stroke), "")
            if isinstance(what, Surface) and lies != "vanishes":
                draw(marks, window, what, (x, y), Rect(from_x, from_y, w, h), over=lies == "menu")
        return marks


def _key(stroke: tuple[Any, ...]) -> tuple[int, int, int]:
    return id(stroke[0]), stroke[1], stroke[2]


def _written(write: Any, sized_last: bool) -> Any:
    known: dict[Any, Inked] = {}

    @wraps(write)
    def written(words: str, *given: Any, **named: Any) -> Inked:
        key = (words, given, tuple(named.items()))
        if key not in known:
            known[key] = inked(write(words, *given, **named), words, given[1] if sized_last else given[0])
        return known[key]

    written.cache_clear = write.cache_clear
    return written


def _boxed(plain: Callable[..., Surface], kind: str) -> Callable[..., Surface]:
    @wraps(plain)
    def make(kit: Kit, *given: Any, **named: Any) -> Surface:
        picture = plain(kit, *given, **named)
        box = picture.get_bounding_rect(INK)
        # a box comes before the texts on it
        picture.marks.insert(0, Mark(kind, box, 0))
        return picture

    return make


def faults(marks: list[Mark]) -> Iterator[str]:
    """Yield what is wrong with a frame's texts: cut off, covered, on top of each other, or on the edge of a box."""
    texts = [(number, mark) for number, mark in enumerate(marks) if mark.size]
    for _, mark in texts:
        if mark.fault:
            yield f"{mark.words!r} {mark.fault}"
    for (_, one), (_, other) in combinations(texts, 2):
        both = one.rect.clip(other.rect)
        if both.w > LEEWAY and both.h > LEEWAY:
            yield f"{one.words!r} and {other.words!r} overlap"
    for number, mark in texts:
        around = mark.rect.inflate(-2 * LEEWAY, -2 * LEEWAY)
        for box in reversed(marks[:number]):
            if not box.size and box.rect.colliderect(around):
                if not box.rect.contains(around):
                    yield f"{mark.words!r} lies on the edge of a {box.words}"
                break


def recorded_cuts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that receives every text that is drawn with an ellipsis from now on."""
    found: list[str] = []
    plain = fonts.cut

    def cut(text: str, face: str, size: int, most: int) -> str:
        drawn = plain(text, face, size, most)
        if drawn != text:
            found.append(text)
        return drawn

    monkeypatch.setattr(fonts, "cut", cut)
    return found
