#!/usr/bin/python3
"""WebKitGTK in bare windows, controlled line by line: one visitor with all its windows, see ``webkit.py``.

Runs in the system's own Python, which has Debian's ``python3-gi``, and imports nothing of the project. Each line on the
standard input is a command as JSON, {"id": 1, "do": "load", ...}; each is answered by a line on file descriptor
ANSWERS, {"id": 1, "ok": ...} or {"id": 1, "fault": ...}. Between them come lines with events: {"event": "console",
...}. Inputs are real ones: presses and keys of the X server, which the browser cannot tell from a person's.

Arguments: the folder for storage and caches, the language such as de-DE, a file with scripts that run before a page's
own, the file descriptor of the answers.
"""

import ctypes
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, GLib, Gtk, WebKit2  # noqa: E402

FOLDER, LANGUAGE, SCRIPT, ANSWERS = sys.argv[1], sys.argv[2], Path(sys.argv[3]), int(sys.argv[4])
#: the driver's scripts run in a world of their own, which shares nothing with the page but the document
WORLD = "driver"
#: there: counts inputs, so that the driver can wait until the page has received one
HEARD = """const heard = {};
for (const kind of ["pointerdown", "pointerup", "pointermove", "keydown", "keyup"])
  addEventListener(kind, event => { if (event.isTrusted) heard[kind] = (heard[kind] || 0) + 1; }, true);"""
#: an expression or a function with its argument; WebKit waits for a promise
EXPRESSION = """const found = (%s
); const value = await (typeof found === "function" ? found(JSON.parse(given)) : found);
return JSON.stringify(value === undefined ? null : value);"""
#: what WebKit prints of a page's console: place, kind, level, words
CONSOLE = re.compile(r"^(?:\S+: )?CONSOLE (?:(\w+) )?(LOG|INFO|WARN|ERROR|DEBUG) ?(.*)$")
Answer = Callable[..., None]


def send(**what: Any) -> None:
    """Send a line to the driver."""
    os.write(ANSWERS, json.dumps(what).encode() + b"\n")


# ---- input ----------------------------------------------------------------------------------------


class Hands:
    """Mouse and keyboard of the X server."""

    def __init__(self) -> None:
        self.x11, self.test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XStringToKeysym.restype = self.x11.XkbKeycodeToKeysym.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(os.environ["DISPLAY"].encode()))

    def code(self, symbol: int) -> int:
        """Return the key of a symbol; raise LookupError if there is none."""
        found = int(self.x11.XKeysymToKeycode(self.display, ctypes.c_ulong(symbol)))
        if not found:
            raise LookupError(f"no key for the symbol {symbol}")
        return found

    def symbol(self, name: str) -> int:
        """Return X's number for a symbol."""
        return int(self.x11.XStringToKeysym(name.encode()))

    def move(self, x: int, y: int) -> None:
        """Put the mouse there, in pixels of the screen."""
        self.test.XTestFakeMotionEvent(self.display, -1, x, y, ctypes.c_ulong(0))
        self.x11.XSync(self.display, 0)

    def button(self, down: bool) -> None:
        """Press or release the left button."""
        self.test.XTestFakeButtonEvent(self.display, 1, int(down), ctypes.c_ulong(0))
        self.x11.XSync(self.display, 0)

    def key(self, name: str, held: str) -> None:
        """Press and release a key: the name of its symbol, such as Return or a, and of what is held, or ""."""
        code = self.code(self.symbol(name))
        upper = self.x11.XkbKeycodeToKeysym(self.display, code, 0, 0) != self.symbol(name)
        held = held or ("Shift_L" if upper else "")
        keys = [self.code(self.symbol(held)), code] if held else [code]
        for key, down in [*((key, 1) for key in keys), *((key, 0) for key in reversed(keys))]:
            self.test.XTestFakeKeyEvent(self.display, key, down, ctypes.c_ulong(0))
        self.x11.XSync(self.display, 0)


# ---- pages ----------------------------------------------------------------------------------------


class Window:
    """A page in a window without decorations, so that its size is the page's."""

    def __init__(self, number: int, context: WebKit2.WebContext, size: tuple[int, int]) -> None:
        self.number = number
        self.waiting: list[tuple[WebKit2.LoadEvent, Answer]] = []
        self.choosing: WebKit2.FileChooserRequest | None = None
        settings = WebKit2.Settings()
        settings.set_enable_write_console_messages_to_stdout(True)
        # without a graphics card WebKit draws by a GL in software, which makes a frame of the game thrice as long
        settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
        self.view = WebKit2.WebView(web_context=context, settings=settings, user_content_manager=self.scripts())
        self.view.connect("load-changed", self.loaded)
        self.view.connect("load-failed", self.failed)
        self.view.connect("resource-load-started", self.asked)
        self.view.connect("run-file-chooser", self.choose)
        self.view.connect("script-dialog", self.dialog)
        self.view.connect("web-process-terminated", lambda _view, why: send(event="crash", page=number, text=str(why)))
        self.window = Gtk.Window(decorated=False)
        self.window.set_default_size(*size)
        self.window.add(self.view)
        self.window.show_all()
        self.front()

    def scripts(self) -> WebKit2.UserContentManager:
        """Return the scripts that run in every page before its own."""
        manager, everywhere = WebKit2.UserContentManager(), WebKit2.UserContentInjectedFrames.ALL_FRAMES
        begin = WebKit2.UserScriptInjectionTime.START
        manager.add_script(WebKit2.UserScript.new_for_world(HEARD, everywhere, begin, WORLD, None, None))
        manager.add_script(WebKit2.UserScript(SCRIPT.read_text(encoding="utf-8"), everywhere, begin, None, None))
        return manager

    def front(self) -> None:
        """Bring it to the front and give it the keyboard: there is no window manager."""
        surface = self.window.get_window()
        surface.raise_()
        surface.focus(Gdk.CURRENT_TIME)
        self.view.grab_focus()

    # ---- events
    def asked(self, _view: Any, _resource: Any, request: WebKit2.URIRequest) -> None:
        send(event="request", page=self.number, text=request.get_uri())

    def choose(self, _view: Any, request: WebKit2.FileChooserRequest) -> bool:
        self.choosing = request
        send(event="filechooser", page=self.number, text="")
        return True

    def dialog(self, _view: Any, dialog: WebKit2.ScriptDialog) -> bool:
        send(event="dialog", page=self.number, text=dialog.get_message())
        return True

    def loaded(self, _view: Any, event: WebKit2.LoadEvent) -> None:
        for wanted, answer in self.waiting[:]:
            if event >= wanted:
                self.waiting.remove((wanted, answer))
                answer(ok=None)

    def failed(self, _view: Any, _event: Any, address: str, error: GLib.Error) -> bool:
        waiting, self.waiting = self.waiting, []
        for _wanted, answer in waiting:
            answer(fault=f"{address}: {error.message}")
        return False

    # ---- commands
    def go(self, answer: Answer, until: str, address: str = "") -> None:
        """Load an address, or the same again; answered when it has come as far as ``until``."""
        wanted = WebKit2.LoadEvent.COMMITTED if until == "commit" else WebKit2.LoadEvent.FINISHED
        before = self.view.get_uri() or ""
        self.waiting.append((wanted, answer))
        if not address:
            self.view.reload()
            return
        self.view.load_uri(address)
        # another place of the same page: nothing is loaded
        if "#" in address and before and before.partition("#")[0] == address.partition("#")[0]:
            self.waiting.remove((wanted, answer))
            answer(ok=None)

    def run(self, answer: Answer, source: str, given: str, own: bool, statements: bool) -> None:
        """Evaluate a script in the page, or in the driver's own world; answered with JSON.

        Of ``statements`` the value is that of the last; an expression may be a function, which is called, or a promise.
        """

        def done(view: WebKit2.WebView, result: Any) -> None:
            try:
                value = view.call_async_javascript_function_finish(result)
            except GLib.Error as error:
                answer(fault=error.message)
            else:
                answer(ok=value.to_string())

        def stated(view: WebKit2.WebView, result: Any) -> None:
            try:
                value = view.evaluate_javascript_finish(result)
            except GLib.Error as error:
                answer(fault=error.message)
            else:
                answer(ok=value.to_json(0) or "null")

        if statements:
            self.view.evaluate_javascript(source, -1, None, None, None, stated)
            return
        arguments = GLib.Variant("a{sv}", {"given": GLib.Variant("s", given)})
        world = WORLD if own else None
        self.view.call_async_javascript_function(EXPRESSION % source, -1, arguments, world, None, None, done)

    def picture(self, path: str) -> None:
        """Save a picture of it."""
        surface = self.window.get_window()
        Gdk.pixbuf_get_from_window(surface, 0, 0, surface.get_width(), surface.get_height()).savev(path, "png", [], [])


class Driver:
    """Receives commands and carries them out."""

    def __init__(self) -> None:
        self.windows: dict[int, Window] = {}
        self.hands = Hands()
        data = WebKit2.WebsiteDataManager(base_data_directory=f"{FOLDER}/data", base_cache_directory=f"{FOLDER}/cache")
        self.context = WebKit2.WebContext.new_with_website_data_manager(data)
        self.context.set_preferred_languages([LANGUAGE])
        self.context.connect("download-started", self.download)
        self.told = b""
        self.printed = b""

    def download(self, _context: Any, download: WebKit2.Download) -> None:
        """Store a file that a page saves."""

        def decide(download: WebKit2.Download, name: str) -> bool:
            download.set_destination(GLib.filename_to_uri(f"{FOLDER}/{name}", None))
            return True

        def finished(download: WebKit2.Download) -> None:
            send(event="download", page=0, text=GLib.filename_from_uri(download.get_destination())[0])

        download.connect("decide-destination", decide)
        download.connect("finished", finished)

    def hear(self, source: int, _condition: Any) -> bool:
        """Read the commands that have come."""
        part = os.read(source, 65536)
        if not part:
            Gtk.main_quit()
            return False
        *lines, self.told = (self.told + part).split(b"\n")
        for line in lines:
            command = json.loads(line)
            number = command.pop("id")

            def answer(number: int = number, **what: Any) -> None:
                send(id=number, **what)

            try:
                getattr(self, "do_" + command.pop("do"))(answer, **command)
            except Exception as error:
                answer(fault=f"{type(error).__name__}: {error}")
        return True

    def console(self, source: int, _condition: Any) -> bool:
        """Send the driver what pages and WebKit print."""
        *lines, self.printed = (self.printed + os.read(source, 65536)).split(b"\n")
        for line in lines:
            if found := CONSOLE.match(line.decode(errors="replace")):
                send(event="console", page=0, level=found[2].lower(), text=f"{found[1] or ''} {found[3]}".strip())
            else:
                send(event="printed", page=0, text=line.decode(errors="replace"))
        return True

    def do_open(self, answer: Answer, page: int, size: list[int]) -> None:
        self.windows[page] = Window(page, self.context, (size[0], size[1]))
        answer(ok=None)

    def do_close(self, answer: Answer, page: int) -> None:
        self.windows.pop(page).window.destroy()
        for window in list(self.windows.values())[-1:]:
            window.front()
        answer(ok=None)

    def do_load(self, answer: Answer, page: int, until: str, address: str = "") -> None:
        self.windows[page].go(answer, until, address)

    def do_run(
        self, answer: Answer, page: int, source: str, given: str, own: bool = False, statements: bool = False
    ) -> None:
        self.windows[page].run(answer, source, given, own, statements)

    def do_front(self, answer: Answer, page: int) -> None:
        self.windows[page].front()
        answer(ok=None)

    def do_resize(self, answer: Answer, page: int, size: list[int]) -> None:
        self.windows[page].window.resize(*size)
        answer(ok=None)

    def do_picture(self, answer: Answer, page: int, path: str) -> None:
        self.windows[page].picture(path)
        answer(ok=None)

    def do_move(self, answer: Answer, x: int, y: int) -> None:
        self.hands.move(x, y)
        answer(ok=None)

    def do_button(self, answer: Answer, down: bool) -> None:
        self.hands.button(down)
        answer(ok=None)

    def do_key(self, answer: Answer, name: str, held: str) -> None:
        self.hands.key(name, held)
        answer(ok=None)

    def do_choose(self, answer: Answer, page: int, paths: list[str]) -> None:
        request = self.windows[page].choosing
        if request is None:
            raise LookupError("no file is asked for")
        request.select_files(paths)
        answer(ok=None)

    def do_clipboard(self, answer: Answer, page: int) -> None:
        clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
        clipboard.request_text(lambda _clipboard, text: answer(ok=text))

    def do_version(self, answer: Answer) -> None:
        numbers = (WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
        answer(ok=".".join(map(str, numbers)))


def main() -> None:
    """Carry out commands until they end."""
    driver = Driver()
    GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, driver.hear)
    # the output of WebKit's processes is read here, with the console of the pages
    read, write = os.pipe()
    for place in (1, 2):
        os.dup2(write, place)
    GLib.io_add_watch(read, GLib.IO_IN, driver.console)
    Gtk.main()


if __name__ == "__main__":
    main()
