"""Results of a party's finished matches, at the table or for somebody who comes back."""

from game.core.match import InvalidSave
from game.engine.scene import Scene
from game.engine.transitions import Push, Transition
from game.scenes.navigation import routes
from game.scenes.result.after import AfterMissedMatch, AfterParty
from game.scenes.result.result import Result
from game.services.context import Context
from game.services.party_session import PartySession


def party_result(context: Context, session: PartySession) -> Scene | None:
    """Return the result once the whole match is known, None before; the lobby if this device cannot read it."""
    remote = session.remote
    if remote.over is None or remote.party_state is None:
        return None
    session.results.note_shown()
    try:
        match = session.results.finished()
    except InvalidSave:
        match = None
    return Result(context, match, AfterParty(context, match, session)) if match else routes.lobby(context, session)


def missed_result(context: Context, session: PartySession) -> Transition:
    """Open the result of an earlier match that the person here has missed, each once; None for none."""
    match = session.results.take_missed()
    return Push(Result(context, match, AfterMissedMatch(context, match, session))) if match else None
