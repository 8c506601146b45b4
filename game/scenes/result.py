"""The result: who has won and by how much, and every player's sum, added up before the eyes, the winner's last.

A game may add pages of its own beside the sums, and a standing of its own where all play together.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from game import lineup
from game.context import Context
from game.core.match import AnyMatch, Match
from game.engine import text
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.controls import bright_row_plain
from game.engine.figures import figure, figure_plain
from game.engine.input import Input, Pointer
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, INK, SOFT, SOFT_ON_PAPER
from game.engine.scene import Scene
from game.engine.tally import Reckoning, Tally
from game.engine.transitions import Pop, Push, Reset, Transition
from game.engine.widgets import Button, RoundButton, Segment, Use, Widget
from game.presentations import PRESENTATIONS
from game.scenes import routes
from game.scenes.adding_up import AddingUp
from game.scenes.celebration import Celebration
from game.scenes.common import back_button
from game.scenes.headline import Headline, headline_of, place_of, ranked
from game.scenes.highlights import Highlights
from game.scenes.result_parts import LabelPlace, page_boxes

#: room for the place, the figure and the name at the left of a row; the name itself has so much
HEAD, LABEL = 132.0, 108.0
#: in portrait a row is at most so high, and its figure, name and numbers take so much of it, its cards the rest
TALL_ROW, TALL_HEAD = 300.0, 104.0
#: the lines of a row do not move further apart than in a row of this height
HIGH = 132.0
#: sizes that a headline is tried in
TITLES = (48, 42, 36, 30, 26)
#: how far to the right the last number of a row stands in a wide window, and how far apart numbers are at most
LAST_COLUMN, APART = 716.0, 106.0
#: height of the line that explains how it is counted; in portrait there may be two, of so large letters and so wide
RULE, RULE_TALL, RULE_SIZE, RULE_WIDE = 26.0, 34.0, 16.0, 648.0


class Result(Scene):
    """The sums of a round or of the whole match."""

    stage = "result"

    def __init__(self, context: Context, match: AnyMatch, go_on: Callable[[], None] | None = None) -> None:
        super().__init__(context)
        self.match = match
        #: deals the next round; None at the end of the match
        self._go_on = go_on
        self.reckoning: Reckoning = PRESENTATIONS[match.game.name].reckoning(context, match)
        self.winners = match.game.winners(match.state)
        self._crowned = self.reckoning.crowned(self.winners)
        #: from first to last; they are added up from last to first
        self.rows: list[Tally] = ranked(self.reckoning.tallies, self.winners, self.reckoning)
        self._adding = AddingUp(self.reckoning, self.rows)
        self._highlights = Highlights(context, match) if match.is_over else None
        #: where the button lies that shows the best moment
        self._moment_at: tuple[float, float] | None = None
        #: 0 for the sums, then the game's own pages
        self.page = 0
        self._told = 0
        self._celebration: Celebration | None = None
        self.items.focus = "skip"

    # ---- time -----------------------------------------------------------------------------------

    def update(self, ms: float) -> Transition:
        """Add up, then let the winner be celebrated."""
        if self._celebration and self._celebration.update(ms):
            self.dirty = True
        if self._adding.done:
            return None
        settings = self.context.settings
        # without motion there is nothing to wait for: the headline comes at once
        if self._adding.pass_ms(ms / settings.pace if settings.pace and not settings.reduced_motion else inf):
            self.dirty = True
            self._sound()
        if self._adding.current < 0:
            self._finish()
        return None

    def _sound(self) -> None:
        self._told += 1
        self.context.audio.play(f"count_{1 + self._told % 3}")

    def _finish(self) -> None:
        self._adding.done = True
        if self.match.is_over:
            new_best = any(one.key == "best" for one in self._highlights.news) if self._highlights else False
            self._celebration = Celebration(self.context, self._headline.glad, new_best)
        self.items.focus = ""
        self.build()
        self.items.focus = "again" if self._go_on is None else "next"

    # ---- choices --------------------------------------------------------------------------------

    def _again(self) -> Transition:
        """Deal anew: the same seats and house rules, other cards."""
        match = self.match
        seed = lineup.fresh_seed(self.context.clock.wall_ms() + match.seed)
        return Reset(routes.table(self.context, Match(match.game, match.options, match.seats, seed)))

    def _next(self) -> Transition:
        assert self._go_on is not None
        self._go_on()
        return Pop()

    def _watch(self, place: int = 0) -> Transition:
        """Watch the match again, from so many actions on."""
        return Push(routes.replay(self.context, self.match, self.context.clock.wall_ms(), place))

    def _watch_moment(self) -> Transition:
        moment = self._highlights.moment if self._highlights else None
        return self._watch(moment.length if moment else 0)

    def back(self) -> Transition:
        """Leave; a match between rounds stays saved."""
        return Reset(routes.title(self.context, self.match.game.name))

    def spoken(self) -> str:
        """Who has won, the places with their points, and the best moment, once all is added up."""
        if not self._adding.done:
            return ""
        if self.page:
            return self.reckoning.spoken_page(self.page)
        texts = self.context.texts
        head = self._headline
        rows = [
            f"{place_of(row, self.rows, self.winners, self.reckoning)}. {self._names(row)}: {texts.number(row.total)}"
            + (f", {remark}" if (remark := self.reckoning.remark(row.seat)) else "")
            for row in self.rows
        ]
        more = self._highlights.spoken() if self._highlights else []
        return texts.sentences([head.title, head.under, *rows, *more])

    def handle(self, event: Input) -> Transition:
        """A tap anywhere finishes the adding up, and then what still moves."""
        tap = isinstance(event, Pointer) and event.kind == "down" and not self.items.at(event.x, event.y)
        if tap and not self._adding.done:
            self._finish()
            return None
        if tap and self._celebration:
            self._celebration.finish()
        return super().handle(event)

    def _skip(self) -> None:
        self._finish()

    def _turn(self, page: int) -> None:
        """Show a page; the sums are added up by then."""
        if not self._adding.done:
            self._finish()
        self.page = page
        self.build()

    # ---- layout ---------------------------------------------------------------------------------

    def _names(self, tally: Tally) -> str:
        seats = self.match.seats
        return self.context.texts.listed([seats[seat].name for seat in self.reckoning.members(tally.seat)])

    @property
    def _together(self) -> bool:
        """All play together: the game's own standing has the place of the best moment, and that goes below."""
        return bool(self.reckoning.standing_height)

    def _top(self) -> float:
        """Where the rows or the page begin."""
        if not self.context.frame.tall:
            return 132.0
        return 206.0 if self.reckoning.pages else 140.0

    def _bottom(self) -> float:
        """Where the rows end, with the line that explains them."""
        frame = self.context.frame
        if not frame.tall:
            return 692.0 - (self._flat_height() + 8 if self._has_flat else 0)
        return frame.height - 232.0 - (self._flat_height() + 10 if self._has_flat else 0)

    @property
    def _has_flat(self) -> bool:
        """Whether the best moment lies below the rows and not at their side."""
        if not self._highlights or self._highlights.is_empty:
            return False
        return self.context.frame.tall or self._together

    def _flat_height(self) -> float:
        return self._highlights.flat_height if self._highlights else 0.0

    def _highlight_box(self) -> Box:
        """Room for the best moment and the news."""
        frame = self.context.frame
        if frame.tall:
            return Box(24, self._bottom() + 6, 672, self._flat_height())
        if self._together:
            return Box(32, self._bottom() + 8, 900, self._flat_height())
        return self._standing_box()

    def _row_box(self, row: int) -> Box:
        count, frame, top = len(self.rows), self.context.frame, self._top()
        low = self._bottom() - self._rule_height()
        if frame.tall:
            if self._together:
                top += self.reckoning.standing_height + 12
            step = min(TALL_ROW, (low - top) / count)
            return Box(24, top + row * step, 672, step - 8)
        step = min(self.reckoning.row_height, (low - top) / count)
        return Box(32, top + row * step, 900, step - 6)

    def _head(self, row: Box) -> Box:
        """The part of a row with the figure, the name and the numbers: above the cards in portrait, else all of it."""
        if not self.context.frame.tall:
            return row
        return row._replace(y=row.y + 4, h=min(TALL_HEAD, row.h * 0.54))

    def _cards(self, row: Box, tally: Tally) -> Box:
        """The part of a row with the cards: below its head in portrait, else between the name and the numbers."""
        head = self._head(row)
        if self.context.frame.tall:
            return Box(row.x + 18, head.y + head.h + 4, row.w - 36, row.y + row.h - head.y - head.h - 14)
        return Box(row.x + HEAD + 14, row.y + 8, self._columns(tally)[0] - HEAD - 58, row.h - 16)

    def _columns(self, tally: Tally) -> tuple[float, float]:
        """How far right in a row its first number stands, and how far apart the numbers are."""
        gaps = self._adding.numbers(tally.seat) - 1
        if self.context.frame.tall:
            apart = min(138.0, 336 / max(1, gaps))
            return 510 - gaps * apart, apart
        apart = APART if gaps < 3 else 84.0
        return LAST_COLUMN - max(0, gaps) * apart + (46 if gaps < 0 else 0), apart

    def _standing_box(self) -> Box:
        if self.context.frame.tall:
            return Box(24, self._top(), 672, self.reckoning.standing_height)
        high = self._button_top() - 14 - 132
        return Box(952, 132, 296, high)

    def build(self) -> None:
        """Bake the panels and names, or a page of the game's own."""
        context, frame = self.context, self.context.frame
        self.reckoning.build()
        self._headline: Headline = headline_of(context.texts, self.match, self.reckoning)
        game = self.match.game.name
        plate = self.plate = Backdrop(context.kit, felt(frame, PRESENTATIONS[game].felt, (0.42, 0.42)))
        self._bake_headline(plate)
        self._moment_at = None
        if self.page:
            self.reckoning.bake_page(plate, self.page, page_boxes(frame, self._top()))
        else:
            for row, tally in enumerate(self.rows):
                box = self._row_box(row)
                plate.panel(box, 18, 0.46)
                self._bake_people(plate, self._head(box), tally)
            self._bake_rule(plate)
            if self._together:
                self._bake_standing(plate)
            if self._adding.done and self._highlights and not self._highlights.is_empty:
                self._highlights.build()
                self._moment_at = self._highlights.bake(plate, self._highlight_box(), self._has_flat)
        self.show(self._buttons())

    # ---- the headline -----------------------------------------------------------------------------

    def _figure_at(self) -> tuple[float, float, float]:
        """Middle and radius of the figure beside the headline."""
        return (136.0, 62.0, 33.0) if self.context.frame.tall else (146.0, 60.0, 36.0)

    def _bake_headline(self, plate: Backdrop) -> None:
        """What has happened and by how much; while it is added up, only what this is."""
        context, frame = self.context, self.context.frame
        kit, texts = context.kit, context.texts
        head = self._headline
        # between two rounds nothing is decided: there is no tension to be kept up
        known = self._adding.done or self._go_on is not None
        title, under = (head.title, head.under if self._adding.done else "") if known else (texts("result.title"), "")
        left = 110.0
        if self._adding.done and head.seat >= 0:
            left = 184.0 if frame.tall else 200.0
        right = frame.width - 24.0
        if not frame.tall and self.reckoning.pages:
            right = 808.0
        most = right - left
        fits = (size for size in TITLES if text.width(title, text.DISPLAY, kit.px(size)) <= kit.px(most - 8))
        words = kit.sticker_plain(
            title, next(fits, TITLES[-1]), GOLD if self._adding.done and head.glad else CREAM, most
        )
        plate.put(words, left, 44 if under else 60)
        if under:
            size = kit.fitting(20, 27 if frame.tall else 26)
            plate.put(
                kit.paragraph_plain(under, size, most, SOFT, text.BLACK, 58 if frame.tall else 32), left, 73, "corner"
            )

    def _draw_figure(self, canvas: Canvas) -> None:
        head = self._headline
        if self._adding.done and head.seat >= 0:
            x, y, radius = self._figure_at()
            face = figure(
                self.context.kit, self.match.seats[head.seat].figure, radius, "glad" if self.winners else "calm"
            )
            canvas.put_centred(face, x, y - (self._celebration.hop() if self._celebration else 0))

    # ---- the rows ---------------------------------------------------------------------------------

    def _rule(self) -> str:
        """How it is counted, and which round it was."""
        note = "" if self._go_on is not None or self._together else self.reckoning.note()
        return " · ".join(filter(None, (note, self.context.texts(self.reckoning.rule))))

    def _rule_height(self) -> float:
        """Room for the rule: one line, or two where a tall window is too narrow for large letters."""
        kit, frame = self.context.kit, self.context.frame
        if not frame.tall:
            return RULE
        wide = text.width(self._rule(), text.STRONG, round(RULE_SIZE * kit.text_scale))
        return RULE_TALL * (2 if wide > kit.px(RULE_WIDE) else 1)

    def _bake_rule(self, plate: Backdrop) -> None:
        kit = self.context.kit
        last, high = self._row_box(len(self.rows) - 1), self._rule_height()
        if self.context.frame.tall:
            words = kit.paragraph_plain(self._rule(), RULE_SIZE, RULE_WIDE, SOFT, text.STRONG, high)
            plate.put(words, last.x + 12, last.y + last.h + 4, "corner")
        else:
            words = kit.line_plain(self._rule(), kit.fitting(17, high * 0.8), SOFT, text.STRONG, last.w - 24)
            plate.put(words, last.x + 12, last.y + last.h + high / 2 + 1)

    def _figures(self, tally: Tally, box: Box) -> list[tuple[str, float, float, float]]:
        """The figures at the left of a row: name, radius and place."""
        names = [self.match.seats[seat].figure for seat in self.reckoning.members(tally.seat)]
        radius = min(28.0 if len(names) == 1 else 18.0, box.h * 0.25)
        first, y = box.x + 78 - (len(names) - 1) * radius * 0.75, self._at(box, 0.38)
        return [(name, radius, first + number * radius * 1.5, y) for number, name in enumerate(names)]

    def _at(self, box: Box, share: float) -> float:
        """A height within a row's head; the lines of a high one keep together around its middle."""
        high = min(box.h, HIGH)
        return box.y + box.h / 2 + (share - 0.5) * high

    def _label_place(self, tally: Tally, box: Box) -> LabelPlace:
        """Where a row's name stands: in portrait beside its figure if the numbers leave it room, else below it."""
        kit = self.context.kit
        first, apart = self._columns(tally)
        room = min(first - (apart / 2 if self._adding.numbers(tally.seat) else 200), 330.0) - 124
        if self.context.frame.tall and room > LABEL:
            return LabelPlace(box.x + 124, self._at(box, 0.4), kit.fitting(21, 32), room, "left")
        size = kit.fitting(18, min(box.h, HIGH) * 0.24)
        return LabelPlace(box.x + 72, self._at(box, 0.82), size, LABEL, "centre")

    def _bake_people(self, plate: Backdrop, box: Box, tally: Tally) -> None:
        kit = self.context.kit
        for name, radius, x, y in self._figures(tally, box):
            plate.put(figure_plain(kit, name, radius), x, y, "centre")
        at = self._label_place(tally, box)
        words = kit.line_plain(self.reckoning.label(tally.seat), at.size, CREAM, text.BLACK, at.most)
        plate.put(words, at.x, at.y, at.anchor)

    def _bake_standing(self, plate: Backdrop) -> None:
        """The panel of the game's own standing."""
        kit, texts, box = self.context.kit, self.context.texts, self._standing_box()
        plate.panel(box, 18, 0.46)
        plate.put(kit.line_plain(texts("result.standing"), 22, CREAM, text.BLACK), box.x + 24, box.y + 30)
        plate.put(kit.line_plain(self.reckoning.note(), 17, SOFT), box.x + box.w - 22, box.y + 30, "right")

    # ---- the buttons ------------------------------------------------------------------------------

    def _small(self) -> list[tuple[str, str, Use]]:
        """The buttons below the large one: id, text and what each does."""
        if self._go_on is not None:
            return []
        return [
            ("watch", "result.watch", self._watch),
            ("home-button", "button.home", self.back),
        ]

    def _button_rows(self) -> int:
        return -(-len(self._small()) // 2)

    def _button_top(self) -> float:
        """Where the buttons of a wide window begin; small ones stand in pairs below the large one."""
        return 688.0 - 80 - 84.0 * self._button_rows() if self._button_rows() else 612.0

    def _buttons(self) -> list[Widget]:
        context, frame = self.context, self.context.frame
        kit, texts = context.kit, context.texts
        small = self._small()
        if frame.tall:
            big = Box(24, frame.height - 220, 672, 96)
            part = (672 - 12 * (len(small) - 1)) / max(1, len(small))
            boxes = [Box(24 + n * (part + 12), frame.height - 110, part, 76) for n in range(len(small))]
        else:
            big = Box(952, self._button_top(), 296, 80)
            boxes = [Box(952 + n % 2 * 154, big.y + 94 + n // 2 * 84, 142, 72) for n in range(len(small))]
        widgets: list[Widget] = [back_button(context, self.back, "home", "home")]
        if self.reckoning.pages:
            tabs = Box(24, 132, 672, 62) if frame.tall else Box(820, 32, 428, 58)
            names = [texts(key) for key in ("result.sums", *self.reckoning.pages)]
            widgets.append(
                Segment(kit, "page", tabs, names, self.page, self._turn, name=texts("result.title"), size=21)
            )
        id_, key, use, icon = (
            ("skip", "result.skip", self._skip, "speed")
            if not self._adding.done
            else ("next", "result.next", self._next, "play")
            if self._go_on is not None
            else ("again", "result.again", self._again, "restart")
        )
        widgets.append(Button(kit, id_, big, texts(key), use, kind="primary", sub="", icon=icon, size=28))
        for (id_, key, use), box in zip(small, boxes, strict=True):
            widgets.append(Button(kit, id_, box, texts(key), use, kind="dark", size=22))
        if self._moment_at:
            label = texts("result.moment_watch")
            widgets.append(
                RoundButton(kit, "moment", *self._moment_at, label, self._watch_moment, icon="play", side=44)
            )
        return widgets

    # ---- picture --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the rows as far as they are added up, and what there is to celebrate over all."""
        canvas.background(self.plate.surface)
        if not self.page:
            for row, tally in enumerate(self.rows):
                self._draw_row(canvas, row, tally)
            if self._together:
                total = sum(tally.total for tally in self._adding.counted())
                self.reckoning.draw_standing(canvas, self._standing_box(), total, self._adding.done)
            if self._adding.done and self._highlights and not self._highlights.is_empty:
                self._highlights.draw(canvas)
        self._draw_figure(canvas)
        super().draw(canvas)
        if self._celebration:
            self._celebration.draw(canvas)

    def _draw_row(self, canvas: Canvas, row: int, tally: Tally) -> None:
        kit, texts, tall = self.context.kit, self.context.texts, self.context.frame.tall
        box = self._row_box(row)
        head = self._head(box)
        pieces, parts, done = self._adding.progress(row)
        won = done and tally.seat in self._crowned
        bright = row == self._adding.current or won
        ink, soft = (INK, SOFT_ON_PAPER) if bright else (CREAM, SOFT)
        if bright:
            paper = kit.ready(bright_row_plain, box.w, box.h)
            canvas.put(paper, box.x, box.y)
            for face, radius, x, y in self._figures(tally, head):
                canvas.put_centred(figure(kit, face, radius, "glad" if won else "calm"), x, y)
            at = self._label_place(tally, head)
            name = kit.line(self.reckoning.label(tally.seat), at.size, INK, text.BLACK, at.most)
            (canvas.put_left if at.anchor == "left" else canvas.put_centred)(name, at.x, at.y)
        if done and not self._together and len(self.rows) > 1:
            place = place_of(tally, self._adding.counted(), self.winners, self.reckoning)
            canvas.put_centred(kit.line(str(place), 28, ink, text.DISPLAY), box.x + 28, self._at(head, 0.38))
        self.reckoning.draw_cards(canvas, tally.seat, self._cards(box, tally), pieces if parts >= 0 else 0, bright)
        if parts < 0:
            return
        values = [
            self.reckoning.counted(tally.seat, pieces),
            *(part.value for part in self._adding.parts[tally.seat][1:]),
        ]
        columns = len(self._adding.parts[tally.seat])
        shown = columns if done else max(1, parts)
        total = sum(values[:shown])
        first, apart = self._columns(tally)
        room = apart - 6 if tall else 104 if columns < 3 else 78
        for number, part in enumerate(self._adding.parts[tally.seat][: min(shown, self._adding.numbers(tally.seat))]):
            value = texts.signed(values[number]) if number else texts.number(values[number])
            x = box.x + first + number * apart
            canvas.put_centred(kit.line(texts(part.key), 17, soft, text.STRONG, room), x, self._at(head, 0.24))
            size = min(26.0 if tall else 29.0, head.h * 0.28)
            canvas.put_centred(kit.line(value, size, ink, text.DISPLAY, max(82, room)), x, self._at(head, 0.6))
        if not self.reckoning.cards_say_sum:
            size = min((44.0 if tall else 48.0) + 6 * won, head.h * 0.6)
            sum_ = kit.sticker(texts.number(total), size, GOLD if won else CREAM, 116 if tall else 112)
            canvas.put_centred(sum_, box.x + (612 if tall else 828), head.y + head.h / 2)
        elif done and (remark := self.reckoning.remark(tally.seat)):
            line = kit.line(remark, 21, ink, text.BLACK, 300 if tall else 250)
            canvas.put_right(line, box.x + box.w - 24, head.y + head.h / 2)
