"""What the tables of a party have alike, whatever is played there: where they lead, and how their words are set."""

from __future__ import annotations

from game.app.context import Context
from game.app.party_session import PartySession
from game.core.stored_words import class_word
from game.engine.panel import DriverPanel, PanelButton, PanelText
from game.engine.transitions import Replace, Transition
from game.scenes.navigation import routes
from game.wire.commands import ChooseGame, Start
from game.wire.messages import PartyPhase
from game.wire.party_client import PartyStep


def gone(context: Context, session: PartySession) -> Transition:
    """Where it goes on once the party is over, or all of it was told at once; None at this table."""
    if session.remote.ended is not None:
        return Replace(routes.lobby(context, session))
    if not session.is_anew:
        return None
    standing = session.remote.standing
    gathers = standing is None or standing.phase == PartyPhase.GATHERING
    return Replace((routes.lobby if gathers else routes.online_table)(context, session))


def moved_on(context: Context, session: PartySession, told: PartyStep) -> Transition:
    """Where it goes on after a step that ends this match: the screen there is told it again. None at this table."""
    name = told.happened.what
    if name not in (class_word(Start), class_word(ChooseGame)) and told.turn is not None:
        return None
    session.new_steps.appendleft(told)
    return Replace((routes.online_table if name == class_word(Start) else routes.lobby)(context, session))


def notice(context: Context, words: str, *ways: PanelButton) -> DriverPanel:
    """What the dock says of the party; whoever sits here is asked only where there are ``buttons`` to answer."""
    return DriverPanel(PanelText(context.texts("party.pause"), words, buttons=ways), own=bool(ways))
