"""The puzzles of a game: this month's, and a page for each strength, with pictures, themes and stars."""

from collections.abc import Sequence
from functools import partial

from pygame import Surface

from game.catalogue.presentations import PRESENTATIONS
from game.engine import backdrop, fonts, layout, palette, surfaces, transitions, widgets
from game.engine.canvas import Canvas
from game.engine.containers import Column, CustomPart, Grid, PaperBox, Paragraph, Part, RowOfParts, TextLine
from game.engine.items import ItemList
from game.engine.kit import Kit, centred
from game.engine.sprites import Look, SpritePlace
from game.player import puzzles
from game.scenes.navigation import routes
from game.scenes.puzzle.position_cards import LEAST, cards_in, position_faces
from game.scenes.shared.common import Baked, back_button, heading
from game.services.context import Context
from game.tutorial.puzzle import STARS, STRENGTHS, stars_for

#: gap between two papers, and between two puzzles
GAP, APART = 14.0, 12.0
#: puzzles side by side, on a wide table and on a tall one
COLUMNS, TALL_COLUMNS = 3, 2
#: most themes of a page that are headings, the width of one beside its puzzles, and puzzles side by side there
MOST_GROUPS, THEME_WIDE, GROUP_COLUMNS = 4, 190.0, (4, 2)
#: maximum height of a puzzle and height of one of the month's, and text size of a theme: wide and tall
TILE, MONTHLY, THEME = (104.0, 148.0), (72.0, 115.0), (20.0, 22.0)
#: width of the month's puzzles beside their heading on a wide table, usual and in texts from that growth on
MONTH_WIDE, MONTH_LARGE, LARGE = 820.0, 720.0, 1.1
#: radius of a puzzle's number, size of a star, and text size of the number of questions
DISC, STAR, QUESTIONS = 21.0, 22.0, 16.0
#: largest height of a card below a theme, and height of a tile beyond its cards
MOST_HIGH, AROUND = 64.0, 20.0


class PuzzleTile(widgets.Button):
    """A puzzle: number, theme, number of questions, and its stars once it is solved, or an eye if it was shown."""

    number, theme, questions = "", "", ""
    signs: tuple[str, ...] = ()
    #: the cards of its position once they are shown, and what draws them
    groups: Sequence[Sequence[str]] = ()
    look: Look
    #: height of a card divided by its width
    ratio = 1.0

    def labelled(self, number: str, theme: str, questions: str, signs: Sequence[str]) -> "PuzzleTile":
        """Set what is written on the tile; return it."""
        self.number, self.theme, self.questions, self.signs = number, theme, questions, tuple(signs)
        return self

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        super().draw(canvas, items)
        box, kit = self.box, self.kit
        ink, paper = (palette.CREAM, palette.INK) if self.kind == "dark" else (palette.INK, palette.CREAM)
        canvas.put_centred(kit.widget_image(number_plain, self.number, ink, paper), box.x + 12 + DISC, box.centre[1])
        left, size, below = 2 * DISC + 22, THEME[kit.frame.tall], QUESTIONS * 1.2 * kit.text_growth
        # tiles without a theme are alike, solved or not
        room, high = box.w - left - 12 - STAR * bool(self.signs or not self.theme), box.h - 10
        real = round(size * kit.text_scale)
        cards = self._cards(layout.Box(box.x + left, box.y + 8, room, box.h - AROUND), real)
        for card in cards:
            canvas.put_centred(self.look(card.face, card.w, card.state), card.x, card.y)
        # a tile below the heading of its theme has only its cards
        stacked = bool(cards) and kit.frame.tall
        if stacked:
            high = cards[0].y - cards[0].w * self.ratio / 2 - box.y - 8
        elif cards:
            room = cards[0].x - cards[0].w / 2 - 10 - box.x - left
        self._draw_signs(canvas, ink)
        if not self.theme:
            return
        # a theme in large letters needs all the room
        asks = (
            self.questions
            and not stacked
            and fonts.fits(self.theme, fonts.BLACK, real, kit.px(room), kit.px(high - below))
        )
        below = below if asks else 0.0
        theme = kit.paragraph(self.theme, size, room, ink, fonts.BLACK, high - below)
        high = theme.get_height() / kit.scale
        top = box.y + (8 if stacked else (box.h - high - below) / 2)
        canvas.put(theme, box.x + left, top)
        if asks:
            questions = kit.line(self.questions, QUESTIONS, ink, fonts.STRONG, room)
            canvas.put_left(questions, box.x + left, top + high + below / 2)
        elif stacked and self.questions:
            beside = cards[0].x - cards[0].w / 2 - 10 - box.x - left
            if fonts.width(self.questions, fonts.STRONG, round(QUESTIONS * kit.text_scale)) <= kit.px(beside):
                canvas.put_left(kit.line(self.questions, QUESTIONS, ink, fonts.STRONG), box.x + left, cards[0].y)

    def _draw_signs(self, canvas: Canvas, ink: palette.Colour) -> None:
        """Draw the signs one below the other at the right edge, as large as a low tile allows."""
        box, pitch = self.box, min(STAR, (self.box.h - 6) / max(STARS, len(self.signs)))
        for place, sign in enumerate(self.signs):
            y = box.centre[1] + (place - (len(self.signs) - 1) / 2) * pitch
            canvas.put_centred(self.kit.icon(sign, min(STAR, pitch + 1), ink), box.x + box.w - 8 - STAR / 2, y)

    def _cards(self, room: layout.Box, size: int) -> list[SpritePlace]:
        """Return the places of the cards: beside the theme or on a tall table below it; without one at the left."""
        theme = fonts.wrapped(self.theme, fonts.BLACK, size, self.kit.px(room.w))
        if self.kit.frame.tall and self.theme:
            below = len(theme) * size * fonts.SPACING / self.kit.scale + 6
            low = room._replace(y=room.y + below, h=min(MOST_HIGH, room.h - below))
            return cards_in(low, self.groups, self.ratio)
        if not self.theme:
            return cards_in(room, self.groups, self.ratio, from_left=True)
        wide = max(fonts.width(line, fonts.BLACK, size) for line in theme)
        if not fonts.fits(self.theme, fonts.BLACK, size, wide, self.kit.px(room.h + 6)):
            return []
        beside = wide / self.kit.scale + 12
        return cards_in(room._replace(x=room.x + beside, w=room.w - beside), self.groups, self.ratio)


def number_plain(kit: Kit, number: str, fill: palette.Colour, ink: palette.Colour) -> Surface:
    """Draw a puzzle's number on a disc; plain."""
    disc = surfaces.disc(kit.px(DISC), fill).copy()
    line = kit.line_plain(number, kit.fitting(22, 1.3 * DISC), ink, fonts.DISPLAY, 1.6 * DISC)
    centred(disc, line, disc.get_width() // 2, disc.get_height() // 2)
    return disc


class PuzzleList(Baked):
    """All puzzles of one game."""

    stage = "menu"

    def __init__(self, context: Context, game: str) -> None:
        super().__init__(context)
        self.game, self.puzzles = game, puzzles.puzzles_of(game)
        self.month, self.numbers = puzzles.month_of(context, game), puzzles.offered(context, game)
        self._match_texts = PRESENTATIONS[game].match_texts(context.texts, ())
        first = puzzles.next_unsolved(context, game, -1) or 0
        #: the strength of the page
        self.strength = self.puzzles[first].strength
        self._look_of_cards: Look
        self.items.focus = f"puzzle-{first}"

    @property
    def address(self) -> str:
        return f"puzzles.{self.game}"

    def resume(self) -> None:
        self.build()

    def _done(self, number: int) -> int | None:
        return puzzles.solved_puzzles(self.context, self.game).get(puzzles.name_of(self.puzzles[number]))

    def _state(self, tries: int | None) -> tuple[str, str]:
        """Return a puzzle's button kind and its description by the number of tries."""
        if tries is None:
            return "secondary", self.texts("puzzles.open")
        if tries == puzzles.SHOWN:
            return "dark", self.texts("puzzles.shown")
        return "good", self.texts("puzzles.stars", count=stars_for(tries))

    def _look(self, number: int) -> transitions.Transition:
        return transitions.Push(routes.puzzle(self.context, self.game, number))

    def spoken(self) -> str:
        texts = self.texts
        return texts.sentences([texts("puzzles.title"), texts(f"game.{self.game}"), self._count(self.numbers)])

    def _count(self, numbers: Sequence[int]) -> str:
        """Return the number of solved puzzles among these, in words."""
        count = sum((self._done(number) or puzzles.SHOWN) > puzzles.SHOWN for number in numbers)
        return self.texts("puzzles.solved", number=count, most=len(numbers))

    def _turn(self, place: int) -> None:
        self.strength = STRENGTHS[place]
        self.build()

    def update(self, ms: float) -> None:
        waits = (tile for tile in self.widgets if isinstance(tile, PuzzleTile) and not tile.groups)
        if tile := next(waits, None):
            tile.groups = position_faces(self.game, int(tile.items[0].id.rpartition("-")[2])) or ((),)
            self.dirty = True

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        frame = self.frame
        plate = self.plate = backdrop.Backdrop(self.kit, backdrop.felt(frame, PRESENTATIONS[self.game].felt))
        grey = self.context.settings.colours == "grey"
        self._look_of_cards = PRESENTATIONS[self.game].howto.look(self.kit, self.texts, grey)
        heading(self.context, plate, self.texts("puzzles.title"), self.texts(f"game.{self.game}"))
        tall = frame.tall
        box = layout.Box(24, 106, 672, 66) if tall else layout.Box(660, 30, 592, 60)
        names = [self.texts(f"puzzles.strength.{strength}") for strength in STRENGTHS]
        at, name = STRENGTHS.index(self.strength), self.texts("puzzles.title")
        tabs = widgets.Segment(self.kit, "tab", box, names, at, self._turn, name=name, size=22)
        parts = (*self._monthly(), self._paper())
        top = 188 if tall else 112
        body = layout.Box(24 if tall else 28, top, frame.width - (48 if tall else 56), frame.height - top - 24)
        self.show([back_button(self.context, transitions.Pop), tabs, *Column(parts, GAP).lay(plate, body)])

    def _note(self, strength: int) -> str:
        """Return the description of a strength, the game's own or the general one."""
        texts, own = self.texts, f"{self.game}.puzzle.note.{strength}"
        return texts(own if texts.has(own) else f"puzzles.note.{strength}")

    def _of_month(self) -> list[int]:
        """Return the numbers of the puzzles of the set on offer."""
        return [number for number in self.numbers if self.month and self.puzzles[number].month == self.month]

    def _count_line(self, numbers: Sequence[int]) -> TextLine:
        return TextLine(self._count(numbers), 18, palette.SOFT_ON_PAPER, fonts.BLACK, "right").tight(self.kit)

    def _monthly(self) -> Sequence[Part]:
        """Return the strip of this month's puzzles, or of the last month with a set, if there are any."""
        if not self.month:
            return ()
        numbers = self._of_month()
        name, count = TextLine(self._month_title(), 25, face=fonts.DISPLAY), self._count_line(numbers)
        high = MONTHLY[self.frame.tall]
        tiles = [CustomPart(partial(self._tile, number), h=high) for number in numbers]
        if self.frame.tall:
            grid = Grid(tiles, TALL_COLUMNS, (APART, APART))
            return (PaperBox(Column((RowOfParts((name, count), 16), grid), 8), 24, 14),)
        most = MONTH_WIDE if self.kit.text_growth < LARGE else MONTH_LARGE
        row = RowOfParts(tiles, APART, w=min(410.0 * len(tiles), most))
        return (PaperBox(RowOfParts((name, count, row), 20), 24, 10),)

    def _month_title(self) -> str:
        """Return the heading of the set: this month's, or one from an earlier month, of another year with that year."""
        texts, now, year = self.texts, puzzles.present_month(self.context), self.month[:4]
        month = texts(f"statistics.month.{int(self.month[5:])}")
        if self.month == now:
            return texts("puzzles.month", month=month)
        return month if year == now[:4] else f"{month}\u00a0{year}"

    def _paper(self) -> Part:
        """Return the puzzles of the page's strength."""
        monthly = self._of_month()
        page = [number for number in self.numbers if self.puzzles[number].strength == self.strength]
        numbers = [number for number in page if number not in monthly]
        note = Paragraph(self._note(self.strength), 18, palette.SOFT_ON_PAPER, y=0.5)
        head = RowOfParts((note, self._count_line(numbers)), 16)
        tiles = CustomPart(partial(self._tiles, numbers), weight=1)
        return PaperBox(Column((head, tiles), 12), 24, 14, weight=1)

    def _tiles(self, numbers: Sequence[int], box: layout.Box) -> Sequence[widgets.Widget]:
        """Return the buttons of a page, in groups under their themes if these are few and leave room for cards."""
        groups: dict[str, list[int]] = {}
        for number in numbers:
            groups.setdefault(self._theme(number), []).append(number)
        part: Part = self._grid(numbers, TALL_COLUMNS if self.frame.tall else COLUMNS)
        if len(groups) <= MOST_GROUPS and 2 * len(groups) <= len(numbers):
            parts = [self._group(theme, group) for theme, group in groups.items()]
            grouped = Column(parts, 12, weight=1)
            high = (box.h - grouped.least(self.kit, box.w)) / sum(group.weight for group in parts)
            if high - AROUND >= LEAST * PRESENTATIONS[self.game].moment_ratio:
                part = grouped
        return Column((part,)).lay(self.plate, box)

    def _grid(self, numbers: Sequence[int], columns: int, themed: bool = True) -> Part:
        tiles = [CustomPart(partial(self._tile, number, themed=themed)) for number in numbers]
        rows = -(-len(numbers) // columns)
        most = TILE[self.frame.tall] * rows
        return Grid(tiles, columns, (APART, APART * 1.2), weight=rows, max_length=most)

    def _group(self, theme: str, numbers: Sequence[int]) -> Part:
        """Return the puzzles of a theme, whose name is above them, or beside them on a wide table."""
        grid = self._grid(numbers, GROUP_COLUMNS[self.frame.tall], themed=False)
        if self.frame.tall:
            name: Part = TextLine(theme, 20, face=fonts.BLACK)
            return Column((name, grid), 4, weight=grid.weight, max_length=grid.max_length + 40)
        text = Paragraph(theme, 20, face=fonts.BLACK, y=0.5)
        # not higher than its puzzles, so that all of the page are equally high
        name = CustomPart(lambda box: text.lay(self.plate, box), w=THEME_WIDE)
        return RowOfParts((name, grid), APART, weight=grid.weight, max_length=grid.max_length)

    def _theme(self, number: int) -> str:
        puzzle = self.puzzles[number]
        theme = self._match_texts.theme(puzzle.kind)
        if not theme and self._match_texts.has("puzzle.theme"):
            theme = self._match_texts("puzzle.theme", count=len(puzzle.actions))
        return theme

    def _tile(self, number: int, box: layout.Box, themed: bool = True) -> Sequence[widgets.Widget]:
        """Return the button of a puzzle, which bears the number of its own heading, counted from 1."""
        texts, puzzle, tries = self.texts, self.puzzles[number], self._done(number)
        kind, state = self._state(tries)
        theme, count = self._theme(number), len(puzzle.steps)
        blanks = {"number": number + 1, "strength": texts(f"puzzles.strength.{puzzle.strength}"), "theme": theme}
        spoken = texts("puzzles.spoken", state=state, **blanks)
        tile = PuzzleTile(self.kit, f"puzzle-{number}", box, "", partial(self._look, number), kind=kind, spoken=spoken)
        signs = ["eye"] if tries == puzzles.SHOWN else ["star"] * stars_for(tries or 0)
        questions = texts("puzzles.questions", count=count) if count > 1 else ""
        tile.look, tile.ratio = self._look_of_cards, PRESENTATIONS[self.game].moment_ratio
        return [tile.labelled(texts.number(number + 1), theme if themed else "", questions, signs)]
