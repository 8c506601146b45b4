"""Hints in every game of turns: a reason in words, marks on what it refers to, and nothing important covered."""

import ast
import importlib
import json
from pathlib import Path
from types import SimpleNamespace

import push_states
import pygame
import pytest
from nein_danke_states import state_of
from offers import HINTING
from panel_texts import RULES
from player import Player
from pygame import Surface
from table_player import PHONE, WIDE, covers_nothing, dock_of, kinds_of, match_of, offered_moves, player_at, sit

from game.ai.levels import chosen_by
from game.ai.second_look import Advantage
from game.catalogue.registry import GAMES
from game.core.match import Match, Seat
from game.core.rng import Rng
from game.engine.dock import Dock, Rings, parts
from game.engine.items import NOTE
from game.engine.layout import Box, bounds, overlap
from game.engine.panel import CLOSE, MORE
from game.engine.surfaces import ASSETS
from game.scenes.table.hint_place import EDGE
from game.scenes.table.pause import Pause
from game.services import launch_request

#: window, size of texts, language, seats
SEATINGS = [
    ((1280, 720), 1.3, "de", "hbb"),
    ((1280, 720), 1.0, "en", "hbbbb"),
    ((390, 844), 1.3, "de", "hbb"),
    ((390, 844), 1.0, "en", "hbbbb"),
    ((844, 390), 1.3, "en", "hbbb"),
]
DECISIONS = 14


def scaled(player: Player, scale: float) -> Player:
    """Return the player with texts of another size."""
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    player.wait(50)
    return player


def sources_of(name: str) -> list[Path]:
    """Return the sources of a game's reasons: a module of its own if there are many."""
    folder = Path(importlib.import_module(f"game.games.{name}.bots").__file__).parent
    return [file for file in (folder / "bots.py", folder / "reasons.py") if file.exists()]


def reason_keys(name: str) -> set[str]:
    """Return the keys of all reasons of a game's bots: the arguments of ``reason_for``, a word or one of two."""
    found: set[str] = set()
    for file in sources_of(name):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "reason_for":
                found |= words_of(node.args[0])
    return found


def words_of(node: ast.expr) -> set[str]:
    """Return the words that an expression may be: one, or one of two by a condition."""
    if isinstance(node, ast.IfExp):
        return words_of(node.body) | words_of(node.orelse)
    return {str(node.value)} if isinstance(node, ast.Constant) else set()


@pytest.mark.parametrize("name", HINTING)
def test_every_reason_has_a_sentence_in_both_languages(name):
    keys = reason_keys(name)
    assert len(keys) > 10 * (len(sources_of(name)) - 1)
    for language in ("de", "en"):
        texts = json.loads((ASSETS / "texts" / f"{language}.json").read_text(encoding="utf-8"))
        for key in keys:
            sentence = texts[f"{name}.why.{key}"]
            assert sentence[-1] in ".!?", key
            assert len(sentence) < 110, key


@pytest.mark.parametrize("name", HINTING)
@pytest.mark.parametrize(("size", "scale", "language", "row"), SEATINGS)
def test_every_hint_gives_a_reason_with_marks_and_covers_nothing(name, size, scale, language, row):
    bots = importlib.import_module(f"game.games.{name}.bots")
    match = match_of(GAMES[name], kinds_of(row[: GAMES[name].max_seats], "normal"), 5, **RULES.get(name, {}))
    player = scaled(sit(match, size, language=language), scale)
    rng, done, places = Rng(5), 0, set()
    while done < DECISIONS and player.wait(6000, lambda: bool(offered_moves(player))):
        scene = player.scene
        player.tap("hint")
        dock = dock_of(player)
        assert dock, "a hint shows"
        why = scene.table.match_texts.why(scene.advice.why)
        if not match.has_choice:
            why = scene.context.texts(scene.table.match_texts.only_move_key(scene.advice.action))
        assert dock.panel_text.body == why
        assert why[-1] in ".!?"
        assert "{" not in why
        assert dock.marks, "something is marked"
        covers_nothing(player)
        if dock.panel_text.turn:
            player.tap(MORE)
            more = dock_of(player)
            assert more.panel_text.rows
            assert more.panel_text.body == why, "the numbers take no reason's place"
            assert more.marks == dock.marks
            covers_nothing(player)
        places.add(dock_of(player).box)
        view = match.view(0)
        scene.act(chosen_by(bots.think(view, rng, "normal")))
        assert scene.advice is None, "a hint ends with the move"
        done += 1
    assert done >= DECISIONS or match.is_over or name == "dnup"
    assert len(places) == 1, "all words lie at one place"


#: numbers of hints about an action, by game and phase ("" for any), with the verb that has to be possible
ABOUT = {
    ("nein_danke", "GREEN", "hint.won"): "PAY",
    ("nein_danke", "PINK", "hint.net"): "TAKE",
    ("nein_danke", "PINK", "hint.later"): "PAY",
    ("keine_ahnung", "", "hint.call"): "CALL",
    ("push", "", "hint.draw"): "DRAW",
    ("push", "", "hint.stop"): "STOP",
    ("push", "", "hint.secure"): "SECURE",
}


@pytest.mark.parametrize("name", HINTING)
def test_no_number_of_a_hint_is_about_an_action_that_is_not_possible(name):
    game, rng, seen = GAMES[name], Rng(3), set()
    for seed in range(6):
        options = {"specials": True} if name == "nein_danke" else {}
        match = Match(game, options, [Seat(f"P{seat}", "easy") for seat in range(3)], seed)
        while not match.is_over:
            view = match.view(game.to_move(match.state))
            possible = {action.verb.name for action in view.legal}
            phase = getattr(getattr(view, "phase", None), "name", "")
            for key, _number in game.hints.explain(view).numbers if name != "dnup" or rng.below(9) == 0 else ():
                verb = ABOUT.get((name, phase, key)) or ABOUT.get((name, "", key))
                assert verb is None or verb in possible, (phase, key, possible)
                seen.add((key, len(possible)))
            # mostly the first one: so chips run out in Nein Danke!
            match.apply(view.legal[0] if rng.below(4) else rng.choice(view.legal))
    assert {key for key, _count in seen} >= {key for game_, _phase, key in ABOUT if game_ == name}


#: least and most seats, and some between
SEATS = {
    "nein_danke": "hbb hbbb hbbbb hbbbbbb",
    "keine_ahnung": "hb hbb hbbbb",
    "dnup": "hb hbb hbbbb",
    "push": "hb hbbb hbbbbb",
}


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 1.3), ((844, 390), 1.0), ((390, 844), 1.3), ((375, 667), 1.0)]
)
@pytest.mark.parametrize(
    ("name", "row"), [(name, row) for name in HINTING for row in SEATS.get(name, "hb hbb").split()]
)
def test_the_dock_covers_nothing_with_any_number_of_seats(name, row, size, scale):
    match = match_of(GAMES[name], kinds_of(row, "easy"), 8, **RULES.get(name, {}))
    player = scaled(sit(match, size), scale)
    assert player.wait(12_000, lambda: bool(offered_moves(player)))
    before = player.scene.table.spots
    player.tap("hint")
    covers_nothing(player)
    player.tap("hint")
    player.wait(50)
    assert dock_of(player) is None
    assert player.scene.table.spots == before, "what it has taken it gives back"


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("row", ["hb", "hbbb", "hbbbb"])
def test_a_hint_in_a_game_of_memory_moves_nothing_on_a_phone(row, scale):
    match = match_of(GAMES["keine_ahnung"], kinds_of(row, "easy"), 8)
    player = scaled(sit(match, (390, 844), speed="normal"), scale)
    assert player.wait(20_000, lambda: "card-0" in player.ids())
    table = player.scene.table
    before, tray = {key: place[:3] for key, place in table.lying().items()}, table.spots.tray
    player.tap("hint")
    player.wait(500)
    dock = dock_of(player)
    assert parts(table.kit, dock.box, dock.panel_text).fits
    assert {key: place[:3] for key, place in table.lying().items()} == before
    covered = (tray, *(spot.box for spot in table.pile_spots), *table.spots.opponents)
    assert not any(overlap(dock.paper, box) for box in covered)


#: the first parts of the keys of cards that lie before a seat
SEATED = range(5)


@pytest.mark.parametrize(("size", "scale"), [((390, 844), 1.0), ((390, 844), 1.3), ((375, 667), 1.0)])
@pytest.mark.parametrize(
    ("name", "row"),
    # many players of Push leave no place for it, see below
    [
        (name, row)
        for name in HINTING
        for row in ("hb", "hbbb", "hbbbbbb")
        if (name, row) == ("push", "hb") or name != "push"
    ],
)
def test_a_hint_moves_nothing_on_a_phone_and_covers_nothing_marked_or_used(name, row, size, scale):
    seats = "hbb" if name == "nein_danke" and row == "hb" else row[: GAMES[name].max_seats]
    match = match_of(GAMES[name], kinds_of(seats, "easy"), 8, **RULES.get(name, {}))
    player = scaled(sit(match, size, speed="normal"), scale)
    assert player.wait(30_000, lambda: bool(offered_moves(player)))
    player.wait(500)
    table = player.scene.table
    before, spots = {key: place[:3] for key, place in table.lying().items()}, table.spots
    player.tap("hint")
    uncovered(player)
    player.wait(400)
    assert {key: place[:3] for key, place in table.lying().items()} == before
    if MORE in player.ids():
        top = dock_of(player).paper.y
        player.tap(MORE)
        uncovered(player)
        assert dock_of(player).paper.y == top
    assert table.spots == spots
    player.tap(CLOSE)
    assert dock_of(player) is None


def uncovered(player: Player) -> None:
    """Check that all that a hint says fits its paper, which covers nothing marked and nothing to use."""
    dock, table = dock_of(player), player.scene.table
    assert parts(table.kit, dock.box, dock.panel_text).fits, dock.panel_text
    assert overlap(dock.paper, player.app.context.frame.table) == pytest.approx(dock.paper.w * dock.paper.h)
    assert not [box for box, _radius in dock.marks if overlap(dock.paper, box)]
    # the paper itself closes the hint, as the button does that has opened it
    closing = (MORE, CLOSE, "hint")
    items = [item for item in player.items if item.id not in closing and not item.id.startswith(NOTE)]
    assert not [item.id for item in items if overlap(dock.paper, item.box)]


@pytest.mark.parametrize("size", [(390, 844), (360, 780), (375, 667)])
def test_a_hint_between_two_in_dnup_leaves_the_places_of_both_free_on_a_phone(size):
    player = sit(match_of(GAMES["dnup"], kinds_of("hb", "easy"), 8), size, speed="normal")
    assert player.wait(30_000, lambda: bool(offered_moves(player)))
    player.tap("hint")
    player.wait(1500)
    table, paper = player.scene.table, dock_of(player).paper
    assert not [place for place, box in table.places.boxes.items() if overlap(paper, box)]
    assert overlap(paper, table.spots.preview), "the log can be read later"
    x, y, wide = table.spots.prompt
    prompt = Box(x - wide / 2, y - 20, wide, 40)
    assert overlap(paper, prompt) in (0, pytest.approx(prompt.w * prompt.h)), "nothing shows half of a prompt"


@pytest.mark.parametrize(("size", "scale"), [((390, 844), 1.0), ((390, 844), 1.3), ((375, 667), 1.0)])
@pytest.mark.parametrize("row", ["hbbb", "hbbbbb"])
@pytest.mark.parametrize("stops", [False, True])
def test_a_hint_among_many_at_push_covers_nothing_on_a_phone_and_gives_back_its_room(stops, row, size, scale):
    rows, pile = ["r6 b4", "r2 g1", "y6 r3 die"], "r1 b1 y5 p3"
    state = push_states.state_of(seats=len(row), rows=rows, displays=["b3 g4 p6", "r6 y2"], pile=pile)
    match = match_of(GAMES["push"], kinds_of(row, "easy"), 8, host_starts=True)
    player = scaled(player_at(match, state, size=size, speed="normal"), scale)
    if stops:
        player.tap("do-stop")
        player.wait(3000)
    assert offered_moves(player)
    table = player.scene.table
    before, spots = {key: place[:3] for key, place in table.lying().items()}, table.spots
    player.tap("hint")
    player.wait(4500)
    for _ in range(2):
        uncovered(player)
        here = table.spots
        decides = (*here.rows, *here.opponents, here.order, here.risk, here.tray)
        assert not [box for box in decides if overlap(dock_of(player).paper, box)]
        if MORE in player.ids():
            player.tap(MORE)
    player.tap("hint")
    player.wait(2000)
    assert dock_of(player) is None
    assert (table.spots, {key: place[:3] for key, place in table.lying().items()}) == (spots, before)


@pytest.mark.parametrize("size", [(375, 667), (390, 844), (844, 390), (1280, 720)])
def test_every_hint_of_dnup_has_numbers_that_can_be_unfolded(size):
    match, rng = match_of(GAMES["dnup"], kinds_of("hb", "easy"), 8), Rng(2)
    player = sit(match, size, speed="normal")
    for _ in range(4):
        assert player.wait(30_000, lambda: bool(offered_moves(player)))
        player.tap("hint")
        player.wait(4500)
        assert MORE in player.ids()
        player.tap(MORE)
        assert dock_of(player).panel_text.rows
        assert parts(player.scene.table.kit, dock_of(player).box, dock_of(player).panel_text).fits
        player.scene.act(chosen_by(GAMES["dnup"].bots.think(match.view(0), rng, "normal")))


def test_a_paper_over_the_table_is_only_as_high_as_its_words_and_keeps_its_letters():
    player = sit(match_of(GAMES["nein_danke"], kinds_of("hbb", "easy"), 8), (390, 844), speed="normal")
    assert player.wait(30_000, lambda: bool(offered_moves(player)))
    player.tap("hint")
    dock, kit = dock_of(player), player.scene.table.kit
    assert len(dock.panel_text.longest) > len(dock.panel_text.figure)
    now = Dock(kit, dock.box, dock.panel_text, dict.fromkeys((CLOSE, MORE)), floats=True)
    later = Dock(
        kit,
        dock.box,
        dock.panel_text._replace(figure=dock.panel_text.longest),
        dict.fromkeys((CLOSE, MORE)),
        floats=True,
    )
    assert now.paper.h < later.paper.h <= dock.box.h
    assert parts(kit, now.box, now.panel_text).size == parts(kit, later.box, later.panel_text).size


def test_a_hint_over_the_table_shields_what_it_covers_and_closes_by_a_tap_on_it():
    player = sit(match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3), (390, 844), speed="normal")
    assert player.wait(20_000, lambda: "do-pay" in player.ids())
    player.tap("hint")
    paper, done = dock_of(player).paper, len(player.scene.match.actions)
    assert player.scene.items.at(*paper.centre).id == CLOSE
    player.point(*paper.centre)
    player.wait(100)
    assert dock_of(player) is None
    assert len(player.scene.match.actions) == done


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("row", ["hb", "hbb", "hbbbb"])
def test_a_hint_in_dnup_leaves_the_hand_in_its_rows_on_a_phone(row, scale):
    match = match_of(GAMES["dnup"], kinds_of(row, "easy"), 8)
    player = scaled(sit(match, (390, 844), speed="normal"), scale)
    assert player.wait(30_000, lambda: bool(offered_moves(player)))

    def rows() -> list[int]:
        tops = [spot.y for _card, spot in player.scene.table.hand_spots()]
        return [tops.count(top) for top in sorted(set(tops))]

    before = rows()
    player.tap("hint")
    player.wait(500)
    assert dock_of(player)
    assert rows() == before
    assert len(before) > 1


def test_an_item_stays_under_the_finger_while_the_hint_closes():
    player = sit(match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3), (390, 844), speed="normal")
    assert player.wait(20_000, lambda: "do-pay" in player.ids())
    player.tap("hint")
    pay = player.scene.items.find("do-pay")
    player.hold(*pay.box.centre)
    player.wait(100)
    assert player.scene.items.find("do-pay").box == pay.box, "nothing moves before the finger is lifted"
    done = len(player.scene.match.actions)
    player.let_go(*pay.box.centre)
    player.wait(100)
    assert len(player.scene.match.actions) > done
    assert not player.scene.table.docked


@pytest.mark.parametrize("keyboard", [False, True])
def test_the_figures_of_a_hint_are_below_its_reason(keyboard):
    player = sit(match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3))
    assert player.wait(5000, lambda: bool(offered_moves(player)))
    player.tap("hint")
    first = dock_of(player).panel_text
    assert first.body
    assert not first.rows
    turn = (lambda: player.use_by_keys(MORE)) if keyboard else (lambda: player.tap(MORE))
    turn()
    second = dock_of(player).panel_text
    assert second.body == first.body
    assert second.rows
    assert second.turn != first.turn
    turn()
    assert dock_of(player).panel_text == first
    if keyboard:
        player.press(pygame.K_h, "h")
    else:
        player.tap("hint")
    assert dock_of(player) is None


def test_a_hint_is_read_out_with_its_reason():
    player = sit(match_of(GAMES["keine_ahnung"], ("human", "easy"), 3))
    assert player.wait(9000, lambda: bool(offered_moves(player)))
    player.tap("hint")
    text = player.scene.take_announcement()
    assert player.scene.table.match_texts.why(player.scene.advice.why) in text


def test_keine_ahnung_marks_the_card_to_turn_up():
    match = match_of(GAMES["keine_ahnung"], ("human", "easy"), 3)
    player = sit(match)
    for _ in range(20):
        assert player.wait(9000, lambda: bool(offered_moves(player)))
        player.tap("hint")
        advice, spots = player.scene.advice, player.scene.table.spots
        if advice.action.verb.name == "REVEAL":
            marked = [box for box, _radius in dock_of(player).marks]
            meant = spots.grid[advice.action.which].box
            assert any(bounds([meant, box]) == box for box in marked)
            return
        player.tap("hint")
        player.tap(player.scene.table.item_of(advice.action))
    raise AssertionError("no card of one's own is to be turned up")


def test_the_ring_follows_a_card_that_is_lifted():
    player = sit(match_of(GAMES["keine_ahnung"], ("human", "easy"), 3))
    assert player.wait(9000, lambda: "card-0" in player.ids())
    player.tap("hint")
    table, box = player.scene.table, player.scene.table.spots.grid[0].box
    rings = next(widget for widget in player.scene.widgets if isinstance(widget, Rings))
    assert rings.risen(table.spots.grid[1].box) == 0
    player.scene.items.hover = "card-0"
    player.wait(400)
    assert table.layer.sprites[0, 0].y == pytest.approx(box.centre[1] - rings.risen(box))
    assert rings.risen(box) > 4


def test_nein_danke_marks_the_card_and_ones_own_adjacent_cards():

    match = match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3)
    player = player_at(match, state_of(17, displays=((16, 18, 30), (), ())))
    player.tap("hint")
    table = player.scene.table
    marked = [box for box, _radius in dock_of(player).marks]
    lying = {card.card: card.body for card in table.spreads[0].cards}
    assert lying[16] in marked
    assert lying[18] in marked
    assert lying[30] not in marked


@pytest.mark.parametrize("name", HINTING)
def test_a_hint_closes_when_something_on_the_table_is_touched(name):
    player = sit(match_of(GAMES[name], ("human", "easy", "easy"), 3), confirm="always")
    assert player.wait(9000, lambda: bool(offered_moves(player)))
    player.tap("hint")
    assert dock_of(player)
    done = len(player.scene.match.actions)
    player.tap(offered_moves(player)[0])
    assert dock_of(player) is None
    assert len(player.scene.match.actions) == done, "nothing is done yet"


def test_a_hint_closes_when_a_drag_begins():
    player = sit(match_of(GAMES["dnup"], ("human", "easy", "easy"), 3))
    assert player.wait(9000, lambda: bool(offered_moves(player)))
    player.tap("hint")
    box = next(item.box for item in player.items if item.id.startswith("card-"))
    player.drag(box.centre, (box.centre[0], box.y - 60), drop=False)
    assert player.scene.dragged
    assert dock_of(player) is None


@pytest.mark.parametrize("name", HINTING)
def test_the_back_key_closes_the_hint_first_and_the_button_pauses_at_once(name):
    player = sit(match_of(GAMES[name], ("human", "easy", "easy"), 3))
    assert player.wait(9000, lambda: bool(offered_moves(player)))
    scene = player.scene
    player.tap("hint")
    player.press(pygame.K_ESCAPE)
    assert player.scene is scene
    assert dock_of(player) is None
    player.tap("hint")
    player.tap("pause")
    assert isinstance(player.scene, Pause)


def test_the_hint_button_has_no_tooltip_while_the_hint_is_open():
    player = sit(match_of(GAMES["push"], ("human", "easy", "easy"), 3))
    assert player.wait(9000, lambda: bool(offered_moves(player)))
    assert player.scene.items.find("hint").has_tooltip
    player.tap("hint")
    assert dock_of(player)
    assert not player.scene.items.find("hint").has_tooltip
    player.tap("hint")
    assert player.scene.items.find("hint").has_tooltip


@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
def test_the_hint_has_a_close_button_that_covers_nothing(way):
    player = sit(match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3))
    assert player.wait(9000, lambda: bool(offered_moves(player)))
    before = player.ids()
    player.tap("hint")
    close = player.scene.items.find(CLOSE)
    others = [item.box for item in player.items if item.id not in (MORE, CLOSE)]
    assert not any(overlap(close.box, other) for other in others)
    {"mouse": player.tap, "touch": lambda id_: player.tap(id_, True), "keys": player.use_by_keys}[way](CLOSE)
    assert dock_of(player) is None
    assert player.ids() == before


def test_rings_cross_neither_caps_nor_labels():
    player = sit(match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3))
    assert player.wait(9000, lambda: bool(offered_moves(player)))
    player.tap("hint")
    scene, drawn = player.scene, []
    rings = next(widget for widget in scene.widgets if isinstance(widget, Rings))
    assert rings.marks == dock_of(player).marks
    assert rings.labels == scene.table.draw_labels
    assert {button.cap for button in rings.capped} == {"1", "2"}
    canvas = SimpleNamespace(put=lambda *_at: drawn.append("ring"), put_centred=lambda *_at: drawn.append("cap"))
    Rings(rings.kit, rings.marks, lambda _canvas: drawn.append("labels"), rings.capped).draw(canvas, scene.items)
    assert drawn == ["ring"] * len(rings.marks) + ["labels", "cap", "cap"]


def test_the_label_of_a_dnup_set_is_drawn_over_rings():
    table = sit(match_of(GAMES["dnup"], ("human", "easy", "easy"), 3)).scene.table
    sets = tuple(tuple(table.view.hand[:2]) if place == 1 else () for place in range(3))
    table.shown = table.shown._replace(sets=sets)
    written = []
    table.kit.pill = lambda text, *_look, **_more: written.append(text) or Surface((1, 1))
    table.draw_labels(SimpleNamespace(put_centred=lambda *_at: None))
    assert table.match_texts.set(table.view.hand[:2]) in written


@pytest.mark.parametrize("by", ["mouse", "key"])
def test_key_caps_on_cards_show_only_to_a_player_using_keys(by, monkeypatch):
    """The cards of Keine Ahnung have numbers themselves: a hint asked for by mouse puts no key caps on their backs."""
    drawn = []
    monkeypatch.setattr("game.table.turns.scene.draw_caps", lambda *_: drawn.append(True))
    player = Player(wish=launch_request.LaunchRequest("keine_ahnung", ("human", "easy"), 7))
    assert player.wait(30_000, lambda: player.scene.table.viewer_decides and "hint" in player.ids())
    if by == "key":
        player.press(pygame.K_TAB, "\t")
    player.tap("hint") if by == "mouse" else player.press(pygame.K_h, "h")
    player.wait(3000)
    player.draw()
    assert player.scene.table_hint.advice
    assert bool(drawn) is (by == "key")


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_the_texts_of_a_hint_keep_their_size_when_the_comparison_appears(language, scale):
    match = match_of(GAMES["dnup"], ("human", "easy", "easy"), 8)
    player = scaled(sit(match, (375, 667), language=language), scale)
    assert player.wait(30_000, lambda: bool(offered_moves(player)))
    player.tap("hint")
    table, hint = player.scene.table, player.scene.dock.table_hint
    assert player.wait(4000, lambda: hint.advice is not None and hint._comparison.other is not None)
    other, sizes = hint._comparison.other, set()
    for figure in (None, *(Advantage(other, points, (60, 40)) for points in (None, 0, 1, 20, -7))):
        hint._comparison.figure = figure
        panel_text = hint.panel_text(table)._replace(turn="")
        sizes.add(parts(table.kit, table.spots.dock, panel_text))
    assert len(sizes) == 1


@pytest.mark.parametrize(("size", "told"), [(WIDE, True), (PHONE, False)])
def test_numbers_say_how_all_play_on_in_play_outs_where_that_has_room(size, told):
    match = match_of(GAMES["nein_danke"], kinds_of("hbbb", "normal"), 5)
    pile = (5, 6, 7, 9, 12, 14, 16, 25, 27, 31)
    displays = ((3, 8, 11, 19), (18, 29), (23, 24, 33), ())
    match.state = state_of(20, seats=4, pot=6, chips=(9, 7, 6, 6), displays=displays, pile=pile)
    player = sit(match, size)
    player.wait(400)
    player.tap("hint")
    player.wait(20_000, lambda: player.scene.dock.table_hint.measured)
    player.tap(MORE)
    text, texts = dock_of(player).panel_text, player.app.context.texts
    assert text.rows[0][1].startswith("gewinnt rund")
    assert text.figure == (texts("hint.as_if") if told else "")
    covers_nothing(player)


@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_a_hint_ends_above_the_button_that_came_with_chosen_cards(scale):
    player = scaled(sit(match_of(GAMES["dnup"], ("human", "easy", "easy"), 3)), scale)
    assert player.wait(9000, lambda: bool(offered_moves(player)))
    before = set(player.ids())
    player.tap(next(id_ for id_ in player.ids() if id_.startswith("card-")))
    assert set(player.ids()) - before == {"do-play"}
    player.tap("hint")
    assert player.wait(5000, lambda: player.scene.dock.table_hint.measured)
    covers_nothing(player)
    player.tap(MORE)
    covers_nothing(player)


@pytest.mark.parametrize("size", [WIDE, (844, 390)])
@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_a_hint_leaves_the_button_that_it_recommends_whole_with_its_ring_and_its_cap(size, scale):
    player = scaled(sit(match_of(GAMES["push"], kinds_of("hbb", "easy"), 8), size), scale)
    assert player.wait(9000, lambda: bool(offered_moves(player)))
    player.tap("do-draw" if "do-draw" in player.ids() else offered_moves(player)[0])
    assert player.wait(9000, lambda: "do-stop" in player.ids())
    player.tap("hint")
    assert player.wait(20_000, lambda: player.scene.dock.table_hint.measured)
    for _ in range(2):
        paper = dock_of(player).paper
        top = min(item.box.y for item in player.items if item.id.startswith("do-"))
        assert paper.y + paper.h <= top - 20
        player.tap(MORE)


@pytest.mark.parametrize(("seats", "seed"), [(5, 3), (5, 9), (4, 3), (3, 5)])
def test_a_hint_over_a_tall_table_ends_where_a_part_of_it_does(seats, seed):
    game = GAMES["dnup"]
    match = match_of(game, kinds_of("h" + "b" * (seats - 1), "easy"), seed)
    rng = Rng(seed)
    for _ in range(3 * seats):
        mover = game.to_move(match.state)
        match.apply(chosen_by(game.bots.think(match.view(mover), rng, "normal")))
    while game.to_move(match.state) != 0:
        match.apply(chosen_by(game.bots.think(match.view(game.to_move(match.state)), rng, "normal")))
    player = player_at(match, match.state, size=PHONE, speed="fast")
    player.tap("hint")
    table, paper = player.scene.table, dock_of(player).paper
    assert table.whole_parts
    low = paper.y + paper.h
    cut = [box for box in table.whole_parts if box.y + EDGE < low < box.y + box.h - EDGE]
    assert not cut
