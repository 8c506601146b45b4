"""A puzzle of a game in real time at its table, without its clock: where are the equal ones?"""

from __future__ import annotations

from collections.abc import Sequence

from game.context import Context
from game.core.game import Action, Advice
from game.engine.advice import Rings, free_place, room_on
from game.engine.canvas import Canvas
from game.engine.items import CARD, MOVE
from game.engine.lesson_paper import lesson_paper
from game.engine.transitions import Pop, Push, Transition
from game.engine.widgets import RoundButton, Widget
from game.scenes import routes
from game.scenes.common import back_button
from game.scenes.realtime import RealTime
from game.scenes.riddle import NEXT, Riddle, RiddlePaper, way_on

#: so many faces are made in a frame before all are uncovered
AT_ONCE = 4
#: how wide the paper is
WIDE, TALL_WIDE = 340.0, 460.0
#: where what is asked stands: above the cards, where so much of the width belongs to others, or so far from the foot of
#: a tall table
ASKED, ASIDE, ASKED_TALL = 40.0, 330.0, 90.0


class LivePuzzle(RealTime):
    """One puzzle at its table."""

    keeps = False

    def __init__(self, context: Context, game: str, number: int) -> None:
        self.riddle = Riddle(context, game, number)
        super().__init__(context, self.riddle.match)

    # ---- the clock has nothing to say -------------------------------------------------------------

    @property
    def address(self) -> str:
        """The puzzle."""
        return f"puzzle.{self.riddle.game}.{self.riddle.number}"

    def _uncover(self) -> None:
        """Every face is up; nothing is measured."""
        self._since = self._frame_at = self.context.clock.now_ms()
        self.table.covered = False
        self._show(0)

    def halt(self) -> None:
        """Something lies over the table: nobody gains by that."""
        self.hands.let_go()

    def resume(self) -> None:
        """It is in sight again."""
        self._show()

    def update(self, ms: float) -> Transition:
        """Uncover the faces once all of them are made, and let what moves come to rest."""
        self.dirty |= self.table.update(ms)
        if self.table.covered and not any([self.table.prepare() for _ in range(AT_ONCE)]):
            self._uncover()
        return None

    # ---- trying -----------------------------------------------------------------------------------

    def submit(self, action: Action) -> None:
        """Say whether these are the ones; whatever else hands can do changes nothing here."""
        if self.riddle.done or not self.riddle.is_meant(action):
            self._show()
        else:
            self._say("glad" if self.riddle.try_out(action) else "wrong")

    def _say(self, what: str) -> None:
        self.context.audio.play("claim" if what == "glad" else what)
        self.context.pulse(what)
        self._show()
        if self.riddle.done:
            self.items.focus = NEXT

    def _show_answer(self) -> Transition:
        self.riddle.give_up()
        self._say("peek")
        return None

    def back(self) -> Transition:
        """To the list."""
        return Pop()

    # ---- what can be used ---------------------------------------------------------------------------

    def offer(self) -> None:
        """The cards, and once the answer is known the paper with the way on."""
        texts = self.context.texts
        cards = [
            widget for widget in self.hands.widgets() if not any(item.id.startswith(MOVE) for item in widget.items)
        ]
        shown: list[Widget] = [*cards, *self._corners()]
        taught = self.riddle.taught(self.riddle.done)
        said = texts.sentences([taught.head, taught.words]) if self.riddle.done else taught.words
        self.prompt = "" if self.table.covered else said
        if self.riddle.done:
            kit, frame = self.context.kit, self.context.frame
            offers = [way_on(self.context, self.match.game.name, self.riddle.number)]
            marks = self.table.marked(Advice(self.riddle.answer, ()))
            items = [item for widget in shown for item in widget.items]
            firm = [*(item.box for item in items if not item.id.startswith(CARD)), *(box for box, _ in marks)]
            w = TALL_WIDE if frame.tall else WIDE
            high = kit.paper_height(kit.made(lesson_paper, w, taught))
            every = [*firm, *(item.card or item.box for item in items)]
            place, covered = free_place(w, high, room_on(frame), every, self.table.advice_at)
            if covered:
                place, _covered = free_place(w, high, room_on(frame), firm, place)
            paper = RiddlePaper(kit, place, marks, taught, offers)
            shown += [Rings(kit, marks, self.table.draw_labels, cards), paper]
        self.show(shown)

    def _corners(self) -> Sequence[Widget]:
        context, corners = self.context, self.table.corners()
        kit, texts = context.kit, context.texts
        back = back_button(context, self.back)
        back.move(*corners.pause)
        found: list[Widget] = [back]
        if corners.help:
            found.append(
                RoundButton(
                    kit,
                    "help",
                    *corners.help,
                    texts("button.help"),
                    lambda: Push(routes.howto(context, self.match.game.name, teaches=False)),
                    icon="help",
                    side=56,
                    keys=("help",),
                )
            )
        if corners.hint and not self.riddle.done:
            label = texts("puzzles.answer")
            found.append(
                RoundButton(kit, "hint", *corners.hint, label, self._show_answer, icon="bulb", side=52, keys=("hint",))
            )
        return found

    def spoken(self) -> str:
        """What is asked, or said of the answer."""
        return self.prompt

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, what is asked, and what can be used."""
        self.table.draw(canvas)
        super(RealTime, self).draw(canvas)
        if self.prompt and not self.riddle.done:
            frame = self.context.frame
            words = self.context.kit.prompt(self.prompt, 19, frame.width - (48 if frame.tall else ASIDE))
            canvas.put_centred(words, frame.width / 2, frame.height - ASKED_TALL if frame.tall else ASKED)
