"""A party with what each seat, and whoever looks on, is told of it: numbered steps, and a hash over all of them.

Nothing is taken out of what a seat is told: it is made of its own view and of the events that it sees, so what it may
not know was never in it. Steps are kept for those who have lost their line for a while; whoever was away longer is
told all at once.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping, Sequence

from game.core.game import WATCHER, AnyGame, State
from game.core.options import Json
from game.server import living
from game.server.chairs import Refused, Shown
from game.server.ledger import Damaged
from game.server.lines import Dealt, Laid, Line, Lived, Opening, Readied, Seated, read
from game.server.party import Party
from game.wire.deeds import AnswerUndo, Choose, Give, Hints, Kick, Limit, Lock, React, StandIn
from game.wire.messages import (
    NOTHING_YET,
    Happened,
    Over,
    Phase,
    Standing,
    Step,
    Turn,
    Welcome,
    hash_after,
    text_of,
)

#: so many steps are kept
KEPT = 64
#: what lines are called where no deed of a device has the name
NAMES: dict[type, str] = {
    Opening: "Opened",
    Seated: "Sit",
    Dealt: "Start",
    Laid: "Lay",
    Readied: "Ready",
    Lived: "Live",
}


class Record:
    """One line with all that it takes to tell anybody of it."""

    def __init__(self, party: Party, line: Line, shown: Sequence[Shown], before: Record | None) -> None:
        self.n = party.length - 1
        self.happened = happened(line)
        if isinstance(line.deed, Laid):
            # nobody else is told whose hand it was, nor on what, before it counts
            late = living.late_by(party, line, line.deed)
            self.happened = self.happened._replace(seat=WATCHER, value=late)
        self.standing: Standing = party.standing
        self.is_news = before is None or before.standing != self.standing
        self.tokens = [chair.token for chair in party.chairs]
        self._game: AnyGame = party.game
        match = party.match
        self._state: State | None = match.state if match else None
        seats = range(len(self.tokens))
        turns = match is not None and not party.clock
        self._undo = [turns and match is not None and match.undo_length(seat) is not None for seat in seats]
        self._where = (len(match.actions) if match else 0, party.to_move, party.due_ms)
        codec = self._game.event_codec()
        self._events: dict[int, str] = {}
        #: what lay on the table after each event that a seat sees
        self._between: dict[int, list[State]] = {}
        self._hashes: dict[int, str] = {}
        # a match, or the gathering for one, is told from its beginning
        begins = before is None or isinstance(line.deed, Dealt | Choose)
        for seat in (WATCHER, *seats):
            seen = [(self._game.visible(event, seat), state) for event, state in shown]
            self._events[seat] = text_of([codec.write(event) for event, _ in seen if event is not None])
            between = [state for event, state in seen if event is not None]
            # mostly a view tells nothing before the whole action is done
            self._between[seat] = between if any(state != self._state for state in between) else []
            last = NOTHING_YET if begins or before is None else before.hash_of(seat)
            self._hashes[seat] = hash_after(last, self.n, self.happened, self._events[seat])
        self._turns: dict[int, Turn] = {}

    def seat_of(self, token: str) -> int:
        """Whose seat it was then; a WATCHER has none."""
        return self.tokens.index(token) if token and token in self.tokens else WATCHER

    def hash_of(self, seat: int) -> str:
        """The hash over all that the seat has been told."""
        return self._hashes[seat]

    def turn(self, seat: int) -> Turn | None:
        """Where the match stood then for a seat, if there was one."""
        if self._state is None:
            return None
        if seat not in self._turns:
            length, to_move, due_ms = self._where
            undo = seat != WATCHER and self._undo[seat] and self.standing.phase == Phase.PLAYING
            self._turns[seat] = Turn(length, to_move, due_ms, undo, text_of(self._view(self._state, seat)))
        return self._turns[seat]

    def _view(self, state: State, seat: int) -> Json:
        return self._game.view_codec().write(self._game.for_people(self._game.view(state, seat)))

    def step(self, token: str) -> Step:
        """What is told of it to whoever has that secret."""
        seat = self.seat_of(token)
        standing = self.standing if self.is_news else None
        between = text_of([self._view(state, seat) for state in self._between[seat]])
        happened, events = self.happened, self._events[seat]
        return Step(self.n, self._hashes[seat], happened, seat, standing, events, between, self.turn(seat))


class Story:
    """A party, and the last of what has been told of it."""

    def __init__(self, games: Mapping[str, AnyGame], name: str, lines: Sequence[str]) -> None:
        self.name = name
        first = read(lines[0])
        try:
            self.party = Party(games, first)
        except Refused as error:
            raise Damaged(f"a log that begins with nonsense: {error}") from None
        self._records: deque[Record] = deque([Record(self.party, first, (), None)], KEPT)
        for text in lines[1:]:
            self.follow(text)

    @property
    def length(self) -> int:
        """How many lines there are."""
        return self.party.length

    def follow(self, text: str) -> None:
        """Take the next line; raise Damaged if it cannot come here."""
        line = read(text)
        try:
            shown = self.party.follow(line)
        except Refused as error:
            raise Damaged(f"line {self.length} of {self.name} cannot come there: {error}") from None
        except Exception as error:
            # an error in a game's rules: nobody can follow this log, and everybody is told so
            raise Damaged(f"line {self.length} of {self.name} cannot be followed: {error!r}") from error
        self._records.append(Record(self.party, line, shown, self._records[-1]))

    def steps(self, token: str, have: int, hash_: str) -> list[Step] | None:
        """What somebody has not been told who knows up to step ``have``; None if it has to be told all at once."""
        known = [record for record in self._records if record.n == have]
        if not known or known[0].hash_of(known[0].seat_of(token)) != hash_:
            return None
        return [record.step(token) for record in self._records if record.n > have]

    def step(self, token: str) -> Step:
        """The last step."""
        return self._records[-1].step(token)

    def welcome(self, token: str, now_ms: int) -> Welcome:
        """All that there is to know now."""
        last = self._records[-1]
        seat = last.seat_of(token)
        return Welcome(
            party=self.name,
            code=self.party.code,
            n=last.n,
            hash=last.hash_of(seat),
            seat=seat,
            now_ms=now_ms,
            standing=last.standing,
            turn=last.turn(seat),
        )

    def over(self) -> Over | None:
        """The whole match, if it has ended: there is nothing left to hide."""
        party = self.party
        if party.phase != Phase.OVER or party.match is None or party.deal is None:
            return None
        return Over(self.length - 1, json.dumps(party.match.save()), party.deal.seed, party.deal.nonce)


def happened(line: Line) -> Happened:
    """A line as far as everybody may know it: what a hand held or a device keeps to itself is not in it."""
    deed = line.deed
    other, value = -1, 0
    match deed:
        case Kick(seat=seat) | Give(seat=seat):
            other = seat
        case StandIn(seat=seat, on=on):
            other, value = seat, int(on)
        case Lock(on=on) | Hints(on=on):
            value = int(on)
        case Limit(seconds=number) | React(sign=number):
            value = number
        case AnswerUndo(yes=yes):
            value = int(yes)
        case _:
            pass
    seat = deed.seat if isinstance(deed, Seated) else line.seat
    return Happened(NAMES.get(type(deed), type(deed).__name__), line.by, seat, other, value)
