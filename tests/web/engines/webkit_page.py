"""A page in WebKit with the part of playwright's API that the tests use (see ``webkit``)."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from .by_playwright import PATIENCE_MS

if TYPE_CHECKING:
    from .webkit import Context

#: WebKit's word for a load that was given up
CANCELLED = "Load request cancelled"
#: so many times a load is tried, and the seconds before the next one: its process may have to start anew
LOADS, PAUSE_S = 6, 1.0
#: an input has reached the page by then, in milliseconds; one beside the page never does
HEARD_MS = 1000
#: the time of one poll of a page, in milliseconds
ASKED_MS = 2000
KEYS = {
    "Enter": "Return",
    "Backspace": "BackSpace",
    "Space": "space",
    " ": "space",
    "PageUp": "Prior",
    "PageDown": "Next",
    "ArrowLeft": "Left",
    "ArrowRight": "Right",
    "ArrowUp": "Up",
    "ArrowDown": "Down",
}
HELD = {"": "", "Shift": "Shift_L"}
#: whether an element is visible
SEEN = """(e => { if (!e) return false; const style = getComputedStyle(e), box = e.getBoundingClientRect();
  return style.visibility !== "hidden" && style.display !== "none" && box.width > 0 && box.height > 0; })"""
#: polls until there is something, at most so long
WAIT = """async given => { const [arg, ms] = JSON.parse(given), until = performance.now() + ms;
  const look = () => (%s
);
  let found = look();
  // an expression is evaluated again each time, for it may do something; a function is called
  const again = typeof found === "function" ? found : null;
  for (;; found = again ? null : look()) {
    found = await (again ? again(arg) : found);
    if (found) return [found];
    if (performance.now() > until) return null;
    await new Promise(done => setTimeout(done, 20));
  } }"""


def has_statements(source: str) -> bool:
    """Return whether a script is more than one expression: a semicolon outside of brackets and quotes."""
    depth, quote = 0, ""
    escaped = False
    for sign in source:
        if quote:
            if escaped:
                escaped = False
            elif sign == "\\":
                escaped = True
            elif sign == quote:
                quote = ""
        elif sign in "'\"`":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == ";" and not depth:
            return True
    return False


class WebKitError(AssertionError):
    """A failed command of WebKit."""


class Handle:
    """An element that was waited for, as it was when it was found."""

    def __init__(self, attributes: dict[str, str]) -> None:
        self.attributes = attributes

    def get_attribute(self, name: str) -> str | None:
        """Return one of its attributes."""
        return self.attributes.get(name)

    def dispose(self) -> None:
        """Do nothing: it keeps nothing in the page."""


class Mouse:
    """The mouse of the visitor's screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.place = (-1, -1)

    def move(self, x: float, y: float, steps: int = 1) -> None:
        """Move it over the page."""
        scale = self.page.context.scale
        start = self.place if steps > 1 else (0, 0)
        for step in range(1, steps + 1):
            share = step / steps
            place = (
                round(start[0] + (x * scale - start[0]) * share),
                round(start[1] + (y * scale - start[1]) * share),
            )
            if place != self.place:
                self.page.heard("pointermove", "move", x=place[0], y=place[1])
            self.place = place

    def down(self) -> None:
        """Press the left button."""
        self.page.heard("pointerdown", "button", down=True)

    def up(self) -> None:
        """Release the left button."""
        self.page.heard("pointerup", "button", down=False)

    def click(self, x: float, y: float, delay: float = 0) -> None:
        """Press at a place and release, so many milliseconds later."""
        self.move(x, y)
        self.down()
        self.page.wait_for_timeout(delay)
        self.up()


class Keyboard:
    """The keyboard of the visitor's screen."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, key: str) -> None:
        """Press a key, such as Enter, a or Shift+Tab."""
        held, _, name = key.rpartition("+")
        self.page.heard("keyup", "key", name=KEYS.get(name, name), held=HELD[held])

    def type(self, text: str) -> None:
        """Press one key after the other."""
        for key in text:
            self.press(key)


class Page:
    """A window with a page."""

    def __init__(self, context: Context, number: int) -> None:
        self.context, self.number = context, number
        self.listeners: dict[str, list[Callable[[Any], object]]] = {}
        self.mouse, self.keyboard = Mouse(self), Keyboard(self)

    def tell(self, do: str, **more: Any) -> Any:
        """Send a command for this window."""
        return self.context.tell(do, page=self.number, **more)

    def on(self, kind: str, listener: Callable[[Any], object]) -> None:
        """Listen to "console", "pageerror", "request" or "dialog"."""
        self.listeners.setdefault(kind, []).append(listener)

    def heard(self, kind: str, do: str, **more: Any) -> None:
        """Make an input, and wait until the page has received it."""
        before = json.loads(self.tell("run", source=f"heard.{kind} || 0", given="null", own=True))
        self.context.tell(do, **more)
        wait = f"""async () => {{ const until = performance.now() + {HEARD_MS};
            while ((heard.{kind} || 0) <= {before} && performance.now() < until)
              await new Promise(done => setTimeout(done, 4)); }}"""
        # the key or click may leave the page
        with suppress(WebKitError):
            self.tell("run", source=wait, given="null", own=True)

    # ---- navigation
    @property
    def url(self) -> str:
        """The address of the page."""
        return str(self.evaluate("location.href"))

    def goto(self, url: str, wait_until: str = "load") -> None:
        """Go to an address, or with "" load the page again.

        The load is repeated if the engine itself gives it up, as it does at times on a busy machine.
        """
        for attempt in range(LOADS):
            try:
                self.tell("load", address=url, until=wait_until)
                return
            except WebKitError as error:
                if CANCELLED not in str(error) or attempt == LOADS - 1:
                    raise
                time.sleep(PAUSE_S * attempt)

    def reload(self) -> None:
        """Load the page again."""
        self.goto("")

    def close(self) -> None:
        """Close the window."""
        self.tell("close")
        self.context.pages.remove(self)

    def bring_to_front(self) -> None:
        """Give the window the keyboard."""
        self.tell("front")

    def set_viewport_size(self, size: dict[str, int]) -> None:
        """Resize the window."""
        wanted = [size["width"], size["height"]]
        self.tell("resize", size=wanted)
        self.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=wanted)

    def screenshot(self, path: Any) -> None:
        """Save a picture of the window."""
        self.bring_to_front()
        self.wait_for_timeout(100)
        self.tell("picture", path=str(path))

    # ---- scripts
    def evaluate(self, source: str, arg: Any = None) -> Any:
        """Return the value of an expression, or of a function that is given ``arg``."""
        given = json.dumps(arg)
        return json.loads(self.tell("run", source=source, given=given, statements=has_statements(source)))

    def wait_for_timeout(self, ms: float) -> None:
        """Do nothing for a while."""
        time.sleep(ms / 1000)
        self.context.hear(0)

    def wait_for_function(self, source: str, arg: Any = None, timeout: float = PATIENCE_MS) -> Any:
        """Wait until the value is true."""
        until = time.monotonic() + timeout / 1000
        asking = WAIT % source
        last = ""
        while True:
            left = (until - time.monotonic()) * 1000
            try:
                given = json.dumps([arg, max(0, min(left, ASKED_MS))])
                if found := self.evaluate(asking, given):
                    return SimpleNamespace(json_value=lambda: found[0])
            except WebKitError as error:
                if "SyntaxError" in str(error):
                    raise
                # the document may just be replaced
                last = str(error)
                time.sleep(0.05)
            if left <= 0:
                raise WebKitError(f"waited for {source}: {last}\n{self.context.tail()}")

    @staticmethod
    def one(selector: str) -> str:
        """Return a script for the first element that a selector finds."""
        return f"document.querySelector({json.dumps(selector)})"

    def of(self, selector: str, what: str) -> Any:
        """Return something of the first such element, once there is one."""
        return self.wait_for_function(f"(e => e && [{what}])({self.one(selector)})").json_value()[0]

    def wait_for_selector(self, selector: str, state: str = "visible", timeout: float = PATIENCE_MS) -> Any:
        """Wait until such an element is "attached", "visible" or "hidden"."""
        one = self.one(selector)
        # found and read at once: a moment later it may be gone
        attached = f"(e => e && Object.fromEntries([...e.attributes].map(a => [a.name, a.value])))({one})"
        test = {"attached": attached, "visible": f"{SEEN}({one})", "hidden": f"!{SEEN}({one})"}[state]
        found = self.wait_for_function(test, timeout=timeout).json_value()
        return Handle(found) if state == "attached" else None

    def is_visible(self, selector: str) -> bool:
        """Return whether it is visible."""
        return bool(self.evaluate(f"{SEEN}({self.one(selector)})"))

    def is_hidden(self, selector: str) -> bool:
        """Return whether it is not visible."""
        return not self.is_visible(selector)

    def text_content(self, selector: str) -> str:
        """Return its text, visible or not."""
        return str(self.of(selector, "e.textContent"))

    def inner_text(self, selector: str) -> str:
        """Return its visible text."""
        return str(self.of(selector, "e.innerText"))

    def input_value(self, selector: str) -> str:
        """Return what was typed into it."""
        return str(self.of(selector, "e.value"))

    def locator(self, selector: str) -> Any:
        """Return its place."""
        box = "(b => ({ x: b.x, y: b.y, width: b.width, height: b.height }))(e.getBoundingClientRect())"
        return SimpleNamespace(bounding_box=lambda: self.of(selector, box))

    def dispatch_event(self, selector: str, kind: str) -> None:
        """Dispatch an event there, as a screen reader does."""
        self.of(selector, f"e.dispatchEvent(new MouseEvent({json.dumps(kind)}, {{ bubbles: true }})), 0")

    def focus(self, selector: str) -> None:
        """Give it the focus."""
        self.of(selector, "e.focus(), 0")

    def fill(self, selector: str, text: str) -> None:
        """Put a text there."""
        self.wait_for_selector(selector)
        put = f"e.focus(), e.value = {json.dumps(text)}, e.dispatchEvent(new Event('input', {{ bubbles: true }})), 0"
        self.of(selector, put)

    def click(self, selector: str) -> None:
        """Click its middle, once it is visible and has come to rest."""
        self.wait_for_selector(selector)
        middle = "(b => [b.x + b.width / 2, b.y + b.height / 2])(e.getBoundingClientRect())"
        place = None
        while place != (place := self.of(selector, middle)):
            self.wait_for_timeout(40)
        self.mouse.click(*place)

    # ---- files
    @contextmanager
    def expect_download(self) -> Iterator[Any]:
        """Wait for a file that the page saves meanwhile."""
        found = SimpleNamespace(value=None)
        yield found
        path = self.context.expect("download")
        found.value = SimpleNamespace(path=lambda: path, save_as=lambda to: shutil.copy(path, to))

    @contextmanager
    def expect_file_chooser(self) -> Iterator[Any]:
        """Wait until the page opens a file dialog meanwhile."""
        found = SimpleNamespace(value=None)
        yield found
        self.context.expect("filechooser")
        found.value = SimpleNamespace(set_files=lambda path: self.tell("choose", paths=[str(path)]))
