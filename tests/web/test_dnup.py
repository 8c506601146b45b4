"""dnuP in a real browser: a whole two-player game by the page's hidden buttons, and a round on a phone by touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from visitor import RESTED

from game.core.match import Seat
from game.engine.texts import Texts
from game.games.dnup.words import DnupWords

TABLE = "#game=dnup&seats=human,easy&seed=7&lang=de&speed=off"
#: what a button says of a set that may not be played
NOT_HIGHER = "zu niedrig"
#: whether the button already speaks of these cards
NAMED = """name => (document.querySelector('#mirror [data-id=do-play]') || {textContent: ''})
    .textContent.includes(name)"""

#: after a tap on the button that turns the hand: the game asks once more, or it is done
ASKED_OR_DONE = """before => {
    const match = JSON.parse(localStorage.getItem('kartenkiste/match-dnup'));
    if (match ? match.actions.length > before : before > 0) return 'done';
    const button = document.querySelector('#mirror [data-id=do-turn]');
    return button && button.textContent.includes('Sicher?') && 'asked'; }"""

#: the person's turn is over and has come again
ASKED_AGAIN = f"""before => {{
    const ids = [...document.querySelectorAll('#mirror button:enabled')].map(button => button.dataset.id);
    const match = JSON.parse(localStorage.getItem('kartenkiste/match-dnup'));
    const over = ids.some(id => ['skip', 'next', 'again'].includes(id));
    const asked = over || ids.includes('do-turn') && match && match.actions.length > before;
    return ({RESTED})(asked && ids) && asked; }}"""


def groups(buttons: dict[str, str]) -> list[tuple[str, list[str]]]:
    """The own cards that count the same, as the button names them and as ids: the largest set first."""
    found: dict[int, list[str]] = {}
    for id_, label in buttons.items():
        if id_.startswith("card-") and not id_.startswith("card-set-"):
            found.setdefault(int(label.split(",")[0]), []).append(id_)
    order = sorted(found, key=lambda value: (-len(found[value]), -value))
    named = DnupWords(Texts("de"), [Seat("Toni", "human")]).set_of
    return [(f"{(words := named(len(found[value]), value))[0].upper()}{words[1:]}", found[value]) for value in order]


def own_cards(guest: Any) -> list[str]:
    """The ids of the own cards, from the left."""
    return [id_ for id_ in guest.buttons() if id_.startswith("card-") and not id_.startswith("card-set-")]


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
    turned = len(guest.actions("dnup"))
    use("do-turn")
    # by touch a slip would turn the whole hand: it is asked for once more
    if guest.page.wait_for_function(ASKED_OR_DONE, arg=turned).json_value() == "asked":
        # nobody reads and taps again in less
        guest.page.wait_for_timeout(400)
        use("do-turn")


def play_out(guest: Any, use: Callable[[str], None], most: int = 99) -> int:
    """Play the match to its end, or so many rounds of it; return how many there were."""
    rounds = 1
    for _ in range(400):
        before = len(guest.actions("dnup"))
        match guest.wait_for("do-turn", "skip", "next", "again"):
            case "again":
                return rounds
            case "skip":
                use("skip")
            case "next" if rounds == most:
                return rounds
            case "next":
                use("next")
                rounds += 1
                guest.wait_for("do-turn")
            case _:
                one_turn(guest, use)
                guest.page.wait_for_function(ASKED_AGAIN, arg=before)
    raise AssertionError("the match does not end")


@pytest.mark.also_in("webkit")
@pytest.mark.long
def test_a_whole_game_over_several_rounds(visit):
    guest = visit(TABLE).begin()
    assert play_out(guest, guest.use) >= 2
    guest.shot("dnup_result_1280x720")
    finished = guest.stored("finished")
    assert len(finished) == 1
    assert finished[0]["game"] == "dnup"


def test_a_round_on_a_phone_by_touch(visit):
    guest = visit(TABLE, size=(390, 844), dpr=3).begin()
    assert play_out(guest, guest.tap, 1) == 1
    guest.shot("dnup_sums_390x844")
    assert len(guest.actions("dnup")) > 5


def by_mouse(guest: Any, places: list[tuple[float, float]]) -> Callable[[], None]:
    """Press at the first place and go through the others; return what lets the button go."""
    mouse = guest.page.mouse
    mouse.move(*places[0])
    mouse.down()
    for place in places[1:]:
        mouse.move(*place, steps=4)
    return mouse.up


def by_finger(guest: Any, places: list[tuple[float, float]]) -> Callable[[], None]:
    """Lay a finger on the first place and go through the others; return what lifts it."""
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
