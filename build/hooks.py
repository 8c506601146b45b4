"""A hook for contributors: git asks for style and types before each commit, in the project's own environment.

The same checks as in the gate, by ``tasks.py check``; nothing is downloaded but the pinned tools, once. A hook that
somebody else has put there is left alone.
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

from environments import ROOT

MARK = "# made by Kartenkiste's build/tasks.py hooks"
HOOK = f"""#!/bin/sh
{MARK}
# looks at the files as they lie here; to commit all the same: git commit --no-verify
for python in python3 python py; do
  command -v "$python" >/dev/null 2>&1 && exec "$python" build/tasks.py check
done
echo "No Python was found to check the commit with." >&2
exit 1
"""


def place() -> Path:
    """Return the place of the hook, respecting worktrees and ``core.hooksPath``; SystemExit without a repository."""
    asked = ["git", "rev-parse", "--git-path", "hooks/pre-commit"]
    try:
        done = subprocess.run(asked, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    except FileNotFoundError:
        raise SystemExit("git isn't installed here, so there's nowhere to put a hook.") from None
    if done.returncode:
        raise SystemExit(f"This folder isn't a clone of the repository: {done.stderr.strip()}")
    return ROOT / done.stdout.strip()


def main(rest: list[str]) -> int:
    """Read the options of ``tasks.py hooks``."""
    parser = argparse.ArgumentParser(prog="tasks.py hooks", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--remove", action="store_true", help="remove the hook")
    given = parser.parse_args(rest)
    path = place()
    if path.exists() and MARK not in path.read_text(encoding="utf-8", errors="replace"):
        raise SystemExit(f"{path} is another hook and was left alone. Make it run: python3 build/tasks.py check")
    if given.remove:
        path.unlink(missing_ok=True)
        print("Commits are no longer checked here.")
        return 0
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HOOK, encoding="utf-8", newline="\n")
    path.chmod(0o755)
    print("Each commit is now checked first, as with: python3 build/tasks.py check")
    return 0
