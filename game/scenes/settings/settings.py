"""The player's settings: what is changed takes effect and is stored at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from game.app.context import Context
from game.core.match import FIGURES
from game.core.options import Json
from game.engine import text
from game.engine.backdrop import Backdrop, wood
from game.engine.canvas import Canvas
from game.engine.controls import SWITCH
from game.engine.input import Input, Key, Pointer
from game.engine.items import Item
from game.engine.keys import REMAPPABLE
from game.engine.layout import Box
from game.engine.layout import row as side_by_side
from game.engine.palette import INK, SOFT_ON_PAPER
from game.engine.text_field import TextField
from game.engine.texts import LANGUAGES
from game.engine.transitions import Pop, Push, Transition
from game.engine.widgets import Button, Segment, Slider, Toggle, Use, Widget
from game.host import device, transfer
from game.host.storage import StorageRefused
from game.player import saves
from game.player.settings import COLOURS, CONFIRM, LONGEST_NAME, SCALES, SPEEDS, Settings
from game.scenes.settings import keys
from game.scenes.settings.take_in import TakeIn
from game.scenes.shared.common import RULE_ON_PAPER, back_button, draw_focused, heading, heading_box, row_text
from game.scenes.shared.faces import TAKE, Face, choice_of_figures
from game.scenes.shared.typing import TypingScene


class Row(NamedTuple):
    """One setting: a choice of values side by side, a switch without values, or a level from 0 to 1."""

    name: str
    values: tuple[Json, ...] = ()
    level: bool = False
    #: how wide a choice is on the wide table
    w: float = 280.0


ME = Row("me")
PLAY = (
    ME,
    Row("language", LANGUAGES),
    Row("speed", tuple(SPEEDS), w=408.0),
    Row("confirm", CONFIRM),
    Row("show_legal"),
    Row("reduced_motion"),
)
SOUND = (Row("effects", level=True), Row("music", level=True), Row("muted"))
SCALE, PATTERNS, FULLSCREEN, VIBRATE = Row("scale", SCALES), Row("colours", COLOURS), Row("fullscreen"), Row("vibrate")
TABS = ("play", "look", "keys")
#: share of a row's height on the tall table that a setting with its control below its words takes
DEEP = 1.45
#: share of a row's height on the wide table that a setting without a note takes
PLAIN = 0.88
#: what is played when the volume of the effects has been changed
SAMPLE = "chip_2"


def view_rows() -> tuple[Row, ...]:
    """The settings about picture and device; a phone's browser may be unable to fill the screen, others to vibrate."""
    able = ((FULLSCREEN, device.page.can_fill), (VIBRATE, device.page.vibrates))
    return (SCALE, PATTERNS, *(row for row, can in able if can))


class SettingsScene(TypingScene):
    """Everything that can be set: on one screen if it is wide, on three pages if it is tall."""

    stage = "menu"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        #: the page that is shown on a tall screen
        self.tab = 0
        #: all figures are shown, to choose from
        self.choosing = False
        #: the meaning that waits for its new key, or ""
        self.waiting = ""
        #: other data that the player has chosen, to be asked about
        self._chosen: Mapping[str, str] | None = None
        self._level = ""

    @property
    def address(self) -> str:
        """The one page of settings."""
        return "settings"

    @property
    def settings(self) -> Settings:
        """The settings that are being changed."""
        return self.context.settings

    def message_box(self) -> Box | None:
        """Over the heading, beside the buttons at its right."""
        return heading_box(self.context, 24 if self.context.frame.tall else 680)

    def spoken(self) -> str:
        """What the page is about and the notes on it; the controls speak for themselves."""
        texts, tall = self.context.texts, self.context.frame.tall
        pages = {"play": PLAY, "look": (*view_rows(), *SOUND), "keys": ()}
        shown = TABS[self.tab : self.tab + 1] if tall else TABS
        parts = [texts("settings.title"), *(texts(f"settings.tab.{name}") for name in shown if tall)]
        parts += [
            f"{texts(f'settings.{row.name}')}: {texts(key)}"
            for name in shown
            for row in pages[name]
            if texts.has(key := f"settings.{row.name}.note")
        ]
        if self.waiting:
            return texts("settings.keys.wait", name=texts(f"settings.key.{self.waiting}"))
        if "keys" in shown:
            parts.append(f"{texts('settings.keys')}: {texts('settings.keys.tap')}")
        return texts.sentences(parts)

    # ---- changes --------------------------------------------------------------------------------

    def _set(self, name: str, value: Json) -> None:
        setattr(self.settings, name, value)
        self.context.settings_changed()

    def _set_level(self, name: str, value: float) -> None:
        """Hear the new volume at once; it is stored when the knob is let go."""
        if getattr(self.settings, name) != value:
            setattr(self.settings, name, value)
            self._level = name
            self.context.audio.set_levels(self.settings.effects, self.settings.music, self.settings.muted)

    def _level_done(self) -> None:
        if self._level:
            name, self._level = self._level, ""
            self._set(name, getattr(self.settings, name))
            if name == "effects":
                self.context.audio.play(SAMPLE)

    def _turn(self, tab: int) -> None:
        self.tab = tab
        self.build()

    def update(self, ms: float) -> Transition:
        """Ask about other data as soon as they have been read."""
        del ms
        chosen, self._chosen = self._chosen, None
        return None if chosen is None else Push(TakeIn(self.context, chosen, "take_in"))

    def _reset(self) -> None:
        if not self.sure("reset"):
            return
        kept = self.settings
        # who plays here, and in which language, is nothing that could be wrong
        fresh = Settings(kept.language, name=kept.name, figure=kept.figure, met=kept.met, unfolded=kept.unfolded)
        for name in fresh.as_json():
            setattr(self.settings, name, getattr(fresh, name))
        self.context.tell("settings.was_reset")
        self.context.settings_changed()

    # ---- who plays here -------------------------------------------------------------------------

    @property
    def _figure(self) -> str:
        return self.settings.figure or FIGURES[0]

    @property
    def _own_name(self) -> str:
        return self.settings.name or self.context.texts(f"figure.{self._figure}")

    def _type_name(self) -> None:
        self.type_into("name", self._own_name, LONGEST_NAME, text.can_write, self._be_called)

    def _be_called(self, name: str) -> None:
        self.settings.be_called(name, self.context.texts(f"figure.{self._figure}"))
        self.context.settings_changed()

    def _show_figures(self) -> None:
        self.choosing = not self.choosing
        self.items.focus = f"{TAKE}{self._figure}" if self.choosing else "figure"
        self.build()

    def _choose_figure(self, name: str) -> None:
        self._show_figures()
        self.settings.figure, self.settings.met = name, True
        self.context.settings_changed()

    def use(self, item: Item) -> Transition:
        """Whatever else is used ends the choice of a figure; the way back does nothing more than that."""
        if self.choosing and item.id != "figure" and not item.id.startswith(TAKE):
            self._show_figures()
            if item.id == "back":
                return None
        return super().use(item)

    # ---- keys -----------------------------------------------------------------------------------

    def _wait(self, meaning: str) -> None:
        """Wait for the new key of a meaning, or no longer."""
        self.waiting = "" if meaning == self.waiting else meaning
        self.captures_keys = bool(self.waiting)
        self.build()

    def _capture(self, event: Key) -> None:
        if event.pad:
            if event.meaning in ("back", "pause"):
                self._wait("")
        elif event.raw == "escape" and self.waiting != "pause":
            self._wait("")
        elif event.raw not in keys.MODIFIERS and keys.taken(self.context, self.waiting, event):
            self._wait("")
            self.context.settings_changed()

    def handle(self, event: Input) -> Transition:
        """While a key is being chosen, keys belong to it; a tap elsewhere ends that."""
        if self.waiting and isinstance(event, Key):
            self._capture(event)
            self.dirty = True
            return None
        if self.waiting and isinstance(event, Pointer) and event.kind == "down":
            over = self.items.at(event.x, event.y)
            if over is None or over.id != f"key-{self.waiting}":
                self._wait("")
        outcome = super().handle(event)
        if isinstance(event, Key) or (isinstance(event, Pointer) and event.kind == "up"):
            self._level_done()
        return outcome

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out the settings as they are now."""
        context, frame = self.context, self.context.frame
        left = frame.room.x
        self.plate = Backdrop(self.context.kit, wood(frame))
        self._levels: list[tuple[Row, float, float]] = []
        heading(context, self.plate, context.texts("settings.title"), left=left)
        widgets: list[Widget] = [back_button(context, Pop, left=left)]
        self.show(widgets + (self._build_tall() if frame.tall else self._build_wide()))

    def _build_wide(self) -> list[Widget]:
        room = self.context.frame.room
        first, box = side_by_side(2, Box(room.x + 28, 104, room.w - 56, 592), 24)
        self.plate.paper(first)
        rows = (*PLAY, *view_rows())
        widgets = self._rows(rows, Box(first.x + 24, first.y + 9, first.w - 48, first.h - 18))
        self.plate.paper(box)
        inner = Box(box.x + 24, box.y + 3, box.w - 48, 198)
        widgets += self._rows(SOUND, inner)
        self.plate.rule(inner.x, inner.y + inner.h, inner.w, RULE_ON_PAPER)
        widgets += self._keys(Box(inner.x, inner.y + inner.h + 6, inner.w, box.h - inner.h - 25), 40)
        return [*widgets, *self._lower(Box(box.x + box.w - 640, 22, 640, 68))]

    def _build_tall(self) -> list[Widget]:
        context, frame = self.context, self.context.frame
        texts = context.texts
        tabs = Segment(
            context.kit,
            "tab",
            Box(24, 106, 672, 72),
            [texts(f"settings.tab.{name}") for name in TABS],
            self.tab,
            self._turn,
            name=texts("settings.title"),
            size=22,
        )
        space = Box(48, 204, 624, frame.height - 204 - 136)
        if TABS[self.tab] == "keys":
            space = space._replace(h=min(space.h, 6 * 140.0 + 64))
            self.plate.paper(space.grown(24)._replace(y=space.y - 8, h=space.h + 28))
            return [tabs, *self._keys(space, 64), *self._lower(Box(24, frame.height - 100, 672, 76))]
        rows = PLAY if TABS[self.tab] == "play" else (*view_rows(), *SOUND)
        shares = sum(self._share(row) for row in rows)
        space = space._replace(h=min(space.h, 180 * shares))
        self.plate.paper(space.grown(24)._replace(y=space.y - 8, h=space.h + 16))
        return [tabs, *self._rows(rows, space), *self._lower(Box(24, frame.height - 100, 672, 76))]

    def _share(self, row: Row) -> float:
        if self.context.frame.tall:
            return DEEP if row.values or row.level else 1.0
        # what is said in one line takes less
        noted = self.context.texts.has(f"settings.{row.name}.note")
        return 1.0 if noted else PLAIN

    def _rows(self, rows: tuple[Row, ...], space: Box) -> list[Widget]:
        """Rows one below the other, parted by lines."""
        high = space.h / sum(map(self._share, rows))
        widgets: list[Widget] = []
        y = space.y
        for row in rows:
            box = Box(space.x, y, space.w, high * self._share(row))
            widgets += self._me(box) if row is ME else [self._row(row, box)]
            y += box.h
            if row is not rows[-1]:
                self.plate.rule(space.x, y, space.w, RULE_ON_PAPER)
        return widgets

    def _me(self, box: Box) -> list[Widget]:
        """Who plays here: the figure and the name, or all figures to choose from."""
        context, kit, texts = self.context, self.context.kit, self.context.texts
        if self.choosing:
            return choice_of_figures(context, box, self._figure, self._choose_figure)
        field = Box(box.x + box.w - 236, box.y + box.h / 2 - 25, 236, 50)
        row_text(self.plate, box._replace(w=field.x - 90 - box.x), texts("settings.me"), texts("settings.me.note"))
        face = Face(
            context,
            self._figure,
            Box(field.x - 84, box.y, 72, box.h),
            self._show_figures,
            radius=min(27.0, box.h * 0.4),
            id_="figure",
            label=texts("setup.figure", name=self._own_name),
        )
        label, entry = texts("setup.name", name=self._own_name), self.entry_of("name")
        return [
            face,
            TextField(kit, "name", field, self._own_name, label, self._type_name, entry=entry, size=24, ink=INK),
        ]

    def _row(self, row: Row, box: Box) -> Widget:
        """Bake the words of a row and give its control: at the right, or below on the tall table."""
        context, tall = self.context, self.context.frame.tall
        kit, texts = self.context.kit, context.texts
        label, key = texts(f"settings.{row.name}"), f"settings.{row.name}.note"
        note = texts(key) if texts.has(key) else ""
        value = getattr(self.settings, row.name)
        deep = self._share(row) > 1
        words_y = box.y + box.h * (0.27 if deep else 0.5)
        words = box._replace(y=words_y - box.h * 0.27, h=box.h * 0.54) if deep else box
        y = box.y + box.h * (0.7 if deep else 0.5)
        right = box.x + box.w
        if row.level:
            row_text(self.plate, words._replace(w=box.w - 120 if tall else 176), label)
            x, wide = (box.x + 20, box.w - 40) if tall else (box.x + 190, box.w - 272)
            self._levels.append((row, right, words_y if tall else y))
            return Slider(
                kit, row.name, x, y, wide, value, name=label, change=lambda level: self._set_level(row.name, level)
            )
        if row.values:
            wide = box.w if tall else row.w
            row_text(self.plate, words._replace(w=box.w - (0 if tall else wide + 16)), label, note)
            high = min(72.0, box.h * 0.5) if tall else 56.0
            return Segment(
                kit,
                row.name,
                Box(right - wide, y - high / 2, wide, high),
                [self._value(row.name, each) for each in row.values],
                row.values.index(value),
                lambda place: self._set(row.name, row.values[place]),
                name=label,
                size=20 if tall else 18,
            )
        row_text(self.plate, words._replace(w=box.w - SWITCH[0] - 20), label, note)
        toggle = SWITCH
        return Toggle(
            kit,
            row.name,
            right - toggle[0],
            y - toggle[1] / 2,
            on=value,
            name=label,
            change=lambda on: self._set(row.name, on),
        )

    def _value(self, name: str, value: Json) -> str:
        texts = self.context.texts
        if isinstance(value, float):
            return texts("settings.scale.value", percent=round(value * 100))
        return texts(f"speed.{value}" if name == "speed" else f"settings.{name}.{value}")

    def _keys(self, box: Box, top: float) -> list[Widget]:
        """The keys in two columns below a line that says what to do."""
        context, plate = self.context, self.plate
        kit, texts = self.context.kit, context.texts
        y = box.y + top / 2
        if self.waiting:
            name = texts(f"settings.key.{self.waiting}")
            left = kit.line_plain(texts("settings.keys.wait", name=name), 21, INK, text.BLACK, box.w * 0.76)
            # who has no keyboard at hand cancels by a tap beside the keys
            cancels = self.waiting != "pause" and not context.frame.tall
            right = texts("settings.keys.cancel") if cancels else ""
        else:
            left = kit.line_plain(texts("settings.keys"), 21, INK, text.BLACK)
            right = texts("settings.keys.tap")
        plate.put(left, box.x, y)
        if right:
            room = box.w - left.get_width() / kit.scale - 16
            plate.put(kit.line_plain(right, 17, SOFT_ON_PAPER, text.STRONG, room), box.x + box.w, y, "right")
        gap = 6.0 if not context.frame.tall else 14.0
        step = (box.h - top + gap) / -(-len(REMAPPABLE) // 2)
        wide = (box.w - 12) / 2
        widgets: list[Widget] = []
        for place, meaning in enumerate(REMAPPABLE):
            tile = Box(box.x + place % 2 * (wide + 12), box.y + top + place // 2 * step, wide, step - gap)
            waiting = meaning == self.waiting
            widgets.append(keys.KeyTile(context, meaning, tile, waiting, partial(self._wait, meaning)))
        return widgets

    def _lower(self, box: Box) -> list[Button]:
        """What concerns everything stored: hand it out, take it in, reset the settings."""
        texts = self.context.texts
        uses: list[tuple[str, Use]] = [("export", self._export), ("import", self._import)]
        if self._can_bring_back():
            uses.append(("bring_back", self._bring_back))
        *places, last = side_by_side(min(len(uses) + 1, 3 if self.context.frame.tall else 4), box, 12)
        # on a tall table a fourth one has no room beside the others, but above them
        places += [box._replace(y=box.y - box.h - 12)][: len(uses) - len(places)]
        files = [
            Button(
                self.context.kit,
                name,
                place,
                texts(f"settings.{name}"),
                use,
                kind="dark",
                size=19,
                spoken=texts(f"settings.{name}_spoken"),
            )
            for (name, use), place in zip(uses, places, strict=True)
        ]
        return [*files, self._reset_button(last)]

    def _export(self) -> None:
        try:
            file = device.export_data(self.context.storage)
        except OSError:
            self.context.tell("settings.export_failed")
        else:
            self.context.tell("settings.exported", file=file)

    def _import(self) -> None:
        device.choose_data(self._read, saves.are_playable)

    def _read(self, trouble: str, chosen: Mapping[str, str]) -> None:
        if trouble:
            self.context.tell(f"settings.import_{trouble}")
        else:
            self._chosen = chosen

    def _bring_back(self) -> Transition:
        """Ask about what was here before other data were taken in."""
        try:
            before = transfer.kept(self.context.storage)
        except StorageRefused:
            before = None
        if before is None:
            self.context.tell("settings.import_bad")
            return None
        return Push(TakeIn(self.context, before, "bring_back"))

    def _can_bring_back(self) -> bool:
        try:
            return transfer.BEFORE in self.context.storage.names()
        except StorageRefused:
            return False

    def _reset_button(self, box: Box) -> Button:
        key, kind = ("settings.reset_sure", "danger") if self.asking == "reset" else ("settings.reset", "dark")
        return Button(self.context.kit, "reset", box, self.context.texts(key), self._reset, kind=kind, size=17)

    # ---- picture --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the papers, the controls and the volumes."""
        canvas.background(self.plate.surface)
        kit, texts = self.context.kit, self.context.texts
        for row, x, y in self._levels:
            value = getattr(self.settings, row.name)
            words = texts.number(round(value * 100)) if value else texts("settings.off")
            canvas.put_right(kit.line(words, 22, INK, text.DISPLAY), x, y)
        super().draw(canvas)
        draw_focused(self, canvas)
