"""What the tables of a party have alike, whatever is played there: where they lead, and how their words are set."""

from __future__ import annotations

from game.app.context import Context
from game.app.visits import Visit
from game.core.stored_words import class_word
from game.engine.saying import Panel, Said, Way
from game.engine.transitions import Replace, Transition
from game.scenes.navigation import routes
from game.wire.deeds import Choose, Start
from game.wire.messages import Phase
from game.wire.remote import Told


def gone(context: Context, visit: Visit) -> Transition:
    """Where it goes on once the party is over, or all of it was told at once; None at this table."""
    if visit.remote.ended is not None:
        return Replace(routes.lobby(context, visit))
    if not visit.is_anew:
        return None
    standing = visit.remote.standing
    gathers = standing is None or standing.phase == Phase.GATHERING
    return Replace((routes.lobby if gathers else routes.online_table)(context, visit))


def moved_on(context: Context, visit: Visit, told: Told) -> Transition:
    """Where it goes on after a step that ends this match: the screen there is told it again. None at this table."""
    name = told.happened.what
    if name not in (class_word(Start), class_word(Choose)) and told.turn is not None:
        return None
    visit.told.appendleft(told)
    return Replace((routes.online_table if name == class_word(Start) else routes.lobby)(context, visit))


def notice(context: Context, words: str, *ways: Way) -> Panel:
    """What the dock says of the party; whoever sits here is asked only where there are ``ways`` to answer."""
    return Panel(Said(context.texts("party.pause"), words, ways=ways), own=bool(ways))
