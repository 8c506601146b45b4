"""What must be true of every position of Hoch oder tief: every card is in one place, every call counts its stake."""

from __future__ import annotations

from game.games.hoch_tief import deck
from game.games.hoch_tief.rules import STAKES, State


def audit(state: State) -> list[str]:
    """Everything that is wrong with ``state``, in words; nothing if all is well."""
    faults = []
    if sorted((*state.pile, *state.seen)) != deck.cards(state.cards):
        faults.append(f"cards {state.pile} and {state.seen}")
    called = [call for calls in state.calls for call in calls]
    if sorted(call.card for call in called) != sorted(state.seen[1:]):
        faults.append(f"called {called}, seen {state.seen}")
    if any(abs(call.points) not in STAKES for call in called):
        faults.append(f"points of {called}")
    return faults
