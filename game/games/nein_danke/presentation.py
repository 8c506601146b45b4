"""The presentation of Nein Danke!: box art, table, result and help pages."""

from collections.abc import Mapping
from typing import ClassVar

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
from game.games.nein_danke.texts import NeinDankeTexts


class NeinDankePresentation(presentation.TurnPresentation[State, Action, Event, View]):
    """The presentation half of Nein Danke!."""

    game = NeinDanke()
    box = presentation.BoxArt(206, 334, (presentation.BoxName(103, 36, 37, 178, palette.CREAM),))
    howto = howto
    result = result
    pictures = result.Pictures
    table = NeinDankeTable
    match_texts = NeinDankeTexts

    examples: ClassVar[Mapping[str, str]] = {
        "specials": "joker bonus10 halve_chips",
        "open_chips": "chip chip chip @eye",
        "rounds": "n8 n21 n33 @restart",
        "tie_break": "chip chip @trophy",
        "aside_from": "minus_per_card @minus",
        "tactical": "n10 n20 n30 @minus",
        "keep_immediate": "peek_nine @lock",
    }

    def moment_faces(self, moment: records.Moment) -> tuple[str, ...]:
        return tuple(face_of(card) for card in moment.cards)

    def moment_points(self, moment: records.Moment) -> int:
        """Return what a card with many chips brings."""
        return int(dict(moment.numbers).get("gain", 0))

    def position_faces(self, view: View) -> tuple[tuple[str, ...], ...]:
        offered = (face_of(view.card),) if view.card else ()
        return offered, tuple(face_of(card) for card in sorted(view.displays[view.seat]))

    def title_card(self, kit: Kit, number: int, w: float) -> Surface:
        return kit.image_plain(f"nein_danke/{face_of(deck.NUMBERS[number % len(deck.NUMBERS)])}", w, w * RATIO)

    def option_picture(self, kit: Kit, option: str, value: options.Json, w: float) -> Surface | None:
        return kit.image_plain(f"nein_danke/{value}_small", w, w * RATIO) if option == "kinds" else None

    def private(self, view: View) -> presentation.Privacy:
        """Say how private the screen is: always for the nine set-aside cards; chips are held unless they are open."""
        if view.phase == Phase.PEEK:
            return "always"
        return "" if view.options.open_chips or view.phase >= Phase.ROUND_OVER else "held"

    def summary_due(self, view: View) -> bool:
        return view.phase == Phase.ROUND_OVER
