"""Every screen in every size and language: it draws, its texts fit, its targets can be hit, it is fast to draw."""

from __future__ import annotations

import json
from functools import partial

import pygame
import pytest
from player import SIZES, Player

from game import start
from game.core.rng import Rng
from game.engine import text
from game.engine.canvas import Canvas
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.texts import LANGUAGES
from game.engine.transitions import Push
from game.host.storage import MemoryStorage
from game.registry import GAMES
from game.scenes import routes
from game.scenes.curtain import Curtain
from game.scenes.table import TableScene

#: the usual one last: with it the game goes on
SCALES = (1.3, 1.0)


def spoken_for(game: str, seats: int, humans: int = 1) -> MemoryStorage:
    """A storage in which a table of that size was chosen last."""
    rows = [
        [name, "human" if place < humans else "normal", figure]
        for place, (name, figure) in enumerate(
            zip(
                ("Toni", "Frida", "Ole", "Mika", "Kim", "Juna", "Piet"),
                ("bear", "fox", "owl", "frog", "cat", "hare", "penguin"),
                strict=True,
            )
        )
    ][:seats]
    storage = MemoryStorage()
    options = {"twin_it": {"mode": "minute" if seats == 1 else "competitive"}}.get(game, {"specials": True})
    storage.write("setup", json.dumps({game: {"seats": rows, "options": options}}))
    return storage


def table(size, language, game: str = "nein_danke", seats: int = 4, humans: int = 1, moves: int = 24) -> Player:
    """A player at a table after some moves, fewer of them where the match would be over by then."""
    player = Player(size, start.Wish(game, (), 5), spoken_for(game, seats, humans), language)
    scene = player.scene
    player.app.context.settings.speed = "off"
    if "go" in player.ids():
        player.tap("go")
    for _ in range(moves):
        player.wait(120)
        mine = [id_ for id_ in player.ids() if id_.startswith(("do-", "card-"))]
        if mine and player.scene is scene:
            player.tap(mine[len(scene.match.actions) % len(mine)])
    if moves and scene not in player.app.stack.scenes:
        return table(size, language, game, seats, humans, moves // 2)
    player.app.context.settings.speed = "normal"
    return player


def go_on(player: Player, game: str) -> None:
    """Do what a beginner would do next; in real time whatever is offered first."""
    scene, ids = player.scene, player.ids()
    mine = [id_ for id_ in ids if id_.startswith(("do-", "card-"))]
    if "next" in ids:
        player.tap("next")
    elif mine and isinstance(scene, TableScene):
        level = GAMES[game].levels[0]
        thinking = GAMES[game].think(scene.match.view(scene.viewer), Rng(len(scene.match.actions)), level)
        scene.act(next(action for action in thinking if action is not None))
    elif mine:
        player.tap(mine[0])


def screens_of_the_box(size, language: str):
    """The screens that are there whatever is played, by name."""
    player = Player(size, language=language)
    yield "title", player
    context = player.app.context
    for name, scene in (("settings", routes.settings(context)), ("statistics", routes.statistics(context))):
        player.app.stack.carry_out(Push(scene))
        yield name, player


def screens_of(game: str, size, language: str):
    """Every screen of one game, by name."""
    player = Player(size, language=language)
    context = player.app.context
    setup = routes.setup(context, game)
    # the widest number that is ever dealt
    setup.lineup.seed = 88_888
    for name, scene in (
        ("setup", setup),
        ("howto", routes.howto(context, game)),
        ("house_rules", routes.house_rules(context, setup.lineup)),
    ):
        player.app.stack.carry_out(Push(scene))
        yield name, player
    rules = GAMES[game]
    for seats in (rules.min_seats, rules.max_seats):
        player = table(size, language, game, seats)
        yield f"table of {seats}", player
        scene = player.scene
        if hasattr(scene, "match"):
            context = player.app.context
            seat_view = scene.match
            player.app.stack.carry_out(Push(routes.log(context, scene.table)))
            yield "log", player
            player.press(pygame.K_ESCAPE)
            player.tap("pause")
            yield "pause", player
            player.press(pygame.K_ESCAPE)
            lines = scene.table.log
            # a game that hides nothing has no curtain
            if context.texts.has(f"{game}.curtain.shows"):
                curtain = Curtain(context, seat_view, 0, lines, lambda seat, open_hands: None)
                player.app.stack.carry_out(Push(curtain))
                yield "curtain", player
        player = table(size, language, game, seats, moves=0)
        player.app.context.settings.speed = "off"
        while not player.scene.items.find("again"):
            player.wait(300)
            go_on(player, game)
        yield f"result of {seats}", player
        player.tap("watch")
        yield "replay", player


#: which screens are looked at in one test: those of a game, or those that belong to none
PARTS = {"box": screens_of_the_box} | {game: partial(screens_of, game) for game in GAMES}


@pytest.fixture
def watched(monkeypatch):
    """Notes every text that had to shrink too far and every picture that is slow to draw or off the screen."""
    found: list[str] = []
    fitted = text.fitted

    def watch_fit(words, face, size, most):
        real = fitted(words, face, size, most)
        if real < size * text.LEAST_SHRINK - 1:
            found.append(f"{words!r} shrinks to {real / size:.0%}")
        return real

    def watch_blit(name):
        plain = getattr(Canvas, name)

        def put(self, picture, x, y):
            alpha = picture.get_flags() & pygame.SRCALPHA
            if alpha and not picture.get_flags() & (pygame.RLEACCEL | pygame.RLEACCELOK):
                found.append(f"a picture of {picture.get_size()} at {x:.0f}, {y:.0f} is neither opaque nor encoded")
            plain(self, picture, x, y)

        monkeypatch.setattr(Canvas, name, put)

    monkeypatch.setattr(text, "fitted", watch_fit)
    for name in ("put", "put_centred", "put_left", "put_right"):
        watch_blit(name)
    return found


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_every_screen_draws_and_every_text_fits(part, size, language, watched):
    faults: dict[str, None] = {}
    for name, player in PARTS[part](size, language):
        for scale in SCALES:
            set_scale(player, scale)
            watched.clear()
            screen = player.draw()
            faults |= {f"{name} at {scale}: {what}": None for what in watched}
            assert len({screen.get_at((x, y))[:3] for x in range(0, size[0], 40) for y in range(0, size[1], 40)}) > 20
            frame = player.app.context.frame
            for item in player.items:
                assert item.label, (name, item.id)
                assert Box(0, 0, frame.width, frame.height).holds(*item.box.centre), (name, item)
    assert not faults, "\n".join(["", *faults])


def set_scale(player: Player, scale: float) -> None:
    """Take another display scale, with every picture made anew."""
    player.app.context.settings.scale = scale
    player.app.context.resize(player.app.context.frame)
    text.forget()
    player.app.stack.rebuild()


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids="{0[0]}x{0[1]}".format)
def test_targets_are_large_enough(part, size):
    """At least 72 logical pixels one way and 48 the other, or 72 both ways for round buttons."""
    for name, player in PARTS[part](size, "de"):
        for item in player.items:
            if item.card:
                continue
            assert max(item.box.w, item.box.h) >= 72, (name, item.id, item.box)
            assert min(item.box.w, item.box.h) >= 48, (name, item.id, item.box)


def test_the_kit_makes_each_picture_once():
    player = table((1280, 720), "de")
    player.wait(600)
    player.draw()
    kit: Kit = player.app.context.kit
    before = kit.ready.cache_info().misses + kit.made.cache_info().misses
    for scene in player.app.stack.scenes:
        scene.dirty = True
    player.draw()
    assert kit.ready.cache_info().misses + kit.made.cache_info().misses == before
