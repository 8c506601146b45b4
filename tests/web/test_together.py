"""A room with a host, phones and a big screen in a browser, and a program beside them: no move is lost.

Each decision of a seat is computed from the server's own log and then pressed on that seat's device, so that every
press can be found again in the log. tests/multiplayer/test_online.py plays all turn-based games like this without a
browser.
"""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pages_room import GONE, PRESSING, Host, Room, kill, party_of
from qr_reader import read
from visitor import Visitor, eventually

from game.catalogue.registry import GAMES
from game.core.live import actor_of
from game.server.party import Party
from game.wire import qr


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Iterator[Host]:
    found = Host(site, tmp_path / "tables")
    yield found
    found.run.terminate()
    assert found.run.wait(60) == 0
    found.run.stdout.close()


#: so many actions have been made when a phone, a page, the big screen and the server are killed
KILLED_AT = 8


def scanned(said: list[str]) -> str:
    """Return the link that a phone scans from the terminal."""
    rows = [row[2:] for row in said if "█" in row]
    halves = {letter: pair for pair, letter in qr.HALVES.items()}
    light = [[halves[letter][half] for letter in row] for row in rows for half in (0, 1)]
    side = len(light[0]) - 2 * qr.MARGIN
    return read([[not one for one in row[qr.MARGIN :][:side]] for row in light[qr.MARGIN :][:side]])


#: keeps everything that the page announces from now on
KEEP_TOLD = """(() => {
  const place = document.getElementById('announcements');
  window.told = [];
  // of two texts at once, too, of which the place holds the second by now
  const added = rows => rows.flatMap(row => [...row.addedNodes].map(node => node.textContent));
  new MutationObserver(rows => told.push(place.textContent, ...added(rows))).observe(place, { childList: true });
  return 0;
})()"""


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="nothing is killed like that there")
def test_a_room_plays_on_while_a_phone_and_the_server_are_killed(visit, host):
    assert scanned(host.said) == host.link
    room = Room(visit, host)
    owner, _, insecure = room.phones
    insecure.run(KEEP_TOLD)
    room.sit()
    # its places come to rest once everybody is there, and others' doings are told in the same place
    insecure.page.wait_for_function("told.some(text => text.includes('and Mika'))")
    insecure.click("copy")
    insecure.page.wait_for_function("told.some(text => text.includes('Invite link copied'))")
    owner.use("start")
    room.play(lambda party: len(party.match.actions) >= KILLED_AT)
    kill(room)
    room.play()
    room.compare()
    # another game of the box, at the same table
    owner.use("home-button")
    owner.use("next_game")
    room.live(lambda: room.party.game.name == [*GAMES][1])


@pytest.mark.long
def test_two_pages_play_in_real_time(visit, host):
    """Twin It!: cards flip on both when both are ready, touches of either count, and a lost page stops the table."""
    base = host.link.partition("#")[0]
    way = f"{host.link.removeprefix(base)}&speed=off&lang=en"
    pages = [visit(way, base=base, size=size) for size in ((390, 844), (844, 390))]
    party: list[Party | None] = [None]

    def until(so: Callable[[Party], object]) -> None:
        def is_so() -> object:
            party[0] = party_of(host, party[0])
            return so(party[0])

        eventually(is_so)

    for seat, page in enumerate(pages):
        page.expected += GONE
        page.begin()
        page.find_program()
        page.wait_for("sit")
        page.use("sit")
        until(lambda found, seat=seat: found.chairs[seat].is_there)
    pages[0].python("program.running.scene._choose_game(4)")
    until(lambda found: found.game.name == "twin_it")
    pages[0].wait_for("start")
    pages[0].use("start")
    for page in pages:
        page.wait_for("go")
        page.use("go")
    until(lambda found: found.clock and found.clock.runs)

    def flipped(found: Party) -> bool:
        # a card that is flipped too soon after the last one is refused silently
        pages[found.to_move].page.evaluate(PRESSING, ["do-flip"])
        time.sleep(0.2)
        return {0, 1} <= {actor_of(found.game, found.match.state, one) for one in found.match.actions}

    until(flipped)
    pages[1].page.close()
    until(lambda found: not found.clock.runs)
    pages[0].wait_for("go")
    assert not found_open(pages[0])


def found_open(page: Visitor) -> list[str]:
    """Return the cards that a page offers to be touched."""
    return [id_ for id_ in page.buttons() if id_.startswith("card-")]
