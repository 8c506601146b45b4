"""The dock: everything said at a table fits there in every window, in letters that are not squeezed."""

from typing import Any

import pygame
import pytest
from panel_texts import RULES, panel_texts
from player import Player

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.match import Match, Seat
from game.engine import fonts
from game.engine.dock import MORE, SIZES, TOP, TURN, TURN_UP, Dock, _turn_plain, parts, sheet_plain
from game.engine.kit import Kit
from game.engine.layout import Box, frame_for, overlap
from game.engine.panel import CLOSE, ON, SKIP, PanelButton, PanelText
from game.engine.texts import LANGUAGES
from game.table.dock import fitted

#: phones held either way, a narrow one, and a wide window, with usual texts and the largest
WINDOWS = [((1280, 720), 1.3), ((844, 390), 1.3), ((390, 844), 1.0), ((390, 844), 1.3), ((375, 667), 1.0)]
LONG = "Add a 6 to Friederike's longest row on the table"
BOX = Box(100, 50, 440, 260)


def docked_table(game: str, seats: int, size: tuple[int, int], scale: float) -> Any:
    """Return the table of a match at which something is said."""
    context = Player(size).app.context
    context.settings.scale = scale
    context.settings_changed()
    people = [Seat(f"P{seat}", "easy" if seat else "human", "bear") for seat in range(seats)]
    match = Match(GAMES[game], RULES.get(game, {}), people, 5)
    table = PRESENTATIONS[game].table(context, match.seats, 0, match.view(0))
    table.make_room(True)
    return table


@pytest.mark.parametrize(("size", "scale"), WINDOWS)
@pytest.mark.parametrize("game", GAMES)
def test_everything_said_at_a_table_fits_the_dock(game, size, scale):
    docks = {}
    for seats in range(3, 1 + min(5, GAMES[game].max_seats)):
        table = docked_table(game, seats, size, scale)
        dock = table.spots.dock
        assert overlap(dock, table.context.frame.room) == pytest.approx(dock.w * dock.h)
        # where a dock lies makes no difference to the texts in it
        docks[dock.w, dock.h] = dock
    for dock in docks.values():
        for language in LANGUAGES:
            unread = [text for text in panel_texts(game, language) if not all_fits(table.kit, dock, text)]
            assert not unread, (dock, unread[:3])


def all_fits(kit: Kit, dock: Box, text: PanelText) -> bool:
    """Return True if a text fits; what can be spared is left out of one without numbers."""
    return parts(kit, dock, text if text.rows else fitted(kit, dock, text)).fits


def kit_for(size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> Kit:
    pygame.display.set_mode((1, 1))
    return Kit(frame_for(size), scale)


def test_a_text_that_does_not_fit_the_dock_is_reported():
    kit, good = kit_for(scale=1.3), PanelText("Hint", "It beats everything.", title="Play two 6s")
    assert parts(kit, BOX, good).fits
    assert not parts(kit, BOX, good._replace(head="A head that is by far too long for that, and goes on")).fits
    assert not parts(kit, BOX, good._replace(title="Unbelievablyandindeedendlesslylongwords")).fits
    assert not parts(kit, BOX, good._replace(body="Because of many reasons. " * 14)).fits
    assert not parts(kit, BOX, good._replace(figure="Compared with everything. " * 14)).fits
    assert not parts(kit, BOX, good._replace(rows=(("A number whose name goes on and on and on", "2900 %"),))).fits
    assert not parts(kit, BOX, good._replace(rows=(("Chance of what may come of it", "29 %"),) * 7)).fits


def test_text_is_as_large_as_fits_and_never_squeezed():
    kit, short = kit_for(), PanelText("Hint", "Because.", title="Pass")
    sizes = [parts(kit, BOX, short._replace(body="Because of this. " * count)).size for count in (1, 12, 20, 60)]
    assert sizes == sorted(sizes, reverse=True)
    assert (sizes[0], sizes[-1]) == (SIZES[0], fonts.LEAST_SHRINK)


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 720)])
def test_a_long_title_wraps_instead_of_being_shrunk_or_cut(size):
    kit = kit_for(size)
    found = parts(kit, BOX, PanelText("Hint", "Because.", title=LONG))
    assert len(found.title) > 1
    assert " ".join(found.title) == LONG
    assert found.fits


@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_the_button_for_more_numbers_is_above_the_title(size, scale):
    kit, text = kit_for(size, scale), PanelText("Hint", "Because.", title=LONG, turn="More", close="Close")
    found = parts(kit, BOX, text)
    high = _turn_plain(kit, text.turn, TURN * found.size).get_height() / kit.scale
    middle = TOP + found.line / 2 - TURN_UP
    assert middle - high / 2 >= 0
    assert middle + high / 2 <= TOP + found.line - 2


def test_numbers_are_in_two_columns_where_they_fit_and_otherwise_in_one():
    kit, short, long = kit_for(), ("Points", "12"), ("What you have in hand, with what comes back", "12")
    assert parts(kit, BOX, PanelText("Hint", "Because.", rows=(short, short))).columns == 2
    assert parts(kit, BOX, PanelText("Hint", "Because.", rows=(short, long))).columns == 1


def test_the_dock_has_the_same_size_for_every_text():
    kit = kit_for()
    full = PanelText("B", "Words " * 30, title="C", turn="More", close="x")
    every = (PanelText("A"), full, PanelText("D", rows=(("E", "1"),)))
    sizes = {sheet_plain(kit, BOX.w, BOX.h, said).get_size() for said in every}
    assert len(sizes) == 1


def uses(told: list[str]) -> dict[str, Any]:
    return {id_: lambda id_=id_: told.append(id_) for id_ in (MORE, CLOSE, ON, SKIP, "play")}


@pytest.mark.parametrize("w", [440.0, 672.0])
def test_the_controls_of_the_dock_lie_in_its_box_and_apart(w):
    told: list[str] = []
    box = BOX._replace(w=w)
    ways = (
        PanelButton("play", "Play", "from here"),
        PanelButton("next", "Next", use=lambda: told.append("next"), kind="primary"),
    )
    dock = Dock(kit_for(), box, PanelText("The answer", "Because.", title="Pass", buttons=ways), uses(told))
    first, last = (item.box for item in dock.items)
    assert not overlap(first, last)
    for item in dock.items:
        assert overlap(item.box, box) == pytest.approx(item.box.w * item.box.h)
        item.use()
    assert told == ["play", "next"]
    assert [item.label for item in dock.items] == ["Play: from here", "Next"]
    hint = Dock(kit_for(), box, PanelText("Hint", "Because.", turn="More", close="Close"), uses(told))
    assert (hint.items[0].id, hint.items[0].box) == (MORE, hint.paper)
    assert hint.paper.h < box.h == dock.paper.h, "a paper without buttons is as high as its text"
    close = hint.items[-1]
    assert close.id == CLOSE
    assert overlap(close.box, box) == pytest.approx(close.box.w * close.box.h)
    step = Dock(
        kit_for(), box, PanelText("Step 1 of 2", "Read.", buttons=(PanelButton(ON, "Go on"),)), uses(told), cap="1"
    )
    assert step.buttons[0].cap == "1"
    assert step.items[0].keys == ("first",)
    skipped = Dock(kit_for(), box, PanelText("Step 2 of 2", "Do.", skip="Skip"), uses(told))
    assert [(item.id, item.keys) for item in skipped.items] == [(SKIP, ("hint",))]
