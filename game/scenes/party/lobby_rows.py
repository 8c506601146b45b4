"""What a party's screen is laid out of: a row for each seat, the code, and what is played."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.match import HUMAN
from game.engine import text
from game.engine.figures import figure_plain
from game.engine.layout import Box, row
from game.engine.palette import CREAM, GOLD, INK, SOFT, SOFT_ON_PAPER
from game.engine.text_field import TextField
from game.engine.widgets import Button, RoundButton, Segment, Use, Widget, segment_fits
from game.scenes.setup.seat_rows import TEAMS
from game.scenes.shared.choice import TAB_SIZE, arrows, choice
from game.scenes.shared.faces import Face, choice_of_figures
from game.scenes.shared.qr_code import bake_code
from game.wire.deeds import FREE
from game.wire.messages import Phase, Place

if TYPE_CHECKING:
    from game.scenes.party.lobby import Lobby

#: the widths of what stands at the right of the seats on a wide table
SIDE = 426.0
#: and what there is to be scanned on a screen for all; how much larger everything is there
SCANNED, LARGER = 540.0, 1.45


def waits_for(scene: Lobby) -> str:
    """What is to happen before it can begin, or that it can."""
    texts, standing = scene.texts, scene.standing
    assert standing is not None, "it is asked once there is a party"
    if scene.visit.is_late:
        return scene.visit.late_words
    if scene.plays:
        return texts("party.is_played")
    least, most = scene.range
    if scene.taken < least:
        return texts("party.needs", count=least - scene.taken)
    if scene.taken > most:
        return texts("party.too_many", most=most)
    if scene.owns:
        return texts("party.may_begin")
    owner = standing.places[standing.owner] if standing.owner >= 0 else None
    return texts("party.waits", name=owner.name) if owner else texts("party.needs_person")


def wide(scene: Lobby) -> list[Widget]:
    """On a wide table: seats at the left, the rest beside them."""
    room, standing = scene.context.frame.room, scene.standing
    assert standing is not None, "there is a party"
    side = SCANNED if scene.visit.way.watches else SIDE
    x = room.x + room.w - 28 - side
    widgets = _seats(scene, Box(room.x + 28, 104, x - 24 - room.x - 28, 592))
    if scene.visit.way.watches:
        # a screen for all is there to be scanned, and read from across the room
        widgets += _code(scene, Box(x, 104, side, 534))
        words = scene.kit.line_plain(waits_for(scene), 26, CREAM, text.BLACK, side)
        scene.plate.put(words, x + side / 2, 670, "centre")
        return widgets
    widgets += _code(scene, Box(x, 104, side, 176))
    widgets += _played(scene, Box(x, 296, side, 276))
    widgets += _foot(scene, Box(x, 588, side, 108))
    return widgets


def tall(scene: Lobby) -> list[Widget]:
    """On a tall table: the code, what is played, the seats, and the way on."""
    frame = scene.context.frame
    if scene.visit.way.watches:
        widgets = _code(scene, Box(24, 106, 672, 442))
    else:
        widgets = [*_code(scene, Box(24, 106, 672, 150)), *_played(scene, Box(24, 272, 672, 276))]
    widgets += _seats(scene, Box(24, 564, 672, frame.height - 564 - 166))
    widgets += _foot(scene, Box(24, frame.height - 150, 672, 126))
    return widgets


# ---- the code ---------------------------------------------------------------------------------------


def _code(scene: Lobby, box: Box) -> list[Widget]:
    """The code, large, and what hands out a link."""
    plate, kit, texts = scene.plate, scene.kit, scene.texts
    plate.paper(box, 18)
    plate.put(kit.line_plain(texts("party.code"), 20, SOFT_ON_PAPER, text.BLACK, box.w - 160), box.x + 24, box.y + 30)
    code, door = scene.visit.remote.code, scene.visit.way.door
    head = min(box.h, 176.0)
    scanned = scene.visit.way.watches and not scene.context.frame.tall
    large, room = (112.0, box.w - 130) if scanned else (min(88.0, head * 0.56), box.w - 170)
    letters = kit.sticker_plain(code, large, GOLD, room)
    plate.put(letters, box.x + 24, box.y + head * 0.58)
    if scene.visit.way.watches and (link := scene.visit.link):
        side = box.h - head - 40
        bake_code(plate, Box(box.x + (box.w - side) / 2, box.y + head - 8, side, side), link)
        words = kit.line_plain(door or link, 21, INK, text.BLACK, box.w - 48)
        plate.put(words, box.x + box.w / 2, box.y + box.h - 24, "centre")
    right, box = box.x + box.w - 50, box._replace(h=head)
    uses: list[tuple[str, str, str, Use]] = [("copy", "export", "party.copy", scene.share)]
    if scene.visit.remote.over is not None:
        uses.append(("proof", "check", "party.proof", scene.share_proof))
    elif scene.seat >= 0:
        uses.append(("take_along", "pawn", "party.take_along", lambda: scene.share(scene.visit.token)))
    # side by side where there is room for it
    apart = (84.0, 0.0) if scene.context.frame.tall else (0.0, 72.0)
    y = box.y + box.h / 2 - apart[1] * (len(uses) - 1) / 2
    return [
        RoundButton(kit, id_, right - apart[0] * number, y + apart[1] * number, texts(key), use, icon=icon, side=52)
        for number, (id_, icon, key, use) in enumerate(uses)
    ]


# ---- what is played ---------------------------------------------------------------------------------


def _played(scene: Lobby, box: Box) -> list[Widget]:
    """The game, its house rules and how long a turn may take: the owner's to choose."""
    plate, kit, texts, standing = scene.plate, scene.kit, scene.texts, scene.standing
    assert standing is not None, "there is a party"
    plate.panel(box)
    names = [texts(f"game.{name}") for name in GAMES]
    at = [*GAMES].index(standing.game)
    inner = Box(box.x + 16, box.y + 12, box.w - 32, 56)
    if not scene.owns:
        plate.put(kit.line_plain(names[at], 30, CREAM, text.DISPLAY, inner.w), inner.x + 8, inner.y + 28)
        said = [*_mode_said(scene), _rules_said(scene)]
        if not GAMES[standing.game].real_time:
            said += [_time_said(scene), texts("party.hints" if standing.hints else "party.no_hints")]
        said += [texts("party.locked")] if standing.locked else []
        words = kit.paragraph_plain("\n".join(said), 20, inner.w - 16, SOFT, text.STRONG, box.h - 110)
        plate.put(words, inner.x + 8, inner.y + 68, "corner")
        return []
    below = Box(inner.x, inner.y + 66, inner.w, 50)
    half = row(2, below, 12)
    locked = texts("party.unlock" if standing.locked else "party.lock")
    lock = Button(kit, "lock", below if scene.plays else half[1], locked, scene.lock, icon="lock", size=20)
    widgets: list[Widget] = []
    if scene.plays:
        # what is played is settled until it is over
        plate.put(kit.line_plain(names[at], 30, CREAM, text.DISPLAY, inner.w), inner.x + 8, inner.y + 28)
        widgets.append(lock)
    else:
        widgets += choice(scene.context, plate, inner, "game", names, at, scene.choose_game, texts("party.game"))
        widgets.append(Button(kit, "rules", half[0], texts("setup.more_rules"), scene.open_rules, size=20))
        over = standing.phase == Phase.OVER
        gather = Button(kit, "gather", half[1], texts("party.gather"), scene.gather, icon="pawn", size=20)
        widgets.append(gather if over else lock)
    if GAMES[standing.game].real_time:
        # it has a clock of its own, and nobody takes turns
        return widgets + _modes(scene, Box(inner.x, inner.y + 132, inner.w, box.y + box.h - inner.y - 140))
    from game.scenes.party.lobby import SECONDS

    line = inner.y + 66 + 50 + 20
    plate.put(kit.line_plain(texts("party.time"), 18, SOFT, text.BLACK, inner.w), inner.x + 4, line)
    bar = Box(inner.x, line + 14, inner.w, 48)
    labels = [texts("party.seconds", count=count) if count else texts("party.any_time") for count in SECONDS]
    chosen = SECONDS.index(standing.seconds) if standing.seconds in SECONDS else 0
    allowed = texts("party.hints" if standing.hints else "party.no_hints")
    below = Box(inner.x, bar.y + 58, inner.w, 48)
    widgets.append(Button(kit, "hints", below, allowed, scene.allow_hints, icon="bulb", size=19))
    widgets.append(Segment(kit, "time", bar, labels, chosen, scene.limit, name=texts("party.time"), size=18))
    return widgets


def _mode_said(scene: Lobby) -> list[str]:
    """What makes another game of it, and what that is about; nothing for most games."""
    option = scene.mode
    if option is None:
        return []
    key = f"{_game(scene)}.option.{option.name}.{scene.options[option.name]}"
    return [f"{scene.texts(key)}: {scene.texts(f'{key}.note')}"]


def _modes(scene: Lobby, box: Box) -> list[Widget]:
    """What makes another game of it, to be chosen as long as nothing is played, and what that is about."""
    plate, kit, texts, option = scene.plate, scene.kit, scene.texts, scene.mode
    if option is None:
        return []
    key, high = f"{_game(scene)}.option.{option.name}", 0.0
    value, said, widgets = scene.options[option.name], _mode_said(scene), list[Widget]()
    if not scene.plays:
        high, said = 58.0, [texts(f"{key}.{value}.note")]
        labels, at = [texts(f"{key}.{one}") for one in option.values], option.values.index(value)
        bar = box._replace(h=50)
        if segment_fits(kit, bar.w, labels, TAB_SIZE):
            widgets.append(Segment(kit, "mode", bar, labels, at, scene.choose_mode, name=texts(key), size=TAB_SIZE))
        else:
            widgets += arrows(scene.context, plate, bar, "mode", labels, at, scene.choose_mode)
    words = kit.paragraph_plain("\n".join(said), 19, box.w - 16, SOFT, text.STRONG, box.h - high)
    plate.put(words, box.x + 8, box.y + high, "corner")
    return widgets


def _rules_said(scene: Lobby) -> str:
    """Which house rules there are, in few words."""
    standing = scene.standing
    assert standing is not None, "there is a party"
    values, rules = scene.options, [one for one in GAMES[standing.game].options if one.pick not in ("mode", "found")]
    changed = sum(values.get(option.name, option.default) != option.default for option in rules)
    return scene.texts("party.rules_changed", count=changed) if changed else scene.texts("party.rules_printed")


def _time_said(scene: Lobby) -> str:
    """How long a turn may take."""
    standing = scene.standing
    assert standing is not None, "there is a party"
    if not standing.seconds:
        return scene.texts("party.time_none")
    return scene.texts("party.time_said", count=standing.seconds)


# ---- the seats --------------------------------------------------------------------------------------


def _seats(scene: Lobby, box: Box) -> list[Widget]:
    """A row for each seat."""
    standing = scene.standing
    assert standing is not None, "there is a party"
    widgets: list[Widget] = []
    top, high = box.y, box.h
    may = not scene.plays or any(place.vacant for place in standing.places)
    if scene.seat < 0 and not scene.visit.way.watches and may:
        widgets += _who(scene, box._replace(h=84))
        top, high = top + 96, high - 96
    count = len(standing.places)
    step = min(104.0, high / count)
    for number, place in enumerate(standing.places):
        line = Box(box.x, top + number * step, box.w, step - 10)
        widgets += _row(scene, number, place, line)
    return widgets


def _who(scene: Lobby, box: Box) -> list[Widget]:
    """Who comes: name, figure, and the way to a seat."""
    scene.plate.paper(box, 16)
    if scene.choosing:
        return choice_of_figures(
            scene.context, box._replace(x=box.x + 6, w=box.w - 12), scene.figure, scene.choose_figure
        )
    kit, texts = scene.kit, scene.texts
    face = Face(
        scene.context,
        scene.figure,
        Box(box.x + 8, box.y, 84, box.h),
        scene.show_figures,
        id_="figure",
        label=texts("setup.figure", name=scene.name),
    )
    wide = 210.0
    name = Box(box.x + 96, box.y + 16, box.w - 96 - wide - 24, box.h - 32)
    field = TextField(
        kit,
        "name",
        name,
        scene.name,
        texts("setup.name", name=scene.name),
        scene.type_name,
        entry=scene.entry_of("name"),
        ink=INK,
    )
    sit = Box(box.x + box.w - wide - 12, box.y + 8, wide, box.h - 22)
    return [face, field, Button(kit, "sit", sit, texts("party.sit"), scene.sit, kind="primary", size=24)]


def _row(scene: Lobby, number: int, place: Place, box: Box) -> list[Widget]:
    """One seat: who has it, and what can be done about it."""
    plate, kit, texts, context = scene.plate, scene.kit, scene.texts, scene.context
    middle = box.y + box.h / 2
    own, free = number == scene.seat, place.kind == FREE
    larger = LARGER if scene.visit.way.watches and not context.frame.tall else 1.0
    radius = min(29.0 * larger, box.h * 0.38)
    if own and scene.choosing:
        plate.panel(box)
        return choice_of_figures(context, box._replace(x=box.x + 6, w=box.w - 12), scene.figure, scene.choose_figure)
    widgets: list[Widget] = []
    right = box.x + box.w - 16
    asks = scene.owns and scene.gathers and place.kind != HUMAN
    kinds = [FREE, *GAMES[_game(scene)].bots.levels]
    if asks:
        wide = min(box.w * 0.56, 440.0)
        bar = Box(right - wide, middle - 27, wide, 54)
        if context.frame.tall:
            after = kinds[(kinds.index(place.kind) + 1) % len(kinds)]
            label = texts("party.free" if free else f"level.{place.kind}")
            button = Button(
                kit,
                f"level-{number}",
                Box(right - 236, middle - 26, 236, 50),
                label,
                partial(scene.give, number, after),
                kind="secondary" if free else "dark",
                icon="pawn" if free else "gear",
                size=22,
            )
            wide = 236.0
            widgets.append(button)
        else:
            labels = [texts("party.free"), *(texts(f"level.{kind}") for kind in kinds[1:])]
            use = lambda at: scene.give(number, kinds[at])  # noqa: E731
            name = texts("party.place", number=number + 1)
            widgets.append(
                Segment(kit, f"level-{number}", bar, labels, kinds.index(place.kind), use, name=name, size=17)
            )
        right -= wide + 12
    elif place.kind == HUMAN and scene.owns and not own:
        id_ = f"kick-{number}"
        if scene.asking == id_:
            sure = Box(right - 220, middle - 26, 220, 50)
            words = texts("party.kick_sure")
            widgets.append(Button(kit, id_, sure, words, lambda: scene.kick(number), kind="danger", size=20))
            right -= 232
        else:
            label = texts("party.kick", name=place.name)
            widgets.append(
                RoundButton(kit, id_, right - 28, middle, label, lambda: scene.kick(number), icon="close", side=48)
            )
            right -= 64
    if free:
        plate.inset(box, 18, PRESENTATIONS[_game(scene)].felt)
        plate.frame_line(box, 18, CREAM, 2, 70)
    else:
        plate.panel(box)
        if not own:
            plate.put(figure_plain(kit, place.figure, radius), box.x + 52, middle, "centre")
    left = box.x + 98
    _team(scene, number, box)
    if free:
        # whoever has no seat, or would rather have this one, takes it by a tap
        may = scene.gathers and not scene.visit.way.watches
        words = texts("party.sit_here" if scene.seat < 0 else "party.move_here") if may else texts("party.free_seat")
        if may:
            take = Box(box.x + 14, middle - 25, min(230.0, right - box.x - 24), 50)
            label = texts("party.sit_at", number=number + 1)
            widgets.insert(
                0,
                Button(
                    kit,
                    f"sit-{number}",
                    take,
                    words,
                    lambda: scene.sit(number),
                    kind="dark",
                    size=20,
                    spoken=label,
                ),
            )
        else:
            plate.put(kit.line_plain(words, 22 * larger, SOFT, text.STRONG, right - left), left, middle)
        return widgets
    if own and scene.gathers:
        widgets.insert(
            0,
            Face(
                context,
                place.figure,
                Box(box.x + 12, box.y, 80, box.h),
                scene.show_figures,
                id_="figure",
                label=texts("setup.figure", name=place.name),
                radius=radius,
            ),
        )
        field = Box(left, middle - 26, min(240.0, right - left - 8), 52)
        widgets.insert(
            1,
            TextField(
                kit,
                "name",
                field,
                place.name,
                texts("setup.name", name=place.name),
                scene.type_name,
                entry=scene.entry_of("name"),
            ),
        )
        note = texts("setup.you")
        spare = right - field.x - field.w - 12
        if spare > 120:
            plate.put(kit.line_plain(note, 18, SOFT, text.STRONG, spare), right, middle, "right")
        return widgets
    if own:
        plate.put(figure_plain(kit, place.figure, radius, "calm", True), box.x + 52, middle, "centre")
    name = place.name or scene.visit.named(place.figure)
    state = kit.line_plain(_is(scene, number, place), 17 * larger, SOFT, text.STRONG, right - left)
    if larger > 1:
        # side by side: there is no height for two such lines
        plate.put(state, right, middle, "right")
        plate.put(kit.line_plain(name, 25 * larger, CREAM, text.BLACK, right - left - 180), left, middle)
        return widgets
    apart = 12 * kit.text_scale / kit.scale
    plate.put(kit.line_plain(name, 25, CREAM, text.BLACK, right - left), left, middle - apart)
    plate.put(state, left, middle + apart + 2)
    return widgets


def _team(scene: Lobby, number: int, box: Box) -> None:
    """Say in the row of a seat which team that is, if there are any: a tab at the left, as in the set-up."""
    assert scene.standing is not None, "there is a party"
    places = [seat for seat, place in enumerate(scene.standing.places) if place.kind != FREE]
    teams = GAMES[_game(scene)].modes.sides(scene.options, len(places))
    if not teams or number not in places or scene.standing.phase == Phase.OVER:
        # after a match the seats move round
        return
    letter, colour = TEAMS[teams[places.index(number)]]
    tab = Box(box.x, box.y + box.h / 2 - 24, 18, 48)
    scene.plate.inset(tab, 6, colour)
    scene.plate.put(scene.kit.line_plain(letter, 14, INK, text.DISPLAY), *tab.centre, "centre")


def _game(scene: Lobby) -> str:
    assert scene.standing is not None, "there is a party"
    return scene.standing.game


def _is(scene: Lobby, number: int, place: Place) -> str:
    """Who sits there, in a word or two."""
    texts, standing = scene.texts, scene.standing
    assert standing is not None, "there is a party"
    if place.vacant:
        return texts("party.is_vacant")
    if place.kind != HUMAN:
        return texts(f"level.{place.kind}")
    if place.stand_in:
        return texts("party.is_stood_in")
    if place.away:
        return texts("party.is_away")
    if number == standing.owner:
        return texts("party.is_owner")
    return texts("setup.you" if number == scene.seat else "party.is_there")


# ---- the way on -------------------------------------------------------------------------------------


def _foot(scene: Lobby, box: Box) -> list[Widget]:
    """Begin, if that is one's own to say, what is waited for, and the way out."""
    kit, texts, standing = scene.kit, scene.texts, scene.standing
    assert standing is not None, "there is a party"
    leaving = texts("party.leave_sure" if scene.asking == "leave" else "party.leave")
    danger = "danger" if scene.asking == "leave" else "dark"
    use: Use = scene.leave
    foot = Box(box.x, box.y + box.h - 48, box.w, 48)
    if scene.plays:
        large, label = Box(box.x, box.y, box.w, box.h - 60), texts("pause.resume")
        on = Button(kit, "resume", large, label, scene.back, kind="primary", icon="play", size=28)
        return [on, Button(kit, "leave", foot, leaving, use, kind=danger, size=19)]
    if scene.seat < 0:
        words = kit.paragraph_plain(waits_for(scene), 20, box.w, CREAM, text.BLACK, box.h - 60)
        scene.plate.put(words, box.x + 4, box.y, "corner")
        return [Button(kit, "leave", foot, leaving, use, kind=danger, size=19)]
    least, most = scene.range
    ready = least <= scene.taken <= most and not scene.visit.is_late
    large = Box(box.x, box.y, box.w, box.h - 60)
    widgets: list[Widget] = []
    if scene.owns:
        again = standing.phase == Phase.OVER
        label = texts("party.again" if again else "party.begin")
        sub = "" if ready else waits_for(scene)
        widgets.append(
            Button(
                kit,
                "start",
                large,
                label,
                scene.begin,
                kind="primary",
                sub=sub,
                icon="play",
                size=28 if ready else 24,
                enabled=ready,
            )
        )
    else:
        words = kit.paragraph_plain(waits_for(scene), 21, box.w, CREAM, text.BLACK, large.h, middle=True)
        scene.plate.put(words, box.x + box.w / 2, large.y + large.h / 2, "centre")
    widgets.append(Button(kit, "leave", foot, leaving, use, kind=danger, size=19))
    return widgets
