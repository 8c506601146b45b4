"""The picture of a film: the table from near and far, the caption, and a card with the result.

The caption has a band of its own below the table, which takes the sides of the window for the height that it lacks. In
portrait the band is in the place of the table's buttons, which a film does not need.
"""

from pygame import Rect, Surface

from game.catalogue.presentations import PRESENTATIONS
from game.engine import figures, fonts, live_table, palette, surfaces, transitions, turn_table, tweens
from game.engine.canvas import Canvas
from game.engine.kit import Kit
from game.engine.layout import Box, Frame, bounds, frame_for
from game.engine.match_texts import name_of
from game.engine.widgets import Button, UseAction, Widget
from game.scenes.replay.camera import MOST_PIXELS, OUT_MS, Camera, between, magnified, room_of
from game.scenes.replay.end_card import end_card_plain
from game.scenes.replay.film_scenes import FilmScenes
from game.scenes.replay.moment_card import moment_card_plain
from game.scenes.replay.spotlight import Spotlight
from game.scenes.replay.strip import Strip
from game.scenes.result.celebration import Celebration
from game.scenes.result.outcome import outcome_of
from game.services.context import Context
from game.table.film import FILM_MS, IN_MS, RESULT_MS, TOLD_MS

#: height of the band with the caption: below a wide table, a tall one, and a tall one with people all around
BAND_WIDE, BAND_TALL, BAND_AROUND = 92.0, 140.0, 250.0
#: the largest zoom, at which a banner still fits, and that of a film without close shots, as in portrait, where hardly
#: one would cut no text and no seat
MOST_ZOOM, FAR_ZOOM = 1.9, 1.3
#: the real milliseconds at the end for which the whole table is in view, and in which the result fades in and stays
END_MS, CARD_MS, FADE_MS = RESULT_MS - OUT_MS - 120.0, 1500.0, 300.0
#: light around what is announced, logical
ROUND = 24.0
#: real milliseconds of a caption before its card comes, and that it takes to come and to go
CARD_WAIT_MS, CARD_GROWS_MS, CARD_GOES_MS = 250.0, 280.0, 160.0


def _real(frame: Frame, box: Box) -> Rect:
    """Return a box in real pixels."""
    return Rect(frame.to_real(box.x, box.y), (frame.px(box.w), frame.px(box.h)))


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
        #: the table from afar, as the camera sees it
        self._far = framed.frame
        table.context = framed
        table.log_panel.hidden = True
        table.has_buttons = self.frame.tall or self.around
        frame, shot = framed.frame, self._shot
        zoom = min(FAR_ZOOM if frame.tall else MOST_ZOOM, (MOST_PIXELS / (frame.window[0] * frame.window[1])) ** 0.5)
        self._magnify(frame, zoom)
        self.scenes, room = FilmScenes(table, self.driver), room_of(frame, shot)
        found = [None if frame.tall else self.scenes.close_shot(number, room, zoom) for number in range(len(cuts))]
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
        #: what is lit in each cut, by position, in real pixels; a tall table has no room for anything beside it
        self._lit = [{} if frame.tall else self._lit_in(number, frame) for number in range(len(cuts))]
        self._spotlight, self._spotlit = Spotlight(shot, frame.scale), -1
        self._prepare_cards()
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

    def _lit_in(self, number: int, frame: Frame) -> dict[int, tuple[Rect, ...]]:
        """Return what is lit in a cut, by position: in real pixels of the whole table."""
        found = self.scenes.lit(number).items()
        return {place: tuple(_real(frame, box) for box in boxes) for place, boxes in found}

    def _prepare_cards(self) -> None:
        """Draw the cards of all moments before the film begins."""
        match, kit = self.driver.match.full_match, self.kit
        grey = self.context.settings.colours == "grey"
        look = PRESENTATIONS[match.game.name].howto.look(kit, self.texts, grey)
        wide = self.frame.width - 48
        #: the card of each cut's moment, or None; and the number of the cut that was told last, with its age then
        self._cards = [
            moment_card_plain(kit, self.frame, self.texts, match, cut, look, wide) for cut in self.driver.cuts
        ]
        self._captioned = (-1, 0.0)

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
        self._turn_light(near)
        camera.draw(canvas.screen, self.table.draw, tweens.in_out_cubic(near), self._away, quick, self._darken)
        past, age = self._past, driver.cut_ages[0]
        if past and age < FADE_MS and not self.context.settings.reduced_motion:
            past.set_alpha(round(255 - 255 * age / FADE_MS))
            canvas.screen.blit(past, (0, 0))
        canvas.screen.set_clip((0, 0, *self.frame.window))
        if self._tells_end:
            self._draw_result(canvas)
        elif (grown := self._card_grown) > 0:
            self._draw_card(canvas, grown)
        self._draw_band(canvas)

    @property
    def _now_ms(self) -> float:
        """The real milliseconds of the film that have passed."""
        driver = self.driver
        return sum(cut.ms for cut in driver.cuts[: driver.cut]) + driver.cut_ages[0]

    @property
    def _card_grown(self) -> float:
        """The share of its size that the card of the present moment has; 0 while there is none."""
        driver, (age, left) = self.driver, self.driver.cut_ages
        if not driver.caption or not self._cards[self._cut]:
            return 0.0
        if self._captioned[0] != self._cut:
            self._captioned = self._cut, age
        grown = min((age - self._captioned[1] - CARD_WAIT_MS) / CARD_GROWS_MS, left / CARD_GOES_MS)
        return float(grown > 0) if self.context.settings.reduced_motion else max(0.0, min(1.0, grown))

    def _turn_light(self, near: float) -> None:
        """Light what the present scene tells of, where the camera does not single it out; nothing behind a card."""
        driver = self.driver
        lit: tuple[Rect, ...] | None = None
        has_card = driver.cut_ages[1] < CARD_MS if self._tells_end else self._card_grown > 0
        if has_card:
            lit = ()
        elif not self._tells_end and not self._close_up:
            lit = self._lit_from(tweens.in_out_cubic(near))
        # a new cut fades in anyway, and on its way the camera takes the light with it
        at_once = self._spotlit != self._cut or 0 < near < 1 or self.context.settings.reduced_motion
        self._spotlit = self._cut
        self._spotlight.turn(lit, self._now_ms, at_once)

    def _lit_from(self, near: float) -> tuple[Rect, ...] | None:
        """Return what is lit at the present position, in real pixels of the picture from afar, close up or between."""
        driver, shot = self.driver, self.close_shots[self._cut]
        # while the match stands still, the camera moves in on what comes
        waits = driver.lead.holds and driver.match.place < driver.cuts[self._cut].place
        lit = self._lit[self._cut].get(driver.match.place + waits)
        if lit:
            lit += tuple(_real(self._far, box.grown(ROUND)) for box in self._camera.announced)
        if not (near and lit and shot):
            return lit
        (left, top), larger = self._far.to_real(shot.seen.x, shot.seen.y), self._shot[0] / self._far.px(shot.seen.w)
        close = (Rect((x - left) * larger, (y - top) * larger, w * larger, h * larger) for x, y, w, h in lit)
        return tuple(between(one, other, near) for one, other in zip(lit, close, strict=True))

    def _darken(self, picture: Surface) -> None:
        self._spotlight.draw(picture, self._now_ms)

    def _draw_card(self, canvas: Canvas, grown: float) -> None:
        """Draw the card of the present moment: it comes from the seat that it tells of."""
        card, frame = self._cards[self._cut], self.frame
        if not card:
            return
        x, y = frame.width / 2, self._band.y / 2
        if grown < 1:
            size = 0.2 + 0.8 * tweens.out_cubic(grown)
            card = surfaces.scaled(card, (round(card.get_width() * size), round(card.get_height() * size)))
            start_x, start_y = self._seen_at(*self.scenes.seat_box(self.driver.cuts[self._cut].seat).centre)
            way = tweens.out_cubic(grown)
            x, y = start_x + (x - start_x) * way, start_y + (y - start_y) * way
        canvas.put_centred(card, x, y)

    def _seen_at(self, x: float, y: float) -> tuple[float, float]:
        """Return where the camera shows a place of the table, in the window's logical pixels."""
        part, (left, top) = self._camera.part, self.table.frame.to_real(x, y)
        (wide, high), frame = self._shot, self.frame
        return frame.to_logical(round((left - part.x) * wide / part.w), round((top - part.y) * high / part.h))

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
        is_new = line and not line.heading and told != self._told_before
        if isinstance(self.table, live_table.LiveTable):
            if is_new and line and line.seat >= 0:
                return told, line.seat, "calm"
            # what nobody does is seen on the table
            seat = driver.cuts[self._cut].seat
            return self.table.standing(seat) if seat >= 0 else driver.where, seat, "calm"
        if is_new and line:
            # beside what nobody does is the figure of who decides about it
            mover = match.game.to_move(match.states[match.place])
            decides = mover if mover >= 0 else match.full_match.movers[match.place - 1]
            return told, line.seat if line.seat >= 0 else decides, "calm"
        # what is shown is still the last action carried out
        mover = match.full_match.movers[max(first, match.place - 1)]
        return self.texts("title.turn", name=name_of(match.seats, mover)), mover, "calm"

    def _draw_band(self, canvas: Canvas) -> None:
        """Draw how much of the film has passed, and what happens with whom it tells of."""
        frame = self.frame
        (wide, top), line = self._shot, max(2, frame.px(5))
        canvas.screen.fill(palette.SHADE, Rect(0, top, wide, frame.window[1] - top))
        share = min(1.0, self._now_ms / FILM_MS)
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
