"""A match of a party: actions, stand-ins, time limits, undo and rematch."""

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
from game.core.game import WATCHER, redact
from game.core.match import load
from game.core.rng import Rng
from game.server.chairs import GRACE_MS
from game.server.party_record import BETWEEN_MS
from game.wire.commands import (
    AnswerUndo,
    AskUndo,
    AssignSeat,
    ChooseGame,
    Leave,
    Play,
    React,
    SetTimeLimit,
    StandIn,
    Start,
)
from game.wire.messages import (
    Ack,
    Close,
    Origin,
    Over,
    PartyPhase,
    Welcome,
    commitment,
)

# ---- playing ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TURNS)
async def test_a_match_of_people_and_a_bot_ends_and_can_be_checked_by_all(name):
    guests = await gathered(server(), name, 2)
    looks_on = Guest(guests[0].visitor.parties)
    await looks_on.hello(guests[0].last(Welcome).party)
    await guests[0].do(AssignSeat(2, GAMES[name].bots.levels[0]))
    assert refusal(await guests[0].do(Start())) == "done"
    promised = guests[0].party_state.commitment
    assert await play_on(guests, Rng(5)) > 0
    for guest in (*guests, looks_on):
        over = guest.last(Over)
        assert commitment(over.seed, over.nonce) == promised
        match = load(over.save, GAMES)
        assert match.is_over
        assert match.seed == int(over.seed, 16)
        assert guest.party_state.phase == PartyPhase.OVER
        assert [step.n for step in guest.steps] == [*range(guest.steps[0].n, guest.n + 1)]
        view = GAMES[name].view_codec().read(guest.turn.view)
        assert view == redact(match.game, match.view(guest.seat))
    whole = [step for step in guests[0].steps if step.entry.name == "Play"]
    assert len(whole) == len(match.actions)
    assert {step.entry.origin for step in whole} >= {Origin.PERSON, Origin.BOT}


async def test_an_action_must_be_legal_current_and_by_the_seat_to_move():
    guests = await started(server(), "nein_danke", 3)
    who = mover(guests)
    other = next(guest for guest in guests if guest is not who)
    game = GAMES["nein_danke"]
    action = game.encode(who.legal[0])
    before = who.n
    assert refusal(await other.do(Play(action))) == "not_your_turn"
    for nonsense in ("", [], None, "fly", json.dumps(action), [[[]]] * 99, 1e99, {"a": 1}, [2**60]):
        assert refusal(await who.do(Play(nonsense))) == "illegal"
    assert refusal(await who.do(Play(action), n=before - 1)) == "stale"
    assert refusal(await who.do(Play(action), n=before + 5)) == "stale"
    assert who.n == before
    # an event outside the match does not make an action stale
    await other.do(React(3))
    assert refusal(await who.do(Play(action), n=before)) == "done"
    assert who.n == before + 2


async def test_a_repeated_request_is_carried_out_once():
    guests = await started(server(), "nein_danke", 3)
    who = mover(guests)
    command, n = Play(GAMES["nein_danke"].encode(who.legal[0])), who.n
    first = await who.do(command, n, "same")
    again = await who.do(command, n, "same")
    assert isinstance(first, Ack)
    assert first == again
    assert len([step for step in guests[0].steps if step.entry.name == "Play"]) == 1
    assert refusal(await who.do(React(0), id_="not a word!")) == "id"


async def test_two_servers_write_one_log():
    """Both servers compute a bot's action, which is written once."""
    ledger, clock = MemoryLedger(), ManualClock()
    one, other = server(ledger, clock), server(ledger, clock)
    first = Guest(one, token(0))
    name = await first.open("push")
    await first.hello(name)
    await first.sit(0)
    second = Guest(other, token(1))
    await second.hello(name)
    await second.sit(1)
    await first.do(AssignSeat(2, "easy"))
    await run_pending()
    assert refusal(await first.do(Start())) == "done"
    await run_pending()
    await play_on([first, second], Rng(1))
    await run_pending()
    assert first.party_state == second.party_state
    assert first.last(Over).save == second.last(Over).save
    lines = await ledger.read(name)
    assert len(lines) == first.n + 1
    await one.close()
    await other.close()


# ---- absent players ----------------------------------------------------------------------------------


async def test_a_bot_stands_in_after_a_while_and_the_person_takes_over_again():
    clock = ManualClock()
    parties = server(clock=clock)
    guests = await started(parties, "nein_danke", 3)
    away = mover(guests)
    others = [guest for guest in guests if guest is not away]
    seat = away.seat
    assert refusal(await others[0].do(StandIn(seat, True))) == "no_stand_in"
    await away.visitor.gone()
    assert others[0].party_state.places[seat].away
    clock.ms += GRACE_MS - 1
    assert refusal(await others[0].do(StandIn(seat, True))) == "grace"
    clock.ms += 1
    assert refusal(await others[0].do(StandIn(others[0].seat, True))) == "no_stand_in"
    assert refusal(await others[0].do(StandIn(seat, True))) == "done"
    await run_pending()
    step = next(step for step in others[1].steps if step.entry.origin == Origin.STAND_IN)
    assert step.entry.seat == seat
    assert others[1].party_state.places[seat].stand_in
    # the person comes by another device
    back = Guest(parties, away.token)
    await back.hello(others[0].last(Welcome).party)
    assert back.seat == seat
    place = others[1].party_state.places[seat]
    assert not place.stand_in
    assert not place.away
    await play_on([back, *others], Rng(1))
    assert back.last(Over) is not None


async def test_the_newest_connection_with_a_seats_token_has_the_seat():
    parties = server()
    guests = await started(parties, "push", 2)
    party = guests[0].last(Welcome).party
    elsewhere = Guest(parties, guests[0].token)
    await elsewhere.hello(party)
    assert guests[0].closed == Close.ELSEWHERE
    # the end of the old connection means nothing now
    await guests[0].visitor.gone()
    assert not guests[1].party_state.places[0].away
    await elsewhere.visitor.gone()
    assert guests[1].party_state.places[0].away


async def test_a_bot_decides_when_the_time_limit_of_a_turn_is_over():
    clock = ManualClock()
    guests = await gathered(server(clock=clock), "push", 2)
    assert refusal(await guests[0].do(SetTimeLimit(3))) == "seconds"
    assert refusal(await guests[0].do(SetTimeLimit(10))) == "done"
    await guests[0].do(Start())
    assert guests[0].turn.due_ms == clock.ms + 10_000
    n = guests[0].n
    clock.ms += 10_000
    # any message wakes the server; a real clock does it by itself
    await guests[1].do(React(0))
    await run_pending()
    played = [step for step in guests[0].steps if step.n > n and step.entry.name == "Play"]
    assert played[0].entry.origin == Origin.CLOCK


async def test_a_player_who_leaves_is_replaced_by_a_bot_until_the_seat_is_taken():
    guests = await started(server(), "nein_danke", 3)
    leaver, *others = guests
    assert refusal(await leaver.do(Leave())) == "done"
    assert leaver.seat == WATCHER
    place = others[0].party_state.places[0]
    assert place.vacant
    assert place.kind == GAMES["nein_danke"].bots.first_level
    assert others[0].party_state.owner == 1
    late = Guest(leaver.visitor.parties, token(7))
    await late.hello(leaver.last(Welcome).party)
    assert refusal(await late.sit(1)) == "taken"
    assert refusal(await late.sit(0, "Late")) == "done"
    assert late.seat == 0
    await play_on([late, *others], Rng(1))
    assert leaver.last(Over).save == late.last(Over).save


async def test_between_rounds_any_player_or_the_server_goes_on():
    clock = ManualClock()
    guests = await started(server(clock=clock), "nein_danke", 3, {"rounds": 2})
    rng = Rng(3)
    party = guests[0].visitor.replica.party
    while not party.is_between_rounds:
        await act(mover(guests), rng)
    n = guests[0].n
    await run_pending()
    assert guests[0].n == n
    clock.ms += BETWEEN_MS
    await guests[0].do(React(0))
    await run_pending()
    assert guests[0].n == n + 2
    assert not party.is_between_rounds


async def test_between_rounds_a_player_who_is_not_to_move_may_go_on():
    guests = await started(server(), "nein_danke", 3, {"rounds": 2})
    rng = Rng(3)
    party = guests[0].visitor.replica.party
    while not party.is_between_rounds:
        await act(mover(guests), rng)
    going_on = party.game.encode(party.game.next_round())
    other = next(guest for guest in guests if guest.seat != party.to_move)
    assert refusal(await other.do(Play(going_on))) == "done"


# ---- undo, calls, rematches ----------------------------------------------------------------------------


async def guest_who_may_undo(guests, rng):
    """Play until a guest may ask for undo; return that guest."""
    for _ in range(200):
        who = mover(guests)
        await act(who, rng)
        if who.turn and who.turn.undo:
            return who
    raise AssertionError("nothing could be taken back")


async def test_an_action_is_undone_if_everybody_agrees():
    guests = await started(server(), "nein_danke", 3)
    who = await guest_who_may_undo(guests, Rng(1))
    others = [guest for guest in guests if guest is not who]
    length = who.turn.length
    assert refusal(await others[0].do(AnswerUndo(True))) == "no_undo"
    assert refusal(await who.do(AskUndo())) == "done"
    assert refusal(await others[0].do(AskUndo())) == "no_undo"
    assert {*who.party_state.undoing.pending} == {guest.seat for guest in others}
    assert refusal(await others[0].do(AnswerUndo(True))) == "done"
    assert refusal(await others[0].do(AnswerUndo(True))) == "no_undo"
    assert who.turn.length == length
    assert refusal(await others[1].do(AnswerUndo(True))) == "done"
    assert who.turn.length == length - 1
    assert who.turn.to_move == who.seat
    assert who.party_state.undoing is None
    await play_on(guests, Rng(4))
    assert who.last(Over) is not None


async def test_one_refusal_or_the_next_action_ends_a_request_for_undo():
    guests = await started(server(), "nein_danke", 3)
    who = await guest_who_may_undo(guests, Rng(1))
    others = [guest for guest in guests if guest is not who]
    length = who.turn.length
    await who.do(AskUndo())
    assert refusal(await others[0].do(AnswerUndo(False))) == "done"
    assert who.party_state.undoing is None
    await who.do(AskUndo())
    await act(mover(guests), Rng(1))
    assert who.party_state.undoing is None
    assert who.turn.length == length + 1


async def test_an_action_that_revealed_something_cannot_be_undone():
    guests = await started(server(), "keine_ahnung", 3)
    rng = Rng(2)
    match = guests[0].visitor.replica.party.match
    seen = False
    for _ in range(60):
        who = mover(guests)
        if who is None:
            break
        await act(who, rng)
        for guest in guests:
            may = match.undo_length(guest.seat) is not None
            assert guest.turn.undo == may
            seen |= not may
            if not may:
                assert refusal(await guest.do(AskUndo())) == "no_undo"
    assert seen


async def test_a_rematch_rotates_the_seats_and_spectators_stay():
    guests = await gathered(server(), "push", 3)
    looks_on = Guest(guests[0].visitor.parties)
    await looks_on.hello(guests[0].last(Welcome).party)
    await guests[0].do(Start())
    await play_on(guests, Rng(1))
    first = guests[0].party_state
    assert refusal(await guests[0].do(Start())) == "done"
    assert [guest.seat for guest in guests] == [2, 0, 1]
    second = looks_on.party_state
    assert [place.name for place in second.places] == ["Guest 1", "Guest 2", "Guest 0"]
    assert second.matches == 2
    assert second.owner == 2
    assert second.commitment != first.commitment
    await play_on(guests, Rng(2))
    assert looks_on.party_state.phase == PartyPhase.OVER


async def test_another_game_can_be_played_without_leaving():
    guests = await started(server(), "push", 2)
    assert refusal(await guests[0].do(ChooseGame("nein_danke", {}))) == "playing"
    await play_on(guests, Rng(1))
    assert refusal(await guests[0].do(ChooseGame("nein_danke", {"rounds": 2}))) == "done"
    party_state = guests[1].party_state
    assert (party_state.phase, party_state.game) == (PartyPhase.GATHERING, "nein_danke")
    assert party_state.options["rounds"] == 2
    assert [place.name for place in party_state.places[:2]] == ["Guest 1", "Guest 0"]
    assert guests[1].turn is None
    await guests[0].do(AssignSeat(4, "easy"))
    assert refusal(await guests[0].do(Start())) == "done"
    await play_on(guests, Rng(1))
    assert guests[1].last(Over).save["game"] == "nein_danke"
