"""The pace on the screens: its choice in the lobby, nights and holidays, and the time left in words."""

import json
import time

import pytest
from guests import TURNS
from ink import recorded_cuts
from inventory import Inventory
from online import NAMES, Room, place, put_at_party
from player import Player

from game.catalogue.registry import GAMES
from game.core.match import Match, Seat
from game.engine import dates
from game.engine.panel import SeatMark
from game.engine.texts import LANGUAGES, Texts
from game.engine.transitions import Push, Reset
from game.player.quiet import NONE, quiet_hours, today
from game.player.settings import Settings, settings_from
from game.scenes.navigation import routes
from game.scenes.party.pace_choice import PaceChoice
from game.scenes.party.people import People
from game.scenes.party.quiet_hours import QuietHours
from game.scenes.settings.notice_settings import NoticeSettings
from game.services.party_session import PartySession
from game.services.party_status import status_of, turn_until
from game.wire.commands import KeepQuiet, SetTimeLimit, StandIn
from game.wire.messages import DAY_MS, PartyPhase, PartyState


@pytest.fixture
def room():
    """Return a server with two devices whose clocks agree with its own."""
    room = Room(2)
    for player in room.players:
        player.app.context.clock.wall_ms = lambda: float(room.clock.ms)
    yield room
    room.close()


def test_the_owner_chooses_the_pace_and_the_others_read_what_it_means(room):
    owner, other = room.players
    room.gather("nein_danke", ("easy",))
    assert "time-5" not in owner.ids(), "together there are four limits"
    for id_, seconds in (("pace-1", 86_400), ("time-0", 7_200), ("time-5", 604_800), ("pace-0", 0), ("time-2", 60)):
        if id_ not in owner.ids():
            owner.tap("unfold")
        owner.tap(id_)
        assert room.live(60, lambda seconds=seconds: other.scene.party_state.seconds == seconds), id_
    assert any("60" in sentence for sentence in other.scene.settled())
    owner.tap("pace-1")
    assert room.live(60, lambda: "Ein Tag pro Zug" in other.scene.settled())
    assert other.app.context.texts("party.time_over") in other.scene.settled()


def test_real_time_offers_no_days_and_says_why(room):
    owner, other = room.players
    room.gather("twin_it")
    assert not {"pace-1", "quiet"} & {*owner.ids()}
    assert owner.app.context.texts("party.not_over_days") in other.scene.settled()


def test_nights_and_holidays_are_stored_and_sent_to_tables_over_days(room):
    owner, other = room.players
    room.gather("nein_danke", ("easy",))
    other.scene.session.do(SetTimeLimit(0))
    assert "quiet" not in other.ids()
    if "pace-1" not in owner.ids():
        owner.tap("unfold")
    owner.tap("pace-1")
    assert room.live(60, lambda: "quiet" in other.ids())
    other.tap("quiet")
    room.live(2)
    assert isinstance(other.scene, QuietHours)
    other.tap("night")
    other.tap("next_night_from")
    other.tap("holiday")
    other.tap("next_days")
    settings, now = other.app.context.settings, float(room.clock.ms)
    assert settings.night == (23 * 60, 7 * 60)
    assert settings.holiday == (today(now) + 1, today(now) + 9)
    assert settings_from(json.loads(json.dumps(settings.as_json()))) == settings
    other.tap("done")
    (replica,) = room.parties.replicas.values()
    expected = quiet_hours(settings, now)
    assert room.live(60, lambda: [one.hours for one in replica.party.quiet.values()] == [expected])
    # nothing is written again for a page that comes back
    length = replica.party.length
    room.live(30)
    assert replica.party.length == length


def test_a_night_never_gets_too_long():
    player = Player()
    scene = QuietHours(player.app.context)
    scene.build()
    scene._switch_night(True)
    for _ in range(30):
        begin, end = player.app.context.settings.night
        scene._set_night((begin - 60) % 1440, end)
        begin, end = player.app.context.settings.night
        assert 0 < (end - begin) % 1440 <= 720


def open_settings(player: Player, session: PartySession, match: Match | None) -> None:
    """Open the page with the party's settings: the lobby, unfolded, or that of the people at a match."""
    context = player.app.context
    if match is None:
        player.app.follow(Reset(routes.lobby(context, session)))
        player.tap("unfold")
    else:
        player.app.follow(Reset(routes.online_table(context, session)))
        player.app.follow(Push(routes.people(context, session)))


@pytest.mark.parametrize(
    ("night", "holiday", "sent"),
    [
        ((0, 0), (0, 0), False),
        ((600, 600), (0, 0), False),
        ((1320, 420), (0, 0), True),
        ((0, 0), (-9, -2), False),
        ((0, 0), (-2, 5), True),
    ],
)
def test_quiet_hours_leave_out_what_is_over(night, holiday, sent):
    now = 1_700_000_000_000.0
    first, until = (today(now) + day if any(holiday) else 0 for day in holiday)
    found = quiet_hours(Settings(night=night, holiday=(first, until)), now)
    assert (found != NONE) == sent
    assert isinstance(found, KeepQuiet)
    if sent:
        assert (found.away_from, found.away_until) == (first, until)


@pytest.mark.parametrize(
    ("days", "hour", "minute", "said"),
    [
        (0, 23, 0, ("bis heute, 23 Uhr", "until 11 pm today")),
        (1, 18, 0, ("bis morgen, 18 Uhr", "until 6 pm tomorrow")),
        (1, 0, 5, ("bis morgen, 0:05 Uhr", "until 12:05 am tomorrow")),
        (2, 12, 30, ("bis Freitag, 12:30 Uhr", "until 12:30 pm on Friday")),
        (9, 9, 0, ("bis 24. November, 9 Uhr", "until 9 am on 24 November")),
    ],
)
def test_a_deadline_is_said_as_people_say_it(days, hour, minute, said):
    now = time.mktime((2023, 11, 15, 20, 0, 0, 0, 0, -1)) * 1000
    then = time.mktime((2023, 11, 15 + days, hour, minute, 0, 0, 0, -1)) * 1000
    for language, text in zip(("de", "en"), said, strict=True):
        assert dates.until(Texts(language), then, now).replace("\u00a0", " ") == text


def test_the_table_tells_the_time_left_in_words(room):
    owner, other = room.players
    room.gather("nein_danke", ("easy",))
    if "pace-1" not in owner.ids():
        owner.tap("unfold")
    owner.tap("pace-1")
    room.live(10)
    room.begin()
    assert room.live(200, lambda: {0, 1} & {owner.scene.match.mover})
    room.live(30)
    mover, waiting = (owner, other) if owner.scene.match.mover == owner.scene.match.seat else (other, owner)
    party_texts = [player.scene.driver._party_texts for player in (mover, waiting)]
    words = [one.asked(one._first) for one in party_texts]
    assert party_texts[0].asked("once a move has begun") == "once a move has begun"
    until = dates.until(Texts("de"), room.clock.ms + DAY_MS, room.clock.ms)
    assert words[0].startswith("Du: bis morgen")
    assert words[1].startswith(f"{NAMES[room.players.index(mover)]}: bis morgen")
    assert until.startswith("bis morgen")
    table, name = waiting.scene.table, mover.app.context.settings.name
    assert table.thinking == waiting.scene.match.mover, "who is there thinks"
    assert table.marks == {}
    # nobody has to be there: it is marked who is not, nobody who is away thinks, and no bot is offered
    room.players.remove(mover)
    mover.app.context.session.rest()
    assert room.live(60, lambda: waiting.scene.match.party_state.places[waiting.scene.match.mover].away)
    room.live(10)
    assert table.marks == {waiting.scene.match.mover: SeatMark("weg", True)}
    assert table.thinking == -1
    assert waiting.scene._easing.prompt.startswith(f"{name}: bis morgen")
    assert waiting.scene.driver.seats.prompt("thinking") == f"{name} ist dran"
    assert waiting.scene.driver.seats.mover_note == "ist dran · nicht da"
    assert not any(id_.startswith("stand-in") for id_ in waiting.ids())
    status = status_of(waiting.app.context, waiting.app.context.session)
    assert status == f"{name} ist dran: {turn_until(waiting.app.context, waiting.app.context.session)}."


def test_a_rotated_window_still_shows_until_when_a_turn_may_take(room):
    owner, other = room.players
    room.gather("nein_danke", ("easy",))
    owner.app.context.session.do(SetTimeLimit(86_400))
    room.live(10)
    room.begin()
    assert room.live(200, lambda: {0, 1} & {owner.scene.match.mover})
    room.live(30)
    mover = owner if owner.scene.match.mover == owner.scene.match.seat else other
    for size in ((390, 844), (1280, 720), (390, 844)):
        mover.resize(size)
        room.live(30)
        assert mover.scene._easing.prompt.startswith("Du: bis morgen")
    texts = mover.scene.driver._party_texts
    assert texts.asked("a move that has begun") == "a move that has begun"
    mover.app.context.resize(mover.app.context.frame)
    assert texts.asked("the same in another window") == "the same in another window"


def box_of(row: str) -> tuple[int, ...]:
    """Return the box at the end of an inventory's row, in real pixels."""
    return tuple(map(int, row.rpartition("[")[2].rstrip("]").split()))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("seconds", [0, 86_400], ids=["together", "over_days"])
@pytest.mark.parametrize("game", TURNS)
def test_every_absent_player_is_pale_and_marked_at_the_figure(game, seconds, size, language):
    player = Player(size, language=language)
    seats = [Seat(name, "human", figure) for name, figure in zip(NAMES, ("bear", "fox", "owl", "frog"), strict=True)]
    match = Match(GAMES[game], {}, seats, 5)
    seat, away = match.mover, (match.mover + 1) % 4
    places = tuple(place(one.name, one.figure, away=number == away) for number, one in enumerate(seats))
    playing = PartyState(PartyPhase.PLAYING, game, {}, places, 0, False, seconds, True, 1, "", None, None)
    session = put_at_party(player, playing, seat, match=match)
    inventory = Inventory()
    with inventory.watching():
        player.app.follow(Reset(routes.online_table(player.app.context, session)))
        player.wait(1500)
        player.draw()
        rows = [row for row in inventory.of(player.scene, player.app.window_surface._before) if row.startswith("drawn")]
    mark = player.app.context.texts("party.mark.away")
    figures = {one.figure: [row for row in rows if f"'{one.figure}'" in row] for one in seats}
    (drawn,) = (row for row in rows if row.startswith(f"drawn made {mark!r}"))
    (x, y, w, h), (left, top, side, _) = (box_of(row) for row in (drawn, figures[seats[away].figure][0]))
    assert left <= x
    assert x + w <= left + side, "a figure's mark covers nothing else"
    assert top <= y
    assert y + h < top + 0.5 * side, "below is told what the seat has done"
    assert all("'away'" in row for row in figures[seats[away].figure]), figures
    assert not any("'away'" in row for one in seats if one is not seats[away] for row in figures[one.figure])


def test_a_person_whose_seat_a_bot_has_taken_takes_it_back():
    player = Player(language="de")
    seats = [Seat(name, "human", figure) for name, figure in zip(NAMES, ("bear", "fox", "owl"), strict=False)]
    match = Match(GAMES["nein_danke"], {}, seats, 5)
    seat = (match.mover + 1) % 3
    places = tuple(place(one.name, one.figure, stand_in=number == seat) for number, one in enumerate(seats))
    playing = PartyState(PartyPhase.PLAYING, "nein_danke", {}, places, 0, False, 86_400, True, 1, "", None, None)
    session = put_at_party(player, playing, seat, match=match)
    player.app.follow(Reset(routes.online_table(player.app.context, session)))
    player.wait(16)
    asked = []
    session.do = asked.append
    player.tap("play-again")
    assert asked == [StandIn(seat, False)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("phase", [PartyPhase.GATHERING, PartyPhase.PLAYING, PartyPhase.OVER])
def test_the_owner_reads_what_a_pace_means_where_it_is_chosen(phase, size, language):
    player = Player(size, language=language)
    seats = [Seat(name, "human", figure) for name, figure in zip(NAMES, ("bear", "fox", "owl"), strict=False)]
    match = Match(GAMES["nein_danke"], {}, seats, 5) if phase == PartyPhase.PLAYING else None
    free = [place("", "", "free")] * (4 if phase == PartyPhase.GATHERING else 0)
    places = (*(place(one.name, one.figure) for one in seats), *free)
    for seconds in (0, 60, 86_400):
        state = PartyState(phase, "nein_danke", {}, places, 0, False, seconds, True, 1, "", None, None)
        session = put_at_party(player, state, 0, match=match)
        context, inventory = player.app.context, Inventory()
        open_settings(player, session, match)
        inventory.begin()
        with inventory.watching():
            player.scene.build()
        # the row above says how long a turn may take
        is_kept = phase == PartyPhase.PLAYING and seconds == 86_400
        kept = [context.texts("party.pace.kept")] if is_kept else []
        rule = context.texts.sentences([*PaceChoice(context, session, state).sentences[-1:], *kept])
        assert any(f"paragraph {rule!r}" in row for row in inventory.of(player.scene, ())), rule
        assert ("quiet" in player.ids()) == (seconds == 86_400)
        assert ("pace-1" in player.ids()) != is_kept
        assert "time-0" in player.ids()


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("phase", [PartyPhase.GATHERING, PartyPhase.PLAYING])
@pytest.mark.parametrize("seconds", [60, 86_400])
def test_over_days_the_owner_alone_removes_people_and_changes_the_pace(phase, seconds, size):
    player = Player(size)
    context = player.app.context
    seats = [Seat(name, "human", figure) for name, figure in zip(NAMES, ("bear", "fox", "owl"), strict=False)]
    match = Match(GAMES["nein_danke"], {}, seats, 5) if phase == PartyPhase.PLAYING else None
    free = [place("", "", "free")] * (4 if phase == PartyPhase.GATHERING else 0)
    places = (*(place(one.name, one.figure, away=number != 1) for number, one in enumerate(seats)), *free)
    state = PartyState(phase, "nein_danke", {}, places, 0, False, seconds, True, 1, "", None, None)
    session = put_at_party(player, state, 1, match=match)
    open_settings(player, session, match)
    inventory = Inventory()
    inventory.begin()
    with inventory.watching():
        player.scene.build()
    offered = {"pace-0", "time-0", "kick-0", "kick-2"} & {*player.ids()}
    assert len(offered) == (4 if seconds == 60 else 0), offered
    assert "hints-0" in player.ids()
    why = context.texts("party.pace.owner")
    assert any(why in row for row in inventory.of(player.scene, ())) == (seconds == 86_400)


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lobby_over_days_offers_to_tell_of_ones_turn_and_cuts_no_word(room, monkeypatch, size, language):
    cuts = recorded_cuts(monkeypatch)
    for player in room.players:
        context = player.app.context
        context.settings.language, context.settings.scale = language, 1.3
        context.settings_changed()
        player.resize(size)
    room.gather("nein_danke", ("easy",))
    assert "notices" not in room.players[0].ids(), "a table that is played together"
    room.players[0].app.context.session.do(SetTimeLimit(86_400))
    room.live(20)
    for player in room.players:
        assert {"notices", "quiet"} <= {*player.ids()}
        player.scene.build()
        player.draw()
    assert cuts == []
    room.players[0].tap("unfold")
    assert "notices" in room.players[0].ids()
    room.players[1].tap("notices")
    assert isinstance(room.players[1].scene, NoticeSettings)


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids="{0[0]}x{0[1]}".format)
def test_the_people_page_of_a_table_over_days_offers_to_tell_of_ones_turn(size, owner):
    player = Player(size)
    context = player.app.context
    seats = [Seat(name, "human", figure) for name, figure in zip(NAMES, ("bear", "fox", "owl"), strict=False)]
    match = Match(GAMES["nein_danke"], {}, seats, 5)
    places = tuple(place(one.name, one.figure) for one in seats)
    for seconds in (0, 86_400):
        state = PartyState(PartyPhase.PLAYING, "nein_danke", {}, places, owner, False, seconds, True, 1, "", None, None)
        session = put_at_party(player, state, 0, match=match)
        player.app.follow(Reset(routes.online_table(context, session)))
        player.wait(32)
        player.app.follow(Push(routes.people(context, session)))
        player.wait(16)
        assert ("notices" in player.ids()) == (seconds == 86_400)
    player.tap("notices")
    assert isinstance(player.scene, NoticeSettings)
    context.settings.notices = True
    player.tap("done")
    player.wait(32)
    assert isinstance(player.scene, People)
    assert "notices" not in player.ids(), "the player is told by now"
