"""The puzzles of a game by their strength, with what is solved of them."""

from __future__ import annotations

from functools import partial

from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.engine import text
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.items import ItemList
from game.engine.layout import Box
from game.engine.palette import CREAM, INK, SOFT_ON_PAPER
from game.engine.transitions import Pop, Push, Transition
from game.engine.widgets import Button, Widget
from game.player import puzzles
from game.scenes.navigation import routes
from game.scenes.shared.common import Baked, back_button, heading
from game.teaching.puzzle import STRENGTHS

#: between two papers, and between two puzzles
GAP, APART = 14.0, 12.0
#: so many lie side by side, on a wide table and on a tall one
COLUMNS, TALL_COLUMNS = 2, 5
#: a puzzle is at most so high
TILE = 140.0


class Tile(Button):
    """A puzzle, with a small sign in its corner once it is done."""

    sign = ""

    def signed(self, sign: str) -> Tile:
        """The same with a sign."""
        self.sign = sign
        return self

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the button, and its sign."""
        super().draw(canvas, items)
        if self.sign:
            picture = self.kit.icon(self.sign, 26, CREAM if self.kind == "dark" else INK)
            canvas.put_centred(picture, self.box.x + self.box.w - 26, self.box.y + 24)


class PuzzleList(Baked):
    """All puzzles of one game."""

    stage = "menu"

    def __init__(self, context: Context, game: str) -> None:
        super().__init__(context)
        self.game, self.puzzles = game, puzzles.puzzles_of(game)
        self.items.focus = f"puzzle-{self._first_open()}"

    @property
    def address(self) -> str:
        """The puzzles of its game."""
        return f"puzzles.{self.game}"

    def _first_open(self) -> int:
        return puzzles.next_open(self.context, self.game, -1) or 0

    def resume(self) -> None:
        """One more may be solved."""
        self.build()

    def _done(self, number: int) -> int | None:
        return puzzles.solved(self.context, self.game).get(puzzles.name_of(self.puzzles[number]))

    def _state(self, tries: int | None) -> tuple[str, str, str]:
        """How a puzzle looks by what has come of it: the button's kind and sign, and what is said of it."""
        texts = self.context.texts
        if tries is None:
            return "secondary", "", texts("puzzles.open")
        if tries == puzzles.SHOWN:
            return "dark", "eye", texts("puzzles.shown")
        return "good", "check" if tries > 1 else "star", texts("puzzles.tries", count=tries)

    def _look(self, number: int) -> Transition:
        return Push(routes.puzzle(self.context, self.game, number))

    def spoken(self) -> str:
        """The heading, and how many are solved."""
        texts = self.context.texts
        return texts.sentences([texts("puzzles.title"), texts(f"game.{self.game}"), self._count(STRENGTHS)])

    def _count(self, strengths: tuple[int, ...]) -> str:
        """How many of these strengths are solved."""
        done = puzzles.solved(self.context, self.game)
        rows = [puzzle for puzzle in self.puzzles if puzzle.strength in strengths]
        count = sum(done.get(puzzles.name_of(puzzle), puzzles.SHOWN) > puzzles.SHOWN for puzzle in rows)
        return self.context.texts("puzzles.solved", number=count, most=len(rows))

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Bake a paper for each strength, and lay its puzzles on it."""
        context, frame = self.context, self.context.frame
        texts = context.texts
        plate = self.plate = Backdrop(context.kit, felt(frame, PRESENTATIONS[self.game].felt, (0.5, 0.45)))
        heading(context, plate, texts("puzzles.title"), "" if frame.tall else texts(f"game.{self.game}"))
        widgets: list[Widget] = [back_button(context, Pop)]
        wide = self._paper(0).w - 48
        notes = [context.kit.paragraph_plain(self._note(of), 17, wide, INK, text.STRONG) for of in STRENGTHS]
        self._note_high = max(note.get_height() for note in notes) / context.kit.scale
        for place, strength in enumerate(STRENGTHS):
            widgets += self._bake(strength, self._paper(place))
        self.show(widgets)

    def _note(self, strength: int) -> str:
        """What a strength means, in this game or in any."""
        texts, own = self.context.texts, f"{self.game}.puzzle.note.{strength}"
        return texts(own if texts.has(own) else f"puzzles.note.{strength}")

    def _paper(self, place: int) -> Box:
        """Where the paper of a strength lies: side by side, or one below the other."""
        frame, count = self.context.frame, len(STRENGTHS)
        if frame.tall:
            high = (frame.height - 112 - 24 + GAP) / count - GAP
            return Box(24, 112 + place * (high + GAP), frame.width - 48, high)
        wide = (frame.width - 56 + GAP) / count - GAP
        return Box(28 + place * (wide + GAP), 112, wide, frame.height - 112 - 24)

    def _bake(self, strength: int, box: Box) -> list[Widget]:
        """The paper of a strength, and its puzzles."""
        kit, texts, plate = self.context.kit, self.context.texts, self.plate
        larger = kit.text_scale / kit.scale
        plate.paper(box)
        x, w = box.x + 24, box.w - 48
        count = kit.line_plain(self._count((strength,)), 18, SOFT_ON_PAPER, text.BLACK, w / 2)
        name = kit.line_plain(
            texts(f"puzzles.strength.{strength}"), 27, INK, text.DISPLAY, w - count.get_width() / kit.scale - 16
        )
        y = box.y + 14 + 16 * larger
        plate.put(name, x, y)
        plate.put(count, x + w, y + 2, "right")
        top = y + 18 * larger
        note = kit.paragraph_plain(self._note(strength), 17, w, SOFT_ON_PAPER, text.STRONG, 48 * larger)
        plate.put(note, x, top, "corner")
        top += self._note_high + 16
        numbers = [number for number, puzzle in enumerate(self.puzzles) if puzzle.strength == strength]
        columns = TALL_COLUMNS if self.context.frame.tall else COLUMNS
        rows = max(1, -(-len(numbers) // columns))
        room = box.y + box.h - 22 - top
        wide, high = (w + APART) / columns - APART, min(TILE, (room + APART) / rows - APART)
        step = min(high + APART * 1.6, (room - high) / max(1, rows - 1)) if rows > 1 else 0.0
        return [
            self._tile(number, Box(x + place % columns * (wide + APART), top + place // columns * step, wide, high))
            for place, number in enumerate(numbers)
        ]

    def _tile(self, number: int, box: Box) -> Widget:
        texts = self.context.texts
        kind, icon, words = self._state(self._done(number))
        strength = texts(f"puzzles.strength.{self.puzzles[number].strength}")
        spoken = texts("puzzles.spoken", number=number + 1, strength=strength, state=words)
        use = partial(self._look, number)
        return Tile(
            self.context.kit, f"puzzle-{number}", box, texts.number(number + 1), use, kind=kind, size=30, spoken=spoken
        ).signed(icon)
