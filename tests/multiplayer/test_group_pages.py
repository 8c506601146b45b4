"""A group at its devices: ending a match together, names, watchers, hints, and targets for fingers."""

import pygame
import pytest
from online import Silence
from player import Player

from game.engine.dock import Dock
from game.engine.items import Item
from game.engine.layout import Box
from game.engine.transitions import Push, Reset
from game.scenes.navigation import routes
from game.scenes.party.lobby import Lobby
from game.scenes.party.people import People
from game.scenes.party.quiet_hours import QuietHours
from game.scenes.setup.form import FINGER
from game.scenes.table.pause import OnlinePause
from game.table.live.scene import LiveScene
from game.table.turns.scene import TurnScene
from game.wire.join_link import JoinLink

PHONE = (390, 844)


def dock_text(player) -> str:
    docks = [widget for widget in player.scene.widgets if isinstance(widget, Dock)]
    return docks[0].panel_text.body if docks else ""


def messages(player) -> list[str]:
    return [player.app.toasts.shown, *player.app.toasts.waiting]


def begun(room, game: str = "nein_danke", bots: tuple[str, ...] = ("easy",)):
    room.gather(game, bots)
    room.begin()
    return room.players


def propose(room, player) -> None:
    """Propose the end by the pause."""
    player.press(pygame.K_ESCAPE)
    player.tap("end_match")
    player.tap_again("end_match")
    assert room.live(60, lambda: player.app.context.session.remote.party_state.ending is not None)


# ---- the end by agreement -----------------------------------------------------------------------


@pytest.mark.parametrize("room", [(3,)], indirect=True)
def test_a_match_is_ended_in_the_pause_at_the_table_and_among_the_people(room):
    first, second, third = begun(room, bots=())
    texts = first.app.context.texts
    third.press(pygame.K_ESCAPE)
    third.tap("people")
    propose(room, first)
    asked = texts("party.end.asked", name="Ada")
    assert isinstance(first.scene, TurnScene)
    assert room.live(60, lambda: "end-no" in first.ids() and "end-yes" not in first.ids())
    assert dock_text(first) == texts("party.end.waits", names="Ben und Cleo")
    assert room.live(60, lambda: dock_text(second) == asked)
    assert isinstance(third.scene, People)
    assert {"end-yes", "end-no"} <= {*third.ids()}
    agree = next(one for one in second.scene.widgets if isinstance(one, Dock)).panel_text.buttons[0]
    assert (agree.id, agree.label, agree.kind) == ("end-yes", "Einverstanden", "secondary"), "nothing urges to end it"
    second.press(pygame.K_ESCAPE)
    assert room.live(10, lambda: second.scene.noted("Nein Danke!") == asked)
    second.tap("end-yes")
    assert room.live(60, lambda: second.app.context.session.remote.party_state.ending.pending == (2,))
    third.tap("end-yes")
    assert room.live(120, lambda: all(isinstance(player.scene, Lobby) for player in room.players))
    assert all(type(player.scene) is Lobby for player in room.players)
    assert all(texts("party.end.done") in messages(player) for player in room.players)
    assert [place.name for place in first.scene.party_state.places[:3]] == ["Ada", "Ben", "Cleo"]
    first.tap("next_game")
    assert room.live(60, lambda: third.scene.party_state.game == "keine_ahnung")


def test_a_refused_proposal_is_told_and_the_match_goes_on(room):
    first, second = begun(room)
    propose(room, first)
    assert room.live(60, lambda: "end-no" in second.ids())
    second.tap("end-no")
    told = first.app.context.texts("party.happened.EndMatch.0", name="Ben")
    assert room.live(60, lambda: told in messages(first))
    assert dock_text(first) != first.app.context.texts("party.end.waits", names="Ben")
    assert room.live(400, lambda: any(player.scene.table.viewer_decides for player in room.players))


def test_a_proposal_can_be_withdrawn(room):
    first, second = begun(room)
    propose(room, first)
    assert room.live(60, lambda: "end-yes" in second.ids())
    first.tap("end-no")
    assert room.live(60, lambda: "end-yes" not in second.ids())
    assert first.app.context.session.remote.party_state.ending is None


@pytest.mark.parametrize("room", [(1,)], indirect=True)
def test_a_player_alone_with_bots_ends_a_match_among_the_people(room):
    (player,) = begun(room, bots=("easy", "easy"))
    player.press(pygame.K_ESCAPE)
    player.tap("people")
    player.tap("end_match")
    player.tap_again("end_match")
    assert room.live(120, lambda: type(player.scene) is Lobby)


def test_a_match_in_real_time_is_ended_by_agreement(room):
    first, second = room.players
    room.gather("twin_it")
    first.tap("start")
    assert room.live(60, lambda: all(isinstance(player.scene, LiveScene) for player in room.players))
    propose(room, first)
    assert room.live(60, lambda: "end-yes" in second.ids())
    second.tap("end-yes")
    assert room.live(120, lambda: all(type(player.scene) is Lobby for player in room.players))


# ---- people who are away, and the line ----------------------------------------------------------


def test_the_pages_of_a_match_say_whose_turn_it_is_and_since_when_the_line_is_gone(room):
    first, _second = begun(room)
    remote, texts = first.app.context.session.remote, first.app.context.texts
    assert room.live(400, lambda: remote.turn_state.to_move in (0, 1))
    status = texts("party.you_move") if remote.turn_state.to_move == 0 else texts("party.moves", name="Ben")
    first.press(pygame.K_ESCAPE)
    assert room.live(10, lambda: isinstance(first.scene, OnlinePause) and first.scene.noted("Nein Danke!") == status)
    first.tap("people")
    assert first.scene.waits_for() == status
    notes = [row.note for row in first.scene.rows()]
    assert texts("party.is_moving") in notes[remote.turn_state.to_move]
    remote._connect = Silence
    remote._lost(remote._connection)
    assert room.live(400, lambda: first.scene.waits_for() == texts("party.late_since", count=3))
    assert first.scene.rows()[1].note == texts("party.was_there")


# ---- names --------------------------------------------------------------------------------------


def stranger(room, size=(1280, 720)):
    """Return a device whose player has never been asked for a name."""
    player = room.device("Cleo", size)
    settings = player.app.context.settings
    settings.name, settings.figure, settings.met = "", "", False
    room.players.append(player)
    return player


def test_newcomers_without_a_name_get_different_figures_and_names(room):
    room.gather("nein_danke")
    code = room.players[0].app.context.session.remote.code
    seated = []
    for number in (2, 3):
        player = stranger(room)
        room.join(player, code)
        assert room.live(60, lambda player=player: "sit" in player.ids())
        player.tap("sit")
        assert room.live(60, lambda player=player, number=number: player.scene.seat == number)
        seated.append(player.scene.party_state.places[number])
    names = [place.name for place in room.players[0].scene.party_state.places[:4]]
    assert len({*names}) == 4
    assert not any(name.endswith(" 2") for name in names)
    assert len({place.figure for place in room.players[0].scene.party_state.places[:4]}) == 4


def test_a_second_player_of_one_name_is_asked_for_another(room):
    room.gather("nein_danke")
    first, second = room.players
    third = room.device("Ben")
    room.players.append(third)
    room.join(third, first.app.context.session.remote.code)
    texts = third.app.context.texts
    assert room.live(60, lambda: texts("party.name_here", name="Ben") in messages(third))
    assert third.scene.seat < 0
    assert third.scene.typing == "name"
    for letter in "y":
        third.press(ord(letter), letter)
    third.press(pygame.K_RETURN, "\r")
    assert room.live(60, lambda: third.scene.seat == 2)
    assert third.scene.party_state.places[2].name != "Ben"
    assert second.scene.party_state.places[1].name == "Ben"


def test_a_player_who_insists_on_a_name_gets_a_number_and_is_told(room):
    room.gather("nein_danke")
    third = room.device("Ben")
    room.players.append(third)
    room.join(third, room.players[0].app.context.session.remote.code)
    assert room.live(60, lambda: third.scene.typing == "name")
    third.press(pygame.K_RETURN, "\r")
    assert room.live(60, lambda: third.scene.seat == 2)
    told = third.app.context.texts("party.renamed", name="Ben", own="Ben 2")
    assert room.live(60, lambda: told in messages(third))


# ---- watchers, hints, targets -------------------------------------------------------------------


def test_a_watcher_is_told_whose_side_the_table_shows_and_how_to_sit_down(room):
    first, second = begun(room)
    watcher = room.device("Cleo")
    room.players.append(watcher)
    room.join(watcher, first.app.context.session.remote.code)
    texts = watcher.app.context.texts
    sees = texts("party.watching", name="Ada")
    full = texts.sentences([sees, texts("party.watching_full")])
    assert room.live(100, lambda: isinstance(watcher.scene, TurnScene) and dock_text(watcher) == full)
    second.press(pygame.K_ESCAPE)
    second.tap("leave")
    second.tap_again("leave")
    room.players.remove(second)
    free = texts.sentences([sees, texts("party.watching_free")])
    assert room.live(100, lambda: dock_text(watcher) == free)
    watcher.tap("sit-1")
    assert room.live(100, lambda: watcher.scene.match.seat == 1)
    assert dock_text(watcher) not in (free, full)


@pytest.mark.parametrize("size", [(390, 844), (1280, 720)], ids=str)
def test_a_watcher_by_link_is_told_so_on_every_page_but_not_on_a_screen_for_everybody(room, size):
    first, _second = begun(room)
    watcher = room.device("Cleo", size)
    room.players.append(watcher)
    context, code = watcher.app.context, first.app.context.session.remote.code
    texts, is_phone = context.texts, size[0] < size[1]
    watcher.app.follow(Reset(routes.party_entry(context, JoinLink(context.server, code, watches=True))))
    assert room.live(100, lambda: isinstance(watcher.scene, TurnScene))
    room.live(30)
    told = texts.sentences([texts("party.watching", name="Ada"), texts("party.watching_link")])
    assert (dock_text(watcher) == told) == is_phone
    watcher.press(pygame.K_ESCAPE)
    assert texts("party.watches") in watcher.scene.noted("Nein Danke!")
    assert texts("party.pause_kept") not in watcher.scene.items.find("home").label, "there is no seat to keep"
    watcher.tap("people")
    assert texts("party.watches") in watcher.scene.spoken()


def test_a_watcher_of_a_full_table_is_told_that_all_seats_are_taken(room):
    first = room.players[0]
    room.gather("keine_ahnung", ["easy", "easy", "easy"])
    other = room.device("Cleo")
    room.players.append(other)
    room.join(other, first.app.context.session.remote.code)
    assert room.live(100, lambda: other.app.context.texts("party.refused.table_full") in messages(other))


def test_hints_are_a_choice_and_everyone_at_the_table_is_told(room):
    first, second = begun(room)
    assert room.live(60, lambda: "hint" in [item.id for item in second.scene.items.items])
    first.press(pygame.K_ESCAPE)
    first.tap("people")
    assert {"hints-0", "hints-1"} <= {*first.ids()}
    first.tap("hints-1")
    told = second.app.context.texts("party.happened.Hints.0", name="Ada")
    assert room.live(100, lambda: told in messages(second))
    assert room.live(60, lambda: "hint" not in [item.id for item in second.scene.items.items])
    first.tap("hints-0")
    assert room.live(60, lambda: "hint" in [item.id for item in second.scene.items.items])


def overlaps(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.w - 1
        and other.x < one.x + one.w - 1
        and one.y < other.y + other.h - 1
        and other.y < one.y + one.h - 1
    )


def assert_fingers_fit(items: list[Item]) -> None:
    small = [(item.id, item.box) for item in items if min(item.box.w, item.box.h) < FINGER]
    assert not small
    inside = {"name", "figure"}
    pairs = [
        (one.id, other.id) for one in items for other in items if one is not other and overlaps(one.box, other.box)
    ]
    assert not [pair for pair in pairs if not inside & {*pair}]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_targets_of_nights_and_holidays_on_a_phone_suit_fingers(language, scale):
    player = Player(PHONE, language=language)
    context = player.app.context
    context.settings.scale = scale
    context.settings_changed()
    player.app.follow(Push(QuietHours(context)))
    for switch in ("night", "holiday"):
        player.tap(switch)
    player.draw()
    assert len(player.items) == 11
    assert_fingers_fit(player.items)
    assert min(item.box.y for item in player.items) > 0
    assert max(item.box.y + item.box.h for item in player.items) < context.frame.height


@pytest.mark.parametrize("room", [(2, PHONE), (2, PHONE, "en")], indirect=True)
@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_targets_in_the_lobby_of_a_phone_suit_fingers(room, scale):
    for player in room.players:
        player.app.context.settings.scale = scale
        player.app.context.settings_changed()
    room.gather("nein_danke", ["easy"])
    first, second = room.players
    for player in (first, second):
        assert_fingers_fit(player.items)
    guest = stranger(room, PHONE)
    room.join(guest, first.app.context.session.remote.code)
    assert room.live(60, lambda: "sit" in guest.ids())
    assert_fingers_fit(guest.items)
    first.tap("unfold")
    room.live(4)
    assert_fingers_fit(first.items)
    first.tap("back")
    room.players.remove(guest)
    room.begin()
    first.press(pygame.K_ESCAPE)
    first.tap("people")
    assert_fingers_fit(first.items)
    first.tap("end_match")
    first.tap_again("end_match")
    assert room.live(60, lambda: "end-no" in first.ids())
    assert_fingers_fit(first.items)
