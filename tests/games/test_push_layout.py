"""The layout of Push: everything lies on the felt, nothing overlaps, and stacks stay in their boxes."""

from itertools import combinations, pairwise

import pytest
from boxes import each_frame, each_whole_frame, overlap, within
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.engine.game_table import POPUP_RISE
from game.engine.layout import TALL, WIDE, Box, Spot
from game.games.push import layout
from game.games.push.deck import COLOUR_OF, COLOURS, FACES, MOST_ROWS, NUMBER_CARDS, VALUE_OF
from game.games.push.die import tumble
from game.games.push.faces import RATIO
from game.games.push.layout import PILL, Spots
from game.games.push.places import Places
from game.games.push.rules import MAX_SEATS, MIN_SEATS
from game.games.push.table import PushTable
from game.table.turns.parts import PILL as PILL_BELOW

#: the rim of wood around the felt
RAIL = 12

each_table = pytest.mark.parametrize("seats", range(MIN_SEATS, MAX_SEATS + 1))
displays = st.lists(st.sampled_from(NUMBER_CARDS), unique=True, max_size=40).map(tuple)


def cards_of(colour: int) -> list[int]:
    return [card for card in NUMBER_CARDS if COLOUR_OF[card] == colour]


def card_box(pile: Spot) -> Box:
    return pile.card(RATIO)


def parts(spots: Spots) -> list[Box]:
    """Return everything that has a place of its own."""
    boxes = [*spots.opponents, *spots.rows, spots.order, card_box(spots.pile), card_box(spots.directions)]
    boxes += [box for box in (spots.tray, spots.log, spots.risk) if box]
    return boxes


@each_frame
@each_table
def test_everything_lies_on_the_felt_without_overlap(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    felt = Box(RAIL, RAIL, frame[0] - 2 * RAIL, frame[1] - 2 * RAIL)
    boxes = parts(spots)
    assert len(spots.opponents) == seats - 1
    assert len(spots.rows) == MOST_ROWS
    for box in boxes:
        assert within(box, felt), box
    for one, other in combinations(boxes, 2):
        assert overlap(one, other) <= 0, (one, other)


def test_on_an_upright_phone_the_own_cards_take_what_a_single_rival_leaves():
    alone, many = (layout.spots(720, 1560, opponents) for opponents in (1, 3))
    assert alone.tray.h - many.tray.h == layout.OWN_MORE
    assert alone.opponents[0].h > many.opponents[0].h
    edges = [alone.opponents[0], *alone.rows, alone.order]
    assert all(low.y - (high.y + high.h) < 60 for high, low in pairwise(edges))


@each_table
def test_rows_of_a_wide_table_are_broad_and_their_cards_larger_than_ones_own(seats):
    spots = layout.spots(*WIDE, seats - 1)
    assert spots.rows[0].x + spots.rows[0].w > 0.66 * WIDE[0]
    assert spots.card > 80
    own = layout.spread(NUMBER_CARDS[::9], spots.cards, 82).cards[0]
    assert own.w < spots.card


@each_table
@pytest.mark.parametrize("side", [0.0, 60.0, 130.0])
def test_round_buttons_and_their_words_at_the_left_of_a_wide_table_cover_nothing(seats, side):
    spots, (x, y) = layout.spots(*WIDE, seats - 1, side), PushTable.plan_at
    boxes = [*spots.opponents, *spots.rows, *map(card_box, (spots.pile, spots.discard, spots.directions))]
    buttons = [Box(left - 28, top - 28, 56, 56) for left, top in ((58 - side, 134), (x - side, y))]
    words = [Box(box.centre[0] - 37, box.centre[1] + PILL_BELOW - 13, 74, 26) for box in buttons]
    assert overlap(*words) <= 0
    for box in (*buttons[1:], *words):
        assert max(overlap(box, part) for part in boxes) <= 0, box


@pytest.mark.parametrize(("counts", "least"), [((5, 2, 1, 3, 0), 0.28), ((5, 1, 0, 0, 0), 0.38)])
def test_fans_on_a_wide_table_use_the_width(counts, least):
    spots = layout.spots(1280, 720, 3)
    display = tuple(card for colour, count in enumerate(counts) for card in cards_of(colour)[:count])
    laid = layout.spread(display, spots.cards, 82)
    first, second = (card for card in laid.cards if card.card in display[:2])
    assert second.x - first.x >= least * first.w - 0.01
    assert laid.stacks[-1].box.x + laid.stacks[-1].box.w == pytest.approx(spots.cards.x + spots.cards.w)


@each_frame
@each_table
def test_many_direction_cards_cover_nothing(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    first = card_box(spots.directions)
    fan = first._replace(w=first.w + spots.fan)
    for box in (*spots.rows, spots.order, card_box(spots.pile), card_box(spots.discard)):
        assert overlap(fan, box) <= 0, box


@each_whole_frame
@each_table
def test_buttons_cover_nothing_and_are_large_enough(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    for box in spots.buttons:
        assert box.w >= 250
        assert box.h >= 84
        for part in parts(spots):
            assert overlap(box, part) <= 0, (box, part)
    for row in spots.rows:
        assert row.h >= 72, "a row is a target"
    for x, y in (spots.undo, spots.hint):
        round_button = Box(x - 26, y - 26, 52, 52)
        for part in (*parts(spots), *spots.buttons):
            assert overlap(round_button, part) <= 0, (round_button, part)


@each_frame
@each_table
def test_a_full_row_leaves_room_for_its_total(frame, seats):
    """Up to five cards do not overlap, and six cover at most the edge of the card below."""
    spots = layout.spots(*frame, seats - 1)
    for row, box in enumerate(spots.rows):
        for held in range(len(COLOURS) + 2):
            # the place of the next card too, as long as there is one
            places = [card_box(layout.in_row(spots, row, place, held)) for place in range(min(held, len(COLOURS)) + 1)]
            for one in places:
                assert within(one, box), one
            hidden = 0.0 if held < len(COLOURS) else 0.16 * spots.card
            for one, other in combinations(places, 2):
                assert overlap(one, other) <= hidden
            assert places[-1].x + places[-1].w <= spots.sum_x - layout.SUM_ROOM + 0.5
        assert spots.sum_x + layout.SUM_ROOM <= box.x + box.w


@each_frame
@each_table
def test_a_drawn_card_covers_only_the_pile(frame, seats):
    """A row may be its target; the direction cards, the order, panels and buttons are needed as well."""
    spots = layout.spots(*frame, seats - 1)
    drawn = card_box(spots.drawn)
    assert overlap(drawn, card_box(spots.pile)) > 0
    cards = [Box(box.x, box.y + 7, box.w, box.h - 14) for box in spots.rows]
    for box in (*cards, *spots.opponents, spots.order, card_box(spots.directions)):
        assert overlap(drawn, box) <= 0, box
    assert overlap(drawn, Box(spots.undo[0] - 26, spots.undo[1] - 26, 52, 52)) <= 0
    assert overlap(drawn, spots.tray) <= 0


@each_frame
@each_table
def test_a_panel_contains_its_parts(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    tall = frame[1] > frame[0]
    for box in spots.opponents:
        panel = layout.panel(box, spots.roomy, tall)
        assert within(panel.face.box, box)
        assert len(panel.shapes) == len(COLOURS)
        for x, y in panel.shapes:
            assert within(Box(x - panel.shape, y - panel.shape, 2 * panel.shape, 2 * panel.shape), box)
            assert within(Box(x - 12, y + panel.below - 9, 24, 18), box)
        assert within(Box(panel.lock[0] - 10, panel.lock[1] - 10, 50, 20), box)


@each_whole_frame
@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(display=displays)
@example(display=())
@example(display=NUMBER_CARDS[:18])
@example(display=NUMBER_CARDS)
def test_ones_own_display_lies_in_its_box_sorted_by_colour(frame, display):
    spots = layout.spots(*frame, 3)
    tall = frame[1] > frame[0]
    spread = layout.spread_down(display, spots.cards, 92) if tall else layout.spread(display, spots.cards, 82)
    assert sorted(lying.card for lying in spread.cards) == sorted(display)
    assert [stack.colour for stack in spread.stacks] == list(range(len(COLOURS)))
    assert sum(stack.points for stack in spread.stacks) == sum(VALUE_OF[card] for card in display)
    for lying in spread.cards:
        assert within(card_box(Spot(*lying[1:4])), spots.cards), lying
    for stack in spread.stacks:
        assert stack.pill[1] + stack.w * PILL / 2 <= spots.cards.y + spots.cards.h + 2
    # no card lies exactly on another one, and the higher one lies in front
    assert len({(round(lying.x, 2), round(lying.y, 2)) for lying in spread.cards}) == len(display)
    for colour in layout.by_colour(display):
        depth = {lying.card: lying.z for lying in spread.cards if lying.card in colour}
        assert sorted(colour, key=depth.__getitem__) == colour
        assert [VALUE_OF[card] for card in colour] == sorted(VALUE_OF[card] for card in colour)
    assert overlap(spots.cards, spots.safe) <= 0


@pytest.mark.parametrize(("wide", "high"), [(233.0, 44.0), (280.0, 76.0), (300.0, 116.0), (320.0, 206.0)])
@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(display=displays)
@example(display=NUMBER_CARDS)
def test_a_display_without_empty_places_lies_in_its_box(wide, high, display):
    box = Box(140, 200, wide, high)
    spread = layout.spread(display, box, 70.0, False)
    assert sorted(lying.card for lying in spread.cards) == sorted(display)
    assert all(stack.points for stack in spread.stacks)
    if len(display) <= 24:
        for lying in spread.cards:
            assert within(card_box(Spot(*lying[1:4])), box), lying


@pytest.mark.parametrize("face", range(FACES))
def test_the_die_tumbles_and_lands_on_the_rolled_face(face):
    end = Spot(994, 352, 88)
    seen = [tumble(step / 40, face, (100, 600), end) for step in range(41)]
    assert (seen[-1].x, seen[-1].y, seen[-1].face) == (end.x, end.y, face)
    assert len({at.face for at in seen}) == FACES, "every face comes up on the way"
    assert len({at.degrees for at in seen}) > 4
    assert all(0 <= at.face < FACES for at in seen)
    # it hops: somewhere on its path it is higher than on a straight line
    line = [600 + (352 - 600) * (at.x - 100) / (994 - 100) for at in seen]
    assert min(at.y - y for at, y in zip(seen, line, strict=True)) < -40


@each_table
def test_the_usual_table_has_room_for_two_log_lines(seats):
    spots = layout.spots(*WIDE, seats - 1)
    assert spots.log is not None
    assert spots.log.h >= 2 * 40 + 14
    half = spots.die.w / 2
    assert within(Box(spots.die.x - half, spots.die.y - half, 2 * half, 2 * half), spots.risk)


@pytest.mark.parametrize("side", [0.0, 160.0])
@each_table
def test_the_risk_and_the_die_end_before_the_name_below_the_speed_button(seats, side):
    spots = layout.spots(*WIDE, seats - 1, side=side)
    # the name's pill is at most this wide, around the middle of the button
    speed = Box(1222 + side - 40, 148, 80, 30)
    die = Box(spots.die.x - spots.die.w / 2, spots.die.y - spots.die.w / 2, spots.die.w, spots.die.w)
    assert overlap(spots.risk, speed) <= 0
    assert overlap(die, speed) <= 0
    assert within(die, spots.risk)


@pytest.mark.parametrize(("frame", "scale"), [(WIDE, 390 / 720), ((TALL[0], 1558), 390 / 720)])
def test_six_seats_on_a_phone_have_readable_figures_sums_and_secured_cards(frame, scale):
    spots = layout.spots(*frame, 5)
    for box in spots.opponents:
        panel = layout.panel(box, spots.roomy, frame[1] > frame[0], True)
        assert panel.face.radius * scale > 13
        assert panel.shape * 1.35 * scale > 12
        assert panel.lock_high * scale > 18


@each_whole_frame
@each_table
def test_a_change_of_points_is_off_the_die(frame, seats):
    spots, tall = layout.spots(*frame, seats - 1), frame[1] > frame[0]
    panels = {seat + 1: layout.panel(box, spots.roomy, tall) for seat, box in enumerate(spots.opponents)}
    places = Places(spots, 0, tall, panels)
    die = Box(spots.die.x - spots.die.w / 2, spots.die.y - spots.die.w / 2, spots.die.w, spots.die.w)
    for seat in range(seats):
        x, y = places.change(seat)
        assert overlap(Box(x - 42, y - POPUP_RISE - 20, 84, POPUP_RISE + 40), die) <= 0, seat
