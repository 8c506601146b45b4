"""The presentation of Hoch oder tief: its box and felt, its table, its result, its page."""

from pygame import Surface

from game.engine.kit import Kit
from game.engine.palette import CREAM
from game.engine.presentation import BoxArt, BoxName, TurnPresentation
from game.games.hoch_tief import howto, result
from game.games.hoch_tief.events import Event
from game.games.hoch_tief.faces import bare
from game.games.hoch_tief.game import HochTief
from game.games.hoch_tief.rules import Action, State, View
from game.games.hoch_tief.table import Table
from game.games.hoch_tief.texts import HochTiefTexts


class HochTiefPresentation(TurnPresentation[State, Action, Event, View]):
    """The presentation of Hoch oder tief."""

    game = HochTief()
    box = BoxArt(206, 324, (BoxName(103, 50, 32, 186, CREAM),))
    howto = howto
    result = result
    table = Table
    match_texts = HochTiefTexts

    def title_card(self, kit: Kit, number: int, w: float) -> Surface:
        return bare(kit, str(number % 40 + 1), w)
