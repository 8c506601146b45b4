"""The player's settings: changes take effect and are stored at once."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import ceil
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
from game.host.notice_state import NoticeState
from game.player import saves
from game.player.settings import COLOURS, CONFIRM, LONGEST_NAME, SCALES, SPEEDS, Settings
from game.scenes.settings.data_import import DataImport
from game.scenes.settings.notice_settings import NOT_OFFERED, NoticeSettings, note_of, notice_switch
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


ME, FULLSCREEN, VIBRATE = Setting("me"), Setting("fullscreen"), Setting("vibrate")
#: the pages by name, each with its groups of settings
PAGES: dict[str, dict[str, tuple[Setting, ...]]] = {
    "person": {
        "person": (ME, Setting("language", tuple(LANGUAGES)), Setting("scale", SCALES)),
        "picture": (Setting("colours", COLOURS), Setting("reduced_motion"), FULLSCREEN),
    },
    "play": {
        "table": (Setting("speed", tuple(SPEEDS), w=408.0), Setting("confirm", CONFIRM), Setting("show_legal")),
        "sound": (Setting("effects", level=True), Setting("music", level=True), Setting("muted"), VIBRATE),
    },
    "keys": {},
    "device": {},
}
#: size of a group's heading and of a label, and the heights of a row with its control beside and below its label
HEADING, ROW_LABEL, BESIDE, BELOW = 27.0, 23.0, 132.0, 210.0
#: texts grown by more than this have their controls below
ROOMY = 1.2
#: width of the tabs beside the title on a wide table, and in a low window
TABS_W, TABS_BROAD = 800.0, 950.0
#: width of a button beside what it does
DOES_W = 290.0
#: most growth of such a row
DEEPEST = 1.7
#: greatest height of a key's tile
KEY_HIGH = 104.0
#: sound played when the effects' volume has changed
SAMPLE = "chip_2"


def groups_of(tab: str) -> dict[str, tuple[Setting, ...]]:
    """Return a page's groups; fullscreen and vibration only if available."""
    lacking = [
        row for row, can in ((FULLSCREEN, device.page.can_fullscreen), (VIBRATE, device.page.can_vibrate)) if not can
    ]
    return {name: tuple(row for row in rows if row not in lacking) for name, rows in PAGES[tab].items()}


class SettingsScene(text_entry_scene.TextEntryScene):
    """All settings, in groups on four pages."""

    stage, address = "menu", "settings"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        #: the page shown
        self.shown = "person"
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
        return common.heading_box(self.context, 24 if self.frame.tall else self._tabs_width + 50)

    @property
    def _tabs_width(self) -> float:
        """Width of the tabs beside the title on the wide table."""
        return TABS_BROAD if self.frame.broad else TABS_W

    @property
    def tabs(self) -> list[str]:
        """The names of the pages; that of the keys only where there are some."""
        return [name for name in PAGES if name != "keys" or self.context.uses_keys]

    @property
    def _deep(self) -> bool:
        """True if a choice of values stands below its label."""
        return self.frame.tall or self.kit.text_growth > ROOMY

    def spoken(self) -> str:
        texts, shown = self.texts, self.shown
        parts = [texts("settings.title"), texts(f"settings.tab.{shown}")]
        for group, rows in groups_of(shown).items():
            notes = (row.name for row in rows if texts.has(f"settings.{row.name}.note"))
            parts += [texts(f"settings.group.{group}")]
            parts += [f"{texts(f'settings.{name}')}: {texts(f'settings.{name}.note')}" for name in notes]
        if self.waiting:
            return texts("settings.keys.wait", name=texts(f"settings.key.{self.waiting}"))
        if shown == "device":
            parts += [texts("settings.notices"), self._notices_note()]
        if shown == "keys":
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
        self.shown = self.tabs[tab]
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
        tabs = ui.CustomPart(self._tabs, h=72)
        if self.frame.tall:
            whole = ui.Column((ui.Part(h=82), tabs, self._page()), 22)
            widgets += ui.InsetBox(whole, 24, 24).lay(self.plate, self.frame.table)
        else:
            box = self.frame.room.inset(28, 22)
            top = ui.RowOfParts((ui.Part(), ui.CustomPart(self._tabs, w=self._tabs_width)), h=72)
            widgets += ui.Column((top, self._page()), 26).lay(self.plate, box)
        self.show(widgets)

    def _tabs(self, box: Box) -> Sequence[Widget]:
        names, title = [self.texts(f"settings.tab.{name}") for name in self.tabs], self.texts("settings.title")
        return [Segment(self.kit, "tab", box, names, self.tabs.index(self.shown), self._turn, name=title, size=20)]

    def _page(self) -> ui.Part:
        """Return the papers of the page shown, no higher than their rows need."""
        tab, tall = self.shown, self.frame.tall
        if tab == "keys":
            page: ui.Part = self._keys()
        else:
            papers = [self._group(name, self._rows(rows)) for name, rows in groups_of(tab).items()]
            papers = papers or [self._group("device", self._device()), self._group("data", self._data())]
            most = max(paper.max_length for paper in papers)
            equal = [replace(paper, weight=1.0) for paper in papers]
            page = ui.Column(papers, 22, weight=1) if tall else ui.RowOfParts(equal, 24, weight=1, max_length=most)
        return ui.Column((page, ui.Part(weight=ui.LAST)), weight=1)

    def _group(self, name: str, rows: Sequence[ui.Part]) -> ui.Part:
        """Return a paper with a heading and its rows."""
        title, most = self.texts(f"settings.group.{name}"), sum(row.max_length for row in rows)
        head = ui.TextLine(title, HEADING, face=fonts.DISPLAY, h=64 if self.frame.tall else 58)
        column = ui.Column((head, ui.RuledColumn(rows, weight=1)), 2)
        return ui.PaperBox(column, 28, 12, weight=most, max_length=most + 92)

    def _rows(self, rows: Sequence[Setting]) -> list[ui.Part]:
        return [
            replace(self._row(row), weight=high, max_length=high)
            for row in rows
            for high in [BELOW if row.values and self._deep else BESIDE]
        ]

    def _row(self, row: Setting) -> ui.Part:
        """Return a setting's label and control: at the right, or below."""
        texts = self.texts
        if row is ME:
            return self._me()
        key = f"settings.{row.name}.note"
        name, note = texts(f"settings.{row.name}"), texts(key) if texts.has(key) else ""
        label = ui.NotedLabel(name, note, size=ROW_LABEL, weight=1)
        control = ui.CustomPart(partial(self._control, row, name), h=72.0)
        if row.level:
            level = ui.CustomPart(partial(self._place_level, row), w=82)
            return ui.RowOfParts((replace(label, w=176), control, level), 14)
        if not row.values:
            return ui.RowOfParts((label, replace(control, w=controls.SWITCH[0])), 20)
        if self._deep:
            return ui.Column((label, control, ui.Part(h=12)))
        return ui.RowOfParts((label, replace(control, w=row.w)), 16)

    def _place_level(self, row: Setting, box: Box) -> Sequence[Widget]:
        self._levels.append((row, box.x + box.w, box.centre[1]))
        return ()

    def _control(self, row: Setting, name: str, box: Box) -> Sequence[Widget]:
        """Return a slider, a choice of values side by side, or a switch."""
        kit, value = self.kit, getattr(self.settings, row.name)
        y, change = box.centre[1], partial(self._set, row.name)
        if row.level:
            at = box.inset(18, 0)
            return [Slider(kit, row.name, at.x, y, at.w, value, name=name, change=partial(self._set_level, row.name))]
        if not row.values:
            return [Toggle(kit, row.name, box.x, y - controls.SWITCH[1] / 2, on=value, name=name, change=change)]
        labels, high = [self._value(row.name, each) for each in row.values], min(box.h, 72 if self._deep else 58)
        place, at = row.values.index(value), box._replace(y=y - high / 2, h=high)
        use = lambda number: change(row.values[number])  # noqa: E731
        return [Segment(kit, row.name, at, labels, place, use, name=name, size=20)]

    def _me(self) -> ui.Part:
        """Return the player's figure and name, or all figures to choose from."""
        context, texts, name = self.context, self.texts, self._own_name
        if self.choosing:
            use = self._choose_figure
            return ui.CustomPart(lambda box: choice.choice_of_figures(context, box, self._figure, use))

        def face(box: Box) -> Sequence[Widget]:
            label, radius = texts("setup.figure", name=name), min(32.0, box.h * 0.4)
            figure, use = self._figure, self._show_figures
            return [choice.FigureButton(context, figure, box, use, radius=radius, id_="figure", label=label)]

        def field(box: Box) -> Sequence[Widget]:
            label, entry = texts("setup.name", name=name), self.entry_of("name")
            at = box._replace(y=box.centre[1] - 25, h=50)
            return [TextField(self.kit, "name", at, name, label, self._type_name, entry=entry, size=24, ink=INK)]

        me = ui.NotedLabel(texts("settings.me"), texts("settings.me.note"), size=ROW_LABEL)
        return ui.RowOfParts((me, ui.CustomPart(face, w=72), ui.CustomPart(field, w=236)), 12)

    def _value(self, name: str, value: options.Json) -> str:
        if isinstance(value, float):
            return self.texts("settings.scale.value", percent=round(value * 100))
        return self.texts(f"speed.{value}" if name == "speed" else f"settings.{name}.{value}")

    def _keys(self) -> ui.Part:
        """Return the keys in columns below an instruction."""
        context, kit, texts = self.context, self.kit, self.texts
        left, right = texts("settings.keys"), texts("settings.keys.tap")
        if self.waiting:
            left = texts("settings.keys.wait", name=texts(f"settings.key.{self.waiting}"))
            # without a keyboard, a tap beside the keys cancels
            right = texts("settings.keys.cancel") if self.waiting != "pause" and not context.frame.tall else ""
        title = ui.TextLine(left, HEADING, face=fonts.DISPLAY)
        line = ui.TextLine(right, 18, SOFT_ON_PAPER, side="right")
        high = 64.0 if context.frame.tall else 58.0

        def tile(meaning: str, box: Box) -> Sequence[Widget]:
            waiting = meaning == self.waiting
            return [KeyTile(context, kit, meaning, box, waiting, partial(self._wait, meaning))]

        tiles = [ui.CustomPart(partial(tile, meaning)) for meaning in REMAPPABLE]
        across = 2 if context.frame.tall else 3
        grid = ui.Grid(tiles, across, (14, 14), weight=1)
        head = ui.RowOfParts((title.tight(kit), line) if right else (title,), 16, h=high)
        most = high + 48 + (KEY_HIGH + 14) * ceil(len(tiles) / across)
        return ui.PaperBox(ui.Column((head, grid), 6), 28, 16, weight=1, max_length=most)

    def _does(self, name: str, note: str, use: UseAction) -> ui.Part:
        """Return a row of what a button does, and the button beside it, or below it on a tall table."""
        texts, tall = self.texts, self.frame.tall
        button = ui.ButtonPart(name, texts(f"settings.{name}"), use, "dark", size=19 + 3 * tall, h=72, spoken=note)
        if name == "reset":
            button = button.confirming(self.confirming == "reset", texts("settings.reset_sure"))
        label = ui.Paragraph(note, ROW_LABEL - 2, y=0.5, weight=1)
        if tall:
            return ui.Column((label, button, ui.Part(h=16)), weight=BELOW, max_length=BELOW)
        high = self._beside
        return ui.RowOfParts((label, ui.CentredColumn((button,), w=DOES_W)), 16, weight=high, max_length=high)

    @property
    def _beside(self) -> float:
        """The height of a row with a sentence beside its control: it has lines."""
        return BESIDE * min(DEEPEST, 1.1 * self.kit.text_growth)

    def _notices_note(self) -> str:
        state = device.page.notices.state()
        told = state in (*NOT_OFFERED, NoticeState.UNSHOWN)
        return self.texts(note_of(state) if told else "settings.notices.note")

    def _device(self) -> list[ui.Part]:
        """Return the rows about this device: notices with what keeps them away, and its settings at their beginning."""
        context, texts = self.context, self.texts
        label = ui.NotedLabel(texts("settings.notices"), self._notices_note(), size=ROW_LABEL, weight=1)
        use: UseAction = lambda: Push(NoticeSettings(context))  # noqa: E731
        more = ui.RoundButtonPart("notices", texts("notices.more_spoken"), use, "gear", 52, w=72)
        high = BELOW if self.frame.tall else self._beside
        switch = [notice_switch(context, self.kit, "notify")] * (device.page.notices.state() not in NOT_OFFERED)
        row = ui.RowOfParts((label, more, *switch), 16, weight=high, max_length=high)
        return [row, *self._all_do(("reset", self._reset))]

    def _data(self) -> list[ui.Part]:
        """Return the rows about stored data: export, import, restore."""
        read: UseAction = lambda: device.choose_data(self._read, saves.are_playable)  # noqa: E731
        before = [("bring_back", self._bring_back)] if self._can_bring_back() else []
        return self._all_do(("export", self._export), ("import", read), *before)

    def _all_do(self, *uses: tuple[str, UseAction]) -> list[ui.Part]:
        return [self._does(name, self.texts(f"settings.{name}_spoken"), use) for name, use in uses]

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
