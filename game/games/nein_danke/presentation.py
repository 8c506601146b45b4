"""Nein Danke! as it is shown: its box and felt, its table, its result, its pages."""

from pygame import Surface

from game.core import options, records
from game.engine import palette, presentation
from game.engine.kit import Kit
from game.games.nein_danke import deck, howto, result
from game.games.nein_danke.events import Event
from game.games.nein_danke.faces import RATIO, face_of
from game.games.nein_danke.game import NeinDanke
from game.games.nein_danke.rules import Action, Phase, State, View
from game.games.nein_danke.table import NeinDankeTable
from game.games.nein_danke.words import NeinDankeWords


class NeinDankePresentation(presentation.TurnPresentation[State, Action, Event, View]):
    """Nein Danke!, the half that shows."""

    game = NeinDanke()
    box = presentation.BoxArt(206, 334, (presentation.BoxName(103, 36, 37, 178, palette.CREAM),))
    howto = howto
    result = result
    pictures = result.Pictures
    table = NeinDankeTable
    words = NeinDankeWords

    def moment_faces(self, moment: records.Moment) -> tuple[str, ...]:
        return tuple(face_of(card) for card in moment.cards)

    def position_faces(self, view: View) -> tuple[tuple[str, ...], ...]:
        """The card that is offered, and the own row."""
        offered = (face_of(view.card),) if view.card else ()
        return offered, tuple(face_of(card) for card in sorted(view.displays[view.seat]))

    def title_card(self, kit: Kit, number: int, w: float) -> Surface:
        return kit.image_plain(f"nein_danke/{face_of(deck.NUMBERS[number % len(deck.NUMBERS)])}", w, w * RATIO)

    def option_picture(self, kit: Kit, option: str, value: options.Json, w: float) -> Surface | None:
        """The special card of a kind that may take part; plain."""
        return kit.image_plain(f"nein_danke/{value}_small", w, w * RATIO) if option == "kinds" else None

    def private(self, view: View) -> presentation.Privacy:
        """The secret nine are for one pair of eyes; chips are secret unless they are open by a house rule."""
        if view.phase == Phase.PEEK:
            return "always"
        return "" if view.options.open_chips or view.phase >= Phase.ROUND_OVER else "unless_waived"

    def summary_due(self, view: View) -> bool:
        return view.phase == Phase.ROUND_OVER
