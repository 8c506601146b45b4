"""Choosing at a table of turns: pointing, digits, and confirmation."""

from collections.abc import Callable

from game.core.game import Action
from game.engine.canvas import Canvas
from game.engine.controls import key_cap_plain
from game.engine.input import Key, Pointer
from game.engine.items import CARD, NOTE, Item, ItemList
from game.engine.texts import Texts
from game.engine.turn_table import AnyTurnTable
from game.scenes.table.at_table import ARRANGE_MS
from game.services.context import Context
from game.table.turns.driver import TurnDriver

#: time until a note appears under a resting pointer, in milliseconds
REST_MS = 300.0


class Confirmation:
    """The choice waiting for confirmation, if any."""

    def __init__(self, context: Context, driver: TurnDriver) -> None:
        self.context, self.driver = context, driver
        self.selected: Action | None = None

    def has_to_wait(self, action: Action) -> bool:
        """Return True if a choice needs confirmation: always, or for a costly tap that may have slipped."""
        mode, driver = self.context.settings.confirm, self.driver
        if mode != "touch" or not self.context.uses_touch:
            return mode == "always"
        costs = driver.match.has_choice and driver.game.needs_confirmation(action, driver.view)
        return costs and not driver.is_harmless(action)

    def confirms(self, action: Action) -> bool:
        """Return True if the choice is made for the second time; otherwise it now waits for that."""
        was, self.selected = self.selected, action
        return was == action

    def drop(self) -> bool:
        """Drop the choice; return True if there was one."""
        was, self.selected = self.selected, None
        return was is not None


def numbered(table: AnyTurnTable, items: ItemList) -> dict[str, Item]:
    """Map digits to the cards that they choose."""
    return table.numbered([item for item in items.items if item.enabled and item.id.startswith(CARD)])


def point_on(table: AnyTurnTable, items: ItemList) -> None:
    """Focus the next step after a card has been chosen by its digit."""
    if (button := table.next_step()) and table.viewer_decides:
        items.focus, items.ring = button, True


def draw_caps(canvas: Canvas, table: AnyTurnTable, items: ItemList) -> None:
    """Draw on each card the cap of its digit."""
    for digit, item in numbered(table, items).items():
        spot = item.card or item.box
        canvas.put_centred(table.kit.widget_image(key_cap_plain, digit), spot.x + 16, spot.y + 4)


class PointedItem:
    """The item pointed at, for how long, and the item tapped for its note."""

    def __init__(self) -> None:
        self._rest_ms = 0.0
        self._tapped = ""

    def tap(self, over: Item | None) -> None:
        """Show the note of a tapped item at once; anything else hides it."""
        self._tapped = over.id if over and over.id.startswith(NOTE) else ""

    def lifted(self, items: ItemList, over: Item | None, pressed: str) -> None:
        """React to the release of a pointer that had ``pressed`` an item, over another one or none."""
        # an item revealed where a button has just disappeared was not meant
        self.tap(over if over and over.id == pressed else None)
        if over is None:
            items.focus = ""

    def update(self, table: AnyTurnTable, items: ItemList, ms: float) -> bool:
        """Lift the card under the pointer or the focus; return True if the picture changes."""
        id_ = items.hover or (items.focus if items.ring else "")
        changed = id_ != table.pointed
        if changed:
            last, table.pointed, self._rest_ms = table.pointed, id_, 0.0
            if CARD in (id_[: len(CARD)], last[: len(CARD)]) or not id_:
                table.arrange(table.ms(ARRANGE_MS))
        before, self._rest_ms = self._rest_ms, self._rest_ms + ms
        return changed or before < REST_MS <= self._rest_ms

    def noted(self, table: AnyTurnTable, items: ItemList, carried: bool) -> Item | None:
        """Return the item whose note is shown, or None; resting does not count while something is ``carried``."""
        id_ = self._tapped
        if not id_ and self._rest_ms >= REST_MS and not carried:
            id_ = table.pointed
        return items.find(id_) if id_ else None

    def draw_note(self, canvas: Canvas, table: AnyTurnTable, items: ItemList, carried: bool) -> bool:
        """Draw the note of the current item; return True if there is one."""
        noted = self.noted(table, items, carried)
        note = table.note(noted) if noted else None
        if note:
            note.draw(canvas)
        return note is not None


class UndoRefusal:
    """Explains by ``say`` why undo is impossible, when a key or a press on the idle button asks for it."""

    def __init__(self, driver: TurnDriver, show_message: Callable[[str], None]) -> None:
        self.driver, self._show_message = driver, show_message

    def by_key(self, event: Key, texts: Texts) -> bool:
        """Refuse an undo key if undo is impossible; return True if it was one."""
        refused = event.meaning == "undo" and self._is_idle()
        return refused and self._refuse(texts)

    def by_press(self, event: Pointer, items: ItemList, pressed: str, texts: Texts) -> None:
        """Refuse a pointer released over the idle button, having ``pressed`` another item or none."""
        # ignore the tap that triggered the undo itself
        button = items.find("undo") if pressed != "undo" else None
        if button and button.box.holds(event.x, event.y) and self._is_idle():
            self._refuse(texts)

    def _is_idle(self) -> bool:
        undo = self.driver.undo
        return undo is not None and not undo.allowed

    def _refuse(self, texts: Texts) -> bool:
        undo = self.driver.undo
        assert undo is not None, "expected a table that can undo"
        self._show_message(texts(undo.why_not))
        return True
