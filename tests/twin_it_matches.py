"""Finished matches of Twin It!, and entries of its statistics."""

from functools import cache

import pygame
from table_player import PEOPLE, PHONE, WIDE

from game.catalogue.registry import GAMES
from game.core.match import HUMAN, Match, Seat
from game.core.records import MatchRecord, median
from game.core.rng import Rng
from game.engine.canvas import Canvas
from game.engine.layout import frame_for
from game.engine.texts import Texts
from game.games.twin_it import rules, scheduler
from game.host.clock import ManualClock
from game.host.storage import MemoryStorage
from game.player.stats import StatsEntry
from game.services.context import Context

SIZES = (WIDE, PHONE)
TEXTS = Texts("de")
MODES = (
    ({}, 2),
    ({}, 6),
    ({"forbidden": 1}, 3),
    ({"buzzers": True}, 4),
    ({"mode": "teams"}, 5),
    ({"mode": "minute"}, 1),
    ({"mode": "minute", "honest": True}, 4),
    ({"mode": "contest", "minute": 120}, 6),
)


@cache
def finished(mode: int = 0, seed: int = 3, level: str = "easy") -> Match:
    """Return a whole match; the first seat is a person's, although a bot has played for it."""
    options, count = MODES[mode]
    seats = [Seat(name, level, figure) for name, figure in PEOPLE[:count]]
    match = Match(GAMES["twin_it"], options, seats, seed)
    for _ in scheduler.drive(scheduler.scheduler_of(match)):
        pass
    match.seats = (match.seats[0]._replace(kind=HUMAN), *match.seats[1:])
    return match


def calm() -> Match:
    """Return a short match without a clock, played by random actions; the first error ends nothing."""
    match = Match(GAMES["twin_it"], {"calm": True}, [Seat("Toni", HUMAN, "bear"), Seat("Frida", "easy", "fox")], 4)
    rng = Rng(4)
    while not match.is_over:
        match.apply(rng.choice(rules.legal_actions(match.state)))
    return match


def new_context(size: tuple[int, int] = (1280, 720), language: str = "de") -> tuple[Context, Canvas]:
    pygame.init()
    screen = pygame.display.set_mode(size)
    context = Context(MemoryStorage(), ManualClock(), frame_for(size), language)
    return context, Canvas(screen, context.frame)


def entry(**changes: object) -> StatsEntry:
    return StatsEntry("twin_it", 1000.0, 2, "normal", 2, 3, False, 1, ("A", "B"))._replace(**changes)


def timed(*times: int, **more: int) -> StatsEntry:
    return entry(own=MatchRecord("competitive", -1, min(times), median(times), times=times, **more))
