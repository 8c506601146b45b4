"""Claims of dnuP that a set is not beaten, or hardly ever, counted over the positions of whole matches."""

from collections import Counter
from functools import cache

import dnup_states as dnup
import pytest

from game.ai.levels import chosen_by
from game.core.match import Seat
from game.core.rng import Rng
from game.engine.texts import LANGUAGES, Texts
from game.games.dnup import bots, rules
from game.games.dnup.deck import ACTIVE
from game.games.dnup.events import SetReturned, SetTaken
from game.games.dnup.odds import chance_beaten
from game.games.dnup.rules import Verb, own_place
from game.games.dnup.texts import DnupTexts

HARDLY = ("many", "many.two", "high", "high.two")
NEVER = ("nobody", "nobody.top", "nobody.ever")
MATCHES = 60


@cache
def fates(seats: int) -> tuple[tuple[str, bool], ...]:
    """Return the reason for every set played in some matches, and if somebody else beat it; none that were taken."""
    found = []
    for seed in range(MATCHES):
        rng, lying = Rng(10 * seed + seats), {}
        state = rules.setup({}, seats, rng)
        while not rules.is_over(state):
            view = rules.view(state, rules.to_move(state))
            if state.phase:
                state, lying = rules.apply(state, view.legal[0], rng)[0], {}
                continue
            action, own = chosen_by(bots.think(view, rng, "normal")), own_place(state.turn, state.area, seats)
            if own in lying:
                found.append((lying.pop(own), False))
            said = bots.reason(view, action).key if action.verb == Verb.PLAY else ""
            state, events = rules.apply(state, action, rng)
            for event in events:
                if isinstance(event, SetReturned) and (why := lying.pop(event.place, "")) and event.by != event.seat:
                    found.append((why, True))
                elif isinstance(event, SetTaken):
                    lying.pop(event.place, None)
            if said:
                lying[own] = said
    return tuple(found)


def beaten_of(seats: int, keys: tuple[str, ...]) -> tuple[int, int]:
    """Return how many sets played for one of some reasons were beaten, and the number of all of them."""
    counts = Counter(beaten for why, beaten in fates(seats) if why in keys)
    return counts[True], counts.total()


@pytest.mark.parametrize("seats", range(2, 6))
def test_a_set_that_hardly_anyone_can_beat_is_beaten_once_in_ten_times_at_most(seats):
    beaten, told = beaten_of(seats, HARDLY)
    assert told >= 50
    assert beaten <= told / 10


@pytest.mark.parametrize("seats", range(2, 6))
def test_a_set_called_unbeatable_is_never_beaten(seats):
    beaten, told = beaten_of(seats, NEVER)
    assert told >= 50
    assert not beaten


def why_of(state: rules.State, cards: str):
    """Return the reason for playing ``cards``."""
    return bots.reason(rules.view(state, state.turn), dnup.lay(state, cards))


def test_three_low_cards_are_called_bait_and_not_hard_to_beat():
    state = dnup.state_of("1/5 1/6 1/8 2/4 8/3", "9/1 7/3 7/5 3/6 2/9", "4/6 5/2 5/3 6/7 6/2", discard=())
    assert why_of(state, "1/5 1/6 1/8").key == "bait_set"


@pytest.mark.parametrize("lying", [True, False])
def test_a_pair_on_the_table_counts_as_part_of_a_higher_set(lying):
    hands = ("6/1 6/2 6/4 3/4", "9/3 1/7 2/4", "2/5 3/5 3/7")
    # the own set is put away before
    state = dnup.state_of(*hands, sets={2 if lying else 0: "8/1 8/3"}, discard=())
    view, cards = rules.view(state, 0), dnup.lay(state, "6/1 6/2 6/4").cards
    free = state._replace(sets=((), (), ()), discard=state.sets[2] + state.sets[0])
    assert (chance_beaten(view, cards) > chance_beaten(rules.view(free, 0), cards)) is lying


def test_a_known_card_in_a_hand_is_sure_to_beat():
    state = dnup.state_of("6/1 3/4", "8/3 1/7", "2/5 2/6", discard=())
    cards = dnup.lay(state, "6/1").cards
    known = frozenset(card for card in state.hands[1] if ACTIVE[card] == 8)
    assert chance_beaten(rules.view(state, 0), cards) < 1.0
    assert chance_beaten(rules.view(state._replace(known_cards=(frozenset(), known, frozenset())), 0), cards) == 1.0


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_way_not_to_be_beaten_has_its_own_reason(language):
    say = DnupTexts(Texts(language), [Seat("A", "easy")] * 2)
    rival, told = "7/1 9/1 9/2 6/3", {}
    for cards, key in (("10/2", "nobody.top"), ("8/3 8/4 8/5 8/1", "nobody.ever"), ("9/3", "nobody")):
        # without the ten: with it the nine could be beaten
        gone = [card for card in range(2, 54) if {ACTIVE[card], ACTIVE[card ^ 1]} == {10, 2}]
        state = dnup.state_of(f"{cards} 4/3", rival, discard=tuple(gone[:1]) if key == "nobody" else ())
        why = why_of(state, cards)
        assert why.key == key
        told[key] = say.why(why)
    assert len(set(told.values())) == 3
    assert "10" in told["nobody.top"]
    assert "4" in told["nobody.ever"]


def test_between_two_a_set_of_the_next_turn_may_be_added_to_against_the_first():
    hands = ("8/3 8/5 9/2 4/3", "9/1 6/3 7/1")
    for area in (0, 1):
        state = dnup.state_of(*hands, area=area)
        assert (why_of(state, "8/3 8/5").key == "nobody") is (area == 1)
