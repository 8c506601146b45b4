"""What a seat's decisions were worth: each one against the best, by what the seat could know.

A decision is judged in positions that its seat cannot tell from the true one (``Game.world``), never by cards that were
hidden. What was done and what the strongest level would have done are both carried out in each of these, and then a
strong level plays for everybody to the end: how often the seat wins then is the action's chance. As both meet the same
positions, the luck of a position happens to both. A difference within twice its standard error is no mistake.

The chance before a decision less the chance after the one before is what others did and the cards brought: luck. So
the chance at the start, less what the own decisions cost, plus luck, is the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Generic, NamedTuple, TypeAlias

from game.core.game import A, Action, E, Game, S, V
from game.core.match import Match
from game.core.rng import Rng
from game.core.thinking import decided

#: positions in which what was played is compared with what the strongest level would do, where that is another thing
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


def played_out(game: Game[S, A, E, V], state: S, action: A, seat: int, seed: int) -> float:
    """What ``seat`` has of the game if ``action`` is carried out and a strong level plays everybody on."""
    rng, level = Rng(seed), game.playing_on or game.rising[-1]
    state, _ = game.apply(state, action, rng)
    for _ in range(LONGEST):
        mover = game.to_move(state)
        if mover < 0:
            return share_of(game, state, seat)
        state, _ = game.apply(state, decided(game.think(game.view(state, mover), rng, level)), rng)
    return 0.0


def judged(
    game: Game[S, A, E, V], state: S, place: int, played: A, seed: int, alone: int = ALONE
) -> Iterator[Judged[A] | None]:
    """Yield None after each game that is played out, and at last what is to be said of the decision ``played``.

    Where the strongest level would have done the same, its chance is told from ``alone`` positions.
    """
    seat, rng = game.to_move(state), Rng(seed)
    best = game.explain(game.view(state, seat)).action
    own: list[float] = []
    other: list[float] = []
    for count in range(alone if best == played else PAIRS):
        if count == ALONE and sum(other) <= sum(own) and best != played:
            # it is no worse, as far as can be seen
            break
        world, luck = game.world(state, seat, rng), rng.below(2**30)
        own.append(played_out(game, world, played, seat, luck))
        yield None
        if best != played:
            other.append(played_out(game, world, best, seat, luck))
            yield None
    chance = sum(own) / len(own)
    if best == played:
        yield Judged(place, played, played, chance, chance, 0.0)
        return
    gain = sum(other) / len(other) - chance
    spread = sum((theirs - ours - gain) ** 2 for ours, theirs in zip(own, other, strict=True))
    error = sqrt(spread / (len(own) - 1) / len(own))
    # what was played may well be better than what the strongest level would do
    yield (
        Judged(place, played, best, chance, chance + gain, error)
        if gain > 0
        else Judged(place, played, played, chance, chance, error)
    )


def steps_of(match: Match[S, A, E, V], seat: int) -> list[tuple[int, S, A]]:
    """The decisions of ``seat`` in which it had a choice: so many actions before, the position, what it did."""
    past = Match(match.game, match.options, match.seats, match.seed)
    found = []
    for place, action in enumerate(match.actions):
        if past.game.to_move(past.state) == seat and len(past.game.legal_actions(past.state)) > 1:
            found.append((place, past.state, action))
        past.apply(action)
    return found


def review(match: Match[S, A, E, V], seat: int) -> Iterator[tuple[float, Review[A] | None]]:
    """Judge every decision of ``seat`` in a finished game of turns: yield how much is done, from 0 to 1, and at last
    the review. The same match gives the same review. Raise ValueError for a match that is not over.
    """
    if not match.is_over or match.game.real_time:
        raise ValueError("only a finished game of turns can be reviewed")
    decisions = []
    steps = steps_of(match, seat)
    for done, (place, state, played) in enumerate(steps):
        # what the start was worth stands in every sum
        alone = ALONE if done else PAIRS
        for found in judged(match.game, state, place, played, match.seed ^ (place + 1) * 0x9E3779B1, alone):
            yield done / len(steps), None
            if found is not None:
                decisions.append(found)
    yield 1.0, Review(seat, tuple(decisions), share_of(match.game, match.state, seat))


#: a review, whatever was played
AnyReview: TypeAlias = Review[Action]
