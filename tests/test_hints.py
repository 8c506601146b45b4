"""The hint in every game of turns: a reason in words, marks on what it speaks of, and nothing that matters under it."""

from __future__ import annotations

import ast
import importlib
import json
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest
from player import Player
from pygame import Surface
from table_player import kinds_of, match_of, offered, sit

from game import games
from game.app import start
from game.catalogue.registry import GAMES
from game.core.rng import Rng
from game.engine.advice import APART, CLOSE, MORE, STEP, HintPaper, Rings, free_place, free_spot, spared_place
from game.engine.items import NOTE, Item
from game.engine.layout import Box, overlap
from game.engine.surfaces import ASSETS
from game.scenes.table.pause import Pause
from game.thinking.levels import decided

TURNS = [name for name, game in GAMES.items() if not game.real_time]
#: house rules with most to advise
RULES = {"nein_danke": {"specials": True}, "keine_ahnung": {"decline": True}}
#: window, size of texts, language, seats
SEATINGS = [
    ((1280, 720), 1.3, "de", "hbb"),
    ((1280, 720), 1.0, "en", "hbbbb"),
    ((390, 844), 1.3, "de", "hbb"),
    ((390, 844), 1.0, "en", "hbbbb"),
    ((844, 390), 1.3, "en", "hbbb"),
]
DECISIONS = 14


def paper_of(player: Player) -> HintPaper | None:
    """The paper of the hint on the table."""
    return next((widget for widget in player.scene.widgets if isinstance(widget, HintPaper)), None)


def reason_keys(name: str) -> set[str]:
    """The keys of all reasons that a game's bots can have: what is called ``why`` with a word, or one of two."""
    folder = Path(games.__file__).parent / name
    found: set[str] = set()
    for file in ("bots.py", "reasons.py"):
        for node in ast.walk(ast.parse((folder / file).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "why":
                found |= words_of(node.args[0])
    return found


def words_of(node: ast.expr) -> set[str]:
    """The words that an expression may be: one, or one of two by a condition."""
    if isinstance(node, ast.IfExp):
        return words_of(node.body) | words_of(node.orelse)
    return {str(node.value)} if isinstance(node, ast.Constant) else set()


@pytest.mark.parametrize("name", TURNS)
def test_every_reason_has_a_sentence_in_both_languages(name):
    keys = reason_keys(name)
    assert len(keys) > 10
    for language in ("de", "en"):
        texts = json.loads((ASSETS / "texts" / f"{language}.json").read_text(encoding="utf-8"))
        for key in keys:
            sentence = texts[f"{name}.why.{key}"]
            assert sentence[-1] in ".!?", key
            assert len(sentence) < 110, key


@pytest.mark.parametrize("name", TURNS)
@pytest.mark.parametrize(("size", "scale", "language", "row"), SEATINGS)
def test_every_hint_gives_a_reason_marks_what_it_means_and_covers_nothing_of_ones_own(name, size, scale, language, row):
    bots = importlib.import_module(f"game.games.{name}.bots")
    match = match_of(GAMES[name], kinds_of(row, "normal"), 5, **RULES.get(name, {}))
    player = sit(match, size, language=language, scale=scale)
    rng, done, stayed, turned = Rng(5), 0, 0, 0
    while done < DECISIONS and player.wait(6000, lambda: bool(offered(player))):
        scene = player.scene
        player.tap("hint")
        paper = paper_of(player)
        assert paper, "a hint shows"
        why = scene.table.say.why(scene.advice.why)
        assert paper.said.why == why
        assert why[-1] in ".!?"
        assert "{" not in why
        assert paper.marks, "something is marked"
        frame = player.app.context.frame
        room = Box(0, 0, frame.width, frame.height).wider(-frame.side, frame.side)
        assert overlap(paper.box, room) == pytest.approx(paper.box.w * paper.box.h)
        kept = [item for item in scene.items.items if item.id not in (MORE, CLOSE) and not item.id.startswith(NOTE)]
        under = [item.id for item in kept if overlap(paper.box, item.box)]
        assert not under, f"{why} covers {under}"
        assert not [box for box, _radius in paper.marks if overlap(paper.box, box)]
        if paper.said.turn:
            player.tap(MORE)
            more, below = paper_of(player), paper
            # it is the same sheet, and if need be grows towards one side
            same = (more.box.x, more.box.w) == (below.box.x, below.box.w)
            least = below.box.w * min(more.box.h, below.box.h)
            stayed += same and overlap(more.box, below.box) == pytest.approx(least, rel=0.02)
            assert more.said.rows
            kept = [item for item in scene.items.items if item.id not in (MORE, CLOSE) and not item.id.startswith(NOTE)]
            assert not [item.id for item in kept if overlap(more.box, item.box)]
            assert more.said.why in (why, "")
            turned += 1
        view = match.view(0)
        scene.act(decided(bots.think(view, rng, "normal")))
        assert scene.advice is None, "a hint ends with the move"
        done += 1
    assert done >= DECISIONS or match.is_over or name == "dnup"
    # with large texts on a phone's side there is hardly any felt
    assert stayed >= (0.6 if (size, scale) == ((844, 390), 1.3) else 0.75) * turned


@pytest.mark.parametrize("keyboard", [False, True])
def test_the_numbers_come_below_the_reason(keyboard):
    player = sit(match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3))
    assert player.wait(5000, lambda: bool(offered(player)))
    player.tap("hint")
    first = paper_of(player).said
    assert first.why
    assert not first.rows
    turn = (lambda: player.use_by_keys(MORE)) if keyboard else (lambda: player.tap(MORE))
    turn()
    second = paper_of(player).said
    assert second.why == first.why
    assert second.rows
    assert second.turn != first.turn
    turn()
    assert paper_of(player).said == first
    if keyboard:
        player.press(pygame.K_h, "h")
    else:
        player.tap("hint")
    assert paper_of(player) is None


def test_the_hint_is_read_out_with_its_reason():
    player = sit(match_of(GAMES["keine_ahnung"], ("human", "easy"), 3))
    assert player.wait(9000, lambda: bool(offered(player)))
    player.tap("hint")
    words = player.scene.take_aside()
    assert player.scene.table.say.why(player.scene.advice.why) in words


def test_keine_ahnung_marks_the_card_to_turn_up():
    match = match_of(GAMES["keine_ahnung"], ("human", "easy"), 3)
    player = sit(match)
    for _ in range(20):
        assert player.wait(9000, lambda: bool(offered(player)))
        player.tap("hint")
        advice, spots = player.scene.advice, player.scene.table.spots
        if advice.action.verb.name == "REVEAL":
            marked = [box for box, _radius in paper_of(player).marks]
            assert spots.grid[advice.action.which].box in marked
            return
        player.tap("hint")
        player.tap(player.scene.table.item_of(advice.action))
    raise AssertionError("no card of one's own is to be turned up")


def test_the_ring_goes_along_with_a_card_that_is_lifted():
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


def test_nein_danke_marks_the_card_and_the_own_cards_beside_it():
    from nein_danke_states import state_of
    from table_player import at

    match = match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3)
    player = at(match, state_of(17, displays=((16, 18, 30), (), ())))
    player.tap("hint")
    table = player.scene.table
    marked = [box for box, _radius in paper_of(player).marks]
    lying = {card.card: card.body for card in table.spreads[0].cards}
    assert lying[16] in marked
    assert lying[18] in marked
    assert lying[30] not in marked


@pytest.mark.parametrize("name", TURNS)
def test_a_hint_goes_as_soon_as_something_on_the_table_is_touched(name):
    player = sit(match_of(GAMES[name], ("human", "easy", "easy"), 3), confirm="always")
    assert player.wait(9000, lambda: bool(offered(player)))
    player.tap("hint")
    assert paper_of(player)
    done = len(player.scene.match.actions)
    player.tap(offered(player)[0])
    assert paper_of(player) is None
    assert len(player.scene.match.actions) == done, "nothing is done yet"


def test_a_hint_goes_as_soon_as_a_card_is_taken_along():
    player = sit(match_of(GAMES["dnup"], ("human", "easy", "easy"), 3))
    assert player.wait(9000, lambda: bool(offered(player)))
    player.tap("hint")
    box = next(item.box for item in player.items if item.id.startswith("card-"))
    player.drag(box.centre, (box.centre[0], box.y - 60), drop=False)
    assert player.scene.carried
    assert paper_of(player) is None


@pytest.mark.parametrize("name", TURNS)
def test_the_key_that_leads_back_puts_the_hint_away_first_and_the_button_pauses_at_once(name):
    player = sit(match_of(GAMES[name], ("human", "easy", "easy"), 3))
    assert player.wait(9000, lambda: bool(offered(player)))
    scene = player.scene
    player.tap("hint")
    player.press(pygame.K_ESCAPE)
    assert player.scene is scene
    assert paper_of(player) is None
    player.tap("hint")
    player.tap("pause")
    assert isinstance(player.scene, Pause)


def test_the_name_of_the_button_stays_away_while_the_paper_lies_there():
    player = sit(match_of(GAMES["push"], ("human", "easy", "easy"), 3))
    assert player.wait(9000, lambda: bool(offered(player)))
    assert player.scene.items.find("hint").tip
    player.tap("hint")
    assert paper_of(player)
    assert not player.scene.items.find("hint").tip
    player.tap("hint")
    assert player.scene.items.find("hint").tip


@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
def test_an_x_at_its_corner_puts_the_paper_away_and_lies_over_nothing_else(way):
    player = sit(match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3))
    assert player.wait(9000, lambda: bool(offered(player)))
    before = player.ids()
    player.tap("hint")
    close = player.scene.items.find(CLOSE)
    others = [item.box for item in player.items if item.id not in (MORE, CLOSE)]
    assert not any(overlap(close.box, other) for other in others)
    {"mouse": player.tap, "touch": lambda id_: player.tap(id_, True), "keys": player.use_by_keys}[way](CLOSE)
    assert paper_of(player) is None
    assert player.ids() == before


def test_where_something_else_lies_at_its_corner_the_paper_has_no_x():
    player = sit(match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3))
    assert player.wait(9000, lambda: bool(offered(player)))
    player.tap("hint")
    paper = paper_of(player)
    corner = Item("other", "", player.scene.items.find(CLOSE).box, lambda: None)
    fresh = HintPaper(paper.kit, paper.paper, paper.box, paper.marks, paper.said, lambda: None)
    fresh.offer_close("x", lambda: None, [corner])
    assert [item.id for item in fresh.items] == [MORE]
    fresh.offer_close("x", lambda: None, [])
    assert [item.id for item in fresh.items] == [MORE, CLOSE]


def test_rings_strike_through_neither_caps_nor_labels():
    player = sit(match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3))
    assert player.wait(9000, lambda: bool(offered(player)))
    player.tap("hint")
    scene, drawn = player.scene, []
    rings = next(widget for widget in scene.widgets if isinstance(widget, Rings))
    assert rings.marks == paper_of(player).marks
    assert rings.labels == scene.table.draw_labels
    assert {button.cap for button in rings.capped} == {"1", "2"}
    canvas = SimpleNamespace(put=lambda *_at: drawn.append("ring"), put_centred=lambda *_at: drawn.append("cap"))
    Rings(rings.kit, rings.marks, lambda _canvas: drawn.append("labels"), rings.capped).draw(canvas, scene.items)
    assert drawn == ["ring"] * len(rings.marks) + ["labels", "cap", "cap"]


def test_a_set_of_dnup_keeps_its_words_over_rings():
    table = sit(match_of(GAMES["dnup"], ("human", "easy", "easy"), 3)).scene.table
    sets = tuple(tuple(table.view.hand[:2]) if place == 1 else () for place in range(3))
    table.shown = table.shown._replace(sets=sets)
    written = []
    table.kit.pill = lambda words, *_look: written.append(words) or Surface((1, 1))
    table.draw_labels(SimpleNamespace(put_centred=lambda *_at: None))
    assert table.say.set(table.view.hand[:2]) in written


def test_a_hint_on_a_tall_table_lies_on_felt_rather_than_on_cards_or_figures():
    from nein_danke_states import state_of
    from table_player import at

    match = match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3)
    player = at(match, state_of(17, displays=((16, 18), (30,), ())), size=(390, 844))
    player.tap("hint")
    paper, table = paper_of(player), player.scene.table
    assert not [box for box in table.seen() if overlap(paper.box, box)]
    assert [box for box in table.spots.opponents if overlap(paper.box, box)], "no room but between their cards"


def test_where_something_must_be_covered_it_is_as_little_as_can_be_of_what_is_to_be_spared():
    room, near = Box(0, 0, 400, 300), Box(0, 0, 0, 0)
    box, spoilt = spared_place(100, 100, room, [Box(0, 0, 400, 60)], near, [Box(0, 60, 300, 240)])
    assert (box.x, spoilt) == (300, 6 * 100)
    assert free_spot(100, 100, room, [Box(0, 60, 400, 160)], near) is None
    assert free_spot(100, 100, room, [Box(0, 60, 280, 240)], near) == Box(288, 0, 100, 100)


def test_a_free_place_is_the_nearest_one_that_covers_nothing():
    room = Box(0, 0, 400, 300)
    near = Box(200, 100, 0, 0)
    assert free_place(100, 100, room, [], near) == (Box(200, 100, 100, 100), 0)
    moved, covered = free_place(100, 100, room, [Box(220, 120, 20, 20)], near)
    assert not overlap(moved.grown(APART), Box(220, 120, 20, 20))
    assert not covered
    columns, rows = (200, *range(0, 301, STEP)), (100, *range(0, 201, STEP))
    places = [Box(x, y, 100, 100) for x in columns for y in rows]
    free = [box for box in places if not overlap(box.grown(APART), Box(220, 120, 20, 20))]
    assert (moved.x - 200) ** 2 + (moved.y - 100) ** 2 == min((box.x - 200) ** 2 + (box.y - 100) ** 2 for box in free)
    crowded, covered = free_place(400, 300, room, [Box(0, 0, 50, 50)], near)
    assert crowded == Box(0, 0, 400, 300), "where nothing is free it covers least"
    assert covered > 0


def test_where_nothing_is_free_a_paper_covers_as_little_as_can_be():
    room, wall = Box(0, 0, 400, 300), Box(0, 0, 400, 280)
    found, covered = free_place(100, 100, room, [wall], Box(200, 0, 0, 0))
    assert found.y == 200, "the lowest of all rows that are looked at"
    assert covered == 100 * (280 + APART - found.y)


@pytest.mark.parametrize("by", ["mouse", "key"])
def test_the_digits_of_cards_show_to_whoever_goes_by_keys_alone(by, monkeypatch):
    """The cards of Keine Ahnung bear numbers themselves: a hint that a mouse has asked for puts none on their backs."""
    drawn = []
    monkeypatch.setattr("game.table.turns.scene.draw_caps", lambda *_: drawn.append(True))
    player = Player(wish=start.Wish("keine_ahnung", ("human", "easy"), 7))
    assert player.wait(30_000, lambda: player.scene.table.asked and "hint" in player.ids())
    if by == "key":
        player.press(pygame.K_TAB, "\t")
    player.tap("hint") if by == "mouse" else player.press(pygame.K_h, "h")
    player.wait(3000)
    player.draw()
    assert player.scene.hinting.advice
    assert bool(drawn) is (by == "key")
