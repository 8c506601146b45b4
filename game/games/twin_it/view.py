"""What one seat of Twin It! may know: every face that is up, and nothing of what is under or behind it."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from game.games.twin_it.scoring import level, scores
from game.games.twin_it.state import VERB_TOUCH, Action, Options, Phase, State, Touch


class Face(NamedTuple):
    """A thing in play. ``card`` is what to touch, ``where`` and ``place`` as in ``state.Lying``."""

    card: int
    pattern: int
    where: int
    place: int
    #: one card, or the two or three of a won set
    cards: tuple[int, ...]
    #: when the face was shown, in milliseconds since the game began
    shown_at: int

    @property
    def seen(self) -> tuple[int, int]:
        """What it is known by: once turned over, a card shows another face."""
        return self.card, self.shown_at


class View(NamedTuple):
    """What one seat may know."""

    seat: int
    now: int
    phase: Phase
    turn: int
    flipper: int
    flip_from: int
    due: int
    faces: tuple[Face, ...]
    touches: tuple[Touch, ...]
    #: seats that have buzzed, and their hands
    buzzes: tuple[tuple[int, tuple[Touch, ...]], ...]
    contested: tuple[int, ...]
    #: the seats that contest them
    contest: tuple[int, ...]
    stack_counts: tuple[int, ...]
    #: number of each seat's team, or the seat itself
    sides: tuple[int, ...]
    set_counts: tuple[int, ...]
    #: patterns that this seat may not make sets of
    barred: frozenset[int]
    #: calm mode: whose look it is, or -1
    say: int
    looks_left: int
    locks: tuple[int, ...]
    scores: tuple[int, ...]
    level: int
    options: Options
    #: calm mode: what this seat can do now; otherwise anything goes at any time
    legal: tuple[Action, ...]

    def things(self, cards: Collection[int]) -> list[Face]:
        """The things in play that any of ``cards`` is, or belongs to."""
        return [face for face in self.faces if not set(cards).isdisjoint(face.cards)]


#: the state that was looked at last and its faces: after every action all seats look at the same one
_last: tuple[State | None, tuple[Face, ...]] = (None, ())


def faces_of(state: State) -> tuple[Face, ...]:
    """Every face that is up."""
    global _last  # noqa: PLW0603 - a memory of one, by identity: to compare states would cost more than it saves
    if _last[0] is not state:
        shown, found = state.shown, []
        for card, face, where, place, cards in state.lying().values():
            since = shown[card] if len(cards) == 1 else max(shown[one] for one in cards)
            found.append(Face(card, state.deck[face], where, place, cards, since))
        _last = (state, tuple(found))
    return _last[1]


def view_of(state: State, seat: int, legal: tuple[Action, ...] = ()) -> View:
    """The view of ``seat``."""
    faces = faces_of(state)
    return View(
        seat=seat,
        now=state.now,
        phase=state.phase,
        turn=state.turn,
        flipper=state.flipper,
        flip_from=state.flip_from,
        due=state.due,
        faces=faces,
        touches=state.touches,
        buzzes=tuple((buzz.seat, buzz.touches) for buzz in state.buzzes),
        contested=state.contested,
        contest=state.contest,
        stack_counts=tuple(len(stack) for stack in state.stacks),
        sides=tuple(state.side_of(other) for other in range(state.seats)),
        set_counts=tuple(len(sets) for sets in state.sets),
        barred=state.forbidden_patterns if state.is_bound(seat) else frozenset(),
        say=state.say if state.options.calm and state.phase in (Phase.OPEN, Phase.LAST_LOOK) else -1,
        looks_left=state.looks_left,
        locks=state.locks,
        scores=scores(state),
        level=level(state),
        options=state.options,
        legal=legal,
    )


def expecting(view: View, actions: Sequence[Action]) -> View:
    """``view`` with hands that are down already and do not count yet, where nobody else's lies."""
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
