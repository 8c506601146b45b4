"""A match over a week: devices that are closed most of the time, a server that is killed, and a clock moved by days."""

import asyncio
import secrets
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from fleet import Process
from guests import token
from online import NAMES, Room
from player import FRAME_MS, Player
from push_service import PushService

from game.catalogue.registry import GAMES
from game.core.rng import Rng
from game.host import device
from game.host.storage import Storage
from game.player import known_parties
from game.player.known_parties import KnownParty, kept_seats
from game.player.quiet import offset_min, today
from game.scenes.result.result import Result
from game.server.broadcast import Broadcast
from game.server.ledger import PUT_OFF_MS
from game.server.log_entries import LogEntry, OrderCarriedOut, read_entry
from game.server.notices import PAUSE_MS
from game.server.party import Party
from game.server.sqlite_ledger import SqliteLedger
from game.services import table_watch
from game.wire.commands import ChooseGame, Command, Play, Sit, Start
from game.wire.join_link import PATH
from game.wire.messages import DAY_MS, Ack, NoticeOffer, Origin, PartyPhase, SeatQuery, TellMe
from game.wire.party_client import PartyClient
from game.wire.server_question import ServerQuestion

HOUR_MS, MINUTE_MS = 3_600_000, 60_000
#: the pace, and the time that people mostly take for a move
PACE_S, MOVE_MS = 86_400, 5 * HOUR_MS
ADA, BEN, CLEO = range(3)
#: the longest wait for anything, in seconds
LONG_S = 120.0
#: a server with a clock that can be advanced: its file says by how much it is ahead. It looks round more often, and
#: notices sooner that the one before has died
SERVER = """
import sys, time
from functools import partial
from pathlib import Path
from game.server import parties, replica
from game.tools import hosting

ahead = Path(sys.argv.pop(1))
parties.BEAT_S = parties.WAKE_S = 0.125
parties.SWEEP_S, parties.BEAT_MS, replica.LEASE_MS = 0.5, 375, 300
hosting.Parties = partial(parties.Parties, pause_ms=0)
hosting.Host = partial(hosting.Host, clock=lambda: int(time.time() * 1000) + int(ahead.read_text()))
sys.exit(hosting.main())
"""
#: two looks of the server
SETTLED_S = 0.3


class Week(Room):
    """A room whose server is a process of its own, with its tables in a file, and whose people seldom look in."""

    def __init__(self, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.players: list[Player] = []
        self.storages: dict[str, Storage] = {}
        self._ahead = folder / "ahead"
        self._set_ahead(-(int(time.time() * 1000) + offset_min(time.time() * 1000) * MINUTE_MS) % DAY_MS + 10 * HOUR_MS)
        self.begun_ms = self.now_ms()
        self.service = self._run(PushService().__aenter__())
        #: what the server's clock said when each notice came
        self.told_ms: list[int] = []
        self.service.heard = lambda _push: self.told_ms.append(self.now_ms())
        file = folder / "tables.sqlite"
        options = ["--near-service", self.service.origin]
        self.server = Process(str(file), options, ("-c", SERVER, str(self._ahead)))
        self.ledger = self._run(SqliteLedger.open(file))
        self.address = f"ws://127.0.0.1:{self.server.port}{PATH}"
        self.name = ""
        self.tokens: list[str] = []

    def close(self) -> None:
        self.server.kill()
        self._run(self.ledger.close())
        self._run(self.service.__aexit__())
        self.loop.close()

    def _run(self, work):
        return self.loop.run_until_complete(work)

    # ---- time -----------------------------------------------------------------------------------

    def _set_ahead(self, ms: int) -> None:
        self.ahead_ms = ms
        fresh = self._ahead.with_suffix(".new")
        fresh.write_text(str(ms))
        fresh.replace(self._ahead)

    def now_ms(self) -> int:
        """Return the time of the server's clock and of all devices."""
        return int(time.time() * 1000) + self.ahead_ms

    def pass_ms(self, ms: int) -> None:
        """Advance the clock while all devices are closed."""
        assert self.players == []
        self._set_ahead(self.ahead_ms + ms)

    def live(self, frames: int = 1, until: Callable[[], bool] = lambda: False) -> bool:
        """Run everything for so many frames, or until something is true."""
        return self._live_s(frames * FRAME_MS / 1000, until)

    def _live_s(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        end = time.monotonic() + seconds
        while not until():
            if time.monotonic() >= end:
                return False
            for player in self.players:
                player.wait(FRAME_MS)
            self._run(asyncio.sleep(FRAME_MS / 2000))
        return True

    def until(self, true: Callable[[], bool]) -> None:
        """Run everything until something is true."""
        assert self._live_s(LONG_S, true), "it does not come to that"

    def settle(self) -> None:
        """Wait until the server has done what is due."""
        self._live_s(SETTLED_S)

    # ---- devices --------------------------------------------------------------------------------

    def opens(self, name: str) -> Player:
        """Open the program on somebody's device."""
        player = self.device(name, storage=self.storages.get(name))
        self.storages[name] = player.storage
        context = player.app.context
        context.server, context.connect = self.address, device.page.connect
        context.clock.wall_ms = lambda: float(self.now_ms())
        self.players.append(player)
        return player

    def goes_to_table(self, player: Player) -> None:
        """Go from the title to the party's table."""
        player.tap("tables")
        player.tap(f"party-{self.name}")

    def shut(self, *players: Player) -> None:
        """Close devices."""
        for player in players:
            if player.app.context.session:
                player.app.context.session.rest()
            self.players.remove(player)
        if self.name:
            self.until(self.is_nobody_there)

    def is_nobody_there(self) -> bool:
        """Return True once the server knows that all pages are closed."""
        return not any(chair.is_there for chair in self.party().chairs)

    def client(self, token: str, party: str = "", opens: ChooseGame | None = None) -> PartyClient:
        """Connect a seat without any screen."""
        client = PartyClient(
            GAMES, lambda: device.page.connect(self.address), party, token, secrets.token_hex(4), opens=opens
        )
        self.until(lambda: turned(client).is_connected)
        return client

    def do(self, client: PartyClient, command: Command) -> None:
        """Send a command, and wait until it is carried out."""
        id_ = client.do(command)
        self.until(lambda: not turned(client).is_waiting)
        answer = client.answer(id_)
        assert isinstance(answer, Ack), answer

    def visit(self, seat: int, rng: Rng) -> None:
        """Look in at the table, make a seat's moves until it is another's turn, and go."""
        client = self.client(self.tokens[seat], self.name)
        game = client.game
        while (turn := client.turn_state).to_move == seat and client.party_state.phase == PartyPhase.PLAYING:
            self.do(client, Play(game.encode(rng.choice(client.view.legal))))
            self.until(lambda turn=turn: turned(client).turn_state.length > turn.length)
        client.close()
        self.until(self.is_nobody_there)

    # ---- the party ------------------------------------------------------------------------------

    def lines(self) -> list[LogEntry]:
        """Return the party's log, as another process reads it from the file."""
        return [read_entry(text) for text in self._run(self.ledger.read(self.name))]

    def party(self) -> Party:
        """Return the party as its log tells it."""
        return Broadcast(GAMES, self.name, self._run(self.ledger.read(self.name))).party

    def plays(self, kind: Origin) -> list[int]:
        """Return the seats of all actions with that origin."""
        return [line.seat for line in self.lines() if line.origin == kind and isinstance(line.command, Play)]

    # ---- the story ------------------------------------------------------------------------------

    def begin(self) -> None:
        """Open a table over days by raw input with three devices, have Ben set a night and a holiday, and deal."""
        ada, ben, cleo = (self.opens(name) for name in NAMES[:3])
        self.gather("nein_danke", ("easy",))
        ada.tap("pace-1")
        self.until(lambda: "quiet" in ben.ids())
        ben.tap("quiet")
        self.live(2)
        for id_ in ("night", "holiday", *["previous_days"] * 5, "done"):
            ben.tap(id_)
        self.name = ada.app.context.session.remote.party
        self.until(lambda: len(self.party().quiet) == 1)
        super().begin()
        self.tokens = [kept_seats(one.app.context)[0].join_link.token for one in (ada, ben, cleo)]
        self.shut(ada, ben, cleo)
        browser = self.service.browser("ben")
        wish = TellMe((SeatQuery(self.name, self.tokens[BEN]),), **browser.subscription, on=True)
        question = ServerQuestion(device.page.connect(self.address), wish, NoticeOffer, time.monotonic() * 1000)
        self.until(lambda: question.poll(time.monotonic() * 1000) or question.is_done)
        assert question.answer.seats == 1

    def is_quiet(self, at_ms: int = 0) -> bool:
        """Return True at night and on the two days of the holiday, by Ben's own day; without a time, now."""
        at_ms = at_ms or self.now_ms()
        local = at_ms + offset_min(at_ms) * MINUTE_MS
        first = today(self.begun_ms) + 1
        return not 7 * 60 <= local % DAY_MS // MINUTE_MS < 22 * 60 or first <= local // DAY_MS < first + 2

    def ben_waits_for_a_notice(self, dies: bool) -> int:
        """Pass time until Ben is told of his turn, and return how often the server looked in quiet hours before.

        If the server ``dies``, it is dead when the notice is due, and is killed again after it was sent.
        """
        told, quiet = len(self.service.told("ben")), 0
        while True:
            if dies:
                self.server.kill()
            self.pass_ms(11 * HOUR_MS if self.is_quiet() else 2 * HOUR_MS)
            if dies:
                self.server.start()
            if not self.is_quiet():
                break
            quiet += 1
            self.settle()
            assert len(self.service.told("ben")) == told, "it is night, or a holiday"
            assert self.party().to_move == BEN
        if not self._live_s(1.0, lambda: len(self.service.told("ben")) > told):
            # the server was just closing the table when time jumped, and looks for it again a minute later
            self.pass_ms(PUT_OFF_MS)
        self.until(lambda: len(self.service.told("ben")) > told)
        if dies:
            self.server.kill()
            self.server.start()
        self.settle()
        assert len(self.service.told("ben")) == told + 1, "once"
        return quiet

    def ada_plans_ahead(self) -> None:
        """Have Ada pay by raw input, and order to pay on for every card of the round."""
        ada = self.opens("Ada")
        self.goes_to_table(ada)
        self.until(lambda: "do-pay" in ada.ids())
        length = self.party().played_at
        ada.tap("do-pay")
        self.until(lambda: self.party().played_at > length and "plan" in ada.ids())

        def plans() -> bool:
            # a slow machine's connection may have begun again, which closes the plan
            if "plan" in ada.ids():
                ada.tap("plan")
            return "give-above" in ada.ids()

        self.until(plans)
        # the lowest card's number has none below it
        while "less-above" in ada.ids():
            ada.tap("less-above")
        ada.tap("give-above")
        self.until(lambda: ADA in self.party().orders)
        self.shut(ada)

    def cleo_forgets(self) -> None:
        """Pass the whole time of a turn of Cleo, with the server dead at its end: a bot moves once."""
        self.server.kill()
        self.pass_ms(PACE_S * 1000 + MINUTE_MS)
        self.server.start()
        self.until(lambda: self.plays(Origin.CLOCK) != [])

    def sees_the_result(self, name: str) -> None:
        """Open somebody's program: the result comes first, and is the server's."""
        player = self.opens(name)
        self.goes_to_table(player)
        self.until(lambda: isinstance(player.scene, Result))
        match = self.party().match
        assert player.scene.match.game.scores(player.scene.match.state) == match.game.scores(match.state)
        assert player.app.context.session.remote.is_fair
        self.shut(player)

    def more_tables(self, count: int) -> None:
        """Give Ada's device seats at tables for two, half of which wait for her."""
        ada, found = self.opens("Ada"), []
        self.shut(ada)
        for number in range(count):
            mine, other, rng = token(10 + number), token(30), Rng(number)
            first = self.client(mine, opens=ChooseGame("push", {}))
            self.do(first, Sit(0, "Ada", "bear", mine))
            second = self.client(other, first.party)
            self.do(second, Sit(1, "Dora", "frog", other))
            self.do(first, Start())
            both = first, second
            while (to_move := self.position(*both)[1]) != number % 2:
                client = both[to_move]
                self.do(client, Play(client.game.encode(rng.choice(client.view.legal))))
            found.append(KnownParty(self.address, first.party, first.code, mine, self.now_ms() + DAY_MS))
            first.close()
            second.close()
            self.pass_ms(MINUTE_MS)
        context = ada.app.context
        known_parties.store(context, self.address, [*found, *known_parties.known_parties(context)])

    def position(self, *clients: PartyClient) -> tuple[int, int]:
        """Wait until clients know the same position, and return its number of actions and the seat to move."""

        def known() -> set[tuple[int, int]]:
            turns = [turned(client).turn_state for client in clients]
            return {(turn.length, turn.to_move) if turn else (-1, -1) for turn in turns}

        self.until(lambda: len(known()) == 1 and (-1, -1) not in known())
        return known().pop()


def turned(client: PartyClient) -> PartyClient:
    """Have a client send and receive, and return it."""
    client.poll(int(time.monotonic() * 1000))
    return client


@pytest.fixture
def week(tmp_path):
    made = Week(tmp_path)
    yield made
    made.close()


def played_over_a_week(week: Week) -> tuple[int, int]:
    """Play the match to its end; return the number of notices for Ben, and of looks in his quiet hours."""
    rng, notices, quiet, last, done = Rng(4), 0, 0, -1, set()
    for _ in range(400):
        party = week.party()
        last = party.to_move if party.phase == PartyPhase.PLAYING else last
        if party.phase == PartyPhase.OVER:
            # the last one to move was there
            return notices + (last != BEN), quiet
        if last == BEN:
            quiet += week.ben_waits_for_a_notice(dies=notices == 1)
            notices += 1
            week.visit(BEN, rng)
        elif last == CLEO and CLEO not in done:
            week.cleo_forgets()
        elif last == ADA and ADA not in done:
            week.ada_plans_ahead()
        elif last in (ADA, CLEO):
            week.pass_ms(MOVE_MS)
            week.visit(last, rng)
        done.add(last)
        week.live(3)
    raise AssertionError("the match does not end")


def test_a_match_over_a_week_with_closed_devices_and_a_server_that_dies(week):
    week.begin()
    notices, quiet = played_over_a_week(week)
    assert quiet, "time has passed in the night or the holiday while Ben was to move"
    # a person who was away is told of the end, in the morning at the latest
    while week.is_quiet():
        week.pass_ms(HOUR_MS)
    week.pass_ms(2 * PAUSE_MS)
    week.until(lambda: len(week.service.told("ben")) >= notices)
    week.pass_ms(max(0, week.begun_ms + 7 * DAY_MS - week.now_ms()))
    week.settle()
    told = week.service.told("ben")
    assert len(told) == notices == len(week.service.pushes), "each once"
    assert {push.data["party"] for push in told} == {week.name}
    assert not any(map(week.is_quiet, week.told_ms))
    assert week.plays(Origin.CLOCK) == [CLEO], "a bot moved once"
    assert any(isinstance(line.command, OrderCarriedOut) and line.seat == ADA for line in week.lines())
    for name in NAMES[:3]:
        week.sees_the_result(name)


def test_ten_tables_of_a_device_are_listed_with_those_that_wait_first(week):
    week.more_tables(10)
    ada = week.opens("Ada")
    ada.tap("tables")
    context = ada.app.context
    week.until(lambda: all(one.table for one in table_watch.tables(context)))
    found = table_watch.by_wait(table_watch.tables(context))
    assert [one.waits for one in found] == [True] * 5 + [False] * 5
    listed: list[str] = []
    for page in range(ada.scene.page_count()):
        if page:
            ada.tap("next")
        listed += [id_ for id_ in ada.ids() if id_.startswith("party-")]
    assert listed == [f"party-{one.kept.join_link.party}" for one in found]
