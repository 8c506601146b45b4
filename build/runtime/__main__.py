"""The command ``tasks.py runtime``."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from runtime import make

if __name__ == "__main__":
    sys.exit(make.main(sys.argv[1:]))
