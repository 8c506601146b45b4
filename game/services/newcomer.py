"""Name and figure with which the player here sits down at a party."""

from game.core.match import FIGURES, HUMAN
from game.services.context import Context
from game.services.party_session import PartySession


def newcomer(context: Context, session: PartySession) -> tuple[str, str]:
    """Return the player's own name and figure, or else the first figure that no other person here has, and its name."""
    settings, party_state = context.settings, session.remote.party_state
    places = enumerate(party_state.places if party_state else ())
    taken = [place.figure for seat, place in places if place.kind == HUMAN and seat != session.remote.seat]
    free = next((figure for figure in FIGURES if figure not in taken), FIGURES[0])
    figure = settings.figure or free
    return settings.name or session.named(figure), figure
