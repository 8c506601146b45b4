"""The list of a game's puzzles: its tiles, stars, names, and the set of the month."""

import json
from datetime import date
from itertools import pairwise

import pygame
import pytest
from all_screens import SCALES, SIDE, TALL, WIDE, show_at
from offers import PUZZLED
from player import Player
from puzzle_pages import listed, shown, tiles_of

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.engine import fonts
from game.engine.canvas import Canvas
from game.engine.layout import overlap
from game.engine.texts import LANGUAGES
from game.engine.transitions import Push, Reset
from game.host.storage import MemoryStorage
from game.player import lessons, puzzles
from game.scenes.navigation import routes
from game.scenes.puzzle import puzzle_list
from game.scenes.puzzle.position_cards import cards_in_rows, position_view
from game.scenes.puzzle.puzzle_list import PuzzleList, PuzzleTile
from game.scenes.setup.setup import Setup
from game.table.puzzle_attempt import PuzzleAttempt
from game.table.turns.puzzle import TurnPuzzleDriver
from game.tutorial.puzzle import STRENGTHS, match_at_puzzle, stars_for


def test_the_set_up_leads_to_the_list_and_the_list_to_a_puzzle_and_back():
    player = Player()
    # until then the lesson is offered instead
    lessons.decline(player.app.context, "push")
    player.app.stack.carry_out(Push(routes.setup(player.app.context, "push")))
    player.wait(100)
    player.tap("puzzles")
    player.wait(300)
    assert isinstance(player.scene, PuzzleList)
    assert player.scene.items.focus == "puzzle-0"
    player.press(pygame.K_RETURN, "\r")
    player.wait(300)
    assert isinstance(player.scene.driver, TurnPuzzleDriver)
    shown(player)
    player.press(pygame.K_ESCAPE)
    player.wait(100)
    item = player.scene.items.find("puzzle-0")
    assert item.label.endswith(player.app.context.texts("puzzles.shown"))
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, Setup)


def test_the_list_shows_the_solved_puzzles():
    player = Player()
    context = player.app.context
    puzzles.store_solved(context, "push", 0, 1)
    puzzles.store_solved(context, "push", 1, 3)
    puzzles.store_solved(context, "push", 1, 1)
    player.app.stack.carry_out(Push(routes.puzzles(context, "push")))
    labels = {item.id: item.label for item in player.items}
    assert labels["puzzle-0"].endswith(context.texts("puzzles.stars", count=3))
    assert labels["puzzle-1"].endswith(context.texts("puzzles.stars", count=1))
    assert player.scene.items.focus == "puzzle-2"
    stands_out = [tile.item.id for tile in player.scene.widgets if getattr(tile, "kind", "") == "primary"]
    assert stands_out == ["puzzle-2"], "the next one"
    most = len(puzzles.offered(context, "push"))
    assert context.texts("puzzles.solved", number=2, most=most) in player.scene.spoken()


@pytest.mark.parametrize("game", PUZZLED)
def test_every_puzzle_of_the_list_has_its_own_number_which_is_that_of_its_heading(game):
    player = Player()
    context = player.app.context
    player.app.stack.carry_out(Push(routes.puzzles(context, game)))
    for place in range(len(STRENGTHS)):
        player.tap(f"tab-{place}")
        tiles = [widget for widget in player.scene.widgets if isinstance(widget, PuzzleTile)]
        assert len({tile.number for tile in tiles}) == len(tiles)
        for tile in tiles:
            attempt = PuzzleAttempt(context, game, int(tile.items[0].id.rpartition("-")[2]))
            assert attempt.head().startswith(context.texts("puzzles.head", number=tile.number, strength=""))


@pytest.mark.parametrize("size", [WIDE, TALL])
@pytest.mark.parametrize("game", PUZZLED)
def test_every_tile_names_its_theme_with_cards_of_one_size_that_can_be_told(game, size, monkeypatch):
    monkeypatch.setattr(puzzles.daily_store, "today", lambda _context: date(2026, 12, 1))
    player = Player(size)
    for scale in SCALES:
        player.app.stack.carry_out(Push(routes.puzzles(player.app.context, game)))
        show_at(player, size, scale)
        player.wait(640)
        widths = set()
        in_rows = PRESENTATIONS[game].has_rows
        for number, tile in tiles_of(player).items():
            room, words = tile.places()
            assert (tile.theme, tile.theme in tile.items[0].label) == (player.scene._theme(number), True)
            assert not overlap(room, words.grown(-0.1))
            widths |= {round(card.w, 2) for card in tile.cards() if number < 42}
        assert len(widths) == 1 or in_rows, "all have one size"
        assert min(widths) >= (40 if game == "twin_it" else 22 if in_rows else 28), (scale, widths)


@pytest.mark.parametrize(
    ("today", "month"),
    [((2026, 11, 30), "2026-11"), ((2026, 12, 1), "2026-12"), ((2031, 5, 1), "2027-02"), ((2026, 1, 1), "")],
)
def test_the_set_of_the_month_is_offered_or_the_newest_before_but_none_of_a_later_month(monkeypatch, today, month):
    rows = puzzles.puzzles_of("push")[:8]
    months = ("", "", *["2026-11"] * 2, *["2026-12"] * 2, *["2027-02"] * 2)
    dated = [row._replace(month=one) for row, one in zip(rows, months, strict=True)]
    monkeypatch.setattr(puzzles, "puzzles_of", lambda _game: tuple(dated))
    player = Player()
    context = player.app.context
    monkeypatch.setattr(puzzles.daily_store, "today", lambda _context: date(*today))
    offered = puzzles.offered(context, "push")
    assert [dated[number].month for number in offered] == ["", "", *[month] * 2 * bool(month)]
    player.app.stack.carry_out(Push(routes.puzzles(context, "push")))
    tiles = [item.id for item in player.items if item.id.startswith("puzzle-")]
    assert {*tiles} == {f"puzzle-{number}" for number in offered}
    player.scene.items.focus = f"puzzle-{offered[-1]}"
    assert puzzles.next_unsolved(context, "push", offered[-1]) == 0


@pytest.mark.parametrize(
    ("today", "offered", "title"),
    [
        ((2026, 11, 30), ["", "2026-11", "2026-11"], "November puzzles"),
        ((2026, 12, 1), ["", "2026-11", "2026-11", "2026-12"], "November"),
        ((2027, 3, 1), ["", "2026-11", "2026-11", "2026-12"], "November\u00a02026"),
    ],
)
def test_a_past_set_is_named_as_such_and_a_single_puzzle_is_no_set(monkeypatch, today, offered, title):
    rows = puzzles.puzzles_of("push")[:4]
    months = ("", "2026-11", "2026-11", "2026-12")
    dated = tuple(row._replace(month=one, strength=1) for row, one in zip(rows, months, strict=True))
    monkeypatch.setattr(puzzles, "puzzles_of", lambda _game: dated)
    player = Player(language="en")
    context = player.app.context
    monkeypatch.setattr(puzzles.daily_store, "today", lambda _context: date(*today))
    assert [dated[number].month for number in puzzles.offered(context, "push")] == offered
    player.app.stack.carry_out(Push(routes.puzzles(context, "push")))
    assert player.scene._month_title() == title
    # the single one is on the page beside those that are always there
    assert {item.id for item in player.items if item.id.startswith("puzzle-")} == {
        f"puzzle-{number}" for number in range(len(offered))
    }


@pytest.mark.parametrize("data", ["[1]", '{"push": {"1": -1}, "dnup": {"2": 1}}', "{"])
def test_damaged_results_are_set_aside_and_reported(data):
    storage = MemoryStorage()
    storage.write("puzzles", data)
    player = Player(storage=storage)
    context = player.app.context
    assert not puzzles.solved_puzzles(context, "push")
    assert any(context.texts("file.puzzles") in notice for notice in context.notices)
    assert puzzles.solved_puzzles(context, "dnup") == ({"2": 1} if "dnup" in data else {})
    puzzles.store_solved(context, "push", 0, 1)
    assert len(puzzles.solved_puzzles(context, "push")) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_positions_of_dnup_are_named_by_the_sets_that_lie_there(language):
    match_texts = PRESENTATIONS["dnup"].match_texts(Player(language=language).app.context.texts, ())
    rows = list(enumerate(puzzles.puzzles_of("dnup")))
    named = [match_texts.position(position_view("dnup", number)) for number, _one in rows]
    assert len({*named}) == len(named)
    names = [match_texts.position(position_view("dnup", number)) for number in (0, 5, 27, 29, 38)]
    expected = {
        "de": [
            "Zwei Zweien gegen eine 9",
            "8 und 1, eine 8 vor dir",
            "Drei Karten gegen eine 6",
            "Vier Zweien …",
            "4 und 8 gegen eine 9",
        ],
        "en": [
            "Two 2s against a 9",
            "8 and 1, an 8 in front of you",
            "Three cards against a 6",
            "Four 2s …",
            "4 and 8 against a 9",
        ],
    }
    assert names == expected[language]


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_the_cards_of_a_tile_leave_room_for_its_number(size):
    player = listed("dnup", size)
    player.wait(1000)
    for tile in tiles_of(player).values():
        first = tile.cards()[0]
        assert first.w >= 44
        assert first.x - first.w / 2 >= tile.box.x + puzzle_list.WITHIN + puzzle_list.DISC + 4


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_a_page_whose_positions_have_few_cards_shows_larger_ones(size):
    player = listed("keine_ahnung", size)
    first = next(iter(tiles_of(player).values())).cards()
    player.wait(1000)
    tiles = tiles_of(player).values()
    assert max(sum(map(len, tile.groups)) for tile in tiles) == 4
    assert all(tile.cards()[0].w >= 46 for tile in tiles)
    assert all(tile.cards()[0].w > card.w for tile in tiles for card in first)


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_the_list_of_puzzles_names_its_game(size, drawn_lines):
    player = Player(size)
    player.app.stack.carry_out(Reset(routes.puzzles(player.app.context, "push")))
    assert "Push" in drawn_lines


@pytest.mark.parametrize("game", PUZZLED)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_puzzle_in_the_list_shows_cards_of_its_position(game, size):
    player = listed(game, size)
    player.wait(1000)
    tiles = [tile for tile in player.scene.widgets if isinstance(tile, PuzzleTile)]
    assert sum(bool(tile.cards()) for tile in tiles) > len(tiles) / 2
    for tile in tiles:
        room = tile.places()[0].grown(1)
        for card in tile.cards():
            place = card.card(tile.ratio)
            assert room.holds(place.x, place.y)
            assert room.holds(place.x + place.w, place.y + place.h)
        number = int(tile.items[0].id.rpartition("-")[2])
        match = match_at_puzzle(GAMES[game], puzzles.puzzles_of(game)[number])
        rows = PRESENTATIONS[game].position_faces(match.view(max(0, match.mover)))
        first = rows[:1] if PRESENTATIONS[game].has_rows else ()
        assert tile.groups == ((*first, *(row for row in rows[len(first) :] if row)) or ((),))


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_the_list_of_push_shows_rows_as_they_lie_with_cards_that_can_be_told(size):
    player = listed("push", size)
    player.wait(1000)
    for tile in tiles_of(player).values():
        (held, *rows), room = tile.groups, tile.places()[0]
        cards = cards_in_rows(room, tile.groups, tile.ratio)
        assert [card.face for card in cards] == [face for row in (held, *rows) for face in row]
        lines = {
            y: [card for card in cards[len(held) :] if card.y == y] for y in {card.y for card in cards[len(held) :]}
        }
        assert len(lines) == len(rows)
        for row in lines.values():
            assert all(after.x - before.x >= 0.8 * before.w >= 17 for before, after in pairwise(row))


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", [WIDE, TALL])
def test_a_solved_tile_has_three_places_for_stars_inside_and_an_open_one_none(size, scale, monkeypatch):
    of_game, put = puzzles.puzzles_of("nein_danke"), list[tuple[float, float, float]]()
    player = Player(size)
    tries = {puzzles.name_of(one): number % 5 for number, one in enumerate(of_game) if number % 2}
    player.storage.write("puzzles", json.dumps({"nein_danke": tries}))
    player.app.stack.carry_out(Reset(routes.puzzles(player.app.context, "nein_danke")))
    show_at(player, size, scale)
    player.wait(1000)
    drawn = Canvas.put_centred

    def noted(canvas: Canvas, picture: pygame.Surface, x: float, y: float) -> None:
        put.append((x, y, picture.get_height() / canvas.frame.scale))
        drawn(canvas, picture, x, y)

    monkeypatch.setattr(Canvas, "put_centred", noted)
    player.draw()
    for number, tile in tiles_of(player).items():
        box, solved = tile.box, tries.get(puzzles.name_of(of_game[number]))
        x = box.x + box.w - puzzle_list.SIDE - puzzle_list.STAR / 2
        signs = [(y, high) for at, y, high in put if at == x and box.holds(at, y)]
        assert len(signs) == (0 if solved is None else 3 if solved else 1)
        assert tile.stars == (stars_for(solved) if solved else None)
        assert all(box.y <= y - high / 2 and y + high / 2 <= box.y + box.h for y, high in signs)


def test_a_list_of_puzzles_opens_at_once_and_finds_one_position_in_a_frame(monkeypatch):
    found, position_faces = [], puzzle_list.position_faces
    monkeypatch.setattr(puzzle_list, "position_faces", lambda *puzzle: found.append(puzzle) or position_faces(*puzzle))
    player = listed("push")
    player.draw()
    assert not found
    for count in (1, 2, 3):
        player.wait(16)
        assert len(found) == count
    player.wait(2000)
    player.draw()
    count = len(found)
    player.wait(500)
    assert len(found) == count


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PUZZLED)
@pytest.mark.parametrize("size", [WIDE, TALL, SIDE])
def test_a_list_of_puzzles_names_every_position_and_few_alike(size, game, language, monkeypatch):
    player, drawn, plain = Player(size, language=language), [], fonts.plain
    monkeypatch.setattr(fonts, "plain", lambda *given: drawn.append(given[0]) or plain(*given))
    player.app.stack.carry_out(Push(routes.puzzles(player.app.context, game)))
    player.wait(1000)
    player.draw()
    tiles = [widget for widget in player.scene.widgets if isinstance(widget, PuzzleTile)]
    names = [(tile.theme, tile.position) for tile in tiles]
    assert all(position for _, position in names)
    assert len(set(names)) >= 0.5 * len(names), names
    assert all(tile.position in tile.item.label for tile in tiles)
    words = " ".join(drawn)
    assert sum(position in words for _, position in names) >= 0.9 * len(names)
    # the theme, which many share, is the smaller line
    assert all(tile._titles[0] == tile.position for tile in tiles)


def test_a_puzzle_of_twin_it_is_named_by_the_cards_that_lie_there():
    player = listed("twin_it")
    player.tap("tab-2")
    player.wait(1000)
    for number, tile in tiles_of(player).items():
        match = match_at_puzzle(GAMES["twin_it"], puzzles.puzzles_of("twin_it")[number])
        assert tile.position.startswith(f"{len(match.view(0).faces)}\u00a0Karten")
