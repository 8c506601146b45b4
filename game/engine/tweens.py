"""Easing curves and tweens. A curve maps progress 0..1 to progress; a tween applies it over milliseconds."""

from collections.abc import Callable

Curve = Callable[[float], float]


def out_cubic(t: float) -> float:
    """Ease out: fast, then gently to rest."""
    return 1 - (1 - t) ** 3


def out_quint(t: float) -> float:
    """Ease out strongly: very fast, then long and gently to rest."""
    return 1 - (1 - t) ** 5


def in_out_cubic(t: float) -> float:
    """Ease in and out: gently off, gently to rest."""
    return 4 * t**3 if t < 0.5 else 1 - (-2 * t + 2) ** 3 / 2


def out_back(t: float) -> float:
    """Ease out with a slight overshoot (1.2)."""
    return 1 + 2.2 * (t - 1) ** 3 + 1.2 * (t - 1) ** 2


class Tween:
    """Calls ``set_value`` with eased progress from 0 to 1; ``delay`` and ``duration`` in milliseconds."""

    __slots__ = ("_curve", "_delay", "_duration", "_passed", "_set_value", "done")

    def __init__(
        self, set_value: Callable[[float], None], duration: float, curve: Curve = out_cubic, delay: float = 0
    ) -> None:
        self._set_value = set_value
        self._duration = duration
        self._curve = curve
        self._delay = delay
        self._passed = 0.0
        self.done = False

    def update(self, ms: float) -> None:
        """Advance by ``ms`` milliseconds."""
        if self.done:
            return
        self._passed += ms
        past = self._passed - self._delay
        if past < 0:
            return
        if past >= self._duration:
            self.finish()
        else:
            self._set_value(self._curve(past / self._duration))

    def finish(self) -> None:
        """Jump to the end."""
        if not self.done:
            self.done = True
            self._set_value(1.0)
