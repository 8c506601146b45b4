"""The state after each event: the rules say what a table shows between two events (``Game.steps``)."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from game.catalogue.registry import GAMES
from game.core.game import WATCHER
from game.core.rng import Rng

#: house rules with which every event occurs
OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "nein_danke": ({}, {"specials": True}, {"specials": True, "keep_immediate": True, "rounds": 2}),
    "keine_ahnung": ({}, {"strict": True, "decline": True}),
    "dnup": ({}, {"redeal_after": 100}),
    "push": ({},),
}
#: the fields of views that an event changes, always and sometimes, except for the phase and the legal actions
CHANGES = {
    "nein_danke": {
        "ChipPaid": ("counted_chips last_bidder pot turn", "chips"),
        "SkipUsed": ("discard displays out turn", ""),
        "CardTaken": ("", "card chips counted_chips displays pot"),
        "CardDeclined": ("", "card chips counted_chips displays pot turn"),
        # a card that its receiver keeps by the house rule is in the display from then on
        "CardRevealed": ("", "card displays last_bidder next_back out pile_count reveals_next turn"),
        "CardDiscarded": ("discard", "card displays"),
        "CardGiven": ("displays", ""),
        "PinkDrawn": ("displays", "card next_back pile_count set_aside_count seen"),
        "AsideSeen": ("have_looked reveals_next", "seen"),
        "RoundEnded": ("round_scores totals", "card chips displays last_bidder out reveals_next turn"),
        "GameEnded": ("", ""),
    },
    "keine_ahnung": {
        "TurnStarted": ("turn turns", "called_places grids laid_count"),
        "CardDrawn": ("card draw_count", ""),
        "DrawPileShuffled": ("draw_count removed", ""),
        "CardRevealed": ("grids", "called_places card place sightings"),
        "CardLaid": ("card piles", "grids laid_count place"),
        "FunctionTriggered": ("", ""),
        "PilesRemoved": ("piles removed", ""),
        "CardsDealt": ("draw_count grids", ""),
        "PrizeFound": ("found_prizes prize_counts", "card grids place prizes"),
        "CardsTurnedBack": ("grids sightings", "called_places card place"),
        "CardDeclined": ("", ""),
        "TurnStopped": ("", ""),
        "TurnForfeited": ("", ""),
        "CallMade": ("", ""),
        "CallWon": ("", ""),
        "CallLost": ("", ""),
        "TrophyWon": ("stack_count trophy_counts", "trophies"),
        "GameEnded": ("results turn", ""),
    },
    "dnup": {
        "SetDiscarded": ("discard_count known_discards sets", "quiet_turns"),
        "SetReturned": ("hand_counts known_cards sets", "hand"),
        "SetTaken": ("hand_counts known_cards sets", "hand"),
        "SetPlayed": ("hand_counts sets", "hand known_cards"),
        "CardAdded": ("hand_counts sets", "hand known_cards"),
        "HandTurned": ("", "hand known_cards"),
        "WentOut": ("out totals", "quiet_turns"),
        "RoundBroken": ("quiet_turns", ""),
        "RoundEnded": ("history", "turn"),
        "GameEnded": ("", ""),
    },
    "push": {
        "CardDrawn": ("card pile_count unseen", ""),
        "CardPlaced": ("card rows", ""),
        "DirectionChanged": ("card directions waiting", ""),
        "Busted": ("card discard waiting", ""),
        "DrawingStopped": ("", ""),
        "DieRolled": ("", "roll"),
        "CardsLost": ("discard displays", ""),
        "RowTaken": ("rows", "discard displays"),
        "RowDiscarded": ("discard rows", ""),
        "ColourSecured": ("counted_secured displays secured_counts", "secured"),
        "TurnEnded": ("", "directions discard rows waiting"),
        "TurnStarted": ("active_seat waiting", "turn"),
        "GameEnded": ("turn", "secured"),
    },
}
#: a deal is shown by events that change nothing; and nothing follows an event that ends a game
DEALS = {"GameStarted", "RoundStarted", "HandsDealt", "DrawSkipped"}


def changes(name: str, options: dict[str, Any], seats: int, seed: int) -> Iterator[tuple[str, set[str]]]:
    """Yield every event of a random game, with the fields it changes in the view of each seat and of a spectator."""
    rules, rng = GAMES[name], Rng(seed)
    state = rules.setup(options, seats, rng)
    viewers = (*range(seats), WATCHER)
    for _ in range(600):
        actions = rules.legal_actions(state)
        if not actions:
            return
        # the turn may have passed on after the last event
        views: dict[int, Any] = {seat: rules.view(state, seat) for seat in viewers}
        state, steps = rules.steps(state, rng.choice(actions), rng)
        for event, after in steps:
            for seat in viewers:
                before, views[seat] = views[seat], rules.view(after, seat)
                yield (
                    type(event).__name__,
                    {field for field in before._fields if getattr(before, field) != getattr(views[seat], field)}
                    - {"phase", "legal"},
                )


@pytest.mark.parametrize("name", CHANGES)
def test_an_event_changes_only_the_fields_it_is_about(name):
    rules, seen = GAMES[name], defaultdict[str, list[set[str]]](list)
    for options in OPTIONS[name]:
        for seats in range(rules.min_seats, rules.max_seats + 1):
            for seed in range(4):
                for event, changed in changes(name, options, seats, seed):
                    seen[event].append(changed)
    assert seen.keys() - DEALS == CHANGES[name].keys()
    for event, (always, at_times) in CHANGES[name].items():
        at_all = {*always.split(), *at_times.split()}
        assert set.union(*seen[event]) == at_all, event
        assert set.intersection(*seen[event]) >= set(always.split()), event


@pytest.mark.parametrize("name", CHANGES)
def test_an_action_gives_the_same_state_with_and_without_intermediate_steps(name):
    rules = GAMES[name]
    for options in OPTIONS[name]:
        for seats in range(rules.min_seats, rules.max_seats + 1):
            rng = Rng(seats)
            state = rules.setup(options, seats, rng)
            for number in range(300):
                actions = rules.legal_actions(state)
                if not actions:
                    break
                action = rng.choice(actions)
                after, events = rules.apply(state, action, Rng(number))
                assert rules.steps(state, action, Rng(number))[0] == after
                assert tuple(event for event, _ in rules.steps(state, action, Rng(number))[1]) == events
                state = after
