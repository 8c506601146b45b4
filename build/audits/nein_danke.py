"""The audit of Nein Danke!: no card and no chip is ever lost or added."""

from __future__ import annotations

from collections import Counter

from game.games.nein_danke.deck import CHIPS, GREEN_IDS, NUMBERS, SKIP_IDS, SPECIALS, TACTICAL_CHIPS
from game.games.nein_danke.rules import Phase, State


def audit(state: State) -> list[str]:
    """Return the faults of ``state``, in words; none if all is well."""
    store = state.store
    options, seats = store.options, len(state.chips)
    faults = []

    cards = Counter([*store.pile, *store.set_aside, *store.discard])
    for display in store.displays:
        cards.update(display)
    cards.update([state.card] if state.card else [])
    box = Counter([*NUMBERS, *(card for card, kind in SPECIALS.items() if options.specials and kind in options.kinds)])
    if lost := box - cards:
        faults.append(f"lost cards {sorted(lost)}")
    if made := cards - box:
        faults.append(f"cards too many {sorted(made)}")
    if early := GREEN_IDS.intersection(store.set_aside):
        faults.append(f"green cards set aside {sorted(early)}")

    dealt = (TACTICAL_CHIPS if options.tactical else CHIPS[seats]) * seats
    if sum(state.chips) + state.pot != dealt:
        faults.append(f"{sum(state.chips)} chips and {state.pot} in the pot, dealt {dealt}")
    if min(state.chips) < 0:
        faults.append(f"chips below 0: {state.chips}")

    if state.phase <= Phase.GREEN:
        if (state.card in GREEN_IDS) != (state.phase == Phase.GREEN):
            faults.append(f"card {state.card} in phase {state.phase}")
        if state.turn in state.out:
            faults.append(f"seat {state.turn} is to move and out of the auction")
        if state.out and SKIP_IDS.isdisjoint(store.discard):
            faults.append(f"seats {sorted(state.out)} are out without a Skip")
    elif state.pot:
        faults.append(f"{state.pot} chips in the pot outside an auction")
    return faults
