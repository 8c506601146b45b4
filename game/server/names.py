"""What somebody is called: a line of letters that can be read, whatever was typed or sent."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 20
#: control signs, those that turn the direction of writing or are never seen, halves of letters, and what means nothing
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
#: marks upon one letter: more of them climb into the lines above
MOST_MARKS = 2


def cleaned(name: str) -> str:
    """``name`` as it may be shown: composed, without what is not seen, of sensible length; "" if nothing is left."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", name[: 20 * LONGEST_NAME]):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind[0] == "M" else 0
        if kind == "Zs" or sign in "\t\n":
            kept.append(" ")
        elif kind not in UNSEEN and marks <= MOST_MARKS:
            kept.append(sign)
    return " ".join("".join(kept).split())[:LONGEST_NAME].strip()
