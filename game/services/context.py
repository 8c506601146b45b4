"""Services for scenes: kit, texts, settings, sound, storage and clock. Scenes use nothing else."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING

from game.core.options import Json
from game.engine import audio, kit, layout, texts
from game.host import device
from game.host.clock import Clock
from game.host.storage import StorageRefused, WholeStorage, read_json
from game.player.settings import SPEEDS, Settings, settings_from
from game.wire.seat_watch import SeatWatch

if TYPE_CHECKING:
    from game.services.party_session import PartySession
    from game.wire.party_client import Connection

#: vibrations in milliseconds, on and off alternately: short, and distinct without counting
PULSES = {"your_turn": (30,), "glad": (20, 60, 20), "beaten": (80,), "wrong": (80,)}


class PushState(StrEnum):
    """State of the server's calls to this page once it is closed; its text is ``notices.push.VALUE``."""

    #: nobody wants it, or nobody has been asked yet
    NONE = ""
    ASKING = "asking"
    ON = "on"
    NOT_OFFERED = "not_offered"
    FAILED = "failed"
    REFUSED = "refused"
    NO_ANSWER = "no_answer"
    #: as soon as there is a seat
    LATER = "later"


class Context:
    """Services of the running program."""

    def __init__(self, storage: WholeStorage, clock: Clock, frame: layout.Frame, language: str = "en") -> None:
        self.storage = storage
        self.clock = clock
        self.audio = audio.Audio(clock)
        #: all input before this time of the clock has been delivered; infinite if nobody polls for input
        self.looked_ms = math.inf
        #: messages for the player, shown once each by the app
        self.notices: list[str] = []
        #: obsolete messages, which the app stops showing
        self.withdrawn: list[str] = []
        #: the party that this device has joined; without one, no network is used
        self.session: PartySession | None = None
        #: the page's own server, or ""
        self.server = device.page.server
        #: connects to a server
        self.connect: Callable[[str], Connection] = device.page.connect
        #: the tables at which this device has a seat, and how many of them wait for its player
        self.tables = SeatWatch()
        self.push: PushState = PushState.NONE
        #: a newer version than the page's is ready
        self.outdated = False
        #: the scenes must be rebuilt, after the input
        self.layout_changed = False
        #: a touch on a table, or a touch device: no key caps, and cards are confirmed if so set
        self.uses_touch = device.page.touch
        #: there is a keyboard: a phone has none until one of its keys was pressed
        self.uses_keys = not device.page.touch
        self._warned_of_storage = False
        #: unreadable or immovable keys, which must not be overwritten
        self._protected: set[str] = set()
        refused = False
        try:
            data, kept = read_json(storage, "settings")
        except StorageRefused:
            data, kept, refused = None, None, True
        self.settings: Settings = settings_from(data)
        if not isinstance(data, dict):
            self.settings.reduced_motion = device.page.prefers_reduced_motion
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
        """Render for another window size from now on."""
        self.frame = frame
        self.kit = kit.Kit(frame, self.settings.scale)

    def reread(self) -> None:
        """Reload the settings from the storage after they were replaced there."""
        self.settings = settings_from(self.stored("settings", "file.settings"))
        if self.settings.language not in texts.LANGUAGES:
            self.settings.language = self.texts.language
        self.settings_changed()

    def settings_changed(self) -> None:
        """Apply changed settings and store them."""
        settings = self.settings
        if self.texts.language != settings.language:
            self.texts = texts.Texts(settings.language)
        if self.kit.player_scale != settings.scale:
            self.resize(self.frame)
        self.layout_changed = True
        self.audio.set_levels(settings.effects, settings.music, settings.muted)
        self.store("settings", settings.as_json())

    def step_speed(self, by: int, announced: bool = True) -> None:
        """Step to the next or previous speed, around the ends; report it if ``announced``."""
        names, settings = list(SPEEDS), self.settings
        settings.speed = names[(names.index(settings.speed) + by) % len(names)]
        if announced:
            self.tell("notice.speed", speed=self.texts(f"speed.{settings.speed}"))
        self.settings_changed()

    def tell(self, key: str, /, **blanks: object) -> None:
        """Show the player a message: a text key and its blanks."""
        self.notices.append(self.texts(key, **blanks))

    def withdraw(self, messages: Sequence[str]) -> None:
        """Withdraw these messages, shown or not."""
        self.notices[:] = [notice for notice in self.notices if notice not in messages]
        self.withdrawn += messages

    def pulse(self, name: str) -> None:
        """Vibrate as in ``PULSES``, if the player wants that."""
        if self.settings.vibrate and name in PULSES:
            device.page.vibrate(PULSES[name])

    def stored(self, name: str, what: str) -> Json:
        """Return the JSON of a key, or None; damage is reported, with ``what`` as the text key of its name."""
        try:
            data, kept = read_json(self.storage, name)
        except StorageRefused:
            self.guard(name)
            return None
        self._protected.discard(name)
        if kept:
            self.tell("notice.damaged", what=self.texts(what), kept=kept)
        return data

    def guard(self, name: str) -> None:
        """Protect the data of a key from overwriting until it has been read again."""
        self._protected.add(name)
        self._refuse()

    def _refuse(self) -> bool:
        """Report once that the storage fails."""
        if not self._warned_of_storage:
            self._warned_of_storage = True
            self.tell("notice.storage_refused")
        return False

    def set_aside(self, name: str, what: str) -> None:
        """Keep the invalid data of a key under another one, and report it."""
        try:
            kept = self.storage.set_aside(name)
        except StorageRefused:
            self.guard(name)
        else:
            self.tell("notice.damaged", what=self.texts(what), kept=kept)

    def store(self, name: str, data: Json) -> bool:
        """Store JSON under a key and return True; a failure is reported once, and the game goes on in memory."""
        if name in self._protected:
            return self._refuse()
        try:
            self.storage.write(name, json.dumps(data, separators=(",", ":")))
        except StorageRefused:
            return self._refuse()
        return True

    def store_all(self, data: Mapping[str, Json]) -> bool:
        """Store JSON under several keys in one step, deleting those of None; return False if all stays as it was."""
        if not self._protected.isdisjoint(data):
            return self._refuse()
        try:
            self.storage.write_all({name: json.dumps(part, separators=(",", ":")) for name, part in data.items()})
        except StorageRefused:
            return self._refuse()
        for name, part in data.items():
            if part is None:
                # null is equivalent to none
                with suppress(StorageRefused):
                    self.storage.delete(name)
        return True

    def forget(self, name: str) -> bool:
        """Delete a key and return True; a failure is reported once, and the data stays."""
        if name in self._protected:
            return self._refuse()
        try:
            self.storage.delete(name)
        except StorageRefused:
            return self._refuse()
        return True
