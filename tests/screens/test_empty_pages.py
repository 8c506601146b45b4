"""Pages without entries: a picture of the game's own cards, readable texts, and one button that leads on."""

import ink
import pygame
import pytest
from all_screens import SCALES, SIDE, TALL, WIDE, show_at
from finished import finished
from ink import Watcher
from player import Player

from game.catalogue.registry import GAMES
from game.engine import fonts
from game.engine.layout import overlap
from game.engine.texts import LANGUAGES
from game.engine.transitions import Push
from game.host import device
from game.player import family, known_parties, saves
from game.scenes.navigation import routes
from game.scenes.party.join import JoinScreen
from game.scenes.records.family_screen import FamilyScreen
from game.scenes.records.finished import Finished
from game.scenes.shared import empty_page
from game.scenes.shared.empty_page import fan, table_plain
from game.wire.join_link import JoinLink

PAGES = {
    "statistics": (routes.statistics, "play"),
    "family": (FamilyScreen, "play"),
    "finished": (Finished, "play"),
    "tables": (routes.tables, "together"),
    "together": (routes.together, "join"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_an_empty_page_can_be_read_and_leads_on_in_every_window(page, language):
    make, button = PAGES[page]
    player, watcher = Player(language=language), Watcher()
    with watcher.watching():
        player.app.stack.carry_out(Push(make(player.app.context)))
        for size in (WIDE, TALL, SIDE):
            for scale in SCALES:
                watcher.begin()
                show_at(player, size, scale)
                assert not list(ink.faults(watcher.shown(player))), (size, scale)
                frame, item = player.app.context.frame, player.scene.items.find(button)
                assert item.box.y + item.box.h <= frame.height
                others = [other.box for other in player.items if other is not item]
                assert not any(overlap(item.box, box) for box in others)
    before = player.scene
    player.tap(button)
    assert player.scene is not before or player.scene.items.find("way")


def test_the_picture_shows_cards_of_the_game_and_a_figure_more_or_less():
    kit = Player().app.context.kit
    pictures = [table_plain(kit, 360, 270, fan([game]), ("bear", "fox")) for game in GAMES]
    pictures.append(table_plain(kit, 360, 270, fan([*GAMES]), ("bear", "fox")))
    pictures.append(table_plain(kit, 360, 270, fan([*GAMES]), ("bear",)))
    assert len({pygame.image.tobytes(picture, "RGBA") for picture in pictures}) == len(GAMES) + 2
    assert {game for game, _ in fan([*GAMES])} == set(GAMES)


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_the_last_games_on_one_device_are_centred_below_the_others(size):
    player = Player(size)
    player.app.stack.carry_out(Push(routes.together(player.app.context)))
    player.draw()
    boxes = [item.box for item in player.items if item.id.startswith("here")]
    middles = [
        sum(box.centre[0] for box in boxes if box.y == y) / sum(box.y == y for box in boxes)
        for y in {box.y for box in boxes}
    ]
    assert len(boxes) == len(GAMES)
    assert middles == pytest.approx([middles[0]] * len(middles))


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_without_a_server_sharing_this_device_comes_before_an_address(size):
    player = Player(size)
    player.app.stack.carry_out(Push(routes.together(player.app.context)))
    player.draw()
    assert player.scene.items.focus.startswith("here")
    games, way = [item for item in player.items if item.id.startswith("here")], player.scene.items.find("way")
    assert all(game.box.x < way.box.x - 1 or game.box.y < way.box.y for game in games)
    assert all(player.items.index(game) < player.items.index(way) for game in games)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", [WIDE, TALL, SIDE])
def test_a_device_that_reaches_no_server_offers_no_field_for_an_address(size, scale, monkeypatch):
    monkeypatch.setattr(device.page, "can_connect", lambda: False)
    player, watcher = Player(size), Watcher()
    known_parties.STORED.write(player.app.context, known_parties.StoredParties("ws://127.0.0.1:1/party"))
    with watcher.watching():
        player.app.stack.carry_out(Push(routes.together(player.app.context)))
        watcher.begin()
        show_at(player, size, scale)
        assert not list(ink.faults(watcher.shown(player)))
    assert player.ids() == ["back", *(f"here-{game}" for game in GAMES)]
    texts = player.app.context.texts
    assert texts("party.join_elsewhere") in player.scene.spoken()
    assert texts("party.open_how") in player.scene.spoken()
    link = JoinLink("ws://192.168.1.20:8790/party", "KLMNP")
    assert isinstance(routes.party_entry(player.app.context, link), JoinScreen)


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_with_a_server_joining_by_a_code_comes_before_opening_a_table(size):
    player = Player(size)
    player.app.context.server = "ws://127.0.0.1:1/party"
    player.app.stack.carry_out(Push(routes.together(player.app.context)))
    player.draw()
    ids = [item.id for item in player.items]
    way, games = player.scene.items.find("way"), [item for item in player.items if item.id.startswith("open-")]
    assert len(games) == len(GAMES)
    assert all(ids.index("way") < ids.index(game.id) for game in games)
    assert all(way.box.x + way.box.w <= game.box.x or way.box.y < game.box.y for game in games)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", [WIDE, TALL, SIDE])
def test_the_names_of_the_games_on_one_device_have_one_size(size, scale, monkeypatch):
    player, sizes, plain = Player(size), dict[str, int](), fonts.plain
    show_at(player, size, scale)
    monkeypatch.setattr(fonts, "plain", lambda *given: sizes.update({given[0]: given[2]}) or plain(*given))
    player.app.stack.carry_out(Push(routes.together(player.app.context)))
    player.draw()
    names = [player.app.context.texts(f"game.{game}") for game in GAMES]
    assert len({sizes[name] for name in names}) == 1


def test_below_a_daily_deal_the_note_says_that_no_match_is_begun(monkeypatch):
    player = Player()
    shown, texts = [], player.app.context.texts
    plain = empty_page.empty_page
    monkeypatch.setattr(empty_page, "empty_page", lambda *args: shown.append(args[2]) or plain(*args))
    tables = routes.tables(player.app.context)
    player.app.stack.carry_out(Push(tables))
    player.draw()
    assert tables.rows
    assert shown[-1] == texts("tables.none_begun")
    tables.rows = []
    tables.build()
    assert shown[-1] == texts("tables.none")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_empty_family_scores_show_an_example_of_what_they_will_hold(language, monkeypatch):
    drawn, plain = [], fonts.plain
    monkeypatch.setattr(fonts, "plain", lambda *given: drawn.append(given[0]) or plain(*given))
    player = Player(language=language)
    player.app.stack.carry_out(Push(FamilyScreen(player.app.context)))
    player.draw()
    texts = player.app.context.texts
    assert {texts("family.example"), texts("figure.bear"), texts("family.score", one=5, other=3)} <= set(drawn)
    # nothing of it is taken for a result
    assert texts("figure.bear") not in player.scene.spoken()


@pytest.mark.parametrize("make", [FamilyScreen, Finished])
def test_records_use_the_sides_of_a_phone_held_sideways(make):
    player = Player(SIDE)
    context = player.app.context
    for seed in (1, 2):
        match = finished("push", seed=seed, people=(0, 1))
        saves.finish(context, match)
        family.STORED.write(context, family.counted(family.STORED.read(context), match))
    player.app.stack.carry_out(Push(make(context)))
    player.draw()
    assert player.scene.items.find("back").box.x < 0
