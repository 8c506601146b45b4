"""The player's settings: what they are, how they are stored, and that nonsense in them does no harm."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from game.core.options import Json
from game.engine.keys import REMAPPABLE

SPEEDS: dict[str, float] = {"slow": 1.6, "normal": 1.0, "fast": 0.5, "off": 0.0}
SCALES = (1.0, 1.15, 1.3)
CONFIRM = ("touch", "always", "never")
#: the colours of patterns: as they are, or four greys that never depend on hue
COLOURS = ("full", "grey")


@dataclass
class Settings:
    """Everything the settings screen changes."""

    language: str = ""
    speed: str = "normal"
    reduced_motion: bool = False
    scale: float = 1.0
    effects: float = 0.8
    music: float = 0.0
    muted: bool = False
    confirm: str = "touch"
    show_legal: bool = True
    colours: str = "full"
    fullscreen: bool = False
    vibrate: bool = False
    keys: dict[str, str] = field(default_factory=lambda: dict(REMAPPABLE))

    def as_json(self) -> dict[str, Json]:
        """The settings as JSON."""
        return asdict(self)

    @property
    def pace(self) -> float:
        """What durations are multiplied with: 0 for no animation at all."""
        return SPEEDS[self.speed]


def from_json(data: Json) -> Settings:
    """Settings from stored JSON; what is missing or makes no sense keeps its default."""
    settings = Settings()
    if not isinstance(data, dict):
        return settings
    allowed: dict[str, tuple[Json, ...]] = {
        "language": ("", "de", "en"),
        "speed": tuple(SPEEDS),
        "scale": SCALES,
        "confirm": CONFIRM,
        "colours": COLOURS,
    }
    for name in settings.as_json():
        value = data.get(name)
        if name in allowed:
            fits = value in allowed[name]
        elif name in ("effects", "music"):
            fits = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1
        elif name == "keys":
            fits = False
            if isinstance(value, dict):
                given = {k: v for k, v in value.items() if k in REMAPPABLE and isinstance(v, str) and v}
                merged = settings.keys | given
                if len(set(merged.values())) == len(merged):
                    settings.keys = merged
        else:
            fits = isinstance(value, bool)
        if fits:
            setattr(settings, name, value)
    return settings
