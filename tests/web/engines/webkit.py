"""WebKit, the engine of Safari, in WebKitGTK's windows that ``webkit_window.py`` opens, with input by a real X server.

It uses no WebDriver: with one, WebKit opens no file dialog, and presses are not a person's. Each visitor is a process
with a screen, a clipboard and a folder of its own, and ends with all of it. There is no touch screen, so scripts make
fingers (``fingers``).

``webkit_page.py`` is the API of a page, ``webkit_window.py`` runs in the window's own process.
"""

import ctypes.util
import json
import os
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from . import fingers
from .display import Display
from .webkit_page import Page, WebKitError

#: Debian's own Python, which has the bindings
PYTHON = "/usr/bin/python3"
WINDOW = Path(__file__).with_name("webkit_window.py")
#: the longest time for a command, in seconds, on any machine
ANSWER_S = 90.0
#: without its last compiler for WebAssembly a start costs a third: that takes seconds for the interpreter's main loop
QUICK = {"JSC_useOMGJIT": "0"}


class Context:
    """A visitor: a process with a screen and a folder of its own."""

    def __init__(
        self,
        folder: Path,
        scale: int,
        language: str,
        size: tuple[int, int],
        scripts: list[str],
        around: Mapping[str, str],
    ) -> None:
        self.folder, self.scale, self.language, self.size = folder, scale, language, size
        self.scripts = scripts
        #: the part of its environment that differs from others
        self.around = around
        self.pages: list[Page] = []
        self.opened = 0
        self.asked = 0
        self.rest = b""
        self.answers: dict[int, dict[str, Any]] = {}
        #: files saved or dialogs opened that have not been waited for yet
        self.happened: list[tuple[str, str]] = []
        self.printed: list[str] = []
        self.display: Display | None = None
        self.process: subprocess.Popen[bytes] | None = None
        self.ear = -1

    def add_init_script(self, script: str) -> None:
        """Run a script before a page's own; to be called before the first page."""
        assert self.process is None, "only before the first page"
        self.scripts.append(script)

    def start(self) -> None:
        """Start the process; raise RuntimeError if it does not start at the second try either."""
        script = self.folder / "script.js"
        script.write_text("\n;\n".join(f"{{ {part} }}" for part in self.scripts), encoding="utf-8")
        for attempt in range(2):
            try:
                self.launch(script)
                return
            except (WebKitError, OSError, RuntimeError) as error:
                told = f"{error}\n{self.tail()}\n{(self.folder / 'errors').read_text(errors='replace')[-2000:]}"
                self.end()
                if attempt:
                    raise RuntimeError(f"WebKit does not start, tried twice: {told}") from error

    def launch(self, script: Path) -> None:
        """Try once to start the process."""
        with (self.folder / "errors").open("wb") as errors:
            self.display = Display()
            self.ear, tell = os.pipe()
            environment = {
                **os.environ,
                **self.around,
                "DISPLAY": self.display.name,
                "GDK_BACKEND": "x11",
                "GDK_SCALE": str(self.scale),
                "LIBGL_ALWAYS_SOFTWARE": "1",
                "NO_AT_BRIDGE": "1",
                "DBUS_SESSION_BUS_ADDRESS": "disabled:",
                "HOME": str(self.folder),
                "XDG_RUNTIME_DIR": str(self.folder),
            }
            given = [str(self.folder), self.language, str(script), str(tell)]
            try:
                self.process = subprocess.Popen(
                    [PYTHON, str(WINDOW), *given],
                    stdin=subprocess.PIPE,
                    stdout=errors,
                    stderr=errors,
                    pass_fds=[tell],
                    env=environment,
                    start_new_session=True,
                )
            finally:
                os.close(tell)
        self.tell("version")

    def new_page(self) -> Page:
        """Open another window."""
        if self.process is None:
            self.start()
        self.opened += 1
        page = Page(self, self.opened)
        page.tell("open", size=self.size)
        self.pages.append(page)
        return page

    # ---- messages
    def tell(self, do: str, **more: Any) -> Any:
        """Send a command and return its answer; raise WebKitError if it failed or none came."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.asked += 1
        number = self.asked
        self.process.stdin.write(json.dumps({"id": number, "do": do, **more}).encode() + b"\n")
        self.process.stdin.flush()
        until = time.monotonic() + ANSWER_S
        while number not in self.answers:
            if time.monotonic() > until or not self.hear(until - time.monotonic()):
                raise WebKitError(f"no answer to {do} {more}: {self.tail()}")
        answer = self.answers.pop(number)
        if "fault" in answer:
            raise WebKitError(f"{answer['fault']} ({do})")
        return answer.get("ok")

    def hear(self, seconds: float) -> bool:
        """Read what has come, waiting so long for the first of it; return False once nothing more can come."""
        while select.select([self.ear], [], [], max(0.0, seconds))[0]:
            part = os.read(self.ear, 65536)
            if not part:
                return False
            *lines, self.rest = (self.rest + part).split(b"\n")
            for line in lines:
                self.take(json.loads(line))
            seconds = 0
        return True

    def take(self, told: dict[str, Any]) -> None:
        """Handle an answer or an event."""
        if "id" in told:
            self.answers[told["id"]] = told
            return
        kind, text = told["event"], told["text"]
        if kind in ("filechooser", "download"):
            self.happened.append((kind, text))
        elif kind == "printed":
            self.printed.append(text)
        elif kind == "console":
            self.printed.append(f"{told['level']}: {text}")
            self.pass_on(
                "console", SimpleNamespace(type={"warn": "warning"}.get(told["level"], told["level"]), text=text)
            )
        elif kind == "request":
            self.pass_on("request", SimpleNamespace(url=text), told["page"])
        elif kind == "dialog":
            self.pass_on("dialog", SimpleNamespace(message=text, dismiss=lambda: None), told["page"])
        else:
            self.pass_on("pageerror", f"{kind}: {text}", told["page"])

    def pass_on(self, kind: str, what: Any, number: int = 0) -> None:
        """Pass an event on to the listeners of its page, or without a page to the newest."""
        pages = [page for page in self.pages if page.number == number] or self.pages[-1:]
        for listener in [listener for page in pages for listener in page.listeners.get(kind, [])]:
            listener(what)

    def expect(self, kind: str) -> str:
        """Wait for a saved file or a file dialog."""
        until = time.monotonic() + ANSWER_S / 3
        while True:
            for row in self.happened:
                if row[0] == kind:
                    self.happened.remove(row)
                    return row[1]
            if time.monotonic() > until or not self.hear(0.5):
                raise WebKitError(f"no {kind}: {self.tail()}")

    def tail(self) -> str:
        """Return the last lines that were printed."""
        return "\n".join(self.printed)[-3000:]

    # ---- its end
    def end(self) -> None:
        """End the process and its screen, silently."""
        if self.process is not None:
            with suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            if self.process.stdin:
                with suppress(OSError):
                    self.process.stdin.close()
            self.process = None
        if self.ear >= 0:
            os.close(self.ear)
            self.ear = -1
        if self.display:
            self.display.close()
            self.display = None

    def close(self) -> None:
        """Close it and delete everything."""
        if self.process is not None:
            self.hear(0)
        self.end()
        shutil.rmtree(self.folder, ignore_errors=True)


class WebKit:
    """Debian's WebKitGTK; every visitor is a process of its own."""

    name = "webkit"

    def __init__(self, folder: Path, measured: bool = False) -> None:
        self.folder = folder
        self.around = {} if measured else QUICK
        self.contexts: list[Context] = []
        self.stumbles: list[str] = []
        self.made = 0
        asked = "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2 as w; "
        program = asked + "print(w.get_major_version(), w.get_minor_version(), w.get_micro_version(), sep='.')"
        done = subprocess.run([PYTHON, "-c", program], capture_output=True, text=True, timeout=ANSWER_S, check=True)
        self.version = f"WebKitGTK {done.stdout.strip()}"

    @staticmethod
    def lacking() -> list[str]:
        """Return the missing Debian packages without which it does not run."""
        asked = "import gi; gi.require_version('Gtk', '3.0')"
        there = {
            "python3-gi": subprocess.run([PYTHON, "-c", asked], capture_output=True, check=False).returncode == 0,
            "gir1.2-webkit2-4.1": any(Path("/usr/lib").glob("*/girepository-1.0/WebKit2-4.1.typelib")),
            "xvfb": shutil.which("Xvfb"),
            "libxtst6": ctypes.util.find_library("Xtst"),
        }
        return [package for package, found in there.items() if not found]

    def new_context(
        self,
        viewport: dict[str, int] | None = None,
        device_scale_factor: float = 1,
        locale: str = "de-DE",
        has_touch: bool = False,
        is_mobile: bool = False,
    ) -> Context:
        """Make a new visitor; with ``has_touch`` its pointer is a coarse one."""
        self.made += 1
        folder = self.folder / str(self.made)
        folder.mkdir()
        size = viewport or {"width": 1280, "height": 720}
        scripts = [fingers.COARSE] if has_touch else []
        scale = round(device_scale_factor)
        self.contexts.append(Context(folder, scale, locale, (size["width"], size["height"]), scripts, self.around))
        return self.contexts[-1]

    def tap(self, page: Page, x: float, y: float) -> None:
        """Lay a finger down for a moment."""
        fingers.tap(page, x, y)

    def drag(self, page: Page, places: list[tuple[float, float]]) -> Callable[[], None]:
        """Lay a finger on the first place and go through the others; return a function that lifts it."""
        return fingers.drag(page, places)

    def download(self, page: Page, act: Callable[[], object]) -> bytes:
        """Return the content of the file that the page saves during ``act``."""
        with page.expect_download() as found:
            act()
        return Path(found.value.path()).read_bytes()

    def clipboard(self, page: Page) -> str:
        """Return the text on the clipboard of its screen."""
        return str(page.tell("clipboard"))

    def close(self) -> None:
        """End all visitors."""
        for context in self.contexts:
            context.close()
