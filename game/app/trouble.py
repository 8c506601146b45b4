"""The program has failed: a page says so in words, the details can be copied, and it goes on in the box.

It takes no picture, so that it can also tell that one is missing. A browser's page has the same words of its own.
"""

import traceback

from game import __version__
from game.engine import fonts, surfaces
from game.engine.assets import MissingAsset
from game.engine.backdrop import Backdrop
from game.engine.containers import Anchor, ButtonPart, Column, PaperBox, Paragraph
from game.engine.palette import SOFT_ON_PAPER
from game.engine.transitions import Reset, Transition
from game.host import device, facts
from game.host.start_log import FILE
from game.host.storage import native_folder
from game.scenes.navigation import routes
from game.scenes.shared.common import VEIL, Baked
from game.services.context import Context


def report_of(error: Exception) -> str:
    """Return the details for a report: where the error came from, and on which machine."""
    trace = "".join(traceback.format_exception(error))
    return facts.at_home("\n".join([trace, *facts.found(__version__)]))


class Trouble(Baked):
    """A page that tells of an error in words, with the ways on."""

    stage = "trouble"

    def __init__(self, context: Context, error: Exception) -> None:
        super().__init__(context)
        self.error, self.report = error, report_of(error)
        #: what the button for the details says now: a text key
        self.copy_label = "trouble.copy"
        self.items.focus = "home"

    def back(self) -> Transition:
        """To the box, where every match is as it was after its last move."""
        return Reset(routes.title(self.context))

    def _copy(self) -> None:
        device.page.copy_text(self.report, self._copied)

    def _copied(self, done: bool) -> None:
        self.copy_label = "trouble.copied" if done else "trouble.not_copied"
        self.build()

    def _texts(self) -> tuple[str, str, str]:
        """Return the event, its meaning, and where the details are."""
        place = self.texts("trouble.log", path=facts.at_home(str(native_folder() / FILE)))
        if isinstance(self.error, MissingAsset):
            # the system repeats in quotes where the file lies
            file = facts.at_home(str(self.error)).partition(": '")[0].rstrip(".")
            return self.texts("trouble.part"), self.texts("trouble.part_note", file=file), place
        return self.texts("trouble.title"), self.texts("trouble.note"), place

    def spoken(self) -> str:
        return self.texts.sentences(list(self._texts()))

    def build(self) -> None:
        self.plate = Backdrop(self.kit, surfaces.opaque(self.frame.window, VEIL))
        title, note, place = self._texts()
        paragraphs = (
            Paragraph(title, 32, face=fonts.DISPLAY, limit=100),
            Paragraph(note, 21, limit=240),
            Paragraph(place, 18, SOFT_ON_PAPER, limit=120),
        )
        home = ButtonPart("home", self.texts("button.home"), self.back, "primary", size=30, h=88)
        copy = ButtonPart("copy", self.texts(self.copy_label), self._copy, "dark", size=25, h=76)
        paper = PaperBox(Column((Column(paragraphs, 12), Column((home, copy), 18)), 28), 40, 32, radius=24)
        self.show(Anchor(paper, 660).lay(self.plate, self.frame.table))
