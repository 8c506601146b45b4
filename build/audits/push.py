"""The audit of Push: no card is ever lost or added, and every row is legal."""

from __future__ import annotations

from collections import Counter

from game.games.push.deck import MARKS, MOST_ROWS, Kind, kind_of
from game.games.push.rules import Phase, State, cards_of, targets_of


def audit(state: State) -> list[str]:
    """Return the faults of ``state``, in words; none if all is well."""
    store, rows, phase = state.store, state.rows, state.phase
    seats = len(store.displays)
    faults = []

    held = [card for cards in (*store.displays, *store.secured) for card in cards]
    lying = [card for row in rows for card in row]
    cards = Counter([*state.pile, *store.discard, *held, *lying, *state.directions])
    cards.update([state.card] if state.card else [])
    box = Counter(cards_of(store.options, seats))
    if lost := box - cards:
        faults.append(f"lost cards {sorted(lost)}")
    if made := cards - box:
        faults.append(f"cards too many {sorted(made)}")
    if strange := [card for card in held if kind_of(card) != Kind.NUMBER]:
        faults.append(f"cards without a number before a player {strange}")
    if strange := [card for card in state.directions if kind_of(card) != Kind.DIRECTION]:
        faults.append(f"no direction cards {strange}")

    if len(rows) > MOST_ROWS:
        faults.append(f"{len(rows)} rows")
    for row in rows:
        if any(kind_of(card) == Kind.DIRECTION for card in row):
            faults.append(f"a direction card in row {row}")
        marks = [MARKS[card] for card in row]
        if any(mark & other for place, mark in enumerate(marks) for other in marks[:place]):
            faults.append(f"cards of row {row} clash")
        if not row and phase != Phase.TAKE:
            faults.append(f"an empty row in phase {phase}")

    if (state.card > 0) != (phase == Phase.PLACE):
        faults.append(f"card {state.card} to be placed in phase {phase}")
    elif state.card and state.targets != targets_of(rows, state.card):
        faults.append(f"targets {state.targets} of card {state.card} on {rows}")
    if phase != Phase.TAKE and (state.turn != state.active_seat or state.waiting):
        faults.append(f"seat {state.turn} in the turn of seat {state.active_seat}, phase {phase}")
    if phase == Phase.TAKE:
        if not any(rows):
            faults.append("nothing to take")
        if len({state.turn, *state.waiting}) != len(state.waiting) + 1:
            faults.append(f"seat {state.turn} and then {state.waiting} take rows")
    if phase in (Phase.CHOOSE, Phase.OVER) and (rows or state.directions):
        faults.append(f"rows {rows} and direction cards {state.directions} in phase {phase}")
    if phase in (Phase.CHOOSE, Phase.DECIDE) and not state.pile:
        faults.append("nothing to draw")
    if phase == Phase.OVER and state.pile:
        faults.append(f"over with {len(state.pile)} cards in the pile")
    return faults
