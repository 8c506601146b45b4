#!/usr/bin/env python3
"""Make the table of cards of Twin It!: ``python build/deck_maker.py`` writes ``deck_table.py`` anew.

The same seed makes the same table. A pattern that occurs once is a trap and therefore always has a near-twin
that occurs more often.
"""

from __future__ import annotations

from project import ROOT

from game.core.rng import Rng
from game.games.twin_it.deck import FAMILY_OF, ONCE

SEED = 2017
#: deals tried before the counts are called impossible; a few are enough
ATTEMPTS = 10_000

Card = tuple[int, int]


def counts_of(families: tuple[int, ...], once: int, rng: Rng) -> list[int]:
    """Return how often each pattern occurs, ``once`` of them a single time (section 1: t = 32 + u, d = 87 - 2u).

    ``families`` gives the family of every pattern; no two single patterns are of one family.
    """
    thrice = 32 + once
    order = rng.shuffled(range(len(families)))
    counts = [2] * len(families)
    singles: list[int] = []
    for pattern in order:
        if len(singles) < once and families[pattern] not in [families[single] for single in singles]:
            singles.append(pattern)
            counts[pattern] = 1
    for pattern in [p for p in order if p not in singles][:thrice]:
        counts[pattern] = 3
    return counts


def pair_up(counts: list[int], families: tuple[int, ...], rng: Rng) -> list[Card]:
    """Put all faces on cards: never two of a family on one card, never the same two patterns twice."""
    faces = [pattern for pattern, count in enumerate(counts) for _ in range(count)]
    for _ in range(ATTEMPTS):
        pool = rng.shuffled(faces)
        cards: set[Card] = set()
        while pool:
            first = pool.pop()
            fits = [
                place
                for place, other in enumerate(pool)
                if families[other] != families[first] and (min(first, other), max(first, other)) not in cards
            ]
            if not fits:
                break
            second = pool.pop(rng.choice(fits))
            cards.add((min(first, second), max(first, second)))
        else:
            return sorted(cards)
    raise ValueError(f"found no way to put these faces on cards in {ATTEMPTS} attempts")


def make(families: tuple[int, ...], once: int, seed: int) -> list[Card]:
    """Return all cards of the box."""
    rng = Rng(seed)
    return pair_up(counts_of(families, once, rng), families, rng)


def source(cards: list[Card]) -> str:
    """Return ``deck_table.py`` as text."""
    rows = [cards[start : start + 8] for start in range(0, len(cards), 8)]
    lines = ["    " + ", ".join(f"({one}, {other})" for one, other in row) + "," for row in rows]
    head = '"""The 135 cards of the box, one pattern a side: made by ``deck_maker``, not by hand."""'
    table = "\n".join(["# fmt: off", "CARDS: tuple[tuple[int, int], ...] = (", *lines, ")", "# fmt: on"])
    return f"{head}\n\n{table}\n"


def main() -> None:
    """Write the table where the game reads it."""
    text = source(make(FAMILY_OF, ONCE, SEED))
    (ROOT / "game" / "games" / "twin_it" / "deck_table.py").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
