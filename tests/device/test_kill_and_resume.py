"""A program that is killed, again and again, resumes where it was."""

import copy
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pygame
import pytest
from ladder import play
from player import Player

from game.catalogue.registry import GAMES
from game.core.match import load
from game.games.twin_it.state import Verb
from game.host.storage import FileStorage, MemoryStorage, StorageRefused
from game.player import saves
from game.services import launch_request
from game.table.turns.scene import TurnScene

ROOT = Path(__file__).resolve().parents[2]

#: resumes the stored match, or starts one, and prints after every stored action how many there are
PROGRAM = """
import os, sys
sys.path.insert(0, "tests")
from pathlib import Path
import conftest
from player import Player
from game.services import launch_request
from game.player import saves
from game.core.match import Match
from game.games.twin_it.state import Verb
from game.host.storage import FileStorage

storage = FileStorage(Path(sys.argv[1]))
keep = saves.store_match
def told(context, match):
    keep(context, match)
    print(len(match.actions), flush=True)
saves.store_match = told
player = Player(storage=storage)
if "resume-nein_danke" in player.ids():
    player.tap("resume-nein_danke")
else:
    player = Player((1280, 720), launch_request.LaunchRequest("nein_danke", ("hard",) * 5, 7), storage)
player.app.context.settings.speed = "off"
while True:
    player.wait(16)
"""


def test_a_killed_program_resumes_from_the_last_stored_action(tmp_path):
    rng = random.Random(4)
    before = 0
    for _ in range(6):
        running = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert running.stdout is not None
        wanted = before + 2 + rng.randrange(8)
        told = before
        for line in running.stdout:
            told = int(line)
            if told >= wanted:
                break
        time.sleep(rng.random() * 0.02)
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
        for line in running.stdout:
            told = int(line)
        running.stdout.close()
        text = FileStorage(tmp_path).read("match-nein_danke")
        if text is None:
            break
        match = load(json.loads(text), GAMES)
        assert len(match.actions) in (told, told + 1)
        assert len(match.actions) >= before
        before = len(match.actions)
    assert before > 8


def test_a_resumed_match_has_the_state_and_the_log_it_was_left_with():
    storage = MemoryStorage()
    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 3), storage=storage)
    player.app.context.settings.speed = "off"
    for _ in range(6):
        assert player.wait(5000, lambda: "do-take" in player.ids() or "do-pay" in player.ids())
        player.tap("do-pay" if "do-pay" in player.ids() else "do-take")
    player.scene.director.skip()
    state, log = player.scene.match.state, [line.text for line in player.scene.table.log]
    again = Player(storage=storage)
    again.tap("resume-nein_danke")
    assert isinstance(again.scene, TurnScene)
    assert again.scene.match.state == state
    assert [line.text for line in again.scene.table.log] == log


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "no JSON at all",
        "[1, 2, 3]",
        '{"version": 99}',
        '{"version": 1, "game": "skat", "options": {}, "seats": [], "seed": 1, "actions": []}',
        '{"version": 1, "game": "nein_danke", "options": {}, "seats": [["A", "human", "x"]], "seed": 1, "actions": []}',
        "[" * 100_000,
    ],
)
def test_a_damaged_save_is_reported_and_set_aside(text):
    storage = MemoryStorage()
    storage.write("match", text)
    player = Player(storage=storage)
    player.wait(300)
    assert "match-damaged" in player.app.toasts.shown
    assert storage.read("match-damaged") == text
    assert storage.read("match") is None
    assert "resume-nein_danke" not in player.ids()
    player.tap("nein_danke")
    player.tap("start")
    assert isinstance(player.scene, TurnScene)


def test_a_save_with_actions_that_are_illegal_today_is_reported_and_set_aside():
    storage = MemoryStorage()
    match = play("twin_it", ("normal", "easy", "hard"), {}, 3)
    flips = [n for n, action in enumerate(match.actions) if action.verb == Verb.FLIP]
    data = match.at(flips[3]).save()
    data["actions"].append([int(Verb.FLIP), match.actions[flips[3]].at_ms, (match.actions[flips[3]].seat + 1) % 3])
    storage.write("match", json.dumps(data))
    player = Player(storage=storage)
    player.wait(300)
    assert player.app.context.texts("reason.save_rules") in player.app.toasts.shown
    assert storage.read("match-damaged") == json.dumps(data)
    assert "resume-twin_it" not in player.ids()
    # a save that is still legal resumes as before
    del data["actions"][-1]
    storage.write("match", json.dumps(data))
    assert "resume-twin_it" in Player(storage=storage).ids()


@pytest.mark.parametrize("name", ["settings", "setup", "statistics", "finished"])
@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"nein_danke": 5}', '{"language": 3, "keys": {"undo": 5}}'])
def test_other_damaged_files_do_no_harm(name, text):
    storage = MemoryStorage()
    storage.write(name, text)
    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 3), storage=storage)
    player.app.context.settings.speed = "off"
    while "again" not in player.ids():
        player.wait(500)
        mine = [id_ for id_ in player.ids() if id_.startswith("do-")]
        if mine:
            player.tap(mine[-1])
    player.tap("home")
    player.tap("statistics")
    player.draw()
    player.press(pygame.K_ESCAPE)
    assert "nein_danke" in player.ids()


def test_a_save_with_an_unknown_level_is_damaged():
    storage = MemoryStorage()
    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 3), storage=storage)
    data = player.scene.match.save()
    data["seats"][1][1] = "genius"
    storage.write("match", json.dumps(data))
    again = Player(storage=storage)
    assert "resume-nein_danke" not in again.ids()
    assert storage.read("match-damaged") is not None


@pytest.mark.parametrize(("field", "value"), [(1, "genius"), (2, "unicorn")])
def test_a_finished_match_with_an_invalid_seat_is_left_out(field, value):
    context = Player().app.context
    whole = play("nein_danke", ("easy", "easy", "easy"), {}, 3).save()
    strange = copy.deepcopy(whole)
    strange["seats"][1][field] = value
    context.store("finished", [strange, whole])
    assert [row.match.save() for row in saves.replayable(context)] == [whole]


class Refusing(MemoryStorage):
    """A storage that refuses every write."""

    def write(self, name: str, text: str) -> None:
        """Refuse."""
        raise StorageRefused("full")


def test_a_refused_write_is_reported_once_and_the_game_goes_on():
    player = Player(storage=Refusing())
    player.tap("nein_danke")
    player.tap("start")
    told = []
    for _ in range(400):
        player.wait(50)
        if player.app.toasts.shown and (not told or told[-1] != player.app.toasts.shown):
            told.append(player.app.toasts.shown)
    assert told == [player.app.context.texts("notice.storage_refused")]
