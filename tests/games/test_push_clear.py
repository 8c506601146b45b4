"""The table of Push stays clear: nothing covers what is read there, and its words are right."""

from itertools import product

import pytest
from push_panels import ALONE, ROWS, SIZES
from push_player import at_table, before, match_of, wait_until
from push_states import YELLOW, copies_of, state_of
from table_player import dock_of, scene_of

from game.engine import fonts, surfaces
from game.engine.canvas import Canvas
from game.engine.layout import Box, bounds, overlap
from game.engine.texts import Texts
from game.engine.widgets import Button
from game.games.push import layout
from game.games.push.deck import DICE, STAR
from game.games.push.events import Busted, CardPlaced, DieRolled
from game.games.push.faces import RATIO
from game.games.push.layout import in_row
from game.games.push.rules import Phase
from game.games.push.targets import Target
from game.scenes.table.signs import MoverSign


@pytest.mark.parametrize("displays", [[""] * 4, [""] * 3 + ["y5 r1"]])
@pytest.mark.parametrize("speed", ["slow", "normal", "fast"])
def test_the_die_covers_no_row_that_one_chooses_from(displays, speed):
    state = state_of(
        seats=4, turn=3, active_seat=3, rows=ROWS, displays=displays, pile="p1 g2 r4", phase=Phase.CHOOSE, waiting=()
    )
    player, scene = before(state, ALONE, faces=[YELLOW], speed=speed)
    wait_until(player, lambda: scene.table.viewer_decides)
    assert scene.match.state.phase == Phase.TAKE
    assert scene.table.shown.roll.face == YELLOW
    assert not scene.table.die.is_away


def test_a_busts_banner_takes_the_place_of_whose_turn_it_is():
    player, scene = before(state_of(seats=4, turn=1, active_seat=1, rows=ROWS, pile="p1 g2"), ALONE)
    table, view = scene.table, scene.match.view(0)._replace(turn=1)
    sign = next(widget for widget in scene.widgets if isinstance(widget, MoverSign))
    table.sync(view)
    player.draw()
    assert sign.seat == 1
    seen = []
    for _wait in table.script(Busted(1, copies_of("r4")[0]), view):
        scene.dirty = True
        player.draw()
        seen.append((bool(table.bust.misfit and table.bust.misfit.is_labelled), sign.seat))
    assert (True, -1) in seen
    assert (True, 1) not in seen


# ---- layout ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_the_banner_of_busts_and_rolls_lies_on_free_felt_and_their_place_covers_no_sum(size, seats, scale):
    player = at_table(match_of(("human", *["easy"] * (seats - 1)), 3), size=size)
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    table, rows = scene_of(player).table, bounds(scene_of(player).table.spots.rows)
    spots, stage = table.spots, table.spots.stage
    side = stage.die.w
    die, card = Box(stage.die.x - side / 2, stage.die.y - side / 2, side, side), stage.card.card(RATIO)
    for box in (card, die):
        assert overlap(box, rows) == pytest.approx(box.w * box.h)
        assert box.x + box.w < spots.sum_x - 36, "what is at stake stays visible"
        assert box.x > spots.first + 2.5 * spots.step
    for paper in (table.bust.banner, *table.die.banners):
        banner = Box(stage.banner[0] - paper.wide / 2, stage.banner[1] - paper.high / 2, paper.wide, paper.high)
        free = (rows, spots.risk, spots.order, spots.tray, spots.log, spots.pile.card(RATIO), *spots.opponents)
        assert all(overlap(banner, box) <= 0 for box in free if box), "it lies on free felt"
        assert (frame := player.app.context.frame).table.beyond(*banner.centre) < 0
        assert banner.y + banner.h <= frame.height
    assert card.w > 1.2 * spots.card, "it is larger than anywhere else"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_busting_card_is_rejected_by_every_row_before_the_banner_appears(size, seat):
    state = state_of(seats=4, turn=seat, active_seat=seat, rows=ROWS, pile="p1 g2")
    player, scene = before(state, ALONE, size=size, speed="normal")
    table, seen = scene.table, []
    for _wait in table.script(Busted(seat, copies_of("r4")[0]), scene.match.view(0)):
        table.layer.update(10_000.0)
        if table.bust.misfit:
            seen.append(table.bust.misfit)
            table.draw(Canvas(player.screen, player.app.context.frame))
    tried = [bust.rows_tried for bust in seen]
    assert tried == sorted(tried)
    assert set(tried) == {0, 1, 2, 3}
    assert seen[0].at == table.spots.reveal
    assert [bust.is_labelled for bust in seen] == sorted(bust.is_labelled for bust in seen), "the word comes last"
    assert all(bust.rows_tried == 3 and bust.at == table.bust.home for bust in seen if bust.is_labelled)
    # from the middle to each row and back
    flown = [bust.at for bust in seen if bust.at != table.spots.reveal and not bust.is_labelled]
    assert flown[::2] == [table.bust.home] * 4
    assert len(set(flown[1::2])) == 3
    assert {bust.stake for bust in seen} == {10}
    assert table.bust.misfit is None


@pytest.mark.parametrize("size", [(1280, 720), (720, 1280), (720, 1560)])
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_busting_card_covers_no_card_of_any_row_that_alone_refuses_it(size, seats):
    spots = layout.spots(*size, seats - 1)
    rows = bounds(spots.rows)
    for held in (5, 6):
        for places in product(range(held), repeat=3):
            alike = [[in_row(spots, row, place, held)] for row, place in enumerate(places)]
            card = layout.bust_place(spots, alike)
            assert overlap(card.card(RATIO), rows) == pytest.approx(card.w**2 * RATIO)
            assert max(overlap(card.card(RATIO), spot.card(RATIO)) for (spot,) in alike) <= 0, places
            assert card.w > spots.card, "it is larger than the cards of the rows"


@pytest.mark.parametrize(
    ("language", "own", "other"),
    [
        ("de", "10 Punkte sind dahin! Du würfelst", "10 Punkte sind dahin! Frida würfelt"),
        ("en", "There go 10 points! You roll", "There go 10 points! Frida rolls"),
    ],
)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_a_bust_says_what_was_at_stake(language, own, other, size, scale, monkeypatch):
    cut: list[str] = []
    plain = fonts.cut
    for seat, text in ((0, own), (1, other)):
        state = state_of(seats=4, turn=seat, active_seat=seat, rows=ROWS, pile="p1 g2")
        player, scene = before(state, ALONE, size=size, speed="normal", language=language)
        player.app.context.settings.scale = scale
        player.app.context.settings_changed()
        table, told = scene.table, set()
        banner = table.bust.banner
        draw = banner.draw
        monkeypatch.setattr(banner, "draw", lambda *what, told=told, draw=draw: told.add(what[2]) or draw(*what))
        monkeypatch.setattr(fonts, "cut", lambda text, *how: cut.append(text) or plain(text, *how))
        for _wait in table.script(Busted(seat, copies_of("r4")[0]), scene.match.view(0)):
            table.draw(Canvas(player.screen, player.app.context.frame))
        assert told == {text}
        assert text not in cut


@pytest.mark.parametrize(
    ("rows", "key", "note"),
    [
        ((), "later", True),
        (("r6",), "later", True),
        (("r6", "y1", "p3"), "none", True),
        (("r6 b4", "r2 g1", "y6 r3 die"), "value", False),
    ],
    ids=str,
)
def test_without_risk_the_panel_says_from_when_on_there_may_be_some_and_the_button_why(rows, key, note):
    player, scene = before(state_of(seats=4, rows=rows, pile="p1 r4 p2 p4"), ALONE)
    told = []
    table = scene.table
    table.text = lambda key, **_blanks: told.append(key) or "?"
    table.signs.draw_risk(Canvas(player.screen, player.app.context.frame), table.spots.risk)
    assert [one for one in told if one in ("risk.none", "risk.value", "risk.later")] == [f"risk.{key}"]
    told.clear()
    table.draw_note()
    assert ("draw_fits" in told) == note


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (390, 844)])
def test_the_hint_covers_neither_risk_nor_rows_and_names_its_row(size, language):
    state = state_of(seats=4, rows=ROWS, displays=["y5 y1 b2"], pile="p1 g2 r4 p6 y3 g5")
    player, scene = before(state, ALONE, size=size, language=language)
    wait_until(player, lambda: "do-draw" in player.ids())
    player.tap("hint")
    table = scene.table
    for _page in range(2):
        dock = dock_of(player)
        assert not any(overlap(dock.box, box) for box in (*table.spots.rows, table.spots.risk))
        assert table.spots.rows[0] in [box for box, _radius in dock.marks], "the best row is ringed"
        player.tap("hint-more")
    said = table.panel_text(scene.advice, True)
    text = {"de": "Reihe 1 bringt", "en": "Row 1 is worth"}[language]
    assert [value for name, value in said.rows if name == text] == ["+10"]
    bust = {"de": "Zu weit ziehen kostet etwa", "en": "A bust costs about"}[language]
    # 10 points of the row, and on average a sixth of the 8 that are open
    assert [value for name, value in said.rows if name == bust] == [
        "10\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}1\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}11"
    ]
    assert len(said.rows) == 4, "the risk stands beside it"


def test_without_the_risk_panel_the_hint_tells_the_risk():
    state = state_of(seats=4, rows=ROWS, pile="p1 g2 r4 p6 y3 g5", options={"risk": False})
    match = match_of(ALONE, host_starts=True, risk=False)
    match.state = state
    player = at_table(match)
    wait_until(player, lambda: "do-draw" in player.ids())
    player.tap("hint")
    scene = scene_of(player)
    rows = dict(scene.table.panel_text(scene.advice, True).rows)
    assert rows[player.app.context.texts("push.risk.title.short")] == "17\u00a0%"


def test_the_key_cap_of_a_colour_covers_neither_its_number_nor_its_sign(monkeypatch):
    player, scene = before(state_of(displays=["r6 r5 y1 g3 g4"], pile="p1 g2"), ("human", "easy", "easy"))
    wait_until(player, lambda: "do-secure-red" in player.ids())
    drawn = []
    monkeypatch.setattr(Canvas, "put_centred", lambda _canvas, _picture, x, y: drawn.append((x, y)))
    for widget in scene.widgets:
        if isinstance(widget, Target) and widget.cap:
            widget.draw(Canvas(player.screen, player.app.context.frame), scene.items)
    assert len(drawn) == 2, "the keys of moves are three, and one of them draws"
    for x, y in drawn:
        cap = Box(x - 14, y - 13, 28, 26)
        front = max((card for card in scene.table.spread.cards if abs(card.x - x) < 2), key=lambda card: card.z)
        # the number in the upper left corner, the sign in the upper right one
        for share in (0.185, 0.815):
            left, top = front.x + front.w * (share - 0.5) - 7, front.y - front.w * RATIO / 2 + 4
            assert not overlap(cap, Box(left, top, 14, 18))


def test_drawing_and_stopping_have_different_icons():
    player, scene = before(state_of(rows=["r6"], pile="p1 g2"), ("human", "easy", "easy"))
    wait_until(player, lambda: "do-stop" in player.ids())
    icons = [widget.icon for widget in scene.widgets if isinstance(widget, Button) and widget.item.id.startswith("do-")]
    assert icons == ["plus", "check"]


def test_a_small_card_has_no_text_too_small_to_read():
    player = at_table(match_of(("human", "easy", "easy"), 2), size=(390, 844))
    table = scene_of(player).table
    for face in ("direction", "dice"):
        small, large = table.faces.plain(face, 49), table.faces.plain(face, 150)
        for picture, w, bare in ((small, 49, True), (large, 150, False)):
            blank = surfaces.image(f"art/push/{face}.png", picture.get_size())
            assert (picture.get_buffer().raw == blank.get_buffer().raw) == bare, (face, w)


@pytest.mark.parametrize(("lying", "roll"), [("", False), ("y5", True)])
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_the_risk_panel_says_what_a_bust_costs_with_a_roll_if_there_are_open_cards(
    lying, roll, language, size, scale, monkeypatch
):
    state = state_of(seats=4, rows=ROWS, displays=[lying], pile="p1 r4 p2 p3")
    player, scene = before(state, ALONE, size=size, language=language)
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    wait_until(player, lambda: "do-draw" in player.ids())
    player.draw()
    subs = {widget.item.id: widget.sub for widget in scene.widgets if isinstance(widget, Button)}
    note = {"de": "25\u00a0% Risiko", "en": "25% risk"}[language]
    assert subs["do-draw"] == note
    headings = scene.table.signs._risk_headings(10)
    word = {"de": "Wurf", "en": "roll"}[language]
    assert all("10" in heading and (word in heading) == roll for heading in headings)
    table, lines = scene.table, []
    line = table.kit.line
    monkeypatch.setattr(table.kit, "line", lambda *how: lines.append(how) or line(*how))
    table.signs.draw_risk(Canvas(player.screen, player.app.context.frame), table.spots.risk)
    (text, real, _colour, font, room), *others = lines
    assert text in headings
    assert not others
    assert fonts.reads(text, font, round(real * table.kit.text_scale), table.kit.px(room)), "it is not cut"


@pytest.mark.parametrize(
    ("options", "rows", "note", "stake"),
    [
        ({"sums": False}, ROWS, "25% risk", 0),
        ({"risk": False}, ROWS, "", 10),
        ({}, ["die r1", "r2", "r3"], "25% risk", 3),
    ],
)
def test_the_stake_is_the_row_that_stopping_would_bring(options, rows, note, stake):
    match = match_of(ALONE, host_starts=True, keep_directions=True, **options)
    match.state = state_of(seats=4, rows=rows, pile="p1 r4 p2 p4", options=options)
    table = scene_of(at_table(match, language="en")).table
    assert table.draw_note() == note
    assert table.counts.visible_stake() == stake


# ---- words -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "de",
            [
                "Frida: eine Würfelkarte in Reihe 2",
                "Frida: die Würfelkarte passt nirgends",
                "Frida würfelt einen Stern",
                "Frida würfelt Gelb",
                "Frida legt Rot 6 in Reihe 1",
            ],
        ),
        (
            "en",
            [
                "Frida: a dice card in row 2",
                "Frida: the dice card fits nowhere",
                "Frida rolls a star",
                "Frida rolls yellow",
                "Frida puts the red 6 in row 1",
            ],
        ),
    ],
)
def test_log_lines_have_the_right_articles(language, said):
    table = scene_of(at_table(match_of(("human", "easy", "easy"), 2), language=language)).table
    events = (
        CardPlaced(1, DICE[0], 1),
        Busted(1, DICE[0]),
        DieRolled(1, STAR),
        DieRolled(1, YELLOW),
        CardPlaced(1, copies_of("r6")[0], 0),
    )
    assert [table.log_lines(event)[0].text for event in events] == said


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_prompt_names_the_dice_card_with_its_article(language):
    state = state_of(rows=["r6", "b4"], pile="p1 g2", phase=Phase.PLACE, card=DICE[0])
    _player, scene = before(state, ("human", "easy", "easy"), language=language)
    text = Texts(language)("push.card.dice.the")
    assert text in scene.table.match_texts.prompt(scene.match.view(0), True, False)
