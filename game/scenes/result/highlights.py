"""Highlights beside a match's sums: its best moment so far with its cards, and the news at the end."""

from collections.abc import Container
from typing import NamedTuple

from pygame import Surface

from game.catalogue.presentations import PRESENTATIONS
from game.core.match import AnyMatch
from game.core.records import Moment, best_moment_of, impressiveness
from game.engine import fonts, palette
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.figures import figure_plain
from game.engine.layout import Box
from game.engine.services import UsesContext
from game.scenes.result.moment_picture import OWNER, PITCH, MomentPicture, picture_of
from game.scenes.result.outcome import MatchOutcome
from game.services.context import Context

#: text size of the moment; larger in boxes wider than this; and the largest
TEXT, LARGE, WIDE, LARGEST = 18.0, 21.0, 340.0, 25.0
#: the most height of the heading above the cards
TWO_LINES = 50.0
#: text size of the news, and their padding within the panel
NEWS, EDGE = 19.0, 10.0
#: shares of their size that are tried for the news of a wide window, and for more than the first goals
SMALLER, SLIGHTLY = (1.0, 0.92, 0.85, 0.78, 0.7), 0.85
#: number of goals that are shown in every window, and text size up to which an upright one shows all
FIRST_GOALS, USUAL = 2, 1.2
#: heights of a row of news, upright and wide, and of a further line, and width of a star with the gaps, all in letters
APART, APART_WIDE, BELOW, STAR = 1.7, 1.5, 1.2, 2.6
#: width above which a box may be flat
FLAT = 500.0
#: number of rows that leave a phone less room for the moment
MANY = 6
#: a moment of another kind than the news tells is shown if it impresses at least this share as much as the best
NEARLY = 0.75
#: room for the round button that replays the moment
BUTTON = 64.0


def moment_of(match: AnyMatch, told: Container[str]) -> Moment | None:
    """Return the best moment, or one nearly as impressive of another kind than the goals that the news tell."""
    best, winners = match.game.records.best_moment(match), match.game.winners(match.state)
    found = [moment for moment in match.game.records.moments(match) if moment.key not in told]
    other = best_moment_of(found, match.humans, winners)
    if best is None or other is None or (best.seat in match.humans and other.seat not in match.humans):
        return best
    least = NEARLY * impressiveness(best, match.humans, winners)
    return other if impressiveness(other, match.humans, winners) >= least else best


class NewsRow(NamedTuple):
    """Some of the news side by side, or a further line of one of them."""

    texts: tuple[str, ...]
    size: float
    is_continuation: bool = False


class Highlights(UsesContext):
    """The best moment and the news of one match, for a high box or a flat one."""

    def __init__(self, context: Context, match: AnyMatch, moment: Moment | None) -> None:
        self.context, self.match, self.moment = context, match, moment
        #: the texts of both, and their scale
        self.outcome: MatchOutcome
        self.zoom = 1.0
        self._picture = MomentPicture(())

    # ---- news -------------------------------------------------------------------------------------

    def news_height(self, wide: float, most: float) -> float:
        """Return the height of a box of this width for the news, at most ``most`` for all but the first; 0 if none."""
        rows = self._news_rows(wide, most)
        return sum(self._line(row) for row in rows) + 2 * EDGE if rows else 0.0

    @property
    def news_width(self) -> float:
        """The width of a box for the longest of the news in one line, at their full size."""
        return max((self._news_width(text, self._largest) for text in self.outcome.news), default=0.0) + 2 * EDGE

    @property
    def _largest(self) -> float:
        """Largest text size of the news: the column of a wide window has no room for larger ones."""
        return NEWS if self.frame.tall else self.kit.fitting(NEWS, 23) * self.zoom

    def _line(self, row: "NewsRow") -> float:
        apart = APART if self.frame.tall else APART_WIDE
        return (BELOW if row.is_continuation else apart) * self._size(row.size)

    def _size(self, size: float) -> float:
        """Return the logical height of letters of a size."""
        return size * self.kit.text_growth

    def _news_rows(self, wide: float, most: float) -> list["NewsRow"]:
        """Arrange the news that fit in rows, in letters small enough for all goals or at least the first ones."""
        tries = SMALLER[:1] if self.frame.tall else SMALLER
        for count in (len(self.outcome.goals), FIRST_GOALS):
            for share in tries:
                rows = self._arranged(wide, most, share * self._largest)
                told = " ".join(text for row in rows for text in row.texts)
                if all(goal in told for goal in self.outcome.goals[:count]):
                    return rows
                if count > FIRST_GOALS and share <= SLIGHTLY:
                    break
        return rows

    @property
    def _certain(self) -> tuple[str, ...]:
        """The goals that an upright window shows even if its rows get lower."""
        few = len(self.outcome.rows) < MANY and self.kit.player_scale < USUAL
        return self.outcome.goals if few else self.outcome.goals[:FIRST_GOALS]

    def _arranged(self, wide: float, most: float, size: float) -> list["NewsRow"]:
        """Arrange the news of a text size that fit in rows: some side by side if there is room, long ones in lines."""
        rows: list[NewsRow] = []
        kit, left, free = self.kit, 0.0, most - 2 * EDGE
        room = wide - 2 * EDGE
        for text in self.outcome.news:
            needed = self._news_width(text, size)
            if needed <= left:
                rows[-1] = rows[-1]._replace(texts=(*rows[-1].texts, text))
                left -= needed
                continue
            lines = [text]
            if needed > room:
                narrow = kit.px(room - STAR * self._size(size))
                lines = fonts.evened(text, fonts.BLACK, round(size * kit.text_scale), narrow)
            added = [NewsRow((line,), size, number > 0) for number, line in enumerate(lines)]
            free -= sum(map(self._line, added))
            if rows and free < 0 and not (self.frame.tall and text in self._certain):
                break
            rows += added
            left = room - needed
        return rows

    def _news_width(self, text: str, size: float) -> float:
        """Return the width of a star, a piece of news of a text size, and the gap after it."""
        real = round(size * self.kit.text_scale)
        return fonts.width(text, fonts.BLACK, real) / self.kit.scale + STAR * self._size(size)

    def bake(self, plate: Backdrop, news_box: Box | None, moment_box: Box | None) -> tuple[float, float] | None:
        """Bake news and moment; return the place of the button that replays the moment, or None."""
        grey = self.context.settings.colours == "grey"
        self._look = PRESENTATIONS[self.match.game.name].howto.look(self.kit, self.texts, grey)
        self._picture = MomentPicture(())
        if news_box:
            self._bake_news(plate, news_box)
        if not moment_box or not self.moment:
            return None
        button = self._bake_moment(plate, moment_box, self.moment)
        # before the end a replay would reveal secrets
        return button if self.match.is_over else None

    def _bake_news(self, plate: Backdrop, box: Box) -> None:
        """Bake the news in a panel with a gold line, with a star before each."""
        kit = self.kit
        plate.panel(box, 18, 0.62)
        plate.frame_line(box, 18, palette.GOLD)
        y = box.y + EDGE
        for row in self._news_rows(box.w, box.h + 1):
            x, middle, size = box.x + EDGE + 4, y + self._line(row) / 2, self._size(row.size)
            for text in row.texts:
                if not row.is_continuation:
                    star = kit.image_plain("icons/star_gold", 1.25 * size, 1.25 * size)
                    plate.put(star, x + 0.7 * size, middle, "centre")
                line = kit.line_plain(text, row.size, palette.GOLD, fonts.BLACK, box.w - 2 * EDGE - 2 * size)
                plate.put(line, x + 1.6 * size, middle)
                x += self._news_width(text, row.size)
            y += self._line(row)

    # ---- the moment -------------------------------------------------------------------------------

    @property
    def flat_height(self) -> float:
        """Height of a flat box for the moment, 0 if there is none."""
        if not self.frame.tall:
            return 118.0 * bool(self.moment)
        has_room = len(self.outcome.rows) < MANY or self.kit.text_scale > self.kit.scale
        return (160.0 if self.kit.player_scale >= USUAL else 140.0 if has_room else 118.0) * bool(self.moment)

    def _bake_moment(self, plate: Backdrop, box: Box, moment: Moment) -> tuple[float, float]:
        plate.panel(box, 18, 0.46)
        return (self._bake_flat if box.w > max(2 * box.h, FLAT) else self._bake_high)(plate, box, moment)

    def _bake_high(self, plate: Backdrop, box: Box, moment: Moment) -> tuple[float, float]:
        """Bake heading, cards and text one below the other."""
        size = min((LARGE if box.w > WIDE else TEXT) * self.zoom, LARGEST)
        heading = self._heading(moment, size, box.w - 40)
        self._put_heading(plate, heading, box.x + 20, box.y + 38, moment, size)
        paragraph = self.kit.paragraph_plain(
            self.outcome.moment, size, box.w - 40, palette.CREAM, fonts.STRONG, box.h * 0.36, evened=True
        )
        high = paragraph.get_height() / self.kit.scale
        plate.put(paragraph, box.x + 20, box.y + box.h - high - 12, "corner")
        # the owners' figures stand out above beaten cards
        top = 70 + OWNER * 0.6 * bool(moment.beaten)
        self._lay_cards(plate, Box(box.x + 20, box.y + top, box.w - 40, box.h - high - 20 - top))
        return box.x + box.w - 40, box.y + 40

    def _bake_flat(self, plate: Backdrop, box: Box, moment: Moment) -> tuple[float, float]:
        """Bake cards at the left, heading and text to their right."""
        count = len(self._faces(moment.cards) + self._faces(moment.beaten))
        # beaten cards are beside those that beat them
        share = 0.46 if moment.beaten and self.kit.player_scale < USUAL else 0.34
        part = min(box.w * share, 20 + count * (box.h - 20) / self._ratio * PITCH)
        self._lay_cards(plate, Box(box.x + 16, box.y + 10, part - 8, box.h - 20))
        x = box.x + 24 + part
        wide = box.x + box.w - x - 16
        heading = self._heading(moment, TEXT, wide)
        line = max(self._size(26.0), heading.get_height() / self.kit.scale)
        paragraph = self.kit.paragraph_plain(
            self.outcome.moment,
            TEXT,
            wide - BUTTON,
            palette.CREAM,
            fonts.STRONG,
            max(40.0, box.h - line - 30),
            evened=True,
        )
        y = box.y + (box.h - line - 6 - paragraph.get_height() / self.kit.scale) / 2
        self._put_heading(plate, heading, x, y + line / 2, moment, TEXT)
        plate.put(paragraph, x, y + 6 + line, "corner")
        return box.x + box.w - 42, box.y + box.h / 2

    def _heading(self, moment: Moment, size: float, most: float) -> Surface:
        """Return the heading in this width: in one line, or in two if it would shrink."""
        kit, title = self.kit, self.outcome.title
        most -= BUTTON - 16 if self.match.is_over else 0
        most -= 20 + size if not moment.beaten else 0
        if fonts.width(title, fonts.BLACK, round(size * kit.text_scale)) <= kit.px(most):
            return kit.line_plain(title, size, palette.SOFT, fonts.BLACK, most)
        # somebody's own best moment has a longer name
        high = TWO_LINES * self.zoom
        return kit.paragraph_plain(title, min(size, TEXT), most, palette.SOFT, fonts.BLACK, high, evened=True)

    def _put_heading(self, plate: Backdrop, heading: Surface, x: float, y: float, moment: Moment, size: float) -> None:
        """Bake the heading around ``y``, beside the figure of its seat."""
        if not moment.beaten:
            # beside beaten cards both players' figures are shown
            figure = self.match.seats[moment.seat].figure
            mood = "glad" if moment.glad else "beaten"
            plate.put(figure_plain(self.kit, figure, size * 0.83, mood), x + 14, y, "centre")
            x += 20 + size
        plate.put(heading, x, y)

    def _faces(self, cards: tuple[int, ...]) -> tuple[str, ...]:
        if not self.moment:
            return ()
        return PRESENTATIONS[self.match.game.name].moment_faces(self.moment._replace(cards=cards))

    @property
    def _ratio(self) -> float:
        return PRESENTATIONS[self.match.game.name].moment_ratio

    def _lay_cards(self, plate: Backdrop, box: Box) -> None:
        """Place the moment's cards in a box."""
        if not self.moment or box.h < 24:
            return
        self._picture = picture_of(self.match, self.moment, box)
        if self._picture.arrow:
            icon, size, x, y = self._picture.arrow
            plate.put(self.kit.icon_plain(icon, size, palette.GOLD), x, y, "centre")

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards of the moment, and their owners if there are several."""
        self._picture.draw(self.kit, self._look, canvas)
