#!/usr/bin/env python3
"""Save a picture of every screen.

``python build/screenshots.py OUT [--size 1280x720] [--lang de] [--scale 1.0]`` visits the screens as the tests do;
``python build/screenshots.py --readme`` makes the pictures of the README anew, in ``build/pictures``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import conftest  # noqa: E402, F401
import pygame  # noqa: E402
from all_screens import PARTS, storage_with_lineup, table  # noqa: E402
from finished import finished  # noqa: E402
from player import Player  # noqa: E402

from game.catalogue.registry import GAMES  # noqa: E402
from game.engine.transitions import Pop, Push  # noqa: E402
from game.player.settings import SCALES  # noqa: E402
from game.scenes.navigation import routes  # noqa: E402

PICTURES = ROOT / "build" / "pictures"
PICTURE_SIZE = (800, 450)
WIDE = (1280, 720)
#: the number of a game with something to review
REVIEWED = 1
#: after so many moves a table has something to show
BUSY = {"twin_it": 70, "keine_ahnung": 40, "push": 40}


def play_on(player: Player, matches: int) -> None:
    """Play whole matches at once, always the first legal move or now and then the last."""
    while matches:
        player.wait(200)
        mine = [id_ for id_ in player.ids() if id_.startswith(("do-", "card-"))]
        if mine:
            number = len(player.scene.match.actions)
            player.tap(mine[-1] if number % 3 == 0 else mine[0])
        elif "again" in player.ids():
            matches -= 1
            if matches:
                player.tap("again")


def learning(player: Player) -> Iterator[tuple[str, Player]]:
    """Yield the screens for learning: a lesson, a puzzle, the review of a game, and the daily deal."""
    context = player.app.context
    for name, scene in (
        ("lesson", routes.lesson(context, "nein_danke")),
        ("puzzle", routes.puzzle(context, "push", 0)),
        ("daily", routes.daily(context)),
    ):
        player.app.stack.carry_out(Push(scene))
        player.wait(3000)
        yield name, player
        player.app.stack.carry_out(Pop())
    player.app.stack.carry_out(Push(routes.review(context, finished("nein_danke", seed=REVIEWED))))
    player.wait(10_000_000, lambda: not player.scene.awake)
    player.wait(2000)
    yield "review", player
    player.app.stack.carry_out(Pop())


def for_readme() -> Iterator[tuple[str, Player]]:
    """Yield the screens that the README shows, with something on them."""
    player = Player(WIDE, storage=storage_with_lineup("nein_danke", 4), language="en")
    player.app.context.settings.speed = "off"
    player.tap("nein_danke")
    yield "setup", player
    player.tap("start")
    play_on(player, 9)
    yield "result_of_4", player
    player.tap("watch")
    for _ in range(30):
        player.press(pygame.K_RIGHT)
        player.wait(80)
    player.wait(2000)
    yield "replay", player
    context = player.app.context
    for name, scene in (
        ("statistics", routes.statistics(context)),
        ("settings", routes.settings(context)),
        ("howto", routes.howto(context, "nein_danke")),
        ("house_rules", routes.house_rules(context, routes.setup(context, "nein_danke").lineup)),  # type: ignore[attr-defined]
    ):
        player.app.stack.carry_out(Push(scene))
        yield name, player
        player.app.stack.carry_out(Pop())
    yield from learning(player)
    for game in GAMES:
        if game != "nein_danke":
            player = table(WIDE, "en", game, seats=4, moves=BUSY.get(game, 24))
            yield f"table_{game}", player
    player = table(WIDE, "en", seats=7, moves=12)
    yield "table_of_7", player
    player = table(WIDE, "en", seats=4, moves=22)
    player.wait(20_000, lambda: "do-pay" in player.ids())
    yield "table_of_4", player
    player.tap("log")
    yield "log", player
    player.press(pygame.K_ESCAPE)
    player.tap("pause")
    yield "pause", player
    player.tap("home")
    yield "title", player
    player = table(WIDE, "en", "dnup", seats=4, humans=2, moves=0)
    player.wait(2000, lambda: player.scene.items.find("ready") is not None)
    yield "curtain", player


def main() -> None:
    """Visit the screens and save them."""
    parser = argparse.ArgumentParser(description="Save a picture of every screen.")
    parser.add_argument("out", type=Path, nargs="?", default=PICTURES, help="folder for the pictures")
    parser.add_argument("--readme", action="store_true", help="make the README's pictures again")
    parser.add_argument("--size", default="1280x720", help="width x height in pixels (default: %(default)s)")
    parser.add_argument("--lang", default="de", help="language (default: %(default)s)")
    parser.add_argument("--scale", type=float, choices=SCALES, default=1.0, help="text size (default: %(default)s)")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    if given.readme:
        for name, player in for_readme():
            player.wait(500)
            small = pygame.transform.smoothscale(player.draw(), PICTURE_SIZE)
            pygame.image.save(small, given.out / f"{name}.jpg")
        return
    width, height = given.size.split("x")
    seen = ((part, *shown) for part, visit in PARTS.items() for shown in visit((int(width), int(height)), given.lang))
    for part, name, player in seen:
        player.app.context.settings.scale = given.scale
        player.app.context.settings_changed()
        player.wait(64)
        path = given.out / f"{part}_{name.replace(', ', '_').replace(' ', '_')}_{given.size}_{given.lang}.png"
        pygame.image.save(player.draw(), path)
        print(path)
        player.app.context.settings.scale = 1.0
        player.app.context.settings_changed()
        player.wait(32)


if __name__ == "__main__":
    main()
