"""The program with bots at a table, without a window and on a manual clock, for measurements.

A program that imports this has neither window nor sound from then on, so it comes before everything that imports
pygame.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pygame

from game.app import app
from game.catalogue.registry import GAMES
from game.core.match import AnyMatch
from game.core.options import Json
from game.engine.transitions import Reset
from game.host.clock import ManualClock
from game.host.storage import MemoryStorage
from game.player import lineup
from game.scenes.navigation import routes


class Running(NamedTuple):
    """The program while a match is on its table."""

    app: app.App
    clock: ManualClock
    match: AnyMatch

    def step(self, ms: float) -> None:
        """Advance the clock."""
        self.clock.pass_ms(ms)
        self.app.step(ms)

    def go(self) -> None:
        """Begin where a real-time game waits until a player is ready; the button has the focus."""
        if self.app.scene.items.find("go"):
            self.app.feed([pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, unicode="\r", mod=0)])


def at_table(
    game: str,
    size: tuple[int, int],
    seats: int,
    options: Mapping[str, Json],
    *,
    seed: int,
    speed: str = "normal",
    before: int = 0,
) -> Running:
    """Return the program with as many default bots at a table.

    ``before`` that, so many actions are taken at once, each the first legal one.
    """
    pygame.display.init()
    pygame.font.init()
    clock = ManualClock()
    running = app.App(pygame.display.set_mode(size), MemoryStorage(), clock)
    running.context.settings.speed = speed
    texts = running.context.texts
    table = lineup.default_lineup(game, texts)
    table.seats, table.seed = lineup.named_seats((GAMES[game].bots.first_level,) * seats, texts), seed
    table.options |= options
    match = table.match()
    for _ in range(before):
        match.apply(match.game.legal_actions(match.state)[0])
    running.stack.carry_out(Reset(routes.table(running.context, match)))
    return Running(running, clock, match)
