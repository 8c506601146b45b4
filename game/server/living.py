"""What lines do to a match of real time: when its clock goes and stands still, whose hands there are, what is decided.

The clock of such a table is worked out from the lines alone. It goes on a moment after everybody who is there is ready,
and stands still once somebody who plays is gone, sits down or wants it to: not at once, but when everything counts that
was done by then, so that nobody gets out of anything by it. Whoever is away when all others are ready has no hands: the
cards of that seat are flipped by themselves, and no bot wins for it. Whose seat is left for good has a bot.

A hand is believed to have come down when its device says; but none counts before it is here (:func:`believed`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.core.game import Action, Event, IllegalAction, State
from game.core.live import AnyLiveGame, live
from game.core.match import HUMAN, UNREADABLE
from game.server.chairs import Change, Refused, Shown
from game.server.lines import Laid, Line, Lived, Readied
from game.wire.deeds import Lay, Rest
from game.wire.messages import By, Going, Phase

if TYPE_CHECKING:
    from game.server.party import Party

#: so long after the last one is ready the faces are uncovered, in milliseconds: everybody is told by then
COUNT_IN_MS = 2_000
#: the least and the most that everything counts later than it is done; half of it is for the way to the devices, the
#: other half for the way back
LAG_MS = (100, 350)
#: a way is taken to be so much longer now and then than half of what it takes there and back
JITTER_MS = 30
#: a way that nobody has measured yet, there and back
UNKNOWN_MS = 150
#: so many hands too late, and everything counts by so much later from then on
LATE_HANDS, MORE_MS = 3, 50
#: nobody reacts as quickly to what comes into sight
QUICK_MS = 120
#: a game has so many hands, at most
MOST_HANDS = 15_000


class Clock(NamedTuple):
    """How time passes at a table of real time, as its lines tell it. Stamps are those of the table's own clock."""

    seats: int
    #: no hand is in a hurry: whatever is done counts when it comes, and nothing is due
    calm: bool = False
    start_ms: int = 0
    base: int = 0
    until: int = -1
    delay: int = 0
    lag: int = 0
    #: everything up to there is decided
    decided: int = 0
    #: seat -> how long a text takes to the device that is ready there and back
    ready: tuple[tuple[int, int], ...] = ()
    because: int = -1
    #: hands that came too late since everything counts as late as it does
    late: int = 0
    quick: tuple[int, ...] = ()
    hands: int = 0

    @property
    def runs(self) -> bool:
        """Whether the clock goes, or will in a moment."""
        return self.start_ms > 0

    def at(self, now_ms: int) -> int:
        """What the table's clock shows at a moment of the server's."""
        if not self.runs:
            return self.base
        shown = self.base + max(0, now_ms - self.start_ms)
        return min(shown, self.until) if self.until >= 0 else shown

    def when(self, stamp: int) -> int:
        """The moment of the server's clock at which the table's shows ``stamp``."""
        return self.start_ms + max(0, stamp - self.base)

    @property
    def going(self) -> Going:
        """What everybody is told of it."""
        ready = tuple(seat for seat, _ in self.ready)
        return Going(self.start_ms, self.base, self.until, self.delay, self.lag, ready, self.because, self.quick)

    def begun(self, at: int) -> Clock:
        """Everybody is ready: it goes on."""
        delay, lag = ways(0 if self.calm else max((rtt for _, rtt in self.ready), default=UNKNOWN_MS), self.calm)
        return self._replace(
            start_ms=at + COUNT_IN_MS,
            until=-1,
            delay=delay,
            lag=max(lag, self.lag),
            ready=(),
            because=-1,
            late=0,
        )

    def stopped(self, at: int, because: int) -> Clock:
        """It stands still as soon as all counts that has been done by now."""
        if not self.runs or self.until >= 0:
            return self
        until = max(self.at(at) + self.lag, self.decided + 1)
        return self._replace(until=until, because=because)

    def broken(self) -> Clock:
        """Nobody has decided for a while: it stands still where that ended."""
        return self._replace(start_ms=0, base=max(self.base, self.decided), until=-1, because=-1, ready=())

    def lived(self, until: int) -> Clock:
        """Everything up to there is decided."""
        after = self._replace(decided=until)
        return after._replace(start_ms=0, base=until, until=-1) if until == self.until else after


def ways(rtt: int, calm: bool) -> tuple[int, int]:
    """How much later all devices show what happens, and how much later than that a hand counts: (delay, lag).

    ``rtt`` is how long a text takes to the slowest of them and back, in milliseconds.
    """
    if calm:
        return 0, 0
    least, most = LAG_MS
    delay = min(max(rtt // 2 + JITTER_MS, least // 2), most // 2)
    return delay, 2 * delay


def believed(said: int, came: int, delay: int, lag: int) -> int:
    """The stamp of a hand: what its device says, as far as that can be.

    It came down at the latest when it came here. How long it was on its way nobody else knows, and the quickest way may
    be a slow one for a moment; but a hand counts by the lag after its stamp, and never before it is here. So whoever
    says that it was earlier gains no more than what the lag leaves for the way here, less the way itself. What is too
    late is so by the longest lag at most.
    """
    return max(min(said, came - delay), came - lag - LAG_MS[1])


# ---- lines --------------------------------------------------------------------------------------


def clock_of(party: Party) -> Clock:
    """The clock of the match that is played; raise Refused where there is none."""
    if party.clock is None or party.phase != Phase.PLAYING:
        raise Refused("not_playing")
    return party.clock


def game_of(party: Party) -> AnyLiveGame:
    """The game that is played, as one in real time."""
    return live(party.game)


def new_clock(party: Party, state: State, seats: int) -> Clock | None:
    """The clock of a match that begins; None for one that is played in turns."""
    if not party.game.real_time:
        return None
    return Clock(seats, calm=not live(party.game).has_clock(state), quick=(0,) * seats)


def _missing(party: Party, clock: Clock) -> list[int]:
    """Who is there and not ready."""
    ready = {seat for seat, _ in clock.ready}
    return [seat for seat, chair in enumerate(party.chairs) if chair.is_there and seat not in ready]


def readied(party: Party, line: Line, deed: Readied) -> Change:
    """Somebody waits for the table to go on; it does once all who are there do."""
    clock = clock_of(party)
    others = tuple(row for row in clock.ready if row[0] != line.seat)
    after = clock._replace(ready=(*others, (line.seat, deed.rtt)))
    goes_on = not _missing(party, after)
    # whoever has said so already says it once more where somebody has gone meanwhile: without them
    if clock.runs or (len(others) < len(clock.ready) and not goes_on):
        raise Refused("ready")

    def change() -> Sequence[Shown]:
        party.clock = after.begun(line.at) if goes_on else after
        return ()

    return change


def rested(party: Party, line: Line, _deed: Rest) -> Change:
    """Somebody wants the table to stand still; or a server finds that nobody has decided for a while."""
    clock = clock_of(party)
    if not clock.runs or (line.by == By.PERSON and clock.until >= 0):
        raise Refused("rests")

    def change() -> Sequence[Shown]:
        party.clock = clock.stopped(line.at, line.seat) if line.by == By.PERSON else clock.broken()
        return ()

    return change


def disturbed(party: Party, at: int, seat: int) -> None:
    """Somebody who plays comes or goes."""
    clock = party.clock
    if clock is None or party.phase != Phase.PLAYING:
        return
    if clock.runs:
        party.clock = clock.stopped(at, seat)
        return
    party.clock = clock._replace(ready=tuple(row for row in clock.ready if row[0] != seat), because=seat)


def laid(party: Party, line: Line, deed: Laid) -> Change:
    """Somebody's hand comes down."""
    clock = clock_of(party)
    if not clock.runs or line.at < clock.start_ms or clock.hands >= MOST_HANDS:
        raise Refused("rests")
    stamp = game_of(party).stamp(done_by(party, line.seat, deed))

    def change() -> Sequence[Shown]:
        late = clock.late + (deed.came > stamp + clock.lag and not clock.calm)
        party.clock = clock._replace(late=late, hands=clock.hands + 1)
        return ()

    return change


def recorded(party: Party, deed: Lay, came_ms: int) -> Laid:
    """What somebody has done as it is written down, which came at a moment of the server's clock; raise Refused."""
    clock, game = clock_of(party), game_of(party)
    try:
        action = game.decode(deed.action)
    except UNREADABLE as error:
        raise Refused("illegal") from error
    if not clock.runs or came_ms < clock.start_ms:
        raise Refused("rests")
    came = clock.base + came_ms - clock.start_ms
    if 0 <= clock.until < came:
        raise Refused("rests")
    stamp = came if clock.calm else max(clock.base, believed(game.stamp(action), came, clock.delay, clock.lag))
    return Laid(game.encode(game.stamped(action, stamp)), came)


def done_by(party: Party, seat: int, deed: Laid) -> Action:
    """What has been done; raise Refused for nonsense, and for the hands of others."""
    game = game_of(party)
    try:
        action = game.decode(deed.action)
    except UNREADABLE as error:
        raise Refused("illegal") from error
    assert party.match is not None, "it is played"
    if game.doer(party.match.state, action) != seat:
        raise Refused("illegal")
    return action


def late_by(party: Party, line: Line, deed: Laid) -> int:
    """How much too late a hand came through the network, in milliseconds; 0 for one in time."""
    clock = party.clock
    if clock is None or clock.calm:
        return 0
    return max(0, deed.came - game_of(party).stamp(done_by(party, line.seat, deed)) - clock.lag)


def lived(party: Party, line: Line, deed: Lived) -> Change:
    """Something is decided."""
    clock, match, game = clock_of(party), party.match, game_of(party)
    assert match is not None, "it is played"
    if not clock.runs or deed.lag < clock.lag or deed.lag > LAG_MS[1]:
        raise Refused("rests")
    if not clock.decided <= deed.until <= clock.at(line.at):
        raise Refused("clock")
    actions = _read(party, deed)
    if not all(clock.decided <= game.stamp(action) <= deed.until for action in actions):
        raise Refused("clock")
    try:
        # the rules of real time have no chance after the deal
        events = match.expected(actions)
    except IllegalAction as error:
        raise Refused("illegal") from error

    def change() -> Sequence[Shown]:
        shown: list[Shown] = []
        for action in actions:
            shown += match.advance(action)
        match.forget()
        after = clock.lived(deed.until)
        late = 0 if deed.lag > clock.lag else clock.late
        party.clock = after._replace(lag=deed.lag, late=late, quick=_quick(game, clock, events))
        if actions:
            party.played_at = party.length
        if match.is_over:
            party.phase = Phase.OVER
        return shown

    return change


def _read(party: Party, deed: Lived) -> list[Action]:
    try:
        return [party.game.decode(row) for row in deed.actions]
    except UNREADABLE as error:
        raise Refused("illegal") from error


def _quick(game: AnyLiveGame, clock: Clock, events: Sequence[Event]) -> tuple[int, ...]:
    counts = [*clock.quick]
    for event in events:
        reaction = game.reaction(event)
        if reaction is not None and reaction[1] - clock.lag < QUICK_MS and not clock.calm:
            counts[reaction[0]] += 1
    return tuple(counts)


def kinds(party: Party) -> tuple[str, ...]:
    """Who plays at each seat of the match: a bot of a level, or a person."""
    assert party.match is not None, "it is played"
    return tuple(
        (chair.kind if chair.kind == HUMAN or chair.kind in party.game.levels else party.game.first_level)
        for chair in party.chairs[: len(party.match.seats)]
    )
