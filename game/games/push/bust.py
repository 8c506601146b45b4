"""The animation of a bust: the card shakes, bounces off every row that keeps it out, and is announced."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from game.engine.banners import Banner
from game.engine.canvas import Canvas
from game.engine.director import Look, Script
from game.engine.layout import Spot, overlap
from game.engine.palette import WARNING
from game.engine.sprites import SpritePlace
from game.engine.turn_table import TurnTable
from game.games.push import events as ev
from game.games.push import faces, layout
from game.games.push.deck import MARKS
from game.games.push.faces import RATIO, face_of
from game.games.push.rules import Action, View

#: durations in milliseconds at normal speed: flight to the middle, flight to a row or back, and the banner; and the
#: time that this stays visible at any speed, and the banner without animation
LEAP_MS, BOUNCE_MS, BANNER_MS, SEEN_MS, UNMOVED_MS = 220.0, 90.0, 1000.0, 400.0, 1600.0
#: share of the way that the card flies towards the one it clashes with
BOUNCE = 0.6
#: sideways positions of the shaking card, logical, and the time from one to the next in milliseconds
SHAKE, SHAKE_MS = (10.0, -10.0, 8.0, -7.0, 4.0, 0.0), 42.0


class Misfit(NamedTuple):
    """A card that fits no row."""

    seat: int
    card: int
    #: its cost in points, if shown
    stake: int
    #: its place, and the number of rows that have rejected it
    at: Spot
    rows_tried: int = 0
    #: True once the banner is shown below it
    is_labelled: bool = False


class BustAnimation:
    """A bust on a table; ``misfit`` is its card while it runs."""

    spots: layout.Spots
    banner: Banner

    def __init__(
        self,
        table: TurnTable[Action, ev.Event, View],
        shares: Callable[[int], tuple[float, float]],
        step: Callable[[int, float, float], Script],
    ) -> None:
        """``shares`` of the usual time are for a seat's flight and for its bounces; ``step`` shows it bad news."""
        self._table, self._shares, self._step = table, shares, step
        self.misfit: Misfit | None = None
        self._rows: Sequence[tuple[int, ...]] = ()
        #: where the card stays: over the rows, beside those it clashes with
        self.home: Spot

    def build(self, spots: layout.Spots) -> None:
        """Adopt the places of a window, and prepare the banner so that the first bust does not stutter."""
        self.spots, self.banner = spots, Banner(self._table.kit, WARNING, True, spots.stage.wide)
        self.banner.title(self._table.text("bust"))

    def place(self, shaken: float) -> dict[Hashable, SpritePlace]:
        """Return the place of the card, if there is a bust."""
        if self.misfit is None:
            return {}
        x, y, w = self.misfit.at
        return {self.misfit.card: SpritePlace(x + shaken, y, w, face_of(self.misfit.card), 70)}

    def run(
        self, misfit: Misfit, rows: Sequence[tuple[int, ...]], strike: Callable[[], float], volume: float
    ) -> Script:
        """Animate a bust beside ``rows`` until its banner goes; ``volume`` is that of its sound.

        ``strike`` returns the milliseconds that the banner stays longer.
        """
        table = self._table
        table.context.audio.play("bust", volume)
        self.misfit, self._rows = misfit, rows
        self.home = layout.bust_place(self.spots, [self._clashing(misfit.card, row) for row in range(len(rows))])
        table.feel(misfit.seat, "beaten")
        table.arrange()
        yield from table.shake(SHAKE, SHAKE_MS)
        share, late = self._shares(misfit.seat)
        # the bounces are shown for opponents too
        if table.ms(1):
            yield from self._leap(misfit, self.home, LEAP_MS * share)
            for row in range(len(rows)):
                if against := self._clashing(misfit.card, row):
                    yield from self._bounce(self.misfit, row, against[0], BOUNCE_MS * late)
        self.misfit = self.misfit._replace(at=self.home, rows_tried=len(rows), is_labelled=True)
        table.arrange()
        # it stays visible even without animation
        pause = strike()
        if table.context.settings.pace:
            yield from self._step(misfit.seat, BANNER_MS * share + pause, SEEN_MS)
        else:
            yield Look(UNMOVED_MS * share + pause)
        self.misfit = None

    def _leap(self, misfit: Misfit, at: Spot, length: float) -> Script:
        """Animate the card's flight to ``at``."""
        self.misfit = misfit._replace(at=at)
        self._table.arrange(self._table.ms(length))
        yield length

    def _bounce(self, misfit: Misfit, row: int, against: Spot, length: float) -> Script:
        """Animate the card bouncing off the one that keeps it out, which shakes."""
        home, (x, y, _w), table = self.home, against, self._table
        nearer = home._replace(x=home.x + (x - home.x) * BOUNCE, y=home.y + (y - home.y) * BOUNCE)
        yield from self._leap(misfit, nearer, length)
        table.context.audio.play("drum")
        for other in self._rows[row]:
            if MARKS[other] & MARKS[misfit.card]:
                table.layer.shake(other, table.ms(length))
        yield from self._leap(misfit._replace(rows_tried=row + 1), home, length)

    def _clashing(self, card: int, row: int) -> list[Spot]:
        """Return the places of the cards in a row that keep a card out."""
        cards = self._rows[row]
        marked = [place for place, other in enumerate(cards) if MARKS[other] & MARKS[card]]
        return [layout.in_row(self.spots, row, place, len(cards)) for place in marked]

    def draw(self, canvas: Canvas) -> None:
        """Draw the card's cross, the rings around the cards it clashes with, and its cost."""
        misfit, table, kit = self.misfit, self._table, self._table.kit
        if misfit is None:
            return
        sprite = table.layer.sprites[misfit.card]
        if sprite.shown.w == misfit.at.w:
            canvas.put_centred(kit.scene_image(faces.misfit, misfit.at.w, True), sprite.x, sprite.y)
        over = Spot(sprite.x, sprite.y, sprite.shown.w).card(RATIO)
        for row in range(misfit.rows_tried):
            for spot in self._clashing(misfit.card, row):
                if overlap(spot.card(RATIO), over) <= 0:
                    canvas.put_centred(kit.scene_image(faces.misfit, spot.w, False), spot.x, spot.y)
        if misfit.is_labelled:
            key, name = "bust.lost" if misfit.stake else "bust.text", table.name(misfit.seat)
            text = table.text(key, name=name, count=misfit.stake)
            self.banner.draw(canvas, table.text("bust"), text, *self.spots.stage.banner)
