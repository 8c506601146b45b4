"""The scheduler of Twin It!: orders people's inputs, bots and due events by their stamps.

It has no clock: ``step`` is told the time, and how often it is called changes nothing. In an exact tie a person
precedes a bot, and both precede due events; among people and among bots the seats come in order, starting with another
seat every millisecond. The later of two gets the next millisecond, because stamps in the log strictly rise.

With several devices every action counts ``lag`` later than it was done, so that no seat knows of a hand before it
counts. The time of handing it in does not matter as long as it is before that: a hand is matched with the cards that
were there when it came down. With a coarse clock a person's stamp may be late by its ``grain``: a bot's action or a due
event that precedes it by less is a tie.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from game.core import game, live, rng
from game.core.live import NEVER, ActionResult
from game.core.match import HUMAN, Match
from game.core.records import median
from game.games.twin_it import pace, rules, view
from game.games.twin_it.bots import Mind
from game.games.twin_it.events import Event, SetCollected, SetExtended
from game.games.twin_it.state import MINUTE, Action, Phase, State, Touch, Verb, key_of


class Rank(IntEnum):
    """The order of actions in an exact tie, least first."""

    PERSON = 0
    #: a bot's delayed hand
    HELD = 1
    BOT = 2
    DUE = 3


#: verbs that a handicap delays: hands, or with buzzers only the buzz, because time to point is short enough
HANDS = (Verb.TOUCH, Verb.COLLECT)
BUZZES = (Verb.BUZZ,)
#: upper bound of steps in a game between bots
PATIENCE = 100_000


#: a match of Twin It!
TwinItMatch: TypeAlias = Match[State, Action, Event, view.View]


class Waiting(NamedTuple):
    """An action that has been handed in but not carried out, in the order of execution."""

    at: int
    rank: Rank
    #: the seat's place in the order of that millisecond
    turn: int
    #: sequence number
    number: int
    #: the action, with the stamp at which it was done
    action: Action
    #: the stamps of the faces under its hands, as it was handed in
    shown: tuple[int, ...]
    #: True once the flipper's handicap has been applied
    waited: bool = False


class Sight(NamedTuple):
    """The table from a stamp on: the stamp of the newest face, and the seat that flipped it."""

    since: int
    newest: int
    flipper: int


class TwinItScheduler(live.LiveScheduler[Action, Event]):
    """The scheduler of a match with its bots. Times are milliseconds of the game's clock, which stops in a pause."""

    def __init__(self, match: TwinItMatch, minds: Mapping[int, Mind], settle: int = 0) -> None:
        self.match = match
        self.bot_minds = dict(minds)
        for mind in self.bot_minds.values():
            mind.bots = frozenset(self.bot_minds)
            mind.since = match.state.now
        #: delay of all decisions, in milliseconds, because inputs may be handed in a little after their stamp
        self.settle = settle
        self._waiting: list[Waiting] = []
        #: bots' delayed hands
        self._held: list[Waiting] = []
        self._count = 0
        #: (stamp, lag) -> the lag of actions from that stamp on
        self._lags: list[tuple[int, int]] = [(0, 0)]
        #: with a flipper's handicap: the table over time, because a hand is judged by what its owner saw
        self._seen_tables: list[Sight] = []
        #: (stamp, True if hands were off the table from then on)
        self._hands_off: list[tuple[int, bool]] = []
        #: the people's pace, estimated from all events so far
        self.pace = pace.Pace(match.state.options.pace)
        #: the times of the people's own finds in the co-operative minute
        self._own_times: list[int] = []
        # a match that is put away keeps no events of past actions
        for action, events in zip(match.actions[len(match.actions) - len(match.events) :], match.events, strict=True):
            self._learn(action.at_ms, events)
        self._notice()

    def submit(self, action: Action, since: int = 0) -> None:
        self._wait(action, Rank.PERSON, max(action.at_ms + self._late(action), since))

    def hold(self, lag: int, since: int) -> None:
        if lag <= self.lag:
            return
        self.lag = lag
        self._lags.append((since, lag))
        for mind in self.bot_minds.values():
            mind.lag = lag

    def lag_at(self, done: int) -> int:
        """Return the lag of an action done at that stamp."""
        return max((lag for since, lag in self._lags if since <= done), default=0)

    def _wait(self, action: Action, rank: Rank, at: int, waited: bool = False) -> None:
        self._count += 1
        count = self.match.state.seats
        row = Waiting(at, rank, (action.seat - at) % count, self._count, action, self._shown(action), waited)
        heappush(self._waiting if rank == Rank.PERSON else self._held, row)

    def _shown(self, action: Action) -> tuple[int, ...]:
        """Return the stamps of the faces under an action's hands; a card turned over gets a new one.

        For a touch a won set gets a new one too: its cards are no longer the ones that were meant.
        """
        if action.verb not in HANDS:
            return ()
        state = self.match.state
        won = {face // 2: one.won_at for sets in state.sets for one in sets for face in one.faces}
        claimed = won if action.verb == Verb.TOUCH else {}
        cards = [card for card in action.cards if 0 <= card < len(state.shown)]
        return tuple(max(state.shown[card], claimed.get(card, -1)) for card in cards)

    def _is_in_sight(self, row: Waiting) -> bool:
        """Return True if hands are still on the faces that their owner saw.

        On one device these are the faces at the time of handing in, as a new face may be drawn a little after its
        stamp. With a lag they are those shown when the hands came down.
        """
        shown = self._shown(row.action)
        return max(shown, default=0) <= row.action.at_ms if self.lag else shown == row.shown

    def _is_off(self, action: Action) -> bool:
        """Return True for a hand that came down during a countdown or a choice and arrived later."""
        if not self.lag or action.verb != Verb.TOUCH:
            return False
        place = bisect_right(self._hands_off, action.at_ms, key=lambda rest: rest[0]) - 1
        return place >= 0 and self._hands_off[place][1]

    def note(self, now: int) -> None:
        if not self.match.is_over and not self.match.state.options.calm and now > self.match.state.now:
            self._learn(now, self.match.apply(Action(Verb.TICK, now)))
            self._notice()

    def uncover(self, now: int) -> None:
        for mind in self.bot_minds.values():
            mind.look_again(now)

    def _late(self, action: Action) -> int:
        """Return the delay between a person's action and its effect."""
        options = self.match.state.options
        holds = action.verb in (BUZZES if options.buzzers else HANDS) and 0 <= action.seat < len(options.handicap)
        return self.lag_at(action.at_ms) + (options.handicap[action.seat] if holds else 0)

    def _flipper_waits(self, action: Action) -> int:
        """Return the delay of the seat that flipped on faces that were new when its hand came down (section 2)."""
        options = self.match.state.options
        extra = options.flipper_handicap
        if not extra or options.buzzers or action.verb != Verb.TOUCH:
            return 0
        place = bisect_right(self._seen_tables, action.at_ms, key=lambda sight: sight.since) - 1
        sight = self._seen_tables[max(0, place)]
        new = any(face.shown_at == sight.newest for face in self.match.view(action.seat).things(action.cards))
        return extra if new and sight.flipper == action.seat else 0

    def _is_blind(self, action: Action) -> bool:
        """Return True for a hand that is wrong only because of a partner's hand that its owner could not have seen.

        Two members of a team may each begin a pair while the other's hand is still in transit (section 4).
        """
        state = self.match.state
        if not self.lag or not state.options.in_teams or action.verb != Verb.TOUCH or len(action.cards) != 1:
            return False
        things = state.lying()
        card = key_of(things, action.cards[0])
        side = [touch for touch in state.touches if state.side_of(touch.seat) == state.side_of(action.seat)]
        return card >= 0 and any(touch.at > action.at_ms and not self._fits(touch, card, action) for touch in side)

    def _fits(self, touch: Touch, card: int, action: Action) -> bool:
        """Return True if a hand on ``card`` completes a pair with ``touch``."""
        state, things = self.match.state, self.match.state.lying()
        same = state.deck[things[touch.card].face] == state.deck[things[card].face]
        return same and touch.seat != action.seat

    def next_at(self) -> int:
        return self._next()[0]

    def _next(self) -> tuple[int, Rank, int]:
        """Return the next event: its stamp, its rank in a tie, and the bot's seat or -1."""
        if self.match.is_over:
            return NEVER, Rank.DUE, -1
        soon = [(self.match.state.next_due, Rank.DUE, -1)]
        if self._held:
            soon.append((self._held[0].at, Rank.HELD, -1))
        soon += [(mind.next_at(self._views[seat]), Rank.BOT, seat) for seat, mind in self.bot_minds.items()]
        first = min(soon)
        if not self._waiting:
            return first
        at = self._waiting[0].at
        return min(first, (min(at, first[0]) if at - self.grain < first[0] else at, Rank.PERSON, -1))

    def _tied(self, action: Action, at: int) -> int:
        """Return the stamp of a buzz, moved into the first one's tie margin if the grain may have taken it out."""
        state = self.match.state
        if action.verb != Verb.BUZZ or state.phase != Phase.BUZZED:
            return at
        last = state.buzzes[0].at + state.options.tie_margin
        return max(last, state.now + 1) if last < at < last + self.grain else at

    def step(self, now: int) -> ActionResult[Action, Event] | None:
        while True:
            at, rank, seat = self._next()
            if at > now - self.settle or at >= NEVER:
                return None
            at = max(at, self.match.state.now + 1)
            if rank in (Rank.PERSON, Rank.HELD):
                row = heappop(self._waiting if rank == Rank.PERSON else self._held)
                if not self._is_in_sight(row):
                    # turned over before this counted: the player has not seen the new face
                    return ActionResult(row.action, (), "not_in_play")
                if self._is_off(row.action):
                    return ActionResult(row.action, (), "wait")
                if not row.waited and (extra := self._flipper_waits(row.action)):
                    self._wait(row.action, rank, row.at + extra, waited=True)
                    continue
                if self._is_blind(row.action):
                    return ActionResult(row.action, (), "two_hands")
                action: Action | None = row.action._replace(at_ms=self._tied(row.action, at))
            elif rank == Rank.BOT:
                action = self.bot_minds[seat].act(self._views[seat], at)
                if action and (late := self.lag_at(at)):
                    self._wait(action, Rank.HELD, at + late)
                    continue
                if action and (extra := self._flipper_waits(action)):
                    self._wait(action, Rank.HELD, at + extra, waited=True)
                    continue
            else:
                action = Action(Verb.TICK, at)
            if action is None:
                continue
            try:
                outcome = ActionResult(action, self.match.apply(action))
            except game.IllegalAction as refusal:
                # no time has passed, and a bot has dropped its intention
                return ActionResult(action, (), refusal.reason)
            self._learn(action.at_ms, outcome.events)
            self._notice()
            return outcome

    def _learn(self, at: int, events: Iterable[Event]) -> None:
        """Update the estimate of the people's pace, if there are any, by the events of an action at ``at``."""
        people, state = self.match.humans, self.match.state
        if people:
            self.pace.learn(events, people)
        if state.options.mode == MINUTE:
            own = [event for event in events if isinstance(event, SetCollected | SetExtended) and event.seat in people]
            self._own_times += [at - max(state.shown[card] for card in event.cards) for event in own]

    def _notice(self) -> None:
        """Show the present table to every bot."""
        state = self.match.state
        if state.options.flipper_handicap:
            newest = max((face.shown_at for face in self.match.view(0).faces), default=0)
            self._seen_tables.append(Sight(state.now, newest, state.flipper))
        rests = state.phase in (Phase.COUNT, Phase.CHOOSE)
        if rests != bool(self._hands_off and self._hands_off[-1][1]):
            self._hands_off.append((state.now, rests))
        # in the minute adaptive partners follow the people's own finds, once there are some
        knows_pace = len(self._own_times) >= pace.OWN_FINDS
        ms = median(self._own_times) if knows_pace else self.pace.ms
        for mind in self.bot_minds.values():
            mind.pace, mind.knows_pace = ms, knows_pace
        self._views = {seat: self.match.view(seat) for seat in self.bot_minds}
        for seat, mind in self.bot_minds.items():
            mind.notice(self._views[seat])


def scheduler_of(match: TwinItMatch) -> TwinItScheduler:
    """Return the scheduler of a match with a mind for each bot; without minds in calm mode, which has no clock.

    The bots' random choices follow from the seed of the match.
    """
    if match.state.options.calm:
        return TwinItScheduler(match, {})
    seats = [(seat, row.kind) for seat, row in enumerate(match.seats) if row.kind != HUMAN]
    return TwinItScheduler(match, {seat: Mind(seat, kind, rng.Rng(match.seed * 100 + seat)) for seat, kind in seats})


def forced_action(match: TwinItMatch) -> Action | None:
    """Return the flip that is next in calm mode once all have looked (section 7), or None.

    In rounds everybody's cards are flipped unasked, otherwise those of the only person.
    """
    state, people = match.state, [seat for seat, row in enumerate(match.seats) if row.kind == HUMAN]
    if not state.options.calm or state.options.timed or state.phase != Phase.OPEN or state.say >= 0:
        return None
    unasked = state.options.in_rounds or people == [state.turn]
    return Action(Verb.FLIP, state.now + 1, state.turn) if unasked else None


def is_look(state: State, action: Action) -> bool:
    """Return True for a find in calm mode; in rounds for a pass too, as a look is the same with a find and without."""
    finds = action.verb in (Verb.TOUCH, Verb.COLLECT, Verb.CHOOSE)
    return finds or (action.verb == Verb.PASS and state.options.in_rounds)


def bot_to_look(match: TwinItMatch) -> int:
    """Return the bot to look in calm mode, or -1 (section 7)."""
    state = match.state
    bots = [seat for seat, row in enumerate(match.seats) if row.kind != HUMAN]
    if not state.options.calm or match.is_over or not bots:
        return -1
    if not state.options.timed:
        seat = rules.to_move(state)
        return seat if seat in bots else -1
    # without looks left nothing is to be done but to end the minute, which people do if there are any
    return bots[len(match.actions) % len(bots)] if state.looks_left > 0 or not match.humans else -1


def waits_for(state: State) -> bool:
    """Return True if the table waits for one seat without a clock, as in calm mode (section 7)."""
    return state.options.calm and not state.options.timed and state.phase != Phase.OVER


def drive(scheduler: TwinItScheduler) -> Iterator[ActionResult[Action, Event]]:
    """Run a game of bots to its end at full speed; raise RuntimeError if it does not end."""
    for _ in range(PATIENCE):
        outcome = scheduler.step(2 * NEVER)
        if outcome is None:
            break
        yield outcome
    if not scheduler.match.is_over:
        raise RuntimeError(f"expected the game to end within {PATIENCE} steps")
