#!/usr/bin/env python3
"""Save a picture of every screen, as the tests visit them.

Usage: ``python build/screenshots.py OUT [--size 1280x720] [--lang de] [--scale 1.0]``
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import conftest  # noqa: E402, F401
import pygame  # noqa: E402
from test_screens import screens  # noqa: E402


def main() -> None:
    """Visit every screen and save it."""
    parser = argparse.ArgumentParser(description="Save a picture of every screen.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", default="1280x720", help="width x height in pixels")
    parser.add_argument("--lang", default="de")
    parser.add_argument("--scale", type=float, default=1.0, help="the player's display scale")
    given = parser.parse_args()
    width, height = given.size.split("x")
    given.out.mkdir(parents=True, exist_ok=True)
    for name, player in screens((int(width), int(height)), given.lang):
        player.app.context.settings.scale = given.scale
        player.app.context.settings_changed()
        player.wait(64)
        path = given.out / f"{name.replace(' ', '_')}_{given.size}_{given.lang}.png"
        pygame.image.save(player.draw(), path)
        print(path)
        player.app.context.settings.scale = 1.0
        player.app.context.settings_changed()
        player.wait(32)


if __name__ == "__main__":
    main()
