"""Sprites: moving cards and chips. A layer holds them by key and moves them to new places.

A game says where everything belongs (a :class:`SpritePlace` each); the layer compares and moves what differs. Widths
during a move are rounded, so that few pictures are scaled and all are cached.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial
from math import cos, inf, pi, sin
from typing import NamedTuple

from pygame import Surface

from game.core.cache import incremental
from game.engine.canvas import Canvas
from game.engine.layout import Box, Spot, overlap
from game.engine.tweens import Curve, Tween, in_out_cubic, out_quint

#: widths of moving cards are rounded to this, logical
WIDTH_STEP = 6.0
#: shares of the full width at which a turning card is drawn
FLIP_STEPS = (0.08, 0.3, 0.55, 0.75, 0.9, 1.0)
#: a moving sprite is scaled from its destination's picture even if it starts this many times larger
LARGER = 1.1
#: milliseconds of a frame for new pictures of moving sprites, and those after its begin until when they are made
MAKE_MS, MADE_BY_MS = 2.5, 4.0
#: shaking of an unusable sprite: logical distance, repetitions, milliseconds
SHAKE, SHAKES, SHAKE_MS = 7.0, 3, 260.0
#: hop of a winning sprite: logical height, milliseconds
HOP, HOP_MS = 16.0, 320.0


class SpritePlace(NamedTuple):
    """A sprite's place: centre, width, face and height in the stack."""

    x: float
    y: float
    w: float
    #: name of the face, as the game's pictures know it
    face: str
    z: float = 0.0
    #: rest, hover, legal, selected, dim, or flat (without a shadow)
    state: str = "rest"

    def card(self, ratio: float) -> Box:
        """Return a card at that place as a rectangle, ``ratio`` times as high as wide."""
        return Spot(self.x, self.y, self.w).card(ratio)


#: returns the picture of a face at a logical width in a state
Look = Callable[[str, float, str], Surface]
#: the same, squeezed to a share of its width, from the picture of the last argument's width; 0: of its own
MovingLook = Callable[[str, float, str, float, float], Surface]


class Sprite:
    """One thing on the table, possibly moving."""

    __slots__ = ("arc", "face", "flip", "late", "looked_up", "made", "picture", "place", "shown", "start", "x", "y")

    def __init__(self, place: SpritePlace) -> None:
        self.place = place
        #: the last picture, and the number of frames for which it has been out of date; -1 at rest
        self.picture: Surface | None = None
        self.late = -1
        #: the place and the face that the picture was looked up for
        self.looked_up: tuple[SpritePlace, str] | None = None
        self.settle()

    @property
    def is_pictured(self) -> bool:
        """True if nothing has changed since the picture was looked up: every move or arrangement is another place."""
        return self.looked_up is not None and self.looked_up[0] is self.shown and self.looked_up[1] == self.face

    @property
    def of(self) -> float:
        """The width of the picture that its own is scaled from; 0 if it has a picture of its own."""
        now, end = self.shown.w, self.place.w
        if self.flip == 1.0 and (now == end or now == self.start.w == self.made):
            return 0.0
        return end if self.made <= end * LARGER else self.made

    def lie(self) -> None:
        """Be at its place, with the right picture in the next frame."""
        self.settle()
        self.late = -1

    def settle(self) -> None:
        """Be at its place."""
        self.start = self.shown = self.place
        self.x, self.y = self.place.x, self.place.y
        self.face = self.place.face
        self.flip = 1.0
        self.arc = 0.0
        #: width of the existing picture at its start
        self.made = self.place.w

    def set_out(self, place: SpritePlace) -> None:
        """Start toward another place from the current position."""
        self.made = self.of or self.shown.w
        self.start = self.shown._replace(x=self.x, y=self.y, face=self.face)
        self.place = place

    def move(self, share: float) -> None:
        """Be at ``share`` of the way from the start to its place."""
        start, end = self.start, self.place
        self.x = start.x + (end.x - start.x) * share
        self.y = start.y + (end.y - start.y) * share - self.arc * 4 * share * (1 - share)
        turning = start.face != end.face
        wide = start.w + (end.w - start.w) * share
        if 0 < share < 1:
            wide = end.w if abs(end.w - start.w) < WIDTH_STEP else round(wide / WIDTH_STEP) * WIDTH_STEP
        self.face = end.face if share >= 0.5 else start.face
        self.flip = 1.0
        if turning and 0 < share < 1:
            exact = abs(cos(pi * share))
            self.flip = min(FLIP_STEPS, key=lambda step: abs(step - exact))
        self.shown = end._replace(w=wide)
        if share >= 1:
            self.settle()


class SpriteLayer:
    """The sprites of a table."""

    def __init__(
        self,
        look: MovingLook,
        now_ms: Callable[[], float] | None = None,
        source: Callable[[], object] | None = None,
    ) -> None:
        """Create a layer; without a clock, all pictures are made in the frame that needs them.

        ``source`` returns what the pictures come from: with another one, such as for another window, all are looked up
        anew.
        """
        self.look = look
        self.now_ms = now_ms
        self.source = source
        self._drawn_from: object = None
        #: when this frame began; unknown where nothing was updated before drawing
        self._frame_began = inf
        self.sprites: dict[Hashable, Sprite] = {}
        #: the one movement of each moving sprite: a new one replaces it
        self._tweens: dict[Hashable, Tween] = {}
        self._flying: list[tuple[Sprite, Tween]] = []
        #: flights that somebody waits for
        self._awaited: dict[Hashable, Tween] = {}
        #: keys held over everything else, see ``hold``, and shakes and hops: elapsed and total milliseconds
        self._held: tuple[Hashable, ...] = ()
        self._shaking: dict[Hashable, tuple[float, float]] = {}
        self._hopping: dict[Hashable, tuple[float, float]] = {}
        self._high: dict[Hashable, float] = {}
        #: something that has arrived still has a picture of its way
        self._behind = False

    @property
    def busy(self) -> bool:
        """True if anything moves, or has arrived without its final picture."""
        return bool(self._tweens or self._flying or self._shaking or self._hopping or self._behind)

    def new(self, place: SpritePlace) -> Sprite:
        """Return a sprite at its place; games with their own movements override it."""
        return Sprite(place)

    def arrange(
        self,
        places: Mapping[Hashable, SpritePlace],
        ms: float = 0,
        curve: Curve = out_quint,
        stagger: float = 0,
        origins: Mapping[Hashable, SpritePlace] | None = None,
        wait: float = 0,
    ) -> None:
        """Move everything to ``places``; new sprites come from ``origins``, missing ones are removed.

        Movements take ``ms`` milliseconds, the n-th starting ``stagger`` later; those from ``origins`` first wait
        ``wait``.
        """
        for key in [key for key in self.sprites if key not in places]:
            del self.sprites[key]
            self._tweens.pop(key, None)
        moved = 0
        for key, place in places.items():
            sprite, origin = self.sprites.get(key), None
            late = moved * stagger
            if sprite is None:
                origin = (origins or {}).get(key)
                late += wait
                sprite = self.sprites[key] = self.new(origin or place)
                if origin is None:
                    continue
            if sprite.place[:4] == place[:4]:
                if sprite.place != place:
                    # an equal one would have its picture looked up again
                    sprite.place = place
                if sprite.shown is sprite.start:
                    sprite.settle()
                continue
            sprite.set_out(place)
            if ms <= 0:
                self._tweens.pop(key, None)
                sprite.lie()
                continue
            if origin:
                # nobody has seen it there: it needs no picture of its own for that
                sprite.made = max(origin.w, place.w)
            sprite.shown = sprite.start._replace(z=place.z)
            self._tweens[key] = Tween(sprite.move, ms, curve, late)
            moved += 1

    def fly(
        self, start: SpritePlace, end: SpritePlace, ms: float, delay: float = 0, arc: float = 40, key: Hashable = None
    ) -> None:
        """Fly something, such as a chip, from one place to another and remove it; ``key`` names it for ``on_way``."""
        if ms <= 0:
            return
        sprite = self.new(start)
        sprite.place = end
        sprite.arc = arc
        tween = Tween(sprite.move, ms, in_out_cubic, delay)
        self._flying.append((sprite, tween))
        if key is not None:
            self._awaited[key] = tween

    def hold(self, places: Mapping[Hashable, SpritePlace]) -> None:
        """Put these sprites in place at once, to be drawn by ``draw_held`` alone, until ``let_go``."""
        for key, place in places.items():
            sprite = self.sprites.get(key)
            if sprite is None:
                sprite = self.sprites[key] = self.new(place)
            self._tweens.pop(key, None)
            sprite.place = place
            sprite.lie()
        self._held = tuple(places)

    def let_go(self) -> None:
        """Release what is held."""
        self._held = ()

    def shake(self, key: Hashable, ms: float) -> None:
        """Shake something for ``ms`` milliseconds: a sprite, or anything drawn with its ``lean``."""
        if ms > 0:
            self._shaking[key] = (0.0, ms)

    def lean(self, key: Hashable) -> float:
        """Return the current sideways offset of something that shakes, logical."""
        age, whole = self._shaking.get(key, (0.0, 1.0))
        share = age / whole
        return SHAKE * (1 - share) * sin(2 * pi * SHAKES * share)

    def hop(self, key: Hashable, ms: float, high: float = HOP) -> None:
        """Make a sprite hop for ``ms`` milliseconds, ``high`` logical pixels high."""
        if ms > 0:
            self._hopping[key] = (0.0, ms)
            self._high[key] = high

    def rise(self, key: Hashable) -> float:
        """Return a hopping sprite's current height, logical."""
        age, whole = self._hopping.get(key, (0.0, 1.0))
        return self._high.get(key, HOP) * sin(pi * age / whole)

    def moving(self, key: Hashable) -> bool:
        """Return True if a sprite is moving to another place."""
        sprite = self.sprites.get(key)
        return sprite is not None and abs(sprite.x - sprite.place.x) + abs(sprite.y - sprite.place.y) > 12

    def on_way(self, key: Hashable) -> bool:
        """Return True if a sprite, or a flight of this key, has visibly yet to arrive."""
        return self.moving(key) or key in self._awaited

    def update(self, ms: float) -> None:
        """Advance by ``ms`` milliseconds."""
        self._frame_began = self.now_ms() if self.now_ms else inf
        for tween in self._tweens.values():
            tween.update(ms)
        for _sprite, tween in self._flying:
            tween.update(ms)
        self._tweens = {key: tween for key, tween in self._tweens.items() if not tween.done}
        self._flying = [pair for pair in self._flying if not pair[1].done]
        self._awaited = {key: tween for key, tween in self._awaited.items() if not tween.done}
        self._shaking, self._hopping = (
            {key: (age + ms, whole) for key, (age, whole) in moves.items() if age + ms < whole}
            for moves in (self._shaking, self._hopping)
        )

    def finish(self) -> None:
        """End every movement at once."""
        for tween in self._tweens.values():
            tween.finish()
        self._tweens.clear()
        self._flying.clear()
        self._awaited.clear()
        self._shaking.clear()
        self._hopping.clear()
        self._high.clear()
        self._behind = False
        for sprite in self.sprites.values():
            sprite.lie()

    def draw(self, canvas: Canvas) -> None:
        """Draw everything, lowest first."""
        source = self.source() if self.source else None
        if source is not self._drawn_from:
            self._drawn_from = source
            for sprite in self.sprites.values():
                sprite.looked_up = None
        self._make()
        # moving sprites are above resting ones
        lying = [pair for pair in self.sprites.items() if pair[0] not in self._held]
        lying.sort(key=lambda pair: (pair[1].shown is not pair[1].place, pair[1].shown.z))
        for key, sprite in lying:
            self._draw_lying(canvas, key, sprite)
        for sprite, _tween in self._flying:
            self._draw(canvas, sprite)

    def draw_above(self, canvas: Canvas, boxes: Iterable[Box]) -> None:
        """Draw the moving sprites once more where they cross these boxes, whose contents lie above the layer."""
        moving = [(key, self.sprites[key]) for key in self._tweens if key not in self._held]
        if not (moving or self._flying):
            return
        moving.sort(key=lambda pair: pair[1].shown.z)
        moving += [(None, sprite) for sprite, _tween in self._flying]
        whole = canvas.screen.get_clip()
        extents = [_extent(canvas, sprite) for _key, sprite in moving]
        for box in boxes:
            crossing = [pair for pair, extent in zip(moving, extents, strict=True) if overlap(extent, box)]
            if crossing:
                left, top = canvas.frame.to_real(box.x, box.y)
                canvas.screen.set_clip(whole.clip((left, top, canvas.frame.px(box.w), canvas.frame.px(box.h))))
                for key, sprite in crossing:
                    self._draw_lying(canvas, key, sprite)
                canvas.screen.set_clip(whole)

    def _draw_lying(self, canvas: Canvas, key: Hashable, sprite: Sprite) -> None:
        aside = self.lean(key) if key in self._shaking else 0.0
        self._draw(canvas, sprite, aside, self.rise(key) if key in self._hopping else 0.0)

    def draw_held(self, canvas: Canvas) -> None:
        """Draw what is held."""
        for key in self._held:
            if key in self.sprites:
                self._draw(canvas, self.sprites[key])

    def _make(self) -> None:
        """Update the pictures of moving and newly arrived sprites within the frame's budget.

        When a hand shrinks, all its cards need another picture in the same frame. So only some milliseconds are spent,
        on those that have waited longest first; the rest keep their picture, or are not visible yet.
        """
        if self.now_ms is None:
            return
        moving = [sprite for sprite in self.sprites.values() if sprite.shown is not sprite.place or sprite.late >= 0]
        moving += [sprite for sprite, _tween in self._flying]
        moving.sort(key=lambda sprite: -sprite.late)
        now_ms = self.now_ms
        # an event's frame has less time left, as the match took some of it
        end = min(now_ms() + MAKE_MS, self._frame_began + MADE_BY_MS)
        self._frame_began = inf

        def enough() -> bool:
            return now_ms() >= end

        for number, sprite in enumerate(moving):
            sprite.late = max(sprite.late, 0) + 1
            if incremental(partial(self._look, sprite), enough, number):
                sprite.late = -1 if sprite.shown is sprite.place else 0
        self._behind = any(sprite.late > 0 and sprite.shown is sprite.place for sprite in moving)

    def _look(self, sprite: Sprite) -> None:
        shown = sprite.shown
        sprite.picture = self.look(sprite.face, shown.w, shown.state, sprite.flip, sprite.of)
        sprite.looked_up = shown, sprite.face

    def _draw(self, canvas: Canvas, sprite: Sprite, aside: float = 0.0, up: float = 0.0) -> None:
        if sprite.late < 0 and not sprite.is_pictured:
            self._look(sprite)
        if sprite.picture:
            canvas.put_centred(sprite.picture, sprite.x + aside, sprite.y - up)


def _extent(canvas: Canvas, sprite: Sprite) -> Box:
    """Return the box of a sprite's picture, logical."""
    wide, high = (side / canvas.frame.scale for side in (sprite.picture.get_size() if sprite.picture else (0, 0)))
    return Box(sprite.x - wide / 2, sprite.y - high / 2, wide, high)
