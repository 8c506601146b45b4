"""The part of a table of turns that the scripts of its events use."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from game.core.game import A, V
from game.core.match import Seat
from game.engine.drag import Dragging
from game.engine.layout import Frame
from game.engine.sprites import SpriteLayer, SpritePlace
from game.engine.texts import Texts
from game.engine.tweens import Curve, out_quint

if TYPE_CHECKING:
    from game.services.context import Context


class Stage(Protocol[A, V]):
    """A table on which scripts show events."""

    context: "Context"
    seats: Sequence[Seat]
    viewer: int
    #: the viewer's view after the last event shown
    shown: V
    layer: SpriteLayer
    drags: Dragging[A]
    #: a lesson runs at this table
    teaches: bool

    @property
    def frame(self) -> Frame:
        """The frame of the current window."""

    @property
    def texts(self) -> Texts:
        """The texts of the player's language."""

    def text(self, key: str, **blanks: object) -> str:
        """Return a text of this game."""

    def name(self, seat: int) -> str:
        """Return the name of a seat."""

    def ms(self, milliseconds: float) -> float:
        """Return a duration at the player's pace."""

    def feel(self, seat: int, mood: str) -> None:
        """Show a glad or beaten face for a moment."""

    def arrange(
        self,
        ms: float = 0,
        *,
        curve: Curve = out_quint,
        stagger: float = 0,
        origins: Mapping[Hashable, SpritePlace] | None = None,
    ) -> None:
        """Move everything to its place within ``ms``."""
