"""Accessibility mirror: sends the screen's buttons, log and messages to the page.

In a browser every control is also a real button of the page, so that the game can be played without seeing the picture;
natively the page object ignores this.
"""

import weakref
from collections.abc import Callable

from game.core.options import Json
from game.engine.layout import Box
from game.engine.overlays import upper_edge
from game.engine.scene import Scene
from game.host.page import Page
from game.services.context import Context


class Mirror:
    """Mirrors the topmost scene to the page, sending only changes."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._seen: object = None
        self._text = self._notice = ""
        self._awake = False
        #: a weak reference to the match whose log is read out, which may be over and gone, and the number of lines read
        self._match: Callable[[], object] | None = None
        self._read = 0

    def update(self, scene: Scene, context: Context, notice: str) -> None:
        """Send what has changed; ``notice`` is the message shown over everything."""
        if scene.awake != self._awake:
            self._awake = scene.awake
            self.page.keep_screen_on(self._awake)
        self._begin(scene)
        text, own = scene.question() or (self._text, False)
        rows = [(item.id, item.label, item.enabled, item.box, item.checked) for item in scene.items.items]
        # not at a table, where everything counts, nor over another message
        hidden = scene.awake or scene.captures_keys or notice
        offer = (scene.message_box() or upper_edge(context.frame)) if context.outdated and not hidden else None
        state = (context.frame, text, context.settings.language, scene.captures_keys, offer)
        seen = (rows, scene.items.focus, *state)
        if seen != self._seen:
            self._seen = seen
            self.page.mirror_scene(self._picture(scene, context, text, offer))
        if notice != self._notice:
            self._notice = notice
            if notice:
                self.page.announce(notice)
        # a notice is spoken first, the question after it has gone
        if text != self._text and not (own and notice):
            self._text = text
            # other seats' turns are announced by the log, one move later
            if own:
                self.page.announce(text)
        self._log(scene)

    def _begin(self, scene: Scene) -> None:
        """Clear the lines of the previous match when another one is shown for the first time."""
        feed = scene.log_feed()
        if feed is not None and (self._match is None or feed.of is not self._match()):
            if self._match is not None:
                self._text = ""
                self.page.announce("")
                self.page.append_log([], fresh=True)
            self._match, self._read = weakref.ref(feed.of), len(feed.log) if feed.begun else 0

    def _picture(self, scene: Scene, context: Context, text: str, offer: Box | None) -> dict[str, Json]:
        """Return the items with their boxes in physical pixels, and where the page offers a newer version."""
        frame = context.frame

        def place(box: Box) -> list[Json]:
            return [*frame.to_real(box.x, box.y), frame.px(box.w), frame.px(box.h)]

        rows: list[Json] = [
            [item.id, item.label, item.enabled, item.checked, *place(item.box)] for item in scene.items.items
        ]
        field = scene.items.find(scene.typing)
        return {
            "lang": context.settings.language,
            "words": text,
            "focus": scene.items.focus,
            "items": rows,
            "typed": scene.typed if scene.captures_keys else None,
            "field": place(field.box) if field else None,
            "offer": place(offer) if offer else None,
        }

    def _log(self, scene: Scene) -> None:
        """Read out new lines; nothing is repeated after an undo or a change of seats."""
        feed = scene.log_feed()
        if feed is None:
            return
        if len(feed.log) > self._read:
            self.page.append_log([line.text for line in feed.log[self._read :]])
        self._read = len(feed.log)
        if (aside := scene.take_announcement()) is not None:
            self.page.announce(aside)
