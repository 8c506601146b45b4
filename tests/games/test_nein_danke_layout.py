"""The layout of Nein Danke!: cards lie in their boxes, ghosts are in sight, and displays do not overlap."""

from itertools import combinations, pairwise, product

import pytest
from boxes import each_frame
from hypothesis import example, given, settings
from hypothesis import strategies as st
from player import Player

from game.engine import fonts
from game.engine.game_table import POPUP_RISE
from game.engine.layout import Box, overlap
from game.engine.rival import LEVEL_SIZE
from game.engine.texts import LANGUAGES
from game.games.nein_danke import layout
from game.games.nein_danke.arrangement import TILE_APART, LyingCard, Spread, groups_of, spread
from game.games.nein_danke.deck import FIRST_SPECIAL, NUMBERS, SPECIALS
from game.games.nein_danke.faces import RATIO, run_edge
from game.games.nein_danke.result import OPEN_STEPS, WIDEST
from game.games.nein_danke.rules import MAX_SEATS, MIN_SEATS
from game.games.nein_danke.scoring import score
from game.games.nein_danke.signs import WORTH_ROOM

JOKER = next(card for card, kind in SPECIALS.items() if kind == "joker")
FORTY = next(card for card, kind in SPECIALS.items() if kind == "number_40")
CARDS = (*NUMBERS, *SPECIALS)
#: cards may stick out of their box by so much sideways
LEEWAY = 2.0
#: places looked at to see how much of a ghost is free, each way
DOTS = 12

displays = st.lists(st.sampled_from(CARDS), unique=True, max_size=len(CARDS)).map(tuple)
only_specials = st.lists(st.sampled_from(tuple(SPECIALS)), unique=True, min_size=1).map(tuple)


@st.composite
def bridged(draw: st.DrawFn) -> tuple[int, ...]:
    """Return a display whose joker fills the gap between two numbers, or lies below one."""
    low = draw(st.integers(3, 33))
    around = draw(st.sets(st.sampled_from(CARDS), max_size=20))
    return tuple((around | {low, low + 2, JOKER}) - {low + 1})


@st.composite
def dealt(draw: st.DrawFn) -> tuple[tuple[int, ...], ...]:
    """Return cards spread over the seats of a table, evenly or all at one seat."""
    seats = draw(st.integers(MIN_SEATS, MAX_SEATS))
    cards = draw(st.lists(st.sampled_from(CARDS), unique=True, max_size=len(CARDS)))
    whose = [draw(st.integers(0, seats - 1)) for _ in cards]
    return tuple(tuple(card for card, seat in zip(cards, whose, strict=True) if seat == one) for one in range(seats))


def places(width: int, height: int, seats: int) -> list[tuple[Box, tuple[float, float]]]:
    """Return the box and the largest widths of cards for every seat, the viewer's first, as the picture has them."""
    spots = layout.spots(width, height, seats - 1)
    tall = height > width
    panels = [layout.panel(box, spots.roomy, tall) for box in spots.opponents]
    own = spots.cards, (116.0 if tall else 104.0, 0.0)
    return [own, *((panel.cards, (panel.widest, panel.most)) for panel in panels)]


def laid_out(display: tuple[int, ...], box: Box, widths: tuple[float, float], *, overlaps: bool = False) -> Spread:
    widest, most = widths
    return spread(display, score(display, 5), box, widest, overlaps=(False, True) if overlaps else (False,), most=most)


def rectangle(lying: LyingCard) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom."""
    x, y, w, h = lying.body
    return x, y, x + w, y + h


def free_part(ghost: LyingCard, cards: list[LyingCard]) -> float:
    """Return the share of a ghost that no card covers: it is drawn below all of them."""
    left, top, right, bottom = rectangle(ghost)
    dots = [
        (left + (right - left) * (across + 0.5) / DOTS, top + (bottom - top) * (down + 0.5) / DOTS)
        for across in range(DOTS)
        for down in range(DOTS)
    ]
    over = [rectangle(card) for card in cards]
    free = sum(not any(a <= x <= c and b <= y <= d for a, b, c, d in over) for x, y in dots)
    return free / len(dots)


def check(display: tuple[int, ...], box: Box, widest: tuple[float, float], *, overlaps: bool = False) -> None:
    """Check that everything lies within the box and can be told apart."""
    spread = laid_out(display, box, widest, overlaps=overlaps)
    cards = [lying for lying in spread.cards if lying.card]
    ghosts = [lying for lying in spread.cards if not lying.card]
    assert sorted(lying.card for lying in cards) == sorted(display)
    assert sorted(ghost.number for ghost in ghosts) == sorted(score(display, 5).jokers)
    for lying in spread.cards:
        left, _, right, _ = rectangle(lying)
        assert box.x - LEEWAY <= left, lying
        assert right <= box.x + box.w + LEEWAY, lying
        assert lying.w <= max(widest)
    assert len(spread.pills) == len(score(display, 5).runs)
    for pill in spread.pills:
        assert box.x - LEEWAY <= pill.x - pill.w / 2, pill
        assert pill.x + pill.w / 2 <= box.x + box.w + LEEWAY, pill
    for ghost in ghosts:
        assert free_part(ghost, cards) >= 0.5, ghost
    # no card lies exactly on another one, so that each can be pointed at
    assert len({(round(lying.x), round(lying.y)) for lying in spread.cards}) == len(spread.cards)


@pytest.mark.parametrize("seats", range(MIN_SEATS, MAX_SEATS + 1))
@each_frame
@settings(max_examples=15, deadline=None, derandomize=True, database=None)
@given(display=displays | only_specials | bridged())
@example(display=())
@example(display=(35,))
@example(display=tuple(SPECIALS))
@example(display=tuple(NUMBERS))
@example(display=NUMBERS[::2])
@example(display=CARDS)
@example(display=(8, 10, JOKER))
@example(display=(34, 35, JOKER, FORTY))
@example(display=(*(number for number in NUMBERS if number != 20), JOKER))
@example(display=(*NUMBERS[::2], JOKER))
def test_a_display_lies_in_its_box(frame, seats, display):
    own, *others = places(*frame, seats)
    check(display, *own)
    for box, widest in set(others):
        check(display, box, widest, overlaps=True)


@pytest.mark.parametrize("wide", [292, 308, 352])
@pytest.mark.parametrize("high", [50, 58, 76, 116, 206])
@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(display=displays | only_specials | bridged())
@example(display=CARDS)
@example(display=(*NUMBERS[::2], JOKER))
def test_a_display_lies_in_its_row_of_the_result(wide, high, display):
    box = Box(140, 200, wide, high)
    check(display, box, (min(66.0, high / RATIO), 0.0))


@each_frame
@settings(max_examples=80, deadline=None, derandomize=True, database=None)
@given(shared=dealt())
@example(shared=(tuple(SPECIALS), tuple(NUMBERS), ()))
@example(shared=(NUMBERS[::3], NUMBERS[1::3], NUMBERS[2::3], tuple(SPECIALS)))
@example(shared=((), *(CARDS[place::6] for place in range(6))))
def test_displays_do_not_overlap(frame, shared):
    spreads = [
        laid_out(display, box, widest, overlaps=seat > 0)
        for seat, (display, (box, widest)) in enumerate(zip(shared, places(*frame, len(shared)), strict=True))
    ]
    for one, other in combinations(spreads, 2):
        for a in map(rectangle, one.cards):
            for b in map(rectangle, other.cards):
                apart = a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 1 or b[3] <= a[1] + 1
                assert apart, (a, b)


@pytest.mark.parametrize("cards", [(3, 7, 10, 14, 20, 24, 28, 31), (9, 12, 13, 17, 19, 26, 30, 34, 35)])
def test_eight_and_nine_cards_of_a_rival_lie_in_one_row_with_their_numbers_free(cards):
    box, widest = places(1280, 720, 4)[1]
    apart, close = (laid_out(cards, box, widest, overlaps=overlaps).cards for overlaps in (False, True))
    assert {lying.y for lying in close} == {close[0].y}
    assert close[0].w > 1.1 * apart[0].w
    first = [lying for lying in close if lying.number - 1 not in cards]
    # the numeral ends at about this part of a card
    assert all(after.x - before.x >= 0.85 * before.w and after.z > before.z for before, after in pairwise(first))


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(display=displays | bridged())
def test_groups_are_runs_followed_by_special_cards(display):
    groups = groups_of(display, score(display, 5))
    assert sorted(card for group in groups for card, _number in group if card) == sorted(display)
    for group in groups:
        numbers = [number for _card, number in group]
        if numbers[0]:
            assert numbers == list(range(numbers[0], numbers[0] + len(group)))
        else:
            assert group is groups[-1]
            assert all(card >= FIRST_SPECIAL and not number for card, number in group)


@pytest.mark.parametrize("frame", [(1280, 720), (720, 1280), (720, 1558)])
@pytest.mark.parametrize("seats", range(MIN_SEATS, MAX_SEATS + 1))
def test_the_gain_of_a_rival_rises_without_covering_figures(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    tall = frame[1] > frame[0]
    for box in spots.opponents:
        panel = layout.panel(box, spots.roomy, tall)
        x, y = panel.gain
        rising = Box(x - 30, y - POPUP_RISE - 18, 60, POPUP_RISE + 36)
        # the chip, and the number or the question mark beside it
        held = panel.chip.box._replace(w=2.6 * panel.chip.radius + 20)
        assert not overlap(rising, held)
        assert not overlap(rising, panel.face.box)


@each_frame
@pytest.mark.parametrize("seats", [3, 7])
def test_a_pot_of_fifteen_chips_leaves_its_label_in_sight(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    chips = sorted(spots.pot[1] + (chip.down - 1) * spots.chip for chip in layout.HEAP[:15])
    # the label is 44 below the number's middle, and its letters are about 18 high
    assert chips[0] >= spots.counter[1] + 44 + 6


@pytest.mark.parametrize("box", [Box(0, 0, 400, 108), Box(0, 0, 636, 80)])
@pytest.mark.parametrize("cards", [(9, 10, 11), (5, 6, 12, 13, 16, 17, 18, 25, 26)])
def test_a_result_shows_enough_of_each_card_of_a_run_to_read_it(box, cards):
    widest = min(WIDEST, box.h / RATIO)
    opened = spread(cards, score(cards, 5), box, widest, OPEN_STEPS).cards
    for before, after in pairwise(opened):
        assert after.x - before.x >= 0.44 * after.w
        assert after.w >= 0.6 * widest


@each_frame
@pytest.mark.parametrize("cards", [(15, 16), (9, 20, 21), (30, 31, 32)])
def test_a_run_is_opened_where_there_is_room_and_still_looks_like_one(frame, cards):
    for seat, (box, widest) in enumerate(places(*frame, 4)):
        opened = laid_out(cards, box, widest, overlaps=seat > 0).cards
        for before, after in pairwise(opened):
            step = (after.x - before.x) / after.w
            assert 0.7 < step < 0.9 if after.number == before.number + 1 else step > 1


@pytest.mark.parametrize("cards", [tuple(range(5, 13)), tuple(range(14, 27))])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_long_run_on_a_phone_has_its_lowest_card_whole_and_room_for_each_other_number(cards, seats):
    for seat, (box, widest) in enumerate(places(720, 1558, seats)[:2]):
        laid = laid_out(cards, box, widest, overlaps=seat > 0)
        lowest, *others = laid.cards
        assert all(other.z < lowest.z for other in others)
        assert [edge.number for edge in laid.edges] == list(cards[1:])
        for edge, other in zip(laid.edges, others, strict=True):
            assert other.x + edge.aside + edge.wide / 2 == pytest.approx(other.x + other.w / 2)
            assert edge.wide * 390 / 720 >= 9.5


def test_a_covered_number_of_a_run_is_written_whole_on_the_part_in_sight():
    kit = Player((390, 844)).app.context.kit
    for wide in (30.0, 44.0):
        picture = run_edge(kit, 84.0, wide, 28)
        assert picture.get_width() <= kit.px(wide)
        places = product(range(picture.get_width()), range(picture.get_height()))
        dark = [x for x, y in places if sum(picture.get_at((x, y))[:3]) < 180]
        assert min(dark) > 0
        assert max(dark) < picture.get_width() - 1
    whole = spread((15, 16), score((15, 16), 5), Box(0, 0, 400, 120), 84.0)
    assert not whole.edges, "a number that is not cut needs none"


@pytest.mark.parametrize("seats", range(MIN_SEATS, MAX_SEATS + 1))
def test_the_note_on_a_green_card_is_clear_of_rivals_card_and_counter(seats):
    spots = layout.spots(1280, 720, seats - 1)
    x, y = spots.note
    # two lines
    note = Box(x - layout.NOTE_WIDE / 2, y - layout.NOTE_STEP - 11, layout.NOTE_WIDE, layout.NOTE_STEP + 22)
    counter = Box(spots.counter[0] - 30, spots.counter[1] - 28, 60, 70)
    card = Box(spots.centre.x - spots.centre.w / 2, y - 99, spots.centre.w, 198)
    around = (*spots.opponents, counter, card, spots.tray, *([spots.ring] if spots.ring else []))
    assert all(overlap(note, box) == 0 for box in around)


@pytest.mark.parametrize("display", [(4, 7, 24, 35), (3, 4, 18, 21, 24, 34), (4, 7, 13, 24, 35)])
def test_no_set_lies_alone_in_a_second_row_of_a_narrow_panel(display):
    box = Box(10, 62, 143, 124)
    rows: dict[float, int] = {}
    for pill in laid_out(display, box, (52, 66)).pills:
        rows[round(pill.y)] = rows.get(round(pill.y), 0) + 1
    assert len(rows) == 2
    assert min(rows.values()) >= 2


@pytest.mark.parametrize("seats", [3, 4])
def test_the_panels_of_rivals_take_the_width_of_a_wide_table(seats):
    first, *_others, last = layout.spots(1280, 720, seats - 1).opponents
    assert last.x + last.w - first.x > 1000


@pytest.mark.parametrize("seats", range(MIN_SEATS, MAX_SEATS + 1))
@each_frame
def test_the_nine_set_aside_keep_clear_of_the_table_s_edge(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    margin = min(spots.tray.x, 24)
    for _card, x, _y, w in layout.nine(spots, range(3, 12)):
        assert x - w / 2 >= margin
        assert x + w / 2 <= frame[0] - margin


@pytest.mark.parametrize("specials", range(3, 8))
@pytest.mark.parametrize("numbers", [(7, 8, 13, *range(29, 36)), (3, 4, 5, 8, 11, 12, 15, 16, 23, 25, 26)])
def test_long_runs_of_a_rival_take_a_second_row_before_their_numbers_are_slivers(numbers, specials):
    display = (*numbers, *[card for card in SPECIALS if card not in (JOKER, FORTY)][:specials])
    found = laid_out(display, Box(505, 76, 348, 96), (60, 0), overlaps=True)
    shown = [after.x - before.x for before, after in pairwise(found.cards) if after.number == before.number + 1]
    assert min(shown) >= 15
    assert found.cards[0].w > 26


@pytest.mark.parametrize("seats", range(MIN_SEATS, MAX_SEATS + 1))
def test_few_cards_of_a_rival_grow_where_there_is_room(seats):
    box, (widest, most) = places(1280, 720, seats)[1]
    few, many = (laid_out(cards, box, (widest, most), overlaps=True).cards for cards in ((32,), NUMBERS[::3]))
    assert few[0].w == pytest.approx(most, abs=2)
    assert many[0].w < widest
    assert [lying.w for lying in laid_out((32,), box, (widest, 0.0), overlaps=True).cards] == [widest]


@pytest.mark.parametrize(("height", "least"), [(1280, 44), (1318, 46), (1558, 52)])
@pytest.mark.parametrize("seats", [6, 7])
def test_cards_of_a_full_table_have_most_of_their_panel_on_a_phone(height, least, seats):
    box, widths = places(720, height, seats)[1]
    assert laid_out((9, 15, 16, 24), box, widths, overlaps=True).cards[0].w >= least


@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize(("frame", "least"), [((720, 1558), 54), ((1280, 720), 38)])
def test_many_special_cards_of_a_rival_stay_large(seats, frame, least):
    """Their middles lie in a block, whose signs are as large as those of whole cards that wide."""
    box, widths = places(*frame, seats)[1]
    specials = [card for card in SPECIALS if card not in (JOKER, FORTY)][:6]
    lying = laid_out((11, 21, 22, *specials), box, widths, overlaps=True).cards
    blocks = [one for one in lying if one.tile]
    assert [one.card for one in blocks] == specials
    assert min(one.w for one in blocks) >= least
    assert not any(overlap(one.body, other.body) for one, other in combinations(blocks, 2))
    assert all(box.y - LEEWAY <= one.body.y for one in blocks)
    assert all(one.body.y + one.body.h <= box.y + box.h + LEEWAY for one in blocks)


def test_own_special_cards_beside_a_run_lie_side_by_side_with_their_names_whole():
    own = (16, 17, 18, 19, *(card for card, kind in SPECIALS.items() if kind in ("bonus10", "bonus20")))[:8]
    box, widths = places(1280, 720, 4)[0]
    lying = [one for one in laid_out(own, box, widths).cards if not one.number]
    assert len(lying) == 4
    assert all(right.x - left.x >= left.w for left, right in pairwise(lying))


def test_special_cards_beside_two_rows_of_numbers_are_tiles_as_large_as_there_is_room_for():
    """Four of them had been as small as six, a third of the panel's height."""
    chips = [card for card, kind in SPECIALS.items() if kind in ("bonus5", "chips_negative", "halve_chips")]
    held = (3, 5, 7, 12, 14, 25, 26, 28, 30, 31, *chips)
    box, widths = places(1280, 720, 4)[1]
    tiles = [one for one in laid_out(held, box, widths, overlaps=True).cards if one.tile]
    assert len(tiles) == 4
    assert min(tile.body.w for tile in tiles) > 1.15 * (box.h - 2 * TILE_APART) / 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_the_worth_of_a_rivals_chip_is_whole_beside_the_level_on_a_phone(language, scale):
    player = Player((390, 844), language=language)
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    kit, texts = player.app.context.kit, player.app.context.texts
    size = round(15 * kit.text_scale)
    spots = layout.spots(player.app.context.frame.width, player.app.context.frame.height, 3)
    panel = layout.panel(spots.opponents[0], spots.roomy, tall=True)
    for worth in ("2", "0", "½", "−1", "−½", "−2"):
        wide = fonts.width(texts("nein_danke.chip_each", worth=worth), fonts.STRONG, size)
        assert 0.8 * wide <= kit.px(WORTH_ROOM)
    level = fonts.width(texts("level.normal"), fonts.STRONG, round(LEVEL_SIZE * kit.text_scale)) / kit.scale
    assert panel.level.x + min(level, panel.level.w) < panel.cards.x + 3 - WORTH_ROOM
