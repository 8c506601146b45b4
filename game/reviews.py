"""Reviews that are kept between sessions, whole or as far as they have got, beside the finished matches."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING
from zlib import crc32

from game.core.game import Action, Why
from game.core.match import UNREADABLE, AnyMatch
from game.core.options import Json
from game.core.review import AnyReview, AnyStep, Judged
from game.presentations import PRESENTATIONS

if TYPE_CHECKING:
    from game.context import Context

STORED = "reviews"
#: reviews of another way of judging are made anew
VERSION = 6
#: so many are kept, the newest last: of a finished match there may be several, of one seat each
KEPT = 24


def keep(context: Context, match: AnyMatch, review: AnyReview) -> bool:
    """Store what has been judged of a seat's decisions; return whether that could be done."""
    name = _name_of(match, review.seat)
    others = [row for row in _rows(context) if row["of"] != name]
    decisions: list[Json] = [
        [row.place, match.game.encode(row.best), _reason(row.why), *_figures(row)] for row in review.decisions
    ]
    fresh = {"version": VERSION, "of": name, "decisions": decisions}
    return context.store(STORED, [*others, fresh][-KEPT:])


def _figures(row: Judged[Action]) -> tuple[float, ...]:
    return row.chance, row.best_chance, row.error, row.margin, row.best_margin, row.margin_error


def _reason(why: Why | None) -> Json:
    return why and [why.key, dict(why.blanks)]


def known(context: Context, match: AnyMatch, seat: int, steps: Mapping[int, AnyStep]) -> tuple[Judged[Action], ...]:
    """What has been judged of a seat's decisions before, in their order; ``steps`` are all of them by their places.

    What makes no sense is set aside and told: it is judged anew.
    """
    name = _name_of(match, seat)
    rows = _rows(context)
    for row in rows:
        if row["of"] == name and row["version"] == VERSION:
            try:
                return _read(context, match, steps, row["decisions"])
            except UNREADABLE:
                _set_aside(context, [other for other in rows if other is not row])
    return ()


def _name_of(match: AnyMatch, seat: int) -> list[Json]:
    """What tells a seat of a match from all others: another order of the same fields makes no difference."""
    return [match.game.name, match.seed, crc32(json.dumps(match.save(), sort_keys=True).encode()), seat]


def _rows(context: Context) -> list[Mapping[str, Json]]:
    """What is stored, the newest last; rows of another shape are set aside and told."""
    data = context.stored(STORED, "file.reviews")
    if data is None:
        return []
    rows = data if isinstance(data, list) else []
    good: list[Mapping[str, Json]] = [
        row for row in rows if isinstance(row, dict) and {"version", "of", "decisions"} <= row.keys()
    ]
    if not isinstance(data, list) or len(good) < len(rows):
        _set_aside(context, good)
    return good


def _set_aside(context: Context, good: Sequence[Mapping[str, Json]]) -> None:
    """Keep all that is stored under another name, tell it, and go on with what is ``good``."""
    context.set_aside(STORED, "file.reviews")
    context.store(STORED, [dict(row) for row in good])


def _read(context: Context, match: AnyMatch, steps: Mapping[int, AnyStep], data: Json) -> tuple[Judged[Action], ...]:
    """The decisions that ``keep`` wrote; raise one of UNREADABLE for anything else."""
    if not isinstance(data, list):
        raise ValueError("no decisions")
    words = PRESENTATIONS[match.game.name].words(context.texts, match.seats)
    found = []
    for place, best, reason, *figures in data:
        step, action = steps[place], match.game.decode(best)
        chances, margins = [float(figure) for figure in figures[:3]], [float(figure) for figure in figures[3:]]
        if [len(chances), len(margins)] != [3, 3] or not all(map(isfinite, chances + margins)):
            raise ValueError("no figures")
        if not all(0 <= chance <= 1 for chance in chances):
            raise ValueError("no chances")
        if action not in match.game.legal_actions(step.state):
            raise ValueError("no legal action")
        why = None
        if reason is not None:
            key, blanks = reason
            why = Why(key, tuple(blanks.items()))
            if "{" in words.why(why):
                raise ValueError("a reason that cannot be said")
        (chance, best_chance, error), (margin, best_margin, off) = chances, margins
        found.append(Judged(place, step.played, action, chance, best_chance, error, why, margin, best_margin, off))
    if [row.place for row in found] != sorted({row.place for row in found}):
        raise ValueError("out of order")
    return tuple(found)
