"""Host tables for phones and other computers.

Build the site that they load, if it is missing or older than the sources, and start the program that serves it with the
tables (``game/tools/hosting.py``).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from environments import ROOT, WEB, environment

#: with its own runtime, as a room may have no internet
SITE, ARCHIVE = ROOT / "build" / "site", ROOT / "build" / "kartenkiste-self-contained.zip"
#: the sources of the site and of its build
SOURCES = (
    "main.py",
    "game",
    "assets",
    "build/web.py",
    "build/policy.py",
    "build/lean.py",
    "build/no_eval.py",
    "build/page",
    "build/page_script.py",
    "build/runtime",
)


def is_stale() -> bool:
    """Return whether the site is missing, or older than one of its sources."""
    if not (SITE / "index.html").is_file() or not ARCHIVE.is_file():
        return True
    built = ARCHIVE.stat().st_mtime
    return any(path.stat().st_mtime > built for name in SOURCES for path in files(ROOT / name))


def files(path: Path) -> list[Path]:
    """Return the files of a source."""
    found = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
    return [one for one in found if one.suffix != ".pyc"]


def build() -> bool:
    """Build the site; return whether there is one."""
    print("Building the site (only when the sources have changed) ...", flush=True)
    done = subprocess.run([environment("web", wanted=WEB), "build/web.py", "--self-contained"], cwd=ROOT, check=False)
    if done.returncode and (SITE / "index.html").is_file():
        print("The site couldn't be rebuilt: phones get the previous one.", file=sys.stderr)
    return (SITE / "index.html").is_file()


def main(rest: list[str]) -> int:
    """Build what is missing and serve; options are the program's."""
    shares = any("redis://" in word or "rediss://" in word for word in rest)
    command = [environment("redis" if shares else "server"), "-m", "game.tools.hosting"]
    if not {"-h", "--help"} & {*rest}:
        if is_stale() and not build():
            return 1
        command += ["--site", str(SITE)]
    sys.stdout.flush()
    os.chdir(ROOT)
    if os.name == "posix":
        # in place of this process, so that signals reach the program itself
        os.execv(command[0], [*command, *rest])
    with subprocess.Popen([*command, *rest]) as running:
        while True:
            try:
                return running.wait()
            except KeyboardInterrupt:
                # it has received the signal as well, and takes its time to end
                continue
