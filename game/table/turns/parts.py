"""What lies at a table of turns beside the game: its round buttons, and what a party has there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from game.engine.items import Item
from game.engine.layout import Box
from game.engine.transitions import Transition
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import Button, RoundButton, Use, Widget
from game.scenes.shared.common import back_button
from game.scenes.table.online_seats import Mark
from game.scenes.table.speed import SpeedButton
from game.scenes.table.turn_sign import SeatSign, TurnSign
from game.table.driver import Corner
from game.table.turns.driver import SeatMark, TurnDriver
from game.table.turns.news import News
from game.table.turns.party import PartyDriver
from game.wire.deeds import REACTIONS

#: shows what a driver tells
Take = Callable[[Iterable[News]], Transition]


def corner_button(table: AnyTurnTable, corner: Corner, use: Use, *, enabled: bool = True, on: bool = False) -> Widget:
    """One of the round buttons; what can be called across the table says whether it is ``on``."""
    context, frame, spots = table.context, table.context.frame, table.spots
    kit, texts = context.kit, context.texts
    if corner in (Corner.PAUSE, Corner.BACK):
        found = back_button(context, use, corner.value, corner.value)
        found.move(found.x - frame.side, found.y)
        return found
    right = frame.width + frame.side - 58.0
    if frame.tall:
        places = ((right, 60.0), (right - 84, 60.0), (right - 168, 60.0))
    else:
        places = ((58.0 - frame.side, 134.0), (right, 60.0), (right, 134.0))
    match corner:
        case Corner.SPEED:
            return SpeedButton(context, *places[2], use)
        case Corner.REVIEW:
            return RoundButton(kit, "review", *places[2], texts("review.open_spoken"), use, icon="eye")
        case Corner.ANSWER:
            label = texts("puzzles.answer")
            return RoundButton(
                kit, "hint", *spots.hint, label, use, icon="bulb", side=52, keys=("hint",), enabled=enabled
            )
        case Corner.CALL:
            label, icon = texts("party.call_close" if on else "party.call"), "close" if on else "sound"
            return RoundButton(kit, "call", *places[0], label, use, icon=icon, side=56, keys=("help",))
    name, at = corner.value, places[0 if corner == Corner.HELP else 1]
    return RoundButton(kit, name, *at, texts(f"button.{name}"), use, icon=name, side=56, keys=(name,))


def seat_marks(table: AnyTurnTable, marks: Iterable[SeatMark]) -> list[Widget]:
    """The words at the panels of others."""
    places = dict(zip(table.order()[1:], table.spots.opponents, strict=True))
    found: list[Widget] = []
    for mark in marks:
        if box := places.get(mark.seat):
            x, y = box.x + box.w / 2, max(box.y, 16.0)
            area = Box(x - 60, y - 24, 120, 48)
            item = Item(mark.id, mark.label, area, mark.use, tip=True) if mark.use else None
            found.append(Mark(table.kit, x, y, mark.words, item))
    return found


def undo_button(table: AnyTurnTable, use: Use, can: bool) -> Widget:
    """The button that takes the last choice back, if it ``can`` be."""
    label = table.context.texts("button.undo")
    return RoundButton(
        table.kit, "undo", *table.spots.undo, label, use, icon="undo", side=52, keys=("undo",), enabled=can
    )


def party_widgets(table: AnyTurnTable, driver: TurnDriver, take: Take) -> list[Widget]:
    """What a party has beside the marks at its seats: signs for whoever looks on, an answer to give, calls."""
    found: list[Widget] = []
    if not isinstance(driver, PartyDriver):
        return found
    if driver.visit.way.watches and driver.match.mover >= 0:
        found += _signs(table, driver)
    if driver.answers:
        found += _answers(table, driver)
    if driver.calling:
        found += _calls(table, driver, take)
    return found


def _signs(table: AnyTurnTable, driver: PartyDriver) -> list[Widget]:
    """What whoever looks on reads from across the room: who is to move, and how to come to a seat that is free."""
    kit, texts, visit = table.kit, table.context.texts, driver.visit
    code, link = visit.remote.code, visit.link
    is_free = any(place.vacant for place in driver.match.standing.places)
    scanned = is_free and bool(link) and not table.context.frame.tall
    under = texts("party.code_short", code=code) if is_free and not scanned else texts("party.to_move")
    signs: list[Widget] = [TurnSign(kit, table, driver.match.mover, under)]
    return [*signs, SeatSign(kit, table, link, code, texts("party.free_seat"))] if scanned else signs


def _answers(table: AnyTurnTable, driver: PartyDriver) -> list[Widget]:
    kit, texts = table.kit, table.context.texts
    answers = (("yes", True, "good"), ("no", False, "dark"))
    return [
        Button(kit, f"undo-{answer}", box, texts(f"party.undo_{answer}"), partial(driver.answer_undo, yes), kind=kind)
        for box, (answer, yes, kind) in zip(table.spots.buttons, answers, strict=False)
    ]


def _called(driver: PartyDriver, take: Take, sign: int) -> Transition:
    return take(driver.react(sign))


def _calls(table: AnyTurnTable, driver: PartyDriver, take: Take) -> list[Widget]:
    """The words that can be called across the table, and whether one hears those of others."""
    frame, kit, texts = table.context.frame, table.kit, table.context.texts
    columns = 2 if frame.tall else 4
    rows = -(-len(REACTIONS) // columns) + 1
    wide, high, gap = (300.0, 62.0, 12.0) if frame.tall else (210.0, 62.0, 12.0)
    left = (frame.width - columns * (wide + gap) + gap) / 2
    top = (frame.height - rows * (high + gap)) / 2
    widgets: list[Widget] = []
    for number, name in enumerate(REACTIONS):
        place = Box(left + number % columns * (wide + gap), top + number // columns * (high + gap), wide, high)
        use = partial(_called, driver, take, number)
        widgets.append(Button(kit, f"call-{number}", place, texts(f"party.call.{name}"), use, size=21))
    place = Box(left, top + (rows - 1) * (high + gap), columns * (wide + gap) - gap, high)
    is_mute = driver.visit.is_mute
    words = texts("party.calls_hear" if is_mute else "party.calls_mute")
    icon = "sound" if is_mute else "sound_off"
    mute = Button(kit, "call-mute", place, words, lambda: take(driver.mute()), kind="dark", icon=icon, size=20)
    return [*widgets, mute]
