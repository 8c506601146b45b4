"""Guards against pygbag's runtime: modules it lacks, files it cannot read, calls that would stop the page."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import web

ROOT = Path(__file__).resolve().parent.parent.parent
LIST = Path(__file__).with_name("pygbag_stdlib_cp312.txt")
#: built into every interpreter, so not in the list of files
BUILT_IN = {"sys", "time", "math", "itertools", "os", "io", "abc", "errno", "array", "zlib", "gc", "stat", "marshal"}
#: decimal is a stub there, threads are not threads
UNUSABLE = {"decimal", "threading", "multiprocessing", "subprocess", "socket", "concurrent", "ctypes", "random"}
#: calls that would stop the page: (module, function) and the one place that makes it, natively only
STOPS = {("time", "sleep"): "game/host/device.py", ("pygame.time", "wait"): "", ("pygame.time", "delay"): ""}


@cache
def sources() -> dict[str, ast.Module]:
    """Return the package's sources of the project, by file."""
    paths = [path for path in web.package_files() if path.suffix == ".py"]
    return {path.as_posix(): ast.parse((ROOT / path).read_text(encoding="utf-8")) for path in paths}


@cache
def calls() -> list[tuple[str, ast.Call]]:
    """Yield every call with file and line."""
    return [
        (f"{name}:{node.lineno}", node)
        for name, tree in sources().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    ]


def imported(tree: ast.AST) -> set[str]:
    """Return the first parts of all imported modules, at any depth."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            found.add(node.module.split(".")[0])
    return found


def test_every_module_exists_in_the_browsers_python():
    listed = {line for line in LIST.read_text(encoding="utf-8").split() if line.isidentifier()}
    allowed = (listed | BUILT_IN | {"pygame", "game"}) - UNUSABLE
    known = {*sys.stdlib_module_names, "pygame", "game"}
    for name, tree in sources().items():
        # the seeded generator is based on the one class that takes a seed
        seeded = {"random"} if name == "game/core/rng.py" else set()
        assert imported(tree) <= allowed | seeded, name
        assert imported(tree) <= known, name


def imported_by(node: ast.AST) -> set[str]:
    """Return the files of the project that a statement imports."""
    names: set[str] = set()
    if isinstance(node, ast.ImportFrom) and node.module:
        names = {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    elif isinstance(node, ast.Import):
        names = {one.name for one in node.names}
    files = (f"{name.replace('.', '/')}{ending}" for name in names for ending in (".py", "/__init__.py"))
    return {name for name in files if (ROOT / name).is_file()}


def at_import(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what runs when a module is imported: everything outside of functions and type checking."""
    for child in ast.iter_child_nodes(node):
        checks = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
        if not checks and not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield child
            yield from at_import(child)


def test_modules_left_out_of_the_package_are_imported_only_in_functions():
    packed, native = {*sources()}, web.left_out()[1]
    asked = {name for tree in sources().values() for node in ast.walk(tree) for name in imported_by(node)} - packed
    # a page does not call the functions that import these; it has none of the server
    assert asked
    assert {Path(name).name for name in asked} <= native
    for place, tree in sources().items():
        assert not {name for node in at_import(tree) for name in imported_by(node)} - packed, place


def test_files_left_out_of_the_package_are_there():
    folders, names = web.left_out()
    assert {*names} <= {path.name for folder in (".", "game/**") for path in ROOT.glob(f"{folder}/*")}
    assert {"game/server", "game/tools"} <= folders
    assert all((ROOT / name).is_dir() for name in folders if name.startswith("game/"))


def test_no_call_blocks():
    for place, call in calls():
        if isinstance(call.func, ast.Attribute):
            allowed = STOPS.get((ast.unparse(call.func.value), call.func.attr))
            assert allowed is None or allowed == place.partition(":")[0], place
            assert ast.unparse(call.func) != "pygame.event.wait", place


def test_files_are_opened_as_utf_8():
    for place, call in calls():
        called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        text = {keyword.arg for keyword in call.keywords}
        if called in ("read_text", "write_text", "open") and not ast.unparse(call.func).startswith("pygame."):
            assert "encoding" in text, place


def test_main_begins_as_pygbag_requires():
    text = (ROOT / "main.py").read_text(encoding="utf-8")
    lines = text.splitlines()
    assert lines[:3] == ["# /// script", '# dependencies = ["pygame-ce"]', "# ///"]
    assert len(lines) <= 20
    # pygbag fetches every import that it finds there, and does not set __file__
    assert imported(sources()["main.py"]) == {"asyncio", "game"}
    assert "__file__" not in text
    assert "asyncio.run(run())" in text


def test_files_are_of_kinds_that_both_runtimes_read():
    import web

    files = web.package_files()
    assert not [path for path in files if web.left_out()[1] & {*path.parts}]
    assert {path.suffix for path in files} <= {".py", ".png", ".jpg", ".ogg", ".ttf", ".json", ".txt", ".md", ""}
    assert all(str(path).isascii() and " " not in str(path) for path in files)
    assert len({str(path).lower() for path in files}) == len(files)


def test_no_source_needs_a_newer_python_than_pygbags():
    for path in [ROOT / "main.py", *(ROOT / "game").rglob("*.py")]:
        ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 11))
