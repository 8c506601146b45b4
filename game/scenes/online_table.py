"""The table of a party: the same as any table of turns, for a match that a server keeps and several devices play.

What the party is told comes in steps; each is shown to its end before the next one. What is done here is on its way
until its own step comes back.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.context import Context
from game.core.game import Action
from game.core.match import FIGURES, AnyMatch, BadSave, Match, Seat
from game.core.rng import Rng
from game.engine.input import Elsewhere, Input
from game.engine.transitions import Push, Replace, Transition
from game.engine.widgets import RoundButton, Widget
from game.registry import GAMES
from game.scenes import routes
from game.scenes.common import SLIDE_MS, tell_why
from game.scenes.online_pause import OnlinePause
from game.scenes.online_result import OnlineResult, OnlineRound, finished
from game.scenes.online_seats import seat_marks
from game.scenes.recap import Recap
from game.scenes.turns import LAST_LOOK_MS, TurnScene
from game.visits import Visit
from game.wire.deeds import REACTIONS, AnswerUndo, AskUndo, Choose, Kick, Leave, Play, React, Sit, StandIn, Start
from game.wire.match import RemoteMatch
from game.wire.messages import Happened, Phase
from game.wire.remote import Told

#: what is on its way for so long is told, in milliseconds: a quick answer needs no words
SENDING_MS = 600.0


class OnlineTable(TurnScene):
    """A party's match being played or looked at."""

    match: RemoteMatch
    keeps = False

    def __init__(self, context: Context, visit: Visit) -> None:
        self.visit = visit
        told = _deal_in(visit)
        remote = visit.remote
        assert remote.standing is not None, "a table is one of a party"
        if told is not None:
            standing, seat, turn, view = told.standing, told.seat, told.turn, told.view
        else:
            # in the middle of it: whatever is known lies there at once
            visit.told.clear()
            standing, seat, turn, view = remote.standing, remote.seat, remote.stands, remote.view
        visit.is_anew = False
        assert turn is not None, "a match is played"
        assert view is not None, "a match is played"
        super().__init__(context, RemoteMatch(GAMES[standing.game], standing, seat, turn, view, visit.named))
        #: what one has done and nobody has answered yet, and for how long
        self._sent: Action | None = None
        self._sent_ms = 0.0
        #: what can be called across the table lies there to choose from
        self.calling = False
        #: how many seconds the turn still has, or None for any time
        self._left_s: int | None = None
        #: what the marks at the seats are made for
        self._marked: object = None
        self._sit(self.match.viewer)
        if told is not None:
            self.match.follow(told)
            self._show(told.steps)
        self.recap = Recap(len(self.table.log))

    # ---- playing --------------------------------------------------------------------------------

    def act(self, action: Action) -> Transition:
        """Send an action on its way."""
        self.let_go()
        if self._sent is not None:
            return None
        if action != self.game.next_round() and (error := self.match.objection(action)):
            # the server knows no more of it than that it may not be
            tell_why(self.context, error)
            return None
        self._sent, self._sent_ms, self.selected = action, 0.0, None
        self.hinting.close()
        # what was dropped lies where it is until the answer comes
        self.table.accepted()
        self.visit.do(Play(self.game.encode(action)))
        self._offer()
        return None

    def _came_back(self) -> None:
        """What was sent cannot be done, or has been done: nothing is on its way."""
        self._sent = None
        if self.table.carried:
            self.table.carried.cancel()
        self._offer()

    def update(self, ms: float) -> Transition:
        """Let events be shown, then the next step."""
        if self._sent is not None:
            before, self._sent_ms = self._sent_ms, self._sent_ms + ms
            if before <= SENDING_MS < self._sent_ms:
                self._offer()
        if any(isinstance(deed, Play) for deed in self.visit.take_refused()):
            self._came_back()
        return super().update(ms)

    def _next(self, ms: float) -> Transition:
        visit = self.visit
        if visit.remote.ended is not None:
            return Replace(routes.lobby(self.context, visit))
        if visit.is_anew:
            return self._anew()
        if visit.told:
            return self._follow(visit.told.popleft())
        left = visit.remote.left_ms
        self._left_s = None if left is None else -(-left // 1000)
        marked = (self.match.standing, visit.is_late and visit.late_words, self._left_s)
        if marked != self._marked:
            self._marked = marked
            self._offer()
        if self.match.is_over or self.shown.summary_due(self.match.view(self.viewer)):
            self._linger -= ms
            if self._linger > 0 and self.context.settings.pace:
                return None
            return self._sums()
        self._linger = LAST_LOOK_MS
        self._await()
        return None

    def _anew(self) -> Transition:
        """All was told at once: lay the table as it is now."""
        self._sent = None
        standing = self.visit.remote.standing
        if standing is None or standing.phase == Phase.GATHERING:
            return Replace(routes.lobby(self.context, self.visit))
        return Replace(OnlineTable(self.context, self.visit))

    def _follow(self, told: Told) -> Transition:
        """Show one step."""
        name = told.happened.what
        if name in (Start.__name__, Choose.__name__) or told.turn is None:
            self.visit.told.appendleft(told)
            away = name == Start.__name__
            return Replace(OnlineTable(self.context, self.visit) if away else routes.lobby(self.context, self.visit))
        before = (self.match.seat, self.match.seats)
        back = self.match.follow(told)
        moved = (self.match.seat, self.match.seats) != before
        self._say_what(told.happened, *before)
        if told.steps:
            self._sent = None
            self._acted(told.happened.seat == self.viewer)
            self._show(told.steps)
        elif back or moved:
            self._sent, self.selected, self._awaiting = None, None, False
            self.hinting.close()
            last = self.table.layer
            self._sit(self.match.viewer)
            if back:
                self.table.layer.sprites = last.sprites
                self.table.sync(self.match.view(self.viewer), self.table.ms(SLIDE_MS))
        self._offer()
        return None

    def _say_what(self, happened: Happened, seat: int, seats: Sequence[Seat]) -> None:
        """Say what has happened beside the game, to whoever had that ``seat`` among these ``seats`` before."""
        texts = self.context.texts
        who = happened.other if happened.what in (StandIn.__name__, Kick.__name__) else happened.seat
        if happened.what not in (Leave.__name__, Kick.__name__):
            # whoever has gone is called by the name that they had
            seat, seats = self.match.seat, self.match.seats
        if not 0 <= who < len(seats) or who == seat:
            return
        name, what = seats[who].name, happened.what
        key = f"party.happened.StandIn.{happened.value}" if what == StandIn.__name__ else f"party.happened.{what}"
        if happened.what == React.__name__:
            if not self.visit.is_mute and happened.value < len(REACTIONS):
                words = texts(f"party.call.{REACTIONS[happened.value]}")
                self.context.tell("party.happened.React", name=name, words=words)
            return
        if texts.has(key):
            self.context.tell(key, name=name)

    def _sums(self) -> Transition:
        """The sums of a round, or of the match once all of it is known."""
        if not self.match.is_over:
            return Push(OnlineRound(self.context, self._round(), self._next_round, self.visit))
        try:
            match = finished(self.visit)
        except BadSave:
            return Replace(routes.lobby(self.context, self.visit))
        if match is None:
            return None
        return Replace(OnlineResult(self.context, match, self.visit))

    def _round(self) -> AnyMatch:
        """The match as far as its sums are concerned."""
        state = self.game.world(self.match.view(self.viewer), Rng(0))
        return Match.placed(self.game, self.match.standing.options, self.match.seats, state)

    def _next_round(self) -> None:
        """Deal the next round, unless somebody else has."""
        going_on = self.game.next_round()
        assert going_on is not None, "sums are shown between rounds only"
        self._prompt = self._easing.say("", self.table.ms(1))
        self.table.last = None
        self._linger = LAST_LOOK_MS
        if self.match.seat >= 0 and not self.visit.told and not self.visit.waits_for(Play):
            self.act(going_on)

    def _foregone(self) -> Action | None:
        """Whatever there is no choice about, unless moves are always confirmed."""
        return None if self.context.settings.confirm == "always" else self.table.foregone(self.match.view(self.viewer))

    def _await(self) -> None:
        """Ask whoever sits here for a decision, or let somebody else be seen to think."""
        own = self._is_own()
        if not own and self.table.thinking != self.mover:
            self.table.thinking, self.dirty = self.mover, True
        if not own or self._awaiting:
            return
        self._awaiting = True
        foregone = self._foregone()
        if foregone is not None:
            self.act(foregone)
        else:
            self._your_turn(self.viewer)

    # ---- what can be used -----------------------------------------------------------------------

    def _is_own(self) -> bool:
        undoing = self.match.standing.undoing
        answers = undoing is not None and self.match.seat in undoing.open
        return self._sent is None and self.match.seat >= 0 and not answers and super()._is_own()

    def _words(self) -> str:
        texts = self.context.texts
        if self.visit.is_late:
            return self.visit.late_words
        if self._sent is not None:
            return texts("party.sending") if self._sent_ms > SENDING_MS else ""
        if (asked := self.match.standing.undoing) is not None:
            name = self.match.seats[asked.seat].name
            return texts("party.undo_asked", name=name) if asked.seat != self.match.seat else texts("party.undo_waits")
        words = super()._words()
        return words if self._left_s is None else texts("party.left", words=words, count=self._left_s)

    def _corners(self, own: bool) -> list[Widget]:
        plain = super()._corners(own)
        if self.match.seat < 0:
            return [*plain, *seat_marks(self)]
        # how it is played stands behind the pause, too
        place = next(widget for widget in plain if widget.items[0].id == "help")
        assert isinstance(place, RoundButton), "it is one of the corners'"
        return [*(widget for widget in plain if widget is not place), *seat_marks(self, (place.x, place.y))]

    @property
    def has_hints(self) -> bool:
        """Whether the owner allows hints: they go by what somebody knows who remembers nothing."""
        return self.match.standing.hints and self.match.seat >= 0

    def _undoes(self) -> bool:
        return self.match.seat >= 0

    def _can_undo(self) -> bool:
        standing = self.match.standing
        return self.match.turn.undo and standing.undoing is None and not self.director.busy

    def _undo(self) -> Transition:
        self.visit.do(AskUndo())
        return None

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

    def turn_calls(self) -> None:
        """Show what can be called across the table, or no longer."""
        self.calling = not self.calling
        self._offer()

    def react(self, sign: int) -> None:
        """Call something across the table."""
        self.calling = False
        self.visit.do(React(sign))
        self._offer()

    def mute(self) -> None:
        """Hear nothing that is called, or hear it again."""
        self.visit.is_mute, self.calling = not self.visit.is_mute, False
        self._offer()

    def _refuse_undo(self) -> None:
        """Say why nothing can be taken back now."""
        self.context.tell("notice.undo_none")

    def question(self) -> tuple[str, bool] | None:
        """What the table asks for, or why it goes on for nobody; whoever looks on is asked nothing."""
        if self.visit.is_late:
            return self.visit.late_words, False
        asked = super().question()
        return (asked[0], False) if asked and self.match.seat < 0 else asked

    def back(self) -> Transition:
        """Put away what could be called, else as at every table."""
        if self.calling:
            self.turn_calls()
            return None
        return super().back()

    def _leave(self) -> Transition:
        return Push(OnlinePause(self.context, self.match.game.name, self.table, self.visit))

    def handle(self, event: Input) -> Transition:
        """What another tab stores is no concern of this table."""
        return None if isinstance(event, Elsewhere) else super().handle(event)


def _deal_in(visit: Visit) -> Told | None:
    """The deal of the match that is played, if it is to be shown yet: it is taken, and whatever was told before it."""
    places = [number for number, told in enumerate(visit.told) if told.happened.what == Start.__name__]
    if not places:
        return None
    for _ in range(places[-1]):
        visit.told.popleft()
    return visit.told.popleft()
