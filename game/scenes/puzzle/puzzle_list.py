"""The puzzles of a game: this month's, and a page for each strength, with pictures, themes and stars."""

from collections.abc import Sequence
from functools import partial
from math import ceil

from pygame import Surface

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.engine import backdrop, fonts, layout, palette, surfaces, transitions, widgets
from game.engine.canvas import Canvas
from game.engine.containers import (
    CentredColumn,
    Column,
    CustomPart,
    Grid,
    PaperBox,
    Paragraph,
    Part,
    RowOfParts,
    TextLine,
)
from game.engine.items import ItemList
from game.engine.kit import Kit, centred
from game.engine.sprites import Look, SpritePlace
from game.player import puzzles
from game.scenes.navigation import routes
from game.scenes.puzzle.position_cards import MOST, cards_across, cards_in, cards_in_rows, position_faces, position_view
from game.scenes.shared.common import Baked, back_button, heading
from game.services.context import Context
from game.tutorial.puzzle import STARS, STRENGTHS, stars_for

#: gap between two papers, and between two puzzles
GAP, APART = 14.0, 12.0
#: the month's puzzles side by side on a tall table; those of a page by their number, on a wide table and on a tall one
MONTH_COLUMNS = 3
COLUMNS: tuple[tuple[tuple[int, int], ...], ...] = (((8, 4), (15, 5), (99, 6)), ((14, 2), (99, 3)))
#: the most puzzles in two columns in texts from that scale on, on a tall table
FEW, LARGE = 8, 1.15
#: maximum height of a puzzle and height of one of the month's, and text size of a theme: wide and tall
TILE, MONTHLY, THEME = (178.0, 206.0), (108.0, 146.0), (19.0, 20.0)
#: what a puzzle whose cards lie in rows may be higher
ROWS = 22.0
#: width of the month's heading beside its puzzles on a wide table
MONTH_WIDE = 250.0
#: radius of a puzzle's number at the tile's corner, how far it is within, size of a star, and text size of the question
DISC, WITHIN, STAR, ASKED = 18.0, 10.0, 25.0, 17.0
#: a tile less wide has its theme in the smaller size
NARROW = 240.0
#: what words leave at least for cards, and for cards in rows
LEFT = (46.0, 68.0)
#: least width of a tile with its question beside its cards, and the question's share of the room
BROAD, WORDS = 420.0, 0.58
#: a tile's margin beside its stars, beside its theme, above, and below with its lip
SIDE, EDGE, ABOVE, BELOW = 12.0, 9.0, 8.0, 14.0


class PuzzleTile(widgets.Button):
    """A puzzle: number, cards, theme, and its stars once it is solved, or an eye if it was shown."""

    number, theme, note, ask = "", "", "", ""
    #: the name of its position once the cards are shown
    position = ""
    #: height of the title and the line below, and the most cards of a picture: all tiles of a page share them
    words_high, fullest = 0.0, MOST
    #: the number of stars earned, or None
    stars: int | None = None
    #: the cards of its position once they are shown, and what draws them
    groups: Sequence[Sequence[str]] = ()
    look: Look
    #: height of a card divided by its width
    ratio = 1.0
    #: its position lies in rows
    has_rows = False

    def labelled(self, number: str, theme: str, note: str, ask: str) -> "PuzzleTile":
        """Set what is written on the tile, ``ask`` only if it is broad; return it."""
        self.number, self.theme, self.note, self.ask = number, theme, note, ask if self.box.w >= BROAD else ""
        return self

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        super().draw(canvas, items)
        kit, dark = self.kit, self.kind == "dark"
        ink, paper = (palette.CREAM, palette.INK) if dark else (palette.INK, palette.CREAM)
        room, words = self.places()
        for card in self.cards():
            canvas.put_centred(self.look(card.face, card.w, card.state), card.x, card.y)
        number = kit.widget_image(number_plain, self.number, ink, paper)
        canvas.put_centred(number, self.box.x + WITHIN, self.box.y + WITHIN)
        self._draw_signs(canvas, room, ink)
        if self.ask:
            self._draw_ask(canvas, words, ink)
            return
        self._draw_words(canvas, words, ink)

    def cards(self) -> list[SpritePlace]:
        """Return the places of the position's cards, once they are shown."""
        room = self.places()[0]
        if self.has_rows:
            return cards_in_rows(room, self.groups, self.ratio)
        return cards_in(room, self.groups, self.ratio, self.fullest)

    @property
    def _titles(self) -> tuple[str, str]:
        """The title and the line below: the position's name tells the puzzles of a theme apart.

        A name with a word that is too long for a narrow tile is left out; one of two lines leaves none for the theme.
        """
        kit, size, room = self.kit, self._theme_size(), self.box.w - 2 * EDGE
        smallest = ceil(round(size * kit.text_scale) * fonts.LEAST_SHRINK)
        widest = max((fonts.width(word, fonts.BLACK, smallest) for word in self.position.split(" ")), default=0)
        if not 0 < widest <= kit.px(room):
            return self.theme, ""
        is_short = self.has_rows or lines_of(kit, self.position, size, fonts.BLACK, room) == 1
        return self.position, self.theme if is_short else ""

    def _draw_words(self, canvas: Canvas, words: layout.Box, ink: palette.Colour) -> None:
        """Draw the title, and below it the theme and the number of questions if there is room."""
        kit, size, (title, below), (above, line) = self.kit, self._theme_size(), self._titles, self._heights()
        canvas.put(kit.paragraph(title, size, words.w, ink, fonts.BLACK, min(above, words.h)), words.x, words.y)
        text, face, at = title, fonts.BLACK, words.y + high_of(kit, 1, size) / 2
        if below and above + line <= words.h + 0.01:
            canvas.put(kit.paragraph(below, ASKED, words.w, ink, fonts.STRONG, line), words.x, words.y + above)
            text, face, size, at = below, fonts.STRONG, ASKED, words.y + above + high_of(kit, 1, ASKED) / 2
        beside = words.w - fonts.width(text, face, round(size * kit.text_scale)) / kit.scale - 16
        if self.note and fonts.width(self.note, fonts.STRONG, round(ASKED * kit.text_scale)) <= kit.px(beside):
            note = kit.line(self.note, ASKED, ink, fonts.STRONG)
            canvas.put_right(note, words.x + words.w, at)

    def _theme_size(self) -> float:
        return THEME[self.kit.frame.tall and self.box.w >= NARROW]

    def _heights(self) -> tuple[float, float]:
        """Return the heights that the title and the line below need, and that the words do not exceed."""
        kit, across, size, (title, below) = self.kit, self.box.w - 2 * EDGE, self._theme_size(), self._titles
        above = high_of(kit, lines_of(kit, title, size, fonts.BLACK, across), size)
        lines = lines_of(kit, below, ASKED, fonts.STRONG, across) if below else 0
        return above, high_of(kit, lines, ASKED)

    def needed(self) -> float:
        """Return the height that the words need, of a position that is not shown yet with one line."""
        above, below = self._heights()
        return above + (below or high_of(self.kit, 1, ASKED) * (self._titles[0] != self.position))

    def line(self) -> float:
        """Return the height of a line of the title."""
        return high_of(self.kit, 1, self._theme_size())

    def room(self) -> float:
        """Return the height of words that leaves room for cards."""
        return self.box.h - ABOVE - BELOW - LEFT[self.has_rows] * (not self.groups or any(self.groups))

    def places(self) -> tuple[layout.Box, layout.Box]:
        """Return the boxes of the cards, and of the words below or, in a broad tile, beside them."""
        box = self.box
        left, right = WITHIN + DISC + 6, SIDE + STAR + 3
        x, wide, high = box.x + left, box.w - left - right, box.h - ABOVE - BELOW
        if self.ask:
            words = layout.Box(x, box.y + ABOVE, wide * WORDS - APART, high)
            return layout.Box(x + wide * WORDS, box.y + ABOVE + 6, wide * (1 - WORDS), high - 12), words
        if self.groups and not any(self.groups):
            # no cards lie there: the words have all the room
            needed = min(self.needed(), high - DISC)
            words = layout.Box(box.x + EDGE, box.centre[1] - needed / 2, box.w - 2 * EDGE, needed)
            return words._replace(h=0), words
        below = self.words_high
        if not self.has_rows:
            # where the width limits the cards, the words are in the middle of what is left
            below += max(0.0, high - below - cards_across(wide, self.ratio, self.fullest)[0] * self.ratio) / 2
        words = layout.Box(box.x + EDGE, box.y + box.h - BELOW - below, box.w - 2 * EDGE, self.words_high)
        return layout.Box(x, box.y + ABOVE, wide, high - below), words

    def _draw_ask(self, canvas: Canvas, words: layout.Box, ink: palette.Colour) -> None:
        """Draw the theme above what the puzzle asks."""
        kit, size = self.kit, THEME[self.kit.frame.tall]
        theme = kit.line(self.theme, size, ink, fonts.BLACK, words.w)
        above = theme.get_height() / kit.scale
        asks = kit.paragraph(self.ask, ASKED, words.w, ink, fonts.STRONG, words.h - above)
        top = words.y + (words.h - above - asks.get_height() / kit.scale) / 2
        canvas.put(theme, words.x, top)
        canvas.put(asks, words.x, top + above)

    def _draw_signs(self, canvas: Canvas, room: layout.Box, ink: palette.Colour) -> None:
        """Draw the places of all stars one below the other, those earned in gold; or the eye."""
        x, pitch = self.box.x + self.box.w - SIDE - STAR / 2, min(STAR, room.h / STARS)
        if self.stars is None:
            if self.kind == "dark":
                canvas.put_centred(self.kit.icon("eye", STAR, ink), x, room.centre[1])
            return
        for place in range(STARS):
            y = room.centre[1] + ((STARS - 1) / 2 - place) * pitch
            if place < self.stars:
                canvas.put_centred(self.kit.image("icons/star_gold", pitch + 2, pitch + 2), x, y)
            else:
                canvas.put_centred(self.kit.icon("star", pitch * 0.62, palette.mix(palette.GOOD, ink, 0.45)), x, y)


def lines_of(kit: Kit, text: str, size: float, face: str, across: float) -> int:
    """Return the number of lines of a text as far as it may shrink to need fewer."""
    smallest = ceil(round(size * kit.text_scale) * fonts.LEAST_SHRINK)
    return len(fonts.wrapped(text, face, smallest, kit.px(across)))


def high_of(kit: Kit, lines: int, size: float) -> float:
    """Return the height of so many lines."""
    return lines * size * fonts.SPACING * kit.text_growth


def share_sizes(tiles: Sequence[PuzzleTile]) -> None:
    """Give the words of all tiles of a page the height that one of them needs, as far as there is room for cards.

    Once all their positions are known, their cards get the size of the fullest one.
    """
    room = min(tile.room() for tile in tiles)
    # titles keep a line in any case
    least = max(room, *(tile.line() for tile in tiles))
    high = max((need for tile in tiles if (need := tile.needed()) <= room), default=least)
    fullest = max(sum(map(len, tile.groups)) for tile in tiles) if all(tile.groups for tile in tiles) else MOST
    for tile in tiles:
        tile.words_high, tile.fullest = high, fullest


def number_plain(kit: Kit, number: str, fill: palette.Colour, ink: palette.Colour) -> Surface:
    """Draw a puzzle's number on a disc with an ink outline; plain."""
    disc = surfaces.disc(kit.px(DISC), palette.INK).copy()
    middle = disc.get_width() // 2
    centred(disc, surfaces.disc(kit.px(DISC - 2), fill), middle, middle)
    line = kit.line_plain(number, kit.fitting(21, 1.3 * DISC), ink, fonts.DISPLAY, 1.6 * DISC)
    centred(disc, line, middle, middle)
    return disc


def number_of(tile: PuzzleTile) -> int:
    """Return the number of a tile's puzzle, from 0."""
    return int(tile.item.id.rpartition("-")[2])


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
        tiles = [tile for tile in self.widgets if isinstance(tile, PuzzleTile)]
        if tile := next((tile for tile in tiles if not tile.groups), None):
            number = number_of(tile)
            tile.groups = position_faces(self.game, number) or ((),)
            tile.position = self._match_texts.position(position_view(self.game, number))
            tile.item.label = self._spoken(number, tile.position)
            self._share_sizes(tiles)
            self.dirty = True

    def _share_sizes(self, tiles: Sequence[PuzzleTile]) -> None:
        """Give the puzzles of the month, and those of the page, words and cards of the same size."""
        month = self._of_month()
        for monthly in (True, False):
            alike = [tile for tile in tiles if (number_of(tile) in month) is monthly and not tile.ask]
            if alike:
                share_sizes(alike)

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        frame = self.frame
        plate = self.plate = backdrop.Backdrop(self.kit, backdrop.felt(frame, PRESENTATIONS[self.game].felt))
        grey = self.context.settings.colours == "grey"
        self._look_of_cards = PRESENTATIONS[self.game].howto.look(self.kit, self.texts, grey)
        #: the first open puzzle, which is the next step; None if all are solved
        self._next = puzzles.next_unsolved(self.context, self.game, -1)
        room, tall = frame.room, frame.tall
        heading(self.context, plate, self.texts("puzzles.title"), self.texts(f"game.{self.game}"), left=room.x)
        box = layout.Box(24, 106, 672, 66) if tall else layout.Box(room.x + room.w - 620, 30, 592, 60)
        names = [self.texts(f"puzzles.strength.{strength}") for strength in STRENGTHS]
        at, name = STRENGTHS.index(self.strength), self.texts("puzzles.title")
        tabs = widgets.Segment(self.kit, "tab", box, names, at, self._turn, name=name, size=22)
        parts = (*self._monthly(), self._paper())
        top = 188 if tall else 112
        edge = 24 if tall else 28
        body = layout.Box(room.x + edge, top, room.w - 2 * edge, frame.height - top - 24)
        below = Column(parts, GAP).lay(plate, body)
        self._share_sizes([tile for tile in below if isinstance(tile, PuzzleTile)])
        self.show([back_button(self.context, transitions.Pop, left=room.x), tabs, *below])

    def _note(self, strength: int) -> str:
        """Return the description of a strength, the game's own or the general one."""
        texts, own = self.texts, f"{self.game}.puzzle.note.{strength}"
        return texts(own if texts.has(own) else f"puzzles.note.{strength}")

    def _of_month(self) -> list[int]:
        """Return the numbers of the puzzles of the set on offer."""
        return [number for number in self.numbers if self.month and self.puzzles[number].month == self.month]

    def _count_line(self, numbers: Sequence[int], colour: palette.Colour, side: str = "right") -> TextLine:
        return TextLine(self._count(numbers), 18, colour, fonts.BLACK, side).tight(self.kit)

    def _monthly(self) -> Sequence[Part]:
        """Return the strip of this month's puzzles, or of the last month with a set, if there are any."""
        if not self.month:
            return ()
        numbers, tall = self._of_month(), self.frame.tall
        tiles = [CustomPart(partial(self._tile, number), h=MONTHLY[tall]) for number in numbers]
        title = self._month_title()
        if tall:
            count = self._count_line(numbers, palette.INK)
            grid = Grid(tiles, min(len(tiles), MONTH_COLUMNS), (APART, APART))
            head = RowOfParts((TextLine(title, 27, face=fonts.DISPLAY), count), 16)
            return (PaperBox(Column((head, grid), 8), 24, 14, fill=palette.GOLD),)
        count = self._count_line(numbers, palette.INK, "left")
        left = CentredColumn((Paragraph(title, 27, face=fonts.DISPLAY), count), 4, w=MONTH_WIDE)
        return (PaperBox(RowOfParts((left, RowOfParts(tiles, APART)), 20), 24, 12, fill=palette.GOLD),)

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
        head = RowOfParts((note, self._count_line(numbers, palette.SOFT_ON_PAPER)), 16)
        tiles = [CustomPart(partial(self._tile, number)) for number in numbers]
        tall = self.frame.tall
        columns = next(wide for most, wide in COLUMNS[tall] if len(numbers) <= most)
        if tall and len(numbers) > FEW and self.kit.player_scale >= LARGE:
            columns = COLUMNS[tall][-1][1]
        rows = -(-len(numbers) // columns)
        # larger texts need higher tiles
        growth = self.kit.player_scale if tall else self.kit.text_growth
        most = TILE[tall] * growth + ROWS * PRESENTATIONS[self.game].has_rows
        grid = Grid(tiles, columns, (APART, APART), weight=1, max_length=(most + APART) * rows - APART)
        return PaperBox(Column((head, grid), 12), 24, 14, weight=1)

    def _theme(self, number: int) -> str:
        return self._match_texts.theme(self.puzzles[number].kind)

    def _spoken(self, number: int, position: str) -> str:
        """Return what is read out of a puzzle: its number, theme, position if that is known, and state."""
        texts, puzzle = self.texts, self.puzzles[number]
        about = texts.sentences([self._theme(number), position]).removesuffix(".")
        blanks = {"number": number + 1, "strength": texts(f"puzzles.strength.{puzzle.strength}"), "theme": about}
        return texts("puzzles.spoken", state=self._state(self._done(number))[1], **blanks)

    def _tile(self, number: int, box: layout.Box) -> Sequence[widgets.Widget]:
        """Return the button of a puzzle, which bears the number of its own heading, counted from 1."""
        texts, puzzle, tries = self.texts, self.puzzles[number], self._done(number)
        kind, spoken = self._state(tries)[0], self._spoken(number, "")
        if number == self._next:
            kind = "primary"
        theme, count = self._theme(number), len(puzzle.steps)
        tile = PuzzleTile(self.kit, f"puzzle-{number}", box, "", partial(self._look, number), kind=kind, spoken=spoken)
        tile.stars = stars_for(tries) if tries else None
        presentation = PRESENTATIONS[self.game]
        tile.look, tile.ratio, tile.has_rows = self._look_of_cards, presentation.moment_ratio, presentation.has_rows
        note = texts("puzzles.questions", count=count) if count > 1 else ""
        is_monthly = self.month and puzzle.month == self.month and not GAMES[self.game].real_time
        asks = self._match_texts.theme(puzzle.kind, ".ask") if is_monthly else ""
        return [tile.labelled(texts.number(number + 1), theme, note, asks)]
