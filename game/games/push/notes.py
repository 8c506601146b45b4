"""The notes beside the table of Push: a seat's open cards, and the discarded cards."""

from collections import Counter
from dataclasses import dataclass

from pygame import Surface

from game.engine import fonts
from game.engine.backdrop import PaperSheet
from game.engine.canvas import Canvas
from game.engine.cards import tag
from game.engine.items import NOTE, Item
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import INK, SOFT_ON_PAPER
from game.engine.turn_table import TurnTable
from game.engine.widgets import Widget, put_paper
from game.games.push import events as ev
from game.games.push import layout
from game.games.push.deck import COLOUR_OF, COLOURS, VALUE_OF, VALUES, Kind, kind_of
from game.games.push.faces import RATIO, PushFaces, face_of, numeral, shape
from game.games.push.places import Places
from game.games.push.rules import Action, View
from game.games.push.scoring import points_of
from game.games.push.scripts import Scripts
from game.games.push.targets import PanelSpot
from game.games.push.texts import PushTexts

#: greatest width of a card on a note
WIDEST = 62.0
#: stands for the discard in place of a seat
DISCARD = -1
#: upper edge of the table of discards on its note, and height of a line
CELLS_TOP, CELL_HIGH = 90.0, 34.0


def display_paper(kit: Kit, faces: PushFaces, title: str, body: str, cards: tuple[int, ...], w: float) -> Surface:
    """Draw a plain note of a seat's cards by colour with their sums, below a heading."""
    paragraph = kit.paragraph_plain(body, 18, w - 40, SOFT_ON_PAPER, fonts.STRONG) if body else None
    below = paragraph.get_height() / kit.scale if paragraph else 0.0
    box = Box(20, 58, w - 40, WIDEST * (RATIO + layout.PILL) + 4)
    spread = layout.spread(cards, box, WIDEST, False)
    high = 58 + (box.h + 8 if cards else 0) + below + 12
    paper = PaperSheet(kit, w, high)
    paper.put(kit.line_plain(title, 22, INK, fonts.DISPLAY, w - 40), 20, 32)
    for lying in spread.cards:
        paper.put(faces.plain(face_of(lying.card), lying.w), lying.x, lying.y, "centre")
    for stack in spread.stacks:
        paper.put(tag(kit, str(stack.points), 17), *stack.pill, "centre")
    if paragraph:
        paper.put(paragraph, 20, high - below - 10, "corner")
    return paper.surface


def discard_paper(kit: Kit, title: str, body: str, cards: tuple[int, ...], w: float) -> Surface:
    """Draw a plain note of how many cards of each colour and number were discarded, below a heading."""
    lines = [kit.line_plain(title, 22, INK, fonts.DISPLAY, w - 40)]
    if body:
        lines.append(kit.line_plain(body, 18, SOFT_ON_PAPER, fonts.STRONG, w - 40))
    high = CELLS_TOP + CELL_HIGH * len(COLOURS) + (44 if body else 12)
    paper = PaperSheet(kit, w, high)
    for line, y in zip(lines, (32.0, high - 26), strict=False):
        paper.put(line, 20, y)

    def put(picture: Surface, column: int, y: float) -> None:
        paper.put(picture, 40 + column * (w - 70) / len(VALUES), y, "centre")

    counts = Counter((COLOUR_OF[card], VALUE_OF[card]) for card in cards)
    for value in VALUES:
        put(numeral(kit, str(value), 19, SOFT_ON_PAPER), value, CELLS_TOP - 14)
    for colour, name in enumerate(COLOURS):
        y = CELLS_TOP + CELL_HIGH * (colour + 0.5)
        put(shape(kit, name, 12, INK), 0, y)
        for value in VALUES:
            count = counts[colour, value]
            put(numeral(kit, f"{count}\u00d7" if count else "\u2013", 21, INK if count else SOFT_ON_PAPER), value, y)
    return paper.surface


class Note:
    """A note of width ``wide`` about a seat's cards or the discard, near the area pointed at."""

    def __init__(self, kit: Kit, paper: Surface, wide: float, body: Box) -> None:
        self.kit, self.paper, self.wide, self.body = kit, paper, wide, body

    def draw(self, canvas: Canvas) -> None:
        """Draw the paper below its panel or above its stack, within the table."""
        frame, body, high = canvas.frame, self.body, self.kit.paper_height(self.paper)
        left = min(max(body.centre[0] - self.wide / 2, 28), frame.width - self.wide - 28)
        below = body.y + body.h + 12
        put_paper(canvas, self.kit, self.paper, left, below if below + high < frame.height - 20 else body.y - high - 12)


@dataclass(frozen=True)
class Notes:
    """The notes that a table offers: about the cards of every seat and the discards, which are public (P7)."""

    table: TurnTable[Action, ev.Event, View]
    scripts: Scripts
    places: Places
    texts: PushTexts
    faces: PushFaces

    def explained(self) -> list[Widget]:
        """Return items for every panel, the own secured cards, and the discards, which are public (P7)."""
        kit = self.table.kit
        widgets: list[Widget] = []
        boxes = list(zip(self.table.order()[1:], self.places.spots.opponents, strict=True))
        if self.table.shown.secured_counts[self.table.viewer]:
            boxes.append((self.table.viewer, self.places.spots.safe))
        for seat, box in boxes:
            cards = self.texts.cards(sorted(self.table.shown.displays[seat])) if seat != self.table.viewer else ""
            sentences = [self.table.text("spoken.display", name=self.table.name(seat), cards=cards)] if cards else []
            if self.table.shown.secured_counts[seat] or not cards:
                sentences.append(self._secured_text(seat))
            item = Item(f"{NOTE}{seat}", ". ".join(sentences), box, lambda: None, card=box, about=seat)
            widgets.append(PanelSpot(kit, item))
        if self.scripts.put_away:
            box = self.places.spots.discard.card(RATIO)
            label = self.table.text("spoken.discard", cards=self.texts.cards(sorted(self.table.shown.discard)))
            item = Item(f"{NOTE}discard", label, box.at_least(72), lambda: None, card=box, about=DISCARD)
            widgets.append(PanelSpot(kit, item))
        return widgets

    def _secured_text(self, seat: int) -> str:
        return self.table.text(
            "spoken.secured", name=self.table.name(seat), count=self.table.shown.secured_counts[seat]
        )

    def of_seat(self, seat: int) -> tuple[str, str, tuple[int, ...]]:
        """Return heading, text and cards of the note about a seat: its open cards, or the viewer's secured ones."""
        safe = self.table.shown.secured[seat]
        if seat == self.table.viewer:
            return self._secured_text(seat), "", safe
        body = self._secured_text(seat) if self.table.shown.secured_counts[seat] else ""
        if safe:
            points = self.table.text("secured_points", count=points_of(safe))
            body = f"{body} ({points}): {self.texts.cards(sorted(safe))}"
        shown = self.table.shown.displays[seat]
        # a small panel has no room for the level
        level = f" ({self.table.level(seat)})" if not self.places.panels[seat].level and self.table.level(seat) else ""
        return f"{self.table.name(seat)}{level}, {self.table.text('shown')}", body, shown

    def of_discard(self) -> tuple[str, str, tuple[int, ...]]:
        """Return heading, text and number cards of the note about the discards; the text counts the other cards."""
        cards = sorted(self.table.shown.discard)
        kinds = Counter(map(kind_of, cards))
        others = [
            self.table.text(f"discard.{kind.name.lower()}", count=kinds[kind])
            for kind in (Kind.DICE, Kind.DIRECTION)
            if kinds[kind]
        ]
        title = f"{self.table.text('discard')}: {self.table.text('pile', count=len(cards))}"
        return title, ", ".join(others), tuple(cards[: kinds[Kind.NUMBER]])

    def note(self, item: Item) -> Note | None:
        """Return the note of an item, or None."""
        seat = item.about
        if not isinstance(seat, int) or not item.card:
            return None
        wide = 520.0 if self.places.tall else 400.0
        if seat == DISCARD:
            paper = self.table.kit.scene_image(discard_paper, *self.of_discard(), wide)
        else:
            paper = self.table.kit.scene_image(display_paper, self.faces, *self.of_seat(seat), wide)
        return Note(self.table.kit, paper, wide, item.card)
