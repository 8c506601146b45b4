"""What can be dragged on the table of Nein Danke!, and what refuses to be used."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.engine.cards import CORNER
from game.engine.dragging import Load
from game.engine.items import Item
from game.engine.layout import Box
from game.engine.turn_table import Choose
from game.engine.widgets import TARGET
from game.games.nein_danke.deck import FIRST_SPECIAL
from game.games.nein_danke.faces import RATIO
from game.games.nein_danke.layout import Lying
from game.games.nein_danke.picture import CHIP
from game.games.nein_danke.rules import PAY, TAKE, Action, Phase, View

if TYPE_CHECKING:
    from game.games.nein_danke.table import Table

#: around the card in the middle, and from the pot's middle for chips 25 wide, a chip is paid too, logical
ROOM, POT_ROOM = 12.0, 64.0
#: how far that ends above what is asked
APART = 10.0


def chip(table: Table, choose: Choose[Action]) -> Load:
    """An own chip, to the card and the pot beside it: it is paid."""
    place, spots = table.chip_spot(table.viewer), table.spots
    x, y, w, h = spots.centre.card(RATIO).grown(ROOM)
    reach = POT_ROOM * spots.chip / 25
    # its light stays off what is asked below
    low = max(y + h - ROOM, min(max(y + h, spots.pot[1] + reach), table.asked_at().y - APART))
    box = Box(x, y, max(w, spots.pot[0] + reach - x), low - y)
    goal = table.goal(PAY, box, choose, radius=26)
    return Load({CHIP: place}, Box(place.x, place.y, 0, 0).at_least(place.w), (goal,))


def card(table: Table, choose: Choose[Action]) -> Load:
    """The card in the middle, to the own ones: it is taken."""
    goal = table.goal(TAKE, table.spots.tray, choose, radius=20)
    return Load(table.at_rest([table.shown.card]), table.spots.centre.card(RATIO), (goal,))


def chosen(table: Table, lying: Lying, action: Action, view: View, choose: Choose[Action]) -> Load:
    """An own card that is given away, to the left neighbour's panel, or put away, to the middle."""
    if view.phase == Phase.GIVE:
        box, radius = table.spots.opponents[0], 16.0
    else:
        box, radius = table.spots.centre.card(RATIO), table.spots.centre.w * CORNER
    return Load(table.at_rest([lying.card]), lying.body, (table.goal(action, box, choose, radius=radius),))


def middle(table: Table, view: View, choose: Choose[Action]) -> Item:
    """The card in the middle: pressed twice it is taken, for a stray tap there is common."""
    takes = table.asked and TAKE in view.legal
    load, use = (partial(card, table, choose), partial(table.ask, TAKE)) if takes else (None, None)
    return table.handle("middle", table.spots.centre.card(RATIO), [table.shown.card], load=load, use=use, refused=TAKE)


def handles(table: Table, view: View, centre: Item, choose: Choose[Action]) -> list[Item]:
    """The own chips, and the card in the middle unless it explains itself: that one is dragged by its note's item."""
    if table.peeking:
        return []
    pays = table.asked and PAY in view.legal
    load, use = (partial(chip, table, choose), partial(choose, PAY)) if pays else (None, None)
    chips = table.handle("chips", table.chips_box().at_least(TARGET), [CHIP], load=load, use=use, refused=PAY)
    return [centre, chips] if 0 < table.shown.card < FIRST_SPECIAL else [chips]
