"""A visitor of the page: sees it in a browser, plays by the page's own buttons, by mouse, by touch or by keys."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

from engines.by_playwright import PATIENCE_MS

T = TypeVar("T")

SHOTS = Path(__file__).resolve().parent.parent / "artefacts" / "web"
#: the button with this id, if it can be used
USABLE = """document.querySelector(`#mirror button[data-id='${id}']:enabled`)"""
#: the cost of each of the game's frames since the first call
COUNTED = "() => kartenkiste.frames ??= []"
#: whether a value is equal to what it was a few of the game's frames ago
RESTED = f"""now => {{ const kept = window.rested ??= {{}}, seen = JSON.stringify(now), frames = ({COUNTED})().length;
    if (seen !== kept.seen) [kept.seen, kept.since] = [seen, frames];
    if (frames < kept.since + 2) return false;
    window.rested = null;
    return true; }}"""
#: a Python script that keeps the running program where the next one finds it
RUNNING = """
from game.app import app as program
plain_step = program.App.step
def keeping(self, ms):
    program.running = self
    return plain_step(self, ms)
program.App.step = keeping
"""
#: the buttons that the person has after so many actions since the last decision, or that the match is over
ASKED = f"""seen => {{
  const ids = [...document.querySelectorAll('#mirror button:enabled')].map(button => button.dataset.id);
  const over = ids.some(id => ['skip', 'again'].includes(id));
  const moves = ids.filter(id => id.startsWith('do-') || id.startsWith('card-'));
  const matches = Object.keys(localStorage).filter(
    key => key.startsWith('kartenkiste/match-') && !/-(before|damaged)$/.test(key));
  const past = matches.reduce((sum, key) => sum + JSON.parse(localStorage.getItem(key)).actions.length, 0);
  const asked = (over || moves.length && past !== seen) && {{ over, moves, past }};
  return ({RESTED})(asked) && asked; }}"""
#: makes every decision as soon as it is offered, and counts them
PLAYING = f"""(() => {{
  const played = window.played = {{ count: 0, over: false }}, ask = {ASKED};
  let past = -1;
  const look = () => {{
    const asked = ask(past);
    if (asked && asked.over) {{ played.over = true; return; }}
    if (asked) {{
      past = asked.past;
      played.count += 1;
      const id = asked.moves.at(played.count % 3 ? 0 : -1);
      document.querySelector(`#mirror button[data-id='${{id}}']:enabled`).click();
    }}
    setTimeout(look, 10);
  }};
  look();
}})()"""
MOST_DECISIONS = 400
#: a trap in WebKitGTK 2.50's own WebAssembly now and then while the interpreter starts
TRAP = "Out of bounds memory access"
#: prints violations of the page's policy on the console, as not every browser does so by itself
WATCHED = """addEventListener("securitypolicyviolation", event => console.error(
    `policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));"""
#: harmless messages of browsers
HARMLESS = (
    "ScriptProcessorNode",
    "/favicon.ico",
    # features that WebKitGTK does not know
    'Viewport argument key "interactive-widget"',
    "Unrecognized Content-Security-Policy directive 'manifest-src'",
)
#: what the page's policy forbids to a driver, which evaluates by eval and hides the caret for a picture
DRIVEN = {
    "firefox": (
        "%3E%20eval:",
        "(Missing 'unsafe-eval')",
        "call to eval() blocked by CSP",
        "(style-src-elem)",
        "requires 'unsafe-hashes' for style attributes",
    ),
}


def eventually(ask: Callable[[], T]) -> T:
    """Return the first value of ``ask`` that is true."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while not (found := ask()):
        assert time.monotonic() < until, found
        time.sleep(0.05)
    return found


def within_page(script: str) -> str:
    """Return a script that runs before those of a page, and not in the empty one that some drivers open first."""
    return f"if (location.protocol.startsWith('http')) {{ {script} }}"


class Visitor:
    """One visitor of an engine (see ``engines``) with one page."""

    def __init__(
        self,
        browser: Any,
        base: str,
        size: tuple[int, int] = (1280, 720),
        dpr: float = 1,
        language: str = "de-DE",
        script: str = "",
        context: Any = None,
        **options: Any,
    ) -> None:
        phone = dpr > 1
        self.browser, self.base = browser, base
        self.context = context or browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=dpr,
            locale=language,
            has_touch=phone,
            is_mobile=phone,
            **options,
        )
        self.context.add_init_script(WATCHED)
        if script:
            self.context.add_init_script(within_page(script))
        self.complaints: list[str] = []
        self.strangers: list[str] = []
        self.expected: tuple[str, ...] = (*HARMLESS, *DRIVEN.get(getattr(browser, "name", ""), ()))
        #: the number of actions stored at the last decision of play_out
        self._past = -1
        self.new_page()

    def new_page(self) -> None:
        """Open another tab, which becomes the current one."""
        page = self.page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self._heard(SimpleNamespace(type="error", text=str(error))))
        page.on("request", self._asked)

    def _heard(self, message: Any) -> None:
        told = f"{message.text} {getattr(message, 'location', '')}"
        if message.type in ("error", "warning") and not any(part in told for part in self.expected):
            self.complaints.append(f"{message.type}: {message.text[:2000]}")

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.base, "data:", "blob:")):
            self.strangers.append(request.url)

    def close(self) -> None:
        """Close the visitor."""
        self.context.close()

    # ---- the page ---------------------------------------------------------------------------------

    def open(self, address: str = "", until: str = "load") -> None:
        """Go to the site; ``until`` "commit" if the page may reload itself or never end loading."""
        self.page.goto(self.base + address, wait_until=until)

    def wait_ready(self) -> None:
        """Wait until the game could begin."""
        there = "#loading.ready, #failure:not([hidden])"
        self.page.wait_for_selector(there, state="attached")
        trapped = self.page.is_visible("#failure") and TRAP in self.page.text_content("#details")
        if trapped and self.browser.name == "webkit":
            # not ours: once in about 200 starts; the page has reported it, and its button would do the same
            self.browser.stumbles.append(f"{self.page.url}: {TRAP}, loaded again")
            self.page.reload()
            self.page.wait_for_selector(there, state="attached")
        assert not self.page.is_visible("#failure"), self.page.text_content("#details")

    def begin(self) -> Visitor:
        """Wait for the game and start it."""
        self.wait_ready()
        self.page.click("#start")
        self.page.wait_for_selector("#mirror button", state="attached")
        return self

    def run(self, script: str) -> Any:
        """Evaluate JavaScript in the page."""
        return self.page.evaluate(script)

    def python(self, script: str) -> Any:
        """Run a script in the game's Python; return the value of its last line."""
        return self.run(f"kartenkiste.python.runPython({json.dumps(script)}) ?? null")

    def find_program(self) -> None:
        """Keep the running program where Python's next scripts find it, as ``program.running``."""
        self.python(RUNNING)
        eventually(lambda: self.python("hasattr(program, 'running')"))

    def shot(self, name: str) -> Path:
        """Take a picture for people to look at."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png")
        return SHOTS / f"{name}.png"

    def stored(self, name: str) -> Any:
        """Return the text that the game has stored under a name."""
        text = self.run(f"localStorage.getItem('kartenkiste/{name}')")
        return None if text is None else json.loads(text)

    def actions(self, game: str = "nein_danke") -> list[Any]:
        """Return the stored actions of a game's match in progress: nothing before the first action."""
        return list((self.stored(f"match-{game}") or {"actions": []})["actions"])

    def frames(self, count: int = 2) -> None:
        """Wait for so many more frames of the game: earlier inputs have been taken and shown by then."""
        until = self.run(f"({COUNTED})().length") + count
        self.page.wait_for_function(f"until => ({COUNTED})().length >= until", arg=until)

    # ---- controls -------------------------------------------------------------------------------------

    def buttons(self) -> dict[str, str]:
        """Return the labels of the controls, by id."""
        enabled = "[...document.querySelectorAll('#mirror button:enabled')]"
        return dict(self.run(f"{enabled}.map(button => [button.dataset.id, button.textContent])"))

    def wait_for(self, *ids: str) -> str:
        """Wait until one of these can be used; return which."""
        listed = ", ".join(f"#mirror button[data-id='{id_}']:enabled" for id_ in ids)
        found = self.page.wait_for_selector(listed, state="attached")
        id_ = str(found.get_attribute("data-id"))
        # a handle keeps its element in the page for ever
        found.dispose()
        return id_

    def use(self, id_: str) -> None:
        """Use a button as a screen reader does, as soon as possible."""
        # found and used at once: a moment later it may be another one
        self.page.wait_for_function(f"id => (button => button && (button.click(), true))({USABLE})", arg=id_)

    def box(self, id_: str) -> tuple[float, float]:
        """Return the middle of an item on the page, once it has come to rest."""
        x, y = self.page.wait_for_function(
            f"""id => {{
              const button = {USABLE}, box = button && button.getBoundingClientRect();
              const place = box && [box.x + box.width / 2, box.y + box.height / 2];
              return ({RESTED})(place) && place; }}""",
            arg=id_,
        ).json_value()
        return float(x), float(y)

    def click(self, id_: str) -> None:
        """Click an item's picture on the canvas."""
        self.page.mouse.click(*self.box(id_), delay=40)

    def tap(self, id_: str) -> None:
        """Tap an item's picture on the canvas."""
        self.browser.tap(self.page, *self.box(id_))

    def move(self, *ids: str, game: str = "nein_danke", use: Any = None) -> int:
        """Make one of these moves by ``use`` once the person is asked; return how many actions are stored then.

        Without ids it is any move of Nein Danke!.
        """
        stored = f"JSON.parse(localStorage.getItem('kartenkiste/match-{game}') || '{{\"actions\": []}}').actions.length"
        # at rest: right after the move before, its buttons may still be there, and would do nothing
        id_ = self.page.wait_for_function(
            f"ids => {{ const id = ids.find(id => {USABLE}); return ({RESTED})([id, {stored}]) && id; }}",
            arg=list(ids or ("do-pay", "do-take")),
        ).json_value()
        # only the person's own move can change it now
        before = len(self.actions(game))
        (use or self.use)(str(id_))
        return int(self.page.wait_for_function(f"before => {stored} > before && {stored}", arg=before).json_value())

    def play_out(self, use: Any = None) -> int:
        """Play the match to its end; return the number of decisions.

        By ``use``, or else by the hidden buttons from within the page, where a decision costs a few frames.
        """
        count, over = 0, False
        if use is None:
            self.run(PLAYING)
        while not over:
            if use is None:
                count, over = self.page.wait_for_function(
                    "seen => (played.over || played.count >= seen + 10) && [played.count, played.over]", arg=count
                ).json_value()
                assert count < MOST_DECISIONS
                continue
            asked = self.page.wait_for_function(ASKED, arg=self._past).json_value()
            over, self._past = asked["over"], asked["past"]
            if not over:
                count += 1
                assert count < MOST_DECISIONS
                use(asked["moves"][-1 if count % 3 == 0 else 0])
        self._past = -1
        return count

    def sum_up(self) -> None:
        """Wait until the result is counted: pressing "skip" would race with its own end."""
        self.wait_for("again")
