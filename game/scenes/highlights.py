"""What is told of a finished match beside its sums: its best moment with its cards, and what is new."""

from __future__ import annotations

from typing import NamedTuple

from game import news, statistics
from game.context import Context
from game.core.match import AnyMatch
from game.core.moments import Moment
from game.engine import text
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.figures import figure_plain
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, SOFT
from game.engine.words import name_of
from game.presentations import PRESENTATIONS

#: a card of the moment is at most so wide, and its neighbour begins so many widths further if there is room
WIDEST, PITCH = 104.0, 1.06
#: height of a line of news; a flat box has one line for so many
LINE, MOST_FLAT = 34.0, 2
#: room of the round button that shows the moment in the replay
BUTTON = 64.0


class Placed(NamedTuple):
    """Where a card of the moment lies."""

    face: str
    x: float
    y: float
    w: float


class Highlights:
    """The best moment and the news of one match, ready to be shown in a high box or in a flat one."""

    def __init__(self, context: Context, match: AnyMatch) -> None:
        self.context, self.match = context, match
        self.moment: Moment | None = match.game.best_moment(match)
        self.news = news.news_of(match, statistics.entries(context))
        self._cards: tuple[Placed, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell."""
        return self.moment is None and not self.news

    def news_lines(self) -> list[str]:
        """What is new, in words."""
        texts = self.context.texts
        lines = []
        for one in self.news:
            blanks: dict[str, object] = dict(one.blanks)
            if "level" in blanks:
                blanks["level"] = texts(f"level.{blanks['level']}")
            lines.append(texts(f"news.{one.key}", **blanks))
        return lines

    def sentence(self) -> str:
        """The moment in one sentence; whoever alone plays is spoken to."""
        moment, texts, seats = self.moment, self.context.texts, self.match.seats
        if moment is None:
            return ""
        key = f"{self.match.game.name}.moment.{moment.key}"
        told: dict[str, object] = {
            # a time is as exact when it happens to be whole
            name: texts.number(value, 1) if name == "seconds" else int(value)
            for name, value in moment.numbers
        }
        other = name_of(seats, moment.other) if moment.other >= 0 else ""
        return texts(key, name=name_of(seats, moment.seat), to=other, **told)

    def spoken(self) -> list[str]:
        """All of it, for whoever cannot see it."""
        words = [f"{self.context.texts('result.moment')}: {self.sentence()}"] if self.moment else []
        return [*words, *self.news_lines()]

    # ---- layout ---------------------------------------------------------------------------------

    @property
    def flat_height(self) -> float:
        """How high a flat box has to be: for the moment, and one line for the news."""
        tall = self.context.frame.tall
        return (140.0 if tall else 118.0) * bool(self.moment) + self._line() * bool(self.news)

    def _line(self) -> float:
        """Height of a line of news."""
        return LINE * max(1.0, self.context.settings.scale) * (1.2 if self.context.frame.tall else 1.0)

    def bake(self, plate: Backdrop, box: Box, flat: bool) -> tuple[float, float] | None:
        """Bake panel and words; return where the button that shows the moment belongs, if there is one."""
        plate.panel(box, 18, 0.46)
        lines = self.news_lines()
        if flat and len(lines) > 1:
            lines = [" · ".join(lines[:MOST_FLAT])]
        low = self._line() * len(lines)
        self._cards = ()
        self._bake_news(plate, lines, box._replace(y=box.y + box.h - low - (0 if flat else 12), h=low))
        if not self.moment:
            return None
        return (self._bake_flat if flat else self._bake_high)(plate, box._replace(h=box.h - low), self.moment)

    def _bake_news(self, plate: Backdrop, lines: list[str], box: Box) -> None:
        """A star and a line each."""
        kit = self.context.kit
        for number, words in enumerate(lines):
            y = box.y + (number + 0.5) * self._line() - 4
            plate.put(kit.image_plain("icons/star_gold", 24, 24), box.x + 32, y, "centre")
            plate.put(kit.line_plain(words, 18, GOLD, text.BLACK, box.w - 66), box.x + 50, y)

    def _bake_high(self, plate: Backdrop, box: Box, moment: Moment) -> tuple[float, float]:
        """Heading, cards and words below each other."""
        kit = self.context.kit
        self._bake_heading(plate, box.x + 20, box.y + 36, box.w - 40 - BUTTON, moment)
        words = kit.paragraph_plain(self.sentence(), 18, box.w - 40, CREAM, text.STRONG, box.h * 0.36)
        high = words.get_height() / kit.scale
        plate.put(words, box.x + 20, box.y + box.h - high - 12, "corner")
        self._lay_cards(Box(box.x + 20, box.y + 66, box.w - 40, box.h - high - 84))
        return box.x + box.w - 40, box.y + 40

    def _bake_flat(self, plate: Backdrop, box: Box, moment: Moment) -> tuple[float, float]:
        """Cards at the left, heading and words at the right of them."""
        kit = self.context.kit
        faces = PRESENTATIONS[self.match.game.name].moment_faces(moment)
        part = min(box.w * 0.38, 20 + len(faces) * WIDEST * PITCH * 0.9) if faces else 0.0
        self._lay_cards(Box(box.x + 16, box.y + 10, part - 8, box.h - 20))
        x = box.x + 24 + part
        wide = box.x + box.w - x - 16
        line = 26.0 * kit.text_scale / kit.scale
        self._bake_heading(plate, x, box.y + 12 + line / 2, wide - BUTTON, moment)
        words = kit.paragraph_plain(
            self.sentence(), 18, wide - BUTTON, CREAM, text.STRONG, max(40.0, box.h - line - 30)
        )
        plate.put(words, x, box.y + 18 + line, "corner")
        return box.x + box.w - 42, box.y + box.h / 2

    def _bake_heading(self, plate: Backdrop, x: float, y: float, most: float, moment: Moment) -> None:
        kit = self.context.kit
        plate.put(figure_plain(kit, self.match.seats[moment.seat].figure, 15, "glad"), x + 14, y, "centre")
        title = kit.line_plain(self.context.texts("result.moment"), 18, SOFT, text.BLACK, most - 40)
        plate.put(title, x + 38, y)

    def _lay_cards(self, box: Box) -> None:
        """Put the moment's cards side by side into a box, as large as they fit."""
        moment = self.moment
        faces = PRESENTATIONS[self.match.game.name].moment_faces(moment) if moment else ()
        if not faces or box.h < 24:
            self._cards = ()
            return
        # cards of every game are at most so much higher than wide
        w = min(WIDEST, box.h / 1.56, box.w / (1 + 0.5 * (len(faces) - 1)))
        step = min(w * PITCH, (box.w - w) / max(1, len(faces) - 1))
        left = box.x + (box.w - w - step * (len(faces) - 1)) / 2 + w / 2
        y = box.y + box.h / 2
        self._cards = tuple(Placed(face, left + number * step, y, w) for number, face in enumerate(faces))

    def build(self) -> None:
        """Take the pictures for the window as it is now."""
        context = self.context
        grey = context.settings.colours == "grey"
        self._look = PRESENTATIONS[self.match.game.name].look(context.kit, context.texts, grey)

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards of the moment."""
        for card in self._cards:
            canvas.put_centred(self._look(card.face, card.w, "rest"), card.x, card.y)
