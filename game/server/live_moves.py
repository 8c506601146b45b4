"""A person's move in real time: its log entry, its action, and how late it came."""

from game.core.game import Action, State
from game.core.live import AnyLiveGame, actor_of
from game.core.match import UNREADABLE
from game.core.options import Json
from game.server.chairs import CommandRefused
from game.server.live_clock import TableClock, believed_stamp
from game.server.log_entries import LiveMoveMade
from game.wire.commands import LiveMove
from game.wire.refusal import Refusal


def _decoded(game: AnyLiveGame, row: Json) -> Action:
    try:
        return game.decode(row)
    except UNREADABLE as error:
        raise CommandRefused(Refusal.ILLEGAL) from error


def entry_of(clock: TableClock, game: AnyLiveGame, command: LiveMove, came_ms: int) -> LiveMoveMade:
    """Return the log entry of a command that came at a time of the server's clock; raise CommandRefused."""
    action = _decoded(game, command.action)
    if not clock.runs or came_ms < clock.start_ms:
        raise CommandRefused(Refusal.RESTS)
    came = clock.base + came_ms - clock.start_ms
    if 0 <= clock.until < came:
        raise CommandRefused(Refusal.RESTS)
    stamp = came
    if not clock.untimed:
        stamp = max(clock.base, believed_stamp(game.stamp(action), came, clock.delay, clock.lag))
    return LiveMoveMade(game.encode(game.stamped(action, stamp)), came)


def action_of(game: AnyLiveGame, state: State, seat: int, entry: LiveMoveMade) -> Action:
    """Return the action of an entry; raise CommandRefused if it is invalid or another seat's."""
    action = _decoded(game, entry.action)
    if actor_of(game, state, action) != seat:
        raise CommandRefused(Refusal.ILLEGAL)
    return action


def late_ms(clock: TableClock, game: AnyLiveGame, entry: LiveMoveMade) -> int:
    """Return the network delay of a move in milliseconds, 0 for one in time."""
    return 0 if clock.untimed else max(0, entry.came_ms - game.stamp(_decoded(game, entry.action)) - clock.lag)
