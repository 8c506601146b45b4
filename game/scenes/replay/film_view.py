"""The picture of a film: the table from near and far, the caption, and a card with the result.

The caption has a band of its own below the table, which takes the sides of the window for the height that it lacks. In
portrait the band is in the place of the table's buttons, which a film does not need.
"""

from collections.abc import Hashable, Sequence
from itertools import chain
from typing import NamedTuple

from pygame import Rect, Surface

from game.core.events import seats_in
from game.core.game import View
from game.engine import figures, fonts, live_table, palette, surfaces, transitions, turn_table, tweens
from game.engine.canvas import Canvas
from game.engine.game_table import popup_box
from game.engine.kit import Kit
from game.engine.layout import Box, Frame, bounds, frame_for
from game.engine.match_texts import name_of
from game.engine.sprites import SpritePlace
from game.engine.widgets import Button, UseAction, Widget
from game.engine.window_surface import Outlines
from game.scenes.replay.camera import (
    LEAST_ZOOM,
    MARGIN,
    MOST_PIXELS,
    OUT_MS,
    Camera,
    CloseShot,
    closest_shot,
    magnified,
    room_of,
    zoom_of,
)
from game.scenes.replay.end_card import end_card_plain
from game.scenes.replay.strip import Strip
from game.scenes.result.celebration import Celebration
from game.scenes.result.outcome import outcome_of
from game.services.context import Context
from game.table.film import FILM_MS, IN_MS, RESULT_MS, TOLD_MS, Cut

#: height of the band with the caption: below a wide table, a tall one, and a tall one with people all around
BAND_WIDE, BAND_TALL, BAND_AROUND = 92.0, 140.0, 250.0
#: the largest zoom, at which a banner still fits, and that of a film without close shots, as in portrait, where hardly
#: one would cut no text and no seat
MOST_ZOOM, FAR_ZOOM = 1.9, 1.3
#: the real milliseconds at the end for which the whole table is in view, and in which the result fades in and stays
END_MS, CARD_MS, FADE_MS = RESULT_MS - OUT_MS - 120.0, 1500.0, 300.0
#: height of a card by its width, at least, and how far it moves unnoticed, logical
CARD_RATIO, UNNOTICED = 1.4, 2.0


class ActionScene(NamedTuple):
    """The scene of one action in a film, as logical boxes."""

    #: all that moves, comes, goes or is told of
    about: Sequence[Box]
    #: the cards on the table
    lying: Sequence[Box]


class Closeness(NamedTuple):
    """The close shot of a cut, and the position since which it holds all that happens."""

    since: int
    shot: CloseShot


def _differ(one: SpritePlace, other: SpritePlace) -> bool:
    """Return True if a card is seen to move or to turn from one place to another."""
    return one.face != other.face or max(abs(one.x - other.x), abs(one.y - other.y)) > UNNOTICED


class FilmView(Strip):
    """Shows a film: the camera moves in on the cards of each cut and out again, and the caption follows the event."""

    focus = "skip"
    around = False

    @property
    def _band(self) -> Box:
        """The place of the caption."""
        frame = self.frame
        high = (BAND_AROUND if self.around else BAND_TALL) if frame.tall else BAND_WIDE
        return Box(0, frame.height - high, frame.width, high)

    @property
    def _shot(self) -> tuple[int, int]:
        """The size of the picture above the band."""
        return self.frame.window[0], self.frame.to_real(0, self._band.y)[1]

    def framed(self) -> Context:
        """Return a context for the table above the band, or in portrait as in play."""
        framed, frame = self._own_speed(), self.frame
        framed.frame = frame
        if self.around or not frame.tall:
            framed.frame = frame_for(self._shot, frame.safe._replace(bottom=0))
            framed.kit = Kit(framed.frame, self.context.settings.scale)
        return framed

    def lay(self, table: turn_table.AnyTurnTable | live_table.AnyLiveTable) -> None:
        """Lay out the table for the close shots."""
        self.table, framed, cuts = table, self.framed(), self.driver.cuts
        table.context = framed
        table.log_panel.hidden = True
        table.has_buttons = self.frame.tall or self.around
        frame, shot = framed.frame, self._shot
        zoom = min(FAR_ZOOM if frame.tall else MOST_ZOOM, (MOST_PIXELS / (frame.window[0] * frame.window[1])) ** 0.5)
        self._magnify(frame, zoom)
        found = [None if frame.tall else self._close_shot(number, frame, zoom) for number in range(len(cuts))]
        #: the close shot of each cut, or None if it is shown from afar
        self.close_shots = [close and close.shot for close in found]
        #: and the position from which on it is
        self.close_from = [close and close.since for close in found]
        self.driver.lead.come_close(self.close_from)
        if zoom > FAR_ZOOM and not any(found):
            # a smaller picture is drawn and scaled more often
            zoom = FAR_ZOOM
            self._magnify(frame, zoom)
        self._camera = Camera(framed.frame, shot, zoom)
        #: the last cut that was drawn, and the last picture of the one before
        self._shown = 0
        self._past: Surface | None = None
        table.sync(self.driver.match.view(self.driver.match.viewer))
        # nobody present has secrets to keep
        table.alone, table.held_by = True, ()
        #: once the result has replaced what the last action left of popups and sparks
        self._celebration: Celebration | None = None
        #: the newest row of the log before the present cut
        self._told_before = ""
        self._told_left_ms = TOLD_MS
        self._outcome = outcome_of(self.texts, self.driver.match.full_match)

    def _magnify(self, frame: Frame, zoom: float) -> None:
        """Lay out the table ``zoom`` times as large."""
        framed = self.table.context
        framed.frame = magnified(frame, zoom)
        framed.kit = Kit(framed.frame, self.context.settings.scale)
        self.table.build()

    def _close_shot(self, number: int, frame: Frame, most: float) -> Closeness | None:
        """Return the close shot of a cut, at most ``most`` times as large as in a frame, or None."""
        cut, shown = self.driver.cuts[number], self.driver.positions(number)
        scenes = [self._scene(place) for place in shown[1:]]
        room, things = room_of(frame, self._shot), list[Box]()
        # what comes before a later position may lie all over the table: it is seen from afar
        for since in range(shown[0], cut.place):
            about = self._about(cut, scenes[since - shown[0] :])
            if zoom_of(room, about) >= LEAST_ZOOM:
                things = things or self._things((shown[0], shown[-1]), scenes)
                if shot := closest_shot(room, most, about, things):
                    return Closeness(since, shot)
        return None

    def _about(self, cut: Cut, scenes: Sequence[ActionScene]) -> Box:
        """Return the box around all that a cut is about, with some room around it."""
        told = map(self._seat_box, self._told_of(cut))
        about = [*told, *chain(*(scene.about for scene in scenes))]
        return bounds(about).grown(MARGIN) if about else self.table.frame.room

    def _told_of(self, cut: Cut) -> list[int]:
        """Return the seats of whom a cut's caption tells; how the match ended is told with the whole table."""
        ends = cut.place == self.driver.match.last and not self.driver.match.game.real_time
        return [seat for seat in (cut.seat, cut.other) if seat >= 0 and not ends]

    def _scene(self, place: int) -> ActionScene:
        """Return what moves, comes, goes or is told of in the action that leads to a position, and what lies about."""
        film, about, lying = self.driver.match, list[Box](), list[Box]()
        before = self._lying(film.view_at(place - 1, film.viewer))
        for event, view in film.seen(place):
            now = self._lying(view)
            for one, other in ((before.get(key), now.get(key)) for key in {**before, **now}):
                if one is None or other is None or _differ(one, other):
                    about += [lies.card(CARD_RATIO) for lies in (one, other) if lies]
            seats = [*map(self._seat_box, seats_in(event))]
            # what a seat gains or loses may rise from the middle of its place
            about += [*self.table.concerned(event), *seats, *(popup_box(*box.centre) for box in seats)]
            lying += [lies.card(CARD_RATIO) for lies in now.values()]
            before = now
        return ActionScene(about, lying)

    def _seat_box(self, seat: int) -> Box:
        """Return the place of a seat; all of the table if that names none."""
        step = self.table.order().index(seat)
        return self.table.place_of(f"rival-{step}" if step else "own") or self.table.frame.room

    def _things(self, places: Sequence[int], scenes: Sequence[ActionScene]) -> list[Box]:
        """Return all that is seen on the table in a cut's scenes, drawn as it is at some positions."""
        table, cards, others = self.table, [*chain(*(scene.lying for scene in scenes))], list[Box]()
        film, scale = self.driver.match, self.table.frame.scale
        for place in places:
            lying = [lies.card(CARD_RATIO) for lies in self._lying(film.view_at(place, film.viewer)).values()]
            outlines = Outlines(Rect(0, 0, *table.frame.window))
            table.draw(Canvas(outlines, table.frame))
            for found in [*outlines.found, *table.backdrop.baked]:
                box = Box(*table.frame.to_logical(*found.topleft), found.w / scale, found.h / scale)
                # the picture of a card has a shadow around it
                if found in table.backdrop.baked or not any(card.beyond(*box.centre) < 0 for card in lying):
                    others.append(box)
            cards += lying
        rivals = (f"rival-{step}" for step in range(1, len(film.seats)))
        panels = filter(None, map(table.place_of, [*rivals, "own", "band"]))
        return [*dict.fromkeys([*cards, *others, *panels])]

    def _lying(self, view: View) -> dict[Hashable, SpritePlace]:
        self.table.sync(view)
        return {key: sprite.place for key, sprite in self.table.layer.sprites.items()}

    # ---- what can be used -----------------------------------------------------------------------

    def widgets(self, busy: bool = False) -> list[Widget]:
        """Return the button that ends the film."""
        band = self._band
        if self.frame.tall and self.around:
            box = Box(band.centre[0] - 150, band.y + band.h - 96, 300, 72)
        else:
            box = Box(band.x + band.w - 216, band.centre[1] - 30, 190, 60)
        label, keys = self.texts("result.skip"), ("act", "first")
        end = transitions.Pop
        return [Button(self.kit, "skip", box, label, end, kind="dark", icon="step_forward", size=21, keys=keys)]

    def corners(self, help_: UseAction) -> list[Widget]:
        """Return no buttons beside the table."""
        return []

    def question(self) -> tuple[str, bool]:
        """Return the caption; it is no prompt."""
        return self.driver.caption, False

    # ---- picture --------------------------------------------------------------------------------

    @property
    def _close_up(self) -> Box | None:
        """The place of a roll that decides the present cut, on a tall table; a wide one shows it with the rest."""
        driver = self.driver
        decides = self.frame.tall and driver.match.place == driver.cuts[self._cut].place
        return self.table.close_up if decides else None

    @property
    def _cut(self) -> int:
        """The number of the present cut."""
        return min(self.driver.cut, len(self.driver.cuts) - 1)

    @property
    def _nearness(self) -> float:
        """The share of the way in that the camera has made."""
        if self._close_up:
            return 1.0
        led_ms = self.driver.lead.ms
        if not self.close_shots[self._cut] or led_ms is None:
            return 0.0
        left = self.driver.cut_ages[1]
        out_ms = END_MS if self.driver.cut >= len(self.driver.cuts) - 1 else 0.0
        if self.context.settings.reduced_motion:
            return float(led_ms >= 0 and left > out_ms)
        return max(0.0, min(1.0, led_ms / IN_MS, (left - out_ms) / OUT_MS))

    @property
    def _away(self) -> float:
        """The way that the camera has drifted from its place: ever less until the caption, then more (0 to 1)."""
        if self._close_up or self.context.settings.reduced_motion:
            return 0.0
        (age, left), told_ms = self.driver.cut_ages, self.driver.caption_ms
        return max(1 - age / max(1.0, age + left - told_ms), 1 - left / told_ms)

    @property
    def _tells_end(self) -> bool:
        """True once the caption tells how the match ended."""
        driver = self.driver
        return self._cut == len(driver.cuts) - 1 and bool(driver.caption)

    def _show_result(self) -> None:
        """Show the winners glad and the others calm, as the result does, in place of what the last action left."""
        match, table = self.driver.match, self.table
        winners = match.game.winners(match.states[-1])
        if not self._celebration:
            self._celebration = Celebration(self.context, self._outcome.headline.glad, False)
            table.hush()
            self._camera.forget()
            # the result tells how all feel until the film is over
            for seat in range(len(match.seats)):
                table.feel(seat, "glad" if seat in winners else "calm", FILM_MS)

    def draw(self, canvas: Canvas) -> None:
        """Draw what the camera sees of the table, and the band."""
        driver = self.driver
        camera, close, die = self._camera, self.close_shots[self._cut], self._close_up
        if self._shown != self._cut:
            self._shown, self._past = self._cut, camera.picture
        # a shot that shows the die anyway stays where it is
        if die and not (close and bounds([close.seen, die]) == close.seen):
            (x, y), (wide, high) = die.centre, (side / self.table.frame.scale for side in self._shot)
            seen = Box(x - wide / 2, y - high / 2, wide, high)
            camera.aim(seen, seen)
        elif close:
            camera.aim(close.seen, close.wider)
        near = self._nearness
        if self._tells_end:
            self._show_result()
        quick = 0 < near < 1
        if self.table.layer.busy or not quick or (driver.playing and not driver.lead.holds):
            # something moves before the camera, too
            camera.forget()
        camera.draw(canvas.screen, self.table.draw, tweens.in_out_cubic(near), self._away, quick)
        past, age = self._past, driver.cut_ages[0]
        if past and age < FADE_MS and not self.context.settings.reduced_motion:
            past.set_alpha(round(255 - 255 * age / FADE_MS))
            canvas.screen.blit(past, (0, 0))
        canvas.screen.set_clip((0, 0, *self.frame.window))
        if self._tells_end:
            self._draw_result(canvas)
        self._draw_band(canvas)

    def _draw_result(self, canvas: Canvas) -> None:
        """Draw the card with the result over the whole table."""
        left = self.driver.cut_ages[1]
        age = CARD_MS - left
        if self._celebration:
            self._celebration.update(self._told_left_ms - left)
            self._told_left_ms = left
            self._celebration.draw(canvas)
        if age <= 0:
            return
        kit, band, match = self.kit, self._band, self.driver.match.full_match
        wide = min(1000.0, self.frame.width - 48)
        card = kit.scene_image(end_card_plain, self.texts, match, self._outcome, wide)
        if age < FADE_MS and not self.context.settings.reduced_motion:
            grown = 0.7 + 0.3 * tweens.out_back(age / FADE_MS)
            card = surfaces.thin(card, age / FADE_MS)
            card = surfaces.scaled(card, (round(card.get_width() * grown), round(card.get_height() * grown)))
        canvas.put_centred(card, self.frame.width / 2, band.y / 2)

    @property
    def band_text(self) -> tuple[str, int, str]:
        """The line below the table, the seat that it tells of or -1, and its mood.

        Until a cut's last action has been seen, its newest row of the log takes the place of the caption, and before
        its first one who decides: never what another picture showed.
        """
        driver = self.driver
        if driver.caption:
            cut = driver.cuts[self._cut]
            return driver.caption, cut.seat, cut.mood
        line = row.line if (row := next(self.table.history.newest(), None)) else None
        told = (line.spoken or line.text) if line else ""
        if driver.lead.opens:
            self._told_before = told
        match, first = driver.match, driver.cuts[self._cut].first
        if line and not line.heading and told != self._told_before:
            return told, line.seat, "calm"
        if isinstance(self.table, live_table.LiveTable):
            seat = driver.cuts[self._cut].seat
            return self.table.standing(seat) if seat >= 0 else driver.where, seat, "calm"
        # what is shown is still the last action carried out
        mover = match.full_match.movers[max(first, match.place - 1)]
        return self.texts("title.turn", name=name_of(match.seats, mover)), mover, "calm"

    def _draw_band(self, canvas: Canvas) -> None:
        """Draw how much of the film has passed, and what happens with whom it tells of."""
        frame, driver = self.frame, self.driver
        (wide, top), line = self._shot, max(2, frame.px(5))
        canvas.screen.fill(palette.SHADE, Rect(0, top, wide, frame.window[1] - top))
        past_ms = sum(cut.ms for cut in driver.cuts[: driver.cut]) + driver.cut_ages[0]
        share = min(1.0, past_ms / FILM_MS)
        canvas.screen.fill(palette.GOLD, Rect(0, top, round(wide * share), line))
        self._draw_caption(canvas, self._band)

    def _draw_caption(self, canvas: Canvas, band: Box) -> None:
        """Draw the figure and the text of the caption, and leave room for the button."""
        kit, (caption, seat, mood) = self.kit, self.band_text
        fill, face = (palette.CREAM, fonts.BLACK) if self.driver.caption else (palette.SOFT, fonts.STRONG)
        if self.frame.tall and self.around:
            radius, size, high, room, y = 34.0, 26.0, 106.0, band.w - 150, band.y + 76
            x = 0.0
        else:
            radius, size, high, x, y = 36.0, 30.0, band.h - 24, band.x + 28, band.centre[1]
            room = band.w - 2 * radius - 290
        text = kit.paragraph(caption, size, room, fill, face, high)
        if self.frame.tall and self.around:
            x = band.centre[0] - text.get_width() / kit.scale / 2 - radius - 14
        if seat >= 0:
            name = self.driver.match.seats[seat].figure
            canvas.put_centred(figures.figure(kit, name, radius, mood), x + radius, y)
        canvas.put_left(text, x + 2 * radius + 14, y)
