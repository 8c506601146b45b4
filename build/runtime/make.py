"""Put the browser runtime together, on any machine: Pyodide by npm, and pygame-ce for it, which the repository holds.

``built`` has pygame-ce's wheel bit for bit as :mod:`runtime.recipe` builds it, with the licences of what is in it.
Results stay in ``build/out/runtime`` and are used again as long as nothing they are made of has changed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
from pathlib import Path

from runtime import built_from, pins, pyodide

HERE = Path(__file__).resolve().parent
#: the results of the recipe: the wheel, LICENSES.txt, and what they were built from
BUILT = HERE / "built"
#: the finished runtime, to be served
MADE = pyodide.CACHE / "made"
CORE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm")
NEEDED = (*CORE, "pyodide-lock.json", "python_stdlib.zip", "LICENSES.txt")
#: Pyodide's script, to which the fixes below are applied
SCRIPT = "pyodide.asm.js"
#: faults in that script, and their replacements. Where a browser can suspend WebAssembly (JSPI), every callback of the
#: asyncio loop enters Python through ``callPyObjectKwargsPromising``. It takes room for an exception from the stack and
#: gives it back only if there is one: 16 bytes are lost each time, 5 MiB in 45 minutes. Giving them back after its
#: ``await`` would be no better, as others may have come in meanwhile; so the room comes from the heap.
MENDS = (
    ("let l=stackSave(),c=stackAlloc(4),u;", "let c=_malloc(4),l,u;"),
    (
        "if(u=u[0],u===Module.error){_PyErr_SetRaisedException(HEAPU32[c/4>>>0]);try{_pythonexc2js()}finally{stackRestore(l)}}",
        "l=HEAPU32[c/4>>>0],_free(c);if(u=u[0],u===Module.error){_PyErr_SetRaisedException(l);_pythonexc2js()}",
    ),
)
#: of Python's standard library as ``compiled.py`` leaves it
STDLIB_SHA256 = "b9c0baca07fed306a6134263a5d6a31a5e58d5c2e6addeea56cda1d7b0dba9bb"
#: in a finished runtime: the list of its parts; no page loads it
STAMP = "recipe"


def check(folder: Path) -> Path:
    """Return a folder that holds a whole runtime, or raise SystemExit."""
    lacking = [name for name in NEEDED if not (folder / name).is_file()]
    if lacking or not list(folder.glob("pygame_ce-*.whl")):
        raise SystemExit(f"{folder} isn't a runtime folder; it lacks {', '.join(lacking) or 'pygame_ce-*.whl'}.")
    return folder


def find(given: str = "") -> Path:
    """Return the given folder, or the runtime made of the present parts; raise SystemExit if there is none.

    It is made now if its parts have changed.
    """
    if given:
        return check(Path(given).resolve())
    stamp = MADE / STAMP
    if not (stamp.exists() and stamp.read_text(encoding="utf-8") == parts()):
        make()
    return check(MADE)


def parts() -> str:
    """Return one hash for all parts of a runtime and of its build."""
    whole = hashlib.sha256()
    used = [HERE / name for name in ("make.py", "pins.py", "compiled.py", "compiled.mjs")]
    for path in [*used, *sorted(BUILT.iterdir())]:
        whole.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def wheel() -> Path:
    """Return the repository's pygame-ce for the browser."""
    (found,) = BUILT.glob("pygame_ce-*.whl")
    return found


def lock(core: Path, package: Path) -> str:
    """Return a lock file in which pygame-ce is the only package."""
    whole = json.loads((core / "pyodide-lock.json").read_text(encoding="utf-8"))
    whole["packages"] = {
        "pygame-ce": {
            "name": "pygame-ce",
            "version": pins.PYGAME,
            "file_name": package.name,
            "install_dir": "site",
            "sha256": hashlib.sha256(package.read_bytes()).hexdigest(),
            "package_type": "package",
            "imports": ["pygame"],
            "depends": [],
            "unvendored_tests": False,
        }
    }
    return json.dumps(whole, sort_keys=True)


def compiled(folder: Path, given: Path, made: Path, kind: str, root: str) -> None:
    """Return an archive with its sources compiled by the Pyodide in ``folder``; see ``compiled.rewrite``."""
    call = json.dumps([str(given), str(made), kind, root])
    pyodide.node(HERE / "compiled.mjs", str(folder), str(HERE / "compiled.py"), call, log="compiled")


def mended(script: str) -> str:
    """Return Pyodide's script with ``MENDS`` made; raise SystemExit if they were written for another one."""
    for wrong, right in MENDS:
        if script.count(wrong) != 1:
            raise SystemExit(f"{SCRIPT} of Pyodide {pins.PYODIDE} has {script.count(wrong)} places like this: {wrong}")
        script = script.replace(wrong, right)
    return script


def make() -> None:
    """Make the runtime in ``MADE``."""
    core = pyodide.package()
    print("Compiling Python's standard library and pygame-ce by Pyodide ...", flush=True)
    library = pyodide.CACHE / "python_stdlib.zip"
    compiled(core, core / "python_stdlib.zip", library, "library", "/lib/python313.zip")
    pyodide.hold(library, STDLIB_SHA256)
    shutil.rmtree(MADE, ignore_errors=True)
    MADE.mkdir()
    for path in (*(core / name for name in CORE), library, BUILT / "LICENSES.txt"):
        shutil.copyfile(path, MADE / path.name)
    script = MADE / SCRIPT
    script.write_text(mended(script.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    package = MADE / wheel().name
    compiled(core, wheel(), package, "library", "/lib/python3.13/site-packages")
    (MADE / "pyodide-lock.json").write_text(lock(core, package), encoding="utf-8", newline="\n")
    (MADE / STAMP).write_text(parts(), encoding="utf-8")


def show(folder: Path) -> None:
    """Print size, hash and name of every file."""
    for path in sorted(folder.iterdir()):
        print(f"{path.stat().st_size:12,}  {hashlib.sha256(path.read_bytes()).hexdigest()[:16]}  {path.name}")


def main(rest: list[str]) -> int:
    """Read the options of ``tasks.py runtime``."""
    from runtime import recipe

    parser = argparse.ArgumentParser(prog="tasks.py runtime", description=(__doc__ or "").splitlines()[0])
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--runtime", default="", metavar="DIR", help="only check this ready-made runtime folder")
    ways.add_argument(
        "--rebuild",
        action="store_true",
        help="compile pygame-ce again for the repository (Debian, root, three minutes)",
    )
    ways.add_argument(
        "--compare",
        action="store_true",
        help="compile pygame-ce again, and fail if a byte differs from the repository's",
    )
    parser.add_argument(
        "--if-changed",
        action="store_true",
        help="with --compare: only if recipe or result changed since the last build",
    )
    given = parser.parse_args(rest)
    if given.if_changed and not given.compare:
        parser.error("--if-changed belongs to --compare.")
    if given.if_changed and built_from.is_unchanged(BUILT):
        print(f"Recipe and result are those of the last build: {BUILT / built_from.NAME}")
        return 0
    if given.rebuild or given.compare:
        fresh = recipe.build()
        if given.compare:
            return recipe.compare(fresh, BUILT)
        recipe.take_over(fresh, BUILT)
        print(f"Commit what is now in {BUILT}.")
        show(BUILT)
        return 0
    show(find(given.runtime))
    return 0
