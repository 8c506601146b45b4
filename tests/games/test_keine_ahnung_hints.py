"""Hints of Keine Ahnung: what they say, and that they cover nothing."""

import pygame
import pytest
from keine_ahnung_player import PHONE, match_of, player_at, sit
from keine_ahnung_states import state_of
from table_player import dock_of

from game.engine.layout import Box


def drawn_in(player, box: Box) -> bytes:
    """Return what the screen shows in a box."""
    player.draw()
    frame = player.app.context.frame
    x, y, w, h = (round(part * frame.scale) for part in box)
    part = player.screen.subsurface(pygame.Rect(frame.left + x, frame.top + y, w, h))
    return pygame.image.tobytes(part, "RGB")


def test_the_mark_on_the_draw_pile_leaves_its_number_in_sight():
    player = sit(match_of("hhb"), PHONE)
    player.wait(6000, lambda: "draw-pile" in player.ids())
    table = player.scene.table
    spot = table.spots.draw
    number = Box(spot.x - 36, spot.y + spot.box.h / 2 + 2, 72, 12)
    before = drawn_in(player, number)
    player.tap("hint")
    player.wait(400)
    assert dock_of(player).marks
    assert drawn_in(player, number) == before


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_hint_to_draw_says_why_there_is_no_other_move(language):
    player = player_at(match_of("hhb"), state_of("red1 yellow3", seats=3), language=language)
    player.tap("hint")
    texts = player.app.context.texts
    assert dock_of(player).panel_text.body == texts("keine_ahnung.only_draw") != texts("hint.only_move")
