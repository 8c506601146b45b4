"""Goals of each game: how far the player has come, and what the last match has added."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

from game.catalogue.registry import GAMES
from game.core.codec import MAX_SAFE_INT, Shape, codec_of, within
from game.core.match import AnyMatch
from game.core.records import Count, Goal
from game.player.stored_value import StoredValue

if TYPE_CHECKING:
    from game.services.context import Context

#: most rows kept; those of other versions' goals are the first to go
KEPT = 200


class GoalRow(NamedTuple):
    """The progress toward one goal."""

    game: Annotated[str, within(1, 24)]
    key: Annotated[str, within(1, 24)]
    #: the most in one match, or all matches together
    reached: Count
    #: the seed of the match that reached it, as far as a file holds it: servers deal from longer ones; or -1
    seed: int = -1


STORED: StoredValue[tuple[GoalRow, ...]] = StoredValue(
    "goals", "file.goals", codec_of(tuple[Annotated[GoalRow, Shape.SPARSE], ...]), ()
)


class GoalProgress(NamedTuple):
    """A goal with what is reached of it."""

    goal: Goal
    #: at most its target
    reached: int

    @property
    def is_reached(self) -> bool:
        """True once it has been reached."""
        return self.reached >= self.goal.target


def progress(context: "Context", game: str) -> list[GoalProgress]:
    """Return a game's goals in their order, with what is reached."""
    reached = {row.key: row.reached for row in STORED.read(context) if row.game == game}
    goals = GAMES[game].records.goals
    return [GoalProgress(goal, min(goal.target, reached.get(goal.key, 0))) for goal in goals]


def counted(known: Sequence[GoalRow], match: AnyMatch) -> tuple[GoalRow, ...]:
    """Return the rows with a finished match: the best of the people at this device, or all of them together."""
    game, people = match.game, match.humans
    if not people:
        return tuple(known)
    rows = {(row.game, row.key): row for row in known}
    reached = [game.records.reached(match, seat) for seat in people]
    for goal in game.records.goals:
        before = rows.pop((game.name, goal.key), GoalRow(game.name, goal.key, 0))
        counts = [int(one[goal.key]) for one in reached]
        count = before.reached + sum(counts) if goal.adds else max(before.reached, *counts)
        newly = before.reached < goal.target <= count
        rows[game.name, goal.key] = before._replace(reached=count, seed=_seed(match) if newly else before.seed)
    return tuple(rows.values())[-KEPT:]


def newly_reached(rows: Sequence[GoalRow], match: AnyMatch) -> tuple[Goal, ...]:
    """Return the goals that a finished match in ``rows`` has reached for the first time."""
    seeds = {row.key: row.seed for row in rows if row.game == match.game.name}
    return tuple(goal for goal in match.game.records.goals if seeds.get(goal.key) == _seed(match))


def _seed(match: AnyMatch) -> int:
    """Return a match's seed as far as a file holds it."""
    return match.seed & MAX_SAFE_INT
