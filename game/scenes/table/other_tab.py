"""Another tab has the match: everything stands still here until the player says where it goes on.

Two tabs that both store the same match would overwrite each other's moves, and nobody would notice.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.app.context import Context
from game.engine import text
from game.engine.input import Elsewhere, Input
from game.engine.layout import Box
from game.engine.palette import INK, SOFT_ON_PAPER
from game.engine.scene import Scene
from game.engine.transitions import Reset, Transition
from game.engine.widgets import Button, Widget
from game.player import saves
from game.scenes.navigation import routes
from game.scenes.shared.common import Baked, veiled
from game.table.live.scene import LiveScene
from game.table.turns.daily import DailyDriver
from game.table.turns.scene import TurnScene


def told(context: Context, scenes: Sequence[Scene], event: Elsewhere) -> Transition:
    """What it leads to that another tab has stored or removed a match; ``scenes`` are open, lowest first.

    A match that is played here is not stored from here any more: its scene is closed. A tab with another game is no
    concern of this one.
    """
    for scene in scenes:
        if isinstance(scene, (TurnScene, LiveScene)) and scene.keeps and not scene.match.is_over:
            game = scene.match.game.name
            if event.name not in ("", scene.kept_as or saves.current(game)):
                return None
            if isinstance(scene, TurnScene) and isinstance(scene.driver, DailyDriver):
                return scene.driver.taken_elsewhere()
            return Reset(OtherTab(context, game))
    return scenes[-1].handle(event)


class OtherTab(Baked):
    """Play on here with the match as it is stored, or back to the box."""

    def __init__(self, context: Context, game: str) -> None:
        super().__init__(context)
        self.game = game
        self.items.focus = "here"

    def _here(self) -> Transition:
        saved = saves.resume(self.context, self.game)
        if saved is None:
            self.build()
            return None
        # the other tab hears of it at once, not only after the next move
        saves.keep(self.context, saved.match)
        return Reset(routes.table(self.context, saved.match))

    def back(self) -> Transition:
        """To the box, which offers the match as long as it is not over."""
        return Reset(routes.title(self.context))

    def handle(self, event: Input) -> Transition:
        """The other tab may end the match meanwhile."""
        if isinstance(event, Elsewhere):
            self.build()
            return None
        return super().handle(event)

    def _words(self) -> tuple[str, str]:
        """What has happened and what it means."""
        key = "other_tab.gone" if self.gone else "other_tab.title"
        return self.context.texts(key), self.context.texts("other_tab.gone_note" if self.gone else "other_tab.note")

    def spoken(self) -> str:
        """The paper."""
        return self.context.texts.sentences(list(self._words()))

    def build(self) -> None:
        """Bake the veiled felt and the paper."""
        context, frame = self.context, self.context.frame
        kit, texts = context.kit, context.texts
        self.gone = saves.resume(context, self.game) is None
        plate = self.plate = veiled(context, self.game)
        title, note = self._words()
        wide = 660.0
        left, room = (frame.width - wide) / 2 + 40, wide - 80
        head = kit.paragraph_plain(title, 30, room, INK, text.DISPLAY, 100)
        words = kit.paragraph_plain(note, 21, room, SOFT_ON_PAPER, text.STRONG, 150)
        first = 32 + head.get_height() / kit.scale + 8
        below = first + words.get_height() / kit.scale + 28
        high = below + (0 if self.gone else 88 + 18) + 76 + 36
        paper = Box(left - 40, (frame.height - high) / 2, wide, high)
        plate.paper(paper, 24)
        plate.put(head, left, paper.y + 32, "corner")
        plate.put(words, left, paper.y + first, "corner")
        y = paper.y + below
        widgets: list[Widget] = []
        if not self.gone:
            here = texts("other_tab.here")
            widgets.append(
                Button(kit, "here", Box(left, y, room, 88), here, self._here, kind="primary", icon="play", size=32)
            )
            y += 88 + 18
        home = Box(left, y, room, 76)
        widgets.append(Button(kit, "home", home, texts("button.home"), self.back, kind="dark", icon="home", size=27))
        self.show(widgets)
