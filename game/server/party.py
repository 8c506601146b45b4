"""A party as its log records it: its seats, its match, and the entries that may come next.

Nothing here knows a clock, chance or a device: the same entries make the same party everywhere, each with the time at
which it was written. :meth:`Party.prepare` checks whether one may come next and changes nothing; :meth:`Party.append`
applies it.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.core.cache import cached
from game.core.capabilities import Order
from game.core.game import Action, AnyGame, IllegalAction, State
from game.core.live import AnyLiveGame, as_live_game
from game.core.match import FIGURES, HUMAN, UNREADABLE, AnyMatch
from game.server import evening, ledger, live_clock, live_moves, next_match, pace
from game.server import log_entries as log
from game.server.chairs import GRACE_MS, Chair, Change, CommandRefused, SeenEvent, clean_name, free_figure
from game.server.end_proposal import EndProposal
from game.server.missed_results import KeptResult, over_of, with_result, without
from game.server.orders import action_of, check, still_holding
from game.server.request_index import RequestIndex
from game.server.standings import Standing
from game.wire import commands
from game.wire.messages import Origin, PartyPhase, PartyState, StandingRow, UndoRequest, commitment
from game.wire.refusal import Refusal

#: commands that may come from the server itself
AUTOMATIC = (
    log.WentAway,
    log.CameBack,
    log.MatchDealt,
    log.MatchDealtCovered,
    commands.Play,
    log.LiveDecided,
    commands.PauseTable,
    commands.StandIn,
)
#: time for which the scores between two rounds are shown if nobody continues, in milliseconds
BETWEEN_MS = 30_000
#: number of entries after which nothing new begins at a table, so that no table fills the disk, and
#: after which a match in progress ends, too
MOST_ENTRIES, MOST_TO_END = 20_000, 30_000
#: commands of a match in progress, and of arrivals and departures
ENDING = (
    commands.Play,
    log.OrderCarriedOut,
    log.LiveMoveMade,
    log.LiveDecided,
    log.DeclaredReady,
    commands.PauseTable,
    commands.StandIn,
    commands.Leave,
    log.WentAway,
    log.CameBack,
    commands.EndMatch,
)
#: most people who are told when they come back that they were removed
MOST_REMOVED = 24
#: time after which another process looks whether a standing order was carried out, in milliseconds
ORDER_WAKE_MS = 10_000
#: shortest interval of a person's calls across the table, in milliseconds
CALM_MS = 1_000


class ServerTask(NamedTuple):
    """A task for the server alone, such as a bot's move, and its earliest time."""

    origin: Origin
    seat: int
    level: str
    at: int
    #: a bot takes the seat, instead of an action
    takes_seat: bool = False


@cached(4_000)
def _interned(_game: str, action: Action) -> Action:
    """Return one shared object for equal actions: a party keeps all that were played, most of them alike."""
    return action


class Party:
    """State of a party after its log."""

    def __init__(self, games: Mapping[str, AnyGame], first: log.LogEntry) -> None:
        self._games = games
        if not isinstance(first.command, log.PartyOpened):
            raise ledger.DamagedLog(f"expected a log that begins with PartyOpened, got {type(first.command).__name__}")
        if first.command.rules != log.RULES:
            raise ledger.DamagedLog(f"expected a log of rules {log.RULES}, got {first.command.rules}")
        self.code = first.command.code
        self.phase = PartyPhase.GATHERING
        self.game, self.options = self.chosen(commands.ChooseGame(first.command.game, first.command.options))
        self.chairs: list[Chair] = [Chair()] * self.game.max_seats
        self.locked = False
        self.hints = True
        self.seconds = 0
        self.match: AnyMatch | None = None
        self.deal: log.MatchDealt | log.MatchDealtCovered | None = None
        #: the clock of a match in real time
        self.clock: live_clock.TableClock | None = None
        self.matches = 0
        self.undoing: tuple[int, int, frozenset[int]] | None = None
        self.ending: EndProposal | None = None
        #: number of entries of which everybody is told, and time of the last entry of all
        self.length, self.at = 1, first.at
        #: time of the last one that everybody is told of
        self.told_ms = first.at
        #: start of the present turn or end of the match, and the clock of the turn's time, which may have begun later
        self.turn_ms = first.at
        self.turn_clock = pace.TurnClock(first.at, first.at)
        #: the time limit of the present turn in seconds, whose party may have another one from the next turn on
        self.turn_seconds = 0
        #: since when the seat to move has been another one, or another round was played
        self.turn_begin = pace.TurnBegin(-1, 0, first.at)
        #: number of the match that was last ended by agreement, and when
        self._ended = (0, 0)
        #: quiet hours by token hash
        self.quiet: dict[str, pace.Quiet] = {}
        #: numbers of the entries that last changed the match, and the request to undo
        self.played_at = self.undo_asked_at = 0
        #: number of the entry that last opened or closed a proposal to end the match
        self.end_asked_at = 0
        #: token hashes of people who were removed, and who has removed them
        self.removed: dict[str, str] = {}
        #: the standing orders by seat, which only their people may know; and the number of entries about them
        self.orders: dict[int, Order] = {}
        self.secrets = 0
        #: the results of earlier matches that people have missed
        self.missed_results: tuple[KeptResult, ...] = ()
        self.members = 0
        self.standing = Standing()
        self._rows: tuple[StandingRow, ...] = ()
        self._requests = RequestIndex()

    # ---- queries --------------------------------------------------------------------------------

    @property
    def is_full(self) -> bool:
        """True if nothing new begins here any more."""
        return self.length + self.secrets >= MOST_ENTRIES

    @property
    def owner(self) -> int:
        """The seat of the owner, the seated person who joined first; -1 for none."""
        people = [(chair.member, seat) for seat, chair in enumerate(self.chairs) if chair.kind == HUMAN]
        return min(people)[1] if people else -1

    @property
    def to_move(self) -> int:
        """The seat that decides, or -1."""
        if self.clock and not self.clock.uncovered:
            # it may follow from the faces, which nobody knows yet
            return -1
        return self.match.game.to_move(self.match.state) if self.match and self.phase == PartyPhase.PLAYING else -1

    @property
    def _actions(self) -> int:
        """The number of actions in the match."""
        return len(self.match.actions) if self.match else 0

    @property
    def ordered(self) -> Action | None:
        """The action of the seat to move by its standing order, or None."""
        seat, match = self.to_move, self.match
        return action_of(match, seat, self.orders[seat]) if match and seat in self.orders else None

    @property
    def is_between_rounds(self) -> bool:
        """True if the only decision is to continue."""
        if self.match is None or self.phase != PartyPhase.PLAYING:
            return False
        going_on = self.game.next_round()
        return going_on is not None and [*self.game.legal_actions(self.match.state)] == [going_on]

    @property
    def is_over_days(self) -> bool:
        """True if people need not be there at the same time."""
        return self.seconds >= commands.OVER_DAYS_S

    @property
    def is_forsaken(self) -> bool:
        """True if the match stands still: all people are away, or, over days, bots have their seats."""
        people = [chair for chair in self.chairs if chair.kind == HUMAN]
        if self.is_over_days:
            return all(chair.stand_in for chair in people)
        return not any(chair.is_there for chair in people)

    @property
    def due_ms(self) -> int:
        """The deadline of the turn in milliseconds, or 0."""
        seat = self.to_move
        if seat < 0 or self.clock or not self.seconds or self.is_forsaken or self.is_between_rounds:
            return 0
        if self.chairs[seat].kind != HUMAN or self.chairs[seat].stand_in:
            return 0
        return self.turn_clock.due_ms(self.turn_seconds, self._quiet(seat))

    @property
    def stand_in_ms(self) -> int:
        """The time from which a bot may play for the seat to move, in milliseconds; 0 if it may not."""
        seat = self.to_move
        if seat < 0 or self.clock or self.is_between_rounds or self.is_over_days:
            return 0
        chair = self.chairs[seat]
        is_missing = chair.kind == HUMAN and chair.away_ms and not chair.stand_in
        return max(chair.away_ms, self.turn_ms) + GRACE_MS if is_missing else 0

    @property
    def duty(self) -> ServerTask | None:
        """The server's next task; a table in real time has several at once, see ``arbiter``."""
        if self.phase == PartyPhase.OVER and self._deals_at:
            return ServerTask(Origin.HOUSE, -1, "", self._deals_at)
        if self.ordered is not None:
            return ServerTask(Origin.PERSON, self.to_move, "", self.turn_ms)
        if self.to_move < 0 or self.clock or self.is_forsaken:
            return None
        for seat, chair in enumerate(self.chairs):
            if chair.kind == HUMAN and not chair.stand_in and chair.missed >= pace.TAKEN_AFTER:
                return ServerTask(Origin.CLOCK, seat, "", self.at, takes_seat=True)
        task = self._automatic()
        is_timed = task is not None and task.origin == Origin.CLOCK and not self.is_between_rounds
        return task._replace(at=self.due_ms) if task and is_timed else task

    def _automatic(self) -> ServerTask | None:
        """Return the action that comes by itself, and its earliest time: quiet hours may put it off."""
        seat = self.to_move
        if seat < 0 or self.clock:
            return None
        chair = self.chairs[seat]
        if self.is_between_rounds:
            wait = BETWEEN_MS if any(one.is_there for one in self.chairs) else 0
            return ServerTask(Origin.CLOCK, seat, self._level(seat), self.turn_ms + wait)
        if chair.kind != HUMAN:
            return ServerTask(Origin.BOT, seat, chair.kind, self.turn_ms)
        if chair.stand_in:
            return ServerTask(Origin.STAND_IN, seat, self._level(seat), self.turn_ms)
        due = self.turn_ms + self.turn_seconds * 1000
        return ServerTask(Origin.CLOCK, seat, self._level(seat), due) if self.seconds else None

    def _quiet(self, seat: int) -> pace.Quiet:
        """Return the quiet hours of a seat's person, as far as they count at this table."""
        return self.quiet.get(self.chairs[seat].token, pace.Quiet()) if self.is_over_days else pace.Quiet()

    @property
    def wake_ms(self) -> int:
        """The time at which a process must see to the party even if nobody is connected, or 0."""
        if self.ordered is not None:
            # for the case that the process which is about to act ends before
            return self.turn_ms + ORDER_WAKE_MS
        duty = self.duty
        return duty.at if duty and self.is_over_days else 0

    @property
    def ended_ms(self) -> int:
        """The time at which the last match was ended by agreement, until the next one is dealt; 0 if it was not."""
        number, at = self._ended
        return at if self.phase == PartyPhase.GATHERING and number == self.matches else 0

    @property
    def party_state(self) -> PartyState:
        """The public state of the party."""
        return PartyState(
            phase=self.phase,
            game=self.game.name,
            options=self.options,
            places=tuple(chair.place for chair in self.chairs),
            owner=self.owner,
            locked=self.locked,
            seconds=self.seconds,
            hints=self.hints,
            matches=self.matches,
            commitment=commitment(self.deal.seed, self.deal.nonce) if self.deal else "",
            undoing=self.asked(),
            live_clock=self.clock.live_clock if self.clock and self.phase == PartyPhase.PLAYING else None,
            ending=self.ending.request(self.chairs) if self.ending else None,
            standing=self._standing_rows(),
            finished=self.standing.matches,
            evening=self.standing.evening_state,
            is_ended=self.ended_ms > 0,
        )

    def _standing_rows(self) -> tuple[StandingRow, ...]:
        """Return the rows of the standing, as one object as long as they are equal."""
        rows = self.standing.rows(self.chairs)
        if rows != self._rows:
            self._rows = rows
        return self._rows

    @property
    def _deals_at(self) -> int:
        """After a match, the time at which the next is dealt since everybody has read the result; or 0."""
        read_ms = next_match.read_ms(self.chairs, self.at, by_all=self.is_over_days)
        if self.is_full or not read_ms:
            return 0
        try:
            self._next()
        except CommandRefused:
            return 0
        return read_ms

    def seat_of(self, token: str) -> int:
        """Return the seat of a token hash, or -1."""
        return next((seat for seat, chair in enumerate(self.chairs) if token and chair.token == token), -1)

    def done(self, token: str, id_: str) -> int:
        """Return the number of the entry that carried out a request, or -1."""
        return self._requests.entry_of(token, id_)

    def is_stale(self, command: object, n: int) -> bool:
        """Return True if a command depends on something newer than ``n``, the last entry its sender knew."""
        if isinstance(command, commands.Play | commands.AskUndo):
            return n < self.played_at
        if isinstance(command, commands.EndMatch):
            return n < self.end_asked_at
        return isinstance(command, commands.AnswerUndo) and n < self.undo_asked_at

    def _level(self, seat: int) -> str:
        kind = self.chairs[seat].kind
        return kind if kind in self.game.bots.levels else self.game.bots.first_level

    def asked(self) -> UndoRequest | None:
        """Return the undo that a seat asks for, with those who have not agreed yet."""
        if self.undoing is None:
            return None
        seat, length, agreed = self.undoing
        people = [n for n, chair in enumerate(self.chairs) if chair.kind == HUMAN and not chair.stand_in]
        return UndoRequest(seat, length, tuple(sorted(agreed)), tuple(n for n in people if n not in agreed))

    # ---- entries --------------------------------------------------------------------------------

    def prepare(self, entry: log.LogEntry) -> Change:
        """Return the change that an entry makes if it may come next; raise CommandRefused if it may not."""
        if self.length + self.secrets >= (MOST_TO_END if isinstance(entry.command, ENDING) else MOST_ENTRIES):
            raise CommandRefused(Refusal.FULL)
        if entry.at < self.at:
            raise CommandRefused(Refusal.CLOCK)
        seat = entry.seat
        if entry.origin == Origin.PERSON and not isinstance(entry.command, log.SeatTaken):
            if not (0 <= seat < len(self.chairs) and self.chairs[seat].kind == HUMAN):
                raise CommandRefused(Refusal.NO_SEAT)
        elif entry.origin != Origin.PERSON and not isinstance(entry.command, AUTOMATIC):
            raise CommandRefused(Refusal.NOT_YOURS)
        if entry.origin == Origin.PERSON and isinstance(entry.command, log.WentAway | log.CameBack | log.LiveDecided):
            raise CommandRefused(Refusal.NOT_YOURS)
        return self._change(entry)

    def _change(self, entry: log.LogEntry) -> Change:
        """Return the change that an entry about seats and settings makes, or any other."""
        match entry.command:
            case log.SeatTaken() as command:
                return self._on_seated(entry, command)
            case log.WentAway() as command:
                return self._on_away(entry, command)
            case log.CameBack() as command:
                return self._on_came_back(entry, command)
            case commands.Leave() as command:
                return self._on_leave(entry, command)
            case commands.Kick() as command:
                return self._on_kick(entry, command)
            case commands.Lock() | commands.AllowHints() as command:
                return self._on_permission(entry, command)
            case commands.AssignSeat() as command:
                return self._on_seat_assigned(entry, command)
            case commands.ChooseGame() as command:
                return self._on_game_chosen(entry, command)
            case commands.SetTimeLimit() | log.LimitFromNextTurn() as command:
                return self._on_limit(entry, command)
            case commands.KeepQuiet() as command:
                return self._on_quiet(entry, command)
            case commands.PlanEvening() as command:
                return self._on_planned(entry, command)
            case commands.EndEvening():
                return self._on_evening_ended(entry)
            case commands.React() as command:
                return self._on_react(entry, command)
            case _:
                return self._match_change(entry)

    def _match_change(self, entry: log.LogEntry) -> Change:
        """Return the change that an entry about a match makes."""
        match entry.command:
            case commands.ReadyForNext():
                return self._on_ready_for_next(entry)
            case log.MatchDealt() | log.MatchDealtCovered() as command:
                return self._on_dealt(entry, command)
            case commands.Play() | log.OrderCarriedOut() as command:
                return self._on_play(entry, command)
            case commands.GiveOrder() as command:
                return self._on_order(entry, command)
            case log.LiveMoveMade() as command:
                return self._on_live_move(entry, command)
            case log.DeclaredReady() as command:
                return self._on_declared_ready(entry, command)
            case commands.PauseTable() as command:
                return self._on_pause(entry, command)
            case log.LiveDecided() as command:
                return self._on_live_decided(entry, command)
            case commands.StandIn() as command:
                return self._on_stand_in(entry, command)
            case commands.AskUndo() as command:
                return self._on_undo_asked(entry, command)
            case commands.AnswerUndo() as command:
                return self._on_undo_answered(entry, command)
            case commands.EndMatch() as command:
                return self._on_end_match(entry, command)
            case _:
                raise CommandRefused(Refusal.BEGUN)

    def append(self, entry: log.LogEntry, change: Change | None = None) -> Sequence[SeenEvent]:
        """Append the next entry and return the events of the match; raise CommandRefused and change nothing.

        ``change`` is what :meth:`prepare` has returned for it, if nothing has been appended since.
        """
        change = change or self.prepare(entry)
        token = entry.command.token if isinstance(entry.command, log.SeatTaken) else self._token(entry.seat)
        was_forsaken = self.is_forsaken
        events = change() or ()
        self.at = entry.at
        is_secret = isinstance(entry.command, log.SECRET)
        if was_forsaken and not self.is_forsaken:
            # somebody who has come back has the whole time
            self.turn_clock = pace.TurnClock(entry.at, entry.at)
        if entry.id:
            self._requests.add(token, entry.id, self.length - is_secret)
        self.secrets += is_secret
        self.told_ms = self.told_ms if is_secret else entry.at
        self.length += not is_secret
        asked = self.asked()
        if asked and not asked.pending:
            self._take_back(asked.length)
        if self.ending and not self.ending.request(self.chairs).pending:
            self._ended = (self.matches, entry.at)
            self.turn_begin = pace.TurnBegin(-1, self.length - 1, entry.at)
            chairs = [chair._replace(stand_in=False) for chair in self.chairs]
            self._gather(next_match.kept(self.game, chairs), self.length - 1)
        if self.missed_results and entry.origin == Origin.PERSON:
            self.missed_results = without(self.missed_results, token)
        if self.orders:
            playing = self.match is not None and self.phase == PartyPhase.PLAYING
            self.orders = still_holding(self.match, self.chairs, self.orders) if self.match and playing else {}
        return events

    def _token(self, seat: int) -> str:
        return self.chairs[seat].token if 0 <= seat < len(self.chairs) else ""

    def _led_by(self, seat: int) -> None:
        """Raise CommandRefused unless ``seat`` is the owner's, or of a person present while the owner is away."""
        if seat != self.owner and not (self.chairs[seat].is_there and self.chairs[self.owner].away_ms):
            raise CommandRefused(Refusal.NOT_OWNER)

    def _chair_at(self, seat: int) -> Chair:
        """Return the chair of a seat in a command; raise CommandRefused if there is none."""
        if not 0 <= seat < len(self.chairs):
            raise CommandRefused(Refusal.NO_SEAT)
        return self.chairs[seat]

    def chosen(self, command: commands.ChooseGame) -> next_match.GameChoice:
        """Return the chosen game with all its house rules; raise CommandRefused for an unknown one."""
        return next_match.choice_of(self._games, command)

    def turned(self, at: int, n: int = -1, *, is_new: bool = False) -> None:
        """Record that the next action is due after entry ``n``, the present one by default.

        ``is_new``: it begins a turn, even if the same seat is to move.
        """
        n = self.length if n < 0 else n
        self.turn_ms, self.played_at, self.turn_seconds = at, n, self.seconds
        self.turn_clock = pace.TurnClock(at, at)
        if is_new or self.to_move != self.turn_begin.seat:
            self.turn_begin = pace.TurnBegin(self.to_move, n, at)

    def _take_back(self, length: int) -> None:
        assert self.match is not None, "expected a match in progress, got none"
        self.match.rewind(length)
        self.match.forget()
        self.chairs = [chair._replace(acted=min(chair.acted, length)) for chair in self.chairs]
        self.undoing = None
        self.turned(self.at, self.length - 1)

    # ---- entries about seats and settings -----------------------------------------------------------

    def _on_seated(self, entry: log.LogEntry, command: log.SeatTaken) -> Change:
        """Seat a person, or move or rename one."""
        chair, before = self._chair_at(command.seat), self.seat_of(command.token)
        if command.name != clean_name(command.name) or not command.name or not command.token:
            raise CommandRefused(Refusal.NAME)
        if command.figure not in FIGURES:
            raise CommandRefused(Refusal.FIGURE)
        if before >= 0 and self.phase != PartyPhase.GATHERING:
            raise CommandRefused(Refusal.SEATED)
        if before < 0 and self.locked:
            raise CommandRefused(Refusal.LOCKED)
        if command.seat != before and not (
            chair.kind == commands.FREE if self.phase == PartyPhase.GATHERING else chair.vacant
        ):
            raise CommandRefused(Refusal.TAKEN)
        others = [one for seat, one in enumerate(self.chairs) if one.kind == HUMAN and seat != before]
        if any(one.name == command.name for one in others):
            raise CommandRefused(Refusal.NAME_TAKEN)

        def apply() -> None:
            if before >= 0:
                person = self.chairs[before]
                self.chairs[before] = Chair()
            else:
                self.members += 1
                # the entry of the session marks the person as present
                person = Chair(HUMAN, token=command.token, member=self.members, away_ms=entry.at, acted=self._actions)
            # people choose their figure before bots, and the first of them before the others
            figure = free_figure(command.figure, [one.figure for one in others])
            self.chairs[command.seat] = person._replace(name=command.name, figure=figure)
            self.removed.pop(command.token, None)
            self.standing = self.standing.called(self.chairs[command.seat])
            taken = [one.figure for one in self.chairs]
            for seat, one in enumerate(self.chairs):
                if one.figure == figure and seat != command.seat:
                    self.chairs[seat] = one._replace(figure=free_figure("", taken))
            self._disturbed(entry.at, command.seat)

        return apply

    def _on_came_back(self, entry: log.LogEntry, command: log.CameBack) -> Change:
        """Mark a person as present, on a new connection or again."""
        if self._chair_at(entry.seat).kind != HUMAN or self.chairs[entry.seat].session == command.session:
            raise CommandRefused(Refusal.SESSION)

        def apply() -> None:
            self._returned(entry.seat)
            self.chairs[entry.seat] = self.chairs[entry.seat]._replace(session=command.session, away_ms=0)

        return apply

    def _returned(self, seat: int) -> None:
        """Give a seat back to its person; turns missed before a bot took it do not count again."""
        chair = self.chairs[seat]
        self.chairs[seat] = chair._replace(stand_in=False, missed=chair.missed % pace.TAKEN_AFTER)

    def _on_away(self, entry: log.LogEntry, command: log.WentAway) -> Change:
        """Mark a person as away whose connection is gone."""
        chair = self._chair_at(entry.seat)
        # only the end of the present connection counts
        if chair.kind != HUMAN or chair.session != command.session or chair.away_ms:
            raise CommandRefused(Refusal.SESSION)

        def apply() -> None:
            left = len(self.match.actions) if self.match else 0
            self.chairs[entry.seat] = self.chairs[entry.seat]._replace(away_ms=entry.at, left=left)
            self._disturbed(entry.at, entry.seat)

        return apply

    def _on_leave(self, entry: log.LogEntry, _command: commands.Leave) -> Change:
        """Free the seat of a person who leaves."""
        return lambda: self._empty(entry.at, entry.seat)

    def _on_kick(self, entry: log.LogEntry, command: commands.Kick) -> Change:
        """Free the seat of a person who is removed."""
        self._led_by(entry.seat)
        if self._chair_at(command.seat).kind != HUMAN or command.seat == entry.seat:
            raise CommandRefused(Refusal.NO_SEAT)

        def apply() -> None:
            self.removed = {**self.removed, self._token(command.seat): self.chairs[entry.seat].name}
            for token in [*self.removed][:-MOST_REMOVED]:
                del self.removed[token]
            self._empty(entry.at, command.seat)

        return apply

    def _figures(self, besides: int) -> list[str]:
        """Return the figures of all other seats."""
        return [one.figure for seat, one in enumerate(self.chairs) if seat != besides]

    def _empty(self, at: int, seat: int) -> None:
        figure = self.chairs[seat].figure
        playing = self.phase == PartyPhase.PLAYING
        self.chairs[seat] = Chair(self.game.bots.first_level, "", figure, vacant=True) if playing else Chair()
        if self.undoing and self.undoing[0] == seat:
            self.undoing = None
        if self.ending and self.ending.seat == seat:
            self.ending = None
        self._disturbed(at, seat)

    def _on_permission(self, entry: log.LogEntry, command: commands.Lock | commands.AllowHints) -> Change:
        """Lock the table against new people or unlock it, or allow or forbid hints."""
        self._led_by(entry.seat)

        def apply() -> None:
            if isinstance(command, commands.Lock):
                self.locked = command.on
            else:
                self.hints = command.on

        return apply

    def _on_limit(self, entry: log.LogEntry, command: commands.SetTimeLimit | log.LimitFromNextTurn) -> Change:
        """Set the time limit of a turn."""
        self._led_by(entry.seat)
        ranges = [pace.TOGETHER_S] if self.game.real_time else [pace.TOGETHER_S, pace.DAYS_S]
        if command.seconds and not any(least <= command.seconds <= most for least, most in ranges):
            raise CommandRefused(Refusal.SECONDS)

        def apply() -> None:
            self.seconds = command.seconds
            if isinstance(command, commands.SetTimeLimit):
                # the present turn's time starts anew, so that a new limit does not end it at once
                self.turn_seconds, self.turn_clock = command.seconds, pace.TurnClock(entry.at, entry.at)

        return apply

    def _on_quiet(self, entry: log.LogEntry, command: commands.KeepQuiet) -> Change:
        """Set the quiet hours of a person, which count from now on."""
        token = self._token(entry.seat)
        after = self.quiet.get(token, pace.Quiet()).changed(command, entry.at)

        def apply() -> None:
            if entry.seat == self.to_move:
                self.turn_clock = self.turn_clock.changed(entry.at, self._quiet(entry.seat))
            self.quiet[token] = after

        return apply

    def _on_seat_assigned(self, entry: log.LogEntry, command: commands.AssignSeat) -> Change:
        """Assign a seat to a bot, or free it for a person."""
        self._led_by(entry.seat)
        if self.phase != PartyPhase.GATHERING or self._chair_at(command.seat).kind == HUMAN:
            raise CommandRefused(Refusal.TAKEN)
        if command.kind != commands.FREE and command.kind not in self.game.bots.levels:
            raise CommandRefused(Refusal.NO_LEVEL)

        def apply() -> None:
            bot = command.kind != commands.FREE
            figure = free_figure("", self._figures(command.seat)) if bot else ""
            self.chairs[command.seat] = Chair(command.kind, "", figure)

        return apply

    def _on_game_chosen(self, entry: log.LogEntry, command: commands.ChooseGame) -> Change:
        """Choose the next game."""
        self._led_by(entry.seat)
        choice = self.chosen(command)
        kept = self._kept_after(choice.game)

        def apply() -> None:
            self.standing = self.standing.chosen(choice.command)
            self._take_game(choice)
            self._gather(kept, self.length)

        return apply

    def _take_game(self, choice: next_match.GameChoice) -> None:
        """Take another game, with its house rules."""
        self.game, self.options = choice
        if self.game.real_time and self.is_over_days:
            # everybody looks at the same cards at the same time
            self.seconds = 0

    def _on_planned(self, entry: log.LogEntry, command: commands.PlanEvening) -> Change:
        """Plan an evening, or change the games that are still to come."""
        self._led_by(entry.seat)
        plan = evening.plan_of(self._games, command.games)
        before = self.standing.evening if self.standing.upcoming else None
        choice = plan[before.played if before else 0]
        kept = self._kept_after(choice.game)

        def apply() -> None:
            self.standing = self.standing.planned([one.command for one in plan])
            if self.phase == PartyPhase.GATHERING or before is None:
                self._take_game(choice)
                self._gather(kept, self.length)

        return apply

    def _on_evening_ended(self, entry: log.LogEntry) -> Change:
        """End the evening early."""
        self._led_by(entry.seat)
        if self.phase == PartyPhase.PLAYING:
            raise CommandRefused(Refusal.PLAYING)
        if self.standing.upcoming is None:
            raise CommandRefused(Refusal.EVENING)

        def apply() -> None:
            self.standing = self.standing.ended()

        return apply

    def _kept_after(self, game: AnyGame) -> list[Chair]:
        """Return the chairs that stay for another game outside of a match; raise CommandRefused during one."""
        if self.phase == PartyPhase.PLAYING:
            raise CommandRefused(Refusal.PLAYING)
        gathers = self.phase == PartyPhase.GATHERING
        return next_match.kept(game, self.chairs if gathers else next_match.moved_round(self.chairs))

    def _gather(self, chairs: list[Chair], n: int) -> None:
        """Return to the lobby with entry ``n``; a match in progress ends without a result."""
        self._keep_result()
        self.phase, self.chairs = PartyPhase.GATHERING, chairs
        self.match = self.deal = self.clock = self.undoing = self.ending = None
        self.played_at = self.end_asked_at = n

    def _keep_result(self) -> None:
        """Keep the result of a finished match for those who have missed its end, as the party moves on."""
        if self.phase == PartyPhase.OVER and self.match and self.deal:
            over = over_of(self.length - 1, self.match, self.deal, self.chairs)
            self.missed_results = with_result(self.missed_results, self.matches, over, self.chairs, self._actions)

    def _on_react(self, entry: log.LogEntry, command: commands.React) -> Change:
        """Broadcast a call across the table."""
        if not 0 <= command.sign < len(commands.REACTIONS):
            raise CommandRefused(Refusal.NO_REACTION)
        if entry.at < self.chairs[entry.seat].reacted_ms + CALM_MS:
            raise CommandRefused(Refusal.TOO_SOON)

        def apply() -> None:
            self.chairs[entry.seat] = self.chairs[entry.seat]._replace(reacted_ms=entry.at)

        return apply

    # ---- entries about the match --------------------------------------------------------------------

    def _on_dealt(self, entry: log.LogEntry, command: log.MatchDealt | log.MatchDealtCovered) -> Change:
        """Deal a match."""
        duty = self.duty
        if entry.origin == Origin.PERSON:
            self._led_by(entry.seat)
        elif duty is None or duty.origin != Origin.HOUSE or duty.at > entry.at:
            raise CommandRefused(Refusal.NOT_YOURS)
        if self.phase == PartyPhase.PLAYING:
            raise CommandRefused(Refusal.PLAYING)
        upcoming = self._next()
        covers = isinstance(command, log.MatchDealtCovered)
        if covers and not upcoming.choice.game.real_time:
            raise CommandRefused(Refusal.PLAYING)
        match = upcoming.dealt(int(command.seed, 16))

        def apply() -> Sequence[SeenEvent]:
            self._keep_result()
            self._take_game(upcoming.choice)
            self.standing = self.standing.dealt()
            self.chairs, self.match, self.deal = upcoming.chairs, match, command
            self.phase, self.undoing, self.end_asked_at = PartyPhase.PLAYING, None, self.length
            clock = self._new_clock(match.state, len(upcoming.chairs))
            self.clock = clock and clock._replace(uncovered=not covers)
            self.matches += 1
            self.turned(entry.at)
            return [] if covers else self._opening(match)

        return apply

    def _opening(self, match: AnyMatch) -> list[SeenEvent]:
        """Return the events of the deal."""
        return [(event, match.state) for event in self.game.opening(match.state)]

    def _on_play(self, entry: log.LogEntry, command: commands.Play | log.OrderCarriedOut) -> Change:
        """Apply the action of a person, a bot or a stand-in."""
        match, seat = self.match, entry.seat
        if match is None or self.clock or self.phase != PartyPhase.PLAYING:
            raise CommandRefused(Refusal.NOT_PLAYING)
        # any player may continue after a round
        if seat != self.to_move and not (entry.origin == Origin.PERSON and self.is_between_rounds):
            raise CommandRefused(Refusal.NOT_YOUR_TURN)
        task = self._automatic()
        # logs of older programs have actions at forsaken tables, and later ones may understand orders otherwise: those
        # that write decide when, see ``duty``
        if entry.origin != Origin.PERSON and (
            task is None or entry.origin not in (task.origin, Origin.HOUSE) or task.at > entry.at
        ):
            raise CommandRefused(Refusal.NOT_YOURS)
        try:
            action = _interned(self.game.name, self.game.decode(command.action))
            if match.objection(action) is not None:
                raise CommandRefused(Refusal.ILLEGAL)
        except UNREADABLE as error:
            raise CommandRefused(Refusal.ILLEGAL) from error

        def apply() -> Sequence[SeenEvent]:
            self.undoing = None
            if entry.origin == Origin.CLOCK and not self.is_between_rounds:
                self.chairs[seat] = self.chairs[seat]._replace(missed=self.chairs[seat].missed + 1)
            steps = match.advance(action)
            match.forget()
            chair = self.chairs[seat]
            if entry.origin == Origin.PERSON:
                self.chairs[seat] = chair._replace(stand_in=False, missed=0, acted=self._actions, own=chair.own + 1)
            elif entry.origin in (Origin.CLOCK, Origin.STAND_IN):
                self.chairs[seat] = chair._replace(by_bot=chair.by_bot + 1)
            self.turned(entry.at, is_new=action == self.game.next_round())
            self._conclude(match, entry.at)
            return steps

        return apply

    @property
    def next_game(self) -> next_match.GameChoice:
        """The game of the next match: after a match of an evening the next one of its plan."""
        upcoming = self.standing.upcoming if self.phase == PartyPhase.OVER else None
        return self.chosen(upcoming) if upcoming else next_match.GameChoice(self.game, self.options)

    def _next(self) -> next_match.PlannedMatch:
        """Return the next match; raise CommandRefused if there is none."""
        choice, chairs = self.next_game, self.chairs
        if self.phase == PartyPhase.OVER:
            chairs = [chair.at(choice.game) for chair in next_match.moved_round(chairs)]
        return next_match.with_seats(choice, chairs)

    def _conclude(self, match: AnyMatch, at: int) -> None:
        """Count a match that is over in the standing."""
        if match.is_over:
            self.phase, self.ending, self.turn_ms = PartyPhase.OVER, None, at
            self.standing = self.standing.after(match, self.matches, self.chairs)

    def _on_ready_for_next(self, entry: log.LogEntry) -> Change:
        """Record that a person has read the result."""
        if self.phase != PartyPhase.OVER or self.chairs[entry.seat].ready:
            raise CommandRefused(Refusal.READY)

        def apply() -> None:
            self.chairs[entry.seat] = self.chairs[entry.seat]._replace(ready=True)

        return apply

    def _on_stand_in(self, entry: log.LogEntry, command: commands.StandIn) -> Change:
        """Start or stop playing by a bot for a person who is away."""
        chair = self._chair_at(command.seat)
        if self.clock or chair.kind != HUMAN or self.phase != PartyPhase.PLAYING or chair.stand_in == command.on:
            raise CommandRefused(Refusal.NO_STAND_IN)
        if entry.origin != Origin.PERSON:
            if entry.origin != Origin.CLOCK or not command.on or chair.missed < pace.TAKEN_AFTER:
                raise CommandRefused(Refusal.NO_STAND_IN)
        elif command.on:
            # over days nobody has to be there, and the time of the turn is what counts
            if not chair.away_ms or command.seat != self.to_move or self.is_over_days:
                raise CommandRefused(Refusal.NO_STAND_IN)
            if entry.at < self.stand_in_ms:
                raise CommandRefused(Refusal.GRACE)

        def apply() -> None:
            if command.on:
                self.chairs[command.seat] = self.chairs[command.seat]._replace(stand_in=True)
            else:
                self._returned(command.seat)

        return apply

    def _on_order(self, entry: log.LogEntry, command: commands.GiveOrder) -> Change:
        """Set or revoke a person's standing order."""
        if self.match is None or self.clock or self.phase != PartyPhase.PLAYING:
            raise CommandRefused(Refusal.NOT_PLAYING)
        if command.order:
            check(self.match, entry.seat, command.order)

        def apply() -> None:
            self.orders = {seat: order for seat, order in self.orders.items() if seat != entry.seat}
            if command.order:
                self.orders[entry.seat] = command.order

        return apply

    def _on_undo_asked(self, entry: log.LogEntry, _command: commands.AskUndo) -> Change:
        """Open a request to undo."""
        is_turns = self.match is not None and not self.clock and self.phase == PartyPhase.PLAYING
        length = self.match.undo_length(entry.seat) if self.match and is_turns else None
        if length is None or self.undoing is not None:
            raise CommandRefused(Refusal.NO_UNDO)

        def apply() -> None:
            self.undoing = (entry.seat, length, frozenset({entry.seat}))
            # an action that is taken back must not be made again
            self.orders.pop(entry.seat, None)
            self.undo_asked_at = self.length

        return apply

    def _on_undo_answered(self, entry: log.LogEntry, command: commands.AnswerUndo) -> Change:
        """Record an answer to the request to undo."""
        asked = self.asked()
        if asked is None or entry.seat not in asked.pending:
            raise CommandRefused(Refusal.NO_UNDO)

        def apply() -> None:
            agreed = frozenset({*asked.agreed, entry.seat})
            self.undoing = (asked.seat, asked.length, agreed) if command.yes else None

        return apply

    def _on_end_match(self, entry: log.LogEntry, command: commands.EndMatch) -> Change:
        """Propose to end the match, agree, refuse or withdraw."""
        if self.phase != PartyPhase.PLAYING:
            raise CommandRefused(Refusal.NOT_PLAYING)
        if not command.yes and self.ending is None:
            raise CommandRefused(Refusal.NO_PROPOSAL)
        before = self.ending or EndProposal(entry.seat, entry.at, frozenset(), self.is_over_days)
        after = before.agreed_by(entry.seat, entry.at)
        if command.yes and entry.seat in before.agreed and after.request(self.chairs) == before.request(self.chairs):
            raise CommandRefused(Refusal.GRACE)

        def apply() -> None:
            if self.ending is None or not command.yes:
                self.end_asked_at = self.length
            if not command.yes:
                self.chairs[before.seat] = self.chairs[before.seat]._replace(declined_ms=entry.at)
            self.ending = after if command.yes else None
            if command.yes and self.clock and self.clock.runs:
                # they read and answer while nothing happens on the table
                self.clock = self.clock.stopped(entry.at, entry.seat)

        return apply

    # ---- entries about a match in real time ----------------------------------------------------------

    def running_clock(self) -> live_clock.TableClock:
        """Return the clock of the match in progress; raise CommandRefused if there is none."""
        if self.clock is None or self.phase != PartyPhase.PLAYING:
            raise CommandRefused(Refusal.NOT_PLAYING)
        return self.clock

    def live_game(self) -> AnyLiveGame:
        """Return the game as one in real time."""
        return as_live_game(self.game)

    def _new_clock(self, state: State, seats: int) -> live_clock.TableClock | None:
        """Return the clock of a new match; None for a game of turns."""
        if not self.game.real_time:
            return None
        return live_clock.TableClock(seats, untimed=not as_live_game(self.game).has_clock(state), too_fast=(0,) * seats)

    def _missing(self, clock: live_clock.TableClock) -> list[int]:
        """Return the people who are present and not ready."""
        ready = {seat for seat, _ in clock.ready}
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_there and seat not in ready]

    def _on_declared_ready(self, entry: log.LogEntry, command: log.DeclaredReady) -> Change:
        """Record a person as ready; the table continues once everyone present is."""
        clock = self.running_clock()
        others = tuple(row for row in clock.ready if row[0] != entry.seat)
        after = clock._replace(ready=(*others, (entry.seat, command.rtt)))
        goes_on = not self._missing(after)
        # a second declaration counts only if the table can now go on without a person who has left
        if clock.runs or (len(others) < len(clock.ready) and not goes_on):
            raise CommandRefused(Refusal.READY)

        def apply() -> None:
            self.clock = after.begun(entry.at) if goes_on else after

        return apply

    def _on_pause(self, entry: log.LogEntry, _command: commands.PauseTable) -> Change:
        """Pause the table, for a person or because no process has decided for a while."""
        clock = self.running_clock()
        if not clock.runs or (entry.origin == Origin.PERSON and clock.until >= 0):
            raise CommandRefused(Refusal.RESTS)

        def apply() -> None:
            self.clock = clock.stopped(entry.at, entry.seat) if entry.origin == Origin.PERSON else clock.broken()

        return apply

    def _disturbed(self, at: int, seat: int) -> None:
        """Handle a player's coming or going."""
        clock = self.clock
        if clock is None or self.phase != PartyPhase.PLAYING:
            return
        if clock.runs:
            self.clock = clock.stopped(at, seat)
            return
        self.clock = clock._replace(ready=tuple(row for row in clock.ready if row[0] != seat), stopped_by=seat)

    def _on_live_move(self, entry: log.LogEntry, command: log.LiveMoveMade) -> Change:
        """Apply a player's live move."""
        clock = self.running_clock()
        if not clock.runs or entry.at < clock.start_ms or clock.moves >= live_clock.MAX_ACTIONS:
            raise CommandRefused(Refusal.RESTS)
        assert self.match is not None, "expected a match in progress, got none"
        game = self.live_game()
        stamp = game.stamp(live_moves.action_of(game, self.match.state, entry.seat, command))

        def apply() -> None:
            late = clock.late_moves + (command.came_ms > stamp + clock.lag and not clock.untimed)
            self.clock = clock._replace(late_moves=late, moves=clock.moves + 1)

        return apply

    def _on_live_decided(self, entry: log.LogEntry, command: log.LiveDecided) -> Change:
        """Apply the decisions of a game in real time."""
        clock, match, game = self.running_clock(), self.match, self.live_game()
        assert match is not None, "expected a match in progress, got none"
        if not clock.runs or command.lag < clock.lag or command.lag > live_clock.LAG_MS[1]:
            raise CommandRefused(Refusal.RESTS)
        if not clock.decided <= command.until <= clock.at(entry.at):
            raise CommandRefused(Refusal.CLOCK)
        actions = self._decoded(command)
        if not all(clock.decided <= game.stamp(action) <= command.until for action in actions):
            raise CommandRefused(Refusal.CLOCK)
        try:
            # games in real time use no chance after the deal
            events = match.preview_events(actions)
        except IllegalAction as error:
            raise CommandRefused(Refusal.ILLEGAL) from error

        def apply() -> Sequence[SeenEvent]:
            shown = [] if clock.uncovered else self._opening(match)
            for action in actions:
                shown += match.advance(action)
            match.forget()
            after = clock.noticed(game, events).lived(command.until)
            late = 0 if command.lag > clock.lag else clock.late_moves
            self.clock = after._replace(lag=command.lag, late_moves=late)
            if actions:
                self.played_at = self.length
            self._conclude(match, entry.at)
            return shown

        return apply

    def _decoded(self, command: log.LiveDecided) -> list[Action]:
        try:
            return [self.game.decode(row) for row in command.actions]
        except UNREADABLE as error:
            raise CommandRefused(Refusal.ILLEGAL) from error

    def kinds(self) -> tuple[str, ...]:
        """Return the kind at each seat of the match: a bot's level, or a person."""
        assert self.match is not None, "expected a match in progress, got none"
        return tuple(
            (chair.kind if chair.kind == HUMAN or chair.kind in self.game.bots.levels else self.game.bots.first_level)
            for chair in self.chairs[: len(self.match.seats)]
        )
