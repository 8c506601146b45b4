"""The lifetime of parties: codes while guests are there, and errors with limited effects."""

import asyncio

import pytest
from guests import Guest, ManualClock, act, gathered, mover, play_on, run_pending, server, started, token
from memory_ledger import MemoryLedger

from game.catalogue.registry import GAMES
from game.core.rng import Rng
from game.games.nein_danke.rules import Action, Verb
from game.server import parties as parties_module
from game.server import party, party_record
from game.server.broadcast import Broadcast
from game.server.ledger import NoRoom
from game.server.match_entries import MatchEntries
from game.server.parties import HOUSE_MS, WRONG_CODES, Parties
from game.server.party import Party
from game.server.replica import CODE_MS
from game.server.sqlite_ledger import SqliteLedger
from game.wire.commands import AssignSeat, Lock, Play, React, SetTimeLimit, Start
from game.wire.messages import DAY_MS, Ack, Close, Nak, Origin, PartyPhase, Ping, Request, Welcome


def refusal(answer) -> str:
    return answer.reason if isinstance(answer, Nak) else "done"


async def test_a_code_is_valid_while_the_party_has_guests():
    async def found(parties: Parties, name: str, code: str) -> Guest:
        guest = Guest(parties, address="10.0.0.2")
        await guest.hello(name, code)
        await guest.visitor.gone()
        return guest

    clock = ManualClock()
    parties = server(clock=clock)
    (owner,) = await gathered(parties, "push", 1)
    name, code = owner.last(Welcome).party, owner.last(Welcome).code
    # nothing happens, but a guest is there
    for _ in range(20):
        clock.ms += CODE_MS // 2
        await parties.sweep()
    assert (await found(parties, "", code)).last(Welcome).party == name
    await owner.visitor.gone()
    clock.ms += CODE_MS
    await parties.sweep()
    assert (await found(parties, "", code)).closed == Close.NO_PARTY
    # its link still works, and so does the code once its person is back
    back = Guest(parties, owner.token)
    await back.hello(name)
    assert back.seat == 0
    assert (await found(parties, "", code.lower())).last(Welcome).party == name


async def test_the_house_table_is_resumed_within_a_day(tmp_path):
    clock, names = ManualClock(), []
    for pause in (0, HOUSE_MS - 1, HOUSE_MS):
        clock.ms += pause
        ledger = await SqliteLedger.open(tmp_path / "ledger")
        parties = server(ledger, clock)
        replica = await parties.of_the_house()
        await parties.sweep()
        assert len(parties) == 1
        guest = Guest(parties)
        await guest.hello("", replica.party.code)
        names.append(guest.last(Welcome).party)
        await parties.close()
        await ledger.close()
    assert names[0] == names[1] != names[2]


async def test_a_failing_bot_does_not_end_a_party(monkeypatch, caplog):
    game = GAMES["nein_danke"]

    def fails(_view, _rng, _level):
        yield None
        raise ZeroDivisionError("a bot's error")

    (person,) = await gathered(server(), "nein_danke", 1)
    for seat in (1, 2):
        await person.do(AssignSeat(seat, "easy"))
    monkeypatch.setattr(game.bots, "think", fails)
    await person.do(Start())
    await play_on([person], Rng(1), 5)
    plays = [step.entry for step in person.steps if step.entry.name == "Play"]
    # everybody sees that no bot chose this, and the server's operator sees why
    assert {one.origin for one in plays if one.seat != person.seat} == {Origin.HOUSE}
    assert {one.origin for one in plays if one.seat == person.seat} == {Origin.PERSON}
    assert "a bot's error" in caplog.text
    assert person.token not in caplog.text


async def test_a_party_that_cannot_be_replayed_closes_and_others_continue(monkeypatch, caplog):
    parties = server()
    spoilt, fine = [await started(parties, name, 3) for name in ("nein_danke", "push")]
    party = spoilt[0].last(Welcome).party
    who = mover(spoilt)
    plain = MatchEntries.settle
    monkeypatch.setattr(MatchEntries, "settle", lambda *_, **_more: 1 // 0)
    take = GAMES["nein_danke"].encode(who.legal[0])
    await who.say(Request("a", who.n, Play(take)))
    assert [guest.closed for guest in spoilt] == [Close.SPOILT] * 3
    await run_pending()
    assert caplog.text.count("ZeroDivisionError") == 2
    back = Guest(parties, who.token)
    await back.hello(party)
    assert back.closed == Close.SPOILT
    # a server that is mended goes on
    monkeypatch.setattr(MatchEntries, "settle", plain)
    assert isinstance(await act(mover(fine), Rng(1)), Ack)
    again = Guest(parties, who.token)
    await again.hello(party)
    assert again.turn.length == 1


class Broken(Exception):
    """An error unknown to the rules."""


def raise_broken(*_given):
    raise Broken


async def test_an_error_in_the_rules_is_refused_and_writes_no_entry(monkeypatch, caplog):
    guests = await started(server(), "nein_danke", 3)
    n = guests[0].n
    with monkeypatch.context() as broken:
        broken.setattr(GAMES["nein_danke"], "apply", raise_broken)
        assert refusal(await act(mover(guests), Rng(1))) == "failed"
    assert "Broken" in caplog.text
    assert [guest.n for guest in guests] == [n] * 3
    assert refusal(await act(mover(guests), Rng(1))) == "done"


async def test_an_illegal_choice_of_a_bot_is_replaced_by_a_legal_one(monkeypatch, caplog):
    (person,) = await gathered(server(), "nein_danke", 1)
    for seat in (1, 2):
        await person.do(AssignSeat(seat, "easy"))
    await person.do(Start())
    who = GAMES["nein_danke"].bots
    plain, never = who.think, Action(Verb.CHOOSE, 99)
    monkeypatch.setattr(who, "think", lambda *given: (never for _ in plain(*given)))
    await play_on([person], Rng(1), 3)
    plays = [step.entry for step in person.steps if step.entry.name == "Play"]
    assert Origin.HOUSE in {one.origin for one in plays}
    assert "refuse" in caplog.text


async def test_a_second_greeting_on_a_connection_is_not_another_device(monkeypatch):
    guests = await gathered(server(), "push", 2)
    replica, party = guests[0].visitor.replica, guests[0].last(Welcome).party
    plain = replica.come

    async def late(token: str, session: str) -> None:
        # something happens before the arrival is written
        await guests[1].do(React(0))
        await plain(token, session)

    monkeypatch.setattr(replica, "come", late)
    await guests[0].hello(party)
    assert guests[0].closed is None
    assert refusal(await guests[0].do(React(1))) == "done"


async def test_a_long_log_is_read_without_delaying_other_parties():
    ledger, lines, turns = MemoryLedger(), 1_000, 0
    (owner,) = await gathered(server(ledger), "push", 1)
    for number in range(lines):
        await owner.do(Lock(bool(number % 2)))

    async def another_table() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    other = asyncio.create_task(another_table())
    replica = await server(ledger).replica(owner.last(Welcome).party)
    other.cancel()
    assert replica.broadcast.length > lines
    assert turns > lines // 50


async def test_a_full_party_plays_its_match_to_the_end_and_begins_no_other(monkeypatch):
    clock = ManualClock()
    parties = server(clock=clock)
    guests = await started(parties, "nein_danke", 3)
    monkeypatch.setattr(party_record, "MOST_ENTRIES", guests[0].n + 1)
    for refused in (React(0), AssignSeat(3, "easy"), Lock(True), SetTimeLimit(60)):
        assert refusal(await guests[0].do(refused)) == "full"
    # a guest who reloads the page is let in, and shown as present
    back = Guest(parties, guests[1].token)
    await guests[1].visitor.gone()
    assert guests[0].party_state.places[1].away
    await back.hello(guests[0].last(Welcome).party)
    assert (back.closed, back.seat, guests[0].party_state.places[1].away) == (None, 1, False)
    guests[1] = back
    await play_on(guests, Rng(1), 10_000)
    assert guests[0].party_state.phase == PartyPhase.OVER
    assert refusal(await guests[0].do(Start())) == "full"
    # no guest is removed when nothing at all can be written any more
    monkeypatch.setattr(party, "MOST_TO_END", guests[0].n + 1)
    late = Guest(parties, guests[2].token)
    await late.hello(guests[0].last(Welcome).party)
    assert (late.closed, late.seat) == (None, 2)


async def test_a_full_party_of_the_server_is_replaced_by_a_new_one(monkeypatch):
    ledger, clock = MemoryLedger(), ManualClock()
    first = (await server(ledger, clock).of_the_house()).party.code
    assert (await server(ledger, clock).of_the_house()).party.code == first
    monkeypatch.setattr(party_record, "MOST_ENTRIES", 1)
    assert (await server(ledger, clock).of_the_house()).party.code != first


async def test_asking_for_a_lost_party_by_name_counts_as_no_wrong_code():
    parties = server()
    (owner,) = await gathered(parties, "push", 1)
    for _ in range(3 * WRONG_CODES[0]):
        lost = Guest(parties, token(3), address="10.0.0.4")
        await lost.hello("ab" * 12)
        assert lost.closed == Close.NO_PARTY
    new = Guest(parties, address="10.0.0.4")
    await new.hello("", owner.last(Welcome).code)
    assert new.closed is None


@pytest.mark.parametrize("where", ["duty", "length"])
async def test_a_party_with_an_internal_error_closes_its_connections_and_logs_it(monkeypatch, caplog, where):
    parties = server()
    guests = await started(parties, "nein_danke", 3)
    name = guests[0].last(Welcome).party
    aim = Party if where == "duty" else Broadcast
    monkeypatch.setattr(aim, where, property(lambda _: 1 // 0))
    (await parties.replica(name))._changed.set()
    await parties.sweep()
    await run_pending()
    assert [guest.closed for guest in guests] == [Close.SPOILT] * 3
    assert "ZeroDivisionError" in caplog.text


async def test_an_error_in_the_regular_cleanup_is_logged_and_does_not_end_it(monkeypatch, caplog):
    monkeypatch.setattr(parties_module, "BEAT_S", 0.001)
    parties, rounds = server(), []

    async def fails() -> None:
        rounds.append(1)
        raise KeyError("a bug of ours")

    monkeypatch.setattr(parties, "look_round", fails)
    tidying = asyncio.create_task(parties.keep_tidy())
    while len(rounds) < 3 and not tidying.done():
        await asyncio.sleep(0.001)
    assert not tidying.done()
    tidying.cancel()
    assert "a bug of ours" in caplog.text


class Refusing(MemoryLedger):
    """A ledger on a disk that is full at times."""

    is_full = False

    async def append(self, name, length, line, epoch=0):
        """Append a line if there is room."""
        if self.is_full:
            raise NoRoom("the disk is full")
        return await super().append(name, length, line, epoch)


@pytest.mark.parametrize("is_seen_to_go", [False, True])
async def test_arrivals_during_an_outage_of_the_store_count_afterwards(is_seen_to_go):
    ledger = Refusing()
    parties = server(ledger)
    guests = await started(parties, "nein_danke", 3)
    ledger.is_full = not is_seen_to_go
    await guests[1].visitor.gone()
    ledger.is_full = True
    back = Guest(parties, guests[1].token)
    await back.hello(guests[0].last(Welcome).party)
    await back.say(Ping(1))
    assert guests[0].party_state.places[1].away == is_seen_to_go
    ledger.is_full = False
    await back.say(Ping(2))
    assert not guests[0].party_state.places[1].away
    n = guests[0].n
    await back.say(Ping(3))
    assert guests[0].n == n, "it is told once"
    # a guest who has gone does not count as present
    await back.visitor.gone()
    assert guests[0].party_state.places[1].away


@pytest.mark.parametrize("is_opened_anew", [False, True])
async def test_departures_during_an_outage_of_the_store_count_afterwards(is_opened_anew):
    ledger = Refusing()
    parties = server(ledger)
    guests = await started(parties, "nein_danke", 3)
    name = guests[0].last(Welcome).party
    ledger.is_full = True
    await guests[1].visitor.gone()
    ledger.is_full = False
    if is_opened_anew:
        # as after a ledger that did not answer
        (await parties.replica(name))._notify_closed(Close.FROZEN)
        for seat in (0, 2):
            await guests[seat].visitor.gone()
            guests[seat] = Guest(parties, guests[seat].token)
            await guests[seat].hello(name)
    assert not guests[0].party_state.places[1].away
    for _ in range(2):
        await parties.look_round()
    assert [place.away for place in guests[0].party_state.places] == [False, True, False]
    # no ended connection is kept
    for guest in (guests[0], guests[2]):
        await guest.visitor.gone()
    assert parties.sessions == set()


async def test_a_party_with_guests_outlasts_days_of_the_computers_sleep(tmp_path):
    clock, ledger = ManualClock(), await SqliteLedger.open(tmp_path / "ledger")
    parties = server(ledger, clock)
    house = (await parties.of_the_house()).party.code
    guests = await gathered(parties, "push", 2)
    left = await gathered(parties, "push", 1)
    await left[0].visitor.gone()
    for _ in range(2):
        clock.ms += 40 * DAY_MS
        await parties.sweep()
        await run_pending()
    assert [guest.closed for guest in guests] == [None, None]
    for code in (house, guests[0].last(Welcome).code):
        late = Guest(parties)
        await late.hello("", code)
        assert late.closed is None
    lost = Guest(parties, left[0].token)
    await lost.hello(left[0].last(Welcome).party)
    assert lost.closed == Close.NO_PARTY
    await parties.close()
    await ledger.close()


async def test_a_party_is_closed_while_its_deadline_is_far_and_woken_when_it_comes(tmp_path):
    clock, ledger = ManualClock(), await SqliteLedger.open(tmp_path / "ledger")
    parties = server(ledger, clock)
    guests = await gathered(parties, "nein_danke", 3)
    await guests[0].do(SetTimeLimit(7200))
    await guests[0].do(Start())
    name = guests[0].last(Welcome).party
    for guest in guests:
        await guest.visitor.gone()
    await parties.sweep()
    await run_pending()
    assert len(parties) == 0
    # the server is killed, and another one starts on what it has left
    await parties.close()
    parties = server(ledger, clock)
    for ms, plays in ((7_199_000, 0), (1_000, 1), (0, 1), (7_200_000, 2)):
        clock.ms += ms
        await parties.wake_due()
        for _ in range(20):
            await asyncio.sleep(0.005)
        match = (await parties.replica(name)).party.match
        assert len(match.actions) == plays
        await parties.sweep()
        await run_pending()
        assert len(parties) == (ms == 7_199_000), "it stays in memory for the last minutes"
    await ledger.close()


class Counting(MemoryLedger):
    """A ledger that counts how often wake-ups are written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = 0

    async def wake(self, name, at_ms):
        """Set a wake-up."""
        self.written += 1
        await super().wake(name, at_ms)


@pytest.mark.parametrize(("seconds", "written"), [(0, 0), (60, 0), (7200, 1)])
async def test_quick_play_writes_no_wake_up_beyond_the_first(seconds, written):
    clock, ledger = ManualClock(), Counting()
    parties = server(ledger, clock)
    guests = await gathered(parties, "nein_danke", 3)
    await guests[0].do(SetTimeLimit(seconds))
    await guests[0].do(Start())
    for _ in range(8):
        clock.ms += 10_000
        await act(mover(guests), Rng(1))
    assert ledger.written == written
    # an early wake-up is corrected when it comes
    clock.ms += 7_125_000 if seconds == 7200 else 0
    await parties.wake_due()
    assert ledger.written == 2 * written
    assert [*ledger.wakes.values()] == [guests[0].turn.due_ms] * written


async def test_the_wake_up_of_a_lost_party_is_cleared():
    ledger = MemoryLedger()
    await ledger.wake("gone", 1)
    await server(ledger).wake_due()
    assert ledger.wakes == {}
