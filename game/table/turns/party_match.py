"""The match of a party's table of turns, as it is found when the table is laid."""

from __future__ import annotations

from game.app.party_session import PartySession
from game.catalogue.registry import GAMES
from game.core.stored_words import class_word
from game.wire.commands import Start
from game.wire.party_client import PartyStep
from game.wire.remote_match import RemoteMatch


def match_of_session(session: PartySession) -> tuple[RemoteMatch, PartyStep | None]:
    """The match, and its deal if that is to be shown yet; in the middle of it whatever is known lies there at once."""
    remote, dealt = session.remote, _deal_in(session)
    if dealt:
        standing, seat, turn, view = dealt.standing, dealt.seat, dealt.turn, dealt.view
    else:
        session.new_steps.clear()
        assert remote.standing is not None, "a table is one of a party"
        standing, seat, turn, view = remote.standing, remote.seat, remote.turn_state, remote.view
    session.is_anew = False
    assert turn is not None, "a match is played"
    assert view is not None, "a match is played"
    return RemoteMatch(GAMES[standing.game], standing, seat, turn, view, session.named), dealt


def _deal_in(session: PartySession) -> PartyStep | None:
    """The deal of the match, if it has been told: it is taken, and whatever was told before it."""
    places = [number for number, told in enumerate(session.new_steps) if told.happened.what == class_word(Start)]
    if not places:
        return None
    for _ in range(places[-1]):
        session.new_steps.popleft()
    return session.new_steps.popleft()
