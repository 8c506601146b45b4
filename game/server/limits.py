"""Rate limits for addresses and connections. Nothing here reads a clock."""

from collections import deque

#: number of addresses remembered; the longest quiet ones are dropped first
MOST_ADDRESSES = 10_000


class RateLimit:
    """Limit of ``most`` events within ``span_ms``, for each key."""

    def __init__(self, most: int, span_ms: int) -> None:
        self.most = most
        self.span_ms = span_ms
        self._times: dict[str, deque[int]] = {}

    def is_over(self, key: str, now_ms: int) -> bool:
        """Return True if the limit is reached; it lasts no longer if the clock is set back."""
        times = self._times.get(key)
        return times is not None and len(times) >= self.most and abs(now_ms - times[0]) < self.span_ms

    def count(self, key: str, now_ms: int) -> None:
        """Count one event."""
        times = self._times.pop(key, deque(maxlen=self.most))
        times.append(now_ms)
        # moved to the end, so that the longest quiet ones are first
        self._times[key] = times
        if len(self._times) > MOST_ADDRESSES:
            del self._times[next(iter(self._times))]

    def forget(self, now_ms: int) -> None:
        """Drop the keys without an event in the current span."""
        for key in [key for key, times in self._times.items() if abs(now_ms - times[-1]) >= self.span_ms]:
            del self._times[key]

    def __len__(self) -> int:
        return len(self._times)


class TokenBucket:
    """Limit of ``most`` events at once and as many per ``span_ms`` on average; small, for one client."""

    __slots__ = ("_at_ms", "_capacity", "_refill_ms", "_tokens")

    def __init__(self, most: int, span_ms: int, now_ms: int) -> None:
        self._capacity = most
        self._refill_ms = span_ms / most
        self._tokens = float(most)
        self._at_ms = now_ms

    def allows(self, now_ms: int) -> bool:
        """Count an event if it is within the limit; return True if it was counted."""
        self._tokens = min(self._capacity, self._tokens + max(0, now_ms - self._at_ms) / self._refill_ms)
        self._at_ms = now_ms
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
