"""Whole matches for tests of what follows them: bots play, and people are put in their seats afterwards."""

from collections.abc import Sequence
from functools import cache

from ladder import play

from game.catalogue.registry import GAMES
from game.core.match import FIGURES, HUMAN, AnyMatch, load

NAMES = ("Toni", "Frida", "Ole", "Mika", "Kim", "Juna", "Piet")


@cache
def _played(game: str, seats: int, seed: int, options: tuple[tuple[str, object], ...]) -> dict:
    level = GAMES[game].bots.levels[1]
    return play(game, [level] * seats, dict(options), seed).save()


def finished(game: str, seats: int = 3, seed: int = 1, people: Sequence[int] = (0,), **options: object) -> AnyMatch:
    """A finished match with people on these seats; the same every time."""
    save = dict(_played(game, seats, seed, tuple(sorted(options.items()))))
    save["seats"] = [
        [NAMES[place], HUMAN if place in people else row[1], FIGURES[place]] for place, row in enumerate(save["seats"])
    ]
    return load(save, GAMES)
