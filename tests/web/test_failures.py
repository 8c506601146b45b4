"""Each file of the self-contained site in turn is missing or cut off: the page explains it and names the file."""

import gzip
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from serve import Handler, Server
from visitor import Visitor

#: without these there is no game; a name here is how the file's own begins
ESSENTIAL = (
    "kartenkiste-",
    "pyodide.mjs",
    "pyodide.asm.js",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
    "pygame_ce-",
)
#: the game starts without them
SPARE = ("LICENSES.txt", "_headers", "apple-touch-icon", "favicon", "icon-", "manifest.webmanifest", "sw.js")
#: a browser has begun with a page by then, in seconds; the page waits longer before it says that it is cut off
BEGUN_S = 4.0


class Faulty(Handler):
    """A host that answers for some files as a broken host or connection would."""

    def answer(self, whole: bool) -> None:
        """Answer with 404 for a missing file, and with a part of the promised length for one that is cut off."""
        name = self.path.split("?")[0].rsplit("/", 1)[-1] or "index.html"
        fault = next((how for start, how in getattr(self.server, "faults", {}).items() if name.startswith(start)), None)
        if fault is None:
            super().answer(whole)
        elif fault == "missing":
            self.refuse(404)
        elif fault == "held":
            self.server.released.wait()  # type: ignore[attr-defined]
        else:
            (path,) = self.server.folder.rglob(name)
            content = path.read_bytes()
            self.send_response(200)
            kind = {".html": "text/html; charset=utf-8", ".wasm": "application/wasm"}.get(
                path.suffix, "text/javascript"
            )
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: int(len(content) * float(fault))])
            self.wfile.flush()
            if name == "index.html":
                # a connection that ends before the browser has begun with the page gives the browser's own page
                self.server.released.wait(BEGUN_S)  # type: ignore[attr-defined]
            self.close_connection = True


@pytest.fixture
def broken(browser: Any, site: Path) -> Iterator[Callable[..., Visitor]]:
    """Open the site on a host with faults: start of a file's name -> "missing", "held", or the share that arrives."""
    made: list[tuple[Server, Visitor]] = []

    def open_(faults: dict[str, str], **options: Any) -> Visitor:
        server = Server(site)
        server.RequestHandlerClass = Faulty
        server.faults = faults  # type: ignore[attr-defined]
        server.released = threading.Event()  # type: ignore[attr-defined]
        guest = Visitor(browser, server.start().address, **options)
        made.append((server, guest))
        # a page that is cut off never ends loading
        guest.open(until="commit")
        return guest

    yield open_
    for server, guest in made:
        server.released.set()  # type: ignore[attr-defined]
        guest.close()
        server.shutdown()
        server.server_close()


def test_every_file_of_the_site_is_listed_as_essential_or_spare(site: Path):
    names = {path.name for path in site.rglob("*") if path.is_file()} - {"index.html"}
    assert {name for name in names if not name.startswith((*ESSENTIAL, *SPARE))} == set()
    assert all(any(name.startswith(start) for name in names) for start in (*ESSENTIAL, *SPARE))


@pytest.mark.parametrize("fault", ["missing", "0.5"])
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.every_engine) if name.endswith("js") else name for name in ESSENTIAL],
)
def test_a_missing_file_is_named(broken: Callable[..., Visitor], name: str, fault: str):
    page = broken({name: fault}).page
    page.wait_for_selector("#failure:not([hidden])")
    assert "Da fehlt ein Teil" in page.inner_text("#failure")
    assert name in page.text_content("#details").split("Mozilla")[0]
    assert page.is_visible("#reload")
    assert page.is_hidden("#loading")
    # later failures caused by it add to the details and take nothing away
    page.wait_for_timeout(100)
    assert "Da fehlt ein Teil" in page.inner_text("#failure")


def test_something_is_shown_before_any_other_file_has_arrived(broken: Callable[..., Visitor], site: Path):
    """So the half second until then, which the benchmark measures, depends on one small file alone."""
    guest = broken({"index.html": "1", "": "held"})
    guest.page.wait_for_function("performance.getEntriesByType('paint').length")
    assert guest.page.is_visible("#step")
    assert guest.run("document.getElementById('step').textContent").startswith("Die Kiste lädt")
    assert len(gzip.compress((site / "index.html").read_bytes())) < 56_000


@pytest.mark.parametrize("share", ["0.3", "0.995"])
def test_a_truncated_page_says_so(broken: Callable[..., Visitor], share: str):
    """Cut in the middle of its style, before there is a body; and in the script that starts the game."""
    page = broken({"index.html": share}).page
    page.wait_for_function("!!document.querySelector('#cut-off button')")
    assert "index.html" in page.text_content("#cut-off")
    # a page without a body is not laid out on a busy machine before it is looked at
    if share == "0.995":
        assert page.is_visible("#cut-off button")


def test_the_game_starts_without_its_spare_files(broken: Callable[..., Visitor]):
    broken(dict.fromkeys(SPARE, "missing")).begin()
