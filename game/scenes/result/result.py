"""The result: the winner, the margin, and every player's sum, counted up step by step.

The winner is revealed once all is counted: only then the rows move to their places, and the winner's is highlighted. A
game may add a page beside the sums, and cooperative games a standing of their own.
"""

from functools import partial
from math import inf

from game.ai.review import can_review
from game.catalogue.presentations import PRESENTATIONS
from game.core.match import AnyMatch
from game.engine import figures, fonts, items
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.input import Input, Key, Pointer
from game.engine.palette import CREAM, GOLD, SOFT
from game.engine.scene import Scene
from game.engine.score_sheet import ResultPage
from game.engine.transitions import Push, Transition
from game.engine.widgets import Button, RoundButton, Segment, UseAction, Widget
from game.player import saves, stats
from game.scenes.navigation import routes
from game.scenes.result import highlights, outcome, result_layout, result_rows
from game.scenes.result.after import AfterMatch
from game.scenes.result.celebration import Celebration
from game.scenes.shared.common import back_button
from game.services.context import Context

#: a press this soon after a button was replaced is meant for the old one
HASTY_MS = 350.0
#: least time between two counting sounds, in milliseconds
COUNT_SOUND_MS = 90.0
#: text sizes to try for the headline, and a larger one for a big screen
TITLES, LARGEST = (48, 42, 36, 30, 26), 62
#: height of the scoring rule; in portrait of each of up to two lines, with their text size and width
RULE, RULE_TALL, RULE_SIZE, RULE_WIDE = 26.0, 34.0, 16.0, 648.0

#: icons of the buttons below the large one
SMALL_ICONS = {"review": "bulb", "film": "play", "watch": "rewind", "home-button": "home"}
#: the least width of such a button with an icon, at the usual text size
WITH_ICON = 180.0


class Result(Scene):
    """The sums of a round or of the whole match; ``after`` is the continuation."""

    stage = "result"

    def __init__(
        self,
        context: Context,
        match: AnyMatch,
        after: AfterMatch | None = None,
        record: saves.FinishedRecord | None = None,
    ) -> None:
        """Show a match; without the ``record`` of its end, that in the storage is used."""
        super().__init__(context)
        self.match, self.after = match, after or AfterMatch(context, match)
        self.shown_once = self.after.shown_once
        shown, record = PRESENTATIONS[match.game.name], record or saves.record_of(context, match)
        self.moment = highlights.moment_of(match, {goal.key for goal in record.goals})
        self.news = record.news
        self._best = stats.best_before(match, record.before) if match.is_over else None
        self.pictures = shown.sheet_pictures(context, match)
        look_back = shown.look_back(context, match, stats.records_of(record.entries, match.game.name))
        #: the pages beside the sums
        self.pages: list[ResultPage] = [*([look_back] if look_back else []), *self.after.pages]
        self._tell()
        sheet, ranked = self.outcome.sheet, [placed.row for placed in self.outcome.rows]
        settings = context.settings
        # without animation there is nothing to wait for: the headline comes at once
        self._counts_up = bool(settings.pace) and not settings.reduced_motion and not sheet.at_once
        # cooperative games have no first place to wait for
        self.count = result_rows.CountUp(sheet.rows if self._counts_up and not sheet.together else ranked, ranked)
        self.rows = result_rows.ResultRows(context, match.seats, self.pictures, self.count)
        self._highlights = highlights.Highlights(context, match, self.moment)
        #: place of the button that replays the best moment
        self._moment_at: tuple[float, float] | None = None
        #: 0 for the sums, or the number of another page from 1 on
        self.page = 0
        #: number of counting sounds played, and the time of the last
        self._heard, self._heard_ms = 0, -inf
        self._celebration: Celebration | None = None
        #: milliseconds since everything was counted
        self._since_counted_ms = 0.0
        #: it has continued by itself
        self._has_left = False
        #: the current input came too soon after the buttons changed
        self._is_too_early = False
        self.items.focus = "skip"

    def _tell(self) -> None:
        found = outcome.outcome_of(
            self.texts, self.match, self.moment, self.news, between=self.after.between, best=self._best
        )
        self.outcome: outcome.MatchOutcome = found._replace(news=(*self.after.news, *found.news))

    @property
    def address(self) -> str:
        return self.after.address

    # ---- time -----------------------------------------------------------------------------------

    def update(self, ms: float) -> Transition:
        """Count up, then celebrate the winner."""
        if away := self.after.update(ms):
            return away
        if self.after.onward != self._onward:
            self.build()
        if self._celebration and self._celebration.update(ms):
            self.dirty = True
        if self.count.done:
            before, self._since_counted_ms = self._since_counted_ms, self._since_counted_ms + ms
            return self._by_itself(before)
        moved = self.count.moves
        if self.count.pass_ms(ms / min(1.0, self.context.settings.pace) if self._counts_up else inf):
            self.dirty = True
            self._sound_count()
        if self.count.done:
            self._finish()
        elif self.count.moves:
            if not moved:
                self.context.audio.play("slide")
                self.build()
            self.dirty = True
        return None

    def _sound_count(self) -> None:
        """Sound a step of the count, unless the one before still sounds."""
        now = self.context.clock.now_ms()
        if now - self._heard_ms >= COUNT_SOUND_MS:
            self._heard, self._heard_ms = self._heard + 1, now
            self.context.audio.play(f"count_{1 + self._heard % 3}")

    def _by_itself(self, before: float) -> Transition:
        """Go on where nobody presses a button, ``before`` of the milliseconds since the count having passed earlier."""
        if self.after.leaves_ms <= self._since_counted_ms and not self._has_left:
            self._has_left = True
            self._settle()
            return self.after.go_on()
        if before < self.after.turns_ms <= self._since_counted_ms:
            self._turn(len(self.pages))
        return None

    def _finish(self) -> None:
        """End the count and announce the winner."""
        self.count.finish()
        if self.match.is_over:
            new_best = any(one.key == "best" for one in self.news)
            self._celebration = Celebration(self.context, self.outcome.headline.glad, new_best)
        self.items.focus = ""
        self.build()
        self.items.focus = self.after.onward.id

    def _settle(self) -> None:
        """End counting and movement, because something else is shown."""
        if not self.count.done:
            self._finish()
        if self._celebration:
            self._celebration.finish()

    # ---- choices --------------------------------------------------------------------------------

    def use(self, item: items.Item) -> Transition:
        """Use an item, unless it has just replaced another one that the press was meant for."""
        if self._is_too_early and item.id == self.after.onward.id:
            return None
        return super().use(item)

    def _watch(self, moment: int = 0) -> Transition:
        """Replay the match, or only the moment that ends after that many actions."""
        start = routes.ReplayStart(saves.ended_ms_of(self.context, self.match), moment, moment=moment > 0)
        return self._look(routes.replay(self.context, self.match, start))

    def _film(self) -> Transition:
        return self._look(routes.film(self.context, self.match))

    def _review(self) -> Transition:
        return self._look(routes.review(self.context, self.match, saves.ended_ms_of(self.context, self.match)))

    def _look(self, scene: Scene) -> Transition:
        """Open another scene about the match; count and celebration are over afterwards."""
        self._settle()
        return Push(scene)

    def back(self) -> Transition:
        return self.after.leave()

    def spoken(self) -> str:
        if not self.count.done:
            return ""
        if self.page:
            return self.pages[self.page - 1].spoken()
        return self.outcome.spoken(self.texts)

    def on_input(self, event: Input) -> Transition:
        """End the count at a tap anywhere, and then all movement."""
        tap = isinstance(event, Pointer) and event.kind == "down" and not self.items.at(event.x, event.y, event.touch)
        if tap and not self.count.done:
            self._finish()
            return None
        if tap:
            self._settle()
        # screen readers use items by name, on purpose
        self._is_too_early = isinstance(event, Pointer | Key) and self._since_counted_ms < HASTY_MS
        return super().on_input(event)

    def _turn(self, page: int) -> None:
        """Show a page; confetti must not cover its text."""
        self._settle()
        self.page = page
        self.build()

    # ---- layout ---------------------------------------------------------------------------------

    def _needs(self) -> result_layout.ResultContent:
        """Return how much there is to show."""
        pictures, sheet, big = self.pictures, self.outcome.sheet, self.after.big
        return result_layout.ResultContent(
            len(sheet.rows),
            pictures.tall_row_height if self.frame.tall else pictures.row_height,
            self._rule_height(),
            len(self._small()),
            sheet.columns > 0,
            bool(self.pages) and not big,
            pictures.standing_height,
            # on a big screen the standing has more room for it
            0.0 if big and self.pages else self._highlights.flat_height,
            self._highlights.news_height,
            self._highlights.news_width,
            big,
        )

    def build(self) -> None:
        context, frame = self.context, self.frame
        self._onward = self.after.onward
        self.pictures.build()
        self._tell()
        self._highlights.outcome = self.outcome
        self._highlights.zoom = result_layout.ACROSS if self.after.big else 1.0
        self.places = result_layout.ResultLayout(frame, self._needs())
        self.rows.lay_out(self.outcome, self.places)
        plate = self.plate = Backdrop(context.kit, felt(frame, PRESENTATIONS[self.match.game.name].felt))
        self._bake_headline(plate)
        self._moment_at = None
        if self.page:
            self.pages[self.page - 1].bake(plate, self.places.page)
            if self._tells_moment:
                self._highlights.bake(plate, None, self.places.page[1])
        else:
            self._bake_sums(plate)
        self.show(self._buttons())

    @property
    def _tells_moment(self) -> bool:
        """True where the best moment is beside the standing instead of the sums: on a big screen."""
        return self.after.big and 0 < self.page == len(self.pages) and self.moment is not None

    def _bake_sums(self, plate: Backdrop) -> None:
        self.rows.bake_captions(plate)
        self._bake_rule(plate)
        (self.rows.lift if self.count.moves else self.rows.bake)(plate)
        if self.outcome.sheet.together:
            self._bake_standing(plate)
        if self.count.done:
            self._moment_at = self._highlights.bake(plate, self.places.news, self.places.moment)

    def _bake_headline(self, plate: Backdrop) -> None:
        """Bake the result and the margin; while counting, only the title."""
        context, frame = self.context, self.frame
        kit, texts = context.kit, context.texts
        head, done = self.outcome.headline, self.count.done
        # between two rounds nothing is decided, so there is no suspense to keep
        title = head.title if done or self.after.between else texts("result.title")
        under = head.under if done else ""
        left, most = self.places.title(done and head.seat >= 0)
        big = self.after.big
        sizes = (LARGEST, *TITLES) if big else TITLES
        fits = (size for size in sizes if fonts.width(title, fonts.DISPLAY, kit.px(size)) <= kit.px(most - 8))
        sticker = kit.sticker_plain(title, next(fits, TITLES[-1]), GOLD if done and head.glad else CREAM, most)
        plate.put(sticker, left, 54 if under else 64)
        if under:
            size = kit.fitting(26 if big else 20, 27 if frame.tall else 34 if big else 26)
            high = 58 if frame.tall else 36 if big else 32
            line = kit.paragraph_plain(under, size, most, SOFT, fonts.BLACK, high, evened=True)
            plate.put(line, left, 88 if big else 84, "corner")
        if big and self.after.occasion and (self.page or not self.places.news):
            line = kit.line_plain(self.after.occasion, kit.fitting(26, 34), SOFT, fonts.BLACK, 440)
            plate.put(line, self.places.right, 56, "right")

    def _draw_figure(self, canvas: Canvas) -> None:
        seat = self.outcome.headline.seat
        if self.count.done and seat >= 0:
            x, y, radius = self.places.figure
            mood = "glad" if seat in self.match.game.winners(self.match.state) else "calm"
            face = figures.figure(self.kit, self.match.seats[seat].figure, radius, mood)
            canvas.put_centred(face, x, y - (self._celebration.hop() if self._celebration else 0))

    # ---- below and beside the rows ----------------------------------------------------------------

    def _rule_height(self) -> float:
        """Return the height of the rule: one line, or two if a tall window is too narrow for large letters."""
        if not self.frame.tall:
            return RULE
        wide = fonts.width(self.outcome.rule, fonts.STRONG, round(RULE_SIZE * self.kit.text_scale))
        return RULE_TALL * (2 if wide > self.kit.px(RULE_WIDE) else 1)

    def _bake_rule(self, plate: Backdrop) -> None:
        kit, box, rule = self.kit, self.places.rule, self.outcome.rule
        if self.frame.tall:
            paragraph = kit.paragraph_plain(rule, RULE_SIZE, RULE_WIDE, SOFT, fonts.STRONG, box.h, evened=True)
            plate.put(paragraph, box.x, box.y, "corner")
        else:
            size = kit.fitting(17 * self.places.grow, box.h * 0.8)
            plate.put(kit.line_plain(rule, size, SOFT, fonts.STRONG, box.w), box.x, box.y + box.h / 2)

    def _bake_standing(self, plate: Backdrop) -> None:
        kit, texts, box = self.kit, self.texts, self.places.standing
        plate.panel(box, 18, 0.46)
        plate.put(kit.line_plain(texts("result.standing"), 22, CREAM, fonts.BLACK), box.x + 24, box.y + 30)
        plate.put(kit.line_plain(self.outcome.sheet.note, 17, SOFT), box.x + box.w - 22, box.y + 30, "right")

    # ---- the buttons ------------------------------------------------------------------------------

    def _small(self) -> list[tuple[str, str, UseAction]]:
        """Return the buttons below the large one: id, text and action of each."""
        if self.after.between or self.after.big:
            return []
        reviewed = [("review", "review.open", self._review)] if can_review(self.match.game) else []
        records = self.match.game.records
        # together without a medal and without a moment there is nothing to be seen
        film = self.moment or records.medal(self.match.state) != 0
        films = [("film", "result.film", self._film)] if film else []
        watch = ("watch", "result.watch", self._watch)
        return [*reviewed, *films, watch, ("home-button", self.after.home, self.back)]

    def _large(self) -> Button:
        """Return the button that skips the count or continues; it names the player it waits for."""
        kit, texts, box = self.kit, self.texts, self.places.large
        onward = self._onward
        if self.count.done and onward.waiting:
            return Button(kit, onward.id, box, onward.waiting, self.after.go_on, size=22, enabled=False)
        if not self.count.done:
            return Button(kit, "skip", box, texts("result.skip"), self._finish, kind="primary", icon="speed", size=28)
        asks = self.confirming == onward.id
        label = texts(onward.question if asks else onward.key, number=onward.number)
        kind, size = "danger" if asks else "primary", 24 if onward.sub else 28
        return Button(kit, onward.id, box, label, self._go_on, kind=kind, sub=onward.sub, icon=onward.icon, size=size)

    def _go_on(self) -> Transition:
        """Continue, after the question if there is one; somebody who waits for others reads the standing."""
        onward = self._onward
        if onward.question and not self.confirmed(onward.id):
            return None
        away = self.after.go_on()
        if away is None and self.after.pages and self.page < len(self.pages):
            self._turn(len(self.pages))
        return away

    def _buttons(self) -> list[Widget]:
        places = self.places
        back = back_button(self.context, self.back, "home", "home")
        back.move(*places.back)
        widgets: list[Widget] = [back]
        if self.after.big:
            return widgets
        if self.pages:
            names = [self.texts(key) for key in ("result.sums", *(page.title for page in self.pages))]
            title = self.texts("result.title")
            widgets.append(Segment(self.kit, "page", places.tabs, names, self.page, self._turn, name=title, size=21))
        widgets.append(self._large())
        for (id_, key, use), box in zip(self._small(), places.small, strict=True):
            icon = SMALL_ICONS.get(id_, "") if box.w >= WITH_ICON * self.kit.text_scale / self.kit.scale else ""
            sub = self.texts(f"result.{id_}_sub") if self.texts.has(f"result.{id_}_sub") else ""
            widgets.append(Button(self.kit, id_, box, self.texts(key), use, kind="dark", sub=sub, icon=icon, size=20))
        if self._moment_at and self.moment:
            label, use = self.texts("result.moment_watch"), partial(self._watch, self.moment.length)
            widgets.append(RoundButton(self.kit, "moment", *self._moment_at, label, use, icon="play", side=44))
        return widgets

    def draw(self, canvas: Canvas) -> None:
        canvas.background(self.plate.surface)
        if self._celebration and self._celebration.moves:
            self._celebration.draw(canvas)
            # it falls behind all panels, figures and texts
            self.plate.draw_baked(canvas)
        if not self.page:
            self.rows.draw(canvas)
            if self.outcome.sheet.together:
                self.pictures.draw_standing(canvas, self.places.standing, self.count.total, self.count.done)
        if self._tells_moment or (not self.page and self.count.done):
            self._highlights.draw(canvas)
        self._draw_figure(canvas)
        super().draw(canvas)
