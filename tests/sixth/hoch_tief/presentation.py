"""Hoch oder tief as it is shown: its box and felt, its table, its result, its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Surface

from game.core.match import Match
from game.engine.box_art import BoxArt, BoxName
from game.engine.kit import Kit
from game.engine.palette import CREAM
from game.engine.presentation import TurnPresentation
from game.engine.score_sheet import ScoreSheet
from game.engine.texts import Texts
from game.games.hoch_tief import howto, result
from game.games.hoch_tief.events import Event
from game.games.hoch_tief.faces import bare
from game.games.hoch_tief.game import HochTief
from game.games.hoch_tief.rules import Action, State, View
from game.games.hoch_tief.table import Table
from game.games.hoch_tief.words import Words

if TYPE_CHECKING:
    pass


class HochTiefPresentation(TurnPresentation[State, Action, Event, View]):
    """Hoch oder tief, the half that shows."""

    game = HochTief()
    box = BoxArt(206, 324, (BoxName(103, 50, 32, 186, CREAM),))
    howto = howto
    table = Table
    words = Words

    def score_sheet(self, texts: Texts, match: Match[State, Action, Event, View]) -> ScoreSheet:
        del texts
        return result.sheet_of(match.seats, match.state)

    def title_card(self, kit: Kit, number: int, w: float) -> Surface:
        return bare(kit, str(number % 40 + 1), w)
