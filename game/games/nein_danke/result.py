"""The score sheet of Nein Danke!: runs, special cards and chips (rule text, section 5)."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from pygame import Surface

from game.core.match import Seat
from game.engine import cards, palette
from game.engine.canvas import Canvas
from game.engine.layout import Box
from game.engine.score_sheet import ScoreRow, ScoreSheet, SheetPictures, Term
from game.engine.texts import Texts
from game.games.nein_danke import arrangement, deck, faces, rules, scoring, tiles

if TYPE_CHECKING:
    from game.services.context import Context

#: greatest width of a card
WIDEST = 104.0
#: least width of a whole card, in real pixels: of narrower ones the middle alone is shown
LEGIBLE = 24
#: the same in a window, where the middles are larger, as they need no room for costs
LEGIBLE_WINDOW = 42
#: least width of the number on a covered card, in real pixels, in a window and on a phone: with less room in any row
#: the middle of each card is shown, which has room for more
EDGE_LEAST, EDGE_LEAST_PHONE = 16, 11
#: width of cards above which their middles would be more than legible, in a window and a tall one
LARGEST, LARGEST_TALL = 66.0, 90.0
#: size of the number on a joker's tile, as a share of its height
JOKERS = 0.62
#: step up to which a card of a run covers the next one's number
COVERS = 0.8
#: least side of a tile, in real pixels: lower rows have no cards
LEAST_TILE = 7
#: how much further than cards they reach up and down in a window's rows, logical
NEARER = 3.0
#: what separates the tiles of a run, logical
RIM = 2.0
#: least height of a tile that has room for a sign above its number, logical
SIGNED_TILE = 40.0
#: room for that sign above a tile, logical
SIGN_ABOVE = 10.0
#: allowed overlap of cost labels, in logical pixels
LAP = 3.0
#: the steps tried first: every card of a run readable
OPEN_STEPS: arrangement.Steps = ((0.86, 1.1), (0.6, 1.1), (0.45, 1.1), *arrangement.STEPS)


def terms_of(score: scoring.Score) -> tuple[Term, ...]:
    """Return the terms of a score in the order in which they are added."""
    return (
        Term("nein_danke.result.cards", -score.penalty - score.doubled),
        Term("nein_danke.result.bonus", score.bonus, optional=True),
        Term("nein_danke.result.per_card", score.per_card, optional=True),
        Term("nein_danke.result.chips", score.chip_points),
    )


def counts_of(score: scoring.Score) -> tuple[int, ...]:
    """Return the running penalty, run by run; the doubling is added with the last run."""
    before = list(accumulate((-run[0] for run in score.runs), initial=0))[:-1]
    return (*before, -score.penalty - score.doubled)


def sheet_of(texts: Texts, seats: Sequence[Seat], state: rules.State) -> ScoreSheet:
    """Build the score sheet of the round that has just ended."""
    store = state.store
    number, count = store.round, store.options.rounds
    return ScoreSheet(
        tuple(
            ScoreRow(seat, terms_of(score), store.totals[seat], counts_of(score), seats[seat].name, (seat,))
            for seat, score in enumerate(store.round_scores)
        ),
        rule="nein_danke.result.rule",
        note=texts("result.round", number=number, count=count) if count > 1 else "",
    )


def edges_of(spread: arrangement.Spread) -> list[tuple[arrangement.Edge, arrangement.LyingCard]]:
    """Return the parts in sight of covered cards of runs, and the cards: there the printed number is cut."""
    found = []
    for before, after in pairwise(spread.cards):
        step = after.x - before.x
        joined = before.y == after.y and before.number and after.number == before.number + 1
        if joined and after.card and step < COVERS * after.w:
            edge = arrangement.Edge(after.card, after.number, (after.w - step) / 2, step, after.w)
            found.append((edge, after))
    return found


def apart(tags: Sequence[tuple[Surface, float, float]], scale: float) -> bool:
    """Return True if the costs of the runs fit side by side; otherwise only the row's sum is shown."""
    lines = sorted(tags, key=lambda one: (one[2], one[1]))
    return all(
        high != low or right - left >= (first.get_width() + second.get_width()) / 2 / scale - LAP
        for (first, left, high), (second, right, low) in pairwise(lines)
    )


class Pictures(SheetPictures):
    """The displays of the round that has just ended."""

    def __init__(self, context: "Context", state: rules.State) -> None:
        super().__init__(context)
        self.displays, self.scores = state.store.displays, state.store.round_scores
        #: those of tiles, without jokers that stand in a run: they are shown there
        self.tiled = [
            tuple(card for card in display if not score.jokers or deck.kind_of(card) != "joker")
            for display, score in zip(self.displays, self.scores, strict=True)
        ]

    def build(self) -> None:
        self.faces = faces.NeinDankeFaces(self.context.kit, self.context.texts)
        #: by the size of the rows: the common width of the cards, if they can be told, and the tiles
        self._widths: dict[tuple[float, float], float] = {}
        self._tiles: dict[tuple[float, float], tuple[tiles.Tiles, list[list[tiles.PlacedTile]]]] = {}
        self._readable: dict[tuple[float, float], bool] = {}

    def draw_cards(self, canvas: Canvas, seat: int, box: Box, pieces: int, bright: bool) -> None:
        """Draw a display with the costs of its first ``pieces`` runs."""
        kit = self.context.kit
        width = self._width_in(box)
        if not self._legible(box, width):
            self._draw_tiles(canvas, seat, box)
            return
        spread = self._spread(seat, box, width)
        for lying in sorted(spread.cards, key=lambda lying: lying.z):
            if lying.card:
                canvas.put_centred(self.faces(faces.face_of(lying.card), lying.w), lying.x, lying.y)
            else:
                canvas.put_centred(kit.scene_image(faces.ghost, lying.w, str(lying.number)), lying.x, lying.y)
        for edge, lying in edges_of(spread):
            picture = kit.scene_image(faces.run_edge, edge.w, edge.wide, edge.number)
            canvas.put_centred(picture, *edge.middle(lying.x, lying.y))
        fill, ink = (palette.INK, palette.CREAM) if bright else (palette.CREAM, palette.INK)
        tags = []
        for pill in spread.pills:
            size = max(12.0, min(19.0, pill.w * 0.26))
            tags.append(
                (kit.scene_image(cards.tag, self.context.texts.number(-pill.cost), size, fill, ink), pill.x, pill.y)
            )
        if apart(tags, kit.scale):
            for made, x, y in tags[:pieces]:
                canvas.put_centred(made, x, y)
        for pill in spread.pills[:pieces]:
            if pill.times > 1:
                self._draw_times(canvas, pill.times, pill.w * 0.3, pill.x, pill.y - pill.w * faces.RATIO, box)

    def _draw_tiles(self, canvas: Canvas, seat: int, box: Box) -> None:
        """Draw the middle of each card, in a row with too little room for whole ones and their costs."""
        if not self.context.frame.tall:
            # they have no shadow, and come closer to the row's edge
            box = box._replace(y=box.y - NEARER, h=box.h + 2 * NEARER)
        size, placed = self._tiles_in(box)
        if self.context.kit.px(min(size.wide - RIM, size.high)) < LEAST_TILE:
            # the numbers of the row say enough, and dots say nothing
            return
        score = self.scores[seat]
        doubled = score.runs[-1][0] if score.doubled else 0
        counted = {run[0] for run in score.runs}
        for card, number, across, down in placed[seat]:
            x, y = box.x + across, box.y + down
            face, dim = faces.face_of(card) if card else "joker", number > 0 and number not in counted
            canvas.put_centred(self.faces.tile(face, size.w, size.wide - RIM, size.high, dim), x, y)
            if not card:
                # a joker's place, with the number it stands for
                numeral = self.context.kit.sticker(str(number), min(size.high, size.wide) * JOKERS)
                canvas.put_centred(numeral, x, y + size.high * 0.08)
            # on a lower tile, or one at the top, it would hide the number
            roomy = size.high > SIGNED_TILE and y - size.high / 2 > box.y + SIGN_ABOVE
            if doubled and number == doubled and roomy:
                self._draw_times(canvas, 2, size.high * 0.3, x, y - size.high / 2, box)

    def _tiles_in(self, box: Box) -> tuple[tiles.Tiles, list[list[tiles.PlacedTile]]]:
        """Return the tiles of rows of this size, and each seat's by their places from the upper left corner."""
        size = box.w, box.h
        if size not in self._tiles:
            tall, row = self.context.frame.tall, Box(0, 0, *size)
            grouped = [arrangement.groups_of(*one) for one in zip(self.tiled, self.scores, strict=True)]
            found = tiles.tiles_in(row, grouped, LARGEST_TALL if tall else LARGEST)
            # below the names of an upright phone all begin at the same height
            lines = max(tiles.lines_of(row, one, found) for one in grouped) if tall else 0
            self._tiles[size] = found, [tiles.tiled(row, one, found, lines) for one in grouped]
        return self._tiles[size]

    def _draw_times(self, canvas: Canvas, times: int, size: float, x: float, y: float, box: Box) -> None:
        """Draw how often a run counts: why its cost is not the number on the card."""
        sign = self.context.kit.scene_image(cards.tag, f"\u00d7{times}", max(12.0, min(19.0, size)), palette.GOLD)
        # in a low row it stays below the name
        canvas.put_centred(sign, x, max(box.y + sign.get_height() / self.context.kit.scale / 2, y))

    def _spread(self, seat: int, box: Box, width: float) -> arrangement.Spread:
        return arrangement.spread(tuple(self.displays[seat]), self.scores[seat], box, width, OPEN_STEPS, (1.0,))

    def _legible(self, box: Box, width: float) -> bool:
        """Return True if whole cards can be told in every row of this size, those of runs by the part in sight."""
        kit, frame, size = self.context.kit, self.context.frame, (box.w, box.h)
        if size not in self._readable:
            least = EDGE_LEAST_PHONE if frame.tall or frame.broad else EDGE_LEAST
            narrow = LEGIBLE_WINDOW if least == EDGE_LEAST else LEGIBLE
            self._readable[size] = kit.px(width) >= narrow and all(
                faces.edge_room(kit, edge.w, edge.wide) >= least
                for seat in range(len(self.displays))
                for edge, _lying in edges_of(self._spread(seat, box, width))
            )
        return self._readable[size]

    def _width_in(self, box: Box) -> float:
        """Return the common width of the cards in rows of this size: that of the fullest row."""
        size = box.w, box.h
        if size not in self._widths:
            widest = min(WIDEST, box.h / faces.RATIO)
            spreads = (
                arrangement.spread(tuple(display), score, box, widest)
                for display, score in zip(self.displays, self.scores, strict=True)
            )
            self._widths[size] = min((lying.w for spread in spreads for lying in spread.cards), default=widest)
        return self._widths[size]
