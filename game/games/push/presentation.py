"""The presentation of Push: box art, table, result and help pages."""

from pygame import Surface

from game.core.records import Moment
from game.engine import palette, presentation
from game.engine.kit import Kit
from game.games.push import deck, faces, howto, result, rules
from game.games.push import events as ev
from game.games.push.game import Push
from game.games.push.table import PushTable
from game.games.push.texts import PushTexts


class PushPresentation(presentation.TurnPresentation[rules.State, rules.Action, ev.Event, rules.View]):
    """The presentation half of Push."""

    game = Push()
    box = presentation.BoxArt(214, 344, (presentation.BoxName(62, 106, 46, 104, palette.CREAM),))
    howto = howto
    result = result
    pictures = result.Pictures
    table = PushTable
    match_texts = PushTexts

    def moment_faces(self, moment: Moment) -> tuple[str, ...]:
        return tuple(faces.face_of(card) for card in moment.cards)

    def position_faces(self, view: rules.View) -> tuple[tuple[str, ...], ...]:
        drawn = (faces.face_of(view.card),) if view.card else ()
        return drawn, *(tuple(faces.face_of(card) for card in row) for row in view.rows)

    def title_card(self, kit: Kit, number: int, w: float) -> Surface:
        return faces.number_card(kit, faces.face_of(deck.NUMBER_CARDS[number * 7 % len(deck.NUMBER_CARDS)]), w)
