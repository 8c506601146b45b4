"""Local match of turns: thinking bots, passing the device on, saving and undo."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from game.catalogue.presentations import PRESENTATIONS
from game.core.capabilities import Thinking
from game.core.game import Action, Event, IllegalAction, State, View
from game.core.match import HUMAN, AnyMatch
from game.engine.presentation import Privacy, as_turn_presentation
from game.engine.transitions import Push, Replace, Transition
from game.player import saves
from game.player.review_worker import SLICE_MS
from game.scenes.navigation import routes
from game.services.context import Context
from game.table.driver import CornerButton, ScreenLeft
from game.table.turns import driver as turns

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable
    from game.engine.scene import Scene


#: apparent thinking time of a bot at normal speed, in milliseconds
THINK_MS = (400, 900)


#: time that the last card stays in view before the result
LAST_LOOK_MS = 900.0
#: time that the card of a forced move stays in view
FORCED_MS = 260.0
#: time that a move's outcome stays in view before the curtain
BEFORE_CURTAIN_MS = 1000.0


class BotTurn:
    """A bot's thinking about one decision."""

    def __init__(self, match: AnyMatch, seat: int, share: Callable[[Action], float]) -> None:
        """Start thinking; ``share`` of the action scales the apparent thinking time."""
        rng = match.bot_rng()
        least, most = THINK_MS
        self._share, self._usual_ms = share, least + rng.below(most - least)
        self._remaining_ms = 0.0
        self._thinking: Thinking[Action] = match.game.bots.think(match.view(seat), rng, match.seats[seat].kind)
        self._decided: Action | None = None

    def think(self, context: Context, ms: float) -> Action | None:
        """Give the bot its slice of a frame ``ms`` long; return its move after the apparent thinking time."""
        self._remaining_ms -= ms / context.settings.pace if context.settings.pace else 1e9
        clock = context.clock
        end = clock.now_ms() + SLICE_MS
        while self._decided is None and clock.now_ms() < end:
            self._decided = next(self._thinking)
            if self._decided is not None:
                self._remaining_ms += self._usual_ms * self._share(self._decided)
        return self._decided if self._remaining_ms <= 0 else None


class UndoHistory:
    """Undo of a person's moves; ``forced_moves`` are the numbers of those made automatically."""

    def __init__(self, match: AnyMatch) -> None:
        self.match = match
        self.forced_moves: set[int] = set()

    def length(self, seat: int) -> int | None:
        """Return the number of actions that remain when ``seat`` undoes its last choice, or None if it cannot.

        A forced move would only be made again, so the choice before it is undone.
        """
        movers = self.match.movers
        kept = range(self.match.revealed_at, len(movers))
        return max(
            (length for length in kept if movers[length] == seat and length not in self.forced_moves), default=None
        )

    def went_back(self, length: int) -> None:
        """Note that the match was rewound to its first ``length`` actions."""
        self.forced_moves = {number for number in self.forced_moves if number < length}

    def why_not(self, seat: int) -> str:
        """Return the text key of the reason why ``seat`` cannot undo."""
        return "notice.undo_shown" if seat in self.match.movers else "notice.undo_none"


class TurnLocalDriver(turns.TurnDriver):
    """One match in progress on this device."""

    match: AnyMatch
    is_stored, offers_lesson = True, True

    def __init__(self, context: Context, match: AnyMatch) -> None:
        humans, mover = match.humans, match.game.to_move(match.state)
        super().__init__(context, match, mover if mover in humans else (humans or [0])[0])
        self.humans = humans
        self.undo_history = UndoHistory(match)
        self._shown = as_turn_presentation(PRESENTATIONS[match.game.name])
        #: what is kept of the match once it is over
        self.record: saves.FinishedRecord | None = None
        self._thinking: BotTurn | None = None
        #: the person to decide has been asked
        self._asked = False
        self._linger_ms = LAST_LOOK_MS
        #: the score sheet of the round has been read
        self._next_round_due = False
        self._deals = not match.actions
        # with several people, secret hands are hidden until the right person confirms, as is a resumed match
        hides = self._shown.secret_deal or not self._deals
        self._covered = hides and len(humans) > 1 and self._covers(self._next_person())
        #: the person to decide has just taken the device behind the curtain
        self._handed_over = False
        #: the last move's outcome stays in view, before the curtain
        self._outcome_stays = False

    # ---- the match ------------------------------------------------------------------------------

    @property
    def can_look_back(self) -> bool:  # type: ignore[override]
        """True for one person alone with bots."""
        return len(self.humans) == 1

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
        """The match in progress, or this one before the first action."""
        return saves.address_at_table(self.match)

    @property
    def deals(self) -> bool:
        return self._deals

    @property
    def covered(self) -> bool:
        """True until the next person has the device."""
        return self._covered

    @property
    def next_holder(self) -> int:
        # what is always hidden is not among the own cards
        mover = self.match.mover
        return mover if self._outcome_stays and self._privacy(mover) == "unless_waived" else -1

    def begin(self) -> Iterator[turns.TurnNews]:
        """Show the deal, if it is new and visible to the viewer."""
        if not self._covered:
            yield from self._deal()

    def _deal(self) -> Iterator[turns.TurnNews]:
        if self._deals:
            self._deals = False
            # stored with the first action: a fresh deal is no loss, but storing it would replace another match
            state = self.match.state
            yield turns.DealShown(self._seen_of((event, state) for event in self.game.opening(state)))

    def _seen_of(self, steps: Iterable[tuple[Event, State]]) -> tuple[tuple[Event, View], ...]:
        """Return the viewer's share of events, each with the view after it."""
        game, viewer = self.game, self.viewer
        seen = ((game.visible(event, viewer), state) for event, state in steps)
        return tuple((event, game.view(state, viewer)) for event, state in seen if event is not None)

    def _next_person(self) -> int:
        """Return the person to decide now, or first after the bots; -1 if there is none."""
        count = len(self.match.seats)
        first = max(self.match.mover, 0)
        return next((seat for step in range(count) if (seat := (first + step) % count) in self.humans), -1)

    def _privacy(self, seat: int) -> Privacy:
        return self._shown.private(self.match.view(seat)) if seat >= 0 else ""

    def _covers(self, seat: int) -> bool:
        """Return True if the table must be hidden until ``seat`` has the device; see the presentation's ``private``."""
        privacy = self._privacy(seat)
        return privacy == "always" or (privacy == "unless_waived" and not self.open_hands)

    # ---- events ---------------------------------------------------------------------------------

    def submit(self, action: Action) -> Iterator[turns.TurnNews]:
        """Carry out and store an action, and yield its events."""
        try:
            steps = self.match.advance(action)
        except IllegalAction as error:
            yield turns.MoveRefused(error)
            return
        self._thinking, self._asked, self._handed_over = None, False, False
        self.store()
        yield turns.Steps(self._seen_of(steps))

    def store(self) -> None:
        """Store the match, or its result."""
        if self.match.is_over:
            self.record = saves.finish(self.context, self.match)
        else:
            saves.store_match(self.context, self.match)

    def go_on(self, ms: float) -> Iterator[turns.TurnNews]:
        """Continue with the bots' and people's decisions, and with score sheets after a round and at the end."""
        if self._covered:
            yield turns.Cover(self._next_person())
        elif self._next_round_due:
            yield from self._next_round()
        elif self.match.is_over or self._shown.summary_due(self.view):
            yield from self._sums(ms)
        elif self.match.seats[self.match.mover].kind == HUMAN:
            if self._outcome_stays or not self._asked:
                yield from self._ask(self.match.mover)
        else:
            yield from self._let_think(self.match.mover, ms)

    @property
    def bots_alone(self) -> bool:
        """True until a person is asked, and while neither a sheet nor a tutorial's text is due."""
        due = self.match.is_over or self._covered or self._next_round_due or self._shown.summary_due(self.view)
        return bool(self.humans) and self.room == turns.DockRoom.NONE and not due and not self._asked

    def _sums(self, ms: float) -> Iterator[turns.TurnNews]:
        self._linger_ms -= ms
        if self._linger_ms > 0 and self.context.settings.pace:
            return
        self._linger_ms = LAST_LOOK_MS
        if self.match.is_over:
            yield ScreenLeft(Replace(self.result()))
        else:
            yield ScreenLeft(Push(routes.round_result(self.context, self.match, self._on_sheet_read)))

    def result(self) -> "Scene":
        """Return the score sheet of the match."""
        return routes.result(self.context, self.match, self.record)

    def _on_sheet_read(self) -> None:
        self._next_round_due = True

    def _next_round(self) -> Iterator[turns.TurnNews]:
        """Deal the next round, the only action there is."""
        self._next_round_due = False
        action = self.game.next_round()
        assert action is not None, f"expected a game of several rounds, got {self.game.name}"
        yield turns.TurnCue.ROUND_CLEARED
        yield from self._acts(action)
        self._linger_ms = LAST_LOOK_MS

    def _acts(self, action: Action) -> Iterator[turns.TurnNews]:
        yield turns.TurnCue.CANCEL_DRAG
        yield from self.submit(action)

    def _ask(self, seat: int) -> Iterator[turns.TurnNews]:
        """Ask a person to decide, after handing over the device if needed; or make the forced move."""
        stayed, self._outcome_stays, self._asked = self._outcome_stays, False, True
        turns_to_another = seat != self.viewer
        # where nobody else is to look, the device may lie open before its holder
        looks_alone = len(self.humans) > 1 and self._privacy(seat) == "always"
        if (turns_to_another or looks_alone) and not self._handed_over and self._covers(seat):
            if self.match.actions and self.context.settings.pace and not stayed:
                self._outcome_stays = True
                yield turns.Wait(BEFORE_CURTAIN_MS)
            else:
                yield turns.Cover(seat)
            return
        if turns_to_another:
            self.viewer = seat
            # nothing hides the table: everybody sees the cards go to their new places
            yield turns.ViewerChanged(seat, moves=True)
        action = self.forced
        if action is None:
            yield turns.DecisionAsked(seat)
            return
        yield turns.Wait(FORCED_MS * self.pacing.pause_before(action))
        self.undo_history.forced_moves.add(len(self.match.actions))
        yield from self._acts(action)

    def asked(self, prompt: str) -> str:
        """Return the prompt, or whose turn it is: a person who has yet to take the device is not thinking."""
        mover = self.match.mover
        if mover == self.viewer or mover not in self.humans:
            return prompt
        return self.context.texts("curtain.title", name=self.match.seats[mover].name)

    def hand_over(self, seat: int, open_hands: bool) -> Iterator[turns.TurnNews]:
        self.open_hands = self.open_hands or open_hands
        self._covered = self._asked = False
        self.viewer, self._handed_over = seat, True
        yield turns.ViewerChanged(seat)
        yield from self._deal()

    def _let_think(self, seat: int, ms: float) -> Iterator[turns.TurnNews]:
        if self._thinking is None:
            self._thinking = BotTurn(self.match, seat, partial(self.pacing.thinking_time, self.view))
            yield turns.OtherThinks(seat)
        if (action := self._thinking.think(self.context, ms)) is not None:
            yield from self._acts(action)

    # ---- controls -------------------------------------------------------------------------------

    @property
    def undo(self) -> turns.UndoOffer | None:
        """Available if one person plays; with several, mistakes are noticed at the table."""
        if len(self.humans) != 1:
            return None
        can = not self.match.is_over and self.undo_history.length(self.viewer) is not None
        return turns.UndoOffer(can, self.undo_history.why_not(self.viewer))

    def is_harmless(self, action: Action) -> bool:
        """Return True if undo is at hand for this action."""
        return self.undo is not None and self.match.can_take_back(action)

    def take_back(self) -> Iterator[turns.TurnNews]:
        length = self.undo_history.length(self.viewer)
        assert length is not None, "expected a move to undo, got none"
        self.match.rewind(length)
        self.undo_history.went_back(length)
        self.store()
        self._asked, self._thinking = False, None
        yield turns.ViewerChanged(self.viewer, moves=True)

    def leave(self, picture: "AnyTable") -> Transition:
        return Push(routes.pause(self.context, self.match, picture))
