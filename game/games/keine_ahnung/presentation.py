"""The presentation of Keine Ahnung: box art, table, result and help pages."""

from collections.abc import Mapping
from typing import ClassVar

from pygame import Surface

from game.core.records import Moment
from game.engine import palette, presentation
from game.engine.kit import Kit
from game.games.keine_ahnung import deck, faces, howto, result, rules
from game.games.keine_ahnung import events as ev
from game.games.keine_ahnung.game import KeineAhnung
from game.games.keine_ahnung.table import KeineAhnungTable
from game.games.keine_ahnung.texts import KeineAhnungTexts


class KeineAhnungPresentation(presentation.TurnPresentation[rules.State, rules.Action, ev.Event, rules.View]):
    """The presentation half of Keine Ahnung."""

    game = KeineAhnung()
    box = presentation.BoxArt(214, 322, (presentation.BoxName(107, 163, 28, 160, palette.CREAM),))
    howto = howto
    result = result
    pictures = result.Pictures
    table = KeineAhnungTable
    match_texts = KeineAhnungTexts

    examples: ClassVar[Mapping[str, str]] = {
        "reminders": "back @eye",
        "decline": "green3 @undo",
        "strict": "back @close",
        "deck": "red1 red4 blue2",
    }

    def moment_faces(self, moment: Moment) -> tuple[str, ...]:
        return tuple(faces.face_of(card) for card in moment.cards)

    def position_faces(self, view: rules.View) -> tuple[tuple[str, ...], ...]:
        opened = (faces.face_of(view.card),) if view.card > 0 else ()
        return opened, tuple(faces.face_of(pile[-1]) for pile in view.piles if pile)

    def title_card(self, kit: Kit, number: int, w: float) -> Surface:
        cards = deck.NUMBER_CARDS["even"]
        return faces.plain_card(kit, faces.face_of(cards[number * 7 % len(cards)]), w)

    def private(self, view: rules.View) -> presentation.Privacy:
        """Say how private the screen is: stars are held as soon as there are any, and everything else is open."""
        return "held" if view.phase != rules.Phase.OVER and any(view.trophy_counts) else ""
