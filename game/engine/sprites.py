"""Sprites: the cards and chips that move. A layer holds them by key and moves them to new places.

A game says where everything lies (a :class:`Place` each); the layer compares and moves what differs.
Widths during a move are taken in coarse steps, so that few pictures are scaled and all are cached.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from math import cos, pi, sin
from typing import NamedTuple

from pygame import Surface

from game.engine.canvas import Canvas
from game.engine.layout import Box, Spot
from game.engine.tweens import Curve, Tween, in_out_cubic, out_quint

#: widths of moving cards are rounded to this, logical
WIDTH_STEP = 6.0
#: shares of the full width that a turning card is drawn at
FLIP_STEPS = (0.08, 0.3, 0.55, 0.75, 0.9, 1.0)
#: what cannot be used shakes its head: how far, logical, how often and how long, in milliseconds
SHAKE, SHAKES, SHAKE_MS = 7.0, 3, 260.0


class Place(NamedTuple):
    """Where a sprite lies: its middle, its width, what it shows and how high it lies."""

    x: float
    y: float
    w: float
    #: name of the face, as the game's pictures know it
    face: str
    z: float = 0.0
    #: rest, hover, legal, selected, dim, or flat: without a shadow
    state: str = "rest"

    def card(self, ratio: float) -> Box:
        """A card that lies there as a rectangle, ``ratio`` times as high as wide."""
        return Spot(self.x, self.y, self.w).card(ratio)


#: gives the picture of a face at a logical width in a state
Look = Callable[[str, float, str], Surface]
#: the same squeezed to a share of its width. On its way it is made from the picture of the width that is given last;
#: 0: it lies still
MovingLook = Callable[[str, float, str, float, float], Surface]


class Sprite:
    """One thing on the table, perhaps on its way."""

    __slots__ = ("arc", "face", "flip", "place", "shown", "start", "x", "y")

    def __init__(self, place: Place) -> None:
        self.place = place
        self.settle()

    @property
    def of(self) -> float:
        """The width of the picture that its own is made from; 0 where it has a picture of its own."""
        own = self.flip == 1.0 and self.shown.w in (self.start.w, self.place.w)
        return 0.0 if own else max(self.start.w, self.place.w)

    def settle(self) -> None:
        """Be where it belongs."""
        self.start = self.shown = self.place
        self.x, self.y = self.place.x, self.place.y
        self.face = self.place.face
        self.flip = 1.0
        self.arc = 0.0

    def move(self, share: float) -> None:
        """Be ``share`` of the way from where it started to where it belongs."""
        start, end = self.start, self.place
        self.x = start.x + (end.x - start.x) * share
        self.y = start.y + (end.y - start.y) * share - self.arc * 4 * share * (1 - share)
        turning = start.face != end.face
        wide = start.w + (end.w - start.w) * share
        if 0 < share < 1 and start.w != end.w:
            wide = round(wide / WIDTH_STEP) * WIDTH_STEP
        self.face = end.face if share >= 0.5 else start.face
        self.flip = 1.0
        if turning and 0 < share < 1:
            exact = abs(cos(pi * share))
            self.flip = min(FLIP_STEPS, key=lambda step: abs(step - exact))
        self.shown = end._replace(w=wide)
        if share >= 1:
            self.settle()


class Layer:
    """The sprites of a table."""

    def __init__(self, look: MovingLook) -> None:
        self.look = look
        self.sprites: dict[Hashable, Sprite] = {}
        #: the one movement of each sprite that is on its way: a new one takes the old one's place
        self._tweens: dict[Hashable, Tween] = {}
        self._flying: list[tuple[Sprite, Tween]] = []
        #: what is held over everything else, see ``hold``, and what shakes, with the share of it that is over
        self._held: tuple[Hashable, ...] = ()
        self._shaking: dict[Hashable, tuple[float, float]] = {}

    @property
    def busy(self) -> bool:
        """Whether anything is on its way."""
        return bool(self._tweens or self._flying or self._shaking)

    def new(self, place: Place) -> Sprite:
        """A sprite at its place; a game whose things move in a way of their own makes its own kind."""
        return Sprite(place)

    def arrange(
        self,
        places: Mapping[Hashable, Place],
        ms: float = 0,
        curve: Curve = out_quint,
        stagger: float = 0,
        origins: Mapping[Hashable, Place] | None = None,
        wait: float = 0,
    ) -> None:
        """Let everything lie as ``places`` says; what is new comes from ``origins``, what is missing goes.

        Sprites that change their place take ``ms`` milliseconds for it, the n-th starting ``stagger`` later; those from
        ``origins`` wait before they do.
        """
        for key in [key for key in self.sprites if key not in places]:
            del self.sprites[key]
            self._tweens.pop(key, None)
        moved = 0
        for key, place in places.items():
            sprite = self.sprites.get(key)
            late = moved * stagger
            if sprite is None:
                origin = (origins or {}).get(key)
                late += wait
                sprite = self.sprites[key] = self.new(origin or place)
                if origin is None:
                    continue
            if sprite.place[:4] == place[:4]:
                sprite.place = place
                if sprite.shown is sprite.start:
                    sprite.settle()
                continue
            sprite.start = sprite.shown._replace(x=sprite.x, y=sprite.y, face=sprite.face)
            sprite.place = place
            if ms <= 0:
                self._tweens.pop(key, None)
                sprite.settle()
                continue
            sprite.shown = sprite.start._replace(z=place.z)
            self._tweens[key] = Tween(sprite.move, ms, curve, late)
            moved += 1

    def fly(self, start: Place, end: Place, ms: float, delay: float = 0, arc: float = 40) -> None:
        """Let something fly from one place to another and be gone: a chip."""
        if ms <= 0:
            return
        sprite = self.new(start)
        sprite.place = end
        sprite.arc = arc
        self._flying.append((sprite, Tween(sprite.move, ms, in_out_cubic, delay)))

    def hold(self, places: Mapping[Hashable, Place]) -> None:
        """Let these sprites lie so at once and be drawn by ``draw_held`` alone, until ``let_go``."""
        for key, place in places.items():
            sprite = self.sprites.get(key)
            if sprite is None:
                sprite = self.sprites[key] = self.new(place)
            self._tweens.pop(key, None)
            sprite.place = place
            sprite.settle()
        self._held = tuple(places)

    def let_go(self) -> None:
        """Hold nothing any more."""
        self._held = ()

    def shake(self, key: Hashable, ms: float) -> None:
        """Let something shake for ``ms`` milliseconds, whether it is a sprite or asks for its ``lean`` itself."""
        if ms > 0:
            self._shaking[key] = (0.0, ms)

    def lean(self, key: Hashable) -> float:
        """How far to the side something that shakes is now, logical."""
        age, whole = self._shaking.get(key, (0.0, 1.0))
        share = age / whole
        return SHAKE * (1 - share) * sin(2 * pi * SHAKES * share)

    def moving(self, key: Hashable) -> bool:
        """Whether a sprite is on its way to another place."""
        sprite = self.sprites.get(key)
        return sprite is not None and abs(sprite.x - sprite.place.x) + abs(sprite.y - sprite.place.y) > 12

    def update(self, ms: float) -> None:
        """Let ``ms`` milliseconds pass."""
        for tween in self._tweens.values():
            tween.update(ms)
        for _sprite, tween in self._flying:
            tween.update(ms)
        self._tweens = {key: tween for key, tween in self._tweens.items() if not tween.done}
        self._flying = [pair for pair in self._flying if not pair[1].done]
        aged = {key: (age + ms, whole) for key, (age, whole) in self._shaking.items()}
        self._shaking = {key: (age, whole) for key, (age, whole) in aged.items() if age < whole}

    def finish(self) -> None:
        """Let everything be where it belongs at once."""
        for tween in self._tweens.values():
            tween.finish()
        self._tweens.clear()
        self._flying.clear()
        self._shaking.clear()
        for sprite in self.sprites.values():
            sprite.settle()

    def draw(self, canvas: Canvas) -> None:
        """Draw everything, lowest first."""
        # what is on its way lies above what is at rest
        lying = [pair for pair in self.sprites.items() if pair[0] not in self._held]
        lying.sort(key=lambda pair: (pair[1].shown is not pair[1].place, pair[1].shown.z))
        for key, sprite in lying:
            self._draw(canvas, sprite, self.lean(key) if key in self._shaking else 0.0)
        for sprite, _tween in self._flying:
            self._draw(canvas, sprite)

    def draw_held(self, canvas: Canvas) -> None:
        """Draw what is held."""
        for key in self._held:
            if key in self.sprites:
                self._draw(canvas, self.sprites[key])

    def _draw(self, canvas: Canvas, sprite: Sprite, aside: float = 0.0) -> None:
        shown = sprite.shown
        picture = self.look(sprite.face, shown.w, shown.state, sprite.flip, sprite.of)
        canvas.put_centred(picture, sprite.x + aside, sprite.y)
