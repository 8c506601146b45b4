"""The audit of Twin It!: no card is ever lost or added, and time only advances."""

from __future__ import annotations

from collections import Counter

from game.core.live import NEVER
from game.games.twin_it.deck import CARD_COUNT
from game.games.twin_it.state import FORBIDDEN_CARDS, Phase, State


def audit(state: State) -> list[str]:
    """Return the faults of ``state``, in words; none if all is well."""
    faults = []
    faces = [face for face in state.spots if face >= 0] + list(state.beside)
    faces += [face for stack in state.stacks for face in stack]
    faces += [face for sets in state.sets for won in sets for face in won.faces]
    cards = Counter(face // 2 for face in faces)
    if cards != Counter(range(CARD_COUNT)):
        faults.append(f"{len(faces)} cards, {CARD_COUNT - len(cards)} of them missing")
    if len(state.beside) > FORBIDDEN_CARDS:
        faults.append("too many cards beside the stack")
    for won in (won for sets in state.sets for won in sets):
        if len(won.faces) not in (2, 3):
            faults.append(f"a set of {len(won.faces)} cards")
        if not state.options.honest and len({state.deck[face] for face in won.faces}) > 1:
            faults.append("a set of unequal faces")
    things = state.lying()
    hands = [touch.card for touch in state.touches]
    if len(set(hands)) < len(hands) or not set(hands) <= set(things):
        faults.append(f"hands on {hands}")
    sides = Counter(touch.seat if not state.options.in_teams else state.side_of(touch.seat) for touch in state.touches)
    if sides and max(sides.values()) > 1:
        faults.append(f"two hands of one side lie undecided: {sides}")
    if state.phase != Phase.OVER and not state.options.calm and not state.now <= state.due < NEVER:
        faults.append(f"at {state.now} the next thing is due at {state.due}")
    if state.phase == Phase.OPEN and not state.stacks[state.turn]:
        faults.append(f"seat {state.turn} is to flip and has no card")
    return faults
