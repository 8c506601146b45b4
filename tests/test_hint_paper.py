"""The hint's paper: its move is wrapped where it is long, and neither shrunken nor cut."""

import pygame
import pytest

from game.engine import text
from game.engine.advice import MOVE_SIZE, Said, advice_paper, measures
from game.engine.kit import Kit
from game.engine.layout import frame_for

LONG = "A 6: Add to Friederike's longest row on the table"


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 720)])
def test_a_long_move_takes_another_line(size: tuple[int, int]) -> None:
    """The paper grows by what the move needs, and no more than the move needs."""
    pygame.display.set_mode((1, 1))
    kit = Kit(frame_for(size))
    short, long = (advice_paper(kit, 300, 400, Said("Hint", move, "", ())) for move in ("Pass", LONG))
    assert short.get_height() + kit.px(12) < long.get_height()


def test_a_move_whose_words_are_parted_widely_keeps_to_the_paper() -> None:
    """It is measured as it is written: on a paper a bit too narrow for one line it takes two."""
    pygame.display.set_mode((1, 1))
    kit, move = Kit(frame_for((1280, 720))), "a b c d e f g h"
    wide = text.width(move, text.DISPLAY, round(MOVE_SIZE * kit.text_scale)) / kit.scale + 80
    said = Said("Hint", move, "", ())
    assert [measures(kit, wide + over, 400, said).wrapped for over in (2, -2)] == [False, True]
