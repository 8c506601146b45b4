"""What stands still at the table of Twin It!: panels, names, signs of teams, the places of sets and of cards beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Surface

from game.engine import surfaces, text
from game.engine.layout import Box
from game.engine.palette import CREAM, SOFT
from game.games.twin_it import pieces
from game.games.twin_it.layout import Area
from game.games.twin_it.options import TEAMS

if TYPE_CHECKING:
    from game.games.twin_it.picture import Picture


def bake(table: Picture) -> None:
    """Bake it all into the table's backdrop."""
    for seat, area in table.areas.items():
        _bake_area(table, seat, area)
    if table.spots.tray and table.timed:
        table.backdrop.panel(table.spots.tray, 20, 0.42)
    if table.spots.beside:
        _bake_beside(table)


def _bake_area(table: Picture, seat: int, area: Area) -> None:
    """A seat's panel, its name, and the places of its sets."""
    kit = table.context.kit
    if table.timed:
        table.backdrop.panel(area.box, 14, 0.5)
    else:
        table.backdrop.panel(area.box, 20 if seat == table.viewer else 18, 0.42 if seat == table.viewer else 0.58)
    if table.view.options.mode == TEAMS:
        _bake_team(table, seat, area)
    name = kit.line_plain(table.name(seat), area.size, CREAM, text.BLACK, area.name_width)
    centre = not table.timed and (area.buzzer or area.name[0] == area.face[0])
    _put(table, name, area.name, area, "centre" if centre else "left")
    if seat == table.viewer and not table.around and not table.timed:
        for number, cell in enumerate(area.cells):
            table.backdrop.put(pieces.cell_plain(kit, cell.w, str(number + 1)), cell.x, cell.y, "centre")
    else:
        for cell in area.cells:
            table.backdrop.put(pieces.cell_plain(kit, cell.w), cell.x, cell.y, "centre")


def _bake_team(table: Picture, seat: int, area: Area) -> None:
    """Whom a seat plays with: the line around its panel, and a sign of the same colour."""
    team = seat % 2
    table.backdrop.frame_line(area.box, 20 if seat == table.viewer else 18, pieces.TEAM_COLOURS[team], 3)
    x, y = area.face
    across = -1 if area.turned else 1
    badge = pieces.team_badge(table.context.kit, team)
    if area.turned:
        badge = surfaces.turned(badge, 180)
    radius = area.buzzer[2] if area.buzzer else area.radius
    table.badges[seat] = (surfaces.ready(badge), x + across * radius * 0.8, y - across * radius * 0.8)


def _put(table: Picture, plain: Surface, place: tuple[float, float], area: Area, anchor: str) -> None:
    """Bake a picture at a seat, turned to whom it is for."""
    if area.turned:
        plain = surfaces.turned(plain, 180)
    table.backdrop.put(plain, *place, anchor)


def _bake_beside(table: Picture) -> None:
    spots, kit = table.spots, table.context.kit
    words = table.words("barred", name=table.name(table.view.options.forbidden))
    first, last = spots.beside[0], spots.beside[-1]
    if table.context.frame.tall:
        left = spots.beside_label[0]
        box = Box(left - 4, first.y - first.w / 2 - 8, last.x + last.w / 2 - left + 12, first.w + 16)
        table.backdrop.panel(box, 14, 0.42)
        table.backdrop.put(
            kit.paragraph_plain(words, 18, first.x - first.w / 2 - left - 20, SOFT), left + 8, first.y, "left"
        )
        return
    top = spots.beside_label[1] - 22
    table.backdrop.panel(Box(first.x - 56, top, 112, last.y + last.w / 2 + 8 - top), 14, 0.42)
    line = kit.line_plain(words, 15, SOFT, text.BLACK, 104)
    table.backdrop.put(line, spots.beside_label[0], spots.beside_label[1], "centre")
