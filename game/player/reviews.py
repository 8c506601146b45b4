"""Stored reviews of finished matches, complete or partial."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeAlias
from zlib import crc32

from game.ai.judgement import JudgedDecision
from game.ai.review import AnyDecisionPoint, AnyReview, Effect
from game.catalogue.presentations import PRESENTATIONS
from game.core.capabilities import Reason
from game.core.codec import AnyJson, Shape, codec_of, within
from game.core.game import Action
from game.core.match import UNREADABLE, AnyMatch
from game.core.options import Json
from game.player.stored_value import StoredValue

if TYPE_CHECKING:
    from game.services.context import Context

#: version of the judgement; older reviews are made again
VERSION = 11
#: most reviews kept, newest last; a match may have one for each seat
KEPT = 24

Chance: TypeAlias = Annotated[float, within(0, 1)]


class StoredDecision(NamedTuple):
    """Stored form of a decision: its place, the best action, the reason, and the figures of :class:`JudgedDecision`."""

    place: int
    best: AnyJson
    why: tuple[str, dict[str, int]] | None
    chance: Chance
    best_chance: Chance
    error: Chance
    margin: float
    best_margin: float
    margin_error: float
    unproved: bool = False


class StoredReview(NamedTuple):
    """Stored form of a review; its decisions are readable to their own version only."""

    version: AnyJson
    of: AnyJson
    decisions: AnyJson
    #: the effect of the others' play and its standard error; None while it is unknown
    others: tuple[float, float] | None = None


#: newest last
STORED: StoredValue[tuple[StoredReview, ...]] = StoredValue(
    "reviews", "file.reviews", codec_of(tuple[Annotated[StoredReview, Shape.SPARSE], ...]), ()
)
DECISIONS = codec_of(tuple[Annotated[StoredDecision, Shape.ROW], ...])


def store_review(context: "Context", match: AnyMatch, review: AnyReview) -> bool:
    """Store the decisions judged for a seat, less those that are only estimated; return True if that succeeded."""
    name = _name_of(match, review.seat)
    others = [row for row in STORED.read(context) if row.of != name]
    decisions = DECISIONS.write(tuple(_stored(row, match.game.encode(row.best)) for row in review.proved))
    return STORED.write(context, (*others, StoredReview(VERSION, name, decisions, review.others))[-KEPT:])


def stored_effect(context: "Context", match: AnyMatch, seat: int) -> Effect | None:
    """Return the stored effect of the others' play, or None."""
    name = _name_of(match, seat)
    rows = (row.others for row in STORED.read(context) if row.of == name and row.version == VERSION)
    return next((Effect(*others) for others in rows if others), None)


def _stored(row: JudgedDecision[Action], best: Json) -> StoredDecision:
    why = row.why and (row.why.key, dict(row.why.blanks))
    chances = row.chance, row.best_chance, row.error
    return StoredDecision(row.place, best, why, *chances, row.margin, row.best_margin, row.margin_error, row.unproved)


def stored_decisions(
    context: "Context", match: AnyMatch, seat: int, steps: Mapping[int, AnyDecisionPoint]
) -> tuple[JudgedDecision[Action], ...]:
    """Return the stored judgements of a seat, in order; ``steps`` are all its decisions by place.

    Invalid ones are set aside and reported, to be judged again.
    """
    name = _name_of(match, seat)
    rows = STORED.read(context)
    for row in rows:
        if row.of == name and row.version == VERSION:
            try:
                return _read(context, match, steps, row.decisions)
            except UNREADABLE:
                STORED.set_aside(context, tuple(other for other in rows if other is not row))
    return ()


def _name_of(match: AnyMatch, seat: int) -> list[Json]:
    """Return the identification of a seat of a match, independent of the order of fields."""
    return [match.game.name, match.seed, crc32(json.dumps(match.save(), sort_keys=True).encode()), seat]


def _read(
    context: "Context", match: AnyMatch, steps: Mapping[int, AnyDecisionPoint], data: Json
) -> tuple[JudgedDecision[Action], ...]:
    """Return the decisions that ``store_review`` wrote; raise one of UNREADABLE for anything else."""
    match_texts = PRESENTATIONS[match.game.name].match_texts(context.texts, match.seats)
    found = []
    for row in DECISIONS.read(data):
        step, action = steps[row.place], match.game.decode(row.best)
        if action not in match.game.legal_actions(step.state):
            raise ValueError(f"expected a legal action, got {action}")
        # a reason that an older version gave, and this one does not know, is left out
        known = row.why and match_texts.has(f"why.{row.why[0]}")
        why = Reason(row.why[0], tuple(row.why[1].items())) if row.why and known else None
        if why and "{" in match_texts.why(why):
            raise ValueError(f"expected a reason that fills its text, got {why}")
        chances, margins = (row.chance, row.best_chance, row.error), (row.margin, row.best_margin, row.margin_error)
        found.append(JudgedDecision(row.place, step.played, action, *chances, why, *margins, row.unproved))
    if [row.place for row in found] != sorted({row.place for row in found}):
        raise ValueError("expected decisions in the order of the match, each once")
    return tuple(found)
