"""Key caps on buttons and cards are true: the key does what its cap promises."""

import pygame
import pytest
from all_screens import table

from game.catalogue.registry import GAMES
from game.scenes.table.selection import numbered
from game.table.turns.scene import TurnScene

TURNS = [name for name, game in GAMES.items() if not game.real_time]
#: so many decisions are looked at in each game
DECISIONS = 25


def caps(scene: TurnScene) -> dict[str, str]:
    """Return the item that each cap stands on, by its key: those of the moves and those of the cards."""
    buttons = {
        widget.cap: widget.items[0].id
        for widget in scene.widgets
        if getattr(widget, "cap", "") and widget.items[0].enabled
    }
    cards = (
        {digit: item.id for digit, item in numbered(scene.table, scene.items).items()} if scene.table.digit_caps else {}
    )
    assert not set(buttons) & set(cards)
    return buttons | cards


@pytest.mark.parametrize("game", TURNS)
def test_a_key_uses_the_item_that_shows_its_cap(game, monkeypatch):
    player = table((1280, 720), "de", game, GAMES[game].min_seats, moves=0)
    player.app.context.settings.speed = "off"
    scene = player.scene
    assert isinstance(scene, TurnScene)
    used: list[str] = []
    plain = TurnScene.use
    monkeypatch.setattr(TurnScene, "use", lambda self, item: (used.append(item.id), plain(self, item))[1])
    pressed: set[str] = set()
    for number in range(DECISIONS):
        assert player.wait(60_000, lambda: player.scene is not scene or scene.table.viewer_decides)
        if player.scene is not scene:
            break
        if not (shown := caps(scene)):
            player.press(pygame.K_RIGHT)
            player.press(pygame.K_RETURN, "\r")
            continue
        # the key that was pressed least, so that each has its turn
        key = min(shown, key=lambda key: (key in pressed, number))
        pressed.add(key)
        used.clear()
        player.press(pygame.key.key_code(key.lower()), key.lower())
        assert used[:1] == [shown[key]]
    assert len(pressed) > 1 or game == "dnup"
