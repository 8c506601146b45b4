"""Fairness to people who are away: a match over days keeps its days, and only the owner removes people."""

import pytest
from days_room import HOUR_MS, HOURS_2, Room, refusal
from guests import Guest, act, gathered, mover, run_pending, server, started, token
from live_room import LiveRoom

from game.core.rng import Rng
from game.server.fairness import ASKED_AGAIN_DAYS_MS, ASKED_AGAIN_MS
from game.server.log_entries import LogEntry, WentAway, read_entry, token_hash
from game.server.party import Party
from game.server.seat_entries import MOST_REMOVED
from game.wire.commands import (
    ChooseGame,
    EndMatch,
    Kick,
    Leave,
    Lock,
    PlanEvening,
    SetTimeLimit,
    Sit,
    StandIn,
)
from game.wire.messages import (
    DAY_MS,
    VERSION,
    Ack,
    AskSeats,
    Origin,
    PartyPhase,
    SeatQuery,
    Seats,
    SeatStatus,
    Welcome,
)

DAY_S = DAY_MS // 1000
YES, NO = EndMatch(True), EndMatch(False)


async def room_over_days(seconds: int = 3 * DAY_S, people: int = 3) -> Room:
    """Return a room with a match over days in which the first person of all owns the table."""
    room = Room()
    await room.begin(seconds, people=people, bots=3 - people)
    return room


async def goes(room: Room, guest: Guest) -> None:
    """Close a person's page, for long enough to count as away."""
    await guest.visitor.gone()
    room.clock.ms += HOUR_MS
    await run_pending()


# ---- the days of a running match ------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0, 10, 60, 3600])
async def test_a_match_over_days_cannot_be_made_one_of_seconds(seconds):
    room = await room_over_days()
    away = mover(room.guests)
    owner, other = (one for one in room.guests if one is not away)
    await goes(room, away)
    before = (await room.party()).due_ms
    for guest in (owner, other):
        answer = "over_days" if guest.seat == guest.party_state.owner else "not_owner"
        assert refusal(await guest.do(SetTimeLimit(seconds))) == answer
    # neither the clock nor a bot comes earlier, and nobody ends the match alone
    room.clock.ms += 60_000
    assert refusal(await owner.do(StandIn(away.seat, True))) == "no_stand_in"
    for guest in (owner, other):
        assert refusal(await guest.do(YES)) == "done"
    party = await room.party()
    assert (party.phase, party.due_ms, party.ending.request(party.chairs).pending) == (
        PartyPhase.PLAYING,
        before,
        (away.seat,),
    )


async def test_an_equal_limit_changes_nothing():
    room = await room_over_days(DAY_S)
    before, length = (await room.party()).due_ms, (await room.party()).length
    room.clock.ms += 20 * HOUR_MS
    assert refusal(await room.guests[0].do(SetTimeLimit(DAY_S))) == "same"
    assert ((await room.party()).due_ms, (await room.party()).length) == (before, length)
    guests = await gathered(server(), "push", 2)
    assert refusal(await guests[0].do(SetTimeLimit(0))) == "same"
    assert refusal(await guests[0].do(SetTimeLimit(60))) == "done"
    assert refusal(await guests[0].do(SetTimeLimit(60))) == "same"


@pytest.mark.parametrize("seconds", [HOURS_2, DAY_S, 7 * DAY_S])
async def test_other_days_count_from_the_next_turn_on(seconds):
    room = await room_over_days(3 * DAY_S)
    before = (await room.party()).due_ms
    room.clock.ms += 5 * HOUR_MS
    assert refusal(await room.guests[0].do(SetTimeLimit(seconds))) == "done"
    assert room.guests[1].party_state.seconds == seconds
    assert room.guests[1].turn.due_ms == before == (await room.party()).due_ms
    assert [step.entry.name for step in room.guests[1].steps][-1] == "Limit"
    await room.kill()
    for number in range(3):
        await room.back(number)
    assert (await room.party()).due_ms == before
    await act(mover(room.guests), Rng(1))
    assert (await room.party()).due_ms == room.clock.ms + seconds * 1000


async def test_the_clock_moves_at_the_time_that_the_turn_began_with():
    room = await room_over_days(DAY_S)
    due = (await room.party()).due_ms
    assert refusal(await room.guests[0].do(SetTimeLimit(HOURS_2))) == "done"
    await room.everybody_goes()
    for ms, count in ((HOURS_2 * 1000, 0), (due - room.clock.ms - HOURS_2 * 1000 - 1, 0), (1, 1), (HOURS_2 * 1000, 2)):
        room.clock.ms += ms
        await room.settle()
        assert len(await room.plays()) == count


async def test_days_end_between_matches_by_the_owner_alone():
    room = await room_over_days(people=2)
    for guest in room.guests:
        assert refusal(await guest.do(YES)) == "done"
    owner, other = room.guests
    await goes(room, owner)
    for command in (SetTimeLimit(60), SetTimeLimit(0), SetTimeLimit(DAY_S), ChooseGame("twin_it", {})):
        assert refusal(await other.do(command)) == "not_owner"
    plan = PlanEvening((ChooseGame("push", {}), ChooseGame("twin_it", {})))
    assert refusal(await other.do(plan)) == "not_owner"
    assert refusal(await other.do(ChooseGame("push", {}))) == "done"
    owner = await room.back(0)
    assert refusal(await owner.do(SetTimeLimit(60))) == "done"


async def test_while_a_match_over_days_is_played_only_the_owner_changes_its_days():
    room = await room_over_days(people=2)
    await goes(room, room.guests[0])
    assert refusal(await room.guests[1].do(SetTimeLimit(HOURS_2))) == "not_owner"
    assert refusal(await room.guests[1].do(Lock(True))) == "done"


async def test_a_match_that_is_played_together_can_go_on_over_days():
    guests = await started(server(), "push", 2)
    assert refusal(await guests[0].do(SetTimeLimit(60))) == "done"
    assert refusal(await guests[0].do(SetTimeLimit(DAY_S))) == "done"
    assert guests[1].turn.due_ms == guests[1].visitor.replica.party.at + DAY_MS


async def test_a_log_of_an_older_program_gives_the_same_party():
    """Read limits in a match over days that begin the turn anew, and removals by those who stand in for the owner."""
    room = await room_over_days()
    lines = [read_entry(text) for text in await room.ledger.read(room.name)]
    party = Party(room.parties.games, lines[0])
    for line in lines[1:]:
        party.append(line)
    at = party.at + HOUR_MS
    commands = [
        (Origin.HOUSE, 0, WentAway(party.chairs[0].session)),
        (Origin.PERSON, 1, SetTimeLimit(3 * DAY_S)),
        (Origin.PERSON, 1, SetTimeLimit(60)),
        (Origin.PERSON, 1, Kick(0)),
        (Origin.PERSON, 1, SetTimeLimit(DAY_S)),
        (Origin.PERSON, 1, YES),
        (Origin.PERSON, 1, NO),
        (Origin.PERSON, 1, YES),
    ]
    for origin, seat, command in commands:
        party.append(LogEntry(at, origin, seat, "", command))
        if isinstance(command, SetTimeLimit):
            begun = party.turn_clock.begun_ms
            assert (party.seconds, party.turn_seconds, begun) == (command.seconds, command.seconds, at)
    assert party.chairs[0].vacant
    assert party.ending.seat == 1


# ---- removing people --------------------------------------------------------------------------------------


async def test_over_days_only_the_owner_removes_people():
    room = await room_over_days()
    owner, ben, cleo = room.guests
    await goes(room, owner)
    for seat in (owner.seat, cleo.seat):
        assert refusal(await ben.do(Kick(seat))) == "not_owner"
    await goes(room, cleo)
    assert refusal(await ben.do(Kick(cleo.seat))) == "not_owner"
    owner = await room.back(0)
    assert refusal(await owner.do(Kick(cleo.seat))) == "done"


async def test_together_those_present_may_remove_people_while_the_owner_is_away():
    guests = await started(server(), "nein_danke", 3)
    await guests[0].visitor.gone()
    assert refusal(await guests[1].do(Kick(0))) == "done"
    assert guests[1].party_state.places[0].vacant


async def status(room: Room, guest: Guest) -> tuple[SeatStatus, str]:
    """Return what the list of tables is told about a seat."""
    visitor = Guest(room.parties)
    await visitor.say(AskSeats(VERSION, (SeatQuery(room.name, guest.token),)))
    (row,) = visitor.last(Seats).rows
    return row.status, row.removed_by


async def test_a_person_who_was_removed_is_told_by_whom():
    room = await room_over_days()
    _, ben, cleo = room.guests
    await goes(room, cleo)
    assert refusal(await room.guests[0].do(Kick(cleo.seat))) == "done"
    for killed in (False, True):
        if killed:
            await room.kill()
        assert await status(room, cleo) == (SeatStatus.NO_SEAT, "Guest 0")
        assert await status(room, ben) == (SeatStatus.HELD, "")
        again = await room.back(cleo.seat)
        assert (again.seat, again.last(Welcome).removed_by) == (-1, "Guest 0")
    # a stranger learns nothing, nor does somebody who has left or sits again
    stranger = Guest(room.parties, token(9))
    await stranger.hello(room.name)
    assert stranger.last(Welcome).removed_by == ""
    assert isinstance(await again.do(Sit(cleo.seat, "Cleo", "owl", cleo.token)), Ack)
    assert await status(room, cleo) == (SeatStatus.HELD, "")
    assert isinstance(await again.do(Leave()), Ack)
    assert await status(room, cleo) == (SeatStatus.NO_SEAT, "")


async def test_only_so_many_removed_people_are_remembered():
    parties = server()
    (owner,) = await gathered(parties, "push", 1)
    name = owner.last(Welcome).party
    for number in range(1, MOST_REMOVED + 4):
        guest = Guest(parties, token(number))
        await guest.hello(name)
        assert isinstance(await guest.sit(1), Ack)
        assert isinstance(await owner.do(Kick(1)), Ack)
    removed = owner.visitor.replica.party.removed
    assert [*removed] == [token_hash(token(number)) for number in range(4, MOST_REMOVED + 4)]


# ---- proposals to end the match ----------------------------------------------------------------------------


@pytest.mark.parametrize("closes", [0, 1])
async def test_a_refused_or_withdrawn_proposal_is_not_made_again_at_once(closes):
    room = Room()
    await room.begin(0, people=2, bots=1)
    first, second = room.guests
    assert refusal(await first.do(YES)) == "done"
    assert refusal(await room.guests[closes].do(NO)) == "done"
    room.clock.ms += ASKED_AGAIN_MS - 1
    assert refusal(await first.do(YES)) == "asked_just_now"
    # the pause is that person's alone, and lasts over a restart
    assert refusal(await second.do(YES)) == "done"
    assert refusal(await second.do(NO)) == "done"
    await room.kill()
    first = await room.back(0)
    assert refusal(await first.do(YES)) == "asked_just_now"
    room.clock.ms += 1
    assert refusal(await first.do(YES)) == "done"


async def test_over_days_the_end_is_proposed_once_a_day():
    room = await room_over_days(people=2)
    first, second = room.guests
    assert refusal(await first.do(YES)) == "done"
    assert refusal(await second.do(NO)) == "done"
    room.clock.ms += ASKED_AGAIN_DAYS_MS - 1
    assert refusal(await first.do(YES)) == "asked_today"
    room.clock.ms += 1
    assert refusal(await first.do(YES)) == "done"
    assert refusal(await second.do(YES)) == "done"
    assert (await room.party()).phase == PartyPhase.GATHERING


async def test_withdrawn_proposals_do_not_keep_a_clock_from_running():
    room = LiveRoom()
    await room.begin(2, 1)
    await room.ready()
    first = room.guests[0]
    answers = []
    for _ in range(6):
        answers.append(refusal(await first.do(YES)))
        answers.append(refusal(await first.do(NO)))
    assert answers == ["done", "done"] + ["asked_just_now", "no_proposal"] * 5
    await room.parties.close()


# ---- who missed the end -------------------------------------------------------------------------------------


async def test_a_match_that_was_ended_together_is_told_to_those_who_were_away():
    room = await room_over_days()
    owner, ben, cleo = room.guests
    for guest in (cleo, ben):
        assert refusal(await guest.do(YES)) == "done"
    await goes(room, cleo)
    assert refusal(await owner.do(YES)) == "done"
    assert (await room.party()).phase == PartyPhase.GATHERING
    visitor = Guest(room.parties)
    await visitor.say(AskSeats(VERSION, (SeatQuery(room.name, cleo.token),)))
    assert visitor.last(Seats).rows[0].table.is_ended
    for missed in (True, False):
        again = await room.back(2)
        assert again.last(Welcome).missed_end is missed
        await again.visitor.gone()
        room.clock.ms += 1
    assert not (await room.back(1)).last(Welcome).missed_end
