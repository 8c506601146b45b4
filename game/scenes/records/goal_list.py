"""The goals of a game on a paper, each with what is reached so far."""

from collections.abc import Sequence

from pygame import Surface

from game.engine import containers as ui
from game.engine import fonts, surfaces
from game.engine.kit import Kit
from game.engine.palette import LIP, SOFT_ON_PAPER
from game.engine.texts import Texts
from game.player.goals import GoalProgress

SIGN = 34.0


def goal_list(texts: Texts, kit: Kit, game: str, rows: Sequence[GoalProgress]) -> ui.Part:
    """Return the goals one below the other; the sum of them is a heading."""
    done = sum(row.is_reached for row in rows)
    head = ui.TextLine(texts("goals.sum", count=done, target=len(rows)), 22, face=fonts.DISPLAY)
    parts = [_row(texts, kit, game, row) for row in rows]
    return ui.InsetBox(ui.Column((head, ui.RuledColumn(parts, 4, weight=1)), 8), 24, 14)


def _row(texts: Texts, kit: Kit, game: str, row: GoalProgress) -> ui.Part:
    sign = ui.ImagePart(_sign(kit, row.is_reached), w=SIGN)
    words = ui.NotedLabel(texts(f"{game}.goal.{row.goal.key}"))
    return ui.RowOfParts((sign, words, *_count(texts, kit, row)), 12, weight=1)


def _count(texts: Texts, kit: Kit, row: GoalProgress) -> list[ui.Part]:
    """Return what is reached of a larger goal."""
    if row.is_reached or row.goal.target == 1:
        return []
    words = texts("goals.so_far", count=row.reached, target=row.goal.target)
    return [ui.TextLine(words, 18, SOFT_ON_PAPER, fonts.BLACK, "right").tight(kit)]


def _sign(kit: Kit, is_reached: bool) -> Surface:
    if is_reached:
        return kit.image_plain("icons/star_gold", SIGN, SIGN)
    side = kit.px(SIGN * 0.7)
    return surfaces.ring((side, side), side // 2, max(1, kit.px(3)), LIP)


def spoken(texts: Texts, game: str, rows: Sequence[GoalProgress]) -> list[str]:
    """Return the goals as sentences, with what is reached."""
    return [texts(f"{game}.goal.{row.goal.key}") + f" {_state(texts, row)}." for row in rows]


def _state(texts: Texts, row: GoalProgress) -> str:
    if row.is_reached or row.goal.target == 1:
        return texts("goals.reached" if row.is_reached else "goals.open")
    return texts("goals.so_far", count=row.reached, target=row.goal.target)
