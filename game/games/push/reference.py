"""The fixed yardstick that the levels are measured against; nobody is offered it as an opponent.

Stop at a row worth 12, own dice risk counted, or when the bust risk exceeds 5 %; secure a colour at 7. It is not
to be improved: a ladder is worth as much as its rungs stay where they are.
"""

from __future__ import annotations

from game.games.push import judgement
from game.games.push.judgement import bust_risk, rows_of
from game.games.push.rules import DRAW, STOP, Action, Phase, View

#: points of a row that are enough
ENOUGH = 12
#: highest bust risk that is run
RISK = 0.05
#: open points of a colour that are secured
SECURE = 7


def decide(view: View) -> Action:
    """The yardstick's one action for what it sees."""
    if view.phase == Phase.PLACE:
        return judgement.placing(view)
    if view.phase == Phase.TAKE:
        return judgement.best_row(view)
    if view.phase == Phase.CHOOSE:
        return judgement.securing(view, SECURE)
    if STOP in view.legal and (max(judgement.worths(view)) >= ENOUGH or bust_risk(rows_of(view), view.unseen) > RISK):
        return STOP
    return DRAW
