"""Ending a running match by agreement: who is asked, and how the party goes on."""

import pytest
from guests import Guest, ManualClock, act, gathered, mover, play_on, run_pending, server, started
from live_room import LiveRoom

from game.core.rng import Rng
from game.server.chairs import GRACE_MS
from game.server.fairness import ASKED_AGAIN_MS
from game.server.log_entries import entry_text, read_entry
from game.server.party import Party
from game.wire.commands import AssignSeat, ChooseGame, EndMatch, Leave, StandIn, Start
from game.wire.messages import Ack, Nak, PartyPhase

YES, NO = EndMatch(True), EndMatch(False)


def reason(answer: object) -> str:
    return answer.reason if isinstance(answer, Nak) else ""


async def away(guest: Guest) -> None:
    await guest.visitor.gone()
    await run_pending()


async def test_a_match_ends_once_everybody_has_agreed_and_leads_to_the_lobby():
    parties = server()
    guests = await started(parties, "nein_danke", 3)
    first, second, third = guests
    await play_on(guests, Rng(1), 5)
    assert isinstance(await second.do(YES), Ack)
    for guest in guests:
        ending = guest.party_state.ending
        assert (ending.seat, ending.agreed, ending.pending) == (1, (1,), (0, 2))
    assert isinstance(await first.do(YES), Ack)
    assert third.party_state.phase == PartyPhase.PLAYING, "the owner alone does not decide"
    assert isinstance(await third.do(YES), Ack)
    for guest in guests:
        state = guest.party_state
        assert (state.phase, state.ending, state.commitment, guest.turn) == (PartyPhase.GATHERING, None, "", None)
        assert [place.name for place in state.places[:3]] == ["Guest 0", "Guest 1", "Guest 2"]
        assert len(state.places) == 7
    assert isinstance(await first.do(ChooseGame("push", {})), Ack)
    assert isinstance(await first.do(Start()), Ack)
    await play_on(guests, Rng(2), 5)


async def test_one_refusal_ends_the_proposal_and_its_author_can_withdraw_it():
    clock = ManualClock()
    parties = server(clock=clock)
    guests = await started(parties, "push", 2)
    first, second = guests
    for closes in (second, first):
        assert isinstance(await first.do(YES), Ack)
        await play_on(guests, Rng(3), 2)
        assert second.party_state.ending is not None, "the match goes on meanwhile"
        assert isinstance(await closes.do(NO), Ack)
        assert first.party_state.ending is None
        assert first.party_state.phase == PartyPhase.PLAYING
        assert second.steps[-1].entry.name == "EndMatch"
        assert (second.steps[-1].entry.seat, second.steps[-1].entry.value) == (closes.seat, 0)
        clock.ms += ASKED_AGAIN_MS
    assert reason(await second.do(NO)) == "no_proposal"


async def test_an_answer_to_a_proposal_that_is_gone_is_refused():
    parties = server()
    first, second = await started(parties, "push", 2)
    assert isinstance(await first.do(YES), Ack)
    n = second.n
    assert isinstance(await first.do(NO), Ack)
    assert reason(await second.do(YES, n=n)) == "stale"
    assert second.party_state.ending is None


async def test_the_end_of_a_match_is_refused_before_the_deal_and_to_watchers():
    parties = server()
    first, second = await gathered(parties, "push", 2)
    assert reason(await first.do(YES)) == "not_playing"
    assert isinstance(await first.do(Start()), Ack)
    watcher = Guest(parties)
    await watcher.hello(first.visitor.replica.broadcast.name)
    assert reason(await watcher.do(YES)) == "no_seat"
    assert second.party_state.ending is None


async def test_bots_and_people_away_for_a_while_are_not_asked():
    clock = ManualClock()
    parties = server(clock=clock)
    guests = await gathered(parties, "nein_danke", 3)
    assert isinstance(await guests[0].do(AssignSeat(3, "easy")), Ack)
    assert isinstance(await guests[0].do(Start()), Ack)
    first, second, third = guests
    await away(third)
    assert isinstance(await first.do(YES), Ack)
    assert first.party_state.ending.pending == (1, 2), "the connection may only have failed briefly"
    assert isinstance(await second.do(YES), Ack)
    assert first.party_state.phase == PartyPhase.PLAYING
    assert reason(await first.do(YES)) == "grace"
    clock.ms += GRACE_MS
    assert isinstance(await first.do(YES), Ack)
    assert first.party_state.phase == PartyPhase.GATHERING
    names = [place.name or place.kind for place in first.party_state.places]
    assert names == ["Guest 0", "Guest 1", "Guest 2", "easy", "free", "free", "free"]


async def test_a_player_whose_seat_a_bot_plays_is_not_asked_and_keeps_the_seat():
    clock = ManualClock()
    parties = server(clock=clock)
    guests = await started(parties, "nein_danke", 3)
    first, second, third = guests
    await away(third)
    rng = Rng(5)
    while first.turn.to_move != 2:
        await act(mover(guests[:2]), rng)
    clock.ms += GRACE_MS
    assert isinstance(await first.do(StandIn(2, True)), Ack)
    assert isinstance(await first.do(YES), Ack)
    assert isinstance(await second.do(YES), Ack)
    place = first.party_state.places[2]
    assert (first.party_state.phase, place.name, place.stand_in) == (PartyPhase.GATHERING, "Guest 2", False)


async def test_the_last_one_to_be_asked_may_leave_instead():
    parties = server()
    first, second, third = await started(parties, "nein_danke", 3)
    assert isinstance(await first.do(YES), Ack)
    assert isinstance(await second.do(YES), Ack)
    assert isinstance(await third.do(Leave()), Ack)
    assert first.party_state.phase == PartyPhase.GATHERING
    assert [place.kind for place in first.party_state.places[:3]] == ["human", "human", "free"]


async def test_a_proposal_goes_with_the_player_who_made_it():
    parties = server()
    first, second, third = await started(parties, "nein_danke", 3)
    assert isinstance(await third.do(YES), Ack)
    assert isinstance(await third.do(Leave()), Ack)
    assert first.party_state.ending is None
    assert second.party_state.phase == PartyPhase.PLAYING


async def test_a_proposal_stops_a_table_in_real_time():
    room = LiveRoom()
    await room.begin(2, 1)
    await room.ready()
    first, second = room.guests
    assert isinstance(await first.do(YES), Ack)
    await room.passes(500)
    assert not room.table.runs
    assert isinstance(await second.do(YES), Ack)
    assert first.party_state.phase == PartyPhase.GATHERING
    await room.turn()
    assert isinstance(await first.do(Start()), Ack)
    await room.ready()
    assert room.table.runs
    await room.parties.close()


@pytest.mark.parametrize("game", ["nein_danke", "twin_it"])
async def test_another_server_reads_the_end_of_a_match_from_the_log(game):
    parties = server()
    guests = await started(parties, game, 3)
    for guest in guests:
        assert isinstance(await guest.do(YES), Ack)
    replica = guests[0].visitor.replica
    entries = [read_entry(text) for text in await replica._ledger.read(replica.broadcast.name)]
    assert [entry_text(entry) for entry in entries] == [*await replica._ledger.read(replica.broadcast.name)]
    party = Party(parties.games, entries[0])
    for entry in entries[1:]:
        party.append(entry)
    assert (party.phase, party.match, party.party_state) == (PartyPhase.GATHERING, None, guests[0].party_state)


def contents(party: Party) -> str:
    """Return everything that a party holds, as text."""
    return repr({**vars(party), "match": party.match and party.match.save()})


async def test_an_entry_that_is_prepared_changes_nothing_before_it_is_applied():
    parties = server()
    guests = await started(parties, "nein_danke", 3)
    await play_on(guests, Rng(1), 5)
    for guest, command in ((guests[1], YES), (guests[0], NO), (guests[2], Leave())):
        assert isinstance(await guest.do(command), Ack)
    replica = guests[0].visitor.replica
    first, *entries = [read_entry(text) for text in await replica._ledger.read(replica.broadcast.name)]
    party = Party(parties.games, first)
    for entry in entries:
        before = contents(party)
        change = party.prepare(entry)
        assert contents(party) == before
        party.append(entry, change)
        assert contents(party) != before
    assert party.party_state == replica.party.party_state
