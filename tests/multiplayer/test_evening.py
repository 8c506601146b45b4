"""An evening of three games on two devices and a shared screen, by the interface, and the picture of the night."""

import base64
import struct
import zlib
from pathlib import Path

import pygame
import pytest
from ink import recorded_cuts
from online import Room, place, put_at_party
from player import FRAME_MS, Player
from stand_in import StandIn

from game.core.match import FIGURES
from game.engine import fonts, surfaces
from game.engine.backdrop import Backdrop, wood
from game.engine.layout import Box
from game.engine.texts import LANGUAGES
from game.engine.transitions import Reset
from game.host import desktop, device
from game.host.page import WebPage
from game.scenes.navigation import routes
from game.scenes.party import evening_plan, night_picture, standing_parts
from game.scenes.party.evening_plan import EveningPlan
from game.scenes.party.lobby import Lobby
from game.scenes.party.standing_page import StandingPage
from game.scenes.party.standing_screen import StandingScreen
from game.scenes.result.after import SUMS_MS
from game.scenes.result.result import Result
from game.table.turns.scene import TurnScene
from game.wire.commands import ChooseGame, EndEvening, PlanEvening, Start
from game.wire.join_link import JoinLink
from game.wire.messages import BestMoment, EveningState, PartyPhase, PartyState, PlayedMatch, StandingRow
from game.wire.messages import Player as Named


def play_match(room: Room) -> None:
    """Play the match to its end, until all devices have counted the result."""
    party, decided_on = room.party(), -1
    for _ in range(20_000):
        decided_on = room.decide(party, decided_on)
        if all(isinstance(player.scene, Result) and player.scene.match.is_over for player in room.players):
            assert room.live(60, lambda: all(player.scene.count.done for player in room.players))
            # a press this soon after the count would be ignored
            room.live(30)
            return
    raise AssertionError("expected the match to end")


def test_an_evening_of_three_games_is_planned_played_and_celebrated(room, monkeypatch):
    room.gather("push")
    owner, guest = room.players
    texts = owner.app.context.texts
    assert "evening" not in guest.ids()
    owner.tap("evening")
    assert isinstance(owner.scene, EveningPlan)
    assert owner.scene.games == ("keine_ahnung", "dnup", "push")
    # dnuP comes next after Keine Ahnung, and after the last game the first one
    owner.tap("game-0")
    owner.tap("game-1")
    owner.tap("game-2")
    games = owner.scene.games
    assert games == ("dnup", "push", "twin_it")
    for _ in range(2):
        owner.tap("game-2")
    games = owner.scene.games
    assert games == ("dnup", "push", "dnup")
    owner.tap("plan")
    assert room.live(60, lambda: isinstance(owner.scene, Lobby) and owner.scene.party_state.evening is not None)
    assert room.live(60, lambda: texts("evening.said", number=1, count=3) in guest.scene.settled())
    owner.tap("start")
    for number, game in enumerate(games, 1):
        assert room.live(60, lambda: all(isinstance(player.scene, TurnScene) for player in room.players)), number
        assert {player.scene.match.game.name for player in room.players} == {game}
        play_match(room)
        state = room.party().party_state
        assert state.evening.played == number
        for player in room.players:
            assert standing_parts.news_of(texts, state)[0] in player.scene.spoken()
        if number < 3:
            owner.tap("again")
            assert owner.scene.page == 1, "the standing is read while others are waited for"
            assert room.live(60, lambda: "begin" in owner.ids())
            if number == 1:
                guest.tap("again")
                continue
            # the second time the owner does not wait, after a question that names the reader
            assert texts("standing.read", count=1, names="Ben") == owner.scene._onward.sub
            owner.tap("begin")
            assert owner.scene.confirming == "begin"
            owner.tap_again("begin")
    for player in room.players:
        player.tap("ceremony")
        assert isinstance(player.scene, StandingScreen)
        first = standing_parts.first_rows(state)
        assert first
        assert all(row.player.name in standing_parts.title_of(texts, state) for row in first)
    saved = []
    monkeypatch.setattr(device.page, "save_picture", lambda name, data: saved.append((name, data)) or name)
    guest.tap("picture")
    assert len(saved) == 1
    owner.tap("people")
    assert isinstance(owner.scene, Lobby)
    guest.tap("back")
    owner.tap("start")
    assert isinstance(guest.scene, Result)


def watch(room: Room) -> Player:
    """Return a wide screen that watches the party of the room."""
    screen = room.device("Cleo")
    room.players.append(screen)
    code = room.players[0].app.context.session.remote.code
    link = JoinLink(screen.app.context.server, code, watches=True)
    screen.app.follow(Reset(routes.party_entry(screen.app.context, link)))
    return screen


#: frames until a shared screen goes on
READ = int(SUMS_MS / FRAME_MS) + 60


@pytest.mark.parametrize("game", ["push", "twin_it"])
def test_a_shared_screen_has_no_button_but_the_way_out(room, game):
    room.gather(game)
    screen = watch(room)
    assert room.live(60, lambda: isinstance(screen.scene, Lobby) and screen.scene.party_state is not None)
    room.live(10)
    assert screen.ids() == ["back"]
    room.players[0].tap("start")
    assert room.live(200, lambda: screen.scene.stage == "table")
    room.live(60)
    # a table's pictures can be read out
    assert [id_ for id_ in screen.ids() if not id_.startswith("explain")] == ["pause"]


def test_a_shared_screen_turns_to_the_standing_by_itself_and_shows_who_still_reads(room):
    room.gather("push")
    screen = watch(room)
    room.begin()
    play_match(room)
    # one that is opened after the match tells its result as well
    late = watch(room)
    assert room.live(60, lambda: isinstance(late.scene, Result))
    assert screen.scene.page == 0
    assert room.live(READ, lambda: screen.scene.page == 1)
    assert [player.scene.page for player in room.players[:2]] == [0, 0]
    before = screen.draw().copy()
    assert screen.scene.after.onward.unread == ("Ada", "Ben")
    room.players[0].tap("again")
    assert room.live(60, lambda: screen.scene.after.onward.unread == ("Ben",))
    room.live(2)
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(screen.draw(), "RGB")
    room.players[1].tap("again")
    assert room.live(60, lambda: all(isinstance(player.scene, TurnScene) for player in room.players))


def test_a_shared_screen_goes_through_an_evening_and_on_without_a_press(room):
    room.gather("push")
    screen, session = watch(room), room.players[0].app.context.session
    session.do(PlanEvening((ChooseGame("push", {}), ChooseGame("dnup", {}), ChooseGame("push", {}))))
    assert room.live(60, lambda: room.party().standing.evening is not None)
    room.begin()
    play_match(room)
    # nobody touches it: the way out alone is left of its buttons
    assert screen.ids() == ["home"]
    assert room.live(READ, lambda: screen.scene.page == 1)
    assert screen.ids() == ["home"]
    assert not room.live(READ, lambda: not isinstance(screen.scene, Result)), "the evening goes on"
    session.do(EndEvening())
    assert room.live(60, lambda: isinstance(screen.scene, StandingScreen))
    assert screen.scene.is_ceremony
    assert screen.ids() == ["back"]
    session.do(Start())
    session.do(Start())
    assert room.live(60, lambda: isinstance(screen.scene, TurnScene))


def test_a_shared_screen_goes_to_the_ceremony_after_the_last_sums(room):
    room.gather("push")
    screen, session = watch(room), room.players[0].app.context.session
    session.do(PlanEvening((ChooseGame("push", {}),) * 3))
    assert room.live(60, lambda: room.party().standing.evening is not None)
    evening = room.party().standing.evening._replace(played=2)
    room.party().standing = room.party().standing._replace(evening=evening)
    room.begin()
    play_match(room)
    assert room.party().party_state.evening.is_over
    assert screen.scene.page == 0
    assert room.live(READ, lambda: isinstance(screen.scene, StandingScreen))
    # somebody with a remote control comes back to the sums and stays there
    screen.tap("back")
    assert not room.live(READ, lambda: isinstance(screen.scene, StandingScreen))


def test_the_evening_is_ended_early_after_a_question(room):
    room.gather("push")
    owner, guest = room.players
    owner.tap("evening")
    owner.tap("plan")
    assert room.live(60, lambda: guest.scene.party_state.evening is not None)
    owner.tap("evening")
    owner.tap("end")
    assert owner.scene.confirming == "end"
    assert guest.scene.party_state.evening is not None
    owner.tap_again("end")
    assert room.live(60, lambda: guest.scene.party_state.evening is None)
    assert isinstance(owner.scene, Lobby)


@pytest.mark.parametrize("count", range(1, 9))
def test_the_games_that_are_suggested_suit_the_number_of_players(count):
    games = evening_plan.default_games(count)
    suitable = evening_plan.suitable_games(count)
    assert len(games) == 3
    assert {*games} <= {*suitable}
    assert len({*games}) == min(3, len(suitable))


def test_a_picture_is_saved_beside_the_data_or_handed_to_the_page(monkeypatch, tmp_path):
    monkeypatch.setattr(desktop, "native_folder", lambda: tmp_path / "kartenkiste" / "saves")
    path = device.page.save_picture("night.png", b"picture")
    assert Path(path) == tmp_path / "kartenkiste" / "night.png"
    assert Path(path).read_bytes() == b"picture"
    script = StandIn()
    monkeypatch.setattr(device, "page", WebPage(script))
    assert device.page.save_picture("night.png", b"picture") == "night.png"
    assert script.saved == ("night.png", base64.b64encode(b"picture").decode())


def test_a_saved_picture_is_a_whole_png_of_the_surface():
    surface = surfaces.opaque((7, 5), (10, 200, 30))
    surface.set_at((3, 2), (255, 0, 128))
    data = surfaces.png(surface)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, pixels = 8, b""
    kinds = []
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body)
        pixels += body if kind == b"IDAT" else b""
        kinds.append(kind)
        at += 12 + length
    assert kinds == [b"IHDR", b"IDAT", b"IEND"]
    rows = zlib.decompress(pixels)
    assert len(rows) == 5 * (1 + 3 * 7)
    assert rows[2 * 22 + 1 + 9 : 2 * 22 + 1 + 12] == bytes((255, 0, 128))


# ---- the picture of the night -----------------------------------------------------------------------

#: names as long as they may be, and short ones
PEOPLE = ("Maximilian-Alexander", "Ada", "Friederike-Charlotte", "Ben", "Wilhelmina", "Emil", "Gustav")


def night_of(count: int, *, over: bool = True) -> PartyState:
    """Return a party after an evening of three games for so many people."""
    people = [Named(name, figure) for name, figure in zip(PEOPLE, FIGURES, strict=True)][:count]
    rows = tuple(StandingRow(one, seat, 20 - seat, 12 - seat, 2, 1, 0) for seat, one in enumerate(people))
    moment = BestMoment("secured", people[-1], None, (("count", 31.0),))
    # nobody has won the second game, and it has no best moment
    told = tuple(PlayedMatch(n, "push", (people[0],) * (n != 2), moment if n != 2 else None) for n in (1, 2, 3))
    places = tuple(place(one.name, one.figure) for one in people)
    evening = EveningState(("push",) * 3, 3, True) if over else None
    rest = (0, False, 0, True, 3, "", None, None, None, rows, told, evening)
    return PartyState(PartyPhase.OVER, "push", {}, places, *rest)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", range(2, 8))
@pytest.mark.parametrize(("window", "size"), [((390, 844), (1080, 1620)), ((1280, 720), (1620, 1080))])
def test_the_picture_of_a_night_names_everybody_in_the_shape_of_the_window(monkeypatch, language, count, window, size):
    player = Player(window, language=language)
    state = night_of(count)
    session = put_at_party(player, state, 0)
    written = []
    plain = fonts.plain
    monkeypatch.setattr(fonts, "plain", lambda text, *rest: written.append(text) or plain(text, *rest))
    picture = night_picture.picture_of(player.app.context, session, state).surface
    assert picture.get_size() == size
    # long names may have two lines on the podium; below it they may be cut
    for name in PEOPLE[:3][:count]:
        assert name in written or {*name.replace("-", "-\n").split("\n")} <= {*written}, name
    assert {name for name in PEOPLE[3:count] if len(name) < 8} <= {*written}
    # no part of it is left empty: each sixth has many colours
    wide, high = size
    for top in range(0, high, high // 6):
        band = [(x, y) for x in range(0, wide, 7) for y in range(top, top + high // 6, 7)]
        assert len({tuple(picture.get_at(pixel))[:3] for pixel in band}) > 150, top


#: names of ten letters, the most that can be typed, and their points: two share the third place
LONG = ("Annegrethe", "Friederike", "Maximilian", "Konstantin", "Wilhelmina", "Bernadette", "Ottokarina")
POINTS = (17, 14, 11, 11, 6, 2, 2)


def long_night(*, over: bool) -> PartyState:
    """Return an evening of seven people with long names, where one, two and three have won."""
    people = [Named(name, figure) for name, figure in zip(LONG, FIGURES, strict=True)]
    rows = tuple(
        StandingRow(one, seat, points + 3, points, 2, 1, 2 * (seat == 0))
        for seat, (one, points) in enumerate(zip(people, POINTS, strict=True))
    )
    moment = BestMoment("secured", people[-1], None, (("count", 31.0),))
    told = tuple(PlayedMatch(n, "push", tuple(people[:n]), moment) for n in (1, 2, 3))
    evening = EveningState(("push",) * 3, 3 if over else 2, over)
    places = tuple(place(one.name, one.figure) for one in people)
    rest = (0, False, 0, True, 3, "", None, None, None, rows, told if over else told[:2], evening)
    return PartyState(PartyPhase.OVER, "push", {}, places, *rest)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("over", [True, False], ids=["ceremony", "standing"])
@pytest.mark.parametrize(("size", "watches"), [((390, 844), False), ((1280, 720), False), ((1920, 1080), True)])
def test_names_of_ten_letters_are_whole_everywhere_in_a_night(monkeypatch, language, over, size, watches):
    player, state, cuts = Player(size, language=language), long_night(over=over), recorded_cuts(monkeypatch)
    context, written = player.app.context, []
    plain = fonts.plain
    monkeypatch.setattr(fonts, "plain", lambda text, *rest: written.append(text) or plain(text, *rest))
    link = JoinLink(context.server, watches=watches)
    session = put_at_party(player, state, -1 if watches else 3, link)
    player.app.follow(Reset(routes.standing(context, session)))
    player.draw()
    page = StandingPage(context, session)
    frame = context.frame
    page.bake(
        Backdrop(context.kit, wood(frame)), [Box(20, 100, 700, 560), Box(740, 100, 400, 240), Box(740, 350, 400, 300)]
    )
    assert cuts == []
    told = " ".join(written)
    assert all(told.count(name) >= 2 for name in LONG)
    winners = context.texts.listed([*LONG[:2]])
    assert winners in told, "those who have won together are named"
    written.clear()
    night_picture.picture_of(context, session, state)
    assert cuts == []
    told = " ".join(written)
    assert all(name in told for name in LONG)
    assert winners in told


def test_all_who_share_the_third_place_stand_on_the_podium():
    names = [(row.player.name, place) for row, place in standing_parts.on_podium(long_night(over=True))]
    assert names == [*zip(LONG[:4], (1, 2, 3, 3), strict=True)]


def test_the_picture_of_a_party_without_an_evening_tells_its_last_matches():
    player = Player((390, 844))
    state = night_of(3, over=False)
    session = put_at_party(player, state, 0)
    evening = night_picture.picture_of(player.app.context, session, night_of(3)).surface
    other = night_picture.picture_of(player.app.context, session, state).surface
    assert other.get_size() == evening.get_size()
    assert pygame.image.tobytes(other, "RGB") != pygame.image.tobytes(evening, "RGB")
