"""The celebration of a result: a fanfare and confetti for a win, a quiet sound for a defeat."""

from math import pi, sin

from game.engine.canvas import Canvas
from game.engine.confetti import Confetti
from game.services.context import Context

#: hops of the glad figure beside the headline: number, height, milliseconds each
HOPS, HOP, HOP_MS = 4, 16.0, 420.0
#: delay of the new best's sound, so that the fanfare is over
NEW_BEST_MS = 2200.0


class Celebration:
    """Sound for a finished match, with confetti for a win if animations are on."""

    def __init__(self, context: Context, glad: bool, new_best: bool) -> None:
        self.context = context
        settings = context.settings
        moves = glad and bool(settings.pace) and not settings.reduced_motion
        self._confetti = Confetti() if moves else None
        self._new_best = new_best
        self._ms = 0.0
        context.audio.play("finale" if glad else "lose")

    @property
    def moves(self) -> bool:
        """True while confetti falls."""
        return self._confetti is not None

    def update(self, ms: float) -> bool:
        """Advance time; return True if the picture changes."""
        self._ms += ms
        if self._new_best and self._ms >= NEW_BEST_MS:
            self._new_best = False
            self.context.audio.play("new_best")
        if self._confetti is None:
            return False
        self._confetti.update(ms)
        if self._confetti.done:
            self._confetti = None
        return True

    def finish(self) -> None:
        """End all movement."""
        if self._confetti:
            self._confetti.finish()

    def hop(self) -> float:
        """Return the glad figure's height in the air, logical."""
        share = self._ms / (HOPS * HOP_MS)
        if not self._confetti or share >= 1:
            return 0.0
        return HOP * abs(sin(pi * self._ms / HOP_MS)) * (1 - share)

    def draw(self, canvas: Canvas) -> None:
        """Draw the confetti."""
        if self._confetti:
            self._confetti.draw(canvas, self.context.kit)
