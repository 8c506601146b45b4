"""Short ways to the program's services, for everything that is made with its context."""

from typing import TYPE_CHECKING

from game.engine.kit import Kit
from game.engine.layout import Frame
from game.engine.texts import Texts

if TYPE_CHECKING:
    from game.services.context import Context


class UsesContext:
    """Something made with the program's context."""

    context: "Context"

    @property
    def kit(self) -> Kit:
        """The kit of pictures for the current window."""
        return self.context.kit

    @property
    def texts(self) -> Texts:
        """The texts of the player's language."""
        return self.context.texts

    @property
    def frame(self) -> Frame:
        """The frame of the current window."""
        return self.context.frame
