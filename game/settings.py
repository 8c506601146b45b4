"""The player's settings: what they are, how they are stored, and that nonsense in them does no harm."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import NamedTuple

from game.core.match import FIGURES
from game.core.options import Json
from game.engine.keys import REMAPPABLE

#: the most letters of a name
LONGEST_NAME = 10
SPEEDS: dict[str, float] = {"slow": 1.6, "normal": 1.0, "fast": 0.5, "off": 0.0}
SCALES = (1.0, 1.15, 1.3)
#: music is there unasked, and low: a quarter of what the slider gives
MUSIC = 0.25
CONFIRM = ("touch", "always", "never")
#: the colours of patterns: as they are, or four greys that never depend on hue
COLOURS = ("full", "grey")


class Profile(NamedTuple):
    """Who plays here, in every game: a name and a figure; what is empty is left to the game."""

    name: str = ""
    figure: str = ""


NOBODY = Profile()


@dataclass
class Settings:
    """Everything the settings screen changes, and who plays here."""

    language: str = ""
    speed: str = "normal"
    reduced_motion: bool = False
    scale: float = 1.0
    effects: float = 0.8
    music: float = MUSIC
    muted: bool = False
    confirm: str = "touch"
    show_legal: bool = True
    colours: str = "full"
    fullscreen: bool = False
    vibrate: bool = False
    #: what the player is called, and as which figure they play; empty: the game's own choice
    name: str = ""
    figure: str = ""
    #: the player has been asked, or has said so unasked
    met: bool = False
    #: whoever had never played has asked for all that a set-up offers, or has begun to play
    unfolded: bool = False
    keys: dict[str, str] = field(default_factory=lambda: dict(REMAPPABLE))

    def as_json(self) -> dict[str, Json]:
        """The settings as JSON."""
        return asdict(self)

    @property
    def me(self) -> Profile:
        """Who plays here."""
        return Profile(self.name, self.figure)

    def be_called(self, name: str, usual: str) -> None:
        """Whoever plays here has said by which name; the ``usual`` one of the figure is as good as none."""
        # a figure's own name is another one in another language
        self.name = "" if name == usual else name
        self.met = True

    @property
    def pace(self) -> float:
        """What durations are multiplied with: 0 for no animation at all."""
        return SPEEDS[self.speed]

    def lasting(self, ms: float) -> float:
        """A duration at the player's pace; 0 with reduced motion, where everything cuts."""
        return 0.0 if self.reduced_motion else ms * self.pace


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
        "figure": ("", *FIGURES),
    }
    for name in settings.as_json():
        value = data.get(name)
        if name in allowed:
            fits = value in allowed[name]
        elif name in ("effects", "music"):
            fits = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1
        elif name == "name":
            fits = isinstance(value, str) and len(value.strip()) == len(value) <= LONGEST_NAME and value.isprintable()
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
