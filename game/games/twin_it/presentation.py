"""Twin It! as it is shown: its box and felt, its table, its result, its pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Surface

from game.core.records import MatchRecord, Moment
from game.engine.kit import Kit
from game.engine.palette import CREAM
from game.engine.presentation import BoxArt, BoxName, LivePresentation, Weight
from game.games.twin_it import howto, look_back, result
from game.games.twin_it.clockwork import TwinItMatch
from game.games.twin_it.deck import PATTERN_COUNT
from game.games.twin_it.events import Event
from game.games.twin_it.faces import Faces, won
from game.games.twin_it.game import TwinIt
from game.games.twin_it.state import Action, State
from game.games.twin_it.table import Table
from game.games.twin_it.view import View
from game.games.twin_it.words import Words

if TYPE_CHECKING:
    from game.app.context import Context


class TwinItPresentation(LivePresentation[State, Action, Event, View]):
    """Twin It!, the half that shows."""

    game = TwinIt()
    box = BoxArt(244, 270, (BoxName(122, 111, 37, 150, CREAM),))
    howto = howto
    result = result
    pictures = result.Pictures
    table = Table
    words = Words

    def look_back(self, context: Context, match: TwinItMatch, records: Sequence[MatchRecord]) -> look_back.Page:
        return look_back.Page(context, look_back.look_back_of(context.texts, match, records))

    def moment_faces(self, moment: Moment) -> tuple[str, ...]:
        return tuple(won(pattern, 2) for pattern in moment.cards)

    def title_card(self, kit: Kit, number: int, w: float) -> Surface:
        """One of the patterns; plain."""
        return Faces(kit).plain((number * 17) % PATTERN_COUNT, w)

    def weight(self, event: Event) -> Weight:
        return result.weight(event)
