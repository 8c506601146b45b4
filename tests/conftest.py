"""Tests run without a window, a sound device or the player's own files."""

import asyncio
import gc
import inspect
import os
import platform
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from types import SimpleNamespace
from typing import Any

import hypothesis
import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

# examples are the same in every run, and a busy machine is no reason to fail
hypothesis.settings.register_profile(
    "house",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("house")

#: no test that is a coroutine lasts longer, in seconds
LONGEST_S = 60


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine in a loop of its own, in which its asynchronous fixtures are entered."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    asyncio.run(asyncio.wait_for(entered(pyfuncitem.obj, given), LONGEST_S))
    return True


async def entered(test: Callable[..., Coroutine[Any, Any, None]], given: dict[str, Any]) -> None:
    """Run a test with what its fixtures have given."""
    async with AsyncExitStack() as stack:
        for name, value in given.items():
            if isinstance(value, AbstractAsyncContextManager):
                given[name] = await stack.enter_async_context(value)
        await test(**given)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests first, so that no process is left waiting for one at the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """What is there before the first test stays, as in the program itself.

    Every change of scene looks through all objects for lost ones: without this, through all modules and tests as well.
    """
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """So does what a module of tests leaves behind: remembered positions, examples, reports.

    A game looks through a thousand objects when its scene changes; after some thousand tests these were so many that a
    single game with a curtain took a minute.
    """
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


@pytest.fixture(autouse=True)
def _hints_say_at_once_what_they_have_to_say(monkeypatch):
    """Whoever tests the second look that a hint takes gives it time."""
    monkeypatch.setattr("game.scenes.table.table_hint.LOOK_MS", 0.0)


@pytest.fixture(autouse=True)
def _there_are_fonts():
    """A test that writes without a program needs them, too, also as the first one or after a program has ended."""
    pygame.font.init()


@pytest.fixture
def stand_in(monkeypatch):
    """The game believes to be in a page: call it with what the address asks for, for the page's script."""
    from stand_in import Bridge, StandIn

    from game.engine import surfaces, text
    from game.host import device, page

    def put(asked: dict[str, str] | None = None, script: StandIn | None = None) -> StandIn:
        script = script or StandIn(asked)
        monkeypatch.setattr(platform, "window", SimpleNamespace(kartenkiste=Bridge(script)), raising=False)
        monkeypatch.setattr(device, "WEB", True)
        monkeypatch.setattr(device, "page", page.find_page())
        return script

    yield put
    # the program has ended, and with it all fonts that are still remembered
    text.forget()
    surfaces.forget()
