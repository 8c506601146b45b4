"""The information of one seat of Twin It!: every face that is up, and nothing under or behind it."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from game.core.cache import cached
from game.games.twin_it.scoring import level, scores
from game.games.twin_it.state import VERB_TOUCH, Action, Options, Phase, State, Touch

#: the pattern of a card that is still covered
BACK = -1


class Face(NamedTuple):
    """A card, stack top or set in play. ``card`` is its key; ``where`` and ``place`` as in ``state.LyingCard``."""

    card: int
    pattern: int
    where: int
    place: int
    #: one card, or the two or three of a won set
    cards: tuple[int, ...]
    #: stamp at which the face was shown, in milliseconds
    shown_at: int

    @property
    def seen(self) -> tuple[int, int]:
        """The identity of a sighting: a card turned over shows another face."""
        return self.card, self.shown_at


class View(NamedTuple):
    """The information of one seat."""

    seat: int
    now: int
    phase: Phase
    turn: int
    flipper: int
    flip_from: int
    due: int
    faces: tuple[Face, ...]
    touches: tuple[Touch, ...]
    #: seats that have buzzed, with their hands
    buzzes: tuple[tuple[int, tuple[Touch, ...]], ...]
    contested: tuple[int, ...]
    #: the seats in that contest
    contest: tuple[int, ...]
    #: the length of its countdown
    count_ms: int
    stack_counts: tuple[int, ...]
    #: each seat's team number, or the seat itself
    sides: tuple[int, ...]
    set_counts: tuple[int, ...]
    #: patterns of which this seat may not make sets
    barred: frozenset[int]
    #: calm mode: the seat to look, or -1
    looker: int
    looks_left: int
    locks: tuple[int, ...]
    scores: tuple[int, ...]
    level: int
    options: Options
    #: calm mode: the actions open to this seat now; otherwise all actions are possible at any time
    legal: tuple[Action, ...]

    def looks_later(self, seat: int) -> bool:
        """Return True if another seat looks now, and ``seat`` after it in the same round; or cards come before that."""
        if not self.options.in_rounds or self.looker < 0:
            return self.options.in_rounds and self.phase == Phase.OPEN
        count = len(self.sides)
        mine, theirs = ((one - self.flipper - 1) % count for one in (seat, self.looker))
        return mine > theirs

    def mates(self, seat: int) -> list[int]:
        """Return the seats of a seat's side, with itself."""
        return [other for other, side in enumerate(self.sides) if side == self.sides[seat]]

    def sets_of_side(self, seat: int) -> int:
        """Return the number of sets of a seat's side."""
        return sum(self.set_counts[mate] for mate in self.mates(seat))

    def things(self, cards: Collection[int]) -> list[Face]:
        """Return the faces whose cards include any of ``cards``."""
        return [face for face in self.faces if not set(cards).isdisjoint(face.cards)]


def faces_of(state: State) -> tuple[Face, ...]:
    """Return every face that is up."""
    shown, found = state.shown, []
    for card, face, where, place, cards in state.lying().values():
        since = shown[card] if len(cards) == 1 else max(shown[one] for one in cards)
        found.append(Face(card, state.deck[face], where, place, cards, since))
    return tuple(found)


@cached(4)
def _seen_by_all(state: State) -> View:
    """Return what every seat sees; after every action all seats view the same state."""
    return View(
        seat=0,
        now=state.now,
        phase=state.phase,
        turn=state.turn,
        flipper=state.flipper,
        flip_from=state.flip_from,
        due=state.due,
        faces=faces_of(state),
        touches=state.touches,
        buzzes=tuple((buzz.seat, buzz.touches) for buzz in state.buzzes),
        contested=state.contested,
        contest=state.contest,
        count_ms=state.count_ms,
        stack_counts=tuple(len(stack) for stack in state.stacks),
        sides=tuple(state.side_of(other) for other in range(state.seats)),
        set_counts=tuple(len(sets) for sets in state.sets),
        barred=frozenset(),
        looker=state.say if state.options.calm and state.phase in (Phase.OPEN, Phase.LAST_LOOK) else -1,
        looks_left=state.looks_left,
        locks=state.locks,
        scores=scores(state),
        level=level(state),
        options=state.options,
        legal=(),
    )


def view_of(state: State, seat: int, legal: tuple[Action, ...] = ()) -> View:
    """Return the view of ``seat``."""
    barred = state.forbidden_patterns if state.is_bound(seat) else frozenset()
    return _seen_by_all(state)._replace(seat=seat, barred=barred, legal=legal)


def expecting(view: View, actions: Sequence[Action]) -> View:
    """Return ``view`` with own hands that do not count yet, except where another seat's hand is."""
    touched = {touch.card for touch in view.touches}
    keys = {card: face.card for face in view.faces for card in face.cards}
    hands: dict[int, Touch] = {}
    for action in actions:
        if action.verb == VERB_TOUCH and action.seat == view.seat and view.phase in (Phase.OPEN, Phase.LAST_LOOK):
            for card in action.cards:
                key = keys.get(card, -1)
                if key >= 0 and key not in touched:
                    hands[key] = Touch(view.seat, key, action.at_ms)
    return view._replace(touches=(*view.touches, *hands.values())) if hands else view
