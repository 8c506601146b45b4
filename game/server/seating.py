"""What lines do to the seats of a party and to what is agreed on there: each says it, or refuses it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.core.match import FIGURES, HUMAN
from game.server import living
from game.server.chairs import Chair, Change, Refused, Shown, free_figure
from game.server.lines import Away, Back, Line, Seated
from game.server.names import cleaned
from game.wire.deeds import FREE, REACTIONS, Choose, Give, Hints, Kick, Leave, Limit, Lock, React
from game.wire.messages import Phase

if TYPE_CHECKING:
    from game.server.party import Party

#: a turn is given as many seconds, or any time
SECONDS = (10, 3600)
#: nobody calls across the table oftener
CALM_MS = 1_000


def seated(party: Party, line: Line, deed: Seated) -> Change:
    """Somebody sits down, or sits down elsewhere or by another name."""
    chair, before = party.chair_at(deed.seat), party.seat_of(deed.token)
    if deed.name != cleaned(deed.name) or not deed.name or not deed.token:
        raise Refused("name")
    if deed.figure not in FIGURES:
        raise Refused("figure")
    if before >= 0 and party.phase != Phase.GATHERING:
        raise Refused("seated")
    if before < 0 and party.locked:
        raise Refused("locked")
    if deed.seat != before and not (chair.kind == FREE if party.phase == Phase.GATHERING else chair.vacant):
        raise Refused("taken")
    others = [one for seat, one in enumerate(party.chairs) if one.kind == HUMAN and seat != before]
    if any(one.name == deed.name for one in others):
        raise Refused("name_taken")

    def change() -> Sequence[Shown]:
        if before >= 0:
            person = party.chairs[before]
            party.chairs[before] = Chair()
        else:
            party.members += 1
            # there is nobody before the line says who
            person = Chair(HUMAN, token=deed.token, member=party.members, away_ms=line.at)
        # people choose before bots, and among people whoever was first
        figure = free_figure(deed.figure, [one.figure for one in others])
        party.chairs[deed.seat] = person._replace(name=deed.name, figure=figure)
        taken = [one.figure for one in party.chairs]
        for seat, one in enumerate(party.chairs):
            if one.figure == figure and seat != deed.seat:
                party.chairs[seat] = one._replace(figure=free_figure("", taken))
        living.disturbed(party, line.at, deed.seat)
        return ()

    return change


def back(party: Party, line: Line, deed: Back) -> Change:
    """Somebody is there, by a new line or again."""
    if party.chair_at(line.seat).kind != HUMAN or party.chairs[line.seat].session == deed.session:
        raise Refused("session")

    def change() -> Sequence[Shown]:
        party.chairs[line.seat] = party.chairs[line.seat]._replace(session=deed.session, away_ms=0, stand_in=False)
        return ()

    return change


def away(party: Party, line: Line, deed: Away) -> Change:
    """The line to somebody is gone."""
    chair = party.chair_at(line.seat)
    # whoever has come in by another line since is there
    if chair.kind != HUMAN or chair.session != deed.session or chair.away_ms:
        raise Refused("session")

    def change() -> Sequence[Shown]:
        party.chairs[line.seat] = party.chairs[line.seat]._replace(away_ms=line.at)
        living.disturbed(party, line.at, line.seat)
        return ()

    return change


def left(party: Party, line: Line, _deed: Leave) -> Change:
    """Somebody stands up."""
    return lambda: _empty(party, line.at, line.seat)


def kicked(party: Party, line: Line, deed: Kick) -> Change:
    """Somebody is made to."""
    party.led_by(line.seat)
    if party.chair_at(deed.seat).kind != HUMAN or deed.seat == line.seat:
        raise Refused("no_seat")
    return lambda: _empty(party, line.at, deed.seat)


def _figures(party: Party, besides: int) -> list[str]:
    """The figures of all other seats."""
    return [one.figure for seat, one in enumerate(party.chairs) if seat != besides]


def _empty(party: Party, at: int, seat: int) -> Sequence[Shown]:
    figure = party.chairs[seat].figure
    playing = party.phase == Phase.PLAYING
    party.chairs[seat] = Chair(party.game.first_level, "", figure, vacant=True) if playing else Chair()
    if party.undoing and party.undoing[0] == seat:
        party.undoing = None
    living.disturbed(party, at, seat)
    return ()


def locked(party: Party, line: Line, deed: Lock) -> Change:
    """Nobody else may sit down, or may again."""
    party.led_by(line.seat)

    def change() -> Sequence[Shown]:
        party.locked = deed.on
        return ()

    return change


def limited(party: Party, line: Line, deed: Limit) -> Change:
    """A turn has so much time."""
    party.led_by(line.seat)
    if deed.seconds and not SECONDS[0] <= deed.seconds <= SECONDS[1]:
        raise Refused("seconds")

    def change() -> Sequence[Shown]:
        # nobody's turn is over at once because it has a limit now
        party.seconds, party.turn_ms = deed.seconds, line.at
        return ()

    return change


def hinted(party: Party, line: Line, deed: Hints) -> Change:
    """Hints are allowed, or not."""
    party.led_by(line.seat)

    def change() -> Sequence[Shown]:
        party.hints = deed.on
        return ()

    return change


def given(party: Party, line: Line, deed: Give) -> Change:
    """A seat is for a bot, or for whoever comes."""
    party.led_by(line.seat)
    if party.phase != Phase.GATHERING or party.chair_at(deed.seat).kind == HUMAN:
        raise Refused("taken")
    if deed.kind != FREE and deed.kind not in party.game.levels:
        raise Refused("no_level")

    def change() -> Sequence[Shown]:
        bot = deed.kind != FREE
        figure = free_figure("", _figures(party, deed.seat)) if bot else ""
        party.chairs[deed.seat] = Chair(deed.kind, "", figure)
        return ()

    return change


def chosen(party: Party, line: Line, deed: Choose) -> Change:
    """Something is to be played next."""
    party.led_by(line.seat)
    if party.phase == Phase.PLAYING:
        raise Refused("playing")
    game, options = party.chosen(deed)
    chairs = party.chairs if party.phase == Phase.GATHERING else party.moved_round()
    # bots are made room of before people, whose seats stay in their order
    kept = [one for one in chairs if one.kind == HUMAN or (one.kind != FREE and not one.vacant)]
    while len(kept) > game.max_seats:
        bots = [n for n, one in enumerate(kept) if one.kind != HUMAN]
        if not bots:
            raise Refused("too_many")
        del kept[bots[-1]]
    kept = [o if o.kind == HUMAN or o.kind in game.levels else o._replace(kind=game.first_level) for o in kept]

    def change() -> Sequence[Shown]:
        party.game, party.options, party.phase = game, options, Phase.GATHERING
        party.chairs = kept + [Chair()] * (game.max_seats - len(kept))
        party.match = party.deal = party.clock = None
        party.played_at = party.length
        return ()

    return change


def called(party: Party, line: Line, deed: React) -> Change:
    """Somebody calls something across the table."""
    if not 0 <= deed.sign < len(REACTIONS):
        raise Refused("no_reaction")
    if line.at < party.chairs[line.seat].called_ms + CALM_MS:
        raise Refused("too_soon")

    def change() -> Sequence[Shown]:
        party.chairs[line.seat] = party.chairs[line.seat]._replace(called_ms=line.at)
        return ()

    return change
