"""The seats of a party with what only the server knows of them, and what every change of them needs."""

import unicodedata
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, TypeAlias

from game.core import game, match
from game.wire import commands, messages

LONGEST_NAME = 20
#: control signs, those that turn the direction of writing or are never seen, halves of letters, and what means nothing
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
#: marks upon one letter: more of them climb into the lines above
MOST_MARKS = 2


def clean_name(name: str) -> str:
    """``name`` as it may be shown: composed, without what is not seen, of sensible length; "" if nothing is left."""
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


#: an event of a match, and the state that it leaves behind
SeenEvent: TypeAlias = tuple[game.Event, game.State]
#: what a line does to a party: it returns the events of the match that it led to
Change: TypeAlias = Callable[[], Sequence[SeenEvent]]


class CommandRefused(Exception):
    """Something that may not happen now; ``why`` is a word for the device that asked."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Chair(NamedTuple):
    """A seat with what nobody but the server knows of it."""

    kind: str = commands.FREE
    name: str = ""
    figure: str = ""
    #: the hash of a person's secret, and how many had sat down before
    token: str = ""
    member: int = 0
    #: the line by which the person is there now
    session: str = ""
    #: since when nobody is, or 0
    away_ms: int = 0
    stand_in: bool = False
    vacant: bool = False
    #: when its person last called something
    called_ms: int = 0

    @property
    def is_there(self) -> bool:
        """Whether a person sits here and listens."""
        return self.kind == match.HUMAN and not self.away_ms

    @property
    def place(self) -> messages.SeatInfo:
        """What everybody may know of it."""
        return messages.SeatInfo(self.kind, self.name, self.figure, bool(self.away_ms), self.stand_in, self.vacant)


def free_figure(wanted: str, taken: Collection[str]) -> str:
    """The figure that is wanted, or the first that nobody has."""
    return next(name for name in (wanted, *match.FIGURES) if name in match.FIGURES and name not in taken)
