"""What can be dragged on the table of Keine Ahnung, and what refuses to be used."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import TYPE_CHECKING

from game.engine.cards import CORNER
from game.engine.dragging import Goal, Load
from game.engine.items import Item
from game.engine.sprites import Place
from game.engine.turn_table import Choose
from game.games.keine_ahnung.deck import HIDDEN
from game.games.keine_ahnung.faces import RATIO
from game.games.keine_ahnung.rules import DRAW, Action, Phase, Verb, View

if TYPE_CHECKING:
    from game.games.keine_ahnung.table import Table

#: the key of a card that leaves the draw pile with the pointer
TOP = "top"


def middle(table: Table, action: Action, choose: Choose[Action]) -> tuple[Goal, ...]:
    """The middle of the table, where the piles lie, for a card that is to be turned up."""
    return (table.goal(action, table.spots.piles, choose, radius=22),)


def own_card(table: Table, action: Action, choose: Choose[Action]) -> Load:
    """An own card, to the middle: it is turned up."""
    return Load(
        table.at_rest([(table.viewer, action.which)]), table.spots.grid[action.which].box, middle(table, action, choose)
    )


def top_card(table: Table, choose: Choose[Action]) -> Load:
    """The draw pile's top card, to the middle or to where it will lie: it is turned up."""
    spot = table.spots.draw
    return Load({TOP: Place(*spot, "back", 60)}, spot.box, middle(table, DRAW, choose))


def open_card(table: Table, key: Hashable, view: View, choose: Choose[Action]) -> Load:
    """The card that is to be laid, to the piles."""
    places = table.at_rest([key])
    goals = []
    for pile, spot in enumerate(table.pile_spots):
        action = Action(Verb.LAY, pile)
        goals.append(table.goal(action, spot.box, choose, legal=action in view.legal, radius=spot.w * CORNER))
    return Load(places, places[key].card(RATIO), tuple(goals))


def handles(table: Table, view: View, choose: Choose[Action]) -> list[Item]:
    """The open card, and whatever cannot be used now: piles on which it does not go, own cards, the draw pile."""
    found = []
    placing = table.asked and view.phase == Phase.PLACE
    if placing:
        for pile, spot in enumerate(table.pile_spots):
            action = Action(Verb.LAY, pile)
            if action not in view.legal:
                keys = [table.shown.piles[pile][-1].key]
                found.append(table.handle(f"pile-{pile}", spot.box, keys, refused=action))
    for place, spot in enumerate(table.spots.grid):
        action = Action(Verb.REVEAL, place)
        if view.grids[table.viewer][place] == HIDDEN and not (table.asked and action in view.legal):
            found.append(table.handle(f"own-{place}", spot.box, [(table.viewer, place)], refused=action))
    if view.draw_count and not (table.asked and DRAW in view.legal):
        top = max(
            (key for key in table.layer.sprites if isinstance(key, tuple) and key[0] == "draw"), default=("draw", 0)
        )
        found.append(table.handle("draw", table.spots.draw.box, [top], refused=DRAW))
    if placing:
        key = "hand" if view.place < 0 else (table.viewer, view.place)
        use = partial(choose, view.legal[0]) if len(view.legal) == 1 else None
        box = table.at_rest([key])[key].card(RATIO)
        found.append(table.handle("open", box, [key], load=partial(open_card, table, key, view, choose), use=use))
    return found
