"""The actions that a person has missed since their own last one, made anew from the match.

A match is its deal and its actions, so this works after any time and on any server, long after the updates are gone.
"""

from game.core.game import AnyGame, Event, State, redact
from game.core.match import AnyMatch
from game.core.options import Json
from game.server.party import Party
from game.wire.messages import Missed, MissedAction, PartyPhase

#: number of actions of which a device is told, and of those among them that it can show
MOST_TOLD, MOST_SHOWN = 240, 40


def missed_at(party: Party, seat: int) -> Missed | None:
    """Return what the person at ``seat`` has missed of the match in progress; None for nothing or for a watcher."""
    match = party.match
    if seat < 0 or match is None or party.clock or party.phase != PartyPhase.PLAYING:
        return None
    since = party.chairs[seat].acted
    return missed_since(match, seat, since) if since < len(match.actions) else None


def missed_since(match: AnyMatch, seat: int, since: int) -> Missed:
    """Return what ``seat`` has missed of a match after its first ``since`` actions."""
    length = len(match.actions)
    game, first, shown = match.game, max(since, length - MOST_TOLD), max(since, length - MOST_SHOWN)
    past, found, before = match.at(first), list[MissedAction](), None
    for number in range(first, length):
        if number == shown:
            before = _view(game, past.state, seat)
        mover = past.mover
        seen = [(game.visible(event, seat), state) for event, state in past.advance(match.actions[number])]
        found.append(_action(game, seat, mover, seen, past.state if number >= shown else None))
    return Missed(first, first - since, tuple(found), before)


def _action(
    game: AnyGame, seat: int, mover: int, seen: list[tuple[Event | None, State]], after: State | None
) -> MissedAction:
    """Return an action as ``seat`` saw it; with the state ``after`` it, it can be shown."""
    codec = game.event_codec()
    known = [(event, state) for event, state in seen if event is not None]
    events = tuple([codec.write(event) for event, _ in known])
    if after is None:
        return MissedAction(mover, events, (), None)
    is_apart = any(state != after for _, state in known)
    views = tuple([_view(game, state, seat) for _, state in known]) if is_apart else ()
    return MissedAction(mover, events, views, _view(game, after, seat))


def _view(game: AnyGame, state: State, seat: int) -> Json:
    return game.view_codec().write(redact(game, game.view(state, seat)))
