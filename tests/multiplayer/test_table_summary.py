"""A device asks about all of its seats at once, and is told of each no more than that seat may know."""

import json
from itertools import pairwise

import pytest
from guests import TURNS, Guest, ManualClock, act, gathered, mover, play_on, run_pending, server, started, token
from make_golden import FOLDER
from memory_ledger import MemoryLedger

from game.catalogue.registry import GAMES
from game.core.game import WATCHER
from game.core.match import load
from game.core.rng import Rng
from game.server import parties as parties_module
from game.server import seat_answers
from game.server.ledger import Unreachable
from game.server.table_summary import summary_of
from game.wire.commands import AskUndo, Leave
from game.wire.messages import (
    CLIENT_CODEC,
    DAY_MS,
    MOST_SEATS,
    SERVER_CODEC,
    VERSION,
    AskSeats,
    Close,
    PartyPhase,
    SeatQuery,
    Seats,
    SeatStatus,
    Welcome,
    message_text,
)


async def ask(parties, *pairs: tuple[str, str], address: str = "10.0.0.9") -> Guest:
    """Return a device that has asked about these seats, each a party and a token."""
    guest = Guest(parties, address=address)
    await guest.say(AskSeats(VERSION, tuple(SeatQuery(*pair) for pair in pairs)))
    return guest


async def row_of(parties, party: str, secret: str):
    """Return the answer about one seat."""
    return (await ask(parties, (party, secret))).last(Seats).rows[0]


def name_of(guest: Guest) -> str:
    """Return the name of the party that a guest is at."""
    return guest.last(Welcome).party


@pytest.mark.parametrize("is_followed", [True, False])
async def test_a_question_tells_whose_turn_it_is_since_when_and_how_far(is_followed):
    clock, ledger = ManualClock(), MemoryLedger()
    parties = server(ledger, clock)
    guests = await started(parties, "push", 3)
    await play_on(guests, Rng(2), 20)
    clock.ms += 12 * 60_000
    await act(mover(guests), Rng(1))
    moved_ms = clock.ms
    clock.ms += 3_600_000
    asked = parties if is_followed else server(ledger, clock)
    guest = await ask(asked, (name_of(guests[0]), token(0)), (name_of(guests[0]), token(2)))
    first, last = guest.last(Seats).rows
    assert guest.last(Seats).now_ms == clock.ms
    assert (first.status, last.status, guest.closed) == (SeatStatus.HELD, SeatStatus.HELD, Close.DONE)
    assert (first.table.seat, last.table.seat) == (0, 2)
    assert first.table.to_move == mover(guests).seat
    assert (first.table.turn_ms, first.table.phase, first.table.game) == (moved_ms, PartyPhase.PLAYING, "push")
    assert first.table.places == guests[0].party_state.places
    assert 0 < first.table.progress < 100
    assert first.table.n == guests[0].n
    await asked.close()


async def test_a_question_counts_the_actions_that_its_asker_has_missed():
    parties = server()
    guests = await started(parties, "push", 3)
    party = name_of(guests[0])
    await play_on(guests, Rng(1), 5)
    assert (await row_of(parties, party, token(2))).table.missed == 0
    while mover(guests) is guests[2]:
        await act(guests[2], Rng(1))
    await guests[2].visitor.gone()
    before = guests[0].turn.length
    while mover(guests[:2]):
        await act(mover(guests[:2]), Rng(1))
    row = await row_of(parties, party, token(2))
    assert row.table.missed == guests[0].turn.length - before > 0
    assert row.table.places[2].away
    await parties.close()


async def test_a_finished_match_is_told_with_its_winners_for_thirty_days():
    clock = ManualClock()
    parties = server(clock=clock)
    guests = await started(parties, "nein_danke", 3)
    await play_on(guests, Rng(1))
    match = guests[0].visitor.replica.party.match
    for guest in guests:
        await guest.visitor.gone()
    party = name_of(guests[0])
    await parties.sweep()
    await run_pending()
    clock.ms += 30 * DAY_MS - 1
    await parties.sweep()
    table = (await row_of(parties, party, token(1))).table
    assert (table.phase, table.to_move, table.progress) == (PartyPhase.OVER, -1, -1)
    assert table.winners == match.game.winners(match.state)
    assert table.scores == match.game.scores(match.state)
    clock.ms += 2
    await parties.sweep()
    assert (await row_of(parties, party, token(1))).status == SeatStatus.NO_PARTY
    await parties.close()


async def test_a_request_to_undo_is_told_to_those_who_are_asked():
    parties = server()
    guests = await started(parties, "push", 3)
    while guests[0].turn.undo is False:
        await act(mover(guests), Rng(1))
    await guests[0].do(AskUndo())
    rows = [await row_of(parties, name_of(guests[0]), token(seat)) for seat in range(3)]
    assert [row.table.is_asked for row in rows] == [False, True, True]
    await parties.close()


async def test_strangers_and_lost_parties_are_answered_without_a_table():
    parties = server()
    (owner,) = await gathered(parties, "push", 1)
    party = name_of(owner)
    guest = await ask(parties, (party, token(5)), ("ab" * 12, token(0)), (party, token(0)))
    rows = guest.last(Seats).rows
    assert [row.status for row in rows] == [SeatStatus.NO_SEAT, SeatStatus.NO_PARTY, SeatStatus.HELD]
    assert [row.table is None for row in rows] == [True, True, False]
    await owner.do(Leave())
    assert (await row_of(parties, party, token(0))).status == SeatStatus.NO_SEAT
    assert (await ask(parties, ("house", token(0)))).closed == Close.NO_PARTY
    await parties.close()


async def test_a_damaged_log_is_told_as_such_and_hides_no_other():
    ledger = MemoryLedger()
    parties = server(ledger)
    (owner,) = await gathered(parties, "push", 1)
    other = (await gathered(parties, "dnup", 1))[0]
    ledger.logs[name_of(owner)][1] = "nonsense"
    rows = (await ask(server(ledger), (name_of(owner), token(0)), (name_of(other), token(0)))).last(Seats).rows
    assert [row.status for row in rows] == [SeatStatus.SPOILT, SeatStatus.HELD]
    await parties.close()


async def test_a_question_is_bounded_and_comes_before_a_party_is_named():
    parties = server()
    (owner,) = await gathered(parties, "push", 1)
    pair = SeatQuery(name_of(owner), token(0))
    full = await ask(parties, *[pair] * MOST_SEATS)
    assert len(full.last(Seats).rows) == MOST_SEATS
    for count in (0, MOST_SEATS + 1):
        guest = Guest(parties)
        await guest.visitor.take(json.dumps({"is": "AskSeats", "version": VERSION, "seats": [pair._asdict()] * count}))
        assert guest.closed == Close.POLICY
    long = Guest(parties)
    await long.say(AskSeats(VERSION, (SeatQuery("a" * 65, token(0)),)))
    assert long.closed == Close.POLICY
    await owner.say(AskSeats(VERSION, (pair,)))
    assert owner.closed == Close.POLICY
    await parties.close()


async def test_an_address_can_ask_only_so_often(monkeypatch):
    clock = ManualClock()
    monkeypatch.setattr(parties_module, "SEATS_ASKED", (3, 60_000))
    parties = server(clock=clock)
    (owner,) = await gathered(parties, "push", 1)
    pair = name_of(owner), token(0)
    closed = [(await ask(parties, pair)).closed for _ in range(4)]
    assert closed == [Close.DONE] * 3 + [Close.SLOW_DOWN]
    assert (await ask(parties, pair, address="10.0.0.8")).closed == Close.DONE
    clock.ms += 60_000
    assert (await ask(parties, pair)).closed == Close.DONE
    await parties.close()


async def test_a_question_opens_no_party_and_reads_one_line_if_nothing_is_new(monkeypatch):
    ledger = MemoryLedger()
    parties = server(ledger)
    guests = await started(parties, "push", 3)
    await play_on(guests, Rng(1), 5)
    party, other = name_of(guests[0]), server(ledger)
    read: list[int] = []
    whole = ledger.read

    async def counted(name, start=0):
        found = await whole(name, start)
        read.append(len(found))
        return found

    monkeypatch.setattr(ledger, "read", counted)
    first = await row_of(other, party, token(1))
    assert read == [len(ledger.logs[party])]
    read.clear()
    assert await row_of(other, party, token(1)) == first
    assert read == [1]
    await act(mover(guests), Rng(1))
    read.clear()
    assert (await row_of(other, party, token(1))).table.n == first.table.n + 1
    assert read == [2, len(ledger.logs[party])]
    assert len(other) == 0
    await parties.close()


async def test_summaries_are_kept_of_so_many_parties_alone(monkeypatch):
    monkeypatch.setattr(seat_answers, "KEPT", 3)
    ledger = MemoryLedger()
    names = [name_of((await gathered(server(ledger), "push", 1))[0]) for _ in range(5)]
    parties = server(ledger)
    await ask(parties, *[(name, token(0)) for name in names])
    assert [*parties._seat_answers._known] == names[2:]


async def test_a_log_put_back_from_a_copy_is_read_anew():
    ledger = MemoryLedger()
    first = server(ledger)
    guests = await gathered(first, "push", 2)
    party, asked = name_of(guests[0]), server(ledger)
    copy = [*ledger.logs[party]]
    await guests[1].do(Leave())
    assert (await row_of(asked, party, token(1))).status == SeatStatus.NO_SEAT
    await first.close()
    ledger.logs[party] = [*copy, *copy[-1:]][: len(copy)]
    assert (await row_of(asked, party, token(1))).status == SeatStatus.HELD


async def test_parties_not_read_in_time_are_reported_as_busy(monkeypatch):
    monkeypatch.setattr(seat_answers, "ANSWER_S", 0.05)
    ledger = MemoryLedger()
    (owner,) = await gathered(server(ledger), "push", 1)
    parties = server(ledger)
    async with parties._seat_answers._reading:
        assert (await row_of(parties, name_of(owner), token(0))).status == SeatStatus.BUSY
    assert (await row_of(parties, name_of(owner), token(0))).status == SeatStatus.HELD


async def test_an_unreachable_ledger_is_told_as_such(monkeypatch):
    ledger = MemoryLedger()
    (owner,) = await gathered(server(ledger), "push", 1)

    async def gone(*_given):
        raise Unreachable("gone")

    monkeypatch.setattr(ledger, "read", gone)
    assert (await ask(server(ledger), (name_of(owner), token(0)))).closed == Close.FROZEN


# ---- secrets ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TURNS)
async def test_hidden_cards_do_not_change_a_byte_of_an_answer(name):
    """Positions that differ only in what a seat may not know give it the same row."""
    guests = await started(server(), name, 3)
    rng, others, party = Rng(6), 0, guests[0].visitor.replica.party
    for _ in range(60):
        if party.match.is_over:
            break
        await play_on(guests, rng, 1)
        state = party.match.state
        for seat in (WATCHER, 0, 1, 2):
            secret = "" if seat == WATCHER else party.chairs[seat].token
            said = []
            for one in (state, party.game.sample_state(party.game.view(state, seat), rng)):
                others += one != state
                party.match.state = one
                said.append(message_text(SERVER_CODEC, Seats(0, (summary_of(party).row("a", secret),))))
            party.match.state = state
            assert said[0] == said[1]
    assert others > 10


@pytest.mark.parametrize("name", [*GAMES])
async def test_no_secret_is_in_an_answer(name):
    parties = server()
    guests = await started(parties, name, 3)
    party = guests[0].visitor.replica.party
    secrets = [party.deal.seed, party.deal.nonce, str(int(party.deal.seed, 16))]
    secrets += [token(seat) for seat in range(2)] + [chair.token for chair in party.chairs]
    secrets += [chair.session for chair in party.chairs]
    while True:
        text = (await ask(parties, *[(name_of(guests[0]), token(seat)) for seat in (0, 1, 5)])).texts[0]
        assert not [secret for secret in secrets if secret and secret in text]
        assert not {"view", "seed", "nonce", "state", "token", "save", "hand", "session"} & {*text.split('"')}
        # what is told may grow by nothing that is not named here
        (row,) = [one for one in json.loads(text)["rows"] if one["table"] and one["table"]["seat"] == 1]
        told = "is phase game places seat to_move is_asked turn_ms due_ms at_ms progress n missed winners scores"
        assert [*row["table"]] == [*told.split(), "is_over_days", "is_ended"]
        if not (row["table"]["winners"] == row["table"]["scores"] == []):
            assert row["table"]["phase"] == "over"
        if name == "twin_it" or party.match.is_over:
            break
        await play_on(guests, Rng(3), 40)
    await parties.close()


@pytest.mark.parametrize("name", TURNS)
async def test_the_progress_of_a_match_grows_from_nothing_to_the_end(name):
    guests = await started(server(), name, 3)
    game, party = GAMES[name], guests[0].visitor.replica.party
    shares = []
    while not party.match.is_over:
        state = party.match.state
        views = [game.view(state, seat) for seat in (WATCHER, 0, 2)]
        assert len({game.records.progress(view) for view in views}) == 1
        shares.append(game.records.progress(views[0]))
        await play_on(guests, Rng(len(shares)), 5)
    if set(shares) == {-1}:
        return  # a game need not tell how far it is
    assert 0 <= shares[0] < 0.1
    assert all(0 <= share <= 1 for share in shares)
    assert shares[-1] >= 0.5
    assert sum(after < before for before, after in pairwise(shares)) <= len(shares) / 20


def test_a_question_is_small():
    pairs = tuple(SeatQuery("ab" * 12, "cd" * 16) for _ in range(MOST_SEATS))
    assert len(message_text(CLIENT_CODEC, AskSeats(VERSION, pairs))) < 3_000


@pytest.mark.parametrize("path", sorted(FOLDER.glob("twin_it_*.json")), ids=lambda path: path.stem)
def test_in_real_time_progress_follows_sets_and_cards_or_the_time(path):
    match = load(json.loads(path.read_text(encoding="utf-8"))["save"], GAMES)
    past, game, shares = match.at(0), match.game, []
    for action in match.actions:
        shares.append(game.records.progress(game.view(past.state, WATCHER)))
        past.apply(action)
    assert 0 <= shares[0] < 0.1
    assert all(0 <= share <= 1 for share in shares)
    assert game.records.progress(game.view(past.state, WATCHER)) == 1
    assert shares[len(shares) // 4] < shares[-1]
