"""Status of a party's match in a sentence: the connection, or the seat to move."""

from game.core.match import HUMAN
from game.engine import dates
from game.services.context import Context
from game.services.party_session import PartySession
from game.wire.commands import OVER_DAYS_S
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
    until, place = turn_until(context, session), party_state.places[turn.to_move]
    if turn.to_move == remote.seat:
        return texts("party.you_move_until", until=until) if until else texts("party.you_move")
    # over days nobody has to be there
    is_missing = place.kind == HUMAN and place.away and party_state.seconds < OVER_DAYS_S
    key = "stood_in" if place.stand_in else "missing" if is_missing else "moves_until" if until else "moves"
    return texts.sentences([texts(f"party.{key}", name=place.name or session.named(place.figure), until=until)])


def turn_until(context: Context, session: PartySession) -> str:
    """Return until when the seat to move has time, in words; "" unless the table is played over days."""
    left, now, party_state = session.remote.left_ms, context.clock.wall_ms(), session.remote.party_state
    if left is None or party_state is None or party_state.seconds < OVER_DAYS_S:
        return ""
    # whole minutes, so that the text stands still
    return dates.until(context.texts, round((now + left) / 60_000) * 60_000, now)
