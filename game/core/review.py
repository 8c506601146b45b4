"""What a seat's decisions were worth: each one against the best, by what the seat could know.

A decision is judged in positions that its seat cannot tell from the true one (``Game.world``), never by cards that were
hidden. What was done and what the strongest quick level would have done are both carried out in each of these, and then
a strong level plays for everybody to the end: how often the seat wins then is the action's chance. As both meet the
same positions, the luck of a position happens to both. A difference within twice its standard error is no mistake.

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

    @property
    def cost(self) -> float:
        """What the decision cost in chance to win; 0 where the difference lies within its error."""
        lost = self.best_chance - self.chance
        return lost if self.played != self.best and lost > SURE * self.error else 0.0


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


def share_of(game: Game[S, A, E, V], state: S, seat: int) -> float:
    """What a seat has of a game that is over: 1, a share of it, or 0."""
    winners = game.winners(state)
    return 1 / len(winners) if seat in winners else 0.0


def played_out(game: Game[S, A, E, V], state: S, action: A, seat: int, seed: int) -> Iterator[float | None]:
    """Carry ``action`` out and let a strong level play everybody on: yield None while that goes on, at last what
    ``seat`` has of the game."""
    rng, level = Rng(seed), game.playing_on or game.rising[-1]
    chosen: A | None = action
    for _ in range(LONGEST):
        if chosen is None:
            raise RuntimeError(f"a {level} bot gave up without an action")
        state, _ = game.apply(state, chosen, rng)
        mover = game.to_move(state)
        if mover < 0:
            yield share_of(game, state, seat)
            return
        for chosen in game.think(game.view(state, mover), rng, level):
            if chosen is not None:
                break
            yield None
    yield 0.0


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
    own: list[float] = []
    other: list[float] = []
    tried = ((played, own),) if best == played else ((played, own), (best, other))
    for count in range(alone if best == played else PAIRS):
        if count == ALONE and sum(other) <= sum(own) and best != played:
            # it is no worse, as far as can be seen
            break
        world, luck = game.world(game.view(state, seat), rng), rng.below(2**30)
        for action, found in tried:
            for share in played_out(game, world, action, seat, luck):
                if share is not None:
                    found.append(share)
                yield None
    chance = sum(own) / len(own)
    if best == played:
        yield Judged(place, played, played, chance, chance, 0.0)
        return
    gain = sum(other) / len(other) - chance
    spread = sum((theirs - ours - gain) ** 2 for ours, theirs in zip(own, other, strict=True))
    error = sqrt(spread / (len(own) - 1) / len(own))
    # what was played may well be better than what the strongest quick level would do
    yield (
        Judged(place, played, best, chance, chance + gain, error, reason)
        if gain > 0
        else Judged(place, played, played, chance, chance, error)
    )


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
