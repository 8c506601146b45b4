"""How much of something an address or a line may ask for, in any stretch of time. Nothing here reads a clock."""

from collections import deque

#: so many addresses are remembered: those that were quiet longest are forgotten first
MOST_ADDRESSES = 10_000


class RateLimit:
    """At most ``most`` times within ``span_ms``, for each key."""

    def __init__(self, most: int, span_ms: int) -> None:
        self.most = most
        self.span_ms = span_ms
        self._times: dict[str, deque[int]] = {}

    def is_over(self, key: str, now_ms: int) -> bool:
        """Whether it was so often already."""
        times = self._times.get(key)
        return times is not None and len(times) >= self.most and now_ms - times[0] < self.span_ms

    def count(self, key: str, now_ms: int) -> None:
        """It was once more."""
        times = self._times.pop(key, deque(maxlen=self.most))
        times.append(now_ms)
        # at the end, so that the first are those that were quiet longest
        self._times[key] = times
        if len(self._times) > MOST_ADDRESSES:
            del self._times[next(iter(self._times))]

    def forget(self, now_ms: int) -> None:
        """Remember nobody whose last time is longer ago than counts."""
        for key in [key for key, times in self._times.items() if now_ms - times[-1] >= self.span_ms]:
            del self._times[key]

    def __len__(self) -> int:
        return len(self._times)


class TokenBucket:
    """At most ``most`` at once, and in the long run as many within ``span_ms``; for one alone, and small."""

    __slots__ = ("_at_ms", "_each_ms", "_left", "_most")

    def __init__(self, most: int, span_ms: int, now_ms: int) -> None:
        self._most = most
        self._each_ms = span_ms / most
        self._left = float(most)
        self._at_ms = now_ms

    def allows(self, now_ms: int) -> bool:
        """Count it if it is not too much, and say whether it was counted."""
        self._left = min(self._most, self._left + max(0, now_ms - self._at_ms) / self._each_ms)
        self._at_ms = now_ms
        if self._left < 1:
            return False
        self._left -= 1
        return True
