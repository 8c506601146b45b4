"""What is kept between sessions about matches: one in progress for each game, those put away for it, finished ones."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from game.catalogue.registry import GAMES
from game.core.codec import AnyJson, Codec, codec_of
from game.core.match import FIGURES, HUMAN, AnyMatch, InvalidSave, load
from game.core.options import Json
from game.host.storage import DAMAGED
from game.player import stats
from game.player.stored_value import StoredValue
from game.wire.remote_match import ELSEWHERE

if TYPE_CHECKING:
    from game.app.context import Context

#: a game's match in progress is stored under this with the game's name behind it
CURRENT = "match-"
#: where earlier versions stored the only match in progress
ONLY = "match"
#: so many finished matches can be watched again
KEPT = 12
#: so many matches that were put away are offered, the newest; those behind them come up as these are ended
OFFERED = 20


def _several(data: Json) -> Json:
    """What is stored as a list; earlier versions stored some of it alone."""
    return [data] if isinstance(data, dict) else data


Rows: TypeAlias = tuple[AnyJson, ...]
ROWS: Codec[Rows] = codec_of(Rows)
#: matches that another one of their game has taken the place of, without anybody having given them up, the newest last;
#: another version may be able to read what this one cannot
BEFORE: StoredValue[Rows] = StoredValue("match-before", "file.match", ROWS, (), _several)
FINISHED: StoredValue[Rows] = StoredValue("finished", "file.finished", ROWS, ())


class SavedMatch(NamedTuple):
    """A match that can be gone on with, and when it was stored, in milliseconds since 1970 or 0."""

    match: AnyMatch
    saved_ms: float
    #: what is stored of it
    save: Mapping[str, Json]
    #: it lies among those put away
    put_away: bool = False


def save_key(game: str) -> str:
    """The name under which the match in progress of a game is stored."""
    return f"{CURRENT}{game}"


def store_match(context: Context, match: AnyMatch) -> bool:
    """Store the match as its game's one in progress; return whether that could be done."""
    return context.store(save_key(match.game.name), match.save() | {"saved_ms": context.clock.wall_ms()})


def stored_match(context: Context, game: str) -> SavedMatch | None:
    """The match in progress of a game, or None; one that cannot be read is set aside and told."""
    _move_only(context)
    return _resume(context, game)


def _resume(context: Context, game: str) -> SavedMatch | None:
    name = save_key(game)
    data = context.stored(name, "file.match")
    if data is None:
        return None
    try:
        saved = _read(data)
        if saved.match.game.name != game:
            raise InvalidSave("save_damaged", "another game")
    except InvalidSave as error:
        context.set_aside(name, f"reason.{error.reason}")
        return None
    if saved.match.is_over:
        # when it ended it could not be moved
        finish_match(context, saved.match, saved.saved_ms)
        return None
    return saved


def _move_only(context: Context) -> None:
    """Give the match that an earlier version stored, whatever its game, the place that it has now."""
    data = context.stored(ONLY, "file.match")
    if data is None:
        return
    try:
        saved = _read(data)
    except InvalidSave as error:
        context.set_aside(ONLY, f"reason.{error.reason}")
        return
    name = save_key(saved.match.game.name)
    there = context.stored(name, "file.match")
    # at no moment is it stored nowhere, whatever stops the program or refuses to store
    if context.store(name, data) if there in (None, data) else _add_to_those_put_away(context, data):
        context.forget(ONLY)


def _read(data: Json) -> SavedMatch:
    match = match_of(data)
    assert isinstance(data, dict), "a match was read from it"
    return SavedMatch(match, time_of(data, "saved_ms"), data)


def match_of(save: Json) -> AnyMatch:
    """The match of a save; raise BadSave if it is none, or has a level or a figure that does not exist."""
    match = load(save, GAMES)
    levels = (HUMAN, *match.game.bots.levels)
    for seat in match.seats:
        if seat.kind not in levels or seat.figure not in FIGURES:
            raise InvalidSave("save_damaged", f"seat {seat.name}")
    return match


def time_of(save: Mapping[str, Json], name: str) -> float:
    """A time of a stored match in milliseconds since 1970, or 0 if there is none that makes sense."""
    when = save.get(name)
    return float(when) if isinstance(when, (int, float)) and 0 <= when <= stats.LATEST_MS else 0.0


def resumable_matches(context: Context) -> list[SavedMatch]:
    """The matches that can be gone on with: those in progress in the order of the games, then those put away.

    The latter come newest first. Each match is replayed, so of those put away only as many are offered as can be
    replayed at once; the rest stay stored.
    """
    _move_only(context)
    in_progress = [saved for game in GAMES if (saved := _resume(context, game))]
    found: list[SavedMatch] = []
    replayed = 0.0
    for save in reversed(BEFORE.read(context)):
        if (share := log_share(save)) > 1 or any(save == saved.save for saved in in_progress):
            continue
        replayed += share
        if len(found) == OFFERED or replayed > 1:
            break
        try:
            saved = _read(save)
        except InvalidSave:
            # it stays where it is: another version may be able to read it
            continue
        if not saved.match.is_over:
            found.append(saved._replace(put_away=True))
    # of equal age the one that was put away last comes first
    found.reverse()
    found.sort(key=lambda saved: -saved.saved_ms)
    return [*in_progress, *found]


def log_share(save: Json) -> float:
    """How much of the longest log that its game can have a save holds, more than 1 for one that comes from no match.

    It is 0 for what is no save of a game that is known here, for that is never replayed.
    """
    if not isinstance(save, dict):
        return 0.0
    name, log = save.get("game"), save.get("actions")
    game = GAMES.get(name) if isinstance(name, str) else None
    return len(log) / game.max_actions if game and isinstance(log, list) else 0.0


def _rows_of(texts: Mapping[str, str], name: str) -> list[Json]:
    """The rows of the text of that name; what is no JSON at all holds none."""
    try:
        rows = _several(json.loads(texts.get(name, "null")))
    except (ValueError, RecursionError):
        return []
    return rows if isinstance(rows, list) else []


def _open(texts: Mapping[str, str]) -> list[Json]:
    """The saves of the matches to go on with; what was set aside is never read again."""
    names = (name for name in texts if (name == ONLY or name.startswith(CURRENT)) and DAMAGED not in name)
    return [row for name in names for row in _rows_of(texts, name)]


def are_playable(texts: Mapping[str, str]) -> bool:
    """Whether no match among stored texts is longer than a match can be."""
    return all(log_share(save) <= 1 for save in (*_open(texts), *_rows_of(texts, FINISHED.name)))


class StorageContents(NamedTuple):
    """What stored texts hold, for whoever has to choose between two of them."""

    open: int
    finished: int
    #: how many games the statistics know
    counted: int
    #: when anything of it was last played, in milliseconds since 1970, or 0
    latest_ms: float


def contents_of(texts: Mapping[str, str]) -> StorageContents:
    """What texts hold by their names; whatever makes no sense counts as nothing."""
    open_, ended, counted = _open(texts), _rows_of(texts, FINISHED.name), _rows_of(texts, stats.STORED.name)
    times = [
        time_of(row, name)
        for found, name in ((open_, "saved_ms"), (ended, "ended_ms"), (counted, "ended_ms"))
        for row in found
        if isinstance(row, dict)
    ]
    return StorageContents(len(open_), len(ended), len(counted), max(times, default=0.0))


def _add_to_those_put_away(context: Context, save: Json) -> bool:
    rows = BEFORE.read(context)
    return save in rows or BEFORE.write(context, (*rows, save))


def shelve(context: Context, game: str) -> bool:
    """Make room for another match of a game: the one in progress goes to those put away if anybody has acted in it.

    Return whether it lies there. If it cannot be moved, it stays, and no other is stored.
    """
    saved = stored_match(context, game)
    if saved is None or not saved.match.actions:
        return False
    if _add_to_those_put_away(context, saved.save):
        context.forget(save_key(game))
        return True
    context.guard(save_key(game))
    return False


def resume_shelved(context: Context, saved: SavedMatch) -> AnyMatch:
    """Make a match the one in progress of its game, and put that away in its turn; return the match."""
    if saved.put_away:
        shelve(context, saved.match.game.name)
        # at no moment is it stored nowhere, whatever stops the program or refuses to store
        if store_match(context, saved.match):
            discard(context, saved)
    return saved.match


def discard(context: Context, saved: SavedMatch) -> bool:
    """Forget a match that could be gone on with; return whether that could be done."""
    if not saved.put_away:
        return context.forget(save_key(saved.match.game.name))
    return BEFORE.write(context, tuple(row for row in BEFORE.read(context) if row != saved.save))


def finish_match(context: Context, match: AnyMatch, ended_ms: float | None = None) -> None:
    """Move a finished match, which ended now or at ``ended_ms``, from the one in progress to those to watch again.

    It is recorded before it is forgotten. What cannot be done stays to be done: see :func:`stored_match`.
    """
    if not (record_finished(context, match, ended_ms) and context.forget(save_key(match.game.name))):
        store_match(context, match)


def record_finished(context: Context, match: AnyMatch, ended_ms: float | None = None) -> bool:
    """Add a match, which ended now or at ``ended_ms``, to those to watch again; return whether that could be done."""
    save = json.loads(json.dumps(match.save()))
    # one that was recorded and could not be forgotten comes a second time
    kept = [row for row in FINISHED.read(context) if not _is_of(row, save)]
    entry = save | {
        "ended_ms": context.clock.wall_ms() if ended_ms is None else ended_ms,
        "scores": list(match.game.scores(match.state)),
        "winners": list(match.game.winners(match.state)),
    }
    return FINISHED.write(context, (*kept, entry)[-KEPT:])


def record_from_party(context: Context, match: AnyMatch, seat: int) -> None:
    """Keep a party's match to be watched again and in the statistics of the seat that was played here, once.

    A ``seat`` of -1 or below has only looked on: nothing is kept.
    """
    if seat < 0 or any(save.get("seed") == match.seed for save in finished_matches(context)):
        return
    record_finished(context, match)
    # whoever plays elsewhere is no opponent of this device's own
    seats = [
        one._replace(kind=ELSEWHERE) if one.kind == HUMAN and number != seat else one
        for number, one in enumerate(match.seats)
    ]
    stats.record(context, match.seated(seats))


def _is_of(row: Json, save: Mapping[str, Json]) -> bool:
    """Whether a stored row is of the match that has this save."""
    return isinstance(row, dict) and all(row.get(name) == value for name, value in save.items())


def finished_address(kind: str, context: Context, match: AnyMatch, *more: int) -> str:
    """The address of what shows a finished match, by its number among the finished ones; "" if it is not kept there."""
    save = json.loads(json.dumps(match.save()))
    numbers = [number for number, row in enumerate(finished_matches(context)) if _is_of(row, save)]
    return ".".join(map(str, (kind, numbers[0], *more))) if numbers else ""


def is_in_progress(context: Context, game: str) -> bool:
    """Whether a new match of the game takes the place of one in which somebody has acted."""
    saved = stored_match(context, game)
    return saved is not None and bool(saved.match.actions)


def finished_matches(context: Context) -> list[dict[str, Json]]:
    """The stored saves of finished matches that can be read, newest first."""
    return [row for row in reversed(FINISHED.read(context)[-KEPT:]) if isinstance(row, dict)]
