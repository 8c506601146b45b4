"""What is on the screen, told to the page: its buttons, its log, its messages.

In a browser everything that can be used is a real button of the page as well, so that the game can be played
without seeing the picture; natively the page's twin takes no notice.
"""

from game.app.context import Context
from game.core.options import Json
from game.engine.layout import Box
from game.engine.overlays import upper_edge
from game.engine.scene import Scene
from game.host.page import NoPage


class Mirror:
    """Keeps the page's buttons and readings in step with the uppermost scene; tells only what has changed."""

    def __init__(self, page: NoPage) -> None:
        self.page = page
        self._seen: object = None
        self._words = self._notice = ""
        self._awake = False
        #: the match whose log is read out, and how many lines of it have been
        self._match: object = None
        self._read = 0

    def update(self, scene: Scene, context: Context, notice: str) -> None:
        """Compare with what was told last; ``notice`` is the message that is shown over everything."""
        if scene.awake != self._awake:
            self._awake = scene.awake
            self.page.awake(self._awake)
        words, own = self._prompt(scene)
        rows = [(item.id, item.label, item.enabled, item.box, item.on) for item in scene.items.items]
        # not at a table, where everything counts, nor over another message
        hidden = scene.awake or scene.captures_keys or notice
        offer = (scene.message_box() or upper_edge(context.frame)) if context.outdated and not hidden else None
        state = (context.frame, words, context.settings.language, scene.captures_keys, offer)
        seen = (rows, scene.items.focus, *state)
        if seen != self._seen:
            self._seen = seen
            self.page.show(self._picture(scene, context, words, offer))
        if notice != self._notice:
            self._notice = notice
            if notice:
                self.page.say(notice)
        # a notice is heard first, the question after it has gone
        if words != self._words and not (own and notice):
            self._words = words
            # whose turn it is otherwise is told by the log, a move later
            if own:
                self.page.say(words)
        self._log(scene)

    def _picture(self, scene: Scene, context: Context, words: str, offer: Box | None) -> dict[str, Json]:
        """The items with their boxes in real pixels, and where the page offers a newer version."""
        frame = context.frame

        def place(box: Box) -> list[Json]:
            return [*frame.to_real(box.x, box.y), frame.px(box.w), frame.px(box.h)]

        rows: list[Json] = [
            [item.id, item.label, item.enabled, item.on, *place(item.box)] for item in scene.items.items
        ]
        field = scene.items.find(scene.typing)
        return {
            "lang": context.settings.language,
            "words": words,
            "focus": scene.items.focus,
            "items": rows,
            "typed": scene.typed if scene.captures_keys else None,
            "field": place(field.box) if field else None,
            "offer": place(offer) if offer else None,
        }

    def _prompt(self, scene: Scene) -> tuple[str, bool]:
        """What a scene asks for, and whether it asks the one who sits here."""
        return scene.question() or (self._words, False)

    def _log(self, scene: Scene) -> None:
        """Read out new lines; after an undo or a change of seats nothing is read twice."""
        told = scene.log_feed()
        if told is None:
            return
        if told.of is not self._match:
            self._match = told.of
            self._read = len(told.log) if told.begun else 0
        if len(told.log) > self._read:
            self.page.record([line.words for line in told.log[self._read :]])
        self._read = len(told.log)
        if (aside := scene.take_aside()) is not None:
            self.page.say(aside)
