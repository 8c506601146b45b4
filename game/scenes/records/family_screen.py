"""The family scores: who has beaten whom at this device, in which game, and everybody's best moments."""

from collections.abc import Sequence
from dataclasses import replace

from game.app.context import Context
from game.catalogue.registry import GAMES
from game.engine import backdrop, fonts
from game.engine import containers as ui
from game.engine.layout import Box
from game.engine.palette import AMBER, SOFT_ON_PAPER
from game.engine.transitions import Pop, Transition
from game.engine.widgets import Widget
from game.player import family
from game.player.family import FamilyMoment, Pair
from game.scenes.result.outcome import moment_text
from game.scenes.shared import common

#: papers on a page of a tall and of a wide window, each of a pair or of a person's moments
TALL_PAGE, WIDE_PAGE = 6, 6
#: most moments on the paper of a person
MOST = 2


class FamilyScreen(common.Paged, common.Baked):
    """The family scores, with a paper for each pair and for each person's best moments."""

    stage = "menu"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._look_again()

    def _look_again(self) -> None:
        self.family = family.STORED.read(self.context)
        self.pairs = family.pairs(self.family)
        #: the best moments of each person, the most impressive of each game
        self.moments: dict[str, list[FamilyMoment]] = {}
        for moment in self.family.moments:
            if moment.game in GAMES:
                self.moments.setdefault(moment.name, []).append(moment)

    def page_count(self) -> int:
        return max(1, -(-len(self._papers()) // self._on_a_page))

    @property
    def _on_a_page(self) -> int:
        return TALL_PAGE if self.context.frame.tall else WIDE_PAGE

    # ---- what it says -----------------------------------------------------------------------------

    def _score(self, wins: tuple[int, int]) -> str:
        return self.context.texts("family.score", one=wins[0], other=wins[1])

    def _title(self, pair: Pair) -> str:
        return self.context.texts("family.pair", one=pair.names[0], other=pair.names[1])

    def _games(self, pair: Pair) -> list[str]:
        """Return the results in each game, those first in which the two have met most often."""
        texts = self.context.texts
        rows = sorted(pair.by_game.items(), key=lambda row: -sum(row[1]))
        return [
            f"{texts(f'game.{game}')} {self._score(wins)}".replace(" ", "\u00a0")
            for game, wins in rows
            if game in GAMES
        ]

    def _sentence(self, moment: FamilyMoment) -> str:
        texts = self.context.texts
        key = f"{moment.game}.moment.{moment.key}"
        # a moment of another version has no text here
        return moment_text(texts, key, moment.numbers, moment.name, moment.to) if texts.has(key) else ""

    def spoken(self) -> str:
        texts = self.context.texts
        if not self.pairs:
            return texts.sentences([texts("family.title"), texts("family.empty"), texts("family.empty_note")])
        rows = [f"{self._title(pair)}: {self._score(pair.wins)}, {', '.join(self._games(pair))}" for pair in self.pairs]
        sentences = [self._sentence(moment) for moments in self.moments.values() for moment in moments]
        return texts.sentences([texts("family.title"), *rows, *sentences])

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        context, frame = self.context, self.context.frame
        texts, tall = context.texts, frame.tall
        plate = self.plate = backdrop.Backdrop(context.kit, backdrop.wood(frame))
        common.heading(context, plate, texts("family.title"))
        widgets: list[Widget] = [common.back_button(context, Pop)]
        foot = 84.0
        top, end = 112.0, frame.height - 24.0
        if not self.pairs:
            self.show([*widgets, *self._empty().lay(plate, Box(24, top, frame.width - 48, end - top))])
            return
        self.page = min(self.page, self.page_count() - 1)
        first = self.page * self._on_a_page
        papers = self._papers()[first : first + self._on_a_page]
        columns = 1 if tall else 2
        rows = self._on_a_page // columns
        papers += [ui.Part()] * (rows * columns - len(papers))
        box = Box(24, top, frame.width - 48, end - foot - 12 - top)
        widgets += ui.Grid(papers, columns, (16, 14)).lay(plate, box)
        widgets += self._clear_button().lay(plate, Box(frame.width / 2 - 170, end - foot + 6, 340, 72))
        if self.page_count() > 1:
            sides = {"family.previous": 70.0, "family.next": frame.width - 70.0}
            widgets += self.page_arrows(end - foot / 2, sides)
        self.show(widgets)

    def lay_out_question(self) -> None:
        self.build()

    def _papers(self) -> list[ui.Part]:
        papers = [self._paper(self._title(pair), self._score(pair.wins), self._games(pair)) for pair in self.pairs]
        for name, moments in self.moments.items():
            sentences = [words for moment in moments if (words := self._sentence(moment))]
            papers.append(self._paper(self.context.texts("family.moments_of", name=name), "", sentences))
        return papers

    def _paper(self, title: str, result: str, notes: Sequence[str]) -> ui.Part:
        """Return the paper of a pair with its result, or of a person with moments."""
        kit = self.context.kit
        head: list[ui.Part] = [ui.TextLine(title, 23, face=fonts.DISPLAY)]
        if result:
            head.append(ui.TextLine(result, 30, AMBER, fonts.DISPLAY, "right").tight(kit))
        note = ui.Paragraph(", ".join(notes) if result else "\n".join(notes[:MOST]), 20, SOFT_ON_PAPER)
        return ui.PaperBox(ui.Column((ui.RowOfParts(head, 12), replace(note, weight=1)), 4), 20, 10)

    def _clear_button(self) -> ui.Part:
        texts = self.context.texts
        button = ui.ButtonPart("clear", texts("family.clear"), self._clear, "dark", icon="trash", size=22)
        return button.confirming(self.confirming == "clear", texts("family.clear_sure"))

    def _clear(self) -> Transition:
        if self.confirmed("clear"):
            family.clear(self.context)
            self._look_again()
            self.page = 0
            self.build()
        return None

    def _empty(self) -> ui.Part:
        texts = self.context.texts
        title = ui.TextLine(texts("family.empty"), 30, face=fonts.DISPLAY, side="centre")
        note = ui.Paragraph(texts("family.empty_note"), 20, SOFT_ON_PAPER, middle=True, limit=170)
        return ui.Anchor(ui.PaperBox(ui.Column((title, note), 18), 44, 28, radius=24), 640, y=0.36)
