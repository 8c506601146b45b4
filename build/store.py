"""Make the pictures of the page on itch.io: a cover, five screenshots and a short film, in ``build/store``.

The game draws all of it: the cover is put together from parts of the title, screenshots and film show games with fixed
numbers, on a clock of their own. Two runs give the same bytes. The texts of the page, ``page.en.md`` and
``page.de.md``, are written by hand.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import conftest  # noqa: E402, F401
import pygame  # noqa: E402
from all_screens import storage_with_lineup, table  # noqa: E402
from finished import finished  # noqa: E402
from player import Player  # noqa: E402
from screenshots import WIDE  # noqa: E402

from game.catalogue.presentations import PRESENTATIONS  # noqa: E402
from game.engine import surfaces  # noqa: E402
from game.engine.backdrop import wood  # noqa: E402
from game.engine.kit import Kit  # noqa: E402
from game.engine.layout import Frame  # noqa: E402
from game.engine.texts import Texts  # noqa: E402
from game.engine.transitions import Push  # noqa: E402
from game.scenes.navigation import routes  # noqa: E402
from game.scenes.shared.crate import BACK, CRATE, CRATE_HIGH, FLOOR, box_picture, crate_plain  # noqa: E402

STORE = ROOT / "build" / "store"
COVER, FILM = "cover.png", "film.gif"
COVER_SIZE, FILM_SIZE = (630, 500), (960, 540)
#: on the cover, the scale of the boxes and their distance
BOX_SHARE, BOX_STEP = 1.16, 226.0
#: the cards above them: the game and the card
CARDS = (
    ("keine_ahnung", 3),
    ("push", 1),
    ("nein_danke", 8),
    ("dnup", 3),
    ("keine_ahnung", 5),
    ("nein_danke", 30),
    ("push", 4),
)
#: the film: how long each of its pictures is shown, in milliseconds, and the number of pictures; GIF counts in
#: hundredths of a second
FRAME_MS, FRAMES = 80, 100
#: the seeds of a match that the person wins and of the one in the film, and how many of its last actions it shows
WON, FILMED, FROM_LAST = 2, 16, 8
#: colours of the film; one more is left for unchanged pixels
COLOURS = 255


def cover() -> pygame.Surface:
    """Draw the games' boxes and cards in their crate, below the name."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(COVER_SIZE)
    # the offset of the title's crate, which is a little wider than the window
    frame = Frame(1280, 985, 650 / 1280, -10, 194, COVER_SIZE)
    kit, texts = Kit(frame), Texts("en")
    whole = wood(frame)

    def put(picture: pygame.Surface, x: float, y: float) -> None:
        """Draw a picture with the middle of its lower edge at a place of the title."""
        across, down = frame.to_real(x, y)
        whole.blit(picture, (across - picture.get_width() // 2, down - picture.get_height()))

    put(surfaces.photo("art/title/crate_back.jpg", (kit.px(BACK.w), kit.px(BACK.h))), 640, BACK.y + BACK.h)
    for place, (game, number) in zip(range(-3, 4), CARDS, strict=True):
        card = PRESENTATIONS[game].title_card(kit, number, 225)
        put(surfaces.turned(card, -5.0 * place), 640 + 158 * place, 320 + 11 * place * place)
    for number, game in enumerate(PRESENTATIONS):
        put(box_picture(kit, game, texts(f"game.{game}"), BOX_SHARE), 640 + (number - 2) * BOX_STEP, FLOOR)
    put(crate_plain(kit, shadow=False), 640, CRATE.y + CRATE_HIGH)
    logo = kit.image_plain("title/logo", 1170, 281)
    whole.blit(logo, ((COVER_SIZE[0] - logo.get_width()) // 2, 22))
    return whole


def screenshots() -> Iterator[tuple[str, pygame.Surface]]:
    """Yield the title, the tables of three games and a result, with the names of their files."""
    player = Player(WIDE, storage=storage_with_lineup("nein_danke", 4), language="en")
    player.wait(500)
    yield "1_title", player.draw()
    player = table(WIDE, "en", seats=4, moves=22)
    player.wait(20_000, lambda: "do-pay" in player.ids())
    yield "2_nein_danke", player.draw()
    player = table(WIDE, "en", "push", seats=4, moves=50)
    player.wait(2500)
    yield "3_push", player.draw()
    player = table(WIDE, "en", "twin_it", seats=4, moves=0)
    for _ in range(540):
        player.wait(160)
        if "do-flip" in player.ids():
            player.tap("do-flip")
    yield "4_twin_it", player.draw()
    player = Player(WIDE, language="en")
    match = finished("nein_danke", seats=4, seed=WON, specials=True)
    player.app.stack.carry_out(Push(routes.result(player.app.context, match)))
    player.wait(60_000, lambda: "again" in player.ids())
    player.wait(2000)
    yield "5_result", player.draw()


def film() -> Iterator[pygame.Surface]:
    """Yield the end of a match as its replay shows it at twice the speed, picture by picture."""
    player = Player(WIDE, language="en")
    match = finished("twin_it", seats=4, seed=FILMED)
    player.app.stack.carry_out(
        Push(routes.replay(player.app.context, match, routes.ReplayStart(place=len(match.actions) - FROM_LAST)))
    )
    player.wait(500)
    player.tap("speed-2")
    player.tap("toggle")
    for _ in range(FRAMES):
        player.wait(FRAME_MS)
        yield pygame.transform.smoothscale(player.draw(), FILM_SIZE)


def save_film(path: Path) -> None:
    """Write the film as an animated GIF whose pictures share their colours and hold only what has changed."""
    from PIL import Image

    pictures = [Image.frombytes("RGB", FILM_SIZE, pygame.image.tobytes(picture, "RGB")) for picture in film()]
    chosen = pictures[:: FRAMES // 5]
    sheet = Image.new("RGB", (FILM_SIZE[0], FILM_SIZE[1] * len(chosen)))
    for number, picture in enumerate(chosen):
        sheet.paste(picture, (0, number * FILM_SIZE[1]))
    colours = sheet.quantize(COLOURS)
    first, *rest = (picture.quantize(palette=colours, dither=Image.Dither.NONE) for picture in pictures)
    first.save(path, save_all=True, append_images=rest, duration=FRAME_MS, loop=0, optimize=True)


def make(folder: Path) -> None:
    """Make everything in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    pygame.image.save(cover(), folder / COVER)
    for name, picture in screenshots():
        pygame.image.save(picture, folder / f"{name}.jpg")
    save_film(folder / FILM)


def differing(fresh: Path, kept: Path) -> list[str]:
    """Return the names of pictures in ``fresh`` that ``kept`` lacks or has otherwise."""
    return [
        path.name
        for path in sorted(fresh.iterdir())
        if not (kept / path.name).is_file() or (kept / path.name).read_bytes() != path.read_bytes()
    ]


def main(rest: list[str]) -> int:
    """Read the options of ``tasks.py store``."""
    parser = argparse.ArgumentParser(prog="tasks.py store", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--check", action="store_true", help="only check, and fail if a picture would come out differently"
    )
    if not parser.parse_args(rest).check:
        make(STORE)
        for path in sorted(STORE.iterdir()):
            print(f"{path.stat().st_size:10,}  {path.name}")
        return 0
    with tempfile.TemporaryDirectory() as fresh:
        make(Path(fresh))
        others = differing(Path(fresh), STORE)
    for name in others:
        print(f"{name} would come out differently: run python3 build/tasks.py store")
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
