"""The bots of dnuP: legal, honest, quick, each better than the one below."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise, takewhile

import bot_games
import pytest
from audits.dnup import audit
from baseline_bots import REFERENCE
from dnup_states import add, lay, names, play, state_of, take

from game.catalogue.registry import GAMES
from game.core.rng import Rng
from game.games.dnup import bots, rules, search
from game.games.dnup.bots import LEVELS, explain, think
from game.games.dnup.deck import ACTIVE, FIRST_CARD, STAR, number_of, turned
from game.games.dnup.planning import GOING_OUT, candidates, cost_of, outlook_of, sets_in, value_of
from game.games.dnup.rules import NEXT_ROUND, TURN, Action, Phase, State, Verb, View, view

EVERY_LEVEL = (*LEVELS, REFERENCE)
SEATS = range(rules.MIN_SEATS, rules.MAX_SEATS + 1)


decision = partial(bot_games.decision, bots)
game = partial(bot_games.play_game, GAMES["dnup"], bots)


def positions(seats: int, seed: int, rounds: int = 2) -> Iterator[State]:
    """Yield every position of some rounds in which normal and random moves alternate, so that odd positions come up."""
    whole = bot_games.positions(GAMES["dnup"], bots, seats, {}, seed, "normal", moods=99)
    return takewhile(lambda state: state.store.round <= rounds, whole)


@pytest.fixture
def hasty(monkeypatch):
    """Limit hard to few worlds: as legal and as honest as with many, and far quicker."""
    monkeypatch.setattr(search, "WEIGHTS", search.WEIGHTS._replace(sample_counts=(2, 2), most=4, laps=1))


# ---- legal, honest, the same every time, quick ------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.usefixtures("hasty")
def test_every_level_makes_legal_moves_in_any_position(seats):
    bot_games.check_legal(GAMES["dnup"], bots, audit, EVERY_LEVEL, positions(seats, seats))


def test_a_bot_is_handed_a_view():
    bot_games.check_takes_views(bots, View, view(state_of("1/6", "1/7", "1/8"), 0))


def swapped(state: State, seat: int) -> State:
    """Return the position with one unseen card of every other hand turned, and two of these cards exchanged."""
    hands = [list(hand) for hand in state.hands]
    places = []
    for other, hand in enumerate(hands):
        fresh = [
            place for place, card in enumerate(hand) if card not in state.known_cards[other] and number_of(card) != STAR
        ]
        if other != seat and fresh:
            hand[fresh[-1]] ^= 1
            places.append((other, fresh[-1]))
    for (one, first), (other, second) in pairwise(places):
        hands[one][first], hands[other][second] = hands[other][second], hands[one][first]
    return state._replace(hands=tuple(map(tuple, hands)))


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.usefixtures("hasty")
def test_hidden_cards_do_not_change_a_decision(seats):
    changed = 0
    for state in positions(seats, 3):
        if state.phase:
            continue
        seat = rules.to_move(state)
        changed += bot_games.check_honest(GAMES["dnup"], bots, EVERY_LEVEL, seat, state, swapped(state, seat))
    assert changed > 20


@pytest.mark.parametrize("level", EVERY_LEVEL)
@pytest.mark.usefixtures("hasty")
def test_the_same_seed_gives_the_same_game(level):
    assert game([level] * 3, 6) == game([level] * 3, 6)


@pytest.mark.usefixtures("hasty")
def test_easy_and_normal_vary_and_hard_does_not():
    seen = [view(state, rules.to_move(state)) for state in positions(3, 5, 1)]
    answers = {level: bot_games.distinct_decisions(bots, seen, level, 5) for level in EVERY_LEVEL}
    assert answers["hard"] == answers["reference"] == 1
    assert answers["normal"] > 1
    assert answers["easy"] > 1


@pytest.mark.parametrize("seats", [2, 5])
def test_a_slice_of_thinking_is_one_world_and_slices_are_limited(seats, monkeypatch):
    """Measured in moves considered; each takes some tens of microseconds."""
    calls = bot_games.Calls(monkeypatch, "at_one_look", search)
    weights = search.WEIGHTS
    tries = weights.most * sum(weights.sample_counts)
    for state in [*positions(seats, 4)][::25]:
        slices = 0
        for _slice in think(view(state, rules.to_move(state)), Rng(1), "hard"):
            assert calls.taken() <= weights.laps * len(state.sets)
            slices += 1
        assert slices <= tries + 2


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_after_a_round_every_level_goes_on(level):
    state = state_of("8/2", "", "1/6 1/6", out=(1,), totals=(0, 2, 0))
    over, _ = play(state, lay(state, "8/2"))
    assert decision(view(over, 0), level) == NEXT_ROUND
    assert explain(view(over, 0))[:2] == (NEXT_ROUND, ())


# ---- worlds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
def test_a_sampled_state_looks_the_same_to_its_seat(seats):
    rng = Rng(9)
    differed = 0
    for state in positions(seats, 10 + seats):
        if state.phase:
            continue
        for seat in range(seats):
            seen = view(state, seat)
            world = rules.sample_state(seen, rng)
            assert not audit(world)
            assert view(world, seat) == seen
            assert all(known <= set(hand) for known, hand in zip(world.known_cards, world.hands, strict=True))
            differed += world.hands != state.hands
    assert differed > 20


def test_the_star_card_is_in_the_starters_hand_until_it_is_seen():
    state = rules.setup({}, 5, Rng(4))
    other = (state.turn + 1) % 5
    ends = set()
    for seed in range(12):
        world = rules.sample_state(view(state, other), Rng(seed))
        ends |= {card for card in world.hands[state.turn] if number_of(card) == STAR}
    assert ends == {FIRST_CARD, FIRST_CARD ^ 1}


def test_with_two_players_the_other_hand_is_known_but_for_its_turned_ends():
    state = rules.setup({}, 2, Rng(4))
    world = rules.sample_state(view(state, 0), Rng(2))
    assert sorted(map(number_of, world.hands[1])) == sorted(map(number_of, state.hands[1]))
    assert rules.unseen(view(state, 0)) == sorted(map(number_of, state.hands[1]))


# ---- judgement --------------------------------------------------------------------------------------


def test_the_cost_of_a_hand_is_about_its_number_of_sets_either_way_up():
    one_set = state_of("3/4 3/6 3/7 3/8 8/1", "1/6", "1/7").hands[0]
    assert (sets_in(one_set), sets_in(turned(one_set))) == (2, 5)
    assert cost_of(one_set) == pytest.approx(2, abs=1)
    assert cost_of(one_set) < cost_of(turned(one_set)) < cost_of(one_set) + 1.5
    singles = state_of("1/5 2/6 3/7 4/8", "1/6", "1/7").hands[0]
    assert cost_of(singles) > cost_of(one_set)


def test_high_singles_cost_less_than_low_ones():
    assert cost_of(state_of("9/1 9/2", "1/6", "1/7").hands[0]) < cost_of(state_of("1/7 2/8", "1/6", "1/9").hands[0])


@pytest.mark.parametrize("seats", SEATS)
def test_candidate_moves_are_legal_and_leave_out_only_equivalents(seats):
    for state in positions(seats, 20 + seats):
        if state.phase:
            continue
        seen = view(state, state.turn)
        thought = candidates(outlook_of(seen))
        assert set(thought) <= set(seen.legal)
        assert len(set(thought)) == len(thought)

        def kind(action: Action) -> tuple[Verb, int, int, int]:
            return action.verb, ACTIVE[action.cards[0]] if action.cards else 0, len(action.cards), action.place

        assert {*map(kind, thought)} == {*map(kind, seen.legal)}


def test_of_equal_cards_those_with_useless_other_ends_are_played():
    state = state_of("3/4 3/6 2/6 1/6", "1/7", "1/8")
    thought = candidates(outlook_of(view(state, 0)))
    assert lay(state, "3/4") in thought
    assert lay(state, "3/6") not in thought


def test_going_out_is_worth_more_than_anything():
    state = state_of("5/8", "1/7 1/9", "1/8 1/6", sets={1: "5/2"})
    outlook = outlook_of(view(state, 0))
    assert value_of(outlook, add(state, "5/8", 1)) == GOING_OUT
    assert all(value_of(outlook, action) < 0 for action in (take(1), TURN))


def test_returning_a_rivals_set_has_value_unless_the_rival_is_out():
    hand, others = "7/4 9/3 8/3", ("9/1 2/9", "1/6 2/4")
    free = state_of(hand, *others)
    lying = state_of(hand, *others, sets={1: "3/7"})
    seven = lay(free, "7/4")
    assert value_of(outlook_of(view(lying, 0)), seven) > value_of(outlook_of(view(free, 0)), seven)
    gone = state_of(hand, "9/1 2/9", "", sets={2: "3/7"}, out=(2,), totals=(0, 0, 2))
    alone = state_of(hand, "9/1 2/9", "", out=(2,), totals=(0, 0, 2))
    assert value_of(outlook_of(view(gone, 0)), seven) == value_of(outlook_of(view(alone, 0)), seven)


def test_the_chances_of_all_seats_add_up_to_one():
    for seats in SEATS:
        for state in positions(seats, 30 + seats, 3):
            chances = [search.chance_of(state, seat) for seat in range(seats)]
            assert sum(chances) == pytest.approx(1)
            assert all(0 <= chance <= 1 for chance in chances)


def test_a_shorter_hand_and_more_markers_raise_the_chance():
    state = state_of("9/1", "1/7 2/4 8/3", "1/8 2/9 4/6")
    assert search.chance_of(state, 0) > search.chance_of(state, 1)
    ahead = state_of("9/1", "1/7 2/4 8/3", "1/8 2/9 4/6", totals=(0, 3, 0))
    assert search.chance_of(ahead, 1) > search.chance_of(state, 1)


# ---- sense ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["normal", "hard", "reference"])
def test_every_level_goes_out_when_it_can(level):
    state = state_of("6/3 6/4", "1/7 2/4", "1/8 2/9", sets={1: "9/3", 2: "5/2 5/7"})
    assert decision(view(state, 0), level) == lay(state, "6/3 6/4")


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_every_level_goes_out_by_adding_when_it_can(level):
    state = state_of("5/8", "1/7 2/4", "1/8 2/9", sets={1: "5/2", 2: "9/3"})
    assert decision(view(state, 0), level) in (add(state, "5/8", 1), lay(state, "5/8"))
    assert decision(view(state, 0), level).verb == Verb.ADD


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_hand_of_singles_that_turns_into_one_set_is_turned(level):
    state = state_of("4/3 6/3 7/3 8/3 9/3 5/3", "1/7 2/4 1/6 2/5 8/1", "1/7 2/9 4/6 6/2", sets={1: "10/1"})
    assert decision(view(state, 0), level) == TURN


def test_hard_keeps_the_side_with_a_large_set():
    state = state_of("3/4 3/6 3/7 3/8 9/1", "1/7 2/4 1/6 2/5 8/1", "1/7 2/9 4/6 6/2")
    assert decision(view(state, 0), "hard").verb == Verb.PLAY


def test_the_baseline_bot_plays_its_largest_and_then_highest_set():
    state = state_of("3/4 3/6 6/1 6/2 9/1", "1/7", "1/8")
    assert names(decision(view(state, 0), "reference").cards) == names(lay(state, "6/1 6/2").cards)
    stuck = state_of("3/4 5/8", "1/7", "1/8", sets={1: "9/2", 2: "6/1 6/2"})
    assert decision(view(stuck, 0), "reference") == TURN
    adding = state_of("6/3", "1/7", "1/8", sets={1: "9/2", 2: "6/1 6/2"})
    assert decision(view(adding, 0), "reference") == add(adding, "6/3", 2)


# ---- the hint ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.usefixtures("hasty")
def test_the_figures_of_a_hint_match_the_hand_and_the_choice_of_hard(seats):
    for state in [*positions(seats, 50 + seats, 1)][::2]:
        if state.phase:
            continue
        seen = view(state, state.turn)
        advice, numbers = bot_games.check_advice(bots, seen)
        if len(seen.legal) == 1:
            assert not numbers
            continue
        after, _events = rules.apply(state, advice, Rng(1))
        assert [*numbers] == ["sets"], "of two numbers to compare, one would be beside the other's row"
        assert numbers["sets"] == len({ACTIVE[card] for card in after.hands[state.turn]})


# ---- the ladder -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hero", "rival", "seats", "games"),
    [
        ("easy", "random", 2, 30),
        ("easy", "random", 5, 20),
        ("normal", "easy", 2, 80),
        ("normal", "easy", 3, 80),
        ("normal", "easy", 5, 60),
        ("normal", "reference", 3, 60),
    ],
)
def test_every_level_is_well_above_parity(hero, rival, seats, games):
    assert bot_games.share_won(GAMES["dnup"], game, hero, rival, seats, games) > 4 / 3 / seats


@pytest.mark.parametrize(
    ("rival", "seats", "games"), [("normal", 2, 24), ("normal", 3, 24), ("normal", 5, 20), ("reference", 2, 24)]
)
@pytest.mark.usefixtures("hasty")
def test_hard_is_well_above_parity_even_with_a_few_worlds(rival, seats, games):
    assert bot_games.share_won(GAMES["dnup"], game, "hard", rival, seats, games) > 4 / 3 / seats


def test_games_between_bots_end_without_a_redealt_round():
    for seed in range(30):
        state = game(["normal"] * (2 + seed % 4), seed)
        assert state.phase == Phase.OVER
        assert all(any(awards) for awards in state.store.history)
