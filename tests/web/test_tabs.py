"""Two tabs of one browser: one match, which they never overwrite; and links from tab to tab."""

from typing import Any

import pytest

LINK = "#game=nein_danke&seats=human,easy,easy&seed=7&lang=en&speed=off"


def turn(guest: Any) -> int:
    """Make a move and wait until the person is asked again; return how many actions are stored then."""
    guest.move()
    guest.wait_for("do-take", "do-pay")
    return len(guest.actions())


def test_the_match_is_played_in_one_tab_at_a_time(visit):
    guest = visit(LINK)
    guest.begin()
    turn(guest)
    first = guest.page
    guest.new_page()
    guest.open()
    guest.begin()
    guest.use("resume-nein_danke")
    told = turn(guest)
    second = guest.page
    # the first tab stands still, and does not overwrite what the second has stored
    guest.page = first
    first.bring_to_front()
    guest.wait_for("here")
    guest.frames()
    assert set(guest.buttons()) == {"here", "home"}
    guest.shot("two_tabs")
    assert len(guest.actions()) == told
    guest.use("here")
    assert turn(guest) > told
    # now it is the second one that waits
    guest.page = second
    second.bring_to_front()
    guest.wait_for("here")
    guest.use("home")
    guest.wait_for("resume-nein_danke")


@pytest.mark.every_engine
def test_a_copied_link_opens_the_same_table_and_keeps_the_match_before(visit):
    guest = visit(LINK)
    guest.begin()
    turn(guest)
    guest.use("pause")
    guest.use("home")
    guest.use("nein_danke")
    guest.use("unfold")
    # a real press: WebKit opens the clipboard to nothing else, and only within the press's own time
    guest.click("copy")
    guest.page.wait_for_function("document.getElementById('announcements').textContent.startsWith('Link copied')")
    link = guest.browser.clipboard(guest.page)
    assert link.startswith(guest.base)
    number = guest.buttons()["seed"]
    guest.new_page()
    guest.page.goto(link)
    guest.begin()
    guest.wait_for("do-take", "do-pay", "pause")
    assert [row["seed"] for row in guest.stored("match-before")] == [7]
    turn(guest)
    assert str(guest.stored("match-nein_danke")["seed"]) in number
    guest.use("pause")
    guest.use("home")
    guest.use("another-nein_danke")
    guest.use("resume-nein_danke")
    guest.page.wait_for_function("JSON.parse(localStorage.getItem('kartenkiste/match-nein_danke')).seed === 7")
