"""Widgets of a table in real time beside the game: buttons, marks, and the separate prompt."""

from collections.abc import Iterable

from game.engine.canvas import Canvas
from game.engine.items import CARD, MOVE
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.live_table import AnyLiveInput, AnyLiveTable
from game.engine.widgets import Button, Painted, RoundButton, UseAction, Widget
from game.scenes.shared.common import back_button
from game.scenes.table.signs import SeatLabel
from game.table.driver import CornerButton
from game.table.live.driver import AllowedInput, StartButton

#: position of the separate prompt: above the cards, where some of the width is taken, or above the foot of a tall table
ASKED, ASIDE, ASKED_TALL = 40.0, 330.0, 90.0


def go_button(table: AnyLiveTable, go: StartButton, use: UseAction) -> list[Widget]:
    """Return the button in the middle of the field, on a solid ground while disabled."""
    kit, tall = table.kit, table.context.frame.tall
    wide, high = 420.0 if tall else 380.0, 128.0 if tall else 112.0
    x, y = table.middle
    # large letters need more room for the note
    wide = min(wide * kit.text_growth, 640.0)
    box = Box(x - wide / 2, y - high / 2, wide, high)
    note = table.go_note if go.note is None else go.note
    button = Button(
        kit,
        "go",
        box,
        go.label,
        use,
        kind="primary",
        sub=note,
        icon="play",
        size=38,
        enabled=go.enabled,
        keys=("first",),
    )
    # a disabled button is translucent, and cards may be below
    if go.enabled:
        return [button]
    ground = kit.widget_image(Kit.panel_plain, box.w, box.h, 18.0, 0.94)
    return [Painted(kit, lambda canvas: canvas.put(ground, box.x, box.y)), button]


def corner_button(table: AnyLiveTable, corner: CornerButton, use: UseAction) -> Widget | None:
    """Return a round button, or None if the table has no room for it."""
    context, places = table.context, table.corners()
    if corner in (CornerButton.PAUSE, CornerButton.BACK):
        back = back_button(context, use, corner.value, corner.value)
        back.move(*places.pause)
        return back
    at = {CornerButton.HELP: places.help, CornerButton.LOG: places.log, CornerButton.ANSWER: places.hint}[corner]
    if at is None:
        return None
    if corner == CornerButton.ANSWER:
        label = context.texts("puzzles.answer")
        return RoundButton(table.kit, "hint", *at, label, use, icon="bulb", side=52, keys=("hint",))
    name = corner.value
    return RoundButton(table.kit, name, *at, context.texts(f"button.{name}"), use, icon=name, side=56, keys=(name,))


def allowed(hands: AnyLiveInput, may: AllowedInput) -> list[Widget]:
    """Return the table's input widgets that the driver allows."""
    if may == AllowedInput.NOTHING:
        return []
    found = hands.widgets()
    if may == AllowedInput.ALL:
        return found
    barred = MOVE if may == AllowedInput.CARDS else CARD
    kept = [widget for widget in found if not any(item.id.startswith(barred) for item in widget.items)]
    if may == AllowedInput.NOTHING_YET:
        for item in (item for widget in kept for item in widget.items):
            item.enabled = False
    return kept


def away_marks(table: AnyLiveTable, seats: Iterable[int]) -> list[Widget]:
    """Return labels at the figures of absent players."""
    text = table.context.texts("party.mark.away")
    return [SeatLabel(table.kit, *place, text) for place in map(table.figure_of, seats) if place is not None]


def draw_apart(canvas: Canvas, table: AnyLiveTable, asked: str) -> None:
    """Draw the prompt apart from the table's own place for it."""
    frame = table.context.frame
    prompt = table.kit.prompt(asked, 19, frame.width - (48 if frame.tall else ASIDE))
    canvas.put_centred(prompt, frame.width / 2, frame.height - ASKED_TALL if frame.tall else ASKED)
