"""Keine Ahnung as it is shown: its box and felt, its table, its result, its pages."""

from __future__ import annotations

from pygame import Surface

from game.core.records import Moment
from game.engine.kit import Kit
from game.engine.palette import CREAM
from game.engine.presentation import BoxArt, BoxName, Privacy, TurnPresentation
from game.games.keine_ahnung import howto, result
from game.games.keine_ahnung.deck import NUMBER_CARDS
from game.games.keine_ahnung.events import Event
from game.games.keine_ahnung.faces import face_of, plain_card
from game.games.keine_ahnung.game import KeineAhnung
from game.games.keine_ahnung.rules import Action, Phase, State, View
from game.games.keine_ahnung.table import Table
from game.games.keine_ahnung.words import Words


class KeineAhnungPresentation(TurnPresentation[State, Action, Event, View]):
    """Keine Ahnung, the half that shows."""

    game = KeineAhnung()
    box = BoxArt(214, 322, (BoxName(107, 163, 28, 160, CREAM),))
    howto = howto
    result = result
    pictures = result.Pictures
    table = Table
    words = Words

    def moment_faces(self, moment: Moment) -> tuple[str, ...]:
        return tuple(face_of(card) for card in moment.cards)

    def position_faces(self, view: View) -> tuple[tuple[str, ...], ...]:
        """The card that lies open, and the uppermost one of each pile."""
        opened = (face_of(view.card),) if view.card > 0 else ()
        return opened, tuple(face_of(pile[-1]) for pile in view.piles if pile)

    def title_card(self, kit: Kit, number: int, w: float) -> Surface:
        cards = NUMBER_CARDS["even"]
        return plain_card(kit, face_of(cards[number * 7 % len(cards)]), w)

    def private(self, view: View) -> Privacy:
        """The stars of trophies are their winner's secret as soon as there are any."""
        return "unless_waived" if view.phase != Phase.OVER and any(view.trophy_counts) else ""
