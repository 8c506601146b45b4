"""Parties: the commands of each seat, the messages to everybody, and that no seat or move is lost."""

import pytest
from guests import Guest, gathered, refusal, server, token
from memory_ledger import MemoryLedger

from game.catalogue.registry import GAMES
from game.core.game import WATCHER
from game.server.chairs import clean_name
from game.wire.commands import (
    ANYWHERE,
    FREE,
    AllowHints,
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
    Close,
    Welcome,
)

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
    third = Guest(guests[0].visitor.parties, token(2))
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
    others = [Guest(guests[0].visitor.parties, token(number)) for number in range(2, 7)]
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
    looks_on = Guest(owner.visitor.parties)
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
    late = Guest(owner.visitor.parties, token(5))
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
    stranger = Guest(owner.visitor.parties)
    with pytest.raises(AttributeError):
        await stranger.open(game, options)
    assert stranger.closed == Close.POLICY
