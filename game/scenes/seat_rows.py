"""The set-up's rows of seats: who sits there, by which name and figure, and how a bot plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Surface

from game.core.match import FIGURES, HUMAN
from game.engine import surfaces, text
from game.engine.figures import figure_plain
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, SKY, SOFT, Colour
from game.engine.text_field import TextField
from game.engine.widgets import Button, RoundButton, Segment, Widget
from game.presentations import PRESENTATIONS
from game.registry import GAMES
from game.scenes.common import LINE
from game.scenes.faces import choice_of_figures
from game.scenes.setup_parts import AddSeat, SeatFace

if TYPE_CHECKING:
    from game.scenes.setup import Setup

#: what a choice of modes above the seats takes, and how far below it its note stands
MODES_HIGH, NOTE_BELOW = 64.0, 22.0
#: signs of the teams
TEAMS: tuple[tuple[str, Colour], ...] = (("A", GOLD), ("B", SKY))
#: what the question who plays takes of the height, and its gap below
ASK, ASK_GAP = 68.0, 12.0
#: the size of the line that says how a seat plays
LINE_SIZE = 16.0


def kinds(scene: Setup) -> list[str]:
    """Who can sit at a seat: a person, or a bot of one of the game's levels."""
    return [HUMAN, *GAMES[scene.game].levels]


def wide(scene: Setup) -> list[Widget]:
    """The rows at the left of a wide table."""
    seats, (_, most) = scene.lineup.seats, scene.lineup.seat_range
    kit, plate, texts = scene.context.kit, scene.plate, scene.texts
    widgets, lower = _modes(scene, Box(28, 104, 774, 52))
    top = 144 + lower
    if not lower:
        plate.put(kit.line_plain(texts("setup.seats"), 22, CREAM, text.BLACK), 40, top - 22)
    plate.put(_count(scene), 788, 156 + NOTE_BELOW if lower else top - 22, "right")
    if scene.asks_who:
        widgets += _ask(scene, Box(28, top, 774, ASK))
        top += ASK + ASK_GAP
    rows = len(seats) + (len(seats) < most)
    high, step = (86.0, 96.0) if rows <= 5 else (70.0, 76.0)
    # a note in several lines, or a question, takes it from the rows
    over = max(0.0, top + rows * step - 696) / rows
    high, step = high - over, step - over
    for place in range(len(seats)):
        box = Box(28, top + place * step, 774, high)
        plate.panel(box)
        if scene.choosing == place:
            choice = box._replace(x=36, w=758)
            widgets += choice_of_figures(scene.context, choice, seats[place].figure, scene.choose_figure)
            continue
        middle = _middle(scene, place, box, 592)
        widgets.append(SeatFace(scene, place, 78, box.y + high / 2, min(29, high * 0.36)))
        bar = min(56.0, 2 * (middle - box.y) - 12)
        left = 304 if len(kinds(scene)) <= 4 else 288
        widgets.append(_name(scene, place, Box(124, middle - bar / 2, left - 136, bar)))
        widgets.append(_level_control(scene, place, Box(left, middle - bar / 2, 716 - left, bar)))
        widgets.append(_remove_button(scene, place, 756, box.y + high / 2))
    if len(seats) < most:
        widgets.append(_add_row(scene, Box(29, top + len(seats) * step, 772, high - 4)))
    return widgets


def tall(scene: Setup) -> tuple[list[Widget], float]:
    """The rows of a tall table, and where they end."""
    seats, (_, most) = scene.lineup.seats, scene.lineup.seat_range
    height = scene.context.frame.height
    widgets, lower = _modes(scene, Box(24, 104, 672, 72))
    top = 116 + (lower and lower + 40)
    if scene.asks_who:
        widgets += _ask(scene, Box(24, top, 672, ASK + 8))
        top += ASK + 8 + ASK_GAP
    rows = len(seats) + (len(seats) < most)
    spare = height - 1280
    step = 100.0 if rows <= 5 else 82.0 + spare / 14
    high = step - 8
    for place in range(len(seats)):
        box = Box(24, top + place * step, 672, high)
        scene.plate.panel(box)
        if scene.choosing == place:
            choice = box._replace(x=30, w=660)
            widgets += choice_of_figures(scene.context, choice, seats[place].figure, scene.choose_figure)
            continue
        middle = _middle(scene, place, box, 498)
        widgets.append(SeatFace(scene, place, 76, box.y + high / 2, 29))
        bar = min(60.0, 2 * (middle - box.y) - 8)
        widgets.append(_name(scene, place, Box(122, middle - bar / 2, 210, bar)))
        widgets.append(_level_button(scene, place, Box(350, middle - bar / 2, 250, bar - 5), box))
        widgets.append(_remove_button(scene, place, 648, box.y + high / 2))
    if len(seats) < most:
        widgets.append(_add_row(scene, Box(25, top + len(seats) * step, 670, high - 4)))
    return widgets, top + rows * step + 8


def _middle(scene: Setup, place: int, box: Box, room: float) -> float:
    """Bake the line that says how a seat plays into its row; return how far down the controls above have their middle.

    In teams a strip at the left and the line's beginning say which one.
    """
    kit, plate, texts = scene.context.kit, scene.plate, scene.texts
    teams = GAMES[scene.game].sides(scene.lineup.options, len(scene.lineup.seats))
    words, colour = scene.how(place), SOFT
    if teams:
        letter, colour = TEAMS[teams[place]]
        team = letter if words and scene.context.frame.tall else texts("setup.team", letter=letter)
        words = f"{team}: {words}" if words else team
        plate.inset(Box(box.x + 8, box.y + box.h / 2 - 24, 6, 48), 3, colour)
    if not words:
        return box.y + box.h / 2
    line = kit.line_plain(words, LINE_SIZE, colour, text.STRONG, room)
    high = line.get_height() / kit.scale
    plate.put(line, 124, box.y + box.h - 5 - high / 2)
    return box.y + (box.h - high) / 2


def _ask(scene: Setup, box: Box) -> list[Widget]:
    """One line that asks once who plays here; it goes away as soon as that is said, or play begins."""
    kit, texts, seat = scene.context.kit, scene.texts, scene.lineup.seats[scene.lineup.own]
    scene.plate.paper(box, 16)
    wide, yes, gap = (190.0, 100.0, 10.0) if scene.context.frame.tall else (170.0, 110.0, 10.0)
    scene.plate.put(figure_plain(kit, seat.figure, 22), box.x + 42, box.y + box.h / 2, "centre")
    words = kit.paragraph_plain(
        texts("setup.who", name=seat.name), 20, box.w - 76 - wide - yes - 3 * gap, face=text.BLACK, high=box.h - 12
    )
    scene.plate.put(words, box.x + 76, box.y + box.h / 2)
    right = box.x + box.w - gap
    high = box.h - 18
    other = Box(right - wide, box.y + 7, wide, high)
    same = Box(other.x - gap - yes, box.y + 7, yes, high)
    own = scene.lineup.own
    return [
        Button(kit, "who-yes", same, texts("setup.who_yes"), scene.meet, kind="good", size=20),
        Button(kit, "who-other", other, texts("setup.who_other"), lambda: scene.type_name(own), size=20, icon="pen"),
    ]


def _count(scene: Setup) -> Surface:
    """How many seats there are and can be; plain."""
    words = scene.texts("setup.of_most", count=len(scene.lineup.seats), most=scene.lineup.seat_range[1])
    return scene.context.kit.line_plain(words, 18, SOFT)


def _modes(scene: Setup, box: Box) -> tuple[list[Widget], float]:
    """What makes another game of it, above the seats, and the height that this takes; nothing for most games."""
    kit, options, texts = scene.context.kit, GAMES[scene.game].options, scene.texts
    option = next((option for option in options if option.pick == "mode"), None)
    if option is None:
        return [], 0.0
    key = f"{scene.game}.option.{option.name}"
    value = scene.lineup.options[option.name]
    # on a wide table the number of seats stands in the same line
    beside = 0 if scene.context.frame.tall else _count(scene).get_width() / kit.scale + 24
    note, real = texts(f"{key}.{value}.note"), round(18 * kit.text_scale)
    lines = text.wrapped(note, text.STRONG, real, kit.px(box.w - 24 - beside))
    apart = real * LINE / kit.scale
    for number, line in enumerate(lines):
        words = text.plain(line, text.STRONG, real, SOFT)
        scene.plate.put(words, box.x + 12, box.y + box.h + NOTE_BELOW + number * apart)
    labels = [texts(f"{key}.{value}") for value in option.values]
    chosen = option.values.index(value)
    bar = Segment(
        kit,
        f"option-{option.name}",
        box,
        labels,
        chosen,
        lambda place: scene.choose_option(option.name, option.values[place]),
        name=texts(key),
        size=24,
    )
    return [bar], MODES_HIGH + (len(lines) - 1) * apart


def _name(scene: Setup, place: int, box: Box) -> Widget:
    """A seat's name, which can be typed anew."""
    name, id_ = scene.lineup.seats[place].name, f"name-{place}"
    label = scene.texts("setup.name", name=name)
    entry = scene.entry_of(id_)
    return TextField(scene.context.kit, id_, box, name, label, lambda: scene.type_name(place), entry=entry)


def _level_control(scene: Setup, place: int, box: Box) -> Widget:
    known, seat = kinds(scene), scene.lineup.seats[place]
    labels = [scene.texts(f"level.{kind}") for kind in known]
    return Segment(
        scene.context.kit,
        f"level-{place}",
        box,
        labels,
        known.index(seat.kind),
        lambda chosen: scene.choose_level(place, known[chosen]),
        name=seat.name,
        size=20 if len(known) <= 4 else 17,
    )


def _level_button(scene: Setup, place: int, box: Box, row: Box) -> Widget:
    """Who sits at a seat of a tall table: a tap chooses the next kind."""
    known, seat = kinds(scene), scene.lineup.seats[place]
    label = scene.texts(f"level.{seat.kind}")
    after = known[(known.index(seat.kind) + 1) % len(known)]
    button = Button(
        scene.context.kit,
        f"level-{place}",
        box,
        label,
        lambda: scene.choose_level(place, after),
        kind="secondary" if seat.kind == HUMAN else "dark",
        icon="pawn" if seat.kind == HUMAN else "gear",
        size=22,
        spoken=f"{seat.name}: {label}. {scene.how(place)}",
    )
    button.item.box = box._replace(y=row.y, h=row.h)
    return button


def _remove_button(scene: Setup, place: int, x: float, y: float) -> Widget:
    seat = scene.lineup.seats[place]
    return RoundButton(
        scene.context.kit,
        f"remove-{place}",
        x,
        y,
        scene.texts("setup.remove", name=seat.name),
        lambda: scene.remove(place),
        icon="close",
        side=48,
        enabled=len(scene.lineup.seats) > scene.lineup.seat_range[0],
    )


def _add_row(scene: Setup, box: Box) -> Widget:
    kit, plate = scene.context.kit, scene.plate
    plate.inset(box, 18, PRESENTATIONS[scene.game].felt)
    plate.surface.blit(
        surfaces.rounded((kit.px(box.w), kit.px(box.h)), kit.px(18), (0, 0, 0), 46),
        scene.context.frame.to_real(box.x, box.y),
    )
    plate.frame_line(box, 18, CREAM, 2, 90)
    free = [name for name in FIGURES if name not in {row.figure for row in scene.lineup.seats}]
    for number, name in enumerate(free[:3]):
        plate.put(figure_plain(kit, name, 22), box.x + box.w - 162 + number * 62, box.y + box.h / 2, "centre")
    return AddSeat(scene, box)
