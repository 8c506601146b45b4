"""Our page with pygbag's entry points stubbed: the runtime arrives, fails to load, aborts, or Python fails.

pygbag's own runtime could not be run where these tests run. The stub (``runtime_stub``) does in the page what the real
scripts do as far as the page notices: it reads ``config``, calls ``custom_onload``, ``custom_prerun`` and
``custom_postrun``, reports bytes by ``Module.setStatus``, and then Python calls ``window.kartenkiste``.
"""

import ast
from collections.abc import Callable
from typing import Any

import pytest
import runtime_stub

OUTCOMES = {
    "abort": 'Module.onAbort("out of memory");',
    "traceback": 'python("reportCrash", JSON.stringify("Traceback (most recent call last):\\n  KeyError: 7"));',
    "printed": 'console.log("Traceback (most recent call last):\\n  ImportError: no such thing");',
    "module": 'console.log(`await aio.pep0723.pip_install("sqlite3");import sqlite3`);',
    "rejected": 'Promise.reject(new Error("no reason"));',
    "refused": 'Promise.reject(new DOMException("no such state", "InvalidStateError"));',
    "thrown": 'setTimeout(() => { throw new TypeError("not a function"); });',
    "alerted": 'alert("an alert box"); page.fail("crash", "after the alert");',
}
#: browsers do not agree on the contents of an error's stack
IN_EACH_ENGINE = ("rejected", "thrown")
#: the part of it that the page shows
TOLD = {
    "abort": "out of memory",
    "traceback": "KeyError: 7",
    "printed": "ImportError",
    "module": "sqlite3",
    "rejected": "no reason",
    "refused": "no such state",
    "thrown": "not a function",
    "alerted": "after the alert",
}


def trouble(page: Any) -> str:
    """Wait for the page's report of trouble and return its words."""
    page.wait_for_selector("#failure:not([hidden])")
    assert page.is_visible("#reload")
    return f"{page.inner_text('#failure-heading')} {page.text_content('#details')}"


def test_the_game_begins_once_the_runtime_has_arrived(stubbed: Callable[..., Any]):
    page = stubbed()
    page.wait_for_selector("#loading.ready")
    seen = page.evaluate("seen")
    assert seen["config"]["archive"] == "kartenkiste"
    assert seen["config"]["cdn"].endswith(f"/{runtime_stub.FOLDER}")
    assert (seen["os"], seen["python"], seen["config"]["ume_block"]) == ("snd,gui", "python3.12", 0)
    # the list of packages is beside the runtime, not at pygbag's own host
    assert seen["argv"] == [seen["config"]["cdn"].replace("0.9.3/", "").join(["PYGPI=", ""])]
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#loading", state="hidden")
    assert '"kind":"start"' in page.evaluate("kartenkiste.takeEvents()")


def test_the_python_code_in_the_page_is_valid(stubbed: Callable[..., Any]):
    source = stubbed().evaluate("python_source")
    tree = ast.parse(source)
    assert {"custom_site"} == {node.name for node in tree.body if isinstance(node, ast.AsyncFunctionDef)}
    assert "{{" not in source
    assert "kartenkiste.apk" in source


#: with each of its names the files without which the runtime cannot run
PARTS = (
    *("pythons.js", "main.js", "main.data", "main.wasm", "cpythonrc.py", runtime_stub.INDEX),
    *(runtime_stub.WHEEL.rpartition("/")[2], "kartenkiste.apk"),
)
#: seconds pass so many times as fast
FAST = """for (const name of ["setTimeout", "setInterval"]) {
    const plain = window[name];
    window[name] = (work, ms, ...given) => plain(work, ms / 10, ...given);
}"""
#: a script of another host raises an error, which the browser hides from the page
MUTED = """const strange = document.createElementNS("http://www.w3.org/1999/xhtml", "script");
    strange.src = config.cdn + "strange.js"; document.head.append(strange);"""


@pytest.mark.parametrize("how", ["missing", "blocked", "page", "half"])
@pytest.mark.parametrize("name", PARTS)
def test_a_missing_part_of_the_runtime_is_named(stubbed: Callable[..., Any], name: str, how: str):
    """This holds whichever of the runtime's scripts requested it."""
    page = stubbed(faults={name: how}, script="" if how == "missing" else FAST)
    text = trouble(page)
    assert "Da fehlt ein Teil" in text
    assert name in text.split("Mozilla")[0]
    page.wait_for_timeout(100)
    assert "Da fehlt ein Teil" in page.inner_text("#failure-heading")


@pytest.mark.parametrize("name", PARTS[2:])
def test_a_slow_part_is_not_taken_for_a_missing_one(stubbed: Callable[..., Any], name: str):
    """This holds even when something on the page, such as an extension, raises a hidden error."""
    page = stubbed(faults={name: "held"}, script=FAST)
    page.evaluate("dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))")
    # forty seconds for the page's own clocks
    page.wait_for_timeout(4000)
    assert page.is_hidden("#failure")
    for host in page.hosts:
        host.released.set()
    page.wait_for_selector("#loading.ready")
    page.wait_for_timeout(2500)
    assert page.is_hidden("#failure")


def test_a_hidden_error_is_reported_when_nothing_happens_afterwards(stubbed: Callable[..., Any]):
    page = stubbed(MUTED, script=FAST)
    text = trouble(page)
    assert "schiefgegangen" in text
    assert "Script error" in text


def test_a_hidden_error_after_the_start_is_ignored(stubbed: Callable[..., Any]):
    page = stubbed(f"page.ready(); {MUTED}", script=FAST)
    page.wait_for_selector("#loading.ready")
    page.wait_for_timeout(2500)
    assert page.is_hidden("#failure")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.every_engine) if name in IN_EACH_ENGINE else name for name in OUTCOMES],
)
def test_every_failure_ends_in_words_and_never_in_an_alert(stubbed: Callable[..., Any], name: str):
    page = stubbed(OUTCOMES[name])
    text = trouble(page)
    assert "schiefgegangen" in text
    assert TOLD[name] in text
    assert page.evaluate("document.activeElement.id") == "reload"


def test_a_browser_without_webassembly_shows_that_it_cannot_run_the_game(stubbed: Callable[..., Any]):
    assert "can’t run the game" in trouble(stubbed(locale="en-GB", script="delete window.WebAssembly"))


def test_query_and_hash_do_not_reach_the_runtime(stubbed: Callable[..., Any]):
    """pygbag takes the first query argument with "py" in it for the name of a runtime."""
    page = stubbed()
    address = page.url
    page.goto(f"{address}?ref=pygame#game=nein_danke&lang=en")
    page.wait_for_selector("#loading.ready")
    assert page.url == address
    assert page.evaluate("kartenkiste.linkOptions") == {"game": "nein_danke", "lang": "en"}
