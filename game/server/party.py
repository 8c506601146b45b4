"""A party as its log tells it: who sits where, what is played, and what may happen next.

Nothing here knows a clock, chance or a device: the same lines make the same party everywhere. A line says itself when
it was written. :meth:`Party.may` looks whether one may come next and changes nothing; :meth:`Party.follow` takes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.core.game import AnyGame
from game.core.match import HUMAN, AnyMatch
from game.core.options import BadOptions, Json, chosen_values
from game.server import living, playing, seating
from game.server.chairs import Chair, Change, Refused, Shown
from game.server.ledger import Damaged
from game.server.lines import RULES, Away, Back, Dealt, Laid, Line, Lived, Opening, Readied, Seated
from game.server.living import Clock
from game.wire.deeds import (
    AnswerUndo,
    AskUndo,
    Choose,
    Give,
    Hints,
    Kick,
    Leave,
    Limit,
    Lock,
    Play,
    React,
    Rest,
    StandIn,
)
from game.wire.messages import By, Phase, Standing, Undoing, commitment

#: so long the sums between two rounds stand there if nobody goes on
BETWEEN_MS = 30_000
#: no log is longer: whoever goes on for ever fills no disk
MOST_LINES = 20_000


class Duty(NamedTuple):
    """What nobody but the server will do: a bot's move, from when on."""

    by: By
    seat: int
    level: str
    at: int


class Party:
    """Where its log has led a party."""

    def __init__(self, games: Mapping[str, AnyGame], first: Line) -> None:
        self._games = games
        if not isinstance(first.deed, Opening):
            raise Damaged("a log that begins with nothing")
        if first.deed.rules != RULES:
            raise Damaged(f"a log by other rules: {first.deed.rules}")
        self.code = first.deed.code
        self.phase = Phase.GATHERING
        self.game, self.options = self.chosen(Choose(first.deed.game, first.deed.options))
        self.chairs: list[Chair] = [Chair()] * self.game.max_seats
        self.locked = False
        self.hints = True
        self.seconds = 0
        self.match: AnyMatch | None = None
        self.deal: Dealt | None = None
        #: of a match of real time
        self.clock: Clock | None = None
        self.matches = 0
        self.undoing: tuple[int, int, frozenset[int]] | None = None
        #: how many lines have been followed, and when the last one was written
        self.length, self.at = 1, first.at
        #: when the one to move became so
        self.turn_ms = first.at
        #: the lines that last changed the match, and what is asked
        self.played_at = self.asked_at = 0
        self.members = 0
        #: hash of a secret -> id -> the line by which it was done
        self._done: dict[str, dict[str, int]] = {}

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
        return self._done.get(token, {}).get(id_, -1)

    def is_stale(self, deed: object, n: int) -> bool:
        """Whether a deed was decided before something that it hangs on: ``n`` is the last line that was known."""
        if isinstance(deed, Play | AskUndo):
            return n < self.played_at
        return isinstance(deed, AnswerUndo) and n < self.asked_at

    def _level(self, seat: int) -> str:
        kind = self.chairs[seat].kind
        return kind if kind in self.game.levels else self.game.first_level

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
        elif line.by != By.PERSON and not isinstance(line.deed, Away | Back | Play | Lived | Rest):
            raise Refused("not_yours")
        if line.by == By.PERSON and isinstance(line.deed, Away | Back | Lived):
            raise Refused("not_yours")
        return self._change(line)

    def _change(self, line: Line) -> Change:
        match line.deed:
            case Seated() as deed:
                return seating.seated(self, line, deed)
            case Away() as deed:
                return seating.away(self, line, deed)
            case Back() as deed:
                return seating.back(self, line, deed)
            case Leave() as deed:
                return seating.left(self, line, deed)
            case Kick() as deed:
                return seating.kicked(self, line, deed)
            case Lock() as deed:
                return seating.locked(self, line, deed)
            case Give() as deed:
                return seating.given(self, line, deed)
            case Choose() as deed:
                return seating.chosen(self, line, deed)
            case Limit() as deed:
                return seating.limited(self, line, deed)
            case Hints() as deed:
                return seating.hinted(self, line, deed)
            case React() as deed:
                return seating.called(self, line, deed)
            case Dealt() as deed:
                return playing.dealt(self, line, deed)
            case Play() as deed:
                return playing.played(self, line, deed)
            case Laid() as deed:
                return living.laid(self, line, deed)
            case Readied() as deed:
                return living.readied(self, line, deed)
            case Rest() as deed:
                return living.rested(self, line, deed)
            case Lived() as deed:
                return living.lived(self, line, deed)
            case StandIn() as deed:
                return playing.stood_in(self, line, deed)
            case AskUndo() as deed:
                return playing.undo_asked(self, line, deed)
            case AnswerUndo() as deed:
                return playing.undo_answered(self, line, deed)
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
            self._done.setdefault(token, {})[line.id] = self.length
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

    def chosen(self, deed: Choose) -> tuple[AnyGame, dict[str, Json]]:
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
