#!/usr/bin/env python3
"""Print what ``CHANGELOG.md`` says of one release: ``python build/notes.py v1.0.0``.

The release workflow asks before it publishes anything: a tag that is not the program's version, or a release without a
date or without notes, ends it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: a release with the day on which it was published
HEADING = re.compile(r"## (?P<version>\S+) \((?P<when>[^)]*)\)")


def notes(changelog: str, version: str) -> str:
    """Return the text below a version's heading; SystemExit if there is none, or if it has no date."""
    lines = iter(changelog.splitlines())
    for line in lines:
        heading = HEADING.fullmatch(line)
        if heading and heading["version"] == version:
            break
    else:
        raise SystemExit(f"CHANGELOG.md has no heading for {version}.")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", heading["when"]):
        raise SystemExit(f'CHANGELOG.md says "{heading["when"]}" beside {version} where its date belongs.')
    found: list[str] = []
    for line in lines:
        if line.startswith("## "):
            break
        found.append(line)
    if not (text := "\n".join(found).strip()):
        raise SystemExit(f"CHANGELOG.md says nothing of {version}.")
    return text


def own_version() -> str:
    """Return the program's version as its source gives it; nothing of it has to be installed."""
    source = (ROOT / "game" / "__init__.py").read_text(encoding="utf-8")
    return source.split('__version__ = "')[1].split('"')[0]


def main(tag: str) -> int:
    """Print the notes of the release with this tag."""
    version = tag.removeprefix("v")
    if version != own_version():
        raise SystemExit(f"The tag {tag} is not the program's version, {own_version()}.")
    print(notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
