"""Metrics of a server in Prometheus format, and a ledger that measures itself."""

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from game.server.ledger import LeaseLost, Ledger, LedgerError, NoLog, Unreachable

T = TypeVar("T")

#: upper bounds of the histogram of the ledger's answer times, in seconds
STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Metric(NamedTuple):
    """One metric; its type follows from its name, by Prometheus conventions."""

    name: str
    help: str
    value: float
    #: its labels, as ``kind="deposed"``
    labels: str = ""


#: returns the metrics of a part of the server
Metrics = Callable[[], Iterable[Metric]]


def metrics_text(figures: Iterable[Metric]) -> str:
    """Return metrics as Prometheus text; those of one name must be adjacent."""
    rows: list[str] = []
    text = ""
    for one in figures:
        name = f"kartenkiste_{one.name}"
        whole, _, part = name.rpartition("_")
        kind = "counter" if part == "total" else "histogram" if part in ("bucket", "sum", "count") else "gauge"
        whole = whole if kind == "histogram" else name
        if whole != text:
            rows += [f"# HELP {whole} {one.help}", f"# TYPE {whole} {kind}"]
            text = whole
        rows.append(f"{name}{f'{{{one.labels}}}' if one.labels else ''} {one.value:g}")
    return "\n".join(rows) + "\n"


class MeasuredLedger(Ledger):
    """A :class:`~game.server.ledger.Ledger` with metrics; ``more`` adds the wrapped ledger's own."""

    def __init__(self, ledger: Ledger, more: Metrics = tuple) -> None:
        self._ledger = ledger
        self._more_metrics = more
        self.counts: Counter[str] = Counter()
        self.seconds = 0.0
        self._steps = [0] * len(STEPS)
        self.is_reachable = True

    async def _asked(self, asked: Awaitable[T]) -> T:
        try:
            found = await asked
        except LeaseLost:
            self.counts["deposed"] += 1
            raise
        except Unreachable:
            self.is_reachable = False
            self.counts["unreachable"] += 1
            raise
        except NoLog:
            raise
        except LedgerError:
            self.counts["failed"] += 1
            raise
        self.is_reachable = True
        return found

    async def create(self, name: str, line: str, until_ms: int) -> bool:
        return await self._asked(self._ledger.create(name, line, until_ms))

    async def append(self, name: str, length: int, line: str, epoch: int = 0) -> bool:
        before = time.perf_counter()
        done = await self._asked(self._ledger.append(name, length, line, epoch))
        taken = time.perf_counter() - before
        self.seconds += taken
        self.counts["written" if done else "overtaken"] += 1
        for number, step in enumerate(STEPS):
            self._steps[number] += taken <= step
        return done

    async def read(self, name: str, start: int = 0) -> Sequence[str]:
        return await self._asked(self._ledger.read(name, start))

    async def wait(self, name: str, length: int, seconds: float) -> bool:
        return await self._asked(self._ledger.wait(name, length, seconds))

    async def lease(self, name: str, holder: str, ms: int) -> int:
        return await self._asked(self._ledger.lease(name, holder, ms))

    async def release(self, name: str, epoch: int) -> None:
        await self._asked(self._ledger.release(name, epoch))

    async def attach(self, name: str, key: str, text: str, epoch: int = 0) -> None:
        await self._asked(self._ledger.attach(name, key, text, epoch))

    async def attachments(self, name: str) -> Mapping[str, str]:
        return await self._asked(self._ledger.attachments(name))

    async def keep(self, name: str, until_ms: int) -> None:
        await self._asked(self._ledger.keep(name, until_ms))

    async def expire(self, now_ms: int) -> None:
        await self._asked(self._ledger.expire(now_ms))

    async def wake(self, name: str, at_ms: int) -> None:
        await self._asked(self._ledger.wake(name, at_ms))

    async def due(self, now_ms: int, most: int) -> Sequence[str]:
        return await self._asked(self._ledger.due(now_ms, most))

    async def close(self) -> None:
        await self._ledger.close()

    def metrics(self) -> list[Metric]:
        """Return all metrics."""
        answers = self.counts["written"] + self.counts["overtaken"]
        buckets = [f'le="{step:g}"' for step in STEPS]
        name, description = "ledger_append_seconds", "time that the ledger took to append an entry"
        failures = "failed requests to the ledger, by reason"
        return [
            Metric("ledger_up", "1 if the ledger answered the last request", self.is_reachable),
            Metric("lines_written_total", "log entries written by this process", self.counts["written"]),
            Metric("lines_overtaken_total", "log entries that another process wrote first", self.counts["overtaken"]),
            *(
                Metric("ledger_failures_total", failures, self.counts[kind], f'why="{kind}"')
                for kind in ("deposed", "unreachable", "failed")
            ),
            *(
                Metric(f"{name}_bucket", description, count, label)
                for label, count in zip([*buckets, 'le="+Inf"'], [*self._steps, answers], strict=True)
            ),
            Metric(f"{name}_sum", description, self.seconds),
            Metric(f"{name}_count", description, answers),
            *self._more_metrics(),
        ]
