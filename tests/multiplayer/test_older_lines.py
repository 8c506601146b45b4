"""Ledgers that an older version has written: this version resumes their tables."""

import json
from pathlib import Path

import pytest
from guests import Guest, ManualClock, act, mover, server, token
from memory_ledger import MemoryLedger

from game.catalogue.registry import GAMES
from game.core.options import validated_values
from game.core.rng import Rng
from game.core.stored_words import class_word
from game.server import log_entries
from game.server.broadcast import Broadcast
from game.server.ledger import DamagedLog
from game.wire.commands import Ready
from game.wire.messages import Ack, PartyPhase

#: the log of a table of each game, written by the version of the first protocol, and the match it led to
WRITTEN = json.loads((Path(__file__).parents[1] / "lines" / "protocol_1.json").read_text(encoding="utf-8"))
#: its name
PARTY = "ab" * 12


async def restore_log(name: str, ledger: MemoryLedger) -> None:
    """Put a log into a ledger."""
    first, *rest = WRITTEN[name]["lines"]
    await ledger.create(PARTY, first, 2**53)
    for n, line in enumerate(rest, 1):
        assert await ledger.append(PARTY, n, line)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_log_of_the_first_protocol_gives_the_same_match_and_hashes(name):
    broadcast = Broadcast(GAMES, name, WRITTEN[name]["lines"])
    assert broadcast.party.match is not None
    save, written = broadcast.party.match.save(), WRITTEN[name]["save"]
    printed = validated_values(GAMES[name].options, {})
    assert save == written | {"options": printed | written["options"]}, "house rules that came later are as before"
    assert broadcast.last.hashes == WRITTEN[name]["hashes"]


@pytest.mark.parametrize("name", WRITTEN)
async def test_people_return_to_a_table_of_the_first_protocol_and_play_on(name):
    ledger, clock = MemoryLedger(), ManualClock()
    clock.ms += 60_000
    await restore_log(name, ledger)
    parties = server(ledger, clock)
    count = len(WRITTEN[name]["save"]["seats"]) - (name == "twin_it")
    guests = [Guest(parties, token(seat)) for seat in range(count)]
    for seat, guest in enumerate(guests):
        await guest.hello(PARTY)
        # request ids differ from those used before
        guest.ids = 100
        assert (guest.seat, guest.party_state.phase) == (seat, PartyPhase.PLAYING)
    if name == "twin_it":
        assert isinstance(await guests[0].do(Ready()), Ack)
    else:
        assert isinstance(await act(mover(guests), Rng(1)), Ack)
    # a log with entries of both formats is one log
    whole = Broadcast(GAMES, PARTY, await ledger.read(PARTY))
    assert whole.last.hash_of(0) == guests[0].steps[-1].hash


def test_the_text_inside_an_old_entry_is_checked_by_its_type():
    for inner in ("", "[", "7", "null", '"fly"'):
        command = {"is": "Opening", "rules": 1, "code": "KLMNP", "game": "push", "options": inner}
        with pytest.raises(DamagedLog):
            log_entries.read_entry(json.dumps({"at": 1, "by": "house", "seat": -1, "id": "", "deed": command}))


def test_entries_are_never_written_in_an_old_format():
    for table in WRITTEN.values():
        for text in table["lines"]:
            line = log_entries.read_entry(text)
            assert log_entries.read_entry(log_entries.entry_text(line)) == line
            once = log_entries.ONCE_TEXTS.get(class_word(type(line.command)))
            assert (log_entries.entry_text(line) == text) == (once is None)
