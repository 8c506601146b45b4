"""A guided first game at a table of real time: a tape of moves, and one thing at a time to be read or done.

The game's clock runs from the stamp of one move to that of the next, and at the stamp of what the learner is asked for
it stands still until that is done, so that nobody learns in a hurry. A move that is not meant is not carried out: it
is said what would have come of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from game import lessons
from game.context import Context
from game.core.course import AnyCourse
from game.core.game import Action, Advice
from game.core.lesson import MOVE
from game.core.live import live
from game.core.match import AnyMatch
from game.engine.advice import Rings
from game.engine.canvas import Canvas
from game.engine.cards import CORNER
from game.engine.input import Broken, Input, Key, Pointer
from game.engine.items import CARD, Item
from game.engine.layout import Box
from game.engine.lesson_paper import ON, LessonPaper, Taught
from game.engine.live_table import AnyLiveTable
from game.engine.presentation import live as live_presentation
from game.engine.transitions import Push, Replace, Transition
from game.engine.widgets import RoundButton, Widget
from game.presentations import PRESENTATIONS
from game.scenes import routes
from game.scenes.common import ARRANGE_MS, SLIDE_MS, AtTable, back_button, prompt_box
from game.scenes.teaching import Answer, meanwhile, place_beside, taught

#: how long one sees what has happened before something is said about it, at normal speed, in milliseconds
SEEN_MS = 700.0
#: the time bar is drawn anew when it has changed by so much, logical
BAR_STEP = 4.0


class LiveLesson(AtTable):
    """A lesson at its table."""

    stage = "table"
    awake = True
    fingers = True
    keeps = False
    table: AnyLiveTable
    match: AnyMatch
    #: hands wait for each other as long as they like
    patient = True

    def __init__(self, context: Context, course: AnyCourse) -> None:
        super().__init__(context)
        self.course, self.match = course, course.match
        self.game, shown = live(self.match.game), live_presentation(PRESENTATIONS[self.match.game.name])
        self.humans: Sequence[int] = self.match.humans
        self.viewer = self.humans[0]
        self.table = shown.table(context, self.match.seats, self.viewer, self.match.view(self.viewer))
        self.table.held_by = self.humans
        for events in (self.game.opening(self.match.at(0).state), *self.match.events):
            for event in events:
                self.table.take_note(event)
        self._made_for = self._looks()
        self.answer = Answer()
        #: the game's time that is shown, in milliseconds
        self._now = float(self.game.now(self.match.state))
        self._seen_left = 0.0
        #: what is due has come: it is said, and where a move is asked for hands may do it
        self.says = False
        #: the log was so long when the learner was asked last
        self._since = len(self.table.log)
        #: what the buttons say, and how long the time bar is drawn
        self._shown = ("", 0)
        self.prompt = ""
        #: where the paper lies, and for what it was put there
        self._placed_for: tuple[object, ...] = ()
        self._place = Box(0, 0, 0, 0)
        self.hands = self.table.hands(self)
        self.table.covered = False
        self.table.sync(self.match.view(self.viewer))

    # ---- what hands need of it ------------------------------------------------------------------------

    @property
    def address(self) -> str:
        """The lesson of its game."""
        return f"lesson.{self.game.name}"

    @property
    def running(self) -> bool:
        """Whether a hand may come down: it does so only where the learner is asked for it."""
        return self.says and self.course.asks

    @property
    def input_at(self) -> int:
        """The game's time, in milliseconds, of any input: the clock stands still for it."""
        return int(self._now)

    def submit(self, action: Action) -> None:
        """Carry out the move that is due; of another one it is said what would have come of it."""
        if not self.running:
            return
        if key := self.course.answer(action):
            self._answered(key)
        else:
            self._carry_out()

    def tell(self, words: str) -> None:
        """Say for a moment why something cannot be, in the place of what the table waits for."""
        self.prompt, self.dirty = words, True

    # ---- the steps --------------------------------------------------------------------------------------

    def _answered(self, key: str) -> None:
        """A move was tried that is not meant: everything is as it was, but for what is said."""
        self.answer.give(key)
        self.context.audio.play("wrong")
        self.context.pulse("wrong")
        self.offer()
        self.table.sync(self.match.view(self.viewer), self.table.ms(ARRANGE_MS))

    def _carry_out(self) -> None:
        """Let the move happen that is due, at its own stamp."""
        action = self.course.action
        assert action is not None, "what is only read is not carried out"
        self._now = float(self.game.stamp(action))
        if self.course.asks:
            self._since = len(self.table.log)
        self.hands.let_go()
        for event in self.match.apply(action):
            self.table.happened(event)
        self._seen_left = SEEN_MS
        self._go_on()
        self.table.sync(self.match.view(self.viewer), self.table.ms(SLIDE_MS))
        self.offer()

    def _go_on(self) -> None:
        """The step that was due is done."""
        self.answer.give("")
        self.says = False
        self.course.go_on()
        lessons.keep(self.context, self.course)

    def _on(self) -> Transition:
        """What there was to read has been read."""
        if self.course.is_last:
            return Replace(routes.lesson_end(self.context, self.match, self.table))
        self._since = len(self.table.log)
        self._go_on()
        self.offer()
        return None

    def _skip(self) -> Transition:
        """Let the move be made that is due."""
        self._carry_out()
        return None

    def update(self, ms: float) -> Transition:
        """Let the tape go on up to what has to be read or done."""
        if self.table.update(ms):
            self.dirty = True
        if not self.says:
            self._play(ms)
        if self.answer.passed(ms):
            self.offer()
        self.table.now = int(self._now)
        self.hands.tick(self.table.now)
        shown = self.table.button_words(), round(self.table.bar_length() / BAR_STEP)
        if shown != self._shown:
            words, self._shown, self.dirty = self._shown[0], shown, True
            if shown[0] != words:
                self.offer()
        return None

    def _play(self, ms: float) -> None:
        """Let time pass until what is due has come: a recorded move happens, what is said waits to be seen."""
        step, pace = self.course.step, self.context.settings.pace
        passed = ms / pace if pace else inf
        stamp = self._now if step.action is None else float(self.game.stamp(self.game.decode(step.action)))
        if not step.key:
            self._now = min(stamp, self._now + passed)
            if self._now >= stamp:
                self._carry_out()
            return
        # up to where it stands still the clock takes no longer than to see what has happened
        self._now += (stamp - self._now) * (passed / self._seen_left if passed < self._seen_left else 1.0)
        self._seen_left -= passed
        if self._seen_left <= 0:
            self._now, self.says = stamp, True
            if self.course.asks:
                self.context.audio.play("your_turn")
            self.offer()

    # ---- what is said ------------------------------------------------------------------------------------

    def taught(self) -> Taught:
        """What is said at this step, or while others act what they have done."""
        if not self.says:
            return meanwhile(self.context, self.table.log[self._since :])
        return taught(self.context, self.course, self.answer.key)

    def question(self) -> tuple[str, bool] | None:
        """What is said; whoever is asked for a move hears what lies on the table too."""
        if not self.says:
            return None
        told = self.taught()
        words = self.context.texts.sentences([told.head, told.words])
        return (f"{words} {self.table.spoken(self.match.view(self.viewer))}" if self.course.asks else words), True

    def _marks(self, items: Sequence[Item]) -> list[tuple[Box, float]]:
        """What the step speaks of, with the radius of the corners."""
        marks: list[tuple[Box, float]] = []
        action = self.course.action
        for point in self.course.step.points:
            if point == MOVE and action is not None:
                marks += self.table.marked(Advice(action, ()))
                meant = self.table.item_of(action)
                buttons = [item for item in items if item.id == meant and not meant.startswith(CARD)]
                marks += [(item.box, min(18.0, item.box.h * 0.28)) for item in buttons]
            elif box := self.table.place_of(point):
                marks.append((box, box.w * CORNER if point.startswith(CARD) else min(18.0, box.h * 0.28)))
        return list(dict.fromkeys(marks))

    def _paper(self, items: Sequence[Item]) -> LessonPaper | None:
        """The words with the marks on what they speak of."""
        told = self.taught()
        if not told.words:
            return None
        marks = self._marks(items) if self.says else []
        buttons = [item.box for item in items if not item.id.startswith(CARD)]
        box = self._placed(told, [*buttons, *(box for box, _radius in marks)])
        return LessonPaper(self.context.kit, box, marks, told, self._on, self._skip, self.table.cap("first"))

    def _placed(self, told: Taught, firm: Sequence[Box]) -> Box:
        """Where the paper lies: over nothing that is used or spoken of, if it can over no card and nobody's seat."""
        table = self.table
        cards, seats = table.looked_at(), table.seat_boxes()
        key = (table.spots, told, *firm, *cards)
        if key != self._placed_for:
            # who has to search for something must see everything, and whoever has done so as much as can be seen
            free = [*cards, *seats]
            tiers = (free, free, cards)
            self._placed_for = key
            self._place = place_beside(table, table.advice_at, self._place, told, firm, tiers)
        return self._place

    # ---- what can be used --------------------------------------------------------------------------------

    def _looks(self) -> tuple[object, ...]:
        """What the table's pictures depend on."""
        return self.context.kit, self.context.texts, self.context.settings.colours

    def build(self) -> None:
        """Lay out the table anew if the window, the scale, the language or the colours have changed."""
        if self._made_for != self._looks():
            self._made_for = self._looks()
            self.table.build()
        self.offer()

    def offer(self) -> None:
        """Offer what can be used now: hands, where a move is asked for, or the button below what is read."""
        self.prompt = "" if self.says else self.table.prompt(self.match.view(self.viewer))
        widgets = self.hands.widgets()
        if not self.running:
            widgets = [widget for widget in widgets if not any(item.id.startswith(CARD) for item in widget.items)]
            for item in (item for widget in widgets for item in widget.items):
                item.enabled = False
        shown = [*widgets, *self._corners()]
        if paper := self._paper([item for widget in shown for item in widget.items]):
            shown = [Rings(self.context.kit, paper.marks, self.table.draw_labels), *shown, paper]
        self.show(shown)
        if self.items.ring and not self.items.focus and self.items.find(ON):
            self.items.focus = ON

    def _corners(self) -> list[Widget]:
        context, corners = self.context, self.table.corners()
        kit, texts = context.kit, context.texts
        back = back_button(context, self.back)
        back.move(*corners.pause)
        found: list[Widget] = [back]
        if corners.help:
            found.append(
                RoundButton(
                    kit, "help", *corners.help, texts("button.help"), self._help, icon="help", side=56, keys=("help",)
                )
            )
        return found

    def _help(self) -> Transition:
        return Push(routes.howto(self.context, self.game.name, teaches=False))

    # ---- input and picture -------------------------------------------------------------------------------

    @property
    def captures_keys(self) -> bool:  # type: ignore[override]
        """Keys are letters for the table while it takes them."""
        return self.table.takes_letters and self.running

    def pause(self) -> None:
        """Something lies over the table, or the window is away: no hand stays on it."""
        super().pause()
        self.hands.let_go()

    def handle(self, event: Input) -> Transition:
        """Hands count as they come down, everything else as everywhere; an answer gives way to what is asked."""
        ended = self.answer.ended_by(event)
        outcome = self._handle(event)
        if ended and not self.answer.key and outcome is None:
            self.offer()
        return outcome

    def _handle(self, event: Input) -> Transition:
        match event:
            case Pointer():
                if event.touch:
                    self.context.touched = True
                if self.running and not self._covers(event) and self.hands.pointer(event):
                    self.dirty = True
                    return None
            case Broken():
                self.hands.break_off()
            case Key() if self.running and self.hands.key(event):
                self.dirty = True
                return None
        return super().handle(event)

    def _covers(self, event: Pointer) -> bool:
        """Whether a hand that comes down there lies on the paper: not on what is below it."""
        papers = (widget for widget in self.widgets if isinstance(widget, LessonPaper))
        return event.kind == "down" and any(paper.box.holds(event.x, event.y) for paper in papers)

    def use(self, item: Item) -> Transition:
        """Use an item; hands make their own sounds."""
        if item.now:
            if item.enabled:
                self.dirty = True
                item.use()
            return None
        return super().use(item)

    def spoken(self) -> str:
        """What the table waits for."""
        return self.prompt

    def message_box(self) -> Box | None:
        """In the place of the prompt."""
        return prompt_box(self.table.spots.prompt, self.table.spots.prompt_width)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table and what can be used."""
        self.table.draw(canvas)
        self.table.draw_asked(canvas, self.prompt, False)
        super().draw(canvas)
