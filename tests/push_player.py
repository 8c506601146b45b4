"""A player at a table of Push: matches brought to a position, seated before the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from player import Player
from push_states import Rigged

from game.core.match import Match, Seat
from game.engine.scene import Reset
from game.games.push import rules
from game.games.push.rules import State
from game.scenes.table import TableScene

NAMES = (("Toni", "bear"), ("Frida", "fox"), ("Ole", "owl"), ("Mika", "frog"), ("Kim", "cat"), ("Juna", "hare"))


def match_of(kinds: tuple[str, ...], seed: int = 1, **options: object) -> Match:
    """A fresh match of seats of these kinds."""
    seats = [Seat(name, kind, figure) for kind, (name, figure) in zip(kinds, NAMES, strict=False)]
    return Match(rules, options, seats, seed)


def at_table(match: Match, size: tuple[int, int] = (1280, 720), language: str = "de", speed: str = "off") -> Player:
    """A player before that match."""
    player = Player(size, language=language)
    player.app.context.settings.speed = speed
    player.app._follow(Reset(TableScene(player.app.context, match)))
    return player


def before(
    state: State, kinds: tuple[str, ...] = ("human",) * 3, faces: Iterable[int] = (), **how: object
) -> tuple[Player, TableScene]:
    """A player at a table that stands as ``state`` says; the die will show ``faces``."""
    match = match_of(kinds, host_starts=True, keep_directions=True)
    match.state, match._rng = state, Rigged(*faces)
    player = at_table(match, **how)
    scene = player.scene
    assert isinstance(scene, TableScene)
    return player, scene


def offered(player: Player) -> list[str]:
    """The moves that can be made now."""
    return [id_ for id_ in player.ids() if id_.startswith("do-")]


def until(player: Player, true: Callable[[], bool], ms: float = 60_000) -> None:
    """Let time pass until something is so."""
    assert player.wait(ms, true), f"it does not come to that; offered: {player.ids()}"
