"""The audit of dnuP: no card is ever lost or added, and no two sets are of one size."""

from __future__ import annotations

from collections import Counter

from game.games.dnup.deck import ACTIVE, number_of, numbers_for
from game.games.dnup.rules import Phase, State, areas_of
from game.games.dnup.scoring import award_of, outs_of, winners_of


def audit(state: State) -> list[str]:
    """Return the faults of ``state``, in words; none if all is well."""
    seats, store = len(state.hands), state.store
    faults = []

    piles = (*state.hands, *state.sets, state.discard)
    cards = Counter(number_of(card) for pile in piles for card in pile)
    box = Counter(numbers_for(seats))
    if lost := box - cards:
        faults.append(f"lost cards {sorted(lost)}")
    if made := cards - box:
        faults.append(f"cards too many {sorted(made)}")

    lying = [cards for cards in state.sets if cards]
    if any(len({ACTIVE[card] for card in cards}) > 1 for cards in lying):
        faults.append(f"a set of several values: {lying}")
    if len({len(cards) for cards in lying}) < len(lying):
        faults.append(f"two sets of one size: {lying}")
    if len(state.sets) != seats * areas_of(seats):
        faults.append(f"{len(state.sets)} places for {seats} players")
    for seat, (hand, known) in enumerate(zip(state.hands, state.known_cards, strict=True)):
        if not known.issubset(hand):
            faults.append(f"seat {seat} is known to hold {sorted(known.difference(hand))}")
        if (not hand) != (seat in state.out):
            faults.append(f"seat {seat} has {len(hand)} cards, out are {state.out}")

    if state.phase == Phase.PLAY and state.turn in state.out:
        faults.append(f"seat {state.turn} is to move and out")
    if len(state.out) > outs_of(seats):
        faults.append(f"{len(state.out)} are out")
    if (state.phase == Phase.OVER) != bool(winners_of(store.totals)):
        faults.append(f"phase {state.phase} with {store.totals}")
    won = [sum(awards) for awards in zip(*store.history, strict=True)] or [0] * seats
    if state.phase == Phase.PLAY:
        for rank, seat in enumerate(state.out):
            won[seat] += award_of(rank, seats)
    if won != list(store.totals):
        faults.append(f"totals {store.totals}, won {won}")
    return faults
