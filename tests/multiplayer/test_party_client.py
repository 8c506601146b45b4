"""A device and a party over a bad connection.

Nothing is done twice, nothing is missed, and no device receives what its seat may not know.
"""

import json
import re
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from guests import TURNS, Guest, ManualClock, gathered, play_on, run_async, run_pending, server, started, token
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from memory_ledger import MemoryLedger
from online import Silence
from wires import FAULTS, Net, PlainWire

from game.catalogue.registry import GAMES
from game.core.game import WATCHER, redact
from game.core.match import InvalidSave
from game.core.rng import Rng
from game.server.broadcast import Broadcast, BroadcastEntry
from game.server.log_entries import read_entry, token_hash
from game.wire.commands import AssignSeat, Leave, Play, React, Sit, Start
from game.wire.messages import SERVER_CODEC, Ack, Close, Nak, Over, PartyUpdate, Welcome, commitment, message_text
from game.wire.party_client import CONNECT_MS, LONGEST_WAIT_MS, QUICK_CONNECT_MS, SILENCE_MS, UNREAD, PartyClient

#: how long a step of the connections takes, in milliseconds
ROUND_MS = 300
#: explains how a deal is checked
CHECKING = Path(__file__).resolve().parents[2] / "game" / "server" / "README.md"


class Device:
    """A party client, with a player who decides at random."""

    def __init__(self, net: Net, party: str, n: int) -> None:
        self.token = token(n)
        self.number = n
        self.remote = PartyClient(GAMES, net.connect, party, self.token, f"s{n}x")
        self.said: dict[str, object] = {}
        self.steps: dict[int, object] = {}
        hear = self.remote._stepped

        def stepped(step: PartyUpdate) -> None:
            before = self.remote.n
            hear(step)
            if self.remote.n == step.n != before:
                assert step.n not in self.steps
                self.steps[step.n] = message_text(SERVER_CODEC, step)

        self.remote._stepped = stepped

    def collect(self) -> None:
        """Collect the answers."""
        for id_, answer in [*self.said.items()]:
            if answer is None and (found := self.remote.answer(id_)) is not None:
                self.said[id_] = found

    def live(self, now: int, rng: Rng) -> None:
        """Receive, and decide if it is one's turn."""
        self.remote.poll(now)
        self.collect()
        remote = self.remote
        if remote.is_waiting or not remote.is_connected:
            return
        if remote.seat == WATCHER:
            self.said[remote.do(Sit(self.number, f"P{self.number}", "fox", self.token))] = None
        elif (turn := remote.turn_state) and turn.to_move == remote.seat and not remote.over:
            self.said[remote.do(Play(remote.game.encode(rng.choice(remote.view.legal))))] = None
        elif rng.below(10) == 0:
            self.said[remote.do(React(rng.below(8)))] = None


def expected(lines, name: str, tokens: list[str]) -> dict[str, dict[int, str]]:
    """Return what each seat is to receive, step by step, computed from the log alone."""
    broadcast = Broadcast(GAMES, name, lines[:1])
    found: dict[str, dict[int, str]] = {one: {} for one in tokens}
    for text in lines[1:]:
        broadcast.append(read_entry(text))
        for one in tokens:
            found[one][broadcast.length - 1] = broadcast.last.step(one)
    return found


# an example is a good part of a game, and would be another one if made smaller
@settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate],
)
@example(game=TURNS[0], seed=1, faults=[])
@given(
    game=st.sampled_from(TURNS),
    seed=st.integers(0, 2**16),
    faults=st.lists(st.dictionaries(st.integers(0, 3), st.sampled_from(FAULTS), max_size=3), max_size=60),
)
def test_over_any_bad_connection_commands_are_carried_out_once_and_in_order(game, seed, faults):
    async def story():
        ledger, clock, rng = MemoryLedger(), ManualClock(), Rng(seed)
        parties = server(ledger, clock)
        net = Net(parties)
        opener = Guest(parties, token(9))
        name = await opener.open(game)
        devices = [Device(net, name, n) for n in range(3)]
        begun = False
        for number in range(len(faults) + 120):
            clock.ms += ROUND_MS
            fault = faults[number] if number < len(faults) else {}
            for device in devices:
                device.live(clock.ms, rng)
            if "old_and_new" in fault.values():
                # the page is opened once more while the old one is still there
                which = seed % 3
                fresh = Device(net, name, which)
                fresh.remote._session = f"s{which}y{number}x"
                fresh.live(clock.ms, rng)
                devices.append(fresh)
            await net.carry(fault)
            await run_pending(3)
            party_state = next((d.remote.party_state for d in devices if d.remote.party_state), None)
            seated = [d for d in devices[:3] if d.remote.seat != WATCHER]
            if not begun and party_state and len(seated) == 3:
                owner = next(
                    (d for d in devices if d.remote.seat == party_state.owner and not d.remote.is_waiting), devices[0]
                )
                owner.remote.do(Start())
                begun = True
            if party_state and party_state.matches == 0 and begun and not any(d.remote.is_waiting for d in devices):
                begun = False
        # everything under way arrives, and devices without a connection find a new one
        for number in range(4 * LONGEST_WAIT_MS // ROUND_MS):
            clock.ms += ROUND_MS
            if number == 2 * LONGEST_WAIT_MS // ROUND_MS:
                # a late message of an old page may have driven the new one away; there the person takes the seat back
                for which in range(3):
                    pages = [device.remote for device in devices if device.number == which]
                    if all(page.ended is not None for page in pages):
                        pages[-1].again()
            for device in devices:
                device.remote.poll(clock.ms)
                device.collect()
            await net.carry({})
            await run_pending(3)
        lines = [*await ledger.read(name)]
        # every accepted command is in the log once, and no refused one
        ids = [read_entry(text).id for text in lines]
        given_ids = [one for one in ids if one]
        played = sum(isinstance(read_entry(text).command, Play) for text in lines)
        assert played > 10 or faults
        assert len(given_ids) == len({*given_ids})
        for device in devices:
            for id_, answer in device.said.items():
                if isinstance(answer, Ack):
                    assert ids[answer.n] == id_
                elif isinstance(answer, Nak):
                    assert id_ not in ids
        # every device received what its seat may see, and has the same hash as the server
        due = expected(lines, name, [token_hash(device.token) for device in devices])
        truth = Broadcast(GAMES, name, lines)
        there = set()
        for device in devices:
            for n, text in device.steps.items():
                assert text == due[token_hash(device.token)][n]
            remote, whole = device.remote, truth.welcome(token_hash(device.token), 0)
            if remote.ended is None:
                there.add(device.token)
                assert remote.is_connected
                assert not remote.is_waiting
                assert (remote.n, remote.hash, remote.seat) == (whole.n, whole.hash, whole.seat)
                assert (remote.party_state, remote._turn) == (whole.party_state, whole.turn)
        # of two pages with the same seat the newer one has it
        assert len(there) == 3
        await parties.close()

    run_async(story)


async def test_a_silent_connection_is_given_up_and_a_new_one_opened():
    clock, rng = ManualClock(), Rng(1)
    parties = server(clock=clock)
    net = Net(parties)
    guests = await gathered(parties, "push", 2)
    device = Device(net, guests[0].last(Welcome).party, 3)
    for _ in range(6):
        device.live(clock.ms, rng)
        await net.carry({})
    assert device.remote.is_connected
    assert device.remote.seat == 3
    net.wires[0].is_half_open = True
    await guests[0].do(React(1))
    for _ in range((SILENCE_MS + LONGEST_WAIT_MS) // ROUND_MS):
        clock.ms += ROUND_MS
        device.remote.poll(clock.ms)
        await net.carry({})
    assert len(net.wires) == 2
    assert device.remote.is_connected
    assert device.remote.n >= guests[0].n
    assert not device.remote.was_reset or device.remote.take_steps() is not None


async def test_a_hanging_server_is_given_up_sooner_if_the_last_connection_was_quick():
    clock, rng = ManualClock(), Rng(1)
    parties = server(clock=clock)
    net = Net(parties)
    guests = await gathered(parties, "push", 2)
    device = Device(net, guests[0].last(Welcome).party, 3)

    async def given_up_after() -> list[int]:
        """Return how long each of the next three connections is tried when nothing comes back."""
        waits: list[int] = []
        while len(waits) < 3:
            clock.ms += 10
            before = device.remote._connection
            device.remote.poll(clock.ms)
            if before is None and device.remote._connection is not None:
                begun = clock.ms
                net.wires[-1].is_half_open = True
            elif before is not None and device.remote._connection is None:
                waits.append(clock.ms - begun)
        return waits

    assert [CONNECT_MS <= one <= CONNECT_MS + 20 for one in (await given_up_after())[:1]] == [True]
    for _ in range(400):
        device.live(clock.ms, rng)
        clock.ms += 10
        await net.carry({})
    assert device.remote.is_connected
    net.wires[-1].is_half_open = True
    while device.remote._connection is not None:
        clock.ms += 10
        device.remote.poll(clock.ms)
    quick = await given_up_after()
    for wait, due in zip(quick, (1, 1, 2), strict=True):
        assert due * QUICK_CONNECT_MS <= wait <= due * QUICK_CONNECT_MS + 20


@pytest.mark.parametrize(
    "spoils", [lambda text: text.replace('"seat"', '"chair"'), lambda text: text.replace('"legal"', '"allowed"')]
)
async def test_a_server_with_unreadable_messages_is_not_retried_for_ever(monkeypatch, spoils):
    """A device of another version: the messages have other fields, or the view of a game has."""
    clock, heard = ManualClock(), PlainWire.take
    parties = server(clock=clock)
    net = Net(parties)
    guests = await started(parties, "push", 2)
    device = Device(net, guests[0].last(Welcome).party, 0)

    async def live() -> None:
        for _ in range(40):
            clock.ms += ROUND_MS
            device.remote.poll(clock.ms)
            await net.carry({})

    with monkeypatch.context() as other:
        other.setattr(PlainWire, "take", lambda wire: [*map(spoils, heard(wire))])
        await live()
    assert (device.remote.ended, len(net.wires)) == (Close.VERSION, UNREAD)
    # a retry by hand after that is let in
    device.remote.again()
    await live()
    assert device.remote.is_connected
    assert device.remote.view is not None


@pytest.mark.parametrize(
    "why", [Close.VERSION, Close.OLD_SERVER, Close.ELSEWHERE, Close.NO_PARTY, Close.POLICY, Close.RESTART]
)
async def test_after_a_final_close_no_new_connection_is_tried(why):
    clock = ManualClock()
    parties = server(clock=clock)
    net = Net(parties)
    (owner,) = await gathered(parties, "push", 1)
    device = Device(net, owner.last(Welcome).party, 1)
    for _ in range(3):
        device.remote.poll(clock.ms)
        await net.carry({})
    net.wires[0].visitor.shut(why)
    await net.carry({})
    for _ in range(10):
        clock.ms += ROUND_MS
        device.remote.poll(clock.ms)
        await net.carry({})
    assert (len(net.wires) == 1) == (why != Close.RESTART)
    assert device.remote.ended == (None if why == Close.RESTART else why)


async def test_leaving_while_another_command_is_pending_leaves():
    clock, rng = ManualClock(), Rng(1)
    parties = server(clock=clock)
    net = Net(parties)
    (owner,) = await gathered(net.parties, "push", 1)
    device = Device(net, owner.last(Welcome).party, 1)
    for _ in range(6):
        device.live(clock.ms, rng)
        await net.carry({})
    assert owner.party_state.places[1].kind == "human"
    device.remote.do(React(1))
    device.remote.do(Leave())
    device.remote.close()
    await net.carry({})
    assert owner.party_state.places[1].kind == "free"


async def test_a_device_follows_a_match_as_a_scene_would():
    """View, events, length, the seat to move, and at last the whole match, without ever having had a state."""
    clock, rng = ManualClock(), Rng(4)
    parties = server(clock=clock)
    net = Net(parties)
    (owner,) = await gathered(parties, "nein_danke", 1)
    party = owner.last(Welcome).party
    devices = [Device(net, party, n) for n in (1, 2)]
    looks_on = PartyClient(GAMES, net.connect, party, "", "watch")
    begun, shown, views = False, 0, []
    for _ in range(700):
        clock.ms += ROUND_MS
        for device in devices:
            device.live(clock.ms, rng)
        looks_on.poll(clock.ms)
        for told_ in looks_on.take_steps():
            shown += len(told_.steps)
            views.append(told_.view)
        await net.carry({})
        await run_pending(2)
        if not begun and all(device.remote.seat >= 0 for device in devices):
            await owner.do(AssignSeat(3, "easy"))
            await owner.do(Start())
            begun = True
        turn = owner.turn
        if turn and turn.to_move == owner.seat:
            await play_on([owner], rng, 1)
        if looks_on.over and all(device.remote.over for device in devices):
            break
    match, turn = looks_on.finished(), looks_on.turn_state
    assert turn.length == len(match.actions)
    assert turn.to_move == -1
    assert views[-1] == redact(match.game, match.view(WATCHER))
    assert shown > len(match.actions)
    for device in devices:
        assert device.remote.view == redact(match.game, match.view(device.remote.seat))
        assert device.remote.turn_state is None or not device.remote.turn_state.undo


# ---- delays between connections -------------------------------------------------------------------------


def begun(closed: int | None, until_ms: int, start_ms: int = 0) -> list[int]:
    """Return when a device opens connections, if each is like this one, from ``start_ms`` on."""
    times: list[int] = []

    def connect() -> Silence:
        times.append(now)
        return Silence(closed)

    remote = PartyClient(GAMES, connect, "x", token(0), "page")
    for now in range(start_ms, start_ms + until_ms, 20):
        remote.poll(now)
    return [one - start_ms for one in times]


def test_a_silent_new_connection_is_given_longer_each_time():
    times = begun(None, 60_000)
    gaps = [later - sooner for sooner, later in pairwise(times)]
    # two, four, eight seconds, and the wait before the next one
    for gap, patience in zip(gaps, (2_000, 4_000, 8_000, 8_000), strict=False):
        assert patience < gap <= patience + 2_100
    assert len(gaps) >= 4


def test_connections_are_retried_often_for_half_a_minute_and_seldom_afterwards():
    # as on a read-only ledger: each connection is closed at once
    gaps = [(sooner, later - sooner) for sooner, later in pairwise(begun(Close.FROZEN, 120_000))]
    assert max(gap for at, gap in gaps if at < 29_000) <= 2_100
    late = [gap for at, gap in gaps if at > 32_000]
    assert 5_000 <= min(late) <= max(late) <= 10_100
    # at any time of its clock
    gaps = [(sooner, later - sooner) for sooner, later in pairwise(begun(Close.FROZEN, 60_000, 10**9))]
    assert max(gap for at, gap in gaps if at < 29_000) <= 2_100


@pytest.mark.parametrize(("wishes_at", "lost_at"), [(None, 5_000), (0, 3_500), (1_000, 4_500), (3_000, 5_000)])
async def test_a_pending_command_makes_the_device_give_up_a_hanging_server_sooner(wishes_at, lost_at):
    clock = ManualClock()
    parties = server(clock=clock)
    net = Net(parties)
    (owner,) = await gathered(net.parties, "push", 1)
    device = Device(net, owner.last(Welcome).party, 1)
    remote = device.remote
    for _ in range(3):
        remote.poll(clock.ms)
        await net.carry({})
    remote.poll(clock.ms)
    assert remote.is_connected
    # from now on nothing arrives on it
    start = clock.ms
    while remote.is_connected and clock.ms < start + 20_000:
        if wishes_at is not None and clock.ms - start == wishes_at:
            remote.do(React(1))
        clock.ms += 20
        remote.poll(clock.ms)
    assert lost_at < clock.ms - start <= lost_at + 40


# ---- secrets of other seats ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", TURNS)
async def test_hidden_cards_do_not_change_a_byte_of_a_message(name):
    """Positions that differ only in what a seat may not know give it, and spectators, the same message."""
    guests = await started(server(), name, 3)
    rng, others = Rng(6), 0
    party = guests[0].visitor.replica.party
    story_ = guests[0].visitor.replica.broadcast
    for _ in range(60):
        if party.match.is_over:
            break
        await play_on(guests, rng, 1)
        state = party.match.state
        line = read_entry((await guests[0].visitor.replica._ledger.read(story_.name))[-1])
        for seat in (WATCHER, 0, 1, 2):
            secret = "" if seat == WATCHER else party.chairs[seat].token
            said = []
            for one in (state, party.game.sample_state(party.game.view(state, seat), rng)):
                others += one != state
                party.match.state = one
                said.append(BroadcastEntry(party, line, (), None).step(secret))
            party.match.state = state
            assert said[0] == said[1]
    assert others > 10


@pytest.mark.parametrize("name", TURNS)
async def test_seeds_and_saves_are_sent_only_at_the_end(name):
    ledger = MemoryLedger()
    guests = await started(server(ledger), name, 3)
    looks_on = Guest(guests[0].visitor.parties)
    await looks_on.hello(guests[0].last(Welcome).party)
    deal = guests[0].visitor.replica.party.deal
    await play_on(guests, Rng(1))
    for guest in (*guests, looks_on):
        at = next(n for n, one in enumerate(guest.heard) if isinstance(one, Over))
        before = "\n".join(guest.texts[:at])
        for secret in (deal.seed, deal.nonce, str(int(deal.seed, 16))):
            assert secret not in before
            assert secret in "\n".join(guest.texts[at:]) or secret == str(int(deal.seed, 16))
        for one in guest.heard[:at]:
            data = SERVER_CODEC.write(one)
            assert not {"seed", "nonce", "state", "token", "save"} & {*json.dumps(data).split('"')}


async def test_the_deal_can_be_checked_by_anybody(tmp_path, monkeypatch, capsys):
    """Run the ten lines of the documentation."""
    script = re.search(r"```python\n(.*?)```", CHECKING.read_text(encoding="utf-8"), re.DOTALL)[1]
    monkeypatch.setattr(sys, "argv", ["check", str(tmp_path / "told")])

    def checked(told_: dict[str, object]) -> None:
        (tmp_path / "told").write_text(json.dumps(told_), encoding="utf-8")
        exec(script, {})

    parties = server()
    guests = await started(parties, "push", 2)
    looks_on = PartyClient(GAMES, (net := Net(parties)).connect, guests[0].last(Welcome).party, "", "watch")
    for now_ms in (0, ROUND_MS):
        looks_on.poll(now_ms)
        await net.carry({})
    assert (looks_on.proof(), looks_on.is_fair) == ("", False)
    await play_on(guests, Rng(1))
    await net.carry({})
    looks_on.poll(2 * ROUND_MS)
    assert looks_on.is_fair
    told_ = json.loads(looks_on.proof())
    checked(told_)
    assert capsys.readouterr().out.startswith("The deal was fixed beforehand: push (")
    other = f"{int(told_['seed'], 16) ^ 1:032x}"
    for wrong in ({"seed": other}, {"nonce": other}, {"save": told_["save"] | {"seed": 1}}):
        with pytest.raises((AssertionError, InvalidSave)):
            checked(told_ | wrong)
    # a server that claims a different commitment afterwards
    looks_on.over = looks_on.over._replace(seed=other)
    looks_on.party_state = looks_on.party_state._replace(commitment=commitment(other, looks_on.over.nonce))
    assert not looks_on.is_fair
