"""Push as it is shown: its box and felt, its table, its result, its pages."""

from __future__ import annotations

from pygame import Surface

from game.core.records import Moment
from game.engine.kit import Kit
from game.engine.palette import CREAM
from game.engine.presentation import BoxArt, BoxName, TurnPresentation
from game.games.push import howto, result
from game.games.push.deck import NUMBER_CARDS
from game.games.push.events import Event
from game.games.push.faces import face_of, number_card
from game.games.push.game import Push
from game.games.push.rules import Action, State, View
from game.games.push.table import Table
from game.games.push.words import Words


class PushPresentation(TurnPresentation[State, Action, Event, View]):
    """Push, the half that shows."""

    game = Push()
    box = BoxArt(214, 344, (BoxName(62, 106, 46, 104, CREAM),))
    howto = howto
    result = result
    pictures = result.Pictures
    table = Table
    words = Words

    def moment_faces(self, moment: Moment) -> tuple[str, ...]:
        return tuple(face_of(card) for card in moment.cards)

    def position_faces(self, view: View) -> tuple[tuple[str, ...], ...]:
        """The card that has been drawn, and the rows."""
        drawn = (face_of(view.card),) if view.card else ()
        return drawn, *(tuple(face_of(card) for card in row) for row in view.rows)

    def title_card(self, kit: Kit, number: int, w: float) -> Surface:
        return number_card(kit, face_of(NUMBER_CARDS[number * 7 % len(NUMBER_CARDS)]), w)
