"""Points at the table of Push: cards set out at once, and count on arrival."""

import pytest
from player import FRAME_MS, Player
from push_player import before, make_move, offered_moves, wait_until
from push_states import YELLOW, copies_of, state_of
from table_player import PHONE, WIDE

from game.engine.canvas import Canvas
from game.engine.game_table import POPUP_MS
from game.engine.kit import Kit
from game.games.push.deck import COLOUR_OF
from game.games.push.events import RowTaken
from game.games.push.rules import Phase, State
from game.games.push.scoring import points_of
from game.games.push.scripts import FADING_MS, Scripts, Taker
from game.games.push.table import PushTable
from game.table.turns.scene import TurnScene

ALONE = ("human", "easy", "easy")
SIZES = (WIDE, (844, 390), PHONE)
#: how soon the effect of a choice is visible, in milliseconds
SOON = 200


def numbers(monkeypatch) -> list[str]:
    """Collect the large numbers of the frame that is drawn next, once the list is cleared."""
    drawn: list[str] = []
    plain = Kit.sticker

    def spy(self, text, *others, **named):
        drawn.append(text)
        return plain(self, text, *others, **named)

    monkeypatch.setattr(Kit, "sticker", spy)
    return drawn


def announced_changes(monkeypatch) -> list[tuple[int, int]]:
    """Collect the announced changes of points with their seats, in order."""
    said: list[tuple[int, int]] = []
    monkeypatch.setattr(Scripts, "tell", lambda _table, seat, points: said.append((seat, points)))
    return said


def points_in_flight(scene: TurnScene, cards: list[int]) -> int:
    """Return the points of those cards that are still far from their destination."""
    sprites = scene.table.layer.sprites
    gaps = {card: sprites[card].place for card in cards if card in sprites}
    return points_of(
        [card for card, at in gaps.items() if abs(sprites[card].x - at.x) + abs(sprites[card].y - at.y) > 30]
    )


def after_stop(size: tuple[int, int]) -> tuple[Player, TurnScene, list[int]]:
    """Stop before the only row, which holds 6, 4 and 3, with 12 points on the table."""
    state = state_of(rows=["r6 b4 g3"], displays=["y5 y1 b2 r1 p3"], pile="p1 g2 r4")
    player, scene = before(state, ALONE, size=size, speed="normal")
    make_move(player, "do-stop")
    return player, scene, list(state.rows[0])


@pytest.mark.parametrize("size", SIZES)
def test_the_only_row_sets_out_as_soon_as_one_stops(size):
    player, scene, cards = after_stop(size)
    assert player.wait(SOON, lambda: points_in_flight(scene, cards) > 0)


@pytest.mark.parametrize("size", SIZES)
def test_ones_own_row_counts_card_by_card_on_arrival(size, monkeypatch):
    said, drawn = announced_changes(monkeypatch), numbers(monkeypatch)
    player, scene, cards = after_stop(size)
    wait_until(player, lambda: points_in_flight(scene, cards) > 0)
    seen = []
    while not said:
        own = points_of(scene.table.counts.open_cards(0))
        assert own <= 25 - points_in_flight(scene, cards), "what is in the air does not count"
        seen.append(own)
        assert len(seen) < 100
        player.wait(FRAME_MS)
    assert seen[0] == 12
    assert len(set(seen)) > 2, "it counts up"
    assert said == [(0, 13)]
    assert not points_in_flight(scene, cards)
    drawn.clear()
    player.draw()
    assert "25" in drawn


def test_cards_in_the_air_are_not_in_the_numbers_shown(monkeypatch):
    drawn = numbers(monkeypatch)
    player, scene, cards = after_stop(WIDE)
    wait_until(player, lambda: points_in_flight(scene, cards) > 0)
    drawn.clear()
    player.draw()
    assert "12" in drawn
    assert "25" not in drawn


@pytest.mark.parametrize("size", SIZES)
def test_a_rivals_row_counts_when_it_has_arrived(size, monkeypatch):
    state = state_of(rows=["r6 b4 g3", "y2"], displays=["", "r1"], pile="p1 g2 r4")
    player, scene = before(state, ALONE, size=size, speed="normal")
    said = announced_changes(monkeypatch)
    make_move(player, "do-stop")
    make_move(player, "do-take-1")
    wait_until(player, lambda: scene.table.shown.rows[0] == ())
    seen = []
    while (1, 13) not in said:
        seen.append(points_of(scene.table.counts.open_cards(1)))
        assert len(seen) < 100
        player.wait(FRAME_MS)
    assert seen[0] == 1
    assert len(seen) > 5
    assert points_of(scene.table.counts.open_cards(1)) == 14


def test_a_card_counts_in_its_row_when_it_lies_there(monkeypatch):
    drawn = numbers(monkeypatch)
    player, scene = before(state_of(rows=["r6 b4", "y2"], pile="p1 g5"), ALONE, speed="normal")
    card = copies_of("g5")
    make_move(player, "do-draw")
    make_move(player, "do-place-0")
    wait_until(player, lambda: points_in_flight(scene, card) > 0)
    drawn.clear()
    player.draw()
    assert "10" in drawn
    wait_until(player, lambda: "do-stop" in offered_moves(player))
    drawn.clear()
    player.draw()
    assert "15" in drawn


@pytest.mark.parametrize("size", SIZES)
def test_secured_cards_count_when_locked_and_the_total_stays_the_same(size, monkeypatch):
    wholes = []
    plain = PushTable.text

    def spy(self, key, **blanks):
        wholes.extend([blanks["total"]] if "total" in blanks else [])
        return plain(self, key, **blanks)

    monkeypatch.setattr(PushTable, "text", spy)
    state = state_of(displays=["y5 y1 b2 y3"], secured=["b5 b6"], pile="p1 g2")
    player, scene = before(state, ALONE, size=size, speed="normal")
    make_move(player, "do-secure-yellow")
    seen = []
    while scene.table.counts.safe_count(0) < 5:
        player.draw()
        seen.append(scene.table.counts.safe_count(0))
        assert len(seen) < 100
        player.wait(FRAME_MS)
    assert seen[0] == 2
    assert len(set(seen)) > 1, "they arrive one after the other"
    assert set(wholes) == {22}


def test_with_reduced_motion_everything_counts_at_once():
    state = state_of(rows=["r6 b4 g3"], displays=["y5"], pile="p1 g2 r4")
    player, scene = before(state, ALONE, speed="normal")
    player.app.context.settings.reduced_motion = True
    make_move(player, "do-stop")
    wait_until(player, lambda: scene.table.shown.rows == ((),))
    assert points_of(scene.table.counts.open_cards(0)) == 18


def test_the_risk_and_the_order_change_when_their_card_has_arrived():
    rows = ["r6 b4", "r2 g1", "y6 r3"]
    player, scene = before(state_of(rows=rows, pile="r5 p1 g2 r4 p3"), ALONE, speed="normal")
    wait_until(player, lambda: "do-draw" in offered_moves(player))
    run = scene.table.counts.risk()
    make_move(player, "do-draw")
    make_move(player, "do-place-0")
    wait_until(player, lambda: points_in_flight(scene, copies_of("p3")) > 0)
    assert scene.table.counts.risk() == run
    wait_until(player, lambda: "do-draw" in offered_moves(player))
    assert scene.table.counts.risk() != run

    player, scene = before(state_of(rows=rows, pile="r5 p1 g2 r4 dir"), ALONE, speed="normal")
    make_move(player, "do-draw")
    table = scene.table
    wait_until(player, lambda: bool(table.shown.directions))
    assert table.scripts.turning, "the card is on its way"
    assert table.scripts.turning.order != table.shown.order
    wait_until(player, lambda: "do-draw" in offered_moves(player))
    assert table.scripts.turning is None


def test_cards_that_the_die_takes_shake_before_they_go():
    state = state_of(rows=["die r2"], displays=["y5 y1 b2"], pile="p1 g2")
    player, scene = before(state, ALONE, faces=[YELLOW], speed="normal")
    make_move(player, "do-stop")
    layer, lying = scene.table.layer, state.store.displays[0]
    wait_until(player, lambda: any(layer.lean(card) for card in lying))
    player.wait(3 * FRAME_MS)
    shaking = {card for card in lying if layer.lean(card)}
    assert shaking == {card for card in lying if COLOUR_OF[card] == YELLOW}
    assert len(scene.table.shown.displays[0]) == 4, "nothing has gone yet"


def taken_and_told(monkeypatch, speed: str) -> tuple[Player, dict[int, float], dict[int, float]]:
    """Play until three players have taken rows; return the player, and when each seat takes and is told its points."""
    taken: dict[int, float] = {}
    told: dict[int, float] = {}
    state = state_of(rows=["r6 b4 g3", "y2 p5", "g4 r3"], displays=["", "r1"], pile="p1 g2 r4")
    player, _scene = before(state, ALONE, size=WIDE, speed=speed)
    now, mark, tell = player.app.context.clock.now_ms, PushTable.mark, Scripts.tell

    def marked(table, event):
        if isinstance(event, RowTaken):
            taken[event.seat] = now()
        mark(table, event)

    def said(scripts, seat, points):
        told[seat] = now()
        tell(scripts, seat, points)

    monkeypatch.setattr(PushTable, "mark", marked)
    monkeypatch.setattr(Scripts, "tell", said)
    make_move(player, "do-stop")
    make_move(player, "do-take-1")
    wait_until(player, lambda: len(told) == len(ALONE))
    return player, taken, told


def test_each_gain_is_told_to_its_end_before_the_next_row_is_taken(monkeypatch):
    _player, taken, told = taken_and_told(monkeypatch, "normal")
    for seat in (1, 2):
        assert taken[seat] - told[seat - 1] >= POPUP_MS - FADING_MS - 2 * FRAME_MS


def test_fast_play_does_not_wait_for_a_gain_to_be_told(monkeypatch):
    _player, taken, told = taken_and_told(monkeypatch, "fast")
    for seat in (1, 2):
        assert taken[seat] - told[seat - 1] < POPUP_MS / 2


def test_takers_are_seen_at_their_rows_until_the_next_card_is_drawn(monkeypatch):
    player, _taken, _told = taken_and_told(monkeypatch, "normal")
    takers = player.scene.table.scripts.takers
    assert takers[1] == (0, 7)
    assert sorted(taker.points for taker in takers.values()) == [7, 7, 13]
    assert {taker.seat for taker in takers.values()} == {0, 1, 2}
    wait_until(player, lambda: not player.scene.table.scripts.takers)
    table = player.scene.table
    assert table.scripts.lifted or table.shown.card


def former_lines(state: State, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return, after a rival has acted, the lines about takers of the last turn that are drawn at the own decision."""
    player, scene = before(state, ("human", "easy"), (0,), speed="off")
    wait_until(player, lambda: scene.table.viewer_decides)
    lines, made = [], Kit.pill

    def spy(kit, text, *how, **more):
        lines.append(text)
        return made(kit, text, *how, **more)

    monkeypatch.setattr(Kit, "pill", spy)
    player.draw()
    marks = [scene.context.texts(key, name="Frida", points=10) for key in ("push.row.former", "push.row.former.none")]
    return [line for line in lines if line in marks]


@pytest.mark.parametrize("row", ["r6 b4", "die"])
def test_at_the_own_turn_the_taker_of_the_last_one_stands_back_to_one_line(row, monkeypatch):
    state = state_of(seats=2, rows=[row], turn=1, active_seat=1, phase=Phase.TAKE, pile="r1 b1 g1")
    assert len(former_lines(state, monkeypatch)) == 1


def test_no_takers_of_a_turn_before_the_last_are_told(monkeypatch):
    state = state_of(seats=2, displays=["r1 g1"], phase=Phase.CHOOSE, pile="b6 b1")
    player, scene = before(state, ("human", "easy"), speed="off")
    wait_until(player, lambda: scene.table.viewer_decides)
    scene.table.scripts.takers[0] = Taker(1, 4)
    make_move(player, "do-secure-green")
    wait_until(player, lambda: scene.table.shown.secured_counts[0] > 0)
    assert not scene.table.scripts.takers


def test_the_next_takers_stand_beside_the_prompt_of_a_wide_table():
    state = state_of(rows=["r6 b4 g3", "y2 p5", "g4 r3"], displays=["", "r1"], pile="p1 g2 r4")
    for size, queue in ((WIDE, (1, 2)), (PHONE, ())):
        player, scene = before(state, ALONE, size=size)
        assert scene.table.signs.queue() == ()
        make_move(player, "do-stop")
        wait_until(player, lambda player=player: "do-take-1" in offered_moves(player))
        assert scene.table.signs.queue() == queue
        player.tap("do-take-1")


@pytest.mark.parametrize("size", [WIDE, (844, 390)])
@pytest.mark.parametrize("seats", [4, 6])
def test_a_change_over_the_risk_has_that_panel_to_itself(size, seats, monkeypatch):
    state = state_of(seats=seats, rows=["r6 b4 g3", "r6", "r5"], pile="p1 g2 r4")
    player, scene = before(state, ("human", *["easy"] * (seats - 1)), size=size, speed="normal")
    wait_until(player, lambda: "do-stop" in offered_moves(player))
    table, canvas = scene.table, Canvas(player.screen, player.app.context.frame)
    lines = []
    monkeypatch.setattr(Kit, "line", lambda _kit, text, *others, **named: lines.append(text) or player.screen)
    table.signs.draw_risk(canvas, table.spots.risk)
    assert lines
    lines.clear()
    table.scripts.tell(seats - 1, 0)
    table.signs.draw_risk(canvas, table.spots.risk)
    assert not lines
    die = table.spots.die
    assert table.places.change(seats - 1)[0] < die.x - die.w / 2 - 40
