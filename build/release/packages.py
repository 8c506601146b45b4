"""Wheel and source archive, and the check that pip installs them and they start."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

from environments import Environment
from release.common import EPOCH, ROOT, VERSION


def make(python: str, folder: Path) -> list[Path]:
    """Build wheel and source archive into ``folder``, the same each time; raise SystemExit if that fails."""
    around = os.environ | {"SOURCE_DATE_EPOCH": str(EPOCH)}
    build = [python, "-m", "hatchling", "build", "--directory", str(folder), "--target", "sdist", "--target", "wheel"]
    if subprocess.run(build, cwd=ROOT, env=around, check=False).returncode:
        raise SystemExit("hatchling could not build the packages.")
    made = sorted(folder.glob(f"kartenkiste-{VERSION}*"), key=lambda path: path.suffix)
    return [path for path in made if path.suffix == ".whl" or path.name.endswith(".tar.gz")]


def check(python: str, made: Sequence[Path]) -> None:
    """Check the packages with twine; raise SystemExit if PyPI would refuse one."""
    if subprocess.run([python, "-m", "twine", "check", "--strict", *map(str, made)], check=False).returncode:
        raise SystemExit("twine refuses the packages; see its message above.")


def try_out(package: Path) -> None:
    """Install a package into an empty environment, as pip would, and start it there; SystemExit if that fails."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        own = Environment(home / "environment")
        venv.create(own.folder, with_pip=True)
        install = [str(own.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(package)]
        subprocess.run(install, check=True)
        ending = ".exe" if os.name == "nt" else ""
        command = shutil.which(f"kartenkiste{ending}", path=str(own.scripts))
        if command is None:
            raise SystemExit(f"{package.name} installs no command.")
        said = subprocess.run([command, "--version"], cwd=home, capture_output=True, text=True, check=True).stdout
        if said.split() != ["Kartenkiste", VERSION]:
            raise SystemExit(f"{package.name}: unexpected answer {said!r}.")
    print(f"{package.name}: installed into an empty environment and started", file=sys.stderr)
