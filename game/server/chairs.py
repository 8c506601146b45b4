"""Seats of a party as the server knows them, and types for their changes."""

import unicodedata
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, TypeAlias

from game.core import game, match
from game.wire import commands, messages
from game.wire.refusal import Refusal

LONGEST_NAME = 20
#: control and format characters, surrogates and unassigned code points
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
#: combining marks per letter; more of them reach into the lines above
MOST_MARKS = 2
#: time for which the others wait for an absent player, in milliseconds: the connection may only have failed briefly
GRACE_MS = 30_000


def clean_name(name: str) -> str:
    """Return ``name`` for display: composed, without invisible characters, shortened; "" if nothing is left."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", name[: 20 * LONGEST_NAME]):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind[0] == "M" else 0
        if kind == "Zs" or sign in "\t\n":
            kept.append(" ")
        elif kind not in UNSEEN and marks <= MOST_MARKS:
            kept.append(sign)
    return " ".join("".join(kept).split())[:LONGEST_NAME].strip()


#: an event of a match, and the state after it
SeenEvent: TypeAlias = tuple[game.Event, game.State]
#: applies a checked log entry to a party and returns the resulting events of the match, if there are any
Change: TypeAlias = Callable[[], Sequence[SeenEvent] | None]


class CommandRefused(Exception):
    """Raised for a command that is not allowed now; ``reason`` goes to the device that sent it."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(reason)
        self.reason = reason


class Chair(NamedTuple):
    """A seat with the data that only the server knows."""

    kind: str = commands.FREE
    name: str = ""
    figure: str = ""
    #: the hash of the player's token, and the number of players seated before
    token: str = ""
    member: int = 0
    #: the session by which the player is connected
    session: str = ""
    #: since when the player is away, or 0
    away_ms: int = 0
    stand_in: bool = False
    vacant: bool = False
    #: when the player last called something
    reacted_ms: int = 0
    #: number of actions in the match up to the player's own last one: nothing before it was missed
    acted: int = 0
    #: turns in a row whose time has passed
    missed: int = 0
    #: number of the match's actions when the player last went away
    left: int = 0
    #: the player has read the result
    ready: bool = False
    #: number of the match's actions by the player, and by a bot in the player's place
    own: int = 0
    by_bot: int = 0
    #: when the player's proposal to end the match was last refused or withdrawn, or 0
    declined_ms: int = 0

    @property
    def is_there(self) -> bool:
        """True if a person sits here and is connected."""
        return self.kind == match.HUMAN and not self.away_ms

    def at(self, game: game.AnyGame) -> "Chair":
        """Return the chair at the start of another match: a bot of a level that the game has, nobody ready."""
        known = self.kind in (match.HUMAN, commands.FREE, *game.bots.levels)
        return self._replace(kind=self.kind if known else game.bots.first_level, ready=False)

    @property
    def place(self) -> messages.SeatInfo:
        """The part that everybody may know."""
        return messages.SeatInfo(
            self.kind, self.name, self.figure, bool(self.away_ms), self.stand_in, self.vacant, self.ready
        )

    @property
    def player(self) -> messages.Player:
        """The name and figure by which a standing calls the player; a bot has no name."""
        return messages.Player(self.name, self.figure)


def free_figure(wanted: str, taken: Collection[str]) -> str:
    """Return the wanted figure, or the first free one."""
    return next(name for name in (wanted, *match.FIGURES) if name in match.FIGURES and name not in taken)
