"""The engines of the browser tests: selection, tests left out, and messages about a missing one."""

import ast
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import engines
import pytest
from conftest import lack
from engines.left_out import LEFT_OUT
from engines.webkit_page import has_statements
from visitor import Visitor

HERE = Path(__file__).resolve().parent
#: leaves something everywhere where a page can
KEEP = """async () => {
  localStorage.kept = sessionStorage.kept = 1;
  document.cookie = "kept=1; max-age=1000";
  await (await caches.open("kept")).put("kept", new Response("kept"));
  await new Promise((done, failed) => {
    const asked = indexedDB.open("kept");
    asked.onsuccess = done;
    asked.onerror = failed;
  });
}"""
THERE = """async () => [localStorage.length, sessionStorage.length, document.cookie, await caches.keys(),
  (await indexedDB.databases()).map(found => found.name)]"""


@pytest.mark.every_engine
def test_a_new_visitor_finds_nothing_of_an_earlier_one(browser, server):
    contexts = [browser.new_context(locale="de-DE") for _ in range(3)]

    def found(context: Any, script: str = THERE) -> Any:
        page = context.new_page()
        # a file of the same host, without the game
        page.goto(f"{server.address}LICENSES.txt")
        return page.evaluate(script)

    found(contexts[0], KEEP)
    assert found(contexts[0])[0] == 1
    assert found(contexts[0])[2:] == ["kept=1", ["kept"], ["kept"]]
    assert found(contexts[1]) == [0, 0, "", [], []]
    contexts[0].close()
    assert found(contexts[2]) == [0, 0, "", [], []]
    for context in contexts[1:]:
        context.close()


def test_every_test_left_out_exists_and_has_a_reason():
    there = {
        f"{path.name}::{found.name}"
        for path in HERE.glob("test_*.py")
        for found in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(found, ast.FunctionDef)
    }
    assert set(LEFT_OUT) == set(engines.ENGINES)
    for table in LEFT_OUT.values():
        assert {name.partition("[")[0] for name in table} <= there
        assert all(table.values())


@pytest.mark.parametrize("packages", [["webkit"], ["firefox-esr", "pulseaudio"]])
def test_a_missing_engine_skips_or_fails(monkeypatch, packages):
    monkeypatch.delenv("KARTENKISTE_BROWSER", raising=False)
    with pytest.raises(pytest.skip.Exception, match=packages[-1]):
        lack(", ".join(packages))
    monkeypatch.setenv("KARTENKISTE_BROWSER", "required")
    with pytest.raises(pytest.fail.Exception, match=packages[0]):
        lack(", ".join(packages))


def test_an_engine_that_does_not_start_is_tried_twice(monkeypatch, tmp_path):
    tried: list[Path] = []

    class Moody:
        def __init__(self, folder: Path, measured: bool) -> None:
            tried.append(folder)
            if len(tried) < least:
                raise RuntimeError(f"not today, {len(tried)}")

        def close(self) -> None:
            tried.clear()

    monkeypatch.setattr(engines, "ENGINES", {"moody": Moody})
    least = 2
    running = engines.Running(tmp_path / "once")
    found: Any = running.start("moody")
    assert isinstance(found, Moody)
    assert running.start("moody") is found
    assert len(set(tried)) == 2
    tried.clear()
    least = 3
    with pytest.raises(RuntimeError, match=r"not today, 1\n.*not today, 2"):
        engines.Running(tmp_path / "twice").start("moody")


class Trapped:
    """A page whose interpreter fails by a trap, so many times."""

    def __init__(self, times: int) -> None:
        self.times, self.url = times, "http://127.0.0.1/"

    def wait_for_selector(self, selector: str, state: str) -> None:
        assert "#failure" in selector

    def is_visible(self, selector: str) -> bool:
        return self.times > 0

    def text_content(self, selector: str) -> str:
        return "RuntimeError: Out of bounds memory access"

    def reload(self) -> None:
        self.times -= 1


@pytest.mark.parametrize(
    ("engine_name", "times", "well"), [("webkit", 1, True), ("webkit", 2, False), ("firefox", 1, False)]
)
def test_a_trap_in_webkits_own_webassembly_is_noted_and_retried_once(engine_name, times, well):
    guest: Any = Visitor.__new__(Visitor)
    guest.browser, guest.page = SimpleNamespace(name=engine_name, stumbles=[]), Trapped(times)
    if well:
        guest.wait_ready()
    else:
        with pytest.raises(AssertionError, match="Out of bounds"):
            guest.wait_ready()
    assert len(guest.browser.stumbles) == (engine_name == "webkit")


@pytest.mark.parametrize(
    ("source", "more"),
    [
        ("innerWidth", False),
        ("() => { window.a = 1; return 2; }", False),
        ("'a;b' + `;` + \";'\"", False),
        (r"'it\'s; one'", False),
        ("window.a = []; a.length", True),
        ("for (const a of [1]) { f(a); } ; 0", True),
    ],
)
def test_statements_are_distinguished_from_an_expression(source, more):
    assert has_statements(source) is more
