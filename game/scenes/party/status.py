"""Status of a party's match in a sentence: the connection, or the seat to move."""

from game.app.context import Context
from game.app.party_session import PartySession
from game.core.match import HUMAN
from game.wire.messages import Close


def status_of(context: Context, session: PartySession) -> str:
    """Return the sentence; "" if there is nothing to say."""
    texts, remote = context.texts, session.remote
    if session.is_late:
        is_frozen = remote.closed == Close.FROZEN
        return session.late_notice if is_frozen else texts("party.late_since", count=session.late_s)
    party_state, turn = remote.party_state, remote.turn_state
    if party_state is None or turn is None or turn.to_move < 0 or party_state.live_clock is not None:
        return ""
    if turn.to_move == remote.seat:
        return texts("party.you_move")
    place = party_state.places[turn.to_move]
    is_missing = place.kind == HUMAN and (place.away or place.stand_in)
    key = "stood_in" if place.stand_in else "missing" if is_missing else "moves"
    return texts.sentences([texts(f"party.{key}", name=place.name or session.named(place.figure))])
