"""Words: spaces between them are clear at any size, and none is alone in the last line."""

import pygame
import pytest

from game.engine import fonts

SIZES = (11, 13, 15, 17, 20, 24, 33, 60)


def gaps(picture: pygame.Surface) -> list[int]:
    """Return the widths of the runs of empty columns between inked ones."""
    mask = pygame.mask.from_surface(picture, 40)
    high, found, last = picture.get_height(), [], None
    for x in range(picture.get_width()):
        if any(mask.get_at((x, y)) for y in range(high)):
            if last is not None and x > last + 1:
                found.append(x - last - 1)
            last = x
    return found


@pytest.mark.parametrize("size", SIZES)
def test_a_space_is_wider_than_any_gap_between_letters(size):
    text = "Karte nehmen"
    between = [max(gaps(fonts.plain(word, fonts.DISPLAY, size)), default=0) for word in text.split()]
    apart = max(gaps(fonts.plain(text, fonts.DISPLAY, size)))
    assert apart >= 0.24 * size
    assert apart >= 1.5 * max(between)


@pytest.mark.parametrize("size", SIZES)
def test_a_picture_has_the_measured_width_and_cuts_nothing_off(size):
    for text in ("Karte nehmen", "Kommt gedreht zu dir", "Nimm jetzt Juna"):
        picture = fonts.plain(text, fonts.DISPLAY, size)
        assert abs(picture.get_width() - fonts.width(text, fonts.DISPLAY, size)) <= 1
        first, *others = text.split()
        parts = [fonts.plain(part, fonts.DISPLAY, size) for part in (first, *(f" {word}" for word in others))]
        ink = sum(pygame.mask.from_surface(part, 40).count() for part in parts)
        assert pygame.mask.from_surface(picture, 40).count() == pytest.approx(ink, rel=0.02)


def test_numbers_and_text_fonts_keep_their_own_spaces():
    for text, face in (("+3 Chips", fonts.STRONG), ("42", fonts.DISPLAY)):
        assert fonts.width(text, face, 17) == fonts.font(face, 17).size(text)[0]


def test_an_outline_matches_its_text():
    wide, alone = (fonts.sticker(text, 40).get_width() for text in ("Nein Danke", "Nein"))
    assert wide == pytest.approx(alone + fonts.width(" Danke", fonts.DISPLAY, 40), abs=4)


@pytest.mark.parametrize(
    "text", ["Die 25 kostet dich 25, und der Pot bringt erst 3. Nimm sie ab etwa 9.", "Nur ein\nWort"]
)
@pytest.mark.parametrize("wide", range(90, 600, 30))
def test_no_last_word_is_alone_where_a_line_has_words_to_spare(text, wide):
    lines = fonts.wrapped(text, fonts.STRONG, 20, wide)
    assert " ".join(lines) == text.replace("\n", " ")
    assert all(" " not in line or fonts.width(line, fonts.STRONG, 20) <= wide for line in lines)
    if "\n" in text:
        assert lines[-1] == "Wort"
    elif len(lines) > 1:
        assert " " in lines[-1] or lines[-2].count(" ") < 2


@pytest.mark.parametrize("text", ["", " ", " x", "x ", "a\n b"])
def test_texts_with_spaces_at_their_edges_can_be_wrapped(text):
    assert len(fonts.wrapped(text, fonts.STRONG, 20, 10)) >= 1 + text.count("\n")
