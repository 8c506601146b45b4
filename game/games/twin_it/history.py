"""The history of a game for the page after it and the statistics: reactions, overlooked matches, errors."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from game.core.cache import cached
from game.core.records import MatchRecord, median
from game.games.twin_it import deck, scheduler, scoring
from game.games.twin_it import events as ev
from game.games.twin_it.bots import matches
from game.games.twin_it.pace import CREDIBLE_MS, Pace
from game.games.twin_it.state import COMPETITIVE, MINUTE_S, Action, Options
from game.games.twin_it.view import View

#: time of an unhurried look, in milliseconds, after which a visible match counts as overlooked
LOOK_MS = 2000
#: number of reaction times above which a line is smoothed, and the width of its running median
MANY, SMOOTH = 8, 5
#: least number of times for a spread, and of earlier matches for a usual median
ENOUGH = 3
#: most reaction times of a match in the statistics; only the minute has more
MOST_TIMES = 40


class HistoryStep(NamedTuple):
    """One action of a game: its stamp, a seat's view before it, and its events."""

    at: int
    view: View
    events: Sequence[ev.Event]


class Claim(NamedTuple):
    """A set that ``seat`` won at ``at``, ``ms`` after its later face was shown; ``mate`` had the other hand, or -1."""

    seat: int
    ms: int
    pattern: int
    at: int
    mate: int = -1

    @property
    def hands(self) -> tuple[int, ...]:
        """The seats whose hands it was."""
        return (self.seat, self.mate) if self.mate >= 0 else (self.seat,)


class Slip(NamedTuple):
    """A wrong claim: ``seat`` took ``patterns`` for equal, or was too late. ``why`` as in ``ErrorMade``."""

    seat: int
    at: int
    patterns: tuple[int, ...]
    why: str


class Lay(NamedTuple):
    """Two equal faces that were visible for ``ms``, until ``seat`` took them, or -1 for nobody."""

    pattern: int
    ms: int
    seat: int


class ReactionTimes(NamedTuple):
    """Reaction times in milliseconds."""

    #: the least credible time, or 0 without one
    best: int
    median: int
    times: tuple[int, ...]

    @property
    def spread(self) -> tuple[int, int] | None:
        """The medians of the lower and the upper half of the times, or None for too few."""
        if len(self.times) < ENOUGH:
            return None
        line, half = sorted(self.times), (len(self.times) + 1) // 2
        return median(line[:half]), median(line[-half:])


class MatchHistory(NamedTuple):
    """The history of a game for one seat: all claims and errors, and the matches that all overlooked."""

    claims: tuple[Claim, ...]
    slips: tuple[Slip, ...]
    #: patterns in the order in which they were overlooked, each once
    overlooked: tuple[int, ...]
    #: duration of the game, in milliseconds
    length: int
    #: every match that was visible, in the order in which they ended
    lays: tuple[Lay, ...] = ()


def steps_of(match: scheduler.TwinItMatch, seat: int) -> Iterable[HistoryStep]:
    """Replay ``match`` and yield its actions as ``seat`` saw them."""
    past_match = match.at(0)
    for action, events in zip(match.actions, match.events, strict=True):
        yield HistoryStep(action.at_ms, past_match.view(seat), events)
        past_match.apply(action)


@cached(8)
def _history(match: scheduler.TwinItMatch, _actions: Sequence[Action], seat: int) -> MatchHistory:
    """Return the history of a match; all of its ``_actions`` tell it from the same match at another time."""
    steps = list(steps_of(match, seat))
    claims, slips, lays = tuple(claims_of(steps)), tuple(slips_of(steps)), tuple(lays_of(steps))
    return MatchHistory(claims, slips, tuple(overlooked(steps)), match.state.now, lays)


def history_of(match: scheduler.TwinItMatch, seat: int) -> MatchHistory:
    """Return the history of ``match`` for ``seat``; statistics, goals and the result want the same one."""
    return _history(match, tuple(match.actions), seat)


def _timed_events(steps: Iterable[HistoryStep]) -> Iterator[tuple[int, View, ev.Event]]:
    """Yield every event with the stamp of its action and the view before it."""
    for at, view, events in steps:
        for event in events:
            yield at, view, event


def claims_of(steps: Iterable[HistoryStep]) -> Iterator[Claim]:
    """Yield every claim in order, without the unequal sets of the honest minute."""
    for at, view, event in _timed_events(steps):
        match event:
            case ev.SetWon(seat, _, pattern, ms, mate) | ev.SetStolen(seat, _, _, pattern, ms, mate):
                yield Claim(seat, ms, pattern, at, mate)
            case ev.SetCollected(seat, cards) | ev.SetExtended(seat, _, cards):
                patterns, shown = _faces(view, cards)
                if len(set(patterns)) == 1:
                    yield Claim(seat, at - shown, patterns[0], at)


def slips_of(steps: Iterable[HistoryStep]) -> Iterator[Slip]:
    """Yield every wrong claim in order."""
    for at, view, event in _timed_events(steps):
        match event:
            case ev.ErrorMade(seat, cards, why):
                yield Slip(seat, at, _faces(view, cards)[0], why)
            case ev.CollectRefused(seat, cards):
                yield Slip(seat, at, _faces(view, cards)[0], "unequal")
            case ev.SetCollected(seat, cards) | ev.SetExtended(seat, _, cards):
                patterns = _faces(view, cards)[0]
                if len(set(patterns)) > 1:
                    yield Slip(seat, at, patterns, "unequal")


def overlooked(steps: Iterable[HistoryStep]) -> list[int]:
    """Return the patterns of matches visible for long when the next card was flipped, or when time was up."""
    missed: dict[int, None] = {}
    for at, view, events in steps:
        ended = any(isinstance(event, ev.GameEnded) for event in events)
        won = any(isinstance(event, (ev.SetWon, ev.SetStolen)) for event in events)
        if (ended and not won) or any(isinstance(event, ev.CardFlipped) for event in events):
            missed |= dict.fromkeys(overlooked_in(view, at))
    return list(missed)


def overlooked_in(view: View, at: int) -> list[int]:
    """Return the patterns of matches that are visible for long at a stamp."""
    return list(dict.fromkeys(one.pattern for one, _ in matches(view) if at - one.shown_at >= LOOK_MS))


def lays_of(steps: Iterable[HistoryStep]) -> Iterator[Lay]:
    """Yield every match with the time it was visible: until it was claimed, or one of its faces disappeared."""
    begun: dict[int, int] = {}
    last = 0
    for step in steps:
        there: dict[int, int] = {}
        for late, _ in matches(step.view):
            there[late.pattern] = min(there.get(late.pattern, late.shown_at), late.shown_at)
        for pattern in [pattern for pattern in begun if pattern not in there]:
            yield Lay(pattern, last - begun.pop(pattern), -1)
        begun = there | begun
        for claim in claims_of([step]):
            if claim.pattern in begun:
                yield Lay(claim.pattern, step.at - begun.pop(claim.pattern), claim.seat)
        last = step.at
    for pattern, since in begun.items():
        yield Lay(pattern, last - since, -1)


def missed_of(match_history: MatchHistory, own: Sequence[int]) -> list[Lay]:
    """Return the matches ``own`` seats missed, taken by others or overlooked to the end; the longest visible first."""
    missed: dict[int, Lay] = {}
    for lay in sorted(match_history.lays, key=lambda lay: -lay.ms):
        if lay.seat not in own and (lay.seat >= 0 or lay.pattern in match_history.overlooked):
            missed.setdefault(lay.pattern, lay)
    return list(missed.values())


def course_of(claims: Iterable[Claim], *seats: int) -> list[tuple[int, int]]:
    """Return the reaction times of ``seats`` with their stamps, smoothed if there are many."""
    own = [(claim.at, claim.ms) for claim in claims if set(claim.hands) & set(seats)]
    if len(own) <= MANY:
        return own
    parts = (own[max(0, place - SMOOTH // 2) : place + SMOOTH // 2 + 1] for place in range(len(own)))
    return [(at, median([ms for _, ms in part])) for (at, _), part in zip(own, parts, strict=True)]


def before(records: Sequence[MatchRecord], own: MatchRecord) -> Sequence[MatchRecord]:
    """Return the ``records``, newest last, that are older than ``own``, which is among them once stored."""
    places = [place for place, record in enumerate(records) if record._replace(hand=own.hand) == own]
    return records[: places[-1] if places else None]


def custom_of(earlier: Iterable[MatchRecord], own: MatchRecord) -> int:
    """Return the median of earlier medians in the mode of ``own``, in milliseconds; 0 for too few."""
    times = [record.median_ms for record in earlier if record.mode == own.mode and record.median_ms]
    return median(times) if len(times) >= ENOUGH else 0


def reaction_of(claims: Iterable[Claim], *seats: int) -> ReactionTimes | None:
    """Return the reaction times of ``seats`` together, or None if they have won no set; luck is no best time."""
    times = tuple(claim.ms for claim in claims if set(claim.hands) & set(seats))
    best = min((ms for ms in times if ms >= CREDIBLE_MS), default=0)
    return ReactionTimes(best, median(times), times) if times else None


def _faces(view: View, cards: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """Return the patterns of the things of ``cards``, and the stamp at which the latest was shown."""
    faces = view.things(cards)
    return tuple(face.pattern for face in faces), max((face.shown_at for face in faces), default=view.now)


def record_of(match: scheduler.TwinItMatch, seat: int) -> MatchRecord:
    """Return the statistics of a finished match as ``seat`` played it."""
    return record_from(match, seat, history_of(match, seat))


def record_from(match: scheduler.TwinItMatch, seat: int, match_history: MatchHistory) -> MatchRecord:
    """Return the same from an existing ``match_history``."""
    state = match.state
    flips = not state.options.timed and not state.options.calm
    mates = state.members(state.side_of(seat))
    own = reaction_of(match_history.claims, seat) if flips else None
    rivals = [other for other in range(state.seats) if other not in mates]
    theirs = reaction_of(match_history.claims, *rivals) if flips else None
    pace = pace_of(match) if flips else 0
    return MatchRecord(
        state.options.mode,
        scoring.level(state),
        own.best if own else 0,
        own.median if own else 0,
        theirs.median if theirs else 0,
        own.times[:MOST_TIMES] if own else (),
        len(match_history.overlooked),
        sum(slip.seat == seat for slip in match_history.slips),
        pace,
        state.options.hand if pace else "",
        confused_of(match_history, seat)[:MOST_TIMES],
        _apart(state.options) if state.options.timed else "",
    )


def _apart(options: Options) -> str:
    """Return the name of a limit other than a minute by the clock: seconds, or looks in calm mode."""
    return f"calm{options.minute}" if options.calm else "" if options.minute == MINUTE_S else str(options.minute)


def confused_of(match_history: MatchHistory, seat: int) -> tuple[int, ...]:
    """Return the families of which ``seat`` took two near-twins for equal, one entry per error."""
    slips = (slip.patterns for slip in match_history.slips if slip.seat == seat and slip.why == "unequal")
    families = ({deck.FAMILY_OF[pattern] for pattern in patterns} for patterns in slips)
    return tuple(min(kin) for kin in families if len(kin) == 1)


def pace_of(match: scheduler.TwinItMatch) -> int:
    """Return the only person's pace after ``match``, in milliseconds, or 0 without one person against bots."""
    if len(match.humans) != 1 or len(match.seats) < 2 or match.state.options.mode != COMPETITIVE:
        return 0
    pace = Pace(match.state.options.pace)
    for events in match.events:
        pace.learn(events, match.humans)
    return round(pace.ms)
