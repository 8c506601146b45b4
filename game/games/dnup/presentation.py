"""The presentation of dnuP: box art, table, result and help pages."""

from collections.abc import Mapping
from typing import ClassVar

from pygame import Surface

from game.core.records import Moment
from game.engine.kit import Kit
from game.engine.palette import CREAM, rgb
from game.engine.presentation import BoxArt, BoxName, Privacy, TurnPresentation
from game.games.dnup import deck, howto, result
from game.games.dnup.events import Event
from game.games.dnup.faces import face_of, plain_card
from game.games.dnup.game import Dnup
from game.games.dnup.rules import Action, Phase, State, Verb, View, owner_of
from game.games.dnup.table import DnupTable
from game.games.dnup.texts import DnupTexts


class DnupPresentation(TurnPresentation[State, Action, Event, View]):
    """The presentation half of dnuP."""

    game = Dnup()
    secret_deal = True
    box = BoxArt(
        176, 338, (BoxName(84, 120, 58, 150, CREAM), BoxName(90, 274, 58, 150, rgb("#B9D4F5"), upside_down=True))
    )
    howto = howto
    result = result
    table = DnupTable
    match_texts = DnupTexts
    score_sheet = staticmethod(result.whole_sheet)
    sheet_pictures = staticmethod(result.Pictures)

    examples: ClassVar[Mapping[str, str]] = {
        "redeal_after": "7/3 9/2 4/2 @restart",
    }

    def moment_faces(self, moment: Moment) -> tuple[str, ...]:
        return tuple(face_of(card) for card in moment.cards)

    def position_faces(self, view: View) -> tuple[tuple[str, ...], ...]:
        seats = len(view.hand_counts)
        others = [cards for place, cards in enumerate(view.sets) if owner_of(place, seats) != view.seat]
        sets = tuple(face_of(card) for cards in others for card in cards)
        return sets, tuple(face_of(card) for card in view.hand)

    def mistake_faces(self, view: View, played: Action, best: Action) -> tuple[tuple[str, ...], ...]:
        """Return the cards of the move played, then of the better one, by number; of the position without any."""
        moves = [view.sets[move.place] if move.verb == Verb.TAKE else move.cards for move in (played, best)]
        rows = tuple(tuple(map(face_of, sorted(cards, key=deck.ACTIVE.__getitem__))) for cards in moves)
        return rows if any(rows) else self.position_faces(view)

    def title_card(self, kit: Kit, number: int, w: float) -> Surface:
        return plain_card(kit, face_of(deck.FIRST_CARD + number * 23 % (deck.END_OF_CARDS - deck.FIRST_CARD)), w)

    def private(self, view: View) -> Privacy:
        """Say how private the viewer's screen is: hands are secret during a round."""
        return "unless_waived" if view.phase == Phase.PLAY else ""

    def summary_due(self, view: View) -> bool:
        return view.phase == Phase.ROUND_OVER
