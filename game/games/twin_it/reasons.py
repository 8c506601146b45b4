"""Why the hint of Twin It! advises what it does, in one sentence. It speaks where there is no clock."""

from __future__ import annotations

from game.core.game import Why
from game.core.thinking import why
from game.games.twin_it.actions import Action, Verb
from game.games.twin_it.deck import twins_of
from game.games.twin_it.options import CONTEST, MINUTE
from game.games.twin_it.state import SET, Phase
from game.games.twin_it.view import Face, View


def reason(view: View, action: Action) -> Why:
    """Why ``action`` is advised."""
    meant = [face for face in view.faces if set(face.cards) & set(action.cards)]
    match action.verb:
        case Verb.TOUCH | Verb.COLLECT:
            return _taking(view, meant)
        case Verb.CHOOSE:
            return _losing(view, meant[0])
        case Verb.PASS:
            return why("no_look" if view.phase == Phase.MINUTE else "nothing")
        case _:
            return why("deal" if action.verb == Verb.DEAL else "flip")


def _taking(view: View, meant: list[Face]) -> Why:
    """Why these two go together."""
    pattern = meant[0].pattern
    pair = next((face for face in meant if face.where == SET), None)
    if pair is not None:
        if pair.place == view.seat or view.options.mode in (MINUTE, CONTEST):
            return why("own_pair", card=pattern)
        return why("their_pair", card=pattern, seat=pair.place)
    kin = twins_of(pattern)
    return why("alike_near" if any(face.pattern in kin for face in view.faces) else "alike", card=pattern)


def _losing(view: View, face: Face) -> Why:
    """Why this set is given up rather than another one."""
    if len(face.cards) > 2:
        return why("lose_any")
    up = any(other.pattern == face.pattern for other in view.faces if other.where != SET)
    return why("lose_seen" if up else "lose_pair")
