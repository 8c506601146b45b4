"""Drives a game of Twin It!: puts people's inputs, bots and what is due in the order of their stamps.

It has no clock of its own: ``step`` is told what time it is, and how often changes nothing. In an exact tie a person
comes before a bot and both before what is due, and among people and among bots the seats in their order, which begins
with another one every millisecond; the later of two gets the next millisecond, for stamps in the log only rise.

Where several devices play, everything that anybody does counts by ``lag`` later than it was done, so nobody knows of a
hand before it counts, and it makes no difference when it is handed in as long as that is before it counts: hands lie on
what lay there when they came down. Where the clock of the stamps is a coarse one, a person's stamp may be late by its
``grain``: what a bot does, or what is due, less than that before it is a tie with it.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from game.core import game, live, rng
from game.core.live import NEVER, ActionResult
from game.core.match import HUMAN, Match
from game.games.twin_it import pace, rules, view
from game.games.twin_it.bots import Mind
from game.games.twin_it.events import Event
from game.games.twin_it.state import Action, Phase, State, Touch, Verb, key_of


class Rank(IntEnum):
    """Whose turn it is in an exact tie: the least comes first."""

    PERSON = 0
    #: a bot's hand that was held back
    HELD = 1
    BOT = 2
    DUE = 3


#: what a handicap holds back: hands, or where there are buzzers the buzz alone, for its time is short enough
HANDS = (Verb.TOUCH, Verb.COLLECT)
BUZZES = (Verb.BUZZ,)
#: no game between bots has as many steps
PATIENCE = 100_000


#: a match of Twin It!
TwinItMatch: TypeAlias = Match[State, Action, Event, view.View]


class Waiting(NamedTuple):
    """What somebody has done and what is not yet carried out: in the order in which it will be."""

    at: int
    rank: Rank
    #: the place of the seat in the order of that millisecond
    turn: int
    #: how many there were before it
    number: int
    #: with the stamp at which it was done
    action: Action
    #: when the faces that hands are laid on had been shown, as it was handed in
    shown: tuple[int, ...]
    #: who flipped has waited for the new faces already
    waited: bool = False


class Sight(NamedTuple):
    """What lay there from a stamp on: when the newest face was shown, and who had flipped it."""

    since: int
    newest: int
    flipper: int


class TwinItScheduler(live.LiveScheduler[Action, Event]):
    """A match with its bots. Times are milliseconds of the game's own clock, which stands still in a pause."""

    def __init__(self, match: TwinItMatch, minds: Mapping[int, Mind], settle: int = 0) -> None:
        self.match = match
        self.minds = dict(minds)
        for mind in self.minds.values():
            mind.bots = frozenset(self.minds)
            mind.since = match.state.now
        #: nothing is decided before this has passed: inputs may be handed in a little after their stamp
        self.settle = settle
        self._waiting: list[Waiting] = []
        #: bots' hands that are held back
        self._held: list[Waiting] = []
        self._count = 0
        #: from which stamps on everything counts how much later
        self._lags: list[tuple[int, int]] = [(0, 0)]
        #: where who flips waits: what lay there, for a hand is judged by what its owner saw
        self._sights: list[Sight] = []
        #: from which stamps on all hands were off the table, and from which they might be laid on it again
        self._rests: list[tuple[int, bool]] = []
        #: how quick the people are, by everything that has happened so far
        self.pace = pace.Pace(match.state.options.pace)
        for events in match.events:
            self._learn(events)
        self._notice()

    def submit(self, action: Action, since: int = 0) -> None:
        self._wait(action, Rank.PERSON, max(action.at_ms + self._late(action), since))

    def hold(self, lag: int, since: int) -> None:
        if lag <= self.lag:
            return
        self.lag = lag
        self._lags.append((since, lag))
        for mind in self.minds.values():
            mind.lag = lag

    def lag_at(self, done: int) -> int:
        """How much later something counts that was done at that stamp."""
        return max((lag for since, lag in self._lags if since <= done), default=0)

    def _wait(self, action: Action, rank: Rank, at: int, waited: bool = False) -> None:
        """Let ``action`` count at ``at``."""
        self._count += 1
        count = self.match.state.seats
        row = Waiting(at, rank, (action.seat - at) % count, self._count, action, self._shown(action), waited)
        heappush(self._waiting if rank == Rank.PERSON else self._held, row)

    def _shown(self, action: Action) -> tuple[int, ...]:
        """Since when the faces lie that hands are laid on: once a card is turned over, its face is another.

        A claim is also on what a card is: once it belongs to a set, it is no longer the card that somebody meant.
        """
        if action.verb not in HANDS:
            return ()
        state = self.match.state
        won = {face // 2: one.won_at for sets in state.sets for one in sets for face in one.faces}
        claimed = won if action.verb == Verb.TOUCH else {}
        cards = [card for card in action.cards if 0 <= card < len(state.shown)]
        return tuple(max(state.shown[card], claimed.get(card, -1)) for card in cards)

    def _is_in_sight(self, row: Waiting) -> bool:
        """Whether hands still lie on the faces that their owner saw.

        At one device that is what lay there when they were handed in: the picture of a new face may come a little after
        its stamp. Where hands may come late it is what had been shown by the time that they came down.
        """
        shown = self._shown(row.action)
        return max(shown, default=0) <= row.action.at_ms if self.lag else shown == row.shown

    def _is_off(self, action: Action) -> bool:
        """Whether a hand came down while all counted or somebody chose: it counts no sooner for coming late."""
        if not self.lag or action.verb != Verb.TOUCH:
            return False
        place = bisect_right(self._rests, action.at_ms, key=lambda rest: rest[0]) - 1
        return place >= 0 and self._rests[place][1]

    def note(self, now: int) -> None:
        if not self.match.is_over and not self.match.state.options.calm and now > self.match.state.now:
            self._learn(self.match.apply(Action(Verb.TICK, now)))
            self._notice()

    def uncover(self, now: int) -> None:
        for mind in self.minds.values():
            mind.look_again(now)

    def _late(self, action: Action) -> int:
        """How much later something of a person counts than it was done, however it comes here."""
        options = self.match.state.options
        holds = action.verb in (BUZZES if options.buzzers else HANDS) and 0 <= action.seat < len(options.handicap)
        return self.lag_at(action.at_ms) + (options.handicap[action.seat] if holds else 0)

    def _flipper_waits(self, action: Action) -> int:
        """Who flipped sees the new faces last: the house rule (section 2); with buzzers it is nobody's.

        It goes by what was new when the hand came down.
        """
        options = self.match.state.options
        extra = options.flipper_handicap
        if not extra or options.buzzers or action.verb != Verb.TOUCH:
            return 0
        place = bisect_right(self._sights, action.at_ms, key=lambda sight: sight.since) - 1
        sight = self._sights[max(0, place)]
        new = any(face.shown_at == sight.newest for face in self.match.view(action.seat).things(action.cards))
        return extra if new and sight.flipper == action.seat else 0

    def _is_blind(self, action: Action) -> bool:
        """Whether a hand would be wrong only because of a partner's that its owner could not have seen (section 4).

        Two of a team may each begin with a pair of their own while the other's hand is still on its way.
        """
        state = self.match.state
        if not self.lag or not state.options.in_teams or action.verb != Verb.TOUCH or len(action.cards) != 1:
            return False
        things = state.lying()
        card = key_of(things, action.cards[0])
        side = [touch for touch in state.touches if state.side_of(touch.seat) == state.side_of(action.seat)]
        return card >= 0 and any(touch.at > action.at_ms and not self._fits(touch, card, action) for touch in side)

    def _fits(self, touch: Touch, card: int, action: Action) -> bool:
        """Whether a hand on ``card`` goes with one that lies there."""
        state, things = self.match.state, self.match.state.lying()
        same = state.deck[things[touch.card].face] == state.deck[things[card].face]
        return same and touch.seat != action.seat

    def next_at(self) -> int:
        return self._next()[0]

    def _next(self) -> tuple[int, Rank, int]:
        """The next thing: its stamp, its rank in a tie, and the seat of a bot."""
        if self.match.is_over:
            return NEVER, Rank.DUE, -1
        soon = [(self.match.state.next_due, Rank.DUE, -1)]
        if self._held:
            soon.append((self._held[0].at, Rank.HELD, -1))
        soon += [(mind.next_at(self._views[seat]), Rank.BOT, seat) for seat, mind in self.minds.items()]
        first = min(soon)
        if not self._waiting:
            return first
        at = self._waiting[0].at
        return min(first, (min(at, first[0]) if at - self.grain < first[0] else at, Rank.PERSON, -1))

    def _tied(self, action: Action, at: int) -> int:
        """The stamp of a buzz: the last one in the margin of the first, if the grain may have taken it beyond that."""
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
                    # it was turned over before this counted: nobody has touched a face that he has not seen
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
                action = self.minds[seat].act(self._views[seat], at)
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
                # time has not passed, and a bot has dropped what it wanted
                return ActionResult(action, (), refusal.reason)
            self._learn(outcome.events)
            self._notice()
            return outcome

    def _learn(self, events: Iterable[Event]) -> None:
        """See by what has happened how quick the people are; with none, nobody is followed."""
        if self.match.humans:
            self.pace.learn(events, self.match.humans)

    def _notice(self) -> None:
        """Every bot looks at the table."""
        state = self.match.state
        if state.options.flipper_handicap:
            newest = max((face.shown_at for face in self.match.view(0).faces), default=0)
            self._sights.append(Sight(state.now, newest, state.flipper))
        rests = state.phase in (Phase.COUNT, Phase.CHOOSE)
        if rests != bool(self._rests and self._rests[-1][1]):
            self._rests.append((state.now, rests))
        for mind in self.minds.values():
            mind.pace = self.pace.ms
        self._views = {seat: self.match.view(seat) for seat in self.minds}
        for seat, mind in self.minds.items():
            mind.notice(self._views[seat])


def scheduler_of(match: TwinItMatch) -> TwinItScheduler:
    """The clockwork of a match with a mind for each of its bots; with none in calm mode, which has no clock.

    What the bots draw follows from the seed of the match.
    """
    if match.state.options.calm:
        return TwinItScheduler(match, {})
    seats = [(seat, row.kind) for seat, row in enumerate(match.seats) if row.kind != HUMAN]
    return TwinItScheduler(match, {seat: Mind(seat, kind, rng.Rng(match.seed * 100 + seat)) for seat, kind in seats})


def forced_action(match: TwinItMatch) -> Action | None:
    """Without a clock: the flip of the only person, once everybody has looked (section 7); or None."""
    state, people = match.state, [seat for seat, row in enumerate(match.seats) if row.kind == HUMAN]
    if not state.options.calm or state.options.timed or len(people) != 1 or state.phase != Phase.OPEN or state.say >= 0:
        return None
    return Action(Verb.FLIP, state.now + 1, state.turn) if state.turn in people else None


def is_find(action: Action) -> bool:
    """Whether whoever does this without a clock has found something: such looks take longer to be seen."""
    return action.verb in (Verb.TOUCH, Verb.COLLECT, Verb.CHOOSE)


def bot_to_look(match: TwinItMatch) -> int:
    """Without a clock: the bot whose look it is, or -1 (section 7)."""
    state = match.state
    bots = [seat for seat, row in enumerate(match.seats) if row.kind != HUMAN]
    if not state.options.calm or match.is_over or not bots:
        return -1
    if not state.options.timed:
        seat = rules.to_move(state)
        return seat if seat in bots else -1
    return bots[len(match.actions) % len(bots)] if state.looks_left > 0 else -1


def waits_for(state: State) -> bool:
    """Whether the table waits for one seat and no clock: everybody looks in turn (section 7)."""
    return state.options.calm and not state.options.timed and state.phase != Phase.OVER


def drive(scheduler: TwinItScheduler) -> Iterator[ActionResult[Action, Event]]:
    """Run a game of bots alone to its end, as fast as can be; raise RuntimeError if it has none."""
    for _ in range(PATIENCE):
        outcome = scheduler.step(2 * NEVER)
        if outcome is None:
            break
        yield outcome
    if not scheduler.match.is_over:
        raise RuntimeError("the game does not end")
