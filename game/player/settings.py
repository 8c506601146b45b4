"""Settings of the player, their storage, and their validation."""

from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Annotated, NamedTuple, TypeAlias, get_type_hints

from game.core import match, options
from game.core.codec import BadData, Constraint, codec_of, one_of, within
from game.engine.keys import REMAPPABLE
from game.engine.texts import LANGUAGES

#: most letters of a name
LONGEST_NAME = 10
SPEEDS: dict[str, float] = {"slow": 1.6, "normal": 1.0, "fast": 0.5, "off": 0.0}
SCALES = (1.0, 1.15, 1.3)
#: music plays by default, quietly: at a quarter of the slider's range
MUSIC = 0.25
CONFIRM = ("touch", "always", "never")
#: colours of patterns: the originals, or four greys independent of hue
COLOURS = ("full", "grey")


class Profile(NamedTuple):
    """Name and figure of the player in every game; empty parts are left to the game."""

    name: str = ""
    figure: str = ""


NOBODY = Profile()


Volume: TypeAlias = Annotated[float, within(0, 1)]


@dataclass
class Settings:
    """Everything that the settings screen changes, and the player's profile."""

    language: Annotated[str, Constraint(lambda language: not language or language in LANGUAGES)] = ""
    speed: Annotated[str, one_of(*SPEEDS)] = "normal"
    reduced_motion: bool = False
    scale: Annotated[float, one_of(*SCALES)] = 1.0
    effects: Volume = 0.8
    music: Volume = MUSIC
    muted: bool = False
    confirm: Annotated[str, one_of(*CONFIRM)] = "touch"
    show_legal: bool = True
    colours: Annotated[str, one_of(*COLOURS)] = "full"
    fullscreen: bool = False
    vibrate: bool = False
    #: wants to be told when a table waits and nobody looks
    notices: bool = False
    #: the player's name and figure; empty for the game's choice
    name: Annotated[
        str, within(0, LONGEST_NAME), Constraint(lambda name: name == name.strip() and name.isprintable())
    ] = ""
    figure: Annotated[str, one_of("", *match.FIGURES)] = ""
    #: the player was asked, or has set a name
    met: bool = False
    #: the night in minutes of the day, and a holiday in days since 1970 up to the first day after it; equal for none
    night: Annotated[tuple[int, int], Constraint(lambda night: all(0 <= minute < 24 * 60 for minute in night))] = (0, 0)
    holiday: Annotated[tuple[int, int], Constraint(lambda days: 0 <= days[0] <= days[1] <= days[0] + 14)] = (0, 0)
    keys: dict[str, str] = field(default_factory=lambda: dict(REMAPPABLE))

    def as_json(self) -> dict[str, options.Json]:
        """Return the settings as JSON."""
        return asdict(self) | {"night": [*self.night], "holiday": [*self.holiday]}

    @property
    def me(self) -> Profile:
        """The player's profile."""
        return Profile(self.name, self.figure)

    def be_called(self, name: str, usual: str) -> None:
        """Set the player's name; the figure's ``usual`` name counts as none."""
        # a figure's name differs between languages
        self.name = "" if name == usual else name
        self.met = True

    @property
    def pace(self) -> float:
        """The factor for durations: 0 for no animation."""
        return SPEEDS[self.speed]

    def lasting(self, ms: float) -> float:
        """Return a duration in milliseconds at the player's pace; 0 with reduced motion."""
        return 0.0 if self.reduced_motion else ms * self.pace


def settings_from(data: options.Json) -> Settings:
    """Return the settings of stored JSON; missing or invalid ones get defaults."""
    settings = Settings()
    if not isinstance(data, dict):
        return settings
    for name, kind in get_type_hints(Settings, include_extras=True).items():
        if name in data and name != "keys":
            with suppress(BadData):
                setattr(settings, name, codec_of(kind).read(data[name]))
    keys = data.get("keys")
    if isinstance(keys, dict):
        given = {key: sign for key, sign in keys.items() if key in REMAPPABLE and isinstance(sign, str) and sign}
        merged = settings.keys | given
        if len(set(merged.values())) == len(merged):
            settings.keys = merged
    return settings
