"""The animation of a roll: the die tumbles over the rows, slows down, and tells its cost before it lies down."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise, product
from math import sin, tau
from typing import NamedTuple

from game.engine.banners import Banner
from game.engine.canvas import Canvas
from game.engine.director import Script
from game.engine.game_table import Preparation
from game.engine.layout import Box, Spot, bounds
from game.engine.palette import GOOD, WARNING
from game.engine.sprites import SpritePlace
from game.engine.turn_table import TurnTable
from game.games.push import events as ev
from game.games.push import faces, layout
from game.games.push.deck import FACES, STAR
from game.games.push.faces import REST_TURN
from game.games.push.rules import Action, Roll, View
from game.games.push.texts import PushTexts

#: durations at normal speed, in milliseconds: a roll, its result for the roller and for others, its banner, which
#: holds up no others and ends when the viewer has to decide, and the die's way to its resting place
THROW_MS, RESULT_MS, GLANCE_MS, ANNOUNCED_MS, LEAVE_MS = 1600.0, 1000.0, 480.0, 1100.0, 280.0
#: a tap ends a roll and its result for the viewer, but each stays visible this long at any speed, in milliseconds
ROLL_SEEN, RESULT_SEEN = 240.0, 700.0
#: quarter turns of the die, and the steps of its drawn angles in degrees: usually, and in the last and slowest one
TURNS, STEP, LAST_STEP = 10, 18, 9
#: how much a roll slows down: the exponents of its turns and of its way; the last face comes up at four fifths of it
TURN_SLOWS, WAY_SLOWS = 1.8, 2.4
#: its three hops: end as a share of the way, and height in sides of the die
HOPS = ((0.0, 0.0), (0.42, 0.8), (0.74, 0.4), (1.0, 0.15))


class Tumble(NamedTuple):
    """The die in motion: middle, degrees clockwise, and the face that is up."""

    x: float
    y: float
    degrees: int
    face: int


def tumble(share: float, face: int, start: tuple[float, float], end: Spot) -> Tumble:
    """Return the die's pose after ``share`` (0 to 1) of its roll from ``start`` to ``end``, where ``face`` is up."""
    if share >= 1:
        return Tumble(end.x, end.y, REST_TURN, face)
    way = 1 - (1 - share) ** WAY_SLOWS
    x = start[0] + (end.x - start[0]) * way
    y = start[1] + (end.y - start[1]) * way
    for (since, _high), (until, high) in pairwise(HOPS):
        if since <= way < until:
            y -= sin(tau / 2 * (way - since) / (until - since)) * high * end.w
    # it rests in the middle of its last quarter turn
    turned = (1 - (1 - share) ** TURN_SLOWS) * (TURNS - 0.5)
    left = TURNS - 1 - int(turned)
    step = STEP if left else LAST_STEP
    degrees = REST_TURN + round((turned % 1 - 0.5) * 90 / step) * step
    return Tumble(x, y, degrees, (face + left * (FACES - 1)) % FACES)


class Throw(NamedTuple):
    """A roll of the die in progress."""

    roll: Roll
    start: tuple[float, float]
    age: float
    total: float


class DieAnimation:
    """The die on a table: rolling, over the rows with its result, or at its resting place."""

    spots: layout.Spots
    banners: tuple[Banner, Banner]

    def __init__(self, table: TurnTable[Action, ev.Event, View], step: Callable[[int, float, float], Script]) -> None:
        """``step`` shows a step of bad news for a seat."""
        self._table, self._step = table, step
        self.throw: Throw | None = None
        #: the die is about to be rolled, so that the result of the last roll is out of date
        self.is_due = False
        #: the roll whose result lies over the rows
        self.result: Roll | None = None
        #: the roll that is announced, and how many milliseconds longer
        self._announced: tuple[Roll, float] | None = None

    def build(self, spots: layout.Spots) -> None:
        """Adopt the places of a window, and prepare the banners so that the first roll does not stutter."""
        self.spots = spots
        wide = spots.stage.wide
        self.banners = Banner(self._table.kit, GOOD, True, wide), Banner(self._table.kit, WARNING, True, wide)

    def ahead(self) -> Iterator[Preparation]:
        """Prepare the die at rest and while it rolls."""
        poses = dict.fromkeys((*range(-2 * STEP, 3 * STEP, STEP), *range(-5 * LAST_STEP, 0, LAST_STEP)))
        for w, turns in ((self.spots.die.w, (0,)), (self.spots.stage.die.w, poses)):
            for turn, face in product(turns, range(FACES)):
                yield partial(self._table.kit.scene_image, faces.die, w, faces.side_of(face), REST_TURN + turn)

    @property
    def is_away(self) -> bool:
        """True while the die is not at its resting place."""
        return bool(self.throw or self.result or self._table.layer.on_way("die"))

    @property
    def is_announced(self) -> bool:
        """True while a result is announced."""
        return self._announced is not None

    @property
    def stage(self) -> Box:
        """The place of a roll over the rows, and on a tall table of its banner, which a wide one has elsewhere."""
        (x, y, side), (middle, height), paper = self.spots.stage.die, self.spots.stage.banner, self.banners[0]
        banner = Box(middle - paper.wide / 2, height - paper.high / 2, paper.wide, paper.high)
        die = Box(x - side / 2, y - side / 2, side, side)
        return die if self.spots.stage.wide else bounds([die, banner])

    def forget(self) -> None:
        """Lay the die down at once; what it has cost stays announced for its time."""
        self.throw = self.result = None
        self.is_due = False

    def hush(self) -> None:
        """Announce nothing any more."""
        self._announced = None

    def update(self, ms: float) -> bool:
        """Advance time; return True if the picture changes."""
        changed = self.is_away or self.is_announced
        if self._announced:
            roll, left = self._announced
            self._announced = (roll, left - ms) if left > ms else None
        if self.throw:
            self.throw = self.throw._replace(age=self.throw.age + ms)
            if self.throw.age >= self.throw.total:
                self.result, self.throw = self.throw.roll, None
        return changed

    def run(self, roll: Roll, start: tuple[float, float], share: float, seen: float, volume: float) -> Script:
        """Animate a roll from ``start`` in a ``share`` of the usual time, and its result in the share ``seen``.

        ``volume`` is that of the sounds: a harmless roll is soft, and its end silent.
        """
        table = self._table
        self.hush()
        table.context.audio.play("die", volume)
        own, total = table.decides(roll.seat), table.ms(THROW_MS * share)
        if total:
            self.throw = Throw(roll, start, 0.0, total)
            yield from self._step(roll.seat, THROW_MS * share, ROLL_SEEN)
        self.throw, self.result = None, roll
        if own or roll.lost:
            self._announced = (roll, max(RESULT_SEEN, ANNOUNCED_MS * table.context.settings.pace))
        table.feel(roll.seat, "beaten" if roll.lost else "glad")
        if roll.lost:
            table.context.audio.play("bust", volume)
        elif volume >= 1:
            table.context.audio.play("claim")
        unmoved = 0.0 if total else THROW_MS * share
        look = RESULT_SEEN * min(1.0, seen)
        yield from self._step(roll.seat, (RESULT_MS if own else GLANCE_MS) * seen + unmoved * (not own), look)
        if own and roll.lost:
            # good news holds up nothing, and stays for its time
            self.hush()
        if not roll.lost:
            yield from self.leave()

    def leave(self) -> Script:
        """Send the die to its resting place; while rows are to be chosen from, wait until it is off them."""
        if not self.result:
            return
        face = f"die-{faces.side_of(self.result.face)}"
        start, end = (SpritePlace(*spot, face, 80) for spot in (self.spots.stage.die, self.spots.die))
        self.result = None
        self._table.layer.fly(start, end, self._table.ms(LEAVE_MS), arc=0, key="die")
        if self._table.shown.rows:
            yield LEAVE_MS

    def threatened(self) -> tuple[int, int, bool] | None:
        """Return the seat that rolls, the face that is up, and whether that is not yet the last one."""
        if self.throw:
            return self.throw.roll.seat, self._pose(self.throw).face, True
        return (self.result.seat, self.result.face, False) if self.result else None

    def _pose(self, throw: Throw) -> Tumble:
        return tumble(throw.age / throw.total, throw.roll.face, throw.start, self.spots.stage.die)

    def draw_resting(self, canvas: Canvas, roll: Roll | None) -> None:
        """Draw the die at its resting place with the face of the last ``roll``."""
        if not self.is_away:
            self._put(canvas, self.spots.die, REST_TURN, roll.face if roll else STAR)

    def draw(self, canvas: Canvas) -> None:
        """Draw the die over the rows, and what it costs."""
        if self.throw:
            at = self._pose(self.throw)
            self._put(canvas, Spot(at.x, at.y, self.spots.stage.die.w), at.degrees, at.face)
        elif self.result:
            self._put(canvas, self.spots.stage.die, REST_TURN, self.result.face)
        if self._announced:
            roll, texts = self._announced[0], self._table.match_texts
            assert isinstance(texts, PushTexts)
            self.banners[bool(roll.lost)].draw(canvas, *texts.outcome(roll), *self.spots.stage.banner)

    def _put(self, canvas: Canvas, spot: Spot, degrees: int, face: int) -> None:
        canvas.put_centred(self._table.kit.scene_image(faces.die, spot.w, faces.side_of(face), degrees), spot.x, spot.y)
