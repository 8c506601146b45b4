"""dnuP at the table: whole games by hand, every event shown, turning cards, and secret hands."""

from itertools import pairwise

import pygame
import pytest
from dnup_player import PHONE, id_of, is_asked, match_of, played_until, player_at, sit
from dnup_states import state_of
from player import Player
from pygame import Surface
from table_player import check_sounds, frames_of, items_for

from game.ai import second_look
from game.core.rng import Rng
from game.engine import log_panel
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.history import HistoryRow
from game.engine.kit import Kit
from game.engine.layout import Box, overlap
from game.engine.match_texts import LogLine
from game.engine.palette import CREAM
from game.games.dnup import events as happenings
from game.games.dnup import layout, rules
from game.games.dnup.choice import set_id
from game.games.dnup.deck import ACTIVE, HIDDEN, number_of, turned
from game.games.dnup.faces import RATIO
from game.games.dnup.places import seen_of
from game.games.dnup.presentation import DnupPresentation
from game.games.dnup.rules import Action, Phase, Verb, play_of
from game.games.dnup.table import DnupTable
from game.scenes.table import table_hint
from game.scenes.table.pause import Pause

SHOWN = DnupPresentation()


# ---- every event ------------------------------------------------------------------------------------


def test_the_faces_of_a_rivals_hand_are_never_shown():
    match = match_of("hbb", 4)
    table = sit(match).scene.table
    rng = Rng(1)
    while not match.is_over and len(match.actions) < 60:
        told = match.apply(rng.choice(rules.legal_actions(match.state)))
        view = match.view(0)
        for event in told:
            seen = rules.visible(event, 0)
            if isinstance(seen, happenings.HandTurned) and seen.seat:
                assert set(seen.hand) <= {HIDDEN}
            for _ in table.script(seen, view):
                pass
        open_cards = {number_of(card) for cards in (*view.sets, view.hand) for card in cards}
        assert {key for key in table.layer.sprites if isinstance(key, int)} == open_cards


def test_turning_the_hand_rotates_every_card_in_its_place():
    player = player_at(match_of("hb"), state_of("1/9 3/8 5/7", "2/4"), speed="normal")
    before = {key: (s.place.x, s.place.y) for key, s in player.scene.table.layer.sprites.items() if key in range(1, 41)}
    hand = player.scene.match.state.hands[0]
    player.tap("do-turn")
    frames = frames_of(player, 420)
    for card in hand:
        seen = [frame[number_of(card)] for frame in frames]
        angles = {one.face for one in seen if "@" in one.face}
        assert len(angles) >= 5
        assert {(one.x, one.y) for one in seen if "@" in one.face} == {before[number_of(card)]}
    player.wait(1500)
    assert [ACTIVE[card] for card, _spot in player.scene.table.hand_spots()] == [7, 8, 9]


def test_bots_think_half_as_long_at_a_crowded_table():
    tables = [sit(match_of(row)).scene.table for row in ("hbb", "hbbb", "hbbbb")]
    assert [table.thinking_time(table.view, rules.TURN) for table in tables] == [1.0, 0.5, 0.5]
    tables[-1].teaches = True
    assert tables[-1].thinking_time(tables[-1].view, rules.TURN) == 1.0


def test_a_rivals_hand_turns_in_its_place_card_by_card():
    match = match_of("hbb")
    match.state = state_of("1/9 3/8", "2/4 2/5 2/6", "6/7")
    table = DnupTable(sit(match, speed="normal").app.context, match.seats, 0, match.view(0))
    script = table.script(happenings.HandTurned(1, (HIDDEN,) * 3), match.view(0))
    next(script)
    assert table.scripts.turning == 1, "the backs that lie there make way for those that turn"
    turning = [sprite for sprite, _tween in table.layer._flying]
    places = {(sprite.x, sprite.y) for sprite in turning}
    assert len(places) == 3
    faces = set()
    for _ in range(28):
        table.update(16)
        faces |= {sprite.face for sprite in turning}
        assert {(sprite.x, sprite.y) for sprite in turning} == places
    assert len([face for face in faces if "@" in face]) >= 5
    list(script)
    assert table.scripts.turning == -1


def test_a_beaten_set_turns_in_place_and_then_moves_to_the_hand():
    match = match_of("hhb")
    state = state_of("6/1 8/2", "9/1 3/4", "7/1", sets={1: "5/8"})
    match.state = state
    player = sit(match)
    table = DnupTable(player.app.context, match.seats, 1, match.view(1))
    card = state.sets[1][0]
    start = table.places.set_spots(1, 1)[0]
    seen = []
    told = match.apply(play_of((state.hands[0][0],)))
    player.app.context.settings.speed = "normal"
    for event in told:
        for wait in table.script(rules.visible(event, 1), match.view(1)):
            for _ in range(int(wait / 16) + 1):
                table.update(16)
                sprite = table.layer.sprites[number_of(card)]
                seen.append((sprite.face, round(sprite.x), round(sprite.y)))
    turning = [(x, y) for face, x, y in seen if "@" in face]
    assert len(turning) >= 5
    assert set(turning) == {(round(start.x), round(start.y))}
    assert seen[-1][0] == f"c{card ^ 1}"
    assert card ^ 1 in table.shown.hand


def test_each_kind_of_event_has_its_own_sound(monkeypatch):
    match = match_of("hbb")
    match.state = state_of("1/9 3/8", "2/4", "6/7", sets={1: "5/8", 2: "4/6 4/7"})
    table = DnupTable(sit(match).app.context, match.seats, 0, match.view(0))
    sets = match.state.sets
    events = {
        "round": happenings.RoundStarted(2, 1),
        "deal": happenings.HandsDealt(((2, 4), (HIDDEN,) * 2, (HIDDEN,) * 2)),
        "away": happenings.SetDiscarded(1, 1, sets[1], False),
        "back": happenings.SetReturned(1, 1, sets[1], 0),
        "taken": happenings.SetTaken(0, 1, 1, sets[1]),
        "played": happenings.SetPlayed(1, 1, sets[1], 1),
        "added": happenings.CardAdded(0, 1, 1, 6, 2, 1),
        "turned": happenings.HandTurned(0, turned(match.state.hands[0])),
        "out": happenings.WentOut(1, 0, 2),
        "broken": happenings.RoundBroken(300),
    }
    check_sounds(table, match.view(0), events, monkeypatch, afresh=True)


# ---- choices ----------------------------------------------------------------------------------------


def test_tapping_a_card_chooses_it_and_deselects_other_values():
    player = player_at(match_of("hbb"), state_of("7/1 7/3 5/8", "2/4", "6/7"))
    table = player.scene.table
    first, second, third = player.scene.match.state.hands[0]
    player.tap(id_of(first))
    player.tap(id_of(second))
    assert table.choice.cards == [first, second]
    assert "do-play" in player.ids()
    player.tap(id_of(second))
    assert table.choice.cards == [first]
    player.tap(id_of(third))
    assert table.choice.cards == [third]
    player.press(pygame.K_ESCAPE)
    assert table.choice.cards == []
    assert "do-play" not in player.ids()
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, Pause)


def test_the_play_button_names_the_set_that_would_be_beaten():
    """The button tells whose set comes back, and how, before the cards are played."""
    player = player_at(match_of("hbb"), state_of("7/1 3/4", "2/4", "6/7", sets={1: "5/8"}))
    table, match = player.scene.table, player.scene.match
    player.tap(id_of(match.state.hands[0][0]))
    beaten = match.state.sets[1]
    label = next(item.label for item in player.items if item.id == "do-play")
    assert table.text("play_beats", set=table.match_texts.set(beaten), name="Frida") in label
    heading, cards = table.coming_back()
    assert "Frida" in heading
    assert cards == (beaten[0] ^ 1,)
    assert table.layer.sprites[number_of(beaten[0])].place.state == "legal"


def test_tapping_a_set_that_the_choice_beats_plays_the_choice():
    player = player_at(match_of("hbb"), state_of("7/1 3/4", "2/4", "6/7", sets={1: "5/8"}))
    match = player.scene.match
    card = match.state.hands[0][0]
    player.tap(id_of(card))
    player.tap("card-set-1")
    assert match.actions == [play_of((card,))]


def test_the_add_button_names_the_set_that_would_be_beaten():
    """The set that grows beats one of its new size; the own lone card would not be high enough."""
    player = player_at(match_of("hbb"), state_of("5/7 3/4", "2/4", "6/7", sets={1: "5/8", 2: "4/6 4/7"}))
    table, match = player.scene.table, player.scene.match
    player.tap(id_of(match.state.hands[0][0]))
    label = next(item.label for item in player.items if item.id == "do-add")
    assert table.text("add_beats", owner="Frida", name="Ole") in label
    heading, cards = table.coming_back()
    assert "Ole" in heading
    assert cards == turned(match.state.sets[2])
    states = {place: table.layer.sprites[number_of(match.state.sets[place][0])].place.state for place in (1, 2)}
    assert states == {1: "legal", 2: "legal"}


def test_sets_that_can_be_taken_are_framed_until_cards_are_chosen():
    player = player_at(match_of("hbb"), state_of("5/7 3/4", "2/4", "6/7", sets={1: "8/2 8/3", 2: "9/3"}))
    table, match = player.scene.table, player.scene.match

    def framed():
        return [table.layer.sprites[number_of(match.state.sets[place][0])].place.state == "legal" for place in (1, 2)]

    assert framed() == [True, True]
    player.tap(id_of(match.state.hands[0][0]))
    assert framed() == [False, False]
    table.unchoose()
    player.app.context.settings.show_legal = False
    table.arrange()
    assert framed() == [False, False]


def test_the_preview_is_that_of_the_button_pointed_at():
    """The same card can be played, which beats no set, or added, which beats one."""
    player = player_at(match_of("hbb"), state_of("5/7 3/4", "2/4", "6/7", sets={1: "5/8 5/1", 2: "4/6 4/7 4/8"}))
    table, match = player.scene.table, player.scene.match
    player.use_by_keys(id_of(match.state.hands[0][0]))
    assert table.coming_back() == ("", ())
    for item in ("do-add", "card-set-1"):
        player.walk_to(item)
        player.wait(50)
        assert table.coming_back()[1] == turned(match.state.sets[2])
    player.walk_to("do-play")
    player.wait(50)
    assert table.coming_back() == ("", ())


def test_a_choice_that_is_not_allowed_says_why():
    player = player_at(match_of("hbb"), state_of("5/7 5/8 3/4", "2/4", "6/7", sets={1: "8/2"}))
    match, context = player.scene.match, player.app.context
    player.tap(id_of(match.state.hands[0][0]))
    said = next(item.label for item in player.items if item.id == "do-play")
    assert player.scene.table.text("why.must_be_higher") in said
    for id_, reason in (("do-play", "must_be_higher"), ("card-set-1", "value_must_fit")):
        heard: list[str] = []
        context.notices = heard
        player.scene.use(player.scene.items.find(id_))
        assert heard == [context.texts(f"reason.{reason}", size=1, value=8)]
    assert not match.actions


def test_the_prompt_is_not_drawn_under_a_message(monkeypatch):
    player = player_at(match_of("hbb"), state_of("5/7 5/8 3/4", "2/4", "6/7", sets={1: "8/2"}))
    drawn = []
    monkeypatch.setattr(player.scene.table, "draw_prompt", lambda canvas, text, *place: drawn.append(text))
    player.wait(400)
    player.draw()
    assert drawn
    player.app.context.tell("notice.muted")
    player.wait(400)
    drawn.clear()
    player.draw()
    assert player.app.toasts.shown
    assert not drawn
    player.wait(5000)
    player.draw()
    assert drawn


def test_the_thinking_player_is_not_named_below_the_end_of_a_round(monkeypatch):
    player = player_at(match_of("hbb"), state_of("5/7 5/8 3/4", "2/4", "6/7", sets={1: "8/2"}))
    drawn = []
    monkeypatch.setattr(player.scene.table, "draw_prompt", lambda canvas, text, *place: drawn.append(text))
    player.wait(400)
    player.scene.table.scripts.banner_texts, player.scene.dirty = ("Runde vorbei", "Ole ist fertig"), True
    player.draw()
    assert not drawn
    player.scene.table.scripts.banner_texts, player.scene.dirty = None, True
    player.draw()
    assert drawn


def test_the_first_prompt_explains_that_cards_are_chosen():
    player = player_at(match_of("hbb"), state_of("5/7 5/8 3/4", "2/4", "6/7"))
    table = player.scene.table
    assert table.prompt(table.view) == table.text("prompt.choose")


def test_tapping_a_set_adds_the_chosen_card_that_fits():
    player = player_at(match_of("hbb"), state_of("5/7 3/4", "2/4", "6/7", sets={1: "5/8"}))
    match = player.scene.match
    card = match.state.hands[0][0]
    player.tap(id_of(card))
    assert "do-add" in player.ids()
    player.tap("card-set-1")
    assert match.actions == [Action(Verb.ADD, (card,), 1)]


def test_a_set_is_taken_only_by_its_button():
    player = player_at(match_of("hbb"), state_of("5/7 3/4", "2/4", "6/7", sets={1: "5/8"}))
    match = player.scene.match
    player.tap("card-set-1")
    assert not match.actions
    assert player.scene.table.coming_back()[1] == (match.state.sets[1][0] ^ 1,)
    player.tap("do-take")
    assert match.actions == [Action(Verb.TAKE, (), 1)]


def test_every_legal_action_can_be_carried_out():
    match = played_until(
        match_of("hb"), lambda match: match.state.turn == 0 and len(rules.legal_actions(match.state)) > 12
    )
    for action in rules.legal_actions(match.state):
        copy = match.at(len(match.actions))
        player = sit(copy)
        player.wait(300, lambda player=player: is_asked(player))
        for id_ in items_for(player.scene.table, action):
            player.tap(id_)
        assert copy.actions[len(match.actions)] == action


def test_turning_the_hand_can_be_undone_and_showing_a_card_cannot():
    match = played_until(match_of("hbb"), lambda match: match.state.turn == 0 and len(match.actions) > 5)
    player = sit(match)
    player.wait(300, lambda: is_asked(player))
    player.tap("do-turn")
    assert match.undo_length(0) is not None
    match.rewind(len(match.actions) - 1)
    fresh = next(action for action in rules.legal_actions(match.state) if action.verb == Verb.PLAY)
    told = match.apply(fresh)
    assert any(map(rules.reveals, told)) == (match.undo_length(0) is None)


def test_the_hint_names_a_move_and_one_chance_for_each_compared_move(monkeypatch):
    monkeypatch.setattr(second_look, "MOST", 12)
    monkeypatch.setattr(table_hint, "LOOK_MS", 600.0)
    match = played_until(match_of("hbb", 6), lambda match: match.state.turn == 0 and len(match.actions) > 5)
    player = sit(match)
    player.wait(200)
    player.tap("hint")
    assert player.wait(60_000, lambda: player.scene.table_hint.measured)
    assert player.scene.items.focus == player.scene.table.item_of(player.scene.advice.action)
    texts, comparison = player.app.context.texts, player.scene.table_hint._comparison
    comparison.figure = comparison.figure._replace(points=19, chances=(73, 54))
    player.tap("hint-more")
    panel_text = player.scene.table_hint.panel_text(player.scene.table)
    chances = [texts("hint.wins", count=chance) for chance in comparison.figure.chances]
    assert [value for _, value in panel_text.rows][:2] == chances
    assert sum("%" in value for _, value in panel_text.rows) == 2
    player.draw()
    # of moves that are about as good one chance is told, and what speaks for the other one
    comparison.figure = comparison.figure._replace(points=0, chances=(65, 65))
    equal = player.scene.table_hint.panel_text(player.scene.table)
    assert equal.rows[0] == (texts("hint.both"), texts("hint.both_win", count=65))
    other = player.scene.table.match_texts.action(comparison.figure.other, player.scene.table.view)
    why = next(advice.why for advice in comparison.possible if advice.action == comparison.figure.other)
    said = texts("hint.for_other", move=other, why=player.scene.table.match_texts.why(why))
    assert equal.figure == said


def test_hands_are_private_during_a_round_and_rounds_end_with_a_summary():
    match = match_of("hb")
    assert SHOWN.private(match.view(0)) == "unless_waived"
    assert not SHOWN.summary_due(match.view(0))
    over = match.view(0)._replace(phase=Phase.ROUND_OVER)
    assert SHOWN.private(over) == ""
    assert SHOWN.summary_due(over)


def test_the_rings_around_cards_of_the_hand_do_not_overlap():
    """In a long hand a card covers part of the one before it: a ring goes around the visible part."""
    match = match_of("hb", 3)
    table = sit(match).scene.table
    seen = seen_of(table.hand_spots())
    assert any(seen[card] != spot.box for card, spot in table.hand_spots())
    boxes = list(seen.values())
    assert not any(overlap(*both) > 1 for both in pairwise(boxes))


def test_a_player_who_was_out_is_back_in_the_next_round():
    """Also in a resumed match, where the last move is read from the events."""
    match = match_of("hbb", 3)
    table = sit(match).scene.table
    table.take_note(happenings.WentOut(1, 0, 2))
    assert table.moves.of(1) == table.moves.newest_of(1) != ""
    table.take_note(happenings.RoundStarted(2, 0))
    assert not table.moves.of(1)
    assert not table.moves.newest_of(1)


def test_the_name_of_a_rivals_new_set_is_said_on_the_set_alone(monkeypatch):
    player = player_at(match_of("hbb"), state_of("5/7 5/8 3/4", "2/4", "6/7", sets={1: "8/2 8/3", 2: "9/3"}))
    table, named = player.scene.table, []
    monkeypatch.setattr(Kit, "pill", lambda kit, text, *how, **more: named.append(text) or kit.line(text, 16, CREAM))
    name = table.match_texts.set(table.shown.sets[1])
    for text, count in ((name, 1), ("legt dazu", 1), (table.match_texts.set(table.shown.sets[2]), 2)):
        table.moves.note(1, text)
        named.clear()
        player.scene.dirty = True
        player.draw()
        assert (named.count(text), named.count(name)) == (count, 1)


@pytest.mark.parametrize(("size", "kept"), [((390, 844), True), ((1280, 720), False)])
def test_a_tall_table_tells_each_rivals_last_move_until_their_next_turn(size, kept, monkeypatch):
    hands = ("5/7 5/8 3/4", "2/4", "6/7", "8/1", "9/1")
    player = player_at(match_of("hbbbb"), state_of(*hands, sets={1: "8/2"}), size=size)
    table, named = player.scene.table, []
    monkeypatch.setattr(Kit, "pill", lambda kit, text, *how, **more: named.append(text) or kit.line(text, 16, CREAM))
    for seat, text in ((1, "dreht um"), (2, "legt an"), (3, "nimmt einen Satz")):
        table.moves.note(seat, text)
    for turn, told in ((0, {"dreht um", "legt an"}), (1, {"legt an"})):
        table.shown = table.shown._replace(turn=turn)
        named.clear()
        player.scene.dirty = True
        player.draw()
        assert {"dreht um", "legt an", "nimmt einen Satz"} & set(named) == {"nimmt einen Satz", *(told if kept else ())}
    table.mark(happenings.RoundStarted(2, 0))
    assert not any(map(table.moves.of, range(5)))


def test_the_own_place_says_whose_it_is_while_it_is_empty(monkeypatch):
    player, drawn = player_at(match_of("hbb"), state_of("5/7 5/8 3/4", "2/4", "6/7", sets={1: "8/2"})), []
    line = Kit.line
    monkeypatch.setattr(Kit, "line", lambda kit, text, *how: drawn.append(text) or line(kit, text, *how))
    player.scene.dirty = True
    player.draw()
    assert {"dein", "Platz"} <= set(drawn)
    drawn.clear()
    own = player_at(match_of("hbb"), state_of("5/7 5/8 3/4", "2/4", "6/7", sets={0: "8/2"}))
    own.draw()
    assert "Platz" not in drawn


@pytest.mark.parametrize("seats", ["hb", "hbb", "hbbbb"])
def test_on_an_upright_phone_all_labels_and_numbers_of_the_table_are_readable(seats):
    hands = ("5/7 5/8 3/4", *["2/4", "6/7", "3/5", "2/6"][: len(seats) - 1])
    player = player_at(match_of(seats), state_of(*hands, sets={1: "9/3"}), size=PHONE)
    table, pixels = player.scene.table, []
    kit, pill, line, sticker = table.kit, table.kit.pill, table.kit.line, table.kit.sticker
    kit.pill = lambda text, size, *look, **more: pixels.append(size * kit.text_scale) or pill(text, size, *look, **more)
    kit.line = lambda text, size, *look, **more: pixels.append(size * kit.text_scale) or line(text, size, *look, **more)
    kit.sticker = lambda text, size, **more: pixels.append(size * kit.scale) or sticker(text, size, **more)
    canvas = Canvas(Surface(PHONE), player.app.context.frame)
    table.draw_labels(canvas)
    table._draw_held(canvas, 3)
    for seat, panel in table.panels.items():
        table._draw_fan(canvas, seat, panel)
    assert len(pixels) > len(seats)
    assert min(pixels) >= 11


def test_on_an_upright_phone_the_newest_log_lines_are_shown_as_they_fit(monkeypatch):
    state = state_of("5/7 5/8 3/4", "2/4", "6/7", sets={1: "8/2"})
    player = player_at(match_of("hbb"), state, size=PHONE, speed="normal")
    table, said = player.scene.table, []
    words = [f"Line {number}" for number in range(5)]
    table.history.newest = lambda: (HistoryRow(LogLine(1, line), (), 0) for line in reversed(words))
    paragraph = Kit.paragraph
    monkeypatch.setattr(Kit, "paragraph", lambda kit, text, *how: said.append(text) or paragraph(kit, text, *how))
    player.scene.dirty = True
    player.draw()
    assert said[:2] == ["Line 4", "Line 3"], "the newest one comes first"
    # one that takes all the space stands alone
    words.append("A line that is long " * 7)
    shown = []
    put = Canvas.put
    monkeypatch.setattr(Canvas, "put", lambda canvas, *what: shown.append(what) or put(canvas, *what))
    table.log_panel.draw_small(Canvas(Surface(PHONE), player.app.context.frame), table.spots.preview)
    assert len(shown) == 1


def test_the_own_set_has_the_room_of_a_small_log_that_the_dock_shows(monkeypatch):
    """Check that it makes way for the cards that would come back, and has that room again afterwards."""
    monkeypatch.setattr(log_panel.LogPanel, "draw_small", lambda *_what, **_how: pytest.fail("the log is there twice"))
    state = state_of("5/7 5/8 3/4", "2/4", "6/7", sets={0: "4/6 4/7 4/8", 1: "8/2"})
    player = player_at(match_of("hbb"), state, size=PHONE)
    table = player.scene.table
    player.draw()
    usual, preview = table.places.set_box(0, 3), table.spots.preview
    assert usual.centre[0] == pytest.approx(table.spots.areas[0].centre[0])
    assert overlap(usual, preview)
    player.tap("card-set-1")
    player.wait(400)
    player.draw()
    assert table.coming_back()[1]
    for card in player.scene.match.state.sets[0]:
        x, y, w = table.layer.sprites[number_of(card)].place[:3]
        assert not overlap(layout.Spot(x, y, w).box, preview)
    player.press(pygame.K_ESCAPE)
    player.wait(400)
    assert table.places.set_box(0, 3) == usual


def test_with_two_players_the_log_of_a_phone_has_a_line_with_its_cards_for_each_action(monkeypatch):
    state = state_of("9/3 4/8 3/7", "9/1 9/2 8/5", sets={3: "4/2 4/3"})
    player, told = player_at(match_of("hb"), state, size=PHONE), []
    table = player.scene.table
    steps = tuple(LogLine(1, text, cards=("c2",)) for text in ("first", "second"))
    table.history.newest = lambda: iter([HistoryRow(LogLine(1, "first and second", steps=steps), (), 0)])
    plain = log_panel.log_line
    monkeypatch.setattr(
        log_panel, "log_line", lambda kit, line, *how, **more: told.append(line) or plain(kit, line, *how, **more)
    )
    player.scene.dirty = True
    player.draw()
    # the full log follows below the table
    assert [(line.text, line.cards) for line in told[:2]] == [("second", ("c2",)), ("first", ("c2",))]


def test_a_review_shows_the_sets_of_the_move_played_and_of_the_better_one_by_number():
    state = state_of("6/3 6/1 2/4 4/3", "1/6 1/7 7/3", "1/8 8/3 8/4", discard=(), sets={1: "7/5 3/5"})
    view, faces = rules.view(state, 0), DnupPresentation().mistake_faces
    pair = play_of(card for card in view.hand if ACTIVE[card] == 6)
    single = play_of(card for card in view.hand if ACTIVE[card] == 4)
    place = next(place for place, cards in enumerate(view.sets) if len(cards) == 2)
    low, high = sorted(view.sets[place], key=ACTIVE.__getitem__)
    played, taken = faces(view, single, Action(Verb.TAKE, place=place))
    assert played == tuple(f"c{card}" for card in single.cards)
    assert taken == (f"c{low}", f"c{high}")
    assert faces(view, rules.TURN, pair) == ((), tuple(f"c{card}" for card in pair.cards))
    assert any(faces(view, rules.TURN, rules.TURN))


def test_the_label_of_a_set_counts_an_added_card_once_it_lies_there(monkeypatch):
    # the addition beats an own set, which turns before the event of the addition
    state = state_of("4/8 3/7", "9/1 9/2 8/5", sets={0: "1/6 1/7 1/8", 3: "4/2 4/3"}, area=1)
    (adding,) = (one for one in rules.legal_actions(state) if one.verb == Verb.ADD)
    player = player_at(match_of("hh"), state, speed="normal", language="en")
    table, pills = player.scene.table, []
    table.moves.note(1, "two 4s")
    monkeypatch.setattr(Kit, "pill", lambda kit, text, *how, **more: pills.append(text) or kit.line(text, 16, CREAM))
    player.tap(id_of(adding.cards[0]))
    player.tap(set_id(adding.place))
    landed = []
    for _ in range(25):
        player.wait(48)
        pills.clear()
        player.draw()
        if not table.layer.moving(number_of(adding.cards[0])):
            landed.append(set(pills))
    # at first the two lie there alone; the other player has no other label than that of the set
    assert len(landed) > 12
    assert not any("two 4s" in shown for shown in landed)
    assert sum("three 4s" in shown for shown in landed) > 10


@pytest.mark.parametrize("row", ["hb", "hbb", "hbbb", "hbbbb"])
@pytest.mark.parametrize("size", [(1280, 720), (844, 390)])
def test_levels_are_behind_the_names_or_below_the_figures_within_the_panels(row, size, monkeypatch):
    player = Player(size)
    player.app.context.settings.scale = 1.3
    player.app.context.settings_changed()
    match, written, seen = match_of(row), {}, []
    line, put = Kit.line_plain, Backdrop.put

    def write(kit: Kit, text: str, *how: object, **more: object) -> Surface:
        picture = line(kit, text, *how, **more)
        written[id(picture)] = text
        return picture

    def watch(plate: Backdrop, picture: Surface, x: float, y: float, side: str = "left") -> None:
        wide, high = (length / plate.kit.scale for length in picture.get_size())
        left = x - wide / 2 if side == "centre" else x
        seen.append((written.get(id(picture)), Box(left, y - high / 2, wide, high)))
        put(plate, picture, x, y, side)

    monkeypatch.setattr(Kit, "line_plain", write)
    monkeypatch.setattr(Backdrop, "put", watch)
    table = DnupTable(player.app.context, match.seats, 0, match.view(0))
    levels = [box for text, box in seen if text == table.level(1)]
    assert len(levels) == len(row) - 1
    for level, box, panel in zip(levels, table.spots.opponents, table.panels.values(), strict=True):
        assert overlap(level, box) == pytest.approx(level.w * level.h)
        if panel.level is None:
            assert level.y < panel.name.y < level.y + level.h
            continue
        high = panel.back * RATIO
        assert not overlap(level, panel.face.box)
        assert not overlap(level, Box(panel.fan[0], panel.fan[1] - high / 2, panel.fan_width, high))


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("row", ["hbb", "hbbbb"])
@pytest.mark.parametrize("size", [PHONE, (375, 667), (844, 390)])
def test_the_pill_of_a_rival_who_is_out_leaves_name_and_letters_free(size, row, scale):
    player = sit(match_of(row), size)
    player.app.context.settings.scale = scale
    player.resize(size)
    table = player.scene.table
    for docked in (False, True):
        table.make_room(docked)
        for panel in table.panels.values():
            pill, x, y = table.out_pill(panel)
            wide, high = (length / table.kit.scale for length in pill.get_size())
            assert y - high / 2 >= panel.name.y + panel.line * 0.4
            if y == panel.letters[1]:
                assert x + wide <= panel.letters[0] - panel.letter / 2
                continue
            assert y + high / 2 <= panel.letters[1] - panel.letter / 2 + 2
