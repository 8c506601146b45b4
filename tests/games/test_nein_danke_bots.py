"""The bots of Nein Danke!: legal, honest, quick, each better than the one below."""

from functools import partial
from itertools import pairwise
from typing import Any

import bot_games
import ladder
import pytest
import simulate
from audits import AUDITS
from audits.nein_danke import audit
from baseline_bots import REFERENCE
from nein_danke_states import special, state_after, state_of

from game.catalogue.registry import GAMES
from game.core.rng import Rng
from game.games.nein_danke import auction, bots, judgement, rules
from game.games.nein_danke.bots import LEVELS, explain, think
from game.games.nein_danke.deck import GREEN_IDS, NUMBERS, is_green
from game.games.nein_danke.rules import DECLINE, PAY, SKIP, TAKE, Action, Phase, State, Verb, View, view
from game.games.nein_danke.scoring import score

GAME = "nein_danke"
EVERY_LEVEL = (*LEVELS, REFERENCE)
HOUSE_RULES: list[dict[str, Any]] = [
    {},
    {"specials": True},
    {"specials": True, "open_chips": True, "aside_from": "pink", "keep_immediate": True},
    {"specials": True, "tactical": True, "rounds": 2},
]


decision = partial(bot_games.decision, bots)
positions = partial(bot_games.positions, GAMES["nein_danke"], bots)


# ---- legal, honest, the same every time, quick ------------------------------------------------------


@pytest.mark.parametrize("options", HOUSE_RULES)
@pytest.mark.parametrize("seats", range(rules.MIN_SEATS, rules.MAX_SEATS + 1))
def test_every_level_makes_legal_moves_in_any_position(seats, options):
    bot_games.check_legal(GAMES["nein_danke"], bots, audit, EVERY_LEVEL, positions(seats, options, seats))


def test_a_bot_is_handed_a_view():
    bot_games.check_takes_views(bots, View, view(state_of(20), 0))


def indistinguishable(state: State, seat: int, rng: Rng) -> State:
    """Return a state that looks the same to ``seat``: with other hidden cards and other chips of the rivals."""
    table = state.store
    pile, aside = list(table.pile), list(table.set_aside)
    hidden = rng.shuffled([card for card in (*pile, *aside) if card in NUMBERS])
    pile, aside = ([hidden.pop() if card in NUMBERS else card for card in part] for part in (pile, aside))
    pile[:-1] = rng.shuffled(pile[:-1])
    chips = list(state.chips)
    others = [other for other in range(len(chips)) if other != seat]
    for _ in range(20):
        giver, taker = rng.choice(others), rng.choice(others)
        if chips[giver]:
            chips[giver] -= 1
            chips[taker] += 1
    return state._replace(chips=tuple(chips), store=table._replace(pile=tuple(pile), set_aside=tuple(aside)))


@pytest.mark.parametrize("options", [{}, {"specials": True}])
def test_hidden_cards_and_chips_do_not_change_a_decision(options):
    rng = Rng(8)
    changed = 0
    for state in positions(4, options, 3):
        seat = rules.to_move(state)
        if state.store.seen[seat] or state.phase > Phase.REMOVE:
            continue
        other = indistinguishable(state, seat, rng)
        changed += bot_games.check_honest(GAMES["nein_danke"], bots, EVERY_LEVEL, seat, state, other)
    assert changed > 20


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_the_same_seed_gives_the_same_game(level):
    levels, options = [level] * 4, {"specials": True}
    assert ladder.play(GAME, levels, options, 6).actions == ladder.play(GAME, levels, options, 6).actions


def test_easy_and_normal_vary_and_hard_does_not():
    seen = [view(state_of(20, pot=pot, chips=(11, 11, 11)), 0) for pot in range(8, 22)]
    easy, normal, hard = (bot_games.distinct_decisions(bots, seen, level, 30) for level in ("easy", "normal", "hard"))
    assert easy > normal > hard == 1


@pytest.mark.parametrize("options", [{"specials": True}, {"specials": True, "open_chips": True}])
def test_slices_of_thinking_are_short(options, monkeypatch):
    """Measured in displays judged and laps computed: a display takes about 10 microseconds, a lap about 5."""
    shapes = bot_games.Calls(monkeypatch, "shape", judgement)
    laps = bot_games.Calls(monkeypatch, "_lap", auction)
    for seats in (3, 7):
        for state in positions(seats, options, 4):
            thinking = think(view(state, rules.to_move(state)), Rng(1), "hard")
            for _slice in thinking:
                assert shapes.taken() <= 120
                assert laps.taken() <= 2 * auction.MOST_LAPS


# ---- sense ------------------------------------------------------------------------------------------


def settled(
    display: tuple[int, ...], card: int, *, others: tuple[tuple[int, ...], ...] = ((), ()), **fields: Any
) -> State:
    """Return a state before the last card of a game, where a card is worth what the score says."""
    shown = {card, *display, *(c for other in others for c in other)}
    rest = [number for number in NUMBERS if number not in shown]
    return state_of(
        card, pile=(), set_aside=tuple(rest[:9]), discard=tuple(rest[9:]), displays=(display, *others), **fields
    )


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_without_chips_a_card_is_taken_and_a_green_one_declined(level):
    assert decision(view(state_of(35, chips=(0, 9, 9)), 0), level) == TAKE
    assert decision(view(state_of(special("bonus20"), chips=(0, 9, 9)), 0), level) == DECLINE


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_without_chips_a_skip_avoids_an_expensive_card(level):
    held = special("skip")
    options = {"specials": True}
    state = state_of(35, chips=(0, 9, 9), displays=((held,), (), ()), options=options, pile=(4, 5, 7, 8, 9))
    assert decision(view(state, 0), level) == SKIP


@pytest.mark.parametrize("level", LEVELS)
def test_a_costly_card_is_refused_and_a_large_pot_taken(level):
    assert decision(view(state_of(33, chips=(11, 11, 11)), 0), level) == PAY
    assert decision(view(state_of(12, pot=14, chips=(5, 7, 7)), 0), level) == TAKE


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_card_that_joins_a_run_is_taken_before_a_rival_takes_it(level):
    state = state_of(21, pot=2, chips=(9, 9, 9), displays=((20,), (22,), ()))
    assert decision(view(state, 0), level) == TAKE


def test_hard_lets_a_card_go_round_that_no_rival_wants():
    state = state_of(31, chips=(9, 9, 9), displays=((30,), (9,), (15,)))
    assert decision(view(state, 0), "hard") == PAY
    assert decision(view(state._replace(pot=16), 0), "hard") == TAKE


def test_hard_leaves_a_card_to_the_rival_who_has_to_take_it():
    options = {"open_chips": True}
    state = state_of(24, pot=9, chips=(9, 0, 9), options=options)
    assert decision(view(state, 0), "hard") == PAY


def dealt(card: int, displays: tuple[tuple[int, ...], ...], left: int, **fields: Any) -> State:
    """Return a view in which seat 0 decides on ``card`` with ``left`` unseen numbers in the pile and nine aside."""
    rest = [number for number in NUMBERS if number != card and not any(number in display for display in displays)]
    return state_of(card, displays=displays, pile=tuple(rest[:left]), set_aside=tuple(rest[left : left + 9]), **fields)


@pytest.mark.parametrize(
    ("card", "displays", "left", "pot", "chips"),
    [
        (27, ((30,), (), ()), 22, 9, (15, 10, 10)),
        (7, ((10,), (), ()), 22, 1, (15, 10, 10)),
        (30, ((), (), (7,)), 22, 10, (8, 10, 10)),
        (10, ((), (16,), (30, 27)), 20, 2, (3, 12, 12)),
    ],
)
def test_hard_takes_a_card_that_rivals_would_take_at_a_fuller_pot(card, displays, left, pot, chips):
    """Each rival who pays makes paying dearer for the next one as well."""
    assert decision(view(dealt(card, displays, left, pot=pot, chips=chips), 0), "hard") == TAKE
    assert decision(view(dealt(card, displays, left, pot=pot - 1, chips=chips), 0), "hard") == PAY


@pytest.mark.parametrize(("own", "card", "pot"), [(30, 27, 9), (30, 27, 10), (21, 24, 10)])
def test_hard_takes_a_card_whose_gap_two_more_cards_may_close(own, card, pot):
    """Hard would wait for another chip or two if that gap were worthless."""
    state = dealt(card, ((own,), (), ()), 22, pot=pot, chips=(15, 10, 10))
    assert decision(view(state, 0), "hard") == TAKE


def test_the_baseline_bot_lets_its_own_card_go_round_while_no_rival_wants_it():
    state = state_of(21, pot=2, chips=(9, 9, 9), displays=((20,), (9,), (34,)))
    assert decision(view(state, 0), "reference") == PAY
    # one of the others takes it before it is back, or the chips are too few to wait
    assert decision(view(state._replace(pot=20), 0), "reference") == TAKE
    assert decision(view(state_of(21, pot=2, chips=(9, 9, 9), displays=((20,), (22,), ())), 0), "reference") == TAKE
    assert decision(view(state._replace(chips=(1, 9, 9)), 0), "reference") == TAKE


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_bots_pay_for_a_bonus_of_twenty(level):
    card = special("bonus20")
    state = state_of(card, pot=2, chips=(9, 9, 9), last_bidder=2, options={"specials": True}, pile=(4, 5, 7, 8, 9))
    assert decision(view(state, 0), level) == PAY


def test_hard_is_not_tempted_by_chips_that_count_against_it():
    spoilt = settled((10, special("chips_negative")), 21, pot=26, chips=(5, 1, 1))
    assert decision(view(spoilt, 0), "hard") == PAY
    assert decision(view(settled((10,), 21, pot=26, chips=(5, 1, 1)), 0), "hard") == TAKE


DISPLAYS = [
    (5, 6, 7, 20),
    (9, 17, 18, 19, 30),
    (14, 16, special("joker"), 31),
    (25, 26, special("highest_doubled"), 8),
    (12, special("minus_per_card"), 33, 34),
    (special("bonus5"), special("skip")),
    (3, special("chips_negative"), 11),
]


@pytest.mark.parametrize("display", DISPLAYS)
def test_hard_removes_the_best_card_by_brute_force(display):
    state = settled(display, special("remove_one"), phase=Phase.REMOVE, chips=(8, 9, 9), reveals_next=1)
    seen = view(state, 0)
    chosen = decision(seen, "hard")
    totals = {action: score(state_after(state, action).store.displays[0], 8).total for action in seen.legal}
    assert totals[chosen] == max(totals.values())


@pytest.mark.parametrize("display", DISPLAYS)
@pytest.mark.parametrize("left", [(), (13,), (32, 10)])
def test_hard_gives_away_the_best_card_by_brute_force(display, left):
    state = settled(display, special("give_left"), others=(left, ()), phase=Phase.GIVE, chips=(8, 9, 9), reveals_next=1)
    seen = view(state, 0)

    def value(action: Action) -> float:
        mine, theirs = state_after(state, action).store.displays[:2]
        loss = score(theirs, 9).total - score(left, 9).total
        return score(mine, 8).total - judgement.WEIGHTS.envy / 2 * loss

    assert value(decision(seen, "hard")) == pytest.approx(max(map(value, seen.legal)))


@pytest.mark.parametrize("level", ["normal", "reference"])
def test_the_baseline_bot_removes_the_costliest_card(level):
    state = settled((5, 6, 7, 20), special("remove_one"), phase=Phase.REMOVE, chips=(8, 9, 9))
    assert decision(view(state, 0), level, 4) == Action(Verb.CHOOSE, 20)


# ---- judgement --------------------------------------------------------------------------------------


def test_unseen_chips_are_divided_among_rivals():
    state = state_of(20, pot=5, chips=(9, 4, 15), displays=((), (3,), (33, 30)))
    guess = judgement.purses(view(state, 0))
    assert guess[0] == 9
    assert guess[1] < guess[2]
    assert sum(guess) + 5 == pytest.approx(33)
    opened = state_of(20, pot=5, chips=(9, 4, 15), options={"open_chips": True})
    assert judgement.purses(view(opened, 0)) == [9, 4, 15]


def test_a_player_without_chips_divides_all_unseen_chips_among_rivals():
    broke = state_of(20, pot=14, chips=(0, 4, 15), displays=((), (3,), (33, 30)))
    guess = judgement.purses(view(broke, 0))
    assert guess[0] == 0
    assert sum(guess) + 14 == pytest.approx(33)


def test_an_unseen_number_may_be_set_aside_unless_the_nine_were_looked_at():
    fresh = rules.setup({}, 4, Rng(2))
    outlook = judgement.outlook_of(view(fresh, 0))
    assert sum(outlook.chance.values()) == pytest.approx(len(fresh.store.pile))
    looked = fresh._replace(store=fresh.store._replace(seen=(fresh.store.set_aside, (), (), ())))
    known = judgement.outlook_of(view(looked, 0)).chance
    assert set(known) == set(fresh.store.pile)
    assert set(known.values()) == {1.0}
    tactical = judgement.outlook_of(view(rules.setup({"tactical": True}, 4, Rng(2)), 0)).chance
    assert not {10, 20, 30} & set(tactical)


def test_the_value_of_freedom_grows_with_chips_and_ends_with_the_pile():
    early = judgement.outlook_of(view(rules.setup({}, 4, Rng(2)), 0))
    late = early._replace(left=0, each=0.0, stage=0.0)
    worth = [judgement.freedom(chips, early) for chips in range(12)]
    steps = [more - less for less, more in pairwise(worth)]
    assert worth[0] == 0
    assert all(step > 0 for step in steps)
    assert steps == sorted(steps, reverse=True)
    assert judgement.freedom(9, late) == 0


# ---- the hint ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", HOUSE_RULES)
@pytest.mark.parametrize("seats", [3, 5])
def test_the_figures_of_a_hint_add_up(seats, options):
    for state in positions(seats, options, 40 + seats):
        seat = rules.to_move(state)
        seen = view(state, seat)
        action, numbers = bot_games.check_advice(bots, seen)
        if "limit" in numbers:
            assert PAY in seen.legal
            ends = action in (TAKE, DECLINE)
            assert ends == (seen.pot >= numbers["limit"])
        if seen.phase == Phase.PINK:
            assert numbers["net"] == pytest.approx(numbers["pot"] - numbers["cost"], abs=0.11)
            if seen.card in NUMBERS:
                before = score(seen.displays[seat], seen.chips[seat])
                after = score((*seen.displays[seat], seen.card), seen.chips[seat] + seen.pot)
                assert numbers["net"] == after.total - before.total
            if not options:
                assert numbers["pot"] == seen.pot
            if "later" in numbers:
                better = numbers["net"] - numbers["later"]
                assert better >= 0 if action == TAKE else better <= 0, "the advice is the better of the two"
        elif seen.phase == Phase.GREEN and len(seen.legal) > 1:
            display, chips = seen.displays[seat], seen.chips[seat]
            paid = score(display, chips - 1).total - score(display, chips).total
            assert numbers["won"] == pytest.approx(numbers["worth"] + paid, abs=0.11)
        elif seen.phase == Phase.GREEN:
            assert "won" not in numbers, "what a bid brings, where nobody can bid"
        elif seen.phase in (Phase.GIVE, Phase.REMOVE):
            assert len(numbers) == min(2, len(seen.legal))
            assert numbers["gain"] >= numbers.get("gain_next", numbers["gain"])
        else:
            assert not numbers


def test_the_hints_figures_match_a_calculation_by_hand():
    state = state_of(21, pot=4, chips=(9, 9, 9), displays=((5, 22), (33,), (34,)))
    advice = explain(view(state, 0))
    numbers = dict(advice.numbers)
    assert numbers["hint.cost"] == -1
    assert numbers["hint.pot"] == 4
    assert numbers["hint.net"] == 5
    assert (advice.action == TAKE) == (numbers["hint.limit"] <= 4)
    expected = auction.expected_points(view(state, 0))
    assert numbers["hint.later"] == pytest.approx(5 + expected[PAY] - expected[TAKE], abs=0.6)


def test_the_points_of_paying_tell_why_a_card_is_taken_that_costs_much():
    state = state_of(21, pot=9, chips=(6, 0, 9), pile=tuple(range(6, 20)))
    seen = view(state, 0)
    numbers = dict(bots.explain_action(seen, TAKE).numbers)
    assert numbers["hint.net"] == -12
    assert numbers["hint.later"] < -12
    assert "hint.later" not in dict(bots.explain_action(seen, PAY).numbers), "a number against the advice"


def test_a_bid_that_wins_costs_its_chip():
    state = state_of(special("bonus20"), pot=3, chips=(6, 9, 9), options={"specials": True})
    numbers = dict(explain(view(state, 0)).numbers)
    assert (numbers["hint.worth"], numbers["hint.pot"], numbers["hint.won"]) == (20, 3, 19)


@pytest.mark.parametrize("seats", [3, 5])
def test_no_limit_is_told_against_the_advice(seats):
    against = 0
    for state in positions(seats, {}, 40 + seats):
        seen = view(state, rules.to_move(state))
        limit = auction.limit(seen)
        for action in seen.legal if limit is not None and seen.pile_count else ():
            advice = bots.explain_action(seen, action)
            if (action in (TAKE, DECLINE)) != (seen.pot >= limit):
                against += 1
                assert "hint.limit" not in dict(advice.numbers)
                assert "limit" not in dict(advice.why.blanks)
                assert advice.why.key != "never"
            else:
                assert dict(advice.numbers)["hint.limit"] == limit
    assert against


def test_a_valuable_green_card_is_never_called_worthless():
    reasons = set()
    for card in sorted(GREEN_IDS):
        for seats in (3, 4, 5):
            options, pile = {"specials": True}, tuple(range(3, 30))
            state = state_of(card, seats=seats, options=options, pile=pile, chips=(11,) * seats)
            advice = explain(view(state, 0))
            if advice.action == DECLINE and advice.why:
                reasons.add(advice.why.key)
                assert (advice.why.key == "outbid") == (dict(advice.numbers)["hint.worth"] >= 2)
    assert reasons == {"outbid", "not_worth"}


@pytest.mark.parametrize("seed", [20, 22, 41])
def test_a_hint_declines_a_green_card_only_where_other_rivals_than_hard_agree(seed):
    bids = 0
    for state in positions(4, {"specials": True}, seed):
        seen = view(state, rules.to_move(state))
        *pauses, advice = GAMES["nein_danke"].hints.first_thought(seen)
        assert set(pauses) <= {None}
        hard = explain(seen)
        if advice != hard:
            bids += 1
            assert (hard.action, advice.action) == (DECLINE, PAY)
            assert dict(advice.numbers)["hint.worth"] > seen.pot or advice.why.key == "bid_up"
            assert "hint.limit" not in dict(advice.numbers)
    assert bids


# ---- the ladder -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hero", "rival", "deck", "games"),
    [
        ("easy", "random", "base", 40),
        ("normal", "easy", "base", 160),
        ("hard", "easy", "base", 80),
        ("hard", "easy", "specials", 60),
        ("hard", "normal", "base", 160),
        ("hard", "reference", "base", 120),
        ("hard", "reference", "specials", 80),
    ],
)
def test_every_level_is_well_above_parity(hero, rival, deck, games):
    rung = ladder.Rung(GAME, hero, rival, deck, 4, ladder.STEP)
    assert ladder.won(ladder.Portion(rung, 100, 100 + games)) / games > ladder.STEP / 4


def test_the_result_of_a_ladder_is_the_sum_of_its_portions():
    rung = ladder.Rung(GAME, "normal", "easy", "specials", 3, 1.0)
    parts = [ladder.won(ladder.Portion(rung, first, first + 4)) for first in (1, 5, 9)]
    assert sum(parts) == pytest.approx(ladder.won(ladder.Portion(rung, 1, 13)))


def test_a_ladder_has_every_pair_of_levels_and_the_baseline_bot():
    pairs = {(rung.hero, rung.rival) for rung in ladder.rungs(GAME)}
    assert pairs == {("easy", "random"), ("normal", "easy"), ("hard", "normal"), ("hard", "reference")}
    assert len(ladder.rungs(GAME)) == 4 * 3 * 2


def test_a_line_of_the_ladder_says_whether_the_goal_is_reached():
    rung = ladder.Rung(GAME, "hard", "normal", "base", 4, 4 / 3)
    assert ladder.line_of(rung, 0.36, 2000).endswith("reached")
    assert ladder.line_of(rung, 0.35, 2000).endswith("MISSED")


# ---- the program and the audit ----------------------------------------------------------------------


def test_the_baseline_bot_can_be_seated_but_is_not_offered(capsys):
    assert simulate.main([GAME, "--seats", "hard,reference,reference", "--games", "2"]) == 0
    assert "reference won" in capsys.readouterr().out
    assert REFERENCE not in LEVELS
    with pytest.raises(SystemExit):
        simulate.main([GAME, "--seats", "hard,genius,hard"])


@pytest.mark.parametrize(("faults", "code"), [([], 0), (["a card is gone"], 1)])
def test_simulated_games_are_audited_after_every_action(faults, code, monkeypatch, capsys):
    looked: list[State] = []

    def look(state: State) -> list[str]:
        looked.append(state)
        return faults if len(looked) == 9 else []

    monkeypatch.setitem(AUDITS, GAME, look)
    assert simulate.main([GAME, "--games", "1"]) == code
    assert len(looked) > 40 or code
    assert ("game 1, action 8: a card is gone" in capsys.readouterr().out) == bool(code)


def test_the_audit_finds_lost_and_extra_cards():
    state = rules.setup({"specials": True}, 4, Rng(3))
    table = state.store
    assert not audit(state)
    assert "lost cards" in audit(state._replace(store=table._replace(pile=table.pile[1:])))[0]
    assert "cards too many" in audit(state._replace(store=table._replace(discard=(state.card,))))[0]
    assert "dealt 44" in audit(state._replace(pot=1))[0]
    assert "below 0" in audit(state._replace(chips=(-1, 12, 11, 22)))[0]
    wrong = Phase.PINK if is_green(state.card) else Phase.GREEN
    assert "in phase" in audit(state._replace(phase=wrong))[0]
    assert "out of the auction" in audit(state._replace(out=frozenset({state.turn})))[0]
    swapped = next(card for card in table.pile if card in GREEN_IDS)
    pile = tuple(table.set_aside[0] if card == swapped else card for card in table.pile)
    aside = (swapped, *table.set_aside[1:])
    assert "green cards set aside" in audit(state._replace(store=table._replace(pile=pile, set_aside=aside)))[0]


def test_hidden_chips_are_expected_to_run_out_sooner_than_visible_ones():
    one = auction._auction(view(state_of(20), 0))
    chances = []
    for secret in (True, False):
        alike = {"is_broke": False, "chips": 3.0, "limit": 40.0, "sharpness": 0.3}
        rivals = tuple(rival._replace(is_secret=secret, **alike) for rival in one.rivals)
        chances.append(auction._lap(one._replace(rivals=rivals), 1, 2)[1])
    hidden, shown = chances
    assert 0 < hidden < shown
