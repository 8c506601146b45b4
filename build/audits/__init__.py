"""What must be true of every position of a game: no card, chip or trophy is ever lost or made.

A module a game, whose ``audit`` says in words whatever is wrong with a state; nothing if all is well.
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
    """Everything that is wrong with a position, in words; nothing for a game that has no audit."""
    return AUDITS[game](state) if game in AUDITS else []
