"""The goals of a game on a paper, each with what is reached so far."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pygame import Surface

from game.engine import containers as ui
from game.engine import controls, fonts, surfaces
from game.engine.backdrop import Backdrop
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import GOLD, LIP, SOFT_ON_PAPER
from game.engine.texts import Texts
from game.engine.widgets import Widget
from game.player.goals import GoalProgress

SIGN = 34.0
#: on a tall table: the sign, the text size, and the bar with its height in the row
SIGN_TALL, LABEL_TALL, BAR, BAR_ROW = 46.0, 24.0, 20.0, 30.0


@dataclass(frozen=True)
class Bar(ui.Part):
    """A bar that is filled up to a share."""

    share: float = 0.0

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        plate.put(controls.bar_plain(plate.kit, box.w, BAR, self.share, GOLD), box.x, box.centre[1])
        return []


def goal_list(texts: Texts, kit: Kit, game: str, rows: Sequence[GoalProgress]) -> ui.Part:
    """Return the goals one below the other; the sum of them is a heading."""
    done = sum(row.is_reached for row in rows)
    head = ui.TextLine(texts("goals.sum", count=done, target=len(rows)), 22, face=fonts.DISPLAY)
    parts = [_row(texts, kit, game, row) for row in rows]
    return ui.InsetBox(ui.Column((head, ui.RuledColumn(parts, 4, weight=1)), 8), 24, 14)


def _row(texts: Texts, kit: Kit, game: str, row: GoalProgress) -> ui.Part:
    """Return a goal with what is reached of it: at the right end or, on a tall table, below it beside a bar."""
    tall, count = kit.frame.tall, _count(texts, kit, row)
    size = SIGN_TALL if tall else SIGN
    sign = ui.ImagePart(_sign(kit, row.is_reached, size), w=size)
    words = ui.NotedLabel(texts(f"{game}.goal.{row.goal.key}"))
    if not tall:
        return ui.RowOfParts((sign, words, *count), 12, weight=1)
    words = replace(words, size=LABEL_TALL)
    bar = [ui.RowOfParts((Bar(share=row.reached / row.goal.target), *count), 16, h=BAR_ROW)] if count else []
    return ui.RowOfParts((sign, ui.CentredColumn((words, *bar))), 16, weight=1)


def _count(texts: Texts, kit: Kit, row: GoalProgress) -> list[ui.Part]:
    """Return what is reached of a larger goal."""
    if row.is_reached or row.goal.target == 1:
        return []
    words = texts("goals.so_far", count=row.reached, target=row.goal.target)
    return [ui.TextLine(words, 18, SOFT_ON_PAPER, fonts.BLACK, "right").tight(kit)]


def _sign(kit: Kit, is_reached: bool, size: float) -> Surface:
    if is_reached:
        return kit.image_plain("icons/star_gold", size, size)
    side = kit.px(size * 0.7)
    return surfaces.ring((side, side), side // 2, max(1, kit.px(3)), LIP)


def spoken(texts: Texts, game: str, rows: Sequence[GoalProgress]) -> list[str]:
    """Return the goals as sentences, with what is reached."""
    return [texts(f"{game}.goal.{row.goal.key}") + f" {_state(texts, row)}." for row in rows]


def _state(texts: Texts, row: GoalProgress) -> str:
    if row.is_reached or row.goal.target == 1:
        return texts("goals.reached" if row.is_reached else "goals.open")
    return texts("goals.so_far", count=row.reached, target=row.goal.target)
