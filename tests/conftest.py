"""Tests run without a window, a sound device or the player's own files."""

import asyncio
import gc
import inspect
import os
import platform
import random
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

# most of what the collector looks through in a test is still used: looking seldom saves a twentieth of the time
gc.set_threshold(20_000, 20, 20)

# examples are the same in every run, and a busy machine is no reason to fail
hypothesis.settings.register_profile(
    "house",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("house")

#: the longest time of an asynchronous test, in seconds: a busy machine is slow, not broken
LONGEST_S = 300


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run an asynchronous test in a loop of its own, in which its asynchronous fixtures are entered."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    asyncio.run(asyncio.wait_for(entered(pyfuncitem.obj, given), LONGEST_S))
    return True


async def entered(test: Callable[..., Coroutine[Any, Any, None]], given: dict[str, Any]) -> None:
    """Run a test with the values of its fixtures."""
    async with AsyncExitStack() as stack:
        for name, value in given.items():
            if isinstance(value, AbstractAsyncContextManager):
                given[name] = await stack.enter_async_context(value)
        await test(**given)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort long tests first, so that no process is left waiting for one at the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """Freeze the objects that exist before the first test, as the program itself does.

    Every change of scene makes a garbage collection: without this it would go through all modules and tests as well.
    """
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Freeze the objects that a module of tests leaves behind: cached positions, examples, reports.

    The garbage collection of a scene change goes through a thousand objects of a game; after some thousand tests there
    were so many more that a single game with a curtain took a minute.
    """
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


@pytest.fixture(autouse=True)
def _hints_skip_their_second_look(monkeypatch):
    """Skip the second look of hints; its own tests give it time."""
    monkeypatch.setattr("game.scenes.table.table_hint.LOOK_MS", 0.0)


@pytest.fixture(autouse=True)
def _servers_deal_the_same_in_every_run(request, monkeypatch):
    """Deal on servers by each test's name, so that a rare deal fails always or never."""
    drawn = random.Random(request.node.nodeid)
    by_name = SimpleNamespace(token_hex=lambda count: drawn.randbytes(count).hex())
    monkeypatch.setattr("game.server.replica.secrets", by_name)


@pytest.fixture(autouse=True)
def _fonts_are_open():
    """Open the fonts for tests that draw text without a program, also as the first test or after a program."""
    pygame.font.init()


@pytest.fixture
def quick(monkeypatch):
    """Make reviews quick and imprecise."""
    from game.ai import judgement, rollouts

    monkeypatch.setattr(rollouts, "PAIRS", 3)
    monkeypatch.setattr(judgement, "ALONE", 2)


@pytest.fixture
def watched(monkeypatch):
    """Record every picture that is slow to draw."""
    from game.engine.canvas import Canvas

    found: list[str] = []

    def watch_blit(name):
        plain = getattr(Canvas, name)

        def put(self, picture, x, y):
            alpha = picture.get_flags() & pygame.SRCALPHA
            if alpha and not picture.get_flags() & (pygame.RLEACCEL | pygame.RLEACCELOK):
                found.append(f"a picture of {picture.get_size()} at {x:.0f}, {y:.0f} is neither opaque nor encoded")
            plain(self, picture, x, y)

        monkeypatch.setattr(Canvas, name, put)

    for name in ("put", "put_centred", "put_left", "put_right"):
        watch_blit(name)
    return found


@pytest.fixture
def drawn_lines(monkeypatch):
    """Return the list to which every single line of text is added that is drawn anew."""
    from game.engine.kit import Kit

    lines, draw = [], Kit.line_plain

    def noted(kit: Kit, text: str, *given: object, **named: object) -> pygame.Surface:
        lines.append(text)
        return draw(kit, text, *given, **named)

    monkeypatch.setattr(Kit, "line_plain", noted)
    return lines


@pytest.fixture
def stand_in(monkeypatch):
    """Make the game believe that it is in a page.

    Returns a function to call with the parameters of the address; it returns the script of the page.
    """
    from stand_in import Bridge, StandIn

    from game.engine import fonts, surfaces
    from game.host import device

    def put(asked: dict[str, str] | None = None, script: StandIn | None = None) -> StandIn:
        script = script or StandIn(asked)
        monkeypatch.setattr(platform, "window", SimpleNamespace(kartenkiste=Bridge(script)), raising=False)
        monkeypatch.setattr(device, "WEB", True)
        monkeypatch.setattr(device, "page", device.find_page())
        return script

    yield put
    # the program has ended, and with it all fonts that are still cached
    fonts.forget()
    surfaces.forget()


@pytest.fixture
def room(request):
    """Return a server with two devices, or with as many and such ones as the test asks for."""
    from online import Room

    made = Room(*getattr(request, "param", (2,)))
    yield made
    made.close()
