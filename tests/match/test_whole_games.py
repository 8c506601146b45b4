"""Whole games through the interface: by keys alone, by pointer alone, by touch, with the curtain, and resumed."""

import json
from collections import Counter

import pygame
import pytest
import table_player
from offers import TURNS
from player import Player
from table_player import PHONE, WIDE, kinds_of, match_of, offered_moves, play_on, resumed_player, sit

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.options import Pick
from game.core.rng import Rng
from game.host.storage import MemoryStorage
from game.scenes.setup.setup import Setup
from game.scenes.title.title import Title
from game.services import launch_request
from game.table.turns.scene import TurnScene


def play_out(player: Player, use) -> int:
    """Use the last of the items offered every fourth time, otherwise the first; return the number of decisions."""

    def decide(number: int) -> None:
        ids = offered_moves(player)
        use(ids[-1] if number % 4 == 0 else ids[0])

    done = table_player.play_out(player, use, decide, 600)
    assert not done.curtains
    return done.decisions


def fast(player: Player) -> None:
    player.app.context.settings.speed = "fast"


def test_two_inputs_lead_from_the_start_to_a_match():
    player = Player()
    assert isinstance(player.scene, Title)
    player.tap("nein_danke")
    player.tap("start")
    assert isinstance(player.scene, TurnScene)


def test_a_whole_game_is_played_by_keyboard_alone():
    player = Player(language="en")
    fast(player)
    player.use_by_keys("nein_danke")
    assert isinstance(player.scene, Setup)
    player.use_by_keys("option-specials")
    player.use_by_keys("start")
    play_out(player, player.use_by_keys)
    result = player.scene
    player.use_by_keys("skip")
    player.wait(400)
    player.use_by_keys("again")
    assert isinstance(player.scene, TurnScene), "a rematch begins at once"
    assert result.match.is_over


#: who plays, in which window, by which method of the player and with which house rules: the usual ones or their last
WAYS = {
    "two": ("hb", WIDE, "tap", False),
    "as many as can": ("hbbbbbb", PHONE, "tap", True),
    "keys": ("hbb", PHONE, "use_by_keys", True),
    "people": ("hhh", WIDE, "tap", False),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", TURNS)
def test_a_whole_game_of_every_kind_is_played(game, way):
    row, size, by, others = WAYS[way]
    rules = GAMES[game]
    options = {option.name: option.values[-1] for option in rules.options if others and option.pick == Pick.ONE}
    # the second of two rounds ends as the fourth would
    options |= {"rounds": 2} if "rounds" in options else {}
    least, most = rules.seat_range(options)
    row = row.ljust(least, "b")[:most]
    player = sit(match_of(rules, kinds_of(row, "normal"), 8, **options), size)
    match = player.scene.match
    done = play_on(player, getattr(player, by))
    assert match.is_over
    assert done.decisions > 5
    # a player with secrets takes the device
    assert (done.curtains > 0) == (row.count("h") > 1 and player.app.context.texts.has(f"{game}.curtain.shows"))
    player.tap("skip")
    assert player.wait(4000, lambda: "again" in player.ids())


# ---- the cards on the table -------------------------------------------------------------------------------


def card_places(table) -> Counter:
    """Return the place of every card, without the keys that tell equal cards apart."""
    places = (sprite.place for sprite in table.layer.sprites.values())
    return Counter((place.face, round(place.x), round(place.y)) for place in places)


@pytest.mark.parametrize("game", TURNS)
def test_a_resumed_match_has_its_cards_where_they_were(game):
    match, rng = match_of(GAMES[game], kinds_of("hbb", "normal"), 5), Rng(3)
    table = sit(match).scene.table
    while len(match.actions) < 12 or match.mover or table.forced_move(match.view(0)) is not None:
        match.apply(rng.choice(match.game.legal_actions(match.state)))
    player = resumed_player(match)
    assert player.scene.match.state == match.state
    assert card_places(player.scene.table) == card_places(sit(match).scene.table)


#: events that are seen in the following ones
UNSEEN = {"keine_ahnung": {"TurnStarted"}}


@pytest.mark.parametrize("game", TURNS)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_event_has_a_script_that_ends_like_a_new_table(game, seats):
    """Scripts run at their own pace for a rival and for the viewer; the table afterwards equals a new one."""
    rules = GAMES[game]
    least, most = rules.seat_range({})
    match, rng = match_of(rules, ["human"] * min(max(seats, least), most), 3), Rng(2)
    context = sit(match).app.context

    def made(view):
        return PRESENTATIONS[game].table(context, match.seats, 0, view)

    table, silent, slow = made(match.view(0)), set(), set()
    while not match.is_over and len(match.actions) < 150:
        steps = match.advance(rng.choice(rules.legal_actions(match.state)))
        for event, state in steps:
            waits = [*table.script(rules.visible(event, 0), rules.view(state, 0))]
            (slow if waits else silent).add(type(event).__name__)
        view = match.view(0)
        table.sync(view)
        if rng.fraction() < 0.1:
            assert card_places(table) == card_places(made(view)), steps
    assert silent - slow <= UNSEEN.get(game, set()), "each event takes a moment in which it is seen"


def test_by_touch_a_card_is_lifted_before_it_is_played():
    asked = 0

    def use(id_: str) -> None:
        nonlocal asked
        match = player.scene.match
        before, choice = len(match.actions), len(match.game.legal_actions(match.state)) > 1
        player.tap(id_, touch=True)
        # without another choice a slip of the finger does no harm
        if id_.startswith("card-") and choice:
            assert len(player.scene.match.actions) == before, "one touch must not give a card away"
            assert player.scene.choosing.selected is not None
            asked += 1
            player.tap(id_, touch=True)
        assert len(player.scene.match.actions) == before + 1

    # the first match in which a card is given away
    for seed in range(7, 30):
        storage = MemoryStorage()
        storage.write("setup", json.dumps({"nein_danke": {"options": {"specials": True}}}))
        player = Player(
            (390, 844), launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), seed), storage
        )
        player.app.context.settings.speed = "off"
        play_out(player, use)
        if asked:
            break
    assert asked


def test_the_first_and_second_key_are_the_two_moves():
    player = Player()
    fast(player)
    player.tap("nein_danke")
    player.tap("start")
    scene = player.scene
    assert player.wait(60_000, lambda: bool(offered_moves(player)))
    before = len(scene.match.actions)
    player.press(pygame.K_1, "1")
    assert len(scene.match.actions) == before + 1


def test_a_tap_skips_the_animation():
    player = Player()
    player.tap("nein_danke")
    player.tap("start")
    scene = player.scene
    assert scene.director.busy
    player.point(640, 600)
    assert not scene.director.busy


def test_without_a_chip_the_first_key_takes_no_card():
    wish = launch_request.LaunchRequest("nein_danke", ("human", "human", "human"), 7, options={"open_chips": True})
    player = Player(wish=wish)
    player.app.context.settings.speed = "off"
    player.wait(5000, lambda: "do-pay" in player.ids())
    while "do-pay" in player.ids():
        player.press(pygame.K_1, "1")
        player.wait(300, lambda: player.scene.table.viewer_decides)
    assert "do-take" in player.ids()
    before = len(player.scene.match.actions)
    player.press(pygame.K_1, "1")
    assert len(player.scene.match.actions) == before
    player.press(pygame.K_2, "2")
    assert len(player.scene.match.actions) == before + 1
