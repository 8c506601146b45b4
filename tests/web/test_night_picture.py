"""The picture of a party's night in a browser: downloaded as a file, or handed to a phone's sheet for sharing."""

import pygame
import pytest

#: opens the standing after an evening, as if a server had told of it
STANDING = """
from game.services.party_session import PartySession
from game.engine.transitions import Push
from game.scenes.navigation import routes
from game.wire.join_link import JoinLink
from game.wire.messages import (BestMoment, EveningState, PartyPhase, PartyState, PlayedMatch, Player, SeatInfo,
    StandingRow, Welcome)

class Silence:
    closed = None
    def send(self, text): pass
    def take(self): return []
    def close(self): pass

ada, ben = Player("Ada", "bear"), Player("Ben", "fox")
rows = (StandingRow(ada, 0, 5, 5, 3, 2, 1), StandingRow(ben, 1, 3, 3, 0, 1, 0))
places = tuple(SeatInfo("human", one.name, one.figure, False, False, False) for one in (ada, ben))
told = tuple(PlayedMatch(at, "push", (ada,), BestMoment("secured", ada, None, (("count", 31.0),))) for at in (1, 2, 3))
state = PartyState(PartyPhase.OVER, "push", {}, places, 0, False, 0, True, 3, "", None, None, None, rows, told,
    EveningState(("push",) * 3, 3, True))
context = program.running.context
context.connect = lambda address: Silence()
session = context.session = PartySession(context, JoinLink("ws://127.0.0.1:1/party"))
session.remote.poll(0)
session.remote._welcomed(Welcome("ab" * 12, "KLMNP", 7, "", 0, 0, state, None))
program.running.follow(Push(routes.standing(context, session)))
"""
#: a phone that can share files: it keeps what it is given, or fails with ``window.refusal``; it counts downloads
SHARING = """(() => {
  window.shared = [];
  window.refusal = "";
  window.failed = [];
  window.downloads = 0;
  const plain = window.matchMedia.bind(window), click = HTMLAnchorElement.prototype.click;
  window.matchMedia = query => query.includes("pointer: coarse") ? { matches: true } : plain(query);
  HTMLAnchorElement.prototype.click = function () { downloads += 1; click.call(this); };
  navigator.canShare = data => Boolean(data.files);
  navigator.share = async data => {
    if (refusal) {
      // by then the page has heard of it
      setTimeout(() => failed.push(refusal), 50);
      throw new DOMException("no", refusal);
    }
    const file = data.files[0];
    shared.push([file.name, file.type, file.size]);
  };
})();"""


@pytest.fixture
def standing(visit):
    """Return a function that opens the standing as a visitor."""

    def open_(**options):
        guest = visit(**options).begin()
        guest.find_program()
        guest.python(STANDING)
        guest.wait_for("picture")
        return guest

    return open_


def test_the_picture_of_a_night_is_downloaded_as_a_png(standing, tmp_path):
    guest = standing()
    data = guest.browser.download(guest.page, lambda: guest.click("picture"))
    path = tmp_path / "night.png"
    path.write_bytes(data)
    picture = pygame.image.load(str(path))
    # a wide window gives a wide picture
    assert picture.get_size() == (1620, 1080)
    colours = {tuple(picture.get_at((x, y)))[:3] for x in range(40, 1620, 90) for y in range(40, 1080, 90)}
    assert len(colours) > 20, "it is drawn"


def test_a_phone_shares_the_picture_and_downloads_it_only_if_sharing_is_refused(standing):
    guest = standing(script=SHARING)
    guest.use("picture")
    guest.page.wait_for_function("shared.length")
    ((name, kind, size),) = guest.run("shared")
    assert name.startswith("kartenkiste-")
    assert name.endswith(".png")
    assert kind == "image/png"
    assert size > 50_000
    guest.run("window.refusal = 'AbortError'")
    guest.use("picture")
    guest.page.wait_for_function("failed.length === 1")
    assert guest.run("downloads") == 0, "the person has cancelled"
    guest.run("window.refusal = 'NotAllowedError'")
    data = guest.browser.download(guest.page, lambda: guest.use("picture"))
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert guest.run("downloads") == 1
