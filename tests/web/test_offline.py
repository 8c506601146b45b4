"""The service worker: offline after the first visit, one version at a time, a new one at the next start."""

import shutil
from contextlib import closing
from pathlib import Path

from offline_pages import ACTIVE, NEWER, newer
from serve import Server
from visitor import Visitor, eventually

#: looks for a new version and waits until it is complete
UPDATED = """navigator.serviceWorker.getRegistration().then(found => found.update()).then(found => new Promise(done => {
    const look = () => found.waiting ? done(true) : setTimeout(look, 50); look(); }))"""


def outdated(guest: Visitor, site: Path) -> None:
    """Begin from the stored version of the site, while the browser stores a newer one."""
    guest.open()
    guest.begin()
    guest.run(ACTIVE)
    guest.page.reload()
    guest.begin()
    newer(site)
    assert guest.run(UPDATED)


def versions(guest: Visitor) -> list[str]:
    """Return the caches of versions in the browser."""
    return [name for name in guest.run("caches.keys()") if not name.startswith("kartenkiste-starts ")]


def test_after_one_visit_no_network_is_needed(browser, own_server):
    with closing(Visitor(browser, own_server.address)) as guest:
        guest.open()
        guest.begin()
        guest.run(ACTIVE)
        own_server.stop()
        guest.page.close()
        guest.new_page()
        guest.open()
        guest.begin()
        assert "nein_danke" in guest.buttons()
        assert not guest.complaints


def test_a_new_version_is_used_at_the_next_start_while_an_open_page_keeps_its_own(browser, own_server, copied_site):
    with closing(Visitor(browser, own_server.address)) as guest:
        first = guest.page
        outdated(guest, copied_site)
        # the running page and its cache stay complete
        assert len(versions(guest)) == 2
        assert not guest.run(NEWER)
        guest.new_page()
        guest.open()
        assert guest.run(NEWER)
        guest.begin()
        # the old page still plays, and its version is kept for it
        assert len(versions(guest)) == 2
        second, guest.page = guest.page, first
        assert not guest.run(NEWER)
        stored = "fetch('index.html').then(answer => answer.text()).then(text => text.includes('data-newer'))"
        assert not guest.run(stored)
        # and once it is gone another start is complete too: page, package and runtime are of the new version
        first.close()
        second.close()
        guest.new_page()
        guest.open("#game=nein_danke&seats=human,easy,easy&speed=off")
        assert guest.run(NEWER)
        guest.begin()
        guest.wait_for("do-pay", "do-take")
        guest.page.wait_for_function(
            """caches.keys().then(names => names.filter(name => !name.startsWith('kartenkiste-starts')).length === 1)"""
        )
        assert versions(guest) == [f"kartenkiste {own_server.address} another"]


def test_two_copies_of_the_site_on_one_host_are_independent(browser, copied_site, tmp_path):
    for name in ("a", "b"):
        shutil.copytree(copied_site, tmp_path / "host" / name)
    host = Server(tmp_path / "host").start()
    with closing(Visitor(browser, host.address)) as guest:
        first = guest.page
        for name in ("a", "b"):
            guest.open(f"{name}/index.html")
            guest.begin()
            guest.run(ACTIVE)
        caches = set(versions(guest))
        assert len(caches) == 2
        newer(tmp_path / "host" / "a")
        # a window on the one copy does not keep the other on its old version
        guest.new_page()
        guest.open("a/index.html")
        guest.begin()
        assert guest.run(UPDATED)
        guest.open("a/index.html")
        assert guest.run(NEWER)
        guest.begin()
        kept = {name for name in caches if "/b/ " in name}
        assert {f"kartenkiste {host.address}a/ another", *kept} <= set(versions(guest))
        # and the unchanged copy needs no network, as before
        host.stop()
        guest.page = first
        guest.page.reload()
        guest.begin()
        assert not guest.run(NEWER)


def test_files_of_two_versions_are_never_cached_together(browser, own_server, copied_site):
    # in the middle of an upload: a file differs from the worker's list
    icon = copied_site / "icon-512.png"
    icon.write_bytes(icon.read_bytes() + b"\0")
    with closing(Visitor(browser, own_server.address)) as guest:
        guest.open()
        guest.begin()
        # requested once more past the browser's own cache, and then given up
        eventually(lambda: own_server.asked.count("icon-512.png") >= 2 and not versions(guest))
        guest.page.wait_for_timeout(500)
        assert versions(guest) == []
