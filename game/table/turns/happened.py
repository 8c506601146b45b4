"""What is said of a step of a party that is no event of the game: who has come or gone, and what somebody calls."""

from __future__ import annotations

from collections.abc import Sequence

from game.app.context import Context
from game.core.match import Seat
from game.core.stored_words import class_word
from game.wire.commands import REACTIONS, Kick, Leave, React, StandIn
from game.wire.messages import PublicEntry
from game.wire.remote_match import RemoteMatch


def tell_entry(
    context: Context, match: RemoteMatch, happened: PublicEntry, seat: int, seats: Sequence[Seat], *, is_mute: bool
) -> None:
    """Say what has happened beside the game, to whoever had that ``seat`` among these ``seats`` before.

    Whoever ``is_mute`` hears nothing that is called.
    """
    texts, what = context.texts, happened.what
    who = happened.other if what in (class_word(StandIn), class_word(Kick)) else happened.seat
    if what not in (class_word(Leave), class_word(Kick)):
        # whoever has gone is called by the name that they had
        seat, seats = match.seat, match.seats
    if not 0 <= who < len(seats) or who == seat:
        return
    if what == class_word(React):
        if not is_mute and happened.value < len(REACTIONS):
            words = texts(f"party.call.{REACTIONS[happened.value]}")
            context.tell("party.happened.React", name=seats[who].name, words=words)
        return
    key = f"party.happened.StandIn.{happened.value}" if what == class_word(StandIn) else f"party.happened.{what}"
    if texts.has(key):
        context.tell(key, name=seats[who].name)
