"""What scenes are given: the kit, texts, settings, sound, storage and clock. Scenes reach nothing else."""

import json
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.core.options import Json
from game.engine import audio, kit, layout, texts
from game.host import device
from game.host.clock import Clock
from game.host.storage import StorageRefused, WholeStorage, read_json
from game.player.settings import SPEEDS, Settings, settings_from

if TYPE_CHECKING:
    from game.app.party_session import PartySession
    from game.wire.party_client import Connection

#: what a hand feels, in milliseconds on and off in turn: short, and different without being counted
PULSES = {"your_turn": (30,), "glad": (20, 60, 20), "beaten": (80,), "wrong": (80,)}


class Context:
    """The services of the running program."""

    def __init__(self, storage: WholeStorage, clock: Clock, frame: layout.Frame, language: str = "en") -> None:
        self.storage = storage
        self.clock = clock
        self.audio = audio.Audio(clock)
        #: whatever happened before this moment of the clock has been handed in; endless where nobody looks for input
        self.looked_ms = math.inf
        #: messages for the player, shown once each by the app
        self.notices: list[str] = []
        #: messages that speak of something which is no more: the app shows them no longer
        self.taken_back: list[str] = []
        #: the party with other devices that this one is at; nothing is asked of a network as long as there is none
        self.session: PartySession | None = None
        #: where tables are that this device need not be told of: the page's own server, or ""
        self.server = device.page.server
        #: makes a line to a server
        self.connect: Callable[[str], Connection] = device.connect
        #: a newer version than the page's is ready
        self.outdated = False
        #: the scenes have to be laid out anew: the app does it after the input
        self.layout_changed = False
        #: a finger has been on a table, or is the page's pointer: no key caps, and cards are confirmed if so set
        self.touched = device.page.touch
        self._refused = False
        #: what lies under these names could not be read or moved: until it can, nothing is written over it
        self._guarded: set[str] = set()
        refused = False
        try:
            data, kept = read_json(storage, "settings")
        except StorageRefused:
            data, kept, refused = None, None, True
        self.settings: Settings = settings_from(data)
        if not isinstance(data, dict):
            self.settings.reduced_motion = device.page.calm
        if self.settings.language not in texts.LANGUAGES:
            self.settings.language = language if language in texts.LANGUAGES else "en"
        self.texts = texts.Texts(self.settings.language)
        if kept:
            self.tell("notice.settings_damaged", kept=kept)
        if refused:
            self.guard("settings")
        self.resize(frame)
        self.settings_changed()

    def resize(self, frame: layout.Frame) -> None:
        """Make pictures for another window from now on."""
        self.frame = frame
        self.kit = kit.Kit(frame, self.settings.scale)

    def reread(self) -> None:
        """Take the settings from the storage again: others have been put there."""
        self.settings = settings_from(self.stored("settings", "file.settings"))
        if self.settings.language not in texts.LANGUAGES:
            self.settings.language = self.texts.language
        self.settings_changed()

    def settings_changed(self) -> None:
        """Let changed settings take effect and store them."""
        settings = self.settings
        if self.texts.language != settings.language:
            self.texts = texts.Texts(settings.language)
        if self.kit.player_scale != settings.scale:
            self.resize(self.frame)
        self.layout_changed = True
        self.audio.set_levels(settings.effects, settings.music, settings.muted)
        self.store("settings", settings.as_json())

    def step_speed(self, by: int, told: bool = True) -> None:
        """Take the next speed or the one before, around the ends, and say which unless it can be seen."""
        names, settings = list(SPEEDS), self.settings
        settings.speed = names[(names.index(settings.speed) + by) % len(names)]
        if told:
            self.tell("notice.speed", speed=self.texts(f"speed.{settings.speed}"))
        self.settings_changed()

    def tell(self, key: str, /, **blanks: object) -> None:
        """Show the player a message: a text key and its blanks."""
        self.notices.append(self.texts(key, **blanks))

    def take_back(self, messages: Sequence[str]) -> None:
        """Show these messages no more, or not at all."""
        self.notices[:] = [notice for notice in self.notices if notice not in messages]
        self.taken_back += messages

    def pulse(self, name: str) -> None:
        """Let the hand that holds the device feel something of ``PULSES``, if the player wants that."""
        if self.settings.vibrate and name in PULSES:
            device.page.pulse(PULSES[name])

    def stored(self, name: str, what: str) -> Json:
        """The JSON stored under a name, or None; damage is told, with ``what`` as the text key of its name."""
        try:
            data, kept = read_json(self.storage, name)
        except StorageRefused:
            self.guard(name)
            return None
        self._guarded.discard(name)
        if kept:
            self.tell("notice.damaged", what=self.texts(what), kept=kept)
        return data

    def guard(self, name: str) -> None:
        """Write nothing over what is stored under a name before it has been read again."""
        self._guarded.add(name)
        self._refuse()

    def _refuse(self) -> bool:
        """Tell once that the storage does not do what it should."""
        if not self._refused:
            self._refused = True
            self.tell("notice.storage_refused")
        return False

    def set_aside(self, name: str, what: str) -> None:
        """Keep what is stored under a name under another, because it makes no sense, and tell the player."""
        try:
            kept = self.storage.set_aside(name)
        except StorageRefused:
            self.guard(name)
        else:
            self.tell("notice.damaged", what=self.texts(what), kept=kept)

    def store(self, name: str, data: Json) -> bool:
        """Store JSON under a name and return True; a refusal is told once and the game goes on in memory."""
        if name in self._guarded:
            return self._refuse()
        try:
            self.storage.write(name, json.dumps(data, separators=(",", ":")))
        except StorageRefused:
            return self._refuse()
        return True

    def forget(self, name: str) -> bool:
        """Remove what is stored under a name and return True; a refusal is told once, and it stays."""
        if name in self._guarded:
            return self._refuse()
        try:
            self.storage.delete(name)
        except StorageRefused:
            return self._refuse()
        return True
