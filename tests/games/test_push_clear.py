"""The table of Push stays clear: nothing covers what is read there, and moves of others are quick."""

from functools import partial
from itertools import combinations, pairwise, product

import pygame
import pytest
from player import Player
from push_player import at_table, before, match_of, wait_until
from push_states import YELLOW, copies_of, state_of
from table_player import PHONE, dock_of, go_on, offered_moves, scene_of, waits_of

from game.ai.levels import chosen_by
from game.catalogue.lengths import BOT_S
from game.core.rng import Rng
from game.engine import fonts, surfaces
from game.engine.canvas import Canvas
from game.engine.director import Look
from game.engine.game_table import PILL_SIZE, POPUP_MS, POPUP_RISE
from game.engine.kit import LEGIBLE
from game.engine.layout import Box, bounds, overlap
from game.engine.palette import CREAM
from game.engine.texts import Texts
from game.engine.transitions import Push
from game.engine.widgets import Button, RoundButton
from game.games.push import faces, layout, rules
from game.games.push.deck import DICE, STAR
from game.games.push.events import Busted, CardDrawn, CardPlaced, DieRolled, DrawingStopped, TurnStarted
from game.games.push.faces import RATIO, numeral
from game.games.push.layout import in_row
from game.games.push.rules import DRAW, Phase
from game.games.push.table import PushTable
from game.games.push.targets import Target
from game.scenes.navigation import routes
from game.scenes.table.signs import MoverSign

#: the moments at which another player's draw and placing are seen
STEPS: tuple[tuple[type, dict[str, int]], ...] = ((CardDrawn, {}), (CardPlaced, {"row": 1}))
SIZES = ((1280, 720), (1920, 1080), (844, 390), (390, 844))
ALONE = ("human", "easy", "easy", "easy")
ROWS = ["r6 b4", "r2 g1", "y6 r3 die"]


# ---- turns of others ------------------------------------------------------------------------------------


def shown_ms(table: PushTable, event: object, view: object) -> float:
    """Return how long an event is shown, in milliseconds at normal speed."""
    return sum(waits_of(table.script(event, view)))


def test_events_of_others_are_shown_for_less_time_than_ones_own():
    state = state_of(seats=4, rows=ROWS[:2], pile="p1 g2 r4 y3")
    _player, scene = before(state, ALONE, speed="normal")
    view = scene.match.view(0)
    card = copies_of("y3")[0]
    for event in (partial(CardDrawn, card=card), partial(CardPlaced, card=card, row=2), partial(Busted, card=card)):
        own, other = (shown_ms(scene.table, event(seat=seat), view._replace(turn=seat)) for seat in (0, 1))
        assert other < 0.8 * own, event
        # and long enough to be seen
        assert other > 40


def test_a_bust_of_ones_own_takes_about_three_seconds():
    _player, scene = before(state_of(seats=4, rows=ROWS, pile="p1 g2"), ALONE, speed="normal")
    took = shown_ms(scene.table, Busted(0, copies_of("r4")[0]), scene.match.view(0))
    assert 2500 < took < 3300


def test_a_rivals_draw_is_quick_without_risk_and_slower_with_more():
    def took(rows, pile):
        _player, scene = before(state_of(seats=4, turn=1, rows=rows, pile=pile), ALONE, speed="normal")
        table, view = scene.table, scene.match.view(0)
        drawn, card = view._replace(turn=1), copies_of("y3")[0]
        thought = table.thinking_time(view, DRAW) * 1000 * BOT_S
        return thought + sum(shown_ms(table, kind(seat=1, card=card, **more), drawn) for kind, more in STEPS)

    harmless, risky = took(["r6"], "p1 g2"), took(["r6 b4", "r2 g1", "y6 r3"], "p1 r5 r4 r1")
    assert 130 < harmless < 250
    assert risky > 2.5 * harmless


def test_a_rivals_long_turn_speeds_up_from_the_fifth_card_on_without_risk():
    def took(rows: list[str]) -> float:
        table, view = rival_about_to_draw(rows, "p1 g2")
        return sum(shown_ms(table, kind(seat=1, card=copies_of("p1")[0], **more), view) for kind, more in STEPS)

    early, late = [["r6"], ["r6 b4 g3"]], [["r6 b4", "g3 y2"], ["r6 b4 g3", "g2 y1"]]
    assert len({took(rows) for rows in early}) == 1
    assert 60 < took(late[0]) == took(late[1]) < 0.7 * took(early[0])
    # a risk is as exciting in a long turn
    assert drawn_in(["r6 b4 g3", "r2 g1", "y6 r3"], clashing_pile(8)) > 800


def rival_about_to_draw(rows: list[str], pile: str, **options: bool) -> tuple[PushTable, object]:
    """Return a table at which the next player is about to draw over these rows, and the view after the draw."""
    state = state_of(seats=4, turn=1, active_seat=1, rows=rows, pile=pile, options=options)
    match = match_of(ALONE, host_starts=True, keep_directions=True, **options)
    match.state = state
    return scene_of(at_table(match, speed="normal")).table, match.view(0)


#: a pile of twenty cards of which so many fit none of the rows; its top one does
FITS = "p1 p1 p1 p2 p2 p2 p3 p3 p3 b2 b2 b2 b6 b6 b6 p6 p6 p6 g5 g5"
CLASHES = "r5 r5 r5 r1 r1 r1 r4 r4"


def clashing_pile(clashing: int) -> str:
    return " ".join(CLASHES.split()[:clashing] + FITS.split()[: 20 - clashing])


def drawn_in(rows: list[str], pile: str, **options: bool) -> float:
    table, view = rival_about_to_draw(rows, pile, **options)
    return shown_ms(table, CardDrawn(seat=1, card=copies_of("p1")[0]), view)


def test_a_rivals_draw_takes_longer_the_higher_the_risk():
    times = [drawn_in(ROWS, clashing_pile(clashing)) for clashing in (0, 1, 2, 4, 8)]
    assert times[0] < 200, "where nothing can happen nobody waits"
    assert times[1] > 800, "the smallest risk is felt"
    assert all(more > 1.08 * less for less, more in pairwise(times))
    assert times[-1] < 2500


def test_a_rivals_draw_takes_longer_the_more_is_at_stake():
    poor, rich = ["r2 b3", "r3 g2", "y2 r4"], ["r6 b5", "r2 g3", "y3 r4"]
    pile = "r5 p1 p1 p1"
    assert [rival_about_to_draw(rows, pile)[0].counts.risk() for rows in (poor, rich)] == [25, 25]
    assert [rival_about_to_draw(rows, pile)[0].counts.stake() for rows in (poor, rich)] == [6, 11]
    assert drawn_in(rich, pile) > 1.1 * drawn_in(poor, pile)


def test_without_the_risk_house_rule_a_rivals_draw_does_not_betray_it():
    times = {drawn_in(ROWS, clashing_pile(clashing), risk=False) for clashing in (0, 1, 8)}
    assert len(times) == 1
    assert drawn_in(ROWS[:2], clashing_pile(0), risk=False) < min(times)


def test_a_rivals_stop_is_announced_with_a_pause():
    table, view = rival_about_to_draw(ROWS, clashing_pile(2))
    stop = table.script(DrawingStopped(1, False), view)
    assert 500 <= next(stop) <= 900
    panel, told = shown_by(table, table.rivals.draw_seat, 1), table.rivals.stopped
    assert told == 1
    assert next(stop, None) is None
    assert table.rivals.stopped == -1
    badge = panel[-1]
    assert (badge.x, badge.centre[1]) == pytest.approx(table.panels[1].last[:2])
    usual = table.kit.pill(table.match_texts.move(DrawingStopped(1, False)), PILL_SIZE)
    assert badge.h > 1.4 * usual.get_height() / table.kit.scale, "it is larger than every other move"
    # a forced stop is no decision
    assert shown_ms(table, DrawingStopped(1, True), view) < 300


def test_a_tap_skips_a_rivals_pause():
    table, view = rival_about_to_draw(ROWS, clashing_pile(8))
    for event in (CardDrawn(1, copies_of("p1")[0]), DrawingStopped(1, False)):
        assert not any(isinstance(wait, Look) for wait in table.script(event, view)), (
            "none of it is a look that a tap leaves"
        )


def test_others_think_longer_only_when_there_is_a_risk():
    safe = before(state_of(seats=4, rows=["r6"], pile="p1 g2"), ALONE)[1]
    risky = before(state_of(seats=4, rows=["r6 b4", "r2 g1", "y6 r3"], pile="p1 r5 r4 r1"), ALONE)[1]
    low, high = (scene.table.thinking_time(scene.match.view(0), DRAW) for scene in (safe, risky))
    assert 0 < low < high <= 1
    placing = state_of(
        seats=4, rows=["r6 b4", "r2 g1", "y6 r3"], pile="p1 g2", phase=Phase.PLACE, card=copies_of("b6")[0]
    )
    # with a single place there is nothing to think about
    assert before(placing, ALONE)[1].table.thinking_time(before(placing, ALONE)[1].match.view(0), DRAW) == 0


def test_events_speed_up_after_a_long_wait():
    _player, scene = before(state_of(seats=4, turn=1, rows=ROWS, pile="p1 g2"), ALONE, speed="normal")
    table, view = scene.table, scene.match.view(0)
    others, own = (TurnStarted(seat) for seat in (1, 0))

    def lasts(event):
        return shown_ms(table, event, view._replace(turn=event.seat))

    usual, mine, thought = lasts(others), lasts(own), table.thinking_time(view, DRAW)
    # a viewer who is never asked does not wait: a replay keeps its pace
    table.update(20_000.0)
    assert lasts(others) == usual
    table.viewer_decides = True
    table.update(16.0)
    table.viewer_decides = False
    table.update(20_000.0)
    assert lasts(others) < 0.6 * usual
    assert table.thinking_time(view, DRAW) < 0.6 * thought
    assert lasts(own) == mine


def test_three_others_draw_their_cards_in_a_reasonable_time():
    """The cards that bots draw differ by half from match to match, their time for a card by a tenth."""
    waited_ms, drawn = 0.0, 0
    for seed in (1, 2, 3):
        player = at_table(match_of(ALONE, seed), speed="normal")
        scene, table, rng = scene_of(player), scene_of(player).table, Rng(seed)
        while player.scene is scene:
            player.wait(16)
            if table.viewer_decides and not scene.director.busy:
                scene.act(chosen_by(scene.match.game.bots.think(scene.match.view(0), rng, "normal")))
            elif table.shown.active_seat != 0:
                waited_ms += 16
        drawn += sum(isinstance(event, CardDrawn) and event.seat != 0 for step in scene.match.events for event in step)
    assert 800 < waited_ms / drawn < 1200


def test_more_rivals_share_the_time_of_three_and_keep_the_suspense():
    def took(seats: int, rows: list[str], pile: str, event: object) -> float:
        state = state_of(seats=seats, turn=1, active_seat=1, rows=rows, pile=pile)
        _player, scene = before(state, ("human", *["easy"] * (seats - 1)), speed="normal")
        return shown_ms(scene.table, event, scene.match.view(0))

    draw, start = CardDrawn(seat=1, card=copies_of("p1")[0]), TurnStarted(1)
    for rows, event in ((ROWS[:1], draw), (ROWS, start)):
        assert took(6, rows, "p1 g2", event) == pytest.approx(0.6 * took(4, rows, "p1 g2", event))
        assert took(3, rows, "p1 g2", event) == took(4, rows, "p1 g2", event)
    assert took(6, ROWS, clashing_pile(8), draw) == took(4, ROWS, clashing_pile(8), draw) > 800


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
    ("rows", "key", "note"), [((), "none", True), (("r6",), "none", True), (ROWS, "value", False)], ids=str
)
def test_without_risk_the_panel_says_so_in_a_word_as_the_button_does(rows, key, note):
    player, scene = before(state_of(seats=4, rows=rows, pile="p1 r4 p2 p4"), ALONE)
    told = []
    table = scene.table
    table.text = lambda key, **_blanks: told.append(key) or "?"
    table.signs.draw_risk(Canvas(player.screen, player.app.context.frame), table.spots.risk)
    assert [one for one in told if one in ("risk.none", "risk.value")] == [f"risk.{key}"]
    told.clear()
    table.draw_note()
    assert ("draw_safe" in told) == note


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
    assert len(said.rows) == 3, "the risk stands beside it"


def test_without_the_risk_panel_the_hint_tells_the_risk():
    state = state_of(seats=4, rows=ROWS, pile="p1 g2 r4 p6 y3 g5", options={"risk": False})
    match = match_of(ALONE, host_starts=True, risk=False)
    match.state = state
    player = at_table(match)
    wait_until(player, lambda: "do-draw" in player.ids())
    player.tap("hint")
    scene = scene_of(player)
    rows = dict(scene.table.panel_text(scene.advice, True).rows)
    assert rows[player.app.context.texts("push.risk.title.short")] == "16,7\u00a0%"


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


@pytest.mark.parametrize(
    ("language", "note", "strip"),
    [
        ("de", "25\u00a0% Risiko", ("10 Punkte in Gefahr", "10 in Gefahr")),
        ("en", "25% risk", ("10 points at risk", "10 at risk")),
    ],
)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_the_risk_panel_says_what_is_at_stake(language, note, strip, size, scale, monkeypatch):
    shown: list[tuple[str, str]] = []
    cut = fonts.cut
    monkeypatch.setattr(fonts, "cut", lambda text, *how: shown.append((text, cut(text, *how))) or shown[-1][1])
    state = state_of(seats=4, rows=ROWS, displays=["y5"], pile="p1 r4 p2 p3")
    player, scene = before(state, ALONE, size=size, language=language)
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    wait_until(player, lambda: "do-draw" in player.ids())
    player.draw()
    subs = {widget.item.id: widget.sub for widget in scene.widgets if isinstance(widget, Button)}
    heading = strip[size[0] < size[1]]
    assert subs["do-draw"] == note
    told = []
    scene.table.text = lambda key, **blanks: told.append(player.app.context.texts(f"push.{key}", **blanks)) or told[-1]
    scene.table.signs.draw_risk(Canvas(player.screen, player.app.context.frame), scene.table.spots.risk)
    assert heading in told
    assert all(text == drawn for text, drawn in shown if text in (heading, note)), "neither is cut"


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


# ---- numbers of the seats -------------------------------------------------------------------------------

FEW, SOME, MANY = (
    "b1",
    "y5 y1 b2 r5 r1 g6 p4 p5",
    " ".join(f"{colour}{value}" for colour in "rbgyp" for value in "654321"),
)


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
    _face, *parts = shown_by(table, table.rivals.draw_seat, 1)
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
    table.rivals.draw_seat(Canvas(player.screen, player.app.context.frame), 1)
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
        table.rivals.draw_seat(Canvas(player.screen, player.app.context.frame), 1)
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
