"""The co-operative minute and the timed contest (rule text, sections 5 and 6).

All seats act at once with one common stack: deal, turn over, move, gather. Without a clock (calm mode) a number of
looks replaces the seconds: each deal, each turn and each wrong set costs one.
"""

from collections.abc import Sequence

from game.core.game import IllegalAction
from game.games.twin_it import events as ev
from game.games.twin_it.claims import Play, targets
from game.games.twin_it.state import CONTEST, LOCK_MS, SET, LyingCard, Verb, WonSet, put

#: places in the middle that a card can be moved to
SPOTS = 135


class Minute(Play):
    """Timed play with one common stack."""

    def do(self, verb: Verb, seat: int, cards: tuple[int, ...]) -> None:
        if verb == Verb.DEAL:
            self._deal(seat)
        elif verb == Verb.TURN:
            self._turn(cards[0])
        elif verb == Verb.MOVE:
            self._move(seat, *cards)
        elif verb == Verb.COLLECT:
            self._collect(seat, cards)
        elif verb == Verb.PASS and self.state.looks_left <= 0:
            self.finish()
        else:
            raise IllegalAction("not_now")

    def happen(self) -> None:
        self.finish()

    def _look(self) -> None:
        if self.state.looks_left <= 0:
            raise IllegalAction("no_looks_left")
        self.state = self.state._replace(passes=self.state.passes + self.state.options.calm)

    def _deal(self, seat: int) -> None:
        """Put the next card of the stack on the table; shuffling has already chosen its side."""
        if not self.state.stacks[0]:
            raise IllegalAction("stack_is_empty")
        self._look()
        *stack, face = self.state.stacks[0]
        state, spot = self.state._replace(stacks=put(self.state.stacks, 0, tuple(stack))).lay(face)
        self.events.append(ev.CardDealt(seat, face // 2, state.deck[face], spot))
        self.state = state.show(face // 2, self.at)

    def _spot_of(self, card: int) -> int:
        for spot, face in enumerate(self.state.spots):
            if face >= 0 and face // 2 == card:
                return spot
        raise IllegalAction("not_in_play")

    def _turn(self, card: int) -> None:
        spot = self._spot_of(card)
        self._look()
        state, face = self.state, self.state.spots[spot] ^ 1
        self.events.append(ev.CardTurned(card, state.deck[face], spot))
        self.state = state._replace(spots=put(state.spots, spot, face)).show(card, self.at)

    def _move(self, seat: int, card: int, spot: int) -> None:
        old, spots = self._spot_of(card), self.state.spots
        if not 0 <= spot < SPOTS or (spot < len(spots) and spots[spot] >= 0):
            raise IllegalAction("spot_is_taken")
        face = spots[old]
        spots = (*spots, *(-1,) * (spot + 1 - len(spots)))
        self.events.append(ev.CardMoved(seat, card, spot))
        self.state = self.state._replace(spots=put(put(spots, old, -1), spot, face))

    def _collect(self, seat: int, cards: Sequence[int]) -> None:
        """Gather two or three cards, or add a third to a pair; any of its cards identifies a set."""
        state, at = self.state, self.at
        if at < state.locks[seat]:
            raise IllegalAction("locked", until=state.locks[seat])
        chosen = self._chosen(seat, cards)
        owner = chosen[0].place if chosen[0].where == SET else -1
        faces = tuple(face for thing in chosen for face in state.faces_of(thing))
        if not state.options.honest and len({state.deck[face] for face in faces}) > 1:
            self._refuse(seat, tuple(cards))
            return
        for thing in chosen:
            state = state.lift(thing)
        holder = owner if owner >= 0 else seat
        together = tuple(face // 2 for face in faces)
        added = ev.SetExtended(seat, owner, together) if owner >= 0 else ev.SetCollected(seat, together)
        self.events.append(added)
        self.state = state._replace(sets=put(state.sets, holder, (*state.sets[holder], WonSet(faces, at))))

    def _chosen(self, seat: int, cards: Sequence[int]) -> list[LyingCard]:
        """Return the things that ``seat`` gathers, a won set first; raise IllegalAction if they cannot be a set."""
        things = self.state.lying()
        chosen = sorted((things[key] for key in targets(things, cards)), key=lambda thing: thing.where != SET)
        if chosen[0].where == SET:
            if self.state.options.mode == CONTEST and chosen[0].place != seat:
                # the contest has no stealing and no adding to another's pair (section 6)
                raise IllegalAction("not_yours")
            if len(chosen) != 2 or chosen[1].where == SET or len(chosen[0].cards) > 2:
                raise IllegalAction("not_a_set")
        elif not 2 <= len(chosen) <= 3:
            raise IllegalAction("not_a_set")
        return chosen

    def _refuse(self, seat: int, cards: tuple[int, ...]) -> None:
        """Refuse unequal ``cards``: it costs a look, or a lock on gathering for ``seat``."""
        state = self.state
        if state.options.calm:
            self.events.append(ev.CollectRefused(seat, cards, -1))
            self.state = state._replace(passes=min(state.passes + 1, state.options.minute))
        else:
            until = self.at + LOCK_MS
            self.events.append(ev.CollectRefused(seat, cards, until))
            self.state = state._replace(locks=put(state.locks, seat, until))
