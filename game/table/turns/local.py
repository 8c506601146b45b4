"""A match of this device's own: bots that think, people who hand the device on, what is stored and taken back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.core.game import Action, Event, IllegalAction, State, View
from game.core.match import HUMAN, AnyMatch
from game.engine.presentation import Privacy, turns
from game.engine.transitions import Push, Replace, Transition
from game.player import saves, statistics
from game.scenes.result.after import AfterRound
from game.scenes.result.result import Result
from game.scenes.table.bot_turn import BotTurn
from game.scenes.table.pause import Pause
from game.scenes.table.undoing import Undoing
from game.table.driver import Corner
from game.table.news import Away
from game.table.turns.driver import TurnDriver, Undo
from game.table.turns.news import Cover, Cue, Dealt, News, Refused, Seated, Steps, Thinks, Turn, Wait

if TYPE_CHECKING:
    from game.engine.table import AnyTable

#: how long the last card stays in sight before the result is shown
LAST_LOOK_MS = 900.0
#: how long the card stays in sight that goes to the only place there is
FORCED_MS = 260.0


class LocalDriver(TurnDriver):
    """One match being played on this device."""

    match: AnyMatch
    keeps, offers_lesson = True, True

    def __init__(self, context: Context, match: AnyMatch) -> None:
        humans, mover = match.humans, match.game.to_move(match.state)
        super().__init__(context, match, mover if mover in humans else (humans or [0])[0])
        self.humans = humans
        self.undoing = Undoing(match)
        self._shown = turns(PRESENTATIONS[match.game.name])
        self._thinking: BotTurn | None = None
        #: whoever decides has been asked
        self._asked = False
        self._linger = LAST_LOOK_MS
        #: the sums of a round have been read
        self._next_round_due = False
        self._deals = not match.actions
        # several people go on with a match, or have secret hands: nothing is shown before one says who it is
        hides = self._shown.secret_deal or not self._deals
        self._covered = hides and len(humans) > 1 and bool(self._hides(self._next_person()))

    # ---- the match ------------------------------------------------------------------------------

    @property
    def corners(self) -> tuple[Corner, ...]:
        return Corner.PAUSE, Corner.HELP, Corner.LOG, Corner.SPEED, *((Corner.HINT,) if self.game.hints else ())

    @property
    def address(self) -> str:
        """The match in progress of its game, or this one while nobody has acted in it."""
        return saves.address_at_table(self.match)

    @property
    def deals(self) -> bool:
        """Whether the match begins now, and nobody has seen it."""
        return self._deals

    @property
    def covered(self) -> bool:
        """Until the next person is there."""
        return self._covered

    def begin(self) -> Iterator[News]:
        """Show how the match begins, if it does and somebody may see it."""
        if not self._covered:
            yield from self._deal()

    def _deal(self) -> Iterator[News]:
        if self._deals:
            self._deals = False
            # stored with the first action: until then nothing could be lost, but what it takes the place of could
            state = self.match.state
            yield Dealt(self._seen_of((event, state) for event in self.game.opening(state)))

    def _seen_of(self, steps: Iterable[tuple[Event, State]]) -> tuple[tuple[Event, View], ...]:
        """What the viewer sees of events, each with what is known once it has happened."""
        game, viewer = self.game, self.viewer
        seen = ((game.visible(event, viewer), state) for event, state in steps)
        return tuple((event, game.view(state, viewer)) for event, state in seen if event is not None)

    def _next_person(self) -> int:
        """The person who decides now, or the first one to decide after the bots; -1 if there is none."""
        count = len(self.match.seats)
        first = max(self.match.mover, 0)
        return next((seat for step in range(count) if (seat := (first + step) % count) in self.humans), -1)

    def _hides(self, seat: int) -> Privacy:
        """What must not be seen before ``seat`` has the device; see the game's ``private``."""
        return self._shown.private(self.match.view(seat)) if seat >= 0 else ""

    # ---- what happens ---------------------------------------------------------------------------

    def submit(self, action: Action) -> Iterator[News]:
        """Carry out an action, store what it leads to, and tell it."""
        try:
            steps = self.match.advance(action)
        except IllegalAction as error:
            yield Refused(error)
            return
        self._thinking, self._asked = None, False
        self.store()
        yield Steps(self._seen_of(steps), self.match.movers[-1] == self.viewer)

    def store(self) -> None:
        """Store the match, or what has come of it."""
        if self.match.is_over:
            saves.finish(self.context, self.match)
            statistics.record(self.context, self.match)
        else:
            saves.keep(self.context, self.match)

    def go_on(self, ms: float) -> Iterator[News]:
        """Let bots think and people take over; after a round, and at the end, show the sums."""
        if self._covered:
            yield Cover(self._next_person())
        elif self._next_round_due:
            yield from self._next_round()
        elif self.match.is_over or self._shown.summary_due(self.view):
            yield from self._sums(ms)
        elif self.match.seats[self.match.mover].kind == HUMAN:
            if not self._asked:
                yield from self._ask(self.match.mover)
        else:
            yield from self._let_think(self.match.mover, ms)

    def _sums(self, ms: float) -> Iterator[News]:
        self._linger -= ms
        if self._linger > 0 and self.context.settings.pace:
            return
        self._linger = LAST_LOOK_MS
        if self.match.is_over:
            yield Away(Replace(self.result()))
        else:
            after = AfterRound(self.context, self.match, self._read_sums)
            yield Away(Push(Result(self.context, self.match, after)))

    def result(self) -> Result:
        """The sums of the whole match."""
        return Result(self.context, self.match)

    def _read_sums(self) -> None:
        self._next_round_due = True

    def _next_round(self) -> Iterator[News]:
        """Deal the next round: whoever is to move has no other choice."""
        self._next_round_due = False
        action = self.game.next_round()
        assert action is not None, "sums are shown between rounds only"
        yield Cue.CLEAR
        yield from self._acts(action)
        self._linger = LAST_LOOK_MS

    def _acts(self, action: Action) -> Iterator[News]:
        yield Cue.LET_GO
        yield from self.submit(action)

    def _ask(self, seat: int) -> Iterator[News]:
        """Ask a person at this device, who may have to take it first; or make the only move there is."""
        self._asked = True
        if seat != self.viewer:
            hides = self._hides(seat)
            if hides == "always" or (hides and not self.open_hands):
                yield Cover(seat)
                return
            self.viewer = seat
            yield Seated(seat)
        action = self.forced
        if action is None:
            yield Turn(seat)
            return
        yield Wait(FORCED_MS * self.habits.considers(action))
        self.undoing.foregone.add(len(self.match.actions))
        yield from self._acts(action)

    def hand_over(self, seat: int, open_hands: bool) -> Iterator[News]:
        """A person has taken the device."""
        self.open_hands = self.open_hands or open_hands
        self._covered = self._asked = False
        self.viewer = seat
        yield Seated(seat)
        yield from self._deal()

    def _let_think(self, seat: int, ms: float) -> Iterator[News]:
        """Let a bot think about its move, and make it."""
        if self._thinking is None:
            self._thinking = BotTurn(self.match, seat, self.habits.ponders(self.view))
            yield Thinks(seat)
        if (action := self._thinking.think(self.context, ms)) is not None:
            yield from self._acts(action)

    # ---- what is offered ------------------------------------------------------------------------

    @property
    def forced(self) -> Action | None:
        """Whatever there is no choice about, unless moves are always confirmed."""
        return None if self.context.settings.confirm == "always" else self.habits.foregone(self.view)

    @property
    def undo(self) -> Undo | None:
        """Where one person plays, while others act too: a slip is noticed at once."""
        if len(self.humans) != 1:
            return None
        can = not self.match.is_over and self.undoing.length(self.viewer) is not None
        return Undo(can, self.undoing.why_not(self.viewer))

    def is_harmless(self, action: Action) -> bool:
        """Whether the button for taking back is at hand."""
        return self.undo is not None and self.match.can_take_back(action)

    def take_back(self) -> Iterator[News]:
        """Go back to before the last choice."""
        length = self.undoing.length(self.viewer)
        assert length is not None, "it is offered where something can be taken back"
        self.match.rewind(length)
        self.undoing.went_back(length)
        self.store()
        self._asked, self._thinking = False, None
        yield Seated(self.viewer, moves=True)

    # ---- ways to other screens ------------------------------------------------------------------

    def leave(self, picture: AnyTable) -> Transition:
        """Pause."""
        return Push(Pause(self.context, self.match, picture))
