"""The match of a party's table of turns, as it is found when the table is laid."""

from __future__ import annotations

from game.app.visits import Visit
from game.catalogue.registry import GAMES
from game.core.stored_words import class_word
from game.wire.deeds import Start
from game.wire.match import RemoteMatch
from game.wire.remote import Told


def taken_up(visit: Visit) -> tuple[RemoteMatch, Told | None]:
    """The match, and its deal if that is to be shown yet; in the middle of it whatever is known lies there at once."""
    remote, dealt = visit.remote, _deal_in(visit)
    if dealt:
        standing, seat, turn, view = dealt.standing, dealt.seat, dealt.turn, dealt.view
    else:
        visit.told.clear()
        assert remote.standing is not None, "a table is one of a party"
        standing, seat, turn, view = remote.standing, remote.seat, remote.stands, remote.view
    visit.is_anew = False
    assert turn is not None, "a match is played"
    assert view is not None, "a match is played"
    return RemoteMatch(GAMES[standing.game], standing, seat, turn, view, visit.named), dealt


def _deal_in(visit: Visit) -> Told | None:
    """The deal of the match, if it has been told: it is taken, and whatever was told before it."""
    places = [number for number, told in enumerate(visit.told) if told.happened.what == class_word(Start)]
    if not places:
        return None
    for _ in range(places[-1]):
        visit.told.popleft()
    return visit.told.popleft()
