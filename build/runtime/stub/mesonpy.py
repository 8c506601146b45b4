"""Stands in for pygame-ce's build backend, so that pip fetches its sources without configuring them."""

from __future__ import annotations

from pathlib import Path


def get_requires_for_build_wheel(_settings=None):
    """Return no requirements, as nothing is built."""
    return []


get_requires_for_build_sdist = get_requires_for_build_wheel


def prepare_metadata_for_build_wheel(folder, _settings=None):
    """Write name and version, which is all that pip needs."""
    lines = Path("pyproject.toml").read_text(encoding="utf-8").splitlines()
    version = next(line.split('"')[1] for line in lines if line.startswith("version"))
    info = Path(folder) / f"pygame_ce-{version}.dist-info"
    info.mkdir()
    text = f"Metadata-Version: 2.1\nName: pygame-ce\nVersion: {version}\n"
    (info / "METADATA").write_text(text, encoding="utf-8")
    return info.name
