"""Parties: the commands of each seat, the messages to everybody, and that no seat or move is lost."""

import asyncio
import json

import pytest
from guests import TURNS, Guest, ManualClock, act, gathered, mover, play_on, run_pending, server, started, token
from memory_ledger import MemoryLedger

from game.catalogue.registry import GAMES
from game.core.game import WATCHER, redact
from game.core.match import load
from game.core.rng import Rng
from game.server.chairs import GRACE_MS, clean_name
from game.server.party_record import BETWEEN_MS
from game.server.sqlite_ledger import SqliteLedger
from game.wire import messages
from game.wire.commands import (
    ANYWHERE,
    FREE,
    AllowHints,
    AnswerUndo,
    AskUndo,
    AssignSeat,
    ChooseGame,
    Kick,
    Leave,
    Lock,
    Play,
    React,
    SetTimeLimit,
    Sit,
    StandIn,
    Start,
)
from game.wire.messages import (
    Ack,
    Close,
    Hello,
    Nak,
    Open,
    Opened,
    Origin,
    Over,
    PartyPhase,
    Request,
    Welcome,
    commitment,
)


def refusal(answer) -> str:
    return answer.reason if isinstance(answer, Nak) else "done"


# ---- gathering --------------------------------------------------------------------------------------


async def test_a_device_with_the_code_takes_a_seat_and_everybody_sees_it():
    parties = server()
    first, second = Guest(parties, token(0)), Guest(parties, token(1))
    name = await first.open("nein_danke")
    await first.hello(name)
    assert first.party_state.owner == -1
    assert refusal(await first.sit(2, "Ada", "owl")) == "done"
    await second.hello("", first.last(Welcome).code.lower())
    assert second.last(Welcome).party == name
    assert second.seat == WATCHER
    assert refusal(await second.sit(0, "Ben", "owl")) == "done"
    for guest in (first, second):
        places = guest.party_state.places
        assert (places[2].name, places[2].figure, places[2].away) == ("Ada", "owl", False)
        # the owl is taken
        assert (places[0].name, places[0].figure) == ("Ben", "bear")
        assert guest.party_state.owner == 2
    assert (first.seat, second.seat) == (2, 0)


async def test_a_seat_is_taken_once_and_equal_names_are_refused():
    guests = await gathered(server(), "push", 2)
    third = Guest(guests[0].visitor._parties, token(2))
    await third.hello(guests[0].last(Welcome).party)
    assert refusal(await third.sit(1)) == "taken"
    assert refusal(await third.sit(99)) == "no_seat"
    assert refusal(await third.do(Sit(2, "\u202e \u0007", "fox", third.token))) == "name"
    assert refusal(await third.do(Sit(2, "C", "dragon", third.token))) == "figure"
    assert refusal(await third.do(Sit(2, "C", "fox", "1234"))) == "token"
    assert refusal(await third.do(Sit(2, "C", "", third.token))) == "figure"
    # the name is checked first: a device reports only one fault, so it should be one that a person can mend
    assert refusal(await third.do(Sit(2, "", "dragon", third.token))) == "name"
    assert refusal(await third.sit(2, "Guest 1")) == "done"
    assert third.party_state.places[2].name == "Guest 1 2"
    # one's own seat can be changed, and the name
    assert refusal(await third.sit(4, "Cleo")) == "done"
    assert [place.kind for place in third.party_state.places] == ["human", "human", FREE, FREE, "human", FREE]
    assert third.seat == 4


async def test_a_guest_without_a_preference_gets_the_next_free_seat():
    guests = await gathered(server(), "push", 2)
    party = guests[0].last(Welcome).party
    others = [Guest(guests[0].visitor._parties, token(number)) for number in range(2, 7)]
    for other in others:
        await other.hello(party)
    assert [refusal(await other.sit(ANYWHERE)) for other in others] == ["done"] * 4 + ["table_full"]
    assert [other.seat for other in others[:4]] == [2, 3, 4, 5]
    # a guest who has a seat keeps it, under another name
    assert refusal(await others[1].sit(ANYWHERE, "Cleo")) == "done"
    assert (others[1].seat, others[1].party_state.places[3].name) == (3, "Cleo")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ada  ", "Ada"),
        ("A\u0308da", "\u00c4da"),
        ("A\u202eb\u200fc\x00d\u2028e", "Abcde"),
        ("x" * 50, "x" * 20),
        ("a\n\tb", "a b"),
        ("\ud800", ""),
        ("\u200b\u2066", ""),
        ("Z" + "\u0300" * 30, "Z\u0300\u0300"),
        ("李 小龙", "李 小龙"),
    ],
)
def test_names_are_cleaned_to_one_readable_line(typed, shown):
    assert clean_name(typed) == shown
    assert clean_name(shown) == shown


async def test_commands_of_the_owner_are_refused_to_others():
    owner, other = await gathered(server(), "nein_danke", 2)
    owners = [
        Kick(0),
        Lock(True),
        AssignSeat(3, "easy"),
        ChooseGame("push", {}),
        SetTimeLimit(60),
        AllowHints(False),
        Start(),
    ]
    for command in owners:
        assert refusal(await other.do(command)) == "not_owner"
    looks_on = Guest(owner.visitor._parties)
    await looks_on.hello(owner.last(Welcome).party)
    for command in [*owners, Leave(), React(0), AskUndo(), StandIn(0, True), Play("pass")]:
        assert refusal(await looks_on.do(command)) == "no_seat"
    # while the owner is away the others may use them
    await owner.visitor.gone()
    assert other.party_state.places[0].away
    assert refusal(await other.do(AllowHints(False))) == "done"
    assert refusal(await other.do(AssignSeat(3, GAMES["nein_danke"].bots.levels[0]))) == "done"
    assert other.party_state.hints is False
    assert other.party_state.owner == 0


async def test_a_locked_party_gives_no_seat_and_a_removed_guest_loses_theirs():
    owner, other = await gathered(server(), "nein_danke", 2)
    assert refusal(await owner.do(Lock(True))) == "done"
    late = Guest(owner.visitor._parties, token(5))
    await late.hello(owner.last(Welcome).party)
    assert refusal(await late.sit(4)) == "locked"
    assert refusal(await owner.do(Kick(0))) == "no_seat"
    assert refusal(await owner.do(Kick(1))) == "done"
    assert other.seat == WATCHER
    assert owner.party_state.places[1].kind == FREE
    assert refusal(await other.sit(1)) == "locked"
    assert refusal(await owner.do(Lock(False))) == "done"
    assert refusal(await late.sit(1)) == "done"


async def test_a_connection_holds_only_its_latest_seat():
    owner, other = await gathered(server(), "push", 2)
    assert refusal(await other.do(Sit(2, "C", "owl", token(7)))) == "done"
    assert [place.away for place in owner.party_state.places[:3]] == [False, True, False]
    # it goes on to another party
    other.token = token(8)
    await other.hello(await other.open("push"))
    assert [place.away for place in owner.party_state.places[:3]] == [False, True, True]
    # and a device that greets again is there as before
    await owner.hello(owner.last(Welcome).party)
    assert not owner.party_state.places[0].away


async def test_a_log_holds_house_rules_in_the_games_own_form_without_padding():
    ledger = MemoryLedger()
    guest = Guest(server(ledger), token(0))
    padded = {"specials": True, "kinds": ["joker"] * 500}
    name = await guest.open("nein_danke", padded)
    await guest.hello(name)
    assert refusal(await guest.sit(0)) == "done"
    assert refusal(await guest.do(ChooseGame("nein_danke", padded))) == "done"
    lines = await ledger.read(name)
    assert max(map(len, lines)) < 1000
    assert guest.party_state.options["specials"] is True


async def test_the_owner_gives_seats_to_bots_and_a_match_needs_enough_seats():
    (owner,) = await gathered(server(), "nein_danke", 1)
    assert refusal(await owner.do(Start())) == "seats"
    assert refusal(await owner.do(AssignSeat(1, "genius"))) == "no_level"
    assert refusal(await owner.do(AssignSeat(0, "easy"))) == "taken"
    for seat in (1, 3):
        assert refusal(await owner.do(AssignSeat(seat, "easy"))) == "done"
    assert refusal(await owner.do(AssignSeat(3, "hard"))) == "done"
    figures = [place.figure for place in owner.party_state.places if place.kind != FREE]
    assert len({*figures}) == 3
    assert refusal(await owner.do(Start())) == "done"
    assert [place.kind for place in owner.party_state.places] == ["human", "easy", "hard"]
    assert refusal(await owner.do(Start())) == "playing"


@pytest.mark.parametrize(
    ("game", "options", "refused"),
    [
        ("chess", {}, "no_game"),
        ("push", {"cheat": True}, "options"),
        ("push", {"thrill": [[{}]]}, "options"),
        ("nein_danke", {"kinds": [["joker"]]}, "options"),
    ],
)
async def test_invalid_games_and_house_rules_are_refused(game, options, refused):
    (owner,) = await gathered(server(), "nein_danke", 1)
    assert refusal(await owner.do(ChooseGame(game, options))) == refused
    stranger = Guest(owner.visitor._parties)
    with pytest.raises(AttributeError):
        await stranger.open(game, options)
    assert stranger.closed == Close.POLICY


# ---- playing ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TURNS)
async def test_a_match_of_people_and_a_bot_ends_and_can_be_checked_by_all(name):
    guests = await gathered(server(), name, 2)
    looks_on = Guest(guests[0].visitor._parties)
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
    late = Guest(leaver.visitor._parties, token(7))
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
    party = guests[0].visitor._replica.party
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
    party = guests[0].visitor._replica.party
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
    match = guests[0].visitor._replica.party.match
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


async def test_a_rematch_rotates_the_seats_and_spectators_stay():
    guests = await gathered(server(), "push", 3)
    looks_on = Guest(guests[0].visitor._parties)
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
    ledger._logs.clear()
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
    older = Guest(guests[0].visitor._parties)
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
