"""A match of this device's own: bots that think, people who hand the device on, what is stored and taken back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.core.game import Action, Event, IllegalAction, State, View
from game.core.match import HUMAN, AnyMatch
from game.engine.presentation import Privacy, as_turn_presentation
from game.engine.transitions import Push, Replace, Transition
from game.player import saves, stats
from game.scenes.result.after import AfterRound
from game.scenes.result.result import Result
from game.scenes.table.bot_turn import BotTurn
from game.scenes.table.pause import Pause
from game.scenes.table.undoing import UndoRules
from game.table.driver import CornerButton
from game.table.news import ScreenLeft
from game.table.turns.driver import TurnDriver, UndoOffer
from game.table.turns.news import (
    Cover,
    DealShown,
    DecisionAsked,
    MoveRefused,
    OtherThinks,
    Steps,
    TurnCue,
    TurnNews,
    ViewerChanged,
    Wait,
)

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable

#: how long the last card stays in sight before the result is shown
LAST_LOOK_MS = 900.0
#: how long the card stays in sight that goes to the only place there is
FORCED_MS = 260.0


class TurnLocalDriver(TurnDriver):
    """One match being played on this device."""

    match: AnyMatch
    keeps, offers_lesson = True, True

    def __init__(self, context: Context, match: AnyMatch) -> None:
        humans, mover = match.humans, match.game.to_move(match.state)
        super().__init__(context, match, mover if mover in humans else (humans or [0])[0])
        self.humans = humans
        self.undoing = UndoRules(match)
        self._shown = as_turn_presentation(PRESENTATIONS[match.game.name])
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
    def corners(self) -> tuple[CornerButton, ...]:
        return (
            CornerButton.PAUSE,
            CornerButton.HELP,
            CornerButton.LOG,
            CornerButton.SPEED,
            *((CornerButton.HINT,) if self.game.hints else ()),
        )

    @property
    def address(self) -> str:
        """The match in progress of its game; before somebody has acted, whoever comes back sets it up again."""
        name = self.game.name
        return f"table.{name}" if self.match.has_begun else f"setup.{name}.{self.match.seed}"

    @property
    def deals(self) -> bool:
        """Whether the match begins now, and nobody has seen it."""
        return self._deals

    @property
    def covered(self) -> bool:
        """Until the next person is there."""
        return self._covered

    def begin(self) -> Iterator[TurnNews]:
        """Show how the match begins, if it does and somebody may see it."""
        if not self._covered:
            yield from self._deal()

    def _deal(self) -> Iterator[TurnNews]:
        if self._deals:
            self._deals = False
            # stored with the first action: until then nothing could be lost, but what it takes the place of could
            state = self.match.state
            yield DealShown(self._seen_of((event, state) for event in self.game.opening(state)))

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

    def submit(self, action: Action) -> Iterator[TurnNews]:
        """Carry out an action, store what it leads to, and tell it."""
        try:
            steps = self.match.advance(action)
        except IllegalAction as error:
            yield MoveRefused(error)
            return
        self._thinking, self._asked = None, False
        self.store()
        yield Steps(self._seen_of(steps), self.match.movers[-1] == self.viewer)

    def store(self) -> None:
        """Store the match, or what has come of it."""
        if self.match.is_over:
            saves.finish_match(self.context, self.match)
            stats.record(self.context, self.match)
        else:
            saves.store_match(self.context, self.match)

    def go_on(self, ms: float) -> Iterator[TurnNews]:
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

    def _sums(self, ms: float) -> Iterator[TurnNews]:
        self._linger -= ms
        if self._linger > 0 and self.context.settings.pace:
            return
        self._linger = LAST_LOOK_MS
        if self.match.is_over:
            yield ScreenLeft(Replace(self.result()))
        else:
            after = AfterRound(self.context, self.match, self._read_sums)
            yield ScreenLeft(Push(Result(self.context, self.match, after)))

    def result(self) -> Result:
        """The sums of the whole match."""
        return Result(self.context, self.match)

    def _read_sums(self) -> None:
        self._next_round_due = True

    def _next_round(self) -> Iterator[TurnNews]:
        """Deal the next round: whoever is to move has no other choice."""
        self._next_round_due = False
        action = self.game.next_round()
        assert action is not None, "sums are shown between rounds only"
        yield TurnCue.CLEAR
        yield from self._acts(action)
        self._linger = LAST_LOOK_MS

    def _acts(self, action: Action) -> Iterator[TurnNews]:
        yield TurnCue.LET_GO
        yield from self.submit(action)

    def _ask(self, seat: int) -> Iterator[TurnNews]:
        """Ask a person at this device, who may have to take it first; or make the only move there is."""
        self._asked = True
        if seat != self.viewer:
            hides = self._hides(seat)
            if hides == "always" or (hides and not self.open_hands):
                yield Cover(seat)
                return
            self.viewer = seat
            yield ViewerChanged(seat)
        action = self.forced
        if action is None:
            yield DecisionAsked(seat)
            return
        yield Wait(FORCED_MS * self.habits.pause_before(action))
        self.undoing.forced_moves.add(len(self.match.actions))
        yield from self._acts(action)

    def hand_over(self, seat: int, open_hands: bool) -> Iterator[TurnNews]:
        """A person has taken the device."""
        self.open_hands = self.open_hands or open_hands
        self._covered = self._asked = False
        self.viewer = seat
        yield ViewerChanged(seat)
        yield from self._deal()

    def _let_think(self, seat: int, ms: float) -> Iterator[TurnNews]:
        """Let a bot think about its move, and make it."""
        if self._thinking is None:
            self._thinking = BotTurn(self.match, seat, self.habits.thinking_time(self.view))
            yield OtherThinks(seat)
        if (action := self._thinking.think(self.context, ms)) is not None:
            yield from self._acts(action)

    # ---- what is offered ------------------------------------------------------------------------

    @property
    def forced(self) -> Action | None:
        """Whatever there is no choice about, unless moves are always confirmed."""
        return None if self.context.settings.confirm == "always" else self.habits.forced_move(self.view)

    @property
    def undo(self) -> UndoOffer | None:
        """Where one person plays, while others act too: a slip is noticed at once."""
        if len(self.humans) != 1:
            return None
        can = not self.match.is_over and self.undoing.length(self.viewer) is not None
        return UndoOffer(can, self.undoing.why_not(self.viewer))

    def is_harmless(self, action: Action) -> bool:
        """Whether the button for taking back is at hand."""
        return self.undo is not None and self.match.can_take_back(action)

    def take_back(self) -> Iterator[TurnNews]:
        """Go back to before the last choice."""
        length = self.undoing.length(self.viewer)
        assert length is not None, "it is offered where something can be taken back"
        self.match.rewind(length)
        self.undoing.went_back(length)
        self.store()
        self._asked, self._thinking = False, None
        yield ViewerChanged(self.viewer, moves=True)

    # ---- ways to other screens ------------------------------------------------------------------

    def leave(self, picture: AnyTable) -> Transition:
        """Pause."""
        return Push(Pause(self.context, self.match, picture))
