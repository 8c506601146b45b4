"""A finite selection of actions of Twin It!, enough to play every game to its end.

The rules allow far more: any hand on any card at any millisecond. This is for playouts, not for players.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from game.core.live import NEVER
from game.games.twin_it import state as st
from game.games.twin_it.state import BESIDE, SET, SPOT, Action, LyingCard, State, Verb

#: distance of the stamps from the present, in milliseconds
STEP_MS = 500

#: two cards for two hands
Pair = tuple[int, int]


class Pairs(NamedTuple):
    """The pairs that two hands could claim: all true ones, and at most one false one."""

    true: Sequence[Pair]
    false: Sequence[Pair]


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return a finite selection of actions, enough to play every game to its end.

    All stamps are equal: one step ahead, or the next due time if that is earlier; so after one of these actions none of
    the others is legal any more. Actions that the rules accept at that stamp are included, with these exceptions.

    - Hands: every true pair for every seat, and one false pair for the seat that the table waits for. Both hands come
      down together; in teams, where two seats put one each, all cards of such pairs. No hand goes to a card that
      already has one, even where that would start a contest or the hand there is void.
    - A buzz comes from a seat with a true pair, or from the seat to flip; never a second one within the tie margin.
    - In the minute seat 0 turns cards and ends the looks for all. No cards are moved, and three cards are gathered as a
      pair plus one.
    - If something is due before the stamp, or a buzz can be followed by a hand (see below), only that happens.
    """
    if state.phase == st.PHASE_OVER:
        return ()
    due = state.next_due
    at = state.now + 1 if due <= state.now else min(state.now + STEP_MS, due)
    found = [] if due < at else list(_Table(state, at).choices())
    # a seat that has buzzed and can point at something does so
    if due < NEVER and (state.phase != st.PHASE_BUZZED or not found):
        found.append(Action(st.VERB_TICK, at))
    return tuple(found)


class _Table:
    """One state, searched once for the possible actions at ``at``, before which nothing is due."""

    def __init__(self, state: State, at: int) -> None:
        self.state, self.at = state, at
        self.things = state.lying()
        touched = {touch.card for touch in state.touches}
        #: the things a hand makes sense on: no triples, and none with a hand on it
        self._free = [t for card, t in self.things.items() if card not in touched and len(t.cards) < 3]
        #: True for seats bound by forbidden patterns -> the pairs, which are the same for all of them
        self._pairs: dict[bool, Pairs] = {}

    def choices(self) -> Iterator[Action]:
        """Yield the possible actions."""
        state, at = self.state, self.at
        if state.phase == st.PHASE_MINUTE:
            yield from self._gathering()
        elif state.phase == st.PHASE_CHOOSE:
            for key in state.losable(state.turn):
                yield Action(Verb.CHOOSE, at, state.turn, (key,))
        elif state.phase == st.PHASE_BUZZED:
            for buzzed in state.buzzes:
                if len(buzzed.touches) < 2:
                    hands = tuple(touch.card for touch in buzzed.touches)
                    yield from self._pointing(buzzed.seat, hands, errs=not self.pairs(buzzed.seat).true)
        elif state.phase != st.PHASE_COUNT:
            may_flip = state.phase == st.PHASE_OPEN and at >= state.flip_from
            if may_flip and (not state.options.calm or state.say < 0):
                yield Action(st.VERB_FLIP, at, state.turn)
            yield from self._looking() if state.options.calm else self._claiming()

    def pairs(self, seat: int) -> Pairs:
        """Return the pairs ``seat`` could touch with both hands."""
        bound = self.state.is_bound(seat)
        if bound not in self._pairs:
            self._pairs[bound] = self._find_pairs(bound)
        return self._pairs[bound]

    def _find_pairs(self, bound: bool) -> Pairs:
        deck = self.state.deck
        barred = self.state.forbidden_patterns if bound else ()
        free = [thing for thing in self._free if thing.where != BESIDE] if bound else self._free
        true: list[Pair] = []
        alike: dict[int, list[int]] = {}
        for thing in free:
            pattern = deck[thing.face]
            others = alike.get(pattern)
            if others is None:
                alike[pattern] = [thing.card]
                continue
            if pattern not in barred:
                true += [(thing.card, other) for other in others]
            others.append(thing.card)
        unequal = ((one.card, other.card) for one, other in pairwise(free) if deck[one.face] != deck[other.face])
        false = next(unequal, None)
        return Pairs(true, (false,) if false else ())

    def _answers(self, seat: int, hand: int) -> list[int]:
        """Return the cards that make a true pair with the card of ``hand``."""
        deck, bound = self.state.deck, self.state.is_bound(seat)
        pattern = deck[self.things[hand].face]
        return [
            thing.card
            for thing in self._free
            if deck[thing.face] == pattern and thing.card != hand and not (bound and thing.where == BESIDE)
        ]

    def _looking(self) -> Iterator[Action]:
        """Yield the claims and the pass of the seat to look, in calm mode."""
        seat = self.state.say
        if seat < 0:
            return
        yield Action(Verb.PASS, self.at, seat)
        pairs = self.pairs(seat)
        # a wrong claim costs a look: with more than one a round a playout would hardly ever end
        yield from self._touches(seat, (*pairs.true, *(pairs.false if self.state.passes == 0 else ())))

    def _claiming(self) -> Iterator[Action]:
        """Yield claims and buzzes while the table is open."""
        state = self.state
        in_turn = state.turn if self.at >= state.flip_from else -1
        hands: dict[int, list[int]] = {}
        for touch in state.touches:
            hands.setdefault(state.side_of(touch.seat), []).append(touch.card)
        for seat in range(state.seats):
            if state.options.buzzers:
                # the seat in turn may buzz without a pair, but not so often that nobody ever flips
                if seat == in_turn or self.pairs(seat).true:
                    yield Action(Verb.BUZZ, self.at, seat)
            else:
                yield from self._pointing(seat, hands.get(state.side_of(seat), ()), errs=seat == in_turn)

    def _touches(self, seat: int, hands: Iterable[tuple[int, ...]]) -> list[Action]:
        return [Action(st.VERB_TOUCH, self.at, seat, cards) for cards in hands]

    def _pointing(self, seat: int, hands: Sequence[int], *, errs: bool) -> list[Action]:
        """Return the touches with which ``seat`` can claim, given the hands of its side."""
        state = self.state
        if hands and state.options.in_teams:
            side = state.members(state.side_of(seat))
            answers = self._answers(seat, hands[0])
            return [Action(st.VERB_TOUCH, self.at, member, (card,)) for card in answers for member in side]
        if len(hands) == 1:
            return self._touches(seat, ((card,) for card in self._answers(seat, hands[0])))
        pairs = self.pairs(seat)
        chosen = (*pairs.true, *pairs.false) if errs else pairs.true
        if state.options.in_teams:
            return self._touches(seat, ((card,) for card in sorted({card for pair in chosen for card in pair})))
        return self._touches(seat, chosen)

    def _gathering(self) -> Iterator[Action]:
        """Yield the deals, turns and gatherings of all seats."""
        state, at = self.state, self.at
        if state.looks_left > 0:
            if state.stacks[0]:
                yield from (Action(Verb.DEAL, at, seat) for seat in range(state.seats))
            yield from (Action(Verb.TURN, at, state.turn, (t.card,)) for t in self.things.values() if t.where == SPOT)
        else:
            yield Action(Verb.PASS, at, state.turn)
        for seat in range(state.seats):
            if at < state.locks[seat]:
                continue
            pairs = self.pairs(seat)
            for pair in (*pairs.true, *pairs.false) if seat == state.turn else pairs.true:
                if self._may_gather(seat, [self.things[key] for key in pair if self.things[key].where == SET]):
                    yield Action(Verb.COLLECT, at, seat, pair)

    def _may_gather(self, seat: int, sets: Sequence[LyingCard]) -> bool:
        """Return True if ``seat`` may take a pair that includes these won ``sets``: none, or one it may add to."""
        if len(sets) > 1:
            return False
        return self.state.options.mode != st.CONTEST or all(thing.place == seat for thing in sets)
