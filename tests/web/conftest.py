"""Fixtures of the browser tests: the built site, a server, the engines.

Tests are skipped if something they need is missing. With ``KARTENKISTE_BROWSER=required``, as in the gate, they fail
instead. Tests with the mark ``every_engine`` run in all engines, the others in Chromium; with ``--engine NAME`` all of
them in that engine. The end of a run says how many tests each engine has run and what was left out there.
"""

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "build"), str(ROOT / "tests" / "web")]

from engines import ENGINES, Running  # noqa: E402
from engines.left_out import LEFT_OUT  # noqa: E402

#: no machine takes longer to build and compress the site
BUILD_S = 600
#: three seconds after each start the whole site is fetched, hashed and stored once more: a second of the processor
NO_WORKER = """Object.defineProperty(ServiceWorkerContainer.prototype, "register",
    { value: () => new Promise(() => {}) });"""
#: where a run records what it has left out: engine, test, reason
LEFT = pytest.StashKey[list[tuple[str, str, str]]]()
#: where it records what an engine was given a second try for
STUMBLES = pytest.StashKey[list[str]]()


# ---- which tests in which engine ------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--engine NAME``."""
    text = "run every browser test in this engine; without it all run in Chromium, and a choice of them in each engine"
    parser.addoption("--engine", choices=tuple(ENGINES), help=text)


def pytest_configure(config: pytest.Config) -> None:
    config.stash[LEFT] = []
    config.stash[STUMBLES] = []


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Create each test with a browser once for every engine; which of them run is decided below."""
    if "engine" in metafunc.fixturenames:
        metafunc.parametrize("engine", ENGINES, scope="session")


def case(item: pytest.Item) -> tuple[str, str, str]:
    """Return the engine of a test, "" if it needs none, its name as FILE::NAME, and that with its case."""
    parts = getattr(item, "callspec", None)
    engine = str(parts.params.get("engine", "")) if parts else ""
    name = f"{item.path.name}::{getattr(item, 'originalname', item.name)}"
    others = [part for part in parts.id.split("-") if part != engine] if parts else []
    return engine, name, f"{name}[{'-'.join(others)}]"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests that are to run."""
    asked = config.getoption("--engine")
    kept = []
    for item in items:
        engine, name, exact = case(item)
        if asked and not engine and item.path.is_relative_to(ROOT / "tests" / "web"):
            continue
        if engine and engine != (asked or "chromium") and (asked or not item.get_closest_marker("every_engine")):
            continue
        table = LEFT_OUT.get(engine, {})
        if reason := table.get(exact, table.get(name, "")):
            config.stash[LEFT].append((engine, exact if exact in table else name, reason))
            continue
        kept.append(item)
    items[:] = kept


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Report to the process that prints, if that is another one."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["left out"] = session.config.stash[LEFT]
        output["stumbles"] = session.config.stash[STUMBLES]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Receive the report of a process that is done; all of them have left out the same."""
    told = getattr(node, "workeroutput", {})
    node.config.stash[LEFT] = [tuple(row) for row in told.get("left out", [])]
    node.config.stash[STUMBLES] += told.get("stumbles", [])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print how many tests each engine has run, for how long, and what was left out there and why."""
    times: dict[tuple[str, str], float] = {}
    reports = [report for found in terminalreporter.stats.values() for report in found if hasattr(report, "duration")]
    for report in reports:
        inside = report.nodeid.rpartition("[")[2].rstrip("]").split("-")
        for engine in ENGINES:
            if engine in inside:
                times.setdefault((engine, report.nodeid), 0.0)
                times[engine, report.nodeid] += report.duration
    for engine in ENGINES:
        spent = [seconds for (name, _), seconds in times.items() if name == engine]
        if spent:
            terminalreporter.write_line(f"{engine}: {len(spent)} tests, {sum(spent):.0f} s")
    left = sorted(set(config.stash[LEFT]))
    if left:
        terminalreporter.write_line("left out, for want of a driver that can do it:")
    for engine, name, reason in left:
        terminalreporter.write_line(f"  {engine}: {name}: {reason}")
    for stumble in config.stash[STUMBLES]:
        terminalreporter.write_line(f"tried again: {stumble}")


# ---- what tests need -------------------------------------------------------------------------------


def lack(what: str) -> None:
    """Skip, or fail where the browser tests are required."""
    if os.environ.get("KARTENKISTE_BROWSER") == "required":
        pytest.fail(f"the browser tests could not run: {what}")
    pytest.skip(what)


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Running]:
    """Provide the engines of this process, each started when it is first needed."""
    found = Running(tmp_path_factory.mktemp("engines"))
    yield found
    for engine in found.found.values():
        pytestconfig.stash[STUMBLES].extend(engine.stumbles)
    found.close()


@pytest.fixture(scope="session")
def browser(engine: str, running: Running) -> Any:
    """Return the engine that tests run in."""
    return started(engine, running)


@pytest.fixture
def thorough_browser(engine: str, running: Running) -> Any:
    """Return the engine with all of its compilers, for a test that is long enough to be worth them."""
    # Firefox has all of them anyway, and need not be started again for that
    return started(engine, running, measured=engine != "firefox")


def started(engine: str, running: Running, measured: bool = False) -> Any:
    """Return the engine of that name; if something it needs is missing the test is skipped or fails."""
    try:
        import playwright  # noqa: F401
    except ImportError:
        lack("playwright is not installed")
    if packages := ENGINES[engine].lacking():
        lack(f"for {engine} there is no {', '.join(packages)} (Debian's packages)")
    return running.start(engine, measured)


def once(shared: Path, make: Callable[[], object]) -> None:
    """Do something that all processes of this run need in the first of them, while the others wait.

    Raises SystemExit if it failed. ``shared`` is a folder that the processes have in common.
    """
    told = shared / "built"
    try:
        (shared / "building").mkdir()
    except FileExistsError:
        until = time.monotonic() + BUILD_S
        while not told.exists():
            assert time.monotonic() < until, "another process is still building"
            time.sleep(0.2)
    else:
        try:
            make()
            fault = ""
        except (OSError, SystemExit) as error:
            fault = str(error) or "it could not be made"
        fresh = shared / "built.new"
        fresh.write_text(fault, encoding="utf-8")
        fresh.replace(told)
    if fault := told.read_text(encoding="utf-8"):
        raise SystemExit(fault)


def common_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of this run: with xdist each process has one of its own in it."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Return pygbag's package and the self-contained site, built now, once for all processes of the run."""
    import web
    from serve import GOOD, warm

    def make() -> None:
        # before any test waits for a file
        warm(web.self_contained(os.environ.get("KARTENKISTE_RUNTIME", "")), GOOD)

    try:
        once(common_folder(tmp_path_factory), make)
    except SystemExit as error:
        lack(f"the site could not be made: {error}")


@pytest.fixture(scope="session")
def package(built: None) -> Path:
    """Return pygbag's package in our page."""
    import web

    return web.PACKAGE


@pytest.fixture(scope="session")
def site(built: None) -> Path:
    """Return the self-contained site around its own runtime."""
    import web

    return web.SITE


@pytest.fixture(scope="session")
def server(site: Path) -> Iterator[Any]:
    """Serve the site on 127.0.0.1."""
    from serve import Server

    with Server(site).start() as found:
        yield found


@pytest.fixture
def unvisited(site: Path) -> Iterator[Any]:
    """Serve the site to one visitor alone: requests that others aborted still count as sent there."""
    from serve import Server

    with Server(site).start() as found:
        yield found


@pytest.fixture
def visit(browser: Any, server: Any) -> Iterator[Callable[..., Any]]:
    """Open the site as a visitor; in the end there may be no complaints and no requests to other hosts.

    Without an address there are no animations that cost time; without ``worker`` nothing is stored for a visit without
    a network.
    """
    from visitor import Visitor

    visitors: list[Any] = []

    def open_(address: str = "#speed=off", script: str = "", worker: bool = False, **options: Any) -> Any:
        script = script if worker else f"{NO_WORKER} {script}"
        found = Visitor(browser, options.pop("base", server.address), script=script, **options)
        visitors.append(found)
        found.open(address)
        return found

    yield open_
    for found in visitors:
        found.close()
    for found in visitors:
        assert not found.complaints, found.complaints
        assert not found.strangers, found.strangers


@pytest.fixture
def copied_site(site: Path, tmp_path: Path) -> Path:
    """Return a copy of the site to be changed."""
    return Path(shutil.copytree(site, tmp_path / "site"))


@pytest.fixture
def own_server(copied_site: Path) -> Iterator[Any]:
    """Serve that copy."""
    from serve import Server

    with Server(copied_site).start() as found:
        yield found


@pytest.fixture
def stubbed(package: Path, tmp_path: Path, browser: Any) -> Iterator[Callable[..., Any]]:
    """Open pygbag's form of the page with a stub for pygbag's runtime, on another host; see ``runtime_stub``.

    ``faults`` are files that do not arrive, ``copies`` the folders of the host that the page lies in, ``script`` runs
    before the page's own. ``pages`` is the folder of the page, if it is another one than the package.
    """
    import runtime_stub
    import web
    from visitor import within_page

    servers: list[Any] = []
    contexts: list[Any] = []
    dialogs: list[str] = []

    def open_(
        outcome: str = runtime_stub.GOOD,
        address: str = "",
        script: str = "",
        copies: tuple[str, ...] = ("",),
        faults: dict[str, str] | None = None,
        pages: Path | None = None,
        **options: Any,
    ) -> Any:
        root = tmp_path / f"site{len(servers)}"
        runtime_stub.write(root / "elsewhere", outcome)
        elsewhere = runtime_stub.Faulty(root / "elsewhere", faults or {}).start()
        cdn = f"{elsewhere.address}{runtime_stub.FOLDER}"
        for copy in copies:
            folder = Path(shutil.copytree(pages or package, root / "here" / copy))
            page_text = (folder / "index.html").read_text(encoding="utf-8")
            assert f"{web.CDN}pythons.js" in page_text
            page_text = page_text.replace(web.CDN, cdn)
            if pages:
                # none of our own code is involved
                (folder / "index.html").write_text(page_text, encoding="utf-8")
            else:
                web.write_page(folder, page_text, cdn)
        here = runtime_stub.Faulty(root / "here", faults or {}, runtime_stub.Here).start()
        servers.extend((here, elsewhere))
        contexts.append(browser.new_context(**{"locale": "de-DE", **options}))
        if script:
            contexts[-1].add_init_script(within_page(script))
        page = contexts[-1].new_page()
        page.on("dialog", lambda dialog: dialogs.append(dialog.message) or dialog.dismiss())
        page.goto(here.address + address)
        page.hosts = (here, elsewhere)
        return page

    yield open_
    for server in servers:
        server.released.set()
    for context in contexts:
        context.close()
    for server in servers:
        server.shutdown()
        server.server_close()
    assert not dialogs
