"""Titles and blurbs grow with the player's text size; ``test_screens`` holds every text to its room."""

import pytest
from all_screens import TALL, WIDE, show_at
from ink import Watcher
from player import Player

from game.engine.texts import LANGUAGES
from game.engine.transitions import Pop, Push
from game.scenes.navigation import routes


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [WIDE, TALL], ids="{0[0]}x{0[1]}".format)
def test_titles_and_blurbs_grow_with_the_text_size(size, language):
    watcher, sizes = Watcher(), []
    with watcher.watching():
        player = Player(size, language=language)
        texts = player.app.context.texts
        for scale in (1.0, 1.3):
            show_at(player, size, scale)
            blurbs = {mark.size for mark in watcher.shown(player) if mark.words in texts("game.push.line")}
            player.app.stack.carry_out(Push(routes.statistics(player.app.context)))
            titles = {mark.size for mark in watcher.shown(player) if mark.words == texts("statistics.title")}
            player.app.stack.carry_out(Pop())
            sizes.append((min(blurbs), max(titles)))
    (blurb, title), (larger_blurb, larger_title) = sizes
    assert larger_blurb >= 1.17 * blurb
    assert larger_title >= 1.15 * title
