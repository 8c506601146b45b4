"""What can be dragged on the table of Push, and what refuses to be used."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.engine.dragging import Load
from game.engine.items import Item
from game.engine.layout import Box, bounds
from game.engine.sprites import Place
from game.engine.turn_table import Choose
from game.games.push.deck import COLOUR_OF
from game.games.push.faces import RATIO
from game.games.push.rules import DRAW, Action, Phase, Verb, View

if TYPE_CHECKING:
    from game.games.push.table import Table

#: the key of a card that leaves the pile with the pointer
TOP = "top"


def drawn_card(table: Table, view: View, choose: Choose[Action]) -> Load:
    """The drawn card, to the rows; those that it may not join say why."""
    goals = []
    # rows begin one after the other: the free places below the next one are no rows yet
    for row, box in zip(range(len(view.rows) + 1), table.spots.rows, strict=False):
        action = Action(Verb.PLACE, row)
        goals.append(table.goal(action, box, choose, legal=action in view.legal))
    return Load(table.at_rest([table.shown.card]), table.spots.drawn.card(RATIO), tuple(goals))


def top_card(table: Table, choose: Choose[Action]) -> Load:
    """The pile's top card, to the rows: it is drawn."""
    rows, spot = table.spots.rows, table.spots.pile
    box = rows[0]._replace(h=rows[-1].y + rows[-1].h - rows[0].y)
    return Load({TOP: Place(*spot, "back", 60)}, spot.card(RATIO), (table.goal(DRAW, box, choose),))


def row_of_cards(table: Table, action: Action, choose: Choose[Action]) -> Load:
    """A row, to the own part of the table: it is taken."""
    tray = table.spots.tray or table.spots.own
    assert tray is not None, "who takes a row has a place for it"
    places = table.at_rest(table.shown.rows[action.target])
    return Load(places, around(places, table.spots.rows[action.target]), (table.goal(action, tray, choose, radius=20),))


def stack(table: Table, action: Action, choose: Choose[Action]) -> Load:
    """The open cards of a colour, to where cards are safe: they are secured."""
    cards = [card for card in table.shown.displays[table.viewer] if COLOUR_OF[card] == action.target]
    places = table.at_rest(cards)
    return Load(places, around(places, table.spots.safe), (table.goal(action, table.spots.safe, choose, radius=14),))


def around(places: dict[object, Place], usual: Box) -> Box:
    """The smallest box that holds cards, or the usual one without any."""
    return bounds([place.card(RATIO) for place in places.values()]) if places else usual


def handles(table: Table, view: View, choose: Choose[Action]) -> list[Item]:
    """The pile, the drawn card that lies on it, and the rows that it may not join."""
    found = []
    spots = table.spots
    placing = table.asked and view.phase == Phase.PLACE
    if placing:
        for row, cards in enumerate(view.rows):
            action = Action(Verb.PLACE, row)
            if action not in view.legal:
                found.append(table.handle(f"row-{row}", spots.rows[row], cards, refused=action))
    if view.pile_count:
        draws = table.asked and DRAW in view.legal
        load, use = (partial(top_card, table, choose), partial(choose, DRAW)) if draws else (None, None)
        rims = [key for key in table.layer.sprites if isinstance(key, tuple) and key[0] == "pile"]
        found.append(table.handle("pile", spots.pile.card(RATIO), rims, load=load, use=use, refused=DRAW))
    if placing:
        use = partial(choose, view.legal[0]) if len(view.legal) == 1 else None
        load = partial(drawn_card, table, view, choose)
        found.append(table.handle("drawn", spots.drawn.card(RATIO), [view.card], load=load, use=use))
    return found
