"""The presentation of Push: box art, table, result and help pages."""

from collections.abc import Mapping
from typing import ClassVar

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
    has_rows = True
    box = presentation.BoxArt(214, 344, (presentation.BoxName(62, 106, 46, 104, palette.CREAM),))
    howto = howto
    result = result
    pictures = result.Pictures
    table = PushTable
    match_texts = PushTexts

    examples: ClassVar[Mapping[str, str]] = {
        "thrill": "die-star",
        "sums": "red6 blue4 @plus",
        "risk": "back @dice",
        "open_secured": "green3 red5 @eye",
        "host_starts": "figure/bear @play",
        "keep_directions": "direction",
    }

    def moment_faces(self, moment: Moment) -> tuple[str, ...]:
        return tuple(faces.face_of(card) for card in moment.cards)

    def moment_points(self, moment: Moment) -> int:
        """Return the points of a row taken or banked, or those lost; what is risked is no gain yet."""
        points = int(dict(moment.numbers)["count"]) if moment.key != "dared" else 0
        return points if moment.glad else -points

    def position_faces(self, view: rules.View) -> tuple[tuple[str, ...], ...]:
        drawn = (faces.face_of(view.card),) if view.card else ()
        return drawn, *(tuple(faces.face_of(card) for card in row) for row in view.rows)

    def mistake_faces(self, view: rules.View, played: rules.Action, best: rules.Action) -> tuple[tuple[str, ...], ...]:
        """Return the cards of the position; before any is drawn, the open ones of the colours to bank."""
        colours = {action.target for action in (played, best) if action.verb == rules.Verb.SECURE}
        own = sorted(card for card in view.displays[view.seat] if deck.COLOUR_OF[card] in colours)
        rows = [
            tuple(faces.face_of(card) for card in own if deck.COLOUR_OF[card] == colour) for colour in sorted(colours)
        ]
        return tuple(rows) or self.position_faces(view)

    def title_card(self, kit: Kit, number: int, w: float) -> Surface:
        return faces.number_card(kit, faces.face_of(deck.NUMBER_CARDS[number * 7 % len(deck.NUMBER_CARDS)]), w)
