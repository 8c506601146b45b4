"""The player's settings: changes take effect and are stored at once."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from pygame import Surface

from game.core import match, options
from game.engine import backdrop, controls, fonts, surfaces
from game.engine import containers as ui
from game.engine.canvas import Canvas
from game.engine.input import Input, Key, Pointer
from game.engine.items import Item, ItemList
from game.engine.keys import FIXED, REMAPPABLE
from game.engine.kit import Kit, centred
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, INK, PARCHMENT, SOFT_ON_PAPER, WHITE, mix
from game.engine.text_field import TextField
from game.engine.texts import LANGUAGES, Texts
from game.engine.transitions import Pop, Push, Transition
from game.engine.widgets import Segment, Slider, Toggle, UseAction, Widget
from game.host import device, storage, transfer
from game.player import saves
from game.player.settings import COLOURS, CONFIRM, LONGEST_NAME, SCALES, SPEEDS, Settings
from game.scenes.settings.data_import import DataImport
from game.scenes.settings.notice_settings import NoticeSettings
from game.scenes.shared import choice, common, text_entry_scene
from game.services.context import Context

#: keys that only modify other keys
MODIFIERS = frozenset(
    f"{side} {key}" for side in ("left", "right") for key in ("shift", "ctrl", "alt", "meta", "gui", "super")
) | {"caps lock", "numlock", "scroll lock", "alt gr", "mode"}


def caption(texts: Texts, key: str) -> str:
    """Return a key's name for its cap."""
    named = f"settings.cap.{key.replace(' ', '_')}"
    if texts.has(named):
        return texts(named)
    return key.upper() if len(key) < 4 else key.capitalize()


def taken(context: Context, meaning: str, event: Key) -> bool:
    """Assign the pressed key to ``meaning``, swapping with its former meaning; return False if it is reserved."""
    texts, keys = context.texts, context.settings.keys
    # characters that need Shift are named by what they show, letters by their key
    key = event.text if event.text.strip() and not event.text.isalpha() else event.raw
    if event.raw in FIXED or not key:
        context.tell("settings.key_fixed", key=caption(texts, event.raw))
        return False
    before = keys[meaning]
    for other, used in keys.items():
        if other != meaning and used == key:
            keys[other] = before
            names = {"key": caption(texts, key), "other": texts(f"settings.key.{other}")}
            context.tell("settings.key_swapped", **names, old=caption(texts, before))
    keys[meaning] = key
    return True


def tile_plain(kit: Kit, w: float, h: float, label: str, cap: str, state: str, waiting: bool) -> Surface:
    """Draw a key's function and the key on its cap; the tile starts at 8, 8."""
    px = kit.px
    whole = surfaces.clear((px(w + 16), px(h + 16)), INK)
    if state == "focus":
        whole.blit(controls.focus_plain(kit, w, h, 12), (0, 0))
    fill = {"hover": mix(PARCHMENT, WHITE, 0.45), "pressed": mix(PARCHMENT, INK, 0.1)}.get(state, PARCHMENT)
    whole.blit(surfaces.rounded((px(w), px(h)), px(12), fill), (px(8), px(8)))
    if waiting:
        whole.blit(surfaces.ring((px(w), px(h)), px(12), max(2, px(4)), GOLD), (px(8), px(8)))
    high = min(h - 12, 44.0)
    line = kit.line_plain(cap, 19, INK, fonts.BLACK, w * 0.36)
    wide = max(px(high + 6), line.get_width() + px(24))
    left, top = px(8 + w - 10) - wide, px(8 + (h - high) / 2)
    whole.blit(surfaces.rounded((wide, px(high)), px(9), INK), (left, top))
    face = (wide - px(4), px(high - 6))
    whole.blit(surfaces.rounded(face, px(8), GOLD if waiting else CREAM), (left + px(2), top + px(1)))
    centred(whole, line, left + wide // 2, top + px(1) + face[1] // 2)
    room = (left - px(8 + 16 + 8)) / kit.scale
    text = kit.line_plain(label, 20, INK, fonts.STRONG, room)
    whole.blit(text, (px(8 + 16), px(8 + h / 2) - text.get_height() // 2))
    return whole


class KeyTile(Widget):
    """One meaning with its key; using it waits for another key."""

    def __init__(self, context: Context, kit: Kit, meaning: str, box: Box, waiting: bool, use: UseAction) -> None:
        super().__init__(kit)
        texts = context.texts
        self.box, self.waiting = box, waiting
        self.label = texts(f"settings.key.{meaning}")
        self.cap = "?" if waiting else caption(texts, context.settings.keys[meaning])
        self.items = [Item(f"key-{meaning}", f"{self.label}: {self.cap}", box, use)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        box = self.box
        state = self.state(self.items[0], items)
        tile = self.kit.scene_image(tile_plain, box.w, box.h, self.label, self.cap, state, self.waiting)
        canvas.put(tile, box.x - 8, box.y - 8)


class Setting(NamedTuple):
    """One setting: a choice of values side by side, a switch if it has no values, or a level from 0 to 1."""

    name: str
    values: tuple[options.Json, ...] = ()
    level: bool = False
    #: width of a choice on the wide table
    w: float = 280.0


ME = Setting("me")
PLAY = (
    ME,
    Setting("language", tuple(LANGUAGES)),
    Setting("speed", tuple(SPEEDS), w=408.0),
    Setting("confirm", CONFIRM),
    Setting("show_legal"),
    Setting("reduced_motion"),
)
SOUND = (Setting("effects", level=True), Setting("music", level=True), Setting("muted"))
SCALE, PATTERNS, FULLSCREEN, VIBRATE = (
    Setting("scale", SCALES),
    Setting("colours", COLOURS),
    Setting("fullscreen"),
    Setting("vibrate"),
)
TABS = ("play", "look", "keys")
#: relative height of a row on the tall table with its control below its label
DEEP = 1.45
#: relative height of a row on the wide table without a note
PLAIN = 0.88
#: width of the buttons beside the title on a wide table, and in a low window
LOWER_W, LOWER_BROAD = 800.0, 950.0
#: sound played when the effects' volume has changed
SAMPLE = "chip_2"


def view_rows() -> tuple[Setting, ...]:
    """Return the settings of picture and device; fullscreen and vibration only if available."""
    able = ((FULLSCREEN, device.page.can_fullscreen), (VIBRATE, device.page.can_vibrate))
    return (SCALE, PATTERNS, *(row for row, can in able if can))


class SettingsScene(text_entry_scene.TextEntryScene):
    """All settings: on one screen if it is wide enough for the chosen size of texts, else on three pages."""

    stage, address = "menu", "settings"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        #: the settings are on pages; the page shown
        self.paged, self.tab = False, 0
        #: all figures are shown, to choose from
        self.choosing = False
        #: meaning that waits for its new key, or ""
        self.waiting = ""
        #: data to import, to be confirmed
        self._chosen: Mapping[str, str] | None = None
        self._level = ""

    @property
    def settings(self) -> Settings:
        """The settings that are being changed."""
        return self.context.settings

    @property
    def kit(self) -> Kit:
        return self.context.kit.roomy

    def message_box(self) -> Box | None:
        return common.heading_box(self.context, 24 if self.frame.tall else self._lower_width + 50)

    @property
    def _lower_width(self) -> float:
        """Width of the buttons beside the title on the wide table."""
        return LOWER_BROAD if self.frame.broad else LOWER_W

    def spoken(self) -> str:
        texts = self.texts
        pages = {"play": PLAY, "look": (*view_rows(), *SOUND), "keys": ()}
        shown = TABS[self.tab : self.tab + 1] if self.paged else TABS
        parts = [texts("settings.title"), *(texts(f"settings.tab.{name}") for name in shown if self.paged)]
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

    def _set(self, name: str, value: options.Json) -> None:
        setattr(self.settings, name, value)
        self.context.settings_changed()

    def _set_level(self, name: str, value: float) -> None:
        """Apply the new volume at once; it is stored when the knob is released."""
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
        """Ask about imported data once they have been read."""
        chosen, self._chosen = self._chosen, None
        return None if chosen is None else Push(DataImport(self.context, chosen, "take_in"))

    def _reset(self) -> None:
        if not self.confirmed("reset"):
            return
        kept = self.settings
        # the player's identity and language are kept
        fresh = Settings(kept.language, name=kept.name, figure=kept.figure, met=kept.met)
        for name in fresh.as_json():
            setattr(self.settings, name, getattr(fresh, name))
        self.context.tell("settings.was_reset")
        self.context.settings_changed()

    # ---- player -----------------------------------------------------------------------------------

    @property
    def _figure(self) -> str:
        return self.settings.figure or match.FIGURES[0]

    @property
    def _own_name(self) -> str:
        return self.settings.name or self.texts(f"figure.{self._figure}")

    def _type_name(self) -> None:
        self.type_into("name", self._own_name, LONGEST_NAME, fonts.can_write, self._be_called)

    def _be_called(self, name: str) -> None:
        self.settings.be_called(name, self.texts(f"figure.{self._figure}"))
        self.context.settings_changed()

    def _show_figures(self) -> None:
        self.choosing = not self.choosing
        self.items.focus = f"{choice.TAKE}{self._figure}" if self.choosing else "figure"
        self.build()

    def _choose_figure(self, name: str) -> None:
        self._show_figures()
        self.settings.figure, self.settings.met = name, True
        self.context.settings_changed()

    def use(self, item: Item) -> Transition:
        """End the choice of a figure when anything else is used; the back button does only that."""
        if self.choosing and item.id != "figure" and not item.id.startswith(choice.TAKE):
            self._show_figures()
            if item.id == "back":
                return None
        return super().use(item)

    # ---- keys -----------------------------------------------------------------------------------

    def _wait(self, meaning: str) -> None:
        """Wait for the new key of a meaning, or stop waiting."""
        self.waiting = "" if meaning == self.waiting else meaning
        self.captures_keys = bool(self.waiting)
        self.build()

    def _capture(self, event: Key) -> None:
        if event.pad:
            if event.meaning in ("back", "pause"):
                self._wait("")
        elif event.raw == "escape" and self.waiting != "pause":
            self._wait("")
        elif event.raw not in MODIFIERS and taken(self.context, self.waiting, event):
            self._wait("")
            self.context.settings_changed()

    def on_input(self, event: Input) -> Transition:
        """Give keys to the meaning that waits; a tap elsewhere cancels."""
        if self.waiting and isinstance(event, Key):
            self._capture(event)
            self.dirty = True
            return None
        if self.waiting and isinstance(event, Pointer) and event.kind == "down":
            over = self.items.at(event.x, event.y)
            if over is None or over.id != f"key-{self.waiting}":
                self._wait("")
        outcome = super().on_input(event)
        if isinstance(event, Key) or (isinstance(event, Pointer) and event.kind == "up"):
            self._level_done()
        return outcome

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        left = self.frame.room.x
        self.plate = backdrop.Backdrop(self.kit, backdrop.wood(self.frame))
        self._levels: list[tuple[Setting, float, float]] = []
        common.heading(self.context, self.plate, self.texts("settings.title"), left=left)
        widgets: list[Widget] = [common.back_button(self.context, Pop, left=left)]
        self.paged = self.frame.tall
        if self.paged:
            widgets += self._tall().lay(self.plate, self.frame.table)
        else:
            box = self.frame.room.inset(28, 22)
            whole = ui.Column((ui.Part(h=82), self._wide()))
            self.paged = whole.least(self.kit, box.w) > box.h
            if self.paged:
                whole = ui.Column((ui.Part(h=76), self._tabs(h=60), self._wide_page()), 8)
            widgets += whole.lay(self.plate, box)
            wide = self._lower_width
            widgets += self._lower(h=68).lay(self.plate, Box(box.x + box.w - wide, box.y, wide, 68))
        self.show(widgets)

    def _wide(self) -> ui.Part:
        """Return the play and view settings at the left, sound and keys at the right."""
        rows = ui.PaperBox(self._rows((*PLAY, *view_rows())), 24, 9)
        keys = ui.Column((self._rows(SOUND, h=190), self._keys(38, 6.0)), 4)
        return ui.RowOfParts((rows, ui.PaperBox(keys, 24, 9)), 24, weight=1)

    def _tabs(self, h: float = 72.0) -> ui.Part:
        names, title = [self.texts(f"settings.tab.{name}") for name in TABS], self.texts("settings.title")
        return ui.CustomPart(
            lambda box: [Segment(self.kit, "tab", box, names, self.tab, self._turn, name=title, size=22)], h=h
        )

    def _wide_page(self) -> ui.Part:
        """Return a page of a wide screen: its rows on two papers, as deep as on a tall one."""
        if (shown := TABS[self.tab]) == "keys":
            return ui.PaperBox(self._keys(52, 8.0), 24, 6, weight=1)
        halves = (PLAY[:3], PLAY[3:]) if shown == "play" else (view_rows(), SOUND)
        return ui.RowOfParts([ui.PaperBox(self._rows(rows), 24, 6) for rows in halves], 24, weight=1)

    def _tall(self) -> ui.Part:
        shown = TABS[self.tab]
        if shown == "keys":
            page: ui.Part = ui.PaperBox(self._keys(64, 14.0), 24, 14, weight=1, max_length=6 * 140.0 + 92)
        else:
            rows = PLAY if shown == "play" else (*view_rows(), *SOUND)
            page = ui.PaperBox(self._rows(rows), 24, 8, weight=1, max_length=180 * sum(map(self._share, rows)))
        parts = (ui.Part(h=82), self._tabs(), page, ui.Part(weight=ui.LAST), self._lower())
        return ui.InsetBox(ui.Column(parts, 22), 24, 24)

    def _share(self, row: Setting) -> float:
        if self.paged:
            return DEEP if row.values or row.level else 1.0
        # a single line takes less height
        noted = self.texts.has(f"settings.{row.name}.note")
        return 1.0 if noted else PLAIN

    def _rows(self, rows: Sequence[Setting], h: float = 0.0) -> ui.Part:
        return ui.RuledColumn([self._row(row) for row in rows], h=h, weight=0.0 if h else 1.0)

    def _row(self, row: Setting) -> ui.Part:
        """Return a setting's label and control: at the right, or below on a page."""
        texts, deep, weight = self.texts, self.paged, self._share(row)
        if row is ME:
            return self._me(weight)
        key = f"settings.{row.name}.note"
        label = ui.NotedLabel(texts(f"settings.{row.name}"), texts(key) if texts.has(key) else "", weight=1)
        control = ui.CustomPart(partial(self._control, row, label.text), h=72.0 if deep else 56.0)
        if not (row.values or row.level):
            return ui.RowOfParts((label, replace(control, w=controls.SWITCH[0])), 20, weight=weight)
        if row.level:
            setting = ui.CustomPart(partial(self._place_level, row), w=82 if not deep else 120)
            if not deep:
                return ui.RowOfParts((replace(label, w=176), control, setting), 14, weight=weight)
            return ui.Column((ui.RowOfParts((label, setting), weight=1), control, ui.Part(h=6)), weight=weight)
        if deep:
            return ui.Column((label, control, ui.Part(h=8)), weight=weight)
        return ui.RowOfParts((label, replace(control, w=row.w)), 16, weight=weight)

    def _place_level(self, row: Setting, box: Box) -> Sequence[Widget]:
        self._levels.append((row, box.x + box.w, box.centre[1]))
        return ()

    def _control(self, row: Setting, name: str, box: Box) -> Sequence[Widget]:
        """Return a slider, a choice of values side by side, or a switch."""
        kit, deep, value = self.kit, self.paged, getattr(self.settings, row.name)
        y, change = box.centre[1], partial(self._set, row.name)
        if row.level:
            at = box.inset(20 if deep else 14, 0)
            return [Slider(kit, row.name, at.x, y, at.w, value, name=name, change=partial(self._set_level, row.name))]
        if not row.values:
            return [Toggle(kit, row.name, box.x, y - controls.SWITCH[1] / 2, on=value, name=name, change=change)]
        labels, high = [self._value(row.name, each) for each in row.values], min(box.h, 72 if deep else 50)
        place, at = row.values.index(value), box._replace(y=y - high / 2, h=high)
        use = lambda number: change(row.values[number])  # noqa: E731
        return [Segment(kit, row.name, at, labels, place, use, name=name, size=20 if deep else 18)]

    def _me(self, weight: float) -> ui.Part:
        """Return the player's figure and name, or all figures to choose from."""
        context, texts, name = self.context, self.texts, self._own_name
        if self.choosing:
            use = self._choose_figure
            return ui.CustomPart(lambda box: choice.choice_of_figures(context, box, self._figure, use), weight=weight)

        def face(box: Box) -> Sequence[Widget]:
            label, radius = texts("setup.figure", name=name), min(27.0, box.h * 0.4)
            figure, use = self._figure, self._show_figures
            return [choice.FigureButton(context, figure, box, use, radius=radius, id_="figure", label=label)]

        def field(box: Box) -> Sequence[Widget]:
            label, entry = texts("setup.name", name=name), self.entry_of("name")
            at = box._replace(y=box.centre[1] - 25, h=50)
            return [TextField(self.kit, "name", at, name, label, self._type_name, entry=entry, size=24, ink=INK)]

        me = ui.NotedLabel(texts("settings.me"), texts("settings.me.note"))
        return ui.RowOfParts((me, ui.CustomPart(face, w=72), ui.CustomPart(field, w=236)), 12, weight=weight)

    def _value(self, name: str, value: options.Json) -> str:
        if isinstance(value, float):
            return self.texts("settings.scale.value", percent=round(value * 100))
        return self.texts(f"speed.{value}" if name == "speed" else f"settings.{name}.{value}")

    def _keys(self, head: float, gap: float) -> ui.Part:
        """Return the keys in two columns below an instruction."""
        context, kit, texts = self.context, self.kit, self.texts
        left, right = texts("settings.keys"), texts("settings.keys.tap")
        if self.waiting:
            left = texts("settings.keys.wait", name=texts(f"settings.key.{self.waiting}"))
            # without a keyboard, a tap beside the keys cancels
            right = texts("settings.keys.cancel") if self.waiting != "pause" and not context.frame.tall else ""
        title = ui.TextLine(left, 21, face=fonts.BLACK)
        line = ui.TextLine(right, 17, SOFT_ON_PAPER, side="right")

        def tile(meaning: str, box: Box) -> Sequence[Widget]:
            waiting = meaning == self.waiting
            return [KeyTile(context, kit, meaning, box, waiting, partial(self._wait, meaning))]

        tiles = ui.Grid([ui.CustomPart(partial(tile, meaning)) for meaning in REMAPPABLE], 2, (12, gap), weight=1)
        return ui.Column((ui.RowOfParts((title.tight(kit), line) if right else (title,), 16, h=head), tiles), weight=1)

    def _lower(self, h: float = 76.0) -> ui.Part:
        """Return the buttons: notices, and about stored data export, import, restore, reset."""
        texts = self.texts
        read: UseAction = lambda: device.choose_data(self._read, saves.are_playable)  # noqa: E731
        tell: UseAction = lambda: Push(NoticeSettings(self.context))  # noqa: E731
        uses: list[tuple[str, UseAction]] = [("notices", tell), ("export", self._export), ("import", read)]
        if self._can_bring_back():
            uses.append(("bring_back", self._bring_back))
        labels = [(name, texts(f"settings.{name}"), texts(f"settings.{name}_spoken"), use) for name, use in uses]
        # the longest label needs the most room
        files = [
            ui.ButtonPart(name, label, use, "dark", size=19, h=h, spoken=spoken, weight=max(1.0, len(label) / 10))
            for name, label, spoken, use in labels
        ]
        label = texts("settings.reset")
        reset = ui.ButtonPart("reset", label, self._reset, "dark", size=17, h=h, weight=max(1.0, len(label) / 10))
        last = reset.confirming(self.confirming == "reset", texts("settings.reset_sure"))
        if self.frame.tall:
            # more than three buttons have no room side by side
            upper, lower = (files[0], *files[3:]), (*files[1:3], last)
            return ui.Column((ui.RowOfParts(upper, 12), ui.RowOfParts(lower, 12)), 12)
        return ui.RowOfParts((*files, last), 12)

    def _export(self) -> None:
        try:
            file = device.export_data(self.context.storage)
        except OSError:
            self.context.tell("settings.export_failed")
        else:
            self.context.tell("settings.exported", file=file)

    def _read(self, fault: device.FileFault | None, chosen: Mapping[str, str]) -> None:
        if fault is not None:
            self.context.tell(f"settings.import_{fault}")
        else:
            self._chosen = chosen

    def _bring_back(self) -> Transition:
        """Ask about the data from before the last import."""
        try:
            before = transfer.replaced_texts(self.context.storage)
        except storage.StorageRefused:
            before = None
        if before is None:
            self.context.tell("settings.import_bad")
            return None
        return Push(DataImport(self.context, before, "bring_back"))

    def _can_bring_back(self) -> bool:
        try:
            return transfer.REPLACED in self.context.storage.names()
        except storage.StorageRefused:
            return False

    def draw(self, canvas: Canvas) -> None:
        canvas.background(self.plate.surface)
        for row, x, y in self._levels:
            value = getattr(self.settings, row.name)
            text = self.texts.number(round(value * 100)) if value else self.texts("settings.off")
            canvas.put_right(self.kit.line(text, 22, INK, fonts.DISPLAY), x, y)
        super().draw(canvas)
        common.draw_focused(self, canvas)
