"""``tasks.py release``: make everything that is published, in ``build/out/release``.

A program for this system that needs no Python, for Debian also as a package, wheel and source archive, both pages as
zips, a bill of materials and checksums. The same sources give the same bytes on the same system.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import host
import web
from environments import WEB, environment
from release import debian, packages, program, trial
from release.common import NAME, OUT, ROOT, SYSTEM, UNPACKED, VERSION, packed
from runtime import pins

SUMS = "SHA256SUMS"


def sites() -> tuple[Path, Path]:
    """Build both pages and return their zips; an existing page may have been built for another server."""
    command = [environment("web", wanted=WEB), "build/web.py", "--self-contained"]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        raise SystemExit("The pages could not be built.")
    return web.zip_of(ROOT / "build" / "web"), web.zip_of(host.SITE)


def is_clean() -> bool:
    """Return whether the checkout equals its commit."""
    asked = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=False)
    return asked.returncode == 0 and not asked.stdout.strip()


def in_the_runtime() -> list[tuple[str, str, str]]:
    """Return the parts of the page's own runtime: name, version, licence."""
    return [("pyodide", pins.PYODIDE, "MPL-2.0"), ("pygame-ce", pins.PYGAME, "LGPL-2.1-or-later")]


def make() -> None:
    """Make everything; raise SystemExit with a sentence for the first part that fails."""
    for folder in (OUT, UNPACKED):
        shutil.rmtree(folder, ignore_errors=True)
    OUT.mkdir(parents=True)
    pygbag, site = sites()
    for zipped, name in ((pygbag, "pygbag"), (site, "web")):
        shutil.copyfile(zipped, OUT / f"{NAME}-{VERSION}-{name}.zip")
    both = packages.make(sys.executable, OUT)
    packages.check(sys.executable, both)
    for package in both:
        packages.try_out(package)
    made, used = program.make(sys.executable, site, UNPACKED)
    program.try_out(made)
    # not there for --check, which needs less
    from release import bill

    bill.write(OUT / f"{NAME}-{VERSION}.cdx.json", used, in_the_runtime())
    ending = "tar.gz" if sys.platform == "linux" else "zip"
    packed(made, OUT / f"{NAME}-{VERSION}-{SYSTEM}.{ending}")
    if sys.platform == "linux" and shutil.which("dpkg-deb"):
        debian.make(made, OUT)
    files = sorted(path for path in OUT.iterdir() if path.is_file())
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (OUT / SUMS).write_text("".join(sums), encoding="utf-8")


def check() -> None:
    """Make the packages twice and the programs, which take longer, once; SystemExit if they differ or do not start."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        runs = [packages.make(sys.executable, home / name) for name in ("first", "second")]
        for first, second in zip(*runs, strict=True):
            if first.read_bytes() != second.read_bytes():
                raise SystemExit(f"{first.name} comes out otherwise the second time.")
        site = home / "site.zip"
        with zipfile.ZipFile(site, "w") as archive:
            archive.writestr("index.html", "")
        made, _ = program.make(sys.executable, site, home / "program")
        program.try_out(made)


def tell() -> None:
    """Print the files with their sizes."""
    unpacked = sum(path.stat().st_size for path in UNPACKED.rglob("*") if path.is_file() and not path.is_symlink())
    print(f"{OUT}:")
    for path in sorted(path for path in OUT.iterdir() if path.is_file()):
        print(f"  {path.stat().st_size:>12,}  {path.name}")
    print(f"  {unpacked:>12,}  program, unpacked")


def main(rest: list[str]) -> int:
    """Read the options of ``tasks.py release``."""
    parser = argparse.ArgumentParser(prog="tasks.py release", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--dirty", action="store_true", help="allow uncommitted changes, for a trial")
    parser.add_argument("--try", action="store_true", dest="tries", help="try the release in a bare Debian (as root)")
    parser.add_argument(
        "--check", action="store_true", help="only see whether programs and packages come out and start"
    )
    given = parser.parse_args(rest)
    if given.tries or given.check:
        trial.main() if given.tries else check()
        return 0
    if not given.dirty and not is_clean():
        raise SystemExit(
            "There are changes that are not committed: a release is made from what a commit says (or --dirty)."
        )
    make()
    tell()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
