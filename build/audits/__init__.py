"""Audits of positions of every game: no card, chip or trophy is ever lost or added.

Each game has a module whose ``audit`` returns the faults of a state in words, or nothing if all is well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from audits import dnup, keine_ahnung, nein_danke, push, twin_it
from game.core.game import State

Audit: TypeAlias = Callable[[State], list[str]]

#: by the name of its game
AUDITS = {
    module.__name__.rpartition(".")[2]: cast("Audit", module.audit)
    for module in (dnup, keine_ahnung, nein_danke, push, twin_it)
}


def faults_of(game: str, state: State) -> list[str]:
    """Return the faults of a position, in words; none for a game without an audit."""
    return AUDITS[game](state) if game in AUDITS else []
