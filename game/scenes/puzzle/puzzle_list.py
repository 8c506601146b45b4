"""The puzzles of a game by strength, with the solved ones marked."""

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
from game.tutorial.puzzle import STRENGTHS

#: gap between two papers, and between two puzzles
GAP, APART = 14.0, 12.0
#: puzzles side by side, on a wide table and on a tall one
COLUMNS, TALL_COLUMNS = 2, 5
#: maximum height of a puzzle
TILE = 140.0


class PuzzleTile(widgets.Button):
    """A puzzle, with a small sign in its corner once it is done."""

    sign = ""

    def signed(self, sign: str) -> "PuzzleTile":
        """Set the sign; return the tile."""
        self.sign = sign
        return self

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        super().draw(canvas, items)
        if self.sign:
            picture = self.kit.icon(self.sign, 26, palette.CREAM if self.kind == "dark" else palette.INK)
            canvas.put_centred(picture, self.box.x + self.box.w - 26, self.box.y + 24)


class PuzzleList(Baked):
    """All puzzles of one game."""

    stage = "menu"

    def __init__(self, context: Context, game: str) -> None:
        super().__init__(context)
        self.game, self.puzzles = game, puzzles.puzzles_of(game)
        self.items.focus = f"puzzle-{puzzles.next_unsolved(context, game, -1) or 0}"

    @property
    def address(self) -> str:
        return f"puzzles.{self.game}"

    def resume(self) -> None:
        self.build()

    def _done(self, number: int) -> int | None:
        return puzzles.solved_puzzles(self.context, self.game).get(puzzles.name_of(self.puzzles[number]))

    def _state(self, tries: int | None) -> tuple[str, str, str]:
        """Return a puzzle's button kind, its sign and its description by the number of tries."""
        texts = self.context.texts
        if tries is None:
            return "secondary", "", texts("puzzles.open")
        if tries == puzzles.SHOWN:
            return "dark", "eye", texts("puzzles.shown")
        return "good", "check" if tries > 1 else "star", texts("puzzles.tries", count=tries)

    def _look(self, number: int) -> transitions.Transition:
        return transitions.Push(routes.puzzle(self.context, self.game, number))

    def spoken(self) -> str:
        texts = self.context.texts
        return texts.sentences([texts("puzzles.title"), texts(f"game.{self.game}"), self._count(STRENGTHS)])

    def _count(self, strengths: tuple[int, ...]) -> str:
        """Return the number of solved puzzles of these strengths, in words."""
        done = puzzles.solved_puzzles(self.context, self.game)
        rows = [puzzle for puzzle in self.puzzles if puzzle.strength in strengths]
        count = sum(done.get(puzzles.name_of(puzzle), puzzles.SHOWN) > puzzles.SHOWN for puzzle in rows)
        return self.context.texts("puzzles.solved", number=count, most=len(rows))

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        context, frame = self.context, self.context.frame
        texts = context.texts
        plate = self.plate = backdrop.Backdrop(
            context.kit, backdrop.felt(frame, PRESENTATIONS[self.game].felt, (0.5, 0.45))
        )
        heading(context, plate, texts("puzzles.title"), "" if frame.tall else texts(f"game.{self.game}"))
        papers = [self._paper(strength) for strength in STRENGTHS]
        body = Column(papers, GAP) if frame.tall else RowOfParts(papers, GAP)
        box = layout.Box(24 if frame.tall else 28, 112, frame.width - (48 if frame.tall else 56), frame.height - 136)
        self.show([back_button(context, transitions.Pop), *body.lay(plate, box)])

    def _note(self, strength: int) -> str:
        """Return the description of a strength, the game's own or the general one."""
        texts, own = self.context.texts, f"{self.game}.puzzle.note.{strength}"
        return texts(own if texts.has(own) else f"puzzles.note.{strength}")

    def _paper(self, strength: int) -> Part:
        kit, texts, tall = self.context.kit, self.context.texts, self.context.frame.tall
        count = TextLine(self._count((strength,)), 18, palette.SOFT_ON_PAPER, fonts.BLACK, "right").tight(kit)
        name = TextLine(texts(f"puzzles.strength.{strength}"), 27, face=fonts.DISPLAY)
        head = RowOfParts((name, count), 16)
        # all notes get the same height, so that tiles are aligned
        room = (
            self.context.frame.width - 96 if tall else (self.context.frame.width - 56 - 2 * GAP) / len(STRENGTHS) - 48
        )
        high = max(Paragraph(self._note(each), 17).least(kit, room) for each in STRENGTHS)
        note = Paragraph(self._note(strength), 17, palette.SOFT_ON_PAPER, limit=48 * kit.text_scale / kit.scale, h=high)
        numbers = [number for number, puzzle in enumerate(self.puzzles) if puzzle.strength == strength]
        tiles = [CustomPart(partial(self._tile, number)) for number in numbers]
        columns = TALL_COLUMNS if tall else COLUMNS
        most = TILE * -(-len(numbers) // columns)
        grid = Grid(tiles, columns, (APART, APART * 1.6), weight=1, most=most)
        return PaperBox(Column((head, note, Part(h=16), grid)), 24, 14, weight=1)

    def _tile(self, number: int, box: layout.Box) -> Sequence[widgets.Widget]:
        texts = self.context.texts
        kind, icon, text = self._state(self._done(number))
        strength = texts(f"puzzles.strength.{self.puzzles[number].strength}")
        spoken = texts("puzzles.spoken", number=number + 1, strength=strength, state=text)
        use = partial(self._look, number)
        name = texts.number(number + 1)
        tile = PuzzleTile(self.context.kit, f"puzzle-{number}", box, name, use, kind=kind, size=30, spoken=spoken)
        return [tile.signed(icon)]
