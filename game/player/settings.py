"""The player's settings: what they are, how they are stored, and that nonsense in them does no harm."""

from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Annotated, NamedTuple, TypeAlias, get_type_hints

from game.core import match, options
from game.core.codec import BadData, Constraint, codec_of, one_of, within
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


def _can_be_shown(name: str) -> bool:
    return name == name.strip() and name.isprintable()


Volume: TypeAlias = Annotated[float, within(0, 1)]


@dataclass
class Settings:
    """Everything the settings screen changes, and who plays here."""

    language: Annotated[str, one_of("", "de", "en")] = ""
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
    #: what the player is called, and as which figure they play; empty: the game's own choice
    name: Annotated[str, within(0, LONGEST_NAME), Constraint(_can_be_shown)] = ""
    figure: Annotated[str, one_of("", *match.FIGURES)] = ""
    #: the player has been asked, or has said so unasked
    met: bool = False
    #: whoever had never played has asked for all that a set-up offers, or has begun to play
    unfolded: bool = False
    keys: dict[str, str] = field(default_factory=lambda: dict(REMAPPABLE))

    def as_json(self) -> dict[str, options.Json]:
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


def settings_from(data: options.Json) -> Settings:
    """Settings from stored JSON; what is missing or makes no sense keeps its default."""
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
