"""Twin It! in a browser: a touch counts at the moment of the browser's own event."""

import re
from typing import Any

import pytest
from visitor import Visitor

from game.games.twin_it.state import Verb

TABLE = "#game=twin_it&seats=human,easy,easy&seed=5&lang=en&rule.flip_after=2000"
#: two of the first three visible cards are equal: a quick player has them before a bot does
EQUAL = TABLE.replace("seed=5", "seed=158")
#: records the browser's own stamp of every press; WebKitGTK's may be ahead of its own clock, which the page then uses:
#: between the first of these and the second
NOTE = """window.pressed = [];
addEventListener('pointerdown', event => pressed.push([Math.min(event.timeStamp, performance.now())]), true);
addEventListener('pointerdown', event => pressed.at(-1).push(Math.min(event.timeStamp, performance.now()))); 0"""
#: hides the page, or shows it again
HIDE = """on => { Object.defineProperty(document, 'hidden', { value: on, configurable: true });
    Object.defineProperty(document, 'visibilityState', { value: on ? 'hidden' : 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange')); }"""
#: takes the focus from the window, or gives it back
BLUR = "gone => window.dispatchEvent(new Event(gone ? 'blur' : 'focus'))"
#: the middles of those of these buttons that exist
PLACES = """ids => ids.map(id => document.querySelector(`#mirror button[data-id='${id}']:enabled`)).filter(Boolean)
    .map(button => button.getBoundingClientRect()).map(box => [box.x + box.width / 2, box.y + box.height / 2])"""
#: the number of times to look for two equal cards
PATIENCE = 600


def pair(guest: Visitor) -> list[str]:
    """Return the ids of two items in play whose labels name the same pattern, or nothing."""
    seen: dict[str, str] = {}
    for id_, label in guest.buttons().items():
        if not id_.startswith("card-"):
            continue
        named = re.search(r"(?:^|of )([^,]*? [ABC])(?=,|$)", label)
        assert named, label
        if named[1] in seen:
            return [seen[named[1]], id_]
        seen[named[1]] = id_
    return []


def find(guest: Visitor) -> list[str]:
    """Wait until there are two matching cards; return their ids."""
    for _ in range(PATIENCE):
        if both := pair(guest):
            return both
        guest.page.wait_for_timeout(120)
    raise AssertionError(f"nothing ever goes together: {guest.buttons()}")


def hands(guest: Visitor) -> list[list[Any]]:
    """Return the person's touches in the stored match."""
    stored = guest.stored("match-twin_it")
    return [row for row in stored["actions"] if row[0] == Verb.TOUCH and row[2] == 0] if stored else []


@pytest.mark.every_engine
def test_touches_have_the_stamps_of_the_browsers_events(visit):
    guest = visit(EQUAL).begin()
    guest.run(NOTE)
    guest.click("go")
    guest.run("window.pressed.length = 0")
    for _ in range(30):
        # both places are read at once: a bot may take the cards at any moment
        places = guest.page.evaluate(PLACES, find(guest))
        before = len(hands(guest))
        for place in places:
            guest.page.mouse.click(*place)
        for _ in range(15):
            if len(hands(guest)) == before + 2:
                break
            guest.frames()
        else:
            guest.run("window.pressed.length = 0")
            continue
        break
    else:
        raise AssertionError("a bot was always quicker")
    guest.shot("twin_it_1280x720")
    pressed = guest.run("window.pressed")
    stamps = [row[1] for row in hands(guest)][-2:]
    assert len(pressed) == 2
    (first, second), between = pressed, stamps[1] - stamps[0]
    assert second[0] - first[1] - 2 <= between <= second[1] - first[0] + 2


def test_a_hidden_tab_covers_the_faces_and_stops_the_clock(visit):
    guest = visit(TABLE).begin()
    # a message about a coarse clock (test_clock) would appear at once, before anybody begins
    guest.wait_for("go")
    guest.frames(30)
    assert "in steps of" not in guest.run("document.getElementById('announcements').textContent")
    for leave in (HIDE, BLUR):
        guest.click("go")
        guest.page.wait_for_selector("#mirror button[data-id^=card-]", state="attached")
        guest.run(f"({leave})(true)")
        guest.frames()
        before = guest.actions("twin_it")
        # a card is flipped every two seconds
        guest.page.wait_for_timeout(3000)
        guest.run(f"({leave})(false)")
        guest.wait_for("go")
        guest.frames()
        assert not any(id_.startswith("card-") for id_ in guest.buttons())
        assert guest.actions("twin_it") == before
