"""A party as its log tells it: who sits where, what is played, and what may happen next.

Nothing here knows a clock, chance or a device: the same lines make the same party everywhere. A line says itself when
it was written. :meth:`Party.may` looks whether one may come next and changes nothing; :meth:`Party.follow` takes it.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.core.game import Action, AnyGame, IllegalAction, State
from game.core.live import AnyLiveGame, doer_of, live
from game.core.match import FIGURES, HUMAN, UNREADABLE, AnyMatch, Match, Seat
from game.core.options import BadOptions, Json, chosen_values
from game.core.remembering import remembered
from game.server import ledger, living
from game.server.chairs import Chair, Change, Refused, Shown, cleaned, free_figure
from game.server.lines import RULES, Away, Back, Dealt, Laid, Line, Lived, Opening, Readied, Seated
from game.server.wishes import Wishes
from game.wire import deeds
from game.wire.messages import By, Phase, Standing, Undoing, commitment

#: so long the sums between two rounds stand there if nobody goes on
BETWEEN_MS = 30_000
#: no log is longer: whoever goes on for ever fills no disk
MOST_LINES = 20_000
#: a turn is given as many seconds, or any time
SECONDS = (10, 3600)
#: nobody calls across the table oftener
CALM_MS = 1_000
#: so long everybody waits for somebody who is away and to move before a bot may stand in
GRACE_MS = 30_000


class Duty(NamedTuple):
    """What nobody but the server will do: a bot's move, from when on."""

    by: By
    seat: int
    level: str
    at: int


@remembered(4_000)
def _once(_game: str, action: Action) -> Action:
    """The first action of a game that is equal to this one: all that have been played are kept, most of them alike."""
    return action


class Party:
    """Where its log has led a party."""

    def __init__(self, games: Mapping[str, AnyGame], first: Line) -> None:
        self._games = games
        if not isinstance(first.deed, Opening):
            raise ledger.Damaged("a log that begins with nothing")
        if first.deed.rules != RULES:
            raise ledger.Damaged(f"a log by other rules: {first.deed.rules}")
        self.code = first.deed.code
        self.phase = Phase.GATHERING
        self.game, self.options = self.chosen(deeds.Choose(first.deed.game, first.deed.options))
        self.chairs: list[Chair] = [Chair()] * self.game.max_seats
        self.locked = False
        self.hints = True
        self.seconds = 0
        self.match: AnyMatch | None = None
        self.deal: Dealt | None = None
        #: of a match of real time
        self.clock: living.Clock | None = None
        self.matches = 0
        self.undoing: tuple[int, int, frozenset[int]] | None = None
        #: how many lines have been followed, and when the last one was written
        self.length, self.at = 1, first.at
        #: when the one to move became so
        self.turn_ms = first.at
        #: the lines that last changed the match, and what is asked
        self.played_at = self.asked_at = 0
        self.members = 0
        self._wishes = Wishes()

    # ---- what is asked of it --------------------------------------------------------------------

    @property
    def owner(self) -> int:
        """Whose party it is: of the people who sit, the first who sat down; -1 for nobody."""
        people = [(chair.member, seat) for seat, chair in enumerate(self.chairs) if chair.kind == HUMAN]
        return min(people)[1] if people else -1

    @property
    def to_move(self) -> int:
        """The seat that decides, or -1."""
        return self.match.game.to_move(self.match.state) if self.match and self.phase == Phase.PLAYING else -1

    @property
    def is_between_rounds(self) -> bool:
        """Whether there is nothing to decide but to go on."""
        if self.match is None or self.phase != Phase.PLAYING:
            return False
        going_on = self.game.next_round()
        return going_on is not None and [*self.game.legal_actions(self.match.state)] == [going_on]

    @property
    def due_ms(self) -> int:
        """When the turn's time is over, or 0."""
        seat = self.to_move
        if seat < 0 or self.clock or not self.seconds or self.chairs[seat].kind != HUMAN or self.is_between_rounds:
            return 0
        return self.turn_ms + self.seconds * 1000

    @property
    def duty(self) -> Duty | None:
        """What the server itself is to do next; by the clock it is not one thing after the other, see ``arbiter``."""
        seat = self.to_move
        if seat < 0 or self.clock:
            return None
        chair = self.chairs[seat]
        if self.is_between_rounds:
            wait = BETWEEN_MS if any(one.is_there for one in self.chairs) else 0
            return Duty(By.CLOCK, seat, self._level(seat), self.turn_ms + wait)
        if chair.kind != HUMAN:
            return Duty(By.BOT, seat, chair.kind, self.turn_ms)
        if chair.stand_in:
            return Duty(By.STAND_IN, seat, self._level(seat), self.turn_ms)
        return Duty(By.CLOCK, seat, self._level(seat), self.due_ms) if self.due_ms else None

    @property
    def standing(self) -> Standing:
        """How things stand, as far as everybody knows it."""
        return Standing(
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
            going=self.clock.going if self.clock and self.phase == Phase.PLAYING else None,
        )

    def seat_of(self, token: str) -> int:
        """The seat of whoever has the secret with this hash, or -1."""
        return next((seat for seat, chair in enumerate(self.chairs) if token and chair.token == token), -1)

    def done(self, token: str, id_: str) -> int:
        """The line by which somebody's wish was carried out, or -1."""
        return self._wishes.line_of(token, id_)

    def is_stale(self, deed: object, n: int) -> bool:
        """Whether a deed was decided before something that it hangs on: ``n`` is the last line that was known."""
        if isinstance(deed, deeds.Play | deeds.AskUndo):
            return n < self.played_at
        return isinstance(deed, deeds.AnswerUndo) and n < self.asked_at

    def _level(self, seat: int) -> str:
        kind = self.chairs[seat].kind
        return kind if kind in self.game.bots.levels else self.game.bots.first_level

    def asked(self) -> Undoing | None:
        """What somebody asks to take back, with those who have not agreed yet."""
        if self.undoing is None:
            return None
        seat, length, agreed = self.undoing
        people = [n for n, chair in enumerate(self.chairs) if chair.kind == HUMAN and not chair.stand_in]
        return Undoing(seat, length, tuple(sorted(agreed)), tuple(n for n in people if n not in agreed))

    # ---- what happens ---------------------------------------------------------------------------

    def may(self, line: Line) -> Change:
        """What the line does, if it may come next; raise Refused if it may not."""
        if self.length >= MOST_LINES:
            raise Refused("full")
        if line.at < self.at:
            raise Refused("clock")
        seat = line.seat
        if line.by == By.PERSON and not isinstance(line.deed, Seated):
            if not (0 <= seat < len(self.chairs) and self.chairs[seat].kind == HUMAN):
                raise Refused("no_seat")
        elif line.by != By.PERSON and not isinstance(line.deed, Away | Back | deeds.Play | Lived | deeds.Rest):
            raise Refused("not_yours")
        if line.by == By.PERSON and isinstance(line.deed, Away | Back | Lived):
            raise Refused("not_yours")
        return self._change(line)

    def _change(self, line: Line) -> Change:
        match line.deed:
            case Seated() as deed:
                return self._on_seated(line, deed)
            case Away() as deed:
                return self._on_away(line, deed)
            case Back() as deed:
                return self._on_back(line, deed)
            case deeds.Leave() as deed:
                return self._on_leave(line, deed)
            case deeds.Kick() as deed:
                return self._on_kick(line, deed)
            case deeds.Lock() as deed:
                return self._on_lock(line, deed)
            case deeds.Give() as deed:
                return self._on_give(line, deed)
            case deeds.Choose() as deed:
                return self._on_choose(line, deed)
            case deeds.Limit() as deed:
                return self._on_limit(line, deed)
            case deeds.Hints() as deed:
                return self._on_hints(line, deed)
            case deeds.React() as deed:
                return self._on_react(line, deed)
            case Dealt() as deed:
                return self._on_dealt(line, deed)
            case deeds.Play() as deed:
                return self._on_play(line, deed)
            case Laid() as deed:
                return self._on_laid(line, deed)
            case Readied() as deed:
                return self._on_readied(line, deed)
            case deeds.Rest() as deed:
                return self._on_rest(line, deed)
            case Lived() as deed:
                return self._on_lived(line, deed)
            case deeds.StandIn() as deed:
                return self._on_stand_in(line, deed)
            case deeds.AskUndo() as deed:
                return self._on_undo_asked(line, deed)
            case deeds.AnswerUndo() as deed:
                return self._on_undo_answered(line, deed)
            case Opening():
                raise Refused("begun")

    def follow(self, line: Line, change: Change | None = None) -> Sequence[Shown]:
        """Take the next line, and return the events of the match that it led to; raise Refused and change nothing.

        ``change`` is what :meth:`may` has said of it, if nothing has been followed since.
        """
        change = change or self.may(line)
        token = line.deed.token if isinstance(line.deed, Seated) else self._token(line.seat)
        happened = change()
        self.at = line.at
        if line.id:
            self._wishes.add(token, line.id, self.length)
        self.length += 1
        asked = self.asked()
        if asked and not asked.open:
            self._take_back(asked.length)
        return happened

    def _token(self, seat: int) -> str:
        return self.chairs[seat].token if 0 <= seat < len(self.chairs) else ""

    def led_by(self, seat: int) -> None:
        """Only the owner, or whoever is there while the owner is not."""
        if seat != self.owner and not (self.chairs[seat].is_there and self.chairs[self.owner].away_ms):
            raise Refused("not_owner")

    def chair_at(self, seat: int) -> Chair:
        """The chair of a seat that somebody has named."""
        if not 0 <= seat < len(self.chairs):
            raise Refused("no_seat")
        return self.chairs[seat]

    def chosen(self, deed: deeds.Choose) -> tuple[AnyGame, dict[str, Json]]:
        """The game that was chosen, with all its house rules; raise Refused if there is none such."""
        game = self._games.get(deed.game)
        if game is None:
            raise Refused("no_game")
        try:
            values = chosen_values(game.options, deed.options)
            game.seat_range(values)
        except BadOptions as error:
            raise Refused("options") from error
        return game, {name: [*v] if isinstance(v, tuple) else v for name, v in values.items()}

    def moved_round(self) -> list[Chair]:
        """The chairs, everybody one further."""
        return [*self.chairs[1:], *self.chairs[:1]]

    def turned(self, at: int) -> None:
        """Somebody else is to move since then."""
        self.turn_ms, self.played_at = at, self.length

    def _take_back(self, length: int) -> None:
        assert self.match is not None, "there was something to take back"
        self.match.rewind(length)
        self.match.forget()
        self.undoing = None
        self.turn_ms, self.played_at = self.at, self.length - 1

    # ---- lines about seats and what is agreed on -----------------------------------------------------

    def _on_seated(self, line: Line, deed: Seated) -> Change:
        """Somebody sits down, or sits down elsewhere or by another name."""
        chair, before = self.chair_at(deed.seat), self.seat_of(deed.token)
        if deed.name != cleaned(deed.name) or not deed.name or not deed.token:
            raise Refused("name")
        if deed.figure not in FIGURES:
            raise Refused("figure")
        if before >= 0 and self.phase != Phase.GATHERING:
            raise Refused("seated")
        if before < 0 and self.locked:
            raise Refused("locked")
        if deed.seat != before and not (chair.kind == deeds.FREE if self.phase == Phase.GATHERING else chair.vacant):
            raise Refused("taken")
        others = [one for seat, one in enumerate(self.chairs) if one.kind == HUMAN and seat != before]
        if any(one.name == deed.name for one in others):
            raise Refused("name_taken")

        def change() -> Sequence[Shown]:
            if before >= 0:
                person = self.chairs[before]
                self.chairs[before] = Chair()
            else:
                self.members += 1
                # there is nobody before the line says who
                person = Chair(HUMAN, token=deed.token, member=self.members, away_ms=line.at)
            # people choose before bots, and among people whoever was first
            figure = free_figure(deed.figure, [one.figure for one in others])
            self.chairs[deed.seat] = person._replace(name=deed.name, figure=figure)
            taken = [one.figure for one in self.chairs]
            for seat, one in enumerate(self.chairs):
                if one.figure == figure and seat != deed.seat:
                    self.chairs[seat] = one._replace(figure=free_figure("", taken))
            self._disturbed(line.at, deed.seat)
            return ()

        return change

    def _on_back(self, line: Line, deed: Back) -> Change:
        """Somebody is there, by a new line or again."""
        if self.chair_at(line.seat).kind != HUMAN or self.chairs[line.seat].session == deed.session:
            raise Refused("session")

        def change() -> Sequence[Shown]:
            self.chairs[line.seat] = self.chairs[line.seat]._replace(session=deed.session, away_ms=0, stand_in=False)
            return ()

        return change

    def _on_away(self, line: Line, deed: Away) -> Change:
        """The line to somebody is gone."""
        chair = self.chair_at(line.seat)
        # whoever has come in by another line since is there
        if chair.kind != HUMAN or chair.session != deed.session or chair.away_ms:
            raise Refused("session")

        def change() -> Sequence[Shown]:
            self.chairs[line.seat] = self.chairs[line.seat]._replace(away_ms=line.at)
            self._disturbed(line.at, line.seat)
            return ()

        return change

    def _on_leave(self, line: Line, _deed: deeds.Leave) -> Change:
        """Somebody stands up."""
        return lambda: self._empty(line.at, line.seat)

    def _on_kick(self, line: Line, deed: deeds.Kick) -> Change:
        """Somebody is made to."""
        self.led_by(line.seat)
        if self.chair_at(deed.seat).kind != HUMAN or deed.seat == line.seat:
            raise Refused("no_seat")
        return lambda: self._empty(line.at, deed.seat)

    def _figures(self, besides: int) -> list[str]:
        """The figures of all other seats."""
        return [one.figure for seat, one in enumerate(self.chairs) if seat != besides]

    def _empty(self, at: int, seat: int) -> Sequence[Shown]:
        figure = self.chairs[seat].figure
        playing = self.phase == Phase.PLAYING
        self.chairs[seat] = Chair(self.game.bots.first_level, "", figure, vacant=True) if playing else Chair()
        if self.undoing and self.undoing[0] == seat:
            self.undoing = None
        self._disturbed(at, seat)
        return ()

    def _on_lock(self, line: Line, deed: deeds.Lock) -> Change:
        """Nobody else may sit down, or may again."""
        self.led_by(line.seat)

        def change() -> Sequence[Shown]:
            self.locked = deed.on
            return ()

        return change

    def _on_limit(self, line: Line, deed: deeds.Limit) -> Change:
        """A turn has so much time."""
        self.led_by(line.seat)
        if deed.seconds and not SECONDS[0] <= deed.seconds <= SECONDS[1]:
            raise Refused("seconds")

        def change() -> Sequence[Shown]:
            # nobody's turn is over at once because it has a limit now
            self.seconds, self.turn_ms = deed.seconds, line.at
            return ()

        return change

    def _on_hints(self, line: Line, deed: deeds.Hints) -> Change:
        """Hints are allowed, or not."""
        self.led_by(line.seat)

        def change() -> Sequence[Shown]:
            self.hints = deed.on
            return ()

        return change

    def _on_give(self, line: Line, deed: deeds.Give) -> Change:
        """A seat is for a bot, or for whoever comes."""
        self.led_by(line.seat)
        if self.phase != Phase.GATHERING or self.chair_at(deed.seat).kind == HUMAN:
            raise Refused("taken")
        if deed.kind != deeds.FREE and deed.kind not in self.game.bots.levels:
            raise Refused("no_level")

        def change() -> Sequence[Shown]:
            bot = deed.kind != deeds.FREE
            figure = free_figure("", self._figures(deed.seat)) if bot else ""
            self.chairs[deed.seat] = Chair(deed.kind, "", figure)
            return ()

        return change

    def _on_choose(self, line: Line, deed: deeds.Choose) -> Change:
        """Something is to be played next."""
        self.led_by(line.seat)
        if self.phase == Phase.PLAYING:
            raise Refused("playing")
        game, options = self.chosen(deed)
        chairs = self.chairs if self.phase == Phase.GATHERING else self.moved_round()
        # bots are made room of before people, whose seats stay in their order
        kept = [one for one in chairs if one.kind == HUMAN or (one.kind != deeds.FREE and not one.vacant)]
        while len(kept) > game.max_seats:
            bots = [n for n, one in enumerate(kept) if one.kind != HUMAN]
            if not bots:
                raise Refused("too_many")
            del kept[bots[-1]]
        known = (HUMAN, *game.bots.levels)
        kept = [o if o.kind in known else o._replace(kind=game.bots.first_level) for o in kept]

        def change() -> Sequence[Shown]:
            self.game, self.options, self.phase = game, options, Phase.GATHERING
            self.chairs = kept + [Chair()] * (game.max_seats - len(kept))
            self.match = self.deal = self.clock = None
            self.played_at = self.length
            return ()

        return change

    def _on_react(self, line: Line, deed: deeds.React) -> Change:
        """Somebody calls something across the table."""
        if not 0 <= deed.sign < len(deeds.REACTIONS):
            raise Refused("no_reaction")
        if line.at < self.chairs[line.seat].called_ms + CALM_MS:
            raise Refused("too_soon")

        def change() -> Sequence[Shown]:
            self.chairs[line.seat] = self.chairs[line.seat]._replace(called_ms=line.at)
            return ()

        return change

    # ---- lines about the match -----------------------------------------------------------------------

    def _on_dealt(self, line: Line, deed: Dealt) -> Change:
        """A match begins."""
        self.led_by(line.seat)
        if self.phase == Phase.PLAYING:
            raise Refused("playing")
        chairs = self.moved_round() if self.phase == Phase.OVER else self.chairs
        chairs = [chair for chair in chairs if chair.kind != deeds.FREE]
        least, most = self.game.seat_range(self.options)
        if not least <= len(chairs) <= most:
            raise Refused("seats")
        rows = [Seat(one.name, one.kind, one.figure) for one in chairs]
        try:
            settled = self.game.modes.settled(self.options, len(chairs), 1)
            match: AnyMatch = Match(self.game, settled, rows, int(deed.seed, 16))
        except BadOptions as error:
            raise Refused("options") from error

        def change() -> Sequence[Shown]:
            self.chairs, self.match, self.deal = chairs, match, deed
            self.phase, self.undoing = Phase.PLAYING, None
            self.clock = self._new_clock(match.state, len(rows))
            self.matches += 1
            self.turned(line.at)
            return [(event, match.state) for event in self.game.opening(match.state)]

        return change

    def _on_play(self, line: Line, deed: deeds.Play) -> Change:
        """Somebody acts, or a bot in somebody's stead or its own."""
        match, seat = self.match, line.seat
        if match is None or self.clock or self.phase != Phase.PLAYING:
            raise Refused("not_playing")
        # anybody may go on when a round is over
        if seat != self.to_move and not (line.by == By.PERSON and self.is_between_rounds):
            raise Refused("not_your_turn")
        duty = self.duty
        if line.by != By.PERSON and (duty is None or line.by not in (duty.by, By.HOUSE) or duty.at > line.at):
            raise Refused("not_yours")
        try:
            action = _once(self.game.name, self.game.decode(deed.action))
            if match.objection(action) is not None:
                raise Refused("illegal")
        except UNREADABLE as error:
            raise Refused("illegal") from error

        def change() -> Sequence[Shown]:
            self.undoing = None
            if line.by == By.PERSON:
                self.chairs[seat] = self.chairs[seat]._replace(stand_in=False)
            steps = match.advance(action)
            match.forget()
            self.turned(line.at)
            if match.is_over:
                self.phase = Phase.OVER
            return steps

        return change

    def _on_stand_in(self, line: Line, deed: deeds.StandIn) -> Change:
        """A bot plays for somebody who is away, or no longer."""
        chair = self.chair_at(deed.seat)
        if self.clock or chair.kind != HUMAN or self.phase != Phase.PLAYING or chair.stand_in == deed.on:
            raise Refused("no_stand_in")
        if deed.on and (not chair.away_ms or deed.seat != self.to_move):
            raise Refused("no_stand_in")
        if deed.on and line.at < max(chair.away_ms, self.turn_ms) + GRACE_MS:
            raise Refused("grace")

        def change() -> Sequence[Shown]:
            self.chairs[deed.seat] = self.chairs[deed.seat]._replace(stand_in=deed.on)
            return ()

        return change

    def _on_undo_asked(self, line: Line, _deed: deeds.AskUndo) -> Change:
        """Somebody would like to take something back."""
        is_turns = self.match is not None and not self.clock and self.phase == Phase.PLAYING
        length = self.match.undo_length(line.seat) if self.match and is_turns else None
        if length is None or self.undoing is not None:
            raise Refused("no_undo")

        def change() -> Sequence[Shown]:
            self.undoing = (line.seat, length, frozenset({line.seat}))
            self.asked_at = self.length
            return ()

        return change

    def _on_undo_answered(self, line: Line, deed: deeds.AnswerUndo) -> Change:
        """Somebody agrees to that, or does not."""
        asked = self.asked()
        if asked is None or line.seat not in asked.open:
            raise Refused("no_undo")

        def change() -> Sequence[Shown]:
            agreed = frozenset({*asked.agreed, line.seat})
            self.undoing = (asked.seat, asked.length, agreed) if deed.yes else None
            return ()

        return change

    # ---- lines about a match of real time ------------------------------------------------------------

    def _running_clock(self) -> living.Clock:
        """The clock of the match that is played; raise Refused where there is none."""
        if self.clock is None or self.phase != Phase.PLAYING:
            raise Refused("not_playing")
        return self.clock

    def live_game(self) -> AnyLiveGame:
        """The game that is played, as one in real time."""
        return live(self.game)

    def _new_clock(self, state: State, seats: int) -> living.Clock | None:
        """The clock of a match that begins; None for one that is played in turns."""
        if not self.game.real_time:
            return None
        return living.Clock(seats, calm=not live(self.game).has_clock(state), quick=(0,) * seats)

    def _missing(self, clock: living.Clock) -> list[int]:
        """Who is there and not ready."""
        ready = {seat for seat, _ in clock.ready}
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_there and seat not in ready]

    def _on_readied(self, line: Line, deed: Readied) -> Change:
        """Somebody waits for the table to go on; it does once all who are there do."""
        clock = self._running_clock()
        others = tuple(row for row in clock.ready if row[0] != line.seat)
        after = clock._replace(ready=(*others, (line.seat, deed.rtt)))
        goes_on = not self._missing(after)
        # whoever has said so already says it once more where somebody has gone meanwhile: without them
        if clock.runs or (len(others) < len(clock.ready) and not goes_on):
            raise Refused("ready")

        def change() -> Sequence[Shown]:
            self.clock = after.begun(line.at) if goes_on else after
            return ()

        return change

    def _on_rest(self, line: Line, _deed: deeds.Rest) -> Change:
        """Somebody wants the table to stand still; or a server finds that nobody has decided for a while."""
        clock = self._running_clock()
        if not clock.runs or (line.by == By.PERSON and clock.until >= 0):
            raise Refused("rests")

        def change() -> Sequence[Shown]:
            self.clock = clock.stopped(line.at, line.seat) if line.by == By.PERSON else clock.broken()
            return ()

        return change

    def _disturbed(self, at: int, seat: int) -> None:
        """Somebody who plays comes or goes."""
        clock = self.clock
        if clock is None or self.phase != Phase.PLAYING:
            return
        if clock.runs:
            self.clock = clock.stopped(at, seat)
            return
        self.clock = clock._replace(ready=tuple(row for row in clock.ready if row[0] != seat), because=seat)

    def _on_laid(self, line: Line, deed: Laid) -> Change:
        """Somebody's hand comes down."""
        clock = self._running_clock()
        if not clock.runs or line.at < clock.start_ms or clock.hands >= living.MOST_HANDS:
            raise Refused("rests")
        stamp = self.live_game().stamp(self.done_by(line.seat, deed))

        def change() -> Sequence[Shown]:
            late = clock.late + (deed.came > stamp + clock.lag and not clock.calm)
            self.clock = clock._replace(late=late, hands=clock.hands + 1)
            return ()

        return change

    def recorded(self, deed: deeds.Lay, came_ms: int) -> Laid:
        """What somebody has done as it is written down, which came at a moment of the server's clock; raise Refused."""
        clock, game = self._running_clock(), self.live_game()
        try:
            action = game.decode(deed.action)
        except UNREADABLE as error:
            raise Refused("illegal") from error
        if not clock.runs or came_ms < clock.start_ms:
            raise Refused("rests")
        came = clock.base + came_ms - clock.start_ms
        if 0 <= clock.until < came:
            raise Refused("rests")
        stamp = (
            came if clock.calm else max(clock.base, living.believed(game.stamp(action), came, clock.delay, clock.lag))
        )
        return Laid(game.encode(game.stamped(action, stamp)), came)

    def done_by(self, seat: int, deed: Laid) -> Action:
        """What has been done; raise Refused for nonsense, and for the hands of others."""
        game = self.live_game()
        try:
            action = game.decode(deed.action)
        except UNREADABLE as error:
            raise Refused("illegal") from error
        assert self.match is not None, "it is played"
        if doer_of(game, self.match.state, action) != seat:
            raise Refused("illegal")
        return action

    def late_by(self, line: Line, deed: Laid) -> int:
        """How much too late a hand came through the network, in milliseconds; 0 for one in time."""
        clock = self.clock
        if clock is None or clock.calm:
            return 0
        return max(0, deed.came - self.live_game().stamp(self.done_by(line.seat, deed)) - clock.lag)

    def _on_lived(self, line: Line, deed: Lived) -> Change:
        """Something is decided."""
        clock, match, game = self._running_clock(), self.match, self.live_game()
        assert match is not None, "it is played"
        if not clock.runs or deed.lag < clock.lag or deed.lag > living.LAG_MS[1]:
            raise Refused("rests")
        if not clock.decided <= deed.until <= clock.at(line.at):
            raise Refused("clock")
        actions = self._decoded(deed)
        if not all(clock.decided <= game.stamp(action) <= deed.until for action in actions):
            raise Refused("clock")
        try:
            # the rules of real time have no chance after the deal
            events = match.expected(actions)
        except IllegalAction as error:
            raise Refused("illegal") from error

        def change() -> Sequence[Shown]:
            shown: list[Shown] = []
            for action in actions:
                shown += match.advance(action)
            match.forget()
            after = clock.noticed(game, events).lived(deed.until)
            late = 0 if deed.lag > clock.lag else clock.late
            self.clock = after._replace(lag=deed.lag, late=late)
            if actions:
                self.played_at = self.length
            if match.is_over:
                self.phase = Phase.OVER
            return shown

        return change

    def _decoded(self, deed: Lived) -> list[Action]:
        try:
            return [self.game.decode(row) for row in deed.actions]
        except UNREADABLE as error:
            raise Refused("illegal") from error

    def kinds(self) -> tuple[str, ...]:
        """Who plays at each seat of the match: a bot of a level, or a person."""
        assert self.match is not None, "it is played"
        return tuple(
            (chair.kind if chair.kind == HUMAN or chair.kind in self.game.bots.levels else self.game.bots.first_level)
            for chair in self.chairs[: len(self.match.seats)]
        )
