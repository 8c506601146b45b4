"""Answers to devices that ask about their seats, at little cost: parties are read for it, but not followed.

The summary of a party is kept with the length of its log, so asking again reads one line. A party that has gone on is
read anew, one at a time, in slices between which others are served; a party that this process follows is at hand.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from game.core.game import AnyGame
from game.server import log_entries as log
from game.server.ledger import DamagedLog, Ledger, LedgerError, NoLog, Unreachable
from game.server.party import Party
from game.server.table_summary import PartySummary, summary_of
from game.wire.messages import SeatAnswer, SeatQuery, SeatStatus

#: number of summaries kept, each of two or three kilobytes
KEPT = 1_000
#: time for an answer, in seconds: what has not been read by then is to be asked for again
ANSWER_S = 4.0
#: number of lines of a log that are read before other parties are served
AT_ONCE = 32


class _Known(NamedTuple):
    """A summary, the length of the log that it was made of, and that log's last line."""

    summary: PartySummary
    length: int
    last: int


class SeatAnswers:
    """Summaries of parties, by their names."""

    def __init__(self, ledger: Ledger, games: Mapping[str, AnyGame], followed: Callable[[str], Party | None]) -> None:
        self._ledger = ledger
        self._games = games
        #: returns a party that this process follows
        self._followed = followed
        self._known: dict[str, _Known] = {}
        self._reading = asyncio.Lock()

    async def rows(self, queries: Sequence[SeatQuery]) -> tuple[SeatAnswer, ...]:
        """Return the rows for the seats; raise Unreachable if the ledger is."""
        end = asyncio.get_running_loop().time() + ANSWER_S
        return tuple([await self._row(query, end) for query in queries])

    async def _row(self, query: SeatQuery, end: float) -> SeatAnswer:
        name, status = query.party, SeatStatus.BUSY
        try:
            summary = await self._summary(name, end)
            return summary.row(name, log.token_hash(query.token))
        except Unreachable:
            raise
        except NoLog:
            status = SeatStatus.NO_PARTY
        except DamagedLog:
            status = SeatStatus.SPOILT
        except (LedgerError, TimeoutError):
            pass
        return SeatAnswer(name, status, None)

    async def _summary(self, name: str, end: float) -> PartySummary:
        """Return a party's summary; raise TimeoutError if it can't be read before ``end`` of the loop's clock."""
        party = self._followed(name)
        if party is not None:
            return summary_of(party)
        known = self._known.get(name)
        if known is not None:
            lines = await self._ledger.read(name, known.length - 1)
            # a log that was put back from a copy may be as long and end otherwise
            if len(lines) == 1 and hash(lines[0]) == known.last:
                return self._keep(name, known)
        async with asyncio.timeout_at(end):
            await self._reading.acquire()
        try:
            return self._keep(name, await self._read(name))
        finally:
            self._reading.release()

    def _keep(self, name: str, known: _Known) -> PartySummary:
        # moved to the end, so that the one not asked for the longest is first
        self._known.pop(name, None)
        self._known[name] = known
        if len(self._known) > KEPT:
            del self._known[next(iter(self._known))]
        return known.summary

    async def _read(self, name: str) -> _Known:
        """Return the summary of a party's whole log; raise NoLog or DamagedLog."""
        lines = await self._ledger.read(name)
        try:
            party = Party(self._games, log.read_entry(lines[0]))
            for number, text in enumerate(lines[1:], 1):
                if not number % AT_ONCE:
                    await asyncio.sleep(0)
                party.append(log.read_entry(text))
            return _Known(summary_of(party), len(lines), hash(lines[-1]))
        except DamagedLog:
            raise
        except Exception as error:
            # a line that may not come there, or an error in a game's rules
            raise DamagedLog(f"the log of {name} can't be followed: {error!r}") from error

    def __len__(self) -> int:
        return len(self._known)
