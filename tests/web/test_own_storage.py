"""The storage of our page: one set of texts for each folder of a host, and none is lost during migration."""

import json
from collections.abc import Callable
from typing import Any

import pytest

Open = Callable[..., Any]
#: keys of earlier versions
BEFORE = {"match": "a match", "settings": '{"language": "en"}', "statistics": "figures"}
#: the browser lets the page store so many texts, named by ``window.room``, and no more
CRAMPED = """const plain = Storage.prototype.setItem;
Storage.prototype.setItem = function (name, text) {
    if (name.startsWith("kartenkiste/") && sessionStorage.room !== undefined && !(Number(sessionStorage.room) > 0))
        throw new DOMException("full", "QuotaExceededError");
    if (sessionStorage.room !== undefined && name.startsWith("kartenkiste/")) sessionStorage.room -= 1;
    plain.call(this, name, text); };"""


def stored(page: Any) -> dict[str, str]:
    """Return everything that the page finds for the game."""
    names = json.loads(page.evaluate("kartenkiste.names()"))
    return {name: json.loads(page.evaluate("name => kartenkiste.read(name)", name)) for name in names}


def put(page: Any, texts: dict[str, str], room: int | None = None) -> None:
    """Store texts as earlier versions did in a new browser, and visit the page again."""
    page.evaluate(
        """([texts, room]) => { sessionStorage.clear(); localStorage.clear();
        for (const [name, text] of Object.entries(texts)) localStorage.setItem("kartenkiste." + name, text);
        if (room !== null) sessionStorage.room = room; }""",
        [texts, room],
    )
    page.reload()


def room(page: Any, count: int | None) -> None:
    page.evaluate("room => { if (room === null) delete sessionStorage.room; else sessionStorage.room = room; }", count)


def test_two_copies_on_one_host_have_nothing_in_common(stubbed: Open):
    page = stubbed(copies=("", "a", "b", "a/b"))
    root = page.url
    for folder in ("", "a/", "b/", "a/b/"):
        page.goto(f"{root}{folder}index.html")
        assert stored(page) == {}
        assert page.evaluate("name => kartenkiste.write('match', JSON.stringify(name))", folder) == ""
        assert stored(page) == {"match": folder}
    for folder in ("a/", "a/b/"):
        page.goto(f"{root}{folder}index.html?x#y")
        assert stored(page) == {"match": folder}
    assert page.evaluate("kartenkiste.remove('match')") == ""
    assert stored(page) == {}
    page.goto(root)
    assert stored(page) == {"match": ""}


def test_a_match_of_another_copy_is_not_reported(stubbed: Open):
    page = stubbed(copies=("a", "b"), address="a/index.html")
    page.evaluate("kartenkiste.takeEvents()")
    other = page.context.new_page()
    other.goto(page.url.replace("/a/", "/b/"))
    other.evaluate("kartenkiste.write('match-push', JSON.stringify('{}'))")
    other.goto(page.url)
    other.evaluate("kartenkiste.write('match-dnup', JSON.stringify('{}'))")
    # storage events of a tab come in order: after that of the own copy there is none of the other's
    taken = "JSON.parse(kartenkiste.takeEvents() || '[]').filter(event => event.kind === 'elsewhere')"
    told = page.wait_for_function(f"(all => all.length && all.map(event => event.name))({taken})").json_value()
    assert told == ["match-dnup"]


def test_a_new_upload_finds_the_texts_of_the_one_before(stubbed: Open):
    page = stubbed(copies=("html/1234567", "html/1234567-89", "html/game"), address="html/1234567/index.html")
    page.evaluate("kartenkiste.write('match', JSON.stringify('here'))")
    page.goto(page.url.replace("1234567", "1234567-89"))
    assert stored(page) == {"match": "here"}
    page.goto(page.url.replace("1234567-89", "game"))
    assert stored(page) == {}


def test_texts_of_an_earlier_version_are_found_in_every_copy(stubbed: Open):
    page = stubbed(copies=("a", "b"), address="a/index.html")
    put(page, BEFORE)
    assert page.evaluate("document.documentElement.lang") == "en"
    assert stored(page) == BEFORE
    page.evaluate("kartenkiste.remove('match')")
    page.evaluate("kartenkiste.write('statistics', JSON.stringify('more'))")
    # migrated once: an older version's later texts are ignored
    page.evaluate("localStorage.setItem('kartenkiste.match', 'of an older version')")
    page.reload()
    assert stored(page) == {"settings": BEFORE["settings"], "statistics": "more"}
    page.goto(page.url.replace("/a/", "/b/"))
    assert stored(page) == BEFORE | {"match": "of an older version"}


@pytest.mark.parametrize("count", range(5))
def test_a_refused_write_during_migration_loses_nothing(stubbed: Open, count: int):
    page = stubbed(script=CRAMPED)
    put(page, BEFORE, count)
    assert stored(page) == BEFORE
    page.reload()
    assert stored(page) == BEFORE
    room(page, None)
    assert page.evaluate("kartenkiste.write('match', JSON.stringify('gone on'))") == ""
    # a deleted text does not come back from there
    assert page.evaluate("kartenkiste.remove('statistics')") == ""
    left = {"match": "gone on", "settings": BEFORE["settings"]}
    for _ in range(2):
        assert stored(page) == left
        page.reload()
    assert page.evaluate("localStorage.getItem('kartenkiste/moved')") == "1"


def test_a_browser_that_refuses_says_so(stubbed: Open):
    page = stubbed(script=CRAMPED)
    room(page, 0)
    assert "QuotaExceededError" in page.evaluate("kartenkiste.write('match', JSON.stringify('{}'))")
    page.evaluate("Storage.prototype.removeItem = () => { throw new DOMException('no', 'SecurityError'); }; 0")
    assert "SecurityError" in page.evaluate("kartenkiste.remove('match')")
