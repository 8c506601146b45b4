"""The leaf of a calendar on the title: the way to the deal of the day. It says what there is and urges nobody."""

from __future__ import annotations

from datetime import date

from pygame import Surface

from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.engine import controls, layout, surfaces, text, transitions, widgets
from game.engine.canvas import Canvas
from game.engine.items import Item, ItemList
from game.engine.kit import Kit, centred
from game.engine.palette import CREAM, INK, PARCHMENT, SOFT_ON_PAPER, WHITE, Colour, mix
from game.player import daily, diary
from game.scenes.navigation import routes

#: the leaf with the number of the day, at the left of the paper
LEAF = 50.0


class DayLeaf(widgets.Widget):
    """Today's leaf, with its game or what has come of it."""

    def __init__(self, context: Context, box: layout.Box) -> None:
        super().__init__(context.kit)
        texts = context.texts
        self.box, self.day = box, diary.today(context)
        deal = daily.deal_of(self.day)
        game = texts(f"game.{deal.game}")
        state = (
            "played"
            if self.day in diary.entries(context)
            else "open"
            if self.day in diary.open_days(context)
            else "free"
        )
        self.title, self.felt = texts("daily.title"), PRESENTATIONS[deal.game].felt
        self.words = game if state == "free" else texts(f"daily.state.{state}")
        self.done = state == "played"
        label = texts("title.daily_spoken", game=game, state=texts(f"daily.state.{state}"))
        self.items = [Item("daily", label, box.at_least(72), lambda: transitions.Push(routes.daily(context)))]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        box, kit = self.box, self.kit
        state = self.state(self.items[0], items)
        if state == "focus":
            canvas.put(kit.ready(controls.focus_plain, box.w, box.h, 14), box.x - 8, box.y - 8)
        lit = state in ("hover", "pressed")
        paper = kit.made(leaf_plain, box.w, box.h, self.day, self.felt, self.title, self.words, self.done, lit)
        widgets.put_paper(canvas, kit, paper, box.x, box.y)


def leaf_plain(  # noqa: PLR0913 - all of it is what one sees
    kit: Kit, w: float, h: float, day: date, felt: Colour, title: str, words: str, done: bool, lit: bool
) -> Surface:
    """A paper with the leaf of a date, and two lines beside it."""
    px = kit.px
    whole = kit.paper_plain(w, h, 14, mix(PARCHMENT, WHITE, 0.55) if lit else CREAM)
    margin = kit.paper_margin()
    high = h - 16
    leaf = surfaces.rounded((px(LEAF), px(high)), px(9), INK).copy()
    edge = max(1, px(2))
    leaf.blit(surfaces.rounded((px(LEAF) - 2 * edge, px(high) - 2 * edge), px(7), felt), (edge, edge))
    sheet = px(high * 0.72)
    leaf.blit(surfaces.rounded((px(LEAF) - 2 * edge, sheet), px(7), WHITE), (edge, px(high) - edge - sheet))
    number = text.plain(str(day.day), text.DISPLAY, px(high * 0.52), INK)
    centred(leaf, number, px(LEAF / 2), px(high) - edge - sheet // 2)
    whole.blit(leaf, (margin + px(8), margin + px(8)))
    left = margin + px(LEAF + 18)
    room = w - LEAF - 28
    lines = [
        kit.line_plain(title, kit.fitting(19, h * 0.36), INK, text.DISPLAY, room),
        kit.line_plain(words, kit.fitting(16, h * 0.32), SOFT_ON_PAPER, text.BLACK, room - (22 if done else 0)),
    ]
    for line, down in zip(lines, (0.31, 0.69), strict=True):
        whole.blit(line, (left, margin + px(h * down) - line.get_height() // 2))
    if done:
        tick = kit.icon_plain("check", 18, SOFT_ON_PAPER)
        whole.blit(tick, (left + lines[1].get_width() + px(4), margin + px(h * 0.69) - tick.get_height() // 2))
    return whole
