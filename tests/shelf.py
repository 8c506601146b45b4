"""Stored and shelved matches of Nein Danke!, for tests."""

import json
from typing import Any

from game.catalogue.registry import GAMES
from game.core.match import Match, Seat
from game.games.nein_danke import rules
from game.host.storage import MemoryStorage
from game.player import saves

SEATS = [Seat("Ada", "human", "fox"), Seat("Bo", "easy"), Seat("Cy", "hard", "owl")]


NOON = 1_767_225_600_000.0


#: the key under which the match in progress is stored
NAME = saves.save_key("nein_danke")


def played(seed: int, saved_ms: float = NOON) -> dict[str, Any]:
    """Return the save of a match with some actions."""
    match = Match(GAMES["nein_danke"], {}, SEATS, seed)
    match.apply(rules.TAKE)
    return match.save() | {"saved_ms": saved_ms}


def stored(current: dict[str, Any] | None, *before: dict[str, Any]) -> MemoryStorage:
    storage = MemoryStorage()
    if current:
        storage.write(NAME, json.dumps(current))
    if before:
        storage.write(saves.SHELVED.name, json.dumps(before))
    return storage


def seeds(storage: MemoryStorage) -> tuple[int, list[int]]:
    """Return the game numbers of the match in progress and of the shelved ones."""
    current, before = storage.read(NAME), storage.read(saves.SHELVED.name)
    return json.loads(current)["seed"] if current else 0, [row["seed"] for row in json.loads(before or "[]")]
