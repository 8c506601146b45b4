"""What lines do to the match of a party: each says it, or refuses it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.core.match import HUMAN, UNREADABLE, AnyMatch, Match, Seat
from game.core.options import BadOptions
from game.server import living
from game.server.chairs import Change, Refused, Shown
from game.server.lines import Dealt, Line
from game.wire.deeds import FREE, AnswerUndo, AskUndo, Play, StandIn
from game.wire.messages import By, Phase

if TYPE_CHECKING:
    from game.server.party import Party

#: so long everybody waits for somebody who is away and to move before a bot may stand in
GRACE_MS = 30_000


def dealt(party: Party, line: Line, deed: Dealt) -> Change:
    """A match begins."""
    party.led_by(line.seat)
    if party.phase == Phase.PLAYING:
        raise Refused("playing")
    chairs = party.moved_round() if party.phase == Phase.OVER else party.chairs
    chairs = [chair for chair in chairs if chair.kind != FREE]
    least, most = party.game.seat_range(party.options)
    if not least <= len(chairs) <= most:
        raise Refused("seats")
    rows = [Seat(one.name, one.kind, one.figure) for one in chairs]
    try:
        settled = party.game.settled(party.options, len(chairs), 1)
        match: AnyMatch = Match(party.game, settled, rows, int(deed.seed, 16))
    except BadOptions as error:
        raise Refused("options") from error

    def change() -> Sequence[Shown]:
        party.chairs, party.match, party.deal = chairs, match, deed
        party.phase, party.undoing = Phase.PLAYING, None
        party.clock = living.new_clock(party, match.state, len(rows))
        party.matches += 1
        party.turned(line.at)
        return [(event, match.state) for event in party.game.opening(match.state)]

    return change


def played(party: Party, line: Line, deed: Play) -> Change:
    """Somebody acts, or a bot in somebody's stead or its own."""
    match, seat = party.match, line.seat
    if match is None or party.clock or party.phase != Phase.PLAYING:
        raise Refused("not_playing")
    # anybody may go on when a round is over
    if seat != party.to_move and not (line.by == By.PERSON and party.is_between_rounds):
        raise Refused("not_your_turn")
    duty = party.duty
    if line.by != By.PERSON and (duty is None or line.by not in (duty.by, By.HOUSE) or duty.at > line.at):
        raise Refused("not_yours")
    try:
        action = party.game.decode(deed.action)
        if match.objection(action) is not None:
            raise Refused("illegal")
    except UNREADABLE as error:
        raise Refused("illegal") from error

    def change() -> Sequence[Shown]:
        party.undoing = None
        if line.by == By.PERSON:
            party.chairs[seat] = party.chairs[seat]._replace(stand_in=False)
        steps = match.advance(action)
        match.forget()
        party.turned(line.at)
        if match.is_over:
            party.phase = Phase.OVER
        return steps

    return change


def stood_in(party: Party, line: Line, deed: StandIn) -> Change:
    """A bot plays for somebody who is away, or no longer."""
    chair = party.chair_at(deed.seat)
    if party.clock or chair.kind != HUMAN or party.phase != Phase.PLAYING or chair.stand_in == deed.on:
        raise Refused("no_stand_in")
    if deed.on and (not chair.away_ms or deed.seat != party.to_move):
        raise Refused("no_stand_in")
    if deed.on and line.at < max(chair.away_ms, party.turn_ms) + GRACE_MS:
        raise Refused("grace")

    def change() -> Sequence[Shown]:
        party.chairs[deed.seat] = party.chairs[deed.seat]._replace(stand_in=deed.on)
        return ()

    return change


def undo_asked(party: Party, line: Line, _deed: AskUndo) -> Change:
    """Somebody would like to take something back."""
    is_turns = party.match is not None and not party.clock and party.phase == Phase.PLAYING
    length = party.match.undo_length(line.seat) if party.match and is_turns else None
    if length is None or party.undoing is not None:
        raise Refused("no_undo")

    def change() -> Sequence[Shown]:
        party.undoing = (line.seat, length, frozenset({line.seat}))
        party.asked_at = party.length
        return ()

    return change


def undo_answered(party: Party, line: Line, deed: AnswerUndo) -> Change:
    """Somebody agrees to that, or does not."""
    asked = party.asked()
    if asked is None or line.seat not in asked.open:
        raise Refused("no_undo")

    def change() -> Sequence[Shown]:
        agreed = frozenset({*asked.agreed, line.seat})
        party.undoing = (asked.seat, asked.length, agreed) if deed.yes else None
        return ()

    return change
