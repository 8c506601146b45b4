"""The history of a match: single moves grouped into rows, such as a turn, a card bid on, or a pair."""

from collections.abc import Callable, Iterable, Iterator, Sequence
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
    #: of the heading of a round that is over: the totals after it
    standing: str = ""

    @property
    def is_open(self) -> bool:
        """True if nobody's action has decided it yet: a card still being bid on."""
        return self.line.seat < 0 and len(self.lines) > 0


class ToldLine(NamedTuple):
    """A line that tells a person of moves they have missed, and how many it stands for."""

    line: LogLine
    moves: int = 1


def standing_after(event: E, texts: "MatchTexts[Any, E, Any]") -> str:
    """Return the totals after a round that an event ends, first to last, or "" for another event."""
    totals: Sequence[int] = getattr(event, "totals", ())
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    return ", ".join(f"{texts.seats[seat].name} {texts.texts.number(totals[seat])}" for seat in order)


class EventGroup(Generic[E]):
    """The events of one row, and their lines."""

    def __init__(self) -> None:
        self.events: list[E] = []
        self.lines: list[tuple[int, LogLine]] = []
        #: number of the last event
        self.last = 0
        #: of the heading of a round that is over: the totals after it
        self.standing = ""
        #: the row, until another event joins it
        self.row: HistoryRow | None = None


class History(Generic[E]):
    """Groups events into rows as they happen; ``lines_of`` returns the lines of an event."""

    def __init__(self, lines_of: Callable[[E], list[LogLine]], texts: Callable[[], "MatchTexts[Any, E, Any]"]) -> None:
        self._lines_of, self._texts = lines_of, texts
        self._groups: list[EventGroup[E]] = []
        #: lines that are told after those of the next event
        self._held: list[tuple[int, LogLine]] = []
        #: the newest line that tells what somebody did, not what followed from it
        self.headline: LogLine | None = None
        #: number of events so far, and all single lines
        self.count, self.lines = 0, list[LogLine]()
        #: rises with every change
        self.revision = 0

    def empty(self) -> "History[E]":
        """Return an empty history of the same match."""
        return History(self._lines_of, self._texts)

    def rewrite(self, past: Iterable[E]) -> None:
        """Begin anew, with the events of the ``past``."""
        self.count = 0
        self.revision += 1
        self._groups.clear()
        self._held.clear()
        self.lines.clear()
        self.headline = None
        for event in past:
            self.add(event)

    def add(self, event: E) -> None:
        """Add an event. A heading is a row of its own; what follows from the next event is told after it."""
        lines, number = self._lines_of(event), self.count
        self.count += 1
        self.revision += 1
        headings = [line for line in lines if line.heading]
        for line in headings:
            heading = self._begin()
            heading.lines, heading.last = [(number, line)], number
        if headings or not self._groups or self._texts().begins(event, self._groups[-1].events):
            self._begin()
        group = self._groups[-1]
        group.events.append(event)
        group.last, group.row = number, None
        if self._texts().follows(event):
            self._held += [(number, line) for line in lines]
            return
        group.lines += [(number, line) for line in lines if not line.heading] + self._held
        self.lines += [*lines, *(line for _number, line in self._held)]
        self.headline = lines[-1] if lines else self.headline
        self._held.clear()
        if standing := standing_after(event, self._texts()):
            self._end_round(standing)

    def _end_round(self, standing: str) -> None:
        """Give the heading of the last round, if there is one, the totals after it."""
        for group in reversed(self._groups):
            if any(line.heading for _number, line in group.lines):
                group.standing, group.row = standing, None
                return

    def _begin(self) -> EventGroup[E]:
        self._groups.append(EventGroup())
        return self._groups[-1]

    def _row(self, group: EventGroup[E]) -> HistoryRow | None:
        if group.row is None and (group.events or group.lines):
            lines = [line for _number, line in group.lines]
            line = self._texts().summary(group.events, lines) if group.events else None
            if line or lines:
                group.row = HistoryRow(line or lines[-1], tuple(group.lines), group.last, group.standing)
        return group.row

    def newest(self) -> Iterator[HistoryRow]:
        """Yield the rows, newest first."""
        yield from filter(None, map(self._row, reversed(self._groups)))

    def hits(self, seat: int) -> list[LogLine]:
        """Return what ``seat`` got back, lost or had to take since its last own move, newest first.

        What followed from an own move is told by the row of that move.
        """
        first = self.first_after_move(seat)
        groups = (group for group in reversed(self._groups) if not self._is_own(group, seat))
        lines = (one for group in groups for one in reversed(group.lines))
        return [line for number, line in takewhile(lambda one: one[0] >= first, lines) if line.hit == seat]

    def _is_own(self, group: EventGroup[E], seat: int) -> bool:
        """Return True if the row of a group is about a move of ``seat``, and more than what that has cost."""
        row = self._row(group)
        return row is not None and row.line.seat == seat != row.line.hit

    def first_after_move(self, seat: int) -> int:
        """Return the number of the first event after the last own move of ``seat``, or 0."""
        own = (
            number + 1
            for group in reversed(self._groups)
            for number, line in reversed(group.lines)
            if line.seat == seat and line.hit != seat
        )
        return next(own, 0)

    def missed_lines(self, number: int, seat: int) -> list[ToldLine]:
        """Return what ``seat`` has missed from the event ``number`` on: what has hit it first, then the rest in order.

        A row whose moves were all missed is one line, another one a line for each of them.
        """
        hits, others = list[ToldLine](), list[ToldLine]()
        for row in reversed([*takewhile(lambda row: row.last >= number, self.newest())]):
            fresh = [line for at, line in row.lines if at >= number]
            struck = [line for line in fresh if line.hit == seat]
            hits += map(ToldLine, struck)
            if row.line.heading or (fresh and fresh == struck):
                continue
            if len(fresh) == len(row.lines) and row.line not in fresh:
                others.append(ToldLine(row.line, max(1, len(fresh) - len(struck))))
            else:
                others += [ToldLine(line) for line in fresh if line.hit != seat]
        return [*hits, *others]

    def since(self, number: int, folded: bool = False) -> list[LogLine]:
        """Return what has happened from the event ``number`` on: a line for each row, or each move of an open one.

        If ``folded``, several moves in a row that is open, or that was decided by one of them, are that row's line.
        """
        found = list[LogLine]()
        for row in self.newest():
            if row.last < number:
                break
            fresh = [line for at, line in row.lines if at >= number]
            tells = row.is_open or row.line.seat in {line.seat for line in fresh if line.hit != line.seat}
            if (len(fresh) < len(row.lines) or row.is_open) and not (folded and tells and len(fresh) > 1):
                found += reversed(fresh)
            else:
                found.append(row.line)
        return found[::-1]


#: the history of a match of any game
AnyHistory: TypeAlias = History[Event]
