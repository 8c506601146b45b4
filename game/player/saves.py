"""Stored matches: one in progress for each game, shelved ones, and finished ones."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from game.catalogue.registry import GAMES
from game.core.codec import AnyJson, Codec, codec_of
from game.core.match import ELSEWHERE, FIGURES, HUMAN, AnyMatch, InvalidSave, load
from game.core.options import Json
from game.core.records import Goal
from game.host.storage import DAMAGED
from game.player import family, goals, stats
from game.player.stored_value import StoredValue

if TYPE_CHECKING:
    from game.services.context import Context

#: key prefix of a game's match in progress
CURRENT = "match-"
#: key of the only match in progress in earlier versions
LEGACY_KEY = "match"
#: most finished matches kept
KEPT = 12
#: most shelved matches offered, newest first; older ones follow as these are finished
OFFERED = 20


def _several(data: Json) -> Json:
    """Return stored data as a list; earlier versions stored some of it without one."""
    return [data] if isinstance(data, dict) else data


#: no stored values
EMPTY: Mapping[str, Json] = MappingProxyType({})
Rows: TypeAlias = tuple[AnyJson, ...]
ROWS: Codec[Rows] = codec_of(Rows)
#: shelved matches, replaced by another of their game, newest last; another version may read what this one cannot
SHELVED: StoredValue[Rows] = StoredValue("match-before", "file.match", ROWS, (), _several)
FINISHED: StoredValue[Rows] = StoredValue("finished", "file.finished", ROWS, ())


class SavedMatch(NamedTuple):
    """A match that can be resumed, and when it was stored in milliseconds since 1970, or 0."""

    match: AnyMatch
    saved_ms: float
    #: its stored data
    save: Mapping[str, Json]
    is_shelved: bool = False


class FinishedMatch(NamedTuple):
    """A finished match, and when it ended."""

    match: AnyMatch
    ended_ms: float


def save_key(game: str) -> str:
    """Return the key of a game's match in progress."""
    return f"{CURRENT}{game}"


def store_match(context: "Context", match: AnyMatch) -> bool:
    """Store the match as its game's match in progress; return True if that succeeded."""
    return context.store(save_key(match.game.name), match.save() | {"saved_ms": context.clock.wall_ms()})


def stored_match(context: "Context", game: str) -> SavedMatch | None:
    """Return a game's match in progress, or None; set an unreadable one aside and report it."""
    _move_only(context)
    return _resume(context, game)


def _resume(context: "Context", game: str) -> SavedMatch | None:
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
        # it could not be recorded when it ended
        finish(context, saved.match, ended_ms=saved.saved_ms)
        return None
    return saved


def _move_only(context: "Context") -> None:
    """Move the single match of an earlier version to its game's own key."""
    data = context.stored(LEGACY_KEY, "file.match")
    if data is None:
        return
    try:
        saved = _read(data)
    except InvalidSave as error:
        context.set_aside(LEGACY_KEY, f"reason.{error.reason}")
        return
    name = save_key(saved.match.game.name)
    there = context.stored(name, "file.match")
    # it is stored somewhere at every moment, even if the program stops or the storage refuses
    if context.store(name, data) if there in (None, data) else _add_shelved(context, data):
        context.forget(LEGACY_KEY)


def _read(data: Json) -> SavedMatch:
    match = match_of(data)
    assert isinstance(data, dict), f"expected a saved match, got {type(data).__name__}"
    return SavedMatch(match, time_of(data, "saved_ms"), data)


def match_of(save: Json) -> AnyMatch:
    """Return the match of a save; raise InvalidSave if it is invalid or has an unknown level or figure."""
    match = load(save, GAMES)
    levels = (HUMAN, *match.game.bots.levels)
    for seat in match.seats:
        if seat.kind not in levels or seat.figure not in FIGURES:
            raise InvalidSave("save_damaged", f"seat {seat.name}")
    return match


def time_of(save: Mapping[str, Json], name: str) -> float:
    """Return a time of a stored match in milliseconds since 1970, or 0 if missing or invalid."""
    when = save.get(name)
    return float(when) if isinstance(when, (int, float)) and 0 <= when <= stats.LATEST_MS else 0.0


def resumable_matches(context: "Context") -> list[SavedMatch]:
    """Return the matches that can be resumed: those in progress in the order of games, then shelved ones.

    Shelved ones come newest first. Loading replays each, so only as many are offered as can be replayed at once.
    """
    _move_only(context)
    in_progress = [saved for game in GAMES if (saved := _resume(context, game))]
    found: list[SavedMatch] = []
    replayed = 0.0
    for save in reversed(SHELVED.read(context)):
        if (share := log_share(save)) > 1 or any(save == saved.save for saved in in_progress):
            continue
        replayed += share
        if len(found) == OFFERED or replayed > 1:
            break
        try:
            saved = _read(save)
        except InvalidSave:
            # kept, as another version may read it
            continue
        if not saved.match.is_over:
            found.append(saved._replace(is_shelved=True))
    # of equal age, the last shelved comes first
    found.reverse()
    found.sort(key=lambda saved: -saved.saved_ms)
    return [*in_progress, *found]


def log_share(save: Json) -> float:
    """Return the length of a save's log relative to its game's longest; more than 1 is invalid.

    Data without a known game gives 0, as it is never replayed.
    """
    if not isinstance(save, dict):
        return 0.0
    name, log = save.get("game"), save.get("actions")
    game = GAMES.get(name) if isinstance(name, str) else None
    return len(log) / game.max_actions if game and isinstance(log, list) else 0.0


def _rows_of(texts: Mapping[str, str], name: str) -> list[Json]:
    """Return the rows of a stored text, none if it is not JSON."""
    try:
        rows = _several(json.loads(texts.get(name, "null")))
    except (ValueError, RecursionError):
        return []
    return rows if isinstance(rows, list) else []


def _open(texts: Mapping[str, str]) -> list[Json]:
    """Return the saves of matches in progress, without damaged ones."""
    names = (name for name in texts if (name == LEGACY_KEY or name.startswith(CURRENT)) and DAMAGED not in name)
    return [row for name in names for row in _rows_of(texts, name)]


def are_playable(texts: Mapping[str, str]) -> bool:
    """Return True if no match in stored texts exceeds its game's longest log."""
    return all(log_share(save) <= 1 for save in (*_open(texts), *_rows_of(texts, FINISHED.name)))


class StorageContents(NamedTuple):
    """Contents of stored texts, for choosing between two of them."""

    open: int
    finished: int
    #: number of matches in the statistics
    counted: int
    #: the last time that anything was played, in milliseconds since 1970, or 0
    latest_ms: float


def contents_of(texts: Mapping[str, str]) -> StorageContents:
    """Return what stored texts contain; invalid parts count as nothing."""
    open_, ended, counted = _open(texts), _rows_of(texts, FINISHED.name), _rows_of(texts, stats.STORED.name)
    times = [
        time_of(row, name)
        for found, name in ((open_, "saved_ms"), (ended, "ended_ms"), (counted, "ended_ms"))
        for row in found
        if isinstance(row, dict)
    ]
    return StorageContents(len(open_), len(ended), len(counted), max(times, default=0.0))


def _add_shelved(context: "Context", save: Json) -> bool:
    rows = SHELVED.read(context)
    return save in rows or SHELVED.write(context, (*rows, save))


def shelve(context: "Context", game: str) -> bool:
    """Shelve a game's match in progress to make room for another, if anybody has acted in it.

    Return True if it is shelved. If it cannot be moved, it stays, and no other is stored.
    """
    saved = stored_match(context, game)
    if saved is None or not saved.match.actions:
        return False
    if _add_shelved(context, saved.save):
        context.forget(save_key(game))
        return True
    context.guard(save_key(game))
    return False


def resume_shelved(context: "Context", saved: SavedMatch) -> AnyMatch:
    """Make a match its game's match in progress, shelving the present one; return the match."""
    if saved.is_shelved:
        shelve(context, saved.match.game.name)
        # it is stored somewhere at every moment, even if the program stops or the storage refuses
        if store_match(context, saved.match):
            discard(context, saved)
    return saved.match


def discard(context: "Context", saved: SavedMatch) -> bool:
    """Delete a resumable match; return True if that succeeded."""
    if not saved.is_shelved:
        return context.forget(save_key(saved.match.game.name))
    return SHELVED.write(context, tuple(row for row in SHELVED.read(context) if row != saved.save))


class FinishedRecord(NamedTuple):
    """Statistics, goals and news of a finished match."""

    #: the statistics before it, newest last
    before: tuple[stats.StatsEntry, ...]
    #: its own statistics, or None if only bots played or it is not recorded
    entry: stats.StatsEntry | None = None
    #: the goals that it was the first to reach
    goals: tuple[Goal, ...] = ()
    news: tuple[stats.News, ...] = ()

    @property
    def entries(self) -> list[stats.StatsEntry]:
        """The statistics up to it."""
        return [*self.before, *([self.entry] if self.entry else [])]


def finish(context: "Context", match: AnyMatch, hand: str = "", ended_ms: float | None = None) -> FinishedRecord:
    """Record a match in progress that ended now or at ``ended_ms``, played with ``hand``; return what is kept of it.

    If that is refused, it stays in progress, and :func:`stored_match` tries again.
    """
    record, is_stored = record_finished(context, match, {save_key(match.game.name): None}, hand, ended_ms)
    if not is_stored:
        store_match(context, match)
    return record


def record_finished(
    context: "Context",
    match: AnyMatch,
    moved: Mapping[str, Json] = EMPTY,
    hand: str = "",
    ended_ms: float | None = None,
    counted: AnyMatch | None = None,
) -> tuple[FinishedRecord, bool]:
    """Record a match in everything kept of it, and store the values ``moved``, all in one step.

    Its people are those of ``counted``, if given. A match that is recorded already is not counted again. Return what is
    kept of it, and whether it could be stored.
    """
    if _found(context, match)[0] >= 0:
        return record_of(context, match), context.store_all(moved)
    counted = counted or match
    ended_ms = context.clock.wall_ms() if ended_ms is None else ended_ms
    row = json.loads(json.dumps(match.save())) | {
        "ended_ms": ended_ms,
        "scores": list(match.game.scores(match.state)),
        "winners": list(match.game.winners(match.state)),
    }
    reached, table = goals.counted(goals.STORED.read(context), counted), family.STORED.read(context)
    record = _record(match, stats.entries(context), stats.entry_of(counted, ended_ms, hand), reached)
    is_stored = context.store_all(
        {
            **FINISHED.keyed((*FINISHED.read(context), row)[-KEPT:]),
            **stats.STORED.keyed(tuple(record.entries[-stats.KEPT :])),
            **goals.STORED.keyed(reached),
            **family.STORED.keyed(family.counted(table, counted, ended_ms)),
            **moved,
        }
    )
    return record, is_stored


def record_of(context: "Context", match: AnyMatch) -> FinishedRecord:
    """Return what is kept of a match; its entry in the statistics has the same end as the match itself."""
    rows, (number, ended_ms) = stats.entries(context), _found(context, match)
    places = (place for place, row in enumerate(rows) if (row.game, row.ended_ms) == (match.game.name, ended_ms))
    place = max(places, default=-1) if number >= 0 else -1
    if place < 0:
        return FinishedRecord(tuple(rows))
    return _record(match, rows[:place], rows[place], goals.STORED.read(context))


def _record(
    match: AnyMatch,
    before: Sequence[stats.StatsEntry],
    entry: stats.StatsEntry | None,
    rows: Sequence[goals.GoalRow],
) -> FinishedRecord:
    if entry is None:
        return FinishedRecord(tuple(before))
    reached = goals.newly_reached(rows, match)
    return FinishedRecord(tuple(before), entry, reached, stats.news_of(match, entry, before, reached))


def record_from_party(context: "Context", match: AnyMatch, seat: int, *, counts: bool) -> bool:
    """Add a party's match to the finished ones, once; return True if it was new.

    It ``counts`` for the statistics of the person at ``seat`` unless a bot has played for them. A spectator (< 0) has
    nothing to record.
    """
    if seat < 0 or any(save.get("seed") == match.seed for save in finished_matches(context)):
        return False
    # players elsewhere are not this device's opponents, and without a count nobody is here
    seats = [
        one._replace(kind=ELSEWHERE) if one.kind == HUMAN and (number != seat or not counts) else one
        for number, one in enumerate(match.seats)
    ]
    record_finished(context, match, counted=match.seated(seats))
    return True


def _is_of(row: Json, save: Mapping[str, Json]) -> bool:
    """Return True if a stored row is of the match with this save."""
    return isinstance(row, dict) and all(row.get(name) == value for name, value in save.items())


#: longest time between the two records of one finished match
APART_MS = 10_000.0


def separate_modes(context: "Context") -> None:
    """Name the mode in entries of statistics from before modes had statistics of their own.

    It is known as long as the finished match is kept.
    """
    modes = []
    for save in finished_matches(context):
        game, rules = save.get("game"), save.get("options")
        if isinstance(game, str) and game in GAMES and isinstance(rules, dict):
            modes.append((game, time_of(save, "ended_ms"), GAMES[game].modes.variant_apart(rules)))

    def named(row: stats.StatsEntry) -> stats.StatsEntry:
        near = [mode for game, ended, mode in modes if game == row.game and abs(ended - row.ended_ms) < APART_MS]
        return row._replace(own=row.own._replace(mode=near[0])) if near and not row.own.mode else row

    rows = stats.STORED.read(context)
    if (fresh := tuple(map(named, rows))) != rows:
        stats.STORED.write(context, fresh)


def finished_address(kind: str, context: "Context", match: AnyMatch, *more: int) -> str:
    """Return the address of a screen for a finished match, by its number in :func:`finished_matches`, or ""."""
    number, _ended_ms = _found(context, match)
    return ".".join(map(str, (kind, number, *more))) if number >= 0 else ""


def ended_ms_of(context: "Context", match: AnyMatch) -> float:
    """Return when a finished match ended, as stored, or now if it is not stored."""
    return _found(context, match)[1]


def _found(context: "Context", match: AnyMatch) -> tuple[int, float]:
    """Return the number of a finished match and when it ended; -1 and now if it is not stored."""
    save = json.loads(json.dumps(match.save()))
    rows = (
        (number, time_of(row, "ended_ms")) for number, row in enumerate(finished_matches(context)) if _is_of(row, save)
    )
    return next(rows, (-1, context.clock.wall_ms()))


def address_at_table(match: AnyMatch) -> str:
    """The address of the table of a match; while nobody has acted nothing is stored, so it says who plays what."""
    return f"table.{match.game.name}" if match.has_begun else f"dealt.{json.dumps(match.save())}"


def is_in_progress(context: "Context", game: str) -> bool:
    """Return True if a new match of the game would replace one in which somebody has acted."""
    saved = stored_match(context, game)
    return saved is not None and bool(saved.match.actions)


def finished_matches(context: "Context") -> list[dict[str, Json]]:
    """Return the saves of the finished matches, newest first."""
    return [row for row in reversed(FINISHED.read(context)[-KEPT:]) if isinstance(row, dict)]


def replayable(context: "Context", **wanted: Json) -> Iterator[FinishedMatch]:
    """Yield the finished matches that can be read and whose saves have the ``wanted`` values, newest first."""
    for save in finished_matches(context):
        if wanted.items() <= save.items():
            with suppress(InvalidSave):
                if (match := match_of(save)).is_over:
                    yield FinishedMatch(match, time_of(save, "ended_ms"))
