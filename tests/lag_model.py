"""A table of Twin It! as devices with different delays see it."""

from game.catalogue.registry import GAMES
from game.core.match import Match, Seat
from game.core.rng import Rng
from game.games.twin_it.bots import Mind
from game.games.twin_it.scheduler import TwinItScheduler
from game.games.twin_it.state import Action, Verb

#: how much of each game is played, in milliseconds of its own clock
LONG_MS = 45_000


def table(seats: int, people: int, options: dict, seed: int) -> Match:
    """Return a match whose first seats are people's."""
    kinds = ["human"] * people + ["hard"] * (seats - people)
    return Match(GAMES["twin_it"], options, [Seat(f"P{n}", kind) for n, kind in enumerate(kinds)], seed)


def driven(match: Match, lag: int, models: dict[int, Mind] | None = None) -> TwinItScheduler:
    """Return a scheduler for the match with that lag; ``models`` play for people."""
    bots = {n: Mind(n, row.kind, Rng(match.seed * 100 + n)) for n, row in enumerate(match.seats) if row.kind == "hard"}
    clock = TwinItScheduler(match, bots | (models or {}))
    clock.hold(lag, 0)
    return clock


class Model(Mind):
    """A person who sees and acts like a bot, and whose actions are recorded."""

    def __init__(self, seat: int, seed: int, done: list[Action]) -> None:
        super().__init__(seat, "hard", Rng(seed))
        self.done = done

    def act(self, view, at: int) -> Action | None:
        action = super().act(view, at)
        if action is not None:
            self.done.append(action)
        return action


def planned_touches(seats: int, people: int, lag: int, options: dict, seed: int) -> list[Action]:
    """Return what people do in a game of such a table, by what they see."""
    done: list[Action] = []
    match = table(seats, people, options, seed)
    models = {seat: Model(seat, seed * 31 + seat, done) for seat in range(people)}
    driven(match, lag, models).advance(LONG_MS)
    # people do much that has no effect, too
    rng = Rng(seed)
    for _ in range(60):
        cards = (rng.below(135),)
        done.append(Action(Verb.TOUCH, 1 + rng.below(LONG_MS), rng.below(people), cards))
    return done
