"""Transitions: scenes and items return them, only the stack of scenes carries them out."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from game.engine.scene import Scene


@dataclass(frozen=True, slots=True)
class Push:
    """Open a scene on top of this one."""

    scene: "Scene"


@dataclass(frozen=True, slots=True)
class Pop:
    """Close this scene."""


@dataclass(frozen=True, slots=True)
class Replace:
    """Close this scene and open another in its place."""

    scene: "Scene"


@dataclass(frozen=True, slots=True)
class Reset:
    """Close every scene and open this one."""

    scene: "Scene"


@dataclass(frozen=True, slots=True)
class Quit:
    """End the program."""


#: one of them, or None to stay
Transition: TypeAlias = Push | Pop | Replace | Reset | Quit | None
