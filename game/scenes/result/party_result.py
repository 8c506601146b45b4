"""Result of a party's finished match, at the table or for somebody who comes back."""

from game.app.context import Context
from game.app.party_session import PartySession
from game.core.match import InvalidSave
from game.engine.scene import Scene
from game.scenes.navigation import routes
from game.scenes.result.after import AfterParty
from game.scenes.result.result import Result


def party_result(context: Context, session: PartySession) -> Scene | None:
    """Return the result once the whole match is known, None before; the lobby if this device cannot read it."""
    try:
        match = session.finished()
    except InvalidSave:
        session.result_was_shown()
        return routes.lobby(context, session)
    return Result(context, match, AfterParty(context, match, session)) if match else None
