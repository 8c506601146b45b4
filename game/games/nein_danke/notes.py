"""The notes on the table of Nein Danke! that explain the special cards."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pygame import Surface

from game.engine import fonts, surfaces, widgets
from game.engine.backdrop import PaperSheet
from game.engine.canvas import Canvas
from game.engine.game_table import CardSpot
from game.engine.items import NOTE, Item
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import CREAM, GOOD, INK, LIP, PARCHMENT, SOFT_ON_PAPER, WARNING
from game.engine.turn_table import TurnTable
from game.games.nein_danke import arrangement, deck, layout, scoring
from game.games.nein_danke import events as ev
from game.games.nein_danke.counts import Counts
from game.games.nein_danke.deck import FIRST_SPECIAL, IMMEDIATE, kind_of
from game.games.nein_danke.faces import RATIO
from game.games.nein_danke.places import visible_part
from game.games.nein_danke.rules import Action, View
from game.games.nein_danke.texts import NeinDankeTexts

POINTER = 36.0


class Explained(NamedTuple):
    """The text of a special card's note."""

    title: str
    body: str
    #: True for a card that helps its owner
    good: bool
    #: the label of the points, empty if there is no number to show
    now: str
    points: int
    #: the points as text
    number: str


def special_paper(kit: Kit, w: float, explained: Explained) -> Surface:
    """Draw a special card's name and effect, and its present points if known."""
    paragraph = kit.paragraph_plain(explained.body, 19, w - 40, INK, fonts.TEXT)
    top = 66.0
    below = top + paragraph.get_height() / kit.scale + 4
    paper = PaperSheet(kit, w, below + (92 if explained.now else 12))
    paper.put(surfaces.disc(kit.px(19), INK), 34, 36, "centre")
    paper.put(surfaces.disc(kit.px(16), GOOD if explained.good else WARNING), 34, 36, "centre")
    paper.put(kit.icon_plain("plus" if explained.good else "minus", 24, CREAM), 34, 36, "centre")
    paper.put(kit.line_plain(explained.title, 27, INK, fonts.DISPLAY, w - 84), 64, 36)
    paper.put(paragraph, 20, top, "corner")
    if explained.now:
        paper.inset(Box(14, below + 4, w - 28, 72), 12, PARCHMENT)
        paper.put(kit.line_plain(explained.now, 18, SOFT_ON_PAPER, fonts.BLACK, w - 140), 28, below + 40)
        colour = GOOD if explained.points > 0 else CREAM if explained.points == 0 else WARNING
        paper.put(kit.sticker_plain(explained.number, 42, colour, 86), w - 66, below + 40, "centre")
    return paper.surface


def pointer(kit: Kit, down: bool) -> Surface:
    """Draw the small triangle from a note to its card."""
    side = kit.px(POINTER)
    return surfaces.triangle(side, side * 5 // 6, CREAM, LIP, down)


class Note:
    """The note about a special card, next to the card's box ``body``."""

    def __init__(self, kit: Kit, explained: Explained, body: Box, spots: layout.Spots) -> None:
        self.kit, self.explained, self.body, self.spots = kit, explained, body, spots

    def draw(self, canvas: Canvas) -> None:
        """Draw the paper above its card or below it, within the table."""
        kit, frame, centre = self.kit, canvas.frame, self.spots.centre
        w = 440.0 if frame.tall else 318.0
        paper = kit.scene_image(special_paper, w, self.explained)
        high = kit.paper_height(paper)
        x = self.body.centre[0]
        if not frame.tall and self.body.holds(centre.x, centre.y):
            widgets.put_paper(canvas, kit, paper, self.spots.dock.x, self.spots.dock.y)
            return
        left = min(max(x - w / 2, 28), frame.width - w - 28)
        above = self.body.y - high - POINTER * 0.5
        down = above > 20
        top = above if down else min(self.body.y + self.body.h + POINTER * 0.8, frame.height - high - 20)
        beside = not down and top < self.body.y + self.body.h
        if beside:
            left = x + self.body.w / 2 + 30 if x < frame.width / 2 else x - self.body.w / 2 - 30 - w
        widgets.put_paper(canvas, kit, paper, left, top)
        if not beside:
            tip = kit.scene_image(pointer, down)
            canvas.put_centred(tip, min(max(x, left + 40), left + w - 40), top + high + 9 if down else top - 12)


@dataclass(frozen=True)
class Notes:
    """The notes that a table offers in one window."""

    table: TurnTable[Action, ev.Event, View]
    counts: Counts
    spots: layout.Spots
    texts: NeinDankeTexts
    #: the layout of each seat's display
    spreads: Mapping[int, arrangement.Spread]

    def items(self, middle: Item | None) -> list[widgets.Widget]:
        """Return an item for every special card, and for one in the centre, which is dragged as ``middle``."""
        found: list[widgets.Widget] = []
        spots: list[tuple[int, int, Box, Box]] = []
        if self.table.shown.card >= FIRST_SPECIAL:
            body = self.spots.centre.card(RATIO)
            spots.append((self.table.shown.card, -1, body, body))
        for seat in self.table.order():
            spread = self.spreads[seat]
            spots += [
                (lying.card, seat, lying.body, visible_part(lying, spread))
                for lying in spread.cards
                if lying.card >= FIRST_SPECIAL
            ]
        for card, seat, body, target in spots:
            item = Item(
                f"{NOTE}{card}",
                self.texts.explaining(card, seat),
                target,
                lambda: None,
                card=body,
                about=(card, seat),
                start_drag=middle.start_drag if middle and seat < 0 else None,
            )
            found.append(CardSpot(self.table.kit, item, False))
        return found

    def note(self, item: Item) -> Note | None:
        """Return the note of an item, or None."""
        match item.about:
            case (int() as card, int() as seat) if item.card and card >= FIRST_SPECIAL:
                return Note(self.table.kit, self._explained_card(card, seat), item.card, self.spots)
        return None

    def _explained_card(self, card: int, seat: int) -> Explained:
        """Return a special card's name, effect and points."""
        kind, points = kind_of(card), self._points(card, seat)
        return Explained(
            title=self.table.text(f"card.{kind}"),
            body=self.table.text(f"card.{kind}.text"),
            good=deck.is_green(card),
            now="" if points is None else self.table.text("note.now" if seat >= 0 else "note.would"),
            points=points or 0,
            number=self.table.texts.signed(points or 0),
        )

    def _points(self, card: int, seat: int) -> int | None:
        """Return the points a card brings its owner now, or would bring the viewer; None if no number applies."""
        if kind_of(card) in IMMEDIATE or kind_of(card) == "skip":
            return None
        owner = seat if seat >= 0 else self.table.viewer
        chips = self.counts.chips(owner)
        if chips < 0 and "chips" in kind_of(card):
            return None
        others = [c for c in self.table.shown.displays[owner] if c != card]
        return scoring.score([*others, card], max(0, chips)).total - scoring.score(others, max(0, chips)).total
