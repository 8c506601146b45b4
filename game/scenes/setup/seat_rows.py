"""The set-up's rows of seats: who sits there, by which name and figure, and how a bot plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Surface

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.match import FIGURES, HUMAN
from game.engine import surfaces, text
from game.engine.containers import LINE
from game.engine.figures import figure_plain
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, INK, SKY, SOFT, Colour
from game.engine.text_field import TextField
from game.engine.widgets import Button, RoundButton, Segment, Widget
from game.scenes.setup.setup_parts import AddSeat, SeatFace
from game.scenes.shared.faces import choice_of_figures

if TYPE_CHECKING:
    from game.scenes.setup.setup import Setup

#: how far below a choice of modes its note stands
NOTE_BELOW = 12.0
#: signs of the teams
TEAMS: tuple[tuple[str, Colour], ...] = (("A", GOLD), ("B", SKY))
#: what the question who plays takes of the height, and its gap below
ASK, ASK_GAP = 68.0, 12.0
#: the size of the line that says how a seat plays, and how far above the edge of its row it ends
LINE_SIZE, LINE_FOOT = 16.0, 7.0
#: how wide the rows of a wide table usually are
WIDE = 774.0
#: the height of a level's button for texts of the usual size, and the least of a row of a tall table
BAR, LOWEST = 41.0, 82.0
#: so many figures wait there at most for a seat
WAITING = 3
#: what the row that adds a seat takes of a tall table
ADD = 92.0
#: the least height of a row's controls beside a line that says how a seat plays, for texts of the usual size
LEAST_BAR = 30.0


def kinds(scene: Setup) -> list[str]:
    """Who can sit at a seat: a person, or a bot of one of the game's levels."""
    return [HUMAN, *GAMES[scene.game].levels]


def wide(scene: Setup, box: Box) -> list[Widget]:
    """The rows at the left of a wide table, in a box."""
    seats, (_, most) = scene.lineup.seats, scene.lineup.seat_range
    kit, plate, texts = scene.kit, scene.plate, scene.texts
    widgets, lower = _modes(scene, box._replace(h=52), 16)
    top = lower or box.y + 40
    if not lower:
        plate.put(kit.line_plain(texts("setup.seats"), 22, CREAM, text.BLACK), box.x + 12, top - 22)
        plate.put(_count(scene), box.x + box.w - 14, top - 22, "right")
    if scene.asks_who:
        widgets += _ask(scene, Box(box.x, top, box.w, ASK))
        top += ASK + ASK_GAP
    rows = len(seats) + (len(seats) < most)
    high, step = (86.0, 96.0) if rows <= 5 else (70.0, 76.0)
    # a note in several lines, or a question, takes it from the rows
    over = max(0.0, top + rows * step - box.y - box.h) / rows
    high, step = high - over, step - over
    # larger texts need wider names
    name = (168.0 if len(kinds(scene)) <= 4 else 152.0) * (1 + (box.w / WIDE - 1) * 2 / 3)
    lines = _lines(scene, box.w - 182)
    for place in range(len(seats)):
        line = Box(box.x, top + place * step, box.w, high)
        plate.panel(line)
        if scene.choosing == place:
            choice = line._replace(x=line.x + 8, w=line.w - 16)
            widgets += choice_of_figures(scene.context, choice, seats[place].figure, scene.choose_figure)
            continue
        middle = _middle(scene, place, line, lines[place], 12)
        widgets.append(SeatFace(scene, place, line.x + 50, line.y + high / 2, min(29, high * 0.36)))
        bar = min(56.0, 2 * (middle - line.y) - 12)
        widgets.append(name_field(scene, place, Box(line.x + 96, middle - bar / 2, name, bar)))
        left = line.x + 108 + name
        widgets.append(_level_control(scene, place, Box(left, middle - bar / 2, line.x + line.w - 86 - left, bar)))
        widgets.append(_remove_button(scene, place, line.x + line.w - 46, line.y + high / 2))
    if len(seats) < most:
        widgets.append(_add_row(scene, Box(box.x + 1, top + len(seats) * step, box.w - 2, high - 4)))
    return widgets


def tall(scene: Setup, least: float) -> tuple[list[Widget], float]:
    """The rows of a tall table, and where they end: ``least`` of the height is left to what lies below them."""
    seats, (_, most) = scene.lineup.seats, scene.lineup.seat_range
    height, kit = scene.context.frame.height, scene.kit
    widgets, lower = _modes(scene, Box(24, 104, 672, 72), 16)
    top = lower or 116
    if scene.asks_who:
        widgets += _ask(scene, Box(24, top, 672, ASK + 8))
        top += ASK + 8 + ASK_GAP
    rows, add = len(seats), len(seats) < most
    # where there is room, a button grows with its words, and its row with that and the line below
    grown = kit.text_scale / kit.scale
    most_bar = 5 + BAR * grown
    wanted = 36 + most_bar + LINE_SIZE * 1.36 * grown
    step = max(LOWEST, min(wanted, (height - least - top - ADD * add) / rows))
    high = step - 10
    lines = _lines(scene, 498)
    for place in range(len(seats)):
        box = Box(24, top + place * step, 672, high)
        scene.plate.panel(box)
        if scene.choosing == place:
            choice = box._replace(x=30, w=660)
            widgets += choice_of_figures(scene.context, choice, seats[place].figure, scene.choose_figure)
            continue
        middle = _middle(scene, place, box, lines[place], 8)
        widgets.append(SeatFace(scene, place, 76, box.y + high / 2, 29))
        bar = min(most_bar, 2 * (middle - box.y) - 8)
        widgets.append(name_field(scene, place, Box(122, middle - bar / 2, 210, bar)))
        widgets.append(_level_button(scene, place, Box(350, middle - bar / 2, 250, bar - 5), box))
        widgets.append(_remove_button(scene, place, 648, box.y + high / 2))
    if add:
        widgets.append(_add_row(scene, Box(25, top + rows * step, 670, ADD - 12)))
    return widgets, top + rows * step + ADD * add + 8


def _said(scene: Setup, place: int) -> tuple[str, Colour]:
    """How a seat plays, after its team if there are any; and in which colour that is written."""
    words, texts = scene.how(place), scene.texts
    teams = GAMES[scene.game].sides(scene.lineup.options, len(scene.lineup.seats))
    if not teams:
        return words, SOFT
    letter, colour = TEAMS[teams[place]]
    team = letter if words and scene.context.frame.tall else texts("setup.team", letter=letter)
    return f"{team}: {words}" if words else team, colour


def _lines(scene: Setup, room: float) -> list[Surface]:
    """How each seat plays, in lines of one size; plain."""
    kit = scene.kit
    said = [_said(scene, place) for place in range(len(scene.lineup.seats))]
    most = round(LINE_SIZE * kit.text_scale)
    real = min((text.fitted(words, text.STRONG, most, kit.px(room)) for words, _ in said), default=most)
    real = max(real, round(most * text.LEAST_READABLE))
    return [text.plain(text.cut(words, text.STRONG, real, kit.px(room)), text.STRONG, real, ink) for words, ink in said]


def _middle(scene: Setup, place: int, box: Box, line: Surface, edge: float) -> float:
    """Bake the line that says how a seat plays into its row; return how far down the controls above have their middle.

    Where it would leave the controls too little, less what stays free above and below them, there is none. In teams
    a tab at the left says which one, too.
    """
    kit, plate = scene.kit, scene.plate
    teams = GAMES[scene.game].sides(scene.lineup.options, len(scene.lineup.seats))
    if teams:
        letter, colour = TEAMS[teams[place]]
        tab = Box(box.x, box.y + box.h / 2 - 24, 18, 48)
        plate.inset(tab, 6, colour)
        plate.put(kit.line_plain(letter, 14, INK, text.DISPLAY), *tab.centre, "centre")
    high = line.get_height() / kit.scale
    if box.h - high - edge < LEAST_BAR * kit.text_scale / kit.scale:
        return box.y + box.h / 2
    plate.put(line, box.x + 96 + 2 * scene.context.frame.tall, box.y + box.h - LINE_FOOT - high / 2)
    return box.y + (box.h - high - LINE_FOOT + 5) / 2


def _ask(scene: Setup, box: Box) -> list[Widget]:
    """One line that asks once who plays here; it goes away as soon as that is said, or play begins."""
    kit, texts, seat = scene.kit, scene.texts, scene.lineup.seats[scene.lineup.own]
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
    return scene.kit.line_plain(words, 18, SOFT)


def _modes(scene: Setup, box: Box, free: float) -> tuple[list[Widget], float]:
    """What makes another game of it, above the seats, and where its note ends, ``free`` below; 0 for most games."""
    kit, options, texts = scene.kit, GAMES[scene.game].options, scene.texts
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
    top = box.y + box.h + NOTE_BELOW
    for number, line in enumerate(lines):
        words = text.plain(line, text.STRONG, real, SOFT)
        scene.plate.put(words, box.x + 12, top + (number + 0.5) * apart)
    if beside:
        scene.plate.put(_count(scene), box.x + box.w - 14, top + apart / 2, "right")
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
    return [bar], top + len(lines) * apart + free


def name_field(scene: Setup, place: int, box: Box) -> Widget:
    """A seat's name, which can be typed anew."""
    name, id_ = scene.lineup.seats[place].name, f"name-{place}"
    label = scene.texts("setup.name", name=name)
    entry = scene.entry_of(id_)
    return TextField(scene.kit, id_, box, name, label, lambda: scene.type_name(place), entry=entry)


def _level_control(scene: Setup, place: int, box: Box) -> Widget:
    known, seat = kinds(scene), scene.lineup.seats[place]
    labels = [scene.texts(f"level.{kind}") for kind in known]
    return Segment(
        scene.kit,
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
        scene.kit,
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
        scene.kit,
        f"remove-{place}",
        x,
        y,
        scene.texts("setup.remove", name=seat.name),
        lambda: scene.remove(place),
        icon="close",
        side=48,
        enabled=len(scene.lineup.seats) > scene.lineup.seat_range[0],
    )


def waiting(scene: Setup) -> list[str]:
    """Figures beside the row that adds a seat, the first at its end: some of those that are free, one for each seat."""
    seats, (_, most) = scene.lineup.seats, scene.lineup.seat_range
    free = [name for name in FIGURES if name not in {row.figure for row in seats}]
    return free[: min(WAITING, most - len(seats))][::-1]


def _add_row(scene: Setup, box: Box) -> Widget:
    kit, plate = scene.kit, scene.plate
    plate.inset(box, 18, PRESENTATIONS[scene.game].felt)
    plate.surface.blit(
        surfaces.rounded((kit.px(box.w), kit.px(box.h)), kit.px(18), (0, 0, 0), 46),
        scene.context.frame.to_real(box.x, box.y),
    )
    plate.frame_line(box, 18, CREAM, 2, 90)
    for number, name in enumerate(waiting(scene)):
        plate.put(figure_plain(kit, name, 22), box.x + box.w - 38 - number * 62, box.y + box.h / 2, "centre")
    return AddSeat(scene, box)
