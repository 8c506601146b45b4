"""Screens without a table: no words overlap others or lie under a control, at any text size."""

from collections.abc import Iterator
from itertools import combinations

import pygame
import pytest
from finished import finished
from player import Player

from game.catalogue.registry import GAMES
from game.engine import fonts
from game.engine.backdrop import Backdrop
from game.engine.match_texts import LogLine
from game.engine.scene import Scene
from game.engine.texts import LANGUAGES
from game.engine.transitions import Push
from game.engine.widgets import RoundButton
from game.player import stats
from game.player.settings import SCALES
from game.scenes.navigation import routes
from game.scenes.settings.data_import import DataImport
from game.scenes.setup.setup import Setup
from game.scenes.table.curtain import LINES, Curtain
from game.scenes.table.pause import Pause

SIZES = ((1280, 720), (844, 390), (390, 844))
#: how far, in real pixels, letters may reach into the rounded corner of a box, or into a neighbour's descenders
LEEWAY = 2


@pytest.fixture
def drawn_texts(monkeypatch) -> list[tuple[str, pygame.Rect]]:
    """Return what is written on backdrops, and where its ink is."""
    written: dict[int, tuple[str, pygame.Surface]] = {}
    found: list[tuple[str, pygame.Rect]] = []
    plain, put = fonts.plain, Backdrop.put

    def write(text: str, *given: object, **named: object) -> pygame.Surface:
        picture = plain(text, *given, **named)
        # kept alive, so that no other picture gets its id
        written[id(picture)] = text, picture
        return picture

    def lay(self: Backdrop, picture: pygame.Surface, x: float, y: float, anchor: str = "left") -> None:
        if id(picture) in written:
            left, top = self.kit.frame.to_real(x, y)
            wide, high = picture.get_size()
            if anchor != "corner":
                top -= high // 2
            left -= {"centre": wide // 2, "right": wide}.get(anchor, 0)
            found.append((written[id(picture)][0], picture.get_bounding_rect().move(left, top)))
        put(self, picture, x, y, anchor)

    monkeypatch.setattr(fonts, "plain", write)
    monkeypatch.setattr(Backdrop, "put", lay)
    return found


def scenes(player: Player) -> Iterator[Scene]:
    """Yield the screens, one after the other over the title."""
    context = player.app.context
    for game in GAMES:
        setup = Setup(context, game)
        yield setup
        yield routes.house_rules(context, setup.lineup)
    setup = Setup(context, "twin_it")
    setup.choose_option("mode", "teams")
    setup.add()
    setup.add()
    yield setup
    yield routes.settings(context)
    for game in ("push", "twin_it"):
        for seed in range(1, 7):
            stats.record(context, finished(game, 3, seed))
        yield routes.statistics(context, game)
    match = Setup(context, "nein_danke").lineup.match()
    since = [LogLine(3, "Mika zahlt, im Pot 1")] * LINES
    yield Curtain(context, match, 0, since, lambda seat, shown: None)
    yield Pause(context, match, None)
    yield DataImport(context, {}, "take_in")
    yield DataImport(context, {}, "bring_back")


def controls(scene: Scene) -> Iterator[tuple[str, pygame.Rect]]:
    """Return the boxes of what is drawn over the backdrop, in the window."""
    frame = scene.context.frame
    for widget in scene.widgets:
        if isinstance(widget, RoundButton):
            half = widget.side * 0.45
            box = (widget.x - half, widget.y - half, 2 * half, 2 * half)
        elif hasattr(widget, "box"):
            box = widget.box
        else:
            continue
        yield widget.items[0].id, pygame.Rect(*frame.to_real(*box[:2]), frame.px(box[2]), frame.px(box[3]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
def test_texts_do_not_overlap_others_or_lie_under_a_control(size, language, scale, drawn_texts):
    faults: set[str] = set()
    player = Player(size, language=language)
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    window = pygame.Rect(0, 0, *size)
    for scene in scenes(player):
        drawn_texts.clear()
        player.app.stack.carry_out(Push(scene))
        seen = f"{type(scene).__name__}: "
        for name, ink in drawn_texts:
            if not window.contains(ink):
                faults.add(f"{seen}{name!r} leaves the window")
            under = [id_ for id_, box in controls(scene) if ink.inflate(-2 * LEEWAY, -2 * LEEWAY).colliderect(box)]
            if under:
                faults.add(f"{seen}{name!r} lies under {under}")
        for (one, ink), (other, more) in combinations(drawn_texts, 2):
            both = ink.clip(more)
            if both.w > LEEWAY and both.h > LEEWAY:
                faults.add(f"{seen}{one!r} lies on {other!r}")
    assert not faults, "\n".join(["", *sorted(faults)])
