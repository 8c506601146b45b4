"""The pictures of Twin It!: near-twins can just be told apart, others at once, in colour and in grey.

Two pictures differ by the share of their points whose red, green and blue add up to more than ``LOUD`` of difference,
at the quarter turn at which they look most alike. Measured on the committed pictures. As nobody sees at a glance where
a repeat begins, pictures of one motif are also moved over each other.
"""

from functools import cache
from importlib import import_module
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pygame
import pytest
from colour_maths import SIGHTS

from game.engine import surfaces
from game.engine.kit import Kit
from game.engine.layout import frame_for
from game.games.twin_it.deck import FAMILIES, FAMILY_OF, PATTERN_COUNT
from game.games.twin_it.faces import COLUMNS, TILE, TwinItFaces

ART = Path(__file__).resolve().parents[2] / "assets" / "art" / "twin_it"
#: whether a set is grey, and how far patterns that are no twins are apart in it
SETS = {False: 0.40, True: 0.30}
TWINS_APART = 0.22
#: pictures are compared at this size, in points
SMALL = 64
LOUD = 90
#: pictures moved over each other are this small, and moved by up to a third down and across
SMALLER, REACH = 24, 8
#: how far near-twins are apart for any beginning of their repeats
APART_WHEREVER = 0.2
LARGEST = 330_000
#: share of a picture that is light, and that is dark, in luma of 0 to 255
LIGHT, DARK, SOME = 185, 90, 0.005
#: near-twins in colour as seen with a colour vision deficiency; players who find that too close have greys
TWINS_APART_UNSEEN = 0.22


@cache
def pictures(grey, side=SMALL):
    """Return every pattern of a set as the table cuts it from the sheet, small, as rows of red, green and blue."""
    faces = TwinItFaces(Kit(frame_for((1280, 720))), grey)
    tiles = [pygame.image.tobytes(faces.tile(number, (side, side)), "RGB") for number in range(PATTERN_COUNT)]
    return [np.frombuffer(tile, np.uint8).reshape(side, side, 3).astype(np.int16) for tile in tiles]


@cache
def distances(grey):
    """Return each two patterns of a set and how far they are apart, 0 to 1."""
    return apart(pictures(grey))


def apart(cut, pairs=None):
    """Return each two pictures, or the given pairs, and how far they are apart."""
    found = {}
    turned = [np.stack([np.rot90(one, turn) for turn in range(4)]) for one in cut]
    for one, other in pairs or combinations(range(len(cut)), 2):
        loud = np.abs(turned[one] - cut[other]).sum(-1) > LOUD
        found[one, other] = float(loud.mean((1, 2)).min())
    return found


def apart_wherever(cut, pairs):
    """Return the given pairs and how far they are apart at the shift at which they look most alike."""
    ones, others = (np.stack([cut[pair[place]] for pair in pairs]) for place in (0, 1))
    found = np.ones(len(pairs))
    for turn, down, across in product(range(4), range(-REACH, REACH + 1), range(-REACH, REACH + 1)):
        turned = np.rot90(ones, turn, (1, 2))
        over = turned[:, max(down, 0) : SMALLER + down, max(across, 0) : SMALLER + across]
        under = others[:, max(-down, 0) : SMALLER - down, max(-across, 0) : SMALLER - across]
        loud = np.abs(over - under).sum(-1) > LOUD
        found = np.minimum(found, loud.mean((1, 2)))
    return dict(zip(pairs, found.tolist(), strict=True))


def of_one_motif():
    """Return each two patterns of one family, or of one motif in other colours."""
    motifs = [pattern.motif for pattern in import_module("art.patterns_data").PATTERNS]
    pairs = combinations(range(PATTERN_COUNT), 2)
    return [(a, b) for a, b in pairs if FAMILY_OF[a] == FAMILY_OF[b] or motifs[a] == motifs[b]]


def test_the_sheet_has_a_square_for_every_pattern_and_a_grey_for_every_colour():
    sheet = surfaces.sheet("art/twin_it/patterns.png")
    assert sheet.get_size() == (COLUMNS * TILE, -(-PATTERN_COUNT // COLUMNS) * TILE)
    greys = surfaces.sheet("art/twin_it/greys.png")
    assert greys.get_size() == (max(sheet.get_view("0").raw) + 1, PATTERN_COUNT)


def test_the_pictures_of_the_game_are_small():
    assert sum(path.stat().st_size for path in ART.iterdir()) < LARGEST


@pytest.mark.parametrize("grey", SETS)
def test_near_twins_can_be_told_apart(grey):
    close = {pair: apart for pair, apart in distances(grey).items() if FAMILY_OF[pair[0]] == FAMILY_OF[pair[1]]}
    assert {pair: apart for pair, apart in close.items() if apart < TWINS_APART} == {}


@pytest.mark.parametrize("grey", SETS)
def test_near_twins_are_not_the_same_picture_turned_and_moved(grey):
    far = apart_wherever(pictures(grey, SMALLER), of_one_motif())
    assert {pair: apart for pair, apart in far.items() if apart < APART_WHEREVER} == {}


def test_a_picture_turned_and_moved_is_found():
    wave = pictures(False, 2 * SMALLER)[FAMILY_OF.index(list(FAMILIES).index("waves"))]
    here, there = wave[:SMALLER, :SMALLER], np.rot90(wave[5 : SMALLER + 5, 3 : SMALLER + 3], 2)
    assert apart([here, there])[0, 1] > TWINS_APART
    assert apart_wherever([here, there], [(0, 1)])[0, 1] == 0


@pytest.mark.parametrize("grey", SETS)
def test_patterns_that_are_no_twins_are_far_apart(grey):
    far = {pair: apart for pair, apart in distances(grey).items() if FAMILY_OF[pair[0]] != FAMILY_OF[pair[1]]}
    assert {pair: apart for pair, apart in far.items() if apart < SETS[grey]} == {}


@pytest.mark.parametrize("grey", SETS)
def test_every_pattern_has_something_light_and_something_dark(grey):
    for picture in pictures(grey):
        light = picture @ np.array([0.299, 0.587, 0.114])
        assert (light > LIGHT).mean() > SOME
        assert (light < DARK).mean() > SOME


def seen_by(sight):
    """Return every pattern in colour as seen with ``sight`` (Machado and others, 2009, on linear light)."""
    matrix = np.array(SIGHTS[sight])
    for picture in pictures(False):
        share = picture / 255
        light = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
        turned = np.clip(light @ matrix.T, 0, 1)
        back = np.where(turned <= 0.0031308, turned * 12.92, 1.055 * turned ** (1 / 2.4) - 0.055)
        yield (255 * back).round().astype(np.int16)


TWINS = [pair for pair in combinations(range(PATTERN_COUNT), 2) if FAMILY_OF[pair[0]] == FAMILY_OF[pair[1]]]


@pytest.mark.parametrize("sight", [sight for sight in SIGHTS if sight != "normal"])
def test_near_twins_differ_for_the_colour_blind(sight):
    found = apart(list(seen_by(sight)), TWINS)
    assert {pair: share for pair, share in found.items() if share < TWINS_APART_UNSEEN} == {}


def test_the_pictures_are_drawn_in_the_order_of_the_deck():
    data = import_module("art.patterns_data")
    assert {name: len(family) for name, family in data.FAMILIES.items()} == FAMILIES
    assert len(data.PATTERNS) == len(set(data.PATTERNS)) == PATTERN_COUNT
