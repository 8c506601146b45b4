"""Sound effects and music. The game never depends on sound: every failure here means silence."""

import sys

import pygame

from game.engine.assets import ASSETS
from game.engine.music import Music
from game.host.clock import Clock

#: names of the effects, one file each
EFFECTS = (
    *("deal", "flip", "slide", "take", "your_turn", "win", "lose", "wrong", "click"),
    *("chip_1", "chip_2", "chip_3", "chip_4", "chip_5", "chip_6", "chip_7"),
    *("count_1", "count_2", "count_3", "peek", "shuffle", "curtain", "die", "drum", "claim"),
    *("bust", "call_won", "new_best", "finale", "twin"),
)
#: an effect repeated within this time is skipped
SAME_MS = 40
#: effects that duck the music, the share of its volume that it keeps, and the milliseconds of the fade down and up
ABOVE, HUSHED, FALL_MS, RISE_MS = ("finale", "lose", "new_best"), 0.2, 200.0, 1200.0


class Audio:
    """Plays effects by name, and music after the player's first input. Volumes are 0 to 1."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.effects = 0.8
        self.music = 0.0
        self.muted = False
        self._sounds: dict[str, pygame.mixer.Sound | None] = {}
        self._last: dict[str, float] = {}
        self._pieces = Music(clock)
        self._warned = False
        self._is_visible = True
        #: set at the player's first input; pages may not play sound before it
        self._is_unlocked = False
        #: when the ducking effect ends, the music's share of its volume, and when that was last updated
        self._above_ms = 0.0
        self._share = 1.0
        self._heard_ms = 0.0

    def play(self, name: str, volume: float = 1.0) -> None:
        """Play an effect at a share of the player's volume, unless the same one has just started."""
        now = self.clock.now_ms()
        if self.muted or not self.effects or now - self._last.get(name, -1e9) < SAME_MS:
            return
        sound = self._sound(name)
        if sound is None:
            return
        self._last[name] = now
        try:
            sound.set_volume(self.effects * volume)
            sound.play()
            if name in ABOVE:
                self._above_ms = max(self._above_ms, now + sound.get_length() * 1000)
        except Exception as error:  # an error's type depends on the runtime
            self._fail(name, error)

    def _sound(self, name: str) -> pygame.mixer.Sound | None:
        """Return an effect, loaded at its first use: loading all of them would delay the start."""
        if name not in self._sounds:
            self._sounds[name] = None
            try:
                if pygame.mixer.get_init():
                    self._sounds[name] = pygame.mixer.Sound(str(ASSETS / "sounds" / f"{name}.ogg"))
            except Exception as error:  # an error's type depends on the runtime
                self._fail(name, error)
        return self._sounds[name]

    def _fail(self, name: str, error: Exception) -> None:
        """Disable this effect and report the first failure."""
        self._sounds[name] = None
        if not self._warned:
            self._warned = True
            print(f"No sound {name}: {type(error).__name__}: {error}", file=sys.stderr)

    def set_levels(self, effects: float, music: float, muted: bool) -> None:
        """Set both volumes (0 to 1) and mute or unmute."""
        self.effects, self.music, self.muted = effects, music, muted
        self.follow_music(self._is_visible)

    def wake(self) -> None:
        """Allow music: the player has pressed something."""
        if not self._is_unlocked:
            self._is_unlocked = True
            self.follow_music(self._is_visible)

    def follow_music(self, shown: bool) -> None:
        """Start, stop or change the music for the settings; it pauses while the window is hidden."""
        self._is_visible = shown
        wanted = shown and self._is_unlocked and not self.muted and self.music > 0
        self._pieces.follow(wanted, self.music * 0.6 * self._share)

    def update(self) -> None:
        """Start the next piece when one has ended, and duck the music."""
        self._hush(self.clock.now_ms())
        self._pieces.update()

    def _hush(self, now: float) -> None:
        """Fade the music's volume down or up by one step."""
        passed, self._heard_ms = now - self._heard_ms, now
        hushed = now < self._above_ms
        if self._share == (HUSHED if hushed else 1.0):
            return
        step = (1 - HUSHED) * passed / (FALL_MS if hushed else RISE_MS)
        self._share = max(HUSHED, self._share - step) if hushed else min(1.0, self._share + step)
        self.follow_music(self._is_visible)
