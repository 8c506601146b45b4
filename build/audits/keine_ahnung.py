"""The audit of Keine Ahnung: no card and no trophy is ever lost or added."""

from __future__ import annotations

from collections import Counter

from game.games.keine_ahnung.deck import EMPTY, MOST_TO_CALL, NUMBER_CARDS, PLACES, PRIZE, PRIZES, TROPHIES
from game.games.keine_ahnung.rules import Phase, State


def audit(state: State) -> list[str]:
    """Return the faults of ``state``, in words; none if all is well."""
    store, faults = state.store, []

    cards = Counter([*state.draw, *store.removed])
    for group in (*state.piles, *state.grids, *store.prizes):
        cards.update(group)
    cards.update([state.card] if state.place < 0 else [])
    del cards[EMPTY]
    box = Counter(NUMBER_CARDS[store.options.deck] + PRIZES)
    if lost := box - cards:
        faults.append(f"lost cards {sorted(lost.elements())}")
    if made := cards - box:
        faults.append(f"cards too many {sorted(made.elements())}")
    if astray := [card for pile in (*state.piles, store.removed) for card in pile if card >= PRIZE]:
        faults.append(f"consolation prizes on the table {astray}")
    if () in state.piles:
        faults.append("a pile without a card")

    trophies = Counter([*store.stack, *(stars for won in store.trophies for stars in won)])
    if trophies != Counter(TROPHIES):
        faults.append(f"trophies {sorted(trophies.elements())}")
    if (not store.stack) != (state.phase == Phase.OVER):
        faults.append(f"{len(store.stack)} trophies left in phase {state.phase}")

    for seat, (grid, shown) in enumerate(zip(state.grids, state.last_shown, strict=True)):
        if len(grid) != PLACES or len(shown) != PLACES:
            faults.append(f"seat {seat} has {len(grid)} places")
        if any(when and not card for card, when in zip(grid, shown, strict=True)):
            faults.append(f"seat {seat} has seen a card that is not there")
        if max(shown) > state.turns:
            faults.append(f"seat {seat} has seen a card in a turn to come")
    grid = state.grids[state.turn]
    if (state.phase == Phase.PLACE) != bool(state.card):
        faults.append(f"card {state.card} in phase {state.phase}")
    if state.place >= 0 and grid[state.place] != state.card:
        faults.append(f"card {state.card} does not lie at place {state.place}")
    if state.phase == Phase.CALL and PLACES - grid.count(EMPTY) > MOST_TO_CALL:
        faults.append("a call with too many cards")
    if state.called_places and state.phase not in (Phase.CALL, Phase.OVER):
        faults.append(f"places {state.called_places} are open in phase {state.phase}")
    return faults
