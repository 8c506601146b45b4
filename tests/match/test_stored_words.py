"""Stored and sent data keeps its words where the code has other names."""

import importlib
import json
from typing import NamedTuple

import pytest

from game.core.codec import codec_of
from game.core.stored_words import WORDS, class_word, field_word
from game.games.keine_ahnung import rules
from game.server import log_entries
from game.server.log_entries import ENTRY_CODEC, LogEntry
from game.wire import commands, messages
from game.wire.messages import CLIENT_CODEC, SERVER_CODEC, Origin

REQUESTS = [
    (commands.Sit(1, "Ada", "owl", "0"), {"is": "Sit", "seat": 1, "name": "Ada", "figure": "owl", "token": "0"}),
    (commands.AssignSeat(2, "hard"), {"is": "Give", "seat": 2, "kind": "hard"}),
    (commands.ChooseGame("push", {}), {"is": "Choose", "game": "push", "options": {}}),
    (commands.SetTimeLimit(60), {"is": "Limit", "seconds": 60}),
    (commands.AllowHints(True), {"is": "Hints", "on": True}),
    (commands.LiveMove([1]), {"is": "Lay", "action": [1]}),
    (commands.PauseTable(), {"is": "Rest"}),
]
ENTRIES = [
    (log_entries.PartyOpened(1, "KLMNP", "push", {}), {"is": "Opening", "rules": 1, "code": "KLMNP", "game": "push"}),
    (
        log_entries.SeatTaken(0, "Ada", "owl", "0"),
        {"is": "Seated", "seat": 0, "name": "Ada", "figure": "owl", "token": "0"},
    ),
    (log_entries.MatchDealt("0", "1"), {"is": "Dealt", "seed": "0", "nonce": "1"}),
    (log_entries.WentAway("s"), {"is": "Away", "session": "s"}),
    (log_entries.CameBack("s"), {"is": "Back", "session": "s"}),
    (log_entries.LiveMoveMade([1], 5), {"is": "Laid", "action": [1], "came": 5}),
    (log_entries.DeclaredReady(40), {"is": "Readied", "rtt": 40}),
    (log_entries.LiveDecided(900, ([1],), 20), {"is": "Lived", "until": 900, "actions": [[1]], "lag": 20}),
]
CLOCK = messages.LiveClock(0, 5, -1, 100, 20, (), -1, (0,))
STATE = messages.PartyState(
    messages.PartyPhase.PLAYING, "push", {}, (), 0, False, 0, True, 1, "", messages.UndoRequest(0, 3, (), (1,)), CLOCK
)
UPDATE = messages.PartyUpdate(
    3,
    "h",
    messages.PublicEntry("Play", Origin.PERSON, 0, -1, 0),
    0,
    STATE,
    (),
    (),
    messages.TurnState(4, 1, 0, False, {}),
)


STATE_WRITTEN = {name: value for name, value in SERVER_CODEC.write(UPDATE)["standing"].items() if name != "is"}


@pytest.mark.parametrize(("command", "written"), REQUESTS)
def test_requests_keep_their_words(command, written):
    data = {"is": "Do", "id": "a", "n": 7, "deed": written}
    assert CLIENT_CODEC.write(messages.Request("a", 7, command)) == data
    assert CLIENT_CODEC.read(data) == messages.Request("a", 7, command)


@pytest.mark.parametrize(("command", "written"), ENTRIES)
def test_log_entries_keep_their_words(command, written):
    data = ENTRY_CODEC.write(LogEntry(1, Origin.HOUSE, -1, "", command))
    assert data == {"at": 1, "by": "house", "seat": -1, "id": "", "deed": data["deed"]}
    assert written.items() <= data["deed"].items()
    assert ENTRY_CODEC.read(json.loads(json.dumps(data))).command == command


def test_updates_keep_their_words():
    data = SERVER_CODEC.write(UPDATE)
    state, turn = data["standing"], data["turn"]
    assert [part["is"] for part in (data, state, state["going"], state["undoing"], turn)] == [
        *("Step", "Standing", "Going", "Undoing", "Turn"),
    ]
    entry, clock = data["happened"], state["going"]
    assert (entry["what"], entry["by"], data["between"], state["undoing"]["open"]) == ("Play", "person", [], [1])
    assert (clock["because"], clock["quick"]) == (-1, [0])
    assert SERVER_CODEC.read(data) == UPDATE


@pytest.mark.parametrize(
    ("codec", "message", "word", "value"),
    [
        (CLIENT_CODEC, messages.Hello(1, "KLMNP", "", "", "page", 7, ""), "have", 7),
        (SERVER_CODEC, messages.Nak("a", "late"), "why", "late"),
        (SERVER_CODEC, messages.Welcome("", "", 3, "", 0, 5, STATE, None), "standing", STATE_WRITTEN),
    ],
)
def test_fields_of_messages_keep_their_stored_words(codec, message, word, value):
    data = codec.write(message)
    assert data[word] == value
    assert codec.read(data) == message


def test_every_stored_word_belongs_to_a_class_or_field():
    for module, words in WORDS.items():
        for name in words:
            kind, _, field = name.partition(".")
            home = getattr(importlib.import_module(module), kind)
            assert home.__module__ == module, name
            assert not field or field in home._fields, name
    assert class_word(messages.Hello) == "Hello"
    assert field_word(messages.Hello, "token") == "token"


def test_a_class_of_the_same_name_elsewhere_has_words_of_its_own():
    class View(NamedTuple):
        """View of another game."""

        removed: int

    assert codec_of(View).write(View(3)) == {"removed": 3}
    assert field_word(rules.View, "removed") == "rest"
