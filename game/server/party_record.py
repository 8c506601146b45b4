"""A party as its log has left it: its seats, its match, and whose turn it is.

Nothing here knows a clock, chance or a device. Only entries change it, see ``party``.
"""

from collections.abc import Mapping
from typing import NamedTuple

from game.core.capabilities import Order
from game.core.game import Action, AnyGame
from game.core.live import AnyLiveGame, as_live_game
from game.core.match import HUMAN, AnyMatch
from game.server import ledger, live_clock, next_match, pace
from game.server import log_entries as log
from game.server.chairs import GRACE_MS, Chair, CommandRefused
from game.server.end_proposal import EndProposal
from game.server.missed_results import KeptResult
from game.server.orders import action_of
from game.server.standings import Standing
from game.wire import commands
from game.wire.messages import Origin, PartyPhase, PartyState, StandingRow, UndoRequest, commitment
from game.wire.refusal import Refusal

#: time for which the scores between two rounds are shown if nobody continues, in milliseconds
BETWEEN_MS = 30_000
#: number of entries after which nothing new begins at a table, so that no table fills the disk
MOST_ENTRIES = 20_000
#: time after which another process looks whether a standing order was carried out, in milliseconds
ORDER_WAKE_MS = 10_000


class ServerTask(NamedTuple):
    """A task for the server alone, such as a bot's move, and its earliest time."""

    origin: Origin
    seat: int
    level: str
    at: int
    #: a bot takes the seat, instead of an action
    takes_seat: bool = False


class PartyRecord:
    """A party's seats, settings and match as the entries of its log have left them."""

    def __init__(self, games: Mapping[str, AnyGame], first: log.LogEntry) -> None:
        self.games = games
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
        self.ended = (0, 0)
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
    def actions(self) -> int:
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
        return self.turn_clock.due_ms(self.turn_seconds, self.quiet_hours(seat))

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
        task = self.automatic()
        is_timed = task is not None and task.origin == Origin.CLOCK and not self.is_between_rounds
        return task._replace(at=self.due_ms) if task and is_timed else task

    def automatic(self) -> ServerTask | None:
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

    def quiet_hours(self, seat: int) -> pace.Quiet:
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
        number, at = self.ended
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
            self.planned()
        except CommandRefused:
            return 0
        return read_ms

    @property
    def next_game(self) -> next_match.GameChoice:
        """The game of the next match: after a match of an evening the next one of its plan."""
        upcoming = self.standing.upcoming if self.phase == PartyPhase.OVER else None
        return self.chosen(upcoming) if upcoming else next_match.GameChoice(self.game, self.options)

    def planned(self) -> next_match.PlannedMatch:
        """Return the next match; raise CommandRefused if there is none."""
        choice, chairs = self.next_game, self.chairs
        if self.phase == PartyPhase.OVER:
            chairs = [chair.at(choice.game) for chair in next_match.moved_round(chairs)]
        return next_match.with_seats(choice, chairs)

    def seat_of(self, token: str) -> int:
        """Return the seat of a token hash, or -1."""
        return next((seat for seat, chair in enumerate(self.chairs) if token and chair.token == token), -1)

    def token_at(self, seat: int) -> str:
        """Return the token hash of a seat's person, or "" for a bot and for no seat."""
        return self.chairs[seat].token if 0 <= seat < len(self.chairs) else ""

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

    def chosen(self, command: commands.ChooseGame) -> next_match.GameChoice:
        """Return the chosen game with all its house rules; raise CommandRefused for an unknown one."""
        return next_match.choice_of(self.games, command)

    def kinds(self) -> tuple[str, ...]:
        """Return the kind at each seat of the match: a bot's level, or a person."""
        assert self.match is not None, "expected a match in progress, got none"
        return tuple(
            (chair.kind if chair.kind == HUMAN or chair.kind in self.game.bots.levels else self.game.bots.first_level)
            for chair in self.chairs[: len(self.match.seats)]
        )

    def running_clock(self) -> live_clock.TableClock:
        """Return the clock of the match in progress; raise CommandRefused if there is none."""
        if self.clock is None or self.phase != PartyPhase.PLAYING:
            raise CommandRefused(Refusal.NOT_PLAYING)
        return self.clock

    def live_game(self) -> AnyLiveGame:
        """Return the game as one in real time."""
        return as_live_game(self.game)
