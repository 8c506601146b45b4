"""Every screen at 100 % and 130 % text, upright, on its side and wide: no text is cut, shrunk or overlapped."""

import pytest
from ink import Watcher, faults
from player import Player
from test_screens import AFTERWARDS, PARTS, TALL, WIDE, show_at

from game.engine.texts import LANGUAGES
from game.engine.transitions import Pop, Push
from game.scenes.navigation import routes
from game.scenes.table.at_table import AtTable

#: a phone on its side
SIDE = (844, 390)
#: the windows and text sizes that each visit shows a screen at, the one it goes on in last
SHOWN = {WIDE: ((SIDE, 1.3), (SIDE, 1.0), (WIDE, 1.3), (WIDE, 1.0)), TALL: ((TALL, 1.3), (TALL, 1.0))}
#: texts of this logical size at the player's scale may have shrunk to it
LARGE = 26.0
#: screens whose buttons have too little room beside a table, and an open menu that lies over one
CROWDED = {"puzzle", "calls"}
#: the level of six rivals on a phone on its side
STILL_SMALL = "'Normal' shrinks to"


def settle(player: Player) -> None:
    """Remove popups and messages, which may cover something for a moment."""
    if isinstance(player.scene, AtTable):
        player.scene.table.hush()


@pytest.mark.parametrize("part", PARTS | AFTERWARDS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SHOWN, ids="{0[0]}x{0[1]}".format)
def test_no_text_is_cut_or_much_smaller_than_meant_or_on_top_of_another(part, size, language):
    found: dict[str, None] = {}
    watcher = Watcher()
    with watcher.watching():
        for name, player in (PARTS | AFTERWARDS)[part](size, language):
            settle(player)
            for window, scale in SHOWN[size] if name not in CROWDED else ():
                [*watcher.shrunk(0)]
                show_at(player, window, scale)
                marks = watcher.shown(player)
                seen = [*faults(marks), *watcher.shrunk(LARGE * scale * player.app.context.frame.scale)]
                seen = [fault for fault in seen if window != SIDE or not fault.startswith(STILL_SMALL)]
                found |= {f"{name} at {scale} in {window}: {fault}": None for fault in seen}
    assert not found, "\n".join(["", *found])


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
