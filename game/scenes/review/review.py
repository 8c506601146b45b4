"""The review: a finished match judged decision by decision, from one player's view.

It is computed while this screen is open, in slices of its frames, and shown as it grows. The screen may be left at any
time: partial results are stored with the match.
"""

from functools import cached_property, partial

from pygame import Surface

from game.ai.judgement import JudgedDecision
from game.ai.review import AnyReview
from game.catalogue.presentations import PRESENTATIONS
from game.core.game import Action
from game.core.match import AnyMatch
from game.core.records import Moment
from game.engine import backdrop, controls, dates, fonts
from game.engine.canvas import Canvas
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import AMBER, CREAM, GOOD, INK, SKY, SOFT, SOFT_ON_PAPER, WARNING, Colour
from game.engine.transitions import Pop, Push, Reset, Transition
from game.engine.widgets import TARGET, Button, Painted, RoundButton, Widget
from game.player import saves
from game.player.review_worker import ReviewWorker
from game.scenes.navigation import routes
from game.scenes.result import outcome
from game.scenes.result.moment_picture import picture_of
from game.scenes.review import moment_card, review_line, review_list, standing_card
from game.scenes.review.position_cards import draw_cards, laid
from game.scenes.review.review_list import MINUS
from game.scenes.review.review_words import NOTHING, ReviewWords
from game.scenes.shared import common
from game.scenes.shared.choice import choice
from game.services.context import Context
from game.table.film import place_text, turns_begun

#: gap between two papers
GAP = 12.0
#: the lower edges of an upright window's heading, and of the choice of a person
HEADING_LOW, CHOICE_LOW = 88.0, 178.0
#: resolution of the progress bar, and width of the remaining time beside it
STEPS, REMAINING = 100, 140.0
#: the chart's share of the height below an upright phone's heading, and with large texts
COURSE, COURSE_LARGE = 0.24, 0.22
#: the most height of a verdict above all figures
VERDICT_HIGH = 440.0
#: share of a broad window's extra width for the papers at the left
SHARE = 0.4
#: how much lower than the list the first paper at the left starts
EVEN = 4.0
#: additional cards of the positions shown per frame
CARDS = 2
#: text size of a number by its length: up to so many characters
NUMBER_SIZES = ((4, 44), (7, 36), (9, 32))
#: text size of longer numbers, as "\u221212 points"
LONG_NUMBER = 25
#: moves before the costliest mistake with which its replay begins
LEAD = 4
#: text size of what is being computed, of the chances at start and end, and the latter upright
SUMS, RUN, RUN_TALL = 19.0, 22.0, 26.0
#: text size of small print, wide and upright
NOTE, NOTE_TALL = 16.0, 22.0
#: size of its sentence in the list's heading, of the button beside it, and height of two lines
SENTENCE, PLAY, LINES = 21.0, 52.0, 54.0
#: the same size of the sentence and height in portrait, where there is more room
SENTENCE_TALL, LINES_TALL = 29.0, 76.0
#: most of a paper's height in the list as a multiple of the least, wide and upright
HIGHER, TALLER = 1.2, 1.5
#: relative text size from which texts count as enlarged
LARGE = 1.2
#: width of the arrows to other pages, at the right of the sentence or, upright, of the note; size of one
ARROWS, ARROW = 176.0, 52.0


def draw_number(kit: Kit, box: Box, value: str, note: str, lost: Colour, gained: Colour, canvas: Canvas) -> None:
    """Draw one of the numbers on its paper, and its unit and uncertainty.

    The colour is that of a loss or of any other number. One that is not known yet has its note alone.
    """
    middle = box.x + box.w / 2
    if value == NOTHING:
        # a large dash would look like a broken number
        words = kit.paragraph(note or NOTHING, 19, box.w - 16, SOFT_ON_PAPER, fonts.STRONG, box.h * 0.5, middle=True)
        canvas.put_centred(words, middle, box.y + box.h * 0.64)
        return
    size = next((size for most, size in NUMBER_SIZES if len(value) <= most), LONG_NUMBER)
    colour = lost if value.startswith(MINUS) else gained
    number = kit.sticker(value, size, colour, box.w - 24)
    canvas.put_centred(number, middle, box.y + box.h * (0.52 if note else 0.64))
    if note:
        paragraph = kit.paragraph(note, 16, box.w - 16, SOFT_ON_PAPER, fonts.STRONG, box.h * 0.34, middle=True)
        canvas.put_centred(paragraph, middle, box.y + box.h * 0.82)


def sentence_size(kit: Kit) -> float:
    """Return the size of the sentence: larger in portrait, unless all texts are enlarged."""
    return SENTENCE_TALL if kit.frame.tall and kit.player_scale < LARGE else SENTENCE


def note_size(kit: Kit) -> float:
    """Return the size of small print."""
    return NOTE_TALL if kit.frame.tall else NOTE


def draw_heading(kit: Kit, box: Box, left: float, text: str, canvas: Canvas) -> None:
    """Draw the sentence on the costliest mistake beside its button."""
    sentence = kit.paragraph(text, sentence_size(kit), box.w - left, CREAM, fonts.DISPLAY, box.h)
    canvas.put_left(sentence, box.x + left, box.centre[1])


def draw_note(kit: Kit, box: Box, text: str, canvas: Canvas) -> None:
    """Draw the small text above the list."""
    canvas.put_left(kit.paragraph(text, note_size(kit), box.w, SOFT, fonts.STRONG, box.h), box.x, box.centre[1])


def draw_progress(kit: Kit, box: Box, share: float, text: str, canvas: Canvas) -> None:
    """Draw the progress of the review: a bar and the remaining time."""
    canvas.put(kit.widget_image(controls.bar_plain, box.w - REMAINING, 22, share, AMBER), box.x, box.y + box.h / 2 - 11)
    line = kit.line(text, 20, INK, fonts.DISPLAY, REMAINING - 10)
    canvas.put_right(line, box.x + box.w, box.y + box.h / 2)


class ReviewScreen(common.Baked, common.Paged):
    """One finished match, reviewed for one seat after the other."""

    stage = "menu"

    def __init__(self, context: Context, match: AnyMatch, ended_ms: float = 0) -> None:
        super().__init__(context)
        self.match, self.ended_ms = match, ended_ms
        #: seats with a review: people, or everybody if none played
        self.seats = match.humans or list(range(len(match.seats)))
        self._by_seat: dict[int, ReviewWords] = {}
        self._rows_shown = 1
        #: number of the positions' cards that have been rendered, and of all
        self._cards, self._all_cards = 0, 0
        #: something new has been found and is not shown yet
        self._news = False
        #: the remaining time that is shown, and the number of rough chances
        self._left, self._sketched = "", 0
        self._sit(0)

    @property
    def address(self) -> str:
        return saves.finished_address("review", self.context, self.match)

    # ---- seat -------------------------------------------------------------------------------------

    def _sit(self, number: int) -> None:
        """Switch to the review of a seat, which continues from where it was."""
        self.seat = self.seats[number]
        if self.seat not in self._by_seat:
            now = ReviewWorker(self.context, self.match, self.seat)
            self._by_seat[self.seat] = ReviewWords(self.context, self.match, self.seat, now)
        self.report = self._by_seat[self.seat]
        self.now = self.report.now
        #: the page of the list, and the number of small mistakes that have been played
        self.page = self._shown_small = 0

    def _choose(self, number: int) -> None:
        """Show the review of another seat; this one's progress is stored."""
        self.now.keep()
        self._sit(number)
        self.build()

    @property
    def awake(self) -> bool:  # type: ignore[override]
        """True while the review is computed, when nobody touches the screen."""
        return not self.now.done

    @property
    def found(self) -> AnyReview | None:
        """The review so far."""
        return self.now.found

    # ---- time -------------------------------------------------------------------------------------

    def update(self, ms: float) -> Transition:
        """Give the review its part of the frame; results are shown in the next one."""
        self.now.count_time()
        if not self._news:
            if self._cards < self._all_cards:
                self._cards += CARDS
                self._offer()
                return None
            self._news = not self.now.done and self.now.go_on()
            if (self._remaining(), len(self.now.sketch)) != (self._left, self._sketched) and not self.now.done:
                self._offer()
            return None
        self._news = False
        if self.now.done:
            # the line and the sums are final from now on
            self.build()
            self.context.audio.play("your_turn")
        elif self.now.stage != self._stage_shown:
            self.build()
        else:
            self._offer()
        return None

    def work(self) -> bool:
        """Continue the review while there is nothing new to show."""
        if self._news or self.now.done or self._cards < self._all_cards:
            return False
        self._news = self.now.go_on()
        return True

    def pause(self) -> None:
        """Store the progress: this scene may never return."""
        self.now.keep()
        super().pause()

    def back(self) -> Transition:
        """Leave; the review's progress is stored."""
        self.now.keep()
        return Pop()

    @cached_property
    def _turns(self) -> list[int]:
        """The number of turns begun at each position of the match."""
        return turns_begun(self.match)

    def spoken(self) -> str:
        return self.report.spoken(self.page * self._rows_shown, self._rows_shown)

    # ---- the mistakes -----------------------------------------------------------------------------

    def page_count(self) -> int:
        return max(1, -(-len(self.report.mistakes()) // self._rows_shown))

    def _look(self, place: int, plays: bool = False) -> Transition:
        lines = [(row, self.report.review_line(row)) for row in self.report.mistakes()]
        notes = {row.place: routes.MistakeNote(line.played, line.best, row.best) for row, line in lines}
        start = routes.ReplayStart(self.ended_ms, place, self.seat, plays, notes=notes)
        return Push(routes.replay(self.context, self.match, start))

    def _play_from(self, place: int) -> Transition:
        """Play this match on from a decision; a match in progress is shelved."""
        game = self.match.game.name
        if saves.is_in_progress(self.context, game) and not self.confirmed(f"from-{place}"):
            return None
        self.now.keep()
        saves.shelve(self.context, game)
        return Reset(routes.table(self.context, self.match.at(place)))

    def lay_out_question(self) -> None:
        self._offer()

    # ---- layout -----------------------------------------------------------------------------------

    def build(self) -> None:
        context, frame = self.context, self.context.frame
        texts, tall = context.texts, frame.tall
        plate = self.plate = backdrop.Backdrop(context.kit, backdrop.wood(frame))
        several, room, self._stage_shown = len(self.seats) > 1, frame.room, self.now.stage
        self._bake_heading(several)
        grey = context.settings.colours == "grey"
        self._look_of_cards = PRESENTATIONS[self.match.game.name].howto.look(context.kit, texts, grey)
        self._cards = 0
        larger = self._larger
        if tall:
            top = (CHOICE_LOW if several else HEADING_LOW) + 2 * GAP
            left, wide, fact, sums = 24.0, 672.0, max(108.0, 18 + 68 * larger), 106 + 148 * max(0.0, larger - 1)
            course_high = (COURSE if larger < 1.5 else COURSE_LARGE) * (frame.height - top)
            sums = self._sums_high(wide, sums)
            # what matters most is read first, above all figures
            if self.report.verdict():
                free = frame.height - 24 - top - fact - sums - 3 * GAP
                verdict = Box(left, top, wide, min(free - course_high, VERDICT_HIGH * larger))
                top, course_high = top + verdict.h + GAP, free - verdict.h
            else:
                top += self._lay_sentence(Box(left, top - GAP, wide, frame.height)) - GAP / 2
        else:
            top, fact, sums = 112.0, 52 + 64 * max(1, larger), 64 + 106 * max(1, larger)
            left, wide = room.x + 28, 452 + SHARE * (room.w - frame.width)
            sums = min(sums, self._sums_high(wide, sums)) if self.now.done else sums
            course_high = 720 - 24 - top - fact - sums - 2 * GAP
        part = (wide + GAP) / len(self.report.labels)
        self._numbers = [Box(left + place * part, top, part - GAP, fact) for place in range(len(self.report.labels))]
        for box, label in zip(self._numbers, self.report.labels, strict=True):
            plate.paper(box)
            picture = context.kit.line_plain(texts(f"review.{label}"), 19, SOFT_ON_PAPER, fonts.BLACK, box.w - 8)
            plate.put(picture, box.x + box.w / 2, box.y + box.h * 0.23, "centre")
        self._bake_sums(Box(left, top + fact + GAP, wide, sums))
        course = Box(left, top + fact + sums + 2 * GAP, wide, course_high)
        note = texts("review.course_turns" if self.now.by_turns else "review.course_decisions")
        chances = self.report.chances()
        won = self.seat in self.match.game.winners(self.match.state)
        name, turns = self.report.name(), self.now.turns
        self._course = review_line.ChanceLine(context, plate, course, name, turns, note, chances, won)
        self._course.finish(plate, self.found if self.now.done else None)
        low = course.y + course.h + GAP
        beside = left + wide + 22
        self._list = (
            (verdict if self.report.verdict() else Box(24, low, 672, frame.height - 24 - low))
            if tall
            else Box(beside, 108, room.w + room.x - 28 - beside, 592)
        )
        self._lay_rows(larger, tall)
        self._offer()

    def _bake_heading(self, several: bool) -> None:
        """Bake the title, and offer the way back and the choice of one of ``several`` people."""
        context, frame, texts = self.context, self.context.frame, self.texts
        game = texts(f"game.{self.match.game.name}")
        when = dates.moment(texts, self.ended_ms, context.clock.wall_ms())
        sub = "" if several or frame.tall else " · ".join(filter(None, (game, when)))
        common.heading(context, self.plate, texts("review.title"), sub, left=frame.room.x)
        self._fixed: list[Widget] = [common.back_button(context, self.back, left=frame.room.x)]
        if several:
            box = Box(24, CHOICE_LOW - 72, 672, 72) if frame.tall else Box(812, 30, 440, 60).wider(0, frame.side)
            names = [self.match.seats[seat].name for seat in self.seats]
            at = self.seats.index(self.seat)
            self._fixed += choice(context, self.plate, box, "seat", names, at, self._choose, texts("review.whose"))

    def _sums(self, wide: float, high: float) -> list[Surface]:
        """Return the texts of the paper below the numbers, as large as there is room; plain."""
        kit, tall, report = self.context.kit, self.context.frame.tall, self.report
        if not self.now.done:
            return [kit.paragraph_plain(report.run(), SUMS, wide, INK, fonts.STRONG, high)]
        run = kit.paragraph_plain(report.run(), RUN_TALL if tall else RUN, wide, INK, fonts.STRONG, high * 0.6)
        low = high - run.get_height() / kit.scale
        return [run, kit.paragraph_plain(report.quiet(), note_size(kit), wide, SOFT_ON_PAPER, fonts.STRONG, low)]

    def _sums_high(self, wide: float, usual: float) -> float:
        """Return the height of the paper on which its texts have their full size, or the usual if all are enlarged."""
        kit = self.context.kit
        if kit.player_scale >= LARGE:
            return usual
        pictures = self._sums(wide - 44, kit.frame.height)
        return sum(picture.get_height() for picture in pictures) / kit.scale + 24 + self._bar_high

    @property
    def _bar_high(self) -> float:
        """The room for the bar below the sums while the review is computed."""
        return 0.0 if self.now.done else 34.0

    def _bake_sums(self, box: Box) -> None:
        """Bake the sentences on their paper, and place the bar."""
        kit, plate = self.context.kit, self.plate
        plate.paper(box)
        low = self._bar_high
        pictures = self._sums(box.w - 44, box.h - 20 - low)
        y = box.y + (box.h - low - sum(picture.get_height() for picture in pictures) / kit.scale) / 2
        for picture in pictures:
            plate.put(picture, box.x + 22, y, "corner")
            y += picture.get_height() / kit.scale
        self._bar = Box(box.x + 22, box.y + box.h - 42, box.w - 44, 32)

    def _lay_rows(self, larger: float, tall: bool) -> None:
        """Place the heading of the list, and find how many rows fit below it."""
        box = self._list
        if self.report.verdict():
            # a single paper, as high as those at its side
            self._spots = [box if tall else Box(box.x, box.y + EVEN, box.w, box.h - 2 * EVEN)]
            return
        kit, above, wide = self.context.kit, 0.0, box.w - 8
        if not tall:
            above = self._lay_sentence(Box(box.x, box.y, box.w - ARROWS, box.h))
        # large texts leave it two lines: the rows below have more to say
        limit = ARROW if tall and larger > 1.2 else box.h
        written = kit.paragraph_plain(self.report.heading()[1], note_size(kit), wide, SOFT, fonts.STRONG, limit)
        # upright the arrows to other pages are beside the note
        high = max(written.get_height() / kit.scale, ARROW * tall)
        self._note_box = Box(box.x + 4, box.y + above + 2.0, wide, high)
        head = above + high + 4.0
        room = Box(box.x, box.y + head, box.w, box.h - head)
        least = review_list.least_height(larger, tall)
        # for the note's second line the rows get a little lower
        counted = box.h - above - 6.0 - 20.0 * larger
        self._rows_shown = max(1, int((counted + GAP) / (least + GAP)))
        high = min((room.h + GAP) / self._rows_shown - GAP, least * (TALLER if tall else HIGHER))
        self._spots = [Box(room.x, room.y + place * (high + GAP), room.w, high) for place in range(self._rows_shown)]
        self.page = min(self.page, self.page_count() - 1)

    def _lay_sentence(self, box: Box) -> float:
        """Place the sentence at the top of a box, with room for the lines it may get later; return its height."""
        kit = self.context.kit
        size = sentence_size(kit)
        lines = (LINES_TALL if size > SENTENCE else LINES) * max(1.0, self._larger)
        most = lines * (1.5 if kit.frame.tall else 1)
        title, wide = self.report.heading()[0], box.w - self._beside_play
        picture = kit.paragraph_plain(title, size, wide, CREAM, fonts.DISPLAY, most)
        self._sentence = Box(box.x, box.y, box.w, max(lines, picture.get_height() / kit.scale))
        return self._sentence.h

    def _offer(self) -> None:
        context, found = self.context, self.found
        kit, texts = context.kit, context.texts
        self._course.review = found._replace(decisions=()) if found and self.report.is_early else found
        self._course.turns = self.now.turns
        self._course.sketch, self._sketched = self.now.sketch, len(self.now.sketch)
        widgets: list[Widget] = [*self._fixed, self._course, *self._head()]
        # just before the last frame of the computation there may be a paper more
        lost, gained = AMBER if self.report.tells_lead else WARNING, GOOD if self.now.done else SKY
        for box, (value, error) in zip(self._numbers, self.report.values(), strict=False):
            widgets.append(Painted(kit, partial(draw_number, kit, box, value, error, lost, gained)))
            lost = WARNING
        if not self.now.done:
            share = round(self.now.share * STEPS) / STEPS
            self._left = self._remaining()
            text = self._left or texts("review.per_cent", number=texts.number(100 * share))
            widgets.append(Painted(kit, partial(draw_progress, kit, self._bar, share, text)))
        self.show([*widgets, *self._rows(), *self._page_buttons()])

    @property
    def _beside_play(self) -> float:
        """The left edge of the sentence: right of the button that plays the mistake, if there is one."""
        return 4 + (PLAY + 12) * bool(self.report.mistakes())

    def _remaining(self) -> str:
        """Return the remaining time as a text, or "" while it is unknown."""
        texts, minutes = self.context.texts, self.now.tell_left()
        if minutes is None:
            return ""
        if minutes < 2:
            return texts("review.left.minute" if minutes else "review.left.soon")
        return texts("review.left.minutes", count=minutes)

    def _head(self) -> list[Widget]:
        """Return the heading of the list: the costliest mistake with its replay, and the note."""
        if self.report.verdict():
            return []
        kit, box, rows = self.context.kit, self._sentence, self.report.mistakes()
        title, note = self.report.heading()
        beside = ARROWS * (self.context.frame.tall and self.page_count() > 1)
        widgets: list[Widget] = [
            Painted(kit, partial(draw_heading, kit, box, self._beside_play, title)),
            Painted(kit, partial(draw_note, kit, self._note_box._replace(w=self._note_box.w - beside), note)),
        ]
        if rows:
            use = partial(self._look, max(1, rows[0].place - LEAD), True)
            label, at = self.context.texts("review.show_dearest"), (box.x + 4 + PLAY / 2, box.centre[1])
            widgets.append(RoundButton(kit, "dearest", *at, label, use, icon="play", side=PLAY))
        return widgets

    def _rows(self) -> list[Widget]:
        kit, texts, widgets, left = self.context.kit, self.context.texts, list[Widget](), self._cards
        self._all_cards = 0
        first = self.page * self._rows_shown
        rows = self.report.mistakes()[first : first + self._rows_shown]
        for number, (row, box) in enumerate(zip(rows, self._spots, strict=False), first + 1):
            widgets.append(
                Painted(kit, partial(review_list.draw_row, kit, box, number, line := self.report.review_line(row)))
            )
            cards = laid(self._faces(row), review_list.position_box(box, self._larger, self.context.frame.tall))
            # the others follow in later frames, so that no frame gets long
            widgets.append(Painted(kit, partial(draw_cards, self._look_of_cards, cards[: max(0, left)])))
            left -= len(cards)
            self._all_cards += len(cards)
            widgets += self._row_buttons(row.place, box, line)
        if not self.report.verdict():
            top = self._spots[len(rows)].y if len(rows) < len(self._spots) else 0.0
            if not rows and not self.report.has_moments:
                # until mistakes are known, a person without a great moment sees the result above the others' ones
                box, people = self._spots[0], self.report.standings
                box = box._replace(h=standing_card.height(box.w, len(people), self._larger))
                widgets.append(Painted(kit, partial(standing_card.draw, kit, box, texts("review.nothing_yet"), people)))
                top += box.h + GAP
            for moment, box in zip(self.report.moments, self._moment_boxes(top, len(rows)), strict=False):
                widgets += self._moment_row(moment, box)
        elif verdict := self.report.verdict():
            alone = partial(review_list.draw_alone, kit, self._spots[0], verdict, self._figure)
            widgets.append(Painted(kit, alone))
            if self.report.small:
                widgets.append(self._small_button())
        return widgets

    @property
    def _figure(self) -> str:
        return self.match.seats[self.seat].figure

    def _moment_boxes(self, top: float, rows: int) -> list[Box]:
        """Return the boxes of the moments below so many mistakes: all the room from ``top`` that these leave."""
        low = self._list.y + self._list.h - (0 if self.context.frame.tall else EVEN)
        fit = max(1, int((low - top + GAP) / (moment_card.LEAST * self._larger + GAP)))
        count = min(len(self.report.moments), fit if rows < len(self._spots) else 0)
        if not count:
            return []
        high = (low - top + GAP) / count - GAP
        return self._spots[0]._replace(y=top).cut_down([high] * count, GAP)

    def _moment_row(self, moment: Moment, box: Box) -> list[Widget]:
        """Return a moment's paper with its cards, and the button that plays it."""
        kit, texts, parts = self.context.kit, self.context.texts, moment_card.parts_of(box, self._larger)
        place = place_text(texts, moment.length, self._turns)
        card = moment_card.Card(
            outcome.sentence_of(texts, self.match, moment),
            place,
            f"{texts('review.moment')} · {place}",
            self.match.seats[moment.seat].figure,
            "glad" if moment.glad else "beaten",
        )
        picture = picture_of(self.match, moment, parts.picture)
        spoken, use = f"{texts('result.moment_watch')}: {card.sentence}", partial(self._watch, moment)
        label, id_ = texts("result.watch"), f"moment-{moment.length}"
        button = Button(kit, id_, parts.button, label, use, size=21, spoken=spoken)
        paint = partial(moment_card.draw_card, kit, self._look_of_cards, box, parts.text, card, picture)
        return [Painted(kit, paint), button]

    def _watch(self, moment: Moment) -> Transition:
        """Play a moment."""
        self.now.keep()
        start = routes.ReplayStart(self.ended_ms, moment.length, moment=True)
        return Push(routes.replay(self.context, self.match, start))

    def _small_button(self) -> Button:
        """Return the button that plays the mistakes that are measured only together, one after the other."""
        assert self.found is not None
        kit, texts, box = self.context.kit, self.context.texts, self._spots[0]
        rows = sorted(self.found.doubtful, key=lambda row: (-row.loss, row.place))
        number = self._shown_small % len(rows)

        def show() -> Transition:
            self._shown_small += 1
            self._offer()
            return self._look(max(1, rows[number].place - LEAD), True)

        wide = min(460.0, box.w - 36)
        place = Box(box.centre[0] - wide / 2, box.y + box.h - review_list.FOOT, wide, 72)
        label, sub = texts("review.show_small"), texts("review.show_small_note", number=number + 1, count=len(rows))
        return Button(kit, "small", place, label, show, kind="primary", sub=sub, icon="play", size=24)

    @property
    def _larger(self) -> float:
        """Text scale relative to the usual."""
        return self.context.kit.text_scale / self.context.kit.scale

    def _faces(self, row: JudgedDecision[Action]) -> tuple[tuple[str, ...], ...]:
        """Return the cards that a mistake was about, as the seat saw them."""
        game = self.match.game
        view = game.view(self.now.steps[row.place].state, self.seat)
        return PRESENTATIONS[game.name].mistake_faces(view, row.played, row.best)

    def _row_buttons(self, place: int, box: Box, line: review_list.ReviewLine) -> list[Button]:
        """Return the buttons to the position, and to play on from there."""
        kit, texts = self.context.kit, self.context.texts
        look, on = review_list.button_boxes(box, self.context.frame.tall)
        asks = self.confirming == f"from-{place}"
        from_here = texts("replay.play_on_sure" if asks else "review.play")
        buttons = [
            Button(
                kit,
                f"look-{place}",
                look,
                texts("result.watch"),
                partial(self._look, place),
                kind="secondary",
                size=21,
                spoken=f"{texts('result.watch')}: {line.place}",
            ),
            Button(
                kit,
                f"from-{place}",
                on,
                from_here,
                partial(self._play_from, place),
                kind="danger" if asks else "dark",
                sub="" if asks else texts("review.play_from"),
                size=21,
                spoken=from_here if asks else f"{texts('replay.play_on')}: {line.place}",
            ),
        ]
        for button in buttons:
            button.item.box = button.box.at_least(TARGET)
        return buttons

    def _page_buttons(self) -> list[Widget]:
        if self.page_count() == 1:
            return []
        right, y = self._list.x + self._list.w, self._list.y + 30
        if self.context.frame.tall:
            y = self._note_box.centre[1]
        return self.page_arrows(y, {"review.dearer": right - 132, "review.cheaper": right - 36}, side=ARROW)

    def turn(self, by: int) -> None:
        page = min(max(self.page + by, 0), self.page_count() - 1)
        if page != self.page:
            self.page, self._cards = page, 0
            self._offer()
