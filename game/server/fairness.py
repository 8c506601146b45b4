"""Rules that keep what people ask of a party fair to those who are away.

Over days the owner alone changes the pace and removes people, and a match that has begun over days stays so.

They are asked when a request arrives, and never while a log is read: logs of older programs have entries against them.
"""

from collections.abc import Sequence

from game.server import log_entries as log
from game.server.chairs import CommandRefused
from game.server.party import Party
from game.wire import commands
from game.wire.messages import DAY_MS, PartyPhase
from game.wire.refusal import Refusal

#: time after which a person whose proposal to end the match came to nothing may make another one, in milliseconds:
#: while all are together, and over days
ASKED_AGAIN_MS, ASKED_AGAIN_DAYS_MS = 60_000, DAY_MS


def check(party: Party, seat: int, command: commands.Command, now_ms: int) -> None:
    """Raise CommandRefused if the person at ``seat`` may not ask for that now."""
    match command:
        case commands.SetTimeLimit(seconds=seconds):
            _check_limit(party, seat, seconds)
        case commands.Kick() if party.is_over_days:
            _only_owner(party, seat)
        case commands.ChooseGame():
            _check_games(party, seat, [command])
        case commands.PlanEvening(games=games):
            _check_games(party, seat, games)
        case commands.EndMatch(yes=True) if party.ending is None:
            pause = ASKED_AGAIN_DAYS_MS if party.is_over_days else ASKED_AGAIN_MS
            if now_ms < party.chairs[seat].declined_ms + pause:
                if party.is_over_days:
                    raise CommandRefused(Refusal.ASKED_TODAY)
                raise CommandRefused(Refusal.ASKED_JUST_NOW)


def recorded(party: Party, command: commands.SetTimeLimit) -> commands.SetTimeLimit | log.LimitFromNextTurn:
    """Return the entry of another time limit: in a match over days the turn that runs keeps its time."""
    is_running = party.phase == PartyPhase.PLAYING and party.is_over_days
    return log.LimitFromNextTurn(command.seconds) if is_running else command


def _only_owner(party: Party, seat: int) -> None:
    if seat != party.owner:
        raise CommandRefused(Refusal.NOT_OWNER)


def _check_limit(party: Party, seat: int, seconds: int) -> None:
    """Refuse the limit that there is, and one that takes the days from people who are away."""
    if seconds == party.seconds:
        raise CommandRefused(Refusal.SAME)
    if party.is_over_days:
        _only_owner(party, seat)
        if party.phase == PartyPhase.PLAYING and seconds < commands.OVER_DAYS_S:
            raise CommandRefused(Refusal.OVER_DAYS)


def _check_games(party: Party, seat: int, games: Sequence[commands.ChooseGame]) -> None:
    """Refuse a game in real time, with which the days end, to everybody but the owner."""
    if party.is_over_days and any(party.chosen(one).game.real_time for one in games):
        _only_owner(party, seat)
