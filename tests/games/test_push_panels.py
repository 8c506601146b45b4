"""Numbers and places on Push's seats: points, secured cards, locks, sums, and upright phones."""

from itertools import combinations, product

import pygame
import pytest
from player import Player
from push_panels import ALONE, SIZES, shown_by
from push_player import at_table, before, match_of, wait_until
from push_states import state_of
from table_player import PHONE, go_on, offered_moves, scene_of

from game.core.rng import Rng
from game.engine import fonts
from game.engine.canvas import Canvas
from game.engine.game_table import PILL_SIZE, POPUP_MS, POPUP_RISE
from game.engine.kit import LEGIBLE
from game.engine.layout import Box, overlap
from game.engine.palette import GOLD
from game.engine.transitions import Push
from game.engine.widgets import Button, RoundButton
from game.games.push import rules
from game.games.push.faces import RATIO, numeral
from game.games.push.layout import in_row
from game.scenes.navigation import routes

# ---- numbers of the seats -------------------------------------------------------------------------------

FEW, SOME, MANY = (
    "b1",
    "y5 y1 b2 r5 r1 g6 p4 p5",
    " ".join(f"{colour}{value}" for colour in "rbgyp" for value in "654321"),
)


def core(box: Box) -> Box:
    """Return the box of a text without the empty space around its letters."""
    return Box(box.x + 2, box.y + box.h * 0.3, box.w - 4, box.h * 0.4)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("lying", "safe"), [(FEW, ""), (FEW, "b2 b3"), (SOME, "y6 b5 b6"), (MANY, "r1 r2 b2 g2")])
def test_the_labels_on_ones_own_plate_stay_with_their_numbers_and_off_the_cards(size, language, lying, safe):
    state = state_of(displays=[lying], secured=[safe], pile="p1 g2")
    player, scene = before(state, ("human", "easy", "easy"), size=size, language=language)
    wait_until(player, lambda: bool(player.ids()))
    table, plate = scene.table, scene.table.spots.plate
    boxes = shown_by(table, table.signs.draw_plate, plate)[1:]
    number, text = boxes[:2]
    assert 0 <= text.x - number.x - number.w <= 14, "they stand together"
    assert abs(text.centre[1] - number.centre[1]) <= 4
    cards = [
        Box(lying.x - lying.w / 2, lying.y - lying.w * RATIO / 2, lying.w, lying.w * RATIO)
        for lying in table.spread.cards
    ]
    for box in boxes:
        assert box.x + box.w <= plate.x + plate.w - 10
        assert not any(overlap(core(box), card.grown(8)) for card in cards)
    assert not [1 for one, other in combinations(map(core, boxes), 2) if overlap(one, other)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("known", [False, True])
def test_the_lock_of_a_panel_has_a_place_of_its_own(size, seats, known):
    kinds, options = ("human", *["easy"] * (seats - 1)), {"open_secured": known}
    safe = "b6 b5 b4 r6 r5 r4 g6 g5 g4 y2" if known else "b6"
    match = match_of(kinds, host_starts=True, keep_directions=True, **options)
    displays = ["", "p6 p4 p2 r5 r6"]
    match.state = state_of(seats=seats, displays=displays, secured=["", safe], pile="p1 g2", options=options)
    player = at_table(match, size=size)
    wait_until(player, lambda: bool(player.ids()))
    table = scene_of(player).table
    panel = table.panels[1]
    _face, *parts = shown_by(table, table.rivals.draw, 1)
    lock, points = parts.pop(10), parts.pop(10)
    # the sum, and its label if there is room
    whole = parts[10]
    assert len(parts) == (12 if panel.label else 11)
    for box in parts:
        assert not overlap(core(box), lock.grown(7)), (box, lock)
        assert not overlap(core(box), points), (box, points)
    assert not overlap(core(points), lock), (points, lock)
    table.scripts.tell(1, 10)
    rising = shown_by(table, table.popups.draw)[0]
    # all the way up
    path = core(rising)._replace(y=core(rising).y - POPUP_RISE, h=core(rising).h + POPUP_RISE)
    for box in (*parts, lock, points):
        assert not overlap(path, core(box)), (path, box)
    # its digits and those of the total are higher than that
    tall = rising._replace(y=rising.y + rising.h * 0.1 - POPUP_RISE, h=rising.h * 0.8 + POPUP_RISE)
    assert not overlap(tall, whole._replace(y=whole.y + whole.h * 0.1, h=whole.h * 0.8))


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("size", [PHONE, (844, 390)])
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_no_text_of_a_panel_is_too_small_to_read_on_a_phone(size, seats, scale, monkeypatch):
    state = state_of(seats=seats, displays=["", "r1 b6 b5"], secured=["", "g1 g2"], pile="p1 g2")
    player, scene = before(state, ("human", *["hard"] * (seats - 1)), size=size, scale=scale)
    wait_until(player, lambda: bool(player.ids()))
    drawn: dict[str, int] = {}
    for name, at in (("plain", 1), ("sticker", 0)):
        draws = getattr(fonts, name)

        def noted(text, *how, draws=draws, at=at):
            drawn[text] = how[at]
            return draws(text, *how)

        monkeypatch.setattr(fonts, name, noted)
    player.app.context.settings_changed()
    table = scene.table
    drawn.clear()
    table.build()
    table.rivals.draw(Canvas(player.screen, player.app.context.frame), 1)
    seen = {text: real for text, real in drawn.items() if text in {"Frida", "12", "11", "1", "2", "\u00d72", "offen"}}
    assert len(seen) >= 5
    assert min(seen.values()) >= LEGIBLE, seen


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("size", SIZES)
def test_the_count_of_secured_cards_looks_different_from_points(size, language):
    state = state_of(seats=4, displays=["", "p6 p4"], secured=["b1 b2", "b6 g1 r2 r3"], pile="p1 g2")
    player, scene = before(state, ALONE, size=size, language=language)
    wait_until(player, lambda: bool(player.ids()))
    table = scene.table
    made, said = [], []
    kit = table.kit
    plain = {name: getattr(kit, name) for name in ("scene_image", "pill")}

    def noted(maker, *how):
        made.append((maker, *how[:1]))
        return plain["scene_image"](maker, *how)

    kit.scene_image = noted
    kit.pill = lambda text, *how, **more: said.append(text) or plain["pill"](text, *how, **more)
    try:
        table.rivals.draw(Canvas(player.screen, player.app.context.frame), 1)
        table.signs.draw_safe(Canvas(player.screen, player.app.context.frame), table.spots.safe)
    finally:
        for name in plain:
            delattr(kit, name)
    assert (numeral, "\u00d74") in made, "it stands beside the lock, which it does not cover"
    assert (numeral, "4") not in made, "only points are plain numbers"
    assert {"de": "2 Karten", "en": "2 cards"}[language] in said


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("size", [(1280, 720), (844, 390)])
def test_the_last_move_of_a_rival_covers_no_card_of_a_row(size, seats, scale):
    kinds = ("human", *["hard"] * (seats - 1))
    _player, scene = before(state_of(seats=seats, pile="p1 g2"), kinds, size=size, scale=scale)
    table = scene.table
    high = table.kit.pill("0", PILL_SIZE).get_height() / table.kit.scale
    assert table.panels[1].last.y + high / 2 <= in_row(table.spots, 0, 0).card(RATIO).y


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("size", [(1280, 720), (1440, 900), (1920, 1080)])
def test_in_a_replay_controls_cover_neither_a_panel_nor_the_banner(size, seats):
    match = match_of(["easy"] * seats, 3)
    rng = Rng(4)
    while not match.is_over:
        match.apply(rng.choice(rules.legal_actions(match.state)))
    player = Player(size)
    player.app.stack.carry_out(Push(routes.replay(player.app.context, match)))
    player.wait(600)
    table = player.scene.table
    buttons = [widget.item.box for widget in player.scene.widgets if isinstance(widget, RoundButton)]
    assert len(buttons) >= 4, "the review is offered as well"
    for panel in (*table.spots.opponents, table.spots.tray):
        assert not any(overlap(panel, button) > 0 for button in buttons)
    for paper in (table.bust.banner, *table.die.banners):
        (x, y), w, h = table.spots.stage.banner, paper.wide, paper.high
        banner = Box(x - w / 2, y - h / 2, w, h)
        covered = (player.scene.strip.panel, table.spots.risk, *table.spots.rows, *table.spots.opponents)
        assert not any(overlap(banner, box) > 0 for box in covered), "what a roll costs can be read"
        assert y - h / 2 > table.spots.log.y + 0.4 * table.spots.log.h, "so can the newest line of the log"


# ---- an upright phone -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_text_of_buttons_on_an_upright_phone_ends_well_before_their_edges(language):
    state = state_of(rows=["r6 b4", "y2"], pile="p1 g2 r4")
    player, scene = before(state, ("human", "easy", "easy"), size=PHONE, language=language)
    wait_until(player, lambda: "do-stop" in player.ids())
    kit = scene.table.kit
    for button in (widget for widget in scene.widgets if isinstance(widget, Button) and widget.sub):
        box = button.box
        picture = kit.button_plain(
            box.w, box.h, button.label, kind=button.kind, sub=button.sub, icon=button.icon, size=button.size
        )
        left, margin = kit.px(kit.MARGIN), kit.px(26)
        edge = picture.subsurface(
            left + kit.px(box.w) - margin, kit.px(kit.MARGIN + box.h * 0.2), margin - kit.px(6), kit.px(box.h * 0.65)
        )
        dark = [pixel for pixel in memoryview(edge.copy().get_buffer().raw)[1::4] if pixel < 90]
        assert not dark, button.sub


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_on_an_upright_phone_no_card_touches_its_rows_number(seats):
    player = at_table(match_of(("human", *["easy"] * (seats - 1)), 3), size=PHONE)
    table = scene_of(player).table
    spots, kit = table.spots, table.kit
    for row, box in enumerate(spots.rows):
        wide = kit.line_plain(str(row + 1), 34, (0, 0, 0), fonts.DISPLAY).get_width() / kit.scale
        first = in_row(spots, row, 0)
        middle = box.x + spots.number
        assert box.x + 6 <= middle - wide / 2
        assert middle + wide / 2 + 10 <= first.x - first.w / 2
    high = kit.pill("0", PILL_SIZE).get_height() / kit.scale
    for seat, panel in table.panels.items():
        box = spots.opponents[table.order().index(seat) - 1]
        assert panel.last[1] + high / 2 <= box.y + box.h


def test_on_an_upright_phone_the_own_last_move_and_a_change_of_points_take_turns():
    player = at_table(match_of(("human", "easy", "easy"), 3), size=PHONE)
    table = scene_of(player).table
    table.moves.note(0, "takes row 1")
    shown = shown_by(table, table.signs.draw_plate, table.spots.plate)
    table.scripts.tell(0, 5)
    changing = shown_by(table, table.signs.draw_plate, table.spots.plate)
    assert changing == shown[:-1], "the pill of the move is away"
    table.popups.update(POPUP_MS)
    assert shown_by(table, table.signs.draw_plate, table.spots.plate) == shown


def test_on_a_phone_the_question_takes_the_place_of_what_others_have_gained_or_lost():
    player = at_table(match_of(("human", *["easy"] * 3), 5), size=PHONE)
    player.app.context.settings.speed = "normal"
    table, told, asked = scene_of(player).table, 0, 0
    for frame in range(6000):
        player.wait(16)
        told += bool(table.message)
        if table.viewer_decides and offered_moves(player):
            asked += 1
            # a frame later
            player.wait(32)
            assert not table.message
            go_on(player, frame)
        if told > 50 and asked > 5:
            return
    raise AssertionError("expected news of others and several questions")


@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_six_seats_on_an_upright_phone_keep_a_sum_of_two_digits_apart_from_its_label(scale):
    player = at_table(match_of(("human", *["easy"] * 5), 3), size=PHONE)
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    table = scene_of(player).table
    for panel in table.panels.values():
        left = panel.points[0] - table.kit.sticker("48", panel.points_size).get_width() / table.kit.scale
        assert panel.label[0] + 10 <= left
        assert panel.name.x + panel.name.w <= panel.label[0] - panel.label[2]


@pytest.mark.parametrize("size", SIZES)
def test_the_number_of_cards_in_the_pile_and_the_drawn_card_can_be_read_together(size):
    state = state_of(rows=["r6 b4", "r2 g1"], pile="p1 g2 r4 y3")
    player, scene = before(state, ("human", "easy", "easy"), size=size, speed="normal")
    wait_until(player, lambda: "do-draw" in offered_moves(player))
    player.tap("do-draw")
    table = scene.table
    wait_until(player, lambda: table.scripts.is_aside and not scene.director.busy)
    player.wait(1000)
    shown, frame = player.draw(), player.app.context.frame
    dark, light = pygame.Surface(shown.get_size()), pygame.Surface(shown.get_size())
    light.fill("white")
    for alone in (dark, light):
        table.signs.draw_pile_count(Canvas(alone, frame))
    pill = [(x, y) for x, y in product(*map(range, shown.get_size())) if dark.get_at((x, y)) == light.get_at((x, y))]
    assert len(pill) > 200
    assert all(shown.get_at(place)[:3] == dark.get_at(place)[:3] for place in pill), "nothing lies on the number"
    (x, y), reach = frame.to_real(*table.spots.drawn[:2]), table.spots.drawn.w * 0.28 * frame.scale
    assert not any(abs(place[0] - x) < reach and abs(place[1] - y) < reach for place in pill), "nor it on the card"


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_the_sum_with_secured_cards_and_the_leader_show_only_where_all_may_know(size, known, monkeypatch):
    match = match_of(ALONE, host_starts=True, keep_directions=True, open_secured=known)
    held = {"displays": ["b3", "r6 r5", "b6 b5 b4"], "secured": ["", "g6 g5", "y1"], "options": {"open_secured": known}}
    match.state = state_of(seats=4, pile="p1 g2", **held)
    player = at_table(match, size=size)
    wait_until(player, lambda: bool(player.ids()))
    table, stickers = scene_of(player).table, []
    sticker = table.kit.sticker
    monkeypatch.setattr(table.kit, "sticker", lambda *how: stickers.append(how) or sticker(*how))
    canvas = Canvas(player.screen, player.app.context.frame)
    for seat in (1, 2):
        table.rivals.draw(canvas, seat)
    sums = ["22", "16"] if known else ["11", "15"]
    assert [text for text, *_how in stickers] == sums
    assert [GOLD in how for how in stickers] == [known, False]


@pytest.mark.parametrize(
    ("displays", "secured", "gold"),
    [
        # nothing is secured, so that the open cards are all
        (["b3", "r6", "b5 b4"], ["", "", ""], [False, False, True]),
        # a secured card may be a six
        (["b3", "r6", "b5 b4"], ["", "y1", ""], [False, False, False]),
        (["b3", "r6", "b5 b4 b6"], ["", "y1", ""], [False, False, True]),
        # the own secured cards are known
        (["b3", "r6", "b5 b4"], ["g6 g4", "", ""], [True, False, False]),
        (["", "", ""], ["", "", ""], [False, False, False]),
    ],
)
def test_a_leader_is_gold_wherever_the_secured_cards_can_change_nothing(displays, secured, gold):
    state = state_of(seats=3, displays=displays, secured=secured, phase=rules.Phase.CHOOSE, pile="p1 g2 r4")
    _player, scene = before(state, ALONE[:3], size=PHONE, speed="off")
    assert [scene.table.rivals.tint(seat) == GOLD for seat in range(3)] == gold
