"""The bots of Keine Ahnung: legal, honest, forgetful, quick, each better than the one below."""

from collections import Counter
from functools import partial
from itertools import islice
from typing import Any

import bot_games
import pytest
from audits.keine_ahnung import audit
from baseline_bots import REFERENCE
from keine_ahnung_states import card, cards, indistinguishable, lay, play, reveal, state_of

from game.catalogue.registry import GAMES
from game.core.rng import Rng
from game.games.keine_ahnung import bots, rules
from game.games.keine_ahnung.bots import LEVELS, SURELY, explain, explain_action, think
from game.games.keine_ahnung.deck import NUMBER_CARDS
from game.games.keine_ahnung.odds import BIT, FITS, Odds, covered, mask_of, memory_of, own_cards
from game.games.keine_ahnung.planning import Plan
from game.games.keine_ahnung.rules import CALL, DECLINE, DRAW, Phase, Sighting, State, View, view

EVERY_LEVEL = (*LEVELS, REFERENCE)
HOUSE_RULES: list[dict[str, Any]] = [{}, {"decline": True, "strict": True, "deck": "skewed", "reminders": True}]
#: so many positions are considered in one slice at most: one takes about 5 microseconds
MOST_POSITIONS = 1500


decision = partial(bot_games.decision, bots)
positions = partial(bot_games.positions, GAMES["keine_ahnung"], bots, level="normal", moods=999)


def shown(state: State, *places: int, seat: int = 0) -> State:
    """Return the state with the cards at these places of a seat seen in the first turn."""
    marks = tuple(1 if place in places else 0 for place in range(6))
    return state._replace(last_shown=(*state.last_shown[:seat], marks, *state.last_shown[seat + 1 :]), turns=2)


# ---- legal, honest, the same every time, quick ------------------------------------------------------


@pytest.mark.parametrize("options", HOUSE_RULES)
@pytest.mark.parametrize("seats", range(rules.MIN_SEATS, rules.MAX_SEATS + 1))
def test_every_level_makes_legal_moves_in_any_position(seats, options):
    some = islice(positions(seats, options, seats), 0, None, 3)
    bot_games.check_legal(GAMES["keine_ahnung"], bots, audit, EVERY_LEVEL, some)


def test_a_bot_is_handed_a_view():
    bot_games.check_takes_views(bots, View, view(state_of("red1"), 0))


def test_hidden_cards_do_not_change_a_decision():
    rng = Rng(8)
    changed = 0
    for number, state in enumerate(positions(3, {}, 3)):
        if number % 2:
            continue
        seat = rules.to_move(state)
        other = indistinguishable(state, seat, rng)
        changed += other.grids[seat] != state.grids[seat]
        bot_games.check_honest(GAMES["keine_ahnung"], bots, EVERY_LEVEL, seat, state, other)
    assert changed > 50


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_the_same_view_gives_the_same_choice(level):
    for state in positions(2, {}, 6):
        seen = view(state, rules.to_move(state))
        assert decision(seen, level, 3) == decision(seen, level, 3)


def test_slices_of_thinking_are_short(monkeypatch):
    calls = bot_games.Calls(monkeypatch, "_best", Plan)
    longest = 0
    for seats in (2, 5):
        for state in positions(seats, {}, 4):
            for _slice in think(view(state, rules.to_move(state)), Rng(1), "hard"):
                longest = max(longest, calls.taken())
    assert 10 < longest <= MOST_POSITIONS


# ---- memory -----------------------------------------------------------------------------------------


def sighted(turns: int, *sightings: Sighting) -> View:
    """Return a view in a later turn, with these sightings."""
    seen = view(state_of("red1", turns=turns), 0)
    return seen._replace(sightings=sightings)


def test_full_retention_remembers_every_sighting_and_none_remembers_nothing():
    seen = sighted(90, Sighting(0, 2, card("blue1"), 1), Sighting(1, 5, card("red3+"), 88))
    assert memory_of(seen, 1.0) == {(0, 2): card("blue1"), (1, 5): card("red3+")}
    assert memory_of(seen, 0.0) == {}


def test_memories_fade_by_the_retention_of_every_turn():
    sightings = [
        Sighting(seat, place, one, 1) for seat in range(2) for place in range(6) for one in set(NUMBER_CARDS["even"])
    ]
    for retention in (0.35, 0.8):
        for age in (1, 2, 4):
            kept = sum(bool(memory_of(sighted(1 + age, one), retention)) for one in sightings)
            assert abs(kept / len(sightings) - retention**age) < 0.05


def test_a_forgotten_card_does_not_come_back():
    for place in range(6):
        for name in ("blue1", "red3+", "green6"):
            kept = [bool(memory_of(sighted(turn, Sighting(1, place, card(name), 1)), 0.8)) for turn in range(2, 30)]
            assert kept == sorted(kept, reverse=True)
            assert not kept[-1]


def test_two_players_do_not_forget_the_same_cards():
    sightings = [Sighting(0, place, one, 1) for place in range(6) for one in set(NUMBER_CARDS["even"])]
    seen = sighted(3, *sightings[:1])
    both = set()
    for one in sightings:
        alone = seen._replace(sightings=(one,))
        both.add(tuple(bool(memory_of(alone._replace(seat=seat), 0.8)) for seat in (0, 1)))
    assert both == {(False, False), (False, True), (True, False), (True, True)}


def test_only_face_down_cards_of_the_own_grid_are_own_cards():
    state = shown(state_of("red5", ("yellow4+ grey1 - red2",), phase=Phase.CALL, called_places=(3,)), 0)
    seen = view(state, 0)
    assert own_cards(seen, memory_of(seen, 1.0)) == ({0: card("yellow4+")}, [1])


# ---- odds -------------------------------------------------------------------------------------------


def test_without_sightings_the_chances_match_the_rule_text():
    seen = view(state_of(), 0)
    odds = Odds(seen, ())
    assert odds.unseen == 108
    for names, chance in (("red1", 11), ("red1 blue2", 20), ("red1 blue2 green4", 27), ("red1 blue2 green4 grey5", 32)):
        # the rule text counts combinations; some have fewer copies, and 6 of 108 cards are prizes
        assert odds.fit(mask_of(cards(names))) * 108 / 102 == pytest.approx(chance / 36, abs=0.03)
    assert odds.prize == 6 / 108
    one_pile = mask_of(cards("purple1"))
    assert [odds.call(one_pile, count) for count in (1, 2, 3)] == pytest.approx([0.66, 0.43, 0.28], abs=0.04)


@pytest.mark.parametrize("options", HOUSE_RULES)
def test_the_odds_count_the_unseen_cards(options):
    for number, state in enumerate(positions(4, options, 9)):
        if number % 5:
            continue
        seat = rules.to_move(state)
        seen = view(state, seat)
        known = memory_of(seen, 1.0)
        odds = Odds(seen, known.values())
        hidden = [*state.draw]
        for owner, grid in enumerate(seen.grids):
            hidden += [
                state.grids[owner][place] for place, one in enumerate(grid) if one < 0 and (owner, place) not in known
            ]
        assert odds.unseen == max(1, len(hidden))
        combinations = Counter(BIT[one] for one in hidden if one < 400)
        assert {bit: copies for bit, copies in odds.copies if copies} == combinations


def test_a_mask_has_the_bits_of_the_fitting_cards():
    for one in set(NUMBER_CARDS["even"]):
        for top in set(NUMBER_CARDS["even"]):
            same = one % 10 == top % 10 or one // 10 % 10 == top // 10 % 10
            assert bool(FITS[top] & BIT[one]) == same


def test_remove_takes_every_pile_but_the_covered_one():
    assert covered(cards("red1 blue2 green3"), 1, card("blue5")) == cards("red1 blue5 green3")
    assert covered(cards("red1 blue2 green3"), 1, card("blue3x")) == cards("blue3x")


# ---- sense ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_every_level_draws_first_even_under_the_strict_rule(level):
    assert decision(view(state_of("red1", options={"strict": True}), 0), level) == DRAW


@pytest.mark.parametrize("level", ["hard", "reference"])
def test_a_remembered_card_that_fits_is_laid(level):
    state = shown(state_of("red1", ("- blue5 red6 grey2",), phase=Phase.OWN), 1, 2, 3)
    assert decision(view(state, 0), level) == reveal(2)


@pytest.mark.parametrize("names", ["blue5", "blue5 green4", "blue5 green4 grey3"])
def test_hard_calls_when_no_known_card_fits(names):
    state = shown(state_of("red1", (names,), phase=Phase.OWN), *range(len(names.split())))
    assert decision(view(state, 0), "hard") == CALL
    assert decision(view(state, 0), "reference") != CALL


def test_hard_does_not_call_with_a_card_that_fits():
    state = shown(state_of("red1", ("blue5 red4 grey3",), phase=Phase.OWN), 0, 1, 2)
    assert decision(view(state, 0), "hard") == reveal(1)


def test_hard_lays_in_the_order_that_clears_the_grid():
    state = shown(state_of("red1", ("green5 blue6 red6 blue5",), phase=Phase.OWN), 0, 1, 2, 3)
    laid = []
    while state.turn == 0:
        action = decision(view(state, 0), "hard")
        laid.append(state.grids[0][action.which])
        state, _ = rules.apply(state, action, Rng(1))
    assert laid == list(cards("red6 blue6 blue5 green5"))
    assert len(state.store.trophies[0]) == 1


@pytest.mark.parametrize(("piles", "pile"), [("blue6 red1", 1), ("red1 blue6", 0)])
def test_the_baseline_bot_covers_the_top_card_that_helps_least(piles, pile):
    state = shown(state_of(piles, ("blue2 blue4 grey3 grey1",), "red6"), 0, 1)
    state, _ = play(state, DRAW)
    assert decision(view(state, 0), "reference") == lay(pile)


@pytest.mark.parametrize(("piles", "pile"), [("blue6 red1", 0), ("red1 blue6", 1)])
def test_hard_covers_the_top_card_that_prevents_a_call(piles, pile):
    state = shown(state_of(piles, ("blue2 yellow4 green3",), "red6"), 0, 1, 2)
    state, _ = play(state, DRAW)
    assert decision(view(state, 0), "hard") == lay(pile)
    state, _ = play(state, lay(pile))
    assert decision(view(state, 0), "hard") == CALL


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_a_fitting_card_is_laid_even_if_it_may_be_declined(level):
    state = state_of("red1", ("red6 green2 grey4 blue5 blue2",), phase=Phase.OWN, options={"decline": True})
    state, _ = play(state, reveal(0))
    assert DECLINE in view(state, 0).legal
    assert decision(view(state, 0), level) == lay(0)


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_the_lower_levels_call_by_the_odds(level):
    hopeless = state_of("red1 blue2 green3 yellow4 grey5 purple6", ("- red5 red4 red2",), phase=Phase.OWN)
    assert decision(view(hopeless, 0), level, 4) != CALL
    sure = state_of("red1", ("- blue5",), phase=Phase.OWN)
    assert decision(view(sure, 0), level, 4) == CALL


def test_hard_values_a_refill_by_its_cost_to_opponents():
    near = view(state_of("grey3", ("grey1 blue5", "red1"), phase=Phase.OWN), 0)
    full = view(state_of("grey3", ("grey1 blue5",), phase=Phase.OWN), 0)
    assert Plan(near, {}).refill > 0 == Plan(full, {}).refill


# ---- the hint ---------------------------------------------------------------------------------------


def forgotten(seen: View) -> View:
    """Return the view of a player who remembers only what others have turned back since the own last turn."""
    since = seen.turns - len(seen.grids)
    return seen._replace(sightings=tuple(one for one in seen.sightings if one.seat != seen.seat and one.turn > since))


@pytest.mark.parametrize("options", HOUSE_RULES)
def test_the_hint_gives_hards_move_with_the_knowledge_allowed(options):
    met, of_memory = set(), {"seen", "fitting"} if options.get("reminders") else {"unknown"}
    for number, state in enumerate(positions(3, options, 40)):
        if number % 3:
            continue
        seen = view(state, rules.to_move(state))
        if not options.get("reminders"):
            assert explain(seen) == explain(forgotten(seen))
            seen = forgotten(seen)
        _, numbers = bot_games.check_advice(bots, seen)
        met |= set(numbers)
        assert ("call" in numbers) == (CALL in seen.legal)
        own = seen.phase in (Phase.OWN, Phase.PLACE)
        # nothing is counted of nothing
        any_seen = own_cards(seen, memory_of(seen, 1))[0] or not options.get("reminders")
        assert (of_memory <= set(numbers)) == bool(own and any_seen)
        assert all(0 <= numbers.get(key, 0) <= 100 for key in ("chance", "call"))
        assert all(0 <= numbers.get(key, 0) <= 6 for key in of_memory)
        assert numbers.get("fitting", 0) <= numbers.get("seen", 0)
    assert met == {*of_memory, "chance", "call"}


def view_after_two_cards(cards_of_mine: str, *seen: int, reminders: bool) -> View:
    """Return a view after two of four cards were laid and some places were seen; a call is possible."""
    state = state_of("red1", (cards_of_mine,), phase=Phase.OWN, options={"reminders": reminders})
    return view(shown(state, *seen), 0)


def test_without_reminders_earlier_sightings_change_no_hint():
    pasts = [("blue5 red6 green4", ()), ("blue5 red6 green4", (0, 2)), ("blue5 red6 green4", (0, 1, 2))]
    # another card was seen
    pasts.append(("red6 blue5 grey4", (0, 1, 2)))
    assert len({explain(view_after_two_cards(mine, *seen, reminders=False)) for mine, seen in pasts}) == 1
    # the same pasts, remembered: nothing known, no card known that fits, one at the second place, one at the first
    advised = [explain(view_after_two_cards(mine, *seen, reminders=True)).action for mine, seen in pasts]
    assert advised[2:] == [reveal(1), reveal(0)]
    assert len({explain(view_after_two_cards(mine, *seen, reminders=True)) for mine, seen in pasts}) == 4


def test_the_hints_figures_match_a_calculation_by_hand():
    numbers = dict(explain(view_after_two_cards("blue5 green4 red6", 0, 2, reminders=True)).numbers)
    assert (numbers["hint.seen"], numbers["hint.fitting"], numbers["hint.call"]) == (2, 1, 0)
    # 108 cards less red1, blue5 and red6; 17 red and 17 ones, three of them red ones, less red1 and red6
    assert numbers["hint.chance"] == round(100 * (17 + 17 - 3 - 2) / 105)
    numbers = dict(explain(view_after_two_cards("blue5 green4 red6", 0, 2, reminders=False)).numbers)
    # 108 cards less red1; of the others 30 fit and 6 are prizes, and three cards are to be none of these
    assert (numbers["hint.unknown"], numbers["hint.chance"]) == (3, round(100 * 30 / 107))
    assert numbers["hint.call"] == round(100 * 71 / 107 * 70 / 106 * 69 / 105)
    assert numbers.keys() == {"hint.unknown", "hint.chance", "hint.call"}


def test_a_card_that_nearly_always_fits_is_called_likely():
    said = []
    for piles in ("red1", "red1 blue2 green3 grey4 purple5 yellow6"):
        seen = view(state_of(piles, ("blue5 green4 red6",), phase=Phase.OWN, laid_count=1), 0)
        advice = explain_action(seen, reveal(0))
        said.append((dict(advice.numbers)["hint.chance"] >= SURELY, advice.why.key))
    assert said == [(False, "go_on"), (True, "go_on_likely")]


# ---- the ladder -------------------------------------------------------------------------------------


def game(levels: list[str], seed: int) -> State:
    """Return the end of a whole game between bots, which has no fault."""
    rng = Rng(seed)
    state = rules.setup({}, len(levels), rng)
    while (seat := rules.to_move(state)) >= 0:
        state, _ = rules.apply(state, decision(view(state, seat), levels[seat], rng.below(10**6)), rng)
    assert not audit(state)
    return state


@pytest.mark.parametrize(
    ("hero", "rival", "seats", "games"),
    [
        ("normal", "easy", 2, 24),
        ("normal", "easy", 4, 24),
        ("hard", "normal", 2, 24),
        ("hard", "normal", 4, 24),
        ("hard", "reference", 2, 24),
        ("hard", "reference", 5, 24),
    ],
)
def test_every_level_is_a_third_above_parity(hero, rival, seats, games):
    assert bot_games.share_won(GAMES["keine_ahnung"], game, hero, rival, seats, games) > 4 / 3 / seats


# ---- the audit --------------------------------------------------------------------------------------


def test_the_audit_finds_lost_and_extra_cards():
    state = state_of("red1 blue2", ("grey1 grey2 grey3",), phase=Phase.OWN)
    assert not audit(state)
    store = state.store
    assert "lost cards" in audit(state._replace(draw=state.draw[1:]))[0]
    assert "cards too many" in audit(state._replace(draw=(*state.draw, card("red1"))))[0]
    assert "without a card" in audit(state._replace(piles=(*state.piles, ())))[0]
    assert "trophies" in audit(state._replace(store=store._replace(stack=store.stack[1:])))[0]
    assert "trophies left" in audit(state._replace(phase=Phase.OVER))[0]
    assert "not there" in audit(state._replace(last_shown=((0, 0, 0, 1, 0, 0), *state.last_shown[1:])))[0]
    assert "to come" in audit(state._replace(last_shown=((9, 0, 0, 0, 0, 0), *state.last_shown[1:])))[0]
    assert "in phase" in audit(state._replace(phase=Phase.PLACE))[0]
    assert "does not lie" in audit(state._replace(phase=Phase.PLACE, card=card("grey2"), place=0))[0]
    assert "open in phase" in audit(state._replace(called_places=(0,)))[0]
    full = state_of("red1", ("grey1 grey2 grey3 grey4",), phase=Phase.CALL)
    assert "too many cards" in audit(full)[0]
    prize = next(place for place, one in enumerate(state.draw) if one >= 400)
    moved = (*state.draw[:prize], *state.draw[prize + 1 :])
    on_table = state._replace(draw=moved, piles=((*state.piles[0], state.draw[prize]), state.piles[1]))
    assert "on the table" in audit(on_table)[0]
