"""Entries of the list of tables: parties as their servers told, this device's matches, the deal of the day."""

from collections import Counter
from functools import partial
from typing import NamedTuple

from game.catalogue.registry import GAMES
from game.core.game import WATCHER
from game.core.match import HUMAN
from game.engine import dates
from game.engine.match_texts import name_of
from game.engine.texts import You
from game.engine.transitions import Push, Reset
from game.engine.widgets import UseAction
from game.player import daily_deal, daily_store, saves
from game.scenes.navigation import routes
from game.services.context import Context
from game.services.table_watch import WatchedTable, by_wait, tables
from game.wire.commands import FREE
from game.wire.messages import Close, PartyPhase, SeatStatus, TableSummary

#: what an entry is to the player: the others wait, others decide, the match is over, nothing is known
OWN, OTHERS, OVER, UNKNOWN = "own", "others", "over", "unknown"
#: keys of the sentences about a table of which nothing is known, by what its server said
UNANSWERED = {
    SeatStatus.NO_SEAT: "tables.no_seat",
    SeatStatus.NO_PARTY: "party.lost",
    SeatStatus.SPOILT: "tables.spoilt",
    SeatStatus.BUSY: "tables.busy",
}


class Person(NamedTuple):
    """A figure at a table."""

    figure: str
    away: bool = False
    #: it decides, or it has won
    marked: bool = False


class TableEntry(NamedTuple):
    """One table in the list."""

    id: str
    #: the game's name, or "" if it is not known
    game: str
    tone: str
    #: the main sentence, since when, and the rest
    title: str
    since: str
    #: the people's names in full and in ever shorter forms
    names: tuple[str, ...]
    notes: tuple[str, ...]
    people: tuple[Person, ...]
    #: how much is played, in percent; -1 if that is unknown
    progress: int
    use: UseAction
    #: something has been played there
    is_begun: bool = True

    def spoken(self, context: Context) -> str:
        """Return everything about the table, to be read out."""
        texts = context.texts
        game = texts(f"game.{self.game}") if self.game else ""
        played = texts("tables.played", count=self.progress) if self.progress > 0 else ""
        title = f"{self.title}, {self.since}" if self.since else self.title
        return texts.sentences([game, title, *self.names[:1], *self.notes, played])


def entries(context: Context) -> list[TableEntry]:
    """Return all tables: where others wait for the player, the device's own, others' turns, and finished ones."""
    parties = [(one, _party(context, one)) for one in by_wait(tables(context))]
    # this device may have several seats at one party
    known: Counter[str] = Counter()
    for place, (one, entry) in enumerate(parties):
        known[entry.id] += 1
        if (count := known[entry.id]) > 1:
            parties[place] = one, entry._replace(id=f"{entry.id}-{count}")
    first = [entry for one, entry in parties if one.waits]
    return [*first, *_days(context), *_matches(context), *(entry for one, entry in parties if not one.waits)]


# ---- parties --------------------------------------------------------------------------------------------


def _party(context: Context, one: WatchedTable) -> TableEntry:
    link = one.kept.join_link
    use = lambda: Reset(routes.party_entry(context, link))  # noqa: E731 - a way, as others are
    id_, table = f"party-{link.party}", one.table
    if table is None or table.game not in GAMES:
        title = context.texts("party.table", code=link.code)
        return TableEntry(id_, "", UNKNOWN, title, "", (_unanswered(context, one),), (), (), -1, use)
    if one.is_over:
        # nobody has to be there any more
        table = table._replace(places=tuple(place._replace(away=False, stand_in=False) for place in table.places))
    seated = [seat for seat, place in enumerate(table.places) if place.kind != FREE]
    marked = table.winners if one.is_over else (table.to_move,)
    people = tuple(Person(table.places[n].figure, table.places[n].away, n in marked) for n in seated)
    others = [seat for seat in seated if seat != table.seat]
    names = _with(context, *([_named(context, table, seat, away=away) for seat in others] for away in (True, False)))
    tone = OVER if one.is_over else OWN if one.waits else OTHERS
    tell = dates.since if table.phase == PartyPhase.PLAYING else dates.moment
    since = tell(context.texts, _since_ms(table), context.clock.wall_ms())
    title, notes = _title(context, table), _notes(context, one, table)
    return TableEntry(id_, table.game, tone, title, since, names, notes, people, table.progress, use)


def _with(context: Context, *forms: list[str]) -> tuple[str, ...]:
    """Return the other people by name in these forms, and by their number; () if there are none."""
    texts = context.texts
    if not forms[0]:
        return ()
    named = [texts("tables.with", names=texts.listed(names)) for names in forms]
    return (*named, texts("tables.others", count=len(forms[0])))


def _unanswered(context: Context, one: WatchedTable) -> str:
    """Return why a table is not known."""
    if one.removed_by:
        return context.texts("party.removed_by", name=one.removed_by)
    if one.status is not None:
        return context.texts(UNANSWERED.get(one.status, "tables.other_game"))
    failure = context.tables.failure(one.kept.server)
    return context.texts("tables.asking" if failure is None else "tables.unreached")


def _since_ms(table: TableSummary) -> int:
    return table.turn_ms if table.phase == PartyPhase.PLAYING else table.at_ms


def _named(context: Context, table: TableSummary, seat: int, *, away: bool = False) -> str:
    """Return a seat's name, with a word if its player is ``away``."""
    place = table.places[seat]
    name = place.name or context.texts(f"figure.{place.figure}")
    if seat == table.seat:
        return You(name)
    if away and place.kind == HUMAN and (place.away or place.stand_in):
        return context.texts("tables.stood_in" if place.stand_in else "tables.away", name=name)
    return name


def _title(context: Context, table: TableSummary) -> str:
    """Return whose turn it is, or how the match ended."""
    texts = context.texts
    if table.phase == PartyPhase.GATHERING:
        return texts("tables.ended" if table.is_ended else "tables.gathers")
    if table.phase == PartyPhase.OVER:
        won = [_named(context, table, seat) for seat in table.winners]
        if len(won) == 1:
            return texts("tables.won", name=won[0])
        own = [texts("tables.you")] if table.seat in table.winners else []
        others = [name for name in won if not isinstance(name, You)]
        key = "tables.won_you" if own else "tables.won_several"
        return texts(key, names=texts.listed([*others, *own])) if won else texts("tables.over")
    if table.is_asked:
        return texts("tables.asked")
    if table.to_move < 0:
        return texts("tables.live")
    return texts("title.turn", name=_named(context, table, table.to_move))


def _notes(context: Context, one: WatchedTable, table: TableSummary) -> tuple[str, ...]:
    """Return what is new, how much time is left, and whether this is still so."""
    texts, now = context.texts, context.clock.wall_ms()
    is_reached = context.tables.failure(one.kept.join_link.server) is None
    # what was known last may be out of date
    found = [] if is_reached else [texts("tables.unreached")]
    if table.phase == PartyPhase.OVER and table.scores:
        found.append(texts("tables.points", points=texts.number(table.scores[table.seat])))
    if table.due_ms and is_reached:
        found.append(dates.left(texts, table.due_ms - now))
    if table.missed and table.phase == PartyPhase.OVER:
        found.append(texts("tables.new_result"))
    elif table.missed:
        # in real time nobody counts moves
        found.append(texts("tables.played_on" if GAMES[table.game].real_time else "tables.new", count=table.missed))
    if is_reached and one.status != SeatStatus.HELD and one.status in UNANSWERED:
        found.append(texts(UNANSWERED[one.status]))
    return tuple(found)


# ---- this device ----------------------------------------------------------------------------------------


def _matches(context: Context) -> list[TableEntry]:
    """Return the matches on this device, the last played first."""
    order = sorted(saves.resumable_matches(context), key=lambda saved: -saved.saved_ms)
    return [_match(context, number, saved) for number, saved in enumerate(order)]


def _match(context: Context, number: int, saved: saves.SavedMatch) -> TableEntry:
    texts, match = context.texts, saved.match
    mover = match.game.to_move(match.state)
    title = texts("title.turn", name=name_of(match.seats, mover)) if mover >= 0 else texts("tables.live")
    others = [seat.name for place, seat in enumerate(match.seats) if [place] != match.humans]
    names = _with(context, others)
    people = tuple(Person(seat.figure, marked=place == mover) for place, seat in enumerate(match.seats))
    since = dates.since(texts, saved.saved_ms, context.clock.wall_ms()) if saved.saved_ms else ""
    progress = match.game.records.percent(match.game.view(match.state, WATCHER))
    notes, use = (texts("tables.on_device"),), partial(_resume, context, saved)
    id_, game = f"match-{number}", match.game.name
    return TableEntry(id_, game, OTHERS, title, since, names, notes, people, progress, use)


def _resume(context: Context, saved: saves.SavedMatch) -> Reset:
    return Reset(routes.table(context, saves.resume_shelved(context, saved)))


def _days(context: Context) -> list[TableEntry]:
    """Return the deal of the day unless it is played, and earlier ones that were begun."""
    texts, today = context.texts, daily_store.today(context)
    played, begun = daily_store.entries(context), daily_store.open_days(context)
    days = sorted({*begun, *([today] if today not in played else [])}, reverse=True)
    found = []
    for day in days:
        deal = daily_deal.deal_of(day)
        is_begun = day in begun
        state = texts(f"daily.state.{'open' if is_begun else 'free'}")
        title = texts("daily.title") if day == today else f"{texts('daily.title')}, {dates.date_text(texts, day)}"
        use = lambda day=day: Push(routes.daily(context, day))  # noqa: E731
        found.append(TableEntry(f"day-{day}", deal.game, OTHERS, title, "", (state,), (), (), -1, use, is_begun))
    return found


def notices(context: Context) -> list[str]:
    """Return a sentence for each reason why servers cannot be asked at present."""
    texts, found = context.texts, []
    for server in dict.fromkeys(one.kept.server for one in tables(context)):
        failure = context.tables.failure(server)
        if failure is not None:
            own = failure in (Close.VERSION, Close.OLD_SERVER, Close.FROZEN)
            found.append(texts(f"party.closed.{failure}" if own else "tables.unreachable"))
    return [*dict.fromkeys(found)]
