"""The layout of dnuP: cards lie in their boxes, with both values in sight and nothing over them."""

from itertools import chain, combinations, pairwise, product

import pytest
from boxes import apart, each_frame, within

from game.engine import fonts
from game.engine.layout import Box
from game.engine.palette import CREAM, INK
from game.games.dnup import layout
from game.games.dnup.faces import OTHER, RATIO, STEP, VALUE, other_way, turning
from game.games.dnup.rules import MAX_SEATS, MIN_SEATS, areas_of
from game.games.dnup.scoring import goal_of

SEATS = range(MIN_SEATS, MAX_SEATS + 1)
#: the largest hand in thousands of simulated rounds
HAND = range(1, 25)
#: the values of a narrower card are too small to read
LEAST_CARD = 44.0

each_table = pytest.mark.parametrize("seats", SEATS)


def each_place(spots):
    """Yield each place of a set with the width of its widest card."""
    return chain(
        ((box, spots.widest_set) for box in chain(*spots.sets)), ((box, spots.widest_own) for box in spots.areas)
    )


@each_frame
@each_table
def test_the_parts_of_the_table_lie_on_it_and_do_not_overlap(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    table = Box(12, 12, frame[0] - 24, frame[1] - 20)
    tall = frame[1] > frame[0]
    assert len(spots.opponents) == len(spots.sets) == seats - 1
    assert {len(boxes) for boxes in (*spots.sets, spots.areas)} == {areas_of(seats)}
    parts = [spots.preview, spots.tray, *spots.areas, *(box for boxes in spots.sets for box in boxes)]
    parts += [spots.discard.box]
    if not tall:
        parts += spots.opponents
    for part in parts:
        assert within(part, table), part
    for one, other in combinations(parts, 2):
        assert apart(one, other), (one, other)
    assert within(spots.hand, spots.tray)
    assert all(within(area, spots.band) for area in spots.areas)


@each_frame
def test_the_number_of_discarded_cards_is_not_on_the_label_of_an_own_place(frame):
    spots = layout.spots(*frame, 1)
    pile, area = spots.discard.box, spots.areas[0]
    # as large as on a phone
    number = Box(pile.centre[0] - 50, pile.y + pile.h - 12, 100, 36)
    label = Box(area.x + 6, area.y - 16, 76, 34)
    assert apart(number, label)


@each_frame
@each_table
def test_the_letters_and_the_fan_in_a_rivals_panel_do_not_overlap(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    goal = goal_of(seats)
    for box in spots.opponents:
        panel = layout.panel(box, frame[1] > frame[0], goal)
        (x, y), w = panel.letters, panel.letter
        letters = Box(x - w / 2, y - w / 2, w + panel.step * (goal - 1), w)
        high = panel.back * RATIO
        # the number is at the right of the backs
        fan = Box(panel.fan[0], panel.fan[1] - high / 2, panel.fan_width + 36, high)
        assert within(letters, box)
        assert within(fan, box)
        assert apart(letters, fan)
        for seat_sets in spots.sets if areas_of(seats) == 1 else ():
            for part in seat_sets:
                cards = layout.around(layout.a_set(part, 5, spots.widest_set))
                # the gold outline of a set that can be taken or beaten
                assert apart(letters, cards.wider(-8, 8)), (box, part)


@each_frame
@each_table
def test_a_hand_lies_in_its_box_with_every_value_in_sight(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    for count in HAND:
        cards = layout.hand(spots.hand, count, spots.widest)
        assert len(cards) == count
        for card in cards:
            assert within(card.box, spots.hand)
            assert card.w >= (LEAST_CARD if count <= 20 else LEAST_CARD * 0.8)
        for one, other in pairwise(cards):
            if one.y == other.y:
                assert other.x - one.x >= one.w * layout.LEAST_STEP - 0.01
            else:
                assert other.y - one.y >= one.w * RATIO


def test_the_next_card_of_a_hand_covers_no_part_of_either_value():
    """Of the upright 10 alone it covers the edge of the zero."""
    wide = 200
    for (middle, _y, size), values in ((VALUE, range(1, 10)), (OTHER, range(1, 11))):
        for value in values:
            digits = fonts.sticker(str(value), round(wide * size), CREAM, INK).get_bounding_rect().w
            assert middle * wide + digits / 2 < wide * layout.LEAST_STEP, value


@each_frame
@each_table
def test_a_set_lies_in_its_box_with_room_for_its_pill(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    for count in range(1, 9):
        for box, widest in each_place(spots):
            cards = layout.a_set(box, count, widest)
            for card in cards:
                assert within(card.box, box)
                assert card.y + card.w * RATIO / 2 + layout.PILL_ROOM <= box.y + box.h + 0.5
            # a card's value and the value of its other end are both in sight
            for one, other in pairwise(cards):
                if one.y == other.y:
                    assert other.x - one.x >= one.w * layout.LEAST_SET_STEP - 0.01
                else:
                    assert other.y - one.y >= one.w * RATIO
            bounds = layout.around(cards)
            assert all(within(card.box, bounds) for card in cards)
            assert within(bounds, box)


@each_frame
@each_table
def test_the_pill_of_a_set_covers_no_value_where_there_is_room(frame, seats):
    """The pill lies over the cards' lower edge, and hangs out of the box no further than it may."""
    high = 32.0
    spots = layout.spots(*frame, seats - 1)
    for count in range(1, 7):
        for box, widest in each_place(spots):
            cards = layout.a_set(box, count, widest)
            lying = layout.around(cards)
            edge = lying.y + lying.h
            x, y = layout.pill_place(cards, box, high)
            assert x == pytest.approx(lying.x + lying.w / 2)
            assert y - high / 2 <= edge <= y, "it touches its cards"
            lowest = box.y + box.h + layout.OVERHANG
            assert y + high / 2 <= lowest + 0.01
            free = edge - cards[0].w * RATIO * layout.BELOW_VALUES
            assert y - high / 2 >= free - 0.01 or y + high / 2 >= lowest - 0.01


@each_frame
@each_table
def test_the_cards_of_a_set_in_two_rows_do_not_overlap(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    for count in range(2, 11):
        for box in (box for boxes in spots.sets for box in boxes):
            cards = layout.a_set(box, count, spots.widest_set)
            if cards[-1].y > cards[0].y and cards[0].w * -(-count // 2) <= box.w * 0.9:
                assert all(apart(one.box, other.box) for one, other in combinations(cards, 2))


def test_a_turning_card_is_drawn_at_a_few_angles_and_ends_turned():
    names = [turning("c16", degrees) for degrees in range(181)]
    assert names[0] == "c16"
    assert names[-1] == "c17" == other_way("c16")
    assert len(set(names)) == 180 // STEP + 1
    assert turning("back", 90).startswith("back@")


@pytest.mark.parametrize(("height", "sheet"), [(1280, 232.0), (1280, 295.6), (1140, 0.0)])
def test_a_rivals_set_is_readable_and_clear_of_hand_and_letters_in_a_low_panel(height, sheet):
    spots = layout.spots(720, height, 4, sheet=sheet)
    for box, (place,) in zip(spots.opponents, spots.sets, strict=True):
        found = layout.panel(box, True, goal_of(5))
        assert within(place, box)
        assert found.fan[0] + 7 * found.fan_step(8) + found.back < place.x
        assert found.letters[0] + found.step * (goal_of(5) - 1) + found.letter / 2 < place.x
        assert all(spot.w >= LEAST_CARD for spot in layout.a_set(place, 3, spots.widest_set))


@each_frame
@each_table
def test_nobodys_set_is_larger_than_the_own(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    for count in (1, 2):
        own = layout.a_set(spots.areas[0], count, spots.widest_own)[0].w
        assert all(layout.a_set(box, count, spots.widest_set)[0].w <= own + 0.01 for box in chain(*spots.sets))


@each_table
def test_letters_are_readable_on_a_narrow_phone(seats):
    """A letter is 0.8 times as high as its disc is wide; 390 pixels show 720 logical ones."""
    spots = layout.spots(720, 1558, seats - 1)
    assert spots.letter == layout.OWN_LETTER
    panels = [layout.panel(box, True, goal_of(seats)) for box in spots.opponents]
    assert all(letter * 0.8 * 390 / 720 >= 12 for letter in (spots.letter, *(panel.letter for panel in panels)))


def test_the_labels_of_two_players_places_are_clear_of_the_speeds_name():
    for height in (1280, 1560):
        assert layout.spots(720, height, 1).sets[0][0].y > 120


@each_table
@pytest.mark.parametrize("side", [0.0, 140.0])
def test_on_a_wide_table_sets_are_large_and_the_prompt_is_beside_the_own_place(seats, side):
    spots = layout.spots(1280, 720, seats - 1, side)
    for box in chain(*spots.sets):
        assert layout.a_set(box, 2, spots.widest_set)[0].w >= (98 if seats == 2 else 109)
    for box in spots.areas:
        assert layout.a_set(box, 2, spots.widest_own)[0].w >= (110 if seats == 2 else 120)
    x, y, w = spots.prompt
    prompt = Box(x - w / 2, y - 24, w, 48)
    row = [prompt, *(Box(*at, 0, 0).grown(26) for at in (spots.undo, spots.hint))]
    others = [spots.band, spots.dock, spots.tray, *chain(*spots.sets)]
    for one, other in chain(combinations(row, 2), product(row, others)):
        assert apart(one, other), (one, other)
    assert all(within(one, Box(12 - side, 12, 1256 + 2 * side, 700)) for one in row)


@each_table
@pytest.mark.parametrize("side", [0.0, 140.0])
def test_the_width_of_a_wide_table_is_used(seats, side):
    spots = layout.spots(1280, 720, seats - 1, side)
    buttons, last = Box(30 - side, 30, 56, 160), max(box.x + box.w for box in chain(*spots.sets))
    assert last >= (1170 + side if seats == 2 else 800)
    assert apart(spots.discard.box, buttons), "the pile is clear of the round buttons"
    for box in spots.opponents:
        name = layout.panel(box, False, goal_of(seats)).name
        assert name.y - 18 >= 16, "it is clear of the frame"


@each_table
def test_without_a_log_the_own_place_is_in_the_middle(seats):
    spots = layout.without_log(layout.spots(1280, 720, seats - 1))
    assert apart(spots.discard.box, spots.band)
    assert spots.band.centre[0] == pytest.approx(640)
    assert all(within(area, spots.band) for area in spots.areas)


@pytest.mark.parametrize("seats", SEATS[1:])
@pytest.mark.parametrize("height", [1280, 1560])
def test_beside_the_log_in_the_dock_the_own_place_takes_the_small_ones_room(height, seats):
    plain = layout.spots(720, height, seats - 1, sheet=232.0)
    spots = layout.beside_log(plain)
    (area,), beside = spots.areas, layout.beside_preview(spots)
    assert spots.band.x + spots.band.w == plain.preview.x + plain.preview.w
    assert within(area, spots.band)
    assert within(spots.preview, area)
    assert within(beside, area)
    assert apart(beside, spots.preview)
    # three cards lie closer together beside the preview, and are hardly smaller
    large, small = (layout.a_set(box, 3, spots.widest_own)[0].w for box in (area, beside))
    assert small >= large * 0.75


@pytest.mark.parametrize("seats", SEATS)
def test_on_a_phone_held_sideways_a_rivals_cards_and_letters_are_readable(seats):
    """844 x 390 pixels show 720 logical ones in their height."""
    pixel, goal = 390 / 720, goal_of(seats)
    spots = layout.spots(1280, 720, seats - 1, 139.0)
    for box in spots.opponents:
        panel = layout.panel(box, False, goal)
        assert panel.numeral * pixel >= 15
        assert panel.name_size * pixel >= 15
        assert panel.back * pixel >= 14
        assert panel.letter * 0.8 * pixel >= 12
        # two digits behind the widest hand
        assert panel.fan[0] + panel.fan_width + 10 + panel.numeral * 1.3 <= panel.letters[0] - panel.letter / 2
