"""A party's match: a server keeps it, and several devices play.

What the party is told comes in steps; each is shown to its end before the next one. What is done here is on its way
until its own step comes back.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from game.app.context import Context
from game.app.visits import Visit
from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.game import Action
from game.core.match import FIGURES, HUMAN, AnyMatch, BadSave, Match
from game.core.rng import Rng
from game.engine.presentation import turns
from game.engine.transitions import Push, Replace, Transition
from game.scenes.navigation import routes
from game.scenes.result.after import AfterParty, AfterPartyRound
from game.scenes.result.result import Result
from game.scenes.table.online_pause import OnlinePause
from game.table.driver import Corner
from game.table.news import Away
from game.table.turns.driver import SeatMark, TurnDriver, Undo
from game.table.turns.happened import say_what
from game.table.turns.local import LAST_LOOK_MS
from game.table.turns.news import Cue, Dealt, News, Refused, Seated, Steps, Thinks, Turn
from game.wire.deeds import AnswerUndo, AskUndo, Choose, Play, React, Sit, StandIn, Start
from game.wire.match import RemoteMatch
from game.wire.messages import Phase
from game.wire.remote import Told

if TYPE_CHECKING:
    from game.engine.table import AnyTable

#: what is on its way for so long is told, in milliseconds: a quick answer needs no words
SENDING_MS = 600.0


class PartyDriver(TurnDriver):
    """A party's match being played or looked at."""

    match: RemoteMatch
    is_apart, asks_others = True, True

    def __init__(self, context: Context, visit: Visit) -> None:
        self.visit, remote = visit, visit.remote
        self._dealt = _deal_in(visit)
        assert remote.standing is not None, "a table is one of a party"
        if self._dealt is not None:
            told = self._dealt
            standing, seat, turn, view = told.standing, told.seat, told.turn, told.view
        else:
            # in the middle of it: whatever is known lies there at once
            visit.told.clear()
            standing, seat, turn, view = remote.standing, remote.seat, remote.stands, remote.view
        visit.is_anew = False
        assert turn is not None, "a match is played"
        assert view is not None, "a match is played"
        match = RemoteMatch(GAMES[standing.game], standing, seat, turn, view, visit.named)
        super().__init__(context, match, match.viewer)
        self._shown = turns(PRESENTATIONS[match.game.name])
        #: what one has done and nobody has answered yet, and for how long
        self._sent: Action | None = None
        self._sent_ms = 0.0
        #: whoever decides here has been asked
        self._asked = False
        self._linger = LAST_LOOK_MS
        #: the sums of a round have been read
        self._next_round_due = False
        #: how many seconds the turn still has, or None for any time
        self._left_s: int | None = None
        #: what the marks at the seats are made for
        self._marked: object = None

    def begin(self) -> Iterator[News]:
        """Show the deal, if it has just been told."""
        if self._dealt is not None:
            self.match.follow(self._dealt)
            yield Dealt(tuple(self._dealt.steps))

    # ---- what happens ---------------------------------------------------------------------------

    def submit(self, action: Action) -> Iterator[News]:
        """Send an action on its way."""
        if self._sent is not None:
            return
        if action != self.game.next_round() and (error := self.match.objection(action)):
            # the server knows no more of it than that it may not be
            yield Refused(error)
            return
        self._sent, self._sent_ms = action, 0.0
        self.visit.do(Play(self.game.encode(action)))
        yield Cue.SENT

    def pass_time(self, ms: float) -> Iterator[News]:
        """Say after a while that an action is on its way, and hear whether it cannot be done."""
        if self._sent is not None:
            before, self._sent_ms = self._sent_ms, self._sent_ms + ms
            if before <= SENDING_MS < self._sent_ms:
                yield Cue.OFFER
        if any(isinstance(deed, Play) for deed in self.visit.take_refused()):
            self._sent = None
            yield Cue.RETURNED

    def go_on(self, ms: float) -> Iterator[News]:
        """Tell the next step, the sums, or who decides."""
        visit = self.visit
        if self._next_round_due:
            yield from self._next_round()
        elif visit.remote.ended is not None:
            yield Away(Replace(routes.lobby(self.context, visit)))
        elif visit.is_anew:
            yield self._anew()
        elif visit.told:
            yield from self._follow(visit.told.popleft())
        else:
            yield from self._stand(ms)

    def _stand(self, ms: float) -> Iterator[News]:
        """Nothing has been told since: whoever decides is asked, or the sums are shown."""
        left = self.visit.remote.left_ms
        self._left_s = None if left is None else -(-left // 1000)
        marked = (self.match.standing, self.visit.is_late and self.visit.late_words, self._left_s)
        if marked != self._marked:
            self._marked = marked
            yield Cue.OFFER
        if self.match.is_over or self._shown.summary_due(self.view):
            self._linger -= ms
            if self._linger <= 0 or not self.context.settings.pace:
                yield from self._sums()
            return
        self._linger = LAST_LOOK_MS
        yield from self._ask()

    def _anew(self) -> Away:
        """All was told at once: lay the table as it is now."""
        self._sent = None
        standing = self.visit.remote.standing
        gathers = standing is None or standing.phase == Phase.GATHERING
        return Away(Replace((routes.lobby if gathers else routes.online_table)(self.context, self.visit)))

    def _follow(self, told: Told) -> Iterator[News]:
        """Tell one step."""
        name = told.happened.what
        if name in (Start.__name__, Choose.__name__) or told.turn is None:
            self.visit.told.appendleft(told)
            again = name == Start.__name__
            yield Away(Replace((routes.online_table if again else routes.lobby)(self.context, self.visit)))
            return
        before = (self.match.seat, self.match.seats)
        back = self.match.follow(told)
        moved = (self.match.seat, self.match.seats) != before
        say_what(self.context, self.match, told.happened, *before, is_mute=self.visit.is_mute)
        if told.steps:
            self._sent, self._asked = None, False
            yield Steps(tuple(told.steps), told.happened.seat == self.viewer)
        elif back or moved:
            self._sent, self._asked, self.viewer = None, False, self.match.viewer
            yield Seated(self.viewer, moves=back)
        yield Cue.OFFER

    def _sums(self) -> Iterator[News]:
        """The sums of a round, or of the match once all of it is known."""
        if not self.match.is_over:
            played = self._round()
            after = AfterPartyRound(self.context, played, self._read_sums, self.visit)
            yield Away(Push(Result(self.context, played, after)))
            return
        try:
            match = self.visit.finished()
        except BadSave:
            yield Away(Replace(routes.lobby(self.context, self.visit)))
            return
        if match is not None:
            yield Away(Replace(Result(self.context, match, AfterParty(self.context, match, self.visit))))

    def _round(self) -> AnyMatch:
        """The match as far as its sums are concerned."""
        state = self.game.world(self.view, Rng(0))
        return Match.placed(self.game, self.match.standing.options, self.match.seats, state)

    def _read_sums(self) -> None:
        self._next_round_due = True

    def _next_round(self) -> Iterator[News]:
        """Deal the next round, unless somebody else has."""
        self._next_round_due, self._linger = False, LAST_LOOK_MS
        yield Cue.CLEAR
        action = self.game.next_round()
        assert action is not None, "sums are shown between rounds only"
        if self.match.seat >= 0 and not self.visit.told and not self.visit.waits_for(Play):
            yield from self.submit(action)

    def _ask(self) -> Iterator[News]:
        """Ask whoever sits here for a decision, or let somebody else be seen to think."""
        if not self.is_own:
            yield Thinks(self.match.mover)
            return
        if self._asked:
            return
        self._asked = True
        action = self.forced
        if action is None:
            yield Turn(self.viewer)
        else:
            yield Cue.LET_GO
            yield from self.submit(action)

    # ---- beside the game ------------------------------------------------------------------------

    def answer_undo(self, yes: bool) -> None:
        """Agree to what somebody asks to take back, or do not."""
        self.visit.do(AnswerUndo(yes))

    def sit(self, seat: int) -> None:
        """Take the seat of somebody who has left."""
        settings, texts = self.context.settings, self.context.texts
        figure = settings.figure or FIGURES[0]
        self.visit.do(Sit(seat, settings.name or texts(f"figure.{figure}"), figure, self.visit.token))

    def stand_in(self, seat: int) -> None:
        """Let a bot play for somebody who is away."""
        self.visit.do(StandIn(seat, True))

    def call(self) -> Iterator[News]:
        """Show what can be called across the table, or no longer."""
        self.calling = not self.calling
        yield Cue.OFFER

    def react(self, sign: int) -> Iterator[News]:
        """Call something across the table."""
        self.calling = False
        self.visit.do(React(sign))
        yield Cue.OFFER

    def mute(self) -> Iterator[News]:
        """Hear nothing that is called, or hear it again."""
        self.visit.is_mute, self.calling = not self.visit.is_mute, False
        yield Cue.OFFER

    def put_away(self) -> bool:
        """What could be called goes first."""
        was_calling, self.calling = self.calling, False
        return was_calling

    # ---- what is offered ------------------------------------------------------------------------

    @property
    def answers(self) -> bool:
        """Whether one is asked to let somebody take something back."""
        undoing = self.match.standing.undoing
        return undoing is not None and self.match.seat in undoing.open

    @property
    def is_own(self) -> bool:
        """Not while something is on its way, nor while somebody asks to take something back."""
        return self._sent is None and self.match.seat >= 0 and not self.answers and super().is_own

    @property
    def forced(self) -> Action | None:
        """Whatever there is no choice about, unless moves are always confirmed."""
        return None if self.context.settings.confirm == "always" else self.habits.foregone(self.view)

    @property
    def corners(self) -> tuple[Corner, ...]:
        """How it is played stands behind the pause, too: whoever plays has what can be called in its place.

        There are hints where the owner allows them: they go by what somebody knows who remembers nothing.
        """
        plays = self.match.seat >= 0
        hint = (Corner.HINT,) if plays and self.match.standing.hints and self.game.hints else ()
        return Corner.PAUSE, Corner.CALL if plays else Corner.HELP, Corner.LOG, Corner.SPEED, *hint

    @property
    def undo(self) -> Undo | None:
        """Everybody is asked, one thing at a time."""
        if self.match.seat < 0:
            return None
        return Undo(self.match.turn.undo and self.match.standing.undoing is None)

    def take_back(self) -> Iterator[News]:
        """Ask the others."""
        self.visit.do(AskUndo())
        yield from ()

    @property
    def marks(self) -> tuple[SeatMark, ...]:
        """Who is away, and whom a bot plays for; and for whoever looks on the seats that are free."""
        texts, own = self.context.texts, self.match.seat
        found: list[SeatMark] = []
        for seat, place in enumerate(self.match.standing.places[: len(self.match.seats)]):
            if place.vacant and own < 0 and not self.visit.way.watches:
                # whoever looks on may play on for who has left
                label, words = texts("party.sit_at", number=seat + 1), texts("party.mark.vacant")
                found.append(SeatMark(seat, words, f"sit-{seat}", label, partial(self.sit, seat)))
            if place.kind != HUMAN or not (place.away or place.stand_in):
                continue
            words = texts("party.mark.stand_in" if place.stand_in else "party.mark.away")
            if place.stand_in or own < 0 or self.match.is_over:
                found.append(SeatMark(seat, words))
                continue
            label = texts("party.let_stand_in", name=place.name)
            found.append(SeatMark(seat, words, f"stand-in-{seat}", label, partial(self.stand_in, seat)))
        return tuple(found)

    # ---- what is said ---------------------------------------------------------------------------

    def asked(self, prompt: str) -> str:
        """What is waited for, where it is not a decision; with the time that is left for one."""
        texts = self.context.texts
        if self.visit.is_late:
            return self.visit.late_words
        if self._sent is not None:
            return texts("party.sending") if self._sent_ms > SENDING_MS else ""
        if (asked := self.match.standing.undoing) is not None:
            name = self.match.seats[asked.seat].name
            return texts("party.undo_asked", name=name) if asked.seat != self.match.seat else texts("party.undo_waits")
        return prompt if self._left_s is None else texts("party.left", words=prompt, count=self._left_s)

    @property
    def interrupted(self) -> str:
        """Why it goes on for nobody."""
        return self.visit.late_words if self.visit.is_late else ""

    def leave(self, picture: AnyTable) -> Transition:
        """What can be done about the match beside playing it."""
        return Push(OnlinePause(self.context, self.match.game.name, picture, self.visit))


def _deal_in(visit: Visit) -> Told | None:
    """The deal of the match that is played, if it is to be shown yet: it is taken, and whatever was told before it."""
    places = [number for number, told in enumerate(visit.told) if told.happened.what == Start.__name__]
    if not places:
        return None
    for _ in range(places[-1]):
        visit.told.popleft()
    return visit.told.popleft()
