"""Run the package that pygbag made on Pyodide: the work of pygbag's own runtime, in few lines.

``asyncio.sleep(0)`` means the next animation frame, ``asyncio.run`` starts a task and returns, ``main.py`` is run as
``__main__`` in its folder.
"""

import asyncio
import gc
import marshal
import os
import sys
import traceback
import types
from importlib.machinery import ModuleSpec
from time import perf_counter

import js
from pyodide.ffi import create_proxy

FOLDER, MODULES = "/game/assets", "/game/modules"
# keys reach the game through the page; otherwise SDL would take them from the whole page
os.environ["SDL_EMSCRIPTEN_KEYBOARD_ELEMENT"] = "#canvas"

page = js.kartenkiste
original_sleep = asyncio.sleep
#: of everything that waits for the next animation frame
frame_futures: list[asyncio.Future[None]] = []


def on_frame(_now: float) -> None:
    """Resume everything that waits for this frame."""
    due = frame_futures[:]
    frame_futures.clear()
    for future in due:
        if not future.done():
            future.set_result(None)


frame_proxy = create_proxy(on_frame)
#: when the current frame began
frame_start = perf_counter()


async def sleep(delay, result=None):
    """Wait for the next animation frame, or for ``delay`` seconds."""
    global frame_start  # noqa: PLW0603 - one page, one loop
    if delay > 0:
        return await original_sleep(delay, result)
    # for benchmarks
    if (frames := getattr(page, "frames", None)) is not None:
        frames.push((perf_counter() - frame_start) * 1000)
    future = asyncio.get_running_loop().create_future()
    if not frame_futures:
        js.requestAnimationFrame(frame_proxy)
    frame_futures.append(future)
    await future
    frame_start = perf_counter()
    return result


def report_failure(task):
    """Show on the page what the game's task has failed with."""
    if not task.cancelled() and (error := task.exception()) is not None:
        page.fail("crash", "".join(traceback.format_exception(error)))


def run(main, **_options):
    """Start the program: a page cannot wait for its end."""
    task = asyncio.ensure_future(main)
    task.add_done_callback(report_failure)
    return task


class ModuleFinder:
    """Finds and loads the game's modules, which are stored compiled in one file."""

    def __init__(self):
        with open(MODULES, "rb") as file:  # noqa: PTH123 - as below
            self.codes = marshal.load(file)

    def find_spec(self, name, _path=None, _target=None):
        """Return the spec of a module, or None if it is none of the game's."""
        path = f"{FOLDER}/{name.replace('.', '/')}"
        for end in (".py", "/__init__.py"):
            if path + end in self.codes:
                spec = ModuleSpec(name, self, origin=path + end, is_package=end != ".py")
                # otherwise Python works out the path of the compiled module each time
                spec.has_location, spec.cached = True, path + end
                return spec
        return None

    def create_module(self, _spec):
        """Return None for Python's default."""

    def exec_module(self, module):
        """Run the module; a retry after a failure fails the same way."""
        path = module.__spec__.origin
        exec(marshal.loads(self.codes[path]), module.__dict__)
        del self.codes[path]


asyncio.sleep = sleep
asyncio.run = run
os.chdir(FOLDER)
sys.argv = ["main.py"]
sys.meta_path.insert(0, ModuleFinder())
module = types.ModuleType("__main__")
module.__dict__["__file__"] = f"{FOLDER}/main.py"
sys.modules["__main__"] = module
# the objects made during the start all stay: a garbage collection would go through them in vain
gc.disable()
try:
    with open("main.py", encoding="utf-8") as source:  # noqa: PTH123 - pathlib would have to be loaded first
        exec(compile(source.read(), "main.py", "exec"), module.__dict__)
except BaseException:
    page.fail("crash", traceback.format_exc())
