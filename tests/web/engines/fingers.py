"""Fingers for drivers that have none: the page is told that it is touched, and scripts make pointer events.

The browser does not trust such events: they do not grant what only a press may do (sound, full screen, the clipboard).
The game itself takes them like all others.
"""

from collections.abc import Callable
from typing import Any

#: runs before the page's own scripts: its pointer is a coarse one
COARSE = """{ const plain = window.matchMedia;
window.matchMedia = function (query) {
  if (query !== "(pointer: coarse)") return plain.call(window, query);
  return { matches: true, media: query, addEventListener() {}, removeEventListener() {} };
}; }"""
#: one event of a finger: its kind, its place, its number
FINGER = """([kind, x, y, finger]) => {
  const at = window.fingersOn?.[finger] || document.elementFromPoint(x, y);
  window.fingersOn = { ...window.fingersOn, [finger]: kind === "pointerup" ? null : at };
  const how = { bubbles: true, cancelable: true, composed: true, pointerId: 70 + finger, pointerType: "touch",
    isPrimary: finger === 0, clientX: x, clientY: y, button: kind === "pointermove" ? -1 : 0,
    buttons: kind === "pointerup" ? 0 : 1 };
  at.dispatchEvent(new PointerEvent(kind, how));
  if (kind === "pointerup") at.dispatchEvent(new MouseEvent("click", how));
}"""
#: between two places of a finger that is drawn over the page, in milliseconds
STEP_MS = 60


def tap(page: Any, x: float, y: float) -> None:
    """Lay a finger down for a moment."""
    page.evaluate(FINGER, ["pointerdown", x, y, 0])
    page.evaluate(FINGER, ["pointerup", x, y, 0])


def drag(page: Any, places: list[tuple[float, float]]) -> Callable[[], None]:
    """Lay a finger on the first place and go through the others; return a function that lifts it."""
    for number, (x, y) in enumerate(places):
        page.evaluate(FINGER, ["pointermove" if number else "pointerdown", x, y, 0])
        page.wait_for_timeout(STEP_MS)
    return lambda: page.evaluate(FINGER, ["pointerup", *places[-1], 0])
