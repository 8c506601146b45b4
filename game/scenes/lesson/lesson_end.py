"""The end of a tutorial: a checklist of what was learned, and buttons to a real match."""

from collections.abc import Sequence

from pygame import Surface

from game.catalogue.presentations import PRESENTATIONS
from game.core.match import AnyMatch
from game.engine import figures, fonts, layout, palette, scene, surfaces, widgets
from game.engine.canvas import Canvas
from game.engine.containers import Anchor, ButtonPart, Column, CustomPart, PaperBox, Part, RowOfParts
from game.engine.game_table import AnyTable
from game.engine.input import Input, Key, Pointer
from game.engine.kit import Kit, centred
from game.engine.transitions import Pop, Replace, Reset, Transition
from game.player import lessons, saves
from game.scenes.navigation import routes
from game.scenes.shared.common import Baked, back_button, veiled
from game.scenes.shared.empty_page import fan
from game.services.context import Context
from game.tutorial.lesson import LEARNER

#: milliseconds per ticked line at normal speed
TICK_MS = 420.0
#: width of the paper, and the padding around its lines
WIDE, EDGE = 800.0, 40.0
#: text size, and radius of a tick
SIZE, TICK = 22.0, 15.0
#: height of a button, gap between two of them, and radius of the glad figure
BUTTON, GAP, FACE = 84.0, 14.0, 54.0
#: number and width of the cards behind the figure, degrees between two of them, and milliseconds until they are spread
CARDS, CARD, TURN, SPREAD_MS = 5, 66.0, 9.0, 900.0
#: minimum and maximum gap between two lines
LEAST_APART, MOST_APART = 4.0, 18.0


def line_plain(kit: Kit, w: float, text: str) -> Surface:
    """Draw a tick and what was learned beside it; plain."""
    left = 2 * TICK + 16
    picture = kit.paragraph_plain(text, SIZE, w - left, palette.INK, fonts.STRONG)
    high = max(picture.get_height(), kit.px(2 * TICK) + 2)
    whole = surfaces.blank((kit.px(w), high))
    first = min(high, round(SIZE * kit.text_scale * 1.3)) // 2
    middle = max(first, kit.px(TICK) + 1)
    centred(whole, surfaces.disc(kit.px(TICK), palette.GOOD), kit.px(TICK) + 1, middle)
    centred(whole, kit.icon_plain("check", TICK * 1.3, palette.WHITE), kit.px(TICK) + 1, middle)
    whole.blit(picture, (kit.px(left), max(0, middle - first)))
    return whole


def turned_card(kit: Kit, game: str, number: int, degrees: int) -> Surface:
    """Draw a card of a game, turned; plain."""
    return surfaces.turned(PRESENTATIONS[game].title_card(kit, number, CARD), degrees)


class LessonEnd(Baked):
    """Lists what was learned, below a glad figure with cards of the game, and leads on."""

    stage = "result"

    def __init__(self, context: Context, lesson: str, match: AnyMatch, table: AnyTable) -> None:
        super().__init__(context)
        self.lesson, self.match, self.table = lesson, match, table
        self.lines = [context.texts(f"{match.game.name}.learned.{key}") for key in lessons.learned_keys(lesson)]
        #: a short lesson that comes after this one, or ""
        self.next_lesson = lessons.next_lesson(context, lesson)
        context.audio.play("finale")
        #: elapsed time of the ticking, and number of ticked lines
        self._ms, self.ticked = 0.0, 0
        self._spots: list[tuple[float, float]] = []
        self.items.focus = "play"

    def update(self, ms: float) -> Transition:
        """Spread the cards and tick line by line; without animation all at once."""
        settings = self.context.settings
        moves = settings.pace and not settings.reduced_motion
        self.dirty |= self.spread < 1
        self._ms = self._ms + ms if moves else max(self._ms, SPREAD_MS)
        if self.ticked == len(self.lines):
            return None
        ticked = min(len(self.lines), int(self._ms / (TICK_MS * settings.pace))) if moves else len(self.lines)
        if ticked > self.ticked:
            self.ticked, self.dirty = ticked, True
            self.context.audio.play(f"count_{1 + ticked % 3}")
        return None

    def on_input(self, event: Input) -> Transition:
        """End all movement at any press."""
        if isinstance(event, Key) or (isinstance(event, Pointer) and event.kind == "down"):
            self.dirty |= self.ticked < len(self.lines) or self.spread < 1
            self._ms = max(self._ms, SPREAD_MS)
            self.ticked = len(self.lines)
        return super().on_input(event)

    @property
    def spread(self) -> float:
        """The share of their way that the cards behind the figure have spread, up to 1."""
        return 1 - (1 - min(1.0, self._ms / SPREAD_MS)) ** 3

    # ---- choices ----------------------------------------------------------------------------------

    def _play(self) -> Transition:
        """Start a match of the same game with the taught rules, against the weakest bots."""
        context, game = self.context, self.match.game.name
        match = lessons.first_match(context, self.lesson)
        if saves.shelve(context, game):
            context.tell("notice.match_before")
        return Reset(routes.table(context, match))

    def _learn_on(self) -> Transition:
        """Begin the short lesson that comes next, in the place of this one."""
        return Replace(routes.lesson(self.context, self.next_lesson))

    @property
    def _done(self) -> str:
        return self.texts("lesson.well_done", name=self.match.seats[LEARNER].name)

    def back(self) -> Transition:
        """Return to where the lesson was started."""
        return Pop()

    def spoken(self) -> str:
        return self.texts.sentences([self._done, self.texts("lesson.learned"), *self.lines])

    # ---- layout and picture -----------------------------------------------------------------------

    def build(self) -> None:
        tall = self.frame.tall
        plate = self.plate = veiled(self.context, self.match.game.name, self.table)
        larger = self.kit.text_growth
        wide = self.frame.width - 48.0 if tall else min(WIDE * max(1.0, larger), self.frame.width - 200.0)
        room = self._room = wide - 2 * EDGE
        self._heads = [
            (self.kit.line(self._done, 44, palette.INK, fonts.DISPLAY, room), 24 * larger),
            (self.kit.line(self.texts("lesson.learned"), 20, palette.SOFT_ON_PAPER, fonts.STRONG, room), 60 * larger),
        ]
        self._face = self.frame.width / 2, 0.0
        self._spots = []
        against = self.texts("lesson.play_note", count=len(self.match.seats) - 1)
        play = ButtonPart("play", self.texts("lesson.play"), self._play, "primary", against, "play", 26, h=BUTTON)
        use = lambda: Reset(routes.setup(self.context, self.match.game.name))  # noqa: E731
        other = ButtonPart("set-up", self.texts("lesson.set_up"), use, size=24, h=BUTTON)
        if self.next_lesson:
            about = self.texts(f"{self.match.game.name}.option.{self.next_lesson.partition('.')[2]}")
            note = self.texts("lesson.note_about", name=about, minutes=lessons.minutes(self.next_lesson))
            label = self.texts("lesson.yes")
            other = ButtonPart("next-lesson", label, self._learn_on, sub=note, size=24, h=BUTTON)
        buttons = Column((play, other), GAP) if tall else RowOfParts((other, play), GAP)
        highs = [self.kit.scene_image(line_plain, room, text).get_height() / self.kit.scale for text in self.lines]
        # spare height goes between the lines
        lines = [
            CustomPart(self._place_line, h=high + LEAST_APART, weight=1, max_length=high + MOST_APART) for high in highs
        ]
        head = CustomPart(self._place_head, h=FACE + 14 + 78 * larger)
        paper = PaperBox(Column((head, *lines, Part(h=GAP), buttons, Part(h=34))), EDGE, radius=24)
        most = self.frame.height - 32 - FACE
        box = Anchor(paper, wide).box(self.kit, self.frame.table)
        spare = min(most - box.h, (MOST_APART - LEAST_APART) * len(lines))
        box = box._replace(y=box.y + (FACE - spare) / 2, h=box.h + spare)
        self.show([*paper.lay(plate, box), back_button(self.context, self.back)])

    def _place_head(self, box: layout.Box) -> Sequence[widgets.Widget]:
        """Place the figure over the paper's edge, and its texts below."""
        self._face = box.centre[0], box.y
        self._heads = [(head, box.y + FACE + 14 + down) for head, down in self._heads]
        return ()

    def _place_line(self, box: layout.Box) -> Sequence[widgets.Widget]:
        self._spots.append((box.x, box.y))
        return ()

    def _draw_cards(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw cards of the game that spread from behind the figure, those outside first."""
        game, kit = self.match.game.name, self.kit
        cards = fan([game], CARDS)
        for place in sorted(range(CARDS), key=lambda place: -abs(place - CARDS // 2)):
            off = (place - CARDS // 2) * self.spread
            card = kit.scene_image(turned_card, game, cards[place][1], round(-off * TURN))
            canvas.put_centred(card, x + off * CARD * 0.98, y - 6 + abs(off) ** 2 * 3)

    def draw(self, canvas: Canvas) -> None:
        canvas.background(self.plate.surface)
        kit, (x, y) = self.kit, self._face
        for head, middle in self._heads:
            canvas.put_centred(head, x, middle)
        for spot, text in list(zip(self._spots, self.lines, strict=True))[: self.ticked]:
            canvas.put(kit.scene_image(line_plain, self._room, text), *spot)
        face = figures.figure(kit, self.match.seats[LEARNER].figure, FACE, "glad", True)
        self._draw_cards(canvas, x, y)
        canvas.put_centred(face, x, y)
        scene.Scene.draw(self, canvas)
