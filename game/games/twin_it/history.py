"""What a game was like, for the page after it and for the statistics: reactions, matches overlooked, errors."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from game.core.records import MatchRecord, median
from game.games.twin_it import clockwork, deck, scoring
from game.games.twin_it import events as ev
from game.games.twin_it.bots import matches
from game.games.twin_it.pace import Pace
from game.games.twin_it.state import COMPETITIVE
from game.games.twin_it.view import View

#: a match is overlooked once it has been in sight for as long as an unhurried look takes, in milliseconds
LOOK_MS = 2000
#: a line through more reaction times than this goes by the middle of so many at a time
MANY, SMOOTH = 8, 5
#: fewer times have no spread, and fewer earlier matches no custom
ENOUGH = 3
#: the times that the statistics keep of one match: more are won only in the minute
MOST_TIMES = 40


class HistoryStep(NamedTuple):
    """One action of a game: its stamp, what a seat saw before it, and what came of it."""

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
        """Whose hands it was."""
        return (self.seat, self.mate) if self.mate >= 0 else (self.seat,)


class Slip(NamedTuple):
    """A wrong claim: ``seat`` took these ``patterns`` for equal, or was too late. ``why`` as in ``ErrorMade``."""

    seat: int
    at: int
    patterns: tuple[int, ...]
    why: str


class Lay(NamedTuple):
    """Two equal faces that lay in sight for ``ms``, until ``seat`` took them; -1 if nobody ever did."""

    pattern: int
    ms: int
    seat: int


class ReactionTimes(NamedTuple):
    """Reaction times in milliseconds."""

    best: int
    median: int
    times: tuple[int, ...]

    @property
    def spread(self) -> tuple[int, int] | None:
        """Between what the middle half of the times lies: the medians of the lower and of the upper half."""
        if len(self.times) < ENOUGH:
            return None
        line, half = sorted(self.times), (len(self.times) + 1) // 2
        return median(line[:half]), median(line[-half:])


class MatchHistory(NamedTuple):
    """A game told for one seat: every claim and error of everybody, and the matches that nobody saw in time."""

    claims: tuple[Claim, ...]
    slips: tuple[Slip, ...]
    #: patterns, each once, in the order in which they were overlooked
    overlooked: tuple[int, ...]
    #: how long the game took, in milliseconds
    length: int
    #: every match that has ever been in sight, in the order in which they ended
    lays: tuple[Lay, ...] = ()


def steps_of(match: clockwork.TwinItMatch, seat: int) -> Iterable[HistoryStep]:
    """The actions of ``match`` one after the other as ``seat`` saw them; it is played again for that."""
    past_match = match.at(0)
    for action, events in zip(match.actions, match.events, strict=True):
        yield HistoryStep(action.at_ms, past_match.view(seat), events)
        past_match.apply(action)


def history_of(match: clockwork.TwinItMatch, seat: int) -> MatchHistory:
    """What ``match`` was like for ``seat``."""
    steps = list(steps_of(match, seat))
    claims, slips, lays = tuple(claims_of(steps)), tuple(slips_of(steps)), tuple(lays_of(steps))
    return MatchHistory(claims, slips, tuple(overlooked(steps)), match.state.now, lays)


def _told(steps: Iterable[HistoryStep]) -> Iterator[tuple[int, View, ev.Event]]:
    """Every event with the stamp of its action and what was seen before."""
    for at, view, events in steps:
        for event in events:
            yield at, view, event


def claims_of(steps: Iterable[HistoryStep]) -> Iterator[Claim]:
    """Every claim in its order. What the honest minute takes for a set, and is none, is no claim."""
    for at, view, event in _told(steps):
        match event:
            case ev.SetWon(seat, _, pattern, ms, mate) | ev.SetStolen(seat, _, _, pattern, ms, mate):
                yield Claim(seat, ms, pattern, at, mate)
            case ev.SetCollected(seat, cards) | ev.SetExtended(seat, _, cards):
                patterns, shown = _faces(view, cards)
                if len(set(patterns)) == 1:
                    yield Claim(seat, at - shown, patterns[0], at)


def slips_of(steps: Iterable[HistoryStep]) -> Iterator[Slip]:
    """Every wrong claim in its order."""
    for at, view, event in _told(steps):
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
    """Patterns of matches that had long been in sight when the next card was flipped, or when time was up."""
    missed: dict[int, None] = {}
    for at, view, events in steps:
        ended = any(isinstance(event, ev.GameEnded) for event in events)
        won = any(isinstance(event, (ev.SetWon, ev.SetStolen)) for event in events)
        if (ended and not won) or any(isinstance(event, ev.CardFlipped) for event in events):
            late = [one.pattern for one, _ in matches(view) if at - one.shown_at >= LOOK_MS]
            missed |= dict.fromkeys(late)
    return list(missed)


def lays_of(steps: Iterable[HistoryStep]) -> Iterator[Lay]:
    """Every match with how long it lay in sight: until it was claimed, or one of its faces was seen no more."""
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


def missed_of(story: MatchHistory, own: Sequence[int]) -> list[Lay]:
    """What ``own`` seats missed: what others took, and what was overlooked to the end; what lay longest first."""
    missed: dict[int, Lay] = {}
    for lay in sorted(story.lays, key=lambda lay: -lay.ms):
        if lay.seat not in own and (lay.seat >= 0 or lay.pattern in story.overlooked):
            missed.setdefault(lay.pattern, lay)
    return list(missed.values())


def course_of(claims: Iterable[Claim], *seats: int) -> list[tuple[int, int]]:
    """How the reaction times of ``seats`` went: moments of the game, and the times there; many are smoothed."""
    own = [(claim.at, claim.ms) for claim in claims if set(claim.hands) & set(seats)]
    if len(own) <= MANY:
        return own
    parts = (own[max(0, place - SMOOTH // 2) : place + SMOOTH // 2 + 1] for place in range(len(own)))
    return [(at, median([ms for _, ms in part])) for (at, _), part in zip(own, parts, strict=True)]


def before(records: Sequence[MatchRecord], own: MatchRecord) -> Sequence[MatchRecord]:
    """Those of ``records``, the newest last, that are older than ``own``: it is among them once it has been kept."""
    places = [place for place, record in enumerate(records) if record._replace(hand=own.hand) == own]
    return records[: places[-1] if places else None]


def custom_of(earlier: Iterable[MatchRecord], own: MatchRecord) -> int:
    """The median of the medians of earlier matches in the mode of ``own``, in milliseconds; 0 for too few."""
    times = [record.median_ms for record in earlier if record.mode == own.mode and record.median_ms]
    return median(times) if len(times) >= ENOUGH else 0


def reaction_of(claims: Iterable[Claim], *seats: int) -> ReactionTimes | None:
    """The reaction times of ``seats`` together, or None if they have won no set."""
    times = tuple(claim.ms for claim in claims if set(claim.hands) & set(seats))
    return ReactionTimes(min(times), median(times), times) if times else None


def _faces(view: View, cards: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """The patterns of ``cards`` as they lay in sight, each thing once, and when the latest of them was shown."""
    faces = view.things(cards)
    return tuple(face.pattern for face in faces), max((face.shown_at for face in faces), default=view.now)


def record_of(match: clockwork.TwinItMatch, seat: int) -> MatchRecord:
    """What the statistics keep of a finished match as ``seat`` played it."""
    return record_from(match, seat, history_of(match, seat))


def record_from(match: clockwork.TwinItMatch, seat: int, story: MatchHistory) -> MatchRecord:
    """The same, where its ``story`` is there already."""
    state = match.state
    flips = not state.options.timed and not state.options.calm
    mates = state.members(state.side_of(seat))
    own = reaction_of(story.claims, seat) if flips else None
    rivals = [other for other in range(state.seats) if other not in mates]
    theirs = reaction_of(story.claims, *rivals) if flips else None
    pace = pace_of(match) if flips else 0
    return MatchRecord(
        state.options.mode,
        scoring.level(state),
        own.best if own else 0,
        own.median if own else 0,
        theirs.median if theirs else 0,
        own.times[:MOST_TIMES] if own else (),
        len(story.overlooked),
        sum(slip.seat == seat for slip in story.slips),
        pace,
        state.options.hand if pace else "",
        confused_of(story, seat)[:MOST_TIMES],
    )


def confused_of(story: MatchHistory, seat: int) -> tuple[int, ...]:
    """The families of which ``seat`` took two near-twins for equal, each time once."""
    slips = (slip.patterns for slip in story.slips if slip.seat == seat and slip.why == "unequal")
    families = ({deck.FAMILY_OF[pattern] for pattern in patterns} for patterns in slips)
    return tuple(min(kin) for kin in families if len(kin) == 1)


def pace_of(match: clockwork.TwinItMatch) -> int:
    """How quick the only person seems after ``match``, in milliseconds, or 0 if nobody played alone against bots."""
    if len(match.humans) != 1 or len(match.seats) < 2 or match.state.options.mode != COMPETITIVE:
        return 0
    pace = Pace(match.state.options.pace)
    for events in match.events:
        pace.learn(events, match.humans)
    return round(pace.ms)
