"""The table of Push: whole games through the interface, every event shown, rows and colours chosen on the table."""

from collections import Counter
from itertools import groupby
from math import ceil

import pygame
import pytest
from push_player import at_table, before, make_move, match_of, offered_moves, wait_until
from push_states import BLUE, RED, YELLOW, copies_of, place, secure, state_of
from table_player import PHONE, WIDE, play_on, scene_of

from game.core.rng import Rng
from game.engine import fonts
from game.engine.canvas import Canvas
from game.engine.kit import Kit
from game.engine.layout import bounds, overlap
from game.games.push import bots, lookahead, rules
from game.games.push import events as push_events
from game.games.push.deck import COLOUR_OF, FACES, STAR
from game.games.push.die import LEAVE_MS
from game.games.push.events import Busted, CardsLost, ColourSecured, DieRolled, RowDiscarded
from game.games.push.rules import DRAW, Phase, Verb
from game.games.push.table import PushTable
from game.games.push.targets import Target

SIZES = (WIDE, PHONE)


def test_a_whole_game_is_shown_event_by_event(monkeypatch):
    """At full speed, each event's script leaves the picture in agreement with the view after that event."""
    told: Counter[str] = Counter()
    plain = PushTable.script

    def watch(self, event, view):
        yield from plain(self, event, view)
        told[type(event).__name__] += 1
        assert self.shown == view

    monkeypatch.setattr(PushTable, "script", watch)
    match = match_of(("human", "easy", "normal"), seed=8)
    player = at_table(match, speed="fast")
    play_on(player, player.tap)
    happened = Counter(type(event).__name__ for events in match.events for event in events)
    assert set(told) == {kind.__name__ for kind in push_events.Event.__args__}
    assert told == happened + Counter(GameStarted=1)


@pytest.mark.parametrize(
    ("language", "said"), [("de", "Frida nimmt 6\u00a0Punkte"), ("en", "Frida takes 6\u00a0points")]
)
def test_on_a_phone_the_gain_of_another_replaces_the_prompt_for_a_while(language, said, monkeypatch):
    prompts: list[str] = []
    plain = Kit.prompt
    monkeypatch.setattr(Kit, "prompt", lambda kit, text, *how: prompts.append(text) or plain(kit, text, *how))
    state = state_of(rows=["r6 b4", "g6"], pile="p1 g2 r4 y1")
    player, scene = before(state, ("human", "easy", "easy"), size=PHONE, language=language, speed="normal")
    make_move(player, "do-stop")
    make_move(player, "do-take-0")
    wait_until(player, lambda: bool(scene.table.message))

    def prompt() -> str:
        scene.draw(Canvas(player.screen, player.app.context.frame))
        return prompts[-1]

    assert not player.wait(1500, lambda: prompt() != said), "there is time to read it"
    wait_until(player, lambda: prompt() != said)


def test_the_pill_of_anothers_last_move_goes_when_the_own_turn_begins():
    state = state_of(seats=2, rows=["r6 b4", "g6"], pile="p1 g2 r4 y1")
    _player, scene = before(state, ("human", "easy"), speed="normal")
    table = scene.table
    table.mark(push_events.RowTaken(1, 0, (1, 2), 0))
    table.mark(push_events.TurnStarted(1))
    assert table.moves.newest_of(1)
    table.mark(push_events.TurnStarted(0))
    assert not table.moves.newest_of(1)
    table.mark(push_events.RowTaken(0, 0, (1, 2), 0))
    table.mark(push_events.TurnStarted(0))
    assert table.moves.newest_of(0)


# ---- rows ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_one_tap_places_a_card_and_only_fitting_rows_are_offered(size):
    state = state_of(rows=["r6 b4", "y2"], pile="p1 g2")
    player, scene = before(state, size=size)
    make_move(player, "do-draw")
    wait_until(player, lambda: any(id_.startswith("do-place") for id_ in offered_moves(player)))
    assert offered_moves(player) == ["do-place-0", "do-place-2"], "the second row has a 2"
    player.tap("do-place-0")
    assert len(scene.match.state.rows[0]) == 3
    wait_until(player, lambda: "undo" in player.ids() or "do-draw" in offered_moves(player))
    assert scene.table.shown.rows[0] == scene.match.state.rows[0]


@pytest.mark.parametrize(
    ("language", "card", "said"),
    [("de", "g2", "Wohin kommt Grün 2?"), ("en", "die", "Where does the dice card go?")],
)
def test_on_a_phone_the_prompt_names_the_card_to_place(language, card, said):
    player, scene = before(state_of(rows=["r6 b4"], pile=f"p1 {card}"), size=PHONE, language=language)
    make_move(player, "do-draw")
    wait_until(player, lambda: "do-place-0" in offered_moves(player))
    assert scene.table.prompt(scene.match.view(0)) == said


def test_the_number_keys_choose_rows():
    player, scene = before(state_of(rows=["r6 b4", "y2"], pile="p1 g2"))
    wait_until(player, lambda: "do-draw" in offered_moves(player))
    player.press(pygame.K_1, "1")
    wait_until(player, lambda: "do-place-2" in offered_moves(player))
    before_it = scene.match.state
    player.press(pygame.K_2, "2")
    assert scene.match.state is before_it, "the second row is no target"
    player.press(pygame.K_3, "3")
    assert len(scene.match.state.rows) == 3


def test_a_taken_row_is_sorted_into_the_display():
    state = state_of(rows=["r6 b4", "y2 b1"], displays=["b6 r1"], pile="p1 g2")
    player, scene = before(state, ("human", "easy", "easy"))
    make_move(player, "do-stop")
    wait_until(player, lambda: "do-take-1" in offered_moves(player))
    player.tap("do-take-0")
    wait_until(player, lambda: scene.table.spread.stacks[BLUE].points == 10)
    spread = scene.table.spread
    assert [stack.points for stack in spread.stacks[:2]] == [7, 10]
    assert [COLOUR_OF[lying.card] for lying in spread.cards] == [RED, RED, BLUE, BLUE]


def test_undo_lets_a_placed_card_be_placed_again():
    match = match_of(("human", "normal", "normal"), seed=3, host_starts=True)
    player = at_table(match)
    make_move(player, "do-draw")
    wait_until(player, lambda: bool(offered_moves(player)))
    while "do-draw" in offered_moves(player):
        player.tap("do-draw")
        wait_until(player, lambda: bool(offered_moves(player)))
    card = match.state.card
    player.tap(offered_moves(player)[0])
    wait_until(player, lambda: "undo" in player.ids())
    player.tap("undo")
    assert match.state.card == card
    assert match.state.phase == Phase.PLACE
    assert scene_of(player).table.shown.card == card


# ---- colours ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_a_colour_is_secured_by_tapping_its_cards(size):
    player, scene = before(state_of(displays=["r6 r5 y1"], pile="p1 g2"), size=size, kinds=("human", "easy", "easy"))
    wait_until(player, lambda: bool(offered_moves(player)))
    assert offered_moves(player) == ["do-draw", "do-secure-red", "do-secure-yellow"]
    player.tap("do-secure-red")
    assert isinstance(scene.match.events[0][0], ColourSecured)
    wait_until(player, lambda: scene.table.shown.secured_counts[0] == 2)
    assert scene.table.counts.safe_points() == 11


def test_a_shared_table_shows_only_the_number_of_secured_cards():
    state = state_of(displays=["r6 y1"], secured=["b5 b6"], pile="p1 g2")
    player, scene = before(state)
    wait_until(player, lambda: bool(offered_moves(player)))
    assert scene.table.counts.safe_points() is None
    alone, other = before(state, ("human", "easy", "easy"))
    wait_until(alone, lambda: bool(offered_moves(alone)))
    assert other.table.counts.safe_points() == 11
    assert player.scene is scene, "nobody is sent away: there is no curtain"


# ---- bust, die, losses --------------------------------------------------------------------------------


def test_a_bust_is_marked_and_its_roll_takes_cards_one_by_one():
    state = state_of(rows=["r6 b4", "r2 g1", "y6 r3"], displays=["y5 y1 b2"], pile="p1 g2 r4")
    player, scene = before(state, ("human", "easy", "easy"), faces=[YELLOW], speed="normal")
    player.point(640, 500)
    make_move(player, "do-draw")
    kinds = [type(event) for event in scene.match.events[0]]
    assert kinds[1:4] == [Busted, DieRolled, CardsLost]
    table = scene.table
    wait_until(player, lambda: table.bust.misfit is not None)
    assert table.bust.misfit.seat == 0
    player.draw()
    wait_until(player, lambda: table.die.throw is not None)
    assert table.bust.misfit is None
    player.draw()
    wait_until(player, lambda: table.die.throw is None)
    assert table.shown.roll.face == YELLOW
    seen = []
    wait_until(player, lambda: seen.append(len(table.shown.displays[0])) or len(table.shown.displays[0]) == 1)
    assert set(seen) == {1, 2, 3}, "the two lost cards leave one after the other"
    wait_until(player, lambda: table.scripts.put_away == scene.match.state.store.discard[-1])


def test_without_animation_a_bust_is_still_shown_for_a_while():
    state = state_of(rows=["r6 b4", "r2 g1", "y6 r3"], displays=["y5"], pile="p1 g2 r4")
    player, scene = before(state, ("human", "easy", "easy"), faces=[STAR])
    make_move(player, "do-draw")
    wait_until(player, lambda: scene.table.bust.misfit is not None)
    assert not player.wait(1500, lambda: scene.table.bust.misfit is None)
    wait_until(player, lambda: scene.table.bust.misfit is None)


def test_a_bust_is_in_the_log_at_once_and_hides_the_last_roll_until_the_new_one():
    state = state_of(rows=["r6 b4", "r2 g1", "y6 r3"], displays=["y5"], pile="p1 g2 r4")
    player, scene = before(state, ("human", "easy", "easy"), faces=[YELLOW], speed="normal", language="de")
    table, seen = scene.table, []
    table.shown = table.shown._replace(roll=rules.Roll(0, STAR, ()))
    assert table.match_texts.roll(table.shown.roll) == ["kostete dich", "nichts"]
    player.point(640, 500)
    make_move(player, "do-draw")
    wait_until(player, lambda: table.bust.misfit is not None)
    assert next(table.history.newest()).line.text == "Du gehst zu weit"
    wait_until(player, lambda: seen.append(table.die.is_due) or table.die.throw is not None)
    assert all(seen[:-1]), "from the bust to the roll the last roll is out of date"
    wait_until(player, lambda: not table.die.is_away)
    assert not table.die.is_due
    assert table.match_texts.roll(table.shown.roll, ".short") == ["kostete dich", "5 Punkte"]


def test_a_rivals_roll_without_effect_needs_no_banner_and_none_covers_the_own_decision():
    for displays, is_told in (["", "b2"], False), (["", "y5"], True):
        state = state_of(turn=1, active_seat=1, rows=["die r2"], displays=displays, pile="p1 g2")
        _player, scene = before(state, ("human", "easy", "easy"), speed="normal")
        table, view = scene.table, scene.match.view(0)
        lost = view.displays[1] if is_told else ()
        rolled = view._replace(roll=rules.Roll(1, YELLOW, lost))
        assert list(table.script(DieRolled(1, YELLOW), rolled))
        assert table.die.is_announced == is_told
        assert table.popups.rises_at(table.panels[1].change) != is_told, "a short sign says that nothing is lost"
        table.viewer_decides = True
        table.update(16.0)
        assert not table.die.is_announced


@pytest.mark.parametrize("speed", ["normal", "off"])
def test_the_banner_of_a_roll_ends_with_the_turn_where_the_loss_was_shown(speed):
    state = state_of(turn=1, active_seat=1, rows=["die r2"], displays=["", "y5"], pile="p1 g2")
    _player, scene = before(state, ("human", "easy", "easy"), speed=speed)
    table, view = scene.table, scene.match.view(0)
    rolled = view._replace(roll=rules.Roll(1, YELLOW, view.displays[1]))
    assert list(table.script(DieRolled(1, YELLOW), rolled))
    assert table.die.is_announced
    assert list(table.script(push_events.TurnStarted(2), rolled))
    assert table.die.is_announced == (speed == "off")


def roll_of(open_cards: str, face: int, seats: int = 6) -> tuple[float, float]:
    """Return how long a rival's die tumbles, and how long its result is seen, in milliseconds."""
    kinds = ("human", *["easy"] * (seats - 1))
    state = state_of(seats=seats, turn=1, active_seat=1, rows=["die r2"], displays=["", open_cards], pile="p1 g2")
    _player, scene = before(state, kinds, speed="normal")
    table, view = scene.table, scene.match.view(0)
    lost = tuple(card for card in view.displays[1] if COLOUR_OF[card] == face)
    script = table.script(DieRolled(1, face), view._replace(roll=rules.Roll(1, face, lost)))
    waits = [(wait, table.die.throw is not None) for wait in script]
    return sum(wait for wait, rolls in waits if rolls), sum(wait for wait, rolls in waits if not rolls)


def test_a_rivals_roll_is_slow_by_what_it_can_cost_and_tells_nothing_of_its_result():
    harmless, small, great = (roll_of(cards, STAR) for cards in ("", "y2", "y6 y5 y4"))
    assert harmless[0] < small[0] < great[0] / 2
    assert roll_of("y6 y5 y4", YELLOW)[0] == great[0]
    # what was lost is seen longer than what was not; then the die leaves
    assert roll_of("y6 y5 y4", YELLOW)[1] > 3 * (great[1] - LEAVE_MS)
    assert harmless[1] == LEAVE_MS


def test_a_rivals_harmless_roll_shows_no_sign_and_a_lost_one_is_heard():
    for cards, face, sounds, sign in (
        ("", YELLOW, ["die"], False),
        ("b2", YELLOW, ["die", "claim"], True),
        ("y5", YELLOW, ["die", "bust"], False),
    ):
        state = state_of(turn=1, active_seat=1, rows=["die r2"], displays=["", cards], pile="p1 g2")
        _player, scene = before(state, ("human", "easy", "easy"), speed="normal")
        table, view, played = scene.table, scene.match.view(0), []
        table.context.audio.play = lambda sound, volume=1.0, played=played: played.append(sound)
        lost = tuple(card for card in view.displays[1] if COLOUR_OF[card] == face)
        assert list(table.script(DieRolled(1, face), view._replace(roll=rules.Roll(1, face, lost))))
        assert played == sounds
        assert bool(table.popups.rises_at(table.panels[1].change)) == sign


def after_a_rivals_roll(cards: str) -> tuple:
    """Return the table after a rival's roll that costs all of its cards, and what is seen then."""
    state = state_of(turn=1, active_seat=1, rows=["die r2"], displays=["", cards], pile="p1 g2")
    _player, scene = before(state, ("human", "easy", "easy"), speed="normal")
    table, view = scene.table, scene.match.view(0)
    rolled = view._replace(roll=rules.Roll(1, YELLOW, view.displays[1]))
    assert list(table.script(DieRolled(1, YELLOW), rolled))
    return table, rolled


def test_the_die_of_a_rivals_lost_roll_leaves_with_the_last_lost_card():
    table, rolled = after_a_rivals_roll("y5 y2")
    gone = rolled._replace(displays=((), (), ()))
    lies = [wait for wait in table.script(CardsLost(1, rolled.displays[1]), gone) if table.die.result]
    assert lies
    assert sum(lies) < 250


def test_a_rivals_bust_stays_by_its_stake_at_any_number_of_seats():
    def banner(rows: list[str]) -> float:
        state = state_of(seats=6, turn=1, active_seat=1, rows=rows, pile="p1 g2")
        _player, scene = before(state, ("human", *["easy"] * 5), speed="normal")
        return scene.table.tempo.bust_shares(1)[0]

    assert banner(["r6 b4", "r2 g1", "y6 r3"]) > banner(["r1", "r2", "r3"]) > 0.4


def test_the_cost_of_a_roll_goes_when_the_next_turn_begins():
    table, rolled = after_a_rivals_roll("y5")
    assert table.scripts.roll_is_news
    assert list(table.script(push_events.TurnStarted(2), rolled))
    assert not table.scripts.roll_is_news


def test_only_a_card_to_be_placed_is_highlighted():
    for pile, mark in (("p1 g2 r4", "rest"), ("p1 r4 dir", "rest"), ("p1 r4 p3", "legal")):
        state = state_of(rows=["r6 b4", "r2 g1", "y6 r3"], pile=pile)
        player, scene = before(state, ("human", "easy", "easy"), faces=[STAR], speed="normal")
        player.point(640, 500)
        make_move(player, "do-draw")
        wait_until(player, lambda scene=scene: bool(scene.table.shown.card))
        card = scene.table.shown.card
        wait_until(player, lambda scene=scene, card=card: card in scene.table.layer.sprites)
        assert scene.table.layer.sprites[card].place.state == mark


@pytest.mark.parametrize(
    ("speed", "still", "by"),
    [("normal", False, "mouse"), ("normal", False, "touch"), ("fast", False, "key"), ("normal", True, "touch")],
)
def test_a_tap_skips_one_step_of_ones_own_bust_but_not_the_roll(speed, still, by):
    state = state_of(rows=["r6 b4", "r2 g1", "y6 r3"], displays=["y5 y1 b2"], pile="p1 g2 r4")
    player, scene = before(state, ("human", "easy", "easy"), faces=[YELLOW], speed=speed)
    player.app.context.settings.reduced_motion = still
    table = scene.table

    def tap():
        if by == "key":
            player.press(pygame.K_RETURN, "\r")
        else:
            player.point(1200, 560, touch=by == "touch")

    player.point(640, 500)
    make_move(player, "do-draw")
    tap()
    assert table.bust.misfit, "what comes of it is not leapt over"
    tap()
    assert table.bust.misfit, "nobody has read it yet"
    player.wait(450)
    tap()
    assert table.bust.misfit is None
    assert bool(table.die.throw) == (not still)
    if not still:
        player.wait(250)
        tap()
    assert not table.die.throw
    assert table.shown.roll.face == YELLOW
    tap()
    assert not player.wait(600, lambda: len(table.shown.displays[0]) < 3), "the result is there to be read"
    player.wait(150)
    tap()
    assert not scene.director.busy
    assert len(table.shown.displays[0]) == 1


def test_without_animation_the_result_of_ones_own_roll_can_still_be_read():
    state = state_of(rows=["r6 b4", "r2 g1", "y6 r3"], displays=["y5"], pile="p1 g2 r4")
    player, scene = before(state, ("human", "easy", "easy"), faces=[YELLOW])
    make_move(player, "do-draw")
    wait_until(player, lambda: scene.table.shown.roll is not None)
    assert not player.wait(600, lambda: not scene.table.shown.displays[0])
    wait_until(player, lambda: not scene.table.shown.displays[0])


@pytest.mark.parametrize(
    ("face", "displays", "title", "text"),
    [
        (YELLOW, ["y5 y1 b2"], "6 points gone!", "You lose all open cards in yellow"),
        (YELLOW, ["b2"], "Nothing lost!", "You have nothing open in yellow"),
        (STAR, ["y5 y1 b2"], "Nothing lost!", "A star: You keep everything"),
    ],
)
def test_a_roll_is_large_slows_down_and_tells_its_cost(face, displays, title, text):
    state = state_of(rows=["r6 b4", "r2 g1", "y6 r3"], displays=displays, pile="p1 g2 r4")
    player, scene = before(state, ("human", "easy", "easy"), faces=[face], speed="normal", language="en")
    player.point(640, 500)
    make_move(player, "do-draw")
    table, faces_up, endangered = scene.table, [], set()
    die = table.die
    wait_until(player, lambda: die.throw is not None)
    while die.throw:
        seat, up, rolling = die.threatened()
        assert (seat, rolling) == (0, True)
        faces_up.append(up)
        endangered.add(up)
        player.draw()
        player.wait(16)
    lasted = [len(list(group)) for _face, group in groupby(faces_up)]
    assert lasted[-2] > 2 * lasted[1], "it slows down before the last face comes up"
    assert len(endangered) == FACES
    assert die.result
    assert die.result.face == face
    assert die.is_announced
    assert table.match_texts.outcome(die.result) == (title, text)
    assert table.spots.stage.die.w >= 120
    player.draw()
    wait_until(player, lambda: not die.is_away)
    wait_until(player, lambda: not die.is_announced)


@pytest.mark.parametrize(("displays", "least", "most"), [([""], 900, 1300), (["b2"], 2300, 2800)])
def test_a_roll_that_can_cost_nothing_is_short(displays, least, most):
    state = state_of(rows=["r6 b4", "r2 g1", "y6 r3"], displays=displays, pile="p1 g2 r4")
    player, scene = before(state, ("human", "easy", "easy"), faces=[YELLOW], speed="normal")
    player.point(640, 500)
    make_move(player, "do-draw")
    die, clock = scene.table.die, player.clock
    wait_until(player, lambda: die.throw is not None)
    since = clock.now_ms()
    wait_until(player, lambda: not die.is_away)
    assert least < clock.now_ms() - since < most


def test_with_reduced_motion_the_die_lies_still():
    state = state_of(rows=["die r2"], displays=["r6"], pile="p1 g2")
    player, scene = before(state, ("human", "easy", "easy"), faces=[RED], speed="normal")
    player.app.context.settings.reduced_motion = True
    player.point(640, 500)
    make_move(player, "do-stop")
    wait_until(player, lambda: scene.table.shown.roll is not None)
    assert not scene.table.die.throw
    wait_until(player, lambda: not scene.table.shown.displays[0])


def test_a_row_left_over_is_discarded():
    state = state_of(seats=2, rows=["r6", "b4", "y1"], pile="p1 g2")
    player, scene = before(state, ("human", "human"))
    make_move(player, "do-stop")
    for _ in range(2):
        wait_until(player, lambda: any(id_.startswith("do-take") for id_ in offered_moves(player)))
        player.tap(offered_moves(player)[0])
    happened = [event for events in scene.match.events for event in events]
    assert [event.row for event in happened if isinstance(event, RowDiscarded)] == [2]
    wait_until(player, lambda: "do-draw" in offered_moves(player))
    assert scene.table.shown.rows == ()


# ---- order, risk, totals, hint, notes -------------------------------------------------------------------


@pytest.mark.parametrize(("directions", "order"), [(0, (0, 1, 2)), (1, (0, 2, 1)), (2, (0, 1, 2))])
def test_the_arrow_follows_the_direction_cards(directions, order):
    player, scene = before(state_of(rows=["r6"], directions=directions, pile="p1 g2"))
    wait_until(player, lambda: bool(offered_moves(player)))
    assert scene.table.shown.order == order
    names = [scene.table.name(seat) for seat in order]
    assert player.app.context.texts.listed(names) in scene.table.spoken(scene.match.view(0))


def test_the_risk_is_exact_and_never_rounded_to_zero():
    # of the four cards left one fits nowhere
    state = state_of(rows=["r6 b4", "r2 g1", "y6 r3"], pile="p5 p4 die r4")
    player, scene = before(state)
    wait_until(player, lambda: bool(offered_moves(player)))
    assert scene.table.counts.risk() == 25
    player, scene = before(state._replace(pile=state.pile[:3]))
    wait_until(player, lambda: bool(offered_moves(player)))
    assert scene.table.counts.risk() == 0
    # one of eight: half a per cent counts as a whole one
    player, scene = before(state_of(rows=["r6 b4", "r2 g1", "y6 r3"], pile="p5 p4 die r4 p1 p2 p3 die"))
    wait_until(player, lambda: bool(offered_moves(player)))
    assert scene.table.counts.risk() == 13


def test_screen_readers_say_who_gets_a_row_and_what_is_secured():
    kinds = ("human", *["easy"] * 5)
    state = state_of(seats=6, rows=["r6", "b1"], displays=["", "y5"], secured=["", "g3 g4"], pile="p1 g2")
    player, scene = before(state, kinds)
    wait_until(player, lambda: "do-stop" in offered_moves(player))
    names = scene.table.context.texts.listed
    assert f"gehen an {names(['Toni', 'Frida', 'Ole'])}." in scene.table.spoken(scene.match.view(0))
    label = scene.items.find("explain-1").label
    assert "Gelb 5" in label
    assert "2 Karten gesichert" in label
    player.tap("do-stop")
    wait_until(player, lambda: "do-take-0" in offered_moves(player))
    assert f"gehen an {names(['Toni', 'Frida'])}." in scene.table.spoken(scene.match.view(0))


def test_while_a_card_is_placed_the_risk_of_drawing_it_stays():
    # one of four cards fits nowhere; the drawn one does
    state = state_of(rows=["r6 b4", "r2 g1", "y6 r3"], pile="p5 p4 r4 p3")
    player, scene = before(state)
    wait_until(player, lambda: "do-draw" in offered_moves(player))
    assert scene.table.counts.risk() == 25
    player.tap("do-draw")
    wait_until(player, lambda: bool(scene.table.shown.card) and bool(offered_moves(player)))
    assert scene.table.counts.risk() == 25
    player.tap(offered_moves(player)[0])
    wait_until(player, lambda: "do-draw" in offered_moves(player))
    assert scene.table.counts.risk() == 33


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("options", [{"sums": False}, {"risk": False}, {"sums": False, "risk": False}])
def test_the_display_aids_can_be_switched_off(size, options):
    pictures = []
    for chosen in ({}, options):
        match = match_of(("human", "normal", "normal"), 6, **chosen)
        player = at_table(match, size)
        for _ in range(8):
            wait_until(player, lambda player=player: bool(offered_moves(player)))
            player.tap(offered_moves(player)[0])
        wait_until(player, lambda player=player: bool(offered_moves(player)))
        pictures.append(pygame.image.tobytes(player.draw(), "RGB"))
        labels = " ".join(item.label for item in player.items)
        told = "isiko" in labels or "jede Karte passt" in labels
        assert told == chosen.get("risk", True) or "do-draw" not in offered_moves(player)
    assert pictures[0] != pictures[1]


def test_the_hint_points_at_the_move_of_hard():
    match = match_of(("human", "normal", "normal"), 6, host_starts=True)
    player = at_table(match)
    for _ in range(10):
        wait_until(player, lambda: bool(offered_moves(player)))
        player.tap("hint")
        scene = scene_of(player)
        action = scene.advice.action
        assert action in rules.legal_actions(match.state)
        assert player.scene.items.focus == scene.table.item_of(action)
        player.draw()
        player.use_by_keys(scene.table.item_of(action))


def test_the_hint_calls_a_rows_worth_after_its_roll_an_estimate():
    player, scene = before(state_of(rows=["r6 die", "b1"], displays=["y5 g6"], pile="r1 y2 p2 b5"))
    make_move(player, "do-draw")
    wait_until(player, lambda: "do-place-0" in offered_moves(player))
    for target, said in ((0, ("Reihe 1 nach dem Wurf", "etwa +7")), (2, ("Reihe 3 bringt", "+5"))):
        advice = bots.explain_action(rules.view(scene.match.state, 0), place(target))
        assert scene.table.hint_row(*advice.numbers[0], advice) == said


def test_a_hint_for_a_plain_row_tells_what_a_roll_leaves_of_a_larger_one():
    state = state_of(rows=["b6 r5", "g6 p4 y3 die"], displays=["p6 b6"], pile="g5", phase=Phase.TAKE)
    _player, scene = before(state)
    seen = rules.view(state, 0)
    scene.table.sync(seen)
    advice = bots.explain_action(seen, rules.Action(rules.Verb.TAKE, 0))
    told = [scene.table.hint_row(*number, advice) for number in advice.numbers]
    assert told == [("Reihe 1 bringt", "+11"), ("Reihe 2 nach dem Wurf", "etwa +9")]


def test_a_hint_to_take_a_row_with_a_roll_adds_up_what_it_brings():
    state = state_of(rows=["b6 die", "r1"], displays=["p5"], pile="g5", phase=Phase.TAKE)
    _player, scene = before(state)
    seen = rules.view(state, 0)
    scene.table.sync(seen)
    advice = bots.explain_action(seen, rules.Action(rules.Verb.TAKE, 0))
    told = [row for number in advice.numbers if (row := scene.table.hint_row(*number, advice))]
    assert told == [("Mit Wurf etwa", "6 − 2 = +4".replace(" ", "\u00a0"))]


def test_a_hint_names_whole_points_to_secure_and_compares_with_securing_the_best_colour():
    pile = " ".join(f"{colour}{value}" for colour in "rybgp" for value in range(1, 7))
    state = state_of(seats=6, displays=["r5 r4 b2 y6 y2"], pile=f"{pile} {pile}")
    _player, scene = before(state, ("human", *["easy"] * 5))
    seen, game = rules.view(scene.match.state, 0), scene.match.game
    advice = game.hints.explain(seen)
    figures = dict(advice.numbers)
    assert figures["hint.secure"] == ceil(lookahead.least_to_secure(seen)) > lookahead.least_to_secure(seen)
    told = [scene.table.hint_row(*number, advice) for number in advice.numbers]
    assert told == [("Beste offene Farbe", "9"), ("Bei sechs am Tisch sichern ab", f"{figures['hint.secure']:.0f}")]
    assert game.play_outs.candidates(seen) == [DRAW, secure(RED)]


def test_a_hint_near_the_end_names_no_points_to_secure():
    view = rules.view(state_of(seats=6, displays=["r5 r4 b2 y6 y2"], pile="r1 y1 p2 b5 g2 g3 p4 p5"), 0)
    assert lookahead.least_to_secure(view) > 90
    assert dict(bots.explain(view).numbers).keys() == {"hint.colour"}


def test_a_hint_to_draw_rings_a_row_only_if_its_reason_names_one():
    for rows, rung in (["die"], 0), (["y5", "die g5"], 1), (["r6 b4 g2", "r2 g1 b3", "y6 r3 die"], 1):
        _player, scene = before(state_of(rows=rows, pile="p1 g2 r4 y3 p5 p6 y1 b2")._replace(phase=Phase.DECIDE))
        advice = bots.explain_action(rules.view(scene.match.state, 0), DRAW)
        assert len(scene.table.marked(advice)) == rung, advice.why


@pytest.mark.parametrize("size", SIZES)
def test_a_panels_note_lists_the_open_cards_of_its_seat(size):
    state = state_of(displays=["r1", "r6 y5 b4"], secured=["g3", "p2 p3"], pile="p1 g2")
    player, scene = before(state, ("human", "easy", "easy"), size=size)
    wait_until(player, lambda: bool(offered_moves(player)))
    player.tap("explain-1")
    player.wait(50)
    title, body, cards = scene.table.notes.of_seat(1)
    assert "Frida" in title
    assert "2" in body
    assert sorted(cards) == sorted(state.store.displays[1])
    assert scene.table.notes.of_seat(0)[2] == state.store.secured[0]
    plain = pygame.image.tobytes(player.draw(), "RGB")
    player.point(5, 5)
    player.wait(400)
    assert pygame.image.tobytes(player.draw(), "RGB") != plain


@pytest.mark.parametrize("size", SIZES)
def test_p7_the_discard_can_be_looked_through(size):
    player = at_table(match_of(("human", "easy", "easy"), host_starts=True), size)
    wait_until(player, lambda: bool(offered_moves(player)))
    assert "explain-discard" not in player.ids()
    player, scene = before(state_of(pile="y1 y1 y1 die p1"), ("human", "easy", "easy"), size=size)
    wait_until(player, lambda: bool(offered_moves(player)))
    title, others, cards = scene.table.notes.of_discard()
    assert "115" in title
    assert others == "17 Würfelkarten, 12 Richtungskarten"
    assert len(cards) == 86
    assert not set(copies_of("y1")) & set(cards)
    label = scene.items.find("explain-discard").label
    assert "Lila 1" in label
    assert "Gelb 1" not in label
    plain = pygame.image.tobytes(player.draw(), "RGB")
    player.tap("explain-discard")
    player.wait(50)
    assert pygame.image.tobytes(player.draw(), "RGB") != plain


def test_every_move_has_words_in_both_languages():
    """Every action as the hint names it, every event as the log and the last move tell it."""
    for language in ("de", "en"):
        match = match_of(("human", "normal", "hard"), 9)
        table = scene_of(at_table(match, language=language)).table
        rng, said = Rng(2), set()
        while not match.is_over:
            action = rng.choice(rules.legal_actions(match.state))
            said.add((action.verb, table.match_texts.action(action, match.view(rules.to_move(match.state)))))
            for event in match.apply(action):
                for line in table.log_lines(event):
                    assert "{" not in line.text
                assert "{" not in table.match_texts.move(event)
            for own in (True, False):
                for short in (True, False):
                    assert "{" not in table.match_texts.prompt(
                        match.view(max(0, rules.to_move(match.state))), own, short
                    )
            assert "{" not in table.spoken(match.view(0))
        assert {verb for verb, _words in said} == set(Verb)
        assert len({text for verb, text in said if verb == Verb.SECURE}) == 5


def test_a_table_with_several_people_and_a_bot_is_played_on():
    match = match_of(("human", "human", "easy"), 11, host_starts=True)
    player = at_table(match)
    seen = set()
    for _ in range(30):
        wait_until(player, lambda: bool(offered_moves(player)))
        assert scene_of(player).viewer == rules.to_move(match.state)
        seen.add(scene_of(player).viewer)
        player.tap(offered_moves(player)[-1])
    assert seen == {0, 1}
    assert secure(RED) not in match.actions or DRAW in match.actions


@pytest.mark.parametrize("seats", range(2, 7))
def test_key_caps_of_rows_do_not_cover_the_pills_of_last_moves(seats, monkeypatch):
    match = match_of(("human", *["easy"] * (seats - 1)), seed=4)
    player = at_table(match, WIDE)
    for _ in range(30):
        wait_until(player, lambda: offered_moves(player), 30_000)
        if any(id_.startswith("do-take") for id_ in offered_moves(player)):
            break
        player.tap(offered_moves(player)[-1])
    caps = []
    for widget in player.scene.widgets:
        if isinstance(widget, Target) and widget.cap:
            drawn = []
            monkeypatch.setattr(
                Canvas, "put_centred", lambda _canvas, _picture, x, y, drawn=drawn: drawn.append((x, y))
            )
            widget.draw(Canvas(player.screen, player.app.context.frame), player.scene.items)
            caps.append(drawn[-1])
    assert caps
    # half a cap and half a pill of large text
    reach = 16 + 18
    for panel in player.scene.table.panels.values():
        assert all(abs(y - panel.last[1]) >= reach for _x, y in caps)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("display", ["r4 b6", "r6 b6 g6 y6 p6"])
def test_the_label_of_ones_own_points_is_not_cut_at_large_text(display, language, monkeypatch):
    shown: list[tuple[str, str]] = []
    cut = fonts.cut
    monkeypatch.setattr(fonts, "cut", lambda text, *how: shown.append((text, cut(text, *how))) or shown[-1][1])
    state = state_of(rows=["r6 b4"], pile="p1 g2 r3", displays=[display])
    player, scene = before(state, ("human", "easy", "easy"), language=language)
    player.app.context.settings.scale = 1.3
    player.app.context.settings_changed()
    player.wait(32)
    shown.clear()
    player.draw()
    assert scene.table.kit.text_scale > 1.2 * scene.table.kit.scale
    word = player.app.context.texts("push.shown")
    assert all(text == drawn for text, drawn in shown if text == word), shown


def test_at_six_seats_a_hint_takes_the_room_of_buttons():
    state = state_of(rows=["r4 b5 p3", "r1 b6", "y6"], pile="p1 g2 r3", seats=6)
    player, scene = before(state, ("human", *["expert"] * 5), size=PHONE, speed="fast")
    player.app.context.settings.scale = 1.3
    player.app.context.settings_changed()
    wait_until(player, lambda: "do-stop" in offered_moves(player))
    player.tap("do-stop")
    wait_until(player, lambda: "do-take-0" in offered_moves(player))
    before_it = scene.table.spots.rows[0].h
    player.tap("hint")
    spots = scene.table.spots
    assert spots.rows[0].h > 0.8 * before_it
    assert overlap(spots.dock, bounds((*spots.rows, spots.tray))) == 0
