"""Colours: every text can be read, and the six game colours can be told apart with any colour vision."""

from itertools import combinations

import pygame
import pytest
from art import palette as drawn
from colour_maths import SIGHTS, as_seen, blended, contrast, distance, lab, linear

from game.catalogue.presentations import PRESENTATIONS
from game.engine import backdrop, surfaces
from game.engine.layout import frame_for
from game.engine.palette import (
    AMBER,
    CREAM,
    DANGER,
    DARK,
    GAME_COLOURS,
    GOLD,
    GOOD,
    INK,
    PANEL,
    PARCHMENT,
    SOFT,
    SOFT_ON_PAPER,
    WHITE,
    WOOD,
    Colour,
    rgb,
)

#: WCAG 2.2: text, and large text or signs
TEXT, LARGE = 4.5, 3.0
#: the pool of the lamp makes felt this much brighter, and warmer by this share of full light
LAMP, GLOW = 1.28, (0.055, 0.035, 0.005)
#: the lightest and the darkest panel on felt
THIN_PANEL, PANEL_ALPHA = 0.40, 0.58

#: the felt of every table
FELT = {name: shown.felt for name, shown in PRESENTATIONS.items()}
FELTS = pytest.mark.parametrize("game", FELT)


def brightest(felt: Colour) -> Colour:
    """Return felt at the brightest spot of the lamp."""
    red, green, blue = (min(255, round(c * LAMP + 255 * glow)) for c, glow in zip(felt, GLOW, strict=True))
    return red, green, blue


def test_boxes_are_drawn_in_the_tint_of_their_felts():
    assert {name: rgb(code) for name, code in drawn.FELT.items()} == FELT


# ---- the maths itself ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "published"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_colour_distance_agrees_with_the_published_test_data(one, other, published):
    assert distance(one, other) == pytest.approx(published, abs=1e-4)
    assert distance(other, one) == pytest.approx(published, abs=1e-4)


def test_contrast_and_lightness_of_known_colours():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert lab(linear((255, 255, 255))) == pytest.approx((100, 0, 0), abs=0.01)
    assert lab(linear((255, 0, 0))) == pytest.approx((53.24, 80.09, 67.20), abs=0.01)


@pytest.mark.parametrize("sight", SIGHTS)
def test_grey_looks_the_same_with_any_colour_vision(sight):
    assert as_seen((128, 128, 128), sight) == pytest.approx(linear((128, 128, 128)), abs=1e-3)


def test_red_and_green_are_closer_for_colour_blind_people():
    red, green = (200, 60, 40), (110, 130, 40)
    apart = {sight: distance(lab(as_seen(red, sight)), lab(as_seen(green, sight))) for sight in SIGHTS}
    assert apart["deutan"] < apart["normal"] / 2
    assert apart["protan"] < apart["normal"] / 2


# ---- legibility ---------------------------------------------------------------------------------------


@pytest.fixture
def window(monkeypatch):
    """Open a hidden window, unless there is one already: pictures take on its format."""
    if pygame.display.get_surface():
        yield
        return
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    surfaces.forget()
    backdrop.forget()
    yield
    pygame.display.quit()
    surfaces.forget()
    backdrop.forget()


@pytest.mark.usefixtures("window")
@FELTS
def test_the_lamp_is_as_bright_as_these_tests_assume(game):
    table = backdrop.felt(frame_for((1280, 720)), FELT[game])
    spot = pygame.transform.average_color(table, pygame.Rect(628, 290, 24, 24))
    assert spot[:3] == pytest.approx(brightest(FELT[game]), abs=4)


@FELTS
def test_text_on_felt_can_be_read_even_under_the_lamp(game):
    assert contrast(CREAM, brightest(FELT[game])) >= TEXT
    assert contrast(CREAM, FELT[game]) >= 7


@FELTS
@pytest.mark.parametrize(("colour", "least"), [(SOFT, 6.1), (GOLD, 5.35), (WHITE, 8.4)], ids=["soft", "gold", "ring"])
def test_large_text_and_rings_stand_out_from_felt(game, colour, least):
    assert contrast(colour, FELT[game]) >= least
    assert contrast(colour, brightest(FELT[game])) >= LARGE


@FELTS
@pytest.mark.parametrize("colour", [CREAM, SOFT, GOLD], ids=["cream", "soft", "gold"])
def test_text_on_panels_can_be_read_anywhere_on_the_felt(game, colour):
    assert contrast(colour, blended(PANEL, brightest(FELT[game]), THIN_PANEL)) >= TEXT


@FELTS
def test_soft_text_on_a_full_panel_has_the_required_contrast(game):
    assert contrast(SOFT, blended(PANEL, FELT[game], PANEL_ALPHA)) >= 8.9


@pytest.mark.parametrize(
    ("text", "ground", "least"),
    [
        pytest.param(INK, AMBER, 8.0, id="ink on amber"),
        pytest.param(INK, GOLD, 10.3, id="ink on gold"),
        pytest.param(INK, PARCHMENT, 12.9, id="ink on parchment"),
        pytest.param(INK, CREAM, 15.0, id="ink on cream"),
        pytest.param(INK, GOOD, 7.1, id="ink on good"),
        pytest.param(SOFT_ON_PAPER, CREAM, 8.0, id="second text on cream"),
        pytest.param(SOFT_ON_PAPER, PARCHMENT, TEXT, id="second text on parchment"),
        pytest.param(CREAM, DANGER, TEXT, id="cream on danger"),
        pytest.param(CREAM, DARK, 7.0, id="cream on dark buttons"),
        pytest.param(CREAM, WOOD, 7.0, id="cream on wood"),
    ],
)
def test_the_text_of_every_role_can_be_read_on_its_ground(text, ground, least):
    assert contrast(text, ground) >= least


@pytest.mark.parametrize("name", GAME_COLOURS)
def test_ink_can_be_read_on_every_light_tint(name):
    assert contrast(INK, GAME_COLOURS[name][2]) >= 5.8


# ---- telling apart --------------------------------------------------------------------------------------

PAIRS = [pytest.param(*pair, id="-".join(pair)) for pair in combinations(GAME_COLOURS, 2)]


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_game_colours_differ_with_any_colour_vision(one, other, sight):
    first, second = (lab(as_seen(GAME_COLOURS[name][0], sight)) for name in (one, other))
    assert distance(first, second) >= 20


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_game_colours_differ_in_grey(one, other):
    first, second = (lab(linear(GAME_COLOURS[name][0]))[0] for name in (one, other))
    assert abs(first - second) >= 8
