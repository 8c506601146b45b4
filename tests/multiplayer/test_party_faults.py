"""A party with wrong messages, full disks, old pages, guessed codes and servers that stop."""

import asyncio
import json

import pytest
from guests import (
    TURNS,
    Guest,
    ManualClock,
    act,
    gathered,
    mover,
    play_on,
    refusal,
    run_pending,
    server,
    started,
    token,
)
from memory_ledger import MemoryLedger

from game.catalogue.registry import GAMES
from game.core.rng import Rng
from game.server.sqlite_ledger import SqliteLedger
from game.wire import messages
from game.wire.commands import (
    Lock,
    React,
)
from game.wire.messages import (
    Close,
    Hello,
    Open,
    Opened,
    Request,
    Welcome,
)


@pytest.mark.parametrize("name", TURNS)
async def test_a_party_survives_its_server(name, tmp_path):
    path, clock = tmp_path / "ledger", ManualClock()
    ledger = await SqliteLedger.open(path)
    parties = server(ledger, clock)
    guests = await started(parties, name, 3)
    await play_on(guests, Rng(2), 10)
    party = guests[0].last(Welcome).party
    known = [(guest.n, guest.steps[-1].hash, guest.turn, guest.party_state) for guest in guests]
    # no server has the time to say goodbye
    await parties.close()
    await ledger.close()
    ledger = await SqliteLedger.open(path)
    parties = server(ledger, clock)
    back = [Guest(parties, guest.token) for guest in guests]
    for before, guest, (n, hash_, turn, _) in zip(guests, back, known, strict=True):
        guest.heard += before.heard
        await guest.hello(party, have=n, hash_=hash_)
        # by number and hash it resumes where it was, and receives nothing twice
        assert not any(isinstance(one, Welcome) for one in guest.heard[len(before.heard) :])
        numbers = [step.n for step in guest.steps]
        assert numbers == [*range(numbers[0], numbers[-1] + 1)]
        assert guest.turn == turn
    fresh = Guest(parties, guests[0].token)
    await fresh.hello(party, have=known[0][0], hash_="another")
    assert fresh.last(Welcome).turn == known[0][2]
    assert [p.name for p in fresh.party_state.places] == [p.name for p in known[0][3].places]
    assert back[0].closed == Close.ELSEWHERE
    n = fresh.n
    await play_on([fresh, *back[1:]], Rng(3), 30)
    assert fresh.n > n
    await parties.close()
    await ledger.close()


async def test_calls_are_limited_to_the_known_ones_and_in_number():
    clock = ManualClock()
    first, second = await gathered(server(clock=clock), "push", 2)
    assert refusal(await first.do(React(99))) == "no_reaction"
    assert refusal(await first.do(React(4))) == "done"
    assert refusal(await first.do(React(4))) == "too_soon"
    assert refusal(await second.do(React(1))) == "done"
    clock.ms += 1000
    assert refusal(await first.do(React(0))) == "done"
    called = [step.entry for step in second.steps if step.entry.name == "React"]
    assert [(one.seat, one.value) for one in called] == [(0, 4), (1, 1), (0, 0)]


# ---- finding a party --------------------------------------------------------------------------------


async def test_guessing_codes_is_limited():
    clock = ManualClock()
    parties = server(clock=clock)
    (owner,) = await gathered(parties, "push", 1)
    code = owner.last(Welcome).code
    assert len(code) == 5
    assert not {*code} & set("AEIOUYQ0123456789")
    wrong = "BBBBB" if code != "BBBBB" else "CCCCC"
    for _ in range(10):
        guest = Guest(parties, address="10.0.0.1")
        await guest.hello("", wrong)
        assert guest.closed == Close.NO_PARTY
    guest = Guest(parties, address="10.0.0.1")
    await guest.hello("", code)
    assert guest.closed == Close.SLOW_DOWN
    # a guest who knows the party's name has not guessed, and is not blocked by a neighbour who guesses
    back = Guest(parties, token(0), address="10.0.0.1")
    await back.hello(owner.last(Welcome).party)
    assert back.seat == owner.seat
    elsewhere = Guest(parties, address="10.0.0.2")
    await elsewhere.hello("", code)
    assert elsewhere.closed is None
    clock.ms += 60_000
    again = Guest(parties, address="10.0.0.1")
    await again.hello("", code)
    assert again.last(Welcome) is not None


async def test_opening_tables_is_limited_to_twenty_an_hour_and_the_refusal_says_so():
    async def opened(parties, address: str) -> int | None:
        guest = Guest(parties, address=address)
        await guest.say(Open(messages.VERSION, "push", {}))
        return guest.closed

    clock = ManualClock()
    parties = server(clock=clock)
    for _ in range(20):
        assert await opened(parties, "10.0.0.1") is None
        clock.ms += 1_000
    # not the words that speak of a minute
    assert await opened(parties, "10.0.0.1") == Close.TOO_MANY != Close.SLOW_DOWN
    assert await opened(parties, "10.0.0.2") is None
    clock.ms += 60_000
    assert await opened(parties, "10.0.0.1") == Close.TOO_MANY
    clock.ms += 3_600_000 - 80_000
    assert await opened(parties, "10.0.0.1") is None, "an hour after the first of them"


@pytest.mark.parametrize("name", ["", "x", "code BBBBB", "../..", "\ud800", "é" * 10, "0" * 24])
async def test_an_unknown_party_is_reported(name):
    guest = Guest(server(), token(0))
    await guest.hello(name)
    assert guest.closed == Close.NO_PARTY
    assert guest.heard == []


async def test_a_command_at_a_lost_table_stays_pending():
    ledger = MemoryLedger()
    parties = server(ledger)
    (guest,) = await gathered(parties, "push", 1)
    # the server has not noticed it yet
    ledger.logs.clear()
    await guest.say(Request("a", guest.n, Lock(True)))
    assert guest.closed == Close.NO_PARTY
    assert not [one for one in guest.heard if getattr(one, "id", "") == "a"]


async def test_the_servers_own_logs_cannot_be_joined_as_parties():
    ledger = Named()
    parties = server(ledger)
    await parties.of_the_house()
    await parties.look_round()
    # every log that exists by now, of any kind
    house = (await ledger.read("house"))[-1]
    own = [name for name in ledger.names if name != house]
    assert len(own) == 3, own
    for name in own:
        guest = Guest(parties, token(0), address="10.0.0.3")
        await guest.hello(name)
        assert (name, guest.closed) == (name, Close.NO_PARTY)
    await parties.close()


class Named(MemoryLedger):
    """A ledger that records which logs were created."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    async def create(self, name, line, until_ms):
        """Create a log."""
        self.names.append(name)
        return await super().create(name, line, until_ms)


async def test_a_party_whose_time_is_over_closes_its_connections():
    clock, ledger = ManualClock(), MemoryLedger()
    parties = server(ledger, clock)
    guests = await gathered(parties, "push", 2)
    await ledger.expire(clock.ms + 10**12)
    await run_pending()
    assert [guest.closed for guest in guests] == [Close.NO_PARTY] * 2
    assert len(parties) == 0


async def test_an_unreadable_ledger_closes_the_connections_for_a_retry(tmp_path):
    ledger = await SqliteLedger.open(tmp_path / "ledger")
    guests = await gathered(server(ledger), "push", 2)
    await ledger.close()
    await asyncio.sleep(0.1)
    assert [guest.closed for guest in guests] == [Close.RESTART] * 2


async def test_a_party_without_connections_leaves_the_memory():
    parties = server()
    guests = await started(parties, "push", 2)
    for guest in guests:
        await guest.visitor.gone()
    assert len(parties) == 1
    await parties.sweep()
    assert len(parties) == 0
    back = Guest(parties, guests[1].token)
    await back.hello(guests[0].last(Welcome).party)
    assert back.seat == 1
    assert back.party_state.places[0].away


@pytest.mark.parametrize(("oldest", "newest"), [(messages.OLDEST_VERSION, messages.VERSION), (2, 2), (2, 3)])
async def test_unsupported_versions_are_told_to_reload_and_supported_ones_play(monkeypatch, oldest, newest):
    monkeypatch.setattr(messages, "OLDEST_VERSION", oldest)
    monkeypatch.setattr(messages, "VERSION", newest)
    parties = server()
    for version in (0, newest + 1, oldest - 1, "2", 2.0, True, None):
        stranger = Guest(parties)
        await stranger.visitor.take(json.dumps({"is": "Hello", "version": version, "later": 1}))
        # the answer tells which side is older
        assert stranger.closed == (Close.OLD_SERVER if version == newest + 1 else Close.VERSION)
    for version in range(oldest, newest + 1):
        guest = Guest(parties, token(version))
        await guest.say(Open(version, "push", {}))
        await guest.say(Hello(version, guest.last(Opened).party, "", guest.token, "page", -1, ""))
        assert refusal(await guest.sit(0)) == "done"


@pytest.mark.parametrize(
    "text",
    [
        '{"is":"Open","version":1,"game":"push","options":"{}"}',
        '{"is":"Hello","version":1,"party":"PARTY","code":"","token":"TOKEN","page":"p1","have":-1,"hash":""}',
    ],
)
async def test_a_page_of_the_first_protocol_is_told_to_reload(text):
    """Both first messages that such a page may send, as it sends them."""
    guests = await started(server(), "push", 2)
    party, n = guests[0].last(Welcome).party, guests[0].n
    older = Guest(guests[0].visitor.parties)
    await older.visitor.take(text.replace("PARTY", party).replace("TOKEN", guests[1].token))
    assert (older.closed, older.heard) == (Close.VERSION, [])
    assert [guest.n for guest in guests] == [n, n]
    assert refusal(await act(mover(guests), Rng(1))) == "done"


@pytest.mark.parametrize("name", TURNS)
async def test_no_message_or_log_entry_contains_json_inside_a_string(name):
    ledger = MemoryLedger()
    guests = await started(server(ledger), name, GAMES[name].modes.first_seats)
    await play_on(guests, Rng(3))
    lines = await ledger.read(guests[0].last(Welcome).party)
    words = [word for text in (*guests[0].texts, *lines) for word in json_texts(json.loads(text))]
    assert len(words) > 100
    assert not [word for word in words if word[:1] in ("[", "{")]


def json_texts(data):
    """Yield every text in some JSON."""
    if isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            yield from json_texts(part)
    elif isinstance(data, str):
        yield data


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "null", "[]", "[" * 5000, "NaN", '"Hello"', '{"is":"Walk"}', '{"is":"Ping","at":1.5}'),
        *('{"is":"Ping","at":1,"more":2}', '{"is":"Ping"}', '{"is":"Ping","at":true}', '{"is":"Ack","id":"a","n":1}'),
        '{"is":"Do","id":"a","n":0,"deed":{"is":"Dealt","seed":"0","nonce":"0"}}',
        '{"is":"Do","id":"a","n":0,"deed":{"is":"Lock","on":1}}',
        '{"is":"Do","id":"\\ud800","n":0,"deed":{"is":"Lock","on":true}}',
        '{"is":"AskFeed","seat":{"party":"ab","token":"\\ud800"},"language":"de","on":true}',
        '{"is":"Do","id":"a","n":0,"deed":{"is":"Choose","game":"push","options":[]}}',
        '{"is":"Do","id":"a","n":0,"deed":{"is":"Choose","game":"push","options":"{}"}}',
        '{"is":"Do","id":"a","n":0,"deed":{"is":"Play","action":' + "[" * 3000 + "]" * 3000 + "}}",
        '{"is":"Ping","at":' + " " * 9000 + "1}",
        '{"is":"Ping","at":' + "9" * 5000 + "}",
    ],
)
async def test_an_invalid_message_closes_only_its_own_connection(text):
    first, second = await gathered(server(), "push", 2)
    n = second.n
    await first.visitor.take(text)
    assert first.closed == Close.POLICY
    await first.visitor.take('{"is":"Ping","at":1}')
    assert second.n == n
    assert refusal(await second.do(React(0))) == "done"


async def test_a_full_disk_is_reported_and_the_party_goes_on_when_there_is_room(tmp_path):
    ledger = await SqliteLedger.open(tmp_path / "ledger")
    parties = server(ledger)
    guests = await started(parties, "push", 2)
    n = guests[0].n
    await ledger._do(lambda: ledger._file.execute("PRAGMA query_only = 1"))
    assert refusal(await act(mover(guests), Rng(1))) == "no_room"
    stranger = Guest(parties)
    with pytest.raises(AttributeError):
        await stranger.open("push")
    assert stranger.closed == Close.RESTART
    looks_on = Guest(parties, token(0))
    await looks_on.hello(guests[0].last(Welcome).party)
    assert looks_on.last(Welcome).n == n
    await ledger._do(lambda: ledger._file.execute("PRAGMA query_only = 0"))
    assert [guest.n for guest in guests] == [n, n]
    assert refusal(await act(mover(guests), Rng(1))) == "done"
    assert guests[1].n == n + 1
    await parties.close()
    await ledger.close()


async def test_tokens_are_stored_as_hashes_and_never_sent():
    ledger = MemoryLedger()
    guests = await started(server(ledger), "push", 2)
    lines = await ledger.read(guests[0].last(Welcome).party)
    for guest in guests:
        assert not any(guest.token in line for line in lines)
        for other in guests:
            assert not any(guest.token in text for text in other.texts)
