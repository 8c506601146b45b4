"""Hands on cards: flips, claims, contests, errors, stealing, the visible triple (rule text, sections 2 to 4)."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from game.core.game import IllegalAction
from game.core.live import NEVER
from game.games.twin_it import events as ev
from game.games.twin_it import scoring
from game.games.twin_it import state as st
from game.games.twin_it.state import LyingCard, Phase, State, Touch, Verb, WonSet, key_of, put

Things = dict[int, LyingCard]


def targets(things: Things, cards: Sequence[int]) -> tuple[int, ...]:
    """Return the keys of the things under a hand; raise IllegalAction for an impossible one.

    A hand may be put on a triple, or on a card beside the own stack: with the other hand elsewhere it is an error.
    """
    keys = tuple(key_of(things, card) for card in cards)
    if -1 in keys:
        raise IllegalAction("not_in_play")
    if len(set(keys)) < len(keys):
        # a second hand on the same card or on the same set (T2)
        raise IllegalAction("one_card")
    return keys


class Play(ABC):
    """The execution of events at the stamp ``at``: the state after them and the events so far."""

    def __init__(self, state: State) -> None:
        self.state, self.at = state, state.now
        self.events: list[ev.Event] = []

    def advance(self, at: int, inclusive: bool) -> None:
        """Process everything due before ``at``, or up to it if ``inclusive``."""
        while (due := self.state.next_due) < NEVER and (due < at or (due == at and inclusive)):
            self.at = due
            self.happen()
        self.at = at
        self.state = self.state._replace(now=at)

    @abstractmethod
    def happen(self) -> None:
        """Carry out the one event that is due now."""

    @abstractmethod
    def do(self, verb: Verb, seat: int, cards: tuple[int, ...]) -> None:
        """Carry out an action of ``seat``; raise IllegalAction if it is not allowed."""

    def finish(self) -> None:
        """End the game."""
        over = self.state._replace(phase=Phase.OVER, due=NEVER, flip_from=NEVER)
        self.state = over._replace(touches=(), buzzes=(), contested=(), contest=())
        self.events.append(ev.GameEnded(scoring.winners(self.state), scoring.level(self.state)))


def named(buzz: st.Buzz) -> tuple[int, ...]:
    """Return the keys of the things that a side has pointed at after its buzz."""
    return tuple(sorted(touch.card for touch in buzz.touches))


class Claims(Play):
    """The games with a flip: singly, in teams, with buzzers, or without a clock."""

    def do(self, verb: Verb, seat: int, cards: tuple[int, ...]) -> None:
        phase, options = self.state.phase, self.state.options
        if verb == Verb.CHOOSE:
            self._choose(seat, cards[0])
        elif phase == st.PHASE_BUZZED and verb == st.VERB_TOUCH:
            self._point(seat, cards)
        elif phase == st.PHASE_BUZZED and verb == Verb.BUZZ:
            self._buzz(seat)
        elif phase not in (st.PHASE_OPEN, st.PHASE_LAST_LOOK):
            raise IllegalAction("wait")
        elif verb == st.VERB_FLIP:
            self._flip_of(seat)
        elif options.calm:
            self._look(verb, seat, cards)
        elif verb == st.VERB_TOUCH:
            if options.buzzers:
                raise IllegalAction("buzz_first")
            self._touch(seat, cards)
        elif verb == Verb.BUZZ and options.buzzers:
            self._buzz(seat)
        else:
            raise IllegalAction("not_now")

    def happen(self) -> None:
        """Carry out the due event; an expired touch comes first."""
        state = self.state
        if self.at == state.touch_ends:
            self._expire()
        elif state.phase == st.PHASE_OPEN:
            self._flip()
        elif state.phase == st.PHASE_COUNT:
            self._end_contest()
        elif state.phase == st.PHASE_CHOOSE:
            self._lose(state.turn)
        elif state.phase == st.PHASE_BUZZED:
            self._resolve()
        else:
            self.finish()

    # ---- flips and looks ----------------------------------------------------------------------------

    def _reopen(self, turn: int, *, passed: int = 0, look_ms: int = st.LAST_LOOK_MS) -> None:
        """Reopen the table for claims; ``turn``, or the next seat with cards, flips; a last look takes ``look_ms``."""
        state, options = self.state, self.state.options
        turn = state.next_with_cards(turn)
        if any(state.stacks):
            phase, due = st.PHASE_OPEN, self.at + options.flip_after
            flip_from = self.at if options.calm else self.at + options.flip_gap
        else:
            phase, due, flip_from = st.PHASE_LAST_LOOK, self.at + look_ms, NEVER
            self.events.append(ev.LastLookStarted(-1 if options.calm else due))
        due = NEVER if options.calm else due
        state = state._replace(phase=phase, turn=turn, flip_from=flip_from, due=due, passes=passed, look_left=0)
        self.state = state._replace(buzzes=(), contested=(), contest=())
        if options.in_rounds:
            self._begin_round()

    def _begin_round(self) -> None:
        """Give the first look to the next seat if there is a match to look for; without one nobody looks."""
        state = self.state
        if not state.asks_to_look:
            # in a last look nobody flips
            turn = state.lossless_turn if state.options.seen_first and any(state.stacks) else state.turn
            self.state = state._replace(passes=state.seats, turn=turn)
            self._finish_if_looked()
        elif not state.passes:
            self.state = state._replace(flipper=(state.turn if state.flipper < 0 else state.flipper + 1) % state.seats)

    def _flip_of(self, seat: int) -> None:
        """Flip for ``seat``; raise IllegalAction if it may not."""
        state = self.state
        if state.phase != st.PHASE_OPEN:
            raise IllegalAction("stacks_are_empty")
        if seat != state.turn:
            raise IllegalAction("not_your_flip")
        if self.at < state.flip_from:
            raise IllegalAction("flip_too_early", ms=state.flip_from - self.at)
        if state.options.calm and state.say >= 0:
            raise IllegalAction("others_look")
        self._flip()

    def _flip(self) -> None:
        """Turn the top card of the seat in turn over onto a free spot, which shows two new faces (section 2)."""
        seat = self.state.turn
        face = self.state.stacks[seat][-1]
        card = face // 2
        state, spot = self.state.lift(LyingCard(card, face, st.STACK, seat, (card,))).lay(face ^ 1)
        self.events.append(ev.CardFlipped(seat, card, state.deck[face ^ 1], spot))
        flipper = state.flipper if state.options.in_rounds else seat
        self.state = state.show(card, self.at)._replace(flipper=flipper, owns_turn=False).without_touches((card,))
        if state.options.seen_first:
            self.state = self.state._replace(flips=(*state.flips, self.at)[-state.options.further :])
        self._uncover(seat)
        self._reopen((seat + 1) % state.seats)

    def _uncover(self, seat: int) -> None:
        """Show the new top of a stack, if there is one."""
        if self.state.stacks[seat]:
            face = self.state.stacks[seat][-1]
            self.events.append(ev.TopUncovered(seat, face // 2, self.state.deck[face]))
            self.state = self.state.show(face // 2, self.at)

    def _turn_over(self, thing: LyingCard) -> None:
        """Turn a card over, in place or from a stack onto the table; a won set is never turned (section 2)."""
        if thing.where == st.SET:
            return
        state, face, spot, stack = self.state, thing.face ^ 1, -1, -1
        if thing.where == st.SPOT:
            spot = thing.place
            state = state._replace(spots=put(state.spots, spot, face))
        elif thing.where == st.STACK:
            stack = thing.place
            state, spot = state.lift(thing).lay(face)
        else:
            state = state._replace(beside=tuple(face if old == thing.face else old for old in state.beside))
        self.events.append(ev.CardTurned(thing.card, state.deck[face], spot, stack))
        self.state = state.show(thing.card, self.at).without_touches((thing.card,))
        if stack >= 0:
            self._uncover(stack)

    def _look(self, verb: Verb, seat: int, cards: tuple[int, ...]) -> None:
        """Carry out a look in calm mode: one claim with both hands, or a pass (section 2.1)."""
        if seat != self.state.say:
            raise IllegalAction("not_your_look")
        if verb == Verb.TOUCH and len(cards) == 2:
            self._touch(seat, cards)
        elif verb == Verb.PASS:
            self.events.append(ev.SeatPassed(seat))
            self._use_look_up()
        else:
            raise IllegalAction("not_now")

    def _use_look_up(self) -> None:
        """Pass to the next seat's look in calm mode; the last look of all ends the game."""
        self.state = self.state._replace(passes=self.state.passes + 1)
        self._finish_if_looked()

    def _finish_if_looked(self) -> None:
        """End the game in calm mode once all have had the last look."""
        state = self.state
        if state.options.calm and state.phase == st.PHASE_LAST_LOOK and state.say < 0:
            self.finish()

    # ---- touching -----------------------------------------------------------------------------------

    def _touch(self, seat: int, cards: Sequence[int]) -> None:
        """Put one hand of ``seat``, or both, on cards. The first hand on a card owns it (section 2)."""
        state, things = self.state, self.state.lying()
        keys = targets(things, cards)
        owners = {t.card: t.seat for t in state.touches}
        if len({*keys, *(key for key, owner in owners.items() if owner == seat)}) > 2:
            raise IllegalAction("two_hands")
        for key in keys:
            owner = owners.get(key, -1)
            if owner == seat and len(keys) == 1:
                raise IllegalAction("touched_already")
            if owner >= 0 and owner != seat and state.may_use(owner, things[key]) and len(keys) == 1:
                raise IllegalAction("touched_first")
        # a hand that may make no set of the card does not block others (section 3)
        mine = [k for k in keys if k not in owners or (owners[k] != seat and not state.may_use(owners[k], things[k]))]
        if mine:
            kept = state.without_touches(mine)
            self.state = kept._replace(touches=kept.touches + tuple(Touch(seat, key, self.at) for key in mine))
            self.events += [ev.CardTouched(seat, key) for key in mine]
        self._judge(things, seat, keys)

    def _judge(self, things: Things, seat: int, keys: tuple[int, ...]) -> None:
        """Resolve the hands on the table after ``seat`` has touched ``keys``."""
        state, side = self.state, self.state.side_of(seat)
        hands = list(dict.fromkeys([t.card for t in state.touches if t.seat == seat] + list(keys)))
        mate = -1
        if state.options.in_teams:
            if len(hands) > 1:
                self._err(seat, hands, "alone")
                return
            mates = (t for t in state.touches if t.seat != seat and state.side_of(t.seat) == side)
            if partner := next(mates, None):
                hands, mate = [partner.card, hands[0]], partner.seat
        if len(hands) > 1:
            if why := self._what_is_wrong(things, seat, hands):
                self._err(seat, hands, why)
                return
            if {state.side_of(t.seat) for t in state.touches if t.card in hands} == {side}:
                self._win(things, seat, hands, mate)
                return
        pattern = state.deck[things[hands[0]].face]
        if self._is_contested(things, pattern):
            touched = {t.card for t in state.touches}
            # an untouched copy can still decide which seat owns two (visible triple)
            if all(thing.card in touched for thing in state.copies_in(things, pattern)):
                self._contest(things, pattern)

    def _what_is_wrong(self, things: Things, seat: int, keys: Sequence[int]) -> str:
        """Return why ``seat`` cannot make a set of these two, or ""."""
        one, other = (things[key] for key in keys)
        if self.state.deck[one.face] != self.state.deck[other.face]:
            return "unequal"
        return "" if self.state.may_use(seat, one) else "forbidden"

    def _is_contested(self, things: Things, pattern: int) -> bool:
        """Return True if several sides that may use ``pattern`` have a hand on a face with it."""
        state = self.state
        on = [(t.seat, things[t.card]) for t in state.touches if state.deck[things[t.card].face] == pattern]
        return len({state.side_of(seat) for seat, thing in on if state.may_use(seat, thing)}) > 1

    def _expire(self) -> None:
        """Remove the oldest hand; a triple of which several seats hold one copy each becomes a contest (section 2)."""
        oldest, things = self.state.touches[0], self.state.lying()
        pattern = self.state.deck[things[oldest.card].face]
        if self._is_contested(things, pattern):
            self._contest(things, pattern)
        else:
            self.events.append(ev.TouchExpired(oldest.seat, oldest.card))
            self.state = self.state._replace(touches=self.state.touches[1:])

    # ---- outcomes -----------------------------------------------------------------------------------

    def _win(self, things: Things, seat: int, keys: Sequence[int], mate: int) -> None:
        """Give ``seat`` both things as one set; a visible third copy is turned over (section 2).

        In a team both members put a hand down: the other one is ``mate``, or -1 elsewhere. A third copy that appeared
        after the first hand stays, and can steal the pair (T5).
        """
        state, at = self.state, self.at
        pattern = state.deck[things[keys[0]].face]
        start = min((t.at for t in state.touches if t.card in keys), default=at)
        chosen = sorted((things[key] for key in keys), key=lambda thing: thing.where != st.SET)
        copies = [thing for thing in state.copies_in(things, pattern) if thing.card not in keys]
        third = [thing for thing in copies if state.shown[thing.card] <= start]
        owner = chosen[0].place if chosen[0].where == st.SET else -1
        faces = tuple(face for thing in chosen for face in state.faces_of(thing))
        ms = at - max(state.shown[thing.card] for thing in chosen if thing.where != st.SET)
        for thing in chosen:
            state = state.lift(thing)
        touches = tuple(t for t in state.touches if t.card not in keys and t.seat not in (seat, mate))
        won = put(state.sets, seat, (*state.sets[seat], WonSet(faces, at)))
        self.state = state._replace(sets=won, touches=touches, owns_turn=True)
        cards = tuple(face // 2 for face in faces)
        if owner >= 0:
            self.events.append(ev.SetStolen(seat, owner, cards, pattern, ms, mate))
        else:
            self.events.append(ev.SetWon(seat, cards, pattern, ms, mate))
        if any(thing.where == st.BESIDE for thing in chosen) and pattern not in self.state.forbidden_patterns:
            self.events.append(ev.PatternFreed(state.options.forbidden, pattern))
        for thing in chosen:
            if thing.where == st.STACK:
                self._uncover(thing.place)
        if self.state.sets_of_side(self.state.side_of(seat)) >= self.state.options.sets:
            self.finish()
            return
        for thing in third:
            self._turn_over(thing)
        self._reopen(seat)

    def _contest(self, things: Things, pattern: int) -> None:
        """Start the countdown to turn over a pair that several seats own in part (section 2, T8, T14)."""
        cards = tuple(thing.card for thing in self.state.copies_in(things, pattern))
        seats = tuple(sorted({t.seat for t in self.state.touches if t.card in cards}))
        self.events.append(ev.ContestStarted(seats, cards))
        # all hands leave the table during the countdown
        counting = self.state._replace(phase=st.PHASE_COUNT, contests=self.state.contests + 1, touches=(), buzzes=())
        self.state = counting._replace(due=self.at + counting.count_ms, contested=cards, contest=seats)

    def _end_contest(self) -> None:
        """Turn the contested cards over; a won set stays with its owner.

        A seat that won a set or made an error since the last flip still flips next; otherwise T6 decides.
        """
        for card in self.state.contested:
            self._turn_over(self.state.lying()[card])
        state, turn = self.state, self.state.turn
        if state.flipper >= 0 and not state.owns_turn:
            turn = state.flipper if state.options.after_contest == "same" else (state.flipper + 1) % state.seats
        self._reopen(turn)

    def _err(self, seat: int, keys: Sequence[int], why: str) -> None:
        """Register an error of ``seat``: its side loses a set, if it has one, and it flips next (section 2)."""
        state, side = self.state, self.state.side_of(seat)
        self.events.append(ev.ErrorMade(seat, tuple(keys), why))
        self.state = state._replace(touches=tuple(t for t in state.touches if state.side_of(t.seat) != side))
        if state.sets_of_side(side) > 1:
            due = NEVER if state.options.calm else self.at + st.CHOICE_MS
            self.state = self.state._replace(phase=st.PHASE_CHOOSE, turn=seat, due=due, buzzes=())
        else:
            self._lose(seat)

    def _choose(self, seat: int, card: int) -> None:
        """Ask ``seat`` to choose the set that its error costs."""
        state, key = self.state, key_of(self.state.lying(), card)
        if state.phase != st.PHASE_CHOOSE or seat != state.turn or key not in state.losable(seat):
            raise IllegalAction("not_to_choose")
        self._lose(seat, key)

    def _lose(self, seat: int, card: int = -1) -> None:
        """Take the set with ``card`` from ``seat``, or the one that costs least (T10, T11)."""
        state, calm = self.state, self.state.options.calm
        sets = state.losable(seat)
        if not sets and state.phase == st.PHASE_LAST_LOOK:
            # nothing has changed, and the last look does not restart
            if calm:
                self._use_look_up()
            return
        if state.phase == st.PHASE_CHOOSE and state.due < NEVER:
            # second hands were impossible meanwhile: the first ones get that much more time
            waited = self.at - (state.due - st.CHOICE_MS)
            self.state = state._replace(touches=tuple(t._replace(at=t.at + waited) for t in state.touches))
        if sets:
            self._put_under(seat, card if card >= 0 else sets[0])
        state = self.state
        flip_from, due = state.flip_from, state.due if state.phase == st.PHASE_OPEN else NEVER
        self.state = state._replace(owns_turn=True)
        # in calm mode a wrong claim was this seat's look
        look_ms = st.LAST_LOOK_MS if sets else state.look_left or st.LAST_LOOK_MS
        self._reopen(seat, passed=state.passes + 1 if calm else 0, look_ms=look_ms)
        if self.state.phase == st.PHASE_OPEN and not calm:
            # without a new face no new wait: errors at no cost must not delay the next card
            due = max(min(due, self.state.due), self.at + state.options.flip_gap)
            self.state = self.state._replace(flip_from=min(flip_from, self.state.flip_from), due=due)
        self._finish_if_looked()

    def _put_under(self, seat: int, card: int) -> None:
        """Put the won set with ``card`` face down under the stack of ``seat``."""
        thing, was_empty = self.state.lying()[card], not self.state.stacks[seat]
        under = tuple(face ^ 1 for face in self.state.faces_of(thing))
        state = self.state.lift(thing).without_touches((thing.card,))
        state = state._replace(stacks=put(state.stacks, seat, under + state.stacks[seat]))
        self.events.append(ev.SetLost(seat, thing.place, thing.cards))
        for lost in thing.cards:
            state = state.show(lost, -1)
        self.state = state
        if was_empty:
            self._uncover(seat)

    # ---- buzzers ------------------------------------------------------------------------------------

    def _buzz(self, seat: int) -> None:
        """Buzz for ``seat``, as the first or within the tie margin of the first."""
        state = self.state
        if state.phase != st.PHASE_BUZZED:
            # a buzz without a claim must not extend the last look
            left = state.due - self.at if state.phase == st.PHASE_LAST_LOOK else 0
            state = state._replace(phase=st.PHASE_BUZZED, touches=(), look_left=left)
        elif self.at - state.buzzes[0].at > state.options.tie_margin:
            raise IllegalAction("buzzed_first")
        elif any(state.side_of(other.seat) == state.side_of(seat) for other in state.buzzes):
            raise IllegalAction("buzzed_already")
        self.events.append(ev.Buzzed(seat))
        # a seat that has named two already waits for this one, see ``_point``
        buzzes = (*state.buzzes, st.Buzz(seat, self.at))
        self.state = state._replace(buzzes=buzzes, due=buzzes[0].at + st.BUZZ_MS)

    def _point(self, seat: int, cards: Sequence[int]) -> None:
        """Point at cards for a side that has buzzed; once every such side has named two, decide."""
        state = self.state
        keys = targets(state.lying(), cards)
        sides = [state.side_of(buzz.seat) for buzz in state.buzzes]
        if state.side_of(seat) not in sides:
            raise IllegalAction("buzz_first")
        place = sides.index(state.side_of(seat))
        own = state.buzzes[place]
        if len(own.touches) + len(keys) > 2 or any(touch.card in keys for touch in own.touches):
            raise IllegalAction("touched_already")
        own = own._replace(touches=own.touches + tuple(Touch(seat, key, self.at) for key in keys))
        self.events += [ev.CardTouched(seat, key) for key in keys]
        self.state = state = state._replace(buzzes=put(state.buzzes, place, own))
        if any(len(buzz.touches) < 2 for buzz in state.buzzes):
            return
        # hardly possible for people; but until the margin is over another seat can still have buzzed at the same time
        until = state.buzzes[0].at + state.options.tie_margin
        if self.at < until:
            self.state = state._replace(due=until)
        else:
            self._resolve()

    def _resolve(self) -> None:
        """Decide between the buzzes: valid claims in order, then errors (T7), and last what several sides named."""
        state, things, buzzes = self.state, self.state.lying(), self.state.buzzes
        wrong = {buzz: self._wrong(things, buzz) for buzz in buzzes}
        right = [buzz for buzz in buzzes if not wrong[buzz]]
        patterns = {buzz: state.deck[things[named(buzz)[0]].face] for buzz in right}
        pairs = [named(buzz) for buzz in right]
        pattern = next((patterns[buzz] for buzz in right if pairs.count(named(buzz)) > 1), -1)
        rivals = [buzz for buzz in right if patterns[buzz] == pattern]
        self.state = state._replace(buzzes=())
        for buzz in right:
            if buzz not in rivals:
                self._take(buzz)
            if self.state.phase == st.PHASE_OVER:
                return
        for buzz in buzzes:
            if wrong[buzz]:
                self._choose_for_them()
                self._err(buzz.touches[-1].seat if buzz.touches else buzz.seat, named(buzz), wrong[buzz])
        if rivals:
            self._choose_for_them()
            self.state = self.state._replace(touches=tuple(touch for rival in rivals for touch in rival.touches))
            self._contest(self.state.lying(), pattern)

    def _wrong(self, things: Things, buzz: st.Buzz) -> str:
        """Return the reason why a side's pair is wrong, or ""."""
        if len(buzz.touches) < 2:
            return "late"
        if self.state.options.in_teams and buzz.touches[0].seat == buzz.touches[1].seat:
            return "alone"
        return self._what_is_wrong(things, buzz.seat, named(buzz))

    def _take(self, buzz: st.Buzz) -> None:
        """Give a side the pair it has named, unless an earlier claim took or turned its cards, which is no error."""
        things, keys = self.state.lying(), named(buzz)
        if all(key in things for key in keys) and not self._what_is_wrong(things, buzz.seat, keys):
            mate = buzz.touches[0].seat if self.state.options.in_teams else -1
            self._win(things, buzz.touches[1].seat, keys, mate)

    def _choose_for_them(self) -> None:
        """Choose the cheapest set for an offender if something else follows at once."""
        if self.state.phase == st.PHASE_CHOOSE:
            self._lose(self.state.turn)
