"""The table scene: whose turn it is, bots that think, people who choose, events that are shown.

It owns the match and changes it only through the match; the picture is the game's table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game import saves, statistics
from game.context import Context
from game.core.game import Action, Event, IllegalAction, State, View
from game.core.match import HUMAN, AnyMatch
from game.engine.canvas import Canvas
from game.engine.presentation import Privacy
from game.engine.transitions import Push, Replace, Transition
from game.scenes.bot_turn import BotTurn
from game.scenes.common import SLIDE_MS, tell_why
from game.scenes.curtain import Curtain, cloth
from game.scenes.pause import Pause
from game.scenes.recap import Recap
from game.scenes.result import Result
from game.scenes.turns import LAST_LOOK_MS, TurnScene
from game.scenes.undoing import Undoing

#: how long the card stays in sight that goes to the only place there is
FOREGONE_MS = 260.0


class TableScene(TurnScene):
    """One match being played on this device."""

    match: AnyMatch

    def __init__(self, context: Context, match: AnyMatch) -> None:
        super().__init__(context, match)
        self.humans = match.humans
        self.undoing = Undoing(match)
        self._thinking: BotTurn | None = None
        fresh = not match.actions
        #: several people go on with a match, or have secret hands: nothing is shown before one of them says who it is
        self._covered = False
        self._sit(self._first_viewer())
        begins_covered = not fresh or self.shown.secret_deal
        self._covered = begins_covered and len(self.humans) > 1 and bool(self._hides(self._next_person()))
        #: the deal has yet to be seen
        self._deals = fresh
        if fresh:
            self.table.log.clear()
        if not self._covered:
            self._show_deal()
        self.recap = Recap(len(self.table.log))

    def _show_deal(self) -> None:
        """Show how the match begins, if it does and nobody has seen it yet."""
        if self._deals:
            self._deals = False
            # stored with the first action: until then nothing could be lost, but what it takes the place of could
            self._show_steps((event, self.match.state) for event in self.match.game.opening(self.match.state))

    def _first_viewer(self) -> int:
        mover = self.match.game.to_move(self.match.state)
        return mover if mover in self.humans else (self.humans or [0])[0]

    def _next_person(self) -> int:
        """The person who decides now, or the first one to decide after the bots."""
        count = len(self.match.seats)
        return next((seat for step in range(count) if (seat := (max(self.mover, 0) + step) % count) in self.humans), -1)

    def _hides(self, seat: int) -> Privacy:
        """What must not be seen before ``seat`` has the device; see the game's ``private``."""
        return self.shown.private(self.match.view(seat)) if seat >= 0 else ""

    # ---- playing --------------------------------------------------------------------------------

    def act(self, action: Action) -> Transition:
        """Carry out an action and show what it leads to."""
        self.let_go()
        try:
            steps = self.match.advance(action)
        except IllegalAction as error:
            tell_why(self.context, error)
            return None
        self._thinking = None
        self._acted(self.match.movers[-1] == self.viewer)
        self._store()
        self._show_steps(steps)
        return None

    def _store(self) -> None:
        """Store the match, or what has come of it."""
        if self.match.is_over:
            saves.finish(self.context, self.match)
            statistics.record(self.context, self.match)
        else:
            saves.keep(self.context, self.match)

    def _show_steps(self, steps: Iterable[tuple[Event, State]]) -> None:
        """Show what has happened, as far as the viewer sees it."""
        self._show(self._seen_of(steps))

    def _seen_of(self, steps: Iterable[tuple[Event, State]]) -> Iterator[tuple[Event, View]]:
        game, viewer = self.match.game, self.viewer
        for event, state in steps:
            seen = game.visible(event, viewer)
            if seen is not None:
                yield seen, game.view(state, viewer)

    def update(self, ms: float) -> Transition:
        """Let events be shown, bots think, and people take over."""
        if self._covered:
            return self._uncover(self._next_person())
        return super().update(ms)

    def _next(self, ms: float) -> Transition:
        view = self.match.view(self.viewer)
        if self.match.is_over or self.shown.summary_due(view):
            self._linger -= ms
            if self._linger > 0 and self.context.settings.pace:
                return None
            self._linger = LAST_LOOK_MS
            if self.match.is_over:
                return Replace(self._end())
            return Push(Result(self.context, self.match, self._next_round))
        seat = self.mover
        if self.match.seats[seat].kind == HUMAN:
            return self._await_person(seat)
        self._let_think(seat, ms)
        return None

    def _end(self) -> Result:
        """The sums of the whole match."""
        return Result(self.context, self.match)

    def _next_round(self) -> None:
        """Deal the next round: whoever is to move has no other choice."""
        self._prompt = self._easing.say("", self.table.ms(1))
        self.table.last = None
        going_on = self.game.next_round()
        assert going_on is not None, "sums are shown between rounds only"
        self.act(going_on)
        self._linger = LAST_LOOK_MS

    def _await_person(self, seat: int) -> Transition:
        if self._awaiting:
            return None
        if seat != self.viewer:
            hides = self._hides(seat)
            if hides == "always" or (hides and not self.open_hands):
                return self._uncover(seat)
            self._sit(seat)
        self._awaiting = True
        if self._made_foregone():
            return None
        self._your_turn(seat)
        return None

    def _foregone(self) -> Action | None:
        """Whatever there is no choice about, unless moves are always confirmed."""
        return None if self.context.settings.confirm == "always" else self.table.foregone(self.match.view(self.viewer))

    def _made_foregone(self) -> bool:
        """Make the move about which there is no choice; return whether there is one."""
        action = self._foregone()
        if action is None:
            return False
        self.director.pace = self.context.settings.pace
        self.director.play(iter((FOREGONE_MS * self.table.considers(action),)))
        self.undoing.foregone.add(len(self.match.actions))
        self.act(action)
        return True

    def _uncover(self, seat: int) -> Transition:
        """Draw the curtain until ``seat`` has taken the device."""
        self._awaiting = True
        return Push(Curtain(self.context, self.match, seat, self.table.log[self._seen.get(seat, 0) :], self._hand_over))

    def _hand_over(self, seat: int, open_hands: bool) -> None:
        """A person has taken the device."""
        self.open_hands = self.open_hands or open_hands
        self._covered = self._awaiting = False
        self._sit(seat)
        self._show_deal()

    def _let_think(self, seat: int, ms: float) -> None:
        """Let a bot think about its move, and make it."""
        if self._thinking is None:
            self._thinking = BotTurn(self.match, seat, self.table.ponders(self.match.view(self.viewer)))
            self.table.thinking, self.dirty = seat, True
        if (action := self._thinking.think(self.context, ms)) is not None:
            self.act(action)

    # ---- what can be used -----------------------------------------------------------------------

    def _offer(self) -> None:
        if self._covered:
            self.show([])
        else:
            super()._offer()

    def _undoes(self) -> bool:
        return len(self.humans) == 1

    def _is_harmless(self, action: Action) -> bool:
        # the button for it is at hand
        return self._undoes() and self.match.can_take_back(action)

    def _can_undo(self) -> bool:
        # while others act too: a slip is noticed at once
        return not self.match.is_over and self.undoing.length(self.viewer) is not None

    def _undo(self) -> Transition:
        length = self.undoing.length(self.viewer)
        assert length is not None
        self.director.skip()
        self.match.rewind(length)
        self.undoing.went_back(length)
        self._store()
        self.selected, self._awaiting, self._thinking = None, False, None
        self.hinting.close()
        last = self.table.layer
        self._sit(self.viewer)
        self.table.layer.sprites = last.sprites
        self.table.sync(self.match.view(self.viewer), self.table.ms(SLIDE_MS))
        self._offer()
        return None

    def _refuse_undo(self) -> None:
        """Say why nothing can be taken back now."""
        self.say(self.context.texts(self.undoing.why_not(self.viewer)))

    def _leave(self) -> Transition:
        return Push(Pause(self.context, self.match, self.table))

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, or the curtain in front of it."""
        if self._covered:
            canvas.background(cloth(self.context.frame, self.shown.felt))
        else:
            super().draw(canvas)
