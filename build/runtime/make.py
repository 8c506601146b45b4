"""Build the browser runtime: Pyodide's core, and pygame-ce compiled for it, ready to be served.

Everything comes from package registries: the toolchain and SDL's sources from Debian, pygame-ce's sources from
PyPI, Pyodide from npm. The toolchain lives in a folder of its own (a chroot), nothing of this machine is changed.
Results and downloads stay in ``build/out/runtime`` and are used again as long as the recipe is the same.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

from environments import ROOT

from runtime import licences, pins, wheel

HERE = Path(__file__).resolve().parent
CACHE = ROOT / "build" / "out" / "runtime"
#: the finished runtime, to be served
MADE = CACHE / "made"
CHROOT = CACHE / "chroot"
#: the working folder inside the chroot
INSIDE = CHROOT / "build"
CORE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm")
NEEDED = (*CORE, "pyodide-lock.json", "python_stdlib.zip", "LICENSES.txt")


class Unbuildable(SystemExit):
    """The runtime cannot be built on this machine; the message says what is missing."""


def recipe() -> str:
    """One hash for everything the result depends on."""
    whole = hashlib.sha256()
    for path in sorted(HERE.rglob("*")):
        if path.is_file() and path.suffix in (".py", ".patch", ".mjs"):
            whole.update(path.relative_to(HERE).as_posix().encode() + b"\0" + path.read_bytes())
    return whole.hexdigest()


def check(folder: Path) -> Path:
    """A folder that holds a whole runtime, or SystemExit."""
    lacking = [name for name in NEEDED if not (folder / name).is_file()]
    if lacking or not list(folder.glob("pygame_ce-*.whl")):
        raise SystemExit(f"{folder} is no runtime folder; it lacks {', '.join(lacking) or 'pygame_ce-*.whl'}.")
    return folder


def find(given: str = "") -> Path:
    """The runtime: the given folder, what was built before by the same recipe, or a new build."""
    if given:
        return check(Path(given).resolve())
    stamp = MADE / "recipe"
    if not (stamp.exists() and stamp.read_text(encoding="utf-8") == recipe()):
        build()
    return check(MADE)


def lacking() -> list[str]:
    """What this machine has not that a build needs."""
    found = []
    if not sys.platform.startswith("linux") or not shutil.which("apt-get"):
        found.append("a Debian system (the toolchain comes from its packages)")
    elif os.geteuid() != 0:
        found.append("to be run as root (for a chroot)")
    packages = {"debootstrap": "debootstrap", "npm": "npm", "node": "nodejs"}
    missing = [package for command, package in packages.items() if not shutil.which(command)]
    if missing and not found:
        print(f"Installing {' '.join(missing)} ...", flush=True)
        env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        quiet = {"env": env, "stdout": subprocess.DEVNULL, "check": False}
        subprocess.run(["apt-get", "update", "-qq"], **quiet)  # type: ignore[call-overload]
        subprocess.run(["apt-get", "install", "-y", "-qq", *missing], **quiet)  # type: ignore[call-overload]
        missing = [package for command, package in packages.items() if not shutil.which(command)]
    if missing:
        found.append(f"the packages {' '.join(missing)} (apt-get install {' '.join(missing)})")
    return found


def run(*command: str, log: str, **options: object) -> None:
    """Run a command with its output in a file; raise SystemExit with the end of it if it fails."""
    path = CACHE / f"{log}.log"
    with path.open("a", encoding="utf-8") as output:
        done = subprocess.run(command, stdout=output, stderr=subprocess.STDOUT, check=False, **options)  # type: ignore[call-overload]
    if done.returncode:
        end = path.read_text(encoding="utf-8", errors="replace")[-3000:]
        raise SystemExit(f"{' '.join(command[:6])} failed, the end of {path}:\n{end}")


def inside(*command: str, log: str) -> None:
    """Run a command in the toolchain's chroot."""
    run("chroot", str(CHROOT), "env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8", *command, log=log)


def hold(path: Path, wanted: str) -> Path:
    """The file, if its SHA-256 is the pinned one; SystemExit if not."""
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != wanted:
        raise SystemExit(f"{path.name} has SHA-256 {found}, pinned is {wanted}.")
    return path


def mirror() -> str:
    """The address of Debian's packages that this machine already uses."""
    command = ["apt-get", "indextargets", "--format", "$(SITE)"]
    rows = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    found = re.search(r"^\S+/debian/?$", rows, re.MULTILINE)
    if found is None:
        raise Unbuildable("No address of Debian's packages is known here; run apt-get update first.")
    return found.group()


def toolchain() -> None:
    """A Debian system with Emscripten in a folder."""
    if (CHROOT / "ready").exists():
        return
    shutil.rmtree(CHROOT, ignore_errors=True)
    address = mirror()
    run("debootstrap", "--variant=minbase", pins.DEBIAN, str(CHROOT), address, log="debootstrap")
    lines = [f"{kind} {address} {pins.DEBIAN} main\n" for kind in ("deb", "deb-src")]
    (CHROOT / "etc/apt/sources.list").write_text("".join(lines), encoding="utf-8")
    for name in ("resolv.conf", "hosts"):
        if Path("/etc", name).exists():
            shutil.copyfile(Path("/etc", name), CHROOT / "etc" / name)
    inside("apt-get", "update", log="apt")
    inside("apt-get", "install", "-y", "--no-install-recommends", *pins.TOOLS, log="apt")
    (CHROOT / "ready").touch()


def sources() -> None:
    """Debian's sources in ``s``, SDL2 with our patch."""
    if (INSIDE / "s/ready").exists():
        return
    shutil.rmtree(INSIDE / "s", ignore_errors=True)
    (INSIDE / "s").mkdir(parents=True)
    (INSIDE / "deb").mkdir(exist_ok=True)
    names = [f"{name}={version}" for name, version, _ in pins.SOURCES]
    inside("sh", "-c", f"cd /build/deb && apt-get source --download-only {' '.join(names)}", log="sources")
    for name, version, wanted in pins.SOURCES:
        described = hold(INSIDE / "deb" / f"{name}_{version}.dsc", wanted)
        # checks the hashes of the files against the description
        inside("sh", "-c", f"cd /build/s && dpkg-source -x ../deb/{described.name}", log="sources")
    shutil.copyfile(HERE / "patches/sdl2.patch", INSIDE / "sdl2.patch")
    inside("sh", "-c", "cd /build/s/libsdl2-2.*+dfsg && patch -p1 < /build/sdl2.patch", log="sources")
    (INSIDE / "s/ready").touch()


def pygame() -> None:
    """pygame-ce's sources in ``pygame``, with our patch."""
    archive = CACHE / f"pygame_ce-{pins.PYGAME}.tar.gz"
    if not archive.exists():
        command = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps"]
        command += ["--no-build-isolation", "--no-binary", ":all:", f"pygame-ce=={pins.PYGAME}", "-d", str(CACHE)]
        run(*command, log="pip", env={**os.environ, "PYTHONPATH": str(HERE / "stub")})
    hold(archive, pins.PYGAME_SHA256)
    shutil.rmtree(INSIDE / "pygame", ignore_errors=True)
    with tarfile.open(archive) as packed:
        packed.extractall(INSIDE, filter="data")
    (INSIDE / f"pygame_ce-{pins.PYGAME}").rename(INSIDE / "pygame")
    shutil.copyfile(HERE / "patches/pygame-ce.patch", INSIDE / "pygame-ce.patch")
    inside("sh", "-c", "cd /build/pygame && patch -p1 < /build/pygame-ce.patch", log="sources")


def pyodide() -> Path:
    """Pyodide's package, unpacked."""
    archive = CACHE / f"pyodide-{pins.PYODIDE}.tgz"
    if not archive.exists():
        run("npm", "pack", "--silent", f"pyodide@{pins.PYODIDE}", log="npm", cwd=CACHE)
    hold(archive, pins.PYODIDE_SHA256)
    with tarfile.open(archive) as packed:
        packed.extractall(CACHE / "pyodide", filter="data")
    return CACHE / "pyodide" / "package"


def headers(core: Path) -> None:
    """The target's Python headers in ``python``: Debian's, with the configuration of Pyodide's own build."""
    shutil.rmtree(INSIDE / "python", ignore_errors=True)
    shutil.copytree(CHROOT / "usr/include/python3.13", INSIDE / "python")
    with zipfile.ZipFile(core / "python_stdlib.zip") as library:
        name = next(name for name in library.namelist() if name.startswith("_sysconfigdata"))
        (CACHE / "target.py").write_bytes(library.read(name))
    found = importlib.util.spec_from_file_location("target", CACHE / "target.py")
    assert found is not None
    assert found.loader is not None
    target = importlib.util.module_from_spec(found)
    found.loader.exec_module(target)
    known = target.build_time_vars
    template = (CHROOT / "usr/include/x86_64-linux-gnu/python3.13/pyconfig.h").read_text(encoding="utf-8")
    names = dict.fromkeys(re.findall(r"^\s*(?:/\*\s*)?#\s*(?:define|undef)\s+([A-Za-z_]\w*)", template, re.MULTILINE))
    lines = ["#ifndef Py_PYCONFIG_H", "#define Py_PYCONFIG_H"]
    for name in names:
        value = known.get(name)
        sized = name.startswith(("SIZEOF", "ALIGNOF", "WORDS"))
        if name in ("Py_PYCONFIG_H", "_Py_COERCE_C_LOCALE") or name.startswith("STRICT_SYSV"):
            continue
        if value is None or (value == 0 and not sized):
            continue
        if name in ("PLATLIBDIR", "PY_BUILTIN_HASHLIB_HASHES"):
            value = '"{}"'.format(str(value).strip('"'))
        lines.append(f"#define {name} {value}")
    (INSIDE / "python/pyconfig.h").write_text("\n".join([*lines, "#endif", ""]), encoding="utf-8")


def lock(core: Path, package: Path) -> str:
    """A lock file in which pygame-ce is the only package."""
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


def build() -> None:
    """Make the runtime; steps that were done before with the same pins are not done again."""
    if missing := lacking():
        raise Unbuildable("The browser runtime cannot be built here. It needs " + ", and ".join(missing) + ".\n"
                          "Elsewhere built, it can be taken over with --runtime DIR.")  # fmt: skip
    CACHE.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()

    def say(step: str) -> None:
        print(f"[{time.monotonic() - begin:4.0f} s] {step}", flush=True)

    say("toolchain")
    toolchain()
    INSIDE.mkdir(exist_ok=True)
    say("sources")
    sources()
    pygame()
    core = pyodide()
    headers(core)
    say("compile")
    for name in ("compile.py", "stdlib.py"):
        shutil.copyfile(HERE / name, INSIDE / name)
    jobs = os.environ.get("JOBS") or str(os.cpu_count() or 2)
    inside("env", f"JOBS={jobs}", "python3", "/build/compile.py", "/build", log="compile")
    run("node", str(HERE / "check_imports.mjs"), str(INSIDE / "base.so"), str(core), log="imports")
    shutil.copyfile(core / "python_stdlib.zip", INSIDE / "given.zip")
    inside("python3", "/build/stdlib.py", "/build/given.zip", "/build/stdlib.zip", log="stdlib")
    say("wheel")
    shutil.rmtree(MADE, ignore_errors=True)
    MADE.mkdir()
    for name in CORE:
        shutil.copyfile(core / name, MADE / name)
    shutil.copyfile(INSIDE / "stdlib.zip", MADE / "python_stdlib.zip")
    package = wheel.write(INSIDE / "pygame", INSIDE / "base.so", MADE)
    (MADE / "pyodide-lock.json").write_text(lock(core, package), encoding="utf-8")
    (MADE / "LICENSES.txt").write_text(licences.collect(CHROOT, INSIDE, HERE / "patches"), encoding="utf-8")
    for path in MADE.iterdir():
        path.chmod(0o644)
    (MADE / "recipe").write_text(recipe(), encoding="utf-8")
    say(f"done: {MADE}")


def main(rest: list[str]) -> int:
    """Read the options of ``tasks.py runtime``."""
    parser = argparse.ArgumentParser(prog="tasks.py runtime", description=__doc__.splitlines()[0])
    parser.add_argument("--runtime", default="", metavar="DIR", help="only check a ready-made runtime folder")
    given = parser.parse_args(rest)
    folder = find(given.runtime)
    for path in sorted(folder.iterdir()):
        print(f"{path.stat().st_size:12,}  {hashlib.sha256(path.read_bytes()).hexdigest()[:16]}  {path.name}")
    return 0
