"""Frames leak no byte: neither of the WebAssembly stack, on any entry into Python, nor of the memory."""

from itertools import pairwise

import pytest
from bench_browser import GIVEN_OUT

#: entries of every kind, so many of each, all mixed up; an exception that is not caught is one of them
ENTRIES = """
import asyncio, js
from pyodide.ffi import create_once_callable, create_proxy
loop, done = asyncio.get_event_loop(), []
async def awaits(promise):
    await promise
    await asyncio.sleep(0.001)
    done.append("promise")
async def fails():
    await asyncio.sleep(0)
    raise ValueError("meant")
async def waits():
    try:
        await asyncio.ensure_future(fails())
    except ValueError:
        done.append("failure")
called = create_proxy(lambda *given: done.append("event"))
page = js.EventTarget.new()
page.addEventListener("happens", called)
for number in range(COUNT):
    loop.call_soon(done.append, "soon")
    loop.call_later(0.001 * (number % 7), done.append, "later")
    asyncio.ensure_future(awaits(js.Promise.resolve(number)))
    asyncio.ensure_future(waits())
    js.setTimeout(create_once_callable(lambda: done.append("timer")), number % 5)
    js.queueMicrotask(create_once_callable(lambda: done.append("microtask")))
    page.dispatchEvent(js.Event.new("happens"))
"""
COUNT, KINDS = 200, 7
STACK = "kartenkiste.python._module.stackSave()"
#: allocated bytes, before and after a picture with a palette was loaded again and again
LOADS = """
import gc
from game.engine import surfaces
for _ in range(COUNT):
    surfaces.original.__wrapped__("art/title/box_push.png")
gc.collect()
"""
#: of one such picture's own pixels
PICTURE = 428 * 688


@pytest.mark.every_engine
def test_neither_entries_into_python_nor_freed_pictures_leak_a_byte(visit):
    guest = visit("#speed=off&lang=en").begin()
    before = guest.run(STACK)
    guest.python(ENTRIES.replace("COUNT", str(COUNT)))
    guest.page.wait_for_function(f"() => kartenkiste.python.runPython('len(done)') === {COUNT * KINDS}")
    guest.frames(30)
    assert guest.run(STACK) == before

    def given_out() -> int:
        guest.python(LOADS.replace("COUNT", "10"))
        return int(guest.run(GIVEN_OUT))

    # the game goes on meanwhile: frames allocate something, and pictures are made ahead
    assert min(after - before for before, after in pairwise([given_out() for _ in range(5)])) < PICTURE
