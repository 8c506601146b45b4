#!/usr/bin/env python3
"""Print what each level, the hint and the review answer in the positions in which a good player is sure.

Usage: ``python build/sure.py [GAME ...]``. The positions and their reasons are in ``tests/sure``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from importlib import import_module
from typing import Any

from project import ROOT

sys.path.insert(0, str(ROOT / "tests"))
# what the tests share has no types
positions: Any = import_module("sure_positions")


#: who is asked besides those that have to be right
WEAKER = ("easy", "normal")


def line_of(position: Any, right: Counter[str]) -> str:
    """Return a position's line, and count in ``right`` who is right there."""
    found = {asked: positions.answers(position, asked) for asked in (*WEAKER, *positions.ASKED)}
    right.update(asked for asked, action in found.items() if action in position.right)
    wrong = [
        f"{asked} {json.dumps(positions.told(position.game, action))}"
        for asked, action in found.items()
        if action not in position.right
    ]
    answer = " or ".join(json.dumps(positions.told(position.game, action)) for action in position.right)
    return f"{position.game} {position.number}: {answer}; wrong: {', '.join(wrong) or 'nobody'}. {position.why}"


def main() -> None:
    """Print the positions of the games that are named, or of all of them, and who is right how often."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them unless given")
    given = parser.parse_args()
    for game in given.games or positions.BUILDERS:
        right: Counter[str] = Counter()
        found = positions.sure_positions(game)
        for position in found:
            print(line_of(position, right), flush=True)
        shares = ", ".join(f"{asked} {right[asked]}" for asked in (*WEAKER, *positions.ASKED))
        print(f"{game}: right in {len(found)} positions: {shares}", flush=True)


if __name__ == "__main__":
    main()
