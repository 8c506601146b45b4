"""Fixtures of tests of drivers: the program's services, without a window."""

from collections.abc import Iterator

import pygame
import pytest

from game.engine.layout import frame_for
from game.host.clock import ManualClock
from game.host.storage import MemoryStorage
from game.services.context import Context


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def context(clock: ManualClock) -> Iterator[Context]:
    """Return the program's services at normal speed, and fail if a window was opened meanwhile."""
    pygame.display.quit()
    made = Context(MemoryStorage(), clock, frame_for((1280, 720)), "en")
    made.settings.speed = "normal"
    yield made
    assert not pygame.display.get_init(), "a driver needs no window"
