"""Whole matches for tests of what follows them: bots play, and people get their seats afterwards."""

from collections.abc import Sequence
from functools import cache

from ladder import play

from game.ai.judgement import JudgedDecision
from game.ai.review import Effect, Review, decision_points
from game.ai.rollouts import win_share
from game.catalogue.registry import GAMES
from game.core.match import FIGURES, HUMAN, AnyMatch, load

NAMES = ("Toni", "Frida", "Ole", "Mika", "Kim", "Juna", "Piet")


@cache
def _played(game: str, seats: int, seed: int, options: tuple[tuple[str, object], ...]) -> dict:
    level = GAMES[game].bots.levels[1]
    return play(game, [level] * seats, dict(options), seed).save()


def finished(game: str, seats: int = 3, seed: int = 1, people: Sequence[int] = (0,), **options: object) -> AnyMatch:
    """Return a finished match with people on these seats; the same every time."""
    save = dict(_played(game, seats, seed, tuple(sorted(options.items()))))
    save["seats"] = [
        [NAMES[place], HUMAN if place in people else row[1], FIGURES[place]] for place, row in enumerate(save["seats"])
    ]
    return load(save, GAMES)


def made_up_review(match: AnyMatch, seat: int = 0, mistakes: int = 5) -> Review:
    """Return a review whose first decisions with an alternative are mistakes, each costlier than the one before."""
    rows = []
    for step in filter(None, decision_points(match, seat)):
        others = [action for action in match.game.legal_actions(step.state) if action != step.played]
        why = next(advice.why for advice in match.game.hints.advise(match.game.view(step.state, seat)) if advice)
        count = sum(row.best != row.played for row in rows)
        if count < mistakes:
            rows.append(JudgedDecision(step.place, step.played, others[-1], 0.3, 0.5 + count * 0.05, 0.04, why))
        else:
            rows.append(JudgedDecision(step.place, step.played, step.played, 0.4, 0.4, 0.0))
    return Review(seat, tuple(rows), win_share(match.game, match.state, seat), Effect(0.07, 0.02))
