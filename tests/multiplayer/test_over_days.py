"""Tables that are played over days: deadlines while nobody is there, bots that stand in, and seats that stand still."""

import asyncio
import random
import time

import pytest
from days_room import HOUR_MS, HOURS_2, Room, refusal
from guests import Guest, ManualClock, act, gathered, mover, run_pending, server
from memory_ledger import MemoryLedger
from redises import running

from game.core.match import HUMAN
from game.core.rng import Rng
from game.server.ledger import PUT_OFF_MS
from game.server.log_entries import read_entry
from game.server.party import Party
from game.server.redis_ledger import RedisLedger
from game.server.replica import LEASE_MS, OF_CODE
from game.wire.commands import ChooseGame, KeepQuiet, Play, SetTimeLimit, StandIn, Start
from game.wire.messages import DAY_MS, Origin, PartyPhase, Welcome


async def test_a_bot_moves_once_for_a_turn_that_passes_and_takes_the_seat_after_three():
    room = Room()
    await room.begin(HOURS_2, people=1, bots=2)
    guest = room.guests[0]
    await room.everybody_goes()
    for missed in (1, 2, 3):
        room.clock.ms += HOURS_2 * 1000 - 1
        await room.settle()
        room.clock.ms += 1
        await room.settle()
        plays = await room.plays()
        assert [origin for origin, seat in plays if seat == guest.seat] == [Origin.CLOCK] * missed
    party = await room.party()
    assert party.chairs[guest.seat].stand_in
    # all people's seats are taken: it stands still for good, without any wake-up
    for _ in range(3):
        room.clock.ms += 20 * HOURS_2 * 1000
        await room.settle()
    assert len(await room.plays()) == len(plays)
    assert room.ledger.wakes == {}
    assert len(room.parties) == 0
    # who comes back has the seat, the whole time, and three more turns to miss
    guest = await room.back(0)
    party = await room.party()
    assert not party.chairs[guest.seat].stand_in
    assert party.chairs[guest.seat].missed == 0
    if party.to_move == guest.seat:
        assert party.due_ms == room.clock.ms + HOURS_2 * 1000


async def test_a_match_over_days_goes_on_through_kills_while_all_pages_are_closed():
    room = Room()
    await room.begin(HOURS_2, people=3, bots=0)
    await room.everybody_goes()
    for move in range(6):
        before = await room.party()
        assert before.due_ms == before.turn_ms + HOURS_2 * 1000
        assert before.due_ms > room.clock.ms
        if move % 2:
            await room.kill()
        room.clock.ms = before.due_ms - 1
        await room.settle()
        assert len(await room.plays()) == move
        if not move % 2:
            await room.kill()
        room.clock.ms += 1
        await room.settle()
        assert len(await room.plays()) == move + 1
    assert {origin for origin, _ in await room.plays()} == {Origin.CLOCK}


async def test_after_a_long_outage_each_turn_has_its_time_again():
    room = Room()
    await room.begin(HOURS_2, people=3, bots=0)
    await room.everybody_goes()
    await room.kill()
    room.clock.ms += 50 * HOURS_2 * 1000
    for _ in range(3):
        await room.settle()
    assert len(await room.plays()) == 1
    assert (await room.party()).due_ms == room.clock.ms + HOURS_2 * 1000


@pytest.mark.parametrize("seconds", [60, 0])
async def test_a_table_that_all_people_have_left_waits_for_the_first_one_back(seconds):
    room = Room()
    await room.begin(seconds, people=2, bots=2)
    await room.everybody_goes()
    plays, length = await room.plays(), (await room.party()).length
    for _ in range(3):
        room.clock.ms += 600_000
        await room.settle()
    assert await room.plays() == plays
    assert (await room.party()).length == length
    assert len(room.parties) == 0
    assert room.ledger.wakes == {}
    guest = await room.back(1)
    assert guest.turn.due_ms in (0, room.clock.ms + seconds * 1000)
    assert bool(guest.turn.due_ms) == bool(seconds and guest.party_state.places[guest.turn.to_move].kind == HUMAN)


async def test_after_a_crash_the_first_person_back_has_the_whole_time():
    room = Room()
    await room.begin(60, people=2, bots=1)
    await room.kill()
    room.clock.ms += 9 * HOUR_MS
    plays = await room.plays()
    guest = await room.back(0)
    await run_pending(200)
    seats = [seat for origin, seat in (await room.plays())[len(plays) :] if origin == Origin.CLOCK]
    assert seats == []
    party = await room.party()
    assert party.chairs[1].away_ms
    assert not party.chairs[guest.seat].away_ms
    if party.chairs[party.to_move].kind == HUMAN:
        assert party.due_ms == room.clock.ms + 60_000


async def test_an_idle_person_at_a_quick_table_gets_the_seat_back_on_request():
    room = Room()
    await room.begin(60, people=2, bots=1)
    idle = room.guests[1]
    for _ in range(40):
        if (await room.party()).chairs[idle.seat].stand_in:
            break
        if mover(room.guests) is room.guests[0]:
            await act(room.guests[0], Rng(1))
        else:
            room.clock.ms += 60_000
        (await room.parties.replica(room.name))._changed.set()
        await run_pending(200)
    party = await room.party()
    assert party.chairs[idle.seat].stand_in
    assert not party.chairs[idle.seat].away_ms
    taken = [step.entry for step in room.guests[0].steps if step.entry.name == "StandIn"]
    assert [(one.origin, one.seat, one.other, one.value) for one in taken] == [(Origin.CLOCK, idle.seat, idle.seat, 1)]
    assert refusal(await idle.do(StandIn(idle.seat, False))) == "done"
    assert not (await room.party()).chairs[idle.seat].stand_in


async def test_quiet_hours_put_a_deadline_off_and_others_cannot_see_them():
    room = Room()
    await room.begin(HOURS_2, people=2, bots=1)
    guest = mover(room.guests)
    other = next(one for one in room.guests if one is not guest)
    # 22:13 UTC: the night begins in 47 minutes and lasts until 7
    begun = (await room.party()).turn_ms
    assert begun % DAY_MS // 60_000 == 22 * 60 + 13
    assert refusal(await guest.do(KeepQuiet(0, 23 * 60, 7 * 60, 0, 0))) == "done"
    expected = begun - begun % DAY_MS + DAY_MS + 7 * HOUR_MS + (HOURS_2 * 1000 - (47 * 60_000 - begun % 60_000))
    assert guest.turn.due_ms == other.turn.due_ms == expected
    assert not any("night" in text for text in other.texts)
    assert refusal(await guest.do(KeepQuiet(0, 23 * 60, 7 * 60, 0, 0))) == "same"
    # another seat's hours change nothing of this turn
    assert refusal(await other.do(KeepQuiet(0, 22 * 60, 9 * 60, 0, 0))) == "done"
    assert guest.turn.due_ms == expected
    await room.everybody_goes()
    for ms, count in ((begun + HOURS_2 * 1000, 0), (expected - 1, 0), (expected, 1)):
        room.clock.ms = ms
        await room.settle()
        assert [origin for origin, _ in await room.plays()].count(Origin.CLOCK) == count


async def test_quiet_hours_count_only_over_days():
    room = Room()
    await room.begin(60, people=2, bots=1)
    guest = mover(room.guests)
    before = guest.turn.due_ms
    assert refusal(await guest.do(KeepQuiet(0, 22 * 60, 7 * 60, 0, 0))) == "done"
    assert guest.turn.due_ms == before


async def test_a_bot_is_refused_in_the_place_of_an_absent_person_over_days():
    room = Room()
    await room.begin(HOURS_2, people=2, bots=1)
    away = mover(room.guests)
    other = next(one for one in room.guests if one is not away)
    await away.visitor.gone()
    room.clock.ms += HOUR_MS
    assert refusal(await other.do(StandIn(away.seat, True))) == "no_stand_in"


@pytest.mark.parametrize(
    ("seconds", "answer"), [(3600, "done"), (3601, "seconds"), (7200, "done"), (604_800, "done"), (604_801, "seconds")]
)
async def test_limits_of_a_turn_are_seconds_or_days(seconds, answer):
    (guest,) = await gathered(server(), "push", 1)
    assert refusal(await guest.do(SetTimeLimit(seconds))) == answer


async def test_real_time_is_not_played_over_days():
    (guest,) = await gathered(server(), "push", 1)
    await guest.do(SetTimeLimit(HOURS_2))
    await guest.do(ChooseGame("twin_it", {}))
    assert guest.party_state.seconds == 0
    assert refusal(await guest.do(SetTimeLimit(HOURS_2))) == "seconds"
    assert refusal(await guest.do(SetTimeLimit(60))) == "done"


async def test_a_table_over_days_and_its_code_are_kept_for_weeks():
    clock, ledger = ManualClock(), MemoryLedger()
    parties = server(ledger, clock)
    (guest,) = await gathered(parties, "push", 1)
    name, code = guest.last(Welcome).party, guest.last(Welcome).code
    assert ledger.until[name] <= clock.ms + DAY_MS
    await guest.do(SetTimeLimit(86_400))
    assert guest.party_state.phase == PartyPhase.GATHERING
    for log in (name, f"{OF_CODE}{code}"):
        assert ledger.until[log] == clock.ms + 60 * DAY_MS
    await guest.do(SetTimeLimit(0))
    assert ledger.until[name] == clock.ms + DAY_MS


async def test_the_same_log_gives_the_same_party_on_every_server():
    room = Room()
    await room.begin(HOURS_2, people=2, bots=1)
    for number, guest in enumerate(room.guests):
        await guest.do(KeepQuiet(60 * number, 22 * 60, 6 * 60, 0, 0))
    for _ in range(4):
        if mover(room.guests) is not None:
            await act(mover(room.guests), Rng(3))
        await run_pending()
    await room.everybody_goes()
    for _ in range(8):
        room.clock.ms += 5 * HOUR_MS
        await room.settle()
    one, other = await room.party(), await room.party()
    there = (await room.parties.replica(room.name)).party
    for party in (other, there):
        for what in ("due_ms", "duty", "turn_ms", "turn_clock", "quiet", "chairs", "wake_ms", "is_forsaken"):
            assert getattr(party, what) == getattr(one, what)
    await asyncio.sleep(0)


async def test_one_of_three_servers_on_a_redis_makes_each_due_move_also_when_one_dies():
    with running() as redis:
        redis.empty()
        clock = ManualClock()
        # Redis expires logs by its own clock
        clock.ms = time.time_ns() // 1_000_000
        ledgers = [await RedisLedger.open(redis.address) for _ in range(3)]
        servers = [server(ledger, clock) for ledger in ledgers]
        guests = await gathered(servers[0], "nein_danke", 3)
        name = guests[0].last(Welcome).party
        await guests[0].do(SetTimeLimit(HOURS_2))
        await guests[0].do(Start())
        for guest in guests:
            await guest.visitor.gone()
        for move in range(1, 4):
            clock.ms += HOURS_2 * 1000
            await asyncio.gather(*(one.wake_due() for one in servers))
            opened = [one for one in servers if len(one)]
            # only the first still has it in memory beside the one that was woken
            assert len(opened) <= 2
            for _ in range(400):
                lines = [read_entry(text) for text in await ledgers[-1].read(name)]
                if [isinstance(line.command, Play) for line in lines].count(True) >= move:
                    break
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            lines = [read_entry(text) for text in await ledgers[-1].read(name)]
            assert [line.origin for line in lines if isinstance(line.command, Play)] == [Origin.CLOCK] * move
            if move == 1:
                # a server dies with its lease
                for replica in servers[0].replicas.values():
                    for task in replica._tasks:
                        task.cancel()
                await ledgers.pop(0).close()
                del servers[0]
                await asyncio.sleep(LEASE_MS / 1000 + 0.1)
            for one in servers:
                await one.sweep()
        for one in servers:
            await one.close()
        for ledger in ledgers:
            await ledger.close()


@pytest.mark.parametrize("seed", range(6))
async def test_any_course_of_days_keeps_deadlines_and_one_log(seed):
    """Kills, visits, moves, quiet hours and outages in any order: each turn ends once, never before its time."""
    rng, room = random.Random(seed), Room()
    await room.begin(HOURS_2 * rng.choice((1, 4, 12)), people=3, bots=rng.choice((0, 1)))
    for _ in range(40):
        step = rng.choice(("wait", "wait", "wait", "kill", "come", "go", "move", "quiet"))
        guest = rng.randrange(3)
        if step == "wait":
            room.clock.ms += rng.choice((60_000, HOUR_MS, HOURS_2 * 1000, DAY_MS))
        elif step == "kill":
            await room.kill()
            for number in range(3):
                room.guests[number] = Guest(room.parties, room.guests[number].token)
        elif step == "come":
            await room.back(guest)
        elif room.guests[guest].n >= 0 and not room.guests[guest].closed:
            if step == "go":
                await room.guests[guest].visitor.gone()
                room.guests[guest] = Guest(room.parties, room.guests[guest].token)
            elif step == "move" and mover(room.guests) is room.guests[guest]:
                await act(room.guests[guest], rng)
            elif step == "quiet":
                begin = rng.randrange(24)
                await room.guests[guest].do(KeepQuiet(0, begin * 60, (begin + 8) % 24 * 60, 0, 0))
        await room.settle()
        party = await room.party()
        # one replay is as good as another, and what is due has been done
        assert party.due_ms == (await room.party()).due_ms
        assert party.due_ms == 0 or party.due_ms > room.clock.ms
        wake = room.ledger.wakes.get(room.name, 0)
        assert not party.wake_ms or 0 < wake <= max(party.wake_ms, room.clock.ms + PUT_OFF_MS)
        if party.phase == PartyPhase.OVER:
            break
    lines = [read_entry(text) for text in await room.ledger.read(room.name)]
    party = Party(room.parties.games, lines[0])
    for line in lines[1:]:
        if isinstance(line.command, Play) and line.origin == Origin.CLOCK and not party.is_between_rounds:
            assert party.due_ms <= line.at
        party.append(line)
