"""What a party's table has beside the game: who is away, what is called across it, and what is to be taken back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.core.match import HUMAN
from game.engine.canvas import Canvas
from game.engine.items import Item, ItemList
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, INK
from game.engine.widgets import Button, RoundButton, Use, Widget
from game.scenes.turn_sign import SeatSign, TurnSign
from game.wire.deeds import REACTIONS

if TYPE_CHECKING:
    from game.scenes.online_table import OnlineTable

#: the size of a mark's letters
SIZE = 17.0


class Mark(Widget):
    """A word at the edge of somebody's panel; it may be something to be used."""

    def __init__(self, kit: Kit, x: float, y: float, words: str, item: Item | None) -> None:
        super().__init__(kit)
        self.x, self.y, self.words = x, y, words
        self.items = [item] if item else []

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the pill, gold where it can be used."""
        state = self.state(self.items[0], items) if self.items else "normal"
        fill = GOLD if self.items and state != "hover" else CREAM
        size = SIZE + 2 * (state in ("hover", "focus"))
        canvas.put_centred(self.kit.pill(self.words, size, fill, INK), self.x, self.y)


def seat_marks(scene: OnlineTable, at: tuple[float, float] | None = None) -> list[Widget]:
    """The marks at the seats, the way to call something ``at`` a place, and an answer to who takes something back."""
    widgets: list[Widget] = [*_away(scene)]
    asked = scene.match.standing.undoing
    if asked is not None and scene.match.seat in asked.open:
        widgets += _answers(scene)
    if scene.visit.way.watches and scene.mover >= 0:
        widgets[:0] = _signs(scene)
    if at is not None:
        widgets += _calls(scene, at)
    return widgets


def _signs(scene: OnlineTable) -> list[Widget]:
    """What whoever looks on reads from across the room: who is to move, and how to come to a seat that is free."""
    kit, texts, visit = scene.context.kit, scene.context.texts, scene.visit
    code, link = visit.remote.code, visit.link
    is_free = any(place.vacant for place in scene.match.standing.places)
    scanned = is_free and bool(link) and not scene.context.frame.tall
    under = texts("party.code_short", code=code) if is_free and not scanned else texts("party.to_move")
    signs: list[Widget] = [TurnSign(kit, scene.table, scene.mover, under)]
    return [*signs, SeatSign(kit, scene.table, link, code, texts("party.free_seat"))] if scanned else signs


def _away(scene: OnlineTable) -> list[Widget]:
    """Who is away, and whom a bot plays for."""
    kit, texts, table = scene.context.kit, scene.context.texts, scene.table
    places = scene.match.standing.places
    widgets: list[Widget] = []
    for seat, box in zip(table.order()[1:], table.spots.opponents, strict=True):
        place = places[seat] if seat < len(places) else None
        x, y = box.x + box.w / 2, max(box.y, 16.0)
        area = Box(x - 60, y - 24, 120, 48)
        if place and place.vacant and scene.match.seat < 0 and not scene.visit.way.watches:
            # whoever looks on may play on for who has left
            label = texts("party.sit_at", number=seat + 1)
            item = Item(f"sit-{seat}", label, area, partial(scene.sit, seat), tip=True)
            widgets.append(Mark(kit, x, y, texts("party.mark.vacant"), item))
        if place is None or place.kind != HUMAN or not (place.away or place.stand_in):
            continue
        if place.stand_in or scene.match.seat < 0 or scene.match.is_over:
            words = texts("party.mark.stand_in" if place.stand_in else "party.mark.away")
            widgets.append(Mark(kit, x, y, words, None))
            continue
        label = texts("party.let_stand_in", name=place.name)
        item = Item(f"stand-in-{seat}", label, area, partial(scene.stand_in, seat), tip=True)
        widgets.append(Mark(kit, x, y, texts("party.mark.away"), item))
    return widgets


def _answers(scene: OnlineTable) -> list[Widget]:
    kit, texts = scene.context.kit, scene.context.texts
    return [
        Button(kit, f"undo-{answer}", box, texts(f"party.undo_{answer}"), partial(scene.answer_undo, yes), kind=kind)
        for box, (answer, yes, kind) in zip(
            scene.table.spots.buttons, (("yes", True, "good"), ("no", False, "dark")), strict=False
        )
    ]


def _calls(scene: OnlineTable, at: tuple[float, float]) -> list[Widget]:
    """The button that opens what can be called across the table, and these words while it is open."""
    context, frame = scene.context, scene.context.frame
    kit, texts = context.kit, context.texts
    label = texts("party.call_close" if scene.calling else "party.call")
    icon = "close" if scene.calling else "sound"
    widgets: list[Widget] = [RoundButton(kit, "call", *at, label, scene.turn_calls, icon=icon, side=56, keys=("help",))]
    if not scene.calling:
        return widgets
    columns = 2 if frame.tall else 4
    rows = -(-len(REACTIONS) // columns) + 1
    wide, high, gap = (300.0, 62.0, 12.0) if frame.tall else (210.0, 62.0, 12.0)
    left = (frame.width - columns * (wide + gap) + gap) / 2
    top = (frame.height - rows * (high + gap)) / 2
    for number, name in enumerate(REACTIONS):
        place = Box(left + number % columns * (wide + gap), top + number // columns * (high + gap), wide, high)
        use: Use = partial(scene.react, number)
        widgets.append(Button(kit, f"call-{number}", place, texts(f"party.call.{name}"), use, size=21))
    place = Box(left, top + (rows - 1) * (high + gap), columns * (wide + gap) - gap, high)
    words = texts("party.calls_hear" if scene.visit.is_mute else "party.calls_mute")
    icon = "sound" if scene.visit.is_mute else "sound_off"
    return [*widgets, Button(kit, "call-mute", place, words, scene.mute, kind="dark", icon=icon, size=20)]
