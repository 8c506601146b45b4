"""Sizes and rows for tests of Push's table, and the boxes that a panel draws."""

import pytest

from game.engine.layout import Box
from game.engine.palette import CREAM
from game.games.push import faces
from game.games.push.table import PushTable

SIZES = ((1280, 720), (1920, 1080), (844, 390), (390, 844))
ALONE = ("human", "easy", "easy", "easy")
ROWS = ["r6 b4", "r2 g1", "y6 r3 die"]


def shown_by(table: PushTable, draw, *given) -> list[Box]:
    """Return what a panel draws, as boxes of the table; the colours, which are one picture, one by one."""
    boxes: list[Box] = []
    scale = table.kit.scale
    strips: list[tuple[float, ...]] = []
    made = table.kit.scene_image

    def spied(draws, *args, **more):
        if draws is faces.colour_strip:
            strips.append(args)
        return made(draws, *args, **more)

    class Spy:
        def put(self, picture, x, y):
            """Take in the strip of colours as its shapes and sums, in turn."""
            step, radius, below, size, sums, summed = strips.pop()
            x, y = x + faces.STRIP_EDGE * radius, y + faces.STRIP_EDGE * radius
            for number, points in enumerate(sums):
                at = x + number * step
                boxes.append(Box(at - radius, y - radius, 2 * radius, 2 * radius))
                if summed:
                    w = faces.numeral(table.kit, str(points) if points else "–", size, CREAM).get_width() / scale
                    boxes.append(Box(at - w / 2, y + below - size / 2, w, size))

        def __getattr__(self, name):
            share = {"put_left": 0.0, "put_centred": 0.5, "put_right": 1.0}[name]

            def put(picture, x, y):
                w, h = picture.get_width() / scale, picture.get_height() / scale
                boxes.append(Box(x - w * share, y - h / 2, w, h))

            return put

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table.kit, "scene_image", spied)
        draw(Spy(), *given)
    return boxes
