"""dnuP in a real browser: a whole two-player game by the page's hidden buttons, and one on a phone by touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

TABLE = "#game=dnup&seats=human,easy&seed=7&lang=de&speed=off"
#: what a button says of a set that may not be played
NOT_HIGHER = "nicht über"
#: whether the button already speaks of these cards
NAMED = """name => (document.querySelector('#mirror [data-id=do-play]') || {textContent: ''})
    .textContent.includes(name)"""


def groups(buttons: dict[str, str]) -> list[tuple[str, list[str]]]:
    """The own cards that count the same, as the button names them and as ids: the largest set first."""
    found: dict[int, list[str]] = {}
    for id_, label in buttons.items():
        if id_.startswith("card-") and not id_.startswith("card-set-"):
            found.setdefault(int(label.split(",")[0]), []).append(id_)
    order = sorted(found, key=lambda value: (-len(found[value]), -value))
    return [(f"{len(found[value])} × {value}", found[value]) for value in order]


def one_turn(guest: Any, use: Callable[[str], None]) -> None:
    """Play the largest set that may be played, or turn the hand."""
    for name, cards in groups(guest.buttons()):
        for id_ in cards:
            use(id_)
        guest.page.wait_for_function(NAMED, arg=name)
        if NOT_HIGHER not in guest.buttons()["do-play"]:
            use("do-play")
            return
    guest.page.keyboard.press("Escape")
    use("do-turn")


def play_out(guest: Any, use: Callable[[str], None]) -> int:
    """Play the match to its end; return how many rounds it had."""
    rounds = 1
    for _ in range(400):
        before = len((guest.stored("match") or {"actions": []})["actions"])
        match guest.wait_for("do-turn", "skip", "next", "again"):
            case "again":
                return rounds
            case "skip":
                use("skip")
            case "next":
                use("next")
                rounds += 1
                guest.wait_for("do-turn")
            case _:
                one_turn(guest, use)
                guest.page.wait_for_function(
                    """before => {
                      const ids = [...document.querySelectorAll('#mirror button:enabled')].map(b => b.dataset.id);
                      const match = JSON.parse(localStorage.getItem('kartenkiste.match'));
                      return ids.some(id => ['skip', 'next', 'again'].includes(id))
                        || (ids.includes('do-turn') && match && match.actions.length > before);
                    }""",
                    arg=before,
                )
    raise AssertionError("the match does not end")


@pytest.mark.parametrize(("size", "dpr"), [((1280, 720), 1), ((390, 844), 3)])
def test_a_whole_game_over_several_rounds(visit, size, dpr):
    guest = visit(TABLE, size=size, dpr=dpr).begin()
    assert play_out(guest, guest.use if dpr == 1 else guest.tap) >= 2
    guest.shot(f"dnup_result_{size[0]}x{size[1]}")
    finished = guest.stored("finished")
    assert len(finished) == 1
    assert finished[0]["game"] == "dnup"


def test_a_card_is_dragged_to_another_place_in_the_hand(visit):
    guest = visit(TABLE).begin()
    guest.wait_for("do-turn")
    cards = [id_ for id_ in guest.buttons() if id_.startswith("card-") and not id_.startswith("card-set-")]
    start, end = guest.box(cards[0]), guest.box(cards[3])
    mouse = guest.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move((start[0] + end[0]) / 2, start[1], steps=4)
    mouse.move(*end, steps=4)
    guest.shot("dnup_drag")
    mouse.up()
    guest.wait_for("sort")
    now = [id_ for id_ in guest.buttons() if id_.startswith("card-") and not id_.startswith("card-set-")]
    assert now == [*cards[1:4], cards[0], *cards[4:]]
