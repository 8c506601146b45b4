"""The puzzles of a game: this month's, and all others by strength, with the stars of the solved ones."""

from collections.abc import Sequence
from functools import partial

from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.engine import backdrop, fonts, layout, palette, transitions, widgets
from game.engine.canvas import Canvas
from game.engine.containers import Column, CustomPart, Grid, PaperBox, Paragraph, Part, RowOfParts, TextLine
from game.engine.items import ItemList
from game.player import puzzles
from game.scenes.navigation import routes
from game.scenes.shared.common import Baked, back_button, heading
from game.tutorial.puzzle import STRENGTHS, stars_for

#: gap between two papers, and between two puzzles
GAP, APART = 14.0, 12.0
#: puzzles side by side, on a wide table and on a tall one
COLUMNS, TALL_COLUMNS = 3, 5
#: maximum height of a puzzle, of one in the month's strip, and size of a star, at most as a share of its puzzle
TILE, MONTHLY, STAR, SHARE = 96.0, 58.0, 22.0, 0.31


class PuzzleTile(widgets.Button):
    """A puzzle, with its stars once it is solved, or an eye if its answer was shown."""

    stars, is_shown = 0, False

    def marked(self, stars: int, is_shown: bool) -> "PuzzleTile":
        """Set the stars and whether the answer was shown; return the tile."""
        self.stars, self.is_shown = stars, is_shown
        return self

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        super().draw(canvas, items)
        signs, side = ["eye"] if self.is_shown else ["star"] * self.stars, min(STAR, SHARE * self.box.h)
        for place, sign in enumerate(signs):
            picture = self.kit.icon(sign, side, palette.CREAM if self.kind == "dark" else palette.INK)
            x = self.box.x + self.box.w - side * 0.75
            canvas.put_centred(picture, x, self.box.y + self.box.h / 2 + (place - (len(signs) - 1) / 2) * (side - 1))


class PuzzleList(Baked):
    """All puzzles of one game."""

    stage = "menu"

    def __init__(self, context: Context, game: str) -> None:
        super().__init__(context)
        self.game, self.puzzles = game, puzzles.puzzles_of(game)
        self.month, self.numbers = puzzles.month_of(context, game), puzzles.offered(context, game)
        self.items.focus = f"puzzle-{puzzles.next_unsolved(context, game, -1) or 0}"

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

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        frame = self.frame
        plate = self.plate = backdrop.Backdrop(
            self.kit, backdrop.felt(frame, PRESENTATIONS[self.game].felt, (0.5, 0.45))
        )
        heading(self.context, plate, self.texts("puzzles.title"), self.texts(f"game.{self.game}"))
        papers: list[Part] = [self._paper(strength) for strength in STRENGTHS]
        body: Part = Column(papers, GAP) if frame.tall else RowOfParts(papers, GAP, weight=1)
        if monthly := self._monthly():
            body = Column([monthly, *papers] if frame.tall else [monthly, body], GAP)
        box = layout.Box(24 if frame.tall else 28, 112, frame.width - (48 if frame.tall else 56), frame.height - 136)
        self.show([back_button(self.context, transitions.Pop), *body.lay(plate, box)])

    def _note(self, strength: int) -> str:
        """Return the description of a strength, the game's own or the general one."""
        texts, own = self.texts, f"{self.game}.puzzle.note.{strength}"
        return texts(own if texts.has(own) else f"puzzles.note.{strength}")

    def _of(self, month: str, strength: int = 0) -> list[int]:
        """Return the numbers of the puzzles of a month, or of no month ("") and one strength."""
        rows = [(number, self.puzzles[number]) for number in self.numbers]
        return [number for number, row in rows if row.month == month and strength in (0, row.strength)]

    def _monthly(self) -> Part | None:
        """Return the strip of this month's puzzles, if there are any."""
        if not self.month:
            return None
        kit, texts, numbers = self.kit, self.texts, self._of(self.month)
        month = texts(f"statistics.month.{int(self.month[5:])}")
        name = TextLine(texts("puzzles.month", month=month), 25, face=fonts.DISPLAY)
        count = TextLine(self._count(numbers), 18, palette.SOFT_ON_PAPER, fonts.BLACK, "right").tight(kit)
        tiles = [CustomPart(partial(self._tile, number, place), weight=1) for place, number in enumerate(numbers)]
        if self.frame.tall:
            return PaperBox(Column((RowOfParts((name, count), 16), Part(h=10), RowOfParts(tiles, APART, h=76))), 24, 14)
        return PaperBox(RowOfParts((name, count, RowOfParts(tiles, APART, w=430)), 24, h=MONTHLY), 24, 8)

    def _paper(self, strength: int) -> Part:
        kit, texts, tall = self.kit, self.texts, self.frame.tall
        numbers = self._of("", strength)
        count = TextLine(self._count(numbers), 18, palette.SOFT_ON_PAPER, fonts.BLACK, "right").tight(kit)
        name = TextLine(texts(f"puzzles.strength.{strength}"), 27, face=fonts.DISPLAY)
        head = RowOfParts((name, count), 16)
        # all notes get the same height, so that tiles are aligned
        room = self.frame.width - 96 if tall else (self.frame.width - 56 - 2 * GAP) / len(STRENGTHS) - 48
        high = max(Paragraph(self._note(each), 17).least(kit, room) for each in STRENGTHS)
        note = Paragraph(self._note(strength), 17, palette.SOFT_ON_PAPER, limit=48 * kit.text_growth, h=high)
        tiles = [CustomPart(partial(self._tile, number, number)) for number in numbers]
        columns = TALL_COLUMNS if tall else COLUMNS
        most = TILE * -(-len(numbers) // columns)
        grid = Grid(tiles, columns, (APART, APART * 1.3), weight=1, most=most)
        return PaperBox(Column((head, note, Part(h=16), grid)), 24, 14, weight=1)

    def _tile(self, number: int, place: int, box: layout.Box) -> Sequence[widgets.Widget]:
        """Return the button of a puzzle, which bears its ``place`` counted from 1."""
        texts, tries = self.texts, self._done(number)
        kind, state = self._state(tries)
        strength = texts(f"puzzles.strength.{self.puzzles[number].strength}")
        spoken = texts("puzzles.spoken", number=place + 1, strength=strength, state=state)
        use, label = partial(self._look, number), texts.number(place + 1)
        tile = PuzzleTile(self.kit, f"puzzle-{number}", box, label, use, kind=kind, size=28, spoken=spoken)
        return [tile.marked(stars_for(tries or 0), tries == puzzles.SHOWN)]
