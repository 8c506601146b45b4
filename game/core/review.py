"""What a seat's decisions were worth: each one against the best, by what the seat could know.

A decision is judged in positions that its seat cannot tell from the true one (``Game.world``), never by cards that were
hidden. What was done and what the strongest quick level would have done are both carried out in each of these, and then
a strong level plays for everybody to the end: how often the seat wins then is the action's chance. As both meet the
same positions, the luck of a position happens to both. A difference within twice its standard error is no mistake.

Far behind, or far ahead, hardly anything changes the chance to win, however careless it is. So the play-outs also tell
how far ahead of the best other the seat ends (``margin_of``): where the chance cannot tell, the points may.

The chance before a decision less the chance after the one before is what others did and the cards brought: luck. So
the chance at the start, less what the own decisions cost, plus luck, is the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Generic, NamedTuple, TypeAlias

from game.core.game import A, Action, E, Game, S, State, V, Why
from game.core.match import Match
from game.core.rng import Rng

#: positions in which what was played is compared with what the strongest quick level would do, if that is another thing
PAIRS = 100
#: positions that tell the chance where both are the same
ALONE = 24
#: a difference of so many standard errors is one
SURE = 2.0
#: a game that goes on for so many actions more is nobody's
LONGEST = 3000


class Judged(NamedTuple, Generic[A]):
    """One decision. Chances are shares of games won, from 0 to 1; a shared win counts in part."""

    #: so many actions had been made before it
    place: int
    played: A
    best: A
    #: the chance with what was played and with the best, and the standard error of their difference
    chance: float
    best_chance: float
    error: float
    #: why the best is, if that is another thing than what was played
    why: Why | None = None
    #: how far ahead of the best other the seat ends, as the game counts: with both, and the error of their difference
    margin: float = 0.0
    best_margin: float = 0.0
    margin_error: float = 0.0

    @property
    def cost(self) -> float:
        """What the decision cost in chance to win; 0 where the difference lies within its error."""
        lost = self.best_chance - self.chance
        return lost if self.played != self.best and lost > SURE * self.error else 0.0

    @property
    def points(self) -> float:
        """What it cost in points where the chance cannot tell; 0 within the error, and where it is less than one."""
        lost = self.best_margin - self.margin
        told = self.played != self.best and not self.cost and lost >= 1 and lost > SURE * self.margin_error
        return lost if told else 0.0


class Review(NamedTuple, Generic[A]):
    """A finished game as one seat played it."""

    seat: int
    decisions: tuple[Judged[A], ...]
    #: what came of it: 1 for a win, a share of 1 for a shared one, else 0
    result: float

    @property
    def start(self) -> float:
        """The chance to win at the first decision."""
        return self.decisions[0].best_chance if self.decisions else self.result

    @property
    def cost(self) -> float:
        """What all decisions together cost."""
        return sum(judged.cost for judged in self.decisions)

    @property
    def luck(self) -> float:
        """What others' moves and the cards brought: the start less the cost and plus this is the result."""
        return self.result - self.start + self.cost

    @property
    def dearest(self) -> tuple[Judged[A], ...]:
        """The decisions that cost anything, the dearest first."""
        return tuple(sorted((row for row in self.decisions if row.cost), key=lambda row: (-row.cost, row.place)))

    @property
    def careless(self) -> tuple[Judged[A], ...]:
        """The decisions that cost points alone, as far as can be told, the dearest first."""
        return tuple(sorted((row for row in self.decisions if row.points), key=lambda row: (-row.points, row.place)))

    @property
    def named(self) -> tuple[Judged[A], ...]:
        """The decisions that are told: those that cost a chance, and after them those that cost points alone."""
        return (*self.dearest, *self.careless)

    @property
    def agreed(self) -> int:
        """How many decisions were just what the strongest level would have done."""
        return sum(row.best == row.played and not row.error for row in self.decisions)

    def close(self, seats: int) -> bool:
        """Whether the game was won, or its second half ever had a fair chance: only then no mistake is a feat."""
        late = self.decisions[len(self.decisions) // 2 :]
        return self.result > 0 or any(row.chance * seats >= 1 for row in late)


def share_of(game: Game[S, A, E, V], state: S, seat: int) -> float:
    """What a seat has of a game that is over: 1, a share of it, or 0."""
    winners = game.winners(state)
    return 1 / len(winners) if seat in winners else 0.0


def margin_of(game: Game[S, A, E, V], state: S, seat: int) -> int:
    """How far ahead of the best other a seat is, as the game counts; behind it is less than 0."""
    scores = game.scores(state)
    return scores[seat] - max((score for other, score in enumerate(scores) if other != seat), default=0)


def ends_of(game: Game[S, A, E, V], state: S, action: A, seed: int) -> Iterator[S | None]:
    """Carry ``action`` out and let a strong level play everybody on: yield None while that goes on, at last the end."""
    rng, level = Rng(seed), game.playing_on or game.rising[-1]
    chosen: A | None = action
    for _ in range(LONGEST):
        if chosen is None:
            raise RuntimeError(f"a {level} bot gave up without an action")
        state, _ = game.apply(state, chosen, rng)
        mover = game.to_move(state)
        if mover < 0:
            break
        for chosen in game.think(game.view(state, mover), rng, level):
            if chosen is not None:
                break
            yield None
    yield state


def played_out(game: Game[S, A, E, V], state: S, action: A, seat: int, seed: int) -> Iterator[float | None]:
    """As :func:`ends_of`, at last what ``seat`` has of the game."""
    for end in ends_of(game, state, action, seed):
        yield None if end is None else share_of(game, end, seat)


class Found(NamedTuple):
    """What an action has led to, position by position: what the seat had of the game, and how far ahead it was."""

    shares: list[float]
    margins: list[float]


def _mean(row: Sequence[float]) -> float:
    return sum(row) / len(row)


def gain(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """By how much ``one`` is better than ``other`` in the positions that both were tried in, and the standard error."""
    apart = [ours - theirs for ours, theirs in zip(one, other, strict=False)]
    mean = _mean(apart)
    spread = sum((difference - mean) ** 2 for difference in apart)
    return mean, sqrt(spread / max(1, len(apart) - 1) / len(apart))


def judged(
    game: Game[S, A, E, V], state: S, place: int, played: A, seed: int, alone: int = ALONE
) -> Iterator[Judged[A] | None]:
    """Yield None while more is to be played out, and at last what is to be said of the decision ``played``.

    Where the strongest quick level would have done the same, its chance is told from ``alone`` positions.
    """
    seat, rng = game.to_move(state), Rng(seed)
    best, reason = played, None
    for advice in game.advise(game.view(state, seat)):
        if advice is not None:
            best, reason = (played if played in advice.alike else advice.action), advice.why
            break
        yield None
    own, other = Found([], []), Found([], [])
    tried = ((played, own),) if best == played else ((played, own), (best, other))
    for count in range(alone if best == played else PAIRS):
        # it is no worse, as far as can be seen
        if count == ALONE and best != played and all(_mean(other[of]) <= _mean(own[of]) for of in range(len(own))):
            break
        world, luck = game.world(game.view(state, seat), rng), rng.below(2**30)
        for action, found in tried:
            for end in ends_of(game, world, action, luck):
                if end is not None:
                    found.shares.append(share_of(game, end, seat))
                    found.margins.append(margin_of(game, end, seat))
                yield None
    chance, margin = _mean(own.shares), _mean(own.margins)
    if best == played:
        yield Judged(place, played, played, chance, chance, 0.0, None, margin, margin)
        return
    (more, error), (ahead, off) = gain(other.shares, own.shares), gain(other.margins, own.margins)
    # what was played may well be better than what the strongest quick level would do; where the chance says neither,
    # the points tell
    if more > 0 or (ahead > 0 and more >= -SURE * error):
        said = Judged(place, played, best, chance, chance + max(more, 0.0), error, reason)
        yield said._replace(margin=margin, best_margin=margin + ahead, margin_error=off)
    else:
        yield Judged(place, played, played, chance, chance, error, None, margin, margin, off)


class Step(NamedTuple, Generic[S, A]):
    """A decision in which a seat had a choice: so many actions before it, the position, and what it did."""

    place: int
    state: S
    played: A


def steps_of(match: Match[S, A, E, V], seat: int) -> Iterator[Step[S, A] | None]:
    """The decisions of ``seat`` in which it had a choice; None for every other action of the match."""
    past = Match(match.game, match.options, match.seats, match.seed)
    for place, action in enumerate(match.actions):
        had = past.game.to_move(past.state) == seat and len(past.game.legal_actions(past.state)) > 1
        yield Step(place, past.state, action) if had else None
        past.apply(action)


def review(
    match: Match[S, A, E, V], seat: int, known: Sequence[Judged[A]] = ()
) -> Iterator[tuple[float, Review[A] | None]]:
    """Judge every decision of ``seat`` in a finished game of turns, but for those that are ``known``.

    Yield how much is done, from 0 to 1, and the review so far whenever there is more of it; with the 1 comes the whole
    one. The same match gives the same review. Raise ValueError for a match that is not over.
    """
    if not match.is_over or match.game.real_time:
        raise ValueError("only a finished game of turns can be reviewed")
    steps: list[Step[S, A]] = []
    for step in steps_of(match, seat):
        if step is not None:
            steps.append(step)
        yield 0.0, None
    places = {step.place for step in steps}
    found = {row.place: row for row in known if row.place in places}
    result = share_of(match.game, match.state, seat)

    def so_far() -> tuple[float, Review[A]]:
        rows = tuple(found[place] for place in sorted(found))
        return len(found) / len(steps) if steps else 1.0, Review(seat, rows, result)

    yield so_far()
    for number, (place, state, played) in enumerate(steps):
        if place in found:
            continue
        # what the start was worth stands in every sum
        alone = ALONE if number else PAIRS
        for row in judged(match.game, state, place, played, match.seed ^ (place + 1) * 0x9E3779B1, alone):
            if row is None:
                yield len(found) / len(steps), None
            else:
                found[place] = row
                yield so_far()


#: a review, whatever was played
AnyReview: TypeAlias = Review[Action]
#: a decision, whatever was played
AnyStep: TypeAlias = Step[State, Action]
