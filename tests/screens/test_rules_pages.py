"""The pages of the rules: those that a first match needs, and those about variants one step further."""

import pytest
from all_screens import TALL, WIDE
from player import Player

from game.catalogue.registry import GAMES
from game.engine.transitions import Push
from game.scenes.help.howto import HowTo
from game.scenes.navigation import routes
from game.scenes.title.title import Title


def opened(game: str, size: tuple[int, int]) -> Player:
    """Open the rules of a game on its title."""
    player = Player(size, language="en")
    player.app.stack.carry_out(Push(routes.howto(player.app.context, game)))
    player.wait(100)
    return player


@pytest.mark.parametrize("size", [WIDE, TALL])
@pytest.mark.parametrize(("game", "pages"), [("twin_it", (3, 6)), ("nein_danke", (2, 4))])
def test_the_pages_that_a_first_match_needs_are_counted_and_end_alone(game, pages, size):
    player, count = opened(game, size), pages[size == TALL]
    scene = player.scene
    for number in range(1, count + 1):
        assert scene.page_text() == scene.texts("page", number=number, count=count)
        assert ("further" in player.ids()) == (number == count)
        player.tap("next")
    assert isinstance(player.scene, Title)


@pytest.mark.parametrize("size", [WIDE, TALL])
@pytest.mark.parametrize("game", ["twin_it", "nein_danke"])
def test_the_pages_about_variants_follow_on_request_with_a_count_of_their_own(game, size):
    player = opened(game, size)
    scene = player.scene
    while "further" not in player.ids():
        player.tap("next")
    player.tap("further")
    assert scene.items.focus == "next"
    rest = scene.page_count() - scene._first_match
    assert rest > 1
    assert scene.page_text() == scene.texts("page", number=1, count=rest)
    player.tap("previous")
    assert "further" in player.ids()
    player.tap("further")
    for _ in range(rest):
        assert "further" not in player.ids()
        player.tap("next")
    assert isinstance(player.scene, Title)


@pytest.mark.parametrize("game", [name for name in GAMES if name not in ("twin_it", "nein_danke")])
def test_rules_without_variants_lead_nowhere_else(game):
    player = opened(game, WIDE)
    assert isinstance(player.scene, HowTo)
    while isinstance(player.scene, HowTo):
        assert "further" not in player.ids()
        player.tap("next")
