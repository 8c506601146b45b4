"""Widgets of a table of turns beside the game: round buttons, and those of a party."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product

from game.engine.canvas import Canvas
from game.engine.items import ItemList
from game.engine.layout import Box, overlap
from game.engine.palette import CREAM, INK
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import Button, RoundButton, UseAction, Widget
from game.scenes.shared.common import back_button
from game.scenes.table.signs import MoverSign, SeatSign, TurnSign
from game.scenes.table.table_hint import TableHint
from game.services.context import Context
from game.table.driver import CornerButton
from game.table.turns.driver import ReactionMenu, TurnDriver
from game.table.turns.party import TurnPartyDriver
from game.wire.commands import REACTIONS

#: offset of the label from the button's middle, and its font size
PILL, LETTERS = 29.0, 13.0
#: distance of the menu of calls from the table's edges
EDGE = 18.0
#: buttons that do not wait for a decision at the table
SOLVING = (CornerButton.CLUE, CornerButton.ANSWER)


class WordButton(RoundButton):
    """A round button with a word below."""

    def __init__(
        self,
        context: Context,
        id_: str,
        place: tuple[float, float],
        word: str,
        label: str,
        use: UseAction,
        *,
        icon: str,
        keys: tuple[str, ...] = (),
    ) -> None:
        self.text = word
        super().__init__(context.kit, id_, *place, label, use, icon=icon, side=56, keys=keys)
        # its word says more than a tooltip
        self.item.has_tooltip = False

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        super().draw(canvas, items)
        size = self.kit.fitting(LETTERS, 16)
        canvas.put_centred(self.kit.pill(self.text, size, INK, CREAM), self.x, self.y + PILL)


def speed_button(context: Context, place: tuple[float, float], use: UseAction) -> WordButton:
    """Return the button for the next speed; its key works everywhere, see App."""
    text = context.texts(f"speed.{context.settings.speed}")
    return WordButton(context, "speed", place, text, f"{context.texts('button.speed')}: {text}", use, icon="speed")


def corner_button(
    table: AnyTurnTable, corner: CornerButton, use: UseAction, *, enabled: bool = True, on: bool = False
) -> Widget:
    """Return a round button; ``on`` marks the open menu of calls."""
    context, frame, spots = table.context, table.context.frame, table.spots
    kit, texts = context.kit, context.texts
    if corner in (CornerButton.PAUSE, CornerButton.BACK):
        found = back_button(context, use, corner.value, corner.value)
        found.move(found.x - frame.side, found.y)
        return found
    right = frame.width + frame.side - 58.0
    if frame.tall:
        places = ((right, 60.0), (right - 84, 60.0), (right - 168, 60.0))
    else:
        places = ((58.0 - frame.side, 134.0), (right, 60.0), (right, 134.0))
    match corner:
        case CornerButton.SPEED:
            return speed_button(context, places[2], use)
        case CornerButton.PLAN:
            x, y = (right - 252, 60.0) if frame.tall else (table.plan_at[0] - frame.side, table.plan_at[1])
            return WordButton(context, "plan", (x, y), texts("plan.button"), texts("plan.title"), use, icon="clock")
        case CornerButton.REVIEW:
            return RoundButton(kit, "review", *places[2], texts("review.open_spoken"), use, icon="eye")
        case CornerButton.CLUE | CornerButton.ANSWER:
            label = texts("puzzles.answer" if corner == CornerButton.ANSWER else "button.hint")
            return RoundButton(
                kit, "hint", *spots.hint, label, use, icon="bulb", side=52, keys=("hint",), enabled=enabled
            )
        case CornerButton.CALL:
            if on:
                label = texts("party.call_close")
                return RoundButton(kit, "call", *places[0], label, use, icon="close", side=56, keys=("help",))
            word, label = texts("party.call_short"), texts("party.call")
            return WordButton(context, "call", places[0], word, label, use, icon="talk", keys=("help",))
    name, at = corner.value, places[0 if corner == CornerButton.HELP else 1]
    return RoundButton(kit, name, *at, texts(f"button.{name}"), use, icon=name, side=56, keys=(name,))


class TableButtons:
    """Buttons of one table beside the game; ``uses`` are the actions of the round ones, ``undo`` undoes."""

    def __init__(
        self,
        driver: TurnDriver,
        table_hint: TableHint,
        uses: Mapping[CornerButton, UseAction],
        undo: UseAction,
        refresh_controls: Callable[[], None],
    ) -> None:
        self.driver, self.table_hint = driver, table_hint
        self._uses, self._undo, self._refresh_controls = {**uses, CornerButton.CALL: self._call}, undo, refresh_controls

    def widgets(self, table: AnyTurnTable, moves: Sequence[Widget], *, own: bool, busy: bool) -> list[Widget]:
        """Return the buttons and labels beside the ``moves`` offered.

        ``own``: a person here is asked, ``busy``: events are being shown.
        """
        driver = self.driver
        calling = driver.calls is not None and driver.calls.open
        found = [
            corner_button(table, corner, self._uses[corner], enabled=own or corner in SOLVING, on=calling)
            for corner in driver.corners
            if corner != CornerButton.HINT
        ]
        if (undo := driver.undo) and (undo.allowed or not table.undo_is_rare):
            found.append(self._undo_button(table, undo.allowed and not (driver.undo_needs_consent and busy)))
        if CornerButton.HINT in driver.corners:
            found.append(self.table_hint.button(table.context, table.spots.hint, self._uses[CornerButton.HINT], own))
        if driver.match.mover < 0:
            return found
        if isinstance(driver, TurnPartyDriver) and driver.session.is_big_screen:
            found += _signs(table, driver)
        elif table.has_buttons and not (table.without_buttons or table.log_panel.hidden):
            sign = MoverSign(table.kit, table)
            boxes, taken = (sign.box, *table.spots.buttons), [item.box for move in moves for item in move.items]
            if not any(overlap(box, other) for box, other in product(boxes, taken)):
                found.append(sign)
        return found

    def calls(self, table: AnyTurnTable) -> list[Widget]:
        """Return the buttons of the open menu of calls."""
        calls = self.driver.calls
        return _call_buttons(table, calls, self._refresh_controls) if calls and calls.open else []

    def _undo_button(self, table: AnyTurnTable, can: bool) -> Widget:
        label = table.context.texts("button.undo")
        at, use = table.spots.undo, self._undo
        return RoundButton(table.kit, "undo", *at, label, use, icon="undo", side=52, keys=("undo",), enabled=can)

    def _call(self) -> None:
        assert self.driver.calls is not None, "expected a table with messages, got one without"
        self.driver.calls.toggle()
        self._refresh_controls()


def _signs(table: AnyTurnTable, driver: TurnPartyDriver) -> list[Widget]:
    """Return the large signs of a shared screen: the seat to move, and how to take a vacant seat."""
    kit, texts, session = table.kit, table.context.texts, driver.session
    code, link = session.remote.code, session.link
    is_free = any(place.vacant for place in driver.match.party_state.places)
    scanned = is_free and bool(link)
    under = driver.seats.mover_note
    if is_free and not scanned and not driver.seats.missing:
        under = texts("party.code_short", code=code)
    signs: list[Widget] = [TurnSign(kit, table, driver.match.mover, under, thinks=not driver.seats.is_mover_away)]
    return [*signs, SeatSign(kit, table, link, code, texts("party.free_seat"))] if scanned else signs


def _room_for_calls(table: AnyTurnTable, wide: float, high: float) -> Box:
    """Return the box of a menu of that size that covers least of the cards: at the lower edge or in the middle."""
    room = table.frame.room.grown(-EDGE)
    low, middle = room.y + room.h - high, room.centre[1] - high / 2
    right, centre = room.x + room.w - wide, room.centre[0] - wide / 2
    lefts = (centre,) if table.frame.tall else (right, centre, room.x)
    boxes = [Box(x, y, wide, high) for y in (low, middle) for x in lefts]
    cards = [place.card(table.ratio) for place in table.lying().values()]
    return min(boxes, key=lambda box: sum(overlap(box, card) for card in cards))


def _call_buttons(table: AnyTurnTable, calls: ReactionMenu, refresh_controls: Callable[[], None]) -> list[Widget]:
    """Return the buttons of the calls, and the one to mute the others."""
    kit, texts = table.kit, table.context.texts
    columns, wide, high, gap = (2, 300.0, 62.0, 12.0) if table.frame.tall else (3, 224.0, 58.0, 10.0)
    rows = -(-len(REACTIONS) // columns) + 1
    left, top, *_ = _room_for_calls(table, columns * (wide + gap) - gap, rows * (high + gap) - gap)
    widgets: list[Widget] = []

    def call(sign: int) -> None:
        calls.call(sign)
        refresh_controls()

    def mute() -> None:
        calls.mute()
        refresh_controls()

    for number, name in enumerate(REACTIONS):
        place = Box(left + number % columns * (wide + gap), top + number // columns * (high + gap), wide, high)
        text = texts(f"party.call.{name}")
        widgets.append(Button(kit, f"call-{number}", place, text, partial(call, number), size=21))
    place = Box(left, top + (rows - 1) * (high + gap), columns * (wide + gap) - gap, high)
    text = texts("party.calls_hear" if calls.is_mute else "party.calls_mute")
    icon = "talk" if calls.is_mute else "close"
    return [*widgets, Button(kit, "call-mute", place, text, mute, kind="dark", icon=icon, size=20)]
