"""The set-up of whoever has never played: what it is about, who plays, one tap to begin. All else is folded away."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.engine import text
from game.engine.figures import figure_plain
from game.engine.layout import Box, row
from game.engine.palette import CREAM, INK, SOFT
from game.engine.text_field import BEFORE_PEN, PEN
from game.engine.transitions import Push, Transition
from game.engine.widgets import Button, Widget
from game.player import lessons, saves, statistics
from game.scenes.navigation import routes
from game.scenes.setup.seat_rows import name_field
from game.scenes.setup.setup_parts import SeatFace
from game.scenes.shared.faces import choice_of_figures

if TYPE_CHECKING:
    from game.scenes.setup.setup import Setup

#: how wide everything is at most where a window is wide
WIDE = 860.0
#: how large a seat's figure is at most, and as a share of its part of the panel; and how many sit side by side at most
FIGURE, FIGURE_SHARE = 84.0, 0.3
ABREAST, ABREAST_TALL = 7, 2
#: how large a name is
NAME = 25.0


class Places(NamedTuple):
    """Where everything lies."""

    aim: Box
    seats: Box
    start: Box
    lesson: Box
    unfold: Box
    howto: Box


def is_wanted(scene: Setup) -> bool:
    """Whether whoever sits here has never played, is still to learn this game and has not asked for more."""
    context = scene.context
    if context.settings.unfolded or not scene.teaches:
        return False
    # whoever has followed a link to a table has played without any set-up
    return not statistics.entries(context) and not saves.is_in_progress(context, scene.game)


def places(scene: Setup) -> Places:
    """Lay it out in the window as it is now."""
    frame = scene.context.frame
    if frame.tall:
        low = frame.height
        start = Box(24, low - 366, 672, 116)
        unfold, howto = row(2, Box(24, low - 120, 672, 76), 12)
        seats = Box(24, 396, 672, start.y - 16 - 396)
        return Places(Box(24, 116, 672, 266), seats, start, Box(24, low - 230, 672, 94), unfold, howto)
    room = frame.room
    wide = min(room.w - 56, WIDE * room.w / frame.width)
    x = room.x + (room.w - wide) / 2
    lesson, unfold, howto = row(3, Box(x, 604, wide, 80), 14)
    return Places(Box(x, 106, wide, 172), Box(x, 290, wide, 184), Box(x, 486, wide, 104), lesson, unfold, howto)


def build(scene: Setup) -> list[Widget]:
    """Bake what there is to read, and return the buttons: the large one begins."""
    kit, texts, game = scene.kit, scene.texts, scene.game
    at = places(scene)
    _bake_aim(scene, at.aim)
    who = _seats(scene, at.seats)

    def learn() -> Transition:
        lessons.was_offered(scene.context, game)
        return Push(routes.lesson(scene.context, game))

    begun = lessons.progress(scene.context, game) is not None
    lesson = Button(
        kit,
        "lesson",
        at.lesson,
        texts("lesson.resume" if begun else "lesson.yes"),
        learn,
        kind="good",
        sub=texts("lesson.note", minutes=lessons.minutes(game)),
        size=26,
    )
    unfold = Button(kit, "unfold", at.unfold, texts("setup.unfold"), scene.unfold, kind="dark", icon="gear", size=22)
    howto = Button(
        kit,
        "howto",
        at.howto,
        texts("button.howto"),
        lambda: Push(routes.howto(scene.context, game)),
        kind="dark",
        size=22,
        keys=("help",),
    )
    return [scene.start_button(at.start), lesson, unfold, howto, *who]


def _bake_aim(scene: Setup, box: Box) -> None:
    """What the game is about, in two or three lines."""
    kit, plate, key = scene.kit, scene.plate, f"{scene.game}.howto.aim"
    plate.paper(box)
    head = 38 * kit.text_scale / kit.scale
    aim = kit.paragraph_plain(scene.texts(f"{key}.text"), 23, box.w - 56, INK, text.STRONG, box.h - head - 24)
    top = box.y + (box.h - head - aim.get_height() / kit.scale) / 2
    plate.put(kit.line_plain(scene.texts(key), 25, INK, text.DISPLAY), box.x + 28, top + head / 2 - 4)
    plate.put(aim, box.x + 28, top + head, "corner")


def _seats(scene: Setup, box: Box) -> list[Widget]:
    """Who sits at the table, and how good they are; the own name and figure can be changed."""
    kit, plate, seats = scene.kit, scene.plate, scene.lineup.seats
    plate.panel(box)
    if scene.choosing >= 0:
        room = box._replace(x=box.x + 8, w=box.w - 16)
        return choice_of_figures(scene.context, room, seats[scene.choosing].figure, scene.choose_figure)
    widgets: list[Widget] = []
    most = ABREAST_TALL if scene.context.frame.tall else ABREAST
    lines = -(-len(seats) // most)
    part, high = box.w / min(most, len(seats)), (box.h - 16) / lines
    grown = kit.text_scale / kit.scale
    name, note = 40 * grown, 23 * grown
    radius = min(FIGURE, part * FIGURE_SHARE, (high - name - note - 20) / 2)
    for place, seat in enumerate(seats):
        line, column = divmod(place, most)
        beside = min(most, len(seats) - line * most)
        x = box.x + box.w / 2 + (column - (beside - 1) / 2) * part
        top = box.y + 8 + line * high + (high - 2 * radius - name - note - 8) / 2
        own = place == scene.lineup.own
        said = scene.texts("setup.you" if own else f"level.{seat.kind}")
        y = top + 2 * radius + 8 + name / 2
        words = kit.line_plain(seat.name, NAME, CREAM, text.BLACK, part - 12 - own * (PEN + BEFORE_PEN))
        if own:
            wide = words.get_width() / kit.scale + 2 * (PEN + BEFORE_PEN)
            field = Box(x - wide / 2 + PEN + BEFORE_PEN, y - name / 2, wide - PEN - BEFORE_PEN, name)
            if scene.entry_of(f"name-{place}"):
                field = Box(x - (part - 12) / 2, y - name / 2 - 4, part - 12, name + 8)
            face, named = SeatFace(scene, place, x, top + radius, radius), name_field(scene, place, field)
            # a finger finds it anywhere below the figure
            upper = face.items[0].box.y + face.items[0].box.h
            named.items[0].box = Box(x - part / 2 + 6, upper, part - 12, box.y + 8 + (line + 1) * high - upper)
            widgets += [face, named]
        else:
            plate.put(figure_plain(kit, seat.figure, radius), x, top + radius, "centre")
            plate.put(words, x, y, "centre")
        plate.put(kit.line_plain(said, 19, SOFT, text.STRONG, part - 12), x, y + (name + note) / 2, "centre")
    return widgets
