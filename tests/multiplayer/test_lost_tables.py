"""Tables unknown to their server: the link to the seat is kept, and works as soon as the table is known again."""

import asyncio

import pytest
from fleet import Fleet, Person, may_have_many_lines
from online import Room, Silence, links_to_open_seats
from player import Player
from redises import running

from game.player import known_parties
from game.scenes.party.lobby import Lobby
from game.server.redis_ledger import RedisLedger
from game.services.party_session import PartySession
from game.table.turns.scene import TurnScene
from game.wire.join_link import JoinLink
from game.wire.messages import Close

#: the longest wait, in seconds
LONG_S = 90.0
DAY_MS = 86_400_000


# ---- on the screen -------------------------------------------------------------------------------------


def erase_ledger(room: Room) -> tuple[dict, dict]:
    """Erase the ledger, as a Redis without persistence does on a restart; return what there was."""
    ledger = room.parties._ledger
    was = ledger.logs.copy(), ledger.until.copy()
    for rows in (ledger.logs, ledger.until, ledger.leases):
        rows.clear()
    ledger._bell.ring_all()
    return was


def restore_ledger(room: Room, was: tuple[dict, dict]) -> None:
    """Restore the ledger."""
    room.parties._ledger.logs, room.parties._ledger.until = was


@pytest.fixture(params=["de", "en"])
def room(request):
    made = Room(2, language=request.param)
    yield made
    made.close()


def lost(room: Room) -> tuple[dict, dict]:
    """Return a room of two people whose table is lost while they play."""
    room.gather("nein_danke", ["easy"])
    room.begin()
    was = erase_ledger(room)
    assert room.live(200, lambda: all(isinstance(player.scene, Lobby) for player in room.players))
    return was


def test_a_restored_table_is_resumed(room):
    was = lost(room)
    for player in room.players:
        texts = player.app.context.texts
        player.draw()
        assert texts("party.lost") in player.scene.spoken()
        assert texts("party.lost_kept", count=30) in player.scene.spoken()
    first, second = room.players
    # not yet
    first.tap("again")
    assert first.app.context.texts("party.connecting") in first.scene.spoken()
    assert not room.live(20, lambda: not isinstance(first.scene, Lobby)), "what was is not shown as if it were now"
    assert "again" in first.ids()
    assert first.scene.session.remote.ended == Close.NO_PARTY
    # one plays something else meanwhile, and finds it among their own tables
    second.tap("home")
    assert [join_link.token for join_link in links_to_open_seats(second.app.context)] == [token_of(second)]
    restore_ledger(room, was)
    first.tap("again")
    room.back_to(second)
    assert room.live(300, lambda: all(isinstance(player.scene, TurnScene) for player in room.players))
    assert [player.scene.viewer for player in room.players] == [0, 1]
    # as ever from then on
    (table,) = known_parties.known_parties(first.app.context)
    assert (table.is_lost, table.until_ms > 0) == (False, True)


def token_of(player: Player) -> str:
    """Return the secret of the one table that is stored."""
    (table,) = known_parties.known_parties(player.app.context)
    return table.join_link.token


def test_forgetting_a_lost_table_takes_two_presses(room):
    lost(room)
    player = room.players[0]
    context = player.app.context
    player.tap("leave")
    assert links_to_open_seats(context)
    assert context.texts("party.leave_sure") in [item.label for item in player.items]
    player.tap_again("leave")
    assert not links_to_open_seats(context)
    assert links_to_open_seats(room.players[1].app.context), "the other one keeps theirs"


def test_a_lost_table_is_forgotten_thirty_days_after_it_was_last_there(room):
    lost(room)
    player = room.players[0]
    context = player.app.context
    player.tap("home")
    player.clock.pass_ms(29 * DAY_MS)
    assert links_to_open_seats(context)
    # a retry does not count as being there
    player.app.context.session = None
    session = PartySession(context, links_to_open_seats(context)[0])
    session.remote.ended = Close.NO_PARTY
    session.poll(1)
    session.rest()
    player.clock.pass_ms(DAY_MS)
    assert not links_to_open_seats(context)
    # if the page stays open all that time a retry is still possible, but nothing is left to be forgotten
    (_, other) = room.players
    other.clock.pass_ms(30 * DAY_MS)
    other.tap("again")
    assert room.live(200, lambda: "again" in other.ids())
    assert other.scene.spoken() == other.app.context.texts("party.lost")
    assert "leave" not in other.ids()


def test_a_reopened_lost_table_says_for_how_long_it_is_kept(room):
    """The page was closed meanwhile."""
    lost(room)
    player = room.players[0]
    context = player.app.context
    player.clock.pass_ms(29 * DAY_MS + 3_600_000)
    again = room.device("Ada", language=context.texts.language, storage=player.storage)
    room.players.append(again)
    again.clock.pass_ms(player.clock.ms)
    room.back_to(again)
    assert room.live(200, lambda: "again" in again.ids())
    assert again.app.context.texts("party.lost_kept", count=1) in again.scene.spoken()


def wait_s(room: Room, seconds: float) -> None:
    """Advance the devices' clocks by so many seconds, and deliver what comes."""
    for player in room.players:
        player.clock.pass_ms(1000 * seconds)
    room.live(6)


def test_an_untouched_page_finds_a_restored_table(room):
    was = lost(room)
    come = len(room.net.wires)
    for seconds in (1, 20):
        wait_s(room, seconds)
    assert len(room.net.wires) == come, "not at once: its operator has to put it back first"
    wait_s(room, 60)
    assert len(room.net.wires) == come + 2, "each has asked once"
    for player in room.players:
        player.draw()
        assert player.app.context.texts("party.lost") in player.scene.spoken()
        assert "again" in player.ids()
    restore_ledger(room, was)
    # it comes by itself, and no later than announced
    wait_s(room, 121)
    assert room.live(300, lambda: all(isinstance(player.scene, TurnScene) for player in room.players))
    assert [player.scene.viewer for player in room.players] == [0, 1]
    assert not any(player.app.context.session.is_lost for player in room.players)


def test_a_lost_table_is_retried_ever_more_seldom(room):
    lost(room)
    come, asked = len(room.net.wires), []
    for _ in range(240):
        wait_s(room, 30)
        asked.append(len(room.net.wires) - come)
    # two hours, two devices
    assert 20 <= asked[-1] <= 60, asked
    assert asked[-1] - asked[-21] <= 5, "in the last ten minutes"
    assert all(isinstance(player.scene, Lobby) for player in room.players)


@pytest.mark.parametrize("is_loaded_anew", [False, True])
def test_automatic_retries_do_not_change_the_screen(room, is_loaded_anew):
    lost(room)
    player = room.players[0]
    context, ids = player.app.context, player.ids()
    if is_loaded_anew:
        # nothing is known of the seat but its link
        player.tap("home")
        room.back_to(player)
        assert room.live(200, lambda: "again" in player.ids())
    scene, text = player.scene, player.scene.spoken()
    context.connect = lambda _address: Silence()
    player.clock.pass_ms(60_000)
    player.wait(1_500)
    assert context.session.remote.ended is None, "it is being asked for"
    assert player.scene is scene, "what was is not shown as if it were now"
    assert (player.ids(), player.scene.spoken()) == (ids, text)
    player.tap("leave")
    assert links_to_open_seats(context), "asked first, now too"
    player.tap_again("leave")
    assert not links_to_open_seats(context)


def test_a_wrong_code_is_not_a_lost_table(room):
    player = room.players[0]
    room.join(player, "BBBBB")
    assert room.live(200, lambda: isinstance(player.scene, Lobby) and player.scene.session.remote.ended is not None)
    assert player.app.context.texts("party.closed.4004") in player.scene.spoken()
    assert "again" not in player.ids()
    assert "leave" not in player.ids()
    assert not links_to_open_seats(player.app.context)


# ---- with a Redis -----------------------------------------------------------------------------------


class Seated(Person):
    """A person at a table with what their device stores."""

    def __init__(self, fleet, number, party="", opens=None) -> None:
        super().__init__(fleet, number, party, opens)
        self.context = Player().app.context
        self.context.server = "ws://127.0.0.1:1/party"
        self.context.connect = lambda _address: self._line()
        self._visit(JoinLink(self.context.server, party=party, token=self.token), opens)

    def _visit(self, join_link: JoinLink, opens=None) -> None:
        self.session = PartySession(self.context, join_link, opens)
        self.remote = self.session.remote
        self.token = self.session.token

    def look(self, now: float) -> None:
        """Receive, store, and act on one's turn."""
        super().look(now)
        self.session._keep()

    def reload(self) -> None:
        """Begin anew from storage alone."""
        self.remote.close()
        # the table shows whether it has happened
        self._asked = ""
        (join_link,) = links_to_open_seats(self.context)
        self._visit(join_link)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["aof", "dump"])
def test_after_a_restored_redis_every_player_comes_back(kind):
    may_have_many_lines()

    async def story(redis):
        fleet = Fleet(redis.address, 2, () if kind == "aof" else ("--may-lose-moves",), Seated)
        people = fleet.people
        try:
            await fleet.open(4, 2, 1)
            await fleet.live(2)
            if kind == "dump":
                # like an hourly dump: everything answered until then
                await fleet.rest()
                # bots go on: what they did after the dump would be told, and not be in it
                assert redis.tell("CLIENT", "PAUSE", "60000", "WRITE") == b"+OK\r\n"
                assert redis.tell("SAVE") == b"+OK\r\n"
                redis.kill()
            else:
                # in the midst of it
                redis.kill()
            redis.keep_copy()
            seats, acks = [one.remote.seat for one in people], sum(len(one.acks) for one in people)
            assert acks > len(people)
            redis.lose_all()
            await fleet.meanwhile(redis.start)
            await fleet.until(lambda: all(one.remote.ended == Close.NO_PARTY for one in people), LONG_S, "who is left?")
            # every other person has closed the page meanwhile; a retry that comes too early loses nothing
            for one in people[::2]:
                one.reload()
            for one in people[1::2]:
                one.remote.again()
            await fleet.until(lambda: all(one.remote.ended == Close.NO_PARTY for one in people), LONG_S, "who is left?")
            redis.kill()
            redis.put_back()
            await fleet.meanwhile(redis.start)
            for one in people:
                one.remote.again()
            await fleet.until(lambda: all(one.remote.is_connected for one in people), LONG_S, "somebody is not back")
            assert [one.remote.seat for one in people] == seats
            fleet.is_playing = True
            await fleet.live(2)
            await fleet.rest()
            ledger = await RedisLedger.open(redis.address)
            try:
                found = await fleet.checked(ledger)
            finally:
                await ledger.close()
            assert found["acks"] > acks, "it goes on"
        finally:
            fleet.end()

    with running(is_kept=kind == "aof", more=() if kind == "dump" else None) as redis:
        asyncio.run(story(redis))
