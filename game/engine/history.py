"""The history of a match: single moves grouped into rows, such as a turn, a card bid on, or a pair."""

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from typing import Any, Generic, NamedTuple, TypeAlias

from game.core.game import E, Event
from game.engine.match_texts import LogLine, MatchTexts


class HistoryRow(NamedTuple):
    """A row of the log: a line for the whole, and the single lines, each with the number of its event."""

    line: LogLine
    lines: tuple[tuple[int, LogLine], ...]
    #: number of the last event, which need not have a line
    last: int

    @property
    def is_open(self) -> bool:
        """True if nobody's action has decided it yet: a card still being bid on."""
        return self.line.seat < 0 and len(self.lines) > 0


class Chapter(Generic[E]):
    """The events of one row, and their lines."""

    def __init__(self) -> None:
        self.events: list[E] = []
        self.lines: list[tuple[int, LogLine]] = []
        #: number of the last event
        self.last = 0
        #: the row, until another event joins it
        self.row: HistoryRow | None = None


class History(Generic[E]):
    """Groups events into rows as they happen; ``lines_of`` returns the lines of an event."""

    def __init__(self, lines_of: Callable[[E], list[LogLine]], texts: Callable[[], "MatchTexts[Any, E, Any]"]) -> None:
        self._lines_of, self._texts = lines_of, texts
        self._chapters: list[Chapter[E]] = []
        #: number of events so far, and all single lines
        self.count, self.lines = 0, list[LogLine]()

    def empty(self) -> "History[E]":
        """Return an empty history of the same match."""
        return History(self._lines_of, self._texts)

    def rewrite(self, past: Iterable[E]) -> None:
        """Begin anew, with the events of the ``past``."""
        self.count = 0
        self._chapters.clear()
        self.lines.clear()
        for event in past:
            self.add(event)

    def add(self, event: E) -> None:
        """Add an event. A heading is a row of its own."""
        lines, number = self._lines_of(event), self.count
        self.count += 1
        self.lines += lines
        headings = [line for line in lines if line.heading]
        for line in headings:
            heading = self._begin()
            heading.lines, heading.last = [(number, line)], number
        if headings or not self._chapters or self._texts().begins(event, self._chapters[-1].events):
            self._begin()
        chapter = self._chapters[-1]
        chapter.events.append(event)
        chapter.lines += [(number, line) for line in lines if not line.heading]
        chapter.last, chapter.row = number, None

    def _begin(self) -> Chapter[E]:
        self._chapters.append(Chapter())
        return self._chapters[-1]

    def _row(self, chapter: Chapter[E]) -> HistoryRow | None:
        if chapter.row is None and (chapter.events or chapter.lines):
            lines = [line for _number, line in chapter.lines]
            line = self._texts().summary(chapter.events, lines) if chapter.events else None
            if line or lines:
                chapter.row = HistoryRow(line or lines[-1], tuple(chapter.lines), chapter.last)
        return chapter.row

    def newest(self) -> Iterator[HistoryRow]:
        """Yield the rows, newest first."""
        yield from filter(None, map(self._row, reversed(self._chapters)))

    def hits(self, seat: int) -> list[LogLine]:
        """Return what ``seat`` got back, lost or had to take since its last own move, newest first."""
        first = self.after(seat)
        lines = (one for chapter in reversed(self._chapters) for one in reversed(chapter.lines))
        return [line for number, line in takewhile(lambda one: one[0] >= first, lines) if line.hit == seat]

    def after(self, seat: int) -> int:
        """Return the number of the event after the last own move of ``seat``, or 0."""
        own = (
            number + 1
            for chapter in reversed(self._chapters)
            for number, line in reversed(chapter.lines)
            if line.seat == seat and line.hit != seat
        )
        return next(own, 0)

    def since(self, number: int) -> list[LogLine]:
        """Return what has happened from the event ``number`` on: a line for each row, or each move of an open one."""
        found = list[LogLine]()
        for row in self.newest():
            if row.last < number:
                break
            fresh = [line for at, line in row.lines if at >= number]
            if len(fresh) < len(row.lines) or row.is_open:
                found += reversed(fresh)
            else:
                found.append(row.line)
        return found[::-1]


#: the history of a match of any game
AnyHistory: TypeAlias = History[Event]
