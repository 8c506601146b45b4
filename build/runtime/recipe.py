"""Build pygame-ce for Pyodide from sources, the same bytes each time, with the licences of what is in it.

Everything comes from package registries: the toolchain and SDL's sources from Debian, pygame-ce's sources from
PyPI, Pyodide from npm. The toolchain lives in a folder of its own (a chroot), nothing of this machine is changed.
Downloads and steps that are done stay in ``build/out/runtime``.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

from runtime import built_from, licences, pins, pyodide, wheel
from runtime.pyodide import CACHE, Unbuildable, hold, run

HERE = Path(__file__).resolve().parent
#: the last build
FRESH = CACHE / "built"
CHROOT = CACHE / "chroot"
#: the working folder inside the chroot
INSIDE = CHROOT / "build"
#: our patches of Debian's sources, and the folder below ``s`` that each is for
PATCHES = (("sdl2.patch", "libsdl2-2.*+dfsg"), ("sdl2_image.patch", "libsdl2-image-2.*+dfsg"))
#: the contents of the chroot
TOOLS = f"{pins.DEBIAN} {pins.TOOLS}"


def lacking() -> list[str]:
    """Return what a build needs and this machine lacks."""
    found = []
    if not sys.platform.startswith("linux") or not shutil.which("apt-get"):
        found.append("a Debian system (the toolchain comes from its packages)")
    elif os.geteuid() != 0:
        found.append("to be run as root (for a chroot)")
    elif not shutil.which("debootstrap"):
        found.append("the package debootstrap (apt-get install debootstrap)")
    return found


def inside(*command: str, log: str) -> None:
    """Run a command in the toolchain's chroot."""
    run("chroot", str(CHROOT), "env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8", *command, log=log)


def mirror() -> str:
    """Return the address of Debian's packages that this machine already uses."""
    command = ["apt-get", "indextargets", "--format", "$(SITE)"]
    rows = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    found = re.search(r"^\S+/debian/?$", rows, re.MULTILINE)
    if found is None:
        raise Unbuildable("No address of Debian's packages is known here; run apt-get update first.")
    return found.group()


def same(stamp: Path, wanted: str) -> bool:
    """Return whether a step was done with the same pins."""
    return stamp.exists() and stamp.read_text(encoding="utf-8") == wanted


def toolchain() -> None:
    """Return a Debian system with Emscripten in a folder."""
    if same(CHROOT / "ready", TOOLS):
        return
    shutil.rmtree(CHROOT, ignore_errors=True)
    address = mirror()
    run("debootstrap", "--variant=minbase", pins.DEBIAN, str(CHROOT), address, log="debootstrap")
    (CHROOT / "etc/apt/sources.list").write_text(f"deb {address} {pins.DEBIAN} main\n", encoding="utf-8")
    for name in ("resolv.conf", "hosts"):
        if Path("/etc", name).exists():
            shutil.copyfile(Path("/etc", name), CHROOT / "etc" / name)
    inside("apt-get", "update", log="apt")
    inside("apt-get", "install", "-y", "--no-install-recommends", *pins.TOOLS, log="apt")
    (CHROOT / "ready").write_text(TOOLS, encoding="utf-8")


def pooled(package: str, name: str) -> Path:
    """Return a file of a Debian source package, from the pool.

    apt knows only the newest version; the pool keeps the one before it for longer, at a plain address.
    """
    kept = INSIDE / "deb" / name
    if not kept.exists():
        shelf = package[: 4 if package.startswith("lib") else 1]
        address = f"{mirror().rstrip('/')}/pool/main/{shelf}/{package}/{name}"
        inside("/usr/lib/apt/apt-helper", "download-file", address, f"/build/deb/{name}", log="sources")
    return kept


def sources() -> None:
    """Unpack Debian's sources in ``s``, with our patches."""
    texts = [(HERE / "patches" / patch).read_text(encoding="utf-8") for patch, _folder in PATCHES]
    wanted_sources = "\n".join([str(pins.SOURCES), *texts])
    if same(INSIDE / "s/ready", wanted_sources):
        return
    shutil.rmtree(INSIDE / "s", ignore_errors=True)
    (INSIDE / "s").mkdir(parents=True)
    (INSIDE / "deb").mkdir(exist_ok=True)
    for name, version, wanted in pins.SOURCES:
        described = hold(pooled(name, f"{name}_{version}.dsc"), wanted)
        for part in re.findall(r"^ [0-9a-f]{64} \d+ (\S+)$", described.read_text(encoding="utf-8"), re.MULTILINE):
            pooled(name, part)
        # checks the hashes of the files against the description
        inside("sh", "-c", f"cd /build/s && dpkg-source -x ../deb/{described.name}", log="sources")
    for patch, folder in PATCHES:
        shutil.copyfile(HERE / "patches" / patch, INSIDE / patch)
        inside("sh", "-c", f"cd /build/s/{folder} && patch -p1 < /build/{patch}", log="sources")
    (INSIDE / "s/ready").write_text(wanted_sources, encoding="utf-8")


def pygame() -> None:
    """Unpack pygame-ce's sources in ``pygame``, with our patch."""
    archive = CACHE / f"pygame_ce-{pins.PYGAME}.tar.gz"
    if not archive.exists():
        command = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps"]
        command += ["--no-build-isolation", "--no-binary", ":all:", f"pygame-ce=={pins.PYGAME}", "-d", str(CACHE)]
        run(*command, log="pip", env={**os.environ, "PYTHONPATH": str(HERE / "stub")})
    hold(archive, pins.PYGAME_SHA256)
    shutil.rmtree(INSIDE / "pygame", ignore_errors=True)
    pyodide.unpack(archive, INSIDE)
    (INSIDE / f"pygame_ce-{pins.PYGAME}").rename(INSIDE / "pygame")
    shutil.copyfile(HERE / "patches/pygame-ce.patch", INSIDE / "pygame-ce.patch")
    inside("sh", "-c", "cd /build/pygame && patch -p1 < /build/pygame-ce.patch", log="sources")


def headers(core: Path) -> None:
    """Unpack the target's Python headers in ``python``: Debian's, with the configuration of Pyodide's own build."""
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


def build() -> Path:
    """Compile everything and return the folder with wheel and licences; Unbuildable if this machine cannot.

    Steps that were done before with the same pins are not done again.
    """
    if missing := lacking():
        raise Unbuildable("pygame-ce cannot be compiled for the browser here. It needs " + ", and ".join(missing) + ".")
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
    core = pyodide.package()
    headers(core)
    say("compile")
    shutil.copyfile(HERE / "compile.py", INSIDE / "compile.py")
    jobs = os.environ.get("JOBS") or str(os.cpu_count() or 2)
    inside("env", f"JOBS={jobs}", "python3", "/build/compile.py", "/build", log="compile")
    pyodide.node(HERE / "check_imports.mjs", str(INSIDE / "base.so"), str(core), log="imports")
    say("wheel")
    shutil.rmtree(FRESH, ignore_errors=True)
    FRESH.mkdir()
    wheel.write(INSIDE / "pygame", INSIDE / "base.so", FRESH)
    (FRESH / "LICENSES.txt").write_text(licences.collect(CHROOT, INSIDE, HERE / "patches"), encoding="utf-8")
    (FRESH / built_from.NAME).write_text(built_from.listed(FRESH), encoding="utf-8", newline="\n")
    say(f"done: {FRESH}")
    return FRESH


def compare(fresh: Path, kept: Path) -> int:
    """Print whether two folders hold the same files, byte for byte; return an exit code, 0 if they do."""
    names = sorted({path.name for folder in (fresh, kept) for path in folder.iterdir()})
    differing = [
        name
        for name in names
        if not ((fresh / name).is_file() and (kept / name).is_file())
        or (fresh / name).read_bytes() != (kept / name).read_bytes()
    ]
    for name in names:
        print(f"{'DIFFERS' if name in differing else 'the same'}: {name}")
    if differing:
        print(
            f"The recipe builds something other than {kept} holds. See {fresh}; to keep it: tasks.py runtime --rebuild"
        )
    return 1 if differing else 0


def take_over(fresh: Path, kept: Path) -> None:
    """Replace the files in the repository by the ones just built."""
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir()
    for path in fresh.iterdir():
        shutil.copyfile(path, kept / path.name)
