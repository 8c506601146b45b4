"""Summary of a party for the list of tables on a device: a pure function of the party.

What hides cards goes in nowhere: progress is computed from the view of a watcher, and scores are those of a finished
match.
"""

from collections.abc import Mapping
from typing import NamedTuple

from game.core.game import WATCHER
from game.server.party import Party
from game.wire.messages import PartyPhase, SeatAnswer, SeatStatus, TableSummary


class PartySummary(NamedTuple):
    """Summary of a party, with what differs between its seats beside it."""

    #: as a watcher would be told
    table: TableSummary
    #: for each seat the hash of its token, the number of actions since its player was connected, and whether it is
    #: asked to agree to an undo or to the match's end
    tokens: tuple[str, ...]
    missed: tuple[int, ...]
    asked: tuple[bool, ...]
    #: by token hash, who has removed a person
    removed: Mapping[str, str]

    def row(self, name: str, token: str) -> SeatAnswer:
        """Return the answer about the seat with that token hash at the party ``name``."""
        if not token or token not in self.tokens:
            return SeatAnswer(name, SeatStatus.NO_SEAT, None, self.removed.get(token, ""))
        seat = self.tokens.index(token)
        own = self.table._replace(seat=seat, missed=self.missed[seat], is_asked=self.asked[seat])
        return SeatAnswer(name, SeatStatus.HELD, own)


def summary_of(party: Party) -> PartySummary:
    """Return the summary of a party as it stands."""
    match = party.match
    requests = [party.asked(), party.ending.request(party.chairs) if party.ending else None]
    asked = {seat for request in requests if request is not None for seat in request.pending}
    length = len(match.actions) if match else 0
    is_over = match is not None and party.phase == PartyPhase.OVER
    plays = match is not None and party.phase == PartyPhase.PLAYING
    table = TableSummary(
        phase=party.phase,
        game=party.game.name,
        places=tuple(chair.place for chair in party.chairs),
        seat=WATCHER,
        to_move=party.to_move,
        is_asked=False,
        turn_ms=party.turn_ms,
        due_ms=party.due_ms,
        at_ms=party.told_ms,
        progress=party.game.records.percent(party.game.view(match.state, WATCHER)) if match and plays else -1,
        n=party.length - 1,
        missed=0,
        winners=party.game.winners(match.state) if match and is_over else (),
        scores=match.shown_scores if match and is_over else (),
        is_over_days=party.is_over_days,
        is_ended=party.ended_ms > 0,
    )
    return PartySummary(
        table,
        tuple(chair.token for chair in party.chairs),
        tuple(0 if chair.is_there else max(0, length - chair.left) for chair in party.chairs),
        tuple(seat in asked for seat in range(len(party.chairs))),
        {**party.removed},
    )
