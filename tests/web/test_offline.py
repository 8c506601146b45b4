"""The service worker: offline after the first visit, one version at a time, a new one at the next start."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError
from serve import Server
from visitor import Visitor

ACTIVE = """navigator.serviceWorker.ready.then(found => found.active.state === 'activated'
    || new Promise(done => { found.active.onstatechange = () => done(true); }))"""
#: looks for a new version and waits until it is whole
UPDATED = """navigator.serviceWorker.getRegistration().then(found => found.update()).then(found => new Promise(done => {
    const look = () => found.waiting ? done(true) : setTimeout(look, 50); look(); }))"""


@pytest.fixture
def own_server(copied_site):
    """A server of a copy of the site."""
    found = Server(copied_site).start()
    yield found
    found.shutdown()
    found.server_close()


def newer(site: Path) -> None:
    """Make another version of the site: another text on its page, and so another service worker."""
    page = site / "index.html"
    text = page.read_text(encoding="utf-8").replace("<title>Kartenkiste", "<title>Kartenkiste 2")
    page.write_text(text, encoding="utf-8")
    worker = site / "sw.js"
    text = worker.read_text(encoding="utf-8")
    seal = hashlib.sha256(page.read_bytes()).hexdigest()
    text = re.sub(r'"index.html": "[0-9a-f]{64}"', f'"index.html": "{seal}"', text)
    text = re.sub(r'VERSION = "\w+"', 'VERSION = "another"', text)
    worker.write_text(text, encoding="utf-8")


def test_after_one_visit_no_network_is_needed(browser, own_server):
    guest = Visitor(browser, own_server.address)
    try:
        guest.open()
        guest.begin()
        guest.run(ACTIVE)
        guest.page.wait_for_timeout(500)
        own_server.shutdown()
        own_server.server_close()
        guest.page.close()
        guest.new_page()
        guest.open()
        guest.begin()
        assert "nein_danke" in guest.buttons()
        assert not guest.complaints
    finally:
        guest.close()


def test_a_new_version_is_taken_at_the_next_start_and_not_before(browser, own_server, copied_site):
    guest = Visitor(browser, own_server.address)
    try:
        guest.open()
        guest.begin()
        guest.run(ACTIVE)
        guest.page.reload()
        guest.begin()
        newer(copied_site)
        assert guest.run(UPDATED)
        # the running page and its cache stay whole
        names = guest.run("caches.keys()")
        assert len(names) == 2
        assert guest.page.title() == "Kartenkiste"
        link = "#game=nein_danke&seats=human,easy,easy&speed=off"
        for _ in range(3):
            # a slow machine may still count the page before as another window; then it is the start after
            guest.open(link)
            try:
                guest.page.wait_for_function("document.title === 'Kartenkiste 2'", timeout=15_000)
                break
            except TimeoutError:
                guest.open("?again")
        assert guest.page.title() == "Kartenkiste 2"
        # what the address asked for survives the change
        guest.begin()
        guest.wait_for("do-pay", "do-take")
        assert guest.run("caches.keys()") == ["kartenkiste-another"]
    finally:
        guest.close()


def test_files_of_two_versions_are_never_kept_together(browser, own_server, copied_site):
    # in the midst of an upload: a file is another one than the worker's list says
    icon = copied_site / "icon-512.png"
    icon.write_bytes(icon.read_bytes() + b"\0")
    guest = Visitor(browser, own_server.address)
    try:
        guest.open()
        guest.begin()
        guest.page.wait_for_timeout(6000)
        assert own_server.asked.count("icon-512.png") >= 2
        assert guest.run("caches.keys()") == []
    finally:
        guest.close()
