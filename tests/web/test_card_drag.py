"""Dragging in a real browser, by mouse and by finger: the cards of a hand of dnuP."""

from collections.abc import Callable
from typing import Any

import pytest

TABLE = "#game=dnup&seats=human,easy&seed=7&lang=de&speed=off"


def own_cards(guest: Any) -> list[str]:
    """Return the ids of the own cards, from the left."""
    return [id_ for id_ in guest.buttons() if id_.startswith("card-") and not id_.startswith("card-set-")]


def by_mouse(guest: Any, places: list[tuple[float, float]]) -> Callable[[], None]:
    """Press at the first place and go through the others; return a function that releases the button."""
    mouse = guest.page.mouse
    mouse.move(*places[0])
    mouse.down()
    for place in places[1:]:
        mouse.move(*place, steps=4)
    return mouse.up


def by_finger(guest: Any, places: list[tuple[float, float]]) -> Callable[[], None]:
    """Lay a finger on the first place and go through the others; return a function that lifts it."""
    return guest.browser.drag(guest.page, places)


@pytest.mark.parametrize(("size", "dpr", "take"), [((1280, 720), 1, by_mouse), ((390, 844), 3, by_finger)])
def test_a_card_is_dragged_to_another_place_in_the_hand(visit, size, dpr, take):
    guest = visit(TABLE, size=size, dpr=dpr).begin()
    guest.wait_for("do-turn")
    before, cards = guest.stored("match-dnup"), own_cards(guest)
    start, end = guest.box(cards[0]), guest.box(cards[3])
    let_go = take(guest, [start, ((start[0] + end[0]) / 2, start[1]), end])
    guest.shot(f"dnup_drag_{size[0]}x{size[1]}")
    let_go()
    guest.wait_for("sort")
    assert own_cards(guest) == [*cards[1:4], cards[0], *cards[4:]]
    assert guest.actions("dnup") == before["actions"]
