"""Our page with pygbag's entry points stubbed: the runtime arrives, fails to load, aborts, or Python fails.

pygbag's own runtime could not be run where these tests run. The stub does in the page what the real
scripts do as far as the page notices: it reads ``config``, calls ``custom_onload``, ``custom_prerun`` and
``custom_postrun``, reports bytes by ``Module.setStatus``, and then Python speaks to ``window.kartenkiste``.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import pytest

OUTCOMES = {
    "abort": 'Module.onAbort("out of memory");',
    "traceback": 'python("report", JSON.stringify("Traceback (most recent call last):\\n  KeyError: 7"));',
    "printed": 'console.log("Traceback (most recent call last):\\n  ImportError: no such thing");',
    "module": 'console.log(`await aio.pep0723.pip_install("sqlite3");import sqlite3`);',
    "rejected": 'Promise.reject(new Error("no reason"));',
    "thrown": 'setTimeout(() => { throw new TypeError("not a function"); });',
    "alerted": 'alert("an alert box"); page.fail("crash", "after the alert");',
}
#: browsers do not agree on what the stack of an error holds
IN_EACH_ENGINE = ("rejected", "thrown")
#: what of it is to be read on the page
TOLD = {
    "abort": "out of memory",
    "traceback": "KeyError: 7",
    "printed": "ImportError",
    "module": "sqlite3",
    "rejected": "no reason",
    "thrown": "not a function",
    "alerted": "after the alert",
}


def trouble(page: Any) -> str:
    """Wait for the page's report of trouble and return its words."""
    page.wait_for_selector("#trouble:not([hidden])", timeout=20_000)
    assert page.is_visible("#again")
    return f"{page.inner_text('#trouble-head')} {page.text_content('#details')}"


def test_the_runtime_arrives_and_the_game_begins(stubbed: Callable[..., Any]):
    page = stubbed()
    page.wait_for_selector("#loading.ready")
    seen = page.evaluate("seen")
    assert seen["config"]["archive"] == "kartenkiste"
    assert seen["config"]["cdn"].endswith("/runtime/0.9.3/")
    assert (seen["os"], seen["python"], seen["config"]["ume_block"]) == ("snd,gui", "python3.12", 0)
    # the list of packages is beside the runtime, not at pygbag's own host
    assert seen["argv"] == [seen["config"]["cdn"].replace("0.9.3/", "").join(["PYGPI=", ""])]
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#loading", state="hidden")
    assert '"kind":"start"' in page.evaluate("kartenkiste.take()")


def test_the_python_in_the_page_is_python(stubbed: Callable[..., Any]):
    source = stubbed().evaluate("python_source")
    tree = ast.parse(source)
    assert {"custom_site"} == {node.name for node in tree.body if isinstance(node, ast.AsyncFunctionDef)}
    assert "{{" not in source
    assert "kartenkiste.apk" in source


def test_a_script_that_does_not_load_is_told(stubbed: Callable[..., Any]):
    words = trouble(stubbed(None))
    assert "fehlt" in words
    assert "pythons.js" in words


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.every_engine) if name in IN_EACH_ENGINE else name for name in OUTCOMES],
)
def test_whatever_fails_ends_in_words_and_never_in_an_alert(stubbed: Callable[..., Any], name: str):
    page = stubbed(OUTCOMES[name])
    words = trouble(page)
    assert "schiefgegangen" in words
    assert TOLD[name] in words
    assert page.evaluate("document.activeElement.id") == "again"


def test_a_browser_without_webassembly_is_told_what_would_do(stubbed: Callable[..., Any]):
    assert "cannot show" in trouble(stubbed(locale="en-GB", script="delete window.WebAssembly"))


def test_query_and_hash_do_not_reach_the_runtime(stubbed: Callable[..., Any]):
    """pygbag takes the first query argument with "py" in it for the name of a runtime."""
    page = stubbed()
    address = page.url
    page.goto(f"{address}?ref=pygame#game=nein_danke&lang=en")
    page.wait_for_selector("#loading.ready")
    assert page.url == address
    assert page.evaluate("kartenkiste.asked") == {"game": "nein_danke", "lang": "en"}
