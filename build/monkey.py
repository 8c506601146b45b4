#!/usr/bin/env python3
"""Press anything, anywhere, for a while: ``python build/tasks.py monkey --seconds 600``, with ``--party`` on devices.

Each run begins with an empty storage and does what nobody would think of: any item, seldom used ones more often, keys,
drags, windows of other sizes, days that pass, a program that is closed at any time. A run that ends at the page for
errors is shown with its seed and its last steps; ``--seed N --runs 1`` does it again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import conftest  # noqa: E402, F401
import pygame  # noqa: E402
from online import Room  # noqa: E402
from player import Player  # noqa: E402
from table_player import go_on  # noqa: E402

from game.app.trouble import Trouble  # noqa: E402
from game.catalogue.registry import GAMES  # noqa: E402
from game.engine.texts import LANGUAGES  # noqa: E402
from game.host.storage import MemoryStorage  # noqa: E402
from game.scenes.title.title import Title  # noqa: E402
from game.table.turns.scene import TurnScene  # noqa: E402

SIZES = ((1280, 720), (390, 844), (844, 390), (1920, 1080), (768, 1024), (320, 568), (568, 320))
SPEEDS = ("off", "off", "fast", "normal")
KEYS = (
    *(pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_TAB, pygame.K_SPACE, pygame.K_PAGEDOWN),
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_h, pygame.K_z, pygame.K_1, pygame.K_2),
)
#: an hour and three days, in milliseconds
PAUSES = (3_600_000.0, 259_200_000.0)
#: times between two presses, in milliseconds: a frame, and up to the longest animation
WAITS = (16.0, 80.0, 400.0, 1500.0)
#: what is done at a table in turns besides presses, as a share: moves of a beginner, so that matches come to an end
MOVES = 0.2
#: acts and their weights
WEIGHTS = {"press": 64, "key": 12, "window": 3, "drag": 3, "pause": 1}
#: programs that one run opens with the same storage, and steps in each; and the steps of a run at a party
LIVES, STEPS, PARTY_STEPS = 12, 50, 260
#: steps that are shown of a run that failed
SHOWN = 12


#: something to do, in words, and what does it
Step = tuple[str, Callable[[], None]]


class Failure(NamedTuple):
    """A run that came to the page for errors: its seed, its last steps, and what the program says of the error."""

    seed: int
    steps: tuple[str, ...]
    report: str

    @property
    def place(self) -> str:
        """The last line of source that the report names: failures of one cause have the same."""
        return next((line for line in reversed(self.report.splitlines()) if line.lstrip().startswith("File ")), "")


class ProgramError(Exception):
    """The program shows its page for errors."""


class Monkey:
    """A player who presses anything; items that were seldom used are likelier."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        #: the last steps, in words
        self.steps: deque[str] = deque(maxlen=SHOWN)
        #: how many steps were done on each kind of screen
        self.screens: Counter[str] = Counter()
        self._used: Counter[tuple[str, str]] = Counter()

    def do(self, player: Player, whose: str = "") -> None:
        """Do one thing at a device, named ``whose`` if there are several."""
        place = type(player.scene).__name__
        self.screens[place] += 1
        (act,) = self.random.choices(list(WEIGHTS), list(WEIGHTS.values()))
        if isinstance(player.scene, TurnScene) and self.random.random() < MOVES:
            act = "play"
        step, carry_out = getattr(self, f"_{act}")(player)
        self.steps.append(f"{whose}{place}: {step}")
        carry_out()

    def check(self, player: Player) -> None:
        """Draw a frame; raise ProgramError if the program shows its page for errors."""
        player.draw()
        if isinstance(player.scene, Trouble):
            raise ProgramError(player.scene.report)

    # ---- acts: what is done, in words and as a function ------------------------------------------

    def _play(self, player: Player) -> Step:
        scene, seeds = player.scene, [self.random.randrange(1000) for _ in range(self.random.choice((1, 1, 20)))]

        def moves() -> None:
            for seed in seeds:
                if player.scene is scene:
                    go_on(player, seed)
                    player.wait(200)

        return f"{len(seeds)} moves", moves

    def _press(self, player: Player) -> Step:
        items = [item for item in player.items if player.scene.items.at(*item.box.centre) is item]
        if not items:
            return "nothing to press", lambda: None
        place = type(player.scene).__name__
        item = min(items, key=lambda one: self._used[place, one.id] * self.random.uniform(0.5, 1.5))
        self._used[place, item.id] += 1
        return f"pressed {item.id}", partial(player.tap, item.id)

    def _key(self, player: Player) -> Step:
        key = self.random.choice(KEYS)
        return f"key {pygame.key.name(key)}", partial(player.press, key)

    def _window(self, player: Player) -> Step:
        size = self.random.choice(SIZES)
        return f"window {size}", partial(player.resize, size)

    def _drag(self, player: Player) -> Step:
        frame, touch = player.app.context.frame, self.random.random() < 0.5
        start, end = [
            (self.random.uniform(0, frame.width), self.random.uniform(0, frame.height)) for _ in ("from", "to")
        ]
        drop = self.random.random() < 0.8
        return f"dragged from {start} to {end}", partial(player.drag, start, end, touch, drop=drop)

    def _pause(self, player: Player) -> Step:
        ms = self.random.choice(PAUSES)
        return f"{ms:.0f} ms pass", partial(player.clock.pass_ms, ms)


def alone(monkey: Monkey) -> Iterator[None]:
    """Use this device, whose program is closed and opened again; yield after each step."""
    storage = MemoryStorage()
    for _ in range(LIVES):
        player = Player(monkey.random.choice(SIZES), storage=storage, language=monkey.random.choice(list(LANGUAGES)))
        player.app.context.settings.speed = monkey.random.choice(SPEEDS)
        for _ in range(STEPS):
            if not player.app.running:
                break
            monkey.do(player)
            player.wait(monkey.random.choice(WAITS))
            monkey.check(player)
            yield


def at_party(monkey: Monkey) -> Iterator[None]:
    """Use two or three devices at one table of a server, whose clock may jump; yield after each step."""
    choice = monkey.random.choice
    room = Room(choice((2, 3)), choice(SIZES[:3]), choice(list(LANGUAGES)), choice(("off", "fast")))
    try:
        room.gather(choice(list(GAMES)), ["easy"] * choice((0, 1)))
        for _ in range(PARTY_STEPS):
            number = monkey.random.randrange(len(room.players))
            player = room.players[number]
            if not player.app.running:
                break
            if isinstance(player.scene, Title) and "tables" in player.ids() and monkey.random.random() < 0.5:
                player.tap("tables")
            monkey.do(player, f"device {number}, ")
            if monkey.random.random() < 0.02:
                room.clock.ms += choice((5_000, 40_000, 600_000))
            room.live(choice((1, 4, 20, 60)))
            for one in room.players:
                monkey.check(one)
            yield
    finally:
        room.close()


def failure_of(monkey: Monkey, seed: int, party: bool, until_s: float) -> Failure | None:
    """Do one run until that time, monotonic; return how it failed if it did."""
    try:
        for _ in at_party(monkey) if party else alone(monkey):
            if time.monotonic() > until_s:
                break
    except ProgramError as error:
        return Failure(seed, tuple(monkey.steps), str(error))
    except Exception:
        return Failure(seed, tuple(monkey.steps), traceback.format_exc())
    return None


def main(arguments: list[str] | None = None) -> int:
    """Read the options, do runs until the time is over, and show those that failed; return 1 if one did."""
    parser = argparse.ArgumentParser(prog="tasks.py monkey", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="seed of the first run; the next has the next number")
    parser.add_argument("--seconds", type=float, default=300.0, help="time for all runs")
    parser.add_argument("--runs", type=int, default=sys.maxsize, help="number of runs, if there is time for them")
    parser.add_argument("--party", action="store_true", help="two or three devices at a table of a server")
    options = parser.parse_args(arguments)
    until_s = time.monotonic() + options.seconds
    seed, screens, shown = options.seed, Counter[str](), set[str]()
    while seed < options.seed + options.runs and time.monotonic() < until_s:
        monkey = Monkey(seed)
        failure = failure_of(monkey, seed, options.party, until_s)
        screens, seed = screens + monkey.screens, seed + 1
        if failure and failure.place not in shown:
            shown.add(failure.place)
            print(
                f"seed {failure.seed} failed after {monkey.screens.total()} steps:",
                *failure.steps,
                failure.report,
                sep="\n  ",
            )
    print(", ".join(f"{name} {count}" for name, count in screens.most_common()))
    print(f"{screens.total()} steps in {seed - options.seed} runs, {len(shown)} different errors")
    return 1 if shown else 0


if __name__ == "__main__":
    sys.exit(main())
