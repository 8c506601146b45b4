"""Twin It! in a browser: a hand counts at the moment of the browser's own event, and the game is played whole."""

from __future__ import annotations

import re
from typing import Any

import pytest
from visitor import Visitor

from game.games.twin_it.state import Verb

TABLE = "#game=twin_it&seats=human,easy,easy&seed=5&lang=en&rule.flip_after=2000"
#: two of the three cards that are up at first are equal: whoever looks has them before a bot does
EQUAL = TABLE.replace("seed=5", "seed=158")
#: two persons: a bot would take a second for each of its looks, at any speed
CALM = "#game=twin_it&seats=human,human&seed=5&lang=en&rule.calm=true&speed=off"
MINUTE = "#game=twin_it&seats=human&seed=5&lang=en&rule.mode=%22minute%22"
#: notes the browser's own stamp of every press; WebKitGTK's may lie ahead of its own clock, by which the page takes
#: them: between the first of these and the second
NOTE = """window.pressed = [];
addEventListener('pointerdown', event => pressed.push([Math.min(event.timeStamp, performance.now())]), true);
addEventListener('pointerdown', event => pressed.at(-1).push(Math.min(event.timeStamp, performance.now()))); 0"""
#: hides the page, or shows it again
HIDE = """on => { Object.defineProperty(document, 'hidden', { value: on, configurable: true });
    Object.defineProperty(document, 'visibilityState', { value: on ? 'hidden' : 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange')); }"""
#: takes the focus from the window, or gives it back
BLUR = "gone => window.dispatchEvent(new Event(gone ? 'blur' : 'focus'))"
#: what can be used or what is stored is no longer what it was
CHANGED = """([seen, past]) => {
    const match = JSON.parse(localStorage.getItem('kartenkiste/match-twin_it')) || { actions: [] };
    const usable = [...document.querySelectorAll('#mirror button:enabled')];
    const now = usable.map(button => [button.dataset.id, button.textContent]);
    return past !== match.actions.length || JSON.stringify(now) !== JSON.stringify(seen); }"""
#: more cards than so many have been dealt
DEALT = """([verb, past]) => JSON.parse(localStorage.getItem('kartenkiste/match-twin_it') || '{"actions": []}')
    .actions.filter(row => row[0] === verb).length > past"""
#: uses a button that was there a moment ago, if it still is
PRESS = """(button => { button?.click(); return Boolean(button); })(
    document.querySelector("#mirror button[data-id='%s']:enabled"))"""
#: the middles of those of these buttons that are there
PLACES = """ids => ids.map(id => document.querySelector(`#mirror button[data-id='${id}']:enabled`)).filter(Boolean)
    .map(button => button.getBoundingClientRect()).map(box => [box.x + box.width / 2, box.y + box.height / 2])"""
#: most steps of a game
PATIENCE = 600


def pair(guest: Visitor) -> list[str]:
    """The ids of two things in play whose labels name the same pattern, or nothing."""
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
    """Wait until two things go together."""
    for _ in range(PATIENCE):
        if both := pair(guest):
            return both
        guest.page.wait_for_timeout(120)
    raise AssertionError(f"nothing ever goes together: {guest.buttons()}")


def hands(guest: Visitor) -> list[list[Any]]:
    """The person's hands in the stored match."""
    stored = guest.stored("match-twin_it")
    return [row for row in stored["actions"] if row[0] == Verb.TOUCH and row[2] == 0] if stored else []


@pytest.mark.every_engine
def test_hands_are_stamped_as_the_browser_stamps_the_presses(visit):
    guest = visit(EQUAL).begin()
    guest.run(NOTE)
    guest.click("go")
    guest.run("window.pressed.length = 0")
    for _ in range(30):
        # where both lie is asked at once: a bot may take them at any moment
        places = guest.page.evaluate(PLACES, find(guest))
        before = len(hands(guest))
        for place in places:
            guest.page.mouse.click(*place)
        for _ in range(15):
            if len(hands(guest)) == before + 2:
                break
            guest.page.wait_for_timeout(100)
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


@pytest.mark.also_in("firefox")
@pytest.mark.long
def test_a_calm_game_is_played_whole_by_the_hidden_buttons(visit):
    guest = visit(CALM).begin()
    guest.use("go")
    claimed = 0
    for _ in range(PATIENCE):
        buttons, past = guest.buttons(), guest.actions("twin_it")
        claimed = max(claimed, sum(row[0] == Verb.TOUCH for row in past))
        if "again" in buttons or "skip" in buttons:
            break
        wanted = pair(guest) if "do-pass" in buttons else []
        if not {"do-pass", "do-flip"} & {*buttons}:
            # a hand went wrong: whose it was gives up a set
            wanted = [id_ for id_ in buttons if id_.startswith("card-")][:1]
        for id_ in wanted or [id_ for id_ in ("do-pass", "do-flip") if id_ in buttons][:1]:
            # a button that is being laid out anew just now is looked for again
            if not guest.run(PRESS % id_):
                break
        else:
            guest.page.wait_for_function(CHANGED, arg=[list(buttons.items()), len(past)])
    guest.wait_for("again", "skip")
    assert claimed >= 2
    (finished,) = guest.stored("finished")
    # each hand bears the moment of its press
    touches = [row[1] for row in finished["actions"] if row[0] == Verb.TOUCH]
    assert touches == sorted(touches)
    assert touches[0] < touches[-1]


def test_a_tab_that_nobody_looks_at_covers_the_faces_and_stops_the_clock(visit):
    guest = visit(TABLE).begin()
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


def test_the_minute_on_a_phone(visit):
    guest = visit(MINUTE, size=(390, 844), dpr=3).begin()
    guest.tap("go")
    for number in range(6):
        guest.tap("do-deal")
        guest.page.wait_for_function(DEALT, arg=[Verb.DEAL, number])
    guest.shot("twin_it_minute_390x844")
