"""The screen for a match taken over by another tab or window: it waits until the player decides where to continue.

Two of them that both store the same match would silently overwrite each other's moves.
"""

from collections.abc import Sequence

from game.engine import fonts
from game.engine.containers import Anchor, ButtonPart, Column, PaperBox, Paragraph
from game.engine.input import Input, StoredElsewhere
from game.engine.palette import SOFT_ON_PAPER
from game.engine.scene import Scene
from game.engine.transitions import Reset, Transition
from game.player import saves
from game.scenes.navigation import routes
from game.scenes.shared.common import Baked, veiled
from game.services.context import Context
from game.table.live.scene import LiveScene
from game.table.turns.daily import DailyDriver
from game.table.turns.scene import TurnScene


def tab_transition(context: Context, scenes: Sequence[Scene], event: StoredElsewhere) -> Transition:
    """Return the reaction to a match stored or removed by another tab; ``scenes`` are open, bottom first.

    A match played here is no longer stored from here: its scene is closed. Matches of other games are ignored.
    """
    for scene in scenes:
        if isinstance(scene, (TurnScene, LiveScene)) and scene.is_stored and not scene.match.is_over:
            game = scene.match.game.name
            if event.name not in ("", scene.storage_name or saves.save_key(game)):
                return None
            if isinstance(scene, TurnScene) and isinstance(scene.driver, DailyDriver):
                return scene.driver.taken_elsewhere()
            return Reset(OtherTab(context, game))
    return scenes[-1].on_input(event)


class OtherTab(Baked):
    """Continue here with the stored match, or return to the box."""

    def __init__(self, context: Context, game: str) -> None:
        super().__init__(context)
        self.game = game
        self.items.focus = "here"

    def _here(self) -> Transition:
        saved = saves.stored_match(self.context, self.game)
        if saved is None:
            self.build()
            return None
        # notifies the other tab at once, not only after the next move
        saves.store_match(self.context, saved.match)
        return Reset(routes.table(self.context, saved.match))

    def back(self) -> Transition:
        return Reset(routes.title(self.context))

    def on_input(self, event: Input) -> Transition:
        """Refresh when the other tab may have ended the match."""
        if isinstance(event, StoredElsewhere):
            self.build()
            return None
        return super().on_input(event)

    def _texts(self) -> tuple[str, str]:
        key = "other_tab.gone" if self.gone else "other_tab.title"
        return self.texts(key), self.texts("other_tab.gone_note" if self.gone else "other_tab.note")

    def spoken(self) -> str:
        return self.texts.sentences(list(self._texts()))

    def build(self) -> None:
        self.gone = saves.stored_match(self.context, self.game) is None
        self.plate = veiled(self.context, self.game)
        title, note = self._texts()
        here = ButtonPart("here", self.texts("other_tab.here"), self._here, "primary", icon="play", size=32, h=88)
        home = ButtonPart("home", self.texts("button.home"), self.back, "dark", icon="home", size=27, h=76)
        paragraphs = (
            Paragraph(title, 30, face=fonts.DISPLAY, limit=100),
            Paragraph(note, 21, SOFT_ON_PAPER, limit=150),
        )
        buttons = Column([home] if self.gone else [here, home], 18)
        paper = PaperBox(Column((Column(paragraphs, 8), buttons), 28), 40, 32, radius=24)
        self.show(Anchor(paper, 660).lay(self.plate, self.frame.table))
